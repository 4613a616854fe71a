// TypeScript declarations of the protocol, generated from docs/asyncapi.json and docs/openapi.json by docs/protocol.py.
// Do not edit: run `make protocol`. A field with a default may be left out of what the page sends, and is always there
// in what the house sends.

/** Your account is deleted. */
export interface AccountDeleted { account_deleted: true; }

/** The result of a command. */
export interface Answered {
  clause: string;
  events: any[];
  id: string;
  instead_cents: number[];
  ok: boolean;
  rack_cents: number | null;
  reason: string;
  says: string;
  seq: number;
  type: "answer";
  waiting: string;
}

/** Appoint a person to a position, permanently or acting. */
export interface AppointCrew {
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  person: string;
  position: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
}

/** A player's wagers are accepted again, and what they were told off for is forgotten. */
export interface BarLifted {
  by: string;
  clause: string;
  seat: number;
}

/** Refuse a player's future wagers. */
export interface BarSeat { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; seat: number; }

/** A crew member confirmed a late or spoken bet. */
export interface BetConfirmed {
  by: string;
  clause: string;
  seat: number;
  spot: string;
}

/** What one bet costs and how long it lasts, exactly. The same bet with odds behind it is another bet. */
export interface BetCost {
  bet: string;
  edge_on_outlay: Figure;
  edge_on_outlay_resolved: Figure;
  edge_per_bet: Figure;
  edge_per_resolved: Figure;
  edge_per_roll: Figure;
  lose: Figure;
  mean_rolls: string;
  name: string;
  push: Figure;
  return_on_outlay_resolved: Figure;
  standard_deviation: string;
  win: Figure;
}

/** The exact figures of one bet, as parts of the flat bet; a bet that is never decided has none. */
export interface BetFigures {
  /** The bet by its id, with its odds. */
  bet: string;
  /** The chance of a decision at each roll from the first, by when the bet is made. */
  chances_by_roll?: { [name: string]: string[] | null };
  /** An exact fraction as text, or null if there is none. */
  ev_on_outlay: string | null;
  /** An exact fraction as text, or null if there is none. */
  ev_on_outlay_resolved: string | null;
  /** An exact fraction as text, or null if there is none. */
  ev_per_bet_made: string | null;
  /** An exact fraction as text, or null if there is none. */
  ev_per_bet_resolved: string | null;
  /** An exact fraction as text, or null if there is none. */
  ev_per_roll: string | null;
  /** An exact fraction as text, or null if there is none. */
  lose: string | null;
  /** An exact fraction as text, or null if there is none. */
  mean_rolls: string | null;
  /** An exact fraction as text, or null if there is none. */
  mean_rolls_kept_up: string | null;
  /** An exact fraction as text, or null if there is none. */
  mean_rolls_made_before_come_out: string | null;
  /** An exact fraction as text, or null if there is none. */
  mean_rolls_made_point_on: string | null;
  name: string;
  /** An exact fraction as text, or null if there is none. */
  push: string | null;
  /** What rounding takes from the stake. */
  rounding_cost?: string | null;
  /** The stake that was asked for; null for one unit. */
  stake_cents: number | null;
  /** A decimal of twelve places. */
  standard_deviation?: string;
  /** True for a bet without figures. */
  undecided?: boolean;
  /** An exact fraction as text, or null if there is none. */
  variance: string | null;
  /** An exact fraction as text, or null if there is none. */
  win: string | null;
}

/** One bet in the list of a book's bets. */
export interface BetLine {
  clause: string;
  come_out: string;
  id: string;
  made: string;
  names: string[];
  pays: Paid[];
  spots: string;
  taken_down: string;
  vigorish: string;
}

/** A bet that only one of two books has. */
export interface BetName {
  clause: string;
  id: string;
  name: string;
}

/** A late or spoken bet waits for the crew. */
export interface BetOffered {
  amount: number;
  clause: string;
  late: boolean;
  seat: number;
  spot: string;
  tender: "cash" | "chips";
}

/** One bet on the layout. */
export interface BetOnFloor {
  /** The button its owner called for and the crew has not put there yet. */
  asked: string;
  /** The button that lies on it. */
  button: string;
  /** Cents of play money. */
  cents: number;
  /** Whether its owner has still to raise or withdraw it. */
  choice: boolean;
  name: string;
  seat: number;
  /** The id of a spot, by which bets are made. */
  spot: string;
  /** Cents of play money. */
  vigorish_cents: number;
}

/** Chips lie on a spot, and its vigorish was taken. */
export interface BetPlaced {
  after_warning: boolean;
  amount: number;
  by: string;
  charged_by: string[];
  clause: string;
  on: boolean;
  overlooked: boolean;
  request_clause: string;
  seat: number;
  spot: string;
  vigorish: number;
  witness: string;
}

/** What you can add to a spot now. Every total is a multiple of step_cents; those of even_step_cents pay evenly. */
export interface BetRoom {
  clause: string;
  /** Amounts near each chip that bring the bet to an even total. */
  even_cents: number[];
  even_step_cents: number;
  /** What brings odds to their largest even amount. */
  full_cents: number | null;
  least_cents: number;
  most_cents: number;
  /** Odds by multiple, where the spot is for odds. */
  odds: OddsOffered[];
  ok: boolean;
  reason: string;
  says: string;
  step_cents: number;
}

/** Chips came back from a spot, wholly or in part, with what of the vigorish comes back with them. */
export interface BetTakenDown {
  amount: number;
  charge_clause: string;
  clause: string;
  kept: number;
  locks: boolean;
  seat: number;
  spot: string;
  vigorish: number;
  why: string;
}

/** The house gave bets back: a voided round, a malfunction, a closing; the puck is off. */
export interface BetsReturned {
  because: string;
  by: string;
  clause: string;
  lines: Returned[];
  why: string;
}

/** No more bets. */
export interface BettingClosed { by: string; clause: string; }

/** Bets are invited. */
export interface BettingOpened { by: string; clause: string; }

/** The exact figures of every bet of a book. */
export interface BookFigures {
  bets: BetFigures[];
  /** The name of a book. */
  book: string;
}

/** A book of the house. */
export interface BookLine {
  /** The digest of the text of a book. */
  digest: string;
  /** The name of a book. */
  id: string;
  revision: number;
  title: string;
}

/** A whole book: its title, its bets, its procedures. */
export interface BookPage {
  digest: string;
  groups: Group[];
  id: string;
  procedures: Section[];
  revision: number;
  source: string;
  title: string;
}

/** One of the two books. */
export interface BookSide {
  digest: string;
  id: string;
  title: string;
}

/** A whole book, as the page shows it. */
export interface BookText {
  clauses: ClauseText[];
  conformance: { [name: string]: number };
  digest: string;
  facts: Fact[];
  glossary: Word[];
  groups: string[];
  id: string;
  notices: Notice[];
  readings: ReadingText[];
  revision: number;
  sections: Section[];
  source: string;
  title: string;
  wagers: WagerText[];
}

/** Cash became chips. */
export interface BoughtIn {
  amount: number;
  clause: string;
  seat: number;
}

/** A bundle of bets: on each spot chip * share / of. */
export interface BundleSeen {
  id: string;
  name: string;
  of: number;
  parts: StakeShare[];
  says: string;
}

/** Turn cash into chips. */
export interface BuyIn { amount: number; seat?: number; }

/** The last frame before the socket is closed, with the close code and what to do. */
export interface Bye {
  code: 4001 | 4003 | 4008 | 4009 | 4010 | 4029;
  says: string;
  type: "bye";
}

/** Call a bet on or off; "only" limits the call to this wager. */
export interface CallBet {
  call: "off" | "on";
  only?: boolean;
  seat?: number;
  spot: string;
}

/** A player called a bet on or off and waits for the button. */
export interface CallMade {
  clause: string;
  only: boolean;
  seat: number;
  spot: string;
}

/** Call No Roll on one of the book's grounds; "die" is the one that left the table, 0 both. */
export interface CallNoRoll {
  at_rest?: boolean;
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  die?: number;
  ground: string;
  note?: string;
}

/** The marker lies on these bets. */
export interface CallPlaced {
  by: string;
  call: "off" | "on";
  clause: string;
  only: boolean;
  seat: number;
  spots: string[];
}

/** Call the dice at rest, read flat or as the book reads a leaning die. */
export interface CallRoll {
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  reading?: "flat" | "natural-fall" | "opposite-face";
  /** One throw, left die and right die as they lie. */
  roll: [number, number];
}

/** Whether your bet can be called on and off, when it is off, how long a call holds, and which bets it turns on. */
export interface CallRoom {
  holds: string;
  off: Ruling;
  on: Ruling;
  says: string;
  together: string[];
}

/** The marker is gone from this bet. */
export interface CallWithdrawn {
  clause: string;
  seat: number;
  spot: string;
}

/** A player who had walked away is back. */
export interface CameBack { seat: number; }

/** The vigorish of a spot, in words. */
export interface Charge { says: string; }

/** A cheaper way to make the same bet. */
export interface CheaperAnswer {
  parts: StakeOn[];
  says: string;
  /** The spot, if it is one; empty if it takes several. */
  spot: string;
}

/** Report that a recovered die was checked and may be used again. */
export interface CheckDie { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; die: number; }

