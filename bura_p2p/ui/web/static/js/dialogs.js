// Here: the one dialog of the page and what may be in it. Never: two at a time.

import { button, h, iconButton, patch } from "./dom.js";
import { radios, rulesTitle, text, tick } from "./forms.js";
import { luck, statistics } from "./records.js";
import { startLesson } from "./lesson.js";
import { sideBody } from "./side.js";
import { toResult } from "./panels.js";
import { resultBody } from "./results.js";
import { namesOf, others, resultTitle } from "./sentences.js";
import { changed, draft, practising, setting, store, tableNow } from "./store.js";
import { teaching } from "./teach.js";
import { send } from "./wire.js";
import { LANGUAGES, t } from "./words.js";

let now = null;

const node = () => document.getElementById("dialog");

/** Opens the dialog `kind`; `more` is what it is about. */
export function openDialog(kind, more = {}) {
  now = { kind, ...more };
  drawDialog();
  if (!node().open) {
    node().showModal();
    if (kind === "words") node().querySelector(more.fault ? "#near-words" : "form input").focus(); // Enter goes on
  }
  if (!node().contains(document.activeElement)) node().querySelector(".head button").focus(); // what opened it is gone
  if (kind === "side") store.unread = 0;
  changed();
}

export function closeDialog() {
  if (node().open) node().close();
  now = null;
}

/** Listens once for Escape and for presses beside the dialog. */
export function dialogReady() {
  node().addEventListener("close", () => {
    now = null;
    const has = document.activeElement;
    if (has === document.body || node().contains(has)) toResult(); // what had the focus before lies under a result by now
  });
  node().addEventListener("click", (event) => { if (event.target === node()) closeDialog(); });
}

/** Draws the open dialog again; closes one that has lost its table. */
export function drawDialog() {
  if (!now) return;
  const at = tableNow();
  if (NEEDS_TABLE.has(now.kind) && !at) {
    closeDialog();
    return;
  }
  const [title, body] = DIALOGS[now.kind](at, now);
  node().className = `d-${now.kind}`;
  patch(node(), [h("div", { class: "inner", key: now.kind },
    h("div", { class: "head" }, h("h2", { id: "dialog-title" }, title), iconButton("close", t("close"), closeDialog)),
    h("div", { class: "body", tabindex: now.kind === "rules" ? "0" : null, role: now.kind === "rules" ? "region" : null, "aria-labelledby": now.kind === "rules" ? "dialog-title" : null }, body))]);
}

const NEEDS_TABLE = new Set(["before", "rules", "leave", "resign", "claim", "side", "menu", "policy"]);

function sure(question, label, act, danger = true) {
  return [
    h("p", {}, question),
    h("div", { class: "row" }, button(t("cancel"), closeDialog), button(label, () => { closeDialog(); act(); }, { class: danger ? "danger" : "primary", "data-do": "sure" })),
  ];
}

/** The rule card's lines as terms and what they mean. */
function ruleCard(lines) {
  const terms = [];
  for (const line of lines.slice(1)) {
    const name = line.match(/^(\S+)\s+(.*)$/);
    if (name && !line.startsWith(" ")) terms.push([name[1], name[2]]);
    else if (terms.length) terms.at(-1)[1] += ` ${line.trim()}`;
  }
  return h("dl", { class: "rulecard" }, terms.map(([name, meaning]) => h("div", { key: name }, h("dt", {}, name), h("dd", {}, meaning))));
}

const DIALOGS = {
  settings: () => [t("settings.title"), settings()],
  rules: (at) => [`${t("rules.card")}: ${rulesTitle(at.ruleset || "")}`, [at.rules_title !== rulesTitle(at.ruleset || "") && h("p", { class: "hint" }, at.rules_title), ruleCard(at.rule_card)]],
  leave: () => [t("leave"), sure(t(practising() ? "leave.sure.practice" : "leave.sure"), t("leave.go"), () => send({ do: "leave" }), false)],
  resign: (at) => [t("resign"), sure([t(at.match?.chips ? "resign.sure.pot" : "resign.sure"), at.turn.mine ? "" : t("resign.later")].filter(Boolean).join(" "), t("resign.go"), () => send({ do: "play", move: "resign" }))],
  claim: (at) => [t(at.match?.chips ? "claim.title" : "var.title", { n: at.target }), sure(t(at.match?.chips ? "claim.sure" : "var.sure", { n: at.target }), t(at.match?.chips ? "do.claim" : "do.var", { n: at.target }), () => send({ do: "play", move: "claim" }))],
  moved: (_, { game }) => [t("moved.title"), sure(t("moved.text"), t("moved.go"), () => {
    send({ do: "leave" });
    send({ do: "resume", game, moved: true });
  })],
  words: (_, { table, fault }) => [table ? t("join.sit.at", { name: table.name }) : t("join.address"), words(table, fault)],
  export: (_, { game }) => [t("export.title"), exporting(game)],
  stats: (_, { found }) => [t("stats.title"), statistics(found)],
  luck: (_, { found }) => [t("luck.title"), luck(found)],
  launch: (_, { url }) => [t("launch.title"), [h("p", {}, t("launch.text")), h("p", {}, h("a", { href: url, target: "_blank", rel: "noopener" }, t("launch.open")))]],
  side: (at) => [t("side"), sideBody(at, "d-")],
  menu: (at) => [t("menu"), menu(at)],
  before: (at) => [resultTitle(at, at.result), resultBody(at, at.result)],
  policy: (at) => [t("policy.title"), policy(at)],
  teach: () => [t("teach.title"), teaching(() => { closeDialog(); startLesson(); })],
  keys: () => [t("keys.title"), h("dl", { class: "keys" }, ["cards", "arrows", "confirm", "raise", "claim", "rules", "status", "escape"].map((key) => h("div", { key }, h("dt", {}, h("kbd", {}, t(`keys.${key}.key`))), h("dd", {}, t(`keys.${key}`)))))],
};

