// The linear proof (section 11.8): knowledge of x_1 … x_m with Y_k = Σ_j x_j·B_kj for each row k.
//
// A statement is { label, ctx, code, rows: [{ target, bases }], witnesses: m }; an absent base is null.
// A masked card is { A, B }, two points.

import { concat, equal, u16 } from './bytes.mjs';
import { AXES, G, IDENTITY, hashToScalar, mod, pointBytes, pointsBytes, readPoint, readPoints, readScalars, scalarBytes, secretTimes, sum, sumOf } from './group.mjs';
import { sha256, vec } from './hashing.mjs';
import { once } from './once.mjs';
import { refuse } from './refusal.mjs';

export const SHARE_CODES = { share: 'share_proof', open: 'open_proof' };

/** A masked card of the wire: 66 bytes. */
export const readCards = (bytes, requirement) => {
  const points = readPoints(bytes, requirement);
  return Array.from({ length: points.length / 2 }, (_, i) => ({ A: points[2 * i], B: points[2 * i + 1] }));
};
export const cardBytes = ({ A, B }) => concat(pointBytes(A), pointBytes(B));
export const cardsBytes = (cards) => concat(...pointsBytes(cards.flatMap(({ A, B }) => [A, B])));

const statement = (label, ctx, code, rows) => ({ label, ctx, code, rows, witnesses: rows[0].bases.length });
const absent = (count) => new Array(count).fill(null);
const row = (target, ...bases) => ({ target, bases });
const H = AXES;

// --- the statements of the table in section 11.8 ---------------------------------------------------------------------

export const ownKey = (ctx, X) => statement('own-key', ctx, 'key_proof', [row(X, G)]);

/** `share` and `open`: D_i = x·A_i for each card. */
export const shares = (label, ctx, X, cards, D) =>
  statement(label, ctx, SHARE_CODES[label], [row(X, G), ...cards.map((card, i) => row(D[i], card.A))]);

const sumA = (cards) => sum(cards.map((c) => c.A));
const sumB = (cards) => sum(cards.map((c) => c.B));

/** `points`: these cards are worth p together. */
export const pointsOf = (ctx, X, cards, p) =>
  statement('points', ctx, 'statement_proof', [
    row(X, G, ...absent(2)),
    row(sumB(cards).subtract(sumOf([[BigInt(p), H.H_points]])), sumA(cards), H.H_rank, H.H_suit),
  ]);

/** `sealed-points`: they are worth what (C_1, C_2) holds under the key `owner`. */
export const sealedPoints = (ctx, X, cards, owner, C1, C2) =>
  statement('sealed-points', ctx, 'statement_proof', [
    row(X, G, ...absent(4)),
    row(C1, null, G, ...absent(3)),
    row(C2, null, owner, H.H_points, ...absent(2)),
    row(sumB(cards), sumA(cards), null, H.H_points, H.H_rank, H.H_suit),
  ]);

/** `sealed-total`: these pairs under my key hold p together. */
export const sealedTotal = (ctx, X, pairs, p) =>
  statement('sealed-total', ctx, 'statement_proof', [
    row(X, G),
    row(sum(pairs.map((c) => c.B)).subtract(sumOf([[BigInt(p), H.H_points]])), sum(pairs.map((c) => c.A))),
  ]);

/** A row per card with witnesses of its own: `groups` names the bases of α_i, β_i; a null base has no column. */
function cardByCard(label, ctx, X, perCard, kinds) {
  const k = perCard.length;
  const columns = kinds.length * k;
  const rows = [row(X, G, ...absent(columns))];
  perCard.forEach(({ target, base }, i) => {
    const bases = [base, ...absent(columns)];
    kinds.forEach((axis, kind) => { bases[1 + kind * k + i] = axis; });
    rows.push({ target, bases });
  });
  return statement(label, ctx, 'statement_proof', rows);
}

/** `suit`: each of these cards is of suit s. */
export const suitOf = (ctx, X, cards, s) =>
  cardByCard('suit', ctx, X, cards.map(({ A, B }) => ({ target: B.subtract(sumOf([[BigInt(s + 1), H.H_suit]])), base: A })), [H.H_rank, H.H_points]);

/** `rank`: each of these cards is of rank r and worth `points`. */
export const rankOf = (ctx, X, cards, r, points) => {
  const M = sumOf([[BigInt(r + 1), H.H_rank], [BigInt(points), H.H_points]]);
  return cardByCard('rank', ctx, X, cards.map(({ A, B }) => ({ target: B.subtract(M), base: A })), [H.H_suit]);
};

/** `one-suit`: these cards are of one suit. */
export const oneSuit = (ctx, X, [first, ...others]) =>
  cardByCard('one-suit', ctx, X, others.map(({ A, B }) => ({ target: first.B.subtract(B), base: first.A.subtract(A) })), [H.H_rank, H.H_points]);

// --- prover and verifier ---------------------------------------------------------------------------------------------

/** S = vec(label, ctx, u16 rows, u16 m, then row by row Y, B_1 … B_m). */
export function statementBytes({ label, ctx, rows, witnesses }) {
  return vec(label, ctx, u16(rows.length), u16(witnesses), ...pointsBytes(rows.flatMap(({ target, bases }) => [target, ...bases])));
}

