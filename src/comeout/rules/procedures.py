"""Describes the procedures of a book in plain sentences, each with topic and clause, so that books can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from comeout.rules.citation import is_reading
from comeout.rules.rulebook import NoRoll, Rulebook

NO_LIMIT_NAMED = " The document itself names no limit."
"""Added where odds are limited by a reading alone."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence about a book: its topic, its text, and its clause."""

    topic: str
    text: str
    clause: str = ""
    short: str = ""
    """The same in a few words, if the topic says the rest or the text only repeats the book's wording."""

    @property
    def brief(self) -> str:
        """The part of a statement that is compared: two books with the same one say the same."""
        return self.short or self.text


@dataclass(frozen=True, slots=True)
class Section:
    """Statements that belong together."""

    title: str
    statements: tuple[Statement, ...]


def procedures(book: Rulebook) -> tuple[Section, ...]:
    """Return everything that a book says apart from its bets."""
    sections = (Section(title, tuple(told(book))) for title, told in _SECTIONS.items())
    return tuple(section for section in sections if section.statements)


def listed(words: Iterable[object], last: str = "and") -> str:
    """Join words as a person lists them: "4, 5 and 6"."""
    texts = [str(word) for word in words]
    return f" {last} ".join(filter(None, [", ".join(texts[:-1]), *texts[-1:]]))


def percent(rate: Fraction) -> str:
    """Format a rate: 1/20 is "5%", and a rate that is not a whole percentage stays a fraction."""
    parts = 100 * rate
    return f"{parts}%" if parts.denominator == 1 else f"{rate}"


def _the(roles: Iterable[str], last: str = "or") -> str:
    """Return crew members as a sentence names them."""
    return listed([f"the {role.replace('-', ' ')}" for role in roles], last) or "nobody"


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]


def _both(clause: str, other: str) -> str:
    """Join two citations of one statement with the separator that is used everywhere."""
    return "; ".join(filter(None, [clause, other]))


def _puck(book: Rulebook) -> Iterator[Statement]:
    puck = book.puck
    yield Statement(
        "point", f"{listed(puck.sets, 'or')} on the come-out sets the point and turns the puck ON.", puck.set_clause
    )
    yield Statement("come-out", "The point or a 7 turns it OFF; the next roll is a come-out.", puck.off_clause)
    yield Statement("seven out", "A 7 while the puck is ON is a seven out.", puck.seven_out_clause)


def _betting(book: Rulebook) -> Iterator[Statement]:
    rule, chips, says = book.betting, book.chips, book.announcements
    opening = f'{_cap(_the(rule.by))} opens betting with "{says.open}".'
    yield Statement("opening", opening, rule.open_clause or rule.clause)
    if rule.closes == "throw":
        yield Statement("closing", "Bets are taken until the dice are thrown.", rule.clause)
        yield Statement(
            "dice going out", f'{_cap(_the(rule.by))} says "{says.closed}".', rule.close_clause or rule.clause
        )
    else:
        text = f'Bets are taken until betting is announced closed; {_the(rule.by)} says "{says.closed}".'
        yield Statement("closing", text, rule.close_clause or rule.clause)
    late = f"A bet made later stands only if {_the(rule.late_confirm, 'and')} confirm it."
    yield Statement("late bets", late if rule.late_confirm else "No bet is taken after that.", rule.clause)
    if rule.undo_only:
        text = "What was placed can be taken back in the same betting time and never later."
        yield Statement("taking back", text, rule.undo_clause or rule.clause)
    spoken = f"A bet may be spoken with {chips.verbal} on the table, once {_the(chips.confirm)} confirms it."
    yield Statement(
        "spoken bets", "No bet is made by word of mouth." if chips.verbal == "none" else spoken, chips.clause
    )
    cash = {
        "converted": "Cash is changed into chips before it counts.",
        "refused": "Cash is no wager: buy chips first.",
    }
    yield Statement("cash", cash[chips.cash], chips.cash_clause or chips.clause)
    if chips.player_places:
        text = f"Players put down only {listed(chips.player_places)} themselves; the crew places the rest for them."
        yield Statement("bets placed by players", text, chips.clause)
    if chips.crew_places:
        placed = f"{_cap(_the(chips.crew_places))} may place a bet for a player."
        yield Statement("bets placed by the crew", placed, chips.crew_clause or chips.clause)


