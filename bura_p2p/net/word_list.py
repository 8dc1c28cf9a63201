"""The list that a host's three words are taken from.

Here: 1024 English words of 3 to 7 letters, so that one stands for ten bits. No word begins another, so that words
that were typed without spaces can still be told apart, and no two differ in a single letter only. Never: a word that
was chosen.
"""

from __future__ import annotations

from typing import Final

_TEXT: Final = """
    able absorb acid acorn actor adjust admire admit advice agent aim airport album almond alpha alter amber amount
    amuse anchor angle animal annual answer anvil apple apricot april apron arch arctic arena aroma arrive arrow
    artist ashore aside asleep aspect assist atlas atom attic august aunt author autumn avoid awake award axis baby
    bacon badge bagel baker balcony ballet bamboo banana bandage banjo banner barber bargain barley barrel basic
    basket battery bean beauty beaver bedroom beetle bench berry bicycle bike bingo birch bird biscuit bitter black
    blade blanket blend blink blossom blouse blue body bolt bonfire bonus book borrow bottle bottom bounce boxer
    bracket brain brass brave bread breeze brick bridge bright bring bronze broom brother brown brush bubble bucket
    budget buffalo builder bundle burger bus button buyer buzz cabbage cabin cactus cafe calm camel camera canal
    candle candy canoe canvas canyon captain carbon career cargo carpet carrot castle casual cedar ceiling celery
    cellar cement chain chalk change channel chapter charm chase check cheese chef cherry chess chicken child
    chimney choice chorus chunk circle city civil claim clean clever cliff climb clinic clock cloth clown club coach
    cobalt cobra cocoa coconut coffee coin cold column comedy comet comic common compass concert condor copper copy
    coral cost cottage cotton country couple cousin cowboy coyote cradle crane crater crayon cream credit creek crew
    cricket crop cross crumb crystal cube cuckoo cup curtain curve cushion custom cycle cymbal daisy dance dash dawn
    day decade delay dentist design desk detail diamond diesel diploma direct dizzy doctor dog dollar dolphin domain
    donate donkey door double dough dove dragon drama draw dress drift drill drink drive drum duck dune dust duty
    dynamo eager eagle early earth easel easy echo eclipse edge edit elbow elder element embark emerald empire empty
    enable energy engine enjoy enough enter entry epic equal escape essay estate evening exact exotic expert eye
    fabric factory fade falcon fall family fancy fashion fence fennel fetch fever field fifty figure film filter
    final finger finish fire first fish flag flame flash flight flint float floor flower fluid flute focus foil
    folder foot forest forget fork fortune forum fossil fox fresh friend fringe frog front frozen fruit fuel funny
    furnace future gadget galaxy gallery garage garden garlic garment gate gather gazelle genius gentle gesture
    giant gift giraffe give glacier glad glance glass globe glory goat goblet good goose gorilla gossip gown grace
    grand graph gravel gravity great green grid group grove grow guard guide guitar gulf habit hamster hand hangar
    happy harmony harp harvest hat hawk hazel health heart heather heavy height helmet help herald herb heron
    highway hill hinge hippo history hobby hockey hollow home honest honey horizon horn horse hotel hover huge human
    humble hundred hunter hurdle husky hybrid iceberg icon idea igloo image import inch income indoor ink inner
    insect inside invite island ivory ivy jacket jaguar jam january jasmine jazz jelly jewel jigsaw joint joke
    journey juice july jumbo jump jungle kayak kernel kettle key kingdom kiosk kitchen kite kitten kiwi knee knife
    knock koala label ladder lady lagoon lake lamp lantern laptop large laser laugh laundry lava leader leaf learn
    legend lemon lens leopard lesson letter library lilac lime linen lion liquid list little lizard llama lobster
    logic long lotus lounge lucky luggage lumber lunar lunch luxury lyrics machine magic magnet mammal mango mansion
    maple marble marine market marsh mask master match matrix meadow medal media melody melon member memory mesh
    method middle million mimic mineral minute miracle mirror mobile model modern moment monday month moon morning
    mosaic mother motion motor mouse movie muffin mule muscle museum music mustard mystery myth name napkin nation
    nature neat neck nectar needle nephew nerve network night nimble noble noise noodle north novel nut nylon oak
    oasis obey object ocean october octopus offer onion online onyx opal open opera option orbit orchard order organ
    orient origin ostrich owl owner oxygen oyster ozone pact paddle page paint palace panda panel panther paper
    parade parent park pass path patrol peach peanut pearl pebble pelican pencil penguin pepper phrase piano picnic
    picture piece pigeon pillow pilot pioneer pipe pirate pitch pizza planet plate play plenty pluck plug plunge
    poem polar police pond pool popcorn porch potato pottery powder pretty prince prize proof proud public pudding
    pulley pulp pulse pumpkin pupil puppet purple puzzle pyramid python quarter queen quest quick quiet quiz quote
    rabbit raccoon radar radio raft rail raise rally ranch random range rapid rare raven razor ready reason recall
    recipe record recycle reduce reef reform region relax relief reopen report review reward ribbon rich rigid
    ripple risk ritual rival river roast robin robot robust rocket romance rookie rope rotate route royal rubber
    ruby ruler runway rural rustic safari saga salad salon salt salute satin sauce sausage scale scarf scene school
    scooter score scout screen script scrub search second secret seek senior sense series seven shadow shaft shape
    shark shed sheep shelf sherbet shield shine ship shiver shoe short shrimp shrug sign silent silk silver siren
    sister six size skate sketch skill skin skirt slab slice slim slogan small smart smile smoke smooth snack snail
    snake snow soccer sock soda soft solid solve soup source south space speed spell sphere spider spike spirit
    splash split sponge spoon spot spray spread spring spruce spy square squash stable stadium staff stairs stamp
    steak stem sting stool story stove street strong student style subway sugar summer sushi swan swarm sweater
    swift switch sword symbol syrup system tackle talent tape target tattoo taxi tempo tenant tennis text theme
    theory three thumb thunder ticket tide tiger tilt timber tissue title today token tomato tone tongue tooth topic
    tower toy track trade tray trend trial tribe trim trophy trust truth tulip tuna tunnel turkey turnip turtle
    twelve twenty twice twig twist uncle unique unit unlock upon urban usher valley valve vanish vapor vast velvet
    verse vessel video view violet violin visa visit visual vital vivid vocal voice volume vote voyage waffle wagon
    walk walnut waltz wander want water wave west wheat wheel white width wild window wing winter wisdom wise wolf
    woman world wrap wrist yacht yard year yellow yoga young zebra zenith zero zigzag zinc zipper zoo
"""

WORDS: Final[tuple[str, ...]] = tuple(_TEXT.split())
"""The words, in the order of the alphabet; a word's place is its number."""
