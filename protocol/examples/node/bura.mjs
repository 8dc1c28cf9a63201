#!/usr/bin/env node
// bura_p2p in JavaScript: play a game of two seats with a bot, verify game files, run the vectors. See README.md.

import { createInterface } from 'node:readline';
import { randomBytes } from 'node:crypto';
import { closeSync, copyFileSync, openSync, readSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { parseArgs } from 'node:util';
import { Bot } from './lib/bot.mjs';
import { equal, toHex } from './lib/bytes.mjs';
import { selfSigned } from './lib/certificate.mjs';
import { check } from './lib/file.mjs';
import { Game } from './lib/game.mjs';
import { Home } from './lib/home.mjs';
import { publicKey } from './lib/identity.mjs';
import { ipv4Bytes, readInvite, writeInvite } from './lib/invite.mjs';
import { joinLink, openDoor } from './lib/link.mjs';
import { Player } from './lib/player.mjs';
import { LinkLost, Refusal } from './lib/refusal.mjs';
import { LIMITS, NETWORK_LIMITS, RULESETS, TIMERS } from './lib/registry.mjs';
import { forSeats, readRuleset, shippedRuleset } from './lib/ruleset.mjs';
import { Store } from './lib/store.mjs';
import { Shim, runVectors } from './tools/vectors.mjs';

const USAGE = `usage: node bura.mjs COMMAND
  host --rules NAME [--set QUESTION=ANSWER …] [--match N] [--hands N] [--port N] [--address IP …] [play options]
  join [INVITE] [--hands N | --match N] [--only-copy] [play options]
  verify FILE …                verdict and exit code of section 15; the files lend each other entries of one game
  vectors [FOLDER]             every vector file of protocol/vectors
  shim                         JSON lines {"op": "<file>/<group>", "in": …} → {"result": …} or {"unsupported": true}
play options: --file GAME.bura  --name TEXT  --quiet
  --home FOLDER                keeps the game there; the same command goes on with it after this process has ended (13.4)
rules: ${RULESETS.map((r) => r.name).join(', ')}`;

const WARNING = 'Note [G5]: JavaScript\'s arithmetic is not constant-time. What this program plays may be read off its timing.';

const random = (count) => new Uint8Array(randomBytes(count));
const now = () => Math.floor(Date.now() / 1000);
const pause = (seconds) => new Promise((resolve) => { setTimeout(resolve, seconds * 1000); });
const dice = () => randomBytes(4).readUInt32BE() / 2 ** 32;

class Usage extends Error {}

function parse(args, options, positionals = false) {
  try {
    return parseArgs({ args, options, allowPositionals: positionals });
  } catch (error) {
    throw new Usage(error.message);
  }
}

const PLAY = {
  hands: { type: 'string' }, match: { type: 'string' }, file: { type: 'string' }, name: { type: 'string', default: 'node' }, quiet: { type: 'boolean' },
  home: { type: 'string' },
};

/** May another hand follow? After N hands no more; with a match, until it is over; else one hand. */
function playOnOf({ hands, match }) {
  if (match) return () => true;
  const last = Number(hands ?? 1);
  return (table) => table.match.hand < last;
}

/** The folder of this command, and the open game of this role in it, if there is one. */
function openHome({ home: folder }, role) {
  if (!folder) return { home: null, saved: null };
  const home = new Home(folder);
  if (home.seat && home.seat.role !== role) throw new Usage(`in ${folder} is an open game of the ${home.seat.role}`);
  return { home, saved: home.seat };
}

/** What was asked for, now or when the game began. */
const askedOf = (values, saved) => (saved && !values.hands && !values.match ? { ...values, hands: saved.hands, match: saved.match } : values);

/** A game; what an earlier process stored of it in `home` goes on. */
function newGame({ role, values, identities, identitySecret, ruleset, say, home }) {
  const store = new Store(home?.game ?? values.file, identities);
  const player = new Player({ seat: role === 'host' ? 0 : 1, secret: identitySecret, name: values.name }, random, (hand) => home?.keepHand(hand));
  const game = new Game({
    role, player, identities, ruleset, say, chooser: new Bot(dice), playOn: playOnOf(values),
    store: (entry) => store.keep(entry), stopped: () => endGame({ game, store, home }),
  });
  const entries = home ? store.recall() : [];
  if (entries.some((entry) => entry.seat === player.seat)) {
    if (home.hand) player.recallHand(home.hand);
    game.restore(entries);
    say(`a stored game goes on, in round ${game.table.round}`);
  } else store.began = false; // [J12b] it has not begun here
  return { game, store, home };
}

/** Nothing more is signed or sent at this game: its file is put in order, its secrets are erased. */
function endGame({ game, store, home }) {
  store.finish(game.table.log, game.evidence);
  if (home?.seat) store.path = home.end(game.table.round ? toHex(game.table.table_id).slice(0, 16) : `round-0-${now()}`);
}

/** Says how it ended; 0 if the table is complete. */
function farewell({ game, store, home }, say, copy) {
  if (game.settled && game.table.ended) endGame({ game, store, home });
  else if (!game.refused) store.finish(game.table.log);
  if (home && copy && store.began) copyFileSync(store.path, copy);
  const { table } = game;
  if (table.stage === 'complete') say(`complete after ${table.match.hand} hand(s), ${table.round} rounds; score ${table.match.last.score}, chips ${table.match.last.chips}`);
  else if (table.stage === 'void') say(`void: ${table.voided}`);
  else say(`not finished: stage ${table.stage}, round ${table.round}${game.refused ? `, refused (${game.refused.code}) by ${game.refused.by}` : ''}`);
  if (store.began && store.path) say(`game file: ${store.path}`);
  return table.stage === 'complete' ? 0 : 1;
}

async function joinGame(args) {
  const { values: given, positionals } = parse(args, { ...PLAY, 'only-copy': { type: 'boolean' } }, true);
  const { home, saved } = openHome(given, 'guest');
  const values = askedOf(given, saved);
  if (positionals.length === 0 && !saved) throw new Usage('join needs an invite');
  const say = values.quiet ? () => {} : (line) => console.log(line);
  const before = saved && readInvite(saved.invite, 0); // [J12d]
  const text = positionals.join('') || saved.invite; // it may come in pieces
  const invite = (before && text === saved.invite) ? before : readInvite(text, now());
  if (!invite) throw new Usage('this is no invite that can be used');
  if (saved?.copied && !values['only-copy']) { // [J8a]
    throw new Usage(`another copy of ${values.home} has played on; say --only-copy if none is in use any more`);
  }
  say(WARNING);
  const identitySecret = saved?.identitySecret ?? random(32);
  const gameWith = (host) => newGame({ role: 'guest', values, identities: [host, publicKey(identitySecret)], identitySecret, say, home });
  let played = gameWith((before ?? invite).host);
  const other = before && !equal(before.secret, invite.secret);
  if (other && !played.game.begun) played = gameWith(invite.host); // nothing was signed with the first invite
  else if (other && !(played.game.table.round > 0 && equal(before.host, invite.host))) { // [J1b, J3i]
    throw new Usage(`in ${values.home} is an open game of another invite`);
  }
  const { game } = played;
  home?.keep({
    role: 'guest', identitySecret, invite: other && game.begun ? saved.invite : text, hands: values.hands, match: values.match, copied: false,
  });
  let wait = TIMERS.retry_first;
  for (let tries = 0; !game.settled && !game.refused && tries < 12;) {
    let link;
    try {
      link = await joinLink(invite, identitySecret);
    } catch (error) {
      if (error instanceof Refusal && !game.begun) throw error;
      say(`no link: ${error.message}`);
      tries += 1;
      if ((!game.begun || game.table.ended) && tries > 2) break;
      await pause(wait);
      wait = Math.min(2 * wait, TIMERS.retry_last);
      continue;
    }
    say(game.begun ? `linked again, in round ${game.table.round}` : 'linked');
    const round = game.table.round;
    const why = await game.run(link);
    if (game.table.round > round) [tries, wait] = [0, TIMERS.retry_first];
    if (why === 'replaced') home?.keep({ copied: true });
    if (['left', 'finished', 'refused', 'replaced'].includes(why)) break; // [J8b] one that was replaced does not come back by itself
    say(`the link has ended (${why})`);
    tries += 1;
    if (!game.begun && tries > 2) break;
  }
  return farewell(played, say, values.file);
}

/** Addresses of this computer for the invite: [kind, address, port]. */
function candidatesOf(named, port) {
  const found = named ?? Object.values(networkInterfaces()).flat().filter((a) => a.family === 'IPv4' && !a.internal).map((a) => a.address);
  const list = found.map((address) => [address.startsWith('127.') ? 4 : 0, ipv4Bytes(address), port]);
  if (!named) list.push([4, ipv4Bytes('127.0.0.1'), port]);
  return list.slice(0, NETWORK_LIMITS.candidates);
}

/** What a host asked for, as its folder keeps it. */
function newTable(values) {
  const answers = Object.fromEntries((values.set ?? []).map((s) => s.split(/=(.*)/s, 2)));
  if (values.match) answers.match_to = values.match;
  let ruleset;
  try {
    ruleset = shippedRuleset(values.rules, answers);
  } catch (error) {
    throw new Usage(error.message);
  }
  if (!forSeats(readRuleset(ruleset), 2)) throw new Usage(`${values.rules} is no game of two seats`);
  return {
    role: 'host', identitySecret: random(32), secret: random(16), certificate: selfSigned(), expires: now() + TIMERS.invite, ruleset,
    guest: null, // the identity that has used the invite up (N12)
    port: Number(values.port ?? 0), listen: values.address?.every((a) => a.startsWith('127.')) ? '127.0.0.1' : undefined,
    hands: values.hands, match: values.match,
  };
}

async function host(args) {
  const { values: given } = parse(args, {
    ...PLAY, rules: { type: 'string', default: 'georgian' }, set: { type: 'string', multiple: true }, port: { type: 'string' }, address: { type: 'string', multiple: true },
  });
  const { home, saved } = openHome(given, 'host');
  const goesOn = saved && (saved.guest || now() < saved.expires);
  const values = askedOf(given, goesOn ? saved : null);
  const say = values.quiet ? () => {} : (line) => console.error(line);
  const at = goesOn ? saved : newTable(values);
  say(WARNING);
  const open = () => newGame({ role: 'host', values, identities: [publicKey(at.identitySecret), at.guest], identitySecret: at.identitySecret, ruleset: at.ruleset, say, home });
  let played = at.guest ? open() : null;
  let end;
  const ended = new Promise((resolve) => { end = resolve; });
  let away; // waiting for the guest to come back
  const wait = () => { away = setTimeout(end, 1000 * (played.game.table.ended ? TIMERS.linger : TIMERS.invite)); };

  const door = await openDoor({
    certificate: at.certificate, secret: at.secret, identitySecret: at.identitySecret, port: at.port, host: at.listen,
    admits: (identity) => { // [N12, J1] the first guest that proves the invite uses it up, but for its own return
      if (at.guest === null && now() < at.expires) {
        at.guest = identity;
        home?.keep({ guest: identity });
      }
      return at.guest !== null && equal(at.guest, identity);
    },
    onRefused: (error) => { if (!(error instanceof LinkLost)) say(`a connection is refused: ${error.message}`); },
    onLink: async (link) => {
      clearTimeout(away);
      played ??= open();
      const { game } = played;
      say(game.begun ? `the guest is back, in round ${game.table.round}` : 'a guest has come');
      let why;
      try {
        why = await game.run(link);
      } catch (error) {
        console.error(error);
        return end();
      }
      if (why === 'replaced') return undefined;
      if (game.settled || game.refused || ['left', 'finished'].includes(why)) return end();
      say(`the link has ended (${why}); waiting for the guest to come back`);
      return wait();
    },
  });
  at.port = door.port;
  at.invite ??= writeInvite({
    secret: at.secret, certificate: at.certificate.tls_bind, host: publicKey(at.identitySecret), expires: at.expires, candidates: candidatesOf(values.address, at.port),
  });
  home?.keep(at);
  console.log(at.invite);
  if (played && !away) wait();
  await ended;
  door.close();
  return farewell(played, say, values.file);
}

/** The bytes of a file, but no more of them than show that it is too long [X1]: a device may have no end. */
function bytesOf(path) {
  const bytes = new Uint8Array(LIMITS.max_file + 1);
  const handle = openSync(path, 'r');
  try {
    let at = 0;
    for (let got = 1; got > 0 && at < bytes.length; at += got) got = readSync(handle, bytes, { offset: at });
    return bytes.slice(0, at);
  } finally {
    closeSync(handle);
  }
}

function verify(paths) {
  if (paths.length === 0) throw new Usage('verify needs a file');
  const files = paths.map(bytesOf);
  let worst = 0;
  files.forEach((bytes, i) => {
    const report = check(bytes, files.filter((_, j) => j !== i));
    const { verdict, exit_code, ...rest } = report;
    console.log(`${paths[i]}: ${verdict}`);
    const about = { fault: ['seat', 'round', 'code', 'requirement', 'entry'], equivocation: ['seat', 'round', 'requirement', 'entry', 'other'] }[verdict]
      ?? ['why', 'code', 'stage', 'owing', 'voided'];
    for (const key of [...about, 'rounds', 'entries', 'proofs', 'head', 'table_id', 'result']) {
      if (rest[key] !== undefined && rest[key] !== '') console.log(`  ${key}: ${typeof rest[key] === 'object' ? JSON.stringify(rest[key]) : rest[key]}`);
    }
    worst = Math.max(worst, exit_code);
  });
  return worst;
}

async function shim() {
  const answers = new Shim();
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim()) process.stdout.write(`${JSON.stringify(answers.answerLine(line))}\n`);
  }
  return 0;
}

const COMMANDS = { join: joinGame, host, verify, vectors: (args) => runVectors(args[0], console.log), shim };

try {
  const [command, ...args] = process.argv.slice(2);
  if (!Object.hasOwn(COMMANDS, command ?? '')) throw new Usage(command ? `no command ${command}` : 'which command?');
  process.exitCode = await COMMANDS[command](args);
} catch (error) {
  if (error instanceof Usage) console.error(`${error.message}\n${USAGE}`);
  else if (error instanceof Refusal || error instanceof LinkLost || error.code) console.error(error.message);
  else throw error;
  process.exitCode = 2;
}
