// The pay view shows what a roll pays and takes, seat by seat, with the arithmetic of every bet, before the roll is
// settled and after.

import { clauseLink, sentence } from "../kit/clause-link.js";
import { call, faces } from "../kit/roll-words.js";
import { dice } from "../kit/die-face.js";
import { fill, h } from "../kit/dom.js";
import { money, signed } from "../kit/money.js";

/** @typedef {import("../protocol.d.ts").WhyLine} PayLine */
/** @typedef {{a: number, b: number, lines: PayLine[], more?: number, settled: boolean, undone?: boolean, number?: number}} Paying */

const SAYS = /** @type {{[outcome: string]: string}} */ ({ won: "Pay", lost: "Take", returned: "Give back", moved: "Move" });

/**
 * Return the pay view of a table.
 * @param {string} book
 * @param {(seat: number) => string} seatName
 */
export function payview(book, seatName) {
  const body = h("div", { class: "pay-body", tabindex: "0", role: "group", "aria-labelledby": "pay-title" });
  const title = h("h2", { id: "pay-title", tabindex: "-1" }, "Pay view");
  const element = h("section", { class: "panel pay", "aria-labelledby": "pay-title" }, title, body);
  let last = "";

  /** @param {Paying | null} paying */
  function show(paying) {
    const key = JSON.stringify(paying);
    if (key === last) return;
    last = key;
    fill(title, titleOf(paying));
    if (!paying) {
      fill(body, h("p", { class: "quieter" }, "No roll has been called here yet. After the first one you see here what every bet is paid, and why."));
      return;
    }
    const seats = [...new Set(paying.lines.map((line) => line.seat))].sort((x, y) => x - y);
    fill(
      body,
      h("p", { class: "pay-roll" }, dice(paying.a, paying.b, 36), h("span", null, h("b", null, call(paying)), h("small", null, faces(paying)))),
      paying.undone ? h("p", null, "This roll was undone: what it paid and took was put back.") : null,
      seats.length ? seats.map((seat) => ofSeat(seat, paying.lines.filter((line) => line.seat === seat))) : h("p", null, "This roll decides no bet."),
      paying.more ? h("p", { class: "quieter" }, `${paying.more} more lines are not shown here. The log has them all.`) : null,
    );
  }

  /** @param {Paying | null} paying */
  function titleOf(paying) {
    if (!paying) return "Pay view";
    if (!paying.settled) return "To pay now";
    return paying.undone ? `Roll ${paying.number}, undone` : `Paid on roll ${paying.number}`;
  }

  /**
   * @param {number} seat
   * @param {PayLine[]} lines
   */
  function ofSeat(seat, lines) {
    const net = lines.reduce((all, line) => all + line.net_cents, 0);
    return h(
      "section",
      { class: "pay-seat" },
      h("h3", null, h("span", null, seatName(seat)), h("span", { class: "figure", data: { sign: Math.sign(net) } }, signed(net))),
      h("ul", null, lines.map(ofLine)),
    );
  }

  /** @param {PayLine} line */
  function ofLine(line) {
    const amount = line.outcome === "won" ? line.paid_cents : line.outcome === "lost" ? -line.net_cents : line.stake_cents;
    return h(
      "li",
      { data: { outcome: line.outcome } },
      h("b", { class: "pay-does" }, SAYS[line.outcome] ?? line.outcome, " ", h("span", { class: "figure" }, money(amount))),
      h("span", null, h("b", null, line.name), line.outcome === "won" ? `, with its stake of ${money(line.stake_cents)}` : ""),
      h("span", { class: "pay-sum quieter" }, sentence(line.sum), line.rounding ? ` ${sentence(line.rounding)}` : "", " ", clauseLink(book, line.paid_by || line.clause)),
    );
  }
  show(null);
  return { element, show, focus: () => title.focus() };
}
