/* What a seat sees after a move: the inputs of `bura_p2p.bots.sight` once more; a test holds the two together.

   Here: the inputs, what was seen of the other seat, the odds of a claim. Never: what any of it is worth. */
#include "greedy.h"

enum {
    AT_CARD = 0, AT_SHOWN = 180, AT_TURNED = 216, AT_MINE = 225, AT_CLOSED = 267, AT_THEIRS = 277,
    AT_THEIR_SHOWN = 319, AT_STOCK = 361, AT_MOMENT = 380, AT_STAKE = 392, AT_RAISER = 400, AT_QUIET = 408,
    AT_GAVE = 414, AT_LED = 440, AT_ODDS = 456, AT_THEIR_CLOSED = 470, AT_AHEAD = 480, AT_TRUMPS = 512,
    AT_HIGH = 522, AT_HELD = 531, AT_UNBEATEN = 535, AT_LAY = 551, AT_BEATEN = 567, AT_IF_WON = 639, AT_IF_LOST = 681,
    AT_LAST = 723, AT_MINE_ABOUT = 764, AT_THEIRS_ABOUT = 806, AT_SUIT = 848, AT_ANSWERED = 860,
    AT_GAVE_BEFORE = 864, AT_RAISED_AGO = 882, AT_HAS_TURNED = 886, INPUTS = 896, MOST = 41
};

/* Of the other seat: all that it has shown, and last; leads without a raise that was open; after how many tricks it
   raised; what it last gave to, and before, one more than the lowest card's index; the sizes of its last play. */
typedef struct { Set shown, last; int quiet, raised, raised_at, gave, gave_before, led, answered; } Heard;

static void hear(Heard *heard, const Hand *hand, Set move, int rival)
{
    int kind = KIND(move), fresh = !heard->raised || heard->raised_at != hand->tricks;
    if (kind == RAISE) heard->raised = 1, heard->raised_at = hand->tricks;
    if (kind == LEAD) {
        int may = hand->raiser != rival && !hand->said && hand->stake < rules.ceiling && fresh;
        heard->shown |= heard->last = CARDS(move);
        heard->quiet += may, heard->answered = 0, heard->led = COUNT(CARDS(move));
    }
    if (kind == ANSWER || kind == GIVE) {
        heard->gave_before = heard->gave;
        heard->gave = kind == GIVE || !covers(CARDS(move), hand->led) ? 1 + INDEX(hand->led) : 0;
        heard->shown |= heard->last = kind == ANSWER ? CARDS(move) : 0;
        heard->led = 0, heard->answered = COUNT(hand->led);
    }
}

/* How likely the own pile holds the target, if closed cards are given as people give them (`bura_p2p.bots.odds`). */
static double claim_odds(const Hand *hand, int seat)
{
    int need = TARGET - hand->shown[seat], closed = hand->closed[seat];
    if (need <= 0 || !closed) return need <= 0;
    static double sums[24][40];
    memset(sums, 0, sizeof sums);
    sums[0][0] = 1;
    EACH(bit, unseen(hand, seat) | turned_with(hand, seat)) {
        int card = INDEX(bit), rank = card % 9;
        double weight = card >= 27 ? 0.12 : rank == 8 ? 0.06 : rank == 7 ? 0.12 : 1.0;
        for (int count = closed; count > 0; count--)
            for (int sum = need; sum >= 0; sum--) {
                int to = sum + WORTH[rank] < need ? sum + WORTH[rank] : need;
                if (sums[count - 1][sum] > 0) sums[count][to] += sums[count - 1][sum] * weight;
            }
    }
    double every = 0;
    for (int sum = 0; sum <= need; sum++) every += sums[closed][sum];
    return every > 0 ? sums[closed][need] / every : 0;
}

static int within(int number, int least, int most) { return number < least ? least : number > most ? most : number; }

/* The odds that fewer than `count` of `held` cards out of `rest` are among the `higher`. */
static double unbeaten(int rest, int high, int held, int count)
{
    double sum = 0;
    held = held < rest ? held : rest;
    for (int hits = 0; hits < count && hits <= held; hits++) sum += ways[high][hits] * ways[rest - high][held - hits];
    return sum / ways[rest][held];
}

static int place[4]; /* where each suit begins: plain ones in an order of their own */

static void order_suits(Set own, Set led, Set waiting, Set gone, Set given)
{
    Set keys[3];
    int order[3];
    for (int suit = 0; suit < 3; suit++) {
        Set key = 0, parts[5] = {own, led, waiting, gone, given};
        for (int i = 0; i < 5; i++) key = key << 9 | (parts[i] >> (9 * suit) & 511);
        int at = suit;
        for (; at > 0 && key > keys[at - 1]; at--) keys[at] = keys[at - 1], order[at] = order[at - 1];
        keys[at] = key, order[at] = suit;
    }
    for (int at = 0; at < 3; at++) place[order[at]] = 9 * at;
    place[3] = 27;
}

static int put(short *inputs, int n, Set cards, int from, int step)
{
    EACH(bit, cards) inputs[n++] = (short)(from + step * (place[INDEX(bit) / 9] + INDEX(bit) % 9));
    return n;
}

