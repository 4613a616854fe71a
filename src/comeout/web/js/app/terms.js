// The words of the game that a newcomer may tap wherever they stand: each is explained in two sentences with a picture.

import { puck } from "../kit/chip-drawing.js";
import { ask } from "../kit/dialog.js";
import { h, s } from "../kit/dom.js";

/** @typedef {{title: string, says: string[], draws: () => SVGElement[]}} Term */

const INK = "#fbf7ea";

/** @param {number} x @param {number} wide @param {string} text */
const box = (x, wide, text) => s("g", { transform: `translate(${x} 0)` }, s("rect", { x: -wide / 2, y: -26, width: wide, height: 52, fill: "none", stroke: INK, "stroke-width": 2 }), s("text", { y: 7, "text-anchor": "middle", "font-size": 20, "font-weight": 700, fill: INK }, text));

/** @param {number} x @param {number} y @param {string} fill */
const disc = (x, y, fill) => s("g", { transform: `translate(${x} ${y})` }, s("circle", { r: 13, fill, stroke: INK, "stroke-width": 3, "stroke-dasharray": "6 5" }));

/** @param {number} x @param {number} y @param {boolean} on */
function puckAt(x, y, on) {
  const drawn = puck(17, on);
  drawn.setAttribute("transform", `translate(${x} ${y})`);
  return drawn;
}

/** The terms by the word that is tapped. @type {{[word: string]: Term}} */
const TERMS = {
  point: { title: "The point", says: ["The point is the number that the first roll of a round has set; a white disc that says ON lies at it.", "The round goes on until that number comes again, or a 7."], draws: () => [box(0, 90, "SIX"), puckAt(0, -28, true)] },
  "come-out": { title: "The come-out", says: ["The come-out is the first roll of a round.", "It wins or loses your first bet at once, or its number becomes the one that everybody waits for: the point."], draws: () => [puckAt(-40, 0, false), box(50, 90, "PASS"), disc(80, 8, "#c4202c")] },
  "line bet": { title: "A line bet", says: ["A line bet lies on Pass or on Don't Pass and is made before the come-out roll.", "It rides on the whole round: with whoever throws the dice, or against."], draws: () => [box(-60, 110, "PASS"), disc(-60, 16, "#c4202c"), box(62, 116, "DON'T")] },
  odds: { title: "Odds", says: ["Odds are more chips that you put behind a bet while it waits for its number, and they win or lose with it.", "Most casinos pay them exactly what they are worth, so that the house earns nothing on them."], draws: () => [box(0, 150, "PASS"), disc(50, -6, "#c4202c"), disc(50, 22, "#157347"), disc(50, 18, "#157347")] },
  working: { title: "Working and off", says: ["A bet that is working can win or lose on the next roll.", "A bet that is off stays where it is, whatever the dice show."], draws: () => [disc(-45, 0, "#c4202c"), puckAt(-45, -18, true), disc(45, 0, "#c4202c"), puckAt(45, -18, false)] },
  puck: { title: "The puck", says: ["The puck shows how the round stands: ON lies on the point.", "OFF means that the next roll is a come-out."], draws: () => [puckAt(-35, 0, true), puckAt(35, 0, false)] },
  "seven-out": { title: "A seven-out", says: ["A 7 while the puck is ON ends the round.", "Pass and the bets on numbers lose, Don't Pass wins, and a new round begins."], draws: () => [puckAt(-50, 0, true), box(40, 60, "7")] },
  "house edge": { title: "The house edge", says: ["The house edge is the part of a bet that the house keeps on average.", "The lower it is, the longer your chips last."], draws: () => [disc(-50, 0, "#c4202c"), disc(0, 0, "#c4202c"), disc(50, 0, "#c4202c"), s("path", { d: "M50 0 L50 -18 A18 18 0 0 1 66 -8 Z", fill: INK })] },
};

const FOUND = /\b(come-out|seven-out|line bet|point|odds|working|puck|house edge)s?\b/gi;

/**
 * Return a text whose terms can be tapped; each is marked once.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function termed(text) {
  const marked = new Set();
  /** @type {(Node | string)[]} */
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(FOUND)) {
    const word = found[1].toLowerCase();
    if (marked.has(word)) continue;
    marked.add(word);
    parts.push(text.slice(from, found.index), h("button", { type: "button", class: "term", "aria-haspopup": "dialog", on: { click: () => void explainTerm(word) } }, found[0]));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)].filter(Boolean);
}

/** Explain one term. @param {string} word */
export function explainTerm(word) {
  const { title, says, draws } = TERMS[word];
  const picture = s("svg", { viewBox: "-130 -50 260 100", class: "term-picture", role: "img", "aria-label": title }, s("rect", { x: -130, y: -50, width: 260, height: 100, rx: 8, fill: "#157347" }), draws());
  return ask({ title, body: [picture, h("p", null, says.join(" "))], actions: [{ label: "Close", value: null, kind: "main" }] });
}
