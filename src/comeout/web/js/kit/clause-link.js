// Links a clause or a reading to its place on the rulebook's page.

import { capital, h } from "./dom.js";

/** The pattern of a reading's id; a clause never matches it. */
const READING = /^(ALL|XA|AD|SE|EV)-\d+$/;
/** The same within a text. */
export const READINGS = /\b((?:ALL|XA|AD|SE|EV)-\d+)\b/;
/** The pages that nobody should lose to read a clause: a link on them opens a tab of its own. */
const STAYS = /^\/(table|crew|drill)\b/;

/** @type {Map<string, string>} the names of spots whose ids no player should read */
let names = new Map();

/** Learn how the spots of a table are called, so that sentences name them. @param {{[spot: string]: {name: string}}} spots */
export function callSpots(spots) {
  names = new Map(Object.entries(spots).filter(([id]) => id.includes("-")).map(([id, { name }]) => [id, name]));
}

/** Return a text with the names of spots in place of their ids. @param {string} text */
const named = (text) => text.replace(/[a-z]+(?:-[a-z0-9]+)+/g, (word) => names.get(word) ?? word);

/**
 * Return a text of the house as a sentence.
 * @param {string} says
 */
export function sentence(says) {
  const text = capital(named(says));
  return !text || /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Return a link to a clause or a reading, or to several that are named together; nothing if none is named.
 * @param {string} book its key
 * @param {string} clause as the house names it, with or without the book before it; a reading by its id
 */
export function clauseLink(book, clause) {
  if (!clause) return null;
  const links = clause.split("; ").map((each) => oneLink(book, each));
  return links.length === 1 ? links[0] : h("span", null, links.flatMap((each, place) => (place ? [", ", each] : [each])));
}

/**
 * @param {string} book
 * @param {string} clause
 */
function oneLink(book, clause) {
  const named = `${book.split("@")[0]} `;
  const id = clause.startsWith(named) ? clause.slice(named.length) : clause;
  const reading = READING.test(id);
  const place = `${reading ? "reading" : "clause"}-${encodeURIComponent(id)}`;
  const away = STAYS.test(location.pathname);
  return h("a", { class: "clause", href: `/rules/${encodeURIComponent(book)}#${place}`, target: away ? "_blank" : null, title: away ? "Opens in a new tab" : null }, reading ? "How we read it" : `Rule ${id}`);
}
