// A seat that plays: it holds the secrets and makes the entries. What it plays is chosen elsewhere (bot.mjs, or a person).
// Nothing here prints a secret; those of a hand are forgotten when its outcome is known (section 16).

import { concat, readU32, u16 } from './bytes.mjs';
import { cardOfPoint, G, hashToScalar, pointBytes, readScalar, scalarBytes, secretTimes, sumOf, AXES } from './group.mjs';
import { ENTRY_TYPE, pae, sha256, vec } from './hashing.mjs';
import { publicKey, sign } from './identity.mjs';
import * as linear from './linear.mjs';
import { COMBINATIONS } from './registry.mjs';
import { writeBody } from './schema.mjs';
import { maskingFactors, proveShuffle, shuffled } from './shuffle.mjs';

const total = (cards) => cards.reduce((t, card) => t + card.points, 0);

export class Player {
  #secret;
  #random;
  #hand = null; // { number, x, X, proof, nonce } of the open hand
  #keepHand;

  /**
   * @param {object} who seat, secret (Ed25519, 32 bytes), name
   * @param {(count: number) => Uint8Array} random bytes of the operating system's generator
   * @param {(hand: object | null) => void} keepHand keeps the secrets of the open hand where only this seat reads them, before its
   *   commit is made; null: erases them
   */
  constructor({ seat, secret, name = '' }, random, keepHand = () => {}) {
    this.#keepHand = keepHand;
    this.seat = seat;
    this.name = name;
    this.#secret = secret;
    this.#random = random;
  }

