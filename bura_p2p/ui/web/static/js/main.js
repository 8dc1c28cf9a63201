// Here: the beginning: settings onto the page, messages to the store, the store to the screen. Never: a screen's content.

import { clockText, table, yourTurn } from "./table.js";
import { dialogReady, drawDialog, openDialog } from "./dialogs.js";
import { h, patch } from "./dom.js";
import { keysReady } from "./keys.js";
import { behindLesson, lessonDoes, lessonOn } from "./lesson.js";
import { lobby } from "./lobby.js";
import { after, before } from "./motion.js";
import { covered, noLine } from "./panels.js";
import { replayed, startReplay, takeReview } from "./replay.js";
import { aloud, sentence } from "./sentences.js";
import { connect } from "./socket.js";
import { play } from "./sounds.js";
import { changed, lineOff, lookedFor, note, notify, store, subscribe, tableNow, take, tongue } from "./store.js";
import { waiting } from "./waiting.js";
import { send, sendBy } from "./wire.js";
import { headline } from "./verdict.js";
import { speak, t } from "./words.js";

const SCREENS = { lobby, waiting, joining: waiting, table };

let spoken = "";
let speaking = null;
let shown = "";
let turn = false;

async function draw() {
  if (!(await spoke())) return;
  look();
  const root = document.getElementById("app");
  const within = root.contains(document.activeElement);
  const screen = store.replay ? "replay" : screenOf();
  const was = before(root);
  patch(root, screen === "replay" ? told(replayed()) : screen ? told(SCREENS[screen](), screen === "table") : opening());
  after(root, was);
  toast(screen);
  if (screen !== shown && shown) document.getElementById("main")?.focus();
  else if (within && document.activeElement === document.body) document.getElementById("status")?.focus(); // its control is gone
  if (screen === "lobby" && screen !== shown) hush();
  shown = screen;
  heed();
  drawDialog();
}

/** Whether the language in force is there to speak; every drawing waits for the one catalogue that is on its way. */
async function spoke() {
  if (spoken !== tongue()) {
    spoken = tongue();
    speaking = speak(spoken).then(retell);
  }
  try {
    await speaking;
    return true;
  } catch {
    spoken = ""; // the program is not there now; the next drawing asks again
    return false;
  }
}

/** The log in the language that is spoken now; what was read aloud in another one is gone. */
function retell() {
  store.log = store.log.map((line) => ({ ...line, text: sentence(line.event) }));
  hush();
}

function screenOf() {
  const { state } = store;
  if (!state) return "";
  if (lessonOn()) return "table";
  return state.screen === "table" && !state.table ? "waiting" : state.screen;
}

function opening() {
  return [h("main", { class: "opening", key: "opening", id: "main", tabindex: "-1" },
    h("h1", {}, "Bura"), h("p", { role: "status" }, t(`line.${store.line}`)))];
}

/** A screen, and above it that the program is gone, for as long as it is; the table says so itself. */
function told(screen, itself = false) {
  const [head, ...rest] = screen;
  return itself || !lineOff() ? screen : [head, h("div", { class: "lost", key: "lost" }, noLine()), ...rest];
}

/** What a person is told on screens that have no line for it, or where a result lies over that. */
function toast(screen) {
  const note = document.getElementById("toast");
  const text = screen === "table" && !covered(store.state.table) ? "" : store.notice;
  if (note.textContent !== text) note.textContent = text;
}

function look() {
  const { settings } = store;
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.colours = settings.four_colours === "yes" ? "four" : "two";
  root.dataset.motion = settings.motion;
}

/** The signal that it is one's turn: title, sound; the outline is the stylesheet's. */
function heed() {
  const at = store.replay ? null : tableNow();
  const mine = Boolean(at && !at.over && yourTurn(at));
  if (mine && !turn) play(at.raise_to ? "raise" : "turn", store.settings);
  turn = mine;
  document.title = mine ? `● ${t("turn.yours")} — Bura` : at ? `${t("table")} — Bura` : "Bura";
}

const HEARD = {
  led: "card", answered: "card", gave: "card",
};

