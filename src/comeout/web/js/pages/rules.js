// The rules page lists every rulebook and compares any two.

import { cached } from "../app/rest-client.js";
import { capital, fill, h, style } from "../kit/dom.js";

/** @type {import("../app/routes.js").Show} */
export async function show(root) {
  await style("/css/rules.css");
  const books = await cached("/lobby/books");
  fill(
    root,
    h("h1", null, "The rules"),
    h("p", { class: "quieter" }, "Every table here follows one of these books, clause by clause. Each page lists the bets with their payouts and house edge, the procedures, every clause in plain words, and how we read the unclear ones."),
    h(
      "div",
      { class: "grid book-list" },
      books.map((book) =>
        h(
          "article",
          { class: "panel" },
          h("h2", null, h("a", { href: `/rules/${book.book}` }, book.house)),
          h("p", { class: "quieter small" }, `${book.about} · ${book.bets} kinds of bets`),
          h("p", { class: "small" }, h("strong", null, "Odds "), book.odds),
          h("p", { class: "small edges-title" }, h("strong", null, "House edge"), " of each bet made"),
          h("dl", { class: "edges", "aria-label": "House edge of each bet made" }, book.edges.map((edge) => h("div", null, h("dt", null, edge.name), h("dd", { class: "figure" }, edge.percent)))),
          h("ul", { class: "small plain-list" }, book.unusual.map((text) => h("li", null, capital(text)))),
        ),
      ),
    ),
    comparing(books),
  );
  return { title: "The rules" };
}

/**
 * Return the form that chooses two books to compare.
 * @param {{book: string, house: string}[]} books
 * @param {string} [first]
 * @param {string} [second]
 */
export function comparing(books, first = books[0]?.book, second = books[1]?.book) {
  const choose = (/** @type {string} */ label, /** @type {string | undefined} */ chosen) =>
    h("select", { "aria-label": label }, books.map((each) => h("option", { value: each.book, selected: each.book === chosen }, each.house)));
  const [a, b] = [choose("First book", first), choose("Second book", second)];
  const link = h("a", { class: "button main", href: `/rules/compare/${first}/${second}` }, "Compare");
  const point = () => link.setAttribute("href", `/rules/compare/${a.value}/${b.value}`);
  a.addEventListener("change", point);
  b.addEventListener("change", point);
  return h(
    "section",
    { class: "panel comparing", "aria-labelledby": "comparing-title" },
    h("h2", { id: "comparing-title" }, "Compare two books"),
    h("div", { class: "comparing-row" }, a, b, link),
  );
}
