"""Whose duty a command is: the roles of the book may give it and others may not, with the reasons the book lists."""

from __future__ import annotations

import pytest

from comeout.rules.library import book_names, load_book
from comeout.table.advice.duties import (
    CREW_COMMANDS,
    grounds,
    grounds_of,
    is_duty,
    void_command,
    void_roles,
)
from comeout.table.messages import (
    CallNoRoll,
    ConfirmBet,
    CorrectRoll,
    DeclareMalfunction,
    Interrupt,
    InvalidateOutcome,
    OpenBetting,
    OrderDicePassed,
    SettleRoll,
)
from comeout.table.settings import default_settings

EVERY_BOOK = pytest.mark.parametrize("book", book_names())


@EVERY_BOOK
def test_settling_is_the_duty_of_whom_the_book_names(book: str) -> None:
    layout = load_book(book)
    settings = default_settings(layout)
    roles = {role for role in ("dealer", "stickperson", "boxperson") if is_duty(layout, settings, SettleRoll, role)}
    assert roles <= set(layout.rulebook.call.settle_by)
    assert not is_duty(layout, settings, SettleRoll, "inspector")


@EVERY_BOOK
def test_a_bet_is_confirmed_by_whom_the_book_names(book: str) -> None:
    layout = load_book(book)
    named = {*layout.rulebook.betting.late_confirm, *layout.rulebook.chips.confirm}
    for role in ("dealer", "stickperson", "boxperson", "inspector"):
        assert is_duty(layout, default_settings(layout), ConfirmBet, role) == (role in named)


@EVERY_BOOK
def test_grounds_are_those_of_the_book_and_of_the_role(book: str) -> None:
    layout = load_book(book)
    settings, rules = default_settings(layout), layout.rulebook
    assert [each.code for each in grounds(layout, CallNoRoll)] == [row.code for row in rules.no_roll]
    wanted = [row.code for row in rules.no_roll if row.duty == "must"] if rules.correction else []
    assert [each.code for each in grounds(layout, CorrectRoll)] == wanted
    assert [each.code for each in grounds(layout, OrderDicePassed)] == list(rules.shooter.order_reasons)
    reasons = [each.code for each in rules.invalidation.reasons] if rules.invalidation else []
    assert [each.code for each in grounds(layout, InvalidateOutcome)] == reasons
    assert grounds(layout, OpenBetting) == ()
    assert grounds_of(layout, settings, CallNoRoll, ["inspector"]) == ()
    everybody = ("dealer", "stickperson", "boxperson", "pit-supervisor", "house")
    given = grounds_of(layout, settings, CallNoRoll, everybody)
    assert {each.code for each in given} <= {row.code for row in rules.no_roll}
    for role in everybody:
        assert is_duty(layout, settings, CallNoRoll, role) == bool(grounds_of(layout, settings, CallNoRoll, [role]))


@EVERY_BOOK
def test_every_command_of_the_crew_can_be_asked_about(book: str) -> None:
    layout = load_book(book)
    answers = [is_duty(layout, default_settings(layout), kind, "boxperson") for kind in CREW_COMMANDS]
    assert not all(answers)


@EVERY_BOOK
def test_a_void_is_the_procedure_of_the_book(book: str) -> None:
    layout = load_book(book)
    rules = layout.rulebook
    by = void_roles(layout)[0]
    command = void_command(layout, by, "", last_roll=True)
    if rules.malfunction:
        assert command == DeclareMalfunction(by, last_roll=True)
    elif rules.invalidation:
        assert command is None, "the book asks for a reason"
        reason = rules.invalidation.reasons[0].code
        assert void_command(layout, by, reason) == InvalidateOutcome(by, reason)
    else:
        assert command == Interrupt(by)


def test_the_books_have_all_three_procedures() -> None:
    kinds = set()
    for book in book_names():
        rules = load_book(book).rulebook
        kinds.add("malfunction" if rules.malfunction else "invalidation" if rules.invalidation else "interruption")
    assert kinds == {"malfunction", "invalidation", "interruption"}
