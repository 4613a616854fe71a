// The bar under the felt, in reach of a thumb: chips, rack, the dice, undo, the last layout again, and everything else.

import { Refusal, post } from "../app/rest-client.js";
import { choices } from "../app/preferences.js";
import { clauseLink, sentence } from "../kit/clause-link.js";
import { ask, askUntil } from "../kit/dialog.js";
import { h, s } from "../kit/dom.js";
import { openHelp } from "./how-to-play.js";
import { money, parseMoney } from "../kit/money.js";
import { chooser, totals } from "./chip-rack.js";

/** @typedef {import("../pages/table.js").Table} Table */
/** @typedef {import("../app/table-socket.js").Sight} Sight */
/** @typedef {{sit: () => void, keys: () => void, watching: boolean}} How */

const DRAWN = {
  undo: "M9 7H4V2M4.5 7a8 8 0 1 1-1 6",
  repeat: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

/** What stands on the button of whoever has no dice, by the phase of a live table. @type {{[phase: string]: string}} */
const PHASES = { "betting open": "Bets are open", settled: "Bets open soon" };

/** @param {keyof typeof DRAWN} name */
const icon = (name) =>
  s("svg", { viewBox: "0 0 24 24", width: 22, height: 22, fill: "none", stroke: "currentColor", "stroke-width": name === "more" ? 4 : 2, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" }, s("path", { d: DRAWN[name] }));

/**
 * @param {Table} table
 * @param {How} how
 */
export function actionBar(table, how) {
  const { bets, live, stage } = table;
  const chips = chooser(table);
  const sums = totals();
  const undo = h("button", { type: "button", class: "button tool", on: { click: () => void bets.undo() } }, icon("undo"), h("span", null, "Undo"));
  const repeat = h("button", { type: "button", class: "button tool", on: { click: () => void bets.repeat() } }, icon("repeat"), h("span", null, "Repeat"));
  const more = h("button", { type: "button", class: "button tool", "aria-haspopup": "dialog", on: { click: () => void openMore(table, how) } }, icon("more"), h("span", null, "More"));
  const main = h("button", { type: "button", class: "button main roll", on: { click: () => roll() } }, "Roll");
  const second = h("button", { type: "button", class: "button decline", hidden: true, on: { click: () => void act("DeclineDice") } }, "Pass them on");
  const element = h(
    "div",
    { class: "bar", role: "group", "aria-label": "Your chips and the dice" },
    chips.element,
    sums.element,
    h("div", { class: "tools" }, undo, repeat, more),
    h("div", { class: "dice-acts" }, second, main),
  );

  /** @param {string} name */
  async function act(name) {
    const may = stage.sight?.actions[name];
    if (may && !may.ok) {
      live.look(); // some of it passes with time alone
      return refuse(may, name);
    }
    const answer = await live.act(name);
    if (!answer.ok) refuse(answer, name);
  }

  /**
   * @param {{says: string, clause: string}} no
   * @param {string} name
   */
  function refuse(no, name) {
    const offer = name === "RollNow" && stage.sight?.table.settings.shooter === "seats" ? companion() : null;
    table.say((name === "RollNow" && stage.sight && needs(stage.sight)) || no.says, [clauseLink(bets.book, no.clause), offer]);
  }

  /** A table where somebody else throws: for those who want no bet on the line. */
  function companion() {
    const open = async () => {
      try {
        const opened = await post("/tables", { book: bets.book, settings: { shooter: "companion" } });
        const { go } = await import("../app/main.js");
        await go(`/table/${opened.id}`);
      } catch (bad) {
        table.say(bad instanceof Refusal ? bad.says : "That did not work; try again.");
      }
    };
    return h("button", { type: "button", class: "button", on: { click: () => void open() } }, "Open a table where a companion throws");
  }

  /** What is said of the main button while there is nothing to do with it. */
  let waits = "";

  /** What the main button does now. */
  function roll() {
    const doing = main.dataset.does ?? "";
    if (doing === "Sit") return how.sit();
    if (stage.rolling) return;
    if (doing) void act(doing);
    else if (waits) table.say(waits);
  }

  /** @param {Sight} sight */
  function show(sight) {
    sums.show(sight);
    const can = bets.can;
    dim(undo, !can.undo || stage.rolling);
    dim(repeat, !can.repeat || stage.rolling);
    const { does, label, ok, says = "" } = mainAct(sight, how.watching);
    waits = says;
    main.dataset.does = does;
    main.textContent = stage.rolling && does === "RollNow" ? "Rolling" : label;
    main.classList.toggle("visually-idle", !does);
    dim(main, !ok || stage.rolling);
    second.hidden = does !== "TakeDice";
  }
  return { element, show, roll, close: chips.close };
}

/** @param {HTMLElement} button @param {boolean} off */
function dim(button, off) {
  button.setAttribute("aria-disabled", String(off));
}

/** What a player alone does before the dice roll, if anything: whoever has nobody beside them need not be told who throws. @param {Sight} sight */
export function needs({ table, actions }) {
  const may = actions.RollNow;
  if (table.mode === "live" || table.you.seat === null || !may || may.ok) return "";
  return table.shooter === null && !table.point ? "Make a line bet for the next come-out." : sentence(may.says);
}

/**
 * The one thing to do next about the dice.
 * @param {Sight} sight
 * @param {boolean} watching
 * @returns {{does: string, label: string, ok: boolean, says?: string}}
 */
function mainAct(sight, watching) {
  const { actions, table } = sight;
  if (watching) return { does: "", label: "Watching", ok: false };
  if (table.phase === "table closed") return { does: "", label: "Closed", ok: false };
  if (table.you.seat === null) return { does: "Sit", label: "Sit down", ok: true };
  if (actions.ComeBack?.ok) return { does: "ComeBack", label: "I am back", ok: true };
  if (table.mode === "live" && (actions.TakeDice?.ok || table.offered === table.you.seat)) return { does: "TakeDice", label: "Take the dice", ok: Boolean(actions.TakeDice?.ok) };
  if (table.mode === "live" && sight.dice === "bet") return { does: "", label: "Bet to get the dice", ok: false, says: "Bet on Pass or Don't Pass to get the dice." };
  if (table.mode === "live" && table.shooter === table.you.seat) return { does: "", label: "Your dice", ok: false, says: table.settings.crew === "people" ? "" : "You have the dice: they are thrown when the betting time is over." };
  if (table.mode === "live") return { does: "", label: PHASES[table.phase] ?? "No more bets", ok: false };
  return { does: "RollNow", label: "Roll", ok: Boolean(actions.RollNow?.ok) };
}

/**
 * Everything that is not needed at every roll.
 * @param {Table} table
 * @param {How} how
 */
async function openMore(table, how) {
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
        item("Clear: take all down", () => bets.clear(), can.clear),
        calls && item("All working on", () => bets.callAll("on")),
        calls && item("All working off", () => bets.callAll("off")),
      ] : []),
      group(`Several at once, with chips of ${money(bets.chip)}`, seated ? sight.bundles.filter(({ parts }) => !choices.get("easy") || parts.every(({ spot }) => table.spots[spot]?.beginner)).map(several) : []),
      group("Dice and seat", [
        pass?.ok && item("Pass the dice", () => table.live.act("PassDice")),
        seated && item("Buy in", () => buyIn(table)),
        seated ? item("Colour up and leave", () => leave(table)) : item("Sit down", how.sit),
      ]),
      group("To the crew", [
        sight.actions.DisputeFace?.ok && item("Object to the dice as called", () => appeal().then((to) => to.objectToFace(table))),
        sight.actions.RaiseDispute?.ok && item("Raise a dispute", () => appeal().then((to) => to.complain(table))),
        ...sight.disputes.filter((each) => each.decision && !each.review).map((each) => item(`Dispute ${each.number}: the decision`, () => appeal().then((to) => to.review(table, each)))),
      ]),
      group("Elsewhere", [
        h("a", { class: "button", href: "/" }, "All tables"),
        h("a", { class: "button", href: `/history?table=${encodeURIComponent(table.id)}` }, "Rolls of this table"),
        h("a", { class: "button", href: `/rules/${encodeURIComponent(sight.table.book)}` }, "The rules here"),
        item("How to play", () => openHelp(table)),
      ]),
      group("Display", [
        item(choices.get("easy") ? "Show all bets" : "Easy table: put all but the basic bets away", () => choices.set("easy", !choices.get("easy"))),
        item("Keys", how.keys),
        item("Display and sound", () => document.getElementById("settings")?.click()),
      ]),
    ].filter((each) => each !== null),
  );
  await ask({ title: "More", body, actions: [{ label: "Close", value: null }] });
}

