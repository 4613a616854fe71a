// Calls "No more bets" when a live table closes the betting: over the felt, aloud, to screen readers and as a sound.

import { announce, voice } from "../kit/announce.js";
import { h } from "../kit/dom.js";
import { moves } from "../kit/preferences.js";
import { sound } from "../kit/sound.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */

const SAYS = "No more bets";
const STAYS_MS = 1800;
/** How long dice that do not move wait, so that the call can be read. */
const STILL_MS = 700;

/**
 * Call the end of the betting at a live table; returns a function that removes the call.
 * @param {Table} table
 */
export function callNoMoreBets({ live, stage, diceStage }) {
  const element = h("p", { class: "no-more-bets", hidden: true, "aria-hidden": "true" }, SAYS);
  diceStage.after(element);
  /** @type {number | undefined} */
  let goes;
  const isLive = () => live.sight?.table.mode === "live";
  const hide = () => (clearTimeout(goes), (element.hidden = true));

  live.addEventListener("event", (event) => {
    if (/** @type {CustomEvent} */ (event).detail.name !== "BettingClosed" || !isLive()) return;
    element.hidden = false;
    clearTimeout(goes);
    goes = setTimeout(hide, STAYS_MS);
    announce(`${SAYS}.`);
    voice(`${SAYS}.`);
    sound("closed");
  });
  stage.addEventListener("roll", () => isLive() && !moves() && stage.hold(new Promise((done) => setTimeout(done, STILL_MS))));
  stage.addEventListener("settled", hide);
  return () => (hide(), element.remove());
}
