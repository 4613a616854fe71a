"""Read model of the commands that somebody may give in their roles, from the book and the command types."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from comeout.house.audience.hub import SMALL_TABLE
from comeout.house.audience.snapshot import Played
from comeout.money import show_amount
from comeout.protocol.crew_answers import DutyAnswer, FieldAnswer, FieldKind, NowAnswer, OptionAnswer, ReadyAnswer
from comeout.protocol.house_commands import TWO_PEOPLE, needs_two
from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.advice.choices import choices
from comeout.table.advice.duties import CREW_COMMANDS, READS_ONLY, grounds_of, is_duty, sample
from comeout.table.decide import decide
from comeout.table.messages import Command, Reason, Rejected
from comeout.table.notation.transcript import VERBS
from comeout.table.state import TableState

Kind = type[Command]

GROUPS: dict[str, tuple[Kind, ...]] = {
    "roll": (
        m.OpenBetting, m.CloseBetting, m.OfferDice, m.ThrowDice, m.CallRoll, m.CallNoRoll, m.NoteNoRoll, m.SettleRoll,
        m.RuleOnRoll, m.CorrectRoll,
    ),
    "bets": (m.ConfirmCall, m.ConfirmBet, m.NoticeBet, m.PlaceBetFor, m.RecordBet),
    "shooter": (m.OrderDicePassed, m.LetCompanionShoot, m.RollForDecision, m.MoveDiceOn),
    "void": TWO_PEOPLE,
    "players": (m.WarnSeat, m.BarSeat, m.LiftBar, m.MarkAway, m.FlagPartners),
    "disputes": (m.DecideDispute, m.DecideMatter, m.DecideReview, m.NoteError),
    "dice": (m.ChooseDice, m.RecoverDie, m.CheckDie, m.LoseDie, m.ReplaceDice, m.RegisterDice),
    "table": (m.PostNotice, m.AppointCrew, m.NotifyInspector, m.CloseTable),
}  # fmt: skip
"""The commands by subject, in the order of a hand."""

_GRAVE = (*TWO_PEOPLE, m.CloseTable)
_OF_REAL_DICE = (m.CallRoll, m.RuleOnRoll, m.CorrectRoll)
_OF_THE_SHOOTER: dict[Kind, tuple[Kind, ...]] = {
    m.ThrowDice: (m.CloseBetting, m.CallRoll),
    m.ChooseDice: (m.OfferDice,),
}
"""The commands of a player with real dice, and the commands of the crew whose roles may give them for the player."""

_BY_NAME: dict[str, FieldKind] = {
    "spot": "spot",
    "ground": "word",
    "reason": "word",
    "setting": "setting",
    "value": "value",
    "position": "position",
    "dispute": "dispute",
}
_BY_TYPE: dict[str, FieldKind] = {
    "Seat": "seat",
    "Amount": "amount",
    "Die": "die",
    "Roll": "faces",
    "Roll | None": "faces",
    "DieReading": "word",
    "Order": "word",
    "bool": "flag",
    "int": "whole",
    "str": "text",
}
_LABELS = {
    "ground": "reason",
    "roll": "the two faces",
    "reading": "how the dice lie",
    "at_rest": "the dice were at rest before it was called",
    "die": "which die",
    "first": "one die",
    "second": "the other die",
    "partner": "the other seat",
    "pending": "the player had still to decide",
    "face_mm_tenths": "length of a face in tenths of a millimetre",
    "opposite": "what opposite faces add up to",
    "size": "how many dice",
    "orders": "what is done",
    "whose": "whose bet or rack",
    "leaning": "a die does not lie flat",
    "last_roll": "the last settled roll is void too",
}
_NOT_ASKED = ("by", "witness")
"""The fields that the house fills in itself: who gives the command."""
_ORDERS = {
    "nothing": "nothing beside the words",
    "void-round": "the round is void",
    "return-bet": "a bet goes back to its owner",
    "pay": "the house pays an amount",
    "collect": "the house collects an amount",
}
_CERTAIN = ("word", "faces", "flag", "text")
"""The kinds of fields for which any sample value serves in a dry run, so that a refusal is due to the present state."""


def duties_of(place: Played, roles: Sequence[str], names: Mapping[str, str]) -> list[DutyAnswer]:
    """Return every command that somebody in these roles may give at a table, now or later."""
    real = place.row.dice == "crew"
    working = [role for role in roles if role != READS_ONLY]
    settings = place.fold.state.settings
    found = []
    for group, kinds in GROUPS.items():
        for kind in kinds:
            if not real and kind in (*_OF_REAL_DICE, *_OF_THE_SHOOTER):
                continue
            like = _OF_THE_SHOOTER.get(kind, (kind,))
            by = [role for role in working if any(is_duty(place.layout, settings, each, role) for each in like)]
            if by:
                found.append(_duty(place, kind, group, by, names))
    return found


def title_of(kind: Kind) -> str:
    """Return the label of a command's button."""
    return re.sub(r"(?<!^)([A-Z])", lambda found: f" {found[1].lower()}", kind.__name__)


