// Here: keys by their place on the keyboard, whatever the layout writes. Never: a key that confirms a move by itself.

import { openDialog } from "./dialogs.js";
import { press } from "./hand.js";
import { covered, read, toResult } from "./panels.js";
import { goTo } from "./replay.js";
import { changed, store, tableNow } from "./store.js";

const TYPED = new Set(["INPUT", "TEXTAREA", "SELECT"]);

const focus = (id) => document.getElementById(id)?.focus();

const LETTERS = { KeyC: () => focus("confirm"), KeyR: () => focus("raise"), KeyV: () => focus("claim"), KeyI: () => openDialog("rules"), KeyS: () => focus("status") };

/** Listens to the whole page. */
export function keysReady() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.getElementById("dialog").open) return;
    if (store.replay) replayKey(event);
    else if (!TYPED.has(event.target.tagName) && store.state?.table) (covered(store.state.table) ? resultKey : tableKey)(event);
  });
}

function replayKey(event) {
  if (event.target.type === "range") return;
  const by = { ArrowLeft: -1, ArrowRight: 1, Home: -1e6, End: 1e6 }[event.code];
  if (by === undefined) return;
  event.preventDefault();
  goTo(store.replay.step + by);
}

/** Under a result no key plays; the sentence that says what is going on is its heading. */
function resultKey(event) {
  if (event.code === "Escape") read(store.state.table);
  else if (event.code === "KeyS") toResult();
  else if (event.code === "KeyI") LETTERS.KeyI();
}

function tableKey(event) {
  const at = tableNow();
  const digit = event.code.match(/^(?:Digit|Numpad)([1-9])$/);
  if (digit && at.held[digit[1] - 1]) {
    press(at, at.held[digit[1] - 1]);
    document.querySelector(`.hand [data-card="${at.held[digit[1] - 1]}"]`)?.focus();
  } else if (event.code === "Escape" && store.selected.length) {
    store.selected = [];
    changed();
  } else if (event.code === "ArrowLeft" || event.code === "ArrowRight") {
    along(event, event.code === "ArrowLeft" ? -1 : 1);
  } else {
    LETTERS[event.code]?.();
  }
}

/** Arrows go from card to card. */
function along(event, by) {
  const cards = [...document.querySelectorAll(".hand button")];
  const here = cards.indexOf(event.target);
  if (here < 0) return;
  event.preventDefault();
  cards[(here + by + cards.length) % cards.length].focus();
}
