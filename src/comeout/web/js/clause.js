// A clause as a link: every answer of the house names the clause it rests on, and the book's page has it.

import { capital, h } from "./dom.js";

/**
 * What the house says, as a sentence.
 * @param {string} says
 */
export function sentence(says) {
  const text = capital(says);
  return !text || /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * A link to a clause of a book, or several that are named together; nothing where none is named.
 * @param {string} book
 * @param {string} clause as the house names it, with or without the book before it
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
  const id = clause.startsWith(`${book} `) ? clause.slice(book.length + 1) : clause;
  return h("a", { class: "clause", href: `/rules/${encodeURIComponent(book)}#clause-${encodeURIComponent(id)}` }, `Rule ${id}`);
}
