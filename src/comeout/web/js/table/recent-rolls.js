// The last rolls in the head of the table, newest first, and the hand: its rolls, its points, the longest of the day.

import { end, isHard } from "../kit/roll-words.js";
import { fill, h, reword } from "../kit/dom.js";
import { keep, kept } from "../kit/session-memory.js";

/** @typedef {import("../app/roll-history.js").RollHistory} RollHistory */
/** @typedef {import("../app/roll-history.js").Rolled} Rolled */

const SHOWN = 8;

/**
 * Return the last rolls as a button that opens their list, and the hand counter.
 * @param {RollHistory} past
 * @param {() => void} open
 */
export function recentRolls(past, open) {
  const tiles = h("span", { class: "recent-tiles", "aria-hidden": "true" }, Array.from({ length: SHOWN }, () => h("b", { class: "recent figure" })));
  const words = h("span", { class: "visually-hidden" });
  const element = h("button", { type: "button", class: "recent-rolls", "aria-haspopup": "true", on: { click: open } }, words, tiles);
  const hand = h("span", { class: "hand figure" });

  const show = () => {
    const rolls = past.rolls.filter((each) => !each.undone);
    const last = rolls.slice(-SHOWN).reverse();
    const said = last.length ? `Last rolls: ${last.map(({ a, b }) => a + b).join(", ")}` : "No rolls yet";
    reword(words, `${said}. Open the list`);
    [...tiles.children].forEach((tile, place) => mark(/** @type {HTMLElement} */ (tile), last[place]));
    const told = handAt(past);
    const { count, made, longest } = told;
    fill(hand, handWords(told));
    hand.title = `${count} ${count === 1 ? "roll" : "rolls"} in this hand, ${made} ${made === 1 ? "point" : "points"} made. The longest hand of the day has ${longest} ${longest === 1 ? "roll" : "rolls"}.`;
  };
  past.addEventListener("changed", show);
  show();
  return { element, hand };
}

/**
 * Return the hand at a table. The house lists its last rolls only, so the tab remembers the longest hand of the day.
 * @param {RollHistory} past
 */
export function handAt(past) {
  const hand = handOf(past.rolls.filter((each) => !each.undone));
  const key = `comeout.longest.${past.id}.${new Date().toDateString()}`;
  const longest = Math.max(hand.longest, Number(kept(key)));
  if (longest > Number(kept(key))) keep(key, String(longest));
  return { ...hand, longest };
}

/** Return the words for a hand. @param {ReturnType<typeof handOf>} hand */
export const handWords = ({ count, made, longest }) => ["Hand ", h("b", null, count), ...(made ? [" · points ", h("b", null, made)] : []), ...(longest ? [" · longest today ", h("b", null, longest)] : [])];

/** @param {HTMLElement} tile @param {Rolled | undefined} roll */
function mark(tile, roll) {
  reword(tile, roll ? String(roll.a + roll.b) : "");
  tile.dataset.end = roll ? end(roll) || (!roll.point_before && roll.point_after ? "set" : "") : "none";
  tile.dataset.hard = String(Boolean(roll && isHard(roll)));
}

/**
 * Return the hand: how many rolls since the last seven-out, how many points they made, and the longest hand of the day.
 * @param {Rolled[]} rolls oldest first
 * @param {number} [now] in milliseconds
 */
export function handOf(rolls, now = Date.now()) {
  const midnight = new Date(now).setHours(0, 0, 0, 0) * 1000;
  let [count, made, longest] = [0, 0, 0];
  for (const roll of rolls) {
    count += 1;
    if (end(roll) === "made") made += 1;
    if ((roll.at ?? Infinity) >= midnight) longest = Math.max(longest, count);
    if (roll.seven_out) [count, made] = [0, 0];
  }
  return { count, made, longest };
}
