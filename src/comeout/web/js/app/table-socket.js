// WebSocket connection to one table: it resends unanswered commands (idempotent by their id) and holds the latest view of
// the table.

import { newId } from "../kit/random-id.js";
import { SteadySocket } from "./steady-socket.js";

/** @typedef {import("../protocol.d.ts").SpotSeen} Offer */
/** @typedef {import("../protocol.d.ts").Snapshot} Snapshot */
/** @typedef {import("../protocol.d.ts").Number} NextRoll */
/** @typedef {import("../protocol.d.ts").BundleSeen} Bundle */
/** @typedef {import("../protocol.d.ts").Happened} Happened */
/** @typedef {import("../protocol.d.ts").Quoted} Quote */
/** @typedef {import("../protocol.d.ts").Sight & {arrived: number}} Sight the latest view from the house, and when it arrived by the page's clock */
/** @typedef {import("../protocol.d.ts").Answered & {late?: boolean}} Answer `late`: the command was sent while the house was away */
/** @typedef {{id: string, name: string, body: {[field: string]: any}, since: number, at: number, late?: boolean}} Command at: when it was sent, by the page's steady clock */
/** @typedef {import("./steady-socket.js").LiveState} LiveState */

const VERSION = 1;
/** The close codes after which the house accepts no new connection. */
export const SIGNED_OUT = 4001;
export const CLOSED = 4010;
const FINAL = new Set([SIGNED_OUT, 4003, CLOSED]);
/** After how long without an answer to a command the page says so. */
export const UNANSWERED_MS = 4_000;
const STALE_MS = 120_000;
const PING_MS = 5_000;
const FIRST_MS = 1_000;
const AGAIN = new Set(["NOT_KEPT", "TOO_MANY"]);
const AGAIN_MS = 1_000;
/** How often a question is asked that the house has no time for. */
const TRIES = 4;

export class TableSocket extends EventTarget {
  /** @param {string} table */
  constructor(table) {
    super();
    this.table = table;
    /** @type {Sight | null} */
    this.sight = null;
    /** @type {number | null} */
    this.latency = null;
    /** The seats that are ready for the throw; at a large table your own at most. @type {number[]} */
    this.ready = [];
    /** @type {Command[]} */
    this.waiting = this.#kept();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#socket = new SteadySocket(`${scheme}//${location.host}/api/v1/tables/${encodeURIComponent(table)}/live`, FINAL, {
      hello: () => ({ type: "hello", version: VERSION, ...(this.#last === null ? {} : { last: this.#last, epoch: this.#epoch }) }),
      hear: (frame) => this.#take(frame),
      became: (state) => this.#became(state),
      lost: () => this.#forget(),
      ended: (code, says) => this.#tell("ended", { code, says }),
      ping: () => this.#ping(),
      awaited: () => this.waiting.length > 0,
    });
  }

  #socket;
  /** @type {number | null} */ #last = null;
  /** @type {number | null} */ #epoch = null;
  /** The sequence number up to which everything had happened before this connection was greeted. */ #past = 0;
  /** @type {Map<string, (answer: Answer) => void>} */ #answers = new Map();
  /** @type {Map<string, (answer: any) => void>} */ #quotes = new Map();
  #looking = false;
  #lookAgain = false;
  /** The sequence number that the requested view must include. */ #wanted = 0;
  #marked = false;
  /** @type {number | undefined} */ #pinging;

  /** @returns {LiveState} */
  get state() {
    return this.#socket.state;
  }

  /** For how long the first command that waits has had no answer, in milliseconds; 0 if none waits. */
  get unanswered() {
    return this.waiting.length ? performance.now() - Math.min(...this.waiting.map((each) => each.at)) : 0;
  }

  /** Connect, and reconnect whenever the connection is lost. */
  open() {
    this.#pinging = setInterval(() => this.state === "open" && this.#ping(), PING_MS);
    this.#socket.open();
  }

  /** Close for good. Unanswered commands stay stored for the next visit. */
  close() {
    clearInterval(this.#pinging);
    this.#socket.close();
  }

  /**
   * Send a command. It is idempotent: it acts once, however often the connection is lost before the answer.
   * @param {string} name
   * @param {{[field: string]: any}} [body]
   * @returns {Promise<Answer>}
   */
  act(name, body = {}) {
    const command = { id: newId(), name, body, since: Date.now(), at: performance.now() };
    return new Promise((answer) => {
      this.#answers.set(command.id, answer);
      this.waiting = [...this.waiting, command];
      this.#keep();
      this.#send(command);
    });
  }

  /**
   * Ask what a command would do, without effect (dry run); null while the house cannot be reached.
   * @param {string} name
   * @param {{[field: string]: any}} [body]
   * @returns {Promise<Quote | null>}
   */
  quote(name, body = {}) {
    return this.#question({ type: "quote", name, body });
  }

  /**
   * Ask what a line of words about bets means, without effect (dry run); null while the house cannot be reached.
   * @param {string} text
   * @returns {Promise<import("../protocol.d.ts").Understood | null>}
   */
  understand(text) {
    return this.#question({ type: "typed", text });
  }

  /** @param {{type: "quote" | "typed", [field: string]: unknown}} frame @returns {Promise<any>} */
  async #question(frame, tries = TRIES) {
    if (this.state !== "open") return null;
    const id = newId();
    const told = await new Promise((answer) => {
      this.#quotes.set(id, answer);
      this.#write({ ...frame, id });
    });
    if (told?.reason !== "TOO_MANY" || tries === 1) return told;
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    return this.#question(frame, tries - 1);
  }

  /** Request a new view of the table. */
  look() {
    if (this.state !== "open") return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = true;
    this.#write({ type: "look" });
  }

  /** Request a view that includes this sequence number, unless one is here or on its way. @param {number} seq */
  #lookFor(seq) {
    if (this.#looking) this.#wanted = Math.max(this.#wanted, seq);
    else if ((this.sight?.seq ?? -1) < seq) this.look();
  }

  /** Forget what only the last connection could answer. */
  #forget() {
    this.#looking = this.#lookAgain = false;
    for (const answer of this.#quotes.values()) answer(null);
    this.#quotes.clear();
  }

  /** Tell everybody; over a new connection, what was not answered is sent again. @param {LiveState} state */
  #became(state) {
    this.#tell("state", state);
    if (state === "open") this.waiting.forEach((each) => this.#send(Object.assign(each, { late: true })));
  }

  /** @param {import("../protocol.d.ts").TellFrame} frame */
  #take(frame) {
    switch (frame.type) {
      case "welcome":
        this.#epoch = frame.epoch;
        this.#last ??= frame.seq;
        this.#past = frame.seq;
        this.#ping();
        if (this.sight || !this.waiting.length) this.look();
        else setTimeout(() => this.sight ?? this.look(), FIRST_MS); // the answer to a waiting command comes with a view
        break;
      case "snapshot":
        this.#last = frame.seq;
        break;
      case "event":
        this.#last = frame.seq;
        this.#tell("event", { ...frame, past: frame.seq <= this.#past });
        this.#lookFor(frame.seq);
        break;
      case "sight":
        this.#seen(frame);
        break;
      case "answer":
        this.#answered(frame);
        break;
      case "quote":
      case "understood":
        this.#quotes.get(frame.id)?.(frame);
        this.#quotes.delete(frame.id);
        break;
      case "layout":
        this.look();
        break;
      case "countdown":
        this.#tell("countdown", frame);
        if (this.sight?.table.seats.length) this.#lit(frame.ready ?? []); // a large table tells nobody of others
        break;
      case "pong":
        this.#ponged(frame);
        break;
      case "trouble":
        this.#tell("trouble", frame);
        break;
      case "bye":
        this.#tell("bye", frame);
        break;
    }
  }

