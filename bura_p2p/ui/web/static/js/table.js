// Here: the felt: who sits where, stock and trump, the trick, stakes. Never: a choice of one's own (`hand`).

import { button, h, iconButton } from "./dom.js";
import { back, face, lying, suitSign } from "./cards.js";
import { openDialog } from "./dialogs.js";
import { bannersOf, comes, covered, panelsOf } from "./panels.js";
import { own } from "./hand.js";
import { coach } from "./lesson.js";
import { rulesTitle } from "./forms.js";
import { awaySeat, nameOf, others, says, trickWhy } from "./sentences.js";
import { side } from "./side.js";
import { holding, lineOff, setting, store, tableNow } from "./store.js";
import { send } from "./wire.js";
import { listed, signed, stakeName, suitName, t, tOr } from "./words.js";

export function table() {
  const at = tableNow();
  return [
    bar(at),
    h("main", { class: `table ${yourTurn(at) ? "my-turn" : ""}`, key: "table", id: "main", tabindex: "-1" },
      h("h1", { class: "sr" }, heading(at)),
      felt(at, store.settings.letters),
      side(at)),
  ];
}

/** Whether a choice is asked for and everything that led to it has been seen. */
export function yourTurn(at) {
  return at.turn.mine && !(holding() && (at.trick.length || comes(at)));
}

function heading(at) {
  return `${rulesTitle(at.ruleset || "")}. ${at.match ? t("hand.n", { n: at.over && at.result ? at.result.hand : at.match.hand }) : ""}`;
}

function bar(at) {
  const quiet = store.settings.sounds !== "yes";
  return h("header", { class: "bar", key: "bar" },
    iconButton("back", t("leave"), () => (at.over || at.lesson ? send({ do: "leave" }) : openDialog("leave"))),
    button(rulesTitle(at.ruleset || ""), () => openDialog("rules"), { icon: "rules", class: "quiet rules", title: t("rules.card"), "aria-label": `${t("rules.card")}: ${rulesTitle(at.ruleset || "")}` }),
    h("div", { class: "grow" }),
    scoreOf(at),
    h("div", { class: "grow" }),
    iconButton(quiet ? "silent" : "sound", t(quiet ? "sounds.on" : "sounds.off"), () => setting("sounds", quiet ? "yes" : "no", send), { class: "wide-only" }),
    iconButton("talk", t("side.open"), () => openDialog("side"), { class: store.unread ? "narrow-only dot" : "narrow-only" }),
    iconButton("menu", t("menu"), () => openDialog("menu")));
}

/** The match as two numbers, one's own first. */
export function scoreOf(at) {
  const { match } = at;
  if (!match) return h("p", { class: "score" });
  const order = [at.seat, ...others(at)];
  const shown = at.seats > 2 ? [at.seat] : order; // of more than two each has its own beside its name
  return h("p", { class: match.chips ? "score chips" : "score", "aria-label": `${t(match.chips ? "chips" : "score")}: ${listed(order.map((seat) => `${nameOf(at, seat)} ${won(match, seat)}`))}` },
    at.seats === 2 && h("span", { class: "whose", "aria-hidden": "true" }, nameOf(at, order[0])),
    shown.map((seat, number) => [number > 0 && h("i", { key: `i${seat}` }, ":"), h("b", { key: `b${seat}` }, won(match, seat))]),
    at.seats === 2 && h("span", { class: "whose", "aria-hidden": "true" }, nameOf(at, order[1])),
    h("small", {}, match.chips ? t("chips") : match.target ? t("score.to", { n: match.target }) : t("score.open")));
}

/** What a seat has won in the match so far. */
function won({ chips, score }, seat) {
  return chips ? signed(chips[seat]) : String(score[seat]);
}

/** The class of a felt by how many sit there. */
export function crowd(at) {
  return at.seats > 2 ? `felt many of-${at.seats}` : "felt";
}

/** A part of the table, and whether it can be reached: not under a result. */
function under(part, cover) {
  return { ...part, props: { ...part.props, inert: cover } };
}

function felt(at, letters) {
  const cover = covered(at);
  return h("section", { class: `${crowd(at)} ${at.lesson ? "taught" : ""}`, "aria-label": t("table"), "data-game": at.game ?? "lesson" },
    !cover && bannersOf(at),
    coach(at),
    under(h("div", { class: "them", key: "them" }, others(at).map((seat) => them(at, seat))), cover),
    under(middle(at, letters), cover),
    under(own(at), cover),
    panelsOf(at));
}

/** Stock, trick and stakes. */
export function middle(at, letters) {
  return h("div", { class: "middle", key: "middle" }, stock(at, letters), trick(at, letters), stakes(at));
}

/** Another player: name, backs, pile. */
export function them(at, seat) {
  const count = at.counts[seat] || 0;
  const active = at.turn.owing.includes(seat) && !at.over && at.link.state === "here" && !holding();
  return h("div", { class: `seat ${active ? "active" : ""}`, key: `seat${seat}`, "data-seat": seat },
    plate(at, seat, active),
    h("div", { class: "backs", role: "img", "aria-label": t("holds", { n: count }) }, Array.from({ length: count }, (_, number) => h("span", { key: `${seat}-${number}`, class: "card" }, back()))),
    pile(at, seat));
}