/** A setting that a table may choose within its book. */
export interface ChoiceAnswer {
  /** The clause that allows it; empty if the book leaves it to the table. */
  clause: string;
  /** The value of a table that does not choose. */
  default: string;
  /** How its value is written. */
  kind: "whole" | "multiple" | "amount" | "word" | "names";
  /** The least whole number, or cents of an amount; null for words. */
  least: number | null;
  /** The most. */
  most: number | null;
  /** Its key; `min` and `max` are followed by a space and a spot. */
  name: string;
  /** What it is, for a person. */
  says: string;
  /** The spots it is chosen for; none: for the table. */
  spots: string[];
  /** The words allowed; of names several, with commas. */
  words: string[];
}

/** Pick the two dice to throw from the set. */
export interface ChooseDice {
  first: number;
  seat?: number;
  second: number;
}

/** What a citation leads to: a clause in our words, or how we read an unclear text or a gap, and why. */
export interface CitedAnswer {
  book: string;
  /** The clauses a reading decides. */
  clauses?: string[];
  id: string;
  kind: "clause" | "reading";
  /** What is unclear or missing; empty for a clause. */
  problem: string;
  /** The readings of a clause. */
  readings?: string[];
  /** Why it is read so; empty for a clause. */
  reason: string;
  /** The clause in our words, or how it is read. */
  says: string;
}

/** A clause in our words. */
export interface CitedText { clause: string; says: string; }

/** A clause in our words; empty for a book whose clauses we do not have. */
export interface ClauseSays {
  /** The clause of the book that says so. */
  clause: string;
  says: string;
}

/** One clause of the document in our words, and the tests that show it. */
export interface ClauseText {
  duty: string;
  heading: string;
  id: string;
  kind: string;
  lives: string[];
  readings: string[];
  says: string;
  shown: string;
  tests: string[];
  wagers: string[];
}

/** No more bets. */
export interface CloseBetting { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; }

/** Close the table and return what is still on it. */
export interface CloseTable { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; }

/** Come back to the table after having walked away. */
export interface ComeBack { seat?: number; }

/** A companion, who has no seat, takes the dice, for this point or for the next one. */
export interface CompanionShot { by: string; clause: string; }

/** What differs about one bet, or one part of the procedures. */
export interface Compared {
  about: string;
  differences: Difference[];
  name: string;
}

/** One exact figure of a bet in both books; empty for a book in which the bet has none. */
export interface ComparedFigure {
  a: string;
  a_fraction: string;
  b: string;
  b_fraction: string;
  bet: string;
  change: string;
  figure: string;
  name: string;
  says: string;
}

/** Everything that differs between two books, in the order in which a person reads a book. */
export interface Comparison {
  a: BookSide;
  b: BookSide;
  count: number;
  figures: ComparedFigure[];
  only_a: BetName[];
  only_b: BetName[];
  procedures: Compared[];
  same: boolean;
  wagers: Compared[];
}

/** Confirm aloud a late or a spoken bet. */
export interface ConfirmBet {
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  seat: number;
  spot: string;
}

/** Put the button on a bet that its owner called. */
export interface ConfirmCall {
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  seat: number;
  spot: string;
}

/** The password of an account, for what cannot be undone. */
export interface Confirmation { password: string; }

/** Correct a roll that was called wrongly; without a roll it was a No Roll, on a ground that the book lists. */
export interface CorrectRoll {
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  ground?: string;
  roll?: [number, number] | null;
}

/** How long bets are accepted or an offer of the dice stands, what the table waits for, and who is ready. */
export interface Countdown {
  /** How long the dice of the last roll may still be on their way; the countdown starts after that. */
  begins_in_ms: number;
  closes_in_ms: number | null;
  /** The seats that are ready for the throw; none at a table of more than 32 seats. */
  ready: number[];
  seq: number;
  type: "countdown";
  waiting: string;
  /** The seat whose move it is; null for anybody's. */
  whose: number | null;
}

/** A person holds a position. */
export interface CrewAppointed {
  by: string;
  clause: string;
  person: string;
  position: string;
}

/** A dealer's answer for one bet: what becomes of it, and what is paid on it, without the stake. */
export interface DealerBet { outcome: "won" | "lost" | "returned" | "moved" | "stays"; pay_cents?: number; }

/** What a player owes the house, above what the rack in this seat holds; seat 0 is a player who has left. */
export interface Debt {
  amount: number;
  player: string;
  seat: number;
}

/** What a player owes the house after an outcome was undone; below zero, what the house owes them. */
export interface DebtOnFloor { cents: number; name: string; }

/** Decide a dispute; "orders" says what the decision does, and to whose bet or rack. */
export interface DecideDispute {
  amount?: number;
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  decision: string;
  dispute: number;
  orders?: "collect" | "nothing" | "pay" | "return-bet" | "void-round";
  spot?: string;
  whose?: number;
}

/** Decide a matter that the rules do not cover; "orders" says what the decision does, and to whose bet or rack. */
export interface DecideMatter {
  amount?: number;
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  decision: string;
  orders?: "collect" | "nothing" | "pay" | "return-bet" | "void-round";
  spot?: string;
  whose?: number;
}

/** Enter the outcome of a review; "orders" says what it does, and to whose bet or rack. */
export interface DecideReview {
  amount?: number;
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  decision: string;
  dispute: number;
  orders?: "collect" | "nothing" | "pay" | "return-bet" | "void-round";
  spot?: string;
  whose?: number;
}

/** Somebody made a line bet to shoot. */
export interface DecisionOnlyEnded { clause: string; seat: number; }

/** From here on the shooter rolls only to decide come bets that are still up. */
export interface DecisionOnlyStarted {
  by: string;
  clause: string;
  seat: number;
}

/** Void pays and play; "last_roll" says that the last settled roll is void too. */
export interface DeclareMalfunction { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; last_roll?: boolean; }

/** Let the dice pass to the next player. */
export interface DeclineDice { seat?: number; }

/** The shooter picked two dice. */
export interface DiceChosen {
  clause: string;
  dice: number[];
  seat: number;
}

/** A seat let the dice go by. */
export interface DiceDeclined { clause: string; seat: number; }

/** The shooter no longer has the dice. */
export interface DiceGivenUp {
  clause: string;
  ordered: boolean;
  seat: number;
  why: string;
}

/** The dice are offered to a seat. */
export interface DiceOffered {
  by: string;
  clause: string;
  seat: number;
}

/** The set of dice, by their numbers. */
export interface DiceOnFloor {
  gone: number[];
  hand: number[];
  lost: number[];
  size: number;
  unchecked: number[];
}

/** A set of dice was measured and entered. */
export interface DiceRegistered {
  by: string;
  clause: string;
  face_mm_tenths: number;
  size: number;
}

/** A new set of dice is on the table. */
export interface DiceReplaced {
  by: string;
  clause: string;
  size: number;
}

/** A seat became the shooter with these two dice. */
export interface DiceTaken {
  clause: string;
  dice: number[];
  seat: number;
}

/** The dice left the hand. */
export interface DiceThrown { clause: string; seat: number; }

/** A die was checked and is back in the set. */
export interface DieChecked {
  by: string;
  clause: string;
  die: number;
}

/** A die is lost: a new set is due by the seven-out at the latest. */
export interface DieLost {
  by: string;
  clause: string;
  die: number;
}

/** A die left the table; the search begins. */
export interface DieOffTable { clause: string; die: number; }

/** A die was found; it is not in use before it is checked. */
export interface DieRecovered {
  by: string;
  clause: string;
  die: number;
}

/** One rule that two books state differently, with the clauses of both. */
export interface Difference {
  a: string;
  b: string;
  clause_a: string;
  clause_b: string;
  topic: string;
}

/** The house decided a dispute. */
export interface DisputeDecided {
  amount: number;
  by: string;
  clause: string;
  decision: string;
  dispute: number;
  orders: "collect" | "nothing" | "pay" | "return-bet" | "void-round";
  spot: string;
  whose: number;
}

/** Object to the face that was called. */
export interface DisputeFace { seat?: number; }

/** A dispute and its decisions. */
export interface DisputeOnFloor {
  about: string;
  covered: boolean;
  decision: string;
  number: number;
  /** What its review came to. */
  outcome: string;
  review: boolean;
  seat: number;
}

/** A complaint was entered, and its owner told of whoever may be consulted. */
export interface DisputeRaised {
  about: string;
  advice_clause: string;
  clause: string;
  covered: boolean;
  dispute: number;
  seat: number;
}

/** A dispute of yours: what it is about, what was decided, and whether you have asked for its review. */
export interface DisputeSeen {
  about: string;
  decision: string;
  number: number;
  outcome: string;
  review: boolean;
}

