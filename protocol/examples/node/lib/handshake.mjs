// Authentication of a link (section 13.2), as bytes: who says what, and how it is judged. The socket is in link.mjs.

import { equal } from './bytes.mjs';
import { hmacSha256, pae } from './hashing.mjs';
import { identityPoint, publicKey, sign, verifyStrict } from './identity.mjs';
import { encode } from './msgpack.mjs';
import { refuse } from './refusal.mjs';
import { readFrame, writeFrame } from './schema.mjs';

export const VERSIONS = [1];
export const FEATURES = [];

const type = (what, role) => `application/vnd.bura-p2p.${what}-${role}+msgpack;v=1`;

/** The bytes of which a greet's mac is made, and those of which the rest of `auth` is. */
const C = (tls_bind, { versions, features, identity, nonce }) => encode([tls_bind, [versions, features, identity, nonce]]);
const H = (tls_bind, guestGreet, hostGreet) => encode([tls_bind, guestGreet, hostGreet]);

const greetMac = (role, secret, tls_bind, greet) => hmacSha256(secret, pae(type('greet', role), C(tls_bind, greet)));

/** The payload of our own greet. */
export function makeGreet(role, inviteSecret, tls_bind, identitySecret, nonce) {
  const greet = { versions: VERSIONS, features: FEATURES, identity: publicKey(identitySecret), nonce };
  return writeFrame('greet', { ...greet, mac: greetMac(role, inviteSecret, tls_bind, greet) });
}

/** A message that must be this one here (N13). */
function only(name, payload) {
  const message = readFrame(payload);
  if (message.type !== name) refuse('link_order', 'N13', `${message.type} in place of ${name}`);
  return message.fields;
}

/** Judge the form and the mac of the other side's greet (N16), before anything else of it. */
export function readGreet(role, payload, inviteSecret, tls_bind) {
  const greet = only('greet', payload);
  if (!equal(greet.mac, greetMac(role, inviteSecret, tls_bind, greet))) refuse('authentication', 'N16');
  return greet;
}

/** [N6 to N10] `own`: { identity, nonce } of this side; `expected`: the invite's host, where this side is the guest. */
export function judgeGreet(greet, own, expected = null) {
  if (equal(greet.identity, own.identity) || equal(greet.nonce, own.nonce)) refuse('identity_repeated', 'N6');
  identityPoint(greet.identity);
  if (!greet.versions.some((v) => VERSIONS.includes(v))) refuse('version', 'N8');
  if (greet.features.some((f) => f % 2 === 0 && !FEATURES.includes(f))) refuse('feature', 'N9');
  if (expected && !equal(greet.identity, expected)) refuse('authentication', 'N10');
}

/** The payload of our own auth. */
export function makeAuth(role, inviteSecret, tls_bind, guestGreet, hostGreet, identitySecret) {
  const bytes = pae(type('link', role), H(tls_bind, guestGreet, hostGreet));
  return writeFrame('auth', { signature: sign(bytes, identitySecret), mac: hmacSha256(inviteSecret, bytes) });
}

/** [N11] Judge the other side's auth. */
export function judgeAuth(role, payload, inviteSecret, tls_bind, guestGreet, hostGreet, identity) {
  const auth = only('auth', payload);
  const bytes = pae(type('link', role), H(tls_bind, guestGreet, hostGreet));
  if (!equal(auth.mac, hmacSha256(inviteSecret, bytes))) refuse('authentication', 'N11');
  verifyStrict(identity, bytes, auth.signature);
}
