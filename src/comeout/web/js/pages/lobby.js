// The lobby offers a private table of each rulebook, the player's own tables, and the live tables.

import { Refusal, cached, enter, get, post } from "../app/rest-client.js";
import { allLessons, learned, takeLesson } from "../app/lessons.js";
import { go } from "../app/router.js";
import { preferences } from "../kit/preferences.js";
import { askUntil, toast } from "../kit/dialog.js";
import { sentence } from "../kit/clause-link.js";
import { fill, h, style } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { fillLive, houseOf, liveSection, puck, refill, tick } from "./live-tables.js";
import { openForm } from "./new-table-form.js";
import { seatAt } from "../table/sit-down.js";

/** @typedef {import("../protocol.d.ts").Special} Special */
/** @typedef {import("../protocol.d.ts").TableLine} TableLine */
/** @typedef {import("../app/lessons.js").Lesson} Lesson */

const EVERY_MS = 4000;

/** Prefetch what is the same for everybody, before it is known who visits. */
export function ahead() {
  cached("/lobby/books").catch(() => {});
  void style("/css/lobby.css");
}

/** Prefetch what a player who sits down needs next. @param {string} [book] */
function next(book) {
  import("./table.js").then((table) => table.ahead(book), () => {});
}

/** @type {import("../app/routes.js").Show} */
export async function show(root) {
  const [who, specials, tables, lessons] = await Promise.all([enter(), cached("/lobby/books"), get("/tables"), learned().length ? allLessons().catch(() => []) : [], style("/css/lobby.css")]);
  /** @type {Special[]} */
  const books = specials;
  const live = h("div", { class: "live-tables" });
  const note = h("p", { class: "quieter small live-note" });
  const mine = h("section", { class: "mine", "aria-labelledby": "mine-title" });
  /** @type {TableLine[]} */
  let now = tables;
  fill(root, hero(who), mine, bookList(books, lessons, () => now), liveSection(live, note, () => void create(books)));
  let asked = performance.now();
  const draw = () => {
    fill(note, "Shared tables with a betting clock: everybody plays the same dice.");
    fillMine(mine, now, books);
    fillLive(live, now, books, asked);
  };
  draw();
  const pictures = inSight(root.querySelectorAll("[data-src]"));
  const again = setInterval(async () => {
    try {
      now = await get("/tables");
      asked = performance.now();
      draw();
    } catch {
      fill(note, "The house is not answering. This list may be out of date.");
    }
  }, EVERY_MS);
  const ticking = setInterval(() => tick(live, asked), 250);
  setTimeout(() => next());
  return { title: "Tables", close: () => (clearInterval(again), clearInterval(ticking), pictures.disconnect()) };
}

/** Draw each felt only when it is nearly in view, since drawing takes long. @param {Iterable<Element>} pictures */
function inSight(pictures) {
  const looking = new IntersectionObserver(
    (seen) => {
      for (const { target } of seen.filter((each) => each.isIntersecting)) {
        looking.unobserve(target);
        target.setAttribute("src", target.getAttribute("data-src") ?? "");
      }
    },
    { rootMargin: "200px" },
  );
  for (const each of pictures) looking.observe(each);
  return looking;
}

/** @param {import("../app/rest-client.js").Who} who */
function hero(who) {
  const wallet = h("strong", { class: "figure" }, "…");
  const racks = h("span");
  void get("/wallet").then(
    (found) => {
      fill(wallet, money(found.wallet_cents));
      const there = found.racks_cents + found.at_risk_cents;
      if (there) fill(racks, " and ", h("strong", { class: "figure" }, money(there)), found.at_risk_cents ? ` at tables, ${money(found.at_risk_cents)} of it bet` : " in your racks at tables");
    },
    () => fill(wallet, "an unknown amount"),
  );
  const easy = h("input", { type: "checkbox", checked: Boolean(preferences.get("easy")) });
  easy.addEventListener("change", () => preferences.set("easy", easy.checked));
  return h(
    "header",
    { class: "hero" },
    h("h1", null, "Pull up to the table"),
    h(
      "p",
      { class: "quieter" },
      "Craps under four real rulebooks, for play money. You are ",
      h("strong", null, who.name),
      who.guest ? " (a guest; " : " (",
      h("a", { href: "/account" }, who.guest ? "keep your wallet under a name" : "your account"),
      "), with ",
      wallet,
      " in your wallet",
      racks,
      ".",
    ),
    h("label", { class: "switch" }, easy, "Easy table: show only the basic bets"),
  );
}

/**
 * Return the books: one to begin with, large, and the others beside each other.
 * @param {Special[]} books
 * @param {Lesson[]} lessons
 * @param {() => TableLine[]} tables
 */
function bookList(books, lessons, tables) {
  const first = books.find((book) => book.why_first) ?? books[0];
  return h(
    "section",
    { "aria-labelledby": "books-title" },
    firstCard(first, lessons, tables),
    h("div", { class: "spread" }, h("h2", { id: "books-title" }, "Three more casinos, each with its own rules"), h("a", { href: "/rules" }, "Read and compare the rules")),
    h("div", { class: "books" }, books.filter((book) => book !== first).map((book) => bookCard(book, tables))),
  );
}

