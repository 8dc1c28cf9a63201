// Two programs over TLS: a whole game, and one whose link is cut again and again (13.4).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { check } from '../lib/file.mjs';
import { readInvite, writeInvite } from '../lib/invite.mjs';
import { openCutter } from '../tools/cutter.mjs';

const BURA = new URL('../bura.mjs', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'bura-node-'));
after(() => rmSync(folder, { recursive: true }));

function start(...args) {
  const child = spawn(process.execPath, [BURA, ...args]);
  const program = { child, out: '' };
  child.stdout.on('data', (bytes) => { program.out += bytes; });
  child.stderr.on('data', (bytes) => { program.out += bytes; });
  program.ended = new Promise((resolve) => { child.on('close', (code) => resolve(code)); });
  program.heard = async (pattern) => {
    for (;;) {
      const match = pattern.exec(program.out);
      if (match) return match[0];
      if (child.exitCode !== null) throw new Error(program.out);
      await new Promise((resolve) => { setTimeout(resolve, 50); });
    }
  };
  return program;
}

async function game(name, rules, hands, cuts) {
  const [hostFile, guestFile] = [join(folder, `${name}-host.bura`), join(folder, `${name}-guest.bura`)];
  const host = start('host', '--rules', rules, '--hands', `${hands}`, '--address', '127.0.0.1', '--file', hostFile);
  const text = await host.heard(/BURA:[A-Z2-7]+(?=\n)/);
  const invite = readInvite(text, 0);
  const [[kind, address, port]] = invite.candidates;
  const cutter = await openCutter(port, cuts);
  const guest = start('join', writeInvite({ ...invite, candidates: [[kind, address, cutter.port]] }), '--hands', `${hands}`, '--file', guestFile);
  const codes = await Promise.all([host.ended, guest.ended]);
  cutter.close();
  assert.deepEqual(codes, [0, 0], `${host.out}\n${guest.out}`);
  const bytes = new Uint8Array(readFileSync(hostFile));
  assert.deepEqual(bytes, new Uint8Array(readFileSync(guestFile)), 'both sides hold the same game');
  assert.equal(check(bytes).verdict, 'fair');
  return { cutter, guest, host };
}

test('a game of georgian over a link', async () => {
  await game('whole', 'georgian', 1, []);
});

test('a game of classic whose link is cut four times', async () => {
  const { cutter, guest } = await game('cut', 'classic', 1, [3000, 5200, 6000, 4000]);
  assert.ok(cutter.done.length >= 3, `${cutter.done.length} cuts`);
  assert.match(guest.out, /linked again/);
});
