// The posted notice lists the table's minimums and maximums and the settings a player should know.

import { cached } from "../app/rest-client.js";
import { capital, fill, h } from "../kit/dom.js";

/** @typedef {import("../protocol.d.ts").ChoiceAnswer} Choice */
/** @typedef {{[name: string]: string}} Settings */

/**
 * Return the notice of a table, updated whenever what is posted changes.
 * @param {string} book
 * @param {(spot: string) => string} nameOf
 */
export function notice(book, nameOf) {
  const element = h("dl", { class: "posted" });
  /** @returns {Promise<Choice[]>} */
  const ask = () => cached(`/books/${encodeURIComponent(book)}/settings`).then(({ settings }) => settings).catch(() => []);
  let last = "";

  /** @param {Settings} settings */
  async function show(settings) {
    const key = JSON.stringify(settings);
    if (key === last) return;
    last = key;
    const choices = await ask();
    if (key !== last) return;
    fill(element, [...limits(settings, nameOf), ...others(settings, choices, nameOf)].map(([says, value]) => h("div", null, h("dt", null, says), h("dd", { class: "figure" }, value))));
  }
  return { element, show };
}

/**
 * Return the limits; boxes with the same limits are grouped.
 * @param {Settings} settings
 * @param {(spot: string) => string} nameOf
 */
function limits(settings, nameOf) {
  const spots = Object.keys(settings).filter((name) => name.includes(" ")).map((name) => name.slice(name.indexOf(" ") + 1));
  /** @type {Map<string, string[]>} */
  const alike = new Map();
  for (const spot of new Set(spots)) {
    const range = between(settings[`min ${spot}`], settings[`max ${spot}`]);
    alike.set(range, [...(alike.get(range) ?? []), nameOf(spot)]);
  }
  const rows = [...alike].map(([range, names]) => [shortened(names), range]);
  return rows.length ? rows : [["Limits", "no minimum, no maximum"]];
}

/** Return the names of a few boxes, or the first of many and how many more there are. @param {string[]} names */
function shortened(names) {
  return names.length <= 4 ? names.join(", ") : `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
}

/** @param {string | undefined} least @param {string | undefined} most */
function between(least, most) {
  if (least && most) return `${least} to ${most}`;
  return least ? `at least ${least}` : `at most ${most}`;
}

/**
 * The settings in words for a player; null for a setting that a player need not know.
 * @type {{[name: string]: (value: string, nameOf: (spot: string) => string) => [string, string] | null}}
 */
const WORDS = {
  "betting-time": (value) => ["Time to bet", `${value} s`],
  odds: (value) => ["Odds", multiples(value)],
  "betting-unit": (value) => ["Bets in units of", value],
  "payable-unit": (value) => ["Payments in units of", value],
  breakage: (value) => ["Payments are rounded", value],
  shooter: (value) => ["Dice thrown by", value === "seats" ? "the players in turn" : `a ${value}`],
  unavailable: (value) => ["Not offered here", spaced(value)],
  "shared-boxes": (value, nameOf) => ["One maximum for all players", value.split(",").map(nameOf).join(", ")],
  crew: () => null,
  "dice-set": () => null,
  "no-roll-callers": () => null,
};

/**
 * Return the settings that differ from the book's defaults, and the odds limit.
 * @param {Settings} settings
 * @param {Choice[]} choices
 * @param {(spot: string) => string} nameOf
 */
function others(settings, choices, nameOf) {
  return choices
    .filter(({ name, kind }) => name in settings || kind === "multiple")
    .flatMap(({ name, says, default: usual }) => {
      const value = settings[name] ?? usual;
      if (value === "none" || value === "off") return [];
      const told = name in WORDS ? WORDS[name](value, nameOf) : [capital(says.replace(/^whether /, "")), value === "on" ? "yes" : spaced(value)];
      return told ? [told] : [];
    });
}

/** Return a list of the house with spaces after the commas. @param {string} names */
const spaced = (names) => names.replaceAll(",", ", ").replaceAll("-", " ");

/** Return one multiple for all numbers, or each with the numbers it is for. @param {string} value like "2", or "4:3,6:5" */
function multiples(value) {
  /** @type {Map<string, string[]>} */
  const by = new Map();
  for (const each of value.split(",")) {
    const [number, times] = each.includes(":") ? each.split(":") : ["", each];
    by.set(times, [...(by.get(times) ?? []), number]);
  }
  const said = (/** @type {string} */ times) => (times === "1" ? "the amount of the bet" : `${times} times`);
  return [...by].map(([times, numbers], place) => `${place ? "" : "up to "}${said(times)}${by.size > 1 ? ` on ${numbers.join(", ")}` : ""}`).join("; ");
}
