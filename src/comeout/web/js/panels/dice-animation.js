// Animates the dice over the felt. The house has rolled them already; here they tumble to the faces it told, then
// wait at the edge of the table for the next roll. Dice that a crew of people called appear at once.

import { call, faces, news } from "../kit/roll-words.js";
import { moves } from "../kit/preferences.js";
import { die } from "../kit/die-face.js";
import { fill, h } from "../kit/dom.js";
import { announce, voice } from "../kit/announce.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../app/roll-history.js").RollHistory} RollHistory */
/** @typedef {import("../app/display-state.js").Settled} Settled */

const TUMBLE_MS = 1250;
const LIE_MS = 1300;
const GLIDE = "cubic-bezier(0.16, 0.62, 0.3, 1)";
const SIDES = [1, 2, 3, 4, 5, 6];

/** Return one die: nested elements for its path, its hops and its rotation, and the cube with six sides. */
function cube() {
  const sides = h("div", { class: "cube" }, SIDES.map((face) => h("div", { class: "cube-side", data: { side: face } }, die(face, 64))));
  const turn = h("div", { class: "die-turn" }, sides);
  const hop = h("div", { class: "die-hop" }, turn);
  const shadow = h("div", { class: "die-shadow" });
  return { sides, turn, hop, shadow, way: h("div", { class: "die-way" }, shadow, hop) };
}

/**
 * Put the dice on a table; returns a function that removes them.
 * @param {Table} table
 * @param {RollHistory} past
 */
export function layDice(table, past) {
  const { stage, diceStage } = table;
  const pair = [cube(), cube()];
  const words = h("p", { class: "stick-call" });
  const thrown = h("div", { class: "thrown unseen", "aria-hidden": "true", data: { at: "edge" } }, pair.map((each) => each.way), words);
  /** @type {number | undefined} */
  let leaving;
  let room = fit(table) ?? { wide: 0, tall: 0 };
  fill(diceStage, thrown);
  const fitting = new ResizeObserver(() => (room = fit(table) ?? room));
  fitting.observe(table.felt.element);

  /** @param {{a: number, b: number}} roll */
  function put(roll) {
    thrown.classList.remove("unseen");
    [roll.a, roll.b].forEach((face, each) => (pair[each].sides.dataset.face = String(face)));
  }

  /** Place the dice in the middle of the felt, without a call. @param {{a: number, b: number}} roll */
  function lay(roll) {
    clearTimeout(leaving);
    thrown.dataset.still = "";
    put(roll);
    fill(words);
    thrown.dataset.at = "middle";
  }

  /** Show the stickperson's call over them. @param {string[]} said the call, and what it did to the puck if it did anything */
  const say = ([called, brought]) => fill(words, h("b", null, called), brought && h("span", null, brought));

  /** @param {Settled} settled */
  async function play(settled) {
    const lies = stage.called?.a === settled.roll.a && stage.called.b === settled.roll.b;
    const said = [call(settled.roll), news(settled)].filter(Boolean);
    lay(settled.roll);
    if (!lies && moves() && !document.hidden) await tumble(pair, room);
    say(said);
    if (!lies) announce(`${call(settled.roll)}. ${faces(settled.roll)}.`);
    const aloud = lies ? said.slice(1) : said;
    if (aloud.length) voice(`${aloud.join(". ")}.`);
  }

  stage.addEventListener("roll", (event) => stage.hold(play(/** @type {CustomEvent<Settled>} */ (event).detail)));
  stage.addEventListener("settled", () => {
    clearTimeout(leaving);
    if (!stage.called) leaving = setTimeout(rest, LIE_MS);
  });
  stage.addEventListener("called", called);
  past.addEventListener("changed", () => !stage.rolling && !stage.called && last());

  /** Show dice that people have called, or go back to the last roll if the call does not count. */
  function called() {
    if (!stage.called) return last(), rest();
    lay(stage.called);
    say([call(stage.called)]);
    voice(`${call(stage.called)}.`);
  }

  /** Return the last roll that counts, if there was one. */
  function last() {
    const roll = past.rolls.filter((each) => !each.undone).at(-1);
    if (roll) put(roll);
    else thrown.classList.add("unseen");
  }

  function rest() {
    delete thrown.dataset.still;
    thrown.dataset.at = "edge";
  }
  if (stage.called) called();
  return () => {
    clearTimeout(leaving);
    fitting.disconnect();
  };
}

/** Keep the dice on the cloth: the picture may be smaller than its frame, and a phone shows one of two. @param {Table} table */
function fit({ diceStage, felt }) {
  const picture = felt.views.map((view) => view.svg.getBoundingClientRect()).find((each) => each.width);
  const cloth = diceStage.parentElement?.getBoundingClientRect();
  if (!picture || !cloth) return null;
  diceStage.style.inset = `${picture.top - cloth.top}px auto auto ${picture.left - cloth.left}px`;
  diceStage.style.width = `${picture.width}px`;
  diceStage.style.height = `${picture.height}px`;
  return { wide: picture.width, tall: picture.height };
}

/**
 * Throw the dice from the right end of the table; resolves when both have come to rest.
 * @param {ReturnType<typeof cube>[]} pair
 * @param {{wide: number, tall: number}} room
 */
function tumble(pair, { wide, tall }) {
  const lies = pair.flatMap(({ way, hop, turn, shadow }, each) => {
    const timing = { duration: TUMBLE_MS - (1 - each) * 90, easing: GLIDE };
    const from = { x: wide * (0.52 + Math.random() * 0.06), y: tall * (0.3 + Math.random() * 0.25) * (each ? 1 : 0.75) };
    const heading = (Math.atan2(from.y, from.x) * 180) / Math.PI;
    const lean = (Math.random() - 0.5) * 50;
    const turns = -(540 + 180 * Math.floor(Math.random() * 3) + each * 70);
    // a thrown die turns about the axis across its path
    const rolled = (/** @type {number} */ angle, /** @type {number} */ spin) => `rotateZ(${heading}deg) rotateY(${angle}deg) rotateZ(${-heading + spin}deg)`;
    turn.style.transform = rolled(0, lean);
    const hops = [0, 90, 0, 42, 0, 14, 0].map((up, step) => ({ transform: `translateZ(${up}px)`, offset: [0, 0.16, 0.34, 0.5, 0.66, 0.78, 0.88][step], easing: step % 2 ? "ease-in" : "ease-out" }));
    return [
      way.animate([{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: "none" }], timing),
      turn.animate([{ transform: rolled(turns, lean - 200) }, { transform: rolled(0, lean) }], timing),
      hop.animate([...hops, { transform: "translateZ(0)" }], { duration: timing.duration }),
      shadow.animate([0.25, 0.1, 0.5, 0.25, 0.55, 0.45, 0.6].map((opacity) => ({ opacity })), { duration: timing.duration }),
    ].map((motion) => motion.finished.catch(() => null));
  });
  return Promise.all(lies);
}
