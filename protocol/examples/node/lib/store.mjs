// The game file while it is played: every accepted entry is written before it is sent [E2]; at the end it is put in order (15.1).
import { appendFileSync, writeFileSync } from 'node:fs';
import { writeFile } from './file.mjs';
import { frame } from './frames.mjs';
import { encode } from './msgpack.mjs';

export class Store {
  constructor(path, identities) {
    Object.assign(this, { path, identities });
    this.began = false;
  }

  keep(entry) {
    if (!this.path) return;
    if (!this.began) {
      writeFileSync(this.path, writeFile(this.identities, [entry]));
      this.began = true;
    } else appendFileSync(this.path, frame(encode([entry.seat, entry.bytes, entry.signature])));
  }

  /** By round, then seat; evidence behind what was accepted for its place. */
  finish(log, evidence = []) {
    if (!this.path || !this.began) return;
    const place = (a, b) => a.round - b.round || a.seat - b.seat;
    writeFileSync(this.path, writeFile(this.identities, [...[...log].sort(place), ...evidence].sort(place)));
  }
}
