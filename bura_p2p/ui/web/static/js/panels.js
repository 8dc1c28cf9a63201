// Here: what lies over the felt: the other side's absence, an offered end, a hand's result, the end of the game.
// Never: a card.

import { button, h } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { resultBody, tally } from "./results.js";
import { awaySeat, nameOf, namesOf, others, resultSentence, resultTitle, resultWhy } from "./sentences.js";
import { changed, holding, lineOff, practising, store } from "./store.js";
import { ask, invitation } from "./waiting.js";
import { say, send } from "./wire.js";
import { headline, verdictBody } from "./verdict.js";
import { t } from "./words.js";

export function bannersOf(at) {
  const found = [absence(at), offered(at), ask(), before(at), lineOff() ? noLine() : null];
  return h("div", { class: "banners", key: "banners" }, found);
}

/** That the program behind this page is gone, and what to do about it. */
export function noLine() {
  return h("p", { class: "banner bad", role: "alert", key: "line" }, t(practising() && ["bye", "down"].includes(store.line) ? `line.${store.line}.practice` : `line.${store.line}`));
}

const CLOSED = new Set(["closed"]);

function absence(at) {
  const { link } = at;
  if (link.state === "here" || at.over || lineOff()) return null;
  const seat = awaySeat(at);
  const looking = sought(at);
  const title = looking && seat !== null ? t("away.looking", { name: nameOf(at, seat) }) : seat === null ? t("away.somebody") : t(CLOSED.has(link.reason) ? "away.closed" : "away.lost", { name: nameOf(at, seat) });
  const waits = store.waited === link.reason;
  return h("section", { class: "banner", key: "away", role: "group", "aria-label": title },
    h("p", {}, h("b", {}, title), " ", link.state === "gone" ? t("away.gone") : looking ? t("away.looking.text") : waits ? t("away.waiting") : t("away.text")),
    link.state === "gone" && link.text && h("p", { class: "hint" }, link.text),
    h("div", { class: "row" },
      link.choices.includes("wait") && !waits && button(t("away.wait"), () => { store.waited = link.reason; changed(); }),
      link.choices.includes("stop") && button(t("away.stop"), () => openDialog("leave"))),
    !looking && store.state.waiting && invitation(store.state.waiting));
}

/** Whether the other side of a game that goes on here has only just begun to be looked for. */
function sought(at) {
  return at.link.state === "away" && performance.now() < store.soughtUntil;
}

function offered(at) {
  const by = at.end_offered_by;
  if (by === null || by === undefined || at.over || lineOff()) return null;
  const mine = by === at.seat;
  if (!mine && store.here === at.round) return null;
  return h("section", { class: "banner", key: "offer", role: "group", "aria-label": t("offer") },
    h("p", {}, t(mine ? "offer.mine" : "offer.theirs", { name: mine ? namesOf(at, others(at)) : nameOf(at, by) })),
    !mine && h("div", { class: "row" },
      button(t("offer.resign"), () => openDialog("resign")),
      button(t("offer.go"), () => here(at), { "data-do": "here" })));
}

/** Says to who has asked that one is there, and asks no more until it is asked again. */
function here(at) {
  say(t("offer.go"));
  store.here = at.round;
  changed();
  setTimeout(() => document.getElementById("status")?.focus());
}

/** Whether the result of a hand is to be seen in this place: over the felt, or aside. */
function unread(at, aside) {
  const hand = at.result && `${at.game}-${at.result.hand}`;
  return hand && !at.over && store.seen !== hand && (store.aside === hand) === aside;
}

/** The result of the hand before, aside, where it was not read before the first card of the next one. */
function before(at) {
  if (!unread(at, true)) return null;
  const title = resultTitle(at, at.result);
  return h("section", { class: "hand-before", key: "before", role: "group", "aria-label": title },
    h("p", {}, h("b", {}, resultSentence(at, at.result)), " ", resultWhy(at, at.result)),
    h("div", { class: "row" }, button(t("result.on"), () => read(at)), button(t("result.proved"), () => openDialog("before"), { class: "quiet" })));
}

/** Whether the table lies under a result: then nothing of it can be reached. */
export function covered(at) {
  return !holding() && comes(at);
}

/** Whether a result wants to be read: it lies there, or does so as soon as the last trick has been seen. */
export function comes(at) {
  return Boolean(at.over || unread(at, false));
}

