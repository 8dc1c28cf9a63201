// Here: what happens at a table as sentences of the page's language. Never: those of an event: they come with it.

import { cardName, has, language, listed, t } from "./words.js";

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

const CYRILLIC = { A: "Т", K: "К", Q: "Д", J: "В" };

/** The sentence of an event or a trick: the program tells it in each language, so that all of them say the same. */
export function sentence({ texts, text }, letters = "latin") {
  const told = texts?.[language()] ?? text ?? "";
  return letters === "cyrillic" ? told.replace(/[AKQJ](?=[♣♦♥♠])/g, (rank) => CYRILLIC[rank]) : told;
}

const SIGNS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };

/** A sentence as it is read aloud: cards by their names. */
export function aloud(text) {
  const named = (_, rank, sign) => cardName(`${rank}${SIGNS[sign]}`);
  return text.replace(/\b(10|[6-9AKQJ])([♣♦♥♠]) (?=(?:10|[6-9AKQJ])[♣♦♥♠])/g, "$1$2, ").replace(/\b(10|[6-9AKQJ])([♣♦♥♠])/g, named);
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
    if (has(key)) return [t(key, { name: nameOf(table, result.winner) }), short(table, result)].filter(Boolean).join(" ");
  }
  return result.text || "";
}

/** What a wrong claim came to, and how much it should have been. */
function short({ target }, { reason, claimed }) {
  if (reason !== "claim_wrong" || !claimed || !target) return "";
  const [least, most] = claimed;
  return t(least === most ? "claim.counted" : "claim.counted.most", { n: most, target });
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
export function trickWhy(table, trick, letters) {
  if (trick.texts || trick.text) return sentence(trick, letters);
  const taken = says(table, trick.taken_by, "ev.taken");
  const [lead, ...rest] = trick.plays;
  const answer = rest.findLast((play) => play.kind === "answer" && play.seat === trick.taken_by && play.cards);
  const pairs = lead?.cards && answer ? covering(answer.cards, lead.cards, table.trump) : null;
  if (!pairs) return `${taken} ${t("trick.unbeaten")}`;
  const told = pairs.map(([card, under]) => begun(t(card.slice(-1) === under.slice(-1) ? "trick.higher" : "trick.trump", { card: cardName(card), under: cardName(under) })));
  return `${taken} ${told.join(" ")}`;
}
