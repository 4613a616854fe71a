// What stands beside the felt, in its order; each is loaded when the table is on show.

import { style } from "./dom.js";

/** @typedef {{id: string, title: string, load: () => Promise<{part: (table: import("./table.js").Table) => HTMLElement | {element: HTMLElement, close: () => void}}>}} Panel */

/** @type {Panel[]} */
export const panels = [{ id: "beside", title: "Rolls, numbers, settlements, your session and the dice", load: async () => (await Promise.all([import("./beside.js"), style("/css/panels.css")]))[0] }];
