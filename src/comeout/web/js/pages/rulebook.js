// The rulebook page shows one book: bets with payouts and exact figures, procedures, clauses and readings.

import { cached } from "../app/rest-client.js";
import { clauseLink } from "../kit/clause-link.js";
import { fill, h, style } from "../kit/dom.js";
import { DUTIES, clauseList, readingItem } from "./rulebook-clauses.js";

/** @typedef {import("../protocol.d.ts").BookText} Book */
/** @typedef {import("../protocol.d.ts").BetCost} Figures */
/** @typedef {import("../protocol.d.ts").Paid} Price */
/** @typedef {import("../protocol.d.ts").Figure} Share */
/** @typedef {import("../protocol.d.ts").Statement} Statement */
/** @typedef {import("../protocol.d.ts").WagerText} Wager */

/** The columns of a bet's figures, each with its denominator. */
const FIGURES = [
  ["Bet", ""],
  ["Win", "of bets made"],
  ["Lose", "of bets made"],
  ["Push", "of bets made"],
  ["House edge", "of each bet made"],
  ["House edge", "of each decided bet"],
  ["House edge", "of the bet, per roll"],
  ["Return", "of money staked on decided bets"],
  ["Rolls", "to a decision"],
];

/** @type {import("../app/routes.js").Show} */
export async function show(root, { book }) {
  await style("/css/rules.css");
  /** @type {Book} */
  const found = { .../** @type {Book} */ (await cached(`/books/${encodeURIComponent(book)}/reading`)), id: book }; // links ask by the same key
  const parts = [
    part("layout", "The layout", picture(found)),
    part("bets", "Bets, payouts and figures", found.groups.map((group) => betGroup(found, group))),
    part("play", "How the table is run", found.sections.map((section) => runs(found, section))),
    part("notices", "What a table posts", notices(found)),
    part("words", "Words", glossary(found)),
    part("clauses", "Every clause", clauseList(found)),
    part("readings", "How unclear clauses are read", found.readings.map((reading) => readingItem(found, reading))),
    part("conformance", "Conformance", conformance(found)),
  ];
  fill(
    root,
    h("p", { class: "small" }, h("a", { href: "/rules" }, "All rules")),
    h("h1", null, found.title),
    h("p", { class: "quieter" }, found.source),
    h("p", { class: "own-words quieter small" }, "This page tells the rules in our own words, clause by clause. It is not a copy of the document named above. If you play by that document, keep a copy of it."),
    h("dl", { class: "book-facts panel" }, [...new Set(found.facts.map((fact) => fact.name))].map((name) => h("div", null, h("dt", null, name), found.facts.filter((fact) => fact.name === name).map((fact) => h("dd", null, fact.says))))),
    h("nav", { class: "contents", "aria-label": "On this page" }, parts.map((each) => h("a", { href: `#${each.id}` }, each.dataset.title))),
    parts,
  );
  openTarget();
  addEventListener("hashchange", openTarget);
  return { title: found.title, close: () => removeEventListener("hashchange", openTarget) };
}

/** Show the target of a link even if a filter hides it or it is collapsed. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  target.hidden = false;
  for (let each = target.parentElement; each; each = each.parentElement) if (each instanceof HTMLDetailsElement) each.open = true;
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.scrollIntoView();
}

/**
 * @param {string} id
 * @param {string} title
 * @param {Node | Node[]} body
 */
function part(id, title, body) {
  return h("section", { id, class: "book-part", tabindex: -1, data: { title }, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), body);
}

/** @param {Book} book */
function picture(book) {
  const src = `/api/v1/books/${book.id}/felt.svg`;
  return h(
    "figure",
    { class: "book-picture" },
    h("img", { src, alt: `The layout of ${book.title}: every box of its bets`, width: 1600, height: 900 }),
    h("figcaption", { class: "small quieter" }, book.clauses.filter((each) => each.shown === "layout drawing").map((each) => [clauseLink(book.id, each.id), " "]).flat()),
  );
}

/**
 * @param {Book} book
 * @param {string} group
 */
function betGroup(book, group) {
  return h("div", { class: "bet-group" }, h("h3", null, group), book.wagers.filter((each) => each.group === group).map((each) => bet(book, each)));
}

/**
 * @param {Book} book
 * @param {Wager} wager
 */