/** A command with an idempotency key: sent again, it acts once and gets the same answer. */
export type Do = { id: string; type: "do"; } & (
  | { body: Sit; name: "Sit"; }
  | { body: BuyIn; name: "BuyIn"; }
  | { body: Leave; name: "Leave"; }
  | { body: ComeBack; name: "ComeBack"; }
  | { body: PlaceBet; name: "PlaceBet"; }
  | { body: ReduceBet; name: "ReduceBet"; }
  | { body: RemoveBet; name: "RemoveBet"; }
  | { body: CallBet; name: "CallBet"; }
  | { body: KeepBet; name: "KeepBet"; }
  | { body: LateBet; name: "LateBet"; }
  | { body: SpeakBet; name: "SpeakBet"; }
  | { body: TakeDice; name: "TakeDice"; }
  | { body: DeclineDice; name: "DeclineDice"; }
  | { body: PassDice; name: "PassDice"; }
  | { body: ChooseDice; name: "ChooseDice"; }
  | { body: ThrowDice; name: "ThrowDice"; }
  | { body: DisputeFace; name: "DisputeFace"; }
  | { body: RaiseDispute; name: "RaiseDispute"; }
  | { body: RequestReview; name: "RequestReview"; }
  | { body: OpenBetting; name: "OpenBetting"; }
  | { body: CloseBetting; name: "CloseBetting"; }
  | { body: OfferDice; name: "OfferDice"; }
  | { body: LetCompanionShoot; name: "LetCompanionShoot"; }
  | { body: MoveDiceOn; name: "MoveDiceOn"; }
  | { body: RollForDecision; name: "RollForDecision"; }
  | { body: OrderDicePassed; name: "OrderDicePassed"; }
  | { body: ConfirmCall; name: "ConfirmCall"; }
  | { body: ConfirmBet; name: "ConfirmBet"; }
  | { body: PlaceBetFor; name: "PlaceBetFor"; }
  | { body: RecordBet; name: "RecordBet"; }
  | { body: NoticeBet; name: "NoticeBet"; }
  | { body: CallRoll; name: "CallRoll"; }
  | { body: CallNoRoll; name: "CallNoRoll"; }
  | { body: RuleOnRoll; name: "RuleOnRoll"; }
  | { body: SettleRoll; name: "SettleRoll"; }
  | { body: RegisterDice; name: "RegisterDice"; }
  | { body: RecoverDie; name: "RecoverDie"; }
  | { body: CheckDie; name: "CheckDie"; }
  | { body: LoseDie; name: "LoseDie"; }
  | { body: ReplaceDice; name: "ReplaceDice"; }
  | { body: Interrupt; name: "Interrupt"; }
  | { body: InvalidateOutcome; name: "InvalidateOutcome"; }
  | { body: DeclareMalfunction; name: "DeclareMalfunction"; }
  | { body: CorrectRoll; name: "CorrectRoll"; }
  | { body: NoteError; name: "NoteError"; }
  | { body: MarkAway; name: "MarkAway"; }
  | { body: WarnSeat; name: "WarnSeat"; }
  | { body: BarSeat; name: "BarSeat"; }
  | { body: LiftBar; name: "LiftBar"; }
  | { body: FlagPartners; name: "FlagPartners"; }
  | { body: DecideDispute; name: "DecideDispute"; }
  | { body: DecideMatter; name: "DecideMatter"; }
  | { body: DecideReview; name: "DecideReview"; }
  | { body: NoteNoRoll; name: "NoteNoRoll"; }
  | { body: PostNotice; name: "PostNotice"; }
  | { body: AppointCrew; name: "AppointCrew"; }
  | { body: NotifyInspector; name: "NotifyInspector"; }
  | { body: CloseTable; name: "CloseTable"; }
  | { body: RollNow; name: "RollNow"; }
  | { body: SetSeed; name: "SetSeed"; }
  | { body: SetReady; name: "SetReady"; }
);

/** A layout and a roll for the dealer to settle. */
export interface Drill {
  bets: DrillBet[];
  book: string;
  dice: [number, number];
  level: 1 | 2 | 3;
  payable_unit_cents: number;
  point: number;
  position: string;
  says: string;
  seed: string;
  title: string;
  total: number;
}

/** A bet on the layout. */
export interface DrillBet {
  amount_cents: number;
  button: string;
  name: string;
  spot: string;
  vigorish_cents: number;
}

/** The mark of one bet. */
export interface DrillMark {
  clauses: CitedText[];
  name: string;
  only_rounding: boolean;
  outcome: "won" | "lost" | "returned" | "moved" | "stays";
  pay_cents: number;
  right: boolean;
  right_amount: boolean;
  right_outcome: boolean;
  says: string;
  spot: string;
  to: string;
  told: Payment;
  verdict: string;
}

/** A dealer's answers for a drill; a bet that is not named counts as left where it is. */
export interface DrillSettlement { answers: { [name: string]: DealerBet }; milliseconds?: number; }

/** A table as its crew sees it. */
export interface DutiesAnswer {
  /** The name of a book. */
  book: string;
  /** How to ask for the book under /books: its name, or NAME@DIGEST if it is not one of ours. */
  book_key: string;
  /** Who runs the table: automatic or people. */
  crew: string;
  dice: "chain" | "entropy" | "crew" | "lesson";
  duties: DutyAnswer[];
  floor: FloorAnswer;
  /** It is always play money. */
  play_money: boolean;
  /** The roles you hold. */
  roles: string[];
  seq: number;
  /** What a notice may change, with what holds now. */
  settings: ChoiceAnswer[];
  table: string;
  /** What the table is called. */
  title: string;
}

/** A command that somebody may give in roles they hold. */
export interface DutyAnswer {
  /** What of its body is known; `by` is added unless it has none. */
  body: { [name: string]: number };
  /** The roles of yours that may give it. */
  by: string[];
  fields: FieldAnswer[];
  /** Whether it should be read back before it is given. */
  grave: boolean;
  /** What it is about. */
  group: string;
  /** The command as the socket takes it. */
  name: string;
  now: NowAnswer;
  /** Where it is about bets that lie there: those it is due on. */
  ready: ReadyAnswer[];
  says: string;
  /** Whether it carries `by`. */
  signed: boolean;
  title: string;
  /** Whether a second person must ask for the same. */
  two_people: boolean;
  /** Its verb in transcripts. */
  verb: string;
}

/** The house edge of a bet as parts of the flat bet, each figure with its denominator. */
export interface EdgeAnswer {
  /** For each bet made; one that comes back undecided counts. */
  per_bet: StakePart;
  /** For each roll it is in play. */
  per_roll: StakePart;
  /** For each bet decided. */
  resolved: StakePart;
}

/** An error was recorded; it changes no outcome. */
export interface ErrorNoted {
  by: string;
  clause: string;
  note: string;
}

/** An exact amount of cents, below zero if it was lost. */
export interface ExactCents {
  /** The same rounded to two places of a cent. */
  decimal: string;
  /** Cents as an exact fraction. */
  fraction: string;
}

/** A player objects to the face called. */
export interface FaceDisputed { clause: string; seat: number; }

/** One fact about a book that a reader wants first. */
export interface Fact { name: string; says: string; }

/** What anyone needs to check the dice. */
export interface Fairness {
  /** Where they come from: chain, entropy or crew. */
  kind: string;
  /** The last event `dice-thrown`, with its proof. */
  last: { [name: string]: any } | null;
  /** The last event `chain-published`, if there is one. */
  published: { [name: string]: any } | null;
  /** How often dice were thrown, voided ones too. */
  throws: number;
}

/** What a number would do to one of your bets. */
export interface Fate {
  net_cents: number;
  outcome: string;
  spot: string;
}

/** A field that a command needs or allows. */
export interface FieldAnswer {
  /** What it is unless somebody says so; null if needed. */
  default: string | number | boolean | null;
  kind: "seat" | "spot" | "amount" | "die" | "faces" | "word" | "text" | "flag" | "setting" | "value" | "position" | "dispute" | "whole";
  name: string;
  needed: boolean;
  /** What it may be; empty where it is free. */
  options: OptionAnswer[];
  /** What it is, for a person. */
  says: string;
}

/** A share of the bet, as a percentage and as the exact fraction. */
export interface Figure { fraction: string; percent: string; }

/** Treat two seats as one against the maximum. */
export interface FlagPartners {
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  partner: number;
  seat: number;
}

/** What only the crew and inspectors see of a table. */
export interface FloorAnswer {
  /** Every bet; null at a table of very many seats. */
  bets: BetOnFloor[] | null;
  debts: DebtOnFloor[];
  dice: DiceOnFloor;
  disputes: DisputeOnFloor[];
  inspector_notified: boolean;
  money: MoneyOnFloor;
  offers: OfferOnFloor[];
  pay: PayAnswer | null;
  seats: SeatOnFloor[];
  seconds: SecondAnswer[];
}

/** The bets in one part of the layout. */
export interface Group { bets: BetLine[]; title: string; }

