// The betting clock of a table: how long bets are accepted, as the house last said. It starts when the dice of the last
// roll lie, and there is nothing to show while they roll.

/** @typedef {import("./table-socket.js").TableSocket} TableSocket */
/** @typedef {import("./display-state.js").DisplayState} DisplayState */
/** @typedef {import("./table-socket.js").Sight} Sight */

/** By how much bets must close earlier than the house said before, so that it is worth a word. */
const SOONER_MS = 1000;

export class BettingClock extends EventTarget {
  /**
   * @param {TableSocket} live
   * @param {Pick<DisplayState, "rolling">} stage
   */
  constructor(live, stage) {
    super();
    this.#stage = stage;
    if (live.sight) this.#sighted(live.sight);
    live.addEventListener("sight", (event) => this.#sighted(/** @type {CustomEvent<Sight>} */ (event).detail));
    live.addEventListener("countdown", (event) => this.#set(/** @type {CustomEvent} */ (event).detail, performance.now()));
    live.addEventListener("event", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.name === "BettingClosed") this.#closes = null;
    });
    live.addEventListener("ended", () => (this.#closes = null));
  }

  #stage;
  /** @type {number | null} when bets close, by the page's clock */ #closes = null;
  /** When the dice of the last roll lie. */ #begins = 0;

  /** Return the milliseconds of betting time that are left; null while none runs or the dice roll. */
  get left() {
    if (this.#closes === null || this.#stage.rolling) return null;
    return Math.max(0, this.#closes - Math.max(performance.now(), this.#begins));
  }

  /** @param {Sight} sight */
  #sighted({ table, arrived }) {
    this.#set(table, arrived);
  }

  /** @param {{closes_in_ms: number | null, begins_in_ms?: number}} told @param {number} at */
  #set({ closes_in_ms: closes, begins_in_ms: begins = 0 }, at) {
    const before = this.#closes;
    this.#closes = closes === null ? null : at + closes;
    this.#begins = at + begins;
    if (before !== null && this.#closes !== null && this.#closes < before - SOONER_MS) this.dispatchEvent(new Event("sooner"));
  }
}
