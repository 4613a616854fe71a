// The crew console: a table seen by those who run it. What they may say, what waits for them, what a roll pays. The
// inspector sees all of it and has nothing to press.

import { Refusal, enter, get } from "../app/rest-client.js";
import { call } from "../table/roll-words.js";
import { sentence } from "../kit/clause-link.js";
import { controls, roleName } from "../crew/controls.js";
import { dice } from "../kit/die-face.js";
import { fill, h, reword, style } from "../kit/dom.js";
import { CLOSED, Live } from "../app/table-socket.js";
import { payview } from "../crew/pay-view.js";
import { notice } from "../panels/posted-limits.js";
import { saidCard } from "../crew/event-log.js";
import { announce } from "../kit/announce.js";
import { countdown } from "../table/status-bar.js";
import { stillFelt } from "../table/still-felt.js";
import { seatList, waitingList } from "../crew/waiting-list.js";

/** @typedef {import("../app/table-socket.js").Sight} Sight */
/** @typedef {import("../app/table-socket.js").Happened} Happened */
/** @typedef {import("../crew/command-form.js").Duty} Duty */
/** @typedef {import("../crew/command-form.js").Choice} Choice */
/** @typedef {import("../crew/pay-view.js").PayLine} PayLine */
/** @typedef {{name: string, says: string, body: {[field: string]: any}, by: string[], asked_by: string, mine: boolean, seconds: number, may: string[]}} Second */
/** @typedef {{seat: number, spot: string, name: string, cents: number, vigorish_cents: number, button: string, asked: string, choice: boolean}} LyingBet */
/**
 * @typedef {object} Floor
 * @property {Second[]} seconds
 * @property {{seat: number, spot: string, name: string, cents: number, tender: string, late: boolean, confirmed: string[], still: string[]}[]} offers
 * @property {LyingBet[] | null} bets
 * @property {{seat: number, name: string, rack_cents: number, layout_cents: number, away: boolean, connected: boolean, told_off: number, warned: boolean, barred: boolean, partners: number[]}[]} seats
 * @property {{number: number, seat: number, about: string, covered: boolean, decision: string, review: boolean, outcome: string}[]} disputes
 * @property {{name: string, cents: number}[]} debts
 * @property {{size: number, hand: number[], gone: number[], unchecked: number[], lost: number[]}} dice
 * @property {{racks_cents: number, layout_cents: number, house_cents: number, commission_cents: number, cage_cents: number, debts_cents: number}} money
 * @property {boolean} inspector_notified
 * @property {{a: number, b: number, disputed: boolean, lines: PayLine[], more: number} | null} pay
 */
/** @typedef {{table: string, title: string, book: string, dice: string, crew: string, seq: number, roles: string[], duties: Duty[], settings: Choice[], floor: Floor}} Duties */
/** @typedef {{number: number, seq: number, a: number, b: number, seven_out: boolean, undone: boolean, point_before: number, point_after: number}} Rolled */

const LAST = 12;
const CHANGES_ROLLS = new Set(["RollSettled", "OutcomeUndone"]);

