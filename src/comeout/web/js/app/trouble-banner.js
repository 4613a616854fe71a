// The trouble banner says that the connection is lost, the player signed out, the table closed or the seat gone, and
// offers a way on.

import { SIGNED_OUT } from "./table-socket.js";
import { sentence } from "../kit/clause-link.js";
import { fill, h } from "../kit/dom.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */

/**
 * Return the banner for what keeps the player from the table, and what to do about it; it is empty if all is well. It
 * has its own place in the status bar. Only what ends the table covers the felt.
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
  const lobby = () => h("a", { class: "button", href: "/" }, "Back to the tables");

  /** @returns {[string, (Node | null)[]] | null} */
  function wrong() {
    const waiting = live.waiting.filter((each) => each.name !== "Sit").length;
    const sight = stage.sight;
    if (ended?.code === SIGNED_OUT) return ["You are signed out, or you may not see this table.", [button("Reload", () => location.reload()), lobby()]];
    if (ended) return [sentence(ended.says || "This table is closed"), [lobby()]];
    if (live.state === "away") {
      const kept = waiting === 1 ? "One request is waiting and is sent once." : `${waiting} requests are waiting. Each is sent once.`;
      return [`The house cannot be reached${waiting ? `. ${kept}` : "; trying again. Nothing is lost."}`, []];
    }
    if (trouble) return [trouble, []];
    if (sight?.table.phase === "table closed") return ["This table is closed. All bets were returned.", [lobby()]];
    if (sat && sight?.table.you.seat === null) return ["You no longer have a seat at this table.", []];
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
    // a connection that comes back at once is not reported
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
