// Lessons for newcomers: which there are, which the visitor has finished, and the way to the table of one.

import { cached, post } from "./rest-client.js";
import { go } from "./router.js";
import { preferences } from "../kit/preferences.js";

/** @typedef {import("../protocol.d.ts").LessonAnswer} Lesson */

/** Return the lessons in the order in which to take them. @returns {Promise<Lesson[]>} */
export const allLessons = () => cached("/lessons");

/** Return the ids of the lessons that the visitor has finished. @returns {string[]} */
export const learned = () => preferences.get("learned");

/** Return whether a table is for a lesson. @param {string} table */
export const isLesson = (table) => table.startsWith("lesson_");

/** Remember that a lesson is finished: the easy table shows its bets from now on. @param {string} lesson */
export function finish(lesson) {
  if (!learned().includes(lesson)) preferences.set("learned", [...learned(), lesson]);
}

/**
 * Go to the table of a lesson: to where it was left, or to its first step.
 * @param {string} lesson
 * @param {{again?: boolean}} [how]
 */
export async function takeLesson(lesson, { again = false } = {}) {
  const [{ id }, lessons] = await Promise.all([post(`/lessons/${lesson}`, { again }), allLessons()]);
  const rack = lessons.find((each) => each.id === lesson)?.rack_cents ?? 0;
  await go(`/table/${id}?sit=${rack}`);
}