/** The result of a hand until it was read or the next one goes on, or the end of the game; banners are part of it. */
export function panelsOf(at) {
  if (!covered(at)) return null;
  if (at.over) return ended(at);
  const { result } = at;
  return h("section", { class: `result ${outcome(at, result.winner)}`, key: `result${result.hand}`, "aria-labelledby": "result", once: attention },
    bannersOf(at),
    h("h2", { id: "result", tabindex: "-1" }, resultTitle(at, result)),
    resultBody(at, result),
    dealtBelow(at, result) && h("p", { class: "hint", key: "below" }, t("result.below")),
    h("div", { class: "row" }, button(t(dealtBelow(at, result) ? "result.new" : "result.on"), () => read(at), { class: "primary" }), keep(at)));
}

/** Whether the cards under a result are those of the next hand already. */
export function dealtBelow(at, result) {
  return at.match !== null && at.match.hand > result.hand && at.held.length > 0;
}

function attention(node) {
  setTimeout(() => node.querySelector("h2")?.focus(), 50);
}

/** The heading of the result that lies over the table takes the focus. */
export function toResult() {
  document.querySelector("section.result h2")?.focus();
}

/** Takes the result of a hand for read; the end of the game stays. */
export function read(at) {
  if (at.over) return;
  store.seen = `${at.game}-${at.result.hand}`;
  changed();
  setTimeout(() => document.getElementById("status")?.focus()); // drawn by then, and no longer covered
}

function keep(at) {
  return at.game !== null && at.game !== undefined && button(t("result.file"), () => openDialog("export", { game: at.game }), { icon: "file", class: "quiet", "data-do": "keep" });
}

function ended(at) {
  const { over, result } = at;
  const large = over.ended === "complete" && over.score?.length === 2 && !at.match?.chips;
  const title = over.ended === "complete"
    ? over.winner === null || over.winner === undefined ? t("over.stopped") : t(over.winner === at.seat ? "over.won" : "over.lost", { name: nameOf(at, over.winner) })
    : t(`over.${over.ended}`);
  return h("section", { class: `result over ${outcome(at, over.winner)}`, key: "over", "aria-labelledby": "over", once: attention },
    bannersOf(at),
    h("h2", { id: "over", tabindex: "-1" }, title),
    large && final(at, over.score),
    over.ended !== "complete" && h("p", {}, over.text),
    result && h("h3", {}, resultTitle(at, result)),
    result ? resultBody(at, result, { score: !large }) : !large && over.score?.length > 0 && h("p", {}, tally(at, over.score)),
    verdict(over),
    over.rematch?.offered && !over.rematch.mine && h("p", { class: "offered", key: "offered", role: "status" }, t("rematch.offered", { name: namesOf(at, others(at)) })),
    left(at) && h("p", { class: "left-it", key: "left", role: "status" }, t("rematch.left", { name: namesOf(at, others(at)) })),
    over.rematch && leadsFirst(at, over.rematch.leads),
    h("div", { class: "row" },
      over.rematch && rematch(at, over.rematch),
      keep(at),
      at.game !== null && button(t("over.replay"), () => send({ do: "replay", game: at.game }), { icon: "play", class: "quiet", "data-do": "replay" }),
      button(t(over.rematch?.mine && left(at) ? "rematch.stop" : "over.leave"), () => send({ do: "leave" }), { class: over.rematch ? "" : "primary", "data-do": "away" })));
}

/** The class of what one has won. */
function outcome(at, winner) {
  return winner === at.seat ? "won" : "";
}

/** How a match between two has ended, large. */
function final(at, score) {
  const [other] = others(at);
  return h("p", { class: "final" }, h("span", {}, nameOf(at, at.seat)), h("b", {}, `${score[at.seat]} : ${score[other]}`), h("span", {}, nameOf(at, other)));
}

/** Whether the other side has gone since the end of the game. */
function left(at) {
  return Boolean(at.over) && at.link.state !== "here" && at.link.reason === "left";
}

function rematch(at, wish) {
  const name = namesOf(at, others(at));
  if (wish.mine) return h("p", { class: "busy", key: "asked" }, t(left(at) ? "rematch.waiting" : "rematch.asked", { name }));
  if (left(at)) return button(t("rematch.wait", { name }), () => send({ do: "rematch" }), { icon: "again", "data-do": "rematch" });
  return button(wish.offered ? t("rematch.accept") : t("rematch.ask"), () => send({ do: "rematch" }), { icon: "again", class: "primary", "data-do": "rematch" });
}

function leadsFirst(at, seat) {
  if (seat === null || seat === undefined) return null;
  return h("p", { key: "leads" }, t(seat === at.seat ? "rematch.leads.me" : "rematch.leads.other", { name: nameOf(at, seat) }));
}

function verdict(over) {
  const found = over.verdict;
  if (!found) return h("p", { class: "verdict busy", key: "verdict" }, t("verdict.checking"));
  return h("details", { class: `verdict v${found.exit}`, key: "verdict" },
    h("summary", {}, headline(found)),
    verdictBody(found));
}
