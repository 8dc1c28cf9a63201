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
 * Connects and stays connected. `hear(message)` gets every message of the feed, `status(word)` one of `up`, `down`,
 * `refused`, `used` (the link's code is no good), `bye`. Returns `send(command)`, false when there is no line.
 */
export function connect(hear, status) {
  let code = launchCode();
  let line = null;
  let state = {};
  let ready = false;
  let tries = 0;
  let over = false;
  let linked = false;

  function open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    line = new WebSocket(`${scheme}//${location.host}/ws`);
    line.addEventListener("open", () => line.send(JSON.stringify(hello())));
    line.addEventListener("message", (event) => read(JSON.parse(event.data)));
    line.addEventListener("close", closed);
  }

  function hello() {
    const token = sessionStorage.getItem(KEPT);
    linked ||= Boolean(code);
    return code ? { code } : { token: token || "" };
  }

  function read(message) {
    if (message.token !== undefined) {
      sessionStorage.setItem(KEPT, message.token);
      code = "";
      linked = false;
      state = {};
    } else if (message.refused !== undefined) {
      refuse();
    } else if (message.bye !== undefined) {
      over = true;
      status("bye");
    } else {
      if (!ready) status("up");
      ready = true;
      over = false;
      tries = 0;
      state = { ...state, ...message.state }; // a message has what has changed of it, the first one all
      hear({ ...message, state });
    }
  }

  function refuse() {
    const token = sessionStorage.getItem(KEPT);
    if (code && token) {
      code = ""; // a used code in an old tab: its token may still be good
      return;
    }
    over = true;
    code = "";
    status(linked ? "used" : "refused");
  }

  function closed(event) {
    ready = false;
    if (event.code === REFUSED && !code && !sessionStorage.getItem(KEPT)) over = true;
    if (!over) status("down");
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
