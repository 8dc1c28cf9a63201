// Rulesets: the canonical form, which of them make a game, and the names that bind (section 12.1).

import { ascii } from './bytes.mjs';
import { LIMITS, QUESTIONS, RULESETS } from './registry.mjs';
import { refuse } from './refusal.mjs';

const NUMBER = /^(0|[1-9][0-9]{0,4})$/;
const no = (requirement, why) => refuse('ruleset', requirement, why);

function number(text, min, max) {
  if (!NUMBER.test(text)) no('H5', 'a number');
  const value = Number(text);
  if (value < min || value > max) no('H5', 'a number out of its range');
  return value;
}

const oneOf = (...values) => (text) => (values.includes(text) ? text : no('H5', `no answer: ${text}`));
const list = (item) => (text) => {
  if (text === '-') return [];
  return text.split(' ').map(item);
};
const among = (...names) => list(oneOf(...names));
const numbers = (min, max) => list((text) => number(text, min, max));

const ANSWERS = {
  name: (text) => (/^[a-z][a-z0-9-]{0,31}$/.test(text) ? text : no('H5', 'the name')),
  players: numbers(2, LIMITS.max_seats),
  deck: (text) => Number(oneOf('20', '32', '36')(text)),
  hand: (text) => number(text, 1, LIMITS.max_held_cards),
  target: (text) => (text === '-' ? null : number(text, 1, LIMITS.max_pile_points)),
  lead: numbers(1, LIMITS.max_held_cards),
  short_stock: oneOf('draw_rest', 'no_draw'),
  give_face: oneOf('down', 'up'),
  specials: among('bura', 'three_aces', 'molodka'),
  specials_when: oneOf('never', 'pre_lead', 'in_trick'),
  three_aces: oneOf('lead', 'takes_pot'),
  bura: oneOf('nothing', 'whole_hand_on_lead', 'must_win_trick', 'instant_on_announce', 'play_ends_round'),
  maliutka: oneOf('turn', 'anytime'),
  instant: among('bura', 'moscow', 'four_trumps', 'four_aces'),
  win: oneOf('var_after_own_trick', 'claim_anytime', 'auto', 'most_points'),
  wrong: oneOf('lose_hand', 'pay_pot', 'double_pot', 'nothing'),
  exhausted: oneOf('most_points', 'void_reante', 'void_pot_stays'),
  tie: oneOf('draw', 'split_pot'),
  dealer: oneOf('nobody', 'claimant_or_winner_else_same'),
  first_lead: oneOf('winner', 'left_of_dealer', 'right_of_dealer', 'rotating_seat'),
  raises: numbers(2, 6),
  match_to: (text) => Number(oneOf('0', '1', '3', '7', '11')(text)),
  no_raise: oneOf('never', 'first_hand_one_short'),
  points_shown: (text) => oneOf('no', 'yes')(text) === 'yes',
  teams: list((team) => team.split(',').map((place) => number(place, 0, LIMITS.max_seats - 1))),
  clock: (text) => number(text, 0, 3600),
  ante: (text) => number(text, 0, 1000),
};

/** The answers of the canonical bytes, or refuse (`ruleset`): H5, U1, U3. */
export function readRuleset(bytes) {
  if (bytes.length > LIMITS.max_ruleset) no('H5', 'too long');
  let text = '';
  for (const byte of bytes) {
    if (byte !== 10 && (byte < 32 || byte > 126)) no('H5', 'not ASCII');
    text += String.fromCharCode(byte);
  }
  const lines = text.split('\n');
  if (lines.length !== QUESTIONS.length + 2 || lines.pop() !== '' || lines.shift() !== 'bura-rules 1') no('H5', 'the lines');
  const rules = { texts: {} };
  QUESTIONS.forEach((question, i) => {
    const prefix = `${question} `;
    if (!lines[i].startsWith(prefix)) no('H5', `line ${i + 2} is not ${question}`);
    const answer = lines[i].slice(prefix.length);
    rules.texts[question] = answer;
    rules[question] = ANSWERS[question](answer);
  });
  makesGame(rules);
  bearsItsOwnName(rules);
  return rules;
}