def _odds(book: Rulebook) -> Iterator[Statement]:
    rule = book.odds
    if rule:
        span = f"{rule.least}x to {rule.most}x"
        text = f"A table sets its odds multiple from {span} the bet; {rule.default}x unless it says otherwise."
        text += NO_LIMIT_NAMED if all(is_reading(each) for each in (rule.clause, *_odds_limits(book))) else ""
        yield Statement("multiple", text, rule.clause)


def _odds_limits(book: Rulebook) -> Iterator[str]:
    """Return the citations of every limit on odds."""
    for wager in book.wager.values():
        yield from (row.clause for row in wager.limit.times) if wager.limit else ()


def _calls(book: Rulebook) -> Iterator[Statement]:
    rule, lock = book.calls, book.dont_lock
    if rule:
        who = f"once {_the(rule.confirm)} confirms it" if rule.confirm else "without anyone's confirmation"
        yield Statement("ON", f"A bet that is off may be called ON, {who}.", rule.on_clause or rule.clause)
        off = {
            "withdraws": "Only an ON call can be called OFF again; any other bet is taken down instead.",
            "free": "Such a bet may be called OFF whichever way the puck lies.",
        }
        yield Statement("OFF", off[rule.off], rule.off_clause or rule.clause)
        scope = {
            "wager": "A call speaks for one bet.",
            "kind": "One call speaks for all the player's bets of its kind.",
        }
        yield Statement("whose bets", scope[rule.scope], rule.scope_clause or rule.clause)
        lasts = {
            "button": "It holds until it is withdrawn or a point is set.",
            "roll": "It holds for the next valid roll only.",
        }
        yield Statement("how long", lasts[rule.lasts], rule.lasts_clause or rule.clause)
        yield Statement("until when", "A call is made as long as bets are taken.", rule.closed_clause)
    else:
        text = "There are no ON and OFF calls: every bet is always in play."
        yield Statement("ON", text, book.book.calls_clause)
    if lock:
        until = {
            "decision": "the decision it belonged to",
            "come-out": "the betting for the next come-out",
        }[lock.until]
        text = f"A don't bet that was reduced or taken down may not be put back before {until}."
        yield Statement("don't bets taken down", text, _both(lock.clause, lock.until_clause))
        text = "Chips taken back before the bet has seen a roll may be put down again."
        yield Statement("don't bets corrected", text, lock.scope_clause)


def _payment(book: Rulebook) -> Iterator[Statement]:
    rule, charges, higher = book.breakage, book.charges, book.higher_payouts
    fixed = "always" if rule.fixed else "unless the table chooses otherwise"
    text = f"A payment the float cannot make is rounded {rule.direction} to the payable unit, {fixed}."
    text += " A notice of multiples goes first." if rule.notice_clause else ""
    yield Statement("rounding", text, _both(rule.clause, rule.no_notice_clause))
    if charges:
        names = [next(iter(wager.name.values())) for wager in book.wager.values() if wager.vigorish]
        kinds = listed(name.replace(" on {number}", "").replace(" {number}", "") for name in names)
        text = f"No charge is made on any bet but {kinds}, and there at most {percent(charges.most)}."
        yield Statement("charges", text, charges.clause)
    if higher:
        text = "The house may pay more than the listed odds, alike at all its tables."
        yield Statement("higher payouts", text, higher.clause)


