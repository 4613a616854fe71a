// The action bar under the felt holds chips, rack, undo, repeat, the menu and the dice, within reach of a thumb.

import { Refusal, post } from "../app/rest-client.js";
import { isLesson } from "../app/lessons.js";
import { go } from "../app/router.js";
import { clauseLink, sentence } from "../kit/clause-link.js";
import { fill, h, s } from "../kit/dom.js";
import { chooser, totals } from "./chip-rack.js";
import { stayUp } from "./stay-up.js";

/** @typedef {import("./table-parts.d.ts").Table} Table */
/** @typedef {import("../app/table-socket.js").Sight} Sight */
/** @typedef {import("./more-menu.js").How} How */


const DRAWN = {
  undo: "M9 7H4V2M4.5 7a8 8 0 1 1-1 6",
  repeat: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

/** The text on the main button of a player who has no dice, by the phase of a live table. @type {{[phase: string]: string}} */
const PHASES = { "betting open": "Bets are open", settled: "Bets open soon" };

/** The text on it while the dice roll, by what it does otherwise. @type {{[does: string]: string}} */
const ROLLING = { RollNow: "Rolling", SetReady: "No more bets" };

/** How long a press on "Take the dice" still counts as meant for "Ready", which the button said before, and the other way round. */
const MEANT_MS = 500;

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
  const sums = totals(isLesson(table.id) ? "Practice chips" : "Rack, play money");
  const undo = h("button", { type: "button", class: "button tool", on: { click: () => void bets.undo() } }, icon("undo"), h("span", null, "Undo"));
  const repeat = h("button", { type: "button", class: "button tool", on: { click: () => void bets.repeat() } }, icon("repeat"), h("span", null, "Repeat"));
  const more = h("button", { type: "button", class: "button tool", "aria-haspopup": "dialog", on: { click: () => void import("./more-menu.js").then(({ openMore }) => openMore(table, how)) } }, icon("more"), h("span", null, "More"));
  const main = h("button", { type: "button", class: "button main roll", on: { click: () => roll() } }, "Roll");
  const stay = stayUp(table);
  const second = h("button", { type: "button", class: "button decline", hidden: true, on: { click: () => void act("DeclineDice") } }, "Pass them on");
  const element = h(
    "div",
    { class: "bar", role: "group", "aria-label": "Your chips and the dice" },
    chips.element,
    sums.element,
    h("div", { class: "tools" }, stay.element, undo, repeat, more),
    h("div", { class: "dice-acts" }, second, main),
  );

  /** @param {string} name @param {{[field: string]: any}} [body] */
  async function act(name, body) {
    const may = stage.sight?.actions[name];
    if (may && !may.ok) {
      live.look(); // some of it changes with time alone
      return refuse(may, name);
    }
    const answer = await live.act(name, body);
    if (!answer.ok && !(name === "SetReady" && answer.reason === "TOO_LATE")) refuse(answer, name); // the dice say that it was too late
  }

  /** @param {{says: string, clause: string}} no @param {string} name */
  function refuse(no, name) {
    table.say(no.says, [clauseLink(bets.book, no.clause), name === "RollNow" ? companion() : null]);
  }

  /** Light the bets of which the dice need one, and say so. */
  function want() {
    const next = stage.sight?.throw;
    if (!next) return;
    table.say(next.says, [clauseLink(bets.book, next.clause), companion()]);
    table.felt.want(next.spots);
  }

  /** Light the line bets that bring the dice, and say so. */
  function wantLine() {
    const lines = ["line", "bar-line"].map((kind) => table.felt.spotOfKind(kind));
    table.say(waits, [clauseLink(bets.book, stage.sight?.actions.TakeDice?.clause ?? "")]);
    table.felt.want(lines.filter((spot) => table.felt.draws(spot) && bets.offer(spot)?.bet.ok));
  }

  /** Offer a table where a companion throws, to a player who wants no line bet. */
  function companion() {
    if (stage.sight?.table.settings.shooter !== "seats") return null;
    const open = async () => {
      try {
        const opened = await post("/tables", { book: bets.facts.book, settings: { shooter: "companion" } });
        await go(`/table/${opened.id}`);
      } catch (bad) {
        table.say(bad instanceof Refusal ? bad.says : "That did not work. Try again.");
      }
    };
    return h("button", { type: "button", class: "button", on: { click: () => void open() } }, "Open a table where a companion throws");
  }

  /** The title of the main button while it has nothing to do. */
  let waits = "";

  /** When the dice and "Ready" took each other's place without the player, by the page's clock. */
  let turned = -Infinity;

  /** Do what the main button does now. */
  function roll() {
    const doing = main.dataset.does ?? "";
    if (performance.now() - turned < MEANT_MS) return;
    if (doing === "Sit") return how.sit();
    if (stage.rolling) return;
    if (doing === "Want") return want();
    if (doing === "WantLine") return wantLine();
    if (doing === "SetReady") return void act(doing, { ready: main.getAttribute("aria-pressed") !== "true", rolls: stage.sight?.table.rolls });
    if (doing) void act(doing);
    else if (waits) table.say(waits);
  }

  /** @param {Sight} sight */
  function show(sight) {
    sums.show(sight);
    const can = bets.can;
    dim(undo, !can.undo || stage.rolling);
    dim(repeat, !can.repeat || stage.rolling);
    stay.show(sight);
    const { does, label, ok, says = "", pressed, note = "" } = mainAct(sight, live.ready);
    const under = stage.rolling ? "" : note || (does === "RollNow" && !ok ? sentence(says) : "");
    waits = says;
    const lapsed = main.dataset.does === "TakeDice" && does === "SetReady" && sight.table.shooter !== sight.table.you.seat;
    if (lapsed || (main.dataset.does === "SetReady" && does === "TakeDice")) turned = performance.now();
    main.dataset.does = does;
    if (pressed === undefined) main.removeAttribute("aria-pressed");
    else main.setAttribute("aria-pressed", String(pressed));
    write(main, stage.rolling ? (ROLLING[does] ?? label) : label, under);
    main.classList.toggle("visually-idle", !does || Boolean(sight.lesson?.over) || does.startsWith("Want") || (does === "RollNow" && ok && Boolean(table.felt.asks(sight)))); // a bet comes first; it rolls all the same
    dim(main, !ok || stage.rolling);
    second.hidden = does !== "TakeDice" && !(does === "WantLine" && sight.table.offered === sight.table.you.seat);
    clearTimeout(due);
    if (sight.throw.wait_ms > 0 && does === "RollNow") count(sight);
  }

  /** @type {number | undefined} */
  let due;

  /** Count down in the button until a regulated table may roll again, then ask whether it may. @param {Sight} sight */
  function count(sight) {
    const left = Math.ceil((sight.throw.wait_ms - (performance.now() - sight.arrived)) / 1000);
    if (left <= 0) return live.look();
    if (!stage.rolling) write(main, `Roll in ${left} s`);
    due = setTimeout(() => count(sight), 200);
  }
  live.addEventListener("waiting", sums.finish);
  live.addEventListener("ready", () => stage.sight && show(stage.sight));
  return { element, show, roll, close: () => (clearTimeout(due), chips.close(), stay.close()) };
}

