// The operations of protocol/vectors: from the inputs of a test to what it expects (protocol/README.md).
// `run(op, in)` with op "<file>/<group>" gives { ok: true, … } or { ok: false, code }, or undefined if there is no such operation.

import { ascii, equal, fromHex, split, toHex } from './bytes.mjs';
import { playingOrder, startDeck } from './cards.mjs';
import { readFrames } from './frames.mjs';
import { CARD_BY_NAME } from './deck.mjs';
import { cardPoint, bigEndian, hashToScalar, pointBytes, readPoint, scalarBytes, secretTimes, G, sum } from './group.mjs';
import { context, ENTRY_TYPE, nextHead, pae, sha256, tableId, vec } from './hashing.mjs';
import { publicKey, verifyStrict } from './identity.mjs';
import { judgeAuth, judgeGreet, readGreet } from './handshake.mjs';
import { readInvite } from './invite.mjs';
import * as linear from './linear.mjs';
import { decode } from './msgpack.mjs';
import { refuse, Refusal } from './refusal.mjs';
import { entriesFor, judgeResume, maySign, resumeOf, roundsOf } from './resume.mjs';
import { readBody, readFrame, readMessage, writeFrame } from './schema.mjs';
import { judgeShuffle } from './shuffle.mjs';
import { firstLeaders, Table } from './table.mjs';
import { check, readFile } from './file.mjs';
import { readRuleset } from './ruleset.mjs';
import { expand_message_xmd } from '@noble/curves/abstract/hash-to-curve';
import { secp256k1_hasher } from '@noble/curves/secp256k1';

/** A decoded value as JSON: a bin is written {"bin": hex}. */
export function toJson(value) {
  if (value instanceof Uint8Array) return { bin: toHex(value) };
  return Array.isArray(value) ? value.map(toJson) : value;
}

const scalarOf = (hex) => bigEndian(fromHex(hex));
const cardsOf = (hex) => linear.readCards(fromHex(hex));

function relation({ label, ctx, key, cards, shares, points, proof, owner, sealed, suit }) {
  const c = fromHex(ctx);
  const X = readPoint(fromHex(key));
  const p = fromHex(proof);
  switch (label) {
    case 'own-key': return linear.verifyLinear(linear.ownKey(c, X), p);
    case 'share':
    case 'open': return linear.judgeShares(label, c, X, cardsOf(cards), fromHex(shares), p);
    case 'points': return linear.judgePoints(c, X, cardsOf(cards), points, p);
    case 'sealed-points': return linear.judgeSealedPoints(c, X, cardsOf(cards), readPoint(fromHex(owner)), fromHex(sealed), p);
    case 'sealed-total': return linear.judgeSealedTotal(c, X, cardsOf(sealed), points, p);
    case 'suit': return linear.judgeAnnounced('trumps', c, X, cardsOf(cards), suit, p);
    case 'rank': return linear.judgeAnnounced('aces', c, X, cardsOf(cards), null, p);
    case 'one-suit': return linear.judgeAnnounced('one_suit', c, X, cardsOf(cards), null, p);
    default: throw new Error(`no label ${label}`);
  }
}

function shuffle({ label, ctx, key, inputs, outputs, proof }) {
  judgeShuffle(label, fromHex(ctx), readPoint(fromHex(key)), cardsOf(inputs), fromHex(outputs), fromHex(proof));
}

/** A card of the vectors goes the whole way: start deck, re-masking, share, private card, opening, reading. */
function oneCard({ card, x, r }) {
  const secrets = x.map(scalarOf);
  const keys = secrets.map((s) => secretTimes(G, s));
  const P = sum(keys);
  const face = CARD_BY_NAME.get(card);
  const start = startDeck(36, P).find((_, i) => i === [...CARD_BY_NAME.keys()].indexOf(card));
  const factor = scalarOf(r);
  const masked = { A: start.A.add(secretTimes(G, factor)), B: start.B.add(secretTimes(P, factor)) };
  const share = secretTimes(masked.A, secrets[1]);
  const own = { A: masked.A, B: masked.B.subtract(share) };
  const opening = secretTimes(own.A, secrets[0]);
  return {
    joint_key: toHex(pointBytes(P)),
    card_point: toHex(pointBytes(cardPoint(face))),
    start: toHex(linear.cardBytes(start)),
    masked: toHex(linear.cardBytes(masked)),
    share: toHex(pointBytes(share)),
    private: toHex(linear.cardBytes(own)),
    opening: toHex(pointBytes(opening)),
    read: toHex(pointBytes(own.B.subtract(opening))),
  };
}

