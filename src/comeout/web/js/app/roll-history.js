// Store of a table's last rolls: it reads them once from the house and appends each new roll when its dice have come
// to rest.

import { get } from "./rest-client.js";

/** @typedef {Pick<import("../protocol.d.ts").RolledAnswer, "seq" | "number" | "a" | "b" | "point_before" | "point_after" | "seven_out"> & {undone?: boolean, at?: number}} Rolled */
/** @typedef {import("./display-state.js").Settled} Settled */

const ASKED = 200;

export class RollHistory extends EventTarget {
  /** @param {{id: string, live: import("./table-socket.js").TableSocket, stage: import("./display-state.js").DisplayState}} table */
  constructor({ id, live, stage }) {
    super();
    this.id = id;
    this.stage = stage;
    /** @type {Rolled[]} oldest first */
    this.rolls = [];
    this.loaded = false;
    stage.addEventListener("settled", (event) => this.#add(/** @type {CustomEvent<Settled>} */ (event).detail));
    stage.addEventListener("shown", () => this.loaded && this.#missed() && void this.load());
    live.addEventListener("event", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.name === "OutcomeUndone") void this.load();
    });
  }

  #loading = false;

  /** The last roll, if there was one. */
  get last() {
    return this.rolls[this.rolls.length - 1] ?? null;
  }

  /** Load the last rolls from the house, without dice that are still in the air. */
  async load() {
    if (this.#loading) return;
    this.#loading = true;
    try {
      /** @type {{rolls: Rolled[]}} */
      const { rolls } = await get(`/tables/${encodeURIComponent(this.id)}/rolls?limit=${ASKED}`);
      const shown = this.stage.sight?.seq ?? 0;
      this.rolls = [...rolls.filter((each) => each.seq <= shown), ...this.rolls.filter((each) => each.seq > (rolls.at(-1)?.seq ?? 0))];
      this.loaded = true;
      this.#tell();
    } catch {
      // the next roll tries again
    } finally {
      this.#loading = false;
    }
  }

  /** Return whether rolls are missing that were thrown while the connection was lost. */
  #missed() {
    return !this.stage.rolling && (this.stage.sight?.table.rolls ?? 0) > (this.last?.number ?? 0);
  }

  /** @param {Settled} settled */
  #add({ seq, number, roll, point_before, point_after, seven_out }) {
    if (this.rolls.some((each) => each.seq === seq)) return;
    this.rolls.push({ seq, number, a: roll.a, b: roll.b, point_before, point_after, seven_out, at: Date.now() * 1000 });
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("changed"));
  }
}
