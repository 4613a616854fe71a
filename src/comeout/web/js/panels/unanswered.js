// Tells beside the hollow chips of a bet for how long the house has not answered it, once that is long; screen readers
// hear it once.

import { UNANSWERED_MS } from "../app/table-socket.js";
import { announce } from "../kit/announce.js";
import { words } from "../kit/chip-drawing.js";
import { s } from "../kit/dom.js";
import { money } from "../kit/money.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../app/felt-picture.js").FeltPicture} FeltPicture */
/** @typedef {import("../app/table-socket.js").Command} Command */

const TICK_MS = 250;

/** Watch the bets of a table; returns a function that stops. @param {Table} table */
export function markUnanswered({ live, felt, bets }) {
  let said = false;

  function tick() {
    const late = live.waiting.filter((each) => each.name === "PlaceBet" && performance.now() - each.at >= UNANSWERED_MS);
    for (const view of felt.views) {
      for (const [spot, { group }] of view.stacks) {
        const first = late.find((each) => each.body.spot === spot);
        mark(view, spot, group, first ? `no answer for ${Math.floor((performance.now() - first.at) / 1000)} s` : "");
      }
    }
    if (late.length && !said) announce(`No answer from the house for ${UNANSWERED_MS / 1000} seconds. ${late.map(named).join(", ")} ${late.length > 1 ? "are" : "is"} neither accepted nor refused yet.`);
    said = live.waiting.length > 0 && (said || late.length > 0);
  }

  /** @param {Command} bet */
  const named = ({ body: { spot, amount } }) => `${money(amount)} on ${bets.name(spot)}`;

  const ticking = setInterval(tick, TICK_MS);
  return () => clearInterval(ticking);
}

/**
 * Put a text on a dark pill beside the chips that wait on a spot, or take it away.
 * @param {FeltPicture} view
 * @param {string} spot
 * @param {SVGGElement} group the chips of the spot
 * @param {string} text
 */
function mark(view, spot, group, text) {
  const there = group.querySelector(".no-answer");
  if (!text || there?.textContent !== text) there?.remove();
  const waiting = group.querySelector(".waiting");
  waiting?.classList.toggle("late", Boolean(text));
  if (!text || !waiting || there?.textContent === text) return;
  const { x, y, r } = view.place(spot);
  const size = view.chip * 0.8;
  const wide = text.length * size * 0.37 + size * 0.9;
  const right = x + r + wide + 6 < view.width;
  const middle = right ? x + r + wide / 2 + 6 : Math.max(x - r - wide / 2 - 6, wide / 2 + 4);
  group.append(
    s(
      "g",
      { class: "no-answer", transform: `translate(${middle} ${y})` },
      s("rect", { x: -wide / 2, y: -size * 0.62, width: wide, height: size * 1.24, rx: size * 0.62, fill: "#0b0c0f", "fill-opacity": 0.94, stroke: "#ffd45e", "stroke-width": size / 12 }),
      words(text, size, wide - size * 0.4, "#ffe9a8"),
    ),
  );
}
