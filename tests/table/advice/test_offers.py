"""Offers: everything that a seat is offered is accepted, and nothing happens by asking."""

from __future__ import annotations

import copy
import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout.money import LARGEST
from comeout.rules.library import book_names, load_book
from comeout.table import messages as m
from comeout.table.advice.offers import NotOffered, Offer
from comeout.table.table import Table
from tests.kit.table_games import random_game

SETTINGS: tuple[dict[str, str], ...] = (
    {},
    {"payable-unit": "1", "betting-unit": "5"},
    {"min field": "5", "max field": "20", "min place-6": "6", "max place-6": "12", "min pass": "3"},
    {"shooter": "seats"},
)


def has_settings(book: str, settings: dict[str, str]) -> bool:
    return "shooter" not in settings or load_book(book).rulebook.shooter.throws == "shooter"


TABLES = [(book, settings) for book in book_names() for settings in SETTINGS if has_settings(book, settings)]


def offered(table: Table, act: str, spot: str = "") -> list[Offer]:
    return [offer for offer in table.offers(1) if (offer.act, offer.spot) == (act, spot)]


@given(where=st.sampled_from(TABLES), seed=st.integers(0, 10_000), pick=st.data())
def test_every_offered_amount_is_accepted_and_asking_changes_nothing(
    where: tuple[str, dict[str, str]], seed: int, pick: st.DataObject
) -> None:
    table = random_game(*where[:1], seed, where[1], rolls=5, rack=150_00)
    before, logged = copy.deepcopy(table.state), len(table.log)
    offers = table.offers(1)
    for offer in offers:
        assert table.can(offer.command), offer
        for amount in (*offer.amounts[:1], *offer.amounts[-1:], *offer.even):
            assert table.can(offer.of(amount)), (offer, amount)
    with_amounts = [offer for offer in offers if offer.amounts]
    for _ in range(5):
        offer = pick.draw(st.sampled_from(with_amounts))
        amount = pick.draw(st.sampled_from(offer.amounts) if len(offer.amounts) < 1000 else in_steps(offer))
        assert table.can(offer.of(amount)), (offer, amount)
    assert table.state == before
    assert len(table.log) == logged
    offer = pick.draw(st.sampled_from(offers))
    assert table.send(offer.command), "and it is taken when it is asked for"


def in_steps(offer: Offer) -> st.SearchStrategy[int]:
    return st.integers(0, len(offer.amounts) - 1).map(lambda place: offer.amounts[place])


@given(where=st.sampled_from(TABLES), seed=st.integers(0, 10_000))
def test_what_lies_beyond_the_offered_amounts_is_refused(where: tuple[str, dict[str, str]], seed: int) -> None:
    table = random_game(*where[:1], seed, where[1], rolls=5, rack=150_00)
    for offer in table.offers(1):
        if offer.act in ("bet", "reduce"):
            whole = table.bets(1).get(offer.spot) if offer.act == "reduce" else None
            for amount in (offer.amounts[0] - 1, offer.amounts[-1] + 1):
                command = dataclasses.replace(offer.command, amount=amount)  # type: ignore[arg-type]
                assert amount == whole or not table.can(command), (offer, amount)


def test_a_table_where_bets_are_closed_offers_no_bet() -> None:
    table = Table("adelaide", settings={"crew": "people"})
    table.sit("Ann", "100")
    assert {offer.act for offer in table.offers(1)} == {"buy_in", "leave"}
    table.send(m.OpenBetting("dealer"))
    assert offered(table, "bet", "field")[0].amounts == range(1, 100_00 + 1)
    table.send(m.NotifyInspector("shift-manager"))
    assert table.send(m.CloseTable("shift-manager"))
    assert table.offers(1) == []


