import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { check } from '../lib/file.mjs';
import { bytesOf, gamesOf } from '../tools/games.mjs';
import { findProtocol } from '../tools/protocol.mjs';

const games = gamesOf(findProtocol());

describe('every sample game has its verdict', () => {
  for (const [id, game] of games) {
    test(id, () => {
      const report = check(bytesOf(games, id), game.in.others.map((other) => bytesOf(games, other)));
      for (const [key, expected] of Object.entries(game.expect)) assert.deepEqual(report[key], expected, key);
    });
  }
});
