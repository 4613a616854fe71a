// The status bar over the felt shows the table's name, the puck, the shooter, the countdown, time played, win or
// loss, and latency; below it, the row of seats.

import { BettingClock } from "../app/betting-clock.js";
import { playClock } from "../app/play-clock.js";
import { UNANSWERED_MS } from "../app/table-socket.js";
import { capital, fill, h, reword, s } from "../kit/dom.js";
import { clock, money, signed } from "../kit/money.js";
import { countdown } from "../kit/countdown.js";

/** @typedef {import("./table-parts.d.ts").Table} Table */
/** @typedef {import("../app/table-socket.js").Sight} Sight */

/** Phases without a word: the countdown and the dice show them. */
const PLAIN = new Set(["betting open", "settled"]);

/**
 * Return the status bar of a table.
 * @param {Table} table
 * @param {{title: string, house: string}} called the table's name, and the house whose rules it has if the name does not say so
 * @param {HTMLElement} warn
 * @param {{rolls: HTMLElement, hand: HTMLElement, panels: HTMLElement}} also the last rolls, the hand counter, the button of the panels
 */
export function status(table, { title, house }, warn, { rolls, hand, panels }) {
  const { live, stage } = table;
  const side = h("b");
  const puck = h("span", { class: "puck-words" }, h("span", { class: "puck-says" }, "The puck is "), side);
  const phase = h("span", { class: "phase" });
  const shooter = h("span", { class: "shooter" });
  const time = h("span", { class: "figure time", title: "Time you have played since your last break of an hour" });
  const won = h("span");
  const net = h("span", { class: "figure net", title: "Won or lost in the last 24 hours, at all tables" }, h("span", { class: "today" }, "Today "), won);
  const latency = h("span", { class: "figure latency", title: "Round trip to the house and back" });
  const ring = countdown();
  const betting = new BettingClock(live, stage);
  const element = h(
    "div",
    { class: "status" },
    h("a", { class: "button quiet icon worded back", href: "/", "aria-label": "Back to the tables" }, s("svg", { viewBox: "0 0 24 24", width: 22, height: 22, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" }, s("path", { d: "M14 5l-7 7 7 7" })), h("span", { class: "under" }, "Tables")),
    h("h1", null, title, house && h("small", null, ` ${house}`)),
    puck,
    ring.element,
    rolls,
    warn,
    phase,
    shooter,
    hand,
    h("span", { class: "status-me" }, time, net, latency),
    panels,
  );
  /** @param {Sight} sight */
  function show(sight) {
    reword(side, sight.puck.on ? `ON ${sight.puck.point}` : "OFF");
    puck.dataset.on = String(sight.puck.on);
    const state = PLAIN.has(sight.table.phase) ? sight.table.waiting : sight.table.phase;
    reword(phase, capital(state));
    reword(shooter, state ? "" : shooterOf(sight));
    playClock.hear(sight.table.you.player, sight.session.visit, sight.arrived);
    if (!stage.rolling) result(sight); // it follows with the result of the roll, as the rack does
    tick();
  }

  /** @param {Sight} sight */
  function result(sight) {
    reword(won, signed(sight.session.net_cents));
    net.dataset.sign = String(Math.sign(sight.session.net_cents));
  }

  function tick() {
    playClock.tick();
    reword(time, clock(playClock.seconds));
    const late = live.unanswered >= UNANSWERED_MS;
    latency.classList.toggle("late", late);
    reword(latency, late ? `no answer for ${Math.floor(live.unanswered / 1000)} s` : live.state !== "open" ? "offline" : live.latency === null ? "" : `${Math.round(live.latency)} ms`);
    ring.show(betting.left);
  }

  stage.addEventListener("rolling", tick);
  betting.addEventListener("sooner", () => ring.sooner(betting.left));
  live.addEventListener("countdown", (event) => {
    const { waiting } = /** @type {CustomEvent} */ (event).detail;
    ring.show(betting.left);
    if (waiting !== (live.sight?.table.waiting ?? "")) live.look();
  });
  stage.addEventListener("shown", (event) => {
    const sight = /** @type {CustomEvent<Sight>} */ (event).detail;
    const { mode, shooter, offered } = sight.table;
    ring.name(mode === "live" && shooter === null && offered !== null ? "take the dice" : "bet");
    show(sight);
  });
  const ticking = setInterval(tick, 250);
  return { element, show, close: () => clearInterval(ticking) };
}

/** @param {Sight} sight */
function shooterOf(sight) {
  const { shooter, offered, you, seats, mode } = sight.table;
  const name = (/** @type {number} */ seat) => (seat === you.seat ? "you" : (seats.find((each) => each.seat === seat)?.name ?? `seat ${seat}`));
  if (mode !== "live") return "";
  if (offered !== null && offered !== undefined) return `Dice offered to ${name(offered)}`;
  if (shooter === null || shooter === undefined) return "";
  return shooter === 0 ? "The house shoots" : `Shooter: ${name(shooter)}`;
}

/**
 * Return the seats of a live table, clockwise, with the dice where they are and a light at everybody who is ready.
 * @param {Table} table
 * @param {() => void} invite
 */
export function seatsRow(table, invite) {
  const element = h("ol", { class: "seats", "aria-label": "Seats, clockwise", hidden: true });
  const { live } = table;
  const more = h("li", null, h("button", { type: "button", class: "button quiet seat-invite", "aria-haspopup": "dialog", on: { click: invite } }, "Invite"));
  let last = "";
  /** @param {Sight} sight */
  function show(sight) {
    const { seats, shooter, offered, you, mode, settings } = sight.table;
    element.hidden = mode !== "live" || !seats.length;
    const lights = settings.crew !== "people";
    const lit = (/** @type {number} */ seat) => live.ready.includes(seat);
    const key = JSON.stringify([seats, shooter, offered, you.seat, live.ready]);
    if (element.hidden || key === last) return;
    last = key;
    fill(
      element,
      seats.map((each) =>
        h(
          "li",
          { class: each.seat === you.seat ? "seat mine" : "seat", "aria-label": `Seat ${each.seat}: ${each.name}, rack ${money(each.rack_cents)}${each.away ? ", away" : ""}${each.seat === shooter ? ", shooter" : ""}${each.seat === offered ? ", offered the dice" : ""}${lit(each.seat) ? ", ready" : ""}` },
          h("b", null, String(each.seat)),
          lights && h("i", { class: lit(each.seat) ? "light on" : "light" }),
          h("span", { class: "seat-name" }, each.seat === you.seat ? "You" : each.name),
          each.seat === you.seat && h("span", { class: "figure quieter" }, money(each.rack_cents)),
          each.seat === shooter && h("span", { class: "tag gold" }, "Shooter"),
          each.seat === offered && h("span", { class: "tag gold" }, "Dice?"),
          each.away && h("span", { class: "tag" }, "Away"),
        ),
      ),
      more,
    );
    // a scrolling row must be reachable by keyboard
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
  live.addEventListener("ready", () => table.stage.sight && show(table.stage.sight));
  return { element, show };
}
