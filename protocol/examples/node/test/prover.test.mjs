// The prover, against what the vectors' prover had: the same fresh bytes make the same proofs (section 11.10).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ascii, concat, fromHex, toHex, u32 } from '../lib/bytes.mjs';
import { CARD_BY_NAME } from '../lib/deck.mjs';
import { bigEndian, readPoint } from '../lib/group.mjs';
import { sha256 } from '../lib/hashing.mjs';
import * as linear from '../lib/linear.mjs';
import { nextEntry } from '../lib/bot.mjs';
import { Player } from '../lib/player.mjs';
import { maskingFactors, proveShuffle, shuffled } from '../lib/shuffle.mjs';
import { Table } from '../lib/table.mjs';
import { testsOf } from '../lib/vectors.mjs';
import { findProtocol } from '../tools/protocol.mjs';

const vectors = (file) => testsOf(file, JSON.parse(readFileSync(join(findProtocol(), 'vectors', `${file}.json`), 'utf8')));
const scalar = (hex) => bigEndian(fromHex(hex));

function stated({ label, ctx, key, cards, shares, points, owner, sealed, suit }) {
  const [c, X] = [fromHex(ctx), readPoint(fromHex(key))];
  const masked = cards && linear.readCards(fromHex(cards));
  switch (label) {
    case 'own-key': return linear.ownKey(c, X);
    case 'share':
    case 'open': return linear.shares(label, c, X, masked, fromHex(shares).length ? linear.readCards(concat(fromHex(shares), fromHex(shares))).flatMap(({ A, B }) => [A, B]).slice(0, masked.length) : []);
    case 'points': return linear.pointsOf(c, X, masked, points);
    case 'sealed-points': {
      const [{ A, B }] = linear.readCards(fromHex(sealed));
      return linear.sealedPoints(c, X, masked, readPoint(fromHex(owner)), A, B);
    }
    case 'sealed-total': return linear.sealedTotal(c, X, linear.readCards(fromHex(sealed)), points);
    default: return linear.announced({ suit: 'trumps', rank: 'aces', 'one-suit': 'one_suit' }[label], c, X, masked, suit);
  }
}

test('linear proofs', () => {
  let count = 0;
  for (const { id, in: input, mid, expect } of vectors('relation')) {
    if (!mid?.witness || !mid.fresh || !expect.ok) continue;
    const statement = stated(input);
    assert.equal(toHex(linear.statementBytes(statement)), mid.statement, id);
    assert.equal(toHex(linear.proveLinear(statement, mid.witness.map(scalar), fromHex(mid.fresh))), input.proof, id);
    count += 1;
  }
  assert.ok(count >= 12, `${count}`);
});

test('shuffle arguments', () => {
  let count = 0;
  for (const { id, in: input, mid, expect } of vectors('shuffle')) {
    if (!mid?.fresh || !expect.ok) continue;
    const [ctx, P, inputs] = [fromHex(input.ctx), readPoint(fromHex(input.key)), linear.readCards(fromHex(input.inputs))];
    const factors = maskingFactors(fromHex(mid.fresh_factors), scalar(mid.x), ctx, inputs);
    assert.deepEqual(factors, mid.r_prime.map(scalar), id);
    const outputs = shuffled(P, inputs, mid.permutation, factors);
    assert.ok(toHex(linear.cardsBytes(outputs)) === input.outputs, id);
    assert.ok(toHex(proveShuffle(input.label, ctx, P, inputs, outputs, mid.permutation, factors, fromHex(mid.fresh))) === input.proof, id);
    count += 1;
  }
  assert.ok(count >= 3, `${count}`);
});

/** The tape of the vectors: SHA-256(label ‖ 00 ‖ u64 i), one block behind another. */
function tape(label) {
  let held = new Uint8Array(0);
  let i = 0;
  return (count) => {
    while (held.length < count) held = concat(held, sha256(concat(ascii(label), Uint8Array.of(0), u32(0), u32(i++))));
    const taken = held.slice(0, count);
    held = held.slice(count);
    return taken;
  };
}

test('a whole hand, byte by byte', () => {
  const tests = vectors('hand');
  const { setup } = tests[0];
  const table = new Table(setup.identities.map(fromHex));
  const players = setup.secrets.map((secret, seat) =>
    new Player({ seat, secret: fromHex(secret), name: `player ${seat}` }, tape(`${setup.label} session ${seat}`)));
  const ruleset = players.map(() => null);
  for (const { id, in: { seat, body, signature }, mid, expect } of tests) {
    if (expect.code) continue; // comes instead of the entry behind it
    const player = players[seat];
    if (mid.type === 'hello') ruleset[seat] = rulesetOf(body);
    if (mid.held) assert.deepEqual(player.cards(table).map((card) => card.name), mid.held, id);
    const cards = mid.cards?.map((name) => CARD_BY_NAME.get(name));
    const chooser = { choose: () => ({ type: mid.type, cards, to: 2 }) };
    const entry = nextEntry(table, player, chooser, { ruleset: ruleset[seat], playOn: () => false });
    assert.ok(toHex(entry.bytes) === body, id);
    assert.equal(toHex(entry.signature), signature, id);
    table.take(seat, entry.bytes, entry.signature);
  }
  assert.equal(toHex(table.table_id), setup.table_id);
  assert.deepEqual(table.match.order, setup.order);
  assert.deepEqual(table.match.score, setup.score);
  assert.equal(table.stage, setup.stage);
});

function rulesetOf(body) {
  const text = Buffer.from(body, 'hex').toString('latin1');
  const at = text.indexOf('bura-rules 1');
  return ascii(text.slice(at, text.indexOf('ante 0\n') + 7));
}