/** What is rarely said is fetched when somebody says it. */
const appeal = () => import("./player-disputes.js");

/** Turn more of the wallet into chips; what cannot be is said where it was asked. @param {Table} table */
async function buyIn(table) {
  const input = h("input", { type: "text", inputmode: "decimal", value: "200.00" });
  const asking = { title: "Buy in", body: [h("label", { class: "field" }, h("span", null, "Chips for play money"), input)], actions: [{ label: "Not now", value: false }, { label: "Buy in", value: true, kind: "main" }] };
  await askUntil(asking, async () => {
    const cents = parseMoney(input.value);
    if (!cents) return "That is no amount; type one such as 200 or 12.50";
    const answer = await table.live.act("BuyIn", { amount: cents });
    if (answer.ok) table.say(`${money(cents)} more in your rack.`);
    return answer.ok ? "" : answer.says;
  });
}

/** Give the seat up, with all chips. @param {Table} table */
async function leave(table) {
  const quote = await table.live.quote("Leave");
  if (quote && !quote.ok) {
    const names = table.bets.mine.map(({ spot }) => table.bets.name(spot));
    const clear = table.bets.can.clear ? h("button", { type: "button", class: "button", on: { click: () => void table.bets.clear() } }, "Take down what can be") : null;
    return table.say(`${quote.says}${names.length ? ` (${names.join(", ")})` : ""}`, [clauseLink(table.bets.book, quote.clause), clear]);
  }
  const yes = await ask({
    title: "Colour up and leave?",
    body: [h("p", null, `The ${money(table.stage.sight?.table.you.rack_cents ?? 0)} of your rack go back to your wallet.`), ...(quote?.warns ?? []).map((each) => h("p", null, sentence(each)))],
    actions: [{ label: "Stay", value: false }, { label: "Leave", value: true, kind: "main" }],
  });
  if (!yes) return;
  const answer = await table.live.act("Leave");
  if (!answer.ok) return table.say(answer.says);
  const { go } = await import("../app/main.js");
  await go("/");
}
