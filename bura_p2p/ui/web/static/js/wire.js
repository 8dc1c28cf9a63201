// Here: how every part of the page sends a command. Never: a socket.

import { lineOff, notify, store } from "./store.js";
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
