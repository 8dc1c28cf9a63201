#!/usr/bin/env node
// bura_p2p in JavaScript: play a game of two seats with a bot, verify game files, run the vectors. See README.md.

import { createInterface } from 'node:readline';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { parseArgs } from 'node:util';
import { Bot } from './lib/bot.mjs';
import { equal } from './lib/bytes.mjs';
import { selfSigned } from './lib/certificate.mjs';
import { check } from './lib/file.mjs';
import { Game } from './lib/game.mjs';
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
  join INVITE [--hands N | --match N] [play options]
  verify FILE …                verdict and exit code of section 15; the files lend each other entries of one game
  vectors [FOLDER]             every vector file of protocol/vectors
  shim                         JSON lines {"op": "<file>/<group>", "in": …} → {"result": …} or {"unsupported": true}
play options: --file GAME.bura  --name TEXT  --quiet
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
};

/** May another hand follow? After N hands no more; with a match, until it is over; else one hand. */
function playOnOf({ hands, match }) {
  if (match) return () => true;
  const last = Number(hands ?? 1);
  return (table) => table.match.hand < last;
}

function newGame({ role, values, identities, identitySecret, ruleset, say }) {
  const store = new Store(values.file, identities);
  const player = new Player({ seat: role === 'host' ? 0 : 1, secret: identitySecret, name: values.name }, random);
  const game = new Game({
    role, player, identities, ruleset, say, chooser: new Bot(dice), playOn: playOnOf(values), store: (entry) => store.keep(entry),
  });
  return { game, store };
}

/** Says how it ended; 0 if the table is complete. */
function farewell({ game, store }, say) {
  store.finish(game.table.log, game.evidence);
  const { table } = game;
  if (table.stage === 'complete') say(`complete after ${table.match.hand} hand(s), ${table.round} rounds; score ${table.match.last.score}, chips ${table.match.last.chips}`);
  else if (table.stage === 'void') say(`void: ${table.voided}`);
  else say(`not finished: stage ${table.stage}, round ${table.round}${game.refused ? `, refused (${game.refused.code}) by ${game.refused.by}` : ''}`);
  if (store.began && store.path) say(`game file: ${store.path}`);
  return table.stage === 'complete' ? 0 : 1;
}

async function joinGame(args) {
  const { values, positionals } = parse(args, PLAY, true);
  if (positionals.length === 0) throw new Usage('join needs an invite');
  const say = values.quiet ? () => {} : (line) => console.log(line);
  const invite = readInvite(positionals.join(''), now()); // it may come in pieces
  if (!invite) throw new Usage('this is no invite that can be used');
  say(WARNING);
  const identitySecret = random(32);
  const played = newGame({ role: 'guest', values, identities: [invite.host, publicKey(identitySecret)], identitySecret, say });
  const { game } = played;
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
    if (['left', 'finished', 'refused', 'replaced'].includes(why)) break; // [J8] one that was replaced does not come back by itself
    say(`the link has ended (${why})`);
    tries += 1;
    if (!game.begun && tries > 2) break;
  }
  return farewell(played, say);
}

/** Addresses of this computer for the invite: [kind, address, port]. */
function candidatesOf(named, port) {
  const found = named ?? Object.values(networkInterfaces()).flat().filter((a) => a.family === 'IPv4' && !a.internal).map((a) => a.address);
  const list = found.map((address) => [address.startsWith('127.') ? 4 : 0, ipv4Bytes(address), port]);
  if (!named) list.push([4, ipv4Bytes('127.0.0.1'), port]);
  return list.slice(0, NETWORK_LIMITS.candidates);
}

async function host(args) {
  const { values } = parse(args, {
    ...PLAY, rules: { type: 'string', default: 'georgian' }, set: { type: 'string', multiple: true }, port: { type: 'string' }, address: { type: 'string', multiple: true },
  });
  const say = values.quiet ? () => {} : (line) => console.error(line);
  const answers = Object.fromEntries((values.set ?? []).map((s) => s.split(/=(.*)/s, 2)));
  if (values.match) answers.match_to = values.match;
  let ruleset;
  try {
    ruleset = shippedRuleset(values.rules, answers);
  } catch (error) {
    throw new Usage(error.message);
  }
  if (!forSeats(readRuleset(ruleset), 2)) throw new Usage(`${values.rules} is no game of two seats`);
  say(WARNING);
  const identitySecret = random(32);
  const secret = random(16);
  const certificate = selfSigned();
  const expires = now() + TIMERS.invite;
  let played = null;
  let guest = null; // the identity that has used the invite up (N12)
  let end;
  const ended = new Promise((resolve) => { end = resolve; });
  let away; // waiting for the guest to come back

  const door = await openDoor({
    certificate, secret, identitySecret, port: Number(values.port ?? 0), host: values.address?.every((a) => a.startsWith('127.')) ? '127.0.0.1' : undefined,
    admits: (identity) => { // [N12, J1] the first guest that proves the invite uses it up, but for its own return
      if (guest === null && now() < expires) guest = identity;
      return guest !== null && equal(guest, identity);
    },
    onRefused: (error) => { if (!(error instanceof LinkLost)) say(`a connection is refused: ${error.message}`); },
    onLink: async (link) => {
      clearTimeout(away);
      played ??= newGame({ role: 'host', values, identities: [publicKey(identitySecret), guest], identitySecret, ruleset, say });
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
      away = setTimeout(end, 1000 * (game.table.ended ? TIMERS.linger : TIMERS.invite));
      return undefined;
    },
  });
  console.log(writeInvite({ secret, certificate: certificate.tls_bind, host: publicKey(identitySecret), expires, candidates: candidatesOf(values.address, door.port) }));
  await ended;
  door.close();
  return farewell(played, say);
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
    if (line.trim()) process.stdout.write(`${JSON.stringify(answers.answer(JSON.parse(line)))}\n`);
  }
  return 0;
}

const COMMANDS = { join: joinGame, host, verify, vectors: (args) => runVectors(args[0], console.log), shim };

try {
  const [command, ...args] = process.argv.slice(2);
  if (!COMMANDS[command]) throw new Usage(command ? `no command ${command}` : 'which command?');
  process.exitCode = await COMMANDS[command](args);
} catch (error) {
  if (error instanceof Usage) console.error(`${error.message}\n${USAGE}`);
  else if (error instanceof Refusal || error instanceof LinkLost || error.code) console.error(error.message);
  else throw error;
  process.exitCode = 2;
}