def _duty(place: Played, kind: Kind, group: str, by: list[str], names: Mapping[str, str]) -> DutyAnswer:
    layout, state = place.layout, place.fold.state
    command = _likely(layout, state, kind, by)
    fixed = {"seat": state.shooter or 0} if kind in _OF_THE_SHOOTER else {}
    given = _Given(layout, state, command, by, names)
    fields = [_field(given, each) for each in dataclasses.fields(kind) if each.name not in (*_NOT_ASKED, *fixed)]
    on_bets = [each.kind for each in fields] == ["seat", "spot"]
    ready = list(_ready(layout, state, kind, by, names)) if on_bets else []
    nothing = NowAnswer(False, "no bet on the layout is waiting for it")
    return DutyAnswer(
        name=kind.__name__,
        verb=next(verb for verb, each in VERBS.items() if each is kind),
        title=title_of(kind),
        says=re.sub(r'; ".*', ".", (kind.__doc__ or "").split("\n")[0]),  # what its fields mean they say themselves
        group=group,
        by=by,
        two_people=needs_two(command, state, crew_dice=place.row.dice == "crew"),
        grave=kind in _GRAVE,
        body=fixed,
        signed=kind in CREW_COMMANDS,
        fields=fields,
        ready=ready,
        now=nothing if on_bets and not ready else _now(layout, state, command, fields),
    )


def _likely(layout: Layout, state: TableState, kind: Kind, by: list[str]) -> Command:
    """Return the command as it might be given now, for a dry run."""
    if kind is m.ThrowDice:
        return m.ThrowDice(state.shooter or 0)
    if kind is m.ChooseDice:
        return m.ChooseDice(state.shooter or 0, *state.dice.usable()[:2])
    if kind is m.RuleOnRoll:
        role: Any = by[0]
        return m.RuleOnRoll(role, leaning=True)
    listed = grounds_of(layout, state.settings, kind, by[:1])
    command = sample(kind, by[0], listed[0].code if listed else "")
    return _with(command, **{name: "so" for name in ("note", "decision", "person") if hasattr(command, name)})


def _with(command: Command, **fields: Any) -> Command:
    """Return the same command with other field values."""
    return dataclasses.replace(command, **fields)


def _now(layout: Layout, state: TableState, command: Command, fields: list[FieldAnswer]) -> NowAnswer:
    """Return whether a command would be accepted now; values that only a person knows are asked for later."""
    needed = [each for each in fields if each.needed]
    answer = decide(layout, state, command)
    if not isinstance(answer, Rejected):
        return NowAnswer(None if needed else True)
    certain = all(each.kind in _CERTAIN or (each.kind == "die" and not each.options) for each in needed)
    if certain or answer.reason in (Reason.WRONG_PHASE, Reason.TABLE_CLOSED):
        return NowAnswer(False, answer.says, layout.cite(answer.clause))
    empty = next((each for each in needed if each.kind in ("seat", "dispute", "die") and not each.options), None)
    return NowAnswer(False, f"there is no {empty.kind} to say it about") if empty else NowAnswer(None)


# ------------------------------------------------------------------ what is said with it


class _Given(NamedTuple):
    """A command that might be given, by whom, and where."""

    layout: Layout
    state: TableState
    command: Command
    by: list[str]
    names: Mapping[str, str]


