// Here: a finished game step by step, as the program tells it to a stranger. Never: a card that the table did not see.

import { button, h, iconButton } from "./dom.js";
import { lying } from "./cards.js";
import { rulesTitle } from "./forms.js";
import { reviewed } from "./records.js";
import { others, sentence } from "./sentences.js";
import { changed, store } from "./store.js";
import { crowd, middle, pile, plate, scoreOf, them } from "./table.js";
import { send } from "./wire.js";
import { t } from "./words.js";

/** The pictures of a game, one for each step that says something; one that says nothing changes the picture before it. */
function frames(replay) {
  const found = [];
  for (const { events, table } of replay.steps || []) {
    const at = { ...table, turn: { ...table.turn, mine: false, owing: [] }, link: { state: "here", choices: [] }, clock: null };
    const taken = events.some((event) => event.event === "trick_taken");
    const finished = taken ? at.last_trick : null;
    const text = events.filter((event) => event.event !== "held").map((event) => sentence(event, store.settings.letters)).filter(Boolean).join(" ");
    if (text || !found.length) found.push({ ...at, finished, text });
    else found[found.length - 1] = { ...at, finished: finished || found.at(-1).finished, text: found.at(-1).text };
  }
  const dealt = found.findIndex((at) => at.counts.some((count) => count > 0));
  return found.length ? found.slice(Math.max(0, dealt)) : null; // before the first deal there is nothing to see
}

export function startReplay(event) {
  store.replay = { ...event, step: 0, frames: null, spoken: "" };
  changed();
}

export function endReplay() {
  store.replay = null;
  changed();
}

/** Goes to a step; arrows and the slider come here. */
export function goTo(step) {
  if (!store.replay.frames) return;
  const last = store.replay.frames.length - 1;
  store.replay.step = Math.min(last, Math.max(0, step));
  changed();
}

/** In which language and with which letters of cards the steps are told. */
function told() {
  return `${document.documentElement.lang} ${store.settings.letters}`;
}

export function replayed() {
  const { replay } = store;
  if (!replay.frames || replay.spoken !== told()) {
    replay.frames = frames(replay);
    replay.spoken = told();
  }
  const { frames: all, step } = replay;
  if (!all) return empty();
  const at = all[step];
  return [
    h("header", { class: "bar", key: "bar" }, iconButton("back", t("replay.leave"), endReplay), h("p", { class: "brand small" }, t("replay.title")), h("span", { class: "hint wide-only" }, rulesTitle(at.ruleset)), h("div", { class: "grow" }), scoreOf(at), h("div", { class: "grow" })),
    h("main", { class: "table replay", key: "replay", id: "main", tabindex: "-1" },
      h("h1", { class: "sr" }, t("replay.title")),
      h("section", { class: crowd(at), "aria-label": t("table"), tabindex: "0", "data-game": "replay" },
        h("div", { class: "them", key: "them" }, others(at).map((seat) => them(at, seat))),
        middle(at, store.settings.letters),
        mine(at)),
      controls(all.length, step, at)),
  ];
}

function empty() {
  return [h("main", { class: "opening", key: "empty", id: "main", tabindex: "-1" }, h("h1", {}, t("replay.title")), h("p", {}, t("replay.empty")), button(t("replay.leave"), endReplay))];
}

function mine(at) {
  const count = at.counts[at.seat];
  const known = at.held.length === count;
  return h("div", { class: "me", key: "me" },
    h("div", { class: "seat", "data-seat": at.seat }, plate(at, at.seat, false), pile(at, at.seat)),
    h("ul", { class: "hand", "aria-label": t("hand.yours") }, Array.from({ length: count }, (_, number) => h("li", { key: known ? at.held[number] : number }, lying(known ? at.held[number] : null, store.settings.letters, { name: t("face.down") })))));
}

/** The good bot's remarks, where one's own cards are known. */
function review() {
  const { replay } = store;
  if (replay.review) return reviewed(replay, goTo);
  if (!replay.own && typeof replay.seat === "number") return h("p", { class: "hint" }, t("replay.closed"));
  if (!replay.own || replay.game === null || replay.game === undefined) return null;
  if (replay.asked) return h("p", { class: "busy", role: "status" }, t("review.wait"));
  return button(t("review.ask"), () => {
    replay.asked = true;
    send({ do: "review", game: replay.game });
    changed();
  }, { icon: "help", class: "quiet" });
}

/** Takes in what a review found, or why there is none. */
export function takeReview(found) {
  if (!store.replay?.asked) return false;
  store.replay.review = found;
  changed();
  return true;
}

function controls(count, step, at) {
  const to = (next) => () => goTo(next);
  return h("section", { class: "controls", "aria-label": t("replay.controls") },
    h("p", { class: "status", "aria-live": "polite" }, at.text),
    h("div", { class: "row" },
      iconButton("first", t("replay.first"), to(0), { disabled: step === 0 }),
      iconButton("back", t("step.back"), to(step - 1), { disabled: step === 0 }),
      h("input", { type: "range", min: 0, max: count - 1, value: String(step), "aria-label": t("replay.place"), "aria-valuetext": t("step.of", { n: step + 1, all: count }), on: { input: (event) => goTo(Number(event.target.value)) } }),
      iconButton("next", t("step.on"), to(step + 1), { disabled: step === count - 1 }),
      iconButton("last", t("replay.last"), to(count - 1), { disabled: step === count - 1 })),
    h("p", { class: "hint" }, t("step.of", { n: step + 1, all: count })),
    review());
}
