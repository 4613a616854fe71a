"""The rulebook as data: one frozen class for each table of a book's file, with the closed list of words that each may
use.

A procedure word (over the maximum: "cut" or "pro-rata"; ...) is answered by one function of the table. A section that a
book leaves out is a thing the book does not provide for: whoever asks for it is refused.
"""

from __future__ import annotations

from typing import Literal

from comeout.frozen import dataclass
from comeout.rules.schema import Colour, Share
from comeout.rules.wagers import Role, Wager


@dataclass(frozen=True, slots=True)
class Book:
    """Identity of the book, and the clauses that speak for it in general."""

    id: str
    revision: int
    title: str
    source: str
    odds_word: Literal[" to ", ":"]
    wagers_clause: str
    chips_clause: str
    spelled: tuple[int, ...] = (6, 9)
    """The numbers that its layout spells out, because upside down each looks like another."""
    copy_of: str = ""
    """The id of the book that this one was copied from."""
    seat_clause: str = ""
    """The clause that lets a player sit only once at a table."""
    calls_clause: str = ""
    """The clause or reading that says that the book has no ON and OFF calls."""


@dataclass(frozen=True, slots=True)
class Announcements:
    """What the crew announces."""

    open: str
    closed: str
    no_roll: str


@dataclass(frozen=True, slots=True)
class Puck:
    """Which totals set the point and the clauses that move the puck."""

    sets: tuple[int, ...]
    set_clause: str
    off_clause: str
    come_out_clause: str
    seven_out_clause: str


@dataclass(frozen=True, slots=True)
class OddsMultiple:
    """The range in which a table may set its odds multiple."""

    least: int
    most: int
    default: int
    clause: str


@dataclass(frozen=True, slots=True)
class Betting:
    """Who opens and closes betting, when it closes, and whether a bet made after that can still be confirmed."""

    by: tuple[Role, ...]
    closes: Literal["throw", "announced"]
    clause: str
    undo_only: bool = False
    """Whether a bet can only be taken back in the betting time in which it was placed."""
    late_confirm: tuple[Role, ...] = ()
    open_clause: str = ""
    close_clause: str = ""
    time_clause: str = ""
    undo_clause: str = ""


@dataclass(frozen=True, slots=True)
class Chips:
    """What a wager is made with, and who may make one for a player."""

    verbal: Literal["none", "cash", "chips"]
    cash: Literal["converted", "refused"]
    clause: str
    confirm: tuple[Role, ...] = ()
    crew_places: tuple[Role, ...] = ()
    player_places: tuple[str, ...] = ()
    """The only wagers that players put down themselves; empty means all."""
    cash_clause: str = ""
    crew_clause: str = ""


@dataclass(frozen=True, slots=True)
class Calls:
    """ON and OFF calls: who confirms them, for which bets they speak, how long they last."""

    scope: Literal["wager", "kind"]
    lasts: Literal["button", "roll"]
    off: Literal["withdraws", "free"]
    clause: str
    confirm: tuple[Role, ...] = ()
    scope_clause: str = ""
    on_clause: str = ""
    off_clause: str = ""
    lasts_clause: str = ""
    closed_clause: str = ""
    """The clause that says until when a call may be made."""


@dataclass(frozen=True, slots=True)
class DontLock:
    """How long a don't bet that was reduced or taken down may not be put back."""

    until: Literal["decision", "come-out"]
    clause: str
    until_clause: str = ""
    scope_clause: str = ""
    """The clause that says which chips are meant, and so what may still be put back."""


@dataclass(frozen=True, slots=True)
class Breakage:
    """Which way a payment that the float cannot make is rounded, and whether the table may choose."""

    direction: Literal["up", "down"]
    fixed: bool
    clause: str
    notice_clause: str = ""
    no_notice_clause: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """Who posts the table's limits, and what is done with a bet outside them."""

    post_by: tuple[Role, ...]
    over: Literal["refuse", "cut", "pro-rata"]
    under: Literal["refuse", "warn", "stand"]
    shared: bool
    multiples_notice: bool
    clause: str
    over_clause: str = ""
    under_clause: str = ""
    notice_by: tuple[Role, ...] = ()
    notice_over_clause: str = ""
    notice_under_clause: str = ""
    record_by: tuple[Role, ...] = ()
    post_clause: str = ""
    shown_clause: str = ""
    record_clause: str = ""
    shared_clause: str = ""
    small_clause: str = ""
    reduce_clause: str = ""
    """The clause that a bet is not reduced below the minimum."""
    late_clause: str = ""
    """The clause that records a bet first seen after bets closed."""


