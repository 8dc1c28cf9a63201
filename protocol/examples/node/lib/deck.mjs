// Cards and what beats what (sections 11.4 and 12.2). No cryptography here.

import { CARDS } from './registry.mjs';

/** A card is { suit, rank, points, name }: names as in the registry, `AS`, `10H`. Each is one object, compared by ===. */
export const ALL_CARDS = CARDS.suits.flatMap(({ suit, letter }) =>
  CARDS.ranks.map(({ rank, text, points }) => Object.freeze({ suit, rank, points, name: text + letter })));
export const CARD_BY_NAME = new Map(ALL_CARDS.map((card) => [card.name, card]));
export const ACE = 8;

/** The cards of a deck by suit, then rank. */
export function deckCards(size) {
  const { lowest_rank } = CARDS.decks.find((d) => d.size === size);
  return ALL_CARDS.filter((card) => card.rank >= lowest_rank);
}

export const pointsIn = (cards) => cards.reduce((total, card) => total + card.points, 0);

export const oneSuit = (cards) => cards.every((card) => card.suit === cards[0].suit);

/** Card a beats card b: of one suit and higher, or a is trump and b is not. */
export const beats = (a, b, trumpSuit) => (a.suit === b.suit ? a.rank > b.rank : a.suit === trumpSuit);

/** A set beats another of its size: some one-to-one pairing has every card of the second beaten. */
export function setBeats(set, other, trumpSuit) {
  if (set.length !== other.length) return false;
  const pair = (i, left) => i === other.length
    || left.some((card, j) => beats(card, other[i], trumpSuit) && pair(i + 1, left.filter((_, k) => k !== j)));
  return pair(0, set);
}
