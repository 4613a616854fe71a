// TypeScript declaration of what the parts of a table page share.

import type { DisplayState } from "../app/display-state.js";
import type { RollHistory } from "../app/roll-history.js";
import type { TableSocket } from "../app/table-socket.js";
import type { SpotsAnswer } from "../protocol.d.ts";
import type { Bets } from "../bets/bets.js";
import type { Felt } from "./felt.js";

export interface Table {
  id: string;
  live: TableSocket;
  stage: DisplayState;
  facts: SpotsAnswer;
  spots: SpotsAnswer["spots"];
  bets: Bets;
  felt: Felt;
  /** The last rolls, which the panels load. */
  past: RollHistory;
  /** An empty place over the cloth, for the dice. */
  diceStage: HTMLElement;
  /** Set by the panel that explains settlements. */
  openWhy: ((seq: number) => void) | null;
  say: (text: string | ((brief?: boolean) => string), more?: (Node | null)[], how?: { stays?: boolean; next?: () => string }) => void;
  /** What becomes of the dice, beside what a roll brought. */
  happened: (text: string, how?: { answered?: boolean }) => void;
}
