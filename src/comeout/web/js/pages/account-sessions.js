// The part of the account page for whoever has a password: sign out, change it, see and end sessions, delete the account.

import { Refusal, del, forget, get, post, put } from "../app/rest-client.js";
import { askUntil, toast } from "../kit/dialog.js";
import { fill, h } from "../kit/dom.js";

/** @typedef {import("../protocol.d.ts").SignInAnswer} SignIn */

/**
 * Return the panel of an account. `draw` shows the page again, `leave` signs out.
 * @param {import("../app/rest-client.js").Who} who
 * @param {{draw: () => Promise<void>, leave: () => void}} page
 */
export function accountPanel(who, { draw, leave }) {
  const list = h("ul", { class: "plain sessions" });
  const load = async () => show(list, (await get("/sessions")).sessions, load);
  load().catch(() => fill(list, h("li", null, "Your sessions cannot be listed just now.")));
  return h(
    "section",
    { class: "panel", "aria-labelledby": "account-title" },
    h("h2", { id: "account-title" }, "Signed in"),
    h("p", null, `Your wallet is saved under the name ${who.name}.`),
    h(
      "div",
      { class: "row" },
      button("Sign out", leave),
      button("Change password", () => void changePassword(load)),
      button("Delete account", () => void deleteAccount(draw), "quiet"),
    ),
    h("h3", null, "Where you are signed in"),
    list,
  );
}

/**
 * @param {string} label
 * @param {() => void} click
 * @param {string} [kind]
 */
const button = (label, click, kind = "") => h("button", { type: "button", class: `button ${kind}`, on: { click } }, label);

/**
 * @param {HTMLElement} list
 * @param {SignIn[]} sessions
 * @param {() => Promise<void>} load
 */
function show(list, sessions, load) {
  const end = (/** @type {string} */ path) => async () => {
    try {
      await del(path);
      await load();
    } catch (bad) {
      toast(says(bad), { kind: "bad" });
    }
  };
  const lines = sessions.map((each) =>
    h(
      "li",
      { class: "spread limit" },
      h("div", null, each.this ? "This browser" : "Another browser or program", h("div", { class: "small quieter" }, `since ${new Date(each.created / 1000).toLocaleString()}`)),
      !each.this && button("End", end(`/sessions/${each.id}`)),
    ),
  );
  fill(list, ...lines, sessions.length > 1 && h("li", null, button("End all others", end("/sessions"))));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} complete
 */
function passwordField(name, label, complete) {
  const input = h("input", { name, type: "password", autocomplete: complete, required: true });
  return { input, field: h("label", { class: "field" }, h("span", null, label), input) };
}

/** @param {() => Promise<void>} load */
async function changePassword(load) {
  const old = passwordField("old", "Your password now", "current-password");
  const next = passwordField("new", "Your new password, at least 8 characters", "new-password");
  const note = h("p", { class: "small quieter" }, "Everywhere else you are signed out.");
  const actions = [
    { label: "Not now", value: null, kind: "quiet" },
    { label: "Change it", value: true, kind: "main" },
  ];
  await askUntil({ title: "Change password", body: [old.field, next.field, note], actions }, async () => {
    const problem = await refused(() => put("/account/password", { old: old.input.value, new: next.input.value }));
    if (problem) return problem;
    await load();
    toast("Your password is changed.", { kind: "good" });
    return "";
  });
}

/** @param {() => Promise<void>} draw */
async function deleteAccount(draw) {
  const password = passwordField("password", "Your password", "current-password");
  const note = h("p", null, "Your name and password are deleted, and nobody can sign in to this wallet again, not even you. What you have at tables is lost. The logs of tables keep your id, without a name.");
  const actions = [
    { label: "Keep the account", value: null, kind: "quiet" },
    { label: "Delete it for good", value: true, kind: "main" },
  ];
  await askUntil({ title: "Delete account?", body: [note, password.field], actions }, async () => {
    const problem = await refused(() => post("/account/delete", { password: password.input.value }));
    if (problem) return problem;
    forget();
    await draw();
    toast("Your account is deleted. You are a new guest now.");
    return "";
  });
}

/** Return why the house refused, or nothing. @param {() => Promise<unknown>} work */
async function refused(work) {
  try {
    await work();
    return "";
  } catch (bad) {
    return says(bad);
  }
}

/** @param {unknown} bad */
const says = (bad) => (bad instanceof Refusal ? bad.says : "That did not work. Try again.");
