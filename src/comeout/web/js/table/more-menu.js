// The menu holds what is not needed at every roll: several bets at once, buying in, leaving, disputes, display.

import { get } from "../app/rest-client.js";
import { go } from "../app/router.js";
import { clauseLink, sentence } from "../kit/clause-link.js";
import { ask, askUntil } from "../kit/dialog.js";
import { h } from "../kit/dom.js";
import { money, parseMoney } from "../kit/money.js";
import { preferences } from "../kit/preferences.js";
import { chipsLeft } from "./sit-down.js";
import { copyPosition } from "./copy-position.js";
import { openHelp } from "../bets/how-to-play.js";
import { bundlesOf, openOwn, openTyped } from "../bets/own-acts.js";

/** @typedef {import("./table-parts.d.ts").Table} Table */
/** @typedef {{sit: () => void, keys: () => void, invite: () => void}} How */

/**
 * Open the menu with everything that is not needed at every roll.
 * @param {Table} table
 * @param {How} how
 */
export async function openMore(table, how) {
  const { bets, stage } = table;
  const sight = stage.sight;
  if (!sight) return;
  const body = h("div", { class: "more-menu" });
  const item = (/** @type {string} */ label, /** @type {() => unknown} */ act, /** @type {boolean} */ ok = true, /** @type {string} */ says = "", /** @type {number} */ cents = 0) =>
    h("button", { type: "button", class: "button", "aria-disabled": ok ? null : "true", title: says || null, on: { click: () => (body.closest("dialog")?.close(), void act()) } }, label, cents > 0 && h("small", { class: "figure" }, ` ${money(cents)}`));
  const group = (/** @type {string} */ name, /** @type {(Node | null | false | undefined)[]} */ items) => {
    const real = items.filter(Boolean);
    return real.length ? h("section", null, h("h3", null, name), h("div", { class: "row" }, /** @type {Node[]} */ (real))) : null;
  };
  const several = (/** @type {import("../app/table-socket.js").Bundle} */ bundle) => {
    const cents = bets.bundleCents(bundle);
    return item(bundle.name, () => bets.bundle(bundle), cents > 0 && cents <= sight.table.you.rack_cents, bundle.says, cents);
  };
  const can = bets.can;
  const calls = bets.mine.some(({ spot }) => bets.offer(spot)?.call);
  const seated = sight.table.you.seat !== null;
  const { PassDice: pass } = sight.actions;
  body.append(
    ...[
      group("Your bets", seated ? [
        item("Double all", () => bets.double(), can.double),
        item("Take all bets down", () => bets.clear(), can.clear),
        calls && item("Turn all bets on", () => bets.callAll("on")),
        calls && item("Turn all bets off", () => bets.callAll("off")),
      ] : []),
      group(`Several at once, with chips of ${money(bets.chip)}`, seated ? bundlesOf(table).map(several) : []),
      group("Your own", seated ? [item("Type a bet", () => openTyped(table)), item("Your buttons and layouts", () => openOwn(table))] : []),
      group("Dice and seat", [
        pass?.ok && item("Pass the dice", () => table.live.act("PassDice")),
        seated && item("Buy in", () => buyIn(table)),
        seated ? item("Colour up and leave", () => leave(table)) : item("Sit down", how.sit),
      ]),
      group("Others", sight.table.mode === "live" ? [
        item("Invite others", how.invite),
        h("a", { class: "button", href: `/table/${encodeURIComponent(table.id)}?watch`, target: "_blank", rel: "noopener" }, "Watch in another window"),
        h("a", { class: "button", href: `/room/${encodeURIComponent(table.id)}`, target: "_blank", rel: "noopener" }, "Room display"),
      ] : []),
      group("Tell the crew", [
        sight.actions.DisputeFace?.ok && item("Object to the dice as called", () => appeal().then((to) => to.objectToFace(table))),
        sight.actions.RaiseDispute?.ok && item("Raise a dispute", () => appeal().then((to) => to.complain(table))),
        ...sight.disputes.filter((each) => each.decision && !each.review).map((each) => item(`Dispute ${each.number}: the decision`, () => appeal().then((to) => to.review(table, each)))),
      ]),
      group("Go to", [
        h("a", { class: "button", href: "/" }, "All tables"),
        h("a", { class: "button", href: `/history?table=${encodeURIComponent(table.id)}` }, "History of this table"),
        h("a", { class: "button", href: `/rules/${encodeURIComponent(table.bets.book)}` }, "Rules of this table"),
        item("How to play", () => openHelp(table)),
      ]),
      group("This table as text", [item("Copy position", () => copyPosition(table))]),
      group("Display", [
        item(preferences.get("easy") ? "Show all bets" : "Easy table: show only the basic bets", () => preferences.set("easy", !preferences.get("easy"))),
        item(preferences.get("units") ? "Bet plain chips" : "Bet amounts that pay evenly", () => preferences.set("units", !preferences.get("units"))),
        item("Keyboard shortcuts", how.keys),
        item("Display and sound", () => document.getElementById("settings")?.click()),
      ]),
    ].filter((each) => each !== null),
  );
  await ask({ title: "More", body, actions: [{ label: "Close", value: null }] });
}

