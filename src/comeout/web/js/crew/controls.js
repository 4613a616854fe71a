// The crew's controls list the commands of the chosen role as buttons, send each one signed with that role, and show
// why a command was refused.

import { clauseLink, sentence } from "../kit/clause-link.js";
import { ask, askUntil, toast } from "../kit/dialog.js";
import { $, capital, fill, h, reword } from "../kit/dom.js";
import { isDue } from "./due-commands.js";
import { facePicker } from "./face-picker.js";
import { Unsaid, orderForm } from "./command-form.js";

/** @typedef {import("../protocol.d.ts").DutiesAnswer} Duties */
/** @typedef {import("../protocol.d.ts").DutyAnswer} Duty */
/** @typedef {import("../app/table-socket.js").TableSocket} TableSocket */
/** @typedef {import("../app/table-socket.js").Answer | import("../app/table-socket.js").Quote} Answer */
/** @typedef {{says: string, clause: string}} Why */

const GROUPS = /** @type {{[group: string]: string}} */ ({
  roll: "The roll",
  bets: "Bets",
  shooter: "The shooter",
  void: "Voids, by two people",
  players: "Players",
  disputes: "Disputes and errors",
  dice: "The dice",
  table: "Notices and the table",
});
const CALLS_DICE = "CallRoll";

/** Return the name of a role. @param {string} role */
export const roleName = (role) => capital(role).replaceAll("-", " ");

/** Return the roles that may send commands, with those that call the dice first. @param {Duties} told */
function rolesByTheRoll({ roles, duties }) {
  const calls = duties.find((duty) => duty.name === CALLS_DICE)?.by ?? [];
  return roles.filter((role) => duties.some((duty) => duty.by.includes(role))).sort((a, b) => Number(calls.includes(b)) - Number(calls.includes(a)));
}

/**
 * Return the controls of one person.
 * @param {TableSocket} live
 * @param {() => Duties} known the latest answer of the house
 */
