// Loads the side panels and their style sheet lazily, once the table is shown, so that the first bet does not wait
// for them.

import { style } from "../kit/dom.js";

export async function loadBeside() {
  const [beside] = await Promise.all([import("./side-panels.js"), style("/css/panels.css")]);
  return beside;
}
