// Players at one table in one process, without a link: for tests and for trying rules out.
import { randomBytes } from 'node:crypto';
import { Bot, nextEntry } from '../lib/bot.mjs';
import { writeFile } from '../lib/file.mjs';
import { publicKey } from '../lib/identity.mjs';
import { Player } from '../lib/player.mjs';
import { Table } from '../lib/table.mjs';

/** Play until the table has ended; gives the table and the bytes of the game file. */
export function playAlone({ seats = 2, ruleset, hands = 1, dice = Math.random, habits, watch, before }) {
  const secrets = Array.from({ length: seats }, () => new Uint8Array(randomBytes(32)));
  const table = new Table(secrets.map(publicKey));
  const players = secrets.map((secret, seat) => new Player({ seat, secret, name: `bot ${seat}` }, (n) => new Uint8Array(randomBytes(n))));
  const bots = players.map(() => new Bot(dice, habits));
  while (!table.ended) {
    const [seat] = table.owing;
    const choice = before?.(table, players[seat]);
    const entry = choice ?? nextEntry(table, players[seat], bots[seat], { ruleset, playOn: (t) => t.match.hand < hands });
    watch?.(table, seat, entry);
    table.take(entry.seat, entry.bytes, entry.signature);
  }
  const entries = [...table.log].sort((a, b) => a.round - b.round || a.seat - b.seat);
  return { table, file: writeFile(table.identities, entries) };
}
