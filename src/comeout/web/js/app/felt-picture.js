// Loads the house's SVG picture of a layout, and knows where boxes, chips and puck lie on it.

import { Refusal } from "./rest-client.js";
import { h, s } from "../kit/dom.js";

/** @typedef {{x: number, y: number, w: number, h: number}} Room */

/** One picture of the table: the whole of it, or a phone's half. */
export class FeltPicture {
  /**
   * @param {string} shape
   * @param {SVGSVGElement} svg
   */
  constructor(shape, svg) {
    this.shape = shape;
    this.svg = svg;
    const [, , width, height] = (svg.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    this.width = width;
    this.height = height;
    this.chip = Number(svg.dataset.chip) * 1.3;
    /** @type {Map<string, SVGGElement>} */
    this.boxes = new Map();
    /** @type {Map<string, Room>} where chips go */
    this.rooms = new Map();
    /** @type {Map<string, Room>} the boxes, for the arrow keys */
    this.frames = new Map();
    /** @type {Map<number, {x: number, y: number, r: number}>} */
    this.pucks = new Map();
    for (const at of (svg.dataset.pucks ?? "").split(" ").filter(Boolean)) {
      const [point, x, y, r] = at.split(/[:,]/).map(Number);
      this.pucks.set(point, { x, y, r });
    }
    for (const box of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll(".box"))) {
      const spot = box.dataset.spot ?? "";
      const [x, y, w, tall] = (box.dataset.chips ?? "0 0 1 1").split(" ").map(Number);
      box.setAttribute("role", "button");
      box.setAttribute("tabindex", "-1");
      this.boxes.set(spot, box);
      this.rooms.set(spot, { x, y, w, h: tall });
      this.frames.set(spot, frame(box, { x, y, w, h: tall }));
    }
    svg.querySelectorAll("title, desc").forEach((each) => each.remove());
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", "The layout");
    this.lying = s("g", { class: "lying", "pointer-events": "none", "aria-hidden": "true" });
    this.flying = s("g", { class: "flying", "pointer-events": "none", "aria-hidden": "true" });
    this.puck = s("g", { class: "puck-place", "pointer-events": "none", "aria-hidden": "true" });
    svg.append(this.lying, this.puck, this.flying);
    /** @type {Map<string, {key: string, group: SVGGElement}>} */
    this.stacks = new Map();
  }

  /**
   * Return where the player's chips lie on a spot, and how large they may be.
   * @param {string} spot
   * @param {boolean} [shared] whether others have chips there too
   */
  place(spot, shared = false) {
    const { x, y, w, h: tall } = this.rooms.get(spot) ?? { x: 0, y: 0, w: 1, h: 1 };
    const r = Math.min(this.chip, tall / 2, w / (shared ? 3.2 : 2)) * 0.97;
    const long = w >= 4.2 * r;
    const across = long ? x + w - r * 1.6 : shared ? x + w - r * 1.05 : x + w / 2;
    return { x: across, y: y + tall / 2, r, left: x };
  }

  /** Move the animated parts to a layer of their own, so that the browser need not repaint the cloth under them. */
  lift() {
    const sheet = s("svg", { class: "sheet", viewBox: this.svg.getAttribute("viewBox"), "aria-hidden": "true", focusable: "false" }, this.lying, this.puck, this.flying);
    const element = h("div", { class: "picture" }, this.svg, sheet);
    element.style.aspectRatio = `${this.width} / ${this.height}`;
    element.style.setProperty("--shape", String(this.width / this.height));
    return element;
  }
}

/** @type {Map<string, Promise<string>>} */
const fetched = new Map();

/**
 * Fetch the SVG text of a picture, cached for the visit. Call it early to prefetch.
 * @param {string} book
 * @param {string} shape
 */
export function fetchPicture(book, shape) {
  const address = `/api/v1/books/${encodeURIComponent(book)}/felt.svg?shape=${shape}`;
  let text = fetched.get(address);
  if (!text) {
    text = fetchText(address);
    text.catch(() => fetched.delete(address));
    fetched.set(address, text);
  }
  return text;
}

/** @param {string} address */
async function fetchText(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) throw new Refusal(answer?.status ?? 0, "The layout of this book could not be fetched.");
  return answer.text();
}

/**
 * Load the picture of a book in one of its shapes.
 * @param {string} book
 * @param {string} shape
 */
export async function loadPicture(book, shape) {
  const text = (await fetchPicture(book, shape)).replace(/(id="|url\(#)comeout-/g, `$1${shape}-`);
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return new FeltPicture(shape, /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true))));
}

/**
 * Return the rectangle of a box. For a box that turns a corner it is the part along the bottom.
 * @param {SVGGElement} box
 * @param {Room} chips
 * @returns {Room}
 */
function frame(box, chips) {
  const area = box.querySelector(".area");
  const of = (/** @type {string} */ name) => Number(area?.getAttribute(name));
  if (area?.tagName === "rect") return { x: of("x"), y: of("y"), w: of("width"), h: of("height") };
  const left = Number(/^M(\d+)/.exec(area?.getAttribute("d") ?? "")?.[1] ?? chips.x);
  return { ...chips, x: left, w: chips.x + chips.w - left };
}
