// Here: events of a table as sentences of the page's language. Never: English of its own: that comes with the event.

import { cardName, cardsNamed, has, language, listed, stakeName, t, tOr } from "./words.js";

/** What seat `seat` is called: `you` for one's own. */
export function nameOf(table, seat) {
  if (seat === table.seat) return t("you");
  return table.names[seat] || t("the.other");
}

/** The other seats, in turn order from one's own. */
export function others(table) {
  return Array.from({ length: table.seats - 1 }, (_, number) => (table.seat + 1 + number) % table.seats);
}

/** What several seats are called: "Ann, Bo and you". */
export function namesOf(table, seats) {
  return listed(seats.map((seat) => nameOf(table, seat)));
}

/** The seat that is away; null where nobody is, or where it is not known which. */
export function awaySeat(table) {
  if (table.link.state === "here") return null;
  return table.link.seat ?? (table.seats === 2 ? others(table)[0] : null);
}

function mine(table, seat) {
  return seat === table.seat ? "me" : "other";
}

/** A sentence of which there is one for oneself and one for another: keys `key.me`, `key.other`. */
export function says(table, seat, key, values = {}) {
  return t(`${key}.${mine(table, seat)}`, { name: nameOf(table, seat), ...values });
}

let before = [];

/** What is new in one's hand; nothing at the deal, which is seen. */
function drawn(event) {
  const found = event.cards.filter((card) => !before.includes(card));
  const dealt = before.length === 0;
  before = event.cards;
  return dealt || !found.length ? "" : t("ev.drawn", { cards: cardsNamed(found) });
}

function newHand() {
  before = [];
  return "";
}

const TELLERS = {
  table_opened: (e, table) => t(table.seats > 2 ? "ev.table_opened.many" : "ev.table_opened", { name: namesOf(table, others(table)), rules: tOr(`rules.${e.ruleset}`, e.ruleset) }),
  held: drawn,
  passed: (e, table) => (e.stage === "last_word" ? says(table, e.seat, "ev.passed") : ""),
  counted: (e, table) => says(table, e.seat, "ev.counted", { n: e.sums.reduce((sum, [, points]) => sum + points, 0) }),
  announced: (e, table) => says(table, e.seat, "ev.announced", { what: tOr(`combination.${e.what}`, e.what) }),
  ceded: (e, table) => says(table, e.seat, "ev.ceded"),
  reached: (e, table) => says(table, e.seat, "ev.reached"),
  hand_begun: (e, table) => `${newHand()}${t("ev.hand_begun", { n: e.hand })} ${says(table, e.leader, "ev.leads_first")}`,
  dealt: (e) => t("ev.dealt", { card: cardName(e.trump) }),
  led: (e, table) => says(table, e.seat, "ev.led", { cards: cardsNamed(e.cards) }),
  answered: (e, table) => (e.kind === "give" ? says(table, e.seat, "ev.given", { cards: cardsNamed(e.cards) }) : says(table, e.seat, "ev.answered", { cards: cardsNamed(e.cards) })),
  gave: (e, table) => says(table, e.seat, "ev.gave", { n: e.count }),
  trick_taken: (e, table) => says(table, e.seat, "ev.taken"),
  raised: (e, table) => says(table, e.seat, "ev.raised", { stake: stakeName(e.to) }),
  accepted: (e, table) => says(table, e.seat, "ev.accepted", { stake: stakeName(e.stake) }),
  declined: (e, table) => says(table, e.seat, "ev.declined"),
  claimed: (e, table) => says(table, e.seat, "ev.claimed"),
  resigned: (e, table) => says(table, e.seat, "ev.resigned"),
  pile_opened: (e) => t("ev.opened", { cards: cardsNamed(e.cards) }),
  hand_over: (e, table) => `${resultSentence(table, e)} ${resultWhy(table, e)}`,
  drew: (e, table) => (e.turned ? says(table, e.seat, "ev.turned") : ""),
};

/**
 * The sentence of an event: the program's own in English, the catalogue's in the other languages where it has one; and
 * in English too where it is told `anew`, for what came with the event is in the language of before.
 */
export function sentence(event, table, anew = false) {
  if ((language() === "en" && !anew) || !table) return event.text || "";
  const teller = TELLERS[event.event];
  return teller ? teller(event, table) : event.text || "";
}

/** Who won a hand. */
export function resultTitle(table, result) {
  if (result.winner === null || result.winner === undefined) return t("result.nobody", { n: result.hand });
  return says(table, result.winner, "result.won", { n: result.hand });
}

/** The same where something follows it on its line. */
export function resultSentence(table, result) {
  return `${resultTitle(table, result)}.`;
}

/** Why a hand ended so. */
export function resultWhy(table, result) {
  // Of two, what one wins by the other has lost by; of more, nobody in particular has.
  const own = typeof result.winner !== "number" ? "nobody" : table.seats > 2 ? "many" : result.winner === table.seat ? "me" : "other";
  for (const key of [`reason.${result.reason}.${own}`, `reason.${result.reason}`]) {
    if (has(key)) return t(key, { name: nameOf(table, result.winner) });
  }
  return result.text || "";
}

/** A sentence as it begins; Georgian has no capital letters. */
function begun(text) {
  return language() === "ka" ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

const VALUES = { A: 14, 10: 13, K: 12, Q: 11, J: 10 };

function beats(card, other, trump) {
  const [suit, under] = [card.slice(-1), other.slice(-1)];
  if (suit !== under) return suit === trump;
  const height = (of) => VALUES[of.slice(0, -1)] || Number(of.slice(0, -1));
  return height(card) > height(other);
}

/** Which card of an answer covers which led one, as pairs; null where they do not all. */
export function covering(cards, led, trump) {
  if (!led.length) return [];
  for (const card of cards) {
    if (!beats(card, led[0], trump)) continue;
    const rest = covering(cards.filter((other) => other !== card), led.slice(1), trump);
    if (rest) return [[card, led[0]], ...rest];
  }
  return null;
}

/** Who took a finished trick and why. */
export function trickWhy(table, trick) {
  if (language() === "en" && trick.text) return trick.text;
  const taken = says(table, trick.taken_by, "ev.taken");
  const [lead, ...rest] = trick.plays;
  const answer = rest.findLast((play) => play.kind === "answer" && play.seat === trick.taken_by && play.cards);
  const pairs = lead?.cards && answer ? covering(answer.cards, lead.cards, table.trump) : null;
  if (!pairs) return `${taken} ${t("trick.unbeaten")}`;
  const told = pairs.map(([card, under]) => begun(t(card.slice(-1) === under.slice(-1) ? "trick.higher" : "trick.trump", { card: cardName(card), under: cardName(under) })));
  return `${taken} ${told.join(" ")}`;
}
