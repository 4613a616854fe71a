// Store of the visitor's preferences, kept in localStorage, with change listeners.

/** @type {{[name: string]: any}} */
const DEFAULTS = {
  theme: "system",
  motion: "system",
  contrast: "system",
  keys: true,
  voice: false,
  mute: false,
  "volume-table": 70,
  "volume-results": 60,
  "volume-voice": 80,
  haptics: true,
  coach: false,
  easy: true,
  chip: 500,
};
const KEY = "comeout.choices";

/** @type {{[name: string]: any}} */
let chosen = read();
/** @type {Map<string, Set<(value: any) => void>>} */
const watching = new Map();

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

export const preferences = {
  /** @param {string} name @returns {any} */
  get(name) {
    return chosen[name] ?? DEFAULTS[name];
  },

  /** @param {string} name @param {any} value */
  set(name, value) {
    chosen = { ...chosen, [name]: value };
    try {
      localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
      // the page works without storage
    }
    for (const tell of watching.get(name) ?? []) tell(value);
  },

  /**
   * Listen to changes of a preference; returns a function that stops.
   * @param {string} name
   * @param {(value: any) => void} tell
   */
  on(name, tell) {
    const all = watching.get(name) ?? new Set();
    watching.set(name, all.add(tell));
    return () => void all.delete(tell);
  },
};

/** Return whether animations are allowed. */
export function moves() {
  const choice = preferences.get("motion");
  return choice === "system" ? !matchMedia("(prefers-reduced-motion: reduce)").matches : choice === "full";
}

/** Set the preferences on the document, where style sheets read them. */
export function applyPreferences() {
  const root = document.documentElement;
  const light = matchMedia("(prefers-color-scheme: light)");
  const more = matchMedia("(prefers-contrast: more)");
  const apply = () => {
    const theme = preferences.get("theme");
    root.dataset.theme = theme === "system" ? (light.matches ? "light" : "dark") : theme;
    const contrast = preferences.get("contrast");
    root.dataset.contrast = contrast === "system" ? (more.matches ? "more" : "usual") : contrast;
    root.dataset.motion = moves() ? "full" : "less";
  };
  for (const name of ["theme", "contrast", "motion"]) preferences.on(name, apply);
  light.addEventListener("change", apply);
  more.addEventListener("change", apply);
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", apply);
  apply();
}
