// Here: the first screen: invite, join, practise, past games, checking a file. Never: a game.

import { button, h, icon, iconButton } from "./dom.js";
import { face } from "./cards.js";
import { openDialog } from "./dialogs.js";
import { radios, rulesFields, rulesOptions, rulesTitle, select, text, tick, wanted } from "./forms.js";
import { startLesson } from "./lesson.js";
import { changed, draft, lookedFor, store } from "./store.js";
import { headline, verdictBody, verdictSign } from "./verdict.js";
import { send } from "./wire.js";
import { fileName, signed, t, tOr, when } from "./words.js";

export function lobby() {
  const { state } = store;
  return [
    h("header", { class: "bar", key: "bar" },
      h("p", { class: "brand" }, "Bura"),
      h("div", { class: "grow" }),
      button(t("teach.open"), () => openDialog("teach"), { icon: "help", class: "quiet" }),
      iconButton("gear", t("settings.title"), () => openDialog("settings"))),
    h("main", { class: "lobby", key: "lobby", id: "main", tabindex: "-1" },
      hero(state),
      state.busy && !store.checking && h("p", { class: "busy", role: "status" }, state.busy),
      h("div", { class: "panels" }, hosting(), joining(state), practising(state)),
      h("div", { class: "panels wide" }, past(state), checking(), checked())),
  ];
}

function hero(state) {
  return h("section", { class: "hero", "aria-labelledby": "hero" },
    h("div", { class: "words" },
      h("h1", { id: "hero" }, t("lobby.title")),
      h("p", { class: "lead" }, t("lobby.lead")),
      h("div", { class: "row" },
        text("own-name", t("lobby.name"), state.name, (name) => draft("name", name), {
          maxlength: 32, autocomplete: "nickname", on: { change: (event) => send({ do: "name", name: event.target.value.trim() }) },
        }),
        store.settings.taught !== "yes" && button(t("lobby.learn"), startLesson, { icon: "play", class: "learn" })),
      unfinished(state)),
    h("div", { class: "spread", "aria-hidden": "true" }, ["AS", "10H", "QD"].map((card) => h("span", { key: card, class: "card" }, face(card, store.settings.letters)))));
}

/** The newest unfinished game that can go on. */
function newest(state) {
  return (state.games || []).find((one) => one.resumable && one.status === "open");
}

/** That game before all else. */
function unfinished(state) {
  const game = newest(state);
  if (!game) return null;
  return h("section", { class: "unfinished", key: "unfinished", "aria-labelledby": "unfinished" },
    h("h2", { id: "unfinished" }, t("past.open")),
    h("ul", { class: "list" }, pastGame(game, "u")));
}

function panel(id, title, ...kids) {
  return h("section", { class: "panel", key: id, "aria-labelledby": id }, h("h2", { id }, title), kids);
}

function hosting() {
  const lan = store.draft.lan ?? true;
  const map = store.draft.map ?? true;
  return panel("p-host", t("host.title"),
    h("p", { class: "hint" }, t("host.hint")),
    rulesFields("host"),
    button(t("host.go"), () => send({ do: "host", ...wanted("host"), lan, map }), { class: "primary" }),
    rulesOptions("host"),
    h("details", { class: "more" },
      h("summary", {}, t("host.reach")),
      tick("host-lan", t("host.lan"), lan, (on) => draft("lan", on), t("host.lan.hint")),
      tick("host-map", t("host.map"), map, (on) => draft("map", on), t("host.map.hint"))));
}

/** Whether it looks like the three words of a table, which are no invite. */
function threeWords(text) {
  return /^\s*[A-Za-z]{3,12}(?:[\s,-]+[A-Za-z]{3,12}){2}\s*$/.test(text);
}

function joining(state) {
  const invite = store.draft.invite ?? "";
  const near = state.nearby || [];
  return panel("p-join", t("join.title"),
    h("form", { class: "stack", on: { submit: (event) => {
      event.preventDefault();
      if (invite.trim() && !threeWords(invite)) send({ do: "join", invite: invite.trim() });
    } } },
    h("div", { class: "field" },
      h("label", { for: "invite" }, t("join.paste")),
      h("textarea", { id: "invite", "aria-describedby": threeWords(invite) ? "invite-hint" : null, rows: 3, spellcheck: "false", autocomplete: "off", placeholder: "BURA:…", value: invite, on: { input: (event) => draft("invite", event.target.value) } }),
      threeWords(invite) && h("p", { id: "invite-hint", class: "hint", role: "status" }, t("join.words.here"))),
    h("button", { type: "submit", class: "primary", disabled: !invite.trim() || threeWords(invite) }, h("span", {}, t("join.go")))),
    h("h3", {}, t("join.near")),
    state.words && h("p", { class: "hint", key: "kept" }, t("join.words.kept", { words: state.words })),
    near.length
      ? h("ul", { class: "list" }, near.map((table) => h("li", { key: table.id }, h("span", { class: "grow" }, h("b", {}, table.name), h("small", {}, `${rulesTitle(table.rules)} · ${table.address}`)),
        button(t("join.sit"), () => openDialog("words", { table }), { "aria-label": t("join.sit.at", { name: table.name }) }))))
      : h("p", { class: "hint", role: "status" }, t(performance.now() < store.looking ? "join.looking" : "join.none")),
    h("div", { class: "row" },
      button(t("join.look"), () => { lookedFor(); send({ do: "look" }); }, { icon: "again", class: "quiet" }),
      button(t("join.address"), () => openDialog("words", { table: null }), { class: "quiet" })));
}

