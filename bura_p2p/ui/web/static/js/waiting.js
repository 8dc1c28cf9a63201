// Here: what a host sees until the friend is there, and what a guest sees on the way. Never: a table.

import { button, h } from "./dom.js";
import { draft, logged, notify, practising, store } from "./store.js";
import { send } from "./wire.js";
import { t, tOr } from "./words.js";

/** Copies text for pasting elsewhere; where the browser refuses, selects it. */
async function copy(value, field) {
  try {
    await navigator.clipboard.writeText(value);
    notify(t("copied"));
  } catch {
    document.getElementById(field)?.select();
    notify(t("copy.self"));
  }
}

export function waiting() {
  const { waiting: wait, restoring } = store.state;
  return [
    h("header", { class: "bar", key: "bar" }, h("p", { class: "brand" }, "Bura"), h("div", { class: "grow" }),
      button(t("cancel"), () => { store.asked = null; send({ do: "cancel" }); }, { icon: "close", class: "quiet" })),
    h("main", { class: "waiting", key: "waiting", id: "main", tabindex: "-1" },
      h("h1", {}, t(restoring ? "restoring.title" : wait ? "waiting.title" : practising() ? "joining.practice" : "joining.title")),
      ask(),
      restoring || !wait ? h("p", { class: "busy", role: "status", key: "under-way" }, restoring ? t("restoring.hint") : store.state.busy || t(practising() ? "joining.practice.hint" : "joining.hint")) : invitation(wait),
      !restoring && progress()),
  ];
}

function progress() {
  const { waiting: wait } = store.state;
  const above = [wait?.reach, wait?.words].filter(Boolean); // what stands on the page already is not told again
  const lines = logged().slice(-4).filter((line) => !above.some((part) => line.text.includes(part)));
  return lines.length > 0 && h("div", { class: "progress", key: "progress" }, lines.map((line) => h("p", { key: line.id }, line.text)));
}

/** A question of the program that must be answered before it goes on. */
export function ask() {
  const { ask: asked } = store.state;
  if (!asked) return null;
  const code = asked.kind === "reply" ? (asked.lines || [])[0] || "" : "";
  return h("section", { class: "panel asking", key: `ask-${asked.kind}`, "aria-labelledby": "ask" },
    h("h2", { id: "ask" }, tOr(`ask.${asked.kind}`, t("ask.title"))),
    h("p", {}, tOr(`ask.${asked.kind}.text`, asked.text)),
    code ? copyable("reply-code", t("ask.code"), code, 3) : lines(asked.lines),
    h("div", { class: "row" },
      button(code ? t("ask.sent") : t("yes"), () => send({ do: "answer", yes: true }), { class: "primary" }),
      button(code ? t("cancel") : t("no"), () => send({ do: "answer", yes: false }))));
}

function lines(all) {
  return all?.length > 0 && h("pre", { tabindex: "0", role: "region", "aria-label": t("rules.card") }, all.join("\n"));
}

function copyable(id, label, value, rows) {
  return h("div", { class: "field copyable" },
    h("label", { for: id }, label),
    h("textarea", { id, rows, readonly: true, value, on: { focus: (event) => event.target.select() } }),
    button(t("copy"), () => copy(value, id), { icon: "copy", class: "primary", "aria-label": t("copy.what", { what: label }) }));
}

/** The invite with everything that may bring the friend here. */
export function invitation(wait) {
  if (!wait.invite) return h("p", { class: "busy", role: "status", key: "busy" }, wait.reach || t("waiting.making"));
  return h("div", { class: "invitation", key: "invitation" },
    h("section", { class: "panel", "aria-labelledby": "w-message" },
      h("h2", { id: "w-message" }, t("waiting.send")),
      h("p", { class: "hint" }, t("waiting.send.hint")),
      copyable("message", t("waiting.message"), wait.message, 9),
      h("details", { class: "more" }, h("summary", {}, t("waiting.invite")), copyable("invite-text", t("waiting.invite"), wait.invite, 4))),
    h("section", { class: "panel", "aria-labelledby": "w-near" },
      h("h2", { id: "w-near" }, t("waiting.near")),
      wait.words && h("div", {}, h("p", { class: "hint" }, t("waiting.words")), h("p", { class: "three", translate: "no" }, wait.words)),
      wait.qr && h("figure", { class: "scan" },
        h("img", { class: "qr", alt: t("waiting.qr"), src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(wait.qr)}` }),
        h("figcaption", { class: "hint" }, t("waiting.qr.about")))),
    h("section", { class: "panel", "aria-labelledby": "w-reach" },
      h("h2", { id: "w-reach" }, t("waiting.reach")),
      wait.reach && h("p", {}, wait.reach),
      h("ul", { class: "addresses" }, (wait.leads_to || []).map((to) => h("li", { key: to.address }, h("code", {}, to.address), h("small", {}, tOr(`leads.${to.label.replace(/[^A-Za-z0-9]+/g, "_")}`, to.label))))),
      wait.reply_wanted && reply()));
}

function reply() {
  const code = store.draft.reply ?? "";
  return h("form", { class: "stack", on: { submit: (event) => {
    event.preventDefault();
    if (code.trim() && send({ do: "reply", code: code.trim() })) draft("reply", "");
  } } },
  h("div", { class: "field" },
    h("label", { for: "reply" }, t("waiting.reply")),
    h("textarea", { id: "reply", rows: 2, placeholder: "BURA-R:…", spellcheck: "false", value: code, on: { input: (event) => draft("reply", event.target.value) } })),
  h("button", { type: "submit", disabled: !code.trim() }, h("span", {}, t("waiting.reply.go"))));
}