/* The numbers of the inputs that are 1 after `seat` has made `move`; how many there are. */
static int sight(const Hand *hand, int seat, Set move, const Heard *heard, double odds, short *inputs)
{
    int kind = KIND(move), rival = 1 - seat, n = 0, moment, stock = hand->in_stock - hand->drawn, higher_ones = 0;
    Set cards = CARDS(move), own = hand->hands[seat], led = 0, gone = hand->open, given = hand->given[seat];
    Set turned = turned_with(hand, seat), hidden = unseen(hand, seat) | turned;
    Set waiting = kind == CLAIM && hand->phase == FOLLOWING ? hand->led : 0;
    int mine = hand->shown[seat], closed = hand->closed[seat], theirs = hand->shown[rival];
    int their_closed = hand->closed[rival], truly = theirs + (rules.closed ? points(given) : 0);
    int held = COUNT(hand->hands[rival]), high = 0, longest = 0;
    if (kind == LEAD) own ^= cards, led = cards, moment = 0;
    else if (kind == ANSWER || kind == GIVE) {
        int lay = points(hand->led), sum = lay + points(cards);
        own ^= cards, gone |= hand->led;
        if (kind == GIVE) given |= cards, theirs += lay, their_closed += COUNT(cards);
        else gone |= cards;
        if (kind == ANSWER && covers(cards, hand->led)) moment = 1, mine += sum;
        else moment = 2, truly += sum, theirs += kind == ANSWER ? sum : 0;
    } else
        moment = kind == RAISE && hand->phase == RAISED ? 7 :
            kind == RAISE ? 3 : kind == ACCEPT ? 4 : kind == CLAIM ? 5 : kind == CEDE ? 6 : 8;
    order_suits(own, led, waiting, gone, given);
    Set parts[5] = {own, led, waiting, gone, given};
    for (int at = 0; at < 5; at++) n = put(inputs, n, parts[at], AT_CARD + at, 5);
    n = put(inputs, n, heard->shown, AT_SHOWN, 1), n = put(inputs, n, heard->last, AT_LAST, 1);
#define INPUT(number) (inputs[n++] = (short)(number))
    INPUT(AT_MOMENT + moment), INPUT(AT_STOCK + within(stock / 2, 0, 18));
    INPUT(AT_STAKE + within(hand->stake, 1, 7));
    INPUT(AT_RAISER + (kind == RAISE ? 1 : hand->raiser < 0 ? 0 : hand->raiser == seat ? 1 : 2));
    INPUT(AT_MINE + within(mine, 0, MOST)), INPUT(AT_CLOSED + within(closed, 0, 9));
    INPUT(AT_THEIRS + within(truly, 0, MOST)), INPUT(AT_THEIR_SHOWN + within(theirs, 0, MOST));
    INPUT(AT_THEIR_CLOSED + within(their_closed, 0, 9)), INPUT(AT_TRUMPS + within(COUNT(hidden & TRUMPS), 0, 9));
    for (int suit = 0; suit < 4; suit++) high += COUNT(hidden >> (9 * suit + 7) & 3);
    INPUT(AT_HIGH + within(high, 0, 8)), INPUT(AT_HELD + within(held, 0, 3));
    double ahead = 3.1 * (theirs + rules.gift * their_closed - mine - rules.gift * closed) / 31;
    INPUT(AT_AHEAD + within((int)floor(4 * ahead) + 15, 0, 31));
    if (stock) INPUT(AT_TURNED + hand->turned % 9);
    if (turned) INPUT(AT_HAS_TURNED + hand->turned % 9);
    if (kind == CLAIM) INPUT(AT_ODDS + within((int)(odds * 12), 0, 12));
    if (rules.closed) INPUT(AT_MINE_ABOUT + within(mine + 3 * closed, 0, MOST));
    if (rules.closed) INPUT(AT_THEIRS_ABOUT + within(theirs + 3 * their_closed, 0, MOST));
    INPUT(AT_QUIET + within(heard->quiet, 0, 3));
    if (heard->raised) INPUT(AT_QUIET + 4), INPUT(AT_RAISED_AGO + within(hand->tricks - heard->raised_at, 0, 3));
    if (heard->gave) INPUT(AT_GAVE + (heard->gave - 1) % 9 + (heard->gave > 27 ? 9 : 0));
    if (heard->gave_before) INPUT(AT_GAVE_BEFORE + (heard->gave_before - 1) % 9 + (heard->gave_before > 27 ? 9 : 0));
    if (heard->led) INPUT(AT_LED + within(heard->led, 0, 3));
    if (heard->answered) INPUT(AT_ANSWERED + heard->answered);
    if (led) {
        int count = COUNT(led), lay = points(led);
        EACH(bit, led) higher_ones += COUNT(hidden & higher[INDEX(bit)]);
        INPUT(AT_UNBEATEN + (int)(unbeaten(COUNT(hidden), higher_ones / count, held, count) * 15.999));
        INPUT(AT_LAY + within(lay / 2, 0, 15)), INPUT(AT_IF_WON + within(mine + lay, 0, MOST));
        INPUT(AT_IF_LOST + within(truly + lay, 0, MOST));
    }
    int beaten[4], many = 0;
    EACH(card, own) {
        int count = COUNT(hidden & higher[INDEX(card)]), at = many++;
        for (; at > 0 && count < beaten[at - 1]; at--) beaten[at] = beaten[at - 1];
        beaten[at] = count;
    }
    for (int at = 0; at < many && at < 3; at++) INPUT(AT_BEATEN + 24 * at + within(beaten[at], 0, 23));
    for (int suit = 0; suit < 4; suit++) if (COUNT(own & SUIT(suit)) > longest) longest = COUNT(own & SUIT(suit));
    INPUT(AT_SUIT + (stock ? 4 : 0) + within(longest, 0, 3));
    return n;
}
