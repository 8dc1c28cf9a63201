// The game file while it is played: every accepted entry is on the disk before it is sent [E2a]; at the end it is put in order (15.1).
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { equal } from './bytes.mjs';
import { MAGIC, readFile, writeFile } from './file.mjs';
import { frame, FrameReader } from './frames.mjs';
import { encode } from './msgpack.mjs';
import { LIMITS } from './registry.mjs';

/** All these bytes, and on the disk when this returns. */
export function writeThrough(path, bytes, flag, mode = 0o666) {
  const handle = openSync(path, flag, mode);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** In the place of what is there: the old bytes or the new ones, wherever the process ends. */
export function replace(path, bytes, mode) {
  const fresh = `${path}.new`;
  rmSync(fresh, { force: true });
  writeThrough(fresh, bytes, 'wx', mode);
  renameSync(fresh, path);
  if (process.platform === 'win32') return; // there a folder cannot be opened
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The length of the whole frames behind the magic: what was being written when the process ended was never sent. */
function whole(bytes) {
  const reader = new FrameReader(LIMITS.max_frame);
  reader.push(bytes.subarray(MAGIC.length));
  let length = MAGIC.length;
  for (let payload = reader.next(); payload; payload = reader.next()) length += 4 + payload.length;
  return length;
}

export class Store {
  constructor(path, identities) {
    Object.assign(this, { path, identities });
    this.began = false;
  }

  /** The entries that an earlier process stored here, in the order in which it accepted them. */
  recall() {
    if (!existsSync(this.path)) return [];
    const bytes = new Uint8Array(readFileSync(this.path));
    const length = Math.min(whole(bytes), bytes.length);
    const file = readFile(bytes.subarray(0, length));
    if (!file) return this.#nothing(bytes.subarray(0, length));
    if (!file.identities.every((key, seat) => equal(key, this.identities[seat]))) throw Object.assign(new Error(`${this.path}: another game`), { code: 'EINVAL' });
    if (length < bytes.length) truncateSync(this.path, length);
    this.began = true;
    return file.entries;
  }

  /** A file without a single whole entry is the start of one. */
  #nothing(bytes) {
    if (bytes.length > MAGIC.length + frame(encode(this.identities)).length) throw Object.assign(new Error(`${this.path}: no game file`), { code: 'EINVAL' });
    rmSync(this.path);
    return [];
  }

  keep(entry) {
    if (!this.path) return;
    if (!this.began) replace(this.path, writeFile(this.identities, [entry]));
    else writeThrough(this.path, frame(encode([entry.seat, entry.bytes, entry.signature])), 'a');
    this.began = true;
  }

  /** By round, then seat; evidence behind what was accepted for its place. */
  finish(log, evidence = []) {
    if (!this.path || !this.began) return;
    const place = (a, b) => a.round - b.round || a.seat - b.seat;
    replace(this.path, writeFile(this.identities, [...[...log].sort(place), ...evidence].sort(place)));
  }
}
