// Here: what past games add up to: results, luck in the deal, where a good player would have played otherwise.
// Never: a number of its own.

import { button, h } from "./dom.js";
import { rulesTitle } from "./forms.js";
import { cardsNamed, decimal, has, signed, stakeName, t, tOr } from "./words.js";

function table(caption, heads, rows) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h("table", {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, heads.map((head, number) => (head ? h("th", { key: number, scope: "col" }, head) : h("td", { key: number }))))),
      h("tbody", {}, rows.map((row, at) => h("tr", { key: at }, row.map((cell, number) => (number ? h("td", { key: number }, cell) : h("th", { key: number, scope: "row" }, cell))))))));
}

/** A partner for practice by its kind; one of somebody's own by its own name. */
function botName(name) {
  const kind = name.replace(/ bot$/, "");
  return tOr(`bot.${kind}`, kind);
}

function results(of, name) {
  return [name, of.games, `${of.hands_won} : ${of.hands_lost}`, `${of.matches_won} : ${of.matches_lost}`, of.chips === null || of.chips === undefined ? "" : signed(of.chips)];
}

/** Results by opponent and by rules. */
export function statistics({ data, lines }) {
  if (!data?.total?.games) return h("p", {}, lines?.[0] ? t("stats.none") : "");
  const chips = data.rulesets.some((of) => of.chips !== null && of.chips !== undefined);
  const heads = ["", t("stats.games"), t("stats.hands"), t("stats.matches"), ...(chips ? [t("stats.chips")] : [])];
  const shown = (row) => row.slice(0, heads.length);
  return [
    table(t("stats.opponents"), heads, data.opponents.map((of) => shown(results(of, of.practice ? t("stats.practice", { name: botName(of.name) }) : of.name)))),
    table(t("stats.rules"), heads, data.rulesets.map((of) => shown(results(of, rulesTitle(of.name))))),
    h("p", { class: "hint" }, t("stats.open", { n: data.total.open })),
  ];
}

/** One's own dealt cards against chance. */
export function luck({ data }) {
  if (!data?.answers?.length) return h("p", {}, t("luck.none"));
  const rounded = (value) => decimal(value, 1, false);
  const chance = (value) => (value < 0.001 ? `< ${decimal(0.001, 3)}` : decimal(value, 2));
  return [
    h("p", { class: "lucky" }, t(`luck.${data.luck}`)),
    table(t("luck.caption", { n: data.hands }), ["", t("luck.seen"), t("luck.expected"), t("luck.range"), t("luck.p")],
      data.answers.map((one) => [tOr(`luck.about.${one.about}`, one.about), one.seen, rounded(one.expected), `${one.low}–${one.high}`, chance(one.corrected)])),
    h("p", { class: "hint" }, t("luck.how")),
  ];
}

// --- the review of one game ----------------------------------------------------------------------------------

/** A move of the notation in words. */
function moveWords(move) {
  const [verb, ...words] = move.split(" ");
  const cards = words.filter((word) => /^(?:10|[6-9AKQJ])[CDHS]$/.test(word));
  if (verb === "raise") return t("move.raise", { stake: stakeName(Number(words[0])) });
  return has(`move.${verb}`) ? t(`move.${verb}`, { cards: cardsNamed(cards) }) : move;
}

function worth(value, unit) {
  if (unit === "odds") return t("review.odds", { n: Math.round(value * 100) });
  return t("review.average", { n: `${value > 0 ? "+" : ""}${decimal(value, 1)}`.replace("-", "−") });
}

/** Which picture of a replay a mark belongs to: the one that the choice has led to. */
function placeOf(mark, frames) {
  const found = frames.findIndex((frame) => frame.round > mark.round);
  return found < 0 ? frames.length - 1 : found;
}

/** Marks under a replay: a list of places, and what would have been better at this one. */
export function reviewed(replay, goTo) {
  const { review, frames, step } = replay;
  if (!review) return null;
  if (review.error) return h("p", { class: "hint" }, review.error);
  if (!review.marks.length) return h("p", { class: "hint" }, t("review.clean", { n: review.judged }));
  const here = review.marks.filter((mark) => placeOf(mark, frames) === step);
  return h("div", { class: "review" },
    h("p", { class: here.length ? "better" : "hint", "aria-live": "polite" }, here.length
      ? here.map((mark) => t("review.better", { chosen: moveWords(mark.chosen), a: worth(mark.chosen_value, mark.unit), best: moveWords(mark.best), b: worth(mark.best_value, mark.unit) })).join(" ")
      : t("review.found", { n: review.marks.length })),
    h("div", { class: "row", role: "group", "aria-label": t("review.title") }, review.marks.map((mark, number) => {
      const place = placeOf(mark, frames);
      return button(t("review.place", { hand: mark.hand, trick: mark.trick }), () => goTo(place), { key: number, class: "chip", "aria-pressed": String(place === step) });
    })));
}
