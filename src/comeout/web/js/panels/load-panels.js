// What stands beside the felt is loaded with its style sheet once the table is on show: the first bet does not wait for it.

import { style } from "../kit/dom.js";

export async function loadBeside() {
  const [beside] = await Promise.all([import("./side-panels.js"), style("/css/panels.css")]);
  return beside;
}
