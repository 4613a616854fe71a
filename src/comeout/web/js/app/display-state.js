// State store of what a table page shows. The socket hears of a roll the moment it is decided; the store holds back
// chips, puck and figures until the dice animation has ended, so that nothing on the page gives the roll away. Dice
// that a crew of people calls are shown from the call until they are paid.

import { painted } from "../kit/dom.js";
import { CLOSED } from "./table-socket.js";

/** @typedef {import("./table-socket.js").TableSocket} TableSocket */
/** @typedef {import("./table-socket.js").Sight} Sight */
/** @typedef {import("../protocol.d.ts").Line} SettledLine */
/** @typedef {import("../protocol.d.ts").BetPlaced} BetPlaced */
/** @typedef {import("../protocol.d.ts").RollSettled & {seq: number, past?: boolean, again: BetPlaced[]}} Settled `past`: it was rolled while the page had no connection; `again`: bets that standing instructions made after it */

const LONGEST_MS = 1600;
const SIGHT_MS = 1500;

export class DisplayState extends EventTarget {
  /** @param {TableSocket} live */
  constructor(live) {
    super();
    this.live = live;
    /** @type {Sight | null} */
    this.sight = live.sight;
    this.rolling = false;
    /** The dice that people have called and nobody has paid yet. */
    this.called = calledAt(live.sight);
    live.addEventListener("sight", (event) => this.#sighted(/** @type {CustomEvent<Sight>} */ (event).detail));
    live.addEventListener("ended", (event) => {
      const last = this.#next ?? this.sight;
      if (last && /** @type {CustomEvent} */ (event).detail.code === CLOSED) this.#sighted(shut(last));
    });
    live.addEventListener("event", (event) => {
      const happened = /** @type {CustomEvent} */ (event).detail;
      if (happened.name === "RollSettled") this.#rolls.push((this.#latest = { ...happened.body, seq: happened.seq, past: happened.past, again: [] }));
      if (happened.name === "BetPlaced" && happened.body.by === "standing") this.#latest?.again.push(happened.body);
      if (happened.name === "RollSettled" && !this.rolling) void this.#play();
    });
  }

  /** @type {Settled[]} */ #rolls = [];
  /** @type {Settled | null} */ #latest = null;
  /** @type {Promise<unknown>[]} */ #holds = [];
  /** @type {Sight | null} */ #next = null;
  /** @type {(() => void) | null} */ #awaited = null;

  /**
   * Hold back all changes until a promise is settled. Listeners to "roll" call this.
   * @param {Promise<unknown>} until
   */
  hold(until) {
    this.#holds.push(until.catch((bad) => console.error(bad)));
  }

  /** @param {Sight} sight */
  #sighted(sight) {
    if (!this.rolling) return this.#show(sight);
    this.#next = sight;
    this.#awaited?.();
  }

  async #play() {
    this.rolling = true;
    this.#tell("rolling", null);
    let settled = this.#rolls.shift();
    while (settled) {
      await painted();
      this.#holds = [];
      this.#tell("roll", settled);
      this.called = null;
      if (!settled.past) await Promise.race([Promise.all(this.#holds), wait(LONGEST_MS)]);
      await this.#reached(settled.seq);
      if (this.#next) this.#show(this.#next);
      this.#tell("paid", settled);
      await painted();
      this.#tell("settled", settled);
      settled = this.#rolls.shift();
    }
    this.rolling = false;
    if (this.#next && this.#next !== this.sight) this.#show(this.#next);
    else if (this.sight) this.#tell("shown", this.sight);
    this.#next = null;
  }

  /** Wait until the view of the table includes this sequence number. @param {number} seq */
  #reached(seq) {
    const there = () => (this.#next?.seq ?? 0) >= seq;
    if (there()) return null;
    return Promise.race([wait(SIGHT_MS), new Promise((done) => (this.#awaited = () => there() && done(null)))]);
  }

  /** @param {Sight} sight */
  #show(sight) {
    this.sight = sight;
    const called = calledAt(sight);
    const news = called?.a !== this.called?.a || called?.b !== this.called?.b;
    this.called = called;
    if (news) this.#tell("called", called);
    this.#tell("shown", sight);
  }

  /** @param {string} name @param {unknown} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** @param {Sight | null} sight */
function calledAt(sight) {
  const [a, b] = sight?.table.called ?? [];
  return a && b ? { a, b } : null;
}

/**
 * Return the view of a closed table: everything has gone back to its owners, and no act is possible.
 * @param {Sight} sight
 * @returns {Sight}
 */
function shut(sight) {
  const no = { ok: false, reason: "", says: "the table is closed", clause: "" };
  const offers = Object.entries(sight.offers).map(([spot, offer]) => [spot, { ...offer, there_cents: 0, others_cents: 0, working: null, button: "", take: null, call: null, bet: { ...offer.bet, ...no } }]);
  const you = { ...sight.table.you, seat: null, rack_cents: 0, bets: {}, keeps: [] };
  const table = { ...sight.table, phase: "table closed", closes_in_ms: null, waiting: "", shooter: null, offered: null, called: null, seats: [], layout: { ...sight.table.layout, total_cents: {}, seats: {} }, you };
  return { ...sight, table, offers: Object.fromEntries(offers), numbers: null, actions: {}, disputes: [] };
}

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