export function controls(live, known) {
  const tabs = h("div", { class: "role-tabs", role: "group", "aria-label": "The role you speak in" });
  const panel = h("div", { class: "role-panel" });
  const done = h("p", { class: "said small", role: "status" });
  const element = h("section", { class: "console", "aria-label": "Controls" }, tabs, done, panel);
  let role = "";
  let drawn = "";
  /** @type {{name: string, seq: number, phase: string, waits: boolean, waited: boolean} | null} what the message about the last command refers to */
  let spoken = null;
  /** @type {Map<string, {show: (duty: Duty) => void}>} */
  let parts = new Map();

  /** Update the controls. Buttons that are there already only change their text. @param {Duties} told */
  function show(told) {
    const held = rolesByTheRoll(told);
    if (!held.includes(role)) role = held[0] ?? "";
    const mine = told.duties.filter((duty) => duty.by.includes(role));
    const key = JSON.stringify([held, role, mine.map((duty) => duty.name)]);
    if (key !== drawn) build(held, mine);
    drawn = key;
    for (const duty of mine) parts.get(duty.name)?.show(duty);
    moveOn(told);
  }

  /** Clear the last message once the table has moved on, or once nothing waits for a second person any more. @param {Duties} told */
  function moveOn({ floor }) {
    const table = live.sight;
    if (!spoken || !table || table.seq < spoken.seq) return;
    const { name, waits, waited } = spoken;
    const still = floor.seconds.some((each) => each.mine && each.name === name);
    spoken.phase ||= table.table.phase;
    spoken.waited ||= still;
    if (table.table.phase === spoken.phase && (!waits || still || !waited)) return;
    spoken = null;
    fill(done);
  }

  /** @param {string[]} held @param {Duty[]} mine */
  function build(held, mine) {
    tabs.hidden = held.length < 2;
    fill(tabs, held.map((each) => h("button", { type: "button", class: "role-tab", "aria-pressed": String(each === role), on: { click: () => choose(each) } }, roleName(each))));
    parts = new Map();
    const groups = [...new Set(mine.map((duty) => duty.group))];
    fill(
      panel,
      groups.map((group) => {
        const of = mine.filter((duty) => duty.group === group);
        const caller = of.find((duty) => duty.name === CALLS_DICE);
        const rest = of.filter((duty) => duty !== caller);
        const id = `group-${group}`;
        return h(
          "section",
          { class: `duty-group panel ${group}`, "aria-labelledby": id },
          h("h2", { id }, group === "roll" && held.length < 2 ? `${roleName(role)}: the roll` : (GROUPS[group] ?? group)),
          caller ? add(caller, dicePart(caller)) : null,
          h("div", { class: "duty-grid" }, rest.map((duty) => add(duty, buttonPart(duty)))),
        );
      }),
    );
  }

  /** @param {string} next */
  function choose(next) {
    role = next;
    show(known());
    $(`.role-tab[aria-pressed="true"]`, tabs).focus();
  }

  /**
   * @param {Duty} duty
   * @param {{element: HTMLElement, show: (duty: Duty) => void}} made
   */
  function add(duty, made) {
    parts.set(duty.name, made);
    return made.element;
  }

  /** @param {Duty} first */
  function buttonPart(first) {
    let duty = first;
    const says = h("small", { id: `duty-${first.name}` });
    const element = h(
      "button",
      { type: "button", class: "duty", data: { duty: first.name }, "aria-describedby": says.id, on: { click: () => void press(duty, element) } },
      h("b", null, first.title, first.two_people && first.group !== "void" ? h("span", { class: "tag" }, "two people") : null),
      says,
    );
    return {
      element,
      show: (/** @type {Duty} */ next) => {
        duty = next;
        const off = duty.now.ok === false;
        element.setAttribute("aria-disabled", String(off));
        element.classList.toggle("due", isDue(duty, known().floor, live.sight?.table ?? null));
        const count = duty.ready.filter((each) => each.role === role).length;
        const text = sentence(off ? duty.now.says : count ? `${count} ${count === 1 ? "is" : "are"} waiting` : duty.says);
        reword(says, text);
      },
    };
  }

  /** Return the part in which two faces are tapped, read back and called. @param {Duty} first */
  function dicePart(first) {
    let duty = first;
    const reading = first.fields.find((field) => field.name === "reading");
    const ways = reading && reading.options.length > 1 ? h("select", { "aria-label": "How the dice lie" }, reading.options.map((each) => h("option", { value: each.value }, `Read ${each.says}`))) : null;
    const send = h("button", { type: "button", class: "button main call-it", on: { click: () => void callIt() } }, "Call it");
    const why = h("p", { class: "small quieter call-why", id: "call-why" });
    const picker = facePicker(() => arm(), "Call the dice");
    const element = h("div", { class: "call", data: { duty: first.name } }, h("h3", null, first.title, first.two_people ? h("span", { class: "tag" }, "two people") : null), picker.element, h("div", { class: "row call-row" }, ways, send), why);
    send.setAttribute("aria-describedby", why.id);

    function arm() {
      const off = duty.now.ok === false;
      send.setAttribute("aria-disabled", String(off || !picker?.faces));
      const text = sentence(off ? duty.now.says : duty.says);
      reword(why, text);
      element.classList.toggle("due", !off);
    }
    async function callIt() {
      if (duty.now.ok === false) return refused(duty.now);
      const roll = picker.faces;
      if (!roll) return void toast("Tap both faces first.", { kind: "bad" });
      const answer = await give(duty, { roll, ...(ways ? { reading: ways.value } : {}) });
      if (answer?.ok) picker.clear();
    }
    return { element, show: (/** @type {Duty} */ next) => ((duty = next), arm()) };
  }

  /** @param {Duty} duty @param {HTMLElement} button */
  async function press(duty, button) {
    if (duty.now.ok === false) return refused(duty.now);
    const ready = duty.ready.filter((each) => each.role === role);
    if (!ready.length && duty.fields.length) return say(duty, button);
    const body = ready.length ? await chooseReady(duty, ready) : {};
    if (body) await busy(button, () => give(duty, body));
  }

  /**
   * @template T
   * @param {HTMLElement} button
   * @param {() => Promise<T>} work
   */
  async function busy(button, work) {
    button.setAttribute("aria-busy", "true");
    const done = await work();
    button.removeAttribute("aria-busy");
    return done;
  }

  /** @param {Duty} duty @param {Duty["ready"]} ready */
  function chooseReady(duty, ready) {
    return ask({ title: duty.title, body: duty.says, actions: [...ready.map((each) => ({ label: each.says, value: each.body })), { label: "Not now", value: null, kind: "quiet" }] });
  }

  /**
   * Open the form of a command and send it, until it is accepted or cancelled. What was entered is kept.
   * @param {Duty} duty
   * @param {HTMLElement} button
   */
  async function say(duty, button) {
    const as = role;
    const told = known();
    const form = orderForm(duty, { book: told.book_key, settings: told.settings, posted: live.sight?.table.settings ?? {}, spotName: (spot) => live.sight?.offers[spot]?.name ?? spot });
    const actions = [{ label: "Not now", value: false, kind: "quiet" }, { label: duty.two_people ? "Ask for it" : duty.title, value: true, kind: "main" }];
    await askUntil({ title: duty.title, wide: true, body: [h("p", { class: "quieter" }, duty.says), form.element], actions }, async () => {
      /** @type {string | Node} */
      let wrong = "";
      try {
        const body = form.read();
        await busy(button, () => give(duty, body, as, (why) => (wrong = reason(why))));
      } catch (bad) {
        if (!(bad instanceof Unsaid)) throw bad;
        wrong = bad.message;
      }
      return wrong;
    });
  }

  /**
   * Send a command in the chosen role; a serious one is confirmed first. Returns the answer, or null if it was
   * cancelled.
   * @param {Duty} duty
   * @param {{[field: string]: any}} body
   * @param {string} [as]
   * @param {(why: Why) => unknown} [tell] called with a refusal
   */
  async function give(duty, body, as = role, tell = refused) {
    const full = { ...duty.body, ...(duty.signed ? { by: as } : {}), ...body };
    const quote = duty.grave ? await live.quote(duty.name, full) : null;
    if (quote && !quote.ok) return answered(duty, quote, tell);
    if (duty.grave && !(await readBack(duty, quote))) return null;
    return answered(duty, await live.act(duty.name, full), tell);
  }

  /** @param {Duty} duty @param {import("../app/table-socket.js").Quote | null} quote */
  function readBack(duty, quote) {
    const will = (quote?.events ?? []).map((each) => h("li", null, sentence(each.says)));
    return ask({
      title: duty.title,
      body: [h("p", null, duty.says), will.length ? h("ul", null, will) : null, duty.two_people ? h("p", null, "Nothing happens until a second person asks for the same.") : null].filter((each) => each !== null),
      actions: [{ label: "Not now", value: false, kind: "quiet" }, { label: duty.two_people ? "Ask for it" : duty.title, value: true, kind: "main" }],
    });
  }

  /** @param {Why} why */
  const reason = (why) => h("span", null, sentence(why.says), " ", clauseLink(known().book_key, why.clause));

  /** @param {Why} why */
  function refused(why) {
    toast(reason(why), { kind: "bad" });
  }

  /** @param {{title: string, name: string}} what @param {Answer} answer @param {(why: Why) => unknown} [tell] */
  function answered({ title, name }, answer, tell = refused) {
    if (!answer.ok) {
      tell(answer);
      return answer;
    }
    const waiting = "waiting" in answer ? answer.waiting : "";
    spoken = { name, seq: "seq" in answer ? answer.seq : 0, phase: "", waits: Boolean(waiting), waited: false };
    fill(done, waiting ? `${title}: ${sentence(waiting)}` : `${title}: done.`);
    return answer;
  }

  /**
   * Agree to what somebody else asked for (dual control), or confirm what waits, in a role that may.
   * @param {string} title
   * @param {string} name
   * @param {{[field: string]: any}} body
   */
  const send = async (title, name, body) => answered({ title, name }, await live.act(name, body));
  return { element, show, send, get role() { return role; } };
}
