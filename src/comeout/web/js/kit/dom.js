// DOM helpers: they create HTML and SVG elements, replace their content, defer work until after the next paint, and
// load style sheets once.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {{[name: string]: any}} Props */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props | null} [props] class, on: {click}, data: {x}, and attributes as they are written
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  const made = document.createElement(tag);
  dress(made, props);
  made.append(...nodes(children));
  return made;
}

/**
 * Create an SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, props, ...children) {
  const made = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag));
  dress(made, props);
  made.append(...nodes(children));
  return made;
}

/**
 * @param {Element} made
 * @param {Props | null | undefined} props
 */
function dress(made, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, act] of Object.entries(value)) made.addEventListener(event, act);
    else if (name === "data") for (const [key, text] of Object.entries(value)) made.setAttribute(`data-${key}`, String(text));
    else if (name === "value" && "value" in made) made.value = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return /** @type {(Node | string)[]} */ (
    children
      .flat(3)
      .filter((each) => each !== null && each !== undefined && each !== false && each !== "")
      .map((each) => (typeof each === "number" ? String(each) : each))
  );
}

/**
 * Replace the children of an element.
 * @template {Element} E
 * @param {E} element
 * @param {...(Child | Child[])} children
 * @returns {E}
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

/** Set the text of an element, unless it is the same. @param {Element} element @param {string} text */
export function reword(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Return the first element that a selector finds; there must be one.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {E}
 */
export function $(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return /** @type {E} */ (found);
}

/**
 * Return a text with a capital first letter.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const UNSEEN_MS = 250;
/** @type {Set<() => void>} */
let due = new Set();

/**
 * Defer work until after the next paint, one task a frame, so that animations stay smooth. A task that is deferred
 * twice before that runs once.
 * @param {() => void} act
 */
export function soon(act) {
  if (!due.size) nextFrame();
  due.add(act);
}

/** Wait for the next paint, ahead of all deferred work. */
export const painted = () =>
  document.hidden
    ? null
    : new Promise((/** @type {(value: void) => void} */ done) => {
        if (!due.size) nextFrame();
        due = new Set([done, ...due]);
        setTimeout(done, UNSEEN_MS); // a page that was removed meanwhile is not painted
      });

function nextFrame() {
  requestAnimationFrame(() => setTimeout(() => {
    const [first] = due;
    due.delete(first);
    if (due.size) nextFrame();
    first();
  }));
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Load a style sheet once, and wait until it is applied.
 * @param {string} href
 * @returns {Promise<void>}
 */
export function style(href) {
  let loading = sheets.get(href);
  if (!loading) {
    loading = new Promise((done) => {
      document.head.append(h("link", { rel: "stylesheet", href, on: { load: () => done(), error: () => done() } }));
    });
    sheets.set(href, loading);
  }
  return loading;
}
