// A game of two seats over links that come and go (sections 9.25 to 9.33, 13.4). No socket and no file here: the link and the
// store are given. What is chosen comes from `chooser`.

import { nextEntry } from './bot.mjs';
import { equal, ZERO } from './bytes.mjs';
import { GOODBYES, LIMITS, REFUSALS } from './registry.mjs';
import { LinkLost, Refusal, refuse } from './refusal.mjs';
import { entriesFor, judgeResume, maySign, resumeOf } from './resume.mjs';
import { forSeats, readRuleset } from './ruleset.mjs';
import { readBody, readMessage } from './schema.mjs';
import { firstLeaders, Table } from './table.mjs';

const CODES = Object.fromEntries(REFUSALS.map((r) => [r.name, r.code]));
const ALWAYS = ['chat', 'another', 'ping', 'pong', 'bye']; // [L3] what may come before an offer
const BEFORE_RESUME = [...ALWAYS, 'have', 'offer_end', 'more_time']; // [J3]

/** What comes of reading something that may be refused; nothing then. */
function soundly(read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export class Game {
  /**
   * @param {object} options
   *   role 'host' or 'guest'; player; identities by seat; chooser; playOn(table); store(entry) keeps an entry before it is sent;
   *   stopped(): a refuse is about to be sent, or was received; ruleset (the host's); accepts(rules, seats) (the guest's); say(line) for a person to read
   */
  constructor({ role, player, identities, chooser, playOn, store = () => {}, stopped = () => {}, ruleset = null, accepts = () => true, say = () => {} }) {
    Object.assign(this, { role, player, chooser, playOn, store, stopped, ruleset, accepts, say });
    this.table = new Table(identities);
    this.seat = player.seat;
    this.stage = this.table.stage;
    this.begun = false; // our own hello is stored
    this.refused = null; // a refuse was sent or received: nothing more is signed here (E17)
    this.evidence = []; // refused entries that name their signer
    this.settled = false; // the other side has everything (J7)
    this.link = null;
  }

  /** Go on with what an earlier run stored, in the order in which it accepted it; nothing is stored anew. */
  restore(entries) {
    for (const { seat, bytes, signature } of entries) this.table.take(seat, bytes, signature);
    this.stage = this.table.stage;
    this.begun = this.table.held.has(`0,${this.seat}`); // [J12b]
    if (['result', 'complete', 'void'].includes(this.stage) || (this.stage === 'commit' && !this.table.open.has(this.seat))) this.player.forgetHand();
  }

  /** Has the game come to its end on this side? */
  get over() { return this.table.ended || this.refused !== null; }

  /** Go on over a new link until that ends; gives why: 'left', 'finished', 'fault', 'replaced', 'lost', 'refused'. */
  async run(link) {
    this.link?.close('replaced'); // [J2]
    this.link = link;
    const resuming = this.begun;
    const state = { other: null, offered: false, resuming, toldHave: false };
    const mine = () => this.link === link && !link.closed;
    if (resuming) link.send('resume', resumeOf(this.table));
    else if (this.role === 'host') {
      const hello = this.#sign(); // [L1a] stored before the offer
      link.send('offer', { seats: 2, ruleset: this.ruleset });
      state.offered = true;
      this.#send(link, hello);
    }
    try {
      while (mine()) {
        const message = await link.next();
        if (!mine()) break;
        const why = this.#hear(link, state, message);
        if (why) return why;
        await new Promise(setImmediate); // pings and other links get their turn between two proofs
        if (!mine()) break;
        this.#goOn(link, state);
        if (this.settled && this.table.ended) {
          link.close('finished');
          return 'finished';
        }
        if (this.refused) return 'refused';
      }
      return this.link === link ? 'lost' : 'replaced';
    } catch (error) {
      if (error instanceof Refusal) { // something on the link, not an entry
        this.say(`the link is closed: ${error.message}`);
        link.close('fault');
        return 'fault';
      }
      if (error instanceof LinkLost) return this.link === link ? 'lost' : 'replaced';
      throw error;
    }
  }

  #hear(link, state, { type, fields }) {
    if (state.resuming && state.other === null && type !== 'resume' && !BEFORE_RESUME.includes(type)) refuse('link_order', 'J3', type);
    if (!state.resuming && this.role === 'guest' && !state.offered && !['offer', ...ALWAYS].includes(type)) {
      if (type !== 'resume') refuse('link_order', 'L3', type);
      return this.#takeSeat(link, state, fields);
    }
    switch (type) {
      case 'offer': return this.#offer(link, state, fields);
      case 'resume': return this.#resume(link, state, fields);
      case 'entry_frame': return this.#entry(link, state, fields);
      case 'refuse': return this.#refusedBy(link, fields);
      case 'have':
        if (this.table.ended && fields.round === this.table.round && equal(fields.head, this.table.head)) this.settled = true; // [J7]
        return null;
      case 'bye': {
        const reason = Object.keys(GOODBYES).find((name) => GOODBYES[name] === fields.reason) ?? 'left';
        if (reason === 'finished' && this.table.ended) this.settled = true;
        link.close(reason === 'fault' ? 'fault' : this.table.ended ? 'finished' : 'left');
        return reason;
      }
      case 'ping':
        link.send('pong', { n: fields.n }); // [L10]
        return null;
      case 'pong':
      case 'chat':
      case 'another':
      case 'offer_end':
      case 'more_time': return null; // nothing follows from them for a bot
      default: return refuse('link_order', 'N13', type); // greet, auth
    }
  }

  /** [L1 to L3] */
  #offer(link, state, { seats, ruleset }) {
    if (this.role === 'host' || state.offered || state.resuming) refuse('link_order', 'L3', 'offer');
    state.offered = true;
    return this.#considers(link, seats, ruleset);
  }

  /** [L2] Does this guest play such a table? Else it leaves. */
  #considers(link, seats, ruleset) {
    const rules = soundly(() => readRuleset(ruleset));
    if (!rules || seats !== 2 || !forSeats(rules, seats) || !this.accepts(rules)) {
      this.say('the offer is declined');
      return this.#leave(link);
    }
    this.ruleset = ruleset;
    return null;
  }

  #leave(link) {
    link.close('left');
    return 'left';
  }

  /** A game goes on here that this guest does not have: its seat waits for it (J3f), or the guest leaves (J3h). */
  #takeSeat(link, state, fields) {
    const waits = equal(fields.table_id, ZERO) && fields.round === 0 && fields.held.length > 0 && fields.held.every(([seat]) => seat === 0);
    if (!waits) return this.#leave(link);
    judgeResume(this.table, fields);
    Object.assign(state, { resuming: true, other: fields });
    link.send('resume', resumeOf(this.table)); // [J3g]
    return null;
  }

  /** [J3 to J6] */
  #resume(link, state, fields) {
    if (!state.resuming || state.other !== null) refuse('link_order', 'J3', 'resume');
    judgeResume(this.table, fields);
    state.other = fields;
    for (const entry of entriesFor(this.table, fields)) this.#send(link, entry);
    return null;
  }

  #send(link, { seat, bytes, signature }) { link.send('entry_frame', { seat, body: bytes, signature }); }

  /** [L5] An entry, judged by section 7, whoever sent it. */
  #entry(link, state, { seat, body, signature }) {
    if (this.over) return null; // [E20]
    if (state.resuming && this.role === 'guest' && !this.begun && this.ruleset === null && seat === 0) { // [J3g]
      const hello = soundly(() => readMessage(readBody(body)));
      if (hello?.type === 'hello' && firstLeaders(hello.fields.features).length > 0) return this.#leave(link); // [J3k] none was agreed on
      if (hello?.type === 'hello' && this.#considers(link, hello.fields.seats, hello.fields.ruleset)) return 'left';
    }
    try {
      if (this.table.take(seat, body, signature) === 'accepted') this.#accepted(this.table.log.at(-1));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused = { code: error.code, seat, round: error.part === 'cover' ? this.table.round : error.round, by: 'us' };
      if (error.convicts) this.evidence.push({ seat, round: error.round, bytes: body, signature });
      this.stopped();
      this.say(`an entry of seat ${seat} is refused: ${error.message}`);
      link.send('refuse', { round: this.refused.round, seat, code: CODES[error.code] }); // [L12]
      link.close('fault');
      return 'refused';
    }
    return null;
  }

  /** [L13, E17] */
  #refusedBy(link, { round, seat, code }) {
    const name = Object.keys(CODES).find((key) => CODES[key] === code) ?? `code ${code}`;
    this.refused = { code: name, seat, round, by: 'the other side' };
    this.stopped();
    this.say(`the other side refuses the entry of seat ${seat} in round ${round}: ${name}`);
    link.close('fault');
    return 'refused';
  }

  #accepted(entry) {
    this.store(entry);
    const { stage } = this.table;
    if (stage === this.stage) return;
    this.stage = stage;
    if (stage === 'result' || stage === 'void') this.player.forgetHand(); // the outcome is known: the hand's secrets end (section 16)
    if (stage === 'result') this.say(`hand ${this.table.match.hand}: ${JSON.stringify(this.table.match.last)}`);
  }

  /** [Z1] Does another hand fit into a file that can be checked? */
  #fits() {
    const { log } = this.table;
    const bytes = log.reduce((total, e) => total + e.bytes.length + 80, 0);
    return log.length < 0.75 * LIMITS.max_file_entries && bytes < 0.75 * LIMITS.max_file;
  }

  /** The entry that this side owes now: judged here first, stored, and then to be sent [E2a]. */
  #sign() {
    const entry = nextEntry(this.table, this.player, this.chooser, { ruleset: this.ruleset, playOn: (table) => this.#fits() && this.playOn(table) });
    this.table.take(entry.seat, entry.bytes, entry.signature);
    this.begun = true;
    this.#accepted(this.table.log.at(-1));
    return entry;
  }

  /** Everything that this side can say now: what it owes, and at the end `have`. */
  #goOn(link, state) {
    if (state.resuming && state.other === null) return; // [J4]
    if (!state.resuming && !state.offered) return;
    if (!this.begun && this.ruleset === null) return; // [J3g] the host's hello will tell
    while (!this.over && this.table.owing.includes(this.seat)) {
      if (state.other && !maySign(this.table, this.seat, state.other)) return; // [J4]
      this.#send(link, this.#sign());
    }
    if (this.table.ended && !state.toldHave) {
      state.toldHave = true;
      link.send('have', { round: this.table.round, head: this.table.head }); // [J7]
    }
  }
}