/** A player's name with what is known of it. */
export function plate(at, seat, active) {
  const missed = seat !== at.seat && (awaySeat(at) ?? seat) === seat ? at.link.state : "here";
  const link = lineOff() && !at.lesson ? "off" : missed === "gone" && at.link.reason === "left" ? "away" : missed; // nothing has gone wrong
  const clock = at.clock && at.clock.seat === seat ? at.clock : null;
  return h("div", { class: "plate" },
    h("span", { class: `lamp ${link}`, title: t(`link.${link}`) }, h("span", { class: "sr" }, t(`link.${link}`))),
    h("span", { class: "who", title: at.seats > 2 ? nameOf(at, seat) : null }, nameOf(at, seat)),
    at.seats > 2 && seat !== at.seat && at.match && h("b", { class: "tally" }, h("span", { class: "sr" }, `${t(at.match.chips ? "chips" : "score")} `), won(at.match, seat)),
    at.match?.dealer === seat && h("small", {}, says(at, seat, "did.deals")),
    active && seat !== at.seat && h("small", { class: "thinks" }, t("thinks")),
    clock && h("span", { class: `clock ${clock.running ? "" : "stopped"}`, "data-seat": seat, "data-left": clock.seconds_left }, clockText(clock)));
}

/** The seconds that a clock shows now. */
export function clockText(clock) {
  const since = (performance.now() - store.heardAt) / 1000;
  const gone = clock.running ? since : Math.max(0, since - (clock.still_for ?? Infinity));
  const left = Math.max(0, Math.ceil(clock.seconds_left - gone));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/** What a seat has won: closed cards, and points where the rules show them. */
export function pile(at, seat) {
  const heap = at.piles[seat] || { cards: 0, closed: 0, points: null };
  const told = [t("pile", { n: heap.cards }), heap.closed ? t("pile.closed", { n: heap.closed }) : "", heap.points === null ? "" : t("points", { n: heap.points })].filter(Boolean);
  return h("div", { class: `pile ${heap.cards ? "" : "none"}`, role: "img", "aria-label": told.join(", "), title: told.join(", ") },
    h("span", { class: "heap", "aria-hidden": "true" }, heap.cards ? [0, 1, 2].slice(0, Math.min(3, Math.ceil(heap.cards / 2))).map((number) => h("span", { key: number, class: "card" }, back())) : null),
    h("span", { class: "count", "aria-hidden": "true" }, heap.cards > 0 && [h("b", { key: "n" }, heap.cards), " ", h("small", { key: "of" }, t("pile.cards", { n: heap.cards }))], heap.points !== null && h("small", {}, t("points.short", { n: heap.points }))));
}

function stock(at, letters) {
  if (!at.trump) return h("div", { class: "stock" });
  const name = at.stock ? t("stock", { n: at.stock }) : t("stock.none");
  return h("div", { class: "stock" },
    h("div", { class: at.stock ? "deck" : "deck none", role: "img", "aria-label": `${name} ${at.stock_dead ? t("stock.dead") : ""}` },
      at.stock > 0 && h("span", { key: at.trump_card, class: "card turned" }, face(at.trump_card, letters)),
      at.stock > 1 && h("span", { key: "heap", class: `card top ${at.stock > 4 ? "thick" : ""}` }, back())),
    h("p", { class: "trump" }, suitSign(at.trump), h("span", {}, t("trump.is", { suit: suitName(at.trump) }))),
    h("p", { class: "left" }, at.stock ? t("stock", { n: at.stock }) : t("stock.none"), at.stock_dead && h("small", {}, t("stock.dead"))));
}

function trick(at, letters) {
  const done = at.finished === undefined ? holding() : at.finished;
  const plays = done ? done.plays : at.trick;
  const id = trickId(at, done);
  const stands = at.seats > 2 ? plays.findLast((play, number) => !number || play.kind === "answer") : null;
  const kind = done ? "done" : "";
  return h("div", { class: `trick ${kind}`, key: "trick", "data-trick": id, "data-taken": done ? done.taken_by : null, "aria-label": t("trick"), role: "group" },
    plays.map((play, number) => h("div", { key: `play${number}`, "data-play": `${id}.${play.seat}`, "data-by": play.seat, class: `play ${play.seat === at.seat ? "mine" : "theirs"} ${play.kind} ${play === stands && plays.length > 1 ? "stands" : ""}` },
      h("p", { class: "by" }, says(at, play.seat, `did.${play.kind}`)),
      h("div", { class: "cards" }, play.cards
        ? play.cards.map((card) => lying(card, letters, { key: card }))
        : Array.from({ length: play.count }, (_, at2) => lying(null, letters, { key: `down${at2}`, name: t("face.down") }))))),
    h("p", { class: "taken", key: "taken" }, done ? trickWhy(at, done, letters) : ""));
}

/** What tells one trick of a game from another: the hand, and how many cards were won before it. */
function trickId(at, done) {
  const won = at.piles.reduce((sum, heap) => sum + heap.cards, 0);
  return `${at.match?.hand ?? 0}.${won - (done?.plays || []).reduce((sum, play) => sum + play.count, 0)}`;
}

function stakes(at) {
  const { match } = at;
  const rows = [];
  if (match?.pot !== null && match?.pot !== undefined) rows.push([t("pot"), String(match.pot)]);
  else if (at.raises || at.stake > 1) rows.push([t("stake"), stakeName(at.stake)]);
  if (at.raise_to) rows.push([t("raise.offered"), stakeName(at.raise_to)]);
  return h("dl", { class: "stakes" },
    rows.map(([name, value]) => h("div", { key: name }, h("dt", {}, name), h("dd", {}, value))),
    at.announced?.length > 0 && at.announced.map((said) => h("div", { key: `a${said.seat}` }, h("dt", {}, nameOf(at, said.seat)), h("dd", {}, tOr(`combination.${said.what}`, said.text)))));
}
