// The line over the felt: the book, the puck in words, who shoots, the countdown, how long one has played and how it
// stands, how fast the house answers; and under it, when there is cause, what is wrong and the way on.

import { sentence } from "../kit/clause-link.js";
import { capital, fill, h, reword, s } from "../kit/dom.js";
import { SIGNED_OUT, closesIn } from "../app/table-socket.js";
import { clock, money, signed } from "../kit/money.js";
import { announce, voice } from "../kit/announce.js";

/** @typedef {import("../pages/table.js").Table} Table */
/** @typedef {import("../app/table-socket.js").Sight} Sight */

const RING = 2 * Math.PI * 15;

/** Phases that need no word: the clock and the dice show them. */
const PLAIN = new Set(["betting open", "settled"]);

/**
 * The status of a table.
 * @param {Table} table
 * @param {{title: string, house: string}} called the table's name, and whose rules it has if the name does not say it
 * @param {HTMLElement} warn
 */
export function status(table, { title, house }, warn) {
  const { live, stage } = table;
  const puck = h("span", { class: "puck-words" });
  const phase = h("span", { class: "phase" });
  const shooter = h("span", { class: "shooter" });
  const time = h("span", { class: "figure", title: "Time played in the last 24 hours" });
  const net = h("span", { class: "figure net", title: "Won or lost in the last 24 hours, at all tables" });
  const latency = h("span", { class: "figure latency", title: "The way to the house and back" });
  const ring = countdown();
  const element = h(
    "div",
    { class: "status" },
    h("a", { class: "button quiet icon back", href: "/", "aria-label": "Back to the tables" }, s("svg", { viewBox: "0 0 24 24", width: 22, height: 22, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" }, s("path", { d: "M14 5l-7 7 7 7" }))),
    h("h1", null, title, house && h("small", null, ` ${house}`)),
    puck,
    ring.element,
    warn,
    phase,
    shooter,
    h("span", { class: "status-me" }, time, net, latency),
  );
  let seconds = 0;
  let seenAt = performance.now();

  /** @param {Sight} sight */
  function show(sight) {
    reword(puck, sight.puck.says);
    puck.dataset.on = String(sight.puck.on);
    const state = PLAIN.has(sight.table.phase) ? sight.table.waiting : sight.table.phase;
    reword(phase, capital(state));
    reword(shooter, state ? "" : shooterOf(sight));
    seconds = sight.session.seconds;
    seenAt = sight.arrived;
    reword(net, `Today ${signed(sight.session.net_cents)}`);
    net.dataset.sign = String(Math.sign(sight.session.net_cents));
    tick();
  }

  function tick() {
    reword(time, clock(seconds + (performance.now() - seenAt) / 1000));
    reword(latency, live.state === "open" ? (live.latency === null ? "" : `${Math.round(live.latency)} ms`) : "offline");
    ring.tick();
  }

  live.addEventListener("countdown", (event) => {
    const { closes_in_ms, waiting } = /** @type {CustomEvent} */ (event).detail;
    ring.set(closes_in_ms);
    if (waiting !== (live.sight?.table.waiting ?? "")) live.look();
  });
  stage.addEventListener("shown", (event) => {
    const sight = /** @type {CustomEvent<Sight>} */ (event).detail;
    const { mode, shooter, offered } = sight.table;
    ring.name(mode === "live" && shooter === null && offered !== null ? "take the dice" : "bet");
    ring.set(mode === "live" ? closesIn(sight) : null);
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

/** Time left to bet, as a ring and a number; said aloud to screen readers at ten and at five. */
export function countdown() {
  const arc = s("circle", { class: "ring-left", r: 15, fill: "none", "stroke-width": 4, "stroke-dasharray": RING, transform: "rotate(-90)" });
  const number = s("text", { y: 5, "text-anchor": "middle", "font-size": 14, "font-weight": 700, fill: "currentColor" });
  const element = h(
    "span",
    { class: "countdown", role: "timer", "aria-label": "Time left to bet", hidden: true },
    s("svg", { viewBox: "-19 -19 38 38", width: 40, height: 40, "aria-hidden": "true" }, s("circle", { class: "ring-all", r: 15, fill: "none", "stroke-width": 4 }), arc, number),
    h("span", { class: "visually-hidden" }),
  );
  /** @type {number | null} */
  let closes = null;
  let whole = 1;
  let said = Infinity;
  let what = "bet";

  /** What there is time for. @param {string} doing */
  function name(doing) {
    if (doing === what) return;
    what = doing;
    element.setAttribute("aria-label", `Time left to ${doing}`);
  }

  /** @param {number | null | undefined} ms */
  function set(ms) {
    if (ms === null || ms === undefined) {
      closes = null;
      element.hidden = true;
      return;
    }
    const end = performance.now() + ms;
    if (closes === null || end > closes + 1000) {
      whole = Math.max(ms, 1);
      said = Infinity;
    }
    closes = end;
    element.hidden = false;
    tick();
  }

  function tick() {
    if (closes === null) return;
    const left = Math.max(0, closes - performance.now());
    const seconds = Math.ceil(left / 1000);
    arc.style.strokeDashoffset = String(RING * (1 - left / whole));
    if (number.textContent !== String(seconds)) {
      number.textContent = String(seconds);
      /** @type {HTMLElement} */ (element.lastElementChild).textContent = `${seconds} seconds`;
    }
    element.classList.toggle("soon", seconds <= 5);
    for (const mark of [10, 5]) {
      if (seconds <= mark && said > mark && whole > mark * 1000) {
        said = mark;
        announce(`${mark} seconds to ${what}`);
        voice(`${mark} seconds`);
        break;
      }
    }
  }
  return { element, name, set, tick };
}

/**
 * What stands between the player and the table just now, and the way on; nothing when all is well. It has a place of its
 * own in the status; only what ends the table lies over it.
 * @param {Table} table
 */
export function banner(table) {
  const { live, stage } = table;
  const element = h("div", { class: "banner", role: "status", hidden: true });
  let trouble = "";
  /** @type {{code: number, says: string} | null} */
  let ended = null;
  let sat = false;
  /** @type {number | undefined} */
  let slow;

  const button = (/** @type {string} */ label, /** @type {() => void} */ act) => h("button", { type: "button", class: "button", on: { click: act } }, label);
  const lobby = () => h("a", { class: "button", href: "/" }, "To the tables");

  /** @returns {[string, (Node | null)[]] | null} */
  function wrong() {
    const waiting = live.waiting.filter((each) => each.name !== "Sit").length;
    const sight = stage.sight;
    if (ended?.code === SIGNED_OUT) return ["You are signed out here, or this table is not yours to see.", [button("Come in again", () => location.reload()), lobby()]];
    if (ended) return [sentence(ended.says || "This table is closed"), [lobby()]];
    if (live.state === "away") {
      const kept = waiting === 1 ? "One thing you asked waits and is sent once." : `${waiting} things you asked wait and are sent once.`;
      return [`The house cannot be reached${waiting ? `. ${kept}` : "; trying again. Nothing is lost."}`, []];
    }
    if (trouble) return [trouble, []];
    if (sight?.table.phase === "table closed") return ["This table is closed; what lay on it has been returned.", [lobby()]];
    if (sat && sight?.table.you.seat === null) return ["You have no seat at this table any more.", []];
    return null;
  }

  function show() {
    if (stage.sight?.table.you.seat) sat = true;
    const found = wrong();
    const key = found?.[0] ?? "";
    if (element.dataset.says === key) return;
    element.dataset.says = key;
    element.hidden = !found;
    element.classList.toggle("over", Boolean(found?.[1].length));
    element.classList.toggle("away", live.state === "away");
    if (found) fill(element, h("p", null, found[0]), found[1]);
  }

  live.addEventListener("state", () => {
    clearTimeout(slow);
    // a connection that comes back at once is not worth a word
    slow = setTimeout(show, live.state === "away" ? 600 : 0);
  });
  live.addEventListener("waiting", show);
  live.addEventListener("trouble", (event) => {
    const told = /** @type {CustomEvent} */ (event).detail;
    trouble = told.over ? "" : told.says;
    show();
  });
  live.addEventListener("ended", (event) => {
    ended = /** @type {CustomEvent} */ (event).detail;
    show();
  });
  stage.addEventListener("shown", show);
  return { element, show };
}

/**
 * The seats of a live table, clockwise, with the dice where they are.
 * @param {Table} table
 */
export function seatsRow(table) {
  const element = h("ol", { class: "seats", "aria-label": "Seats, clockwise", hidden: true });
  let last = "";
  /** @param {Sight} sight */
  function show(sight) {
    const { seats, shooter, offered, you, mode } = sight.table;
    element.hidden = mode !== "live" || !seats.length;
    const key = JSON.stringify([seats, shooter, offered, you.seat]);
    if (element.hidden || key === last) return;
    last = key;
    fill(
      element,
      seats.map((each) =>
        h(
          "li",
          { class: each.seat === you.seat ? "seat mine" : "seat", "aria-label": `Seat ${each.seat}: ${each.name}, rack ${money(each.rack_cents)}${each.away ? ", away" : ""}${each.seat === shooter ? ", shooter" : ""}${each.seat === offered ? ", offered the dice" : ""}` },
          h("b", null, String(each.seat)),
          h("span", { class: "seat-name" }, each.seat === you.seat ? "You" : each.name),
          each.seat === you.seat && h("span", { class: "figure quieter" }, money(each.rack_cents)),
          each.seat === shooter && h("span", { class: "tag gold" }, "Shooter"),
          each.seat === offered && h("span", { class: "tag gold" }, "Dice?"),
          each.away && h("span", { class: "tag" }, "Away"),
        ),
      ),
    );
    // a row that scrolls can be reached by keys
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
  return { element, show };
}
