// What is kept of an open game, so that another process can go on with it (13.4).
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Bot, nextEntry } from '../lib/bot.mjs';
import { Game } from '../lib/game.mjs';
import { Home } from '../lib/home.mjs';
import { publicKey } from '../lib/identity.mjs';
import { Player } from '../lib/player.mjs';
import { shippedRuleset } from '../lib/ruleset.mjs';
import { Store } from '../lib/store.mjs';

const random = (count) => new Uint8Array(randomBytes(count));
const folder = mkdtempSync(join(tmpdir(), 'bura-node-'));
after(() => rmSync(folder, { recursive: true }));
const secrets = [random(32), random(32)];
const identities = secrets.map(publicKey);
const ruleset = shippedRuleset('georgian');

const bot = new Bot(Math.random);
const newPlayer = (seat, home = null) => new Player({ seat, secret: secrets[seat] }, random, (hand) => home?.keepHand(hand));
const newGame = (player, store) => new Game({
  role: 'host', player, identities, ruleset, chooser: bot, playOn: () => false, store: (entry) => store.keep(entry),
});

/** A folder in which seat 0 has played until this stage is reached. */
function playedTo(stage, name) {
  const home = new Home(join(folder, name));
  const store = new Store(home.game, identities);
  const players = [newPlayer(0, home), newPlayer(1)];
  const { table } = newGame(players[0], store);
  while (table.stage !== stage) {
    const entry = nextEntry(table, players[table.owing[0]], bot, { ruleset });
    table.take(entry.seat, entry.bytes, entry.signature);
    store.keep(entry);
    if (table.stage === 'result') players[0].forgetHand();
  }
  return { home, table, players };
}

/** The game of seat 0 as another process finds it. */
function recalled(home) {
  const store = new Store(home.game, identities);
  const player = newPlayer(0, home);
  const entries = store.recall();
  if (home.hand) player.recallHand(home.hand);
  const game = newGame(player, store);
  game.restore(entries);
  return { game, player, entries };
}

test('the secrets of a hand are kept for their owner alone, and erased with the hand', { skip: process.platform === 'win32' }, () => {
  const { home, table, players } = playedTo('lead', 'lead');
  assert.equal(statSync(home.handFile).mode & 0o777, 0o600);
  const { game, player } = recalled(home);
  assert.deepEqual([game.begun, game.table.round, game.table.head], [true, table.round, table.head]);
  assert.deepEqual(player.cards(game.table), players[0].cards(table));
  player.forgetHand();
  assert.equal(home.hand, null);
  assert.ok(!existsSync(home.handFile));
  assert.equal(nextEntry(game.table, recalled(home).player, bot).seat, 0); // [J4f] it can resign
});

test('an entry that was being written when the process ended is none', () => {
  const { home, table } = playedTo('reveal', 'torn');
  const whole = readFileSync(home.game);
  appendFileSync(home.game, Uint8Array.of(0, 0, 2, 0, 1, 2, 3));
  assert.equal(recalled(home).entries.length, table.log.length);
  assert.deepEqual(readFileSync(home.game), whole);
  truncateSync(home.game, whole.length - 1);
  assert.equal(recalled(home).entries.length, table.log.length - 1);
  truncateSync(home.game, 30);
  assert.deepEqual(new Store(home.game, identities).recall(), []);
  assert.ok(!existsSync(home.game));
});

test('a commit that was never stored is made anew', () => {
  const { home } = playedTo('commit', 'commit');
  newPlayer(0, home).commit(recalled(home).game.table);
  assert.notEqual(home.hand, null);
  const { game } = recalled(home);
  assert.equal(home.hand, null);
  assert.deepEqual(game.table.owing, [0, 1]);
});

test('another game in the folder is not written over', () => {
  const { home } = playedTo('commit', 'other');
  assert.throws(() => new Store(home.game, [...identities].reverse()).recall(), /another game/);
  writeFileSync(home.game, random(500));
  assert.throws(() => new Store(home.game, identities).recall());
});

test('one process at a time; what is over is found so, and its file stays', () => {
  const { home, table } = playedTo('commit', 'over');
  home.keep({ role: 'host', identitySecret: secrets[0], ports: [1], guest: null });
  writeFileSync(home.lock, `${process.ppid}`);
  assert.throws(() => new Home(home.folder), { code: 'EBUSY' });
  writeFileSync(home.lock, '999999999'); // a process that is no more
  assert.deepEqual(new Home(home.folder).seat, home.seat);
  home.keep({ over: 'done' }); // and there the process ended
  assert.equal(new Home(home.folder).seat, null);
  assert.deepEqual(readdirSync(home.folder).sort(), ['done.bura', 'lock']);
  assert.equal(new Store(join(home.folder, 'done.bura'), identities).recall().length, table.log.length);
});