def _field(given: _Given, field: dataclasses.Field[Any]) -> FieldAnswer:
    kind = _BY_NAME.get(field.name) or _BY_TYPE[str(field.type)]
    default: Any = field.default
    needed = default is dataclasses.MISSING
    options = list(_options(given, field.name, kind))
    says = _LABELS.get(field.name, field.name.replace("_", " "))
    return FieldAnswer(field.name, says, kind, options, None if needed else default, needed)


def _options(given: _Given, name: str, kind: FieldKind) -> Iterator[OptionAnswer]:
    layout, state, command, by, names = given
    book = layout.rulebook
    match kind:
        case "seat" if len(state.seats) <= SMALL_TABLE:
            for seat in sorted(state.seats):
                yield OptionAnswer(seat, seat_called(state, seat, names))
        case "spot":
            absent = state.settings.unavailable
            yield from (OptionAnswer(each.id, each.name) for each in layout.spots if each.wager_id not in absent)
        case "word" if name == "reading":
            yield OptionAnswer("flat", "flat")
            if book.call.leaning != "none":
                clause = layout.cite(book.call.leaning_clause)
                yield OptionAnswer(book.call.leaning, book.call.leaning.replace("-", " "), clause)
        case "word" if name == "orders":
            yield from (OptionAnswer(each, says) for each, says in _ORDERS.items())
        case "word":
            for each in grounds_of(layout, state.settings, type(command), by):
                yield OptionAnswer(each.code, each.says, layout.cite(each.clause), each.must)
        case "die":
            yield from _dice(layout, state, command)
        case "position":
            yield from (OptionAnswer(each, each.replace("-", " ")) for each in book.crew.positions)
        case "dispute":
            for number, dispute in enumerate(state.disputes, 1):
                reviewed = isinstance(command, m.DecideReview)
                if (dispute.review and not dispute.outcome) if reviewed else not dispute.decision:
                    yield OptionAnswer(number, f"Seat {dispute.seat}: {dispute.about}")
        case "setting":
            for choice in choices(layout, state.settings):
                yield OptionAnswer(choice.name, choice.says, layout.cite(choice.clause))


def _dice(layout: Layout, state: TableState, command: Command) -> Iterator[OptionAnswer]:
    """Return the dice to choose from: those in hand for a No Roll, those of the set for a shooter, or those it fits."""
    if isinstance(command, m.CallNoRoll):
        yield OptionAnswer(0, "both")
        yield from (OptionAnswer(die, f"die {die}") for die in state.dice.hand)
    elif isinstance(command, m.ChooseDice):
        yield from (OptionAnswer(die, f"die {die}") for die in state.dice.usable())
    else:
        for die in range(1, state.dice.size + 1):
            if not isinstance(decide(layout, state, _with(command, die=die)), Rejected):
                yield OptionAnswer(die, f"die {die}")


def seat_called(state: TableState, seat: int, names: Mapping[str, str]) -> str:
    """Return a seat by its number and its player's name."""
    player = state.seats[seat].player
    return f"Seat {seat}, {names.get(player, player)}"


def _ready(
    layout: Layout, state: TableState, kind: Kind, by: list[str], names: Mapping[str, str]
) -> Iterator[ReadyAnswer]:
    """Return the bets, on the layout or waiting to be confirmed, that the command would be accepted for."""
    waiting = {(seat, spot): each.amount for (seat, spot), each in state.pending.items()}
    if len(state.seats) <= SMALL_TABLE:
        for index in state.occupied:
            for seat, bet in state.bets[index].items():
                waiting.setdefault((seat, layout.spots[index].id), bet.amount)
    for role in by:
        for (seat, spot), amount in waiting.items():
            offer = state.pending.get((seat, spot))
            if kind is m.ConfirmBet and offer and role in offer.confirmed:
                continue  # their word is given: it waits for another role's
            about: Command = kind(role, seat, spot)  # type: ignore[call-arg, arg-type]
            if not isinstance(decide(layout, state, about), Rejected):
                says = f"{seat_called(state, seat, names)}: {show_amount(amount)} on {layout.by_id[spot].name}"
                yield ReadyAnswer(role, {"seat": seat, "spot": spot}, says)
