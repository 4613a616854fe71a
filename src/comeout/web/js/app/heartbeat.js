// The heartbeat of a connection: when to ping, and when the house has been silent for so long that it may be gone. A
// network that fails can leave a socket open that carries nothing; only silence tells.

/** After how long a silence a ping is sent: while all is well, and after trouble or while an answer is awaited. */
const CALM_PING_MS = 5_000;
const ALERT_PING_MS = 500;
/** How long the house may take to say anything after a ping. */
const CALM_PONG_MS = 2_000;
const ALERT_PONG_MS = 500;
/** How long trouble is remembered. */
const ALERT_MS = 60_000;

export class Heartbeat {
  heardAt = 0;
  /** When the ping was sent that nothing has followed yet. @type {number | null} */ #pingedAt = null;
  #alertUntil = 0;

  /** Start with a new connection. @param {number} now */
  begin(now) {
    this.heardAt = now;
    this.#pingedAt = null;
  }

  /** Note that the house said something; a late word makes the next silence suspicious. @param {number} now */
  hear(now) {
    if (this.#pingedAt !== null && now - this.#pingedAt > ALERT_PONG_MS) this.trouble(now);
    this.begin(now);
  }

  /** Note that a connection was lost, silent or slow. @param {number} now */
  trouble(now) {
    this.#alertUntil = now + ALERT_MS;
  }

  /** Note that a ping was sent. @param {number} now */
  ping(now) {
    this.#pingedAt ??= now;
  }

  /** Return whether to ping now. @param {number} now @param {boolean} awaited whether somebody waits for an answer */
  pingDue(now, awaited) {
    return this.#pingedAt === null && now - this.heardAt >= (this.#alert(now, awaited) ? ALERT_PING_MS : CALM_PING_MS);
  }

  /** Return whether the house counts as silent. @param {number} now @param {boolean} awaited */
  silent(now, awaited) {
    return this.#pingedAt !== null && now - this.#pingedAt >= (this.#alert(now, awaited) ? ALERT_PONG_MS : CALM_PONG_MS);
  }

  /** @param {number} now @param {boolean} awaited */
  #alert(now, awaited) {
    return awaited || now < this.#alertUntil;
  }
}
