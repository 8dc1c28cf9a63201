// Here: which cards may be selected and what a selection can be, from the list of legal moves. Never: a rule of the game.

const WITH_CARDS = new Set(["lead", "answer", "give", "open"]);
const CARD = /^(?:10|[6-9AKQJ])[CDHS]$/;

/** A move's text in parts: its verb, the cards it names, the text as it is sent. */
export function parse(move) {
  const [verb, ...words] = move.split(" ");
  return { verb, cards: words.filter((word) => CARD.test(word)), words, move };
}

/** The legal moves by what a face needs: those with cards, the raise, the others. */
export function choices(legal) {
  const moves = legal.map(parse);
  const by = (verb) => moves.find((move) => move.verb === verb) || null;
  return {
    cards: moves.filter((move) => WITH_CARDS.has(move.verb)),
    raise: by("raise"),
    claim: by("claim"),
    accept: by("accept"),
    decline: by("decline"),
    others: moves.filter((move) => ["pass", "announce", "cede", "count"].includes(move.verb)),
  };
}

function holds(move, selected) {
  return selected.every((card) => move.cards.includes(card));
}

/** Every kind of move that exactly the selected cards make: the first of each verb. */
export function makes(moves, selected) {
  const found = {};
  for (const move of moves) {
    if (move.cards.length === selected.length && selected.length && holds(move, selected)) found[move.verb] ??= move;
  }
  return found;
}

/** Whether `card` can be added to what is selected. */
export function fits(moves, selected, card) {
  return moves.some((move) => holds(move, [...selected, card]));
}

/** Whether one card alone is asked for: then another choice takes the place of the first. */
function single(moves) {
  return moves.length > 0 && moves.every((move) => move.cards.length === 1);
}

/** Whether `card` may be pressed now. */
export function open(moves, selected, card) {
  return selected.includes(card) || fits(moves, selected, card) || (single(moves) && fits(moves, [], card));
}

/** The selection after `card` is pressed; null where it may not be. */
export function toggled(moves, selected, card) {
  if (selected.includes(card)) return selected.filter((other) => other !== card);
  if (fits(moves, selected, card)) return [...selected, card];
  return single(moves) && fits(moves, [], card) ? [card] : null;
}

/** Why a selected set makes no move yet: a key of the catalogue with its values. */
export function lacking(moves, selected) {
  const sizes = [...new Set(moves.map((move) => move.cards.length))].sort();
  if (!sizes.length) return null;
  const verb = moves[0].verb === "lead" ? "lead" : "follow";
  if (!selected.length) return { key: sizes.length > 1 ? `pick.${verb}.some` : `pick.${verb}`, values: { n: sizes.at(-1) } };
  const longer = moves.filter((move) => move.cards.length > selected.length && holds(move, selected)).map((move) => move.cards.length);
  if (!longer.length) return null;
  if (verb === "lead" && Object.keys(makes(moves, selected)).length) return { key: "pick.or.more", values: {} };
  return { key: "pick.more", values: { n: Math.min(...longer) - selected.length } };
}

/** Why `card` cannot go with the selection. */
export function reason(moves, selected, card) {
  if (!moves.some((move) => move.cards.includes(card))) return "why.none";
  if (moves[0]?.verb === "lead" && selected.length && selected[0].slice(-1) !== card.slice(-1)) return "why.suit";
  return "why.count";
}
