"""Decides bets: by chips, by voice, late, through the crew, unnoticed. This is the only place that accepts bets."""

from __future__ import annotations

from comeout.money import Amount, is_amount, show_amount
from comeout.rules.layout import Layout, Spot
from comeout.rules.wagers import Role
from comeout.table.asking import (
    Decided,
    bets_closed,
    no_procedure,
    no_spot,
    phase_problem,
    role_problem,
    seat_and_spot,
    seat_problem,
    takes_bets,
)
from comeout.table.messages import (
    BetConfirmed,
    BetOffered,
    BetPlaced,
    BoughtIn,
    CameBack,
    ConfirmBet,
    DecisionOnlyEnded,
    DiceGivenUp,
    Event,
    KeepBet,
    KeepSet,
    LateBet,
    PlaceBet,
    PlaceBetFor,
    Reason,
    Rebet,
    RebetSkipped,
    RecordBet,
    Rejected,
    SpeakBet,
    rejected_later,
)
from comeout.table.settings import Settings
from comeout.table.stakes.amounts import (
    in_the_box,
    is_shared,
    maximum_on,
    minimum_on,
    multiple_of,
    unit_of,
    vigorish_on,
)
from comeout.table.stakes.bounds import affordable, legal_totals, odds_limit
from comeout.table.state import COMPANION, Bet, Mark, Pending, Phase, SeatState, TableState

BETTING = Phase.BETTING
ROLLING = (Phase.CLOSED, Phase.DICE_OUT, Phase.CALLED)
"""The phases from the closing of bets to the settlement."""

AWAY = "ALL-62"
"""The reading about players who are away."""


def place_bet(layout: Layout, state: TableState, command: PlaceBet) -> Decided:
    """Put chips on a spot while betting is open."""
    seat, spot, amount = command.seat, command.spot, command.amount
    owner = state.seats.get(seat) if type(seat) is int else None
    if owner is None or owner.away or state.phase is not BETTING or state.decision_only:
        return _bet(layout, state, seat, spot, amount)  # refused, or more follows from it
    placed = _checked_bet(layout, state, seat, spot, amount, "", False, 0)
    return placed if isinstance(placed, Rejected) else (placed,)


def place_bet_for(layout: Layout, state: TableState, command: PlaceBetFor) -> Decided:
    """Place a bet for a player who asked the crew to."""
    chips = layout.rulebook.chips
    if not chips.crew_places:
        return no_procedure(layout, "bets placed by the crew")
    problem = role_problem(state, command.by, chips.crew_places, chips.crew_clause)
    answer = problem or _bet(layout, state, command.seat, command.spot, command.amount, command.by)
    if isinstance(answer, Rejected):
        return answer
    placed, *rest = answer
    assert isinstance(placed, BetPlaced)
    return [placed._replace(request_clause=chips.crew_clause), *rest]


def record_bet(layout: Layout, state: TableState, command: RecordBet) -> Decided:
    """Record a bet outside the limits that nobody noticed in time; after bets closed this takes two people."""
    limits = layout.rulebook.limits
    if limits.over == "refuse":
        return no_procedure(layout, "bets outside the limits that reached the layout")
    problem = role_problem(state, command.by, limits.record_by, limits.clause)
    if problem or takes_bets(layout, state) or state.phase not in ROLLING:
        return problem or _bet(layout, state, command.seat, command.spot, command.amount, command.by, True)
    return _first_seen_late(layout, state, command)


def _first_seen_late(layout: Layout, state: TableState, command: RecordBet) -> Decided:
    """Record chips that were there when bets closed and are noticed only now: two people of the crew must say so."""
    limits = layout.rulebook.limits
    problem = seat_problem(state, command.seat)
    if problem:
        return problem
    witnesses = set(layout.rulebook.crew.positions) - {"inspector"}
    if command.by not in limits.record_by or command.witness not in witnesses:
        says = f"bets are closed: {' or '.join(limits.record_by)} and a second person of the crew must have seen this"
        return Rejected(Reason.NOTICE_NEEDED, says, limits.late_clause)
    placed = check_bet(layout, state, command.seat, command.spot, command.amount, by=command.by, unnoticed=True)
    return placed if isinstance(placed, Rejected) else [placed._replace(witness=command.witness)]