/** One event of the log, as far as you may see it. */
export type Happened = {
  at: number;
  epoch: number;
  seq: number;
  table: string;
  type: "event";
} & (
  | { body: SeatTaken; name: "SeatTaken"; }
  | { body: BoughtIn; name: "BoughtIn"; }
  | { body: SeatLeft; name: "SeatLeft"; }
  | { body: CameBack; name: "CameBack"; }
  | { body: BetPlaced; name: "BetPlaced"; }
  | { body: BetTakenDown; name: "BetTakenDown"; }
  | { body: BetOffered; name: "BetOffered"; }
  | { body: BetConfirmed; name: "BetConfirmed"; }
  | { body: CallMade; name: "CallMade"; }
  | { body: CallPlaced; name: "CallPlaced"; }
  | { body: CallWithdrawn; name: "CallWithdrawn"; }
  | { body: KeepSet; name: "KeepSet"; }
  | { body: RebetSkipped; name: "RebetSkipped"; }
  | { body: LimitNoticed; name: "LimitNoticed"; }
  | { body: WalkedAway; name: "WalkedAway"; }
  | { body: BettingOpened; name: "BettingOpened"; }
  | { body: BettingClosed; name: "BettingClosed"; }
  | { body: DiceOffered; name: "DiceOffered"; }
  | { body: DiceTaken; name: "DiceTaken"; }
  | { body: DiceDeclined; name: "DiceDeclined"; }
  | { body: DiceGivenUp; name: "DiceGivenUp"; }
  | { body: DiceChosen; name: "DiceChosen"; }
  | { body: CompanionShot; name: "CompanionShot"; }
  | { body: DecisionOnlyStarted; name: "DecisionOnlyStarted"; }
  | { body: DecisionOnlyEnded; name: "DecisionOnlyEnded"; }
  | { body: DiceThrown; name: "DiceThrown"; }
  | { body: RollCalled; name: "RollCalled"; }
  | { body: FaceDisputed; name: "FaceDisputed"; }
  | { body: NoRollCalled; name: "NoRollCalled"; }
  | { body: RollSettled; name: "RollSettled"; }
  | { body: OutcomeUndone; name: "OutcomeUndone"; }
  | { body: BetsReturned; name: "BetsReturned"; }
  | { body: PlayContinued; name: "PlayContinued"; }
  | { body: DiceRegistered; name: "DiceRegistered"; }
  | { body: DieOffTable; name: "DieOffTable"; }
  | { body: DieRecovered; name: "DieRecovered"; }
  | { body: DieChecked; name: "DieChecked"; }
  | { body: DieLost; name: "DieLost"; }
  | { body: DiceReplaced; name: "DiceReplaced"; }
  | { body: TableOpened; name: "TableOpened"; }
  | { body: SeatWarned; name: "SeatWarned"; }
  | { body: SeatBarred; name: "SeatBarred"; }
  | { body: BarLifted; name: "BarLifted"; }
  | { body: RecordKnown; name: "RecordKnown"; }
  | { body: PartnersFlagged; name: "PartnersFlagged"; }
  | { body: DisputeRaised; name: "DisputeRaised"; }
  | { body: DisputeDecided; name: "DisputeDecided"; }
  | { body: ReviewRequested; name: "ReviewRequested"; }
  | { body: MatterDecided; name: "MatterDecided"; }
  | { body: ReviewDecided; name: "ReviewDecided"; }
  | { body: MoneyMoved; name: "MoneyMoved"; }
  | { body: NoRollNoted; name: "NoRollNoted"; }
  | { body: ErrorNoted; name: "ErrorNoted"; }
  | { body: NoticePosted; name: "NoticePosted"; }
  | { body: CrewAppointed; name: "CrewAppointed"; }
  | { body: InspectorNotified; name: "InspectorNotified"; }
  | { body: TableClosed; name: "TableClosed"; }
  | { body: any; name: string; }
);

/** Health check: the process is alive, and its version. */
export interface Health {
  ok: boolean;
  /** Those of them that this process runs. */
  owned: number;
  /** It is always play money. */
  play_money: boolean;
  /** Tables that people here can be at. */
  tables: number;
  version: string;
}

/** The first frame: the version of the protocol, and the last sequence number seen before a lost connection. */
export interface Hello {
  epoch?: number | null;
  last?: number | null;
  type: "hello";
  version: number;
}

/** The inspector knows that the table will close. */
export interface InspectorNotified { by: string; clause: string; }

/** Report a technical interruption of the round. */
export interface Interrupt { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; }

/** Undo the outcome of the current roll, or of the last settled one. */
export interface InvalidateOutcome { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; reason: string; }

/** The addresses by which others come to a live table. */
export interface InviteAnswer {
  /** The table, to sit down at. */
  join: string;
  /** Whether these addresses lead here only from the same machine. */
  only_here: boolean;
  /** The path of the first address as a QR code. */
  picture: string;
  /** The large display of the table. */
  room: string;
  /** The table, to watch. */
  watch: string;
}

/** Repeat a bet whenever it has won (a standing instruction), or no longer. */
export interface KeepBet {
  keep?: boolean;
  seat?: number;
  spot: string;
}

/** A standing instruction was given or ended. */
export interface KeepSet {
  keep: boolean;
  seat: number;
  spot: string;
}

/** Offer a bet while the dice are out. */
export interface LateBet {
  amount: number;
  seat?: number;
  spot: string;
}

/** Every spot of a book by its id. */
export interface LayoutAnswer {
  /** The name of a book. */
  book: string;
  spots: { [name: string]: SpotAnswer };
}

/** Colour up and go; nothing of the seat's may lie on the layout. */
export interface Leave { seat?: number; }

/** A lesson for newcomers, played at a table with chips and dice of its own. */
export interface LessonAnswer {
  /** The name of a book. */
  book: string;
  id: string;
  /** The chips to sit down with; they come from no wallet. */
  rack_cents: number;
  summary: string;
  title: string;
}

/** Where you are in the lesson that this table is for. */
export interface LessonSeen {
  /** The amount to bet there. */
  cents: number;
  id: string;
  /** The id of the lesson after it; empty after the last. */
  next: string;
  next_title: string;
  over: boolean;
  /** What happened, and what to do now; after the last step, what you learnt. */
  says: string;
  /** The spots that the felt shows at this step. */
  shows: string[];
  /** The spot to bet on now; empty if you should roll, or are done. */
  spot: string;
  /** The step that you are at, from 1. */
  step: number;
  steps: number;
  title: string;
}

/** Let somebody who has no seat throw, since no seat may: for the point, or for the next come-out. */
export interface LetCompanionShoot { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; }

/** Accept a barred player's wagers again. */
export interface LiftBar { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; seat: number; }

/** A limit you set for yourself; a looser one waits until its time has come. */
export interface LimitAnswer {
  kind: "loss" | "time" | "stake";
  /** A moment in UTC, in microseconds since 1970. */
  next_at: number;
  /** The looser value that waits, -1 for none; null if none waits. */
  next_value: number | null;
  /** The id of a player. */
  player: string;
  /** A moment in UTC, in microseconds since 1970. */
  since: number;
  /** Cents for loss and stake, minutes for time; -1 if there is no limit. */
  value: number;
}

/** The dealer told a player that the bet is below the minimum: raise it or take it back. */
export interface LimitNoticed {
  by: string;
  clause: string;
  seat: number;
  spot: string;
}

/** A limit you set for yourself, in cents or minutes, -1 for none; a looser one waits until its time has come. */
export interface LimitSeen {
  kind: string;
  next_at: number;
  next_value: number | null;
  since: number;
  value: number;
}

/** What one roll did to one bet: stake, amount at risk, what was paid on which basis, and why. */
export interface Line {
  at_risk: number;
  basis: number;
  clause: string;
  limited_by: string;
  /** A fraction. */
  odds: string;
  outcome: "lost" | "moved" | "returned" | "won";
  paid: number;
  paid_by: string;
  seat: number;
  spot: string;
  stake: number;
  to: string;
  vigorish: number;
}

/** Ask for the table as seen from your seat: what each spot accepts now, and what the next roll would do. */
export interface Look { type: "look"; }

/** Report that a die that left the table cannot be found. */
export interface LoseDie { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; die: number; }

/** Mark a player as away; "pending" says that a choice to raise or withdraw is open, on one spot or on several. */
export interface MarkAway {
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  pending?: boolean;
  seat: number;
  spot?: string;
}

/** The marks of a whole drill. */
export interface Marked {
  bets: number;
  book: string;
  level: number;
  marks: DrillMark[];
  milliseconds: number;
  paid_cents: number;
  right: number;
  seed: string;
  told_cents: number;
}

/** Something the rules do not cover was decided. */
export interface MatterDecided {
  amount: number;
  by: string;
  clause: string;
  decision: string;
  orders: "collect" | "nothing" | "pay" | "return-bet" | "void-round";
  spot: string;
  whose: number;
}

/** Who you are. */
export interface MeAnswer {
  /** Whether you have no account. */
  guest: boolean;
  /** What others see you called. */
  name: string;
  /** It is always play money. */
  play_money: boolean;
  /** The id of a player. */
  player: string;
}

/** A decision made the house pay a rack, or the rack pay the house (below zero). */
export interface MoneyMoved {
  amount: number;
  by: string;
  clause: string;
  seat: number;
}

/** Where the money of the table is; it adds up to zero. */
export interface MoneyOnFloor {
  cage_cents: number;
  commission_cents: number;
  /** What players owe the house, below zero. */
  debts_cents: number;
  house_cents: number;
  layout_cents: number;
  racks_cents: number;
}

/** Take the dice, or their offer, from a seat that let its time pass. Only the automatic crew does this. */
export interface MoveDiceOn { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; }

/** The credentials of an account. */
export interface NameAndPassword {
  /** 2 to 24 printable characters. */
  name: string;
  /** 8 to 200 characters. */
  password: string;
}

/** A new limit of your own. */
export interface NewLimit {
  /** Cents for loss and stake, minutes for time; null asks to lift it. */
  value: number | null;
}

/** The password of an account, and the one that replaces it. */
export interface NewPassword {
  /** 8 to 200 characters. */
  new: string;
  /** The password that you have. */
  old: string;
}

/** A table of your own: first-person and private, or live and open to everybody who has its link. */
export interface NewTable {
  book: string;
  /** The maximum. */
  line_max_cents?: number | null;
  /** The minimum of the line bet, in place of what the house posts. */
  line_min_cents?: number | null;
  /** For you alone without a clock, or shared and by it. */
  mode?: "live" | "first-person";
  /** Printable; the title of the book if it is empty. */
  name?: string;
  /** Post the limits of the house, and pay whole units; if you play alone, a companion throws. */
  posted?: boolean;
  /** Keep five seconds between rolls. */
  regulated?: boolean;
  /** What GET /books/{book}/settings offers, by name. */
  settings?: { [name: string]: string };
}