  get identity() { return publicKey(this.#secret); }

  /** A signed entry for the open round of this table: { seat, bytes, signature }. It is judged by our own table before it is sent. */
  entry(table, type, fields = {}) {
    const bytes = writeBody({ table_id: table.table_id, round: table.round, seat: this.seat, prev: table.head }, type, fields);
    return { seat: this.seat, bytes, signature: sign(pae(ENTRY_TYPE, bytes), this.#secret) };
  }

  // --- entries that follow from the table alone ----------------------------------------------------------------------

  /** [H1c] It names no first leader: this client agrees on no other game of the same two, and takes nobody's word for it (J3k). */
  hello(table, ruleset) {
    return this.entry(table, 'hello', {
      identity: this.identity, nonce: this.#random(32), versions: [1], features: [], seats: table.seats, ruleset, name: this.name,
    });
  }

  /** [K1] */
  commit(table) {
    let x = 0n;
    while (x === 0n) x = hashToScalar(this.#random(32), 'hand-key');
    const X = secretTimes(G, x);
    const ctx = table.ctx(this.seat);
    const proof = linear.proveLinear(linear.ownKey(ctx, X), [x], this.#random(32));
    const nonce = this.#random(32);
    this.#keepHand({ number: table.match.hand, x: scalarBytes(x), proof, nonce });
    this.#hand = { number: table.match.hand, x, X, proof, nonce };
    return this.entry(table, 'commit', { commitment: sha256(vec('key-commit', ctx, pointBytes(X), proof, nonce)) });
  }

  /** [K2] */
  reveal(table) {
    const { X, proof, nonce } = this.#hand;
    return this.entry(table, 'reveal', { key: pointBytes(X), proof, nonce });
  }

  /** [S1] */
  shuffle(table) {
    const inputs = table.deck;
    const { outputs, argument } = this.#mix(table, 'deck', table.jointKey, inputs, this.#order(inputs.length));
    return this.entry(table, 'shuffle', { deck: linear.cardsBytes(outputs), proof: argument });
  }

  /** [D1, D4] */
  shares(table, type) {
    const owed = (type === 'deal' ? table.dealOwed : table.sharesOwed).get(this.seat);
    return this.entry(table, type, this.#opened('share', table, owed.map((p) => table.deck[p]), 'shares'));
  }

  /** [C1] */
  open(table) {
    return this.entry(table, 'open', this.#opened('open', table, table.giftsToOpen(this.seat).flatMap((pile) => pile.masked), 'openings'));
  }

  /** [C4] */
  count(table) {
    const ctx = table.ctx(this.seat);
    const piles = table.giftsToCount(this.seat).map(({ masked }) => {
      const faces = masked.map((card) => this.read(card));
      return [total(faces), this.#provePoints(ctx, masked, faces)];
    });
    return this.entry(table, 'count', { piles });
  }

  /** [T1] */
  points(table) {
    const { x, X } = this.#hand;
    const ctx = table.ctx(this.seat);
    const masked = table.givenInTrick(this.seat);
    const faces = masked.map((card) => this.read(card));
    const owner = table.keys.get(table.hand.winner);
    const root = sha256(vec(this.#random(32), 'sealed-points', scalarBytes(x), ctx, linear.cardsBytes(masked)));
    const r = hashToScalar(concat(root, u16(1)), 'masking-factor');
    const p = BigInt(total(faces));
    const C1 = secretTimes(G, r);
    const C2 = sumOf([[p, AXES.H_points]]).add(secretTimes(owner, r));
    const stated = linear.sealedPoints(ctx, X, masked, owner, C1, C2);
    const proof = linear.proveLinear(stated, [x, r, p, ...axes(faces)], this.#random(32));
    return this.entry(table, 'points', { sealed: concat(pointBytes(C1), pointBytes(C2)), proof });
  }

  /** The sum of everything sealed for this seat in this hand. */
  sealedTotal(table) {
    return table.sealedFor(this.seat).reduce((t, { A, B }) => t + this.#readPoints(B.subtract(secretTimes(A, this.#hand.x))), 0);
  }

  #readPoints(point) {
    let p = 0;
    for (let q = sumOf([]); !q.equals(point); q = q.add(AXES.H_points)) if (++p > 120) throw new Error('no points');
    return p;
  }

  /** [T3] */
  win(table) {
    const points = this.sealedTotal(table);
    const stated = linear.sealedTotal(table.ctx(this.seat), this.#hand.X, table.sealedFor(this.seat), points);
    return this.entry(table, 'win', { points, proof: linear.proveLinear(stated, [this.#hand.x], this.#random(32)) });
  }

  /** [Z1] */
  result(table, play_on) {
    return this.entry(table, 'result', { ...table.resultFields(), play_on: play_on && !table.match.over });
  }

  // --- entries that somebody chooses ---------------------------------------------------------------------------------

  /** [P1, P7] `lead` or `answer` with these of the cards that `cards(table)` gave. */
  play(table, type, cards) {
    const { mixed, fields } = this.#mixHand(table, cards);
    return this.entry(table, type, { ...fields, ...this.#opened('open', table, mixed.slice(0, cards.length), 'openings') });
  }

  /** [P9] */
  give(table, cards) {
    const { mixed, fields } = this.#mixHand(table, cards);
    const told = { points: null, points_proof: new Uint8Array(0) };
    if (table.hand.tells) {
      told.points = total(cards);
      const given = mixed.slice(0, cards.length);
      told.points_proof = this.#provePoints(table.ctx(this.seat), given, given.map((card) => this.read(card)));
    }
    return this.entry(table, 'give', { ...fields, ...told });
  }

  /** [Q1] `what`: a name of the registry of combinations. */
  announce(table, what) {
    const masked = table.cardsHeld(this.seat);
    const { x, X } = this.#hand;
    const stated = linear.announced(what, table.ctx(this.seat), X, masked, table.hand.trump.suit);
    const witness = linear.announcedWitness(what, x, masked.map((card) => this.read(card)));
    const { combination } = COMBINATIONS.find((c) => c.name === what);
    return this.entry(table, 'announce', { what: combination, proof: linear.proveLinear(stated, witness, this.#random(32)) });
  }

  // --- what only this seat knows -------------------------------------------------------------------------------------

  /** Are the secrets of the open hand here? Without them a seat can only resign (J4). */
  knowsHand(table) { return this.#hand !== null && this.#hand.number === table.match.hand; }

  forgetHand() {
    this.#hand = null;
    this.#keepHand(null);
  }

  /** The secrets that an earlier run has kept. */
  recallHand({ number, x, proof, nonce }) {
    const scalar = readScalar(x);
    this.#hand = { number, x: scalar, X: secretTimes(G, scalar), proof, nonce };
  }

  /** The card under a private card of this seat. */
  read({ A, B }) {
    const card = cardOfPoint(B.subtract(secretTimes(A, this.#hand.x)));
    if (card === null) throw new Error('a private card of ours is no card');
    return card;
  }

  /** The cards in hand, in the order of the held cards. */
  cards(table) { return table.cardsHeld(this.seat).map((card) => this.read(card)); }

  // --- making proofs -------------------------------------------------------------------------------------------------

  /** An order of n things, each as likely as any other. */
  #order(n) {
    const things = Array.from({ length: n }, (_, i) => i);
    for (let last = n - 1; last > 0; last--) {
      const many = last + 1;
      let drawn;
      do drawn = readU32(this.#random(4), 0); while (drawn >= 2 ** 32 - (2 ** 32 % many));
      [things[last], things[drawn % many]] = [things[drawn % many], things[last]];
    }
    return things;
  }

  #mix(table, label, key, inputs, permutation) {
    const ctx = table.ctx(this.seat);
    const factors = maskingFactors(this.#random(32), this.#hand.x, ctx, inputs);
    const outputs = shuffled(key, inputs, permutation, factors);
    return { outputs, argument: proveShuffle(label, ctx, key, inputs, outputs, permutation, factors, this.#random(32)) };
  }

  /** The hand mixed anew, with these cards first: both parts in a random order. */
  #mixHand(table, cards) {
    const held = table.cardsHeld(this.seat);
    const faces = this.cards(table);
    const played = cards.map((card) => faces.indexOf(card));
    if (played.includes(-1)) throw new Error('a card that is not held');
    const others = faces.map((_, i) => i).filter((i) => !played.includes(i));
    const permutation = [...this.#order(played.length).map((i) => played[i]), ...this.#order(others.length).map((i) => others[i])];
    if (held.length === 1) return { mixed: held, fields: { hand: new Uint8Array(0), mix_proof: new Uint8Array(0) } };
    const { outputs, argument } = this.#mix(table, 'hand', this.#hand.X, held, permutation);
    return { mixed: outputs, fields: { hand: linear.cardsBytes(outputs), mix_proof: argument } };
  }

  /** Shares or openings with their proof. */
  #opened(label, table, cards, name) {
    const { x, X } = this.#hand;
    const D = cards.map(({ A }) => secretTimes(A, x));
    const proof = linear.proveLinear(linear.shares(label, table.ctx(this.seat), X, cards, D), [x], this.#random(32));
    return { [name]: concat(...D.map(pointBytes)), proof };
  }

  #provePoints(ctx, masked, faces) {
    const { x, X } = this.#hand;
    return linear.proveLinear(linear.pointsOf(ctx, X, masked, total(faces)), [x, ...axes(faces)], this.#random(32));
  }
}

/** α = Σ(rank+1), β = Σ(suit+1). */
const axes = (faces) => [
  BigInt(faces.reduce((t, c) => t + c.rank + 1, 0)),
  BigInt(faces.reduce((t, c) => t + c.suit + 1, 0)),
];
