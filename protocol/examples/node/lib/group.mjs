// secp256k1: points, scalars, hashing to both, sums of products (sections 11.1, 11.3, 11.4).

import { secp256k1, secp256k1_hasher } from '@noble/curves/secp256k1';
import { expand_message_xmd } from '@noble/curves/abstract/hash-to-curve';
import { ascii, fromHex, split } from './bytes.mjs';
import { sha256 } from './hashing.mjs';
import { refuse } from './refusal.mjs';
import { CARD_BY_NAME } from './deck.mjs';
import { GENERATORS, PURPOSES } from './registry.mjs';

const { Point } = secp256k1;

/** The order of the group. */
export const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
export const G = Point.BASE;
export const IDENTITY = Point.ZERO;

export const mod = (x) => ((x % n) + n) % n;

/** [G1] A point of the wire: 33 bytes, 02 or 03, x < p, on the curve; else refuse (`point`). */
export function readPoint(bytes, requirement = 'G1') {
  if (bytes.length !== 33 || (bytes[0] !== 2 && bytes[0] !== 3)) refuse('point', requirement);
  try {
    return Point.fromHex(bytes);
  } catch {
    return refuse('point', requirement);
  }
}

/** Points one behind another. */
export const readPoints = (bytes, requirement) => split(bytes, 33).map((b) => readPoint(b, requirement));

/** [G3] 33 bytes of an element; the identity, and an absent base, are 33 zero bytes. */
export function pointBytes(point) {
  if (point === null || point.is0()) return new Uint8Array(33);
  return point.toRawBytes(true);
}

/** The bytes of many, with one inversion for all. */
export function pointsBytes(points) {
  const present = points.filter((p) => p !== null && !p.is0());
  const affine = Point.normalizeZ(present);
  let at = 0;
  return points.map((p) => (p === null || p.is0() ? new Uint8Array(33) : affine[at++].toRawBytes(true)));
}

/** [G2] A scalar: 32 bytes, big-endian, below n; else refuse (`scalar`). Zero is allowed. */
export function readScalar(bytes, requirement = 'G2') {
  const x = bytes.length === 32 ? bigEndian(bytes) : n;
  if (x >= n) refuse('scalar', requirement);
  return x;
}

export const readScalars = (bytes, requirement) => split(bytes, 32).map((b) => readScalar(b, requirement));

export function bigEndian(bytes) {
  let x = 0n;
  for (const byte of bytes) x = x * 256n + BigInt(byte);
  return x;
}

export const scalarBytes = (x) => fromHex(x.toString(16).padStart(64, '0'));

/** HashToScalar(m, purpose) of section 11.3. */
export function hashToScalar(message, purpose) {
  return bigEndian(expand_message_xmd(message, ascii(dst(purpose)), 48, sha256)) % n;
}

/** HashToGroup(m, purpose) of section 11.3. */
export function hashToGroup(message, purpose) {
  return Point.fromAffine(secp256k1_hasher.hashToCurve(message, { DST: ascii(dst(purpose)) }).toAffine());
}

function dst(purpose) {
  if (!(purpose in PURPOSES)) throw new Error(`no purpose ${purpose}`);
  return PURPOSES[purpose];
}

/**
 * x·P of a *secret* x: the same sequence of doublings and complete additions for every x (the library's own way for G).
 * JavaScript's integers are not constant-time all the same, so users are told [G5].
 */
export function secretTimes(point, x) {
  const k = mod(x);
  if (point === G) return k === 0n ? IDENTITY : G.multiply(k);
  const multiples = [IDENTITY];
  for (let i = 1; i < 16; i++) multiples.push(multiples[i - 1].add(point));
  let product = IDENTITY;
  for (let shift = 252n; shift >= 0n; shift -= 4n) {
    product = product.double().double().double().double().add(multiples[Number((k >> shift) & 15n)]);
  }
  return product;
}

/** x·P of public values. */
export const times = (point, x) => (mod(x) === 0n || point.is0() ? IDENTITY : point.multiplyUnsafe(mod(x)));

/** Σ x_i·P_i of public values. Terms of the identity or of zero count nothing. */
export function sumOf(terms) {
  const points = [];
  const scalars = [];
  for (const [x, point] of terms) {
    const reduced = mod(x);
    if (reduced === 0n || point.is0()) continue;
    points.push(point);
    scalars.push(reduced);
  }
  if (points.length > 8) return Point.msm(points, scalars);
  return points.reduce((sum, point, i) => sum.add(point.multiplyUnsafe(scalars[i])), IDENTITY);
}

export const sum = (points) => points.reduce((total, p) => total.add(p), IDENTITY);

// --- generators and cards (section 11.4) -----------------------------------------------------------------------------

const named = (list) => Object.fromEntries(list.map((g) => [g.name, readPoint(fromHex(g.point))]));

/** H_rank, H_suit, H_points; h and h_1 … h_36. A test derives them all again from their messages. */
export const AXES = named(GENERATORS.card_axis);
export const BASES = named(GENERATORS.shuffle_base);

export function cardPoint(card) {
  return sumOf([[BigInt(card.rank + 1), AXES.H_rank], [BigInt(card.suit + 1), AXES.H_suit], [BigInt(card.points), AXES.H_points]]);
}

const key = (point) => pointBytes(point).join();
const CARD_POINTS = new Map(GENERATORS.cards.map((c) => [c.card, readPoint(fromHex(c.point))]));
const CARD_OF_POINT = new Map([...CARD_POINTS].map(([name, point]) => [key(point), CARD_BY_NAME.get(name)]));

export const pointOfCard = (card) => CARD_POINTS.get(card.name);

/** The card of a point, or null if it is none of the 36. */
export const cardOfPoint = (point) => CARD_OF_POINT.get(key(point)) ?? null;
