// A simple player: it chooses among legal moves, and thinks no further than one trick. Every choice is { type, … } for `moveOf`.

import { ACE, pointsIn, setBeats } from './deck.mjs';
import { HEIGHT_OF, is } from './rules.mjs';

/** All sets of k of these cards. */
export function subsets(cards, k) {
  if (k === 0) return [[]];
  if (cards.length < k) return [];
  const [first, ...rest] = cards;
  return [...subsets(rest, k - 1).map((set) => [first, ...set]), ...subsets(rest, k)];
}

const cheapness = (trump) => (card) => card.points + (card.suit === trump ? 5 : 0) + card.rank / 10;
const costOf = (cards, trump) => cards.map(cheapness(trump)).reduce((a, b) => a + b, 0);
const cheapest = (sets, trump) => sets.reduce((best, set) => (best && costOf(best, trump) <= costOf(set, trump) ? best : set), null);

export class Bot {
  /**
   * @param {() => number} dice a number from 0 to 1
   * @param {object} [habits] how often it dares: `raise`, `accept`, `risk` (a claim that is not sure)
   */
  constructor(dice, { raise = 0.08, accept = 0.6, risk = 0.3 } = {}) {
    this.dice = dice;
    Object.assign(this, { raise, accept, risk });
  }

  /** What the seat of `player` says next at this table, where the rules leave a choice. */
  choose(table, player) {
    const { hand } = table;
    const { seat } = player;
    const cards = () => player.cards(table);
    switch (table.stage) {
      case 'announce': return this.#announce(hand, player, cards());
      case 'lead':
      case 'seized': return this.#lead(hand, seat, cards());
      case 'raised': return this.#raised(hand, seat);
      case 'follow': return this.#follow(hand, seat, cards());
      case 'tally': {
        const reached = pointsIn(hand.piles.get(seat).open) + player.sealedTotal(table) >= hand.rules.target;
        return { type: reached ? 'win' : 'pass' };
      }
      case 'last_word': return { type: this.#shouldClaim(hand, seat, true) ? 'claim' : 'pass' };
      default: throw new Error(`nothing to choose in ${table.stage}`);
    }
  }

  /** [Q2] One policy for all hands: whatever may be announced is, the highest first; [Q1a] no trumps where they may not be led. */
  #announce(hand, player, cards) {
    const trump = hand.trump.suit;
    const held = hand.announceable.filter((what) => is(what, cards, trump)
      && !(hand.rules.maliutka === 'anytime' && is('trumps', cards, trump)));
    const what = held.sort((a, b) => HEIGHT_OF[b] - HEIGHT_OF[a])[0];
    return what ? { type: 'announce', what } : { type: 'pass' };
  }

  #shouldClaim(hand, seat, last) {
    if (!hand.mayClaim()) return false;
    const { low, high } = hand.worthOfSide(hand.sideOf(seat));
    if (low >= hand.rules.target) return true;
    return high >= hand.rules.target && (low + high) / 2 >= hand.rules.target && this.dice() < (last ? 2 : 1) * this.risk;
  }

  #lead(hand, seat, cards) {
    if (this.#shouldClaim(hand, seat, false)) return { type: 'claim' };
    const legal = hand.rules.lead.flatMap((k) => subsets(cards, k)).filter((set) => hand.legalLead(seat, set));
    const won = legal.find((set) => hand.winsAtOnce(seat, hand.combinationOf(set)));
    if (won) return { type: 'lead', cards: won };
    if (legal.length === 0) return { type: 'cede' }; // something was announced that this hand cannot match
    if (hand.phase === 'lead' && hand.mayRaise(seat) && this.dice() < this.raise) return { type: 'raise', to: hand.nextStake };
    const strong = legal.filter((set) => set.length > 1 || set[0].rank === ACE);
    const choice = strong.length && this.dice() < 0.6 ? strong[Math.floor(this.dice() * strong.length)] : cheapest(legal, hand.trump.suit);
    return { type: 'lead', cards: choice };
  }

  #raised(hand, seat) {
    if (hand.mayRaise(seat) && this.dice() < this.raise) return { type: 'raise', to: hand.nextStake };
    return { type: this.dice() < this.accept ? 'accept' : 'decline' };
  }

  #follow(hand, seat, cards) {
    if (this.#shouldClaim(hand, seat, false)) return { type: 'claim' };
    const trump = hand.trump.suit;
    const sets = subsets(cards, hand.led).filter((set) => hand.legalAnswer(seat, set));
    const beating = sets.filter((set) => setBeats(set, hand.standing.cards, trump));
    const partnerStands = hand.sideOf(seat).includes(hand.standing.seat);
    if (beating.length && !partnerStands) return { type: 'answer', cards: cheapest(beating, trump) };
    if (hand.rules.give_face === 'up') return { type: 'answer', cards: cheapest(sets, trump) };
    return { type: 'give', cards: cheapest(subsets(cards, hand.led), trump) };
  }
}

/** The entry that a player owes now: made at once where it is forced, chosen by `chooser` elsewhere. */
export function nextEntry(table, player, chooser, { ruleset, playOn = () => true } = {}) {
  switch (table.stage) {
    case 'hello': return player.hello(table, ruleset);
    case 'commit': return player.commit(table);
    case 'result': return player.result(table, playOn(table));
    default:
  }
  if (!player.knowsHand(table)) return player.entry(table, 'resign'); // [J4]
  switch (table.stage) {
    case 'reveal': return player.reveal(table);
    case 'shuffle': return player.shuffle(table);
    case 'deal':
    case 'shares': return player.shares(table, table.stage);
    case 'opening': return player.open(table);
    case 'count': return player.count(table);
    case 'points': return player.points(table);
    default: return entryOf(table, player, chooser.choose(table, player));
  }
}

/** The entry of a choice. */
export function entryOf(table, player, choice) {
  switch (choice.type) {
    case 'lead':
    case 'answer': return player.play(table, choice.type, choice.cards);
    case 'give': return player.give(table, choice.cards);
    case 'announce': return player.announce(table, choice.what);
    case 'win': return player.win(table);
    case 'raise': return player.entry(table, 'raise', { to: choice.to });
    default: return player.entry(table, choice.type); // pass, claim, cede, accept, decline, resign
  }
}
