// Identities: Ed25519, strictly verified (section 7).

import { ed25519 } from '@noble/curves/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2';
import { concat, equal } from './bytes.mjs';
import { once } from './once.mjs';
import { refuse } from './refusal.mjs';

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const Y8 = BigInt('0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7');
const LOW_ORDER_Y = new Set([0n, 1n, P - 1n, Y8, P - Y8]);
const { Point } = ed25519;

const littleEndian = (bytes) => bytes.reduceRight((n, byte) => n * 256n + BigInt(byte), 0n);

/** 32 bytes whose low 255 bits are a y below p, and not that of a point of low order. */
function canonical(bytes) {
  if (bytes.length !== 32) return false;
  const y = littleEndian(bytes) & (2n ** 255n - 1n);
  return y < P && !LOW_ORDER_Y.has(y);
}

const keys = new Map(); // points of keys already checked

/** The point of a key, or refuse (`identity_key`). */
export function identityPoint(key) {
  const name = key.join();
  if (keys.has(name)) return keys.get(name);
  if (!canonical(key)) refuse('identity_key', 'E6');
  let point;
  try {
    point = Point.fromHex(key, false);
  } catch {
    refuse('identity_key', 'E6');
  }
  if (keys.size > 64) keys.clear();
  keys.set(name, point);
  return point;
}

const times = (point, scalar) => (scalar === 0n ? Point.ZERO : point.multiplyUnsafe(scalar));

/** Strict verification: refuse (`identity_key`, `signature`). No cofactor: S·B − k·key has the bytes of R. */
export function verifyStrict(key, message, signature) {
  const point = identityPoint(key);
  const R = signature.subarray(0, 32);
  if (signature.length !== 64 || !canonical(R)) refuse('signature', 'E6');
  once(sha256(concat(key, signature, message)), () => judge(point, key, message, signature));
}

function judge(point, key, message, signature) {
  const R = signature.subarray(0, 32);
  const S = littleEndian(signature.subarray(32));
  if (S >= L) refuse('signature', 'E6');
  const k = littleEndian(sha512(concat(R, key, message))) % L;
  const computed = times(Point.BASE, S).subtract(times(point, k));
  if (!equal(computed.toRawBytes(), R)) refuse('signature', 'E6');
  return true;
}

export const publicKey = (secret) => ed25519.getPublicKey(secret);
export const sign = (message, secret) => ed25519.sign(message, secret);
