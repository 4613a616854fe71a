// The comparison page shows what differs between two rulebooks, each side with its clause.

import { cached } from "../app/rest-client.js";
import { clauseLink } from "../kit/clause-link.js";
import { fill, h, style } from "../kit/dom.js";
import { comparing } from "./rules.js";

/** @typedef {import("../protocol.d.ts").BetName} Bet */
/** @typedef {import("../protocol.d.ts").Comparison} Diff */
/** @typedef {import("../protocol.d.ts").Compared} Differences */

/** @type {import("../app/routes.js").Show} */
export async function show(root, { a, b }) {
  await style("/css/rules.css");
  /** @type {[Diff, {book: string, house: string}[]]} */
  const [diff, books] = await Promise.all([cached(`/books/${encodeURIComponent(a)}/diff/${encodeURIComponent(b)}`), cached("/lobby/books")]);
  const [first, second] = [a, b].map((id) => books.find((each) => each.book === id)?.house ?? id);
  const title = `${first} and ${second}`;
  fill(
    root,
    h("p", { class: "small" }, h("a", { href: "/rules" }, "All rules")),
    h("h1", null, title),
    h("p", { class: "quieter" }, diff.same ? "These two books do not differ." : `${diff.count} differences, each with its clause on both sides.`),
    comparing(books, a, b),
    (diff.only_a.length > 0 || diff.only_b.length > 0) && onlyHere(diff, first, second),
    block(diff, first, second, "Bets", diff.wagers),
    block(diff, first, second, "How the table is run", diff.procedures),
    figures(diff, first, second),
  );
  return { title };
}

/** Return a bet's name without its number. @param {string} name */
const kindOf = (name) => name.replace(/,?( on| high)? #/, "");

/**
 * @param {Diff} diff
 * @param {string} first
 * @param {string} second
 */
function onlyHere(diff, first, second) {
  const list = (/** @type {string} */ name, /** @type {string} */ book, /** @type {Bet[]} */ bets) =>
    h("div", { class: "panel" }, h("h3", null, `Only at ${name}`), bets.length ? h("ul", { class: "plain-list" }, bets.map((each) => h("li", null, kindOf(each.name), " ", clauseLink(book, each.clause)))) : h("p", { class: "quieter" }, "No bet of its own."));
  return h("section", null, h("h2", null, "Bets that only one of them has"), h("div", { class: "grid" }, list(first, diff.a.id, diff.only_a), list(second, diff.b.id, diff.only_b)));
}

/**
 * @param {Diff} diff
 * @param {string} first
 * @param {string} second
 * @param {string} title
 * @param {Differences[]} all
 */
function block(diff, first, second, title, all) {
  if (!all.length) return null;
  const cell = (/** @type {string} */ text, /** @type {string} */ book, /** @type {string} */ clause) => h("td", null, text === "-" ? h("span", { class: "quieter" }, "says nothing") : text, " ", clause && clauseLink(book, clause));
  return h(
    "section",
    null,
    h("h2", null, title),
    all.map((each) =>
      h(
        "div",
        { class: "difference" },
        h("h3", null, kindOf(each.name)),
        h(
          "div",
          { class: "scroll-x", tabindex: 0, role: "region", "aria-label": kindOf(each.name) },
          h(
            "table",
            { class: "table-list beside" },
            h("thead", null, h("tr", null, ["", first, second].map((name) => (name ? h("th", { scope: "col" }, name) : h("td", null))))),
            h("tbody", null, each.differences.map((row) => h("tr", null, h("th", { scope: "row" }, row.topic), cell(row.a, diff.a.id, row.clause_a), cell(row.b, diff.b.id, row.clause_b)))),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Diff} diff
 * @param {string} first
 * @param {string} second
 */
function figures(diff, first, second) {
  if (!diff.figures.length) return null;
  return h(
    "section",
    null,
    h("h2", null, "Exact figures that differ"),
    h(
      "div",
      { class: "scroll-x", tabindex: 0, role: "region", "aria-label": "Exact figures that differ" },
      h(
        "table",
        { class: "table-list small" },
        h("thead", null, h("tr", null, ["Bet", "Figure", first, second, "Difference"].map((name, place) => h("th", { scope: "col", class: place > 1 ? "number" : "" }, name)))),
        h(
          "tbody",
          null,
          diff.figures.map((row) =>
            h("tr", null, h("th", { scope: "row" }, row.name), h("td", null, row.says), h("td", { class: "number" }, h("span", { title: row.a_fraction }, row.a)), h("td", { class: "number" }, h("span", { title: row.b_fraction }, row.b)), h("td", { class: "number" }, row.change)),
          ),
        ),
      ),
    ),
  );
}
