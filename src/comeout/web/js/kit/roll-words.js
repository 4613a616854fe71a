// Puts a roll into words as a stickperson calls it, from its two faces and what it did to the point.

/** @typedef {{a: number, b: number}} Faces */
/** @typedef {{point_before: number, point_after: number, seven_out: boolean}} Cycle */

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Return whether a roll is a hard way: a pair whose total can also be rolled without one. @param {Faces} roll */
export const isHard = ({ a, b }) => a === b && a > 1 && a < 6;

/** Return the call of a roll: "Six, easy", "Eight, the hard way", "Nine". @param {Faces} roll */
export function call(roll) {
  const { a, b } = roll;
  const total = WORDS[a + b];
  const way = isHard(roll) ? ", the hard way" : (a + b) % 2 || a === b ? "" : ", easy";
  return `${total.charAt(0).toUpperCase()}${total.slice(1)}${way}`;
}

/** Return the faces of a roll: "Four and two". @param {Faces} roll */
export const faces = ({ a, b }) => `${WORDS[a].charAt(0).toUpperCase()}${WORDS[a].slice(1)} and ${WORDS[b]}`;

/** Return how a roll ends the point: "made", "out", or not. @param {Cycle} roll */
export const end = ({ point_before, point_after, seven_out }) => (seven_out ? "out" : point_before && !point_after ? "made" : "");

/** Return what a roll did to the puck, or nothing. @param {Cycle} roll */
export function news(roll) {
  const ended = end(roll);
  if (ended) return ended === "out" ? "Seven out" : "The point is made";
  return roll.point_before === roll.point_after ? "" : `The point is ${WORDS[roll.point_after]}`;
}