function react(events) {
  const at = store.state?.table;
  const told = [];
  for (const event of events) {
    if (event.event === "not_done" || event.event === "verified") store.checking = "";
    if (event.event === "not_done") refused(event.text);
    else if (event.event === "stats" || event.event === "luck") openDialog(event.event, { found: event });
    else if (event.event === "launch" && own(event.url)) openDialog("launch", { url: event.url });
    else if (event.event === "review") takeReview(event);
    else if (event.event === "verified") told.push(verified(event));
    else if (event.event === "replay") startReplay(event);
    else if (event.event === "exported") download(event);
    else told.push(...tell(event, at));
  }
  if (told.length) live(told.join(" "));
}

/** Whether an address is this program's own. */
function own(url) {
  return typeof url === "string" && url.startsWith(`${location.origin}/#`);
}

function refused(text) {
  const { asked } = store;
  store.asked = null;
  if (asked && store.state?.screen === "lobby") {
    openDialog("words", { ...asked, fault: text }); // they may be typed once more
    return;
  }
  if (!store.replay || store.replay.review || !takeReview({ error: text })) notify(text);
}

/** Keeps what a check has found; the sentence of it to be read out. */
function verified(event) {
  store.verified = { ...event, number: (store.verified?.number || 0) + 1 };
  return `${t("check.done", { name: event.name, verdict: headline(event) })} ${event.told}`;
}

function tell(event, at) {
  if (event.event === "said") {
    if (!at || event.seat === at.seat || store.settings.mute === "yes") return [];
    if (store.tab !== "chat" || !wide.matches) store.unread += 1;
    play("talk", store.settings);
    return [event.text];
  }
  if (event.event === "halted" && event.reason === "store_moved" && at) openDialog("moved", { game: at.game });
  if (["led", "answered", "gave", "hand_begun"].includes(event.event)) store.notice = "";
  if (event.event in HEARD) play(HEARD[event.event], store.settings);
  if (event.event === "hand_over" && at) play(event.winner === at.seat ? "win" : "lose", store.settings);
  if (event.event === "clock_set") return []; // the clock is seen
  const text = sentence(event);
  note(text, event);
  return text ? [text] : [];
}

/** The log of a page that comes to a table later: no sound, nothing read aloud. */
function recall(events) {
  if (!store.state?.table) return;
  store.log = [];
  for (const event of events) note(sentence(event), event);
}

const wide = matchMedia("(min-width: 1080px)");

function live(text) {
  document.getElementById("live").append(Object.assign(document.createElement("p"), { textContent: aloud(text) }));
  while (document.getElementById("live").childElementCount > 12) document.getElementById("live").firstChild.remove();
}

/** Nothing of what was read aloud stays in the page. */
function hush() {
  document.getElementById("live").replaceChildren();
}

/** Offers what was exported as a file. */
function download(event) {
  const bytes = Uint8Array.from(atob(event.data), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: event.type || "application/octet-stream" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: event.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

let agreed = false;

function hear(message) {
  if (lessonOn()) {
    if (message.state) behindLesson(message.state);
    store.n = message.n ?? store.n;
    changed();
    return;
  }
  store.heardAt = performance.now();
  const events = take(message);
  if (message.log) recall(message.log);
  react(events);
  agree();
  changed();
}

/** What a page says first: it looks for tables nearby. The program, which has sentences of its own, speaks the page's language where nobody has chosen one. */
function agree() {
  if (agreed || !store.state) return;
  agreed = true;
  if (!store.state.settings.language) send({ do: "speak", language: tongue() });
  if (store.state.screen !== "lobby") return;
  lookedFor();
  send({ do: "look" });
}

function tickClocks() {
  const clock = store.state?.table?.clock;
  if (!clock) return;
  for (const node of document.querySelectorAll(".clock")) node.textContent = clockText(clock);
}

function begin() {
  subscribe(draw);
  dialogReady();
  keysReady();
  const forward = connect(hear, (word) => {
    if (word === "up") agreed = false;
    store.line = word;
    changed();
  });
  sendBy((command) => (lessonOn() && command.do !== "setting" && command.do !== "name" ? lessonDoes(command) : forward(command)));
  setInterval(tickClocks, 250);
  changed();
}

begin();
