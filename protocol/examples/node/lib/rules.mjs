// The rules of a hand as a state machine over what the table sees (sections 10 and 12). No cryptography here: a card given
// face down is just one card less to know. Every method named `judge…` refuses and changes nothing; the others take effect,
// at the close of a round.

import { turnOrder } from './order.mjs';
import { ACE, deckCards, oneSuit, pointsIn, setBeats } from './deck.mjs';
import { COMBINATIONS } from './registry.mjs';
import { refuse } from './refusal.mjs';
import { claims, hasPot } from './ruleset.mjs';

const WORDS = Object.fromEntries(COMBINATIONS.map((c) => [c.name, Object.keys(c.means)]));
const HEIGHT_OF = Object.fromEntries(COMBINATIONS.map((c) => [c.name, Math.max(...Object.values(c.means))]));

/** The sum of the k lowest (highest) card values of the whole deck. */
export function bounds(deckSize, k) {
  const values = deckCards(deckSize).map((c) => c.points).sort((a, b) => a - b);
  const total = (list) => list.reduce((a, b) => a + b, 0);
  return { low: total(values.slice(0, k)), high: k ? total(values.slice(-k)) : 0 };
}

/** [P13, C6, T5] k cards cannot be worth a sum below or above these bounds. */
export function canBeWorth(deckSize, k, sum) {
  const { low, high } = bounds(deckSize, k);
  return sum >= low && sum <= high;
}

/** The sides of section 12.3, as lists of seats: by the teams' places in the order, else each seat alone. */
export function sidesOf(rules, order) {
  return rules.teams.length ? rules.teams.map((team) => team.map((place) => order[place])) : order.map((seat) => [seat]);
}

export class Hand {
  /**
   * @param {object} start rules (an answer for each question), order, leader (the hand's first), trump (the turned card),
   *   stock (how many cards it holds, the turned one included), raisesAllowed
   */
  constructor({ rules, order, leader, trump, stock, raisesAllowed }) {
    Object.assign(this, { rules, order, trump, stock, raisesAllowed });
    this.firstLeader = leader;
    this.leader = leader;
    this.counts = new Map(order.map((seat) => [seat, rules.hand]));
    this.piles = new Map(order.map((seat) => [seat, { open: [], closed: [], told: 0 }]));
    this.trick = [];
    this.tricks = 0;
    this.stake = 1;
    this.openRaise = null;
    this.lastRaiser = null;
    this.announced = [];
    this.turnedHolder = null; // the seat that is known to hold the turned card
    this.outcome = null;
    this.draws = []; // seats in the order in which they draw, after the last trick
    this.leadNext();
  }

  // --- questions about the position ----------------------------------------------------------------------------------

  get sides() { return sidesOf(this.rules, this.order); }
  sideOf(seat) { return this.sides.find((side) => side.includes(seat)); }
  turns(from) { return turnOrder(this.order, from); }
  get tells() { return this.rules.points_shown && this.order.length === 2; }
  get seals() { return this.rules.win === 'auto' && !this.tells; }
  get shortest() { return Math.min(...this.counts.values()); }
  get led() { return this.trick[0]?.count ?? 0; }

  /** The first seat of the other side, seen from the hand's first leader; null unless there are exactly two sides. */
  otherSide(seat) {
    if (this.sides.length !== 2) return null;
    return this.turns(this.firstLeader).find((other) => !this.sideOf(seat).includes(other));
  }

  /** The seats that owe an entry in this phase, ascending where they speak in one round. */
  speakers() {
    switch (this.phase) {
      case 'announce': return [this.toSpeak[0]];
      case 'lead':
      case 'seized': return [this.leader];
      case 'raised': return [this.turns(this.leader).find((seat) => !this.sideOf(this.lastRaiser).includes(seat))];
      case 'follow': return [this.turns(this.leader)[this.trick.length]];
      case 'points': return this.trickTaken.filter((play) => play.kind === 'give').map((play) => play.seat).sort((a, b) => a - b);
      case 'tally': return [this.winner];
      case 'last_word': return [this.toSpeak[0]];
      case 'opening': return this.giversInto(this.sideOf(this.claimant));
      case 'count': return this.giversInto(this.order);
      default: return [];
    }
  }

  /** Seats that gave cards of unknown worth into these seats' piles, ascending. */
  giversInto(owners) {
    const givers = owners.flatMap((owner) => this.unknown(owner).map((gift) => gift.giver));
    return this.order.filter((seat) => givers.includes(seat)).sort((a, b) => a - b);
  }

