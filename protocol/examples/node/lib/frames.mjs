// Frames (section 5): u32 length, payload. A stream comes in any pieces (F5).

import { concat, readU32, u32 } from './bytes.mjs';
import { refuse } from './refusal.mjs';

export const frame = (payload) => concat(u32(payload.length), payload);

/** Takes pieces of a stream, gives whole payloads. */
export class FrameReader {
  #held = new Uint8Array(0);

  /** @param {number} bound of a payload; it may be raised while reading (F1) */
  constructor(bound) {
    this.bound = bound;
  }

  push(bytes) {
    this.#held = this.#held.length ? concat(this.#held, bytes) : bytes;
  }

  /** The next payload, or null if it is not there yet. */
  next() {
    if (this.#held.length < 4) return null;
    const length = readU32(this.#held, 0);
    if (length === 0) refuse('frame_empty', 'F2');
    if (length > this.bound) refuse('frame_too_long', 'F3');
    if (this.#held.length < 4 + length) return null;
    const payload = this.#held.slice(4, 4 + length);
    this.#held = this.#held.subarray(4 + length);
    return payload;
  }

  /** The stream has ended. */
  end() {
    if (this.#held.length) refuse('link_message', 'F4');
  }
}

/** A whole stream. */
export function readFrames(stream, bound) {
  const reader = new FrameReader(bound);
  reader.push(stream);
  const payloads = [];
  for (let p = reader.next(); p; p = reader.next()) payloads.push(p);
  reader.end();
  return payloads;
}
