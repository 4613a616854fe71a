// Route table: each path with the script that shows its page, in the order of the navigation.

/**
 * @typedef {object} Route
 * @property {string} [name] its name in the navigation; without one only links lead to it
 * @property {RegExp} path its named groups are the page's parameters
 * @property {string} [href] the address in the navigation
 * @property {() => Promise<{show: Show, ahead?: () => void}>} load
 */
/** @typedef {(root: HTMLElement, params: {[name: string]: string}, query: URLSearchParams) => Promise<Shown>} Show */
/** @typedef {{title: string, close?: () => void}} Shown */

/** @type {Route[]} */
export const ROUTES = [
  { name: "Tables", href: "/", path: /^\/$/, load: () => import("../pages/lobby.js") },
  { path: /^\/table\/(?<id>[^/]+)$/, load: () => import("../pages/table.js") },
  { path: /^\/crew\/(?<id>[^/]+)$/, load: () => import("../pages/crew.js") },
  { path: /^\/room\/(?<id>[^/]+)$/, load: () => import("../pages/room-display.js") },
  { name: "Rules", href: "/rules", path: /^\/rules$/, load: () => import("../pages/rules.js") },
  { path: /^\/rules\/compare\/(?<a>[^/]+)\/(?<b>[^/]+)$/, load: () => import("../pages/compare-rules.js") },
  { path: /^\/rules\/(?<book>[^/]+)$/, load: () => import("../pages/rulebook.js") },
  { name: "History", href: "/history", path: /^\/history$/, load: () => import("../pages/history.js") },
  { name: "Drill", href: "/drill", path: /^\/drill$/, load: () => import("../pages/drill.js") },
  { name: "Account", href: "/account", path: /^\/account$/, load: () => import("../pages/account.js") },
];

/**
 * Return the route that matches a path, with its parameters.
 * @param {string} path
 * @returns {{route: Route, params: {[name: string]: string}} | null}
 */
export function routeAt(path) {
  for (const route of ROUTES) {
    const found = route.path.exec(path);
    if (found) {
      const params = Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]);
      return { route, params: Object.fromEntries(params) };
    }
  }
  return null;
}
