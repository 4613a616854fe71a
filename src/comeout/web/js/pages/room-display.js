// The room display shows one table on a large screen, with nothing to press but full screen.

import { get } from "../app/rest-client.js";
import { end, news } from "../kit/roll-words.js";
import { sentence } from "../kit/clause-link.js";
import { dice } from "../kit/die-face.js";
import { capital, fill, h, reword, style } from "../kit/dom.js";
import { BettingClock } from "../app/betting-clock.js";
import { CLOSED, TableSocket } from "../app/table-socket.js";
import { clock } from "../kit/money.js";
import { notice } from "../panels/posted-limits.js";
import { DisplayState } from "../app/display-state.js";
import { stillFelt } from "../app/still-felt.js";
import { titleOf } from "../app/table-title.js";

/** @typedef {import("../app/table-socket.js").Sight} Sight */
/** @typedef {Pick<import("../protocol.d.ts").RolledAnswer, "seq" | "a" | "b" | "point_before" | "point_after" | "seven_out">} Rolled */

const LAST = 12;
const REST_MS = 700;

/** @type {import("../app/routes.js").Show} */
export async function show(root, { id }) {
  await style("/css/room.css");
  const path = /** @type {const} */ (`/tables/${encodeURIComponent(id)}`);
  const [table, { book_key: book }] = await Promise.all([get(path), get(`${path}/spots`)]);
  const { title } = await titleOf(table);
  const felt = await stillFelt(book, "The layout with everybody's chips", "wide");
  const live = new TableSocket(id);
  const stage = new DisplayState(live);
  const betting = new BettingClock(live, stage);
  /** @type {Rolled[]} */
  let rolls = await rollsOf(id);
  const puck = h("p", { class: "room-puck" });
  const count = h("p", { class: "room-count figure", "aria-live": "off" });
  const phase = h("p", { class: "room-phase", role: "status" });
  const last = h("div", { class: "room-dice" });
  const list = h("ol", { class: "room-rolls", "aria-label": "Last rolls, newest first" });
  const people = h("p", { class: "small quieter" });
  const posted = notice(book, (spot) => stage.sight?.offers[spot]?.name ?? spot);
  let over = "";

  const drawRolls = () => {
    const newest = stage.called ?? rolls[rolls.length - 1];
    fill(last, !newest && h("p", { class: "quieter" }, "No rolls yet"), newest && [...dice(newest.a, newest.b), h("strong", { class: "room-total figure" }, newest.a + newest.b)]);
    fill(list, [...rolls].reverse().map((each) => h("li", { class: end(each) }, dice(each.a, each.b), h("span", { class: "figure" }, each.a + each.b), h("span", { class: "small" }, news(each)))));
  };
  /** @param {Sight} sight */
  const draw = (sight) => {
    fill(puck, over ? "" : sight.puck.says);
    puck.dataset.on = String(sight.puck.on);
    felt.lay({ point: sight.puck.point, bets: chipsOf(sight) });
    void posted.show(sight.table.settings);
    const seats = sight.table.seats;
    const shooter = seats.find((each) => each.seat === sight.table.shooter);
    fill(people, `${seats.length} ${seats.length === 1 ? "player" : "players"}${shooter ? ` · ${shooter.name} shoots` : ""} · play money`);
    tick(sight);
  };
  const tick = (/** @type {Sight | null} */ sight = stage.sight) => {
    const left = betting.left;
    fill(count, left === null ? "" : clock(left / 1000 + 0.5));
    const says = sight ? sight.table.waiting || (sight.table.phase === "settled" && !sight.table.seats.length ? "Starts when somebody sits down" : sight.table.phase) : "";
    const text = over || (live.state === "away" ? "The house is not answering; trying again" : capital(says));
    reword(phase, text);
  };
  stage.addEventListener("shown", (event) => draw(/** @type {CustomEvent<Sight>} */ (event).detail));
  stage.addEventListener("roll", (event) => {
    const { seq, roll, seven_out, point_before, point_after } = /** @type {CustomEvent} */ (event).detail;
    rolls = [...rolls.filter((each) => each.seq !== seq), { seq, a: roll.a, b: roll.b, seven_out, point_before, point_after }].slice(-LAST);
    drawRolls();
    stage.hold(new Promise((done) => setTimeout(done, REST_MS)));
  });
  stage.addEventListener("called", drawRolls);
  live.addEventListener("event", async (event) => {
    if (/** @type {CustomEvent} */ (event).detail.name !== "OutcomeUndone") return;
    rolls = await rollsOf(id).catch(() => rolls);
    drawRolls();
  });
  live.addEventListener("ended", (event) => {
    const { code, says } = /** @type {CustomEvent} */ (event).detail;
    over = code === CLOSED || !says ? "This table is closed." : sentence(says);
    fill(puck);
    tick();
  });
  const full = h("button", { type: "button", class: "button quiet", on: { click: () => void wide(root) } }, "Full screen");
  fill(
    root,
    h("h1", { class: "room-title" }, title),
    h("div", { class: "room-floor" }, h("div", { class: "room-felt" }, felt.element), h("aside", { class: "room-side" }, h("div", { class: "room-head" }, puck, count), phase, last, list, people, posted.element, h("div", { class: "row room-ways" }, full, h("a", { class: "button quiet", href: "/" }, "Back to the tables")))),
  );
  root.classList.add("room");
  drawRolls();
  const ticking = setInterval(() => tick(), 250);
  live.open();
  return {
    title: `${title}: room display`,
    close: () => {
      clearInterval(ticking);
      live.close();
    },
  };
}

/** Return the last rolls that count. @param {string} id @returns {Promise<Rolled[]>} */
async function rollsOf(id) {
  const { rolls } = await get(`/tables/${encodeURIComponent(id)}/rolls?limit=${LAST}`);
  return rolls.filter((each) => !each.undone);
}

/** @param {HTMLElement} root */
async function wide(root) {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await root.requestFullscreen().catch(() => undefined);
}

/** Return everybody's chips: by seat at a small table, in total at a large one. @param {Sight} sight */
function chipsOf(sight) {
  const { total_cents, seats } = sight.table.layout;
  if (!seats) return Object.entries(total_cents).map(([spot, cents]) => ({ spot, cents }));
  return Object.entries(seats).flatMap(([spot, bySeat]) => Object.entries(bySeat).map(([seat, cents]) => ({ spot, cents, seat: Number(seat) })));
}
