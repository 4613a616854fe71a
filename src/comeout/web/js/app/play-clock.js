// The clock of play: how long somebody has played. The house counts it; the page lets it run on between two views, for
// as long as the house would. It never goes back: not with a reload, in another tab, at another table, or when a clock
// is set.

/** @typedef {import("../protocol.d.ts").VisitSeen} Visit */
/** @typedef {{player: string, since: number, seconds: number, before: number}} Kept before: the seconds of earlier visits */

const KEY = "comeout.played";
const SECOND = 1_000_000;

/** @returns {Kept | null} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

export class PlayClock {
  /** @type {Kept} */ #kept = { player: "", since: 0, seconds: 0, before: 0 };
  /** @type {Visit} */ #visit = { since: 0, seconds: 0, net_cents: 0, runs_on_ms: 0 };
  #arrived = 0;

  /**
   * Take what the house counted.
   * @param {string} player
   * @param {Visit | undefined} visit
   * @param {number} arrived when it came, by the page's steady clock
   */
  hear(player, visit, arrived) {
    if (!visit) return;
    if (player !== this.#kept.player) this.#kept = { player, since: visit.since, seconds: 0, before: 0 };
    [this.#visit, this.#arrived] = [visit, arrived];
    this.#join();
    // a visit that began when the last one had been played is another one; its clock starts at nothing
    const { since, seconds, before } = this.#kept;
    if (visit.since > since + seconds * SECOND) this.#keep({ player, since: visit.since, seconds: visit.seconds, before: before + seconds });
    this.tick();
  }

  /** Whose time it is. */
  get player() {
    return this.#kept.player;
  }

  /** What was won or lost in this visit, in cents. */
  get net() {
    return this.#visit.net_cents;
  }

  /** The seconds of this visit. */
  get seconds() {
    return this.#kept.seconds;
  }

  /** The seconds of all visits that this browser knows of. */
  get total() {
    return this.#kept.before + this.#kept.seconds;
  }

  /** Let the time run on. */
  tick() {
    this.#join();
    if (this.#visit.since < this.#kept.since) return; // another tab has begun a new visit
    const on = Math.max(0, Math.min(performance.now() - this.#arrived, this.#visit.runs_on_ms));
    const seconds = Math.floor(this.#visit.seconds + on / 1000);
    if (seconds > this.#kept.seconds) this.#keep({ ...this.#kept, seconds });
  }

  /** Take over what another tab, or this one before a reload, has shown already. */
  #join() {
    const other = stored();
    if (other?.player !== this.#kept.player) return;
    if (other.before + other.seconds > this.total) this.#kept = other;
  }

  /** @param {Kept} kept */
  #keep(kept) {
    this.#kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // without storage, the time holds until the page is closed
    }
  }
}

/** The clock of this page. */
export const playClock = new PlayClock();
