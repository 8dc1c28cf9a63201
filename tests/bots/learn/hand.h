/* A hand for two as sets of bits, for playing it by the million: the reading of the rules of `bura_p2p.bots.quick`
   once more, as far as three cards a hand go, closed gives or open ones, with raises or without.

   Here: cards, what may be done, what follows. Never: a choice. A card is bit 9 * suit + rank; trumps are the last
   suit. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t Set;
#define COUNT(set) __builtin_popcountll(set)
#define LOW(set) ((set) & -(set))
#define INDEX(bit) ((int)__builtin_ctzll(bit))
#define EACH(bit, set) \
    for (Set left_##bit = (set), bit = LOW(left_##bit); left_##bit; left_##bit ^= bit, bit = LOW(left_##bit))

enum { LEAD, ANSWER, GIVE, CLAIM, PASS, CEDE, RAISE, ACCEPT, DECLINE };
enum { LEADING, SEIZED, FOLLOWING, LAST_WORD, RAISED, OVER };
#define MOVE(kind, cards) ((Set)(kind) << 36 | (cards))
#define KIND(move) ((int)((move) >> 36))
#define CARDS(move) ((move) & ((1ULL << 36) - 1))
#define SUIT(suit) (511ULL << (9 * (suit)))
#define TRUMPS SUIT(3)
enum { SIZE = 3, TARGET = 31, NOBODY = -1, MOLODKA = 1, THREE_ACES = 2, BURA = 3 };

/* What the rules answer: closed gives and raises to six, or open gives and announced combinations. */
static struct { int closed, ceiling; double gift; Set deck; } rules;

static const int WORTH[9] = {0, 0, 0, 0, 2, 3, 4, 10, 11};
static int worth_of_suit[512];
static Set higher[36], aces;
static double ways[40][40];

static Set chance = 88172645463325252ULL;
static Set bits(void)
{
    chance ^= chance << 13, chance ^= chance >> 7, chance ^= chance << 17;
    return chance * 2685821657736338717ULL;
}

static double unit(void) { return (double)(bits() >> 11) / 9007199254740992.0; }
static int below(int n) { return (int)(unit() * n); }

static int points(Set set)
{
    int plain = worth_of_suit[set & 511] + worth_of_suit[set >> 9 & 511] + worth_of_suit[set >> 18 & 511];
    return plain + worth_of_suit[set >> 27];
}

static void set_up(int closed)
{
    rules.closed = closed, rules.ceiling = closed ? 6 : 0, rules.gift = closed ? 3.0 : 0.8;
    for (int set = 0; set < 512; set++)
        for (int rank = 0; rank < 9; rank++) worth_of_suit[set] += set >> rank & 1 ? WORTH[rank] : 0;
    for (int n = 0; n < 40; n++)
        for (int k = 0; k < 40; k++) ways[n][k] = k == 0 ? 1 : n == 0 ? 0 : ways[n - 1][k - 1] + ways[n - 1][k];
    for (int card = 0; card < 36; card++) {
        int suit = card / 9, rank = card % 9;
        for (int above = rank + 1; above < 9; above++) higher[card] |= 1ULL << (9 * suit + above);
        if (suit != 3) higher[card] |= TRUMPS;
        if (rank == 8) aces |= 1ULL << card;
        if (!closed || rank >= 4) rules.deck |= 1ULL << card;
    }
}

/* `open`: all that lies open in piles; `given`: what each seat has given closed; `said`: what was announced against
   the lead; the rest as in `bura_p2p.bots.quick.Quick`. */
typedef struct {
    Set hands[2], led, open, given[2];
    unsigned char stock[36];
    int in_stock, drawn, points[2], shown[2], closed[2];
    int phase, leader, said, tricks, spoken, winner, wrong, stake, offer, raiser, turned;
} Hand;

static int one_suit(Set cards)
{
    for (int suit = 0; suit < 4; suit++) if (!(cards & ~SUIT(suit))) return 1;
    return 0;
}

static int height(Set cards)
{
    if (COUNT(cards) != SIZE) return 0;
    if (!(cards & ~TRUMPS)) return BURA;
    if (rules.closed) return 0;
    return !(cards & ~aces) ? THREE_ACES : one_suit(cards) ? MOLODKA : 0;
}