/** Whether you can have the dice thrown now and, if not, what is missing. */
export interface NextThrow {
  clause: string;
  /** What a button for it says. */
  label: string;
  ok: boolean;
  /** Why not, in a sentence. */
  says: string;
  /** The spots of which one needs a bet first. */
  spots: string[];
  /** How long until it can be, where only time is missing. */
  wait_ms: number;
}

/** The throw does not count; every bet stays as it was. */
export interface NoRollCalled {
  again: string;
  by: string;
  clause: string;
  ground: string;
  incident: boolean;
  late: boolean;
  must: boolean;
  note: string;
  time_clause: string;
  unbacked: boolean;
}

/** What was wrong with a throw that was called No Roll. */
export interface NoRollNoted {
  by: string;
  clause: string;
  ground: string;
  note: string;
}

/** Record an error; "round" is the round in which it happened, by default an earlier one. */
export interface NoteError {
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  note: string;
  round?: number;
}

/** Say afterwards what was wrong with a throw that was called No Roll. */
export interface NoteNoRoll { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; note: string; }

/** A notice that a table of the book posts, and its default value. */
export interface Notice {
  clause: string;
  default: string;
  name: string;
  says: string;
}

/** Notice a bet outside the limits before betting closes. */
export interface NoticeBet {
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  seat: number;
  spot: string;
}

/** A table setting changed. */
export interface NoticePosted {
  by: string;
  clause: string;
  setting: string;
  value: string;
}

/** Tell the inspector that the table will close. */
export interface NotifyInspector { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; }

/** Whether a command would be accepted now, and why not. */
export interface NowAnswer {
  /** The clause that says so, with its book; empty if none does. */
  clause: string;
  /** Null where that depends on what is said with it. */
  ok: boolean | null;
  says: string;
}

/** What a number would do to your money: a total ("8"), or its hard way ("8h"). */
export interface Number { lines: Fate[]; net_cents: number; }

/** Odds of so many times your bet: what you add for them, and what they win. */
export interface OddsOffered {
  cents: number;
  /** 0 for all that the table allows. */
  times: number;
  wins_cents: number;
}

/** Offer the dice to the next player in turn. */
export interface OfferDice { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; }

/** A late or spoken bet that waits for the crew. */
export interface OfferOnFloor {
  /** Cents of play money. */
  cents: number;
  /** The roles that have confirmed it. */
  confirmed: string[];
  late: boolean;
  name: string;
  seat: number;
  /** The id of a spot, by which bets are made. */
  spot: string;
  /** The roles it waits for: all of a late bet, any of a spoken one. */
  still: string[];
  tender: string;
}

/** Invite bets. */
export interface OpenBetting { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; }

/** One value that a field may have. */
export interface OptionAnswer {
  /** The clause that says so, with its book; empty if none does. */
  clause: string;
  /** Whether the book leaves no choice where this is the case. */
  must: boolean;
  /** What that is, for a person. */
  says: string;
  value: string | number;
}

/** Take the dice from the shooter for a listed reason. */
export interface OrderDicePassed { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; reason: string; }

/** What happens to the stake on some rolls. */
export interface Outcome {
  clause: string;
  on: string;
  then: string;
}

/** A roll has no effect: it is dropped, or its settlement is reversed.

    Bets made since come off ("returned"). Bets taken down since are put back if another roll is settled in its place
    ("put_back"). The lines of the roll are reversed, and bets that may stand as before are made "again". */
export interface OutcomeUndone {
  again: BetPlaced[];
  anew: boolean;
  by: string;
  clause: string;
  debts: Debt[];
  dice: "" | "companion" | "nobody";
  incident: boolean;
  lines: Line[];
  put_back: Returned[];
  returned: Returned[];
  reversed: boolean;
  why: string;
}

/** What is paid on what, and the clause that prices it. */
export interface Paid {
  clause: string;
  odds: string;
  on: string;
}

/** Two seats count as one against the maximum. */
export interface PartnersFlagged {
  by: string;
  clause: string;
  partner: number;
  seat: number;
}

/** Give up the dice. */
export interface PassDice { seat?: number; }

/** Your password is changed, and your other sessions have ended. */
export interface PasswordChanged { password_changed: true; }

/** A roll that is called and not yet settled, and what settling it would do to every bet. */
export interface PayAnswer {
  a: number;
  b: number;
  disputed: boolean;
  lines: WhyLine[];
  /** How many lines are left out at a very large table. */
  more: number;
}

/** A dealer's answer for one bet: what becomes of it, and what is paid on it, without the stake. */
export interface Payment { outcome: "won" | "lost" | "returned" | "moved" | "stays"; pay_cents: number; }

/** Measure the round trip: any clock of the client's, and the mark of the last pong, if any. */
export interface Ping {
  /** As the client measured; the house has its own clock. */
  latency_ms?: number | null;
  /** The mark of a pong, sent back at once: the house takes the time. */
  mark?: string;
  /** Comes back with the pong. */
  sent: number;
  type: "ping";
}

/** Put chips on a spot, in addition to what is there. */
export interface PlaceBet {
  amount: number;
  seat?: number;
  spot: string;
}

/** Place a bet for a player who asked for it. */
export interface PlaceBetFor {
  amount: number;
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  seat: number;
  spot: string;
}

/** An interruption changed nothing; play continues, unless the crew may decide otherwise and does. */
export interface PlayContinued {
  by: string;
  clause: string;
  crew_decides: boolean;
}

/** The answer to ping: the time of the house, and the round trip as the house last measured it. */
export interface Pong {
  /** UTC in microseconds. */
  at: number;
  /** By the steady clock of the house; null before that. */
  latency_ms: number | null;
  /** Send it back at once in another ping to be measured. */
  mark: string;
  /** What the ping said. */
  sent: number;
  type: "pong";
}

/** The position of a table: puck, dice, seats and bets as one line of text. */
export interface PositionAnswer {
  /** The line, as docs/position.md describes it. */
  position: string;
}

/** Change one table setting within the book. */
export interface PostNotice {
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  setting: string;
  value: string;
}

/** The puck, also in words. */
export interface PuckSeen {
  on: boolean;
  point: number;
  says: string;
}

/** Ask what a command would do, without doing it (dry run). */
export interface Quote {
  body?: { [name: string]: any };
  id: string;
  name: string;
  type: "quote";
}

/** What a command would do if you sent it now. */
export interface Quoted {
  clause: string;
  /** What would leave your rack; below zero, what would come back. */
  costs_cents: number;
  events: QuotedEvent[];
  id: string;
  /** What the bet would win or cost in less than betting units, and what pays evenly. */
  in_cents: string;
  instead_cents: number[];
  ok: boolean;
  reason: string;
  says: string;
  /** How far below the printed odds this table would pay it, if it would. */
  short: string;
  type: "quote";
  /** The vigorish in it, taken or not given back. */
  vigorish_cents: number;
  warns: string[];
}

/** An event that would happen. */
export interface QuotedEvent {
  body: any;
  name: string;
  says: string;
}

/** Raise a dispute; "covered" says that a rule covers the matter. */
export interface RaiseDispute {
  about: string;
  covered?: boolean;
  seat?: number;
}

/** How we read an unclear clause, and why. */
export interface ReadingAnswer {
  id: string;
  problem: string;
  reason: string;
  says: string;
}

/** How we read an unclear text, and why. */
export interface ReadingText {
  clauses: string[];
  id: string;
  kind: string;
  problem: string;
  reading: string;
  reason: string;
}

/** Readiness check: the house can accept what people do. */
export interface Ready { ready: true; }

/** A complete command that would be accepted now. */
export interface ReadyAnswer {
  body: { [name: string]: number | string };
  role: string;
  says: string;
}

/** A standing instruction could not be carried out now. */
export interface RebetSkipped {
  clause: string;
  seat: number;
  spot: string;
  why: string;
}

/** Settled rolls, newest first. */
export interface RecallPage {
  /** What to ask for the next page with; null if this one is empty. */
  before: number | null;
  /** It is always play money. */
  play_money: boolean;
  rolls: RecalledRoll[];
}

/** What a roll did to one bet. */
export interface RecalledLine {
  /** Cents of play money. */
  at_risk: number;
  /** The cents that the odds were paid on. */
  basis: number;
  /** The clause of the book that says so. */
  clause: string;
  /** The clause that limited the amount at risk; empty if none did. */
  limited_by: string;
  /** What it added to the player's money, or took from it. */
  net_cents: number;
  /** The odds as a fraction. */
  odds: string;
  outcome: "won" | "lost" | "returned" | "moved";
  /** Cents of play money. */
  paid: number;
  /** The clause that prices it. */
  paid_by: string;
  seat: number;
  /** The id of a spot, by which bets are made. */
  spot: string;
  /** Cents of play money. */
  stake: number;
  /** The spot it travelled to; empty if it did not. */
  to: string;
  /** The charge in cents that went with it. */
  vigorish: number;
}

