// Here: the guided first hand: a worked example of the Georgian rules (`lesson.json`), played on the real table without a
// program behind it. Never: a card of a real game.

import { button, h, iconButton } from "./dom.js";
import { changed, notify, setting, store } from "./store.js";
import { send } from "./wire.js";
import { t } from "./words.js";

const ME = 0;
const YOU = 1;

const FILE = new URL("../lesson.json", import.meta.url); // the terminal's table teaches by the same
const { steps: STEPS, ...GAME } = await (await fetch(FILE)).json();

let step = 0;
let kept = null;

export function lessonOn() {
  return kept !== null;
}

/** Puts the example on the table; the state behind it is kept and comes back afterwards. */
export function startLesson() {
  kept ??= { state: store.state };
  step = 0;
  deal(null);
}

/** A new state of the program while the lesson goes on: it is kept for later; a game that begins ends the lesson. */
export function behindLesson(state) {
  kept = { state };
  if (state.table) endLesson();
}

export function endLesson() {
  if (!kept) return;
  setting("taught", "yes", send);
  store.state = kept.state;
  kept = null;
  store.held = null;
  store.selected = [];
  store.notice = "";
  changed();
}

/** Takes the commands that the table sends during the lesson. */
export function lessonDoes(command) {
  if (command.do === "leave") endLesson();
  else if (command.do === "play") played(command.move);
  return true;
}

function played(move) {
  const now = STEPS[step];
  if (move !== now.move) {
    notify(t("lesson.other"));
    return;
  }
  step += 1;
  deal(now.then);
}

function deal(trick) {
  const now = STEPS[step];
  store.notice = "";
  store.selected = [];
  store.held = trick && { ...trick, until: performance.now() + 2600 };
  if (trick) setTimeout(changed, 2620);
  store.state = { ...kept.state, table: tableAt(now, trick) };
  changed();
}

function tableAt(now, trick) {
  const { piles } = now;
  const legal = now.legal;
  return {
    game: null, seat: ME, seats: 2, names: [store.state.name || "", t("lesson.teacher")], ruleset: GAME.ruleset, rules_title: "",
    rule_card: store.state.rulesets?.find((rules) => rules.id === GAME.ruleset)?.card || [], stage: "lead", round: step,
    match: { hand: 1, target: 1, score: [step === STEPS.length - 1 ? 1 : 0, 0], chips: null, pot: null, dealer: null },
    trump: GAME.trump_card.slice(-1), trump_card: GAME.trump_card, stock: now.stock, stock_dead: false, leader: ME, order: [ME, YOU], held: now.held, given: [],
    counts: now.counts, trick: now.trick, last_trick: trick, piles: piles.map(([cards, closed]) => ({ cards, closed, points: null })),
    own_points: null, target: GAME.target, stake: 1, raise_to: null, raises: false, announced: [], policies: [], policy: null,
    turn: { mine: legal.length > 0, legal, owing: legal.length ? [ME] : [], claiming: false, claim_early: false, may_resign: false },
    clock: null, link: { state: "here", reason: "", text: "", choices: [] }, end_offered_by: null, chat: [], stopping: false,
    result: null, over: null, lesson: STEPS[step].key,
  };
}

/** What the teacher says to this step. */
export function coach(at) {
  if (!at.lesson) return null;
  const last = at.lesson === "end";
  return h("section", { class: "coach", key: `coach-${at.lesson}`, "aria-labelledby": "coach" },
    h("h2", { id: "coach" }, t(`lesson.${at.lesson}.title`)),
    h("p", { "aria-live": "polite" }, t(`lesson.${at.lesson}`), last && ` ${t("lesson.end.more")}`),
    last ? h("div", { class: "row" }, button(t("lesson.done"), endLesson, { class: "primary" }), button(t("lesson.repeat"), startLesson)) : iconButton("close", t("lesson.leave"), endLesson, { class: "shut-it" }));
}