/** The letters that fit on one line of the main button in large type, and in smaller type; more than that takes two lines. */
const LARGE = 6;
const SMALLER = 10;
/** The letters of a reason that a phone has room for; a tap says a longer one on the line. */
const BRIEF = 16;

/**
 * Write on the main button, in type that keeps the words inside it.
 * @param {HTMLElement} button
 * @param {string} label
 * @param {string} [reason] what is said under it, in small type
 */
export function write(button, label, reason = "") {
  button.dataset.words = label.length <= LARGE ? "few" : label.length <= SMALLER ? "some" : "many";
  fill(button, label, reason && h("small", { class: reason.length > BRIEF ? "long" : "" }, reason));
}

/** @param {HTMLElement} button @param {boolean} off */
function dim(button, off) {
  button.setAttribute("aria-disabled", String(off));
}

/**
 * Return the one act about the dice that comes next.
 * @param {Sight} sight
 * @param {number[]} ready the seats that are ready
 * @returns {{does: string, label: string, ok: boolean, says?: string, pressed?: boolean, note?: string}}
 */
function mainAct(sight, ready) {
  const { actions, table } = sight;
  if (table.phase === "table closed") return { does: "", label: "Closed", ok: false };
  if (table.you.seat === null) return { does: "Sit", label: "Sit down", ok: true };
  if (actions.ComeBack?.ok) return { does: "ComeBack", label: "I am back", ok: true };
  if (table.mode === "live" && sight.dice === "bet") return { does: "WantLine", label: "Bet to get the dice", ok: true, says: "Bet on Pass or Don't Pass to get the dice." };
  if (table.mode === "live" && (actions.TakeDice?.ok || table.offered === table.you.seat)) return { does: "TakeDice", label: "Take the dice", ok: Boolean(actions.TakeDice?.ok) };
  const { ok, label, says, spots } = sight.throw;
  if (spots.length) return { does: "Want", label, ok: true };
  if (table.mode !== "live") return { does: "RollNow", label: label || "Roll", ok, says };
  if (actions.SetReady?.ok) return { does: "SetReady", label, ok, says, ...readiness(table, ready) };
  if (table.shooter === table.you.seat) return { does: "", label: "Your dice", ok: false };
  return { does: "", label: PHASES[table.phase] ?? "No more bets", ok: false };
}

/**
 * Return whether the player is ready for the throw and, if so, how many others the table waits for.
 * @param {Sight["table"]} table
 * @param {number[]} ready
 */
function readiness({ you, seats }, ready) {
  const pressed = ready.includes(you.seat ?? 0);
  const others = seats.filter((each) => !each.away && !ready.includes(each.seat)).length;
  return { pressed, note: pressed && others ? `waiting for ${others}` : "" };
}
