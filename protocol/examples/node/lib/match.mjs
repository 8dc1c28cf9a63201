// A match: order, leader, dealer, score, chips and pot from hand to hand (section 12.9).

import { LIMITS } from './registry.mjs';
import { turnOrder } from './order.mjs';
import { sidesOf } from './rules.mjs';
import { hasPot } from './ruleset.mjs';

export class Match {
  constructor(rules, seats) {
    this.rules = rules;
    this.seats = seats;
    this.order = Array.from({ length: seats }, (_, seat) => seat);
    this.leader = 0;
    this.hand = 1;
    this.score = new Array(seats).fill(0);
    this.chips = new Array(seats).fill(0);
    this.pot = 0;
    this.noRaiseSpent = false;
    this.placesDrawn = false;
    this.handsWon = 0;
    this.over = false;
    this.last = null; // what `result` of the hand that has ended tells
    this.dealer = this.#dealerOf(this.leader);
    this.withoutRaises = this.#isWithoutRaises();
    this.#antes();
  }

  /** The seat with which that leader leads. */
  #dealerOf(leader) {
    if (this.rules.dealer === 'nobody') return null;
    const turns = turnOrder(this.order, leader);
    return this.rules.first_lead === 'left_of_dealer' ? turns.at(-1) : turns[1 % turns.length];
  }

  #leaderOf(dealer) {
    const turns = turnOrder(this.order, dealer);
    return this.rules.first_lead === 'left_of_dealer' ? turns[1 % turns.length] : turns.at(-1);
  }

  /** The first reveal that closed has drawn the places (section 11.5); `named`: the first leader of the hellos, if any [Y15a]. */
  drawPlaces(order, named) {
    this.placesDrawn = true;
    this.order = order;
    if (this.handsWon === 0) this.leader = order.includes(named) ? named : order[0];
    this.dealer = this.#dealerOf(this.leader);
  }

  /** The one hand of `no_raise`: the first that begins with the best score one short of the match. */
  #isWithoutRaises() {
    const { match_to, no_raise } = this.rules;
    return match_to > 0 && no_raise === 'first_hand_one_short' && !this.noRaiseSpent && Math.max(...this.score) === match_to - 1;
  }

  get raisesAllowed() {
    return this.rules.raises.length > 0 && !this.withoutRaises;
  }

  #antes() {
    if (!hasPot(this.rules) || (this.rules.exhausted === 'void_pot_stays' && this.pot > 0)) return;
    const each = Math.min(this.rules.ante, Math.floor((LIMITS.max_pot / 2 - this.pot) / this.order.length));
    if (each <= 0) return;
    for (const seat of this.order) {
      this.chips[seat] -= each;
      this.pot += each;
    }
  }

  /** *At the end of a hand*, steps 1 to 7; step 8 follows with `nextHand`. */
  end({ winner, reason, points, payers, sharers, left }) {
    const { rules } = this;
    if (hasPot(rules)) {
      const pot = this.pot;
      if (winner !== null) this.#pay(winner, pot);
      for (const seat of sharers) this.#pay(seat, Math.floor(pot / sharers.length));
      for (const seat of payers) this.#pay(seat, -Math.min(pot, Math.floor((LIMITS.max_pot - pot) / payers.length)));
    }
    if (winner !== null) {
      this.handsWon += 1;
      for (const seat of sidesOf(rules, this.order).find((side) => side.includes(winner))) this.score[seat] += points;
    }
    if (this.withoutRaises) this.noRaiseSpent = true;

    const old = this.order;
    const handLeader = this.leader;
    this.order = old.filter((seat) => !left.includes(seat));
    this.over = (rules.match_to > 0 && Math.max(...this.score) >= rules.match_to)
      || this.pot > LIMITS.max_pot / 2 || this.order.length < rules.players[0];

    const stays = (seat) => turnOrder(old, seat).find((s) => this.order.includes(s));
    if (!this.over) {
      if (this.dealer !== null) {
        this.dealer = stays(winner ?? (reason === 'claim_wrong' ? payers[0] : this.dealer));
        this.leader = this.#leaderOf(this.dealer);
      } else if (rules.first_lead === 'rotating_seat') this.leader = stays(turnOrder(old, handLeader)[1 % old.length]);
      else this.leader = stays(winner ?? handLeader);
    }
    this.last = {
      hand: this.hand, winner, reason, points,
      score: [...this.score], chips: [...this.chips], pot: this.pot,
      next_leader: this.over ? null : this.leader,
    };
  }

  #pay(seat, chips) {
    this.chips[seat] += chips;
    this.pot -= chips;
  }

  /** Step 8. */
  nextHand() {
    this.hand += 1;
    this.#antes();
    this.withoutRaises = this.#isWithoutRaises();
  }
}
