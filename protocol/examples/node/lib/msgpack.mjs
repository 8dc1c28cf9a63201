// Strict msgpack (section 6): one form for every value, and nothing else is read.
//
// Values: null, true, false, integers as numbers, str as string, bin as Uint8Array, array as Array.
// A bool is no integer and a bin no str, so JavaScript's types tell all of them apart.

import { concat, u16, u32 } from './bytes.mjs';
import { LIMITS } from './registry.mjs';
import { refuse } from './refusal.mjs';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const toUtf8 = new TextEncoder();

export const utf8Bytes = (text) => toUtf8.encode(text);

/** Read one strict value that fills `bytes`, or refuse with `code` (M6: `encoding` of a body, `link_message` of a frame). */
export function decode(bytes, code = 'encoding') {
  const no = (rule, why) => refuse(code, rule, why);
  if (bytes.length > LIMITS.max_frame) no('M5', 'too long');
  let at = 0;

  const take = (n) => {
    if (at + n > bytes.length) no('M5', 'cut');
    at += n;
    return bytes.subarray(at - n, at);
  };
  const uint = (size, least) => {
    const b = take(size);
    let n = 0;
    for (const byte of b) n = n * 256 + byte; // exact up to 2^53, and a larger one stays larger
    if (n < least) no('M2', 'longer form');
    if (n > LIMITS.max_uint) no('M1', 'beyond 2^53-1');
    return n;
  };
  const int = (size, below) => {
    const b = take(size);
    let n = 0n;
    for (const byte of b) n = n * 256n + BigInt(byte);
    n = BigInt.asIntN(8 * size, n);
    if (n >= below) no('M2', 'longer form'); // what is 0 or more has an unsigned form
    if (n < -BigInt(LIMITS.max_uint)) no('M1', 'below -(2^53-1)');
    return Number(n);
  };
  const text = (n) => {
    try {
      return utf8.decode(take(n));
    } catch (error) {
      if (error instanceof TypeError) return no('M3', 'not UTF-8');
      throw error;
    }
  };
  const items = (n, depth) => {
    if (depth > LIMITS.max_depth) no('M4', 'too deep');
    if (n > LIMITS.max_items) no('M4', 'too many items');
    const list = [];
    for (let i = 0; i < n; i++) list.push(value(depth));
    return list;
  };

  function value(depth) {
    const first = take(1)[0];
    if (first <= 0x7f) return first;
    if (first >= 0xe0) return first - 256;
    if (first >= 0xa0 && first <= 0xbf) return text(first - 0xa0);
    if (first >= 0x90 && first <= 0x9f) return items(first - 0x90, depth + 1);
    switch (first) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xc4: return take(uint(1, 0));
      case 0xc5: return take(uint(2, 1 << 8));
      case 0xc6: return take(uint(4, 1 << 16));
      case 0xcc: return uint(1, 128);
      case 0xcd: return uint(2, 1 << 8);
      case 0xce: return uint(4, 1 << 16);
      case 0xcf: return uint(8, 2 ** 32);
      case 0xd0: return int(1, -32n);
      case 0xd1: return int(2, -128n);
      case 0xd2: return int(4, -32768n);
      case 0xd3: return int(8, -2147483648n);
      case 0xd9: return text(uint(1, 32));
      case 0xda: return text(uint(2, 1 << 8));
      case 0xdb: return text(uint(4, 1 << 16));
      case 0xdc: return items(uint(2, 16), depth + 1);
      case 0xdd: return no('M2', 'array 32');
      default: return no('M1', 'a type that is not allowed'); // maps, floats, ext, c1
    }
  }

  const result = value(0);
  if (at !== bytes.length) no('M5', 'something behind the value');
  return result;
}

/** The one strict form of a value of our own. */
export function encode(value) {
  const parts = [];
  const head = (byte, ...rest) => parts.push(Uint8Array.of(byte), ...rest);
  const u64 = (n) => concat(u32(Math.floor(n / 2 ** 32)), u32(n % 2 ** 32));

  const integer = (n) => {
    if (!Number.isSafeInteger(n)) throw new RangeError('no integer of the wire');
    if (n >= 0) {
      if (n < 128) head(n);
      else if (n < 2 ** 8) head(0xcc, Uint8Array.of(n));
      else if (n < 2 ** 16) head(0xcd, u16(n));
      else if (n < 2 ** 32) head(0xce, u32(n));
      else head(0xcf, u64(n));
    } else if (n >= -32) head(n + 256);
    else if (n >= -128) head(0xd0, Uint8Array.of(n + 256));
    else if (n >= -32768) head(0xd1, u16(n + 65536));
    else if (n >= -2147483648) head(0xd2, u32(n + 2 ** 32));
    else {
      const wrapped = BigInt.asUintN(64, BigInt(n));
      head(0xd3, u32(Number(wrapped >> 32n)), u32(Number(wrapped & 0xffffffffn)));
    }
  };

  const write = (v, depth) => {
    if (v === null) head(0xc0);
    else if (v === false) head(0xc2);
    else if (v === true) head(0xc3);
    else if (typeof v === 'number') integer(v);
    else if (typeof v === 'string') {
      const b = toUtf8.encode(v);
      if (b.length < 32) head(0xa0 + b.length, b);
      else if (b.length < 2 ** 8) head(0xd9, Uint8Array.of(b.length), b);
      else if (b.length < 2 ** 16) head(0xda, u16(b.length), b);
      else head(0xdb, u32(b.length), b);
    } else if (v instanceof Uint8Array) {
      if (v.length < 2 ** 8) head(0xc4, Uint8Array.of(v.length), v);
      else if (v.length < 2 ** 16) head(0xc5, u16(v.length), v);
      else head(0xc6, u32(v.length), v);
    } else if (Array.isArray(v)) {
      if (depth >= LIMITS.max_depth || v.length > LIMITS.max_items) throw new RangeError('beyond M4');
      if (v.length < 16) head(0x90 + v.length);
      else head(0xdc, u16(v.length));
      for (const item of v) write(item, depth + 1);
    } else throw new TypeError('no value of the wire');
  };
  write(value, 0);
  return concat(...parts);
}

