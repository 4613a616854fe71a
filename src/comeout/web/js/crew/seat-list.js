// The seat list of the crew console shows rack, chips and remarks for each player, and where the table's money is.

import { fill, h } from "../kit/dom.js";
import { money } from "../kit/money.js";

/** @typedef {import("../protocol.d.ts").DutiesAnswer} Duties */

/** Return the list of seats with racks, chips and what the crew knows of each player, and where the table's money is. */
export function seatList() {
  const rows = h("tbody");
  const sums = h("p", { class: "small quieter figure" });
  const element = h(
    "section",
    { class: "panel seat-list", "aria-labelledby": "seats-title" },
    h("h2", { id: "seats-title" }, "Seats"),
    h("table", { class: "table-list" }, h("thead", null, h("tr", null, ["Player", "Rack", "Layout", "Remarks"].map((each, place) => h("th", { scope: "col", class: place === 1 || place === 2 ? "number" : "" }, each)))), rows),
    sums,
  );
  let last = "";

  /**
   * @param {Duties} told
   * @param {number | null} shooter
   * @param {number | null} offered
   */
  function show({ floor }, shooter, offered) {
    const key = JSON.stringify([floor.seats, floor.money, floor.debts, shooter, offered]);
    if (key === last) return;
    last = key;
    fill(
      rows,
      floor.seats.length
        ? floor.seats.map((each) => {
            const remarks = [each.seat === shooter && "shooter", each.seat === offered && "offered the dice", each.away ? "away" : !each.connected && "no connection", each.barred && "barred", each.told_off && `warned ${each.told_off}×`, each.warned && "told about the minimum", each.partners.length && `partner of seat ${each.partners.join(", ")}`].filter(Boolean);
            return h("tr", null, h("th", { scope: "row" }, each.name), h("td", { class: "number" }, money(each.rack_cents)), h("td", { class: "number" }, money(each.layout_cents)), h("td", null, remarks.join(", ")));
          })
        : h("tr", null, h("td", { colspan: 4, class: "quieter" }, "Nobody is seated.")),
    );
    fill(sums, `Racks ${money(floor.money.racks_cents)} · layout ${money(floor.money.layout_cents)} · house ${money(floor.money.house_cents)} · vigorish ${money(floor.money.commission_cents)}${floor.debts.map((each) => ` · ${each.name} ${each.cents > 0 ? "owes" : "is owed"} ${money(Math.abs(each.cents))}`).join("")}`);
  }
  return { element, show };
}
