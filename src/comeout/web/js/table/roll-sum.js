// The sum of a roll, large at the puck for a moment: what it was, and what it brought the player.

import { call, end } from "../kit/roll-words.js";
import { fill, h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { chargedAgain } from "../bets/settled-words.js";

/** @typedef {import("../app/display-state.js").Settled} Settled */

const SHOWN_MS = 1800;

/** Return what a roll brought a seat, in cents, less the vigorish of bets made again; null if it decided none of its bets. @param {Settled} settled @param {number | null} seat */
export function netOf(settled, seat) {
  const mine = settled.lines.filter((line) => line.seat === seat && line.outcome !== "moved");
  if (!mine.length) return null;
  return mine.reduce((sum, line) => sum + (line.outcome === "won" ? line.paid : line.outcome === "lost" ? -line.at_risk : 0), -chargedAgain(settled, seat));
}

/** Format cents with their sign, and without cents that are none: "+5", "−81", "+2.50". @param {number} cents */
export const plain = (cents) => `${cents > 0 ? "+" : ""}${money(cents).replace(/\.00$/, "")}`;

/** Return the words for a roll: what it did to the point, or its call. @param {Settled} settled */
function headline(settled) {
  const ended = end(settled);
  if (ended) return ended === "out" ? "Seven out" : "Point made";
  if (!settled.point_before && settled.point_after) return `Point ${settled.point_after}`;
  return call(settled.roll);
}

/** Return the element of the sum, and the function that shows it. @param {(seq: number) => void} list opens the list of what each bet brought */
export function rollSum(list) {
  const element = h("button", { type: "button", class: "roll-sum", tabindex: -1, "aria-hidden": "true", hidden: true, on: { click: () => list(Number(element.dataset.seq)) } });
  /** @type {number | undefined} */
  let leaving;

  /** @param {Settled} settled @param {number | null} seat */
  function show(settled, seat) {
    clearTimeout(leaving);
    const net = netOf(settled, seat);
    element.dataset.seq = String(settled.seq);
    element.dataset.sign = String(Math.sign(net ?? 0));
    fill(element, h("span", null, `${headline(settled)}${net ? ": " : ""}`), net ? h("b", { class: "figure" }, plain(net)) : null);
    element.hidden = false;
    leaving = setTimeout(() => (element.hidden = true), SHOWN_MS);
  }
  return { element, show, close: () => clearTimeout(leaving) };
}