/** A settled roll as one player saw it: bets, dice, settlement with its clauses, money before and after. */
export interface RecalledRoll {
  /** Won since your roll before: vigorish, reversals. Lost: below 0. */
  aside_cents: number;
  /** A moment in UTC, in microseconds since 1970. */
  at: number;
  /** Since your roll before: outcomes undone, and decisions with what they moved. */
  beside?: string[];
  /** What lay on the layout, in cents by spot. */
  bets: { [name: string]: number };
  /** The name of a book. */
  book: string;
  /** How to ask for the book under /books: its name, or NAME@DIGEST if it is not one of ours. */
  book_key: string;
  /** The clause of the book that says so. */
  clause: string;
  /** The faces of the two dice. */
  dice: [number, number];
  lines: RecalledLine[];
  /** What you owe the house at this table. It owes you: below 0. */
  owed_cents: number;
  /** When you played since your roll before: from, until. */
  played?: ([number, number])[];
  /** The id of a player. */
  player: string;
  /** The point, 0 while the puck is off. */
  point_after: number;
  /** The point, 0 while the puck is off. */
  point_before: number;
  /** Cents of play money. */
  rack_after_cents: number;
  /** Cents of play money. */
  rack_before_cents: number;
  /** Bets first seen after bets had closed, by spot, with the second person who saw each. */
  recorded_late?: { [name: string]: string };
  /** The number of the roll at its table. */
  roll: number;
  /** The number of the round at its table. */
  round: number;
  /** The clauses that rounded what was paid. */
  rounded_by: string[];
  seat: number;
  /** The number of the settlement in the log of its table. */
  seq: number;
  table: string;
}

/** Record chips outside the limits that nobody noticed in time; after bets closed with a second person. */
export interface RecordBet {
  amount: number;
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  seat: number;
  spot: string;
  witness?: string;
}

/** What is known of the player in a seat from before, here or at another table of the house. */
export interface RecordKnown {
  barred: boolean;
  clause: string;
  partners: number[];
  seat: number;
  told_off: number;
  warned: boolean;
}

/** Report that a die that left the table was found. */
export interface RecoverDie { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; die: number; }

/** Take part of a bet back. */
export interface ReduceBet {
  amount: number;
  seat?: number;
  spot: string;
}

/** An error: one sentence. */
export interface Refusal {
  /** One sentence for a person; of a field that makes no sense, what it should be. */
  says: string;
}

/** Enter a set of dice at the table, as measured. */
export interface RegisterDice {
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  face_mm_tenths: number;
  opposite: number;
  size: number;
}

/** Take a bet down. */
export interface RemoveBet { seat?: number; spot: string; }

/** Put a new set of dice on the table. */
export interface ReplaceDice { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; }

/** Ask for the review of a decided dispute. */
export interface RequestReview { dispute: number; seat?: number; }

/** Stake and vigorish of one bet, given back by the house. */
export interface Returned {
  amount: number;
  kept: number;
  seat: number;
  spot: string;
  vigorish: number;
}

/** The review of a decision has an outcome. */
export interface ReviewDecided {
  amount: number;
  by: string;
  clause: string;
  decision: string;
  dispute: number;
  orders: "collect" | "nothing" | "pay" | "return-bet" | "void-round";
  spot: string;
  whose: number;
}

/** A decided dispute goes to review, and the player was told of the inspector. */
export interface ReviewRequested {
  advice_clause: string;
  clause: string;
  dispute: number;
  seat: number;
}

/** One throw, left die and right die as they lie. */
export interface Roll { a: number; b: number; }

/** The total was called, or ruled on. */
export interface RollCalled {
  by: string;
  clause: string;
  reading: "flat" | "natural-fall" | "opposite-face";
  roll: Roll;
  ruled: boolean;
}

/** Let the previous shooter roll only to decide the come bets that are still up. */
export interface RollForDecision { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; }

/** Close betting, throw and settle: at a first-person table. */
export type RollNow = { [name: string]: any };

/** Everything a program needs to check one roll by itself. */
export interface RollProof {
  /** The end of the chain, published before its first roll, in hexadecimal. */
  anchor: string;
  /** Which of the chains of the table it was. */
  chain: number;
  /** The faces of the two dice. */
  dice: [number, number];
  format: string;
  /** The record that froze the players' seeds. */
  frozen_seq: number;
  /** Which link it was: hashed so many times it gives the anchor. */
  index: number;
  /** The link that was revealed, in hexadecimal. */
  link: string;
  /** The hash of the log before it was published; empty for chain-1. */
  log: string;
  /** The record that published it. */
  published_seq: number;
  /** The number of the throw, as the chain counts them. */
  roll: number;
  /** The players' seeds by seat. */
  seeds: ([number, string])[];
  /** The number of the settlement in the log. */
  seq: number;
  table: string;
  /** The record that revealed the link. */
  thrown_seq: number;
}

/** One valid roll, settled: every bet it decided or moved, and where the puck went. */
export interface RollSettled {
  book: string;
  clause: string;
  decided: boolean;
  decision_only_over: boolean;
  lapsed: ([number, string])[];
  lines: Line[];
  number: number;
  point_after: number;
  point_before: number;
  roll: Roll;
  rounded_by: string[];
  seven_out: boolean;
  unlocked: ([number, string])[];
  warned: number[];
}

/** A settled roll. */
export interface RolledAnswer {
  a: number;
  /** A moment in UTC, in microseconds since 1970. */
  at: number;
  b: number;
  hard: boolean;
  number: number;
  /** The point, 0 while the puck is off. */
  point_after: number;
  /** The point, 0 while the puck is off. */
  point_before: number;
  /** Its number in the log; /why/{seq} explains it. */
  seq: number;
  seven_out: boolean;
  total: number;
  /** Whether it was later found to have no effect. */
  undone: boolean;
}

/** The last rolls of a table, oldest first. */
export interface RollsAnswer {
  /** Whether there were rolls before these. */
  more: boolean;
  rolls: RolledAnswer[];
}

/** Rule on a disputed face, or on a die that does not lie flat; without a roll the throw is void. */
export interface RuleOnRoll {
  by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson";
  leaning?: boolean;
  roll?: [number, number] | null;
}

/** Whether something can be done now; if not, why, and by which clause. */
export interface Ruling {
  clause: string;
  ok: boolean;
  says: string;
}

/** A player's future wagers are refused. */
export interface SeatBarred {
  by: string;
  clause: string;
  seat: number;
}

/** A player coloured up and left. */
export interface SeatLeft { rack: number; seat: number; }

/** A player and what the crew knows of them. */
export interface SeatOnFloor {
  away: boolean;
  barred: boolean;
  /** Whether they have a connection to the table, in any process. */
  connected: boolean;
  /** Cents of play money. */
  layout_cents: number;
  name: string;
  partners: number[];
  /** Cents of play money. */
  rack_cents: number;
  seat: number;
  /** How often they were told off. */
  told_off: number;
  /** Whether they were told of a bet below the minimum. */
  warned: boolean;
}

/** A player sat down. */
export interface SeatTaken {
  player: string;
  rack: number;
  seat: number;
}

/** A player was told off for touching wagers. */
export interface SeatWarned {
  by: string;
  clause: string;
  seat: number;
}

/** A seat that is taken. */
export interface Seated {
  away: boolean;
  name: string;
  rack_cents: number;
  seat: number;
}

/** How many seats were freed, each with nothing on the felt. */
export interface SeatsLeft { left: number; }

/** A command that waits for a second person. */
export interface SecondAnswer {
  /** What the first person is called. */
  asked_by: string;
  /** What a second person asks for, with their own `by`. */
  body: { [name: string]: string | number | number[] };
  /** The roles of yours that may agree. */
  by: string[];
  /** The roles that may agree, whoever holds them. */
  may: string[];
  /** Whether you asked for it yourself. */
  mine: boolean;
  name: string;
  says: string;
  /** How long it still waits. */
  seconds: number;
}

/** Statements that belong together. */
export interface Section { statements: Statement[]; title: string; }

/** A session at one table, from sitting down: net = expected + luck + rounding + unfinished, exactly. */
export interface SessionAnswer {
  /** All stakes you put down. */
  action_cents: number;
  /** Times you put chips down. */
  bets: number;
  by_spot: SpotSession[];
  /** All stakes that were won or lost. */
  decided_cents: number;
  /** What your bets were worth less than they cost. */
  expected_cents: ExactCents;
  /** The share lost of all stakes put down; null without. */
  expected_of_action: StakePart | null;
  /** What the dice gave beyond the average of each roll. */
  luck_cents: ExactCents;
  /** The luck in standard deviations of all those rolls together. */
  luck_sd: string | null;
  /** What you have more than you brought, chips on the layout counted. */
  net_cents: number;
  /** It is always play money. */
  play_money: boolean;
  /** Rolls with a bet of yours on the layout. */
  rolls: number;
  /** What rounding and limits gave or took. */
  rounding_cents: ExactCents;
  says: string[];
  seconds: number;
  /** A moment in UTC, in microseconds since 1970. */
  since: number;
  /** Expected to be lost by the bets that lie, not lost yet. */
  unfinished_cents: ExactCents;
  /** When the seat was left; null while it is held. */
  until: number | null;
}

/** Your result over the last 24 hours, your visit, and the limits you set for yourself. */
export interface SessionSeen {
  limits: LimitSeen[];
  net_cents: number;
  play_money: boolean;
  seconds: number;
  visit?: VisitSeen;
}

/** Where you are signed in, the newest first. */
export interface SessionsAnswer { sessions: SignInAnswer[]; }

/** Say that you are ready for the throw, or no longer; of the shooter, the wish to throw. At a live table. */
export interface SetReady { ready?: boolean; rolls?: number | null; }

/** Set your seed for the dice: a text that counts from the next "no more bets" on. */
export interface SetSeed { seed: string; }