function settings() {
  const { settings: has } = store;
  const put = (key) => (value) => setting(key, value, send);
  const flip = (key) => (on) => setting(key, on ? "yes" : "no", send);
  const notes = (key) => (on) => setting(key, on ? "on" : "off", send);
  return [
    radios("language", t("settings.language"), Object.entries(LANGUAGES), has.language || document.documentElement.lang, put("language")),
    radios("theme", t("settings.theme"), ["auto", "light", "dark"].map((of) => [of, t(`settings.theme.${of}`)]), has.theme, put("theme")),
    radios("letters", t("settings.letters"), [["latin", "A K Q J"], ["cyrillic", "Т К Д В"]], has.letters, put("letters")),
    radios("motion", t("settings.motion"), ["auto", "less"].map((of) => [of, t(`settings.motion.${of}`)]), has.motion, put("motion")),
    tick("set-colours", t("settings.colours"), has.four_colours === "yes", flip("four_colours"), t("settings.colours.hint")),
    tick("set-sounds", t("settings.sounds"), has.sounds === "yes", flip("sounds")),
    tick("set-review", t("settings.review"), has.review === "on", notes("review"), t("settings.review.hint")),
    tick("set-luck", t("settings.luck"), has.luck !== "off", notes("luck"), t("settings.luck.hint")),
    h("div", { class: "row", key: "more" },
      button(t("keys.title"), () => openDialog("keys"), { class: "quiet" }),
      button(t("launch.title"), () => send({ do: "launch" }), { class: "quiet" })),
  ];
}

function words(table, fault) {
  const of = (key) => store.draft[key] ?? ((key === "words" && store.state.words) || "");
  const go = (event) => {
    event.preventDefault();
    const words = of("words").trim();
    if (table) send({ do: "join_nearby", id: table.id, words });
    else send({ do: "join_nearby", address: of("address").trim(), words });
    store.asked = { table };
    closeDialog();
  };
  return h("form", { class: "stack", on: { submit: go } },
    !table && text("near-address", t("join.address.label"), of("address"), (value) => draft("address", value), { placeholder: "192.168.1.5:4242", required: true }),
    text("near-words", t("join.words"), of("words"), (value) => draft("words", value), { hint: t("join.words.hint"), required: true, autocapitalize: "none" }),
    fault && h("p", { class: "fault", role: "alert" }, fault),
    h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, h("span", {}, t("join.sit")))));
}

function exporting(game) {
  const give = (form) => button(t(`export.${form}`), () => { send({ do: "export", game, form }); closeDialog(); }, { key: form, class: "choice", icon: "file" });
  return [h("p", { class: "hint" }, t("export.hint")), h("div", { class: "stack" }, ["file", "text", "json"].map(give))];
}

function menu(at) {
  const slow = at.turn.owing.filter((seat) => seat !== at.seat);
  const other = namesOf(at, slow.length ? slow : others(at));
  const item = (label, act, sign, props = {}) => button(label, act, { icon: sign, class: "choice", ...props });
  const then = (command) => () => { closeDialog(); send(command); };
  const waits = at.link.choices;
  return h("div", { class: "stack" },
    item(t("rules.card"), () => openDialog("rules"), "rules"),
    item(t("side.open"), () => openDialog("side"), "talk"),
    at.result && !at.over && item(resultTitle(at, at.result), () => openDialog("before"), "tick"),
    item(t("teach.open"), () => openDialog("teach"), "help"),
    item(t("settings.title"), () => openDialog("settings"), "gear"),
    at.policies?.length > 0 && item(t("policy.title"), () => openDialog("policy"), "log"),
    !at.over && waits.includes("offer_end") && item(t("away.offer.to", { name: other }), then({ do: "offer_end" }), "flag"),
    !at.over && waits.includes("more_time") && item(t("away.more", { name: other }), then({ do: "more_time" }), "again"),
    !at.over && tick("stop-after", t("stop.after"), at.stopping, (on) => send({ do: "stop_after_hand", stop: on }), t("stop.after.hint")),
    at.turn.may_resign && !at.over && item(t("resign"), () => openDialog("resign"), "flag"),
    item(t("leave"), () => (at.over || at.lesson ? then({ do: "leave" })() : openDialog("leave")), "door"));
}

function policy(at) {
  const on = new Set(at.policy || []);
  const flip = (word) => (yes) => {
    const announce = at.policies.map((one) => one.word).filter((one) => (one === word ? yes : on.has(one)));
    send({ do: "policy", announce });
  };
  return [h("p", { class: "hint" }, t("policy.hint")), at.policies.map((one) => tick(`policy-${one.word}`, one.title, on.has(one.word), flip(one.word)))];
}