def late_bet(layout: Layout, state: TableState, command: LateBet) -> Decided:
    """Offer a bet while the dice are out. It counts once the crew has confirmed it aloud."""
    betting = layout.rulebook.betting
    problem = seat_problem(state, command.seat)
    if problem:
        return problem
    if not betting.late_confirm:
        says = f"{layout.id} takes no late bets"
        says += ": bets are open, so bet now" if takes_bets(layout, state) else " once bets are closed"
        return Rejected(Reason.BETTING_CLOSED, says, betting.clause)
    problem = phase_problem(state, Phase.DICE_OUT, clause=betting.clause)
    checked = problem or check_bet(layout, state, command.seat, command.spot, command.amount)
    if isinstance(checked, Rejected):
        return checked
    return [BetOffered(command.seat, command.spot, command.amount, "chips", True, betting.clause)]


def speak_bet(layout: Layout, state: TableState, command: SpeakBet) -> Decided:
    """Call a bet out, with chips or cash as the book allows."""
    chips = layout.rulebook.chips
    problem = seat_problem(state, command.seat)
    if problem:
        return problem
    if command.tender not in ("chips", "cash"):
        return Rejected(Reason.NONSENSE, "a spoken bet comes with chips or with cash", chips.clause)
    if command.tender == "cash" and chips.cash == "refused":
        return Rejected(Reason.CASH_REFUSED, "no cash wagers: buy chips first", chips.cash_clause)
    if command.tender != chips.verbal:
        if chips.crew_places and command.tender == "chips":
            says = f"no bet is made by calling it out; {' or '.join(chips.crew_places)} may place one that you ask for"
            return Rejected(Reason.NO_SUCH_PROCEDURE, says, chips.crew_clause)
        return Rejected(Reason.NO_SUCH_PROCEDURE, f"no spoken bets with {command.tender} here", chips.clause)
    problem = None
    if not takes_bets(layout, state):
        problem = phase_problem(state, Phase.BETTING, clause=layout.rulebook.betting.clause)
    extra = command.amount if command.tender == "cash" and is_amount(command.amount) else 0
    checked = problem or check_bet(layout, state, command.seat, command.spot, command.amount, extra=extra)
    if isinstance(checked, Rejected):
        return checked
    return [BetOffered(command.seat, command.spot, command.amount, command.tender, False, chips.clause)]


def confirm_bet(layout: Layout, state: TableState, command: ConfirmBet) -> Decided:
    """Confirm a late or spoken bet. The last confirmation that it needs puts it on the layout."""
    problem = seat_problem(state, command.seat)
    pending = state.pending.get((command.seat, command.spot))
    if problem or not pending:
        return problem or Rejected(Reason.NOTHING_TO_CONFIRM, "no such bet waits for confirmation")
    book = layout.rulebook
    roles, clause = confirming(layout, pending), book.betting.clause if pending.late else book.chips.clause
    # The automatic crew never confirms a late bet: with generated dice the result exists before the dice rest.
    problem = role_problem(state, "nobody" if pending.late and command.by == "house" else command.by, roles, clause)
    if problem:
        return problem
    events: list[Event] = [BetConfirmed(command.by, command.seat, command.spot, clause)]
    if pending.late and {*pending.confirmed, command.by} < set(roles):
        return events
    return _put_down(layout, state, command, pending, events)


def confirming(layout: Layout, pending: Pending) -> tuple[Role, ...]:
    """Return who must confirm a late or spoken bet: all of them if it is late, otherwise any of them."""
    book = layout.rulebook
    return book.betting.late_confirm if pending.late else book.chips.confirm


def _put_down(layout: Layout, state: TableState, command: ConfirmBet, pending: Pending, events: list[Event]) -> Decided:
    cash = pending.amount if pending.tender == "cash" else 0
    placed = check_bet(layout, state, command.seat, command.spot, pending.amount, by=command.by, extra=cash)
    if isinstance(placed, Rejected):
        return placed
    if cash:
        events.append(BoughtIn(command.seat, cash, layout.rulebook.chips.clause))
    return [*events, placed, *_line_bet_to_shoot(layout, state, placed)]