/** @type {import("../app/routes.js").Show} */
export async function show(root, { id }) {
  await style("/css/crew.css");
  const path = `/tables/${encodeURIComponent(id)}`;
  /** @type {Duties} */
  let told;
  try {
    told = await get(`${path}/duties`);
  } catch (bad) {
    if (bad instanceof Refusal && bad.status === 403) return noRole(root, id, bad);
    throw bad;
  }
  const felt = await stillFelt(told.book, "The layout with everybody's chips");
  const live = new Live(id);
  const head = headline(told.title, told.crew !== "people");
  const desk = controls(live, () => told);
  const waiting = waitingList((title, name, body) => desk.send(title, name, body), () => desk.role);
  const seats = seatList();
  const pay = payview(told.book, (seat) => told.floor.seats.find((each) => each.seat === seat)?.name ?? `Seat ${seat}`);
  const said = saidCard(told.book, (spot) => live.sight?.offers[spot]?.name ?? spot);
  const past = lastRolls((roll) => void look(roll));
  const reads = told.duties.length === 0 ? readsOnly(told) : null;
  /** @type {{number: number, a: number, b: number, undone: boolean, lines: PayLine[]} | null} */
  let looked = null;

  let over = false;
  const ended = h("div", { class: "banner panel", role: "status", hidden: true });
  fill(
    root,
    head.element,
    ended,
    h(
      "div",
      { class: "crew-floor" },
      h("div", { class: "crew-desk" }, waiting.element, reads?.element ?? desk.element, links(told, id), reads && said.element),
      h("div", { class: "crew-table" }, h("div", { class: "crew-felt" }, felt.element), pay.element, !reads && said.element, past.element, seats.element, notices(told, live)),
    ),
  );
  root.classList.add("crew");

  function draw() {
    desk.show(told);
    reads?.show(told);
    const sight = live.sight;
    waiting.show(told, sight?.table ?? null);
    seats.show(told, sight?.table.shooter ?? null, sight?.table.offered ?? null);
    felt.lay({ point: (!over && sight?.puck.point) || 0, bets: told.floor.bets ?? Object.entries(sight?.table.layout.total_cents ?? {}).map(([spot, cents]) => ({ spot, cents })) });
    const due = told.floor.pay;
    pay.show(due ? { ...due, settled: false } : looked && { ...looked, settled: true });
  }

  let asking = false;
  let again = false;
  /** Ask the house what is ours to say now; what is asked meanwhile is asked once more. */
  async function refresh() {
    again = asking;
    if (asking) return;
    asking = true;
    try {
      told = await get(`${path}/duties`);
      draw();
    } catch (bad) {
      if (bad instanceof Refusal && bad.status === 403) location.reload();
      // a house that does not answer is told of above; the next sight asks again
    } finally {
      asking = false;
    }
    if (again) void refresh();
  }

  /** @param {Rolled} roll */
  async function look(roll) {
    try {
      const { lines } = await get(`${path}/why/${roll.seq}`);
      looked = { number: roll.number, a: roll.a, b: roll.b, undone: roll.undone, lines };
      past.mark(roll.seq);
      draw();
    } catch {
      // a roll that cannot be asked for stays as it was
    }
  }

  async function loadRolls() {
    try {
      const { rolls } = await get(`${path}/rolls?limit=${LAST}`);
      past.show(rolls);
      const newest = rolls[rolls.length - 1];
      if (newest) await look(newest);
    } catch {
      // the next roll asks again
    }
  }

  live.addEventListener("sight", (event) => {
    head.show(/** @type {CustomEvent<Sight>} */ (event).detail);
    void refresh();
  });
  live.addEventListener("event", (event) => {
    const happened = /** @type {CustomEvent<Happened>} */ (event).detail;
    said.hear(happened);
    if (CHANGES_ROLLS.has(happened.name)) void loadRolls();
    if (happened.name === "RollCalled") announce(call(happened.body.roll), { urgent: true });
  });
  live.addEventListener("countdown", (event) => head.ring.set(/** @type {CustomEvent} */ (event).detail.closes_in_ms));
  live.addEventListener("state", () => head.away(live.state === "away" ? "The house does not answer; trying again. What you said is kept and sent once." : ""));
  live.addEventListener("ended", (event) => {
    const { code, says } = /** @type {CustomEvent} */ (event).detail;
    over = true;
    head.end(code === CLOSED ? "Table closed" : "Not at the table any more");
    for (const each of [waiting.element, desk.element]) each.remove();
    ended.hidden = false;
    fill(ended, h("p", null, sentence(says || "This table is closed")), h("a", { class: "button main", href: "/" }, "To the tables"));
    scrollTo(0, 0);
    void refresh();
  });
  draw();
  void loadRolls();
  const ticking = setInterval(() => (head.ring.tick(), waiting.tick()), 250);
  live.open();
  return {
    title: `Crew of ${told.title}`,
    close: () => {
      clearInterval(ticking);
      live.close();
    },
  };
}

/**
 * The table in two lines, whatever they say: its name, the puck, the time left; the phase and the shooter.
 * @param {string} title
 * @param {boolean} timed whether the house closes bets by its clock
 */
function headline(title, timed) {
  const puck = h("span", { class: "crew-puck" });
  const phase = h("span", { class: "crew-phase", role: "status" });
  const shooter = h("span", { class: "quieter" });
  const ring = countdown();
  const top = h("div", { class: "crew-name" }, h("h1", null, title), puck, timed ? h("span", { class: "crew-ring" }, ring.element) : null);
  const element = h("header", { class: "crew-head" }, top, h("p", { class: "crew-says" }, phase, shooter));
  let sight = /** @type {Sight | null} */ (null);
  let problem = "";
  const put = () => {
    const says = problem || (sight ? `${sight.table.phase.charAt(0).toUpperCase()}${sight.table.phase.slice(1)}${sight.table.waiting ? `: ${sight.table.waiting}` : ""}` : "Coming to the table");
    reword(phase, says);
    phase.classList.toggle("bad", Boolean(problem));
  };
  return {
    element,
    ring,
    away: (/** @type {string} */ says) => ((problem = says), put()),
    end: (/** @type {string} */ says) => {
      problem = says;
      put();
      ring.set(null);
      for (const each of [puck, shooter]) each.remove();
    },
    show: (/** @type {Sight} */ next) => {
      sight = next;
      const { shooter: seat, offered, seats, closes_in_ms } = sight.table;
      const name = (/** @type {number} */ number) => `seat ${number}${seats.find((each) => each.seat === number)?.name ? `, ${seats.find((each) => each.seat === number)?.name}` : ""}`;
      fill(puck, sight.puck.says);
      puck.dataset.on = String(sight.puck.on);
      fill(shooter, offered ? `The dice are offered to ${name(offered)}` : seat ? `Shooter: ${name(seat)}` : seat === 0 ? "The house or a companion throws" : "Nobody has the dice");
      ring.set(closes_in_ms);
      put();
    },
  };
}