const read = ({ body }) => {
  const { type, fields } = readMessage(readBody(fromHex(body)));
  return { type, payload: Object.values(fields).map(toJson) };
};

const link = ({ payload }) => {
  const { type, values } = readFrame(fromHex(payload));
  return type === null ? { type } : { type, payload: toJson(values) };
};

const greet = (t) => {
  const secret = fromHex(t.own.secret);
  const own = { identity: publicKey(secret), nonce: fromHex(t.own.nonce) };
  judgeGreet(readGreet(t.role, fromHex(t.payload), fromHex(t.invite_secret), fromHex(t.tls_bind)), own, t.expected && fromHex(t.expected));
};

const auth = (t) => {
  const [guest, host] = [fromHex(t.guest_greet), fromHex(t.host_greet)];
  const { identity } = readFrame(t.role === 'guest' ? guest : host).fields;
  judgeAuth(t.role, fromHex(t.payload), fromHex(t.invite_secret), fromHex(t.tls_bind), guest, host, identity);
};

const invite = ({ text, now }) => {
  const read = readInvite(text, now);
  return read ? { fields: toJson(read.values) } : { ok: false };
};

/** A table that holds the first entries of a game. */
function tableOf({ file: bytes, entries }) {
  const file = readFile(fromHex(bytes));
  const table = new Table(file.identities);
  for (const e of file.entries.slice(0, entries)) table.take(e.seat, e.bytes, e.signature);
  return { table, file };
}

const ownResume = (t) => ({ payload: toHex(writeFrame('resume', resumeOf(tableOf(t).table))) });

function answerResume(t) {
  const { table, file } = tableOf(t);
  const other = {
    table_id: fromHex(t.table_id), round: t.round, heads: split(fromHex(t.heads), 32), held: t.held.map(([seat, hash]) => [seat, fromHex(hash)]),
  };
  judgeResume(table, other);
  const place = (entry) => file.entries.findIndex((e) => e.seat === entry.seat && equal(e.bytes, entry.bytes));
  return { send: entriesFor(table, other).map(place), may_sign: maySign(table, t.seat, other) };
}

function verdict({ file, others }) {
  const report = check(fromHex(file), others.map(fromHex));
  const told = ['verdict', 'rounds', 'head', 'table_id', ...(report.seat === undefined ? [] : ['seat', 'round', 'code'])];
  return Object.fromEntries(told.map((key) => [key, report[key]]));
}

