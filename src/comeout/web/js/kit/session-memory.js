// Wraps sessionStorage: what this tab remembers, in browsers that allow it.

/** What was kept under a key, or nothing. @param {string} key */
export function kept(key) {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @param {string} value */
export function keep(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // a browser that keeps nothing asks again
  }
}

/** Whether something was agreed to in this tab; or note that it was. @param {string} what @param {boolean} [now] */
export function once(what, now) {
  if (now) keep(`comeout.once.${what}`, "yes");
  return kept(`comeout.once.${what}`) === "yes";
}
