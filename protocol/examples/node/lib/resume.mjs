// Going on over a new link (sections 9.32 and 13.4): what is told, and what follows from what the other side tells.

import { equal, ZERO } from './bytes.mjs';
import { sha256 } from './hashing.mjs';
import { refuse } from './refusal.mjs';

/** The rounds whose heads a `resume` with this round tells, in its order. */
export function roundsOf(round) {
  const rounds = [round];
  for (let back = 1; back < round; back *= 2) rounds.push(round - back);
  if (round > 0) rounds.push(0);
  return rounds;
}

/** The fields of our own `resume`. */
export function resumeOf(table) {
  return {
    table_id: table.table_id,
    round: table.round,
    heads: roundsOf(table.round).map((r) => table.heads[r]),
    held: [...table.open.values()].sort((a, b) => a.seat - b.seat).map((e) => [e.seat, sha256(e.bytes)]),
  };
}

/** [J6, J6e] Is it of this game, and has it as many heads as its round wants? Else refuse (`table_wrong`, `length`). */
export function judgeResume(table, other) {
  const known = (id) => !equal(id, ZERO);
  if (known(other.table_id) && known(table.table_id) && !equal(other.table_id, table.table_id)) refuse('table_wrong', 'J6');
  if (!known(other.table_id) && other.round === 0 && other.held.some((told) => isAnotherHello(table, told))) refuse('table_wrong', 'J6e');
  if (other.heads.length !== roundsOf(other.round).length) refuse('length', 'J6');
}

function isAnotherHello(table, [seat, hash]) {
  const own = table.held.get(`0,${seat}`);
  return own !== undefined && !equal(hash, sha256(own.bytes));
}

/** [J5] The entries that go out, in their order. */
export function entriesFor(table, other) {
  const r = other.round;
  const R = table.round;
  const compared = roundsOf(r).map((round, i) => ({ round, head: other.heads[i] })).filter(({ round }) => round <= R);
  const same = compared.filter(({ round, head }) => equal(head, table.heads[round])).map(({ round }) => round);
  const c = Math.max(0, ...same);
  const from = (first) => [...table.log].filter((e) => e.round >= first).sort((a, b) => a.round - b.round || a.seat - b.seat);
  if (c === r) return from(r).filter((e) => e.round !== r || !isHeld(other, e));
  if (compared.some(({ round }) => round > c)) return from(c);
  return [];
}

const isHeld = (other, entry) => other.held.some(([seat, hash]) => seat === entry.seat && equal(hash, sha256(entry.bytes)));

/** [J4] May this seat sign, given what the other side told? To be asked again after every entry. */
export function maySign(table, seat, other) {
  if (table.round < other.round) return false;
  const own = table.held.get(`${other.round},${seat}`);
  return other.held.every(([s, hash]) => s !== seat || (own !== undefined && equal(hash, sha256(own.bytes))));
}
