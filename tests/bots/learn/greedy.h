/* The player that is learned against: `bura_p2p.bots.greedy` once more, move by move.

   Here: how it chooses. Never: a card that its seat may not see. */
#include "hand.h"

enum { WORLDS = 24, TRIES = 64 };
static const double BOLDNESS = 0.04, STRONG = 3.5, FAIR = 0.3, WON = 60, REACHED = 40, TO_LEAD = 1.5;

/* What an attentive player knows (`bura_p2p.bots.memory`): `low`, what each unseen card is worth, ascending. */
typedef struct { double surely, probably, theirs, strength; int low[36], count; } Known;

static int by_worth(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static Known known(const Hand *hand, int seat)
{
    Known found = {.surely = hand->shown[seat]};
    Set held = hand->hands[seat];
    int closed = hand->closed[seat], gave = COUNT(hand->given[seat]), high = 0, longest = 1;
    EACH(bit, unseen(hand, seat)) found.low[found.count++] = WORTH[INDEX(bit) % 9];
    qsort(found.low, found.count, sizeof *found.low, by_worth);
    int lower = found.count * 2 / 3 > 1 ? found.count * 2 / 3 : 1;
    double usual = 0;
    for (int i = 0; i < lower && i < found.count; i++) usual += found.low[i];
    usual = found.count ? usual / (lower < found.count ? lower : found.count) : 0;
    for (int i = 0; i < closed && i < found.count; i++) found.surely += found.low[i];
    found.probably = hand->shown[seat] + closed * usual;
    found.theirs = hand->shown[1 - seat];
    if (gave) found.theirs += (double)hand->closed[1 - seat] * points(hand->given[seat]) / gave;
    EACH(card, held) high += INDEX(card) % 9 >= 7;
    for (int suit = 0; suit < 4; suit++) if (COUNT(held & SUIT(suit)) > longest) longest = COUNT(held & SUIT(suit));
    found.strength = 1.5 * COUNT(held & TRUMPS) + 0.7 * high + 0.4 * (longest - 1);
    found.strength += 3.1 * (found.probably - found.theirs) / TARGET;
    return found;
}

static double odds_of_target(const Hand *hand, int seat, const Known *about)
{
    int closed = hand->closed[seat], hits = 0, cards[36];
    if (about->surely >= TARGET) return 1;
    if (!closed) return 0;
    for (int attempt = 0; attempt < TRIES; attempt++) {
        int drawn = 2 * closed < about->count ? 2 * closed : about->count, sum = hand->shown[seat];
        memcpy(cards, about->low, sizeof cards);
        for (int i = 0; i < drawn; i++) {
            int other = i + below(about->count - i), card = cards[i];
            cards[i] = cards[other], cards[other] = card;
        }
        for (int i = 0; i < closed && i < drawn; i++) {
            int one = cards[i], two = closed + i < drawn ? cards[closed + i] : 120;
            sum += one < two ? one : two;
        }
        hits += sum >= TARGET;
    }
    return (double)hits / TRIES;
}

static double cost(Set cards, int stock)
{
    double sum = 0;
    EACH(bit, cards) {
        int card = INDEX(bit);
        sum += card >= 27 ? (stock ? 3 : 1) + (card - 27) / 2.0 : card % 9 == 8 ? 1.5 : 0;
    }
    return sum;
}

/* A plain reply: the cheapest cards that beat, or the cheapest ones to give. `order` sorts single cards. */
static Set reply(Set held, Set led, int stock, int *beats)
{
    for (*beats = 1;; *beats = 0) {
        Set cards[4];
        double keys[4];
        int n = 0, count = COUNT(led);
        EACH(bit, held) {
            double key = 0.7 * cost(bit, stock) + (*beats ? -1 : 1) * WORTH[INDEX(bit) % 9];
            int at = n++;
            for (; at > 0 && key < keys[at - 1]; at--) keys[at] = keys[at - 1], cards[at] = cards[at - 1];
            keys[at] = key, cards[at] = bit;
        }
        Set given = 0;
        for (int i = 0; i < count && i < n; i++) given |= cards[i];
        if (!*beats) return given;
        for (int a = 0; a < n; a++) {
            if (count == 1 && covers(cards[a], led)) return cards[a];
            for (int b = a + 1; b < n && count > 1; b++) {
                if (count == 2 && covers(cards[a] | cards[b], led)) return cards[a] | cards[b];
                for (int c = b + 1; c < n && count > 2; c++)
                    if (covers(cards[a] | cards[b] | cards[c], led)) return cards[a] | cards[b] | cards[c];
            }
        }
    }
}

static Set some(Set from, int count)
{
    Set cards[36], found = 0;
    int n = 0;
    EACH(bit, from) cards[n++] = bit;
    for (int i = 0; i < count && i < n; i++) {
        int other = i + below(n - i);
        Set card = cards[other];
        cards[other] = cards[i], found |= card;
    }
    return found;
}

static Set imagined(const Hand *hand, int seat)
{
    Set turned = turned_with(hand, seat), hidden = unseen(hand, seat), groups[5];
    int count = COUNT(hand->hands[1 - seat]), n = 0;
    if (hand->said && count == SIZE) {
        Set every = hidden | turned;
        for (int suit = 0; suit < 4; suit++)
            if (COUNT(every & SUIT(suit)) >= SIZE && (hand->said == MOLODKA || (hand->said == BURA && suit == 3)))
                groups[n++] = every & SUIT(suit);
        if (hand->said == THREE_ACES && COUNT(every & aces) >= SIZE) groups[n++] = every & aces;
        if (n) return some(groups[below(n)], SIZE);
    }
    return turned | some(hidden, count - (turned != 0));
}

/* What the end of a trick is worth to `seat`. */
static double of_trick(const Known *about, int seat, int leader, Set led, Set answer, int up)
{
    int mine = (up && covers(answer, led) ? 1 - leader : leader) == seat, sum = points(led) + points(answer);
    if (!rules.closed && (height(led) == BURA || (up && height(answer) == BURA))) return mine ? WON : -WON;
    if (mine) return TO_LEAD + sum + (about->surely < TARGET && TARGET <= about->surely + sum ? REACHED : 0);
    return -sum - (about->theirs < TARGET && TARGET <= about->theirs + sum ? REACHED : 0);
}

static Set best_play(const Hand *hand, int seat, const Known *about, double weight)
{
    Set moves[40], theirs[WORLDS], best = 0;
    int count = legal(hand, moves), plays = 0, stock = hand->drawn < hand->in_stock, beats;
    double most = -1e9;
    for (int i = 0; i < count; i++) if (KIND(moves[i]) != CLAIM && KIND(moves[i]) != RAISE) moves[plays++] = moves[i];
    if (plays == 1) return moves[0];
    for (int i = 0; i < WORLDS && hand->phase != FOLLOWING; i++) theirs[i] = imagined(hand, seat);
    for (int i = 0; i < plays; i++) {
        Set cards = CARDS(moves[i]);
        double value = 0;
        if (hand->phase == FOLLOWING)
            value = of_trick(about, seat, hand->leader, hand->led, cards, KIND(moves[i]) == ANSWER);
        else if (rules.closed && height(cards) == BURA)
            value = WON;
        else {
            for (int world = 0; world < WORLDS; world++) {
                int cedes = KIND(moves[i]) == CEDE, leader = cedes ? 1 - seat : seat;
                Set led = cedes ? theirs[world] : cards;
                Set put = reply(cedes ? hand->hands[seat] : theirs[world], led, stock, &beats);
                value += of_trick(about, seat, leader, led, put, beats || !rules.closed) / WORLDS;
            }
        }
        value -= weight * cost(cards, stock);
        if (value > most + 1e-12) most = value, best = moves[i];
    }
    return best;
}

static int claims(const Hand *hand, int seat, const Known *about)
{
    if (!may_claim(hand)) return 0;
    double odds = odds_of_target(hand, seat, about);
    return odds >= 1 || (odds >= (rules.closed ? 0.35 : 0.65) && unit() < odds);
}

static Set greedy(const Hand *hand)
{
    int seat = actor(hand);
    Known about = known(hand, seat);
    if (hand->phase == LAST_WORD) {
        double odds = odds_of_target(hand, seat, &about);
        int lucky = odds > 0.5 && (!rules.closed || about.probably <= about.theirs);
        return MOVE(odds >= 1 || lucky ? CLAIM : PASS, 0);
    }
    if (hand->phase == RAISED) {
        if (may_raise(hand, seat) && about.strength >= STRONG + 1) return MOVE(RAISE, 0);
        return MOVE(about.strength >= FAIR || unit() < BOLDNESS ? ACCEPT : DECLINE, 0);
    }
    if (claims(hand, seat, &about)) return MOVE(CLAIM, 0);
    Set best = best_play(hand, seat, &about, hand->phase == FOLLOWING ? 0.7 : 0.5);
    if (hand->phase != LEADING || !may_raise(hand, seat)) return best;
    int wins = rules.closed && KIND(best) == LEAD && height(CARDS(best)) == BURA;
    return about.strength >= STRONG || wins || unit() < BOLDNESS ? MOVE(RAISE, 0) : best;
}
