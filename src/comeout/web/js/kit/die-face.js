// Draws the face of a die as SVG.

import { s } from "./dom.js";

/** The positions of the pips in a grid of three by three. */
const PIPS = ["4", "26", "246", "0268", "02468", "036258"];

/**
 * @param {number} face
 * @param {number} [size] in pixels
 */
export function die(face, size = 28) {
  return s(
    "svg",
    { viewBox: "0 0 51 51", width: size, height: size, "aria-hidden": "true", class: "die" },
    s("rect", { x: 1.5, y: 1.5, width: 48, height: 48, rx: 10, fill: "#c4202c", stroke: "#7d0a13", "stroke-width": 2 }),
    Array.from(PIPS[face - 1], Number).map((place) =>
      s("circle", { cx: 11 + 14.5 * (place % 3), cy: 11 + 14.5 * Math.floor(place / 3), r: 4.6, fill: "#fff" }),
    ),
  );
}

/**
 * Return two dice, with their total in words for screen readers.
 * @param {number} a
 * @param {number} b
 * @param {number} [size]
 */
export function dice(a, b, size) {
  return [die(a, size), die(b, size)];
}
