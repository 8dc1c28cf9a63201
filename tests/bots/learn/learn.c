/* Learning what a moment is worth, by millions of hands against the greedy player.

   Here: the net (two layers, see `bura_p2p.bots.learned`), how it plays and learns, the program's two uses:

       learn closed|open GAMES NUMBER RATE ALIKE TO [FROM]   learn; in a part ALIKE of hands against itself
       learn closed|open trace                                print the inputs of the moves of a game that is read

   Of every moment of a hand each move is tried in the same world, and the hand goes on from it as the net then
   plays; so what moves bring differs by what they do, and hardly by luck. The same number makes the same
   net on one machine. */
#include "sight.h"

enum { WIDE = 128, NARROW = 32, MANY = 160 };
static const float LEAK = 0.01f;
static const double PRIDE = 4; /* what a hand won is worth beside its stake: see bura_p2p.bots.wager */
static const double CURIOUS = 0.1;

typedef struct {
    float rows[INPUTS][WIDE], first[WIDE], across[WIDE][NARROW], second[NARROW], last[NARROW], bias;
} Net;
typedef struct { short inputs[MANY]; int count; float wide[WIDE], narrow[NARROW]; } Moment;

static Net net, mean;

static float random_weight(double most) { return (float)((unit() * 2 - 1) * most); }
static float through(float x) { return x > 0 ? x : LEAK * x; }

static void fresh(void)
{
    memset(&net, 0, sizeof net);
    for (int i = 0; i < INPUTS; i++) for (int j = 0; j < WIDE; j++) net.rows[i][j] = random_weight(0.1);
    for (int j = 0; j < WIDE; j++) for (int k = 0; k < NARROW; k++) net.across[j][k] = random_weight(0.15);
    for (int k = 0; k < NARROW; k++) net.last[k] = random_weight(0.15);
}

static float value(Moment *at)
{
    float result = net.bias;
    memcpy(at->wide, net.first, sizeof net.first), memcpy(at->narrow, net.second, sizeof net.second);
    for (int i = 0; i < at->count; i++) for (int j = 0; j < WIDE; j++) at->wide[j] += net.rows[at->inputs[i]][j];
    for (int j = 0; j < WIDE; j++) {
        at->wide[j] = through(at->wide[j]);
        for (int k = 0; k < NARROW; k++) at->narrow[k] += at->wide[j] * net.across[j][k];
    }
    for (int k = 0; k < NARROW; k++) result += net.last[k] * (at->narrow[k] = through(at->narrow[k]));
    return result;
}

/* One step down the square of what was missed. */
static void learn(Moment *at, double target, float rate)
{
    float missed = value(at) - (float)target, narrow[NARROW], wide[WIDE];
    missed = rate * (missed > 2 ? 2 : missed < -2 ? -2 : missed);
    for (int k = 0; k < NARROW; k++) narrow[k] = missed * net.last[k] * (at->narrow[k] > 0 ? 1 : LEAK);
    for (int j = 0; j < WIDE; j++) {
        float sum = 0;
        for (int k = 0; k < NARROW; k++) sum += narrow[k] * net.across[j][k];
        wide[j] = sum * (at->wide[j] > 0 ? 1 : LEAK);
        for (int k = 0; k < NARROW; k++) net.across[j][k] -= at->wide[j] * narrow[k];
        net.first[j] -= wide[j];
    }
    for (int k = 0; k < NARROW; k++) net.last[k] -= missed * at->narrow[k], net.second[k] -= narrow[k];
    net.bias -= missed;
    for (int i = 0; i < at->count; i++) for (int j = 0; j < WIDE; j++) net.rows[at->inputs[i]][j] -= wide[j];
}

static double result(const Hand *hand, int seat)
{
    int won = gain(hand, seat);
    return won ? (won > 0 ? won + PRIDE : won - PRIDE) / (1 + PRIDE) : 0;
}

/* The moves worth a thought: a sure claim alone, and no hopeless one. */
static int thinkable(const Hand *hand, int seat, Set *moves, double *odds)
{
    int count = legal(hand, moves), kept = 0;
    *odds = 0;
    if (count == 1 || !may_claim(hand)) return count;
    *odds = claim_odds(hand, seat);
    if (*odds >= 0.999) return moves[0] = MOVE(CLAIM, 0), 1;
    for (int i = 0; i < count; i++) if (*odds >= 0.05 || KIND(moves[i]) != CLAIM) moves[kept++] = moves[i];
    return kept;
}

static Set chosen(const Hand *hand, int seat, const Heard *heard)
{
    Set moves[40], best = 0;
    double odds, most = -1e9;
    int count = thinkable(hand, seat, moves, &odds);
    if (count == 1) return moves[0];
    for (int i = 0; i < count; i++) {
        Moment at;
        double worth = -(hand->stake + PRIDE) / (1 + PRIDE);
        if (KIND(moves[i]) != DECLINE)
            at.count = sight(hand, seat, moves[i], heard, odds, at.inputs), worth = value(&at);
        if (worth > most) most = worth, best = moves[i];
    }
    return best;
}

/* A hand, what each seat has heard of the other one, and whether both play by the net. */
typedef struct { Hand hand; Heard heard[2]; int alike; } Game;

static void make(Game *game, Set move)
{
    int seat = actor(&game->hand);
    hear(&game->heard[1 - seat], &game->hand, move, seat);
    act(&game->hand, move);
}

static Set by_net(const Game *game)
{
    int seat = actor(&game->hand);
    return chosen(&game->hand, seat, &game->heard[seat]);
}

