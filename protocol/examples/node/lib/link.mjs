// A link: frames over TLS 1.3 (sections 5 and 13.1), authenticated by both sides (13.2). Node only.

import { createHash, randomBytes } from 'node:crypto';
import tls from 'node:tls';
import { equal } from './bytes.mjs';
import { frame, FrameReader } from './frames.mjs';
import { judgeAuth, judgeGreet, makeAuth, makeGreet, readGreet } from './handshake.mjs';
import { publicKey } from './identity.mjs';
import { addressText } from './invite.mjs';
import { GOODBYES, LIMITS, TIMERS } from './registry.mjs';
import { LinkLost, Refusal, refuse } from './refusal.mjs';
import { readFrame, writeFrame } from './schema.mjs';

const ALPN = 'bura/1';
const seconds = (n) => n * 1000;
const MOST_UNREAD = 4 * LIMITS.max_frame; // bytes that are held before they are read; the rest waits in the connection
const MOST_UNSENT = LIMITS.max_file; // bytes that wait to be sent: a whole game may; a peer that asks for more and reads nothing is dropped

/** One TLS connection as a stream of payloads; messages once it is authenticated. */
export class Link {
  #reader = new FrameReader(LIMITS.max_frame_before_auth);
  #unread = 0;
  #waiting = null;
  #ended = null;
  #closedHere = false;
  #timers = [];