/** Load rarely used functions on demand. */
const appeal = () => import("./player-disputes.js");

/** How many chips are suggested to buy, in cents. */
const BUY_IN = 20_000;

/** Buy chips from the wallet; an error is shown in the same dialog. @param {Table} table */
async function buyIn(table) {
  const wallet = await get("/wallet").then(({ wallet_cents: cents }) => cents, () => null); // without an answer it asks all the same
  if (wallet === 0) {
    const { says, more } = await chipsLeft(table);
    return table.say(says, more);
  }
  const input = h("input", { type: "text", inputmode: "decimal", value: money(Math.min(BUY_IN, wallet ?? BUY_IN)) });
  const asking = { title: "Buy in", body: [h("p", null, wallet === null ? "" : `Your wallet holds ${money(wallet)}.`), h("label", { class: "field" }, h("span", null, "Chips for play money"), input)], actions: [{ label: "Not now", value: false }, { label: "Buy in", value: true, kind: "main" }] };
  await askUntil(asking, async () => {
    const cents = parseMoney(input.value);
    if (!cents) return "Type an amount such as 200 or 12.50";
    const answer = await table.live.act("BuyIn", { amount: cents });
    if (answer.ok) table.say(`${money(cents)} added to your rack.`);
    return answer.ok ? "" : answer.says;
  });
}

/**
 * Leave the seat, with all chips.
 * @param {Table} table
 * @param {{agreed?: boolean}} [how] agreed: the player has said so already
 */
export async function leave(table, { agreed = false } = {}) {
  const quote = await table.live.quote("Leave");
  if (quote && !quote.ok) return table.bets.mine.length ? leaveWithBets(table, quote.clause) : table.say(quote.says, [clauseLink(table.bets.book, quote.clause)]);
  const yes = agreed || await ask({
    title: "Colour up and leave?",
    body: [h("p", null, `The ${money(table.stage.sight?.table.you.rack_cents ?? 0)} in your rack goes back to your wallet.`), ...(quote?.warns ?? []).map((each) => h("p", null, sentence(each)))],
    actions: [{ label: "Stay", value: false }, { label: "Leave", value: true, kind: "main" }],
  });
  if (!yes) return;
  const answer = await table.live.act("Leave");
  if (!answer.ok) return table.say(answer.says);
  await go("/");
}

/**
 * Ask somebody who wants to leave what becomes of the bets that are still up.
 * @param {Table} table
 * @param {string} clause
 */
async function leaveWithBets(table, clause) {
  const { bets, stage } = table;
  const up = bets.mine.map(({ spot, cents }) => `${bets.name(spot)} ${money(cents)}`);
  const loose = bets.can.clear;
  const live = stage.sight?.table.mode === "live";
  const chosen = await ask({
    title: "You still have bets up",
    body: [
      h("p", null, `${up.join(", ")}. `, loose ? "You can take down some or all of it before you leave." : "None of it can be taken down now.", " ", clauseLink(bets.book, clause)),
      h("p", null, `You can also go and leave your bets up. ${live ? "The dice decide them without you" : "Nobody rolls while you are away"}, and your chips stay in your rack here: the lobby shows the table under “Where you were”.`),
    ],
    actions: [{ label: "Stay", value: "" }, ...(loose ? [{ label: "Take down what I can", value: "clear" }] : []), { label: "Leave them up and go", value: "go", kind: "main" }],
  });
  if (chosen === "go") return void go("/");
  if (chosen !== "clear") return;
  if (!(await bets.clear())) return;
  if (bets.mine.length === up.length) await new Promise((seen) => stage.addEventListener("shown", seen, { once: true }));
  await leave(table);
}
