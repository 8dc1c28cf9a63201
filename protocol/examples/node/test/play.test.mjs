// Whole games in one process, by bots, judged by the stranger's check; and what a table refuses.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { Bot, nextEntry } from '../lib/bot.mjs';
import { check, readFile, writeFile } from '../lib/file.mjs';
import { publicKey } from '../lib/identity.mjs';
import { Player } from '../lib/player.mjs';
import { Refusal } from '../lib/refusal.mjs';
import { shippedRuleset } from '../lib/ruleset.mjs';
import { Table } from '../lib/table.mjs';
import { playAlone } from '../tools/sitting.mjs';

const GAMES = [
  ['georgian', 2, 2], ['georgian-5', 2, 1], ['classic', 2, 2], ['russian', 2, 1], ['closed', 2, 1], ['russian-32', 2, 1], ['kozel', 2, 1],
  ['western', 2, 1], ['telegram', 2, 1], ['telegram', 3, 1],
];

describe('bots play, strangers check', () => {
  for (const [name, seats, hands] of GAMES) {
    test(`${name} for ${seats}`, () => {
      const { table, file } = playAlone({ seats, ruleset: shippedRuleset(name), hands });
      assert.equal(table.stage, 'complete');
      const report = check(file);
      assert.equal(report.verdict, 'fair');
      assert.equal(report.rounds, table.round);
    });
  }
});

test('three seats: one resigns and has left, two play on', () => {
  const ruleset = shippedRuleset('russian');
  const { table, file } = playAlone({
    seats: 3, ruleset, hands: 2,
    before: (t, player) => (t.stage === 'reveal' && t.match.hand === 1 && player.seat === 1 ? player.entry(t, 'resign') : null),
  });
  assert.deepEqual([...table.match.order].sort(), [0, 2]);
  assert.equal(check(file).verdict, 'fair');
});

test('a match ends when its points are won', () => {
  const { table } = playAlone({ ruleset: shippedRuleset('georgian', { match_to: '1' }), hands: 99, habits: { raise: 1, accept: 1, risk: 1 } });
  assert.equal(table.match.over, true);
  assert.equal(Math.max(...table.match.score) >= 1, true);
});

describe('what a table refuses', () => {
  const secrets = [0, 1].map(() => new Uint8Array(randomBytes(32)));
  const identities = secrets.map(publicKey);
  const random = (n) => new Uint8Array(randomBytes(n));
  const ruleset = shippedRuleset('georgian');
  const code = (run) => {
    try {
      run();
    } catch (error) {
      assert.ok(error instanceof Refusal, error.stack);
      return error;
    }
    return null;
  };
  const table = new Table(identities);
  const players = secrets.map((secret, seat) => new Player({ seat, secret }, random));
  const bot = new Bot(Math.random);
  const until = (stage) => {
    while (table.stage !== stage) {
      const seat = table.owing[0];
      const entry = nextEntry(table, players[seat], bot, { ruleset });
      table.take(seat, entry.bytes, entry.signature);
    }
  };

  test('two entries for one place convict their signer', () => {
    until('commit');
    const [one, other] = [players[0].commit(table), players[0].commit(table)];
    assert.equal(table.take(0, one.bytes, one.signature), 'accepted');
    assert.equal(table.take(0, one.bytes, one.signature), 'ignored');
    const refusal = code(() => table.take(0, other.bytes, other.signature));
    assert.equal(refusal.code, 'equivocation');
    assert.equal(refusal.convicts, true);
    const report = check(writeFile(identities, [...table.log, other]));
    assert.deepEqual([report.verdict, report.seat, report.round], ['equivocation', 0, 1]);
  });

  test('an entry signed by nobody convicts nobody', () => {
    const entry = players[1].commit(table);
    const signature = entry.signature.slice();
    signature[3] ^= 1;
    const refusal = code(() => table.take(1, entry.bytes, signature));
    assert.deepEqual([refusal.code, refusal.convicts], ['signature', false]);
  });

  test('a file of nothing is no game', () => {
    assert.equal(readFile(new Uint8Array(0)), null);
    assert.equal(check(random(200)).exit_code, 30);
  });
});
