// vec, heads, table id, ctx, PAE (sections 7 and 11.2).

import { sha256 } from '@noble/hashes/sha2';
import { hmac } from '@noble/hashes/hmac';
import { ascii, concat, u16, u32, u8 } from './bytes.mjs';

export { sha256 };
export const hmacSha256 = (key, message) => hmac(sha256, key, message);

/** lp(x) = u16 length ‖ x. */
const lp = (x) => [u16(x.length), x];

/** vec(x1 … xm) = u16 m ‖ lp(x1) ‖ … ‖ lp(xm); text stands for its ASCII bytes. */
export function vec(...parts) {
  const bytes = parts.map((p) => (typeof p === 'string' ? ascii(p) : p));
  return concat(u16(bytes.length), ...bytes.flatMap(lp));
}

/** The head after a round, from the bodies of its speakers, seats ascending. */
export const nextHead = (before, bodies) => sha256(vec(before, ...bodies));

export const tableId = (headAfterRound0) => sha256(vec('BURA-P2P-V1-table', headAfterRound0));

/** ctx of a place (section 11.2), 85 bytes. */
export const context = (table_id, hand, round, seat, head) => vec(table_id, u32(hand), u32(round), u8(seat), head);

/** DSSE's pre-authentication encoding. */
export function pae(type, body) {
  return concat(ascii(`DSSEv1 ${type.length} ${type} ${body.length} `), body);
}

export const ENTRY_TYPE = 'application/vnd.bura-p2p.entry+msgpack;v=1';
