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
/** @typedef {{wide: number, tall: number, left: number, top: number}} Room */

const TUMBLE_MS = 1250;
const LIE_MS = 1300;
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
  /** @type {Room} */
  let room = fit(table) ?? { wide: 0, tall: 0, left: 0, top: 0 };
  let place = { x: 0, y: 0 };
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
    room = fit(table) ?? room;
    const { offsetWidth: wide, offsetHeight: tall } = thrown;
    place = clearPlace(table, room, { wide, tall: tall * 1.5 });
    thrown.style.setProperty("--x", `${place.x}px`);
    thrown.style.setProperty("--y", `${place.y}px`);
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
    if (!lies && moves() && !document.hidden && !settled.past) await tumble(pair, room, place);
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

/** Fit the stage to what is seen of the cloth: the picture may be smaller than its frame, or scrolled. @param {Table} table */
function fit({ diceStage, felt }) {
  const picture = felt.views.map((view) => view.svg.getBoundingClientRect()).find((each) => each.width);
  const cloth = diceStage.parentElement?.getBoundingClientRect();
  if (!picture || !cloth) return null;
  const [left, top] = [Math.max(picture.left, cloth.left), Math.max(picture.top, cloth.top)];
  const [wide, tall] = [Math.min(picture.right, cloth.right) - left, Math.max(Math.min(picture.bottom, cloth.bottom) - top, 0)];
  diceStage.style.inset = `${top - cloth.top}px auto auto ${left - cloth.left}px`;
  diceStage.style.width = `${wide}px`;
  diceStage.style.height = `${tall}px`;
  return { wide, tall, left, top };
}

/** Where dice may come to rest, in parts of the stage, the best place first. */
const PLACES = [[0.3, 0.58], [0.45, 0.58], [0.2, 0.6], [0.55, 0.6], [0.3, 0.74], [0.45, 0.36], [0.1, 0.4], [0.62, 0.4], [0.08, 0.74], [0.62, 0.76]];

/**
 * Find a place for the dice that is clear of all chips, or covers the fewest.
 * @param {Table} table
 * @param {Room} room
 * @param {{wide: number, tall: number}} dice their size
 */
function clearPlace({ felt }, room, dice) {
  const stacks = felt.views.flatMap((view) => [...view.stacks.values()].map(({ group }) => group.getBoundingClientRect())).filter((each) => each.width);
  let best = { x: 0, y: 0, covers: Infinity };
  for (const [across, down] of PLACES) {
    const x = Math.min(across * room.wide, room.wide - dice.wide - 8);
    const y = Math.min(down * room.tall, room.tall - dice.tall - 8);
    const [left, top] = [room.left + x, room.top + y];
    const covers = stacks.filter((each) => each.left < left + dice.wide && left < each.right && each.top < top + dice.tall && top < each.bottom).length;
    if (covers < best.covers) best = { x, y, covers };
    if (!covers) break;
  }
  return best;
}

/**
 * Throw the dice from the right end of the table; they come back off the wall at its left. Resolves when both lie.
 * @param {ReturnType<typeof cube>[]} pair
 * @param {Room} room
 * @param {{x: number, y: number}} rest where they will lie
 */
function tumble(pair, { wide, tall }, rest) {
  const lies = pair.flatMap(({ way, hop, turn, shadow }, each) => {
    const duration = TUMBLE_MS - (1 - each) * 90;
    const hand = { x: wide * 1.04 - rest.x, y: (Math.random() * 0.16 + 0.5) * tall - rest.y };
    const wall = { x: wide * (0.02 + Math.random() * 0.02) - rest.x - each * 30, y: (Math.random() * 0.3 - 0.2) * tall };
    const spin = (Math.random() < 0.5 ? -1 : 1) * (200 + Math.random() * 160);
    const lean = (Math.random() - 0.5) * 50;
    const at = (/** @type {{x: number, y: number}} */ { x, y }) => `translate(${x}px, ${y}px)`;
    // a thrown die turns about the axis across its path: towards the wall, and back from it
    const rolled = (/** @type {number} */ angle, /** @type {number} */ turned) => `rotateY(${angle}deg) rotateX(${angle / 3}deg) rotateZ(${turned}deg)`;
    turn.style.transform = rolled(0, lean);
    const hops = [0, 70, 0, 46, 0, 16, 0].map((up, step) => ({ transform: `translateZ(${up}px)`, offset: [0, 0.18, 0.36, 0.56, 0.72, 0.82, 0.9][step], easing: step % 2 ? "ease-in" : "ease-out" }));
    return [
      way.animate([{ transform: at(hand), easing: "cubic-bezier(0.3, 0.5, 0.7, 0.8)" }, { transform: at(wall), offset: 0.42, easing: "cubic-bezier(0.12, 0.6, 0.3, 1)" }, { transform: "none" }], { duration }),
      turn.animate([{ transform: rolled(-720, lean - spin), easing: "linear" }, { transform: rolled(-360, lean - spin / 3), offset: 0.42, easing: "cubic-bezier(0.12, 0.6, 0.3, 1)" }, { transform: rolled(0, lean) }], { duration }),
      hop.animate([...hops, { transform: "translateZ(0)" }], { duration }),
      shadow.animate([0.25, 0.1, 0.5, 0.25, 0.55, 0.45, 0.6].map((opacity) => ({ opacity })), { duration }),
    ].map((motion) => motion.finished.catch(() => null));
  });
  return Promise.all(lies);
}
