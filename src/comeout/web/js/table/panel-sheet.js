// The panels beside the felt, as a sheet over it where the screen has no room beside it.

import { h, s } from "../kit/dom.js";

const SHEET = matchMedia("(max-width: 77.99rem), (max-height: 30rem)");

/** Return the sheet with its panels, its button, and the functions that open and close it. */
export function panelSheet() {
  const close = h("button", { type: "button", class: "button quiet icon sheet-close", "aria-label": "Close the panels", on: { click: () => turn(false) } }, drawn("M6 6l12 12M18 6L6 18"));
  const element = h("aside", { class: "side", id: "panels", "aria-label": "About this table" }, h("div", { class: "sheet-head" }, h("span", { class: "sheet-grip" }), close));
  const shade = h("div", { class: "sheet-shade", on: { click: () => turn(false) } });
  const button = h("button", { type: "button", class: "button quiet icon worded sheet-button", "aria-label": "Numbers, rolls and more", "aria-controls": "panels", "aria-expanded": "false", on: { click: () => turn(!isOpen()) } }, drawn("M4 19V9M10 19V5M16 19v-7M22 19H2"), h("span", { class: "under" }, "Numbers"));
  const isOpen = () => element.dataset.open === "true";
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen()) return;
    event.stopPropagation();
    turn(false);
  });

  /** @param {boolean} open */
  function turn(open) {
    element.dataset.open = shade.dataset.open = String(open);
    button.setAttribute("aria-expanded", String(open));
    if (!SHEET.matches) return;
    if (open) /** @type {HTMLElement | null} */ (element.querySelector('[role="tab"][aria-selected="true"]'))?.focus({ preventScroll: true });
    else button.focus({ preventScroll: true });
  }

  /** Open a panel, as a sheet if it is one. @param {string} id */
  function open(id) {
    /** @type {HTMLElement | null} */ (element.querySelector(`#side-tab-${id}`))?.click();
    turn(true);
  }
  return { element, shade, button, open };
}

/** @param {string} d */
const drawn = (d) => s("svg", { viewBox: "0 0 24 24", width: 22, height: 22, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "aria-hidden": "true" }, s("path", { d }));
