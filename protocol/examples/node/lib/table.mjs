// A table: the log of signed entries, judged one by one, and what follows from them (sections 7, 9, 10, 11).
// It knows no secret; a player and a stranger look at the same one. Works from bytes alone, in Node and in a page.

import { equal, ZERO } from './bytes.mjs';
import { playingOrder, positions, startDeck } from './cards.mjs';
import { deckCards } from './deck.mjs';
import { cardOfPoint, readPoint, sum } from './group.mjs';
import { context, ENTRY_TYPE, nextHead, pae, sha256, tableId, vec } from './hashing.mjs';
import { identityPoint, verifyStrict } from './identity.mjs';
import * as linear from './linear.mjs';
import { Match } from './match.mjs';
import { COMBINATIONS, FEATURES, LIMITS, REASONS, REFUSALS, STAGES } from './registry.mjs';
import { Refusal, refuse } from './refusal.mjs';
import { canBeWorth, Hand, resignation } from './rules.mjs';
import { forSeats, readRuleset } from './ruleset.mjs';
import { readBody, readMessage } from './schema.mjs';
import { judgeShuffle } from './shuffle.mjs';

const TYPES_DUE = Object.fromEntries(STAGES.map((stage) => [stage.name, stage.types]));
const CONVICTS = new Set(REFUSALS.filter((r) => r.convicts).map((r) => r.name));

const WHAT = COMBINATIONS.map((c) => c.name);
const ascending = (a, b) => a - b;

/** The features known here (section 8), by their numbers: the seat that each names as first leader. */
const FIRST_LEADERS = new Map(Object.entries(FEATURES).map(([name, feature]) => [feature, Number(/^seat_(\d)_leads$/.exec(name)[1])]));

/** The seats that these features of a hello name as first leader. */
export const firstLeaders = (features) => features.filter((feature) => FIRST_LEADERS.has(feature)).map((feature) => FIRST_LEADERS.get(feature));

export class Table {
  /** @param {Uint8Array[]} identities by seat; refuse (`identity_key`, `identity_repeated`) */
  constructor(identities) {
    identities.forEach(identityPoint);
    if (new Set(identities.map((key) => key.join())).size !== identities.length) refuse('identity_repeated', 'H6');
    this.identities = identities;
    this.seats = identities.length;
    this.round = 0;
    this.head = ZERO;
    this.heads = [ZERO]; // heads[r]: the head before round r
    this.table_id = ZERO;
    this.log = []; // accepted entries, in the order in which they were accepted
    this.held = new Map(); // 'round,seat' → entry
    this.open = new Map(); // seat → entry of the open round
    this.rules = null;
    this.match = null;
    this.hand = null; // the rules of the open hand, once its cards are dealt
    this.stage = 'hello';
    this.voided = null;
    this.proofs = 0; // judged and found good
  }

  // --- who speaks ----------------------------------------------------------------------------------------------------

  /** The seats that owe an entry of the open round, ascending. */
  get speakers() {
    switch (this.stage) {
      case 'hello': return this.identities.map((_, seat) => seat);
      case 'commit':
      case 'reveal':
      case 'deal':
      case 'result': return [...this.match.order].sort(ascending);
      case 'shuffle': return [this.shufflers[0]];
      case 'shares': return [...this.sharesOwed.keys()].sort(ascending);
      case 'complete':
      case 'void': return [];
      default: return this.hand.speakers();
    }
  }

  /** Those of them that have not spoken. */
  get owing() {
    return this.speakers.filter((seat) => !this.open.has(seat));
  }

  get ended() { return this.stage === 'complete' || this.stage === 'void'; }

  /** ctx of a place in the open round. */
  ctx(seat) {
    return context(this.table_id, this.match.hand, this.round, seat, this.head);
  }

  // --- judging an entry (section 7) ----------------------------------------------------------------------------------

