// Takes a seat at a table with chips from the wallet, or says why that is not possible.

import { Refusal, cached, get, post } from "../app/rest-client.js";
import { h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { announce } from "../kit/announce.js";

/** @typedef {import("./table-parts.d.ts").Table} Table */
/** @typedef {import("../app/table-socket.js").TableSocket} TableSocket */

const BUY_IN = 50_000;
/** @type {WeakSet<Table>} tables at which a seat was requested and is not shown yet */
const sitting = new WeakSet();

/**
 * Return the usual buy-in, or all that is in the wallet. Racks at other tables come home first, where nothing of them
 * lies on the felt.
 * @param {string} [table] the table to sit down at
 */
async function usualRack(table) {
  if (table) await post(`/tables/${encodeURIComponent(table)}/clear-others`, {});
  const { wallet_cents: wallet } = await get("/wallet");
  return Math.min(BUY_IN, wallet);
}

/**
 * Return the way to a seat at one's own table of a book: the table that one has, or a new one of the kind that the lobby opens.
 * @param {string} book
 * @param {import("../protocol.d.ts").TableLine[]} tables
 */
export async function seatAt(book, tables) {
  const mine = tables.find((each) => isPrivate(each) && each.book === book);
  if (mine) return `/table/${mine.id}`;
  const { id } = await post("/tables", { book, posted: true });
  return `/table/${id}?sit=${await usualRack(id).catch(() => 0)}`;
}

/** Whether a table is one's own, for oneself alone. @param {import("../protocol.d.ts").TableLine} table */
const isPrivate = (table) => table.mine && table.mode !== "live" && !table.closed;

/** Return the way to a seat at a table of the book that newcomers begin with. */
export async function recommendedSeat() {
  /** @type {import("../protocol.d.ts").Special[]} */
  const books = await cached("/lobby/books");
  return seatAt((books.find((book) => book.why_first) ?? books[0]).book, await get("/tables"));
}

/** Return the buy-in that the address asks for, if any. @param {URLSearchParams} query */
export const rackAsked = (query) => (query.has("watch") ? 0 : Math.min(BUY_IN, Number(query.get("sit")) || 0));

/** @param {TableSocket} live @param {number} rack */
export async function takeSeat(live, rack) {
  const answer = await live.act("Sit", { rack });
  if (answer.ok) announce(`You have a seat, with ${money(rack)} in your rack`);
  return answer;
}

/**
 * Sit down with the usual buy-in, or say why not.
 * @param {Table} table
 * @param {Promise<import("../app/table-socket.js").Answer> | null} [asked] the answer to a request that was sent already
 */
export async function sitDown(table, asked = null) {
  if (sitting.has(table)) return;
  sitting.add(table);
  try {
    if ((await asked)?.ok) return; // the next view shows it
    const rack = await usualRack(table.id);
    if (rack <= 0) return await noChips(table);
    const answer = await takeSeat(table.live, rack);
    if (answer.ok) await new Promise((seen) => table.live.addEventListener("sight", seen, { once: true }));
    else table.say(answer.says);
  } catch (bad) {
    table.say(bad instanceof Refusal ? bad.says : "That did not work. Try to sit down again.");
  } finally {
    sitting.delete(table);
  }
}

/** Explain why there is no play money to sit down with. @param {Table} table */
async function noChips(table) {
  const { says, more } = await chipsLeft(table);
  table.say(says, more);
}

/**
 * Return where a player without chips gets some: from the wallet, from another table, or by a fresh start.
 * @param {Table} table
 * @returns {Promise<{says: string, more: HTMLElement[]}>}
 */
export async function chipsLeft(table) {
  const [cents, tables] = await Promise.all([usualRack(), get("/tables")]);
  const you = table.stage.sight?.table.you;
  const sits = you?.seat !== null;
  if (cents > 0 && sits) return { says: "Your rack is empty.", more: [button(`Buy in ${money(cents)}`, () => buyIn(table, cents))] };
  if (tables.some((each) => each.sits && !each.closed && each.id !== table.id)) {
    return { says: "All your play money is at other tables. Leave one of them to get it back.", more: [h("a", { class: "button", href: "/" }, "Your tables")] };
  }
  if (you?.rack_cents || Object.keys(you?.bets ?? {}).length) return { says: "Your wallet is empty: all your play money is at this table.", more: [] };
  return { says: `Your wallet is empty, so there are no chips to ${sits ? "buy" : "sit down with"}.`, more: [button("Start again", () => startAgain(table))] };
}

/** Put chips from the wallet into the rack. @param {Table} table @param {number} cents */
async function buyIn(table, cents) {
  const answer = await table.live.act("BuyIn", { amount: cents });
  table.say(answer.ok ? `${money(cents)} added to your rack.` : answer.says);
}

/** Get new play money from the house, and chips for it at this table. @param {Table} table */
async function startAgain(table) {
  try {
    await post("/wallet/again");
    if (table.stage.sight?.table.you.seat === null) await sitDown(table);
    else await buyIn(table, await usualRack());
  } catch (bad) {
    table.say(bad instanceof Refusal ? bad.says : "That did not work. Try again.");
  }
}

/** @param {string} label @param {() => Promise<void>} act */
const button = (label, act) => h("button", { type: "button", class: "button main", on: { click: () => void act() } }, label);
