// Draws chips as SVG: one for the chooser, and a stack with its total for the felt.

import { s } from "./dom.js";
import { money, short } from "./money.js";

/** Chip colours: the smallest value of each, the colour of the chip, the colour of its text. */
const COLOURS = /** @type {[number, string, string][]} */ ([
  [100_000, "#d99a06", "#12100d"],
  [50_000, "#6d3fb5", "#fbf7ea"],
  [10_000, "#1d1d22", "#fbf7ea"],
  [2_500, "#157347", "#fbf7ea"],
  [500, "#c4202c", "#fbf7ea"],
  [0, "#e9e4d6", "#12100d"],
]);

/** @param {number} cents */
const colour = (cents) => COLOURS.find(([least]) => cents >= least) ?? COLOURS[COLOURS.length - 1];

/**
 * Return one disc around the origin.
 * @param {number} r
 * @param {string} fill
 * @param {string} ink
 */
function disc(r, fill, ink) {
  const dash = (r * 0.86 * Math.PI) / 6;
  return [
    s("circle", { r, fill, stroke: "#12100d", "stroke-opacity": 0.55, "stroke-width": r / 14 }),
    s("circle", { r: r * 0.86, fill: "none", stroke: ink, "stroke-opacity": 0.9, "stroke-width": r / 4.4, "stroke-dasharray": `${dash} ${dash}` }),
    s("circle", { r: r * 0.7, fill, stroke: ink, "stroke-opacity": 0.55, "stroke-width": r / 22 }),
  ];
}

/**
 * Return text around a point, no wider than the given width.
 * @param {string} text
 * @param {number} size
 * @param {number} width
 * @param {string} ink
 * @param {{x?: number, y?: number}} [at]
 */
export function words(text, size, width, ink, at = {}) {
  const fits = Math.min(size, width / (text.length * 0.58));
  return s(
    "text",
    { x: at.x ?? 0, y: (at.y ?? 0) + fits * 0.36, "font-size": fits, fill: ink, "text-anchor": "middle", "font-weight": 700 },
    text,
  );
}

/**
 * Return a single chip of a value, for the chooser.
 * @param {number} cents
 * @param {number} size in pixels
 */
export function chip(cents, size) {
  const [, fill, ink] = colour(cents);
  return s(
    "svg",
    { viewBox: "-25 -25 50 50", width: size, height: size, "aria-hidden": "true", focusable: "false" },
    disc(24, fill, ink),
    words(short(cents), 17, 31, ink),
  );
}

/** Split an amount into chips, largest first, up to a limit. @param {number} cents */
function pile(cents) {
  const chips = [];
  let left = cents;
  for (const [least] of COLOURS) {
    while (least && left >= least && chips.length < 6) {
      chips.push(least);
      left -= least;
    }
  }
  if ((left || !chips.length) && chips.length < 6) chips.push(0);
  return chips;
}

/**
 * @typedef {object} Stacked
 * @property {number} cents
 * @property {number} r
 * @property {"mine" | "other" | "waiting"} kind
 * @property {number | null} [seat]
 * @property {string} [button] the button on it: "on", "off"
 * @property {string} [lammer]
 * @property {string} [edge]
 */

/**
 * Return a stack around the origin: its chips, the total on top, and its button.
 * @param {Stacked} stacked
 */
export function stack({ cents, r, kind, seat, button, lammer, edge }) {
  const [, fill, ink] = colour(cents);
  const below = pile(cents).slice(1);
  const rise = r * 0.15;
  const top = -rise * below.length;
  const group = s("g", { class: `stack ${kind}`, "data-cents": cents });
  group.append(s("ellipse", { cx: r * 0.08, cy: r * 0.18, rx: r * 1.04, ry: r, fill: "#000", "fill-opacity": kind === "waiting" ? 0 : 0.4 }));
  if (kind === "waiting") {
    group.append(
      s("circle", { class: "hollow", r, fill: "#000", "fill-opacity": 0.35, stroke: "#fbf7ea", "stroke-width": r / 7, "stroke-dasharray": `${r / 3} ${r / 4}` }),
      words(short(cents), r * 0.72, r * 1.4, "#fbf7ea"),
      s("g", { class: "waits" }, tab("WAITS", 0, -r * 1.1, r, "#ffd45e", "#12100d")),
    );
    return group;
  }
  below.reverse().forEach((each, place) => {
    const [, under, edgeInk] = colour(each);
    const cy = -rise * place;
    group.append(
      s("circle", { cy, r, fill: under, stroke: "#12100d", "stroke-opacity": 0.6, "stroke-width": r / 14 }),
      s("circle", { cy, r: r * 0.9, fill: "none", stroke: edgeInk, "stroke-opacity": 0.7, "stroke-width": r / 6, "stroke-dasharray": `${r * 0.4} ${r * 0.55}` }),
    );
  });
  const face = s("g", { transform: `translate(0 ${top})` }, disc(r, fill, ink), words(short(cents), r * 0.74, r * 1.26, ink));
  group.append(face);
  if (lammer) face.append(tab(lammer, -r * 0.85, button ? -r * 1.5 : -r * 0.95, r * 0.85, "#ffd45e", "#12100d"));
  if (button) {
    const on = button.startsWith("on");
    face.append(tab(on ? "ON" : "OFF", -r * 0.78, -r * 0.8, r, on ? "#fbf7ea" : "#12100d", on ? "#12100d" : "#fbf7ea"));
  }
  if (seat !== null && seat !== undefined) face.append(tab(String(seat), r * 0.78, -r * 0.78, r, "#fbf7ea", "#12100d"));
  if (edge) group.append(s("g", { class: "edge-tag" }, tab(edge, 0, r * 1.02, r * 0.92, "#0b0c0f", "#fbf7ea")));
  group.append(s("title", null, seat === null || seat === undefined ? money(cents) : `Seat ${seat}: ${money(cents)}`));
  return group;
}

/**
 * Return a small tab with a word on it.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} fill
 * @param {string} ink
 */
function tab(text, x, y, r, fill, ink) {
  const size = r * 0.52;
  const wide = Math.max(size * 1.35, text.length * size * 0.64 + size * 0.5);
  return s(
    "g",
    { transform: `translate(${x} ${y})` },
    s("rect", { x: -wide / 2, y: -size * 0.68, width: wide, height: size * 1.36, rx: size * 0.68, fill, stroke: ink, "stroke-opacity": 0.5, "stroke-width": r / 20 }),
    words(text, size, wide - size * 0.3, ink),
  );
}

/**
 * Return the puck around the origin: white and ON, or black and OFF.
 * @param {number} r
 * @param {boolean} on
 */
export function puck(r, on) {
  const [plain, ink] = on ? ["#fbf7ea", "#12100d"] : ["#12100d", "#fbf7ea"];
  return s(
    "g",
    { class: "puck", "data-puck": on ? "on" : "off" },
    s("circle", { cx: r / 14, cy: r / 7, r, fill: "#000", "fill-opacity": 0.4 }),
    s("circle", { r, fill: plain, stroke: ink, "stroke-width": r / 14 }),
    s("circle", { r: r * 0.78, fill: "none", stroke: ink, "stroke-width": r / 14 }),
    words(on ? "ON" : "OFF", r * 0.68, r * 1.3, ink),
  );
}
