// One book as a page to read: bets with payouts and exact figures, procedures, clauses with their readings.

import { cached } from "../app/rest-client.js";
import { clauseLink } from "../kit/clause-link.js";
import { fill, h, style } from "../kit/dom.js";

/** @typedef {{percent: string, fraction: string} | null} Share */
/** @typedef {{topic: string, text: string, clause: string, short: string}} Statement */
/** @typedef {{on: string, odds: string, clause: string}} Price */
/**
 * @typedef {object} Figures
 * @property {string} bet
 * @property {string} name
 * @property {Share} edge_per_bet
 * @property {Share} edge_per_resolved
 * @property {Share} edge_per_roll
 * @property {Share} edge_on_outlay
 * @property {Share} win
 * @property {Share} lose
 * @property {Share} push
 * @property {string | null} mean_rolls
 * @property {string | null} standard_deviation
 */
/**
 * @typedef {object} Wager
 * @property {string} id
 * @property {string} name
 * @property {string} group
 * @property {string} says
 * @property {{then: string, on: string, clause: string}[]} outcomes
 * @property {Price[]} payouts
 * @property {Price[]} net what the whole of a bet made of parts comes to
 * @property {Statement[]} terms
 * @property {Figures[]} edges
 */
/**
 * @typedef {object} Clause
 * @property {string} id
 * @property {string} heading
 * @property {string} duty
 * @property {string} says
 * @property {string[]} readings
 * @property {string[]} lives
 * @property {string} shown
 * @property {string[]} tests
 */
/** @typedef {{id: string, kind: string, clauses: string[], problem: string, reading: string, reason: string}} Reading */
/**
 * @typedef {object} Book
 * @property {string} id
 * @property {string} title
 * @property {string} source
 * @property {number} revision
 * @property {string} digest
 * @property {{name: string, says: string}[]} facts
 * @property {{title: string, statements: Statement[]}[]} sections
 * @property {string[]} groups
 * @property {Wager[]} wagers
 * @property {Clause[]} clauses
 * @property {Reading[]} readings
 * @property {{word: string, says: string, clause: string}[]} glossary
 * @property {{name: string, says: string, default: string, clause: string}[]} notices
 * @property {{[count: string]: number}} conformance
 */

/** Who keeps a clause, by the catalogue's word for it. @type {{[duty: string]: string}} */
const DUTIES = { ENGINE: "Played by the table", CREW: "Kept by the crew", PLAYER: "Kept by players", DISPLAY: "Shown on the page", NOTICE: "For information" };

/** @type {import("../app/routes.js").Show} */
export async function show(root, { book }) {
  await style("/css/rules.css");
  /** @type {Book} */
  const found = await cached(`/books/${encodeURIComponent(book)}/reading`);
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
    h("p", { class: "own-words quieter small" }, "The rules are told here in our own words, clause by clause. This is no copy of the document named above; whoever plays by it keeps one."),
    h("dl", { class: "book-facts panel" }, [...new Set(found.facts.map((fact) => fact.name))].map((name) => h("div", null, h("dt", null, name), found.facts.filter((fact) => fact.name === name).map((fact) => h("dd", null, fact.says))))),
    h("nav", { class: "contents", "aria-label": "On this page" }, parts.map((each) => h("a", { href: `#${each.id}` }, each.dataset.title))),
    parts,
  );
  openTarget();
  addEventListener("hashchange", openTarget);
  return { title: found.title, close: () => removeEventListener("hashchange", openTarget) };
}

/** What a link leads to is shown even when a filter hides it or it is folded away. */
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
        wager.net.length > 0 && [h("h4", null, "In all"), prices(book, wager.net)],
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
  if (!edges.length) return "no edge by itself";
  const sorted = edges.sort((a, b) => parseFloat(a) - parseFloat(b));
  if (sorted.length > 1) return `edge ${sorted[0]} to ${sorted[sorted.length - 1]}`;
  return parseFloat(sorted[0]) ? `edge ${sorted[0]}` : "no house edge";
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
      h("thead", null, h("tr", null, ["Bet", "Wins", "Loses", "Comes back", "Edge per bet made", "per bet resolved", "per roll", "Rolls"].map((name, place) => h("th", { scope: "col", class: place ? "number" : "" }, name)))),
      h(
        "tbody",
        null,
        wager.edges.map((row) =>
          h("tr", null, h("th", { scope: "row" }, row.name), share(row.win), share(row.lose), share(row.push), share(row.edge_per_bet), share(row.edge_per_resolved), share(row.edge_per_roll), h("td", { class: "number" }, row.mean_rolls ?? "–")),
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
      h("thead", null, h("tr", null, ["Setting", "What it is", "Unless told otherwise", "Clause"].map((name) => h("th", { scope: "col" }, name)))),
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
function clauseList(book) {
  const search = h("input", { type: "search", placeholder: "a word or a clause", "aria-label": "Find in the clauses" });
  const duty = h("select", { "aria-label": "Who keeps it" }, h("option", { value: "" }, "Whoever keeps it"), Object.entries(DUTIES).map(([duty, says]) => h("option", { value: duty }, says)));
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
    fill(count, left ? `${left} of ${items.length} clauses` : "No clause has these words. Clear the search to see them all.");
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
    h("p", null, clause.says),
    readings.map((each) => h("p", { class: "small reading" }, h("a", { href: `#reading-${each.id}` }, each.id), ` ${each.reading}`)),
    (clause.tests.length > 0 || clause.lives.length > 0 || clause.shown) &&
      h(
        "details",
        { class: "small" },
        h("summary", null, "How it is honoured"),
        clause.shown && h("p", null, `Shown on the page: ${clause.shown}.`),
        clause.lives.length > 0 && h("p", null, `Where it lives: ${clause.lives.join("; ")}.`),
        clause.tests.length > 0 && h("ul", null, clause.tests.map((each) => h("li", null, h("code", null, each)))),
      ),
  );
}

/**
 * @param {Book} book
 * @param {Reading} reading
 */
function readingItem(book, reading) {
  return h(
    "article",
    { class: "clause-item", id: `reading-${reading.id}`, tabindex: -1 },
    h("div", { class: "spread" }, h("h3", null, reading.id), h("span", null, reading.clauses.map((each) => [clauseLink(book.id, each), " "]).flat())),
    h("p", null, h("strong", null, "Unclear: "), reading.problem),
    h("p", null, h("strong", null, "Read as: "), reading.reading),
    h("p", { class: "quieter" }, h("strong", null, "Because: "), reading.reason),
  );
}

/** @param {Book} book */
function conformance(book) {
  const { clauses, tested, page, unmet } = book.conformance;
  return h(
    "div",
    null,
    h("p", null, `${clauses} clauses: ${tested} are shown by tests that cite them, ${page} of these on the page itself; ${unmet} are unmet.`),
    h(
      "div",
      { class: "scroll-x", tabindex: 0, role: "region", "aria-label": "Clauses by who keeps them" },
      h("table", { class: "table-list" }, h("thead", null, h("tr", null, ["Who keeps them", "Clauses"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", null, Object.entries(DUTIES).map(([duty, says]) => h("tr", null, h("th", { scope: "row" }, says), h("td", { class: "figure" }, book.conformance[duty] ?? 0))))),
    ),
    h("p", { class: "small quieter figure" }, `Revision ${book.revision}, digest ${book.digest}`),
  );
}
