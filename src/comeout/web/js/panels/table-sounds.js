// Plays what can be heard at a table: dice on felt and wall, chips, a win or a loss. All of it is also on the screen.

import { moves } from "../kit/preferences.js";
import { sound } from "../kit/sound.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../app/display-state.js").Settled} Settled */

/**
 * Play the sounds of a table.
 * @param {Table} table
 */
export function hearTable({ stage, bets }) {
  bets.addEventListener("placed", () => sound("chip"));
  stage.addEventListener("roll", (event) => {
    const { roll, past } = /** @type {CustomEvent<Settled>} */ (event).detail;
    const called = stage.called;
    if (past) return;
    if (called?.a === roll.a && called.b === roll.b) return; // they were heard when the crew called them
    sound(moves() ? "throw" : "land");
  });
  stage.addEventListener("called", () => stage.called && sound("land"));
  stage.addEventListener("settled", (event) => {
    const net = netOf(/** @type {CustomEvent<Settled>} */ (event).detail, stage.sight?.table.you.seat ?? null);
    if (net) sound(net > 0 ? "win" : "lose");
  });
}

/**
 * Return what a roll brought to a seat: what its bets won less what they lost.
 * @param {Settled} settled
 * @param {number | null} seat
 */
function netOf({ lines }, seat) {
  const mine = lines.filter((line) => line.seat === seat);
  return mine.reduce((all, line) => all + (line.outcome === "won" ? line.paid : line.outcome === "lost" ? -line.at_risk : 0), 0);
}
