// What a peer or a caller can make this side hold: bytes that nobody has read, calls that never end, requests that are none.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import tls from 'node:tls';
import { selfSigned } from '../lib/certificate.mjs';
import { frame } from '../lib/frames.mjs';
import { publicKey } from '../lib/identity.mjs';
import { joinLink, openDoor } from '../lib/link.mjs';
import { LIMITS, TIMERS } from '../lib/registry.mjs';
import { writeFrame } from '../lib/schema.mjs';
import { Shim } from '../tools/vectors.mjs';

const random = (count) => new Uint8Array(randomBytes(count));
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** A number once it stays the same for a while. */
async function settled(number) {
  for (let before = -1; ;) {
    if (number() === before) return before;
    before = number();
    await pause(300);
  }
}

describe('a flood', () => {
  const [hostSecret, secret, certificate] = [random(32), random(16), selfSigned()];
  const links = [];
  let door;
  let guest;

  before(async () => {
    door = await openDoor({ certificate, secret, identitySecret: hostSecret, host: '127.0.0.1', admits: () => true, onLink: (link) => links.push(link) });
    guest = await joinLink({
      secret, certificate: certificate.tls_bind, host: publicKey(hostSecret), candidates: [[4, Uint8Array.of(127, 0, 0, 1), door.port]],
    }, random(32));
    while (links.length === 0) await pause(10);
  });
  after(() => {
    guest.socket.destroy();
    links[0].socket.destroy();
    door.close();
  });

  test('waits in the connection until it is read, and nothing of it is lost', async () => {
    const [host] = links;
    const pings = 150_000;
    const ping = frame(writeFrame('ping', { n: 7 }));
    const before = host.socket.bytesRead;
    guest.socket.write(Buffer.concat(Array(pings).fill(ping)));
    assert.ok(await settled(() => host.socket.bytesRead) - before < 8 * LIMITS.max_frame);
    guest.send('bye', { reason: 0 });
    let heard = 0;
    let word;
    while ((word = await host.next()).type === 'ping') heard++;
    assert.equal(word.type, 'bye');
    assert.ok(heard >= pings);
  });

  test('of pings whose answers nobody takes ends the link', async () => {
    guest.socket.pause();
    for (let i = 0; i < 2_000 && !links[0].socket.destroyed; i++) links[0].socket.write(Buffer.alloc(65_536));
    links[0].send('pong', { n: 1 });
    assert.ok(links[0].socket.destroyed);
  });
});

test('a closed door keeps no process, whoever still stands before it', async () => {
  const door = await openDoor({ certificate: selfSigned(), secret: random(16), identitySecret: random(32), host: '127.0.0.1', admits: () => true, onLink: () => {} });
  const silent = connect(door.port, '127.0.0.1');
  const half = tls.connect({ host: '127.0.0.1', port: door.port, ALPNProtocols: ['bura/1'], rejectUnauthorized: false });
  const gone = new Promise((resolve) => { half.on('error', () => {}).on('close', resolve); });
  await Promise.all([new Promise((resolve) => { silent.on('connect', resolve); }), new Promise((resolve) => { half.on('secureConnect', resolve); })]);
  await pause(100);
  const began = Date.now();
  door.close();
  await gone;
  assert.ok(Date.now() - began < 1000 * TIMERS.admission / 2);
  silent.destroy();
});

test('a line that is no request is answered, and the next one too', () => {
  const shim = new Shim();
  for (const line of ['[[', 'null', '{"op": "places/vec"}', '{"op": "places/vec", "in": {"parts": 1}}']) assert.ok(shim.answerLine(line).error, line);
  for (const op of ['constructor', '__proto__', 'toString']) assert.deepEqual(shim.answerLine(JSON.stringify({ op, in: {} })), { unsupported: true });
  assert.deepEqual(shim.answerLine('{"op": "encoding/values", "in": {"bytes": "c0"}}'), { result: { ok: true, value: null } });
  const { stderr, status } = spawnSync(process.execPath, [new URL('../bura.mjs', import.meta.url).pathname, 'constructor'], { encoding: 'utf8' });
  assert.match(stderr, /^no command constructor/);
  assert.equal(status, 2);
});
