// Here: what the page knows: the newest state, what is only the page's own (selection, open panels, settings), the log.
// Never: the network, the look of anything.

import { preferred } from "./words.js";

export const HOLD = 1500; // milliseconds that a finished trick stays

const LOOKING = 8000; // milliseconds in which tables of this network make themselves heard
const SEEKING = 20000; // milliseconds in which nobody is missed yet
const KEPT = "bura-settings";
const LOG = 400;
const NOTICE = 8000; // milliseconds that a sentence for the person stays

const DEFAULTS = {
  language: "", theme: "auto", four_colours: "no", letters: "latin", sounds: "yes", motion: "auto", mute: "no", taught: "no", review: "off", luck: "on",
};

export const store = {
  state: null,
  n: 0,
  line: "wait", // up, down, refused, used, bye
  settings: { ...DEFAULTS, ...remembered() },
  log: [],
  selected: [],
  held: null, // the finished trick that is still shown, with `until`
  seen: null, // the hand whose result was read
  aside: null, // the hand whose result no longer lies over the table
  waited: "", // the reason of an absence that one chose to wait for
  here: -1, // the round in which one has answered the wish that one move
  resumed: false, // whether a game was taken up again from here
  looking: 0, // until when open tables are only looked for
  asked: null, // the table at which words were tried, until that has led somewhere
  soughtUntil: 0, // until when the other side of a game that was taken up again is only looked for
  unread: 0,
  notice: "",
  draft: {},
  replay: null,
  tour: null,
  verified: null, // a check's findings, with a `number` of their own
  checking: "", // the file that is being checked
  tab: "log",
};

const hearers = new Set();

export function subscribe(hearer) {
  hearers.add(hearer);
}

let asked = false;
let fading = 0;

/** Asks for the page to be drawn again, once, soon. */
export function changed() {
  if (asked) return;
  asked = true;
  queueMicrotask(() => {
    asked = false;
    for (const hearer of hearers) hearer();
  });
}

/** Whether there is no program behind this page any more. */
export function lineOff() {
  return store.line !== "up" && store.line !== "wait";
}

/** Whether a game for practice goes on, which nobody can take up again. */
export function practising() {
  const { state } = store;
  return Boolean(state?.practice) && state.screen !== "lobby" && !state.table?.over;
}

/** The table as it can be played: where the program is gone, nobody moves. */
export function tableNow() {
  const at = store.state?.table;
  if (!at || at.lesson || !lineOff()) return at;
  return {
    ...at,
    turn: { ...at.turn, mine: false, legal: [], owing: [], claim_early: false, may_resign: false },
    clock: at.clock && { ...at.clock, running: false, still_for: null },
    link: { ...at.link, choices: [] },
    over: at.over && { ...at.over, rematch: null },
    policies: [],
  };
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) || {};
  } catch {
    return {};
  }
}

/** The language in force. */
export function tongue() {
  return store.settings.language || preferred();
}

/** Keeps a setting on this page; `tell` hands it to the program, which keeps it for the next port. */
export function setting(key, value, tell) {
  store.settings = { ...store.settings, [key]: value };
  try {
    localStorage.setItem(KEPT, JSON.stringify(store.settings));
  } catch {
    // a browser that keeps nothing: the program does
  }
  if (tell) tell({ do: "setting", key, value });
  changed();
}

// What only this tab gets, in a message that has the number of the newest one.
const ANSWERS = new Set(["not_done", "verified", "replay", "exported", "launch", "stats", "luck", "review"]);

/** Takes in one message of the feed; returns its events, none when it was seen before. */
export function take(message) {
  const again = message.n === store.n && !(message.events || []).some((event) => ANSWERS.has(event.event));
  store.n = message.n ?? store.n;
  const before = store.state?.table;
  store.state = message.state ?? store.state;
  const kept = store.state?.settings;
  if (kept) {
    const known = Object.entries(kept).filter(([key]) => key in DEFAULTS);
    store.settings = { ...store.settings, ...Object.fromEntries(known) };
  }
  const events = again ? [] : message.events || [];
  if (events.some((event) => event.event === "end_offered")) store.here = -1;
  const table = store.state?.table;
  if (!table && store.state?.screen === "lobby") forget();
  if (table && (!before || before.game !== table.game)) arrive(table);
  else if (table && before.link?.state === "away" && table.link?.state === "here") store.soughtUntil = 0;
  if (table) hold(table, events);
  if (table?.result) pass(`${table.game}-${table.result.hand}`, new Set(events.map((event) => event.event)));
  keepSelection(table);
  return events;
}

function forget() {
  store.selected = [];
  store.held = null;
  store.seen = null;
  store.log = [];
  store.waited = "";
}

/** A game that was taken up again looks for its other side first. */
function seek() {
  store.soughtUntil = performance.now() + SEEKING;
  setTimeout(changed, SEEKING + 20);
}

/** A table that is new to this page: the result of a hand before this one has been read. */
function arrive(table) {
  forget();
  if (store.resumed || table.link?.state === "away") seek();
  store.resumed = false;
  store.asked = null;
  if (table.result && !table.over && table.stage !== "result") store.seen = `${table.game}-${table.result.hand}`;
}

/** A result that nobody has read goes aside at the next hand's first card or raise, and away after its first trick. */
function pass(result, events) {
  if (events.has("hand_over")) return;
  if (store.aside === result && events.has("trick_taken")) store.seen = result;
  if (events.has("led") || events.has("raised")) store.aside = result;
}

/** From now on open tables are looked for; that none is there is said later. */
export function lookedFor() {
  store.looking = performance.now() + LOOKING;
  setTimeout(changed, LOOKING + 20);
}

function hold(table, events) {
  const taken = events.some((event) => event.event === "trick_taken");
  if (!taken || !table.last_trick) return;
  store.held = { ...table.last_trick, until: performance.now() + HOLD };
  setTimeout(changed, HOLD + 20);
}

/** The finished trick, for as long as it stays. */
export function holding() {
  return store.held && performance.now() < store.held.until ? store.held : null;
}

function keepSelection(table) {
  const held = table?.held || [];
  if (!table?.turn.mine) store.selected = [];
  else store.selected = store.selected.filter((card) => held.includes(card));
}

/** Adds a sentence to the log, and the event that it tells: in another language it is told anew. */
export function note(text, event) {
  if (!text) return;
  store.log = [...store.log, { id: (store.log.at(-1)?.id || 0) + 1, text, event, kind: event.event }].slice(-LOG);
}

/** The log for reading: what an event says nothing of is not in it. */
export function logged() {
  return store.log.filter((line) => line.text);
}

/** A sentence for the person alone, shown until the next one. */
export function notify(text) {
  store.notice = text;
  changed();
  clearTimeout(fading);
  fading = setTimeout(() => {
    store.notice = "";
    changed();
  }, NOTICE);
}

/** A draft of the forms in the lobby. */
export function draft(key, value) {
  store.draft = { ...store.draft, [key]: value };
  changed();
}