static Set by_rival(const Game *game)
{
    Set moves[40];
    if (game->alike) return by_net(game);
    return legal(&game->hand, moves) == 1 ? moves[0] : greedy(&game->hand);
}

static void begin(Game *game, int leader, int alike)
{
    memset(game, 0, sizeof *game);
    game->alike = alike;
    deal(&game->hand, leader);
}

static double played_out(Game *game, int seat)
{
    while (game->hand.phase != OVER) make(game, actor(&game->hand) == seat ? by_net(game) : by_rival(game));
    return result(&game->hand, seat);
}

static void learn_moment(const Game *game, int seat, const Set *moves, int count, double odds, float rate)
{
    static Moment at[40];
    static double brought[40];
    Set luck = chance;
    int many = 0;
    for (int i = 0; i < count; i++) {
        if (KIND(moves[i]) == DECLINE) continue;
        Game other = *game;
        at[many].count = sight(&game->hand, seat, moves[i], &game->heard[seat], odds, at[many].inputs);
        chance = luck, make(&other, moves[i]);
        brought[many++] = played_out(&other, seat);
    }
    for (int i = 0; i < many; i++) learn(&at[i], brought[i], rate);
}

static void learn_hand(int seat, int leader, int alike, float rate)
{
    Game game;
    begin(&game, leader, alike);
    while (game.hand.phase != OVER) {
        Set moves[40];
        double odds;
        if (actor(&game.hand) != seat) { make(&game, by_rival(&game)); continue; }
        int count = thinkable(&game.hand, seat, moves, &odds);
        Set move = count == 1 ? moves[0] : unit() < CURIOUS ? moves[below(count)] : by_net(&game);
        if (count > 1) learn_moment(&game, seat, moves, count, odds, rate);
        make(&game, move);
    }
}

static void follow_mean(float part)
{
    float *to = (float *)&mean, *from = (float *)&net;
    for (size_t i = 0; i < sizeof net / sizeof *to; i++) to[i] += part * (from[i] - to[i]);
}

static void tell(long games)
{
    Set kept = chance;
    int hands = 20000, won = 0, own = 0, all = 0;
    chance = 777;
    for (int i = 0; i < hands; i++) {
        Game game;
        begin(&game, i >> 1 & 1, 0);
        played_out(&game, i & 1);
        int gained = gain(&game.hand, i & 1);
        won += gained > 0, own += gained > 0 ? gained : 0, all += abs(gained);
    }
    chance = kept;
    printf("%ld games: wins %.4f of %d hands, ", games, (double)won / hands, hands);
    printf("and %.4f of the points\n", (double)own / all);
    fflush(stdout);
}

static int learned(int count, char **words)
{
    long games = atol(words[2]);
    double rate = atof(words[4]), alike = atof(words[5]);
    if (count < 7 || games < 1) return 2;
    chance ^= (Set)atol(words[3]) * 0x9E3779B97F4A7C15ULL;
    fresh();
    FILE *from = count > 7 ? fopen(words[7], "rb") : NULL;
    if (count > 7 && (!from || fread(&net, sizeof net, 1, from) != 1 || fclose(from))) return 1;
    mean = net;
    for (long game = 0; game < games; game++) {
        double done = (double)game / games;
        learn_hand(game & 1, game >> 1 & 1, unit() < alike, (float)(rate * (1 - 0.95 * done)));
        if (game % 500 == 499) follow_mean(game < 50000 ? 0.05f : 0.01f);
        if ((game + 1) % (games / 10 ? games / 10 : 1)) continue;
        Net kept = net;
        net = mean, tell(game + 1), net = kept;
    }
    FILE *to = fopen(words[6], "wb");
    return !to || fwrite(&mean, sizeof mean, 1, to) != 1 || fclose(to);
}

/* Reads words: `G seat leader cards...` begins a hand, `M move` is made, `V move` asks for the inputs after it. */
static int trace(void)
{
    char word[8];
    int seat = 0, leader, card;
    unsigned long long move;
    Hand hand;
    Heard heard;
    while (scanf("%7s", word) == 1) {
        if (*word == 'G') {
            int all = COUNT(rules.deck);
            memset(&hand, 0, sizeof hand), memset(&heard, 0, sizeof heard);
            if (scanf("%d %d", &seat, &leader) != 2) return 1;
            for (int i = 0; i < all; i++) {
                if (scanf("%d", &card) != 1) return 1;
                if (i < 6) hand.hands[(leader + i) % 2] |= 1ULL << card;
                else if (i == 6) hand.turned = card, hand.stock[all - 7] = (unsigned char)card;
                else hand.stock[i - 7] = (unsigned char)card;
            }
            hand.in_stock = all - 6, hand.stake = 1, hand.raiser = hand.winner = hand.wrong = NOBODY;
            before_lead(&hand, leader);
        } else if (scanf("%llu", &move) != 1)
            return 1;
        else if (*word == 'M') {
            if (actor(&hand) != seat) hear(&heard, &hand, move, 1 - seat);
            act(&hand, move);
        } else {
            short inputs[MANY];
            int count = sight(&hand, seat, move, &heard, claim_odds(&hand, seat), inputs);
            for (int i = 0; i < count; i++) printf(i ? " %d" : "%d", inputs[i]);
            printf("\n");
        }
    }
    return 0;
}

int main(int count, char **words)
{
    if (count < 3) return 2;
    set_up(!strcmp(words[1], "closed"));
    return strcmp(words[2], "trace") ? learned(count, words) : trace();
}
