// The sample games of protocol/games: their bytes, put together as protocol/README.md says.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { concat, fromHex } from '../lib/bytes.mjs';
import { frame, readFrames } from '../lib/frames.mjs';
import { encode } from '../lib/msgpack.mjs';
import { LIMITS } from '../lib/registry.mjs';

export function gamesOf(protocol) {
  const root = join(protocol, 'games');
  const games = new Map();
  for (const folder of ['good', 'open', 'bad', 'forked']) {
    for (const name of readdirSync(join(root, folder)).filter((f) => f.endsWith('.json')).sort()) {
      const game = JSON.parse(readFileSync(join(root, folder, name), 'utf8'));
      games.set(game.id, { ...game, folder: join(root, folder) });
    }
  }
  return games;
}

export function bytesOf(games, id) {
  const game = games.get(id);
  const { file, of, entries, more } = game.in;
  if (file) return new Uint8Array(readFileSync(join(game.folder, file)));
  const bytes = bytesOf(games, of);
  const frames = readFrames(bytes.subarray(16), LIMITS.max_frame);
  return concat(
    bytes.subarray(0, 16),
    ...frames.slice(0, 1 + entries).map(frame),
    ...more.map(([seat, body, signature]) => frame(encode([seat, fromHex(body), fromHex(signature)]))),
  );
}
