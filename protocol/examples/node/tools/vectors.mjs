// Runs protocol/vectors, and answers single tests for another program (the shim).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fromHex, toHex } from '../lib/bytes.mjs';
import { Refusal } from '../lib/refusal.mjs';
import { Table } from '../lib/table.mjs';
import { agrees, run, testsOf } from '../lib/vectors.mjs';
import { bytesOf, gamesOf } from './games.mjs';
import { findProtocol } from './protocol.mjs';

/** Answers single tests. Only `hand/hand` is a conversation: its entries are judged one after another at one table. */
export class Shim {
  #table = null;

  #hand({ identities, first, seat, body, signature }) {
    if (first || !this.#table) this.#table = new Table(identities.map(fromHex));
    const table = this.#table;
    const { round } = table;
    try {
      table.take(seat, fromHex(body), fromHex(signature));
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, code: error.code };
      throw error;
    }
    return table.round > round ? { ok: true, head: toHex(table.head) } : { ok: true };
  }

  /** A line that is no request ends nothing: the next one is answered. */
  answerLine(line) {
    try {
      return this.answer(JSON.parse(line));
    } catch (error) {
      return { error: `no request that can be answered: ${error.message}` };
    }
  }

  answer({ op, in: input }) {
    const result = op === 'hand/hand' ? this.#hand(input) : run(op, input);
    return result === undefined ? { unsupported: true } : { result };
  }
}

/** Every test of a folder of vectors: [{ op, id, expect, result }]. */
export function* everyTest(folder) {
  const games = gamesOf(dirname(folder));
  const shim = new Shim();
  for (const name of readdirSync(folder).filter((f) => f.endsWith('.json')).sort()) {
    const file = name.slice(0, -5);
    for (const test of testsOf(file, JSON.parse(readFileSync(join(folder, name), 'utf8')), (id) => bytesOf(games, id))) {
      const { result } = shim.answer(test);
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
