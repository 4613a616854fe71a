// What a table posts: the least and the most on its boxes, and whatever else it has chosen within its book.

import { cached } from "./api.js";
import { sentence } from "./clause.js";
import { fill, h } from "./dom.js";

/** @typedef {{name: string, kind: string, says: string, default: string}} Choice */
/** @typedef {{[name: string]: string}} Settings */

/**
 * The notice of a table; it is written again whenever what is posted changes.
 * @param {string} book
 * @param {(spot: string) => string} nameOf
 */
export function notice(book, nameOf) {
  const element = h("dl", { class: "posted" });
  /** @type {Promise<Choice[]>} */
  const asked = cached(`/books/${encodeURIComponent(book)}/settings`).then(({ settings }) => settings).catch(() => []);
  let last = "";

  /** @param {Settings} settings */
  async function show(settings) {
    const key = JSON.stringify(settings);
    if (key === last) return;
    last = key;
    const choices = await asked;
    if (key !== last) return;
    fill(element, [...limits(settings, nameOf), ...others(settings, choices)].map(([says, value]) => h("div", null, h("dt", null, says), h("dd", { class: "figure" }, value))));
  }
  return { element, show };
}

/**
 * Boxes of the same limits are named together.
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
  const rows = [...alike].map(([range, names]) => [names.join(", "), range]);
  return rows.length ? rows : [["Limits", "no minimum, no maximum"]];
}

/** @param {string | undefined} least @param {string | undefined} most */
function between(least, most) {
  if (least && most) return `${least} to ${most}`;
  return least ? `at least ${least}` : `at most ${most}`;
}

/**
 * What the table has chosen otherwise than its book, and how far odds may go.
 * @param {Settings} settings
 * @param {Choice[]} choices
 */
function others(settings, choices) {
  const told = choices.filter(({ name, kind }) => name in settings || kind === "multiple");
  return told.map(({ name, says, default: usual }) => [sentence(says).slice(0, -1), settings[name] ?? usual]);
}