def _limits(book: Rulebook) -> Iterator[Statement]:
    rule = book.limits
    yield Statement(
        "notices",
        f"{_cap(_the(rule.post_by))} posts the limits and settings of the table.",
        rule.post_clause or rule.clause,
    )
    over = {
        "refuse": "A bet above the maximum is refused.",
        "cut": "An unnoticed bet above the maximum wins or loses only up to the maximum; the rest was never at risk.",
        "pro-rata": "An unnoticed bet is at risk up to the maximum only; bets that overfill a box share it pro rata.",
    }
    yield Statement("over the maximum", over[rule.over], rule.over_clause or rule.clause)
    under = {
        "refuse": "A bet below the minimum is refused.",
        "warn": "An unnoticed bet below the minimum stands once, with a warning; after that it is returned.",
        "stand": "An unnoticed bet below the minimum stands.",
    }
    yield Statement("under the minimum", under[rule.under], rule.under_clause or rule.clause)
    if rule.small_clause:
        text = "A bet below the minimum in a box that is over its maximum keeps its amount."
        yield Statement("small bets in a full box", text, rule.small_clause)
    if rule.notice_by:
        text = f"{_cap(_the(rule.notice_by))} who notices a bet above the maximum in time gives the excess back."
        yield Statement("noticed over", text, rule.notice_over_clause or rule.clause)
        text = f"{_cap(_the(rule.notice_by))} who notices a bet below the minimum in time has it raised or withdrawn."
        yield Statement("noticed under", text, rule.notice_under_clause or rule.clause)
    if rule.record_by:
        text = f"{_cap(_the(rule.record_by))} records a bet outside the limits that nobody noticed in time."
        yield Statement("recording", text, rule.record_clause or rule.clause)
    shared = "Players may share the maximum of a box." if rule.shared else "Limits bind each player alone."
    yield Statement("shared boxes", shared, rule.shared_clause or rule.clause)
    if rule.multiples_notice:
        text = (
            "A notice may ask for multiples of the minimum. Another winning bet that the float cannot pay in full is "
            "then paid as the next lower multiple."
        )
        yield Statement("multiples", text, _both(rule.clause, book.breakage.notice_clause))


_OFFERS = {
    "all": "to every player in turn",
    "line-bet": "to the players with a bet on the line, in turn",
    "nobody": "to nobody",
}


def _shooter(book: Rulebook) -> Iterator[Statement]:
    rule = book.shooter
    throws = {"shooter": "A player throws the dice.", "launcher": "A launcher throws the dice; there is no shooter."}
    yield Statement("who throws", throws[rule.throws], rule.first_clause)
    if rule.throws == "launcher":
        return
    offers = f"At the start {_the(rule.offer_by)} offers the dice {_OFFERS[rule.first_offer]}."
    yield Statement("first offer", offers, rule.first_clause)
    yield Statement("next offer", f"After a shooter they are offered {_OFFERS[rule.next_offer]}.", rule.next_clause)
    accept = {True: "Taking the dice needs a line bet.", False: "Taking the dice needs no bet yet."}
    clause = rule.line_bet_clause if rule.line_bet_to_accept else rule.accept_clause
    yield Statement("taking the dice", accept[rule.line_bet_to_accept], clause)
    line = {
        "at-come-out": "The shooter needs a line bet for the come-out roll.",
        "kept": "The shooter must have a line bet and keep it; without it the dice are lost.",
        "no-roll": "The shooter must have a line bet; a throw without it is a No Roll.",
        "none": "Nobody needs a line bet for the dice to be thrown.",
    }
    yield Statement("line bet", line[rule.line_bet], rule.keep_clause or rule.line_bet_clause)
    if rule.order_by:
        text = f"{_cap(_the(rule.order_by))} may order the dice passed for {listed(rule.order_reasons, 'or')}."
        yield Statement("dice ordered passed", text, rule.order_clause or rule.pass_clause)
    stranger = {"refused": "is refused", "no-roll": "is a No Roll"}[rule.stranger]
    text = f"A throw by anyone else {stranger}."
    yield Statement("somebody else throws", text, rule.stranger_clause or rule.line_bet_clause)
    if rule.stranded_by:
        text = f"A point that no player may finish is left to {_the(rule.stranded_by)}."
        yield Statement("nobody may throw", text, rule.stranded_clause or rule.next_clause)
    if book.decision_only:
        lets = f"{_the(book.decision_only.by)} may let the last shooter roll"
        text = f"Without a line bet {lets} only to decide standing come bets; no point is set."
        yield Statement("rolls for come bets", text, book.decision_only.clause)
        text = "In such a hand only odds and line bets are taken."
        yield Statement("bets in such a hand", text, book.decision_only.bets_clause or book.decision_only.clause)


