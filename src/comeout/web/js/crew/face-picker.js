// The face picker takes two faces, tapped one after the other, and reads them back before they are called.

import { call, faces as spoken } from "../kit/roll-words.js";
import { die } from "../kit/die-face.js";
import { fill, h } from "../kit/dom.js";
import { announce } from "../kit/announce.js";

/** @typedef {{a: number, b: number}} Faces */

const SIDES = [1, 2, 3, 4, 5, 6];

/**
 * Return the face picker: six faces, of which two are tapped.
 * @param {(picked: Faces | null) => void} changed called with every tap: two faces, or null while one is missing
 * @param {string} [name] the label for screen readers
 */
export function facePicker(changed, name = "The two faces") {
  /** @type {number[]} */
  let picked = [];
  const shown = h("span", { class: "faces-shown", "aria-hidden": "true" });
  const says = h("span", { class: "faces-says" });
  const again = h("button", { type: "button", class: "button quiet", on: { click: () => set([]) } }, "Clear");
  const element = h(
    "div",
    { class: "faces", role: "group", "aria-label": name, on: { keydown: (/** @type {KeyboardEvent} */ event) => key(event) } },
    h("div", { class: "faces-row" }, SIDES.map((side) => h("button", { type: "button", class: "face", "aria-label": `Face ${side}`, data: { face: side }, on: { click: () => pick(side) } }, die(side, 44)))),
    h("div", { class: "faces-read" }, shown, says, again),
  );

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (SIDES.includes(Number(event.key))) pick(Number(event.key));
    else if (event.key === "Backspace" && picked.length) set(picked.slice(0, -1));
    else return;
    event.preventDefault();
  }

  /** @param {number} side */
  const pick = (side) => set(picked.length === 2 ? [side] : [...picked, side]);

  /** @param {number[]} next */
  function set(next) {
    picked = next;
    draw();
    changed(next.length === 2 ? { a: next[0], b: next[1] } : null);
  }

  function draw() {
    const [a, b] = picked;
    fill(shown, [0, 1].map((place) => (picked[place] ? die(picked[place], 40) : h("i", { class: "face-empty" }))));
    const text = b ? `${spoken({ a, b })}: ${call({ a, b }).toLowerCase()}` : a ? `${a} and …` : "Tap both faces";
    fill(says, text);
    if (picked.length) announce(text);
    again.disabled = !picked.length;
  }
  draw();
  return { element, clear: () => set([]), get begun() { return picked.length > 0; }, get faces() { return picked.length === 2 ? [picked[0], picked[1]] : null; } };
}
