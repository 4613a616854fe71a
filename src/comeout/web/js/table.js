// The table: the felt, the chips in hand, the bets, the dice. It puts its parts together and knows no rule of the game.

import { Refusal, cached, get } from "./api.js";
import { actionBar } from "./actions.js";
import { card } from "./amount.js";
import { Bets } from "./bets.js";
import { choices } from "./choices.js";
import { h, style } from "./dom.js";
import { Felt } from "./felt.js";
import { list, listen } from "./keys.js";
import { Live } from "./live.js";
import { money } from "./money.js";
import { panels } from "./panels.js";
import { announce } from "./speak.js";
import { Stage } from "./stage.js";
import { banner, seatsRow, status } from "./status.js";
import { toldLine } from "./told.js";

/** @typedef {import("./live.js").Sight} Sight */
/** @typedef {import("./stage.js").Settled} Settled */
/** @typedef {import("./felt.js").Facts} Facts */
/**
 * What the parts of the page share.
 * @typedef {object} Table
 * @property {string} id
 * @property {Live} live
 * @property {Stage} stage
 * @property {Facts} facts
 * @property {Facts["spots"]} spots
 * @property {Bets} bets
 * @property {Felt} felt
 * @property {HTMLElement} diceStage an empty place over the cloth, for the dice
 * @property {((seq: number) => void) | null} openWhy set by the panel that explains settlements
 * @property {(text: string, more?: (Node | null)[]) => void} say
 */

const BUY_IN = 50_000;

/**
 * Show a table.
 * @param {HTMLElement} root
 * @param {{[name: string]: string}} params
 * @param {URLSearchParams} query
 */
export async function show(root, params, query) {
  const live = new Live(params.id);
  live.open();
  try {
    const [facts, sight] = await Promise.all([cached(`/tables/${params.id}/spots`), firstSight(live), style("/css/table.css")]);
    return await compose(root, live, facts, sight, query.has("watch"));
  } catch (bad) {
    live.close();
    throw bad;
  }
}

/** @param {Live} live @returns {Promise<Sight>} */
function firstSight(live) {
  return new Promise((seen, never) => {
    live.addEventListener("sight", (event) => seen(/** @type {CustomEvent<Sight>} */ (event).detail), { once: true });
    live.addEventListener("ended", (event) => never(new Refusal(404, /** @type {CustomEvent} */ (event).detail.says || "There is no such table for you.")), { once: true });
  });
}

/**
 * @param {HTMLElement} root
 * @param {Live} live
 * @param {Facts} facts
 * @param {Sight} sight
 * @param {boolean} watching
 */
async function compose(root, live, facts, sight, watching) {
  const stage = new Stage(live);
  const bets = new Bets(live, stage, facts);
  const title = await titleOf(sight.table.book);
  /** @type {(() => void)[]} */
  const ending = [() => live.close()];
  const openCard = (/** @type {string} */ spot) => void card(table, spot);
  const felt = new Felt(sight.table.book, facts, {
    tap: (spot) => {
      told.look(spot);
      void bets.place(spot);
    },
    card: openCard,
    look: (spot) => told.look(spot),
    away: () => told.say("The easy table has put this bet away.", [h("button", { type: "button", class: "button", on: { click: () => choices.set("easy", false) } }, "Show all bets")]),
  });
  const diceStage = h("div", { class: "dice-stage" });
  /** @type {Table} */
  const table = { id: live.table, live, stage, facts, spots: facts.spots, bets, felt, diceStage, openWhy: null, say: (text, more) => told.say(text, more) };
  const told = toldLine(table, openCard);
  const sit = () => void sitDown(table);
  const top = status(table, title);
  const warn = banner(table, { sit, watching });
  const seats = seatsRow(table);
  const keys = keyMap(table, () => bar.roll());
  const bar = actionBar(table, { sit, keys: () => void list(keys), watching });
  await felt.load();
  const side = h("aside", { class: "side", "aria-label": "About this table", hidden: !panels.length });
  root.classList.add("table-main");
  root.append(
    h(
      "div",
      { class: "table-page" },
      h("div", { class: "room" }, top.element, seats.element, warn.element, h("div", { class: "cloth" }, felt.element, diceStage)),
      side,
      h("div", { class: "dock" }, told.element, bar.element),
    ),
  );
  ending.push(top.close, bar.close, listen(keys), () => felt.close(), () => root.classList.remove("table-main"));

  const shown = () => {
    const now = stage.sight;
    if (!now) return;
    felt.show(now, live.waiting);
    seats.show(now);
    bar.show(now);
    told.describe();
  };
  stage.addEventListener("shown", shown);
  live.addEventListener("waiting", shown);
  bets.addEventListener("changed", shown);
  bets.addEventListener("say", (event) => told.say(/** @type {CustomEvent} */ (event).detail));
  bets.addEventListener("refused", (event) => told.refused(/** @type {CustomEvent} */ (event).detail));
  stage.addEventListener("roll", () => bar.show(/** @type {Sight} */ (stage.sight)));
  stage.addEventListener("settled", (event) => settle(table, /** @type {CustomEvent<Settled>} */ (event).detail));
  top.show(sight);
  warn.show();
  shown();
  for (const panel of panels) void mount(table, panel, side, ending);
  if (sight.table.you.seat === null && sight.table.mode !== "live" && !watching) void sitDown(table);
  return { title: `${title}: the table`, close: () => ending.forEach((end) => end()) };
}

