// Bytes: hexadecimal, numbers in network order, comparison. No Node modules: a page can use this.

const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

export function toHex(bytes) {
  let text = '';
  for (const b of bytes) text += HEX[b];
  return text;
}

export function fromHex(text) {
  if (text.length % 2 || /[^0-9a-f]/i.test(text)) throw new Error('not hexadecimal');
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

export function concat(...parts) {
  let size = 0;
  for (const p of parts) size += p.length;
  const out = new Uint8Array(size);
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

/** Equal bytes; every byte is looked at, so that a MAC can be compared with it (N16, N11). */
export function equal(a, b) {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a[i] ^ b[i];
  return difference === 0;
}

export function compare(a, b) {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

export function ascii(text) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

export const u8 = (n) => Uint8Array.of(n);
export const u16 = (n) => Uint8Array.of(n >>> 8, n & 255);
export const u32 = (n) => Uint8Array.of(n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255);

export const readU16 = (b, at) => b[at] * 256 + b[at + 1];
export const readU32 = (b, at) => readU16(b, at) * 65536 + readU16(b, at + 2);

/** Consecutive pieces of `size` bytes. */
export function split(bytes, size) {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

export const ZERO = new Uint8Array(32);