/** [U1] */
function makesGame(r) {
  const must = (holds, why) => { if (!holds) no('U1', why); };
  const same = (a, b, why) => must(a === b, why);
  const distinct = (items) => new Set(items).size === items.length;
  const pot = hasPot(r);

  must(r.players.length === 2, 'players');
  const [fewest, most] = r.players;
  must(fewest <= most && most * r.hand < r.deck, 'seats and cards');
  must(r.lead[0] === 1 && r.lead.every((k, i) => k <= r.hand && (i === 0 || k > r.lead[i - 1])), 'lead');
  same(r.target === null, r.win === 'most_points', 'target');
  if (r.target === null) same(r.exhausted, 'most_points', 'exhausted');
  must(r.raises.length <= 5 && r.raises.every((stake, i) => stake === i + 2), 'raises');
  if (r.raises.length) must(most === 2 || r.teams.length > 0, 'raises need two sides');
  if (r.teams.length) {
    const places = r.teams.flat();
    must(r.teams.length === 2 && fewest === most && places.length === most && distinct(places) && places.every((p) => p < most), 'teams');
  }
  if (r.points_shown && r.give_face === 'down') must(most === 2 || r.win === 'auto', 'points_shown');
  same(r.specials.length === 0, r.specials_when === 'never', 'specials');
  if (r.specials.length) must(r.hand === 3 && r.lead.includes(3) && r.instant.length === 0, 'specials');
  same(['must_win_trick', 'instant_on_announce', 'play_ends_round'].includes(r.bura), r.specials.includes('bura'), 'bura');
  if (r.three_aces === 'takes_pot') must(r.specials.includes('three_aces'), 'three_aces');
  for (const held of r.instant) must(r.hand === (held.startsWith('four_') ? 4 : 3), 'instant');
  must(distinct(r.specials) && distinct(r.instant), 'named twice');
  if (r.maliutka === 'anytime') must(r.hand > 1 && r.lead.includes(r.hand) && !r.specials.length && !r.instant.length, 'maliutka');
  same(['left_of_dealer', 'right_of_dealer'].includes(r.first_lead), r.dealer !== 'nobody', 'first_lead');
  if (pot) must(r.ante >= 1 && !r.teams.length && !r.raises.length && r.match_to === 0, 'with a pot');
  else must(r.ante === 0 && r.exhausted === 'most_points' && r.tie === 'draw', 'without a pot');
  if (r.win === 'auto') must(r.wrong === 'nothing' && !r.teams.length, 'auto');
  if (claims(r)) must(r.wrong !== 'nothing', 'wrong');
  if (r.win === 'auto' && r.raises.length) must(r.points_shown || r.give_face === 'up', 'raises where points are sealed');
  if (r.win === 'var_after_own_trick') must(r.specials_when !== 'in_trick', 'specials in the trick');
}

/** [U3] A name of its own binds every answer without a star, and those stars that list what may stand there. */
function bearsItsOwnName(rules) {
  const shipped = RULESETS.find((r) => r.name === rules.name);
  if (!shipped) return;
  for (const line of shipped.canonical.split('\n').slice(1, -1)) {
    const [question] = line.split(' ', 1);
    const answer = rules.texts[question];
    if (answer === line.slice(question.length + 1)) continue;
    const open = shipped.open[question];
    if (open === undefined || (open !== null && !open.includes(answer))) no('U3', question);
  }
}

export const hasPot = (r) => r.wrong === 'pay_pot' || r.wrong === 'double_pot';
export const claims = (r) => r.win === 'var_after_own_trick' || r.win === 'claim_anytime';
export const forSeats = (r, n) => n >= r.players[0] && n <= r.players[1];

/** The canonical bytes of a shipped ruleset, some starred questions answered differently. */
export function shippedRuleset(name, answers = {}) {
  const shipped = RULESETS.find((r) => r.name === name);
  if (!shipped) throw new Error(`no ruleset ${name}; there are ${RULESETS.map((r) => r.name).join(', ')}`);
  const lines = shipped.canonical.split('\n').map((line) => {
    const [question] = line.split(' ', 1);
    return question in answers ? `${question} ${answers[question]}` : line;
  });
  const bytes = ascii(lines.join('\n'));
  readRuleset(bytes);
  return bytes;
}
