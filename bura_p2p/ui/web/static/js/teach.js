// Here: how the game is played, in eight short steps with cards. Never: a rule that other rulesets change (see the rule card).

import { button, h, icon, iconButton } from "./dom.js";
import { lying } from "./cards.js";
import { changed, store } from "./store.js";
import { t } from "./words.js";

// Each row: cards, and between them the sign of what happens; "?" lies face down.
const STEPS = [
  { key: "deck", row: ["AS", "10S", "KS", "QS", "JS"] },
  { key: "trump", row: ["JH", ">", "AH", "10H"] },
  { key: "lead", row: ["10D", "QD"] },
  { key: "beat", row: ["AS", "10S", "<", "QH", "KH"] },
  { key: "give", row: ["AS", "<", "?"] },
  { key: "count", row: ["AC", "10C", "?"] },
  { key: "claim", row: ["AS", "10C", "AC"] },
  { key: "fair", row: ["?", "?", "?"] },
];

let step = 0;

/** The body of the dialog; `lesson` starts the guided hand. */
export function teaching(lesson) {
  const { key, row } = STEPS[step];
  const go = (by) => () => {
    step = Math.min(STEPS.length - 1, Math.max(0, step + by));
    changed();
  };
  const last = step === STEPS.length - 1;
  return h("div", { class: "teaching" },
    h("div", { class: "example", key: `row-${key}` }, row.map((card, number) => example(card, number))),
    h("div", { class: "told", "aria-live": "polite" },
      h("h3", {}, t(`teach.${key}.title`)),
      h("p", {}, t(`teach.${key}`))),
    h("div", { class: "row steps" },
      iconButton("back", t("step.back"), go(-1), { disabled: step === 0 }),
      h("span", { class: "count" }, t("step.of", { n: step + 1, all: STEPS.length })),
      iconButton("next", t("step.on"), go(1), { disabled: last }),
      h("span", { class: "grow" }),
      button(t("lesson.start"), () => { step = 0; lesson(); }, { icon: "play", class: "primary" })));
}

function example(card, number) {
  if (card === "<" || card === ">") return h("span", { key: number, class: "then", "aria-hidden": "true" }, icon(card === "<" ? "next" : "back"));
  return lying(card === "?" ? null : card, store.settings.letters, { key: `${card}${number}`, name: t("face.down") });
}
