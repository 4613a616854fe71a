// The history page replays every roll the player had a bet on, step by step on the felt, and checks its dice in this
// browser. Crew and inspectors see everybody's rolls of their table.

import { Refusal, cached, get } from "../app/rest-client.js";
import { checkDice } from "../app/dice-check.js";
import { clauseLink } from "../kit/clause-link.js";
import { toast } from "../kit/dialog.js";
import { dice } from "../kit/die-face.js";
import { fill, h, style } from "../kit/dom.js";
import { money, signed } from "../kit/money.js";
import { announce } from "../kit/announce.js";
import { stillFelt } from "../app/still-felt.js";

/** @typedef {import("../protocol.d.ts").RecalledRoll} Roll */
/** @typedef {{table: string, book: string, round: number, rolls: Roll[]}} Round */

const PAGE = 100;

/** @type {import("../app/routes.js").Show} */
export async function show(root, _params, query) {
  await style("/css/history.css");
  const page = new HistoryPage(root, query.get("table"));
  await page.begin();
  return { title: "History", close: () => page.close() };
}

class HistoryPage {
  /**
   * @param {HTMLElement} root
   * @param {string | null} table
   */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    /** @type {Roll[]} newest first */
    this.rolls = [];
    /** @type {number | null} */
    this.before = null;
    /** @type {{[book: string]: string}} */
    this.houses = {};
    /** @type {{book: string, felt: Awaited<ReturnType<typeof stillFelt>>} | null} */
    this.shown = null;
    /** @type {{[spot: string]: {name: string}}} */
    this.names = {};
    this.at = 0;
    this.after = false;
    this.list = h("div", { class: "rounds" });
    this.board = h("section", { class: "board panel", "aria-labelledby": "board-title", tabindex: -1 });
    this.more = h("button", { type: "button", class: "button", on: { click: () => void this.#read() } }, "Earlier rolls");
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    /** Whether these are everybody's rolls. */
    this.everybody = false;
    /** Whether we may download the log of the table. */
    this.log = false;
  }

  async begin() {
    /** @type {[{book: string, house: string}[], void]} */
    const [books] = await Promise.all([cached("/lobby/books"), this.#rights()]);
    this.houses = Object.fromEntries(books.map((each) => [each.book, each.house]));
    await this.#read();
    fill(this.root, h("h1", null, "History"), this.rolls.length ? this.#full() : this.#empty());
    if (!this.rolls.length) return;
    addEventListener("keydown", this.keys);
    await this.#step(0, false);
  }

  close() {
    removeEventListener("keydown", this.keys);
  }

  /** Find out what we may see of the table, by our roles at it or because we play there alone. */
  async #rights() {
    if (!this.table) return;
    try {
      /** @type {import("../app/table-socket.js").Snapshot} */
      const { mode, you } = await get(`/tables/${encodeURIComponent(this.table)}`);
      this.everybody = you.roles.length > 0;
      this.log = this.everybody || mode !== "live";
    } catch (bad) {
      if (!(bad instanceof Refusal && bad.status === 404)) throw bad;
    }
  }

  #empty() {
    return h(
      "div",
      { class: "panel note" },
      h("h2", null, "No rolls yet"),
      h("p", null, this.table ? `${this.everybody ? "Nobody has had a" : "You have had no"} bet on a roll at this table yet.` : "Every roll you have a bet on is kept here, with your bets, the dice, every payment and its clause, and your money before and after."),
      h("div", { class: "row" }, h("a", { class: "button main", href: "/" }, "Back to the tables"), this.table && h("a", { class: "button", href: "/history" }, "All tables")),
    );
  }

  #full() {
    const exports = this.table && this.log ? `/api/v1/tables/${encodeURIComponent(this.table)}/export` : null;
    return [
      h("p", { class: "quieter" }, `${this.everybody ? "Every roll at this table, once for each player who had a bet on it" : "Every roll you had a bet on"}, newest first, grouped by round. Choose one to see it on the felt${matchMedia("(pointer: coarse)").matches ? "" : "; the arrow keys step through them"}. The sums are what the dice decided; charges on buy and lay bets are not in them, but in the session at the table.`),
      h(
        "div",
        { class: "row history-actions" },
        h("a", { class: "button", href: "/api/v1/recall/export", download: "comeout-rolls.jsonl" }, "Export all my rolls"),
        exports && h("a", { class: "button quiet", href: exports, download: "comeout-table.jsonl" }, "Export the table's log"),
        this.table && h("a", { class: "button quiet", href: "/history" }, "All tables"),
        exports && h("a", { class: "button quiet", href: "/verify-dice", target: "_blank" }, "Check that log offline"),
      ),
      h("div", { class: "history" }, this.board, h("div", null, this.list, this.more)),
    ];
  }

  async #read() {
    const table = this.table ? `&table=${encodeURIComponent(this.table)}` : "";
    try {
      const page = await get(`/recall?limit=${PAGE}${table}${this.before ? `&before=${this.before}` : ""}`);
      this.rolls.push(...page.rolls);
      this.before = page.before;
      this.more.hidden = page.rolls.length < PAGE;
      this.#drawList();
    } catch (bad) {
      if (!this.rolls.length) throw bad;
      toast(bad instanceof Refusal ? bad.says : "That did not work. Try again.", { kind: "bad" });
    }
  }

  #drawList() {
    /** @type {Round[]} */
    const rounds = [];
    for (const roll of this.rolls) {
      const last = rounds[rounds.length - 1];
      if (last && last.table === roll.table && last.round === roll.round) last.rolls.push(roll);
      else rounds.push({ table: roll.table, book: roll.book, round: roll.round, rolls: [roll] });
    }
    fill(this.list, rounds.map((round) => this.#round(round)));
  }

  /** @param {Round} round */
  #round(round) {
    const net = round.rolls.reduce((sum, each) => sum + netOf(each), 0);
    return h(
      "section",
      { class: "round" },
      h("h2", null, `${this.houses[round.book] ?? round.book}, round ${round.round}`, h("span", { class: `figure ${net < 0 ? "bad" : net > 0 ? "good" : ""}` }, signed(net))),
      h("p", { class: "small quieter" }, new Date(round.rolls[0].at / 1000).toLocaleString()),
      h("ol", null, round.rolls.map((roll) => this.#row(roll))),
    );
  }

  /** @param {Roll} roll */
  #row(roll) {
    const place = this.rolls.indexOf(roll);
    const net = netOf(roll);
    return h(
      "li",
      null,
      h(
        "button",
        { type: "button", class: "roll-row", data: { place }, "aria-current": place === this.at ? "true" : "false", on: { click: () => void this.#step(place, false, true) } },
        h("span", { class: "figure quieter" }, `Roll ${roll.roll}`),
        h("span", { class: "roll-dice" }, dice(...roll.dice, 24), h("strong", { class: "figure" }, roll.dice[0] + roll.dice[1])),
        h("span", { class: "small quieter" }, roll.point_before ? `puck ON ${roll.point_before}` : "puck OFF", this.everybody && [" · ", whose(roll)]),
        h("span", { class: `figure net ${net < 0 ? "bad" : net > 0 ? "good" : "quieter"}` }, signed(net)),
      ),
    );
  }

  /**
   * Show one roll, with the bets before it or after it.
   * @param {number} place
   * @param {boolean} after
   * @param {boolean} [moved]
   */
  async #step(place, after, moved = false) {
    const roll = this.rolls[place];
    if (!roll) return;
    this.at = place;
    this.after = after;
    for (const each of this.list.querySelectorAll(".roll-row")) each.setAttribute("aria-current", String(each.getAttribute("data-place") === String(place)));
    const { spots } = await cached(`/books/${encodeURIComponent(roll.book_key)}/layout`);
    this.names = spots;
    if (this.shown?.book !== roll.book_key) this.shown = { book: roll.book_key, felt: await stillFelt(roll.book_key, `The layout with ${this.everybody ? "a player's" : "your"} chips as they lay`) };
    this.shown.felt.lay({ point: after ? roll.point_after : roll.point_before, bets: chips(after ? after_(roll) : roll.bets) });
    this.shown.felt.light(after ? [] : roll.lines.map((line) => line.spot));
    this.#drawBoard(roll, after);
    if (moved) announce(`${title(roll)}. ${this.everybody ? `${whose(roll)}. ` : ""}${after ? "After it" : "Before it"}: ${this.#said(after ? after_(roll) : roll.bets)}`);
    if (moved && matchMedia("(max-width: 59.99rem)").matches) this.board.scrollIntoView({ block: "start" });
  }

  /**
   * @param {Roll} roll
   * @param {boolean} after
   */
  #drawBoard(roll, after) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.step;
    const step = (/** @type {string} */ name, /** @type {() => void} */ act, /** @type {boolean} */ there) =>
      h("button", { type: "button", class: "button", data: { step: name }, disabled: !there, on: { click: act } }, name);
    fill(
      this.board,
      h("div", { class: "spread" }, h("h2", { id: "board-title" }, title(roll)), h("span", { class: "tag" }, after ? "after the roll" : "before the roll")),
      h("div", { class: "board-felt" }, /** @type {NonNullable<typeof this.shown>} */ (this.shown).felt.element),
      h(
        "div",
        { class: "row steps" },
        step("Previous step", () => this.#back(), !(this.at === this.rolls.length - 1 && !after)),
        step("Next step", () => this.#on(), !(this.at === 0 && after)),
        h("span", { class: "figure small quieter" }, this.everybody && `${whose(roll)} · `, `Rack ${money(after ? roll.rack_after_cents : roll.rack_before_cents)}`),
      ),
      h(
        "div",
        { class: "scroll-x", tabindex: 0, role: "region", "aria-label": "What the roll did" },
        roll.lines.length
          ? h(
              "table",
              { class: "table-list small" },
              h("thead", null, h("tr", null, ["Bet", "Stake", "Result", "Paid", "Rule"].map((name, place) => h("th", { scope: "col", class: place === 1 || place === 3 ? "number" : "" }, name)))),
              h("tbody", null, roll.lines.map((line) => h("tr", null, h("th", { scope: "row" }, this.#name(line.spot)), h("td", { class: "number" }, money(line.stake)), h("td", null, line.to ? `moved to ${this.#name(line.to)}` : line.outcome), h("td", { class: "number" }, line.outcome === "won" ? money(line.paid) : "–"), h("td", null, clauseLink(roll.book_key, line.clause))))),
            )
          : h("p", { class: "quieter" }, `This roll decided none of ${this.everybody ? "these" : "your"} bets.`),
      ),
      Object.entries(roll.recorded_late ?? {}).map(([spot, witness]) => h("p", { class: "small quieter" }, `${this.#name(spot)} was recorded after bets had closed, seen by a second person (${witness}).`)),
      (roll.beside ?? []).map((says) => h("p", { class: "small" }, `${says}.`)),
      roll.owed_cents ? h("p", { class: "small" }, roll.owed_cents > 0 ? `${money(roll.owed_cents)} is owed to the house.` : `The house owes ${money(-roll.owed_cents)}.`) : null,
      h("div", { class: "checking" }, h("button", { type: "button", class: "button", on: { click: (/** @type {Event} */ event) => void checkDice(roll, event) } }, "Check these dice")),
    );
    if (!focused) return;
    const same = /** @type {HTMLElement | null} */ (this.board.querySelector(`[data-step="${focused}"]:not(:disabled)`));
    (same ?? this.board).focus({ preventScroll: true });
  }

  /** @param {string} spot */
  #name(spot) {
    return this.names[spot]?.name ?? spot;
  }

  /** @param {{[spot: string]: number}} bets */
  #said(bets) {
    return Object.entries(bets).map(([spot, cents]) => `${this.#name(spot)} ${money(cents)}`).join(", ") || "no bets";
  }

  #on() {
    void (this.after ? this.#step(this.at - 1, false, true) : this.#step(this.at, true, true));
  }

  #back() {
    void (this.after ? this.#step(this.at, false, true) : this.#step(this.at + 1, true, true));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || (event.target instanceof Element && event.target.closest("input, select, dialog, .scroll-x"))) return;
    if (event.key === "ArrowRight") this.#on();
    else if (event.key === "ArrowLeft") this.#back();
  }
}

/** @param {Roll} roll */
const title = (roll) => `Roll ${roll.roll}: ${roll.dice[0]} and ${roll.dice[1]}, ${roll.dice[0] + roll.dice[1]}`;

/** Return whose bets they were. @param {Roll} roll */
const whose = (roll) => `Seat ${roll.seat}, ${roll.player}`;

/** Return what a roll won or lost. @param {Roll} roll */
const netOf = (roll) => roll.lines.reduce((sum, line) => sum + line.net_cents, 0);

/** Return where the chips lay after the roll was paid. @param {Roll} roll */
function after_(roll) {
  const left = { ...roll.bets };
  for (const line of roll.lines) delete left[line.spot];
  for (const line of roll.lines) if (line.to) left[line.to] = (left[line.to] ?? 0) + line.stake;
  return left;
}

/** @param {{[spot: string]: number}} bets */
const chips = (bets) => Object.entries(bets).map(([spot, cents]) => ({ spot, cents }));