function practising(state) {
  const bots = state.bots || [];
  const bot = bots.includes(store.draft.bot) ? store.draft.bot : bots[0];
  return panel("p-play", t("practise.title"),
    h("p", { class: "hint" }, t("practise.hint")),
    rulesFields("play"),
    bots.length < 4
      ? radios("bot", t("practise.bot"), bots.map((name) => [name, tOr(`bot.${name}`, name)]), bot, (name) => draft("bot", name))
      : select("bot", t("practise.bot"), bots.map((name) => [name, tOr(`bot.${name}`, name)]), bot, (name) => draft("bot", name)),
    button(t("practise.go"), () => send({ do: "practise", bot, ...wanted("play") }), { class: "primary" }),
    rulesOptions("play"));
}

function past(state) {
  const first = newest(state); // which stands above
  const games = (state.games || []).filter((game) => game !== first);
  return panel("p-past", t("past.title"),
    games.length
      ? [h("div", { class: "row", key: "records" },
        button(t("stats.title"), () => send({ do: "stats" }), { icon: "log", class: "quiet" }),
        button(t("luck.ask"), () => send({ do: "luck" }), { icon: "shield", class: "quiet" })),
      h("ul", { class: "list games", key: "games" }, games.map((game) => pastGame(game)))]
      : h("p", { class: "hint" }, t(first ? "past.no.other" : "past.none")));
}

function pastGame(game, where = "g") {
  const title = game.opponent || t("the.other");
  return h("li", { key: `${where}${game.id}` },
    h("span", { class: "grow" },
      h("b", {}, title),
      h("small", {}, [rulesTitle(game.ruleset), when(game.when), outcome(game)].filter(Boolean).join(" · "))),
    game.resumable && button(t("past.resume"), () => { store.resumed = true; send({ do: "resume", game: game.id }); }, { class: "primary small", "aria-label": t("past.resume.with", { name: title }) }),
    game.file && iconButton("play", t("past.replay", { name: title }), () => send({ do: "replay", game: game.id })),
    game.file && iconButton("file", t("past.export", { name: title }), () => openDialog("export", { game: game.id })));
}

/** How a game stands; where it is complete, what it came to, one's own numbers first. */
function outcome(game) {
  const status = tOr(`status.${game.status}`, game.status_text);
  const tally = game.chips?.map(signed) || game.score;
  if (!game.outcome || !tally) return status;
  const own = game.seat ?? 0;
  const score = [tally[own], ...tally.filter((_, seat) => seat !== own)].join(" : ");
  return game.status === "complete" ? t(`past.${game.outcome}`, { score }) : `${status}, ${score}`;
}

/** Reads a file and has it checked. */
function check(file) {
  if (!file) return;
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    if (!send({ do: "verify", name: file.name, data: String(reader.result).split(",")[1] || "" })) return;
    store.verified = null;
    store.checking = file.name;
    changed();
  });
  reader.readAsDataURL(file);
}

function checking() {
  const drop = {
    dragover: (event) => { event.preventDefault(); event.currentTarget.classList.add("over"); },
    dragleave: (event) => event.currentTarget.classList.remove("over"),
    drop: (event) => {
      event.preventDefault();
      event.currentTarget.classList.remove("over");
      check(event.dataTransfer.files[0]);
    },
  };
  return panel("p-check", t("check.title"),
    h("p", { class: "hint" }, t("check.hint")),
    h("div", { class: "drop", on: drop },
      icon("shield"),
      h("input", { id: "check-file", type: "file", accept: ".bura", on: { change: (event) => {
        check(event.target.files[0]);
        event.target.value = ""; // the same file may be chosen again
      } } }),
      h("label", { for: "check-file" }, t("check.drop"))),
    h("p", { class: "busy", role: "status" }, store.checking && t("check.busy", { name: fileName(store.checking) })));
}

/** What the check has found, over the whole width, in sight and read out. */
function checked() {
  const found = store.verified;
  if (!found) return null;
  return h("section", { class: `panel verdict v${found.exit}`, key: `checked-${found.number}`, "aria-labelledby": "checked", once: inSight },
    h("div", { class: "head" }, verdictSign(found),
      h("div", { class: "grow" }, h("h2", { id: "checked", tabindex: "-1" }, headline(found)), h("p", { class: "file" }, found.name || "")),
      iconButton("close", t("check.close"), () => {
        store.verified = null;
        changed();
        document.getElementById("check-file")?.focus();
      })),
    verdictBody(found));
}

function inSight(node) {
  setTimeout(() => {
    node.scrollIntoView({ block: "nearest" });
    node.querySelector("h2")?.focus({ preventScroll: true });
  }, 50);
}
