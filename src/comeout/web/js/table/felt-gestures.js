// Turns pointer and key events on the felt into three acts: tap a spot, open its card, or look at it.

const LONG_PRESS_MS = 480;
const STEADY_PX = 10;
/** How long the card of a spot stands after a tap with a finger, which does not hover and never leaves. */
const GLANCE_MS = 2500;

/** @typedef {{at?: {x: number, y: number}, ms?: number}} Look where the pointer is, and how long to look */

/**
 * @typedef {object} FeltActs
 * @property {(spot: string) => void} tap
 * @property {(spot: string) => void} card
 * @property {(spot: string | null, how?: Look) => void} look
 */

/** Return the spot of the box that an element belongs to, or nothing. @param {EventTarget | null} target */
export function spotOf(target) {
  const found = target instanceof Element ? target.closest(".also, .box") : null; // a symbol is a second target of a bet that has its own box
  return found instanceof SVGElement && !found.closest(".beyond") ? (found.dataset.spot ?? "") : "";
}

/**
 * Listen to the pointer and key events of a felt.
 * @param {HTMLElement} felt
 * @param {FeltActs} told
 * @param {(spot: string) => void} touched a spot was tapped or got the focus
 */
export function listenToFelt(felt, told, touched) {
  /** @type {number | undefined} */
  let pressing;
  let longPressed = false;
  let finger = false;
  let [startX, startY] = [0, 0];
  const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) => felt.addEventListener(name, act);
  on("click", (event) => {
    const spot = spotOf(event.target);
    if (!spot) return;
    touched(spot);
    if (!longPressed && finger && event.detail) told.look(spot, { at: at(event), ms: GLANCE_MS });
    if (!longPressed) told.tap(spot);
    longPressed = false;
  });
  on("pointerdown", (event) => {
    const spot = spotOf(event.target);
    longPressed = false;
    finger = event.pointerType !== "mouse";
    if (!spot || event.button) return;
    [startX, startY] = [event.clientX, event.clientY];
    pressing = setTimeout(() => {
      longPressed = true;
      told.card(spot);
    }, LONG_PRESS_MS);
  });
  on("pointermove", (event) => {
    if (Math.hypot(event.clientX - startX, event.clientY - startY) > STEADY_PX) clearTimeout(pressing);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) on(name, () => clearTimeout(pressing));
  on("contextmenu", (event) => {
    const spot = spotOf(event.target);
    if (!spot) return;
    event.preventDefault();
    clearTimeout(pressing);
    if (!longPressed) told.card(spot);
  });
  on("pointerover", (event) => event.pointerType === "mouse" && told.look(spotOf(event.target) || null, { at: at(event) }));
  on("pointerout", (event) => event.pointerType === "mouse" && !felt.contains(event.relatedTarget) && told.look(null));
  on("focusin", (event) => {
    const spot = spotOf(event.target);
    if (!spot) return;
    touched(spot);
    if (event.target.matches(":focus-visible")) told.look(spot);
  });
  on("focusout", (event) => felt.contains(event.relatedTarget) || told.look(null));
  on("keydown", (event) => key(event, spotOf(event.target), told));
}

/** @param {PointerEvent} event */
const at = ({ clientX: x, clientY: y }) => ({ x, y });

/** @param {KeyboardEvent} event @param {string} spot @param {FeltActs} told */
function key(event, spot, told) {
  if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) told.card(spot);
  else if (!event.repeat) told.tap(spot);
}
