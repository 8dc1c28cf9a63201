// The game file and the stranger's check (section 15), from bytes alone.

import { ascii, compare, concat, equal, toHex, ZERO } from './bytes.mjs';
import { frame, readFrames } from './frames.mjs';
import { identityPoint } from './identity.mjs';
import { decode, encode } from './msgpack.mjs';
import { LIMITS, VERDICTS } from './registry.mjs';
import { Refusal } from './refusal.mjs';
import { coverOf, Table } from './table.mjs';

export const MAGIC = ascii('BURA-GAME-FILE 1');
const isBin = (v, min, max) => v instanceof Uint8Array && v.length >= min && v.length <= max;

/** The bytes of a file: identities by seat, entries as { seat, bytes, signature } in their order. */
export function writeFile(identities, entries) {
  return concat(MAGIC, frame(encode(identities)), ...entries.map((e) => frame(encode([e.seat, e.bytes, e.signature]))));
}

/** [X1] Identities and entries of a file; null if it is malformed. */
export function readFile(bytes) {
  try {
    if (bytes.length > LIMITS.max_file || !equal(bytes.subarray(0, MAGIC.length), MAGIC)) return null;
    const [first, ...rest] = readFrames(bytes.subarray(MAGIC.length), LIMITS.max_frame).map((payload) => decode(payload));
    if (!Array.isArray(first) || first.length < LIMITS.min_seats || first.length > LIMITS.max_seats) return null;
    if (!first.every((key) => isBin(key, 32, 32))) return null;
    first.forEach(identityPoint);
    if (new Set(first.map(toHex)).size !== first.length) return null;
    if (rest.length === 0 || rest.length > LIMITS.max_file_entries) return null;
    const entries = rest.map((item) => {
      if (!Array.isArray(item) || item.length !== 3) return null;
      const [seat, body, signature] = item;
      if (typeof seat !== 'number' || seat < 0 || seat >= first.length) return null;
      return isBin(body, 1, LIMITS.max_body) && isBin(signature, 64, 64) ? { seat, bytes: body, signature } : null;
    });
    return entries.includes(null) ? null : { identities: first, entries };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The verdict on an entry that is not accepted: the first row that fits of the table of section 15.2. */
function verdictOf(refusal) {
  const { code, part, round, requirement } = refusal;
  if (part === 'cover' || code === 'table_wrong' || requirement === 'E12') return 'malformed';
  if (round === 0) return ['version', 'feature', 'ruleset'].includes(code) ? 'unsupported' : 'malformed';
  if (code === 'prev_wrong' || code === 'round_wrong') return 'forked';
  if (code === 'equivocation') return 'equivocation';
  return 'fault';
}

const firstBody = (file) => file.entries.find((e) => e.seat === 0)?.bytes ?? null;
const sameBytes = (a, b) => (a === null || b === null ? a === b : equal(a, b));

/** [X3] Are two files of one game? */
export function sameGame(a, b) {
  return a.identities.length === b.identities.length && a.identities.every((key, i) => equal(key, b.identities[i])) && sameBytes(firstBody(a), firstBody(b));
}

/** The body of an entry that its seat signed (E5 to E8), or null. */
function signedBody(identities, entry) {
  try {
    return coverOf(identities, entry.seat, entry.bytes, entry.signature);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Entries up to the first that fails E5 to E8, each with its body. */
function lend(file) {
  const lent = [];
  for (const entry of file.entries) {
    const body = signedBody(file.identities, entry);
    if (!body) break;
    lent.push({ ...entry, body });
  }
  return lent;
}

const byPlace = (a, b) => a.body.round - b.body.round || a.seat - b.seat; // Array.sort is stable

/**
 * The stranger's check of a file, with other files beside it.
 * @param {Uint8Array} bytes
 * @param {Uint8Array[]} others
 */
export function check(bytes, others = []) {
  const steps = checking(bytes, others);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The same in steps: { done, of } after every entry of the file's own, so that a page can breathe; it returns the report. */
export function* checking(bytes, others = []) {
  const file = readFile(bytes);
  if (!file) return report('malformed', null, { why: 'it is no game file' });
  const table = new Table(file.identities);
  let refused = null;
  let verdict = null;

  // file order, up to the first that is not accepted
  const accepted = new Set();
  for (const entry of file.entries) {
    const judged = judge(table, entry);
    if (judged === 'accepted') {
      accepted.add(entry);
      yield { done: accepted.size, of: file.entries.length };
      continue;
    }
    verdict = judged === 'ignored' ? 'malformed' : verdictOf(judged);
    refused = { entry, refusal: judged === 'ignored' ? null : judged };
    break;
  }

  const beside = others.map(readFile).filter((other) => other && sameGame(file, other)); // [X3a] however many
  const lent = beside.flatMap(lend).sort((a, b) => compare(a.bytes, b.bytes) || compare(a.signature, b.signature)); // the order of the files is nothing

  // [X3b] what is missing may stand elsewhere
  const isOwn = (entry) => file.entries.some((e) => e.seat === entry.seat && equal(e.bytes, entry.bytes) && equal(e.signature, entry.signature));
  if ((verdict === null || verdict === 'forked') && !lent.every(isOwn)) {
    const own = file.entries.filter((e) => !accepted.has(e)).map((entry) => ({ entry, body: signedBody(file.identities, entry) }));
    const waiting = [...own.filter((o) => o.body).map(({ entry, body }) => ({ ...entry, body })), ...lent].sort(byPlace);
    let stop = null;
    for (const candidate of waiting) {
      const judged = judge(table, candidate);
      if (judged === 'accepted' || judged === 'ignored') continue;
      if (judged.part === 'cover' || ['table_wrong', 'round_wrong', 'seat_wrong', 'prev_wrong'].includes(judged.code)) continue;
      if (candidate.body.round === 0) continue;
      stop = { entry: candidate, refusal: judged };
      break;
    }
    if (stop) {
      verdict = verdictOf(stop.refusal);
      refused = stop;
    } else if (verdict === 'forked' && own.every(({ entry }) => stands(table, entry))) {
      verdict = null;
      refused = null;
    }
  }
  verdict ??= verdictOfTable(table);

  // [X4] two bodies
  if (!['fault', 'equivocation', 'malformed', 'unsupported'].includes(verdict)) {
    const signed = file.entries.map((entry) => ({ ...entry, body: signedBody(file.identities, entry) })).filter((e) => e.body);
    const seen = new Map();
    for (const entry of [...signed, ...lent].sort(byPlace)) {
      if (entry.body.round === 0 || !equal(entry.body.table_id, table.table_id)) continue;
      const place = `${entry.body.round},${entry.seat}`;
      const before = seen.get(place);
      if (!before) seen.set(place, entry);
      else if (!equal(before.bytes, entry.bytes)) {
        verdict = 'equivocation';
        refused = { entry, other: before, refusal: Object.assign(new Refusal('equivocation', 'X4'), { seat: entry.seat, round: entry.body.round }) };
        break;
      }
    }
  }
  return report(verdict, table, { refused });
}

/** 'accepted', 'ignored', or the refusal. */
function judge(table, { seat, bytes, signature }) {
  try {
    return table.take(seat, bytes, signature);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** [X3d] Is the body of an entry accepted, whoever brought it? */
function stands(table, { seat, bytes }) {
  return [...table.held.values()].some((held) => held.seat === seat && equal(held.bytes, bytes));
}

function verdictOfTable(table) {
  if (table.stage === 'complete') return 'fair';
  if (table.stage === 'void') return 'void';
  return table.stage === 'result' ? 'unsigned_result' : 'open';
}

/** [X5, X6] What is said of a check, and no more. */
function report(verdict, table, { refused = null, why = '' } = {}) {
  const named = ['fault', 'equivocation'].includes(verdict);
  return {
    verdict,
    exit_code: VERDICTS[verdict],
    rounds: table?.round ?? 0,
    head: toHex(table?.head ?? ZERO),
    table_id: toHex(table?.table_id ?? ZERO),
    entries: table?.log.length ?? 0,
    proofs: table?.proofs ?? 0,
    why,
    ...(refused?.refusal ? { code: refused.refusal.code, requirement: refused.refusal.requirement } : {}),
    ...(named ? {
      seat: refused.refusal.seat,
      round: refused.refusal.round,
      entry: entryText(refused.entry),
      ...(refused.other ? { other: entryText(refused.other) } : {}),
    } : {}),
    ...(table && ['open', 'unsigned_result'].includes(verdict) ? { stage: table.stage, owing: table.owing } : {}),
    ...(table ? { keys: table.identities.map(toHex) } : {}),
    ...(table?.names ? { names: table.names, rules: table.rules.name } : {}),
    ...(table?.match?.last ? { result: table.match.last } : {}),
    ...(table?.voided ? { voided: table.voided } : {}),
  };
}

const entryText = ({ seat, bytes, signature }) => ({ seat, body: toHex(bytes), signature: toHex(signature) });
