import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromHex, toHex } from '../lib/bytes.mjs';
import { ALL_CARDS } from '../lib/deck.mjs';
import { cardPoint, hashToGroup, pointBytes, pointOfCard } from '../lib/group.mjs';
import { sha256 } from '../lib/hashing.mjs';
import { GENERATORS, RULESETS } from '../lib/registry.mjs';
import { shippedRuleset } from '../lib/ruleset.mjs';
import { registryModule } from '../tools/make-registry.mjs';
import { findProtocol } from '../tools/protocol.mjs';

test('lib/registry.mjs is what protocol/registry says', () => {
  assert.equal(readFileSync(new URL('../lib/registry.mjs', import.meta.url), 'utf8'), registryModule(findProtocol()));
});

test('every generator follows from its message (section 11.4)', () => {
  for (const [list, purpose] of [[GENERATORS.card_axis, 'card-axis'], [GENERATORS.shuffle_base, 'shuffle-base']]) {
    for (const { name, message, point } of list) assert.equal(toHex(pointBytes(hashToGroup(fromHex(message), purpose))), point, name);
  }
});

test('every card point follows from rank, suit and points', () => {
  for (const card of ALL_CARDS) assert.ok(cardPoint(card).equals(pointOfCard(card)), card.name);
});

test('the shipped rulesets have their hashes, and make games', () => {
  for (const { name, sha256: hash } of RULESETS) assert.equal(toHex(sha256(shippedRuleset(name))), hash, name);
});

/** A page has no Node modules: what it needs may import none, directly or not. */
test('the verifier is made of modules that a page can load', () => {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const source = readFileSync(new URL(`../lib/${name}`, import.meta.url), 'utf8');
    for (const [, from] of source.matchAll(/from '([^']+)'/g)) {
      assert.ok(!from.startsWith('node:'), `${name} imports ${from}`);
      if (from.startsWith('./')) visit(from.slice(2));
    }
    assert.doesNotMatch(source, /\b(Buffer|process)\b/, name);
  };
  for (const name of ['file.mjs', 'player.mjs', 'bot.mjs', 'invite.mjs', 'handshake.mjs', 'resume.mjs', 'game.mjs', 'vectors.mjs']) visit(name);
});
