// A rulebook's clauses and readings as a searchable list.

import { READINGS, clauseLink } from "../kit/clause-link.js";
import { fill, h } from "../kit/dom.js";

/** @typedef {import("../protocol.d.ts").BookText} Book */
/** @typedef {import("../protocol.d.ts").ClauseText} Clause */
/** @typedef {import("../protocol.d.ts").ReadingText} Reading */

/** Who is responsible for a clause, by the catalogue's word for it. @type {{[duty: string]: string}} */
export const DUTIES = { ENGINE: "Played by the table", CREW: "Kept by the crew", PLAYER: "Kept by players", DISPLAY: "Shown on the page", NOTICE: "For information" };

/** Return how a reading is called on this page: by its number in the list. @param {Book} book @param {string} id */
const called = ({ readings }, id) => `reading ${readings.findIndex((each) => each.id === id) + 1}`;

/**
 * Return a text with links in place of the ids of readings, which are for those who keep the rules.
 * @param {Book} book
 * @param {string} text
 */
function readable(book, text) {
  return text.split(READINGS).map((part, place) => {
    if (place % 2 === 0) return part;
    if (!book.readings.some((each) => each.id === part)) return h("span", { title: part }, "a reading of another book");
    return h("a", { class: "clause", href: `#reading-${part}`, title: part }, called(book, part));
  });
}

/** @param {Book} book */
export function clauseList(book) {
  const search = h("input", { type: "search", placeholder: "a word or a clause", "aria-label": "Find in the clauses" });
  const duty = h("select", { "aria-label": "Who keeps it" }, h("option", { value: "" }, "Anybody"), Object.entries(DUTIES).map(([duty, says]) => h("option", { value: duty }, says)));
  const count = h("p", { class: "small quieter", role: "status" });
  const items = book.clauses.map((each) => ({ each, element: clauseItem(book, each) }));
  const headings = [...new Set(book.clauses.map((each) => each.heading))];
  const blocks = headings.map((heading) => {
    const mine = items.filter((item) => item.each.heading === heading);
    return { mine, element: h("div", { class: "clause-block" }, h("h3", null, heading), mine.map((item) => item.element)) };
  });
  const filter = () => {
    const words = search.value.trim().toLowerCase();
    for (const { each, element } of items) element.hidden = !((!words || `${each.id} ${each.says}`.toLowerCase().includes(words)) && (!duty.value || each.duty === duty.value));
    for (const { mine, element } of blocks) element.hidden = mine.every((item) => item.element.hidden);
    const left = items.filter((item) => !item.element.hidden).length;
    fill(count, left ? `${left} of ${items.length} clauses` : "No clause matches. Clear the search to see them all.");
  };
  search.addEventListener("input", filter);
  duty.addEventListener("change", filter);
  filter();
  return h("div", null, h("div", { class: "finding" }, search, duty), count, blocks.map((each) => each.element));
}

/**
 * @param {Book} book
 * @param {Clause} clause
 */
function clauseItem(book, clause) {
  const readings = clause.readings.map((id) => book.readings.find((each) => each.id === id)).filter((each) => each !== undefined);
  return h(
    "article",
    { class: "clause-item", id: `clause-${clause.id}`, tabindex: -1 },
    h("div", { class: "spread" }, h("h4", null, clause.id), h("span", { class: "tag" }, (DUTIES[clause.duty] ?? clause.duty).toLowerCase())),
    h("p", null, readable(book, clause.says)),
    readings.map((each) => h("p", { class: "small reading" }, h("a", { href: `#reading-${each.id}`, title: each.id }, "How we read it:"), " ", readable(book, each.reading))),
    (clause.tests.length > 0 || clause.lives.length > 0 || clause.shown) &&
      h(
        "details",
        { class: "small" },
        h("summary", null, "How it is applied"),
        clause.shown && h("p", null, `Shown on the page: ${clause.shown}.`),
        clause.lives.length > 0 && h("p", null, `In the code: ${clause.lives.join("; ")}.`),
        clause.tests.length > 0 && h("ul", null, clause.tests.map((each) => h("li", null, h("code", null, each)))),
      ),
  );
}

/**
 * @param {Book} book
 * @param {Reading} reading
 */
export function readingItem(book, reading) {
  return h(
    "article",
    { class: "clause-item", id: `reading-${reading.id}`, tabindex: -1 },
    h("div", { class: "spread" }, h("h3", { title: reading.id }, `Reading ${book.readings.indexOf(reading) + 1}`), h("span", null, reading.clauses.map((each) => [clauseLink(book.id, each), " "]).flat())),
    h("p", null, h("strong", null, "Unclear: "), readable(book, reading.problem)),
    h("p", null, h("strong", null, "Read as: "), readable(book, reading.reading)),
    h("p", { class: "quieter" }, h("strong", null, "Because: "), readable(book, reading.reason)),
    h("details", { class: "small" }, h("summary", null, "For those who keep the rules"), h("p", null, "This reading is ", h("code", null, reading.id), ". The rows of the book that rest on it cite it by this name.")),
  );
}
