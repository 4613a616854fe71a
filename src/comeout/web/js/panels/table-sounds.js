// Plays what can be heard at a table: dice on felt and wall, chips, a win or a loss, the end of the betting. All of it
// is also on the screen.

import { moves } from "../kit/preferences.js";
import { sound } from "../kit/sound.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../app/display-state.js").Settled} Settled */
/** @typedef {import("../app/table-socket.js").Sight} Sight */

/** The phase in which no bet is accepted any more. */
const NO_MORE_BETS = "no more bets";

/**
 * Play the sounds of a table.
 * @param {Table} table
 */
export function hearTable({ stage, bets }) {
  let phase = stage.sight?.table.phase;
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
  stage.addEventListener("shown", (event) => {
    const { table: now } = /** @type {CustomEvent<Sight>} */ (event).detail;
    if (now.mode === "live" && now.phase === NO_MORE_BETS && phase !== NO_MORE_BETS) sound("closed");
    phase = now.phase;
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