  /**
   * Judge an entry said to be of `seat`, and append it. Gives 'accepted', or 'ignored' for one that is held already (E11).
   * A Refusal tells beside its code: `part` ('cover' before E8 is passed, then 'place', then 'content'), `seat`, `round`,
   * and `convicts`: does it name the signer?
   */
  take(seat, bodyBytes, signature) {
    const where = { part: 'cover', seat, round: this.round, convicts: false };
    try {
      return this.#judge(seat, bodyBytes, signature, where);
    } catch (error) {
      if (error instanceof Refusal) {
        where.convicts = CONVICTS.has(error.code) && (where.part === 'content' || error.code === 'equivocation') && where.round > 0;
        Object.assign(error, where);
      }
      throw error;
    }
  }

  #judge(seat, bodyBytes, signature, where) {
    const body = coverOf(this.identities, seat, bodyBytes, signature);
    where.part = 'place';
    where.round = body.round;
    if (body.round > this.round) refuse('round_wrong', 'E9', 'to come');
    if (!equal(body.table_id, body.round === 0 ? ZERO : this.table_id)) refuse('table_wrong', 'E10');
    const place = `${body.round},${seat}`;
    const before = this.held.get(place);
    if (before) {
      if (equal(before.bytes, bodyBytes)) return 'ignored';
      refuse(body.round === 0 ? 'table_wrong' : 'equivocation', 'E11a');
    }
    if (body.round < this.round) refuse('round_wrong', 'E12', 'closed');
    if (!equal(body.prev, this.head)) refuse('prev_wrong', 'E13');