  /** The gifts of unknown worth in a pile, in the order in which they came. */
  unknown(owner) {
    return this.piles.get(owner).closed.filter((gift) => gift.points === null);
  }

  /** low, high and the number u of closed cards of a pile (section 12.7). */
  worth(owner) {
    const pile = this.piles.get(owner);
    const known = pointsIn(pile.open) + pile.told + pile.closed.reduce((total, gift) => total + (gift.points ?? 0), 0);
    const u = this.unknown(owner).reduce((total, gift) => total + gift.count, 0);
    const { low, high } = bounds(this.rules.deck, u);
    return { low: known + low, high: known + high, u };
  }

  worthOfSide(side) {
    return side.map((seat) => this.worth(seat)).reduce((a, b) => ({ low: a.low + b.low, high: a.high + b.high, u: a.u + b.u }));
  }

  /** The combination of cards that were led or answered open (section 12.2): its name by the registry, or null. */
  combinationOf(cards) {
    if (cards.length !== this.rules.hand) return null;
    const counts = {
      trumps: this.rules.specials.includes('bura') || this.rules.bura === 'whole_hand_on_lead',
      aces: this.rules.specials.includes('three_aces'),
      one_suit: this.rules.specials.includes('molodka') || this.rules.maliutka === 'anytime',
    };
    return ['trumps', 'aces', 'one_suit'].find((what) => counts[what] && is(what, cards, this.trump.suit)) ?? null;
  }

  /** What a seat may announce by this ruleset. */
  get announceable() {
    const words = this.rules.instant.length ? this.rules.instant : [...this.rules.specials];
    if (this.rules.maliutka === 'anytime') words.push('molodka');
    return Object.keys(WORDS).filter((what) => WORDS[what].some((word) => words.includes(word)));
  }

  /** The highest announced: of the greatest height, of equal ones the first. */
  get highest() {
    return this.announced.reduce((best, a) => (best && HEIGHT_OF[best.what] >= HEIGHT_OF[a.what] ? best : a), null);
  }

  /** Why a combination wins at once for a seat that leads it or to which it is ceded; null if it does not (section 12.4). */
  winsAtOnce(seat, what) {
    const { rules } = this;
    const noOtherBura = !this.announced.some((a) => a.seat !== seat && a.what === 'trumps');
    if (what === 'aces' && rules.three_aces === 'takes_pot' && noOtherBura) return 'combination';
    if (what === 'trumps') {
      if (rules.bura === 'whole_hand_on_lead') return 'bura';
      if (['instant_on_announce', 'play_ends_round'].includes(rules.bura) && rules.specials_when === 'pre_lead' && noOtherBura) return 'bura';
    }
    return null;
  }

  /** What stands in the trick: the lead, or the last answer that beat what stood. */
  get standing() {
    return this.trick.reduce((standing, play) =>
      (standing === null || (play.kind === 'answer' && setBeats(play.cards, standing.cards, this.trump.suit)) ? play : standing), null);
  }

  get nextStake() { return (this.openRaise ?? this.stake) + 1; }

  mayRaise(seat) {
    return this.raisesAllowed && this.announced.length === 0 && this.rules.raises.includes(this.nextStake)
      && (this.lastRaiser === null || !this.sideOf(this.lastRaiser).includes(seat));
  }

  mayClaim() {
    const { win } = this.rules;
    if (win === 'var_after_own_trick') return ['lead', 'last_word'].includes(this.phase) && this.tricks > 0;
    return win === 'claim_anytime' && ['lead', 'seized', 'last_word', 'follow'].includes(this.phase);
  }

  // --- judging -------------------------------------------------------------------------------------------------------

