// Here: one's own cards and everything that one may do with them now. Never: a rule: what is legal comes with the state.

import { button, h } from "./dom.js";
import { face, suitSign } from "./cards.js";
import { openDialog } from "./dialogs.js";
import { choices, lacking, makes, open, reason, toggled } from "./legal.js";
import { covering, nameOf, namesOf, others } from "./sentences.js";
import { changed, holding, lineOff, notify, store } from "./store.js";
import { pile, plate, yourTurn } from "./table.js";
import { send } from "./wire.js";
import { cardName, cardsNamed, stakeName, t, tOr } from "./words.js";

export function own(at) {
  const can = choices(yourTurn(at) ? at.turn.legal : []);
  return h("div", { class: "me", key: "me" },
    h("div", { class: "seat", "data-seat": at.seat }, h("div", { class: "mine" }, plate(at, at.seat, yourTurn(at)), given(at)), pile(at, at.seat)),
    hand(at, can),
    h("div", { class: "deeds" },
      h("p", { class: "status", key: "status", id: "status", tabindex: "-1" }, yourTurn(at) && h("b", {}, t("turn.yours")), " ", h("span", {}, store.notice || situation(at, can))),
      can.accept || can.decline ? answering(at, can) : deeds(at, can)));
}

const CYRILLIC = { A: "Т", K: "К", Q: "Д", J: "В" };

/** A reminder of what one has given face down, which nobody else is shown. */
function given(at) {
  if (!at.given?.length) return null;
  const told = t("given.cards", { cards: cardsNamed(at.given) });
  const rank = (card) => (store.settings.letters === "cyrillic" && CYRILLIC[card.slice(0, -1)]) || card.slice(0, -1);
  return h("p", { class: "given", key: "given", title: told },
    h("span", { class: "sr" }, told),
    h("span", { "aria-hidden": "true" }, t("given.short"), at.given.map((card) => h("b", { key: card }, rank(card), suitSign(card.slice(-1))))));
}

function hand(at, can) {
  const { letters } = store.settings;
  return h("ul", { class: `hand n${at.held.length}`, "aria-label": t("hand.yours") }, at.held.map((card, number) => {
    const chosen = store.selected.includes(card);
    const free = open(can.cards, store.selected, card);
    return h("li", { key: card },
      h("button", {
        type: "button",
        class: `card ${chosen ? "chosen" : ""} ${can.cards.length && !free ? "shut" : ""}`,
        "aria-pressed": String(chosen),
        "aria-disabled": free ? null : "true",
        "aria-label": cardName(card),
        "aria-keyshortcuts": String(number + 1),
        "data-card": card,
        title: cardName(card),
        on: { click: () => press(at, card) },
      }, face(card, letters)));
  }));
}

/** Selects or frees a card, or says why that cannot be. */
export function press(at, card) {
  const { cards } = choices(yourTurn(at) ? at.turn.legal : []);
  const next = toggled(cards, store.selected, card);
  if (next) {
    store.selected = next;
    store.notice = "";
    changed();
  } else if (!cards.length) {
    notify(at.turn.mine ? t("why.not.now") : t("why.wait"));
  } else {
    notify(t(reason(cards, store.selected, card)));
  }
}

/** What is going on, for somebody who looks at the table. */
function situation(at, can) {
  if (lineOff() && !at.lesson) return "";
  if (at.over) return t("over");
  if (at.turn.claiming) return t("claim.kept");
  if (at.resigning) return t("resign.kept");
  if (!yourTurn(at)) return waitingFor(at);
  if (can.accept) return t("turn.raised", { name: nameOf(at, at.raised_by ?? others(at)[0]), stake: stakeName(at.raise_to) });
  if (can.others.some((other) => other.verb === "cede") && !can.cards.length) return t("turn.cede");
  const lack = lacking(can.cards, store.selected);
  if (lack) return t(lack.key, lack.values);
  if (can.others.some((other) => other.verb === "pass")) return t(at.match?.chips ? "turn.last.pot" : "turn.last");
  return can.cards.length ? t("turn.confirm") : t("turn.choose");
}

const SHUFFLING = new Set(["hello", "commit", "reveal", "shuffle", "deal"]);
const PROVING = new Set(["shares", "points", "tally", "opening", "count", "announce", "result"]);

function waitingFor(at) {
  if (at.link.state !== "here") return "";
  if (SHUFFLING.has(at.stage)) return t("stage.shuffle");
  if (PROVING.has(at.stage)) return t(`stage.${at.stage}`);
  const owing = at.turn.owing.filter((seat) => seat !== at.seat);
  if (holding() || !owing.length) return "";
  return t("turn.other", { name: namesOf(at, owing) });
}

function play(choice) {
  store.selected = [];
  store.notice = "";
  if (send({ do: "play", move: choice.move })) changed();
}

/** Whether an open answer takes the trick or is given: only the words on its button. */
function beating(at, cards) {
  const stands = at.trick.findLast((put) => put.cards && put.kind !== "give")?.cards || [];
  return stands.length > 0 && covering(cards, stands, at.trump) !== null;
}

const CONFIRMS = ["lead", "answer", "give", "open"];

function deeds(at, can) {
  const made = makes(can.cards, store.selected);
  const kinds = CONFIRMS.filter((verb) => made[verb]);
  const ready = kinds.map((verb, number) => button(t(`do.${verb === "answer" && !beating(at, made.answer.cards) ? "yield" : verb}`, { n: store.selected.length }), () => play(made[verb]), { key: `do-${verb}`, id: number ? null : "confirm", class: number ? "" : "primary", "data-do": verb }));
  const idle = !kinds.length && can.cards.length > 0 && button(t("do.none"), () => {}, { key: "do-none", class: "primary", disabled: true });
  return h("div", { class: "row", key: "deeds" },
    ready, idle,
    can.others.map((other) => button(tOr(`do.${other.move.replace(" ", ".")}`, other.move), () => play(other), { key: other.move, class: can.cards.length ? "" : "primary" })),
    h("div", { class: "apart", key: "apart" },
      can.raise && button(t("do.raise", { stake: stakeName(Number(can.raise.words[0])) }), () => play(can.raise), { key: "raise", id: "raise", class: "raise", title: t("do.raise.hint"), "data-do": "raise" }),
      (can.claim || (at.turn.claim_early && !at.turn.claiming)) && button(t(varSaid(at) ? "do.var" : "do.claim", { n: at.target ?? "" }), () => openDialog("claim"), { key: "claim", id: "claim", class: "claim", "data-do": "claim" })));
}

/** Whether these rules call a claim "var": they do where it is made in one's own turn only. */
export function varSaid(at) {
  return !at.match?.chips;
}

/** A raise is answered by controls of their own, none of which has the focus by itself. */
function answering(at, can) {
  const stake = stakeName(at.raise_to);
  return h("div", { class: "row raised", key: "raised", role: "group", "aria-label": t("raise.answer") },
    can.accept && button(t("do.accept", { stake }), () => play(can.accept), { key: "accept", "data-do": "accept" }),
    can.decline && button(t("do.decline", { stake: stakeName(at.stake) }), () => play(can.decline), { key: "decline", "data-do": "decline" }),
    can.raise && button(t("do.raise", { stake: stakeName(Number(can.raise.words[0])) }), () => play(can.raise), { key: "reraise", class: "raise", "data-do": "raise" }));
}
