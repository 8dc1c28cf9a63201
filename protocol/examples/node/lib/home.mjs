// A folder with one open game, so that another process can go on with it (section 13.4): what only this seat may read, in files of
// mode 0600 (Y68b), beside the game file. `seat.json`: identity, invite and what was asked for, until the game is over;
// `hand.json`: the secrets of the open hand, until its outcome is known (Y68); `lock`: the process that plays it, for two would sign
// for the same places (E2).
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex, toHex } from './bytes.mjs';
import { replace } from './store.mjs';

const OWNER = 0o600;
const toText = (fields) => JSON.stringify(fields, (_, value) => (value instanceof Uint8Array ? { hex: toHex(value) } : value));
const fromText = (text) => JSON.parse(text, (_, value) => (typeof value?.hex === 'string' ? fromHex(value.hex) : value));

/** Written over, then removed; what a disk keeps of old blocks is out of reach from here. */
function erase(path) {
  if (!existsSync(path)) return;
  const bytes = new Uint8Array(readFileSync(path).length);
  const handle = openSync(path, 'r+');
  try {
    writeSync(handle, bytes, 0, bytes.length, 0);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  rmSync(path);
}

/** What is kept in a file; null if it is not there, or was being erased. */
function read(path) {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(1);
  return bytes[0] === 0 ? null : fromText(bytes.toString('utf8'));
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

export class Home {
  /** Error if another process plays in this folder. */
  constructor(folder) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const at = (name) => join(folder, name);
    Object.assign(this, { folder, game: at('game.bura'), seatFile: at('seat.json'), handFile: at('hand.json'), lock: at('lock') });
    this.#take();
    for (const path of [this.seatFile, this.handFile]) erase(`${path}.new`); // a write that was broken off
    this.seat = read(this.seatFile);
    if (this.seat?.over) this.end(this.seat.over);
  }

  #take() {
    try {
      writeFileSync(this.lock, `${process.pid}`, { flag: 'wx', mode: OWNER });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const pid = Number(readFileSync(this.lock, 'utf8'));
      if (pid !== process.pid && (pid === 0 || alive(pid))) throw Object.assign(new Error(`process ${pid} plays in ${this.folder}; if not, remove ${this.lock}`), { code: 'EBUSY' });
      const old = `${this.lock}.${process.pid}`;
      renameSync(this.lock, old);
      rmSync(old);
      writeFileSync(this.lock, `${process.pid}`, { flag: 'wx', mode: OWNER });
    }
    process.on('exit', () => rmSync(this.lock, { force: true }));
  }

  /** Keep these fields beside those that are kept. */
  keep(fields) {
    this.seat = { ...this.seat, ...fields };
    replace(this.seatFile, Buffer.from(toText(this.seat)), OWNER);
  }

  /** The secrets of the open hand; null erases them. */
  keepHand(hand) {
    if (hand === null) return erase(this.handFile);
    if (existsSync(this.handFile)) erase(this.handFile);
    return replace(this.handFile, Buffer.from(toText(hand)), OWNER);
  }

  get hand() { return read(this.handFile); }

  /** The game is over: nothing is signed at it any more. Gives the path of the game file, which stays under this name. */
  end(name) {
    this.keep({ over: name }); // wherever this process ends, the next one finds it so
    const path = join(this.folder, `${name}.bura`);
    if (existsSync(this.game)) renameSync(this.game, path);
    this.forget();
    return path;
  }

  /** Erase what only this seat may read. */
  forget() {
    erase(this.handFile);
    erase(this.seatFile);
    this.seat = null;
  }
}
