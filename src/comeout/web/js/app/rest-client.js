// REST client of the house: it sends JSON requests, caches what does not change, and turns error answers into
// `Refusal`s whose sentence can be shown.

export class Refusal extends Error {
  /**
   * @param {number} status 0 when nobody answered
   * @param {string} says
   */
  constructor(status, says) {
    super(says);
    this.status = status;
    this.says = says;
  }
}

/** @typedef {import("../protocol.d.ts").SignedIn} Who */

const AWAY = "The house is not answering. Check your connection. This page keeps trying.";

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function call(method, path, body) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(0, AWAY);
  }
  const told = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(answer.status, told?.says ?? `The house answered ${answer.status}. Try again in a moment.`);
  return told;
}

/** @template {string} Path @param {Path} path @returns {Promise<import("../protocol.d.ts").GetAnswer<Path>>} */
export const get = (path) => call("GET", path);
/** @template {string} Path @param {Path} path @param {unknown} [body] @returns {Promise<import("../protocol.d.ts").PostAnswer<Path>>} */
export const post = (path, body) => call("POST", path, body);
/** @template {string} Path @param {Path} path @param {unknown} [body] @returns {Promise<import("../protocol.d.ts").PutAnswer<Path>>} */
export const put = (path, body) => call("PUT", path, body);
/** @template {string} Path @param {Path} path @returns {Promise<import("../protocol.d.ts").DeleteAnswer<Path>>} */
export const del = (path) => call("DELETE", path);

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * Fetch something that does not change while the page is open, cached for the visit.
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<import("../protocol.d.ts").GetAnswer<Path>>}
 */
export function cached(path) {
  let asked = kept.get(path);
  if (!asked) {
    asked = get(path);
    asked.catch(() => kept.delete(path));
    kept.set(path, asked);
  }
  return asked;
}

/** @type {Promise<Who> | null} */
let entering = null;

/**
 * Return who you are. A new visitor is signed in as a guest.
 * @returns {Promise<Who>}
 */
export function enter() {
  entering ??= post("/session").catch((bad) => {
    entering = null;
    throw bad;
  });
  return /** @type {Promise<Who>} */ (entering);
}

/** Forget who is signed in, after signing in or out. */
export function forget() {
  entering = null;
  kept.clear();
}