/** The last rolls; each can be looked into. @param {(roll: Rolled) => void} look */
function lastRolls(look) {
  const list = h("ol", { class: "crew-rolls" });
  const element = h("section", { class: "panel", "aria-labelledby": "rolls-title" }, h("h2", { id: "rolls-title" }, "Last rolls"), list);
  fill(list, h("li", { class: "quieter" }, "No roll yet."));
  return {
    element,
    mark: (/** @type {number} */ seq) => {
      for (const each of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("button"))) each.setAttribute("aria-pressed", String(each.dataset.seq === String(seq)));
    },
    show: (/** @type {Rolled[]} */ rolls) => {
      if (!rolls.length) return;
      fill(
        list,
        [...rolls].reverse().map((each) =>
          h("li", null, h("button", { type: "button", class: "rolled", "aria-pressed": "false", data: { seq: each.seq }, on: { click: () => look(each) } }, dice(each.a, each.b, 24), h("span", null, `Roll ${each.number}: ${call(each).toLowerCase()}${each.undone ? ", undone" : each.seven_out ? ", seven out" : ""}`))),
        ),
      );
    },
  };
}

/** What is posted at the table now. @param {Duties} told @param {Live} live */
function notices(told, live) {
  const posted = notice(told.book, (spot) => live.sight?.offers[spot]?.name ?? spot);
  live.addEventListener("sight", () => void posted.show(live.sight?.table.settings ?? {}));
  return h("details", { class: "panel" }, h("summary", null, "Notices and limits posted"), posted.element);
}

/** Whoever only looks on; an inspector sees besides whether the crew has sent word. @param {Duties} told */
function readsOnly({ roles }) {
  const inspects = roles.includes("inspector");
  const notified = h("p", { class: "notified", role: "status", hidden: !inspects });
  const element = h("section", { class: "panel", "aria-label": "Your role" }, h("h2", null, roles.map(roleName).join(", ")), h("p", null, inspects ? "You see everything at this table and change nothing: all bets, calls, disputes and payments, and what was said since you came. The whole log can be exported." : "This book gives your role nothing to say at this table; you see all of it."), notified);
  const show = (/** @type {Duties} */ { floor }) => {
    const text = floor.inspector_notified ? "The crew has notified the inspector." : "The crew has not notified the inspector.";
    notified.classList.toggle("due", floor.inspector_notified);
    reword(notified, text);
  };
  return { element, show };
}

/** @param {Duties} told @param {string} id */
function links(told, id) {
  const at = encodeURIComponent(id);
  return h(
    "nav",
    { class: "panel crew-links", "aria-label": "More about this table" },
    h("a", { class: "button", href: `/api/v1/tables/${at}/export`, download: `${id}.jsonl` }, "Export the log"),
    h("a", { class: "button", href: `/history?table=${at}` }, "Recall every roll"),
    h("a", { class: "button", href: `/rules/${encodeURIComponent(told.book)}` }, "The book"),
    h("a", { class: "button", href: `/room/${at}` }, "Room display"),
  );
}

/**
 * Somebody without a role: why there is nothing here for them, and the way on.
 * @param {HTMLElement} root
 * @param {string} id
 * @param {Refusal} bad
 */
async function noRole(root, id, bad) {
  const who = await enter();
  fill(
    root,
    h(
      "div",
      { class: "panel lost" },
      h("h1", null, "The crew's side of the table"),
      h("p", null, `${bad.says.charAt(0).toUpperCase()}${bad.says.slice(1)}. You are known to them as `, h("code", null, who.player), "."),
      h("div", { class: "row" }, h("a", { class: "button main", href: `/table/${encodeURIComponent(id)}` }, "To the players' side"), h("button", { type: "button", class: "button", on: { click: () => location.reload() } }, "I have a role now"), h("a", { class: "button", href: "/" }, "To the tables")),
    ),
  );
  return { title: "Crew console" };
}
