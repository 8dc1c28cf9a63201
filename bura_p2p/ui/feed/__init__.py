"""The one session behind every face that draws a table: numbered messages out, commands in.

Here: what a table looks like as plain data, the fan-out to any number of clients, the way from the lobby to a game
and back. Never: a page, a socket, a card that the seat's own view does not show.

A `Lobby` is what one player does here. `lobby.feed.client()` is a reader, of whom there may be many; each gets the
newest state at once, and from then on every `Message`: `n` counts up from 1, `events` is what has happened, `state`
is the whole state after it, plain data that is JSON already. All text in it is harmless on a screen. Cards are
written as `AS` and `10H`, moves as in `legal` (`lead AS 10S`, `give QC`, `claim`, `raise 2`). What is null is not
known or not there. On the page's socket a message has only those parts of the state that have changed, after a first
whole one. That one tells in `log` the last events of the table, if there is one; so does the first message of a game
that is taken up again: what its store holds of it. Who reads slowly gets the newest state without what led there, and
`n` jumps.

The state
    screen      lobby, waiting, joining or table
    name        this player's        version     of the program, may be empty
    settings    text by key, as `setting` keeps it; `luck` and `review` are `on` or `off`
    rulesets    [{id, title, summary, seats: [least, most], plays, raises: [stakes], options: [{name, value, values,
                range}], card}]
    bots        names                nearby      [{id, name, rules, address}], tables of the local network
    games       [{id, when, seat, opponent, ruleset, status, status_text, told (with what it came to), outcome:
                won, lost, led, behind, level or empty, score, chips, stopped, resumable, file}]
    words       three words that were given without a table, until a game begins
    waiting     {invite, qr, message, words, leads_to: [{address, label}], reply_wanted, reach}, or null
    ask         {kind: house_rules or reply, text, lines}, what `answer` answers
    restoring   whether a game that was broken off is being read again and checked, before it goes on
    practice    whether the game is, or was, one against a bot, which is never taken up again
    busy        a sentence, while something slow is done
    table       the table, as follows, or null

The table
    game, seat, seats, names, ruleset, rules_title, rule_card, target (points that win a hand), stage, round, head
    match       {hand, target, score, chips, pot, dealer}, null before the first hand; by seat
    trump, trump_card, stock (cards), stock_dead, leader, order (seats clockwise), counts (cards held, by seat)
    held, given: own cards, and those that were given face down in this hand
    trick       [{seat, kind: lead, answer or give, cards or null, count}]
    last_trick  {plays: as trick, taken_by, text, texts}
    piles       [{cards, closed, points or null}] by seat; own_points where the rules show them
    stake, raise_to, raised_by, raises (whether a raise is possible at all), announced: [{seat, what, text}]
    policy      words of what is announced by itself; policies: [{word, title}] to choose from
    turn        {mine, legal, owing: [seats], claiming, claim_early, may_resign, prompt}
    clock       {seat, seconds_left, running, still_for: seconds until it runs again, null: until told}
    link        {state: here, away or gone, seat: which one, null where that is not known, reason, text,
                choices: of wait, offer_end, more_time, stop}; after the end of a game the reason is `left`, and away
                means that a rematch waits for the other side to come back
    end_offered_by (seat), stopping (no further hand after this one), resigning (waits for its turn)
    result      of the last hand: {hand, winner, reason, text, points, totals, claimed, claimant, score, chips,
                proved, file}; a bura that had to win its trick is the reason `bura_trick`,
                and a raise answered by resigning is `resigned`, not `declined`
    over        {ended: complete, void or refused, winner, score, chips, text, verdict, file,
                rematch: {mine, theirs, offered: whether the other side has said so, which no bot does,
                leads: the seat that leads first then, or null: by lot}}
    verdict     {verdict, exit, headline, told, culprit: {seat, name, code, round, entry} or null, parts: {word:
                [lines]}, lines, text}, null while the file is checked
    chat        [{seat, text}], the newest last

Events are those of `bura_p2p.table.events` and `bura_p2p.net.faces`, as `to_json` there writes them, each with a
`text` for people, which may be empty, else with the same in `texts` by language; the reason of a `hand_over` is told
as in `result`, and an `answered` has its `kind`, answer or give. Besides: `told` {word, text, values}; `not_done`
{text}, a command that was refused; and to who has asked alone: `verified` (a verdict and its file's name), `replay`,
`exported`, `stats`, `luck`, `review`. These have no `texts`.

Commands are objects with `do`; `lobby.do(command, client)`. Fields with `?` may be left out.
    host        rules?, options?, match?, lan?, map?        join        invite
    join_nearby id? or address?, words (neither: at the only table that is found)
    practise    bot?, rules?, options?, match?
    resume      game, moved?                                look        (lists `nearby`)
    answer      yes                                         reply       code
    play        move                                        say         text
    policy      announce: [words]                           stop_after_hand  stop
    offer_end, more_time, rematch, cancel (wait no more), leave (back to the lobby)
    name        name                                        setting     key, value
    speak       language (of this face; a setting wins over it, and it is not kept)
    renew       (what is said in a state is said anew, as where lines have become longer or shorter)
    verify      name?, data (base64)                        replay      game? or data?
    review      game                                        export      game, form?: file, text or json
    stats, luck
"""