  /** @param {import("../protocol.d.ts").Sight} frame */
  #seen(frame) {
    this.sight = { ...frame, arrived: performance.now() };
    this.#looking = false;
    this.#tell("sight", this.sight);
    this.#lit(frame.table.ready ?? []);
    const more = this.#lookAgain || frame.seq < this.#wanted;
    this.#lookAgain = false;
    this.#wanted = 0;
    if (more) this.look();
  }

  /** @param {number[]} seats */
  #lit(seats) {
    if (seats.join() === this.ready.join()) return;
    this.ready = seats;
    this.#tell("ready", seats);
  }

  /** @param {import("../protocol.d.ts").Answered} told */
  #answered(told) {
    const command = this.waiting.find((each) => each.id === told.id);
    const answer = { ...told, late: command?.late };
    if (!answer.id) { // the table could not be shown
      this.#looking = this.#lookAgain = false;
      setTimeout(() => this.look(), 1000);
      return;
    }
    if (command && AGAIN.has(answer.reason)) {
      setTimeout(() => this.state === "open" && this.#send(command), AGAIN_MS);
      this.look();
      return;
    }
    this.waiting = this.waiting.filter((each) => each.id !== answer.id);
    this.#keep();
    this.#answers.get(answer.id)?.(answer);
    this.#answers.delete(answer.id);
    this.#tell("answer", { command, answer });
    if (answer.ok && !answer.waiting) this.#lookFor(answer.seq);
    else this.look();
  }

  /** @param {Command} command */
  #send(command) {
    if (this.state === "open") this.#write({ type: "do", id: command.id, name: command.name, body: command.body });
  }

  /** @param {{type: import("../protocol.d.ts").AskFrame["type"], [field: string]: unknown}} frame */
  #write(frame) {
    this.#socket.write(frame);
  }

  #ping() {
    this.#marked = false;
    this.#socket.pinged();
    this.#write({ type: "ping", sent: performance.now() });
  }

  /**
   * Send the mark of a pong back at once, and only once: the house measures the round trip with it.
   * @param {import("../protocol.d.ts").Pong} pong
   */
  #ponged(pong) {
    if (!this.#marked) {
      this.#marked = true;
      this.#write({ type: "ping", sent: performance.now(), mark: pong.mark });
      return;
    }
    this.latency = pong.latency_ms ?? performance.now() - pong.sent;
    this.#tell("latency", this.latency);
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  get #key() {
    return `comeout.waiting.${this.table}`;
  }

  /** Return the unanswered commands of a page that was reloaded; old ones are dropped. */
  #kept() {
    try {
      /** @type {Command[]} */
      const all = JSON.parse(sessionStorage.getItem(this.#key) ?? "[]");
      const age = (/** @type {Command} */ each) => Math.max(0, Date.now() - each.since);
      return all.filter((each) => age(each) < STALE_MS).map((each) => ({ ...each, at: performance.now() - age(each) }));
    } catch {
      return [];
    }
  }

  #keep() {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(this.waiting));
    } catch {
      // without storage, commands are resent only until the page is closed
    }
    this.#tell("waiting", this.waiting);
  }
}
