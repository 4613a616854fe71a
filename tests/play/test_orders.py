"""The crew's words: every crew command has one, each reads to its command, and the book says whose it is."""

from __future__ import annotations

import dataclasses

import pytest

from comeout.dice import Roll
from comeout.play.intents import Order, SeedIntent
from comeout.play.line_parser import LineParser
from comeout.play.orders import CREW_VERBS, ORDERS, example_of, orders_of, reasons_of
from comeout.rules.library import book_names, load_book
from comeout.speech.bet_intents import Puzzled
from comeout.table import messages as m
from comeout.table.messages import COMMANDS, Command
from comeout.table.notation.transcript import VERBS
from comeout.table.settings import ROLES, change_setting, default_settings

BY_WORDS_OF_PLAY = {"roll-for-decision"}
"""Said with a word that players have, too: `decide`."""


def heard(said: str, book: str = "adelaide") -> Command:
    asked = LineParser(load_book(book)).parse(said)
    assert not isinstance(asked, Puzzled), asked
    [order] = asked
    assert isinstance(order, Order)
    return order.command


def puzzled(said: str, book: str = "adelaide") -> str:
    asked = LineParser(load_book(book)).parse(said)
    assert isinstance(asked, Puzzled)
    return asked.says


def test_every_command_of_the_crew_has_a_word() -> None:
    of_crew = {command for command in COMMANDS if "by" in {field.name for field in dataclasses.fields(command)}}
    of_crew.remove(m.MoveDiceOn)  # the clock of the automatic crew, which nobody else speaks for
    assert {VERBS[verb] for verb in CREW_VERBS} == of_crew


@pytest.mark.parametrize("book", book_names())
@pytest.mark.parametrize("verb", sorted(set(ORDERS) - BY_WORDS_OF_PLAY))
def test_the_example_of_an_order_is_understood(verb: str, book: str) -> None:
    for said in example_of(load_book(book), verb).split(", "):
        assert isinstance(heard(said, book), VERBS[verb])


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("no more bets", m.CloseBetting("house")),
        ("call 3 4", m.CallRoll("house", Roll(3, 4))),
        ("call three and four", m.CallRoll("house", Roll(3, 4))),
        ("call 3-4 reading=opposite-face", m.CallRoll("house", Roll(3, 4), "opposite-face")),
        ("rule void", m.RuleOnRoll("house")),
        ("No Roll off table", m.CallNoRoll("house", "off-table")),
        ("no roll off-table die=2", m.CallNoRoll("house", "off-table", die=2)),
        ("no roll improper It bounced, badly", m.CallNoRoll("house", "improper", "It bounced, badly")),
        ("confirm call seat 2 hard 8", m.ConfirmCall("house", 2, "hard-8")),
        ("confirm 2 don't pass", m.ConfirmBet("house", 2, "dont-pass")),
        ("record 2 place six 12.50", m.RecordBet("house", 2, "place-6", 1250)),
        ("order repeated invalid rolls", m.OrderDicePassed("house", "repeated invalid rolls")),
        ("post min place 6 5", m.PostNotice("house", "min place-6", "5")),
        ("decide dispute 1 Pay it, all of it", m.DecideDispute("house", 1, "Pay it, all of it")),
        ("appoint dealer Joan", m.AppointCrew("house", "dealer", "Joan")),
        ("void act of god", m.InvalidateOutcome("house", "act of god")),
        ("late field 5", m.LateBet(0, "field", 500)),
    ],
)
def test_an_order_reads_as_it_is_said(said: str, command: Command) -> None:
    assert heard(said) == command


def test_a_void_is_whatever_the_book_has_for_it() -> None:
    assert heard("void", "evolution") == m.DeclareMalfunction("house")
    assert heard("void", "sentosa") == m.Interrupt("house")
    assert "commotion, fire, riot" in puzzled("void")


def test_what_an_order_lacks_is_said_with_an_example() -> None:
    assert puzzled("no roll") == "`no-roll` also needs: ground; say `no roll off table`"
    assert "is not a roll" in puzzled("call 7 9")
    assert puzzled("warn 2 3") == '"3" is too much; say `warn 2`'


@pytest.mark.parametrize("said", ["rule 6", "rules place", "call on 6", "place 6 and 8 12", "come 10", "decide"])
def test_what_players_say_is_no_order(said: str) -> None:
    asked = LineParser(load_book("adelaide")).parse(said)
    assert not isinstance(asked, Puzzled)
    assert not any(isinstance(each, Order) for each in asked)


def test_a_seed_is_taken_as_it_was_said() -> None:
    assert LineParser(load_book("adelaide")).parse("seed My Words, and more; yes") == [
        SeedIntent("My Words, and more; yes")
    ]


def duties(book: str, *roles: str, real_dice: bool = True) -> set[str]:
    layout = load_book(book)
    settings = change_setting(layout, default_settings(layout), "shooter", "seats")
    return set(orders_of(layout, settings, roles, real_dice=real_dice))


def test_the_book_says_whose_an_order_is() -> None:
    assert "no-roll" not in duties("exhibit-a", "stickperson")
    assert "no-roll" in duties("exhibit-a", "boxperson")
    assert "no-roll" in duties("adelaide", "stickperson")
    assert {"offer-dice", "call-roll"} <= duties("sentosa", "stickperson")
    assert "close-table" not in duties("sentosa", "pit-supervisor")
    assert "confirm-bet" not in duties("sentosa", "dealer"), "no spoken or late bet is taken there"
    assert duties("adelaide", "inspector") == set()


def test_where_the_house_throws_nobody_calls_the_dice() -> None:
    real, made = (duties("adelaide", "stickperson", "boxperson", real_dice=real) for real in (True, False))
    assert real - made == {"call-roll", "rule"}


@pytest.mark.parametrize("book", [name for name in book_names() if name != "evolution"])
def test_every_order_that_a_book_provides_for_is_somebody_s(book: str) -> None:
    layout = load_book(book).rulebook
    missing = {verb for verb in CREW_VERBS if verb not in duties(book, *ROLES)}
    provided = {
        "invalidate": layout.invalidation,
        "malfunction": layout.malfunction,
        "notice-bet": layout.limits.notice_by,
        "correct-roll": layout.correction,
        "roll-for-decision": layout.decision_only,
        "order-dice-passed": layout.shooter.order_by,
    }
    assert not {verb for verb, rule in provided.items() if rule} & missing
    assert {verb for verb, rule in provided.items() if not rule} <= missing


def test_a_designated_caller_of_no_roll_has_the_reasons_that_may_be_called() -> None:
    layout = load_book("adelaide")
    settings = default_settings(layout)
    every = reasons_of(layout, settings, "no-roll", ["boxperson"])
    assert every == [each.code for each in layout.rulebook.no_roll]
    assert reasons_of(layout, settings, "no-roll", ["dealer"]) == []