def keep_bet(layout: Layout, state: TableState, command: KeepBet) -> Decided:
    """Give a standing instruction to repeat a bet after each win, or end it."""
    spot = seat_and_spot(layout, state, command.seat, command.spot)
    if isinstance(spot, Rejected):
        return spot
    return [KeepSet(command.seat, spot.id, command.keep)]


def rebet(layout: Layout, state: TableState, command: Rebet) -> Decided:
    """Carry out a standing instruction, or record why it cannot be done now."""
    due = next((amount for seat, spot, amount in state.due if (seat, spot) == (command.seat, command.spot)), None)
    problem = None if takes_bets(layout, state) else phase_problem(state, Phase.BETTING)
    if due is None or problem:
        return problem or Rejected(Reason.NO_SUCH_BET, "no standing bet is due there")
    if state.seats[command.seat].away:
        return [RebetSkipped(command.seat, command.spot, "you are away", AWAY)]
    answer = _bet(layout, state, command.seat, command.spot, due, "standing")
    if isinstance(answer, Rejected):
        return [RebetSkipped(command.seat, command.spot, answer.says, answer.clause)]
    return answer


def _bet(
    layout: Layout, state: TableState, seat: int, spot: str, amount: Amount, by: str = "", unnoticed: bool = False
) -> Decided:
    if type(seat) is not int or seat not in state.seats or state.phase is not BETTING:
        problem = seat_problem(state, seat)
        if problem or not takes_bets(layout, state):
            return problem or bets_closed(layout, state)
    placed = _checked_bet(layout, state, seat, spot, amount, by, unnoticed, 0)
    if isinstance(placed, Rejected):
        return placed
    if not by and state.seats[seat].away:  # who bets with their own hands is back
        return [CameBack(seat), placed, *_line_bet_to_shoot(layout, state, placed)]
    return [placed, *_line_bet_to_shoot(layout, state, placed)] if state.decision_only else [placed]


def _line_bet_to_shoot(layout: Layout, state: TableState, placed: BetPlaced) -> list[Event]:
    book = layout.rulebook
    if not (state.decision_only and book.decision_only and layout.by_id[placed.spot].wager.line):
        return []
    clause = book.decision_only.clause
    ended: Event = DecisionOnlyEnded(placed.seat, clause)
    if state.shooter is None or state.shooter in (placed.seat, COMPANION):
        return [ended]  # nobody else has the dice
    return [ended, DiceGivenUp(state.shooter, "no line bet", clause)]


def check_bet(
    layout: Layout,
    state: TableState,
    seat: int,
    spot_id: str,
    amount: Amount,
    *,
    by: str = "",
    unnoticed: bool = False,
    extra: Amount = 0,
) -> BetPlaced | Rejected:
    """Return the event of an acceptable bet, or the first rule that it breaks. `extra` is cash for the rack."""
    return _checked_bet(layout, state, seat, spot_id, amount, by, unnoticed, extra)


def _checked_bet(
    layout: Layout,
    state: TableState,
    seat: int,
    spot_id: str,
    amount: Amount,
    by: str,
    unnoticed: bool,
    extra: Amount,
) -> BetPlaced | Rejected:
    if not is_amount(amount):
        return Rejected(
            Reason.NONSENSE, "an amount is a whole number of cents above zero", layout.rulebook.book.chips_clause
        )
    spot = layout.by_id.get(spot_id) if type(spot_id) is str else None
    if spot is None:
        return no_spot(layout, spot_id)
    bet = state.bets[spot.index].get(seat)
    rule, wager, settings, owner = spot.make_rule, spot.wager, state.settings, state.seats[seat]
    charge, total = 0, amount
    charged_by: tuple[str, ...] = ()
    if bet is not None:
        rule, total = spot.raise_rule, bet.amount + amount
    problem = not_now(layout, state, seat, spot, bet)
    if problem is None and (spot.base >= 0 or wager.units or settings.minimum or settings.maximum):
        problem = _wrong_size(layout, state, seat, spot, total, unnoticed)
    if wager.vigorish:
        charge = vigorish_on(layout, spot, total) - (bet.vigorish if bet else 0)
        charged_by = (wager.vigorish.clause, wager.vigorish.taken_clause)
    if problem is None and not owner.covers(amount + charge, extra):
        problem = _too_poor(layout, owner, amount + charge)
    if problem is not None:
        return _with_offers(layout, state, seat, spot, bet, amount, problem)
    inherits = False
    if state.marked and bet is None and wager.sleep:
        inherits = _similar_is_on(layout, state, seat, spot)
    overlooked = unnoticed and _outside(layout, state, seat, spot, total)
    again = overlooked and owner.warned and total < minimum_on(settings, spot)
    own = layout.rulebook.chips.player_places
    if own and not by and spot.wager_id not in own:
        by = "dealer"
    clause = rule.cited[state.point]
    placed = (seat, spot_id, amount, charge, clause, by, overlooked, again, inherits, charged_by, "", "")
    return _tuple(BetPlaced, placed)