def _dice(book: Rulebook) -> Iterator[Statement]:
    rule = book.dice
    usual = f" ({rule.set_default} unless the table says otherwise)" if rule.set_least != rule.set_most else ""
    yield Statement("set", f"The set holds {rule.size} dice{usual}.", rule.set_clause or rule.clause)
    if rule.set_clause:
        yield Statement("thrown", "Two of them are thrown.", rule.clause)
    face = f"faces of at least {rule.face}" if rule.face_mm_tenths else ""
    sides = f"opposite sides adding up to {rule.opposite}" if rule.opposite else ""
    if face or sides:
        make = listed(filter(None, (face, sides)))
        yield Statement("make", f"Dice have {make}.", rule.register_clause or rule.clause)
    if rule.control:
        yield Statement("control", f"{_cap(_the(rule.control))} keeps the dice.", rule.clause)
    if rule.off_table == "retrieve":
        text = f"A die that leaves the table is fetched; {_the(rule.check_by)} checks it before it is thrown again."
        yield Statement("off the table", text, rule.check_clause or rule.off_table_clause or rule.clause)


def _call(book: Rulebook) -> Iterator[Statement]:
    rule = book.call
    yield Statement("total", f"{_cap(_the(rule.by))} calls the total.", rule.clause)
    leaning = {
        "none": "",
        "opposite-face": "A leaning die is read by the face opposite the one it rests on.",
        "natural-fall": "A leaning die is read by its natural fall.",
    }[rule.leaning]
    if leaning:
        yield Statement("leaning die", leaning, rule.leaning_clause or rule.clause)
    if rule.dispute_by:
        text = f"{_cap(_the(rule.dispute_by))} rules on a disputed face."
        yield Statement("disputed face", text, rule.dispute_clause or rule.clause)
    yield Statement("settlement", "The bets that a roll decides are settled after it.", rule.settle_clause)
    yield Statement(
        "who settles", f"{_cap(_the(rule.settle_by))} settles them.", rule.settle_by_clause or rule.settle_clause
    )
    if book.correction:
        who = _cap(_the(book.correction.by))
        text = f"{who} may put a roll right until the next round begins: other dice, or a No Roll that was due."
        yield Statement("correction", text, book.correction.clause)
        text = "Other dice are settled with the bets as they lay when bets closed, whatever chips have moved since."
        yield Statement("bets of a corrected roll", text, book.correction.how_clause or book.correction.clause)
        text = "An error found in a later round changes no outcome."
        yield Statement("late error", text, book.correction.error_clause)
        text = "An error found in its own round may be written down too."
        yield Statement("noted error", text, book.correction.note_clause or book.correction.clause)


def _no_rolls(book: Rulebook) -> Iterator[Statement]:
    rule = book.no_rolls
    if rule.designated:
        text = f"{_cap(_the(rule.by))} calls it, whichever the house designates where it is a matter of judgement."
    else:
        text = f"{_cap(_the(rule.by))} calls it."
    yield Statement("who calls", text, rule.clause)
    words = f'The crew says "{book.announcements.no_roll}" and the dice are thrown again.'
    yield Statement("what follows", words, rule.again_clause or rule.clause)
    yield Statement("bets then", "Every bet stays as it was.", rule.stays_clause or rule.clause)
    for ground in sorted(book.no_roll, key=lambda row: row.duty, reverse=True):
        then = _and_then(ground, fetched=book.dice.off_table == "retrieve")
        text = f"{ground.duty.capitalize()} be called when {ground.fact}{then}."
        yield Statement(ground.code, text, ground.clause, f"{ground.duty} be called{then}")
    if rule.never:
        text = f"Never a reason: {listed(rule.never, 'or')}."
        yield Statement("never", text, rule.never_clause or rule.clause)
    if rule.late == "flagged":
        text = "Where it may be called, a call made after the dice came to rest is put on record."
        yield Statement("late call", text, rule.late_clause or rule.clause)


def _and_then(ground: NoRoll, *, fetched: bool) -> str:
    follows = (
        (ground.incident, "the incident is recorded"),
        (ground.off_table and fetched, "the die is fetched and checked"),
    )
    return "".join(f"; {text}" for flag, text in follows if flag)