  /** "can hold": of k open cards of a seat's N (section 12.5). */
  #canHold(seat, cards) {
    return !(this.turnedHolder === seat && !cards.includes(this.trump) && cards.length === this.counts.get(seat));
  }

  judgeLead(seat, cards) {
    const legal = this.legalLead(seat, cards);
    if (!legal) refuse('lead_illegal', 'P6');
  }

  legalLead(seat, cards) {
    const { rules } = this;
    const what = this.combinationOf(cards);
    if (!rules.lead.includes(cards.length) || cards.length > this.shortest) return false;
    if (!oneSuit(cards) && what !== 'aces') return false;
    if (this.announced.length && this.phase === 'lead') {
      if (what === null || HEIGHT_OF[what] < HEIGHT_OF[this.highest.what]) return false;
    }
    if (this.phase === 'seized') {
      if (cards.length !== rules.hand || !is(this.highest.what, cards, this.trump.suit)) return false;
      if (rules.maliutka === 'anytime' && is('trumps', cards, this.trump.suit)) return false;
    }
    return this.#canHold(seat, cards);
  }

  judgeAnswer(seat, cards) {
    if (!this.legalAnswer(seat, cards)) refuse('answer_illegal', 'P8');
  }

  legalAnswer(seat, cards) {
    if (cards.length !== this.led || !this.#canHold(seat, cards)) return false;
    return this.rules.give_face === 'up' || setBeats(cards, this.standing.cards, this.trump.suit);
  }

  /** [P10] before the cards are looked at. */
  judgeGive(seat) {
    if (this.rules.give_face === 'up') refuse('give_illegal', 'P10');
    if (this.led > this.counts.get(seat)) refuse('give_illegal', 'P10');
  }

  judgeGivePoints(points) {
    if (this.tells && !canBeWorth(this.rules.deck, this.led, points)) refuse('points_illegal', 'P13');
  }

  judgeClaim() {
    if (!this.mayClaim()) refuse(this.phase === 'follow' ? 'type_not_due' : 'claim_illegal', 'R1');
  }

  judgeRaise(seat, to) {
    if (!this.mayRaise(seat) || to !== this.nextStake) refuse('raise_illegal', 'R2');
  }

  judgeCede() {
    if (!this.announced.length) refuse('type_not_due', 'Q6');
  }

  /** [Q4] before the proof. */
  judgeAnnounceable(what) {
    if (!this.announceable.includes(what)) refuse('type_not_due', 'Q4');
  }

  /** [Q5] behind the proof. */
  judgeAnnounce(seat, what) {
    if (this.turnedHolder !== seat) return;
    if ((what === 'aces' && this.trump.rank !== ACE) || this.rules.maliutka === 'anytime') refuse('lead_illegal', 'Q5');
  }

  /** [T5] */
  judgeWin(seat, points) {
    const pile = this.piles.get(seat);
    const { u } = this.worth(seat);
    if (!canBeWorth(this.rules.deck, u, points) || pointsIn(pile.open) + points < this.rules.target) refuse('points_illegal', 'T5');
  }

  // --- effects -------------------------------------------------------------------------------------------------------

  /** *Lead next* of section 10. */
  leadNext() {
    this.trick = [];
    this.announced = [];
    this.toSpeak = this.#announcers();
    this.phase = this.toSpeak.length ? 'announce' : 'lead';
  }

  /** Who announces or passes before a lead (section 12.4). */
  #announcers() {
    const { rules } = this;
    const full = (seat) => this.counts.get(seat) === rules.hand;
    if (rules.instant.length) return this.turns(this.leader).filter(full);
    if ((rules.specials_when === 'pre_lead' || rules.maliutka === 'anytime') && this.order.every(full)) return this.turns(this.leader).slice(1);
    return [];
  }

  /** An announcement, or a pass (`what` null). */
  announce(seat, what) {
    if (what !== null) this.announced.push({ seat, what });
    this.toSpeak.shift();
    if (this.toSpeak.length) return;
    if (this.rules.instant.length && this.announced.length) {
      const { seat: winner, what: won } = this.highest;
      this.#over({ winner, reason: HEIGHT_OF[won] === 3 ? 'bura' : 'combination', points: this.stake });
    } else this.phase = 'lead';
  }

  lead(seat, cards) {
    const what = this.combinationOf(cards);
    this.#play({ seat, kind: 'lead', cards, count: cards.length });
    const reason = what && this.winsAtOnce(seat, what);
    if (reason) this.#over({ winner: seat, reason, points: this.stake });
    else this.phase = 'follow';
  }

  cede() {
    const { seat, what } = this.highest;
    const reason = this.winsAtOnce(seat, what);
    if (reason) this.#over({ winner: seat, reason, points: this.stake });
    else {
      this.leader = seat;
      this.phase = 'seized';
    }
  }

  raise(seat, to) {
    if (this.openRaise !== null) this.stake = this.openRaise;
    this.openRaise = to;
    this.lastRaiser = seat;
    this.phase = 'raised';
  }

  accept() {
    this.stake = this.openRaise;
    this.openRaise = null;
    this.phase = 'lead';
  }

  decline(seat) {
    this.#over({ winner: this.otherSide(seat), reason: 'declined', points: this.stake });
  }

  answer(seat, cards) {
    this.#play({ seat, kind: 'answer', cards, count: cards.length });
    if (this.trick.length === this.order.length) this.#afterTrick();
  }

  /** `masked`: the closed cards, which nobody here looks at; `points` where the table is told them. */
  give(seat, masked, points = null) {
    if (this.turnedHolder === seat) this.turnedHolder = null;
    this.#play({ seat, kind: 'give', cards: null, count: this.led, masked, points });
    if (this.trick.length === this.order.length) this.#afterTrick();
  }

  #play(play) {
    this.trick.push(play);
    this.counts.set(play.seat, this.counts.get(play.seat) - play.count);
    if (play.cards?.includes(this.trump) && this.turnedHolder === play.seat) this.turnedHolder = null;
  }

  /** *After a trick*, steps 1 to 3. */
  #afterTrick() {
    this.winner = this.standing.seat;
    this.trickTaken = this.trick;
    this.tricks += 1;
    const pile = this.piles.get(this.winner);
    for (const play of this.trick) {
      if (play.cards) pile.open.push(...play.cards);
      else pile.closed.push({ giver: play.seat, count: play.count, masked: play.masked, points: play.points });
    }
    const bura = this.#buraInTrick();
    if (bura !== null) return this.#over({ winner: bura, reason: 'bura', points: this.stake });
    this.tallyDue = false;
    if (this.rules.win === 'auto') {
      const { low, high } = this.worth(this.winner);
      if (low >= this.rules.target) return this.#over({ winner: this.winner, reason: 'reached', points: this.stake });
      this.tallyDue = high >= this.rules.target;
    }
    if (this.seals && this.trick.some((play) => play.kind === 'give')) this.phase = 'points';
    else this.pointsTold();
  }

  /** Who wins the hand by a bura in the trick (section 12.5); null if nobody does. */
  #buraInTrick() {
    const { rules } = this;
    if (!['must_win_trick', 'instant_on_announce', 'play_ends_round'].includes(rules.bura)) return null;
    let Z = this.trick.filter((play) => play.cards && this.combinationOf(play.cards) === 'trumps');
    if (Z.length === 0) return null;
    if (rules.bura === 'must_win_trick') return this.winner;
    const lead = this.trick[0];
    if (Z.includes(lead) && rules.specials_when === 'pre_lead') {
      const said = (seat) => this.announced.some((a) => a.seat === seat && a.what === 'trumps');
      Z = Z.filter((play) => play === lead || said(play.seat));
    }
    if (!Z.includes(lead) && rules.bura === 'instant_on_announce') return null;
    return Z.reduce((best, play) => (setBeats(play.cards, best.cards, this.trump.suit) ? play : best)).seat;
  }

  /** Step 4: the sealed points are told, or there are none. */
  pointsTold() {
    if (this.tallyDue) this.phase = 'tally';
    else this.fill();
  }

  win() {
    this.#over({ winner: this.winner, reason: 'reached', points: this.stake });
  }

  /** Step 5: filling hands, and the end where nobody can lead. */
  fill() {
    this.leader = this.#nextLeader();
    this.draws = this.#drawing();
    for (const seat of this.draws) {
      this.counts.set(seat, this.counts.get(seat) + 1);
      this.stock -= 1;
      if (this.stock === 0) this.turnedHolder = seat; // the turned card is drawn last
    }
    if (this.shortest === 0 && !claims(this.rules)) {
      this.#cardsOut();
      if (this.outcome) {
        this.draws = [];
        return;
      }
    }
    this.phase = 'shares';
  }

  #drawing() {
    const { hand, short_stock } = this.rules;
    const wanted = this.order.map((seat) => hand - this.counts.get(seat)).reduce((a, b) => a + b, 0);
    if (wanted > this.stock && short_stock === 'no_draw') return [];
    const missing = new Map(this.order.map((seat) => [seat, hand - this.counts.get(seat)]));
    const draws = [];
    for (let left = Math.min(wanted, this.stock); left > 0;) {
      for (const seat of this.turns(this.winner)) {
        if (missing.get(seat) === 0 || left === 0) continue;
        draws.push(seat);
        missing.set(seat, missing.get(seat) - 1);
        left -= 1;
      }
    }
    return draws;
  }

  #nextLeader() {
    if (this.rules.specials_when !== 'in_trick') return this.winner;
    const best = this.trick
      .filter((play) => play.cards)
      .map((play) => ({ seat: play.seat, height: HEIGHT_OF[this.combinationOf(play.cards)] ?? 0 }))
      .reduce((a, b) => (b.height > a.height ? b : a));
    return best.height ? best.seat : this.winner;
  }

  /** Step 7: the shares are told, or none were owed. */
  sharesTold() {
    this.draws = [];
    if (this.shortest > 0) return this.leadNext();
    const { win } = this.rules;
    if (win === 'var_after_own_trick') this.toSpeak = [this.winner];
    else if (win === 'claim_anytime') this.toSpeak = this.turns(this.winner);
    else {
      this.#cardsOut();
      return undefined;
    }
    this.trick = [];
    this.phase = 'last_word';
    return undefined;
  }

  lastWordPass() {
    this.toSpeak.shift();
    if (!this.toSpeak.length) this.#cardsOut();
  }

  /** *The cards are out* (section 12.7). */
  #cardsOut() {
    if (this.rules.exhausted !== 'most_points') this.#over({ winner: null, reason: 'dead', points: 0 });
    else if (this.order.some((seat) => this.worth(seat).u > 0)) this.phase = 'count';
    else this.counted();
  }

  claim(seat) {
    this.claimant = seat;
    this.settleClaim(false);
  }

  /** Right, wrong, or still to be opened. */
  settleClaim(opened) {
    const { low, high } = this.worthOfSide(this.sideOf(this.claimant));
    const { target, wrong } = this.rules;
    const seat = this.claimant;
    if (low >= target) this.#over({ winner: seat, reason: 'claim_right', points: this.stake });
    else if (high < target) {
      if (wrong === 'lose_hand' && this.otherSide(seat) !== null) this.#over({ winner: this.otherSide(seat), reason: 'claim_wrong', points: this.stake });
      else this.#over({ winner: null, reason: 'claim_wrong', points: 0, payers: [seat] });
    } else if (opened) throw new Error('a claim that is opened is settled');
    else this.phase = 'opening';
  }

  /** Every giver has opened: `cards` by gift. */
  opened(cardsOfGift) {
    for (const seat of this.sideOf(this.claimant)) {
      for (const gift of this.unknown(seat)) gift.points = pointsIn(cardsOfGift.get(gift));
    }
    this.settleClaim(true);
  }

  /** The sums of `count`: { owner, giver, points }. */
  takeCounts(sums) {
    for (const { owner, giver, points } of sums) {
      for (const gift of this.unknown(owner).filter((g) => g.giver === giver)) gift.points = 0;
      this.piles.get(owner).told += points;
    }
    this.counted();
  }

  counted() {
    const worths = this.sides.map((side) => ({ side, low: this.worthOfSide(side).low }));
    const most = Math.max(...worths.map((w) => w.low));
    const best = worths.filter((w) => w.low === most).map((w) => w.side);
    if (best.length === 1) {
      this.#over({ winner: this.turns(this.firstLeader).find((seat) => best[0].includes(seat)), reason: 'cards_out', points: this.stake });
    } else if (this.rules.tie === 'split_pot') this.#over({ winner: null, reason: 'split', points: 0, sharers: best.flat() });
    else this.#over({ winner: null, reason: 'draw', points: 0 });
  }

  /** Seats that resigned in one round of this hand. */
  resign(seats) {
    this.#over(resignation(this.rules, this.order, this.firstLeader, seats, this.phase === 'raised', this.stake, true));
  }

  #over(outcome) {
    this.phase = 'over';
    this.outcome = normal(this.rules, outcome);
  }
}

