// Who begins (9.25), and a guest whose link ended before it had read the offer (13.4): two games over links in this process.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { Bot } from '../lib/bot.mjs';
import { equal, ZERO } from '../lib/bytes.mjs';
import { Game } from '../lib/game.mjs';
import { sha256 } from '../lib/hashing.mjs';
import { publicKey } from '../lib/identity.mjs';
import { Player } from '../lib/player.mjs';
import { LinkLost } from '../lib/refusal.mjs';
import { shippedRuleset } from '../lib/ruleset.mjs';

const random = (count) => new Uint8Array(randomBytes(count));
const secrets = [random(32), random(32)];
const identities = secrets.map(publicKey);
const ruleset = shippedRuleset('georgian');

function newGame(seat, options = {}) {
  const player = new Player({ seat, secret: secrets[seat] }, random);
  return new Game({
    role: seat === 0 ? 'host' : 'guest', identities, player, ruleset: seat === 0 ? ruleset : null, chooser: new Bot(Math.random), playOn: () => false, ...options,
  });
}

/** One end of a link: what was said here is in `sent`; `hear` puts a message in. */
class End {
  sent = [];
  closed = null;
  #heard = [];
  #lost = false;
  #waiting = null;

  send(type, fields) {
    this.sent.push({ type, fields });
    this.far?.hear(type, fields);
  }

  hear(type, fields) {
    this.#heard.push({ type, fields });
    this.#waiting?.();
  }

  lose() {
    this.#lost = true;
    this.#waiting?.();
  }

  close(reason = 'left') {
    if (this.closed) return;
    this.closed = reason;
    this.lose();
    this.far?.lose();
  }

