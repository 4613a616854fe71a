// The headline of the crew console shows the table's name, the puck, the countdown, the phase and the shooter.

import { fill, h, reword } from "../kit/dom.js";
import { countdown } from "../kit/countdown.js";

/** @typedef {import("../app/table-socket.js").Sight} Sight */

/**
 * Return the headline in two lines: the table's name, the puck, the time left; the phase and the shooter.
 * @param {string} title
 * @param {boolean} timed whether the house closes bets by its clock
 */
export function headline(title, timed) {
  const puck = h("span", { class: "crew-puck" });
  const phase = h("span", { class: "crew-phase", role: "status" });
  const shooter = h("span", { class: "quieter" });
  const ring = countdown();
  const top = h("div", { class: "crew-name" }, h("h1", null, title), puck, timed ? h("span", { class: "crew-ring" }, ring.element) : null);
  const element = h("header", { class: "crew-head" }, top, h("p", { class: "crew-says" }, phase, shooter));
  let sight = /** @type {Sight | null} */ (null);
  let problem = "";
  const put = () => {
    const says = problem || (sight ? `${sight.table.phase.charAt(0).toUpperCase()}${sight.table.phase.slice(1)}${sight.table.waiting ? `: ${sight.table.waiting}` : ""}` : "Connecting to the table");
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
      ring.show(null);
      for (const each of [puck, shooter]) each.remove();
    },
    show: (/** @type {Sight} */ next) => {
      sight = next;
      const { shooter: seat, offered, seats } = sight.table;
      const name = (/** @type {number} */ number) => `seat ${number}${seats.find((each) => each.seat === number)?.name ? `, ${seats.find((each) => each.seat === number)?.name}` : ""}`;
      fill(puck, sight.puck.says);
      puck.dataset.on = String(sight.puck.on);
      fill(shooter, offered ? `The dice are offered to ${name(offered)}` : seat ? `Shooter: ${name(seat)}` : seat === 0 ? "The house or a companion throws" : "Nobody has the dice");
      put();
    },
  };
}