function bet(book, wager) {
  const single = wager.edges.filter((each) => !each.bet.includes("+"));
  const shown = single.length ? single : wager.edges;
  return h(
    "details",
    { class: "bet panel", id: `bet-${wager.id}` },
    h(
      "summary",
      null,
      h("span", { class: "bet-name" }, wager.name),
      h("span", { class: "bet-pays" }, wager.payouts.map((each) => (each.on ? `${each.on}: ${each.odds}` : each.odds)).join(" · ")),
      h("span", { class: "bet-edge figure" }, range(shown)),
    ),
    h("p", null, wager.says),
    h(
      "div",
      { class: "grid" },
      h("div", null, h("h4", null, "What it does"), h("ul", { class: "plain-list" }, wager.outcomes.map((each) => h("li", null, `${each.then} on ${each.on}. `, clauseLink(book.id, each.clause))))),
      h(
        "div",
        null,
        h("h4", null, "What it pays"),
        prices(book, wager.payouts),
        wager.net.length > 0 && [h("h4", null, "In total"), prices(book, wager.net)],
        h("h4", null, "When"),
        h("ul", { class: "plain-list" }, wager.terms.map((each) => h("li", null, `${each.text} `, each.clause && clauseLink(book.id, each.clause)))),
      ),
    ),
    figures(wager),
  );
}

/**
 * @param {Book} book
 * @param {Price[]} paid
 */
function prices(book, paid) {
  return h("ul", { class: "plain-list" }, paid.map((each) => h("li", null, `${each.odds}${each.on ? ` on ${each.on}` : ""}. `, clauseLink(book.id, each.clause))));
}

/** @param {Figures[]} rows */
function range(rows) {
  const edges = [...new Set(rows.map((each) => each.edge_per_bet?.percent ?? ""))].filter(Boolean);
  if (!edges.length) return "no house edge on its own";
  const sorted = edges.sort((a, b) => parseFloat(a) - parseFloat(b));
  if (sorted.length > 1) return `house edge ${sorted[0]} to ${sorted[sorted.length - 1]}`;
  return parseFloat(sorted[0]) ? `house edge ${sorted[0]}` : "no house edge";
}

/** @param {Wager} wager */
function figures(wager) {
  if (!wager.edges.length) return null;
  const share = (/** @type {Share} */ value) => h("td", { class: "number" }, value ? h("span", { title: value.fraction }, value.percent, h("small", { class: "fraction" }, value.fraction)) : "–");
  return h(
    "div",
    { class: "scroll-x", tabindex: 0, role: "region", "aria-label": `Figures of ${wager.name}` },
    h(
      "table",
      { class: "table-list small" },
      h("caption", { class: "visually-hidden" }, `Exact figures of ${wager.name}`),
      h("thead", null, h("tr", null, FIGURES.map(([name, of]) => h("th", { scope: "col", class: of && "number" }, name, of && h("small", { class: "fraction" }, of))))),
      h(
        "tbody",
        null,
        wager.edges.map((row) =>
          h("tr", null, h("th", { scope: "row" }, row.name), share(row.win), share(row.lose), share(row.push), share(row.edge_per_bet), share(row.edge_per_resolved), share(row.edge_per_roll), share(row.return_on_outlay_resolved), h("td", { class: "number" }, row.mean_rolls ?? "–")),
        ),
      ),
    ),
  );
}

/**
 * @param {Book} book
 * @param {{title: string, statements: Statement[]}} section
 */
function runs(book, section) {
  return h("div", { class: "runs" }, h("h3", null, section.title), h("ul", { class: "plain-list" }, section.statements.map((each) => h("li", null, `${each.text} `, each.clause && clauseLink(book.id, each.clause)))));
}

/** @param {Book} book */
function notices(book) {
  return h(
    "div",
    { class: "scroll-x", tabindex: 0, role: "region", "aria-label": "Settings with their clauses" },
    h(
      "table",
      { class: "table-list" },
      h("thead", null, h("tr", null, ["Setting", "What it is", "Default", "Clause"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", null, book.notices.map((each) => h("tr", null, h("th", { scope: "row" }, each.name), h("td", null, each.says), h("td", { class: "figure" }, each.default), h("td", null, each.clause && clauseLink(book.id, each.clause))))),
    ),
  );
}

/** @param {Book} book */
function glossary(book) {
  if (!book.glossary.length) return h("p", { class: "quieter" }, "This book defines no words of its own.");
  return h("dl", { class: "glossary" }, book.glossary.map((each) => h("div", null, h("dt", null, each.word || "In general"), h("dd", null, `${each.says} `, clauseLink(book.id, each.clause)))));
}

/** @param {Book} book */
function conformance(book) {
  const { clauses, tested, page, unmet } = book.conformance;
  return h(
    "div",
    null,
    h("p", null, `${clauses} clauses: ${tested} are covered by tests that cite them, ${page} of these on the page itself. ${unmet} are not met.`),
    h(
      "div",
      { class: "scroll-x", tabindex: 0, role: "region", "aria-label": "Clauses by who keeps them" },
      h("table", { class: "table-list" }, h("thead", null, h("tr", null, ["Who keeps them", "Clauses"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", null, Object.entries(DUTIES).map(([duty, says]) => h("tr", null, h("th", { scope: "row" }, says), h("td", { class: "figure" }, book.conformance[duty] ?? 0))))),
    ),
    h("p", { class: "small quieter figure" }, `Revision ${book.revision}, digest ${book.digest}`),
  );
}