/** @param {string} book */
async function titleOf(book) {
  /** @type {{id: string, title: string}[]} */
  const books = await cached("/books");
  return books.find((each) => each.id === book)?.title ?? book;
}

/**
 * Put a panel beside the felt; one that cannot be loaded leaves the table as it is.
 * @param {Table} table
 * @param {import("./panels.js").Panel} panel
 * @param {HTMLElement} side
 * @param {(() => void)[]} ending
 */
async function mount(table, panel, side, ending) {
  const place = h("section", { class: "panel side-panel", data: { panel: panel.id }, "aria-label": panel.title });
  side.append(place);
  try {
    const made = (await panel.load()).part(table);
    if (made instanceof HTMLElement) place.append(made);
    else {
      place.append(made.element);
      ending.push(made.close);
    }
  } catch (bad) {
    console.error(bad);
    place.remove();
  }
}

/** Take a seat with what a session usually needs, or with what there is. @param {Table} table */
async function sitDown(table) {
  try {
    const { wallet_cents: wallet } = await get("/wallet");
    const rack = Math.min(BUY_IN, wallet);
    if (rack <= 0) return table.say("Your wallet is empty, so there are no chips to sit down with.", [h("a", { class: "button", href: "/account" }, "Your wallet")]);
    const answer = await table.live.act("Sit", { rack });
    if (answer.ok) announce(`You have a seat, with ${money(rack)} in your rack`);
    else table.say(answer.says);
  } catch (bad) {
    table.say(bad instanceof Refusal ? bad.says : "That did not work; try to sit down again.");
  }
}

/**
 * A roll has been paid: chips go where they belong, and what it brought is said.
 * @param {Table} table
 * @param {Settled} settled
 */
function settle(table, settled) {
  const { felt, bets, stage } = table;
  const seat = stage.sight?.table.you.seat ?? null;
  felt.fly(settled, seat);
  felt.element.dataset.roll = String(settled.number);
  const mine = settled.lines.filter((line) => line.seat === seat);
  const said = mine.map((line) => {
    const name = bets.name(line.spot);
    if (line.outcome === "won") return `${name} wins ${money(line.paid)}`;
    if (line.outcome === "lost") return `${name} loses ${money(line.stake)}`;
    if (line.outcome === "moved") return `${name} goes to ${table.spots[line.to]?.number ?? bets.name(line.to)}`;
    return `${name} comes back`;
  });
  const result = said.length ? `${said.join("; ")}.` : "No bet of yours is decided.";
  const why = mine.length && table.openWhy ? h("button", { type: "button", class: "button", on: { click: () => table.openWhy?.(settled.seq) } }, "Why?") : null;
  table.say(`${result} ${stage.sight?.puck.says ?? ""}.`, [why]);
}

/**
 * @param {Table} table
 * @param {() => void} roll
 * @returns {import("./keys.js").Key[]}
 */
function keyMap({ bets, felt, facts }, roll) {
  const ways = /** @type {{[key: string]: import("./felt.js").Way}} */ ({ ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" });
  /** @type {import("./keys.js").Key[]} */
  const map = [
    { keys: Object.keys(ways), shown: "← → ↑ ↓", says: "Move over the layout", act: (key) => felt.move(ways[key]) },
    { keys: [], shown: "Enter", says: "Bet the chip in hand on the spot", act: () => {} },
    { keys: [], shown: "Shift Enter", says: "Open the spot's card: amounts, figures, take down", act: () => {} },
    { keys: facts.chips_cents.map((_, place) => String(place + 1)), shown: `1 – ${facts.chips_cents.length}`, says: "Choose a chip", act: (key) => choices.set("chip", facts.chips_cents[Number(key) - 1]) },
    { keys: ["Backspace"], shown: "Backspace", says: "Undo", act: () => void bets.undo() },
    { keys: ["Delete"], shown: "Delete", says: "Take down the bet on the spot", act: () => void bets.take(felt.current) },
    { keys: ["r"], shown: "R", says: "Roll, or take the dice", act: roll },
    { keys: ["l"], shown: "L", says: "The last layout again", act: () => void bets.repeat() },
    { keys: ["d"], shown: "D", says: "Double your bets", act: () => void bets.double() },
    { keys: ["p"], shown: "P", says: "Press the bet on the spot", act: () => void bets.press(felt.current) },
    { keys: ["?"], shown: "?", says: "This list", act: () => void list(map) },
  ];
  return map;
}
