// The crew console shows a table to the people who run it: their commands, what waits for them, and what a roll
// pays. An inspector sees all of it and can change nothing.

import { Refusal, enter, get } from "../app/rest-client.js";
import { call } from "../kit/roll-words.js";
import { sentence } from "../kit/clause-link.js";
import { controls, roleName } from "../crew/controls.js";
import { fill, h, reword, style } from "../kit/dom.js";
import { BettingClock } from "../app/betting-clock.js";
import { CLOSED, TableSocket } from "../app/table-socket.js";
import { payview } from "../crew/pay-view.js";
import { notice } from "../panels/posted-limits.js";
import { saidCard } from "../crew/event-log.js";
import { announce } from "../kit/announce.js";
import { headline } from "../crew/headline.js";
import { lastRolls } from "../crew/last-rolls.js";
import { stillFelt } from "../app/still-felt.js";
import { seatList } from "../crew/seat-list.js";
import { waitingList } from "../crew/waiting-list.js";

/** @typedef {import("../app/table-socket.js").Sight} Sight */
/** @typedef {import("../app/table-socket.js").Happened} Happened */
/** @typedef {import("../crew/pay-view.js").PayLine} PayLine */
/** @typedef {import("../crew/last-rolls.js").Rolled} Rolled */
/** @typedef {import("../protocol.d.ts").DutiesAnswer} Duties */


const LAST = 12;
const CHANGES_ROLLS = new Set(["RollSettled", "OutcomeUndone"]);

/** @type {import("../app/routes.js").Show} */
export async function show(root, { id }) {
  await style("/css/crew.css");
  const path = /** @type {const} */ (`/tables/${encodeURIComponent(id)}`);
  /** @type {Duties} */
  let told;
  try {
    told = await get(`${path}/duties`);
  } catch (bad) {
    if (bad instanceof Refusal && bad.status === 403) return noRole(root, id, bad);
    throw bad;
  }
  const felt = await stillFelt(told.book_key, "The layout with everybody's chips");
  const live = new TableSocket(id);
  const betting = new BettingClock(live, { rolling: false });
  const head = headline(told.title, told.crew !== "people");
  const desk = controls(live, () => told);
  const waiting = waitingList((title, name, body) => desk.send(title, name, body), () => desk.role);
  const seats = seatList();
  const pay = payview(told.book_key, (seat) => told.floor.seats.find((each) => each.seat === seat)?.name ?? `Seat ${seat}`);
  const said = saidCard(told.book_key, (spot) => live.sight?.offers[spot]?.name ?? spot);
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
  /** Request the commands that the crew may give now. A request during another is sent once more afterwards. */
  async function refresh() {
    again = asking;
    if (asking) return;
    asking = true;
    try {
      told = await get(`${path}/duties`);
      draw();
    } catch (bad) {
      if (bad instanceof Refusal && bad.status === 403) location.reload();
      // the banner reports a house that does not answer; the next view tries again
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
      // a roll that cannot be loaded stays as it was
    }
  }

  async function loadRolls() {
    try {
      const { rolls } = await get(`${path}/rolls?limit=${LAST}`);
      past.show(rolls);
      const newest = rolls[rolls.length - 1];
      if (newest) await look(newest);
    } catch {
      // the next roll tries again
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
  const tick = () => head.ring.show(betting.left);
  for (const news of ["sight", "countdown"]) live.addEventListener(news, tick);
  live.addEventListener("state", () => head.away(live.state === "away" ? "The house is not answering; trying again. Your commands are kept and sent once." : ""));
  live.addEventListener("ended", (event) => {
    const { code, says } = /** @type {CustomEvent} */ (event).detail;
    over = true;
    head.end(code === CLOSED ? "Table closed" : "You are no longer at the table");
    for (const each of [waiting.element, desk.element]) each.remove();
    ended.hidden = false;
    fill(ended, h("p", null, sentence(says || "This table is closed")), h("a", { class: "button main", href: "/" }, "Back to the tables"));
    scrollTo(0, 0);
    void refresh();
  });
  draw();
  void loadRolls();
  const ticking = setInterval(() => (tick(), waiting.tick()), 250);
  live.open();
  return {
    title: `Crew of ${told.title}`,
    close: () => {
      clearInterval(ticking);
      live.close();
    },
  };
}

/** Return what is posted at the table now. @param {Duties} told @param {TableSocket} live */
function notices(told, live) {
  const posted = notice(told.book_key, (spot) => live.sight?.offers[spot]?.name ?? spot);
  live.addEventListener("sight", () => void posted.show(live.sight?.table.settings ?? {}));
  return h("details", { class: "panel" }, h("summary", null, "Notices and limits posted"), posted.element);
}

/** Return the note for people who only watch. An inspector also sees whether the crew has sent notice. @param {Duties} told */
function readsOnly({ roles }) {
  const inspects = roles.includes("inspector");
  const notified = h("p", { class: "notified", role: "status", hidden: !inspects });
  const element = h("section", { class: "panel", "aria-label": "Your role" }, h("h2", null, roles.map(roleName).join(", ")), h("p", null, inspects ? "You see everything at this table and change nothing: all bets, calls, disputes and payments, and what happened since you came. The whole log can be exported." : "Your role has no commands under this book. You see everything at this table."), notified);
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
    h("a", { class: "button", href: `/history?table=${at}` }, "History of every roll"),
    h("a", { class: "button", href: `/rules/${encodeURIComponent(told.book_key)}` }, "The rules"),
    h("a", { class: "button", href: `/room/${at}` }, "Room display"),
  );
}

/**
 * Show a person without a role why there is nothing here, and where to go.
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
      h("p", null, `${bad.says.charAt(0).toUpperCase()}${bad.says.slice(1)}. Your player id is `, h("code", null, who.player), "."),
      h("div", { class: "row" }, h("a", { class: "button main", href: `/table/${encodeURIComponent(id)}` }, "Go to the players' side"), h("button", { type: "button", class: "button", on: { click: () => location.reload() } }, "I have a role now"), h("a", { class: "button", href: "/" }, "Back to the tables")),
    ),
  );
  return { title: "Crew console" };
}