def _interruption(book: Rulebook) -> Iterator[Statement]:
    rule = book.interruption
    clause = rule.by_clause or rule.clause
    yield Statement("who declares it", f"{_cap(_the(rule.by))} declares an interruption.", clause)
    if rule.procedure == "void-unless-decided":
        text = "The round goes on if a bet has already won or lost."
        yield Statement("decided round", text, rule.decided_clause or rule.clause)
        text = "A round without a decision is void: bets made in it go back with their vigorish."
        yield Statement("undecided round", text, rule.undecided_clause or rule.clause)
        if rule.line_bets == "contested":
            text = "A line bet that an earlier round left up belongs to the round that will decide it."
            yield Statement("line bets left up", text, rule.line_clause)
    else:
        decides = {"crew": "The crew decides what becomes of the roll", "play-on": "Play goes on"}
        yield Statement("the round", f"{decides[rule.procedure]}; bets stand.", rule.clause)
    if book.invalidation:
        codes = listed([reason.code for reason in book.invalidation.reasons], "or")
        text = f"{_cap(_the(book.invalidation.by))} may undo the outcome of a roll for {codes}."
        yield Statement("outcome undone", text, book.invalidation.clause)
        text = "The last settled roll can be undone until the next one is called, whatever chips have moved since."
        yield Statement("until when", text, book.invalidation.until_clause or book.invalidation.clause)
        recorded = [reason for reason in book.invalidation.reasons if reason.incident]
        for reason in recorded:
            text = f"An outcome undone for {reason.code} is recorded as an incident."
            yield Statement(f"incident: {reason.code}", text, reason.clause)
    if book.malfunction:
        text = f"A malfunction, declared by {_the(book.malfunction.by)}, voids all pays and play."
        yield Statement("malfunction", text, book.malfunction.clause)
        text = "It concerns the roll in hand and the bets that lie; a settled roll only where it is named."
        yield Statement("settled rolls", text, book.malfunction.settled_clause or book.malfunction.clause)


def _leaving(book: Rulebook) -> Iterator[Statement]:
    rule, closing = book.walk_away, book.closing
    yield Statement(
        "who sees it", f"{_cap(_the(rule.by))} marks a player as away.", rule.by_clause or rule.settled_clause
    )
    pending = {
        "fold": "A bet that waited for the absent player's decision is folded.",
        "stand": "All bets of an absent player stand.",
    }
    yield Statement("pending decisions", pending[rule.pending], rule.pending_clause or rule.settled_clause)
    yield Statement("other bets", "Bets of an absent player run on and are settled.", rule.settled_clause)
    told = {"nobody": "", "inspector": ", after an inspector has been told"}[closing.notify]
    yield Statement("closing the table", f"{_cap(_the(closing.by))} closes the table{told}.", closing.clause)


def _order(book: Rulebook) -> Iterator[Statement]:
    disputes, conduct, crew = book.disputes, book.conduct, book.crew
    if disputes:
        text = f"{_cap(_the(disputes.by))} decides what the rules leave open."
        yield Statement("open matters", text, disputes.clause)
        text = f"{_cap(_the(disputes.by))} decides disputes about what the rules cover."
        yield Statement("disputes", text, disputes.covered_clause)
        if disputes.review:
            text = "A player may ask for a review and is told of the inspector."
            yield Statement("review", text, disputes.advice_clause or disputes.clause)
    if conduct:
        text = f"{_cap(_the(conduct.by))} warns a player who touches wagers; repeated failures bar further wagers."
        yield Statement("touching wagers", text, conduct.touch_clause)
        text = "A warning and a bar stay with the player, at every table of the house; whoever may bar may lift it."
        yield Statement("records of players", text, conduct.record_clause)
        text = f"Players whom {_the(conduct.by)} finds betting as partners count as one against the maximum."
        yield Statement("partners", text, conduct.partners_clause)
    text = f"{_cap(_the(crew.by))} puts people in the positions of {_the(crew.positions, 'and')}."
    yield Statement("positions", text, crew.clause)
    if crew.acting:
        text = f"Anyone assigned to it may act as {_the(crew.acting)}."
        yield Statement("acting", text, crew.acting_clause)


_SECTIONS: dict[str, Callable[[Rulebook], Iterator[Statement]]] = {
    "Puck": _puck,
    "Betting": _betting,
    "Odds": _odds,
    "Bets that are off, and calls": _calls,
    "Payment": _payment,
    "Limits": _limits,
    "Shooter": _shooter,
    "Dice": _dice,
    "Calling the roll": _call,
    "No Roll": _no_rolls,
    "When play is interrupted": _interruption,
    "Leaving and closing": _leaving,
    "Order at the table": _order,
}
