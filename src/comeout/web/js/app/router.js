// Client-side router: it follows links without reloading, shows the page of each path, and shows an error page when
// one cannot be loaded.

import { announce } from "../kit/announce.js";
import { $, fill, h } from "../kit/dom.js";
import { placeAt, showPreferences } from "../kit/preferences.js";
import { Refusal, enter } from "./rest-client.js";
import { routeAt } from "./routes.js";

/** @type {(() => void) | undefined} */
let closeLast;
let visit = 0;
let shownAt = "";

/**
 * Navigate to a path of the page.
 * @param {string} href
 * @param {{replace?: boolean}} [how]
 */
export function go(href, how = {}) {
  if (how.replace) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  return arrive(true);
}

/** @param {boolean} moved */
async function arrive(moved) {
  const mine = ++visit;
  let main = $("#main");
  const found = routeAt(location.pathname);
  closeLast?.();
  closeLast = undefined;
  shownAt = "";
  markRoute();
  main.setAttribute("aria-busy", "true");
  main.className = "";
  try {
    if (!found) throw new Refusal(404, "There is no such page.");
    const loading = found.route.load();
    loading.then(({ ahead }) => ahead?.(), () => {});
    const [module] = await Promise.all([loading, enter()]);
    if (mine !== visit) return;
    // a page that was left before it was ready finishes in a detached element
    const left = main;
    main = /** @type {HTMLElement} */ (left.cloneNode(false));
    left.replaceWith(main);
    const shown = await module.show(main, found.params, new URLSearchParams(location.search));
    if (mine !== visit) return void shown.close?.();
    shownAt = location.pathname + location.search;
    closeLast = shown.close;
    document.title = `${shown.title} · Comeout`;
    if (moved) {
      announce(shown.title);
      arriveAt(main);
    } else if (location.hash) arriveAt(main);
  } catch (bad) {
    if (mine === visit) cannot(main, bad);
  } finally {
    if (mine === visit) main.removeAttribute("aria-busy");
  }
}

/** @param {HTMLElement} main */
function arriveAt(main) {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target) {
    target.scrollIntoView();
    target.focus({ preventScroll: true });
    return;
  }
  scrollTo(0, 0);
  main.focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} main
 * @param {unknown} bad
 */
function cannot(main, bad) {
  const refusal = bad instanceof Refusal ? bad : null;
  if (!refusal) console.error(bad);
  document.title = "Comeout";
  const gone = refusal?.status === 404;
  fill(
    main,
    h(
      "div",
      { class: "panel lost" },
      h("h1", null, gone ? "Page not found" : refusal?.status === 0 ? "The house is not answering" : "Something went wrong"),
      h("p", null, refusal?.says ?? "This page has an error. Your chips and bets are safe. Try again."),
      h(
        "div",
        { class: "row" },
        !gone && h("button", { type: "button", class: "button main", on: { click: () => arrive(true) } }, "Try again"),
        h("a", { class: gone ? "button main" : "button", href: "/" }, "Back to the tables"),
      ),
    ),
  );
  if (refusal?.status === 0) setTimeout(() => document.contains(main.querySelector(".lost")) && arrive(false), 3000);
}

/** Mark the current route in the navigation and for style sheets. On a phone they give a table the whole screen. */
function markRoute() {
  document.body.dataset.place = placeAt(location.pathname);
  showPreferences();
  for (const link of document.querySelectorAll(".places a")) {
    const href = link.getAttribute("href") ?? "";
    const here = href === "/" ? location.pathname === "/" : location.pathname.startsWith(href);
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (!routeAt(link.pathname)) return;
  if (link.pathname === location.pathname && link.hash && link.search === location.search) return;
  event.preventDefault();
  link.closest("dialog")?.close();
  void go(link.pathname + link.search + link.hash);
}

/** Start the router: show the page of the current address, and handle links and the back button. */
export function startRouter() {
  document.addEventListener("click", follow);
  addEventListener("popstate", () => {
    document.querySelectorAll("dialog").forEach((each) => each.close());
    // an anchor within the page, unless it is hidden
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const within = shownAt === location.pathname + location.search && (!location.hash || target?.getClientRects().length);
    if (within) arriveAt($("#main"));
    else void arrive(true);
  });
  void arrive(false);
}
