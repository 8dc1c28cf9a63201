// Here: the deck, drawn as SVG of 100 by 140 units: faces, a back, suit signs. Never: which card is whose.

import { h } from "./dom.js";
import { cardName, suitName } from "./words.js";

const PIPS = {
  H: "M0 10C-4 5-10 1-10-4-10-8-7.4-10-5-10-2.4-10-.6-8.4 0-6 .6-8.4 2.4-10 5-10 7.4-10 10-8 10-4 10 1 4 5 0 10Z",
  D: "M0-11C2-7 5-3 8.5 0 5 3 2 7 0 11-2 7-5 3-8.5 0-5-3-2-7 0-11Z",
  S: "M0-10.5C4-6 10-2 10 3 10 6 8 8 5.4 8 3.4 8 1.7 7 .9 5.6 1.1 7.6 2 9.2 3.4 10.2H-3.4C-2 9.2-1.1 7.6-.9 5.6-1.7 7-3.4 8-5.4 8-8 8-10 6-10 3-10-2-4-6 0-10.5Z",
  C: "M0-10.5a4.7 4.7 0 0 1 3.5 7.8A4.7 4.7 0 1 1 .9 4.2C1.1 7 2 9.2 3.4 10.2H-3.4C-2 9.2-1.1 7-.9 4.2A4.7 4.7 0 1 1-3.5-2.7 4.7 4.7 0 0 1 0-10.5Z",
};

// Letters and figures as strokes, each round 0,0 and 18 units high: the same on every computer.
const GLYPHS = {
  A: "M-7 9L0-8.5 7 9M-4.4 3H4.4",
  K: "M-5.5-9V9M6-9L-5.5 2.5M-1.5-1.2L6.5 9",
  Q: "M0-9C4.8-9 7-5.2 7 0S4.8 9 0 9-7 5.2-7 0-4.8-9 0-9ZM1.5 3.5L7.5 10",
  J: "M-2.5-9H6.5M3-9V4C3 7.5 1.2 9-1.5 9-4.5 9-6 7-6 4",
  10: "M-7.5-6.4L-5-9V9M4-9C7.2-9 8.5-5.2 8.5 0S7.2 9 4 9-.5 5.2-.5 0 .8-9 4-9Z",
  9: "M5.5-3.5A5.5 5.5 0 1 0-5.5-3.5 5.5 5.5 0 0 0 5.5-3.5C5.5 3.5 2 9-4 9",
  8: "M0-9a4 4 0 0 1 0 8 4 4 0 0 1 0-8ZM0-1a5 5 0 0 1 0 10 5 5 0 0 1 0-10Z",
  7: "M-6-9H6L-1.5 9",
  6: "M-5.5 3.5A5.5 5.5 0 1 0 5.5 3.5 5.5 5.5 0 0 0-5.5 3.5C-5.5-3.5-2-9 4-9",
};
const CYRILLIC = {
  A: "M-7-9H7M0-9V9",
  K: GLYPHS.K,
  Q: "M-8 10V5.5H8V10M-5.5 5.5C-3-1-2.5-4-2.5-9H4.8V5.5",
  J: "M-5.5-9V9H1.2C4.8 9 6.3 6.8 6.3 4.2S4.8-.5 1.2-.5H-5.5M1.2-.5C4-.5 5.3-2.5 5.3-4.8S4-9 1-9H-5.5",
};

const COLUMNS = { l: 34.5, m: 50, r: 65.5 };
const SPOTS = {
  6: "l32 r32 l70 r70 l108 r108",
  7: "l32 r32 m51 l70 r70 l108 r108",
  8: "l32 r32 m51 l70 r70 m89 l108 r108",
  9: "l32 r32 l57 r57 m70 l83 r83 l108 r108",
  10: "l32 r32 m45 l57 r57 l83 r83 m95 l108 r108",
};

// A king's crown, a queen's diadem, a jack's cap with its feather; each drawn round 0,0.
const HEADS = {
  K: ["M-17 9L-20-9-10-1 0-15 10-1 20-9 17 9Z", "M-17 12H17V16H-17Z", "M0-21v6M-3-18h6"],
  Q: ["M-17 9C-20 2-20-3-19-7L-9-1-5-11 0-3 5-11 9-1 19-7C20-3 20 2 17 9Z", "M-17 12H17V16H-17Z", "M-19-11h.01M-5-15h.01M5-15h.01M19-11h.01"],
  J: ["M-16 9C-17-3-9-11 1-11 11-11 17-3 16 9Z", "M-19 12H19V16H-19Z", "M9-9C13-18 19-20 24-20 22-14 18-8 13-5"],
};