  async next() {
    while (!this.#heard.length) {
      if (this.#lost) throw new LinkLost('cut');
      await new Promise((resolve) => { this.#waiting = resolve; });
    }
    return this.#heard.shift();
  }
}

function pair() {
  const [one, other] = [new End(), new End()];
  [one.far, other.far] = [other, one];
  return [one, other];
}

/** A host that has said offer and hello to nobody: its first link ended at once. */
async function hostAlone(options, link = new End()) {
  const host = newGame(0, options);
  link.lose();
  assert.equal(await host.run(link), 'lost');
  return { host };
}

test('the host stores its hello before it offers (L1a)', async () => {
  const done = [];
  const link = new End();
  await hostAlone({ store: (entry) => done.push(`${entry.type} stored after ${link.sent.length}`) }, link);
  assert.deepEqual(done, ['hello stored after 0']);
  assert.deepEqual(link.sent.map(({ type }) => type), ['offer', 'entry_frame']);
});

describe('a guest whose link ended before it had read the offer', () => {
  test('takes its seat on the resume (J3f, J3g)', async () => {
    const chooser = { choose: () => ({ type: 'resign' }) };
    const { host } = await hostAlone({ chooser });
    const guest = newGame(1, { chooser });
    const [near, far] = pair();
    assert.deepEqual(await Promise.all([host.run(near), guest.run(far)]), ['finished', 'finished']);
    assert.deepEqual(near.sent.slice(0, 2).map(({ type }) => type), ['resume', 'entry_frame']);
    const [resume, hello] = far.sent;
    assert.deepEqual(resume, { type: 'resume', fields: { table_id: ZERO, round: 0, heads: [ZERO], held: [] } });
    assert.equal(hello.fields.seat, 1);
    assert.equal(guest.table.stage, 'complete');
    assert.ok(equal(guest.table.head, host.table.head));
  });

  for (const features of [[2], [4], [3, 4]]) {
    test(`leaves a host whose hello names who leads first (${features}), which nobody has agreed on (J3k)`, async () => {
      const player = new Player({ seat: 0, secret: secrets[0] }, random);
      const guest = newGame(1);
      const hello = player.entry(guest.table, 'hello', {
        identity: identities[0], nonce: random(32), versions: [1], features, seats: 2, ruleset, name: '',
      });
      const link = new End();
      link.hear('resume', { table_id: ZERO, round: 0, heads: [ZERO], held: [[0, sha256(hello.bytes)]] });
      link.hear('entry_frame', { seat: 0, body: hello.bytes, signature: hello.signature });
      assert.equal(await guest.run(link), 'left');
      assert.deepEqual([link.closed, guest.begun, guest.table.log.length], ['left', false, 0]);
      assert.deepEqual(link.sent.map(({ type }) => type), ['resume']);
    });
  }

  test('leaves a table that it does not play (L2)', async () => {
    const { host } = await hostAlone();
    const guest = newGame(1, { accepts: () => false });
    const [near, far] = pair();
    const [, why] = await Promise.all([host.run(near), guest.run(far)]);
    assert.deepEqual([why, far.closed, guest.begun], ['left', 'left', false]);
  });

  const waiting = { table_id: ZERO, round: 0, heads: [ZERO], held: [[0, random(32)]] };
  const others = {
    'of a later round': { table_id: random(32), round: 1, heads: [random(32), ZERO], held: [] },
    'that holds a hello of the guest': { ...waiting, held: [[0, random(32)], [1, random(32)]] },
    'that holds nothing': { ...waiting, held: [] },
    'with a table already': { ...waiting, table_id: random(32) },
  };
  for (const [what, fields] of Object.entries(others)) {
    test(`says left to a game ${what} (J3h)`, async () => {
      const link = new End();
      link.hear('resume', fields);
      assert.deepEqual([await newGame(1).run(link), link.closed, link.sent], ['left', 'left', []]);
    });
  }

  test('closes on a resume with heads too many (J6b)', async () => {
    const link = new End();
    link.hear('resume', { ...waiting, heads: [ZERO, ZERO] });
    assert.deepEqual([await newGame(1).run(link), link.closed, link.sent], ['fault', 'fault', []]);
  });
});

/** A guest with this invite's game open, after the links have ended with this many hellos here. */
async function guestWith(hellos) {
  const guest = newGame(1);
  const link = new End();
  link.hear('offer', { seats: 2, ruleset });
  if (hellos === 2) {
    const { host } = await hostAlone();
    const { bytes, signature } = host.table.log[0];
    link.hear('entry_frame', { seat: 0, body: bytes, signature });
  }
  const ended = guest.run(link);
  while (guest.table.log.length < hellos) await new Promise(setImmediate);
  link.lose();
  await ended;
  return guest;
}

test('a guest with its own hello alone goes on with the game of the invite, with more only with its own (J3i, J6e)', async () => {
  const { host } = await hostAlone();
  const hello = [0, sha256(host.table.log[0].bytes)];
  for (const [hellos, why] of [[1, 'lost'], [2, 'fault']]) {
    const guest = await guestWith(hellos);
    const link = new End();
    link.hear('resume', { table_id: ZERO, round: 0, heads: [ZERO], held: [hello] });
    const ended = guest.run(link);
    for (let i = 0; i < 20; i++) await new Promise(setImmediate);
    link.lose();
    assert.equal(await ended, why);
  }
});

describe('another game of the same two (13.6), which this client never agrees on', () => {
  test('talk before the offer changes nothing (L1, J13a), and is not answered', async () => {
    const guest = newGame(1);
    const link = new End();
    link.hear('chat', { text: 'another one?' });
    link.hear('offer', { seats: 2, ruleset });
    const ended = guest.run(link);
    while (!guest.begun) await new Promise(setImmediate);
    link.lose();
    await ended;
    assert.deepEqual(link.sent.map(({ type }) => type), ['entry_frame']);
    assert.deepEqual(guest.table.held.get('0,1').fields.features, []);
  });

  for (const seat of [0, 1]) {
    test(`a first leader in the hello of seat ${seat} that was not agreed on is refused, and nobody is named (H6)`, async () => {
      const own = newGame(1 - seat);
      const player = new Player({ seat, secret: secrets[seat] }, random);
      const hello = player.entry(own.table, 'hello', {
        identity: identities[seat], nonce: random(32), versions: [1], features: [2], seats: 2, ruleset, name: '',
      });
      const link = new End();
      if (seat === 0) link.hear('offer', { seats: 2, ruleset });
      link.hear('entry_frame', { seat, body: hello.bytes, signature: hello.signature });
      assert.equal(await own.run(link), 'refused');
      assert.deepEqual(link.sent.at(-1), { type: 'refuse', fields: { round: 0, seat, code: 33 } });
      assert.deepEqual([link.closed, own.evidence, own.table.log.length], ['fault', [], 1]);
    });
  }
});
