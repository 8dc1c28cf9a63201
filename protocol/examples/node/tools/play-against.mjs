// Plays against another program of the protocol: as its guest, then as its host; the game files are verified.
//
//   node tools/play-against.mjs --host 'bura host --rules georgian …'     we join the invite that it prints
//   node tools/play-against.mjs --join 'bura join {invite} …' --rules classic     it joins ours
//   more: --hands N  --cut BYTES,BYTES   (the link goes through a relay that is cut so)
//
// The commands are run by a shell; what they print is searched for an invite. Nothing is assumed about their options.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { check } from '../lib/file.mjs';
import { readInvite, writeInvite } from '../lib/invite.mjs';
import { openCutter } from './cutter.mjs';

const BURA = fileURLToPath(new URL('../bura.mjs', import.meta.url));
const { values } = parseArgs({
  options: {
    host: { type: 'string' }, join: { type: 'string' }, rules: { type: 'string', default: 'georgian' },
    hands: { type: 'string', default: '1' }, cut: { type: 'string', default: '' },
  },
});

function start(command, args, options = {}) {
  const child = spawn(command, args, options);
  const program = { child, out: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => { program.out += bytes; });
  program.ended = new Promise((resolve) => { child.on('close', resolve); });
  return program;
}
const other = (command) => start('sh', ['-c', command]);
const ours = (...args) => start(process.execPath, [BURA, ...args]);

/** The invite that a program prints; long texts may be folded. */
async function inviteOf(program) {
  for (let tries = 0; tries < 600; tries++) {
    const at = program.out.search(/BURA:/);
    if (at >= 0) {
      const lines = program.out.slice(at).split('\n');
      const inWords = /^BURA:[A-Z2-7]+/.exec(lines[0])?.[0] ?? ''; // as within JSON
      for (const text of [inWords, ...lines.map((_, n) => lines.slice(0, n + 1).join(''))]) {
        const invite = readInvite(text, Date.now() / 1000);
        if (invite) return { text, invite };
      }
    }
    if (program.child.exitCode !== null) break;
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
  throw new Error(`no invite was printed:\n${program.out}`);
}

/** The same invite, by way of a relay that cuts. */
async function throughCutter({ text, invite }) {
  if (!values.cut) return { text, close: () => {} };
  const cutter = await openCutter(invite.candidates.at(-1)[2], values.cut.split(',').map(Number));
  return { text: writeInvite({ ...invite, candidates: [[4, Uint8Array.of(127, 0, 0, 1), cutter.port]] }), close: cutter.close };
}

const folder = mkdtempSync(join(tmpdir(), 'bura-node-'));
const file = join(folder, 'game.bura');
let host;
let guest;
if (values.host) host = other(values.host);
else if (values.join) host = ours('host', '--rules', values.rules, '--hands', values.hands, '--address', '127.0.0.1', '--file', file);
else throw new Error('say --host or --join');
const way = await throughCutter(await inviteOf(host));
if (values.host) guest = ours('join', way.text, '--hands', values.hands, '--file', file);
else guest = other(values.join.replaceAll('{invite}', way.text));
const mine = values.host ? guest : host;
const code = await mine.ended;
await Promise.race([(values.host ? host : guest).ended, new Promise((resolve) => { setTimeout(resolve, 10_000).unref(); })]);
way.close();
for (const program of [host, guest]) if (program.child.exitCode === null) program.child.kill();
console.log(mine.out.replaceAll(/BURA:[A-Z2-7]+/g, 'BURA:…'));
const report = check(new Uint8Array(readFileSync(file)));
console.log(`${file}: ${report.verdict} ${report.rounds} rounds, ${report.proofs} proofs${report.result ? `, ${JSON.stringify(report.result)}` : ''}`);
process.exitCode = code || report.exit_code;