_tuple = tuple.__new__
"""A tuple made at once costs half of one that goes through its class, and bets are placed by the thousand."""


def _with_offers(
    layout: Layout, state: TableState, seat: int, spot: Spot, bet: Bet | None, amount: Amount, problem: Rejected
) -> Rejected:
    """Return the refusal with the nearest amounts that would be accepted, computed when somebody reads them.

    The legal totals are fixed now. What the rack covers is looked up later, since few refusals are read.
    """
    if problem.reason not in ABOUT_THE_AMOUNT:
        return problem
    there = bet.amount if bet else 0
    legal = legal_totals(layout, state, spot, seat)
    covered = affordable(layout, spot, bet, state.seats[seat].held())

    def tell() -> tuple[str, tuple[Amount, ...]]:
        most = covered()
        offers = (total - there for total in legal.near(there + min(amount, most)))
        return problem.says, tuple(each for each in offers if 0 < each <= most)

    return rejected_later(problem.reason, problem.clause, tell)


ABOUT_THE_AMOUNT = frozenset(
    {
        Reason.OVER_ODDS_LIMIT,
        Reason.NOT_IN_UNITS,
        Reason.UNDER_MINIMUM,
        Reason.NOT_A_MULTIPLE,
        Reason.OVER_MAXIMUM,
        Reason.RACK_TOO_SMALL,
    }
)
"""Refusals that another amount on the same spot may avoid."""


def _too_poor(layout: Layout, owner: SeatState, needed: Amount) -> Rejected:
    held = owner.held()

    def tell() -> tuple[str, tuple[Amount, ...]]:
        return f"this needs {show_amount(needed)} and the rack holds {show_amount(held())}", ()

    return rejected_later(Reason.RACK_TOO_SMALL, layout.rulebook.book.chips_clause, tell)


def not_now(layout: Layout, state: TableState, seat: int, spot: Spot, bet: Bet | None) -> Rejected | None:
    """Return why this seat may not make or raise this wager now, whatever the amount."""
    wager, owner = spot.wager, state.seats[seat]
    if owner.barred:
        conduct = layout.rulebook.conduct
        assert conduct
        return Rejected(Reason.BARRED, "this player's wagers are refused", conduct.touch_clause)
    if wager.optional and spot.wager_id in state.settings.unavailable:
        return Rejected(Reason.NOT_OFFERED, f"{spot.name} is not available at this table", spot.clause)
    if owner.locks and _locked(state, owner.locks, spot):
        lock = layout.rulebook.dont_lock
        assert lock
        says = f"{spot.name} was reduced or taken down and may not be put back yet"
        return Rejected(Reason.LOCKED, says, lock.clause)
    if not bet and not spot.made_here:
        says = f"{spot.name} is reached only by a bet that travels there"
        return Rejected(Reason.NO_SUCH_BET, says, spot.clause)
    rule = spot.raise_rule if bet else spot.make_rule
    if not rule.cited[state.point]:
        return Rejected(Reason.NOT_AVAILABLE_NOW, _when_text(spot, rule.when, bet), rule.clause)
    if state.decision_only and not wager.line and not wager.supports:
        decides = layout.rulebook.decision_only
        assert decides
        says = "the shooter rolls only to decide standing come bets: odds on them and line bets are taken"
        return Rejected(Reason.NOT_AVAILABLE_NOW, says, decides.bets_clause or decides.clause)
    if spot.base >= 0 and seat not in state.bets[spot.base]:
        base = layout.spots[spot.base].name
        return Rejected(Reason.NO_BASE_BET, f"odds need a bet to support, and you have no {base}", spot.clause)
    return None


