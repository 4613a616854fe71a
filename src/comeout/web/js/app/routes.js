// Where one can go: every page with its path, in the order of the navigation.

/**
 * @typedef {object} Place
 * @property {string} [name] what the navigation calls it; without one it is reached by links only
 * @property {RegExp} path its named groups are the page's parameters
 * @property {string} [href] where the navigation leads
 * @property {() => Promise<{show: Show, ahead?: () => void}>} load
 */
/** @typedef {(root: HTMLElement, params: {[name: string]: string}, query: URLSearchParams) => Promise<Shown>} Show */
/** @typedef {{title: string, close?: () => void}} Shown */

/** @type {Place[]} */
export const PLACES = [
  { name: "Tables", href: "/", path: /^\/$/, load: () => import("../pages/lobby.js") },
  { path: /^\/table\/(?<id>[^/]+)$/, load: () => import("../pages/table.js") },
  { path: /^\/crew\/(?<id>[^/]+)$/, load: () => import("../pages/crew.js") },
  { path: /^\/room\/(?<id>[^/]+)$/, load: () => import("../pages/room-display.js") },
  { name: "Rules", href: "/rules", path: /^\/rules$/, load: () => import("../pages/rules.js") },
  { path: /^\/rules\/compare\/(?<a>[^/]+)\/(?<b>[^/]+)$/, load: () => import("../pages/compare-rules.js") },
  { path: /^\/rules\/(?<book>[^/]+)$/, load: () => import("../pages/rulebook.js") },
  { name: "History", href: "/history", path: /^\/history$/, load: () => import("../pages/history.js") },
  { name: "Dealer drill", href: "/drill", path: /^\/drill$/, load: () => import("../pages/drill.js") },
  { name: "You", href: "/account", path: /^\/account$/, load: () => import("../pages/account.js") },
];

/**
 * The place a path leads to, with its parameters.
 * @param {string} path
 * @returns {{place: Place, params: {[name: string]: string}} | null}
 */
export function placeAt(path) {
  for (const place of PLACES) {
    const found = place.path.exec(path);
    if (found) {
      const params = Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]);
      return { place, params: Object.fromEntries(params) };
    }
  }
  return null;
}
