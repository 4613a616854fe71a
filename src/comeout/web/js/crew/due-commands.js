// Decides which crew commands are due next, so that the console can highlight them. Which commands are allowed, only
// the house says.

/** @typedef {import("../protocol.d.ts").FloorAnswer} Floor */
/** @typedef {import("../protocol.d.ts").DutyAnswer} Duty */
/** @typedef {import("../protocol.d.ts").Snapshot} Snapshot */

/** Return whether a seat is to throw and does not have both dice. @param {Floor} floor @param {Snapshot | null} table */
export const lacksDice = ({ dice }, table) => Boolean(table?.shooter) && dice.hand.length < 2;

/**
 * Commands that are due only when something asks for them, each with its condition.
 * @type {{[command: string]: (floor: Floor, table: Snapshot | null) => boolean}}
 */
const ASKED_FOR = {
  OfferDice: (_, table) => table?.shooter === null && table.offered === null,
  RuleOnRoll: ({ pay }) => Boolean(pay?.disputed),
  ChooseDice: lacksDice,
  RecoverDie: ({ dice }) => dice.gone.length > 0,
  CheckDie: ({ dice }) => dice.unchecked.length > 0,
  ReplaceDice: ({ dice }) => dice.lost.length > 0,
};

/** Return whether a command is due now. @param {Duty} duty @param {Floor} floor @param {Snapshot | null} table */
export function isDue({ name, group, now }, floor, table) {
  const asked = ASKED_FOR[name];
  return asked ? now.ok !== false && asked(floor, table) : now.ok === true && group === "roll";
}
