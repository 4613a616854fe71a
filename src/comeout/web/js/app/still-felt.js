// A felt to look at only: chips and puck as they lay at one moment.

import { puck, stack } from "../kit/chip-drawing.js";
import { fill, s } from "../kit/dom.js";
import { loadPicture } from "./felt-picture.js";

/**
 * @typedef {object} Lying
 * @property {number} point the puck's number, or 0
 * @property {{spot: string, cents: number, seat?: number | null, button?: string}[]} bets
 */

/**
 * Return the felt of a book, with functions that lay chips on it.
 * @param {string} book
 * @param {string} says the description for screen readers
 * @param {string} [shape]
 */
export async function stillFelt(book, says, shape = matchMedia("(max-width: 43.99rem)").matches ? "tall" : "wide") {
  const view = await loadPicture(book, shape);
  for (const box of view.boxes.values()) {
    box.classList.remove("box"); // no spot can be pressed, so none is lit and none is dimmed
    box.removeAttribute("role");
    box.removeAttribute("tabindex");
  }
  view.svg.setAttribute("role", "img");
  view.svg.setAttribute("aria-label", says);
  view.svg.classList.add("still-felt");

  /** @param {Lying} lying */
  const lay = ({ point, bets }) => {
    /** @type {Map<string, number>} */
    const there = new Map();
    fill(
      view.lying,
      bets.map(({ spot, cents, seat, button }) => {
        const { x, y, r } = view.place(spot);
        const before = there.get(spot) ?? 0;
        there.set(spot, before + 1);
        const chips = stack({ cents, r, kind: "mine", seat: seat ?? null, button: button ?? "" });
        return s("g", { transform: `translate(${x - before * r * 0.9} ${y})` }, chips);
      }),
    );
    const at = view.pucks.get(point);
    fill(view.puck, at && s("g", { transform: `translate(${at.x} ${at.y})` }, puck(at.r, point > 0)));
  };

  /** Highlight some boxes. @param {string[]} spots */
  const light = (spots) => {
    for (const [spot, box] of view.boxes) box.classList.toggle("lit", spots.includes(spot));
  };
  return { element: view.svg, lay, light };
}
