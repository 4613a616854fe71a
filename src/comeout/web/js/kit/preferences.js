// Store of the visitor's preferences, kept in localStorage, with change listeners.

/** @type {{[name: string]: any}} */
const DEFAULTS = {
  theme: "light",
  tableTheme: "dark",
  edges: false,
  motion: "system",
  contrast: "system",
  keys: true,
  voice: false,
  mute: false,
  "volume-table": 70,
  "volume-results": 60,
  "volume-voice": 80,
  haptics: true,
  units: true,
  stayUp: false,
  realityCheck: "30",
  easy: true,
  learned: [],
  chip: 500,
  rail: null,
  strip: "line",
};
/** Preferences that are as another one until they are chosen: the coach is for those who see the easy table. @type {{[name: string]: string}} */
const AS = { coach: "easy" };
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
    return chosen[name] ?? (AS[name] ? preferences.get(AS[name]) : DEFAULTS[name]);
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

/** Return the name of the page at a path: "lobby", "table", "rules". @param {string} path */
export const placeAt = (path) => path.split("/")[1] || "lobby";

/** The pages where one plays; they have a theme of their own, and all others are for reading. */
const PLAYED = new Set(["lobby", "table", "room", "crew"]);

const LIGHT = matchMedia("(prefers-color-scheme: light)");
const MORE = matchMedia("(prefers-contrast: more)");
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/** Set the preferences for the current page on the document, where style sheets read them. */
export function showPreferences() {
  const { dataset } = document.documentElement;
  const theme = preferences.get(PLAYED.has(placeAt(location.pathname)) ? "tableTheme" : "theme");
  dataset.theme = theme === "system" ? (LIGHT.matches ? "light" : "dark") : theme;
  const contrast = preferences.get("contrast");
  dataset.contrast = contrast === "system" ? (MORE.matches ? "more" : "usual") : contrast;
  dataset.motion = moves() ? "full" : "less";
  dataset.edges = preferences.get("edges") ? "always" : "asked";
}

/** Show the preferences now and whenever they change. */
export function applyPreferences() {
  for (const name of ["theme", "tableTheme", "contrast", "motion", "edges"]) preferences.on(name, showPreferences);
  for (const query of [LIGHT, MORE, CALM]) query.addEventListener("change", showPreferences);
  showPreferences();
}
