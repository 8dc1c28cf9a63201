// Who gets in (13.1, 13.2), and what a side does with an entry that it refuses.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import tls from 'node:tls';
import { Bot } from '../lib/bot.mjs';
import { equal } from '../lib/bytes.mjs';
import { selfSigned } from '../lib/certificate.mjs';
import { Game } from '../lib/game.mjs';
import { publicKey } from '../lib/identity.mjs';
import { joinLink, openDoor } from '../lib/link.mjs';
import { Player } from '../lib/player.mjs';
import { Refusal } from '../lib/refusal.mjs';
import { shippedRuleset } from '../lib/ruleset.mjs';

const random = (count) => new Uint8Array(randomBytes(count));

describe('the door', () => {
  const hostSecret = random(32);
  const guestSecret = random(32);
  const certificate = selfSigned();
  const secret = random(16);
  const refused = [];
  const links = [];
  let guest = null;
  let door;
  let invite;

  before(async () => {
    door = await openDoor({
      certificate, secret, identitySecret: hostSecret, host: '127.0.0.1',
      admits: (identity) => {
        guest ??= identity;
        return equal(guest, identity);
      },
      onLink: (link) => links.push(link), onRefused: (error) => refused.push(error),
    });
    invite = { secret, certificate: certificate.tls_bind, host: publicKey(hostSecret), candidates: [[4, Uint8Array.of(127, 0, 0, 1), door.port]] };
  });
  after(() => {
    for (const link of links) link.socket.destroy();
    door.close();
  });

  test('another certificate is not greeted (N3)', async () => {
    await assert.rejects(joinLink({ ...invite, certificate: random(32) }, guestSecret), (e) => e instanceof Refusal && e.code === 'authentication');
  });

  test('without the secret the host says nothing (N16)', async () => {
    await assert.rejects(joinLink({ ...invite, secret: random(16) }, guestSecret));
    assert.equal(refused.at(-1).requirement, 'N16');
  });

  test('another host than the invite\'s is no host (N10)', async () => {
    await assert.rejects(joinLink({ ...invite, host: random(32) }, guestSecret), (e) => e.requirement === 'N10');
  });

  test('another ALPN, or none, is not let in (N4)', async () => {
    for (const ALPNProtocols of [undefined, ['bura/2']]) {
      await new Promise((resolve) => {
        const socket = tls.connect({ host: '127.0.0.1', port: door.port, ALPNProtocols, rejectUnauthorized: false });
        socket.on('error', resolve).on('close', resolve);
      });
    }
  });

  test('the first guest is let in, again and again, and nobody else (N12, J1)', async () => {
    const first = await joinLink(invite, guestSecret);
    await assert.rejects(joinLink(invite, random(32)));
    assert.equal(refused.at(-1).requirement, 'N12');
    const again = await joinLink(invite, guestSecret);
    for (const link of [first, again]) link.socket.destroy();
  });

  test('an entry that is refused ends the game, and is named (9.28)', async () => {
    const link = await joinLink(invite, guestSecret);
    const identities = [publicKey(hostSecret), publicKey(guestSecret)];
    const host = new Game({
      role: 'host', identities, ruleset: shippedRuleset('georgian'), chooser: new Bot(Math.random), playOn: () => false,
      player: new Player({ seat: 0, secret: hostSecret }, random),
    });
    const ended = host.run(links.at(-1));
    const player = new Player({ seat: 1, secret: guestSecret }, random);
    const { table } = new Game({ role: 'guest', identities, player, chooser: null, playOn: null });
    const heard = [];
    for (;;) {
      const { type, fields } = await link.next();
      heard.push(type);
      if (type === 'offer') {
        const { seat, bytes, signature } = player.hello(table, fields.ruleset);
        table.take(seat, bytes, signature);
        link.send('entry_frame', { seat, body: bytes, signature });
      }
      if (type === 'entry_frame') {
        table.take(fields.seat, fields.body, fields.signature);
        if (table.stage === 'commit' && table.owing.includes(1)) {
          const { seat, bytes, signature } = player.entry(table, 'pass'); // not due in `commit`
          link.send('entry_frame', { seat, body: bytes, signature });
        }
      }
      if (type === 'refuse') assert.deepEqual(fields, { round: 1, seat: 1, code: 40 });
      if (type === 'bye') {
        assert.equal(fields.reason, 2);
        break;
      }
    }
    assert.ok(heard.includes('refuse'));
    assert.equal(await ended, 'refused');
    assert.equal(host.evidence.length, 1);
    link.socket.destroy();
  });
});