@dataclass(frozen=True, slots=True)
class Charges:
    """The most that may be charged on any wager."""

    most: Share
    clause: str


@dataclass(frozen=True, slots=True)
class HigherPayouts:
    """The right to pay more than the listed odds, alike at every table of the house."""

    clause: str


@dataclass(frozen=True, slots=True)
class Shooter:
    """Who throws, who offers the dice to whom, and what the shooter must have on the line."""

    throws: Literal["shooter", "launcher"]
    first_offer: Literal["all", "line-bet", "nobody"]
    next_offer: Literal["all", "line-bet", "nobody"]
    line_bet_to_accept: bool
    line_bet: Literal["at-come-out", "kept", "no-roll", "none"]
    first_clause: str
    reject_clause: str
    next_clause: str
    accept_clause: str
    new_shooter_clause: str
    line_bet_clause: str
    pass_clause: str
    offer_by: tuple[Role, ...] = ()
    order_by: tuple[Role, ...] = ()
    order_reasons: tuple[str, ...] = ()
    order_clause: str = ""
    keep_clause: str = ""
    go_by_clause: str = ""
    """The clause by which a shooter passes the dice after a No Roll for lack of a line bet."""
    stranger: Literal["refused", "no-roll"] = "refused"
    stranger_clause: str = ""
    stranded_by: tuple[Role, ...] = ()
    stranded_clause: str = ""


@dataclass(frozen=True, slots=True)
class DecisionOnly:
    """Rolls that only decide come bets that are still up, without a line bet and without a point."""

    by: tuple[Role, ...]
    clause: str
    bets_clause: str = ""
    next_clause: str = ""
    """The clause by which somebody else throws if the previous shooter cannot."""


@dataclass(frozen=True, slots=True)
class DiceRules:
    """The set of dice, and what happens when one leaves the table."""

    set_least: int
    set_default: int
    clause: str
    set_most: int | None = None
    """The largest set; None if the book gives no number."""

    @property
    def size(self) -> str:
        """Return how many dice a set holds, in words."""
        if self.set_most is None:
            return f"{self.set_least} or more"
        return f"{self.set_least}" if self.set_least == self.set_most else f"{self.set_least} to {self.set_most}"

    @property
    def face(self) -> str:
        """Return the shortest edge of a face, in words."""
        tenths = f"{self.face_mm_tenths:02d}"
        return f"{tenths[:-1]}.{tenths[-1]} mm"

    def holds(self, size: int) -> bool:
        """Return whether a set may hold so many dice."""
        return self.set_least <= size and (self.set_most is None or size <= self.set_most)

    face_mm_tenths: int = 0
    opposite: int = 0
    control: tuple[Role, ...] = ()
    off_table: Literal["none", "retrieve"] = "none"
    check_by: tuple[Role, ...] = ()
    off_table_clause: str = ""
    retrieve_clause: str = ""
    choose_clause: str = ""
    check_clause: str = ""
    lost_clause: str = ""
    register_clause: str = ""
    set_clause: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """Who calls the total, how a leaning die is read, who rules on a disputed face, who settles."""

    by: tuple[Role, ...]
    settle_by: tuple[Role, ...]
    clause: str
    settle_clause: str
    settle_by_clause: str = ""
    leaning: Literal["none", "opposite-face", "natural-fall"] = "none"
    leaning_clause: str = ""
    dispute_by: tuple[Role, ...] = ()
    dispute_clause: str = ""


@dataclass(frozen=True, slots=True)
class Interruption:
    """What an interruption does to the current round."""

    procedure: Literal["void-unless-decided", "crew", "play-on"]
    by: tuple[Role, ...]
    clause: str
    by_clause: str = ""
    decided_clause: str = ""
    undecided_clause: str = ""
    void_clause: str = ""
    line_bets: Literal["made", "contested"] = "made"
    """Which line bets go back with a voided round: those made in it, or all that are contested in it."""
    line_clause: str = ""


