// Roving tabindex of the felt: one box is in the tab order, and the arrow keys move the focus from there.

/** @typedef {import("../app/felt-picture.js").FeltPicture} FeltPicture */
/** @typedef {import("../app/felt-picture.js").Room} Room */
/** @typedef {"left" | "right" | "up" | "down"} Way */

/** Return the view that contains a spot. @param {FeltPicture[]} views @param {string} spot */
export const viewOf = (views, spot) => views.find((view) => view.boxes.has(spot));

/** Return whether a box exists and is not hidden by the easy table. @param {FeltPicture | undefined} view @param {string} spot */
export const isOpen = (view, spot) => Boolean(view?.boxes.has(spot)) && !view?.boxes.get(spot)?.classList.contains("beyond");

export class FeltFocus {
  /**
   * @param {string[]} order the spots along the table
   * @param {() => FeltPicture[]} views
   * @param {(view: FeltPicture) => void} turnTo shows the half of a phone's felt that holds the focus
   */
  constructor(order, views, turnTo) {
    this.#order = order;
    this.#views = views;
    this.#turnTo = turnTo;
    /** The spot in the tab order. */
    this.current = order[0] ?? "";
  }

  /** @type {string[]} */ #order;
  /** @type {() => FeltPicture[]} */ #views;
  /** @type {(view: FeltPicture) => void} */ #turnTo;

  /** Whether the focus is on the layout. */
  get focused() {
    return Boolean(document.activeElement?.closest(".felt .box"));
  }

  /** Make a spot the one in the tab order; with `focus`, also put the focus on it. @param {string} spot @param {boolean} focus */
  rove(spot, focus) {
    const view = viewOf(this.#views(), spot);
    viewOf(this.#views(), this.current)?.boxes.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = spot;
    if (!view) return;
    view.boxes.get(spot)?.setAttribute("tabindex", "0");
    if (!focus) return;
    this.#turnTo(view);
    view.boxes.get(spot)?.focus();
  }

  /** Make sure that the box in the tab order is visible. @param {FeltPicture | undefined} shown */
  settle(shown) {
    if (!isOpen(shown, this.current)) this.rove(this.#order.find((spot) => isOpen(shown, spot)) ?? "", false);
  }

  /**
   * Move the focus from the current box: along the table to its ends, or up and down.
   * @param {Way} way
   */
  move(way) {
    if (!this.focused) return this.rove(this.current, true);
    const open = this.#order.filter((spot) => !viewOf(this.#views(), spot)?.boxes.get(spot)?.classList.contains("beyond"));
    const here = open.indexOf(this.current);
    const step = way === "right" ? 1 : -1;
    const next = way === "up" || way === "down" ? this.#beyond(open, way) : open[here + step];
    if (next) this.rove(next, true);
  }

  /**
   * Return the nearest box above or below the current one.
   * @param {string[]} open
   * @param {"up" | "down"} way
   */
  #beyond(open, way) {
    const view = viewOf(this.#views(), this.current);
    const from = view?.frames.get(this.current);
    if (!view || !from) return undefined;
    const sign = way === "down" ? 1 : -1;
    const ranked = open
      .filter((spot) => view.boxes.has(spot) && spot !== this.current)
      .map((spot) => {
        const to = /** @type {Room} */ (view.frames.get(spot));
        const down = sign * (to.y + to.h / 2 - from.y - from.h / 2);
        const across = Math.max(0, Math.max(to.x - from.x - from.w, from.x - to.x - to.w)) + Math.abs(to.x + to.w / 2 - from.x - from.w / 2) / 8;
        return { spot, down, far: down + 2.5 * across };
      })
      .filter((each) => each.down > 6)
      .sort((a, b) => a.far - b.far);
    return ranked[0]?.spot;
  }
}