    where.part = 'content';
    const { type, fields } = readMessage(body);
    if (!this.speakers.includes(seat) || !TYPES_DUE[this.stage].includes(type)) refuse('type_not_due', 'E15');
    const effect = this.#content(type, seat, fields);
    const entry = { seat, round: body.round, type, fields, effect, bytes: bodyBytes, signature };
    this.held.set(place, entry);
    this.open.set(seat, entry);
    this.log.push(entry);
    if (this.owing.length === 0) this.#close();
    return 'accepted';
  }

  /** [E16] As the message's subsection says; gives what the close of the round needs. */
  #content(type, seat, fields) {
    const judge = {
      hello: () => this.#judgeHello(seat, fields),
      commit: () => this.ctx(seat),
      reveal: () => this.#judgeReveal(seat, fields),
      shuffle: () => judgeShuffle('deck', this.ctx(seat), this.jointKey, this.deck, fields.deck, fields.proof),
      deal: () => this.#judgeShares(seat, fields, this.dealOwed.get(seat), 'D2'),
      shares: () => this.#judgeShares(seat, fields, this.sharesOwed.get(seat), 'D5'),
      announce: () => this.#judgeAnnounce(seat, fields),
      lead: () => this.#judgePlay(seat, fields, (cards) => this.hand.judgeLead(seat, cards)),
      answer: () => this.#judgePlay(seat, fields, (cards) => this.hand.judgeAnswer(seat, cards)),
      give: () => this.#judgeGive(seat, fields),
      claim: () => this.hand.judgeClaim(),
      raise: () => this.hand.judgeRaise(seat, fields.to),
      cede: () => this.hand.judgeCede(),
      open: () => this.#judgeOpen(seat, fields),
      count: () => this.#judgeCount(seat, fields),
      points: () => this.#judgePoints(seat, fields),
      win: () => this.#judgeWin(seat, fields),
      result: () => this.#judgeResult(fields),
    }[type];
    const effect = judge?.();
    if (judge && !['hello', 'commit', 'claim', 'raise', 'cede', 'result'].includes(type)) this.proofs += 1;
    return effect;
  }

  #judgeHello(seat, f) {
    if (!equal(f.identity, this.identities[seat])) refuse('identity_key', 'H2');
    if (!f.versions.includes(1)) refuse('version', 'H3');
    const named = firstLeaders(f.features);
    if (named.length > 1 || f.features.some((feature) => feature % 2 === 0 && !FIRST_LEADERS.has(feature))) refuse('feature', 'H4');
    const rules = readRuleset(f.ruleset);
    if (f.seats !== this.seats || !forSeats(rules, this.seats)) refuse('ruleset_differs', 'H6');
    for (const { fields } of this.open.values()) {
      if (!equal(fields.ruleset, f.ruleset) || firstLeaders(fields.features)[0] !== named[0]) refuse('ruleset_differs', 'H6');
    }
    return rules;
  }

  #judgeReveal(seat, { key, proof, nonce }) {
    const { commitment, ctx } = this.commits.get(seat);
    if (!equal(sha256(vec('key-commit', ctx, key, proof, nonce)), commitment)) refuse('commitment', 'K3');
    const X = readPoint(key, 'K4');
    linear.verifyLinear(linear.ownKey(ctx, X), proof);
    return X;
  }

  #judgeShares(seat, { shares, proof }, owed, requirement) {
    const cards = owed.map((p) => this.deck[p]);
    return linear.judgeShares('share', this.ctx(seat), this.keys.get(seat), cards, shares, proof, requirement);
  }

  #judgeAnnounce(seat, { what, proof }) {
    this.hand.judgeAnnounceable(WHAT[what]);
    linear.judgeAnnounced(WHAT[what], this.ctx(seat), this.keys.get(seat), this.cardsHeld(seat), this.hand.trump.suit, proof);
    this.hand.judgeAnnounce(seat, WHAT[what]);
    return WHAT[what];
  }

  /** [P3] The mixed hand. */
  #judgeMix(seat, { hand, mix_proof }) {
    const held = this.cardsHeld(seat);
    if (held.length >= 2) return judgeShuffle('hand', this.ctx(seat), this.keys.get(seat), held, hand, mix_proof, 'P3a');
    if (hand.length || mix_proof.length) refuse('length', 'P3');
    return held;
  }

  /** [P2 to P6, P8] Lead and answer. */
  #judgePlay(seat, fields, rules) {
    const k = fields.openings.length / 33;
    if (!Number.isInteger(k) || k < 1 || k > this.cardsHeld(seat).length) refuse('length', 'P2');
    const mixed = this.#judgeMix(seat, fields);
    const D = linear.judgeShares('open', this.ctx(seat), this.keys.get(seat), mixed.slice(0, k), fields.openings, fields.proof, 'P4');
    const { cards, tripped } = this.#openCards(seat, mixed.slice(0, k), D);
    if (!tripped) rules(cards);
    return { cards, tripped, rest: mixed.slice(k) };
  }

  /** Cards opened by a proof that holds, and whether one of them trips the wire (section 11.7). */
  #openCards(seat, masked, D) {
    const cards = masked.map(({ B }, i) => cardOfPoint(B.subtract(D[i])));
    const deck = deckCards(this.rules.deck);
    const tripped = cards.some((card, i) => card === null || !deck.includes(card) || this.opened.has(card)
      || cards.indexOf(card) < i || (card === this.hand.trump && this.turnedDrawer !== seat));
    return { cards, tripped };
  }

  #judgeGive(seat, fields) {
    this.hand.judgeGive(seat);
    const k = this.hand.led;
    const mixed = this.#judgeMix(seat, fields);
    const given = mixed.slice(0, k);
    const { points, points_proof } = fields;
    if (!this.hand.tells) {
      if (points !== null || points_proof.length) refuse('length', 'P12');
    } else {
      if (points === null) refuse('length', 'P12');
      linear.judgePoints(this.ctx(seat), this.keys.get(seat), given, points, points_proof);
      this.hand.judgeGivePoints(points);
    }
    return { given, points, rest: mixed.slice(k) };
  }

  /** The gifts of unknown worth that a seat gave into these seats' piles, by the pile's owner ascending. */
  giftsOf(seat, owners) {
    return [...owners].sort(ascending)
      .map((owner) => ({ owner, gifts: this.hand.unknown(owner).filter((gift) => gift.giver === seat) }))
      .filter(({ gifts }) => gifts.length > 0)
      .map(({ owner, gifts }) => ({ owner, gifts, masked: gifts.flatMap((gift) => gift.masked) }));
  }

  giftsToOpen(seat) { return this.giftsOf(seat, this.hand.sideOf(this.hand.claimant)); }
  giftsToCount(seat) { return this.giftsOf(seat, this.hand.order); }

  #judgeOpen(seat, { openings, proof }) {
    const piles = this.giftsToOpen(seat);
    const masked = piles.flatMap((pile) => pile.masked);
    const D = linear.judgeShares('open', this.ctx(seat), this.keys.get(seat), masked, openings, proof, 'C2');
    return { piles, ...this.#openCards(seat, masked, D) };
  }

  #judgeCount(seat, { piles }) {
    const owed = this.giftsToCount(seat);
    if (piles.length !== owed.length) refuse('length', 'C5');
    piles.forEach(([points, proof], i) => linear.judgePoints(this.ctx(seat), this.keys.get(seat), owed[i].masked, points, proof));
    piles.forEach(([points], i) => {
      if (!canBeWorth(this.rules.deck, owed[i].masked.length, points)) refuse('points_illegal', 'C6');
    });
    return owed.map(({ owner }, i) => ({ owner, giver: seat, points: piles[i][0] }));
  }

  /** The cards that a seat gave in the trick just taken. */
  givenInTrick(seat) {
    return this.hand.trickTaken.find((play) => play.seat === seat && play.kind === 'give').masked;
  }

  #judgePoints(seat, { sealed, proof }) {
    return linear.judgeSealedPoints(this.ctx(seat), this.keys.get(seat), this.givenInTrick(seat), this.keys.get(this.hand.winner), sealed, proof);
  }

  sealedFor(seat) { return this.sealed.get(seat) ?? []; }

  #judgeWin(seat, { points, proof }) {
    linear.judgeSealedTotal(this.ctx(seat), this.keys.get(seat), this.sealedFor(seat), points, proof);
    this.hand.judgeWin(seat, points);
  }

  /** The fields of `result` but `play_on`. */
  resultFields() {
    const { last } = this.match;
    return { ...last, reason: REASONS[last.reason] };
  }

  #judgeResult(fields) {
    for (const [name, value] of Object.entries(this.resultFields())) {
      const same = Array.isArray(value) ? value.length === fields[name].length && value.every((v, i) => v === fields[name][i]) : value === fields[name];
      if (!same) refuse('result_wrong', 'Z2', name);
    }
    if (fields.play_on && this.match.over) refuse('result_wrong', 'Z2', 'play_on');
  }

  // --- the close of a round (section 10) -----------------------------------------------------------------------------

  #close() {
    const entries = [...this.open.values()].sort((a, b) => a.seat - b.seat);
    this.closing = { round: this.round, entries };
    this.head = nextHead(this.head, entries.map((e) => e.bytes));
    this.heads.push(this.head);
    this.round += 1;
    this.open = new Map();

    const resigned = entries.filter((e) => e.type === 'resign').map((e) => e.seat);
    if (resigned.length) return this.#resign(resigned);
    this.#effect(entries);
    return this.#followHand();
  }

  #void(code) {
    this.stage = 'void';
    this.voided = code;
  }

  #resign(seats) {
    if (this.hand && this.hand.phase !== 'over') this.hand.resign(seats);
    const outcome = this.hand ? this.hand.outcome
      : resignation(this.rules, this.match.order, this.match.leader, seats, false, 1, this.match.placesDrawn);
    this.#result(outcome);
  }

  #result(outcome) {
    this.match.end(outcome);
    this.stage = 'result';
  }

  #effect(entries) {
    const [{ seat, type, fields, effect }] = entries;
    switch (this.stage) {
      case 'hello':
        this.rules = effect;
        this.names = entries.map((e) => e.fields.name);
        this.ruleset = fields.ruleset;
        [this.firstLeader] = firstLeaders(fields.features);
        this.table_id = tableId(this.head);
        this.match = new Match(this.rules, this.seats);
        return this.#newHand();
      case 'commit':
        this.commits = new Map(entries.map((e) => [e.seat, { commitment: e.fields.commitment, ctx: e.effect }]));
        this.stage = 'reveal';
        return undefined;
      case 'reveal': return this.#revealed(entries);
      case 'shuffle':
        this.deck = effect;
        this.shufflers.shift();
        if (this.shufflers.length === 0) this.#dealing();
        return undefined;
      case 'deal': return this.#dealt(entries);
      case 'announce': return this.hand.announce(seat, type === 'announce' ? effect : null);
      case 'points':
        for (const e of entries) this.sealed.set(this.hand.winner, [...this.sealedFor(this.hand.winner), e.effect]);
        return this.hand.pointsTold();
      case 'shares': return this.#drawn(entries);
      case 'opening': return this.#opening(entries);
      case 'count': return this.hand.takeCounts(entries.flatMap((e) => e.effect));
      case 'result':
        if (this.match.over || entries.some((e) => !e.fields.play_on)) {
          this.stage = 'complete';
          return undefined;
        }
        this.match.nextHand();
        return this.#newHand();
      case 'tally': return type === 'win' ? this.hand.win() : this.hand.fill();
      case 'last_word': return type === 'claim' ? this.hand.claim(seat) : this.hand.lastWordPass();
      default: return this.#said(seat, type, fields, effect);
    }
  }

  /** What one seat says in `lead`, `seized`, `raised` and `follow`. */
  #said(seat, type, fields, effect) {
    switch (type) {
      case 'lead':
      case 'answer':
        if (effect.tripped) return this.#void('deck_broken'); // [P5]
        for (const card of effect.cards) this.opened.add(card);
        this.heldCards.set(seat, effect.rest);
        return this.hand[type](seat, effect.cards);
      case 'give':
        this.heldCards.set(seat, effect.rest);
        return this.hand.give(seat, effect.given, effect.points);
      case 'claim': return this.hand.claim(seat);
      case 'raise': return this.hand.raise(seat, fields.to);
      case 'accept': return this.hand.accept();
      case 'decline': return this.hand.decline(seat);
      case 'cede': return this.hand.cede();
      default: throw new Error(`no effect of ${type} in ${this.stage}`);
    }
  }

  #newHand() {
    this.hand = null;
    this.stage = 'commit';
  }

  #revealed(entries) {
    this.keys = new Map(entries.map((e) => [e.seat, e.effect]));
    const keys = [...this.keys.values()];
    this.jointKey = sum(keys);
    if (keys.some((X, i) => keys.findIndex((Y) => Y.equals(X)) < i) || this.jointKey.is0()) return this.#void('keys_equal'); // [K6]
    if (!this.match.placesDrawn) {
      const { order } = playingOrder(this.table_id, entries.map((e) => e.seat), entries.map((e) => e.fields.nonce));
      this.match.drawPlaces(order, this.firstLeader);
    }
    this.deck = startDeck(this.rules.deck, this.jointKey);
    this.shufflers = [...this.match.order].sort(ascending);
    this.stage = 'shuffle';
    return undefined;
  }

  /** The last proved deck is dealt: who owes a share for which position. */
  #dealing() {
    const { order, leader } = this.match;
    const { dealt, turned, stock } = positions(this.deck.length, this.rules.hand, order, leader);
    Object.assign(this, { dealt, turned, stock });
    this.dealOwed = new Map(order.map((seat) => [seat,
      [...order.filter((other) => other !== seat).flatMap((other) => dealt.get(other)), turned].sort(ascending)]));
    this.stage = 'deal';
  }

  /** The private card of a position for its owner: (A, B − Σ shares of the others). */
  #privateCard(position, owner, shares) {
    const others = [...shares.get(position)].filter(([seat]) => seat !== owner).map(([, D]) => D);
    return { A: this.deck[position].A, B: this.deck[position].B.subtract(sum(others)) };
  }

  /** Shares of a round: position → seat → D. */
  #sharesOf(entries, owed) {
    const shares = new Map();
    for (const { seat, effect } of entries) {
      owed.get(seat).forEach((p, i) => {
        if (!shares.has(p)) shares.set(p, new Map());
        shares.get(p).set(seat, effect[i]);
      });
    }
    return shares;
  }

  #dealt(entries) {
    const shares = this.#sharesOf(entries, this.dealOwed);
    this.turnedShares = shares.get(this.turned);
    const trump = cardOfPoint(this.deck[this.turned].B.subtract(sum([...this.turnedShares.values()])));
    if (trump === null || !deckCards(this.rules.deck).includes(trump)) return this.#void('deck_broken'); // [D3]
    this.heldCards = new Map([...this.dealt].map(([seat, list]) => [seat, list.map((p) => this.#privateCard(p, seat, shares))]));
    this.opened = new Set();
    this.sealed = new Map();
    this.turnedDrawer = null;
    this.hand = new Hand({
      rules: this.rules, order: this.match.order, leader: this.match.leader, trump,
      stock: this.stock.length, raisesAllowed: this.match.raisesAllowed,
    });
    return undefined;
  }

  /** A seat's held cards: a list of private cards. */
  cardsHeld(seat) { return this.heldCards.get(seat); }

  /** The hand's phase becomes the table's stage; shares are asked for where cards were drawn. */
  #followHand() {
    if (this.stage === 'void' || !this.hand || ['result', 'complete', 'commit'].includes(this.stage)) return;
    if (this.hand.phase === 'shares') this.#drawing();
    if (this.hand.phase === 'over') this.#result(this.hand.outcome);
    else this.stage = this.hand.phase;
  }

  /** Step 6 after a trick: which positions were drawn, and who owes shares for them. */
  #drawing() {
    this.drawn = this.hand.draws.map((seat) => ({ seat, position: this.stock.shift() }));
    this.sharesOwed = new Map();
    for (const seat of this.match.order) {
      const owed = this.drawn.filter((d) => d.seat !== seat && d.position !== this.turned).map((d) => d.position).sort(ascending);
      if (owed.length) this.sharesOwed.set(seat, owed);
    }
    if (this.sharesOwed.size === 0) this.#drawn([]);
  }

  #drawn(entries) {
    const shares = this.#sharesOf(entries, this.sharesOwed);
    shares.set(this.turned, this.turnedShares);
    for (const { seat, position } of this.drawn) {
      this.heldCards.get(seat).push(this.#privateCard(position, seat, shares));
      if (position === this.turned) this.turnedDrawer = seat;
    }
    this.drawn = [];
    this.hand.sharesTold();
  }

  #opening(entries) {
    const all = entries.flatMap((e) => e.effect.cards);
    if (entries.some((e) => e.effect.tripped) || new Set(all).size !== all.length) return this.#void('deck_broken'); // [C3]
    const cardsOfGift = new Map();
    for (const { effect } of entries) {
      const cards = [...effect.cards];
      for (const { gifts } of effect.piles) for (const gift of gifts) cardsOfGift.set(gift, cards.splice(0, gift.count));
    }
    return this.hand.opened(cardsOfGift);
  }
}

/** [E4 to E8] What an entry says before its place is looked at: its body, validly signed by its cover seat. */
export function coverOf(identities, seat, bodyBytes, signature) {
  if (!identities[seat]) refuse('seat_wrong', 'E4');
  if (bodyBytes.length > LIMITS.max_body) refuse('encoding', 'E5');
  verifyStrict(identities[seat], pae(ENTRY_TYPE, bodyBytes), signature);
  const body = readBody(bodyBytes);
  if (body.seat !== seat) refuse('seat_wrong', 'E8');
  return body;
}