@dataclass(frozen=True, slots=True)
class ListedReason:
    """A listed ground and its clause."""

    code: str
    clause: str
    incident: bool = False


@dataclass(frozen=True, slots=True)
class Invalidation:
    """The house's right to undo the outcome of a roll."""

    by: tuple[Role, ...]
    reasons: tuple[ListedReason, ...]
    clause: str
    until_clause: str = ""


@dataclass(frozen=True, slots=True)
class Malfunction:
    """A malfunction voids all pays and play."""

    by: tuple[Role, ...]
    clause: str
    settled_clause: str = ""


@dataclass(frozen=True, slots=True)
class WalkAway:
    """What happens to the bets of a player who left."""

    pending: Literal["fold", "stand"]
    by: tuple[Role, ...]
    settled_clause: str
    by_clause: str = ""
    pending_clause: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """Until when a roll that was called wrongly may be corrected."""

    by: tuple[Role, ...]
    clause: str
    error_clause: str
    how_clause: str = ""
    note_clause: str = ""


@dataclass(frozen=True, slots=True)
class Disputes:
    """Who decides what the rules leave open, and who may review it."""

    by: tuple[Role, ...]
    clause: str
    covered_clause: str
    review: bool = False
    advice_clause: str = ""


@dataclass(frozen=True, slots=True)
class Conduct:
    """Warnings, bars and partnerships."""

    by: tuple[Role, ...]
    touch_clause: str
    partners_clause: str
    record_clause: str = ""
    """The clause by which a warning or a bar stays with the player, and is lifted."""


@dataclass(frozen=True, slots=True)
class Closing:
    """Who may close the table and who must be told before."""

    by: tuple[Role, ...]
    notify: Literal["nobody", "inspector"]
    clause: str


@dataclass(frozen=True, slots=True)
class Crew:
    """The positions at the table, who appoints people to them, and the positions that anyone appointed may act in."""

    by: tuple[Role, ...]
    positions: tuple[Role, ...]
    acting: tuple[Role, ...] = ()
    acting_clause: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class NoRolls:
    """Who may call a No Roll, and what is never a ground for it."""

    by: tuple[Role, ...]
    clause: str
    must_clause: str = ""
    again_clause: str = ""
    stays_clause: str = ""
    designated: bool = False
    late: Literal["plain", "flagged"] = "plain"
    late_clause: str = ""
    never: tuple[str, ...] = ()
    never_clause: str = ""


@dataclass(frozen=True, slots=True)
class NoRoll:
    """One ground for a No Roll. The crew must call it, or may."""

    code: str
    fact: str
    words: tuple[str, ...]
    duty: Literal["must", "may"]
    clause: str
    note: bool = False
    """Read from texts of the first revision, which asked for a note. No clause does, so nothing depends on it."""
    incident: bool = False
    off_table: bool = False


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of the felt. They are no rules, so they are not part of the book's digest."""

    felt: Colour = Colour("#156a43")
    accent: Colour = Colour("#ffd45e")
    """The colour of numbers and payouts."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The cited source data of one house or regulator."""

    book: Book
    announcements: Announcements
    puck: Puck
    wager: dict[str, Wager]
    betting: Betting
    chips: Chips
    breakage: Breakage
    limits: Limits
    shooter: Shooter
    dice: DiceRules
    call: Call
    interruption: Interruption
    walk_away: WalkAway
    closing: Closing
    crew: Crew
    no_rolls: NoRolls
    no_roll: tuple[NoRoll, ...] = ()
    odds: OddsMultiple | None = None
    calls: Calls | None = None
    dont_lock: DontLock | None = None
    higher_payouts: HigherPayouts | None = None
    charges: Charges | None = None
    decision_only: DecisionOnly | None = None
    invalidation: Invalidation | None = None
    malfunction: Malfunction | None = None
    correction: Correction | None = None
    disputes: Disputes | None = None
    conduct: Conduct | None = None
    look: Colours = Colours()
