// The last layout of a table, which "Repeat" puts down again: the bets at the last roll, odds that wait for their point,
// and bets on a number that came down when they were decided, until the seven-out.

import { end } from "../kit/roll-words.js";
import { keep, kept } from "../kit/session-memory.js";
import { lacking, whole } from "./bet-batches.js";

/** @typedef {import("../app/display-state.js").Settled} Settled */
/** @typedef {import("../protocol.d.ts").SpotsAnswer} Facts */
/** @typedef {import("./bet-batches.js").Part} Part */

export class LastLayout {
  #bets;
  #key;

  /** @param {import("./bets.js").Bets} bets */
  constructor(bets) {
    this.#bets = bets;
    this.#key = `comeout.layout.${bets.live.table}`;
    bets.stage.addEventListener("roll", () => this.#rolled());
    bets.stage.addEventListener("settled", (event) => this.#settled(/** @type {CustomEvent<Settled>} */ (event).detail));
  }

  /** The bets of the layout that are gone, as far as they can be made now. @returns {Part[]} */
  get missing() {
    const offer = (/** @type {string} */ spot) => this.#bets.offer(spot);
    return lacking(this.#kept(""), offer)
      .filter(({ spot }) => offer(spot)?.bet.ok || offer(offer(spot)?.odds_for ?? "")?.bet.ok)
      .map(({ spot, cents }) => ({ spot, cents: this.#bets.evenly && offer(spot)?.odds_for ? whole(offer(spot), cents) : cents })) // another point pays other odds
      .filter(({ cents }) => cents > 0);
  }

  /** @param {string} what @returns {Part[]} */
  #kept(what) {
    return JSON.parse(kept(this.#key + what) || "[]");
  }

  /** @param {string} what @param {Part[]} parts */
  #keep(what, parts) {
    keep(this.#key + what, JSON.stringify(parts));
  }

  /** Save the bets at a roll. */
  #rolled() {
    const { mine } = this.#bets;
    if (!mine.length) return;
    const lies = (/** @type {string} */ spot) => mine.some((part) => part.spot === spot);
    const waits = this.#kept("").filter(({ spot }) => {
      const offer = this.#bets.offer(spot);
      return offer?.odds_for && !offer.bet.ok && !offer.there_cents && lies(offer.odds_for);
    });
    const decided = this.#kept(".decided").filter(({ spot }) => !lies(spot));
    this.#keep(".decided", decided);
    this.#keep("", [...mine, ...waits, ...decided]);
  }

  /** Save which bets on a number a roll has decided and not left up. @param {Settled} settled */
  #settled(settled) {
    const { facts, mine, stage } = this.#bets;
    const seat = stage.sight?.table.you.seat ?? null;
    const gone = settled.lines.filter((line) => line.seat === seat && lasts(facts.spots[line.spot]) && !mine.some(({ spot }) => spot === line.spot));
    const before = this.#kept(".decided").filter(({ spot }) => !gone.some((line) => line.spot === spot));
    this.#keep(".decided", end(settled) === "out" ? [] : [...before, ...gone.map(({ spot, stake }) => ({ spot, cents: stake }))]);
  }
}

/** Return whether a bet is made on its number and stays there until it is decided. @param {Facts["spots"][string]} spot */
const lasts = ({ number, made_here, edge }) => Boolean(number && made_here && edge && edge.per_bet.fraction !== edge.per_roll.fraction);