  constructor(socket) {
    this.socket = socket;
    this.authenticated = false;
    this.heardAt = Date.now();
    socket.setNoDelay?.(true);
    socket.on('data', (bytes) => {
      this.heardAt = Date.now();
      this.#reader.push(new Uint8Array(bytes));
      this.#unread += bytes.length;
      if (this.#unread > MOST_UNREAD) socket.pause();
      this.#wake();
    });
    socket.on('error', (error) => this.#end(new LinkLost(error.code ?? error.message)));
    socket.on('end', () => this.#end(new LinkLost('the other side has ended the stream'))); // [F4a]
    socket.on('close', () => this.#end(new LinkLost('closed')));
  }

  /** Closed by this side. What came before the other side's end is still read. */
  get closed() { return this.#closedHere; }

  #end(error) {
    this.#ended ??= error;
    for (const timer of this.#timers) clearInterval(timer);
    this.#wake();
  }

  #wake() {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.();
  }

  /** The next payload; frames are judged one by one, so that the bound of the moment holds for each (F1, F3). */
  async payload() {
    for (;;) {
      const payload = this.#reader.next();
      if (payload) {
        this.#unread -= 4 + payload.length;
        return payload;
      }
      if (this.#ended) throw this.#ended;
      this.socket.resume();
      await new Promise((resolve) => { this.#waiting = resolve; });
    }
  }

  /** The next message that is not ignored (V3): { type, fields }. */
  async next() {
    for (;;) {
      const message = readFrame(await this.payload());
      if (message.type !== null) return message;
    }
  }

  sendPayload(payload) {
    if (this.#ended || this.socket.destroyed) return;
    if (this.socket.writableLength > MOST_UNSENT) this.socket.destroy();
    else this.socket.write(frame(payload));
  }

  send(name, fields) { this.sendPayload(writeFrame(name, fields)); }

  /** Both sides have proved who they are: longer frames, and something to send every `ping` seconds. */
  authenticate(identity) {
    this.authenticated = true;
    this.peer = identity;
    this.#reader.bound = LIMITS.max_frame;
    let n = 0;
    this.#timers.push(setInterval(() => this.send('ping', { n: n++ }), seconds(TIMERS.ping)).unref());
    let overdue = false; // twice: behind a long computation of ours, what has come meanwhile is still to be read
    this.#timers.push(setInterval(() => {
      const late = Date.now() - this.heardAt > seconds(TIMERS.silence);
      if (late && overdue) this.socket.destroy();
      overdue = late;
    }, seconds(5)).unref());
  }

  /** [L8] Say why, and close. */
  close(reason = 'left') {
    if (this.#closedHere) return;
    this.#closedHere = true;
    if (this.authenticated) this.send('bye', { reason: GOODBYES[reason] });
    this.socket.end();
    setTimeout(() => this.socket.destroy(), seconds(TIMERS.farewell)).unref();
    this.#end(new LinkLost('closed here'));
  }
}

const sha256Of = (der) => new Uint8Array(createHash('sha256').update(der).digest());
const nonce = () => new Uint8Array(randomBytes(32));

async function within(limit, promise, drop) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new LinkLost('too slow')), seconds(limit)); });
  try {
    return await Promise.race([promise, late]);
  } catch (error) {
    drop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** [N1, N3, N4] A TLS connection of the guest to one address, to the certificate of the invite and to nobody else. */
function dial(invite, [, address, port], dialled) {
  return new Promise((resolve, reject) => {
    const socket = dialled[dialled.length] = tls.connect({
      host: addressText(address), port, servername: 'bura.invalid', ALPNProtocols: [ALPN],
      minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3',
      rejectUnauthorized: false, // names, dates and issuers are not looked at: the hash in the invite is
    });
    const fail = (error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(seconds(TIMERS.connect), () => fail(new LinkLost('too slow')));
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      socket.setTimeout(0);
      socket.off('error', fail);
      const { raw } = socket.getPeerCertificate();
      if (socket.alpnProtocol !== ALPN) return fail(new Refusal('authentication', 'N4'));
      if (!raw || !equal(sha256Of(raw), invite.certificate)) return fail(new Refusal('authentication', 'N3'));
      return resolve(new Link(socket));
    });
  });
}

/** [N15] All addresses with a stagger; the first connection that shows the right certificate is kept. */
async function dialAll(invite) {
  const known = invite.candidates.filter(([kind, address]) => [0, 1, 2, 4].includes(kind) && !String(address).endsWith('.onion'));
  if (known.length === 0) throw new LinkLost('no address that can be dialled');
  let won = false;
  const dialled = [];
  const attempts = known.map(async (candidate, i) => {
    await new Promise((resolve) => { setTimeout(resolve, seconds(i * TIMERS.stagger)); });
    if (won) throw new LinkLost('another was first');
    const link = await dial(invite, candidate, dialled);
    if (won) throw new LinkLost('another was first');
    won = true;
    for (const socket of dialled) if (socket !== link.socket) socket.destroy(); // else they keep the process until they give up
    return link;
  });
  try {
    return await Promise.any(attempts);
  } catch (error) {
    throw error.errors?.find((e) => e instanceof Refusal) ?? error.errors?.[0] ?? error;
  }
}

/** The guest's side: a link to the host of this invite, authenticated (13.2). */
export async function joinLink(invite, identitySecret) {
  const link = await dialAll(invite);
  const tls_bind = invite.certificate;
  return within(TIMERS.admission, (async () => {
    const own = { identity: publicKey(identitySecret), nonce: nonce() };
    const guestGreet = makeGreet('guest', invite.secret, tls_bind, identitySecret, own.nonce);
    link.sendPayload(guestGreet);
    const hostGreet = await link.payload();
    const greet = readGreet('host', hostGreet, invite.secret, tls_bind);
    judgeGreet(greet, own, invite.host);
    link.sendPayload(makeAuth('guest', invite.secret, tls_bind, guestGreet, hostGreet, identitySecret));
    judgeAuth('host', await link.payload(), invite.secret, tls_bind, guestGreet, hostGreet, greet.identity);
    link.authenticate(greet.identity);
    return link;
  })(), () => link.socket.destroy());
}

/** The host's side of a connection. `admits(identity)`: does the invite still hold, for this guest? (N12, J1) */
async function admit(socket, { secret, tls_bind, identitySecret, admits }) {
  const link = new Link(socket);
  return within(TIMERS.admission, (async () => {
    const own = { identity: publicKey(identitySecret), nonce: nonce() };
    const guestGreet = await link.payload();
    const greet = readGreet('guest', guestGreet, secret, tls_bind); // before it is right, the host says nothing (N16)
    const hostGreet = makeGreet('host', secret, tls_bind, identitySecret, own.nonce);
    link.sendPayload(hostGreet);
    judgeGreet(greet, own);
    judgeAuth('guest', await link.payload(), secret, tls_bind, guestGreet, hostGreet, greet.identity);
    if (!admits(greet.identity)) refuse('authentication', 'N12');
    link.sendPayload(makeAuth('host', secret, tls_bind, guestGreet, hostGreet, identitySecret));
    link.authenticate(greet.identity);
    return link;
  })(), () => socket.destroy());
}

/** A door: listens, and gives `onLink` every link that proves the invite. */
export function openDoor({ certificate, secret, identitySecret, admits, onLink, onRefused = () => {}, host, port = 0 }) {
  const halfOpen = new Set();
  const server = tls.createServer({
    key: certificate.key, cert: certificate.cert, ALPNProtocols: [ALPN], minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3', handshakeTimeout: seconds(TIMERS.admission),
  });
  server.maxConnections = 64;
  server.on('connection', (tcp) => tcp.unref()); // who is not let in keeps no process from ending
  server.on('tlsClientError', () => {});
  server.on('secureConnection', (socket) => {
    if (socket.alpnProtocol !== ALPN || halfOpen.size >= 16) { // [N4, N5]
      socket.destroy();
      return;
    }
    halfOpen.add(socket);
    admit(socket, { secret, tls_bind: certificate.tls_bind, identitySecret, admits })
      .finally(() => halfOpen.delete(socket))
      .then((link) => {
        socket.ref();
        return onLink(link);
      }, onRefused);
  });
  const close = () => {
    server.close();
    for (const socket of halfOpen) socket.destroy();
  };
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve({ port: server.address().port, close }));
  });
}
