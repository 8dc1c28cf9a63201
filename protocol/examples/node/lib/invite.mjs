// Invites (section 13.3) as text.

import { concat, equal } from './bytes.mjs';
import { sha256 } from './hashing.mjs';
import { decode, encode } from './msgpack.mjs';
import { INVITE_FIELDS, NETWORK_LIMITS } from './registry.mjs';
import { Refusal } from './refusal.mjs';
import { fitsAll } from './schema.mjs';

const PREFIX = 'BURA:';
const CHECKSUM = 4;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** base32 (RFC 4648), upper case, without padding. */
export function toBase32(bytes) {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >>> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits ? text + ALPHABET[(held << (5 - bits)) & 31] : text;
}

/** The bytes, or null if the text is not what they are written as. */
export function fromBase32(text) {
  const bytes = [];
  let bits = 0;
  let held = 0;
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return null;
    held = ((held << 5) | value) & 0xffff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 255);
    }
  }
  const out = Uint8Array.from(bytes);
  return toBase32(out) === text ? out : null;
}

/** [N14] One or more labels with single dots between. */
export const isHostName = (name) => name.length <= NETWORK_LIMITS.host_name && name.split('.').every((label) => LABEL.test(label));

/** The text of an invite of ours. */
export function writeInvite({ secret, certificate, host, expires, candidates }) {
  const payload = encode([1, secret, certificate, host, expires, candidates]);
  return PREFIX + toBase32(concat(payload, sha256(payload).subarray(0, CHECKSUM)));
}

/** What does not print: white space, control, format and unassigned characters, whatever their script. */
const UNPRINTED = /[\p{Z}\p{C}]/gu;

/** [N14] The fields of an invite that can be used at the time `now` (seconds since 1970), or null. */
export function readInvite(text, now) {
  if ([...text].length > NETWORK_LIMITS.invite_text) return null;
  const clean = text.replace(UNPRINTED, '').replace(/[a-z]/g, (letter) => letter.toUpperCase()); // of ASCII alone
  if (!clean.startsWith(PREFIX)) return null;
  const bytes = fromBase32(clean.slice(PREFIX.length));
  if (!bytes || bytes.length <= CHECKSUM) return null;
  const payload = bytes.subarray(0, -CHECKSUM);
  if (!equal(sha256(payload).subarray(0, CHECKSUM), bytes.subarray(-CHECKSUM))) return null;
  let values;
  try {
    values = decode(payload);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  if (!fitsAll(values, INVITE_FIELDS)) return null; // a first field above 1 is a newer version, and not ours
  const [, secret, certificate, host, expires, candidates] = values;
  if (!candidates.every(([, address]) => typeof address !== 'string' || isHostName(address))) return null;
  if (now >= expires) return null;
  return { values, secret, certificate, host, expires, candidates };
}

/** An address of an invite as a text to dial. */
export function addressText(address) {
  if (typeof address === 'string') return address;
  if (address.length === 4) return [...address].join('.');
  return Array.from({ length: 8 }, (_, i) => (address[2 * i] * 256 + address[2 * i + 1]).toString(16)).join(':');
}

export const ipv4Bytes = (text) => Uint8Array.from(text.split('.').map(Number));
