// Here: how cards come where they lie: from hand to table, from stock to hand, from table to pile. Never: what is shown;
// without motion everything is in its place at once.

const LONG = 300; // milliseconds of one card's way
const APART = 70; // between two that go together
const EASE = "cubic-bezier(0.25, 0.7, 0.25, 1)";

const quiet = matchMedia("(prefers-reduced-motion: reduce)");

function still() {
  return quiet.matches || document.documentElement.dataset.motion === "less" || document.hidden;
}

const box = (node) => node?.getBoundingClientRect();
const all = (root, what) => [...root.querySelectorAll(what)];
const seatOf = (root, seat, part) => root.querySelector(`.seat[data-seat="${seat}"] ${part}`);

/** Where every card lies before the page is drawn anew; null where nothing moves. */
export function before(root) {
  const felt = root.querySelector(".felt");
  if (!felt || still()) return null;
  const trick = felt.querySelector(".trick");
  return {
    game: felt.dataset.game,
    hand: new Map(all(felt, ".hand [data-card]").map((node) => [node.dataset.card, box(node)])),
    backs: new Map(all(felt, ".them .seat").map((seat) => [seat.dataset.seat, all(seat, ".backs .card").map(box)])),
    plays: new Set(all(felt, ".play").map((play) => play.dataset.play)),
    done: trick?.dataset.taken ? { by: trick.dataset.taken, id: trick.dataset.trick, cards: all(trick, ".card").map((card) => [card.cloneNode(true), box(card)]) } : null,
  };
}

/** Lets the cards go from where they were to where they are now. */
export function after(root, was) {
  const felt = root.querySelector(".felt");
  if (!was || !felt || felt.dataset.game !== was.game) return;
  const gone = put(felt, was);
  draw(felt, was, gone);
  collect(felt, was);
}

/** What was put on the table since; how many cards left each other hand. */
function put(felt, was) {
  const held = new Set(all(felt, ".hand [data-card]").map((node) => node.dataset.card));
  const left = [...was.hand].filter(([card]) => !held.has(card));
  const gone = new Map();
  for (const play of all(felt, ".play")) {
    if (was.plays.has(play.dataset.play)) continue;
    const cards = all(play, ".card");
    const backs = was.backs.get(play.dataset.by) || [];
    gone.set(play.dataset.by, cards.length);
    const from = play.classList.contains("mine")
      ? cards.map((card, at) => was.hand.get(card.dataset.card) || left[at]?.[1])
      : cards.map((_, at) => backs[backs.length - cards.length + at] || backs[0]);
    cards.forEach((card, at) => come(card, from[at], at * APART));
  }
  return gone;
}

/** What was drawn from the stock since, or dealt. */
function draw(felt, was, gone) {
  const deck = box(felt.querySelector(".deck"));
  if (!deck?.width) return;
  const from = { left: deck.left, top: deck.top, width: deck.height / 1.4 };
  all(felt, ".hand [data-card]").filter((node) => !was.hand.has(node.dataset.card)).forEach((node, at) => come(node, from, at * APART));
  for (const seat of all(felt, ".them .seat")) {
    const kept = (was.backs.get(seat.dataset.seat) || []).length - (gone.get(seat.dataset.seat) || 0);
    all(seat, ".backs .card").slice(Math.max(0, kept)).forEach((node, at) => come(node, from, at * APART));
  }
}

function come(node, from, delay) {
  if (!from) return;
  const here = box(node);
  const size = from.width / (here.width || 1);
  const way = `translate(${from.left - here.left}px, ${from.top - here.top}px) scale(${size})`;
  node.animate([{ transform: way, transformOrigin: "0 0", zIndex: 2 }, { transform: "none", transformOrigin: "0 0", zIndex: 2 }], { duration: LONG, delay, easing: EASE, fill: "backwards" });
}

/** A finished trick goes to the pile of who took it; its cards are gone from the page already, and these are copies. */
function collect(felt, was) {
  if (!was.done || felt.querySelector(".trick").dataset.trick === was.done.id) return;
  const pile = box(seatOf(felt, was.done.by, ".pile"));
  if (!pile) return;
  const air = document.getElementById("air");
  was.done.cards.forEach(([card, from], at) => {
    air.append(card);
    const [width, height] = [`${from.width}px`, `${from.height}px`];
    const small = 38 / from.width;
    const flight = card.animate([
      { width, height, transform: `translate(${from.left}px, ${from.top}px)`, opacity: 1 },
      { width, height, transform: `translate(${pile.left}px, ${pile.top}px) scale(${small})`, opacity: 0.6 },
    ], { duration: LONG, delay: at * 30, easing: EASE, fill: "both" });
    flight.finished.then(() => card.remove(), () => card.remove());
  });
}