def _locked(state: TableState, locks: set[str], spot: Spot) -> bool:
    if spot.id in locks:
        return True
    return state.settings.strict_dont_come and spot.in_box and any(lock.startswith(spot.id) for lock in locks)


def _when_text(spot: Spot, when: str, bet: Bet | None) -> str:
    if when == "never":
        return f"{spot.name} can {'no longer be raised' if bet else 'not be made'}"
    moment = {"come-out": "while the puck is OFF", "point": "while the puck is ON"}
    return f"{spot.name} is {'raised' if bet else 'made'} only {moment[when]}"


def _wrong_size(
    layout: Layout, state: TableState, seat: int, spot: Spot, total: Amount, unnoticed: bool
) -> Rejected | None:
    """Return why a total is too large or too small for its spot. An overlooked bet may be past a limit."""
    limits, settings = layout.rulebook.limits, state.settings
    if spot.base >= 0 and not unnoticed:
        most, clause = odds_limit(layout, state, spot, seat)
        if total > most:
            says = f"odds here may be at most {show_amount(most)} in all"
            return Rejected(Reason.OVER_ODDS_LIMIT, says, clause)
    problem = uneven_problem(settings, spot, total) if spot.wager.units else None
    if settings.minimum and not problem and (not unnoticed or limits.under == "refuse"):
        problem = small_problem(layout, settings, spot, total)
    if settings.maximum and not problem and not unnoticed:
        problem = _large_problem(layout, state, seat, spot, total)
    return problem


def uneven_problem(settings: Settings, spot: Spot, total: Amount) -> Rejected | None:
    """Return why a total cannot be split into the units of its wager."""
    units = spot.wager.units
    if units and total % unit_of(settings, spot):
        step = show_amount(unit_of(settings, spot))
        return Rejected(Reason.NOT_IN_UNITS, f"{spot.name} is placed in multiples of {step}", units.clause)
    return None


def small_problem(layout: Layout, settings: Settings, spot: Spot, total: Amount) -> Rejected | None:
    """Return why a total misses the minimum or the multiples of a notice."""
    clause = layout.rulebook.limits.clause
    least = minimum_on(settings, spot)
    if total < least:
        return Rejected(Reason.UNDER_MINIMUM, f"the minimum on {spot.id} is {show_amount(least)}", clause)
    if total % multiple_of(settings, spot):
        return Rejected(Reason.NOT_A_MULTIPLE, f"the notice asks for multiples of {show_amount(least)}", clause)
    return None


def _large_problem(layout: Layout, state: TableState, seat: int, spot: Spot, total: Amount) -> Rejected | None:
    most, others = maximum_on(state.settings, spot), in_the_box(state, spot, seat)
    if total + others <= most:
        return None
    limits = layout.rulebook.limits
    shared = others and is_shared(state.settings, spot)
    clause = limits.shared_clause if shared else limits.notice_over_clause or limits.clause
    if others and not shared:
        assert layout.rulebook.conduct
        clause = layout.rulebook.conduct.partners_clause
    mine = state.bets[spot.index].get(seat)
    left = max(0, most - others - (mine.amount if mine else 0))
    says = f", of which {show_amount(left) if left else 'nothing'} is left" if others else ""
    return Rejected(Reason.OVER_MAXIMUM, f"the maximum on {spot.id} is {show_amount(most)}{says}", clause)


def _outside(layout: Layout, state: TableState, seat: int, spot: Spot, total: Amount) -> bool:
    """Return whether an overlooked total is past a limit: too small, too large, uneven, or over the odds limit."""
    settings = state.settings
    wrong = small_problem(layout, settings, spot, total) or _large_problem(layout, state, seat, spot, total)
    return bool(wrong or (spot.base >= 0 and total > odds_limit(layout, state, spot, seat)[0]))


def _similar_is_on(layout: Layout, state: TableState, seat: int, spot: Spot) -> bool:
    """Return whether a similar bet of the player has the ON button: it also covers bets that are made later."""
    calls = layout.rulebook.calls
    if not calls or calls.scope != "kind":
        return False
    similar = (other for other in layout.spots if other.wager_id == spot.wager_id)
    bets = (state.bet(other.index, seat) for other in similar)
    return any(bet and bet.mark is Mark.ON for bet in bets)
