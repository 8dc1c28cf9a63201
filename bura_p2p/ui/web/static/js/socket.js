// Here: the one connection to the program on this computer: code or token, messages in, commands out, again after a cut.
// Never: what a message means.

const KEPT = "bura-token";
const REFUSED = 4401;

/** The launch code of the address, which is then removed from it and from the history. */
function launchCode() {
  const code = location.hash.replace(/^#(code=)?/, "");
  if (code) history.replaceState(null, "", location.pathname);
  return code;
}

/**
 * Connects and stays connected. `hear(message)` gets every message of the feed, `status(word, text)` one of
 * `up`, `down`, `refused`, `bye`. Returns `send(command)`, false when there is no line.
 */
export function connect(hear, status) {
  let code = launchCode();
  let line = null;
  let state = {};
  let ready = false;
  let tries = 0;
  let over = false;

  function open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    line = new WebSocket(`${scheme}//${location.host}/ws`);
    line.addEventListener("open", () => line.send(JSON.stringify(hello())));
    line.addEventListener("message", (event) => read(JSON.parse(event.data)));
    line.addEventListener("close", closed);
  }

  function hello() {
    const token = sessionStorage.getItem(KEPT);
    return code ? { code } : { token: token || "" };
  }

  function read(message) {
    if (message.token !== undefined) {
      sessionStorage.setItem(KEPT, message.token);
      code = "";
      state = {};
    } else if (message.refused !== undefined) {
      refuse(message.refused);
    } else if (message.bye !== undefined) {
      over = true;
      status("bye", message.bye);
    } else {
      if (!ready) status("up", "");
      ready = true;
      tries = 0;
      state = { ...state, ...message.state }; // a message has what has changed of it, the first one all
      hear({ ...message, state });
    }
  }

  function refuse(text) {
    const token = sessionStorage.getItem(KEPT);
    if (code && token) {
      code = ""; // a used code in an old tab: its token may still be good
      return;
    }
    over = true;
    status("refused", text);
  }

  function closed(event) {
    ready = false;
    if (event.code === REFUSED && !code && !sessionStorage.getItem(KEPT)) over = true;
    if (!over) status("down", "");
    else if (event.code === REFUSED) status("refused", "");
    tries += 1;
    // After a farewell the program may be started again at the same port: the page finds it by itself, slowly.
    setTimeout(open, over ? 5000 : Math.min(300 * 2 ** Math.min(tries, 4), 4000));
  }

  open();
  return (command) => {
    if (!ready || line.readyState !== WebSocket.OPEN) return false;
    line.send(JSON.stringify(command));
    return true;
  };
}
