// The switch beside the chips: winners stay up, as a standing instruction for every bet that is made, or come down.

import { announce } from "../kit/announce.js";
import { h, s } from "../kit/dom.js";
import { preferences } from "../kit/preferences.js";

/** @typedef {import("./table-parts.d.ts").Table} Table */
/** @typedef {import("../app/table-socket.js").Sight} Sight */

const ON = "Winners stay up";
const OFF = "Winners come down";

/** @param {Table} table */
export function stayUp(table) {
  const { bets, live, stage, facts } = table;
  const state = h("span", { class: "tool-state" });
  const element = h(
    "button",
    { type: "button", class: "button tool stay-up", on: { click: () => void turn() } },
    s("svg", { viewBox: "0 0 24 24", width: 22, height: 22, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" }, s("path", { d: "M12 21V9M6 14l6-6 6 6M4 4h16" })),
    h("span", null, "Stay up", state),
  );
  const regulated = () => stage.sight?.table.profile === "regulated";
  const on = () => Boolean(preferences.get("stayUp")) && !regulated();

  /** Whether a standing instruction makes sense here: odds and bets that have travelled are made in another way. @param {string} spot */
  const stands = (spot) => facts.spots[spot]?.made_here && !bets.offer(spot)?.odds_for;

  async function turn() {
    if (regulated()) return table.say("At a regulated table every bet is made by hand, so winners come down.");
    preferences.set("stayUp", !on());
    const keep = on();
    const spots = keep ? bets.mine.map(({ spot }) => spot).filter(stands) : (stage.sight?.table.you.keeps ?? []);
    for (const spot of spots) await live.act("KeepBet", { spot, keep });
    table.say(keep ? "Winners stay up: a bet that wins is made again at once." : "Winners come down: a bet that wins comes back to your rack.");
  }

  /** @param {Sight} sight */
  function show(sight) {
    element.setAttribute("aria-pressed", String(on()));
    element.setAttribute("aria-disabled", String(regulated() || sight.table.you.seat === null));
    element.setAttribute("aria-label", on() ? ON : OFF);
    element.title = on() ? ON : OFF;
    state.textContent = on() ? ": on" : ": off";
  }

  const placed = (/** @type {Event} */ event) => {
    const { spot } = /** @type {CustomEvent} */ (event).detail;
    if (on() && stands(spot) && !bets.offer(spot)?.keep) void live.act("KeepBet", { spot, keep: true }).then(({ ok }) => ok && announce(`${bets.name(spot)} stays up when it wins`));
  };
  bets.addEventListener("placed", placed);
  const stop = preferences.on("stayUp", () => stage.sight && show(stage.sight));
  return { element, show, close: stop };
}
