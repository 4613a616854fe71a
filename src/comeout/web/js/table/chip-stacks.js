// Draws the stacks of chips and the puck on a picture of the felt. A stack that has not changed is not drawn again.

import { fill, s } from "../kit/dom.js";
import { puck as drawPuck, stack } from "../kit/chip-drawing.js";
import { fair } from "../bets/spot-words.js";

/** @typedef {import("../app/table-socket.js").Sight} Sight */
/** @typedef {import("../app/table-socket.js").Command} Command */
/** @typedef {import("../app/felt-picture.js").FeltPicture} FeltPicture */
/** @typedef {import("../protocol.d.ts").SpotFacts} SpotFacts */

/**
 * Draw the chips on a spot: the player's own, everybody else's, and those that wait for an answer.
 * @param {FeltPicture} view
 * @param {string} spot
 * @param {SpotFacts | undefined} facts
 * @param {Sight} sight
 * @param {number} asked cents that wait for an answer
 */
export function layStack(view, spot, facts, sight, asked) {
  const mine = sight.table.you.bets[spot];
  const others = othersOn(sight, spot);
  const offer = sight.offers[spot];
  const off = mine && !mine.button && offer?.working === false;
  const key = JSON.stringify([mine, others, asked, off]);
  const drawn = view.stacks.get(spot);
  if (drawn?.key === key) return;
  if (!mine && !asked && !others.length) {
    drawn?.group.remove();
    view.stacks.delete(spot);
    return;
  }
  const group = s("g", { "data-on": spot });
  const at = view.place(spot, others.length > 0);
  others.forEach((each, place) => group.append(moved(stack({ ...each, r: at.r * 0.62, kind: "other" }), besides(at, place, others.length), at.y)));
  if (mine) {
    const lammer = offer?.vigorish ? lammerOf(facts?.name ?? "") : "";
    const edge = facts?.edge?.per_bet ? (fair(facts.edge.per_bet) ? "0%" : facts.edge.per_bet.percent) : "";
    group.append(moved(stack({ cents: mine.amount, r: at.r, kind: "mine", button: mine.button || (off ? "off" : ""), lammer, edge }), at.x, at.y));
  }
  if (asked) group.append(moved(stack({ cents: asked, r: at.r * (mine ? 0.8 : 1), kind: "waiting" }), at.x - (mine ? at.r * 1.2 : 0), at.y));
  if (drawn) drawn.group.replaceWith(group);
  else view.lying.append(group);
  view.stacks.set(spot, { key, group });
}

/** Put the puck in its place, and highlight the number it is on. @param {FeltPicture} view @param {Sight} sight */
export function layPuck(view, sight) {
  for (const number of /** @type {NodeListOf<SVGElement>} */ (view.svg.querySelectorAll("[data-number]"))) {
    number.classList.toggle("point", Number(number.dataset.number) === sight.puck.point);
  }
  const at = view.pucks.get(sight.puck.point);
  if (!at) return;
  const key = `${sight.puck.on}`;
  if (view.puck.dataset.on !== key) fill(view.puck, drawPuck(at.r, sight.puck.on));
  view.puck.dataset.on = key;
  view.puck.style.transform = `translate(${at.x}px, ${at.y}px)`;
}

/** Return the cents that are not answered yet, by spot. @param {Command[]} waiting */
export function pending(waiting) {
  /** @type {Map<string, number>} */
  const asked = new Map();
  for (const each of waiting) {
    if (each.name === "PlaceBet") asked.set(each.body.spot, (asked.get(each.body.spot) ?? 0) + each.body.amount);
  }
  return asked;
}

/**
 * Return what other seats have on a spot.
 * @param {Sight} sight
 * @param {string} spot
 * @returns {{cents: number, seat: number | null}[]}
 */
function othersOn(sight, spot) {
  const { layout, you } = sight.table;
  const seats = layout.seats?.[spot];
  if (seats) {
    return Object.entries(seats)
      .filter(([seat]) => Number(seat) !== you.seat)
      .map(([seat, cents]) => ({ cents, seat: Number(seat) }));
  }
  const cents = (layout.total_cents[spot] ?? 0) - (you.bets[spot]?.amount ?? 0);
  return cents > 0 ? [{ cents, seat: null }] : [];
}

/**
 * Return the position of the next stack of another player: to the left, closer together if there is little room.
 * @param {{x: number, r: number, left: number}} at
 * @param {number} place
 * @param {number} count
 */
function besides(at, place, count) {
  const small = at.r * 0.62;
  const first = at.x - at.r - small * 1.15;
  const room = Math.max(first - at.left - small, 0);
  const step = Math.min(small * 2.15, count > 1 ? room / (count - 1) : room);
  return Math.max(first - place * step, at.left + small * 0.8);
}

/**
 * @template {SVGElement} E
 * @param {E} group
 * @param {number} x
 * @param {number} y
 * @returns {E}
 */
function moved(group, x, y) {
  group.setAttribute("transform", `translate(${x} ${y})`);
  return group;
}

/** Return the text of a lammer: the bet's name without its number. @param {string} name */
function lammerOf(name) {
  return name.replace(/\s*\d+\s*/g, " ").replace(/\bBet\b/i, "").replace(/\son\s*$/, "").trim().toUpperCase();
}
