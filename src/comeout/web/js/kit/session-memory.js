// Wraps sessionStorage: what this tab remembers, in browsers that allow it.

/** Return what is stored under a key, or nothing. @param {string} key */
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
    // without storage, the page asks again
  }
}

/** Return whether the player agreed to something in this tab, or record it. @param {string} what @param {boolean} [now] */
export function once(what, now) {
  if (now) keep(`comeout.once.${what}`, "yes");
  return kept(`comeout.once.${what}`) === "yes";
}