def test_bets_that_lie_can_be_reduced_removed_called_and_kept() -> None:
    table = Table("adelaide", settings={"min place-6": "6", "betting-unit": "1"})
    table.sit("Ann", "100")
    table.bet(1, "place-6", "18")
    [reduce], [remove], [keep] = (offered(table, act, "place-6") for act in ("reduce", "remove", "keep"))
    assert (reduce.amounts, remove.amounts, keep.command) == (range(1, 12_00 + 1), range(0), m.KeepBet(1, "place-6"))
    assert [offer.command for offer in offered(table, "call", "place-6")] == [m.CallBet(1, "place-6", "on")]
    table.send(keep.command)
    [keep] = offered(table, "keep", "place-6")
    assert keep.command == m.KeepBet(1, "place-6", keep=False)
    assert table.send(reduce.of("12"))
    assert offered(table, "reduce", "place-6") == []


def test_only_what_was_placed_since_the_last_roll_can_be_reduced_where_the_book_says_so() -> None:
    table = Table("evolution")
    table.sit("Ann", "100")
    table.bet(1, "hard-6", "5")
    table.roll(1, 2)
    assert not offered(table, "reduce", "hard-6")
    table.bet(1, "hard-6", "2")
    [reduce] = offered(table, "reduce", "hard-6")
    assert reduce.amounts[-1] == 2_00


def test_a_contract_bet_cannot_be_reduced_or_removed() -> None:
    table = Table("sentosa")
    table.sit("Ann", "100")
    table.bet(1, "pass", "10")
    assert {offer.act for offer in table.offers(1) if offer.spot == "pass"} == {"bet", "keep"}


def test_the_dice_are_offered_to_whoever_may_have_them() -> None:
    table = Table("exhibit-a", settings={"shooter": "seats"})
    table.sit("Ann", "100")
    assert [offer.act for offer in table.offers(1) if not offer.spot][1:3] == ["take_dice", "decline_dice"]
    table.bet(1, "pass", "10")
    table.take_dice(1)
    assert offered(table, "pass_dice")
    table.send(m.MarkAway("dealer", 1))
    assert offered(table, "come_back")


def test_an_offer_says_what_it_is_in_one_line() -> None:
    table = Table("sentosa", settings={"min field": "5"})
    table.sit("Ann", "100")
    table.bet(1, "place-6", "6")
    table.bet(1, "field", "20")
    table.send(m.KeepBet(1, "field"))
    told = {repr(offer) for offer in table.offers(1)}
    assert {
        "<Offer: bet pass $0.01 to $74.00>",
        "<Offer: reduce field $0.01 to $15.00>",
        "<Offer: remove field>",
        "<Offer: keep field no longer>",
        "<Offer: call place-6 on>",
    } <= told
    assert "<Offer: leave>" not in told
    assert repr(Offer("bet", m.PlaceBet(1, "field", 5), "field", range(5, 6))) == "<Offer: bet field $0.05>"
    steps = Offer("bet", m.PlaceBet(1, "field", 5_00), "field", range(5_00, 20_01, 5_00))
    assert repr(steps) == "<Offer: bet field $5.00 to $20.00 in steps of $5.00>"


def test_an_amount_that_is_not_offered_is_refused_in_a_sentence() -> None:
    steps = Offer("bet", m.PlaceBet(1, "field", 5_00), "field", range(5_00, 20_01, 5_00))
    assert steps.of("15") == m.PlaceBet(1, "field", 15_00)
    with pytest.raises(NotOffered, match=r"\$7\.00 is not offered here: <Offer: bet field \$5\.00 to \$20\.00"):
        steps.of("7")
    with pytest.raises(NotOffered, match=r"\$7\.00 is not offered here: <Offer: remove field>"):
        Offer("remove", m.RemoveBet(1, "field"), "field").of("7")
    with pytest.raises(ValueError, match="is no amount"):
        steps.of(7.5)  # type: ignore[arg-type]


def test_any_amount_can_be_bought_in_for() -> None:
    table = Table("adelaide")
    table.sit("Ann", "100")
    [offer] = offered(table, "buy_in")
    assert offer.amounts == range(1, LARGEST + 1)
    assert table.send(offer.of("50"))
    assert table.rack(1) == 150_00