export const OPERATIONS = {
  'encoding/frames': ({ stream, bound }) => ({ payloads: readFrames(fromHex(stream), bound).map(toHex) }),
  'encoding/values': ({ bytes }) => ({ value: toJson(decode(fromHex(bytes))) }),
  'encoding/bodies': read,
  'encoding/outer': read,
  'encoding/links': link,
  'places/vec': ({ parts }) => ({ bytes: toHex(vec(...parts.map(fromHex))) }),
  'places/ctx': (t) => ({ ctx: toHex(context(fromHex(t.table_id), t.hand, t.round, t.seat, fromHex(t.head))) }),
  'places/head': ({ before, bodies }) => ({ head: toHex(nextHead(fromHex(before), bodies.map(fromHex))) }),
  'places/table_id': ({ head }) => ({ table_id: toHex(tableId(fromHex(head))) }),
  'places/signature': (t) => verifyStrict(fromHex(t.public), pae(ENTRY_TYPE, fromHex(t.body)), fromHex(t.signature)),
  'places/key_commit': (t) => {
    const computed = sha256(vec('key-commit', fromHex(t.ctx), fromHex(t.key), fromHex(t.proof), fromHex(t.nonce)));
    if (!equal(computed, fromHex(t.commitment))) refuse('commitment', 'K3');
  },
  'places/places': ({ table_id, nonces, features }) => {
    const { order } = playingOrder(fromHex(table_id), nonces.map((_, seat) => seat), nonces.map(fromHex));
    return { order, leader: firstLeaders(features)[0] ?? order[0] };
  },
  'places/cards': oneCard,
  'link/certificate': ({ der }) => ({ tls_bind: toHex(sha256(fromHex(der))) }),
  'link/greet': greet,
  'link/auth': auth,
  'link/invite': invite,
  'resume/frames': ({ payload }) => ({ type: readFrame(fromHex(payload)).type }),
  'resume/rounds': ({ round }) => ({ rounds: roundsOf(round) }),
  'resume/own': ownResume,
  'resume/answers': answerResume,
  'rulesets/forms': ({ ruleset }) => ({ name: readRuleset(fromHex(ruleset)).name }),
  'games/verdict': verdict,
  'identity/verify': (t) => verifyStrict(fromHex(t.public), fromHex(t.message), fromHex(t.signature)),
  'hash-to-group/hash_to_curve': ({ message, dst }) => {
    const p = secp256k1_hasher.hashToCurve(ascii(message), { DST: ascii(dst) }).toAffine();
    return { p: { x: toHex(scalarBytes(p.x)), y: toHex(scalarBytes(p.y)) } };
  },
  'hash-to-group/expand_message_xmd': ({ message, dst, length }) => ({ uniform: toHex(expand_message_xmd(ascii(message), ascii(dst), length, sha256)) }),
  'hash-to-group/hash_to_scalar': ({ message, purpose }) => ({ scalar: toHex(scalarBytes(hashToScalar(fromHex(message), purpose))) }),
};
for (const group of ['own-key', 'share', 'open', 'points', 'sealed-points', 'sealed-total', 'suit', 'rank', 'one-suit']) OPERATIONS[`relation/${group}`] = (t) => void relation(t); // outputs: none
for (const group of ['hand', 'deck']) OPERATIONS[`shuffle/${group}`] = shuffle;

export function run(op, input) {
  if (!Object.hasOwn(OPERATIONS, op)) return undefined; // not what every object has
  try {
    return { ok: true, ...OPERATIONS[op](input) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, code: error.code };
    throw error;
  }
}

/** Are all values that are expected there? (`part` says what fails, which no verifier can tell: X6.) */
export function agrees(expected, result) {
  if (expected === null || typeof expected !== 'object') return expected === result;
  if (result === null || typeof result !== 'object') return false;
  if (Array.isArray(expected)) return expected.length === result.length && expected.every((e, i) => agrees(e, result[i]));
  return Object.entries(expected).every(([key, e]) => key === 'part' || agrees(e, result[key]));
}

/**
 * The tests of one vector file as { op, id, in, expect }; inputs of a `base` are filled in.
 * @param {(id: string) => Uint8Array} games the bytes of a sample game, for the tests that name one
 */
export function testsOf(file, data, games) {
  if (file === 'identity') {
    return data.cases.map((c) => ({ op: 'identity/verify', id: `${c.name}`, in: c, expect: c.expected === 'valid' ? { ok: true } : { ok: false, code: c.expected } }));
  }
  if (file === 'hash-to-group') {
    const outputs = { hash_to_curve: ['p'], expand_message_xmd: ['uniform'], hash_to_scalar: ['scalar'] };
    return Object.entries(data).flatMap(([group, { dst, cases }]) =>
      cases.map((c, i) => ({ op: `hash-to-group/${group}`, id: `${group} ${i}`, in: { dst, ...c }, expect: { ok: true, ...Object.fromEntries(outputs[group].map((k) => [k, c[k]])) } })));
  }
  const byId = new Map(data.groups.flatMap((g) => g.tests).map((t) => [t.id, t]));
  const inputs = (test) => ({ ...(test.base ? inputs(byId.get(test.base)) : {}), ...test.in });
  return data.groups.flatMap((group) => group.tests.map((t, i) => {
    const op = `${file}/${group.name}`;
    const given = inputs(t);
    if ('of' in given) given.file = toHex(games(given.of));
    if (op === 'hand/hand') Object.assign(given, { identities: group.setup.identities, first: i === 0 });
    return { op, id: t.id, in: given, expect: t.expect, mid: t.mid, setup: group.setup };
  }));
}
