// The account page shows the player's name, wallet and time played, keeps the wallet under a name, and sets their own limits.

import { accountPanel } from "./account-sessions.js";
import { Refusal, del, enter, forget, get, post, put } from "../app/rest-client.js";
import { ask, askUntil, toast } from "../kit/dialog.js";
import { fill, h, style } from "../kit/dom.js";
import { clock, money, parseMoney, signed } from "../kit/money.js";

/** @typedef {import("../protocol.d.ts").LimitAnswer} Limit -1 is no limit */

/** The name and the unit of each limit. */
const KINDS = [
  { kind: "loss", name: "Loss in 24 hours", unit: "money" },
  { kind: "stake", name: "Largest bet", unit: "money" },
  { kind: "time", name: "Time played in 24 hours", unit: "minutes" },
];

const NONE = -1;

/** @type {import("../app/routes.js").Show} */
export async function show(root) {
  await style("/css/account.css");
  await draw(root);
  return { title: "Account" };
}

/** @param {HTMLElement} root */
async function draw(root) {
  const who = await enter();
  const [wallet, limits] = await Promise.all([get("/wallet"), get("/limits")]);
  fill(
    root,
    h("h1", null, who.name),
    h(
      "div",
      { class: "account grid" },
      h(
        "section",
        { class: "panel", "aria-labelledby": "money-title" },
        h("h2", { id: "money-title" }, "Play money and time"),
        facts([
          ["In your wallet", money(wallet.wallet_cents)],
          ["In your racks at tables", money(wallet.racks_cents)],
          ["On the felt now", money(wallet.at_risk_cents)],
          ["Won or lost, last 24 hours", signed(wallet.net_cents)],
          ["Played, last 24 hours", clock(wallet.seconds_played)],
        ]),
        h("p", { class: "small quieter" }, "This is play money. It cannot be bought, cashed out or exchanged. The chips in your rack go back to your wallet when you leave the table."),
        wallet.wallet_cents + wallet.racks_cents + wallet.at_risk_cents === 0 && h("p", { class: "row" }, h("span", null, "You have no play money left."), h("button", { type: "button", class: "button", on: { click: () => void refill(root) } }, "Start again")),
      ),
      who.guest ? keepForm(root) : accountPanel(who, { draw: () => draw(root), leave: () => void leave(root, "You are signed out. You are a new guest now.") }),
      limitForm(root, limits),
    ),
  );
}

/** @param {[string, string][]} rows */
const facts = (rows) => h("dl", { class: "facts" }, rows.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", { class: "figure" }, value))));

/** @param {HTMLElement} root */
function keepForm(root) {
  const name = h("input", { name: "username", autocomplete: "username", required: true, maxlength: 24 });
  const password = h("input", { name: "password", type: "password", autocomplete: "current-password", required: true, minlength: 8 });
  const act = (/** @type {string} */ path, /** @type {string} */ done) => async () => {
    if (!form.reportValidity()) return;
    await attempt(async () => {
      await post(path, { name: name.value.trim(), password: password.value });
      forget();
      await draw(root);
      toast(done, { kind: "good" });
    });
  };
  const keep = act("/session/register", "Your wallet is saved under that name.");
  const form = h(
    "form",
    { class: "panel", "aria-labelledby": "keep-title", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), void keep()) } },
    h("h2", { id: "keep-title" }, "Keep your wallet"),
    h("p", { class: "small quieter" }, "You are a guest, and only this browser knows you. Choose a name and a password, and you can come back from anywhere."),
    h("label", { class: "field" }, h("span", null, "Name"), name),
    h("label", { class: "field" }, h("span", null, "Password, at least 8 characters"), password),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button main" }, "Save it under this name"),
      h("button", { type: "button", class: "button", on: { click: act("/session/login", "Welcome back.") } }, "I have an account: sign in"),
      h("button", { type: "button", class: "button quiet", on: { click: () => void again(root) } }, "Start again as a new guest"),
    ),
  );
  return form;
}

/** Ask for new play money, which the house gives once a day to a player without any. @param {HTMLElement} root */
function refill(root) {
  return attempt(async () => {
    await post("/wallet/again");
    await draw(root);
    toast("You have play money again.", { kind: "good" });
  });
}

/** Start again as a new guest; the old guest and its wallet are lost. @param {HTMLElement} root */
async function again(root) {
  const yes = await ask({
    title: "Start again?",
    body: "You become a new guest with a new wallet. You lose what this guest has, in the wallet and at tables.",
    actions: [
      { label: "Stay this guest", value: false },
      { label: "Start again", value: true, kind: "main" },
    ],
  });
  if (yes) await leave(root, "You are a new guest.");
}

/**
 * @param {HTMLElement} root
 * @param {string} done
 */
function leave(root, done) {
  return attempt(async () => {
    await del("/session");
    forget();
    await draw(root);
    toast(done);
  });
}

/**
 * @param {HTMLElement} root
 * @param {Limit[]} limits
 */
function limitForm(root, limits) {
  return h(
    "section",
    { class: "panel", "aria-labelledby": "limits-title" },
    h("h2", { id: "limits-title" }, "Your own limits"),
    h("p", { class: "small quieter" }, "A stricter limit applies at once, a looser one after 24 hours."),
    KINDS.map(({ kind, name, unit }) => {
      const limit = limits.find((each) => each.kind === kind);
      const said = told(limit?.value ?? NONE, unit);
      const change = () => void changeLimit(root, kind, name, unit);
      return h(
        "div",
        { class: "spread limit" },
        h("div", null, h("strong", null, name), h("div", { class: "small quieter figure" }, said, later(limit, unit))),
        h("button", { type: "button", class: "button", "aria-label": `Change: ${name}`, on: { click: change } }, "Change"),
      );
    }),
  );
}

/**
 * @param {Limit | undefined} limit
 * @param {string} unit
 */
function later(limit, unit) {
  if (!limit || limit.next_value === null) return "";
  return `; ${told(limit.next_value, unit)} from ${new Date(limit.next_at / 1000).toLocaleString()}`;
}

/**
 * @param {number} value
 * @param {string} unit
 */
const told = (value, unit) => (value === NONE ? "no limit" : unit === "money" ? money(value) : `${value} minutes`);

/**
 * @param {HTMLElement} root
 * @param {string} kind
 * @param {string} name
 * @param {string} unit
 */
async function changeLimit(root, kind, name, unit) {
  const input = h("input", { inputmode: "decimal", autocomplete: "off" });
  const body = [h("label", { class: "field" }, h("span", null, unit === "money" ? "Amount" : "Minutes"), input)];
  const actions = [
    { label: "Not now", value: null, kind: "quiet" },
    { label: "No limit", value: "none" },
    { label: "Set limit", value: "set", kind: "main" },
  ];
  await askUntil({ title: name, body, actions }, async (chosen) => {
    const cents = parseMoney(input.value);
    if (chosen === "set" && (cents === null || (unit !== "money" && cents % 100))) return unit === "money" ? "Type an amount like 200 or 12.50" : "Type whole minutes, like 90";
    const value = chosen === "none" ? null : unit === "money" ? cents : (cents ?? 0) / 100;
    await attempt(async () => {
      await put(`/limits/${kind}`, { value });
      await draw(root);
      toast("Your limit is set.", { kind: "good" });
    });
    return "";
  });
}

/** @param {() => Promise<void>} work */
async function attempt(work) {
  try {
    await work();
  } catch (bad) {
    toast(bad instanceof Refusal ? bad.says : "That did not work. Try again.", { kind: "bad" });
  }
}
