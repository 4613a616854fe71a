// The guide of a lesson stands in place of the message line: it says what happened and what to do, shows only the
// boxes that the lesson has come to, and lights the one to tap. The house says which step the player is at.

import { finish, takeLesson } from "../app/lessons.js";
import { Refusal } from "../app/rest-client.js";
import { go } from "../app/router.js";
import { announce } from "../kit/announce.js";
import { fill, h } from "../kit/dom.js";
import { sentence } from "../kit/clause-link.js";
import { recommendedSeat } from "./sit-down.js";
import { termed } from "../app/terms.js";

/** @typedef {import("./table-parts.d.ts").Table} Table */
/** @typedef {import("../app/table-socket.js").Sight} Sight */
/** @typedef {import("../protocol.d.ts").LessonSeen} LessonSeen */

const STAYS_MS = 9000;

/**
 * Return the guide of a lesson's table.
 * @param {Table} table
 */
export function lessonGuide(table) {
  // its room is there from the start, so that nothing moves when the first step comes
  const element = h("section", { class: "lesson", "aria-label": "Lesson" });
  const says = h("p", { class: "lesson-says" });
  let shown = "";
  /** @type {number | undefined} */
  let fades;

  /** @param {Sight} sight */
  function show({ lesson }) {
    const key = lesson ? `${lesson.step} ${lesson.spot} ${lesson.over}` : "";
    if (!lesson || key === shown) return;
    shown = key;
    table.felt.only(lesson.shows);
    clearTimeout(fades);
    tell(lesson.says);
    table.felt.keepInView(lesson.over ? lesson.shows[0] : lesson.spot);
    if (lesson.over) finish(lesson.id);
    fill(
      element,
      h("p", { class: "lesson-step" }, h("b", null, lesson.title), h("span", { class: "figure" }, lesson.over ? "done" : `${lesson.step} of ${lesson.steps}`), h("progress", { max: lesson.steps, value: lesson.over ? lesson.steps : lesson.step - 1, "aria-label": "Steps done" })),
      says,
      h("div", { class: "row" }, lesson.over ? ending(lesson) : h("a", { class: "button quiet", href: "/" }, "Leave the lesson")),
    );
    announce(lesson.says);
  }

  /** @param {string} text @param {boolean} [no] whether it is a refusal */
  function tell(text, no = false) {
    fill(says, termed(text));
    says.classList.toggle("refused", no);
  }

  /** Say a refusal in place of the step for a while, so that nothing moves; false where there is no lesson. @param {{spot: string, says: string}} no */
  function refused(no) {
    const lesson = table.stage.sight?.lesson;
    if (!lesson) return false;
    const text = `${table.bets.name(no.spot)}: refused. ${sentence(no.says)}`;
    tell(text, true);
    announce(text, { urgent: true });
    table.felt.shake(no.spot);
    clearTimeout(fades);
    fades = setTimeout(() => tell(lesson.says), STAYS_MS);
    return true;
  }

  /** Return what comes after a lesson. @param {LessonSeen} lesson */
  function ending({ id, next, next_title: title }) {
    return [
      button("Play at a table", async () => go(await recommendedSeat()), "main"),
      next && button(h("span", null, "Next lesson", h("span", { class: "next-title" }, `: ${title}`)), () => takeLesson(next), ""),
      button("Once more", () => takeLesson(id, { again: true }), "quiet"),
    ];
  }

  /** @param {string | HTMLElement} label @param {() => Promise<unknown>} act @param {string} kind */
  function button(label, act, kind) {
    const click = () => act().catch((bad) => table.say(bad instanceof Refusal ? bad.says : "That did not work. Try again."));
    return h("button", { type: "button", class: `button ${kind}`, on: { click } }, label);
  }

  /** Return the amount that a lesson wants on a spot; nothing where it wants none. @param {string} spot */
  const cents = (spot) => {
    const lesson = table.stage.sight?.lesson;
    return lesson?.spot === spot ? lesson.cents : undefined;
  };
  return { element, show, cents, refused, close: () => clearTimeout(fades) };
}