/** @param {Special} book */
const picture = (book) => h("img", { class: "book-felt", data: { src: `/api/v1/books/${book.book}/felt.svg` }, alt: "", width: 1600, height: 900, decoding: "async" });

/**
 * Return the large card of the book that newcomers begin with.
 * @param {Special} book
 * @param {Lesson[]} lessons all lessons, for somebody who has finished one
 * @param {() => TableLine[]} tables
 */
function firstCard(book, lessons, tables) {
  const title = `book-${book.book}`;
  const done = lessons.filter((each) => learned().includes(each.id)).length;
  const later = lessons.find((each) => !learned().includes(each.id));
  const begin = () => {
    if (!done) preferences.set("easy", true);
    void takeLesson(later?.id ?? "first-hand").catch((bad) => toast(bad instanceof Refusal ? bad.says : "That did not work. Try again.", { kind: "bad" }));
  };
  return h(
    "article",
    { class: "book first-table", "aria-labelledby": title },
    h(
      "div",
      { class: "first-says" },
      h("h2", { id: title }, book.house),
      h("p", { class: "newcomers" }, book.why_first || book.newcomers),
      done && !later ? null : h("button", { type: "button", class: "button main first-hand", on: { click: begin } }, done && later ? `Next lesson: ${later.title}` : "Play your first hand"),
      done ? h("p", { class: "quieter small lessons-done" }, `${done} of ${lessons.length} lessons done`) : null,
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: done && !later ? "button main sit-first" : "button", on: { click: (/** @type {Event} */ event) => sit(book, tables(), event) } }, "Sit down"),
        h("a", { class: "button quiet", href: `/rules/${book.book}` }, "Rules"),
      ),
    ),
    h("div", { class: "first-felt" }, picture(book)),
  );
}

/**
 * @param {Special} book
 * @param {() => TableLine[]} tables
 */
function bookCard(book, tables) {
  const title = `book-${book.book}`;
  return h(
    "article",
    { class: "book panel", "aria-labelledby": title },
    picture(book),
    h("h3", { id: title }, book.house),
    h("p", { class: "quieter small about newcomers" }, book.newcomers || book.about),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button", on: { click: (/** @type {Event} */ event) => sit(book, tables(), event) } }, "Sit down"),
      h("a", { class: "button quiet", href: `/rules/${book.book}` }, "Rules"),
    ),
  );
}

/**
 * Go to a private table: the one you have, or a new one.
 * @param {Special} book
 * @param {TableLine[]} tables
 * @param {Event} event
 */
async function sit(book, tables, event) {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  button.disabled = true;
  try {
    next(book.book);
    await go(await seatAt(book.book, tables));
  } catch (bad) {
    button.disabled = false;
    toast(bad instanceof Refusal ? bad.says : "That did not work. Try again.", { kind: "bad" });
  }
}

/**
 * @param {HTMLElement} mine
 * @param {TableLine[]} tables
 * @param {Special[]} books
 */
function fillMine(mine, tables, books) {
  const found = tables.filter((each) => each.sits && !each.closed);
  mine.hidden = !found.length;
  document.querySelector(".first-table .first-hand, .first-table .sit-first")?.classList.toggle("main", mine.hidden); // who plays already is led back first
  if (mine.hidden) return;
  refill(
    mine,
    h("h2", { id: "mine-title" }, "Where you were"),
    h(
      "div",
      { class: "row" },
      found.map((table, place) => {
        const name = table.mode === "live" && table.name !== table.book ? table.name : houseOf(books, table.book);
        return h(
          "span",
          { class: "where-you-were" },
          h(
            "a",
            { class: place ? "button resume" : "button main resume", href: `/table/${table.id}` },
            h("span", null, name),
            h("span", { class: "quieter small" }, `${puck(table)} · ${table.rolls} ${table.rolls === 1 ? "roll" : "rolls"}`),
          ),
          h("button", { type: "button", class: "button quiet", "aria-label": `Leave ${name}`, on: { click: (/** @type {Event} */ event) => void leave(table, event) } }, "Leave"),
        );
      }),
    ),
  );
}

/** Leave a table; the rack goes back to the wallet. @param {TableLine} table @param {Event} event */
async function leave(table, event) {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  button.disabled = true;
  try {
    await post(`/tables/${encodeURIComponent(table.id)}/leave`, {});
    toast("You have left. Your chips are back in your wallet.");
    button.closest(".where-you-were")?.remove();
  } catch (bad) {
    button.disabled = false;
    toast(bad instanceof Refusal ? sentence(bad.says) : "That did not work. Try again.", { kind: "bad" });
  }
}

/** @param {Special[]} books */
async function create(books) {
  const form = openForm(books);
  const actions = [
    { label: "Not now", value: null, kind: "quiet" },
    { label: "Open it", value: "open", kind: "main" },
  ];
  await askUntil({ title: "Open a table", body: [form.element], wide: true, actions }, async () => {
    try {
      const asked = form.read();
      if (typeof asked === "string") return asked;
      const table = await post("/tables", asked);
      await go(`/table/${table.id}?sit${table.mode === "live" ? "&invite" : ""}`);
      return "";
    } catch (bad) {
      return bad instanceof Refusal ? bad.says : "That did not work. Try again";
    }
  });
}