/** What a resignation does (section 12.8), in the hand or before its cards are dealt. */
export function resignation(rules, order, firstLeader, seats, raised, stake, placesDrawn) {
  const sides = sidesOf(rules, order);
  const resigned = sides.filter((side) => side.some((seat) => seats.includes(seat)));
  if (resigned.length === sides.length || (rules.teams.length && !placesDrawn)) return normal(rules, { winner: null, reason: 'void', points: 0 });
  if (sides.length > 2) return normal(rules, { winner: null, reason: 'resigned', points: 0, payers: seats, left: seats });
  const winner = turnOrder(order, firstLeader).find((seat) => !resigned[0].includes(seat));
  return normal(rules, { winner, reason: raised ? 'declined' : 'resigned', points: stake });
}

/** An outcome with all its fields; the stake is 0 where there is a pot. */
function normal(rules, { winner = null, reason, points = 0, payers = [], sharers = [], left = [] }) {
  return { winner, reason, points: winner === null || hasPot(rules) ? 0 : points, payers, sharers, left };
}

/** Are these cards a whole hand of this kind? */
export function is(what, cards, trumpSuit) {
  switch (what) {
    case 'trumps': return cards.every((card) => card.suit === trumpSuit);
    case 'aces': return cards.every((card) => card.rank === ACE);
    case 'one_suit': return oneSuit(cards);
    default: throw new Error(`no combination ${what}`);
  }
}

export { HEIGHT_OF };
