// Runs protocol/vectors, and answers single tests for another program (the shim).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fromHex, toHex } from '../lib/bytes.mjs';
import { Refusal } from '../lib/refusal.mjs';
import { Table } from '../lib/table.mjs';
import { agrees, run, testsOf } from '../lib/vectors.mjs';
import { bytesOf, gamesOf } from './games.mjs';
import { findProtocol } from './protocol.mjs';

/** The entries of `hand`, judged in their order at one table. */
export class HandVectors {
  constructor(setup) { this.table = new Table(setup.identities.map(fromHex)); }

  answer({ seat, body, signature }) {
    const round = this.table.round;
    try {
      this.table.take(seat, fromHex(body), fromHex(signature));
    } catch (error) {
      if (error instanceof Refusal) return { code: error.code };
      throw error;
    }
    return this.table.round > round ? { ok: true, head: toHex(this.table.head) } : { ok: true };
  }
}

/** A game of protocol/games by its id, if the folder is there. */
function gamesBeside(protocol) {
  if (!existsSync(join(protocol, 'games'))) return undefined;
  const games = gamesOf(protocol);
  return (id) => bytesOf(games, id);
}

/** Every test of a folder of vectors: [{ op, id, expect, result }]. */
export function* everyTest(folder) {
  const games = gamesBeside(dirname(folder));
  for (const name of readdirSync(folder).filter((f) => f.endsWith('.json')).sort()) {
    const file = name.slice(0, -5);
    let hand = null;
    for (const test of testsOf(file, JSON.parse(readFileSync(join(folder, name), 'utf8')))) {
      if (test.op === 'hand/hand') hand ??= new HandVectors(test.setup);
      const result = test.op === 'hand/hand' ? hand.answer(test.in) : run(test.op, test.in, games);
      yield { ...test, file, result, good: result !== undefined && agrees(test.expect, result) && 'code' in test.expect === 'code' in result };
    }
  }
}

export function runVectors(named, print) {
  let folder = named ? resolve(named) : join(findProtocol(), 'vectors');
  if (existsSync(join(folder, 'vectors'))) folder = join(folder, 'vectors');
  const counts = new Map();
  let bad = 0;
  for (const { file, op, id, expect, result, good } of everyTest(folder)) {
    const count = counts.get(file) ?? { good: 0, of: 0 };
    counts.set(file, count);
    count.of += 1;
    if (good) count.good += 1;
    else {
      bad += 1;
      print(`${op} '${id}': expected ${JSON.stringify(expect).slice(0, 200)}, got ${JSON.stringify(result).slice(0, 200)}`);
    }
  }
  for (const [file, { good, of }] of counts) print(`${file}: ${good} of ${of}`);
  return bad ? 1 : 0;
}

/** Answers for the shim. `hand/hand` is a conversation: its first request must bring the group's `setup` along. */
export class Shim {
  #hand = null;
  #games;

  constructor() {
    try {
      this.#games = gamesBeside(findProtocol());
    } catch {
      this.#games = undefined; // without the folder the operations that need games are unsupported
    }
  }

  answer({ op, in: input, setup }) {
    if (op === 'hand/hand') {
      if (setup) this.#hand = new HandVectors(setup);
      return this.#hand ? { result: this.#hand.answer(input) } : { unsupported: true };
    }
    const result = run(op, input, this.#games);
    return result === undefined ? { unsupported: true } : { result };
  }
}
