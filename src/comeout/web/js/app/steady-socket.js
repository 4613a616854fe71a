// A WebSocket that is kept: it reconnects with exponential backoff and jitter, and a connection that falls silent is
// replaced by one beside it; whichever speaks first is used. Browsers connect one socket to a house at a time, so an
// attempt that hangs is given up as soon as the house answers an ordinary request. Such requests keep clear of the
// connections that the page has open for others: after a bad network those may all be half-open.

import { Heartbeat } from "./heartbeat.js";

/** @typedef {"connecting" | "open" | "away" | "ended"} LiveState */
/**
 * @typedef {object} SocketUser what a connection asks and tells
 * @property {() => object} hello returns the first frame of a new connection
 * @property {(frame: any) => void} hear gets every frame
 * @property {(state: LiveState) => void} became gets every new state
 * @property {() => void} lost is told that what was asked over the last connection gets no answer there
 * @property {(code: number, why: string) => void} ended is told that the house accepts no new connection
 * @property {() => void} ping sends a ping
 * @property {() => boolean} awaited returns whether somebody waits for an answer
 */

/** How often to look whether something is due. */
const TEND_MS = 100;
/** The wait between attempts that fail. */
const SHORTEST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 800;
/** After how long an attempt counts as slow, and how long a request that finds out why may take. */
const SLOW_MS = 500;
const PROBE_MS = 500;
/** How many such requests there are at once, and how long after one the next may follow: the first may get a dead connection. */
const PROBES = 2;
const PROBE_AFTER_MS = 200;
/** Connecting takes three round trips, and a request one or two. */
const PROBES_AN_ATTEMPT = 4;
const LONGEST_ATTEMPT_MS = 10_000;

export class SteadySocket {
  /**
   * @param {string} address
   * @param {Set<number>} final the close codes after which the house accepts no new connection
   * @param {SocketUser} user
   */
  constructor(address, final, user) {
    this.#address = address;
    this.#final = final;
    this.#user = user;
  }

  #address;
  #final;
  #user;
  /** @type {LiveState} */ state = "connecting";
  /** The connection in use: the house has greeted it. @type {WebSocket | null} */ #socket = null;
  /** The connection that the house has not greeted yet. @type {WebSocket | null} */ #attempt = null;
  /** When that began, by the page's clock. */ #attemptedAt = 0;
  /** How many requests ask whether the house is there, and when the last began. */ #probes = 0;
  #probedAt = -Infinity;
  #pulse = new Heartbeat();
  /** When the next attempt may begin, by the page's clock. */ #nextTry = 0;
  #tries = 0;
  /** @type {number | undefined} */ #tending;

  /** Connect, and reconnect whenever the connection is lost. */
  open() {
    addEventListener("online", this.#online);
    this.#tending = setInterval(() => this.#tend(), TEND_MS);
    this.#connect();
  }

  /** Close for good. */
  close() {
    this.#end();
    this.#socket?.close();
  }

  /** Send a frame if there is a connection. @param {object} frame */
  write(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /** Note that a ping was sent. */
  pinged() {
    this.#pulse.ping(performance.now());
  }

  #online = () => {
    if (this.state === "away") this.#connect();
  };

  #end() {
    removeEventListener("online", this.#online);
    clearInterval(this.#tending);
    this.#giveUpAttempt();
    this.#become("ended");
  }

  /** Do what is due: ping, or connect anew. */
  #tend() {
    const now = performance.now();
    const awaited = this.#user.awaited();
    if (this.#socket && !this.#pulse.silent(now, awaited)) {
      if (this.#pulse.pingDue(now, awaited)) this.#user.ping();
    } else if (!this.#attempt) {
      if (now >= this.#nextTry) this.#connect();
    } else if (now - this.#attemptedAt > LONGEST_ATTEMPT_MS) {
      this.#connect();
    } else if (now - this.#attemptedAt > SLOW_MS) {
      this.#become("away");
      this.#probe();
    }
  }

  /** Ask the house whether it is there; if it answers well before an attempt to connect does, that attempt has failed. */
  async #probe() {
    const begun = performance.now();
    if (this.#probes >= PROBES || begun - this.#probedAt < PROBE_AFTER_MS) return;
    this.#probes += 1;
    this.#probedAt = begun;
    const attempt = this.#attempt;
    try {
      // without credentials, browsers use connections of their own
      await fetch("/health", { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PROBE_MS) });
      const now = performance.now();
      const fair = now - this.#attemptedAt > PROBES_AN_ATTEMPT * (now - begun);
      if (fair && attempt && attempt === this.#attempt) this.#connect();
    } catch {
      // it is not there: the attempt may yet succeed
    } finally {
      this.#probes -= 1;
    }
  }

  /** Start to connect, in place of an attempt that hangs. */
  #connect() {
    this.#giveUpAttempt();
    this.#attemptedAt = performance.now();
    const socket = new WebSocket(this.#address);
    this.#attempt = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify(this.#user.hello())));
    socket.addEventListener("message", (message) => this.#hear(socket, message.data));
    socket.addEventListener("close", (end) => this.#closed(socket, end.code, end.reason));
  }

  /**
   * @param {WebSocket} socket
   * @param {string} data
   */
  #hear(socket, data) {
    if (socket === this.#attempt) this.#adopt(socket);
    if (socket !== this.#socket) return;
    this.#pulse.hear(performance.now());
    this.#giveUpAttempt();
    this.#become("open"); // it is new, or it was silent and speaks again
    this.#user.hear(JSON.parse(data));
  }

  /** Use a connection that the house has greeted, and drop all others. @param {WebSocket} socket */
  #adopt(socket) {
    const before = this.#socket;
    this.#socket = socket;
    this.#attempt = null;
    this.#tries = 0;
    this.#pulse.begin(performance.now());
    if (before) {
      before.close();
      this.#user.lost();
      this.#become("away"); // for a moment, so that what was not answered is sent again
    }
  }

  #giveUpAttempt() {
    const attempt = this.#attempt;
    this.#attempt = null;
    attempt?.close();
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   * @param {string} why
   */
  #closed(socket, code, why) {
    if (this.state === "ended" || !(socket === this.#socket || socket === this.#attempt)) return;
    if (socket === this.#attempt) this.#attempt = null;
    if (socket === this.#socket) {
      this.#socket = null;
      this.#pulse.trouble(performance.now());
      this.#user.lost();
    }
    if (this.#final.has(code)) {
      this.#end();
      this.#user.ended(code, why);
      return;
    }
    if (!this.#socket) this.#become("away");
    const wait = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    this.#nextTry = performance.now() + wait;
  }

  /** @param {LiveState} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.#user.became(state);
  }
}