/** Every setting that a table of a book may choose. */
export interface SettingsAnswer {
  /** The name of a book. */
  book: string;
  /** The maximum. */
  line_max_cents: number;
  /** The minimum of the line bet that the house posts, unless chosen. */
  line_min_cents: number;
  settings: ChoiceAnswer[];
}

/** Pay and take everything the called roll decided. */
export interface SettleRoll { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; }

/** The table as seen from your seat: the answer to look. */
export interface Sight {
  actions: { [name: string]: Ruling };
  bundles: BundleSeen[];
  /** How you get dice that nobody holds: take them, or bet on the line. */
  dice: "" | "bet" | "take";
  disputes: DisputeSeen[];
  /** Your step, at the table of a lesson. */
  lesson: LessonSeen | null;
  numbers: { [name: string]: Number } | null;
  offers: { [name: string]: SpotSeen };
  puck: PuckSeen;
  seq: number;
  session: SessionSeen;
  table: Snapshot;
  throw: NextThrow;
  type: "sight";
  /** What your bets win and lose on, in a sentence. */
  wanted: string;
}

/** One of your sessions: a browser or a program that is signed in as you. */
export interface SignInAnswer {
  /** A moment in UTC, in microseconds since 1970. */
  created: number;
  /** A moment in UTC, in microseconds since 1970. */
  expires: number;
  /** By which you end it; nobody can sign in with it. */
  id: string;
  /** Whether it is the session that asks. */
  this: boolean;
}

/** Who you are, with the session token if it is new. */
export interface SignedIn {
  /** Whether you have no account. */
  guest: boolean;
  /** What others see you called. */
  name: string;
  /** It is always play money. */
  play_money: boolean;
  /** The id of a player. */
  player: string;
  /** Told once: keep it, and you come back as the same. */
  token?: string;
}

/** You are signed out. */
export interface SignedOut { signed_out: true; }

/** Take a free seat with a rack of chips. */
export interface Sit { rack: number; seat?: number; }

/** The whole table: sent when too much was missed to send it event by event. */
export interface Snapshot {
  /** How long the dice of the last roll may still be on their way; the countdown starts after that. */
  begins_in_ms: number;
  book: string;
  /** Faces that people have called and nobody has paid yet. */
  called: [number, number] | null;
  closes_in_ms: number | null;
  crew: { [name: string]: string };
  /** The shooter rolls only to decide come bets. */
  decision_only: boolean;
  /** Seats that have let the dice go by. */
  declined: number[];
  dice: Fairness;
  digest: string;
  epoch: number;
  /** The seat that had the dice before; null before the first. */
  last_shooter: number | null;
  layout: Stacks;
  mode: string;
  /** What the table is called. */
  name: string;
  offered: number | null;
  phase: string;
  play_money: boolean;
  point: number;
  profile: string;
  /** The seats that are ready for the throw; at a table of more than 32 seats, your own at most. */
  ready: number[];
  rolls: number;
  round: number;
  seats: Seated[];
  seq: number;
  settings: { [name: string]: string };
  shooter: number | null;
  table: string;
  type: "snapshot";
  waiting: string;
  /** The seat whose move the table waits for; null for anybody's. */
  whose: number | null;
  you: You;
}

/** Call a bet out instead of placing chips; it waits for confirmation. */
export interface SpeakBet {
  amount: number;
  seat?: number;
  spot: string;
  tender?: "cash" | "chips";
}

/** One book compared with the others. */
export interface Special {
  about: string;
  bets: number;
  book: string;
  edges: SpecialEdge[];
  house: string;
  newcomers: string;
  odds: string;
  unusual: string[];
  why_first: string;
}

/** The house edge of a bet, per unit bet. */
export interface SpecialEdge {
  fraction: string;
  name: string;
  percent: string;
  spot: string;
}

/** A spot of the layout. */
export interface SpotAnswer {
  /** Where chips lie on the picture: x, y, w, h. */
  chips: [number, number, number, number];
  /** The clause of the book that says so. */
  clause: string;
  /** When a bet may be made. */
  made: "any" | "come-out" | "point" | "never" | "this-window";
  /** Whether a bet begins here; others travel to it. */
  made_here: boolean;
  name: string;
  /** When a bet may be taken down. */
  removed: "any" | "come-out" | "point" | "never" | "this-window";
}

/** The fixed facts about a spot. */
export interface SpotFacts {
  /** Whether this table has it. */
  available: boolean;
  /** Null if there is no cheaper way. */
  cheaper: CheaperAnswer | null;
  /** The clause of the book that says so. */
  clause: string;
  /** Whether its house edge is 5 % or more. */
  dear: boolean;
  /** Null where no bet begins. */
  edge: EdgeAnswer | null;
  /** After how many lessons an easy table shows it; 0 if it never does. */
  level: number;
  /** Whether a bet begins here; others travel to it. */
  made_here: boolean;
  name: string;
  number: number | null;
  /** What it pays, in words. */
  price: string;
  /** For a house edge of 5 % or more: cheaper bets with much the same hope, best first. */
  same_wish: string[];
  /** Whether a bet made here moves on to a number. */
  travels: boolean;
  wager: string;
}

/** One spot from your seat. */
export interface SpotSeen {
  bet: BetRoom;
  button: string;
  call: CallRoom | null;
  contract: string;
  keep: boolean;
  name: string;
  /** The spot this one supports. */
  odds_for: string;
  others_cents: number;
  take: TakeRoom | null;
  there_cents: number;
  vigorish: Charge | null;
  /** Whether your bet is in play; null without one. */
  working: boolean | null;
}

/** What a session did on one spot; a come bet counts where it was made. */
export interface SpotSession {
  /** All stakes put down there. */
  action_cents: number;
  /** Times chips were put down there. */
  bets: number;
  /** All stakes won or lost. */
  decided_cents: number;
  expected_cents: ExactCents;
  name: string;
  net_cents: number;
  /** The id of a spot, by which bets are made. */
  spot: string;
}

/** Every spot of the book a table is played by. */
export interface SpotsAnswer {
  /** The name of a book. */
  book: string;
  /** How to ask for the book under /books: its name, or NAME@DIGEST if it is not one of ours. */
  book_key: string;
  chips_cents: number[];
  /** Whether a player may call a bet off that is in play. */
  off_calls: boolean;
  /** The spots as they lie: from the far side, left to right. */
  order: string[];
  spots: { [name: string]: SpotFacts };
}

/** The total on each spot; at small tables also the amount of each seat. */
export interface Stacks {
  seats: { [name: string]: { [name: string]: number } } | null;
  seq: number;
  total_cents: { [name: string]: number };
  type: "layout";
}

/** A spot and what to stake there for each unit of the original bet. */
export interface StakeOn {
  /** The same as an exact fraction. */
  share: string;
  /** The id of a spot, by which bets are made. */
  spot: string;
}

/** A share of the house, above zero if the house has the edge. */
export interface StakePart {
  /** The same as an exact fraction. */
  fraction: string;
  /** In percent, rounded to three places. */
  percent: string;
}

/** How much of a bundle goes to one spot. */
export interface StakeShare { share: number; spot: string; }

/** One sentence about a book: its topic, its text, and its clause. */
export interface Statement {
  clause: string;
  short: string;
  text: string;
  topic: string;
}

/** The text of the book a table is played by, and the house's higher payouts: they compile to this digest. */
export interface TableBook {
  /** The digest of the text of a book. */
  digest: string;
  name: string;
  /** Odds by spot and total, above the listed ones. */
  payouts: { [name: string]: { [name: string]: string } };
  /** The rulebook as TOML. */
  text: string;
}

/** The table is closed. */
export interface TableClosed { by: string; clause: string; }

/** A table as the list of tables shows it. */
export interface TableLine {
  /** The betting time of a live table. */
  betting_seconds: number;
  /** The name of a book. */
  book: string;
  closed: boolean;
  /** How long bets are still taken; null if no clock runs. */
  closes_in_ms: number | null;
  /** Where the dice come from. */
  dice: "chain" | "entropy" | "crew" | "lesson";
  /** The digest of the text of a book. */
  digest: string;
  /** The id of the table. */
  id: string;
  /** The last ten rolls, oldest first. */
  last_rolls: ([number, number])[];
  /** The most on the line bet; null if none is posted. */
  line_max_cents: number | null;
  /** The least on the line bet; null if none is posted. */
  line_min_cents: number | null;
  /** Whether you opened it. */
  mine: boolean;
  /** Shared and by the clock, or a player's own without one. */
  mode: "live" | "first-person";
  name: string;
  /** Where the roll stands: betting open, no more bets, and so on. */
  phase: string;
  /** It is always play money. */
  play_money: boolean;
  /** The point, 0 while the puck is off. */
  point: number;
  /** Regulated: five seconds between rolls, bets by hand. */
  profile: "standard" | "regulated";
  /** The roles you hold at it. */
  roles: string[];
  /** Rolls so far. */
  rolls: number;
  /** Seats taken; as many as come may sit. */
  seated: number;
  /** What the shooter is called; null if no seat has the dice. */
  shooter: string | null;
  /** Whether you sit there. */
  sits: boolean;
  /** What the table waits for, if it waits. */
  waiting: string;
}

/** A table was opened under a book, with its settings. */
export interface TableOpened {
  book: string;
  digest: string;
  engine: number;
  revision: number;
  settings: ([string, string])[];
}

/** Accept the dice and become the shooter. */
export interface TakeDice { seat?: number; }

/** Take a lesson. */
export interface TakeLesson {
  /** Start from its first step, even if you left it in the middle. */
  again?: boolean;
}

