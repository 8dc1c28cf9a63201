// Proofs and signatures that held already: the files of one game hold the same ones, and each is computed once.

import { toHex } from './bytes.mjs';

const MOST = 4096;
const held = new Map(); // hash of all that was given → what came of it

/**
 * `compute()`, or what it gave for the same bytes before. What it throws is never kept.
 * @param {Uint8Array} hash of everything that the outcome depends on
 */
export function once(hash, compute) {
  const key = toHex(hash);
  if (held.has(key)) return held.get(key);
  const value = compute();
  if (held.size >= MOST) held.delete(held.keys().next().value);
  held.set(key, value);
  return value;
}
