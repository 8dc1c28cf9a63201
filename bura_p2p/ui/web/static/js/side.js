// Here: the log of the hand and the quick phrases. Never: a phrase that is spoken by itself.

import { button, h } from "./dom.js";
import { nameOf, sentence } from "./sentences.js";
import { changed, lineOff, logged, setting, store } from "./store.js";
import { hushed, say, send } from "./wire.js";
import { t } from "./words.js";

const PHRASES = ["hello", "luck", "well", "thanks", "moment", "again", "sorry", "bye"];

export function side(at) {
  return h("aside", { class: "side", key: "side", "aria-label": t("side") }, sideBody(at, ""));
}

/** Log and chat; `where` keeps the names of its parts apart when it is shown twice. */
export function sideBody(at, where) {
  const chat = store.tab === "chat";
  const tab = (name) => h("button", { type: "button", role: "tab", id: `${where}tab-${name}`, "aria-selected": String(store.tab === name), "aria-controls": `${where}tabpanel`, tabindex: store.tab === name ? "0" : "-1", on: { click: () => choose(name), keydown: (event) => arrows(event, where) } },
    h("span", {}, t(`side.${name}`)), name === "chat" && store.unread > 0 && h("span", { class: "badge" }, String(store.unread)));
  return [
    h("div", { class: "tabs", role: "tablist", "aria-label": t("side") }, tab("log"), tab("chat")),
    h("div", { class: "tabpanel", role: "tabpanel", id: `${where}tabpanel`, "aria-labelledby": `${where}tab-${store.tab}` }, chat ? talk(at) : log(at)),
  ];
}

function choose(name) {
  store.tab = name;
  if (name === "chat") store.unread = 0;
  changed();
}

function arrows(event, where) {
  if (event.code !== "ArrowLeft" && event.code !== "ArrowRight") return;
  choose(store.tab === "log" ? "chat" : "log");
  setTimeout(() => document.getElementById(`${where}tab-${store.tab}`)?.focus());
}

function atEnd(node) {
  requestAnimationFrame(() => { node.scrollTop = node.scrollHeight; }); // its lines come after it
  new MutationObserver(() => { node.scrollTop = node.scrollHeight; }).observe(node, { childList: true });
}

function log(at) {
  const lines = logged();
  if (!lines.length) return h("p", { class: "hint empty", key: "empty" }, t(at.lesson ? "side.log.lesson" : "side.log.empty"));
  return h("ol", { class: "log", key: "log", tabindex: "0", "aria-label": t("side.log"), once: atEnd }, lines.map((line) => h("li", { key: line.id, class: `ev-${line.kind}` }, sentence(line.event, store.settings.letters))));
}

function talk(at) {
  const mute = store.settings.mute === "yes";
  const said = mute ? at.chat.filter((line) => line.seat === at.seat) : at.chat;
  return h("div", { class: "talk", key: "talk" },
    h("ol", { class: "said", tabindex: "0", "aria-label": t("side.chat"), once: atEnd }, said.map((line, number) => h("li", { key: number, class: line.seat === at.seat ? "mine" : "theirs" }, h("b", {}, nameOf(at, line.seat)), " ", h("span", {}, line.text)))),
    h("div", { class: "phrases", role: "group", "aria-label": t("phrases") }, PHRASES.map((phrase) => button(t(`phrase.${phrase}`), () => say(t(`phrase.${phrase}`)), { key: phrase, class: "chip", disabled: at.link.state !== "here" || Boolean(at.over) || lineOff() || hushed() }))),
    h("label", { class: "tick" }, h("input", { type: "checkbox", checked: mute, on: { change: (event) => setting("mute", event.target.checked ? "yes" : "no", send) } }), h("span", {}, t("mute"))));
}