/* Whether cards beat others, each one of them. */
static int covers(Set cards, Set led)
{
    static const int ORDERS[6][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    Set put[3] = {0}, above[3] = {0};
    int count = 0, at = 0;
    EACH(bit, cards) put[count++] = bit;
    EACH(other, led) above[at++] = higher[INDEX(other)];
    for (int order = 0; order < (count == 3 ? 6 : count); order++) {
        int good = 1;
        for (int i = 0; i < count; i++) good = good && put[i] & above[ORDERS[order][i]];
        if (good) return 1;
    }
    return 0;
}

static int subsets(Set set, int count, Set *found)
{
    Set cards[4];
    int n = 0, many = 0;
    EACH(bit, set) cards[n++] = bit;
    for (int a = 0; a < n; a++) {
        if (count == 1) found[many++] = cards[a];
        for (int b = a + 1; b < n && count > 1; b++) {
            if (count == 2) found[many++] = cards[a] | cards[b];
            for (int c = b + 1; c < n && count > 2; c++) found[many++] = cards[a] | cards[b] | cards[c];
        }
    }
    return many;
}

static int actor(const Hand *hand)
{
    if (hand->phase == FOLLOWING) return 1 - hand->leader;
    if (hand->phase == RAISED) return 1 - hand->raiser;
    return hand->phase == LAST_WORD ? (hand->leader + hand->spoken) % 2 : hand->leader;
}

static int may_raise(const Hand *hand, int seat)
{
    return (hand->offer ? hand->offer : hand->stake) < rules.ceiling && seat != hand->raiser && !hand->said;
}

static int may_claim(const Hand *hand)
{
    return !rules.closed || (hand->tricks && (hand->phase == LEADING || hand->phase == LAST_WORD));
}

static int leads(const Hand *hand, Set *found)
{
    Set held = hand->hands[hand->leader];
    int shortest = COUNT(held), other = COUNT(hand->hands[1 - hand->leader]), many = 0;
    if (hand->said) return found[0] = held, height(held) >= hand->said;
    if (other < shortest) shortest = other;
    for (int size = 1; size <= shortest; size++)
        for (int suit = 0; suit < 4; suit++) many += subsets(held & SUIT(suit), size, found + many);
    if (height(held) == THREE_ACES) found[many++] = held;
    return many;
}

static int legal(const Hand *hand, Set *moves)
{
    Set found[24];
    int many = 0, n;
    switch (hand->phase) {
    case FOLLOWING:
        n = subsets(hand->hands[1 - hand->leader], COUNT(hand->led), found);
        for (int i = 0; i < n; i++)
            if (!rules.closed || covers(found[i], hand->led)) moves[many++] = MOVE(ANSWER, found[i]);
        for (int i = 0; i < n && rules.closed; i++) moves[many++] = MOVE(GIVE, found[i]);
        break;
    case LAST_WORD: moves[many++] = MOVE(PASS, 0); break;
    case SEIZED: moves[many++] = MOVE(LEAD, hand->hands[hand->leader]); break;
    case RAISED:
        moves[many++] = MOVE(ACCEPT, 0), moves[many++] = MOVE(DECLINE, 0);
        if (may_raise(hand, 1 - hand->raiser)) moves[many++] = MOVE(RAISE, 0);
        return many;
    default:
        n = leads(hand, found);
        for (int i = 0; i < n; i++) moves[many++] = MOVE(LEAD, found[i]);
        if (hand->said) moves[many++] = MOVE(CEDE, 0);
    }
    if (may_claim(hand)) moves[many++] = MOVE(CLAIM, 0);
    if (hand->phase == LEADING && may_raise(hand, hand->leader)) moves[many++] = MOVE(RAISE, 0);
    return many;
}

static void end(Hand *hand, int winner) { hand->phase = OVER, hand->winner = winner; }

static void before_lead(Hand *hand, int leader)
{
    hand->leader = leader, hand->phase = LEADING;
    if (!rules.closed && COUNT(hand->hands[leader]) == SIZE) hand->said = height(hand->hands[1 - leader]);
}

static void refill(Hand *hand, int first)
{
    int lack[2] = {SIZE - COUNT(hand->hands[first]), SIZE - COUNT(hand->hands[1 - first])}, turn = 0;
    if (!rules.closed && lack[0] + lack[1] > hand->in_stock - hand->drawn) return;
    while ((lack[0] || lack[1]) && hand->drawn < hand->in_stock) {
        if (lack[turn]) hand->hands[turn ? 1 - first : first] |= 1ULL << hand->stock[hand->drawn++], lack[turn]--;
        turn = 1 - turn;
    }
}

static void follow(Hand *hand, Set cards, int face_up)
{
    int seat = 1 - hand->leader, winner = face_up && covers(cards, hand->led) ? seat : hand->leader;
    hand->hands[seat] ^= cards, hand->open |= hand->led, hand->tricks++;
    hand->points[winner] += points(cards) + points(hand->led), hand->shown[winner] += points(hand->led);
    if (face_up) hand->shown[winner] += points(cards), hand->open |= cards;
    else hand->closed[winner] += COUNT(cards), hand->given[seat] |= cards;
    if (!rules.closed && (height(hand->led) == BURA || height(cards) == BURA)) { end(hand, winner); return; }
    hand->led = 0, hand->said = 0, hand->leader = winner;
    refill(hand, winner);
    if (hand->hands[0] && hand->hands[1]) before_lead(hand, winner);
    else hand->phase = LAST_WORD, hand->spoken = 0;
}

static void act(Hand *hand, Set move)
{
    Set cards = CARDS(move);
    int seat = actor(hand), ahead = hand->points[0] - hand->points[1];
    switch (KIND(move)) {
    case LEAD:
        hand->hands[seat] ^= cards, hand->led = cards, hand->phase = FOLLOWING;
        if (rules.closed && height(cards) == BURA) end(hand, seat);
        break;
    case CLAIM:
        if (hand->points[seat] >= TARGET) end(hand, seat);
        else hand->wrong = seat, end(hand, rules.closed ? 1 - seat : NOBODY);
        break;
    case PASS:
        if (++hand->spoken == 2 || rules.closed) end(hand, !rules.closed || !ahead ? NOBODY : ahead < 0);
        break;
    case CEDE: hand->leader = 1 - hand->leader, hand->said = 0, hand->phase = SEIZED; break;
    case ANSWER: case GIVE: follow(hand, cards, KIND(move) == ANSWER); break;
    case RAISE:
        hand->stake = hand->offer ? hand->offer : hand->stake;
        hand->offer = hand->stake + 1, hand->raiser = seat, hand->phase = RAISED;
        break;
    case ACCEPT: hand->stake = hand->offer, hand->offer = 0, hand->phase = LEADING; break;
    case DECLINE: end(hand, hand->raiser);
    }
}

static int gain(const Hand *hand, int seat)
{
    if (hand->winner != NOBODY) return hand->winner == seat ? hand->stake : -hand->stake;
    return hand->wrong == NOBODY ? 0 : hand->wrong == seat ? -1 : 1;
}

static void deal(Hand *hand, int leader)
{
    unsigned char cards[36];
    int n = 0;
    memset(hand, 0, sizeof *hand);
    EACH(bit, rules.deck) cards[n++] = (unsigned char)INDEX(bit);
    for (int i = 0; i < n; i++) {
        int other = i + below(n - i);
        unsigned char card = cards[i];
        cards[i] = cards[other], cards[other] = card;
    }
    int trump = cards[6] / 9;
    for (int i = 0; i < n; i++) { /* trumps and the last suit change names */
        int suit = cards[i] / 9;
        cards[i] = (unsigned char)(cards[i] % 9 + 9 * (suit == trump ? 3 : suit == 3 ? trump : suit));
    }
    for (int i = 0; i < 6; i++) hand->hands[(leader + i) % 2] |= 1ULL << cards[i];
    hand->turned = cards[6], hand->in_stock = n - 6;
    for (int i = 7; i < n; i++) hand->stock[i - 7] = cards[i];
    hand->stock[n - 7] = cards[6];
    hand->stake = 1, hand->raiser = hand->winner = hand->wrong = NOBODY;
    before_lead(hand, leader);
}

/* --- what a seat may know --- */

static Set turned_with(const Hand *hand, int seat) /* the turned trump, if the other seat has it */
{
    Set bit = 1ULL << hand->turned, seen = hand->hands[seat] | hand->given[seat] | hand->open | hand->led;
    return hand->drawn < hand->in_stock ? 0 : bit & ~seen;
}

static Set unseen(const Hand *hand, int seat) /* without the turned trump */
{
    Set seen = hand->hands[seat] | hand->given[seat] | hand->open | hand->led | 1ULL << hand->turned;
    return rules.deck & ~seen;
}
