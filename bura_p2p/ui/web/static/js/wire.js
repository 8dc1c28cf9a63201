// Here: how every part of the page sends a command. Never: a socket.

import { changed, lineOff, notify, store } from "./store.js";
import { t } from "./words.js";

let sender = () => false;

export function sendBy(send) {
  sender = send;
}

/** Sends a command of the feed; says so when there is no line. */
export function send(command) {
  const sent = sender(command);
  if (!sent) notify(t(lineOff() ? `line.${store.line}` : "line.down"));
  return sent;
}

const LINES = 10; // lines of talk that the program lets through within its window
const WINDOW = 10500; // milliseconds, a little longer than the program's

let said = [];

/** Says a line to the other side. */
export function say(text) {
  const now = performance.now();
  said = [...said.filter((at) => now - at < WINDOW), now];
  setTimeout(changed, WINDOW + 20);
  send({ do: "say", text });
  changed();
}

/** Whether one more line would be dropped now. */
export function hushed() {
  return said.filter((at) => performance.now() - at < WINDOW).length >= LINES;
}