/** Whether your bet can be taken down, what part of it could be instead, and what would come with that. */
export interface TakeRoom {
  clause: string;
  instead_cents: number[];
  ok: boolean;
  says: string;
  warns: string[];
}

/** Throw the dice. */
export interface ThrowDice { seat?: number; }

/** The house cannot store anything at the moment, so it accepts nothing (degraded mode). */
export interface Trouble {
  over: boolean;
  says: string;
  type: "trouble";
}

/** Ask what a line of words about bets means, and what would come of it, without doing it (dry run). */
export interface Typed {
  id: string;
  /** In players' words: "12 six and eight, press the 8". At most 200 characters. */
  text: string;
  type: "typed";
}

/** What a typed line means. Nothing has happened: whoever wants it sends the commands in this order. */
export interface Understood {
  acts: UnderstoodAct[];
  /** What would leave your rack in all. */
  costs_cents: number;
  id: string;
  /** Whether the words were understood; single commands may be refused. */
  ok: boolean;
  rack_cents: number;
  reason: string;
  /** What was not understood, with the nearest that would be. */
  says: string;
  type: "understood";
}

/** A command that a typed line means, and what would come of it after those before it. */
export interface UnderstoodAct {
  body: { [name: string]: any };
  clause: string;
  /** What would leave your rack; below zero, what would come back. */
  costs_cents: number;
  instead_cents: number[];
  /** The command, to be sent as it stands. */
  name: string;
  ok: boolean;
  reason: string;
  /** Why it would be refused, in a sentence. */
  refused: string;
  /** What it does, in words: the bet, its amount and what it wins. */
  says: string;
  /** The vigorish in it, taken or not given back. */
  vigorish_cents: number;
  warns: string[];
}

/** Your play at all tables since your last break of an hour: when it began, how long you played, and your result. */
export interface VisitSeen {
  net_cents: number;
  /** How long the time still runs if you do nothing. */
  runs_on_ms: number;
  /** Time played; it never goes down while the visit lasts. */
  seconds: number;
  /** UTC in microseconds; 0 if you have not played. */
  since: number;
}

/** One kind of bet in full. */
export interface WagerText {
  clauses: string[];
  edges: BetCost[];
  group: string;
  id: string;
  name: string;
  net: Paid[];
  outcomes: Outcome[];
  payouts: Paid[];
  says: string;
  spots: string[];
  terms: Statement[];
}

/** A player left; these bets were folded, the others run on. */
export interface WalkedAway {
  by: string;
  clause: string;
  folded: ([string, number])[];
  seat: number;
}

/** What you have outside the tables, how long you have played, and your result. */
export interface WalletAnswer {
  /** What lies on layouts now. */
  at_risk_cents: number;
  /** What you won in the last 24 hours; below zero if you lost. */
  net_cents: number;
  /** It is always play money. */
  play_money: boolean;
  /** The id of a player. */
  player: string;
  /** What is in your racks at tables; it comes back when you leave them. */
  racks_cents: number;
  /** How long you sat at play in the last 24 hours. */
  seconds_played: number;
  /** Cents of play money. */
  wallet_cents: number;
}

/** Tell a player off for touching wagers before they are settled. */
export interface WarnSeat { by: "boxperson" | "dealer" | "house" | "inspector" | "pit-manager" | "pit-supervisor" | "shift-manager" | "stickperson"; seat: number; }

/** The answer to hello: who you are, and how far the log has come. */
export interface Welcome {
  epoch: number;
  seq: number;
  table: string;
  type: "welcome";
  version: number;
  you: You;
}

/** Why a settled roll paid what it paid: for your bets or, for the crew, for all bets. */
export interface WhyAnswer {
  /** The name of a book. */
  book: string;
  /** What moved or left the puck. */
  clause: string;
  clause_says: string;
  lines: WhyLine[];
  /** It is always play money. */
  play_money: boolean;
  roll: RolledAnswer;
  seq: number;
}

/** Why a roll did to one bet what it did. */
export interface WhyLine {
  /** What decided it. */
  clause: string;
  clause_says: string;
  name: string;
  /** What it added to the player's money, or took from it. */
  net_cents: number;
  /** What limited the amount at risk, or rounded the payment. */
  others: ClauseSays[];
  outcome: "won" | "lost" | "returned" | "moved";
  /** What sets the odds; empty if nothing was paid. */
  paid_by: string;
  paid_by_says: string;
  /** Cents of play money. */
  paid_cents: number;
  /** How these clauses are read where they are unclear. */
  readings: ReadingAnswer[];
  /** How it was rounded, and by which clauses; empty if it was not. */
  rounding: string;
  /** Two sentences. */
  says: string;
  seat: number;
  /** The id of a spot, by which bets are made. */
  spot: string;
  /** Cents of play money. */
  stake_cents: number;
  /** The arithmetic in words. */
  sum: string;
  /** The spot it travelled to; empty if it did not. */
  to: string;
}

/** A term that the book defines. The sentence that introduces the definitions has no term. */
export interface Word {
  clause: string;
  says: string;
  word: string;
}

/** The connected player: seat, rack and bets in cents, and roles at this table. */
export interface You {
  bets: { [name: string]: YourBet };
  /** What went to your wallet when your seat was freed while you were away, until you sit again. */
  freed_cents: number | null;
  keeps: string[];
  name: string;
  player: string;
  rack_cents: number;
  roles: string[];
  seat: number | null;
  seed: string;
}

/** Your chips on one spot, in cents, the button on them if there is one, and what was placed since when. */
export interface YourBet {
  amount: number;
  button: string;
  since_roll: number;
  since_round: number;
  vigorish: number;
}

/** What the page sends on the socket. */
export type AskFrame = Do | Hello | Look | Ping | Quote | Typed;

/** What the house sends on the socket. */
export type TellFrame = Answered | Bye | Countdown | Happened | Pong | Quoted | Sight | Snapshot | Stacks | Trouble | Understood | Welcome;

/** A path without its query. */
type Bare<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;

/** What a GET answers. */
export type GetAnswer<Path extends string> =
  Bare<Path> extends `/books/${string}/diff/${string}` ? Comparison :
  Bare<Path> extends `/tables/${string}/proof/${string}` ? RollProof :
  Bare<Path> extends `/tables/${string}/why/${string}` ? WhyAnswer :
  Bare<Path> extends `/books/${string}/cited` ? CitedAnswer :
  Bare<Path> extends `/books/${string}/figures` ? BookFigures :
  Bare<Path> extends `/books/${string}/layout` ? LayoutAnswer :
  Bare<Path> extends `/books/${string}/reading` ? BookText :
  Bare<Path> extends `/books/${string}/settings` ? SettingsAnswer :
  Bare<Path> extends `/tables/${string}/book` ? TableBook :
  Bare<Path> extends `/tables/${string}/duties` ? DutiesAnswer :
  Bare<Path> extends `/tables/${string}/fairness` ? Fairness :
  Bare<Path> extends `/tables/${string}/invite` ? InviteAnswer :
  Bare<Path> extends `/tables/${string}/position` ? PositionAnswer :
  Bare<Path> extends `/tables/${string}/rolls` ? RollsAnswer :
  Bare<Path> extends `/tables/${string}/session` ? SessionAnswer :
  Bare<Path> extends `/tables/${string}/spots` ? SpotsAnswer :
  Bare<Path> extends `/drill/${string}/${string}` ? Drill :
  Bare<Path> extends `/lobby/books` ? Special[] :
  Bare<Path> extends `/books/${string}` ? BookPage :
  Bare<Path> extends `/tables/${string}` ? Snapshot :
  Bare<Path> extends `/books` ? BookLine[] :
  Bare<Path> extends `/lessons` ? LessonAnswer[] :
  Bare<Path> extends `/limits` ? LimitAnswer[] :
  Bare<Path> extends `/recall` ? RecallPage :
  Bare<Path> extends `/session` ? MeAnswer :
  Bare<Path> extends `/sessions` ? SessionsAnswer :
  Bare<Path> extends `/tables` ? TableLine[] :
  Bare<Path> extends `/wallet` ? WalletAnswer :
  unknown;

/** What a POST answers. */
export type PostAnswer<Path extends string> =
  Bare<Path> extends `/tables/${string}/clear-others` ? SeatsLeft :
  Bare<Path> extends `/tables/${string}/leave` ? TableLine :
  Bare<Path> extends `/drill/${string}/${string}` ? Marked :
  Bare<Path> extends `/account/delete` ? AccountDeleted :
  Bare<Path> extends `/session/login` ? SignedIn :
  Bare<Path> extends `/session/register` ? SignedIn :
  Bare<Path> extends `/wallet/again` ? WalletAnswer :
  Bare<Path> extends `/lessons/${string}` ? TableLine :
  Bare<Path> extends `/session` ? SignedIn :
  Bare<Path> extends `/tables` ? TableLine :
  unknown;

/** What a PUT answers. */
export type PutAnswer<Path extends string> =
  Bare<Path> extends `/account/password` ? PasswordChanged :
  Bare<Path> extends `/limits/${string}` ? LimitAnswer :
  unknown;

/** What a DELETE answers. */
export type DeleteAnswer<Path extends string> =
  Bare<Path> extends `/sessions/${string}` ? SessionsAnswer :
  Bare<Path> extends `/session` ? SignedOut :
  Bare<Path> extends `/sessions` ? SessionsAnswer :
  unknown;
