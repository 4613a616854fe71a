// The house over HTTP: questions, and refusals that say what to do.

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

/** @typedef {{player: string, name: string, guest: boolean, play_money: boolean}} Who */

const AWAY = "The house does not answer. Check your connection; this page tries again by itself.";

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

/** @param {string} path */
export const get = (path) => call("GET", path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body) => call("POST", path, body);
/** @param {string} path @param {unknown} [body] */
export const put = (path, body) => call("PUT", path, body);
/** @param {string} path */
export const del = (path) => call("DELETE", path);

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * Ask once a visit: for what does not change while the page is open.
 * @param {string} path
 * @returns {Promise<any>}
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
 * Who you are; whoever is nobody yet comes in as a guest.
 * @returns {Promise<Who>}
 */
export function enter() {
  entering ??= post("/session").catch((bad) => {
    entering = null;
    throw bad;
  });
  return /** @type {Promise<Who>} */ (entering);
}

/** Forget who that was: after signing in or out. */
export function forget() {
  entering = null;
  kept.clear();
}
