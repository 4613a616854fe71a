// Animates chips after a roll: to the rack, to the house or to their number, with what was won or lost above them.

import { s } from "../kit/dom.js";
import { plain } from "./roll-sum.js";
import { moves } from "../kit/preferences.js";
import { stack, words } from "../kit/chip-drawing.js";

/** @typedef {import("../app/display-state.js").Settled} Settled */
/** @typedef {import("../app/display-state.js").SettledLine} SettledLine */
/** @typedef {import("../app/felt-picture.js").FeltPicture} FeltPicture */

const FLIGHT_MS = 650;

/**
 * Animate chips to where a roll sent them: to their number, to the rack, to the house.
 * @param {FeltPicture} view
 * @param {Settled} settled
 * @param {number | null} seat
 * @param {(spot: string) => boolean} stays whether the player's bet is still there
 */
export function flyChips(view, settled, seat, stays) {
  const { width, height } = view;
  const rack = { x: width / 2, y: height + 60 };
  const bank = { x: width / 2, y: -60 };
  for (const line of settled.lines) {
    if (!view.boxes.has(line.spot)) continue;
    const mine = line.seat === seat;
    const at = view.place(line.spot);
    const r = mine ? at.r : at.r * 0.62;
    const kind = mine ? "mine" : "other";
    const chips = (/** @type {number} */ cents) => stack({ cents, r, kind });
    const left = line.to === "" || line.outcome === "lost" || line.outcome === "returned";
    if (mine) float(view, line, at);
    if (!moves()) continue;
    if (line.outcome === "moved" && view.boxes.has(line.to)) {
      const to = view.place(line.to);
      hide(view, line.to);
      send(view, chips(line.stake), [at, to], FLIGHT_MS);
    } else if (line.outcome === "lost") send(view, chips(line.stake), [at, { x: at.x, y: at.y }, bank], FLIGHT_MS);
    else if (line.outcome === "won") {
      const beside = { x: at.x - r * 2.1, y: at.y };
      if (line.paid) send(view, chips(line.paid), [bank, beside, beside, rack], FLIGHT_MS * 1.9);
      if (left && !stays(line.spot)) send(view, chips(line.stake), [at, at, rack], FLIGHT_MS * 1.9);
    } else if (line.outcome === "returned") send(view, chips(line.stake), [at, rack], FLIGHT_MS);
  }
}

/** Hide chips while they are moving. @param {FeltPicture} view @param {string} spot */
function hide(view, spot) {
  view.stacks.get(spot)?.group.animate([{ opacity: 0 }, { opacity: 0, offset: 0.96 }, { opacity: 1 }], { duration: FLIGHT_MS });
}

/**
 * Show what a line won or lost on a dark pill beside its chips for a moment.
 * @param {FeltPicture} view
 * @param {SettledLine} line
 * @param {{x: number, y: number, r: number}} at
 */
function float(view, line, at) {
  const brought = line.outcome === "won" ? line.paid : line.outcome === "lost" ? -line.at_risk : 0;
  if (!brought) return;
  const size = view.chip * 0.95;
  const said = plain(brought);
  const wide = said.length * size * 0.5 + size * 0.7;
  const text = s(
    "g",
    { class: "float" },
    s("rect", { x: -wide / 2, y: -size * 0.62, width: wide, height: size * 1.24, rx: size * 0.62, fill: "#0b0c0f", "fill-opacity": 0.94, stroke: brought > 0 ? "#52d08a" : "#f0776a", "stroke-width": size / 12 }),
    words(said, size, wide, brought > 0 ? "#8ff0b8" : "#ffb3a8"),
  );
  const { x, y } = placeOf(view.frames.get(line.spot), at, { wide, tall: size * 1.24 });
  const group = s("g", { transform: `translate(${Math.min(Math.max(x, wide / 2 + 8), view.width - wide / 2 - 8)} ${y})` }, text);
  view.flying.append(group);
  const steps = moves()
    ? [{ opacity: 0, transform: "translateY(10px)" }, { opacity: 1, transform: "none", offset: 0.15 }, { opacity: 1, transform: "none", offset: 0.75 }, { opacity: 0, transform: "translateY(-14px)" }]
    : [{ opacity: 1 }, { opacity: 1, offset: 0.95 }, { opacity: 0 }];
  text.animate(steps, { duration: 2200 }).finished.finally(() => group.remove());
}

/**
 * Return the middle of a pill beside chips, in their own box: to the right, to the left or above them, but never in another box.
 * @param {import("../app/felt-picture.js").Room | undefined} room the box
 * @param {{x: number, y: number, r: number}} at the chips
 * @param {{wide: number, tall: number}} pill
 */
export function placeOf(room, at, { wide, tall }) {
  const [right, left] = [at.x + at.r + wide / 2 + 6, at.x - at.r - wide / 2 - 6];
  if (!room || right + wide / 2 < room.x + room.w) return { x: right, y: at.y };
  if (left - wide / 2 > room.x) return { x: left, y: at.y };
  return { x: at.x, y: Math.max(at.y - at.r - tall * 0.56, room.y + tall / 2) };
}

/**
 * Animate chips along a path; they fade as they leave the table.
 * @param {FeltPicture} view
 * @param {SVGElement} chips
 * @param {{x: number, y: number}[]} way
 * @param {number} duration
 */
function send(view, chips, way, duration) {
  const end = way[way.length - 1];
  const leaves = end.y < 0 || end.y > view.height;
  const steps = way.map((at, place) => ({ transform: `translate(${at.x}px, ${at.y}px)`, opacity: leaves && place === way.length - 1 ? 0 : 1 }));
  view.flying.append(chips);
  chips.animate(steps, { duration, easing: "ease-in-out", fill: "forwards" }).finished.finally(() => chips.remove());
}
