// Playing places, the start deck, and who gets which position (sections 11.5, 11.6).

import { compare, concat, u8 } from './bytes.mjs';
import { deckCards } from './deck.mjs';
import { G, pointOfCard } from './group.mjs';
import { sha256, vec } from './hashing.mjs';
import { turnOrder } from './order.mjs';

/** The order of play: the seats sorted by SHA-256(root ‖ u8 seat); `nonces` by the same seats, ascending. */
export function playingOrder(table_id, seats, nonces) {
  const root = sha256(vec('BURA-P2P-V1-places', table_id, ...nonces));
  const hashes = new Map(seats.map((seat) => [seat, sha256(concat(root, u8(seat)))]));
  return { order: [...seats].sort((a, b) => compare(hashes.get(a), hashes.get(b))), root, hashes };
}

/** The start deck: (G, M + P) for each card. */
export const startDeck = (size, P) => deckCards(size).map((card) => ({ A: G, B: pointOfCard(card).add(P) }));

/** Positions of a hand: dealt to whom, the turned one, the stock in draw order. */
export function positions(N, handSize, order, leader) {
  const turns = turnOrder(order, leader);
  const turned = turns.length * handSize;
  const dealt = new Map(turns.map((seat) => [seat, []]));
  for (let p = 0; p < turned; p++) dealt.get(turns[p % turns.length]).push(p);
  const stock = [];
  for (let p = turned + 1; p < N; p++) stock.push(p);
  stock.push(turned);
  return { dealt, turned, stock };
}