const challenge = (S, T) => hashToScalar(vec(S, ...pointsBytes(T)), 'linear-challenge');

export const proofLength = ({ witnesses }) => 32 * (1 + witnesses);

/** Judge a proof: `length`, `scalar`, then the statement's code unless G6 holds. Gives the values of G6. */
export function verifyLinear(stated, proof) {
  if (proof.length !== proofLength(stated)) refuse('length', 'G4', 'the proof');
  const [e, ...z] = readScalars(proof);
  const S = statementBytes(stated);
  return once(sha256(vec('linear', S, proof)), () => {
    const T = stated.rows.map(({ target, bases }) =>
      sumOf([...bases.map((base, j) => [z[j], base ?? IDENTITY]), [-e, target]]));
    const computed = challenge(S, T);
    if (!equal(scalarBytes(e), scalarBytes(computed))) refuse(stated.code, 'G6', stated.label);
    return { S, T, e };
  });
}

/** A proof; `fresh` are 32 new bytes of the operating system's generator (section 11.10). */
export function proveLinear(stated, witness, fresh) {
  const { label, ctx, rows, witnesses } = stated;
  if (witness.length !== witnesses) throw new Error('another number of witnesses');
  const x = witness.map(mod);
  const S = statementBytes(stated);
  const root = sha256(vec(fresh, label, ctx, S, concat(...x.map(scalarBytes))));
  const w = x.map((_, j) => hashToScalar(concat(root, u16(j + 1)), 'nonce'));
  const T = rows.map(({ bases }) => sum(bases.map((base, j) => (base === null || base.is0() ? IDENTITY : secretTimes(base, w[j])))));
  const e = challenge(S, T);
  return concat(scalarBytes(e), ...x.map((x_j, j) => scalarBytes(mod(w[j] + e * x_j))));
}

// --- what receivers judge --------------------------------------------------------------------------------------------

/** [G9] No masked card stands twice in a statement over cards. */
export function noCardTwice(cards) {
  const names = new Set(cards.map((card) => cardBytes(card).join()));
  if (names.size !== cards.length) refuse('statement_proof', 'G9');
}

/** [D2, C2] Shares or openings of `cards`, as bytes; gives their points. */
export function judgeShares(label, ctx, X, cards, bytes, proof, requirement) {
  if (bytes.length !== 33 * cards.length || proof.length !== 64) refuse('length', requirement);
  const D = readPoints(bytes, requirement);
  verifyLinear(shares(label, ctx, X, cards, D), proof);
  return D;
}

/** [G8, G9] The points of cards: the bound, no card twice, then length, scalars, proof. */
export function judgePoints(ctx, X, cards, points, proof) {
  if (points > 11 * cards.length) refuse('statement_proof', 'G8');
  noCardTwice(cards);
  verifyLinear(pointsOf(ctx, X, cards, points), proof);
}

/** [T2] Points sealed for `owner`; gives the pair. */
export function judgeSealedPoints(ctx, X, cards, owner, sealed, proof) {
  if (sealed.length !== 66) refuse('length', 'T2');
  const pair = { A: readPoint(sealed.subarray(0, 33), 'T2'), B: readPoint(sealed.subarray(33), 'T2') };
  noCardTwice(cards);
  verifyLinear(sealedPoints(ctx, X, cards, owner, pair.A, pair.B), proof);
  return pair;
}

/** [T4] The sum of everything sealed for the seat of X. */
export function judgeSealedTotal(ctx, X, pairs, points, proof) {
  if (pairs.length === 0) refuse('length', 'T4', 'nothing was sealed');
  verifyLinear(sealedTotal(ctx, X, pairs, points), proof);
}

/** [Q4] An announcement: 'trumps', 'aces' or 'one_suit'. */
export function judgeAnnounced(what, ctx, X, cards, trumpSuit, proof) {
  noCardTwice(cards);
  verifyLinear(announced(what, ctx, X, cards, trumpSuit), proof);
}

/** [Q1] The statement of an announcement. */
export function announced(what, ctx, X, cards, trumpSuit) {
  switch (what) {
    case 'trumps': return suitOf(ctx, X, cards, trumpSuit);
    case 'aces': return rankOf(ctx, X, cards, 8, 11);
    case 'one_suit': return oneSuit(ctx, X, cards);
    default: throw new Error(`no combination ${what}`);
  }
}

/** Its witness, from the cards themselves. */
export function announcedWitness(what, x, faces) {
  const scalars = (list) => list.map((v) => mod(BigInt(v)));
  switch (what) {
    case 'trumps': return [x, ...scalars(faces.map((c) => c.rank + 1)), ...scalars(faces.map((c) => c.points))];
    case 'aces': return [x, ...scalars(faces.map((c) => c.suit + 1))];
    case 'one_suit': {
      const [first, ...others] = faces;
      return [x, ...scalars(others.map((c) => first.rank - c.rank)), ...scalars(others.map((c) => first.points - c.points))];
    }
    default: throw new Error(`no combination ${what}`);
  }
}