function pip(suit, x, y, size, turned) {
  const spin = turned ? " rotate(180)" : "";
  return h("path", { d: PIPS[suit], transform: `translate(${x} ${y}) scale(${size})${spin}` });
}

function index(rank, suit, letters) {
  const glyph = (letters === "cyrillic" && CYRILLIC[rank]) || GLYPHS[rank];
  return h("g", {}, h("path", { class: "rank", d: glyph, transform: "translate(15 18)" }), pip(suit, 15, 40, 0.74));
}

function court(rank, suit) {
  const [crown, band, tip] = HEADS[rank];
  const half = () => h("g", { transform: "translate(50 46)" },
    h("path", { class: "crown", d: crown }), h("path", { d: band }), h("path", { class: "tip", d: tip }));
  return h("g", {},
    h("path", { class: "frame", d: "M28 16H72A4 4 0 0 1 76 20V120A4 4 0 0 1 72 124H28A4 4 0 0 1 24 120V20A4 4 0 0 1 28 16Z" }),
    half(), h("g", { transform: "rotate(180 50 70)" }, half()),
    h("path", { class: "sash", d: "M24 70l6.5-5 6.5 5 6.5-5 6.5 5 6.5-5 6.5 5 6.5-5 6.5 5-6.5 5-6.5-5-6.5 5-6.5-5-6.5 5-6.5-5-6.5 5Z" }));
}

function middle(rank, suit) {
  if (rank === "A") return pip(suit, 50, 70, 2.7);
  if (rank in HEADS) return court(rank, suit);
  const size = Number(rank) > 8 ? 0.8 : 0.86; // more of them need more room
  return h("g", {}, SPOTS[rank].split(" ").map((spot) => {
    const y = Number(spot.slice(1));
    return pip(suit, COLUMNS[spot[0]], y, size, y > 70);
  }));
}

/** The face of `AS` or `10H`, as a picture without a name. */
export function face(card, letters = "latin") {
  const rank = card.slice(0, -1);
  const suit = card.slice(-1);
  return h("svg", { class: `face suit-${suit}`, viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
    h("rect", { class: "paper", x: 0.5, y: 0.5, width: 99, height: 139, rx: 9 }),
    index(rank, suit, letters),
    h("g", { transform: "rotate(180 50 70)" }, index(rank, suit, letters)),
    middle(rank, suit));
}

// The stamped lozenges of a blue tablecloth.
const LATTICE = (() => {
  let path = "";
  for (let row = 0; row < 9; row += 1) {
    for (let column = 0; column < 6; column += 1) {
      const x = 17.5 + column * 13;
      const y = 18 + row * 13;
      path += `M${x} ${y - 5}l5 5-5 5-5-5Z`;
      if (column < 5 && row < 8) path += `M${x + 6.5} ${y + 5}l1.5 1.5-1.5 1.5-1.5-1.5Z`;
    }
  }
  return path;
})();

/** The back of every card. */
export function back() {
  return h("svg", { class: "back", viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
    h("rect", { class: "paper", x: 0.5, y: 0.5, width: 99, height: 139, rx: 9 }),
    h("rect", { class: "cloth", x: 6, y: 6, width: 88, height: 128, rx: 5 }),
    h("path", { class: "stamp", d: LATTICE }));
}

/** The sign of a suit, named for screen readers. */
export function suitSign(suit) {
  return h("svg", { class: `sign suit-${suit}`, viewBox: "-12 -12 24 24", role: "img", "aria-label": suitName(suit) }, h("path", { d: PIPS[suit] }));
}

/** A card that lies on the table: `card` null is face down, named `name`. */
export function lying(card, letters, { key, name, extra = "" } = {}) {
  return h("span", { key, class: `card ${extra}`, "data-card": card, role: "img", "aria-label": card ? cardName(card) : name },
    card ? face(card, letters) : back());
}
