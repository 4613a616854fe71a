"""Undoing the last settled roll: exactly as it was if nothing moved since, and no chip made or lost if anything did."""

from __future__ import annotations

from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.apply import apply
from comeout.table.ledger import audit, transfers
from comeout.table.messages import OutcomeUndone, Reason
from comeout.table.position import PositionBet, position_of
from comeout.table.state import Totals
from comeout.table.table import Table
from comeout.table.undo import undo_last_roll

INVALIDATED = m.InvalidateOutcome("shift-manager", "riot")


def test_a_rack_that_is_short_gives_what_it_holds_and_the_rest_is_owed() -> None:
    """A bet that was folded since is gone, and with it what the roll had paid."""
    table = Table(load_book("sentosa"), settings={"min place-8": "40"})
    table.sit("Ann", 35_00)
    table.bet(1, "pass", 10_00)
    table.roll(4, 2)
    table.bet(1, "field", 10_00)
    table.roll(4, 5)
    assert table.rack(1) == 35_00
    table.send(m.RecordBet("dealer", 1, "place-8", 30_00))
    table.send(m.NoticeBet("dealer", 1, "place-8"))
    assert table.send(m.MarkAway("dealer", 1, pending=True, spot="place-8"))
    answer = table.send(m.CorrectRoll("boxperson", None, "off-table"))
    assert answer
    undone = answer[0]
    assert isinstance(undone, OutcomeUndone)
    assert undone.debts == (m.Debt("Ann", 15_00, 1),)
    assert (table.bets(1), table.rack(1)) == ({"pass": 10_00, "field": 10_00}, 0)
    assert (table.state.totals.house, table.state.debts) == (30_00, {"Ann": 15_00})
    assert audit(table.state) == table.state.totals


def test_what_is_owed_is_an_account_of_its_own() -> None:
    table = Table(load_book("adelaide"))
    for player in ("Ann", "Bob"):
        table.sit(player, 100_00)
    table.bet(1, "field", 10_00)
    table.roll(1, 1)
    table.send(m.Leave(1))
    answer = table.send(INVALIDATED)
    assert answer
    assert table.state.debts == {"Ann": 20_00}
    assert table.state.totals == Totals(racks=100_00, cage=-80_00, debts=-20_00)
    table.sit("Ann", 100_00, seat=1)
    table.bet(1, "field", 20_00)
    table.roll(4, 3)
    table.send(m.Leave(1))
    table.send(INVALIDATED)
    assert table.state.debts == {}
    assert audit(table.state) == table.state.totals


def test_a_late_undo_of_an_event_without_what_was_done_since_folds_as_it_always_did() -> None:
    table = Table(load_book("adelaide"))
    table.sit("Ann", 100_00)
    table.bet(1, "field", 10_00)
    before = table.rack(1)
    table.roll(1, 1)
    assert table.state.last_roll
    apply(table.layout, table.state, OutcomeUndone("house", "fire", True, "", False, table.state.last_roll.lines))
    assert table.rack(1) == before
    assert table.bets(1) == {"field": 10_00}


def test_what_the_roll_let_go_of_a_player_who_has_left_is_not_taken_up_again() -> None:
    table = Table(load_book("adelaide"), settings={"min field": "5"})
    table.sit("Ann", 100_00)
    table.bet(1, "dont-pass", 10_00)
    table.roll(4, 4)
    table.reduce(1, "dont-pass", 5_00)
    table.send(m.RecordBet("dealer", 1, "field", 1_00))
    table.roll(3, 4)
    table.send(m.Leave(1))
    table.sit("Bob", 100_00, seat=1)
    assert table.send(INVALIDATED)
    assert (table.state.seats[1].locks, table.state.locked, table.state.debts) == (set(), set(), {"Ann": 4_00})
    assert table.point == 8


def test_a_decision_moves_money_between_the_house_and_a_rack_and_orders_nothing_else() -> None:
    table = Table(load_book("sentosa"))
    table.sit("Ann", 100_00)
    paid = table.send(m.DecideMatter("shift-manager", "pay it", "pay", 1, "", 5_00))
    assert paid
    assert [list(transfers(event)) for event in paid] == [[], [("house", "rack 1", 5_00)]]
    back = table.send(m.DecideMatter("shift-manager", "take it", "collect", 1, "", 5_00))
    assert back
    assert [list(transfers(event)) for event in back] == [[], [("rack 1", "house", 5_00)]]
    refused = table.send(m.DecideMatter("shift-manager", "dance", "dance", 1))  # type: ignore[arg-type]
    assert refused.refused
    assert refused.refused.reason is Reason.NONSENSE
    assert audit(table.state) == table.state.totals


def test_after_an_undone_roll_nobody_is_told_that_it_is_settled() -> None:
    table = Table(load_book("adelaide"), settings={"crew": "people"})
    table.sit("Ann", 100_00)
    table.send(m.OpenBetting("dealer"))
    table.send(m.ThrowDice(0))
    assert table.send(m.InvalidateOutcome("shift-manager", "fire"))
    refused = table.send(m.SettleRoll("dealer"))
    assert refused.refused
    assert refused.says == "the roll was undone; this is done when the roll is called"


def test_of_an_undone_roll_a_seat_is_told_what_concerns_it() -> None:
    table = Table(load_book("adelaide"))
    for seat in (1, 2):
        table.sit(f"player {seat}", 1000_00)
        table.bet(seat, "pass", 10_00)
    table.roll(4, 3)
    for seat in (1, 2):
        table.bet(seat, "field", 5_00)
    answer = table.send(INVALIDATED)
    assert answer
    undone = answer[0]
    assert isinstance(undone, OutcomeUndone)
    mine = m.undone_at(undone, 2)
    seats = [
        *(line.seat for line in mine.lines),
        *(line.seat for line in mine.returned),
        *(bet.seat for bet in mine.again),
    ]
    assert set(seats) == {2}
    assert len(mine.lines) == len(undone.lines) / 2
    assert m.undone_at(undone, None).lines == ()


# ------------------------------------------------------------------ what was new is new again


def lying(table: Table) -> dict[int, tuple[PositionBet, ...]]:
    """Every bet with the parts placed since the last roll and in this round."""
    return {seat.seat: seat.bets for seat in position_of(table.state).seats}


def test_a_bet_that_a_roll_left_alone_is_new_and_of_its_round_again() -> None:
    table = Table(load_book("adelaide"))
    table.sit("Ann", 500_00)
    table.bet(1, "place-6", 12_00)
    table.roll(1, 2)
    assert lying(table)[1] == (PositionBet("place-6", 12_00),)
    assert table.send(m.InvalidateOutcome("house", "fire"))
    assert lying(table)[1] == (PositionBet("place-6", 12_00, fresh=12_00, round_part=12_00),)


def test_what_was_taken_down_since_is_no_part_of_it() -> None:
    table = Table(load_book("adelaide"))
    table.sit("Ann", 500_00)
    table.bet(1, "place-6", 12_00)
    table.roll(1, 2)
    table.reduce(1, "place-6", 6_00)
    assert table.send(m.InvalidateOutcome("house", "fire"))
    assert lying(table)[1] == (PositionBet("place-6", 6_00, fresh=6_00, round_part=6_00),)


def test_a_roll_makes_no_bet_new_and_visits_none_that_it_leaves_alone() -> None:
    table = Table(load_book("adelaide"))
    for seat in range(1, 9):
        table.sit(f"player {seat}", 500_00)
        table.bet(seat, "place-6", 12_00)
    before = [bet.copy() for bet in table.state.bets[table.layout.by_id["place-6"].index].values()]
    table.roll(1, 2)
    assert not table.state.changed
    assert list(table.state.bets[table.layout.by_id["place-6"].index].values()) == before
    assert not any(bet.fresh or bet.round_part for bets in lying(table).values() for bet in bets)
    table.bet(3, "place-8", 12_00)
    assert table.state.changed == {(table.layout.by_id["place-8"].index, 3): None}


def test_a_bet_that_an_old_event_of_undoing_lets_lie_is_new_until_the_next_roll() -> None:
    table = Table(load_book("adelaide"))
    table.sit("Ann", 100_00)
    table.bet(1, "pass", 10_00)
    table.roll(5, 6)
    table.bet(1, "place-6", 12_00)
    assert table.state.last_roll
    apply(table.layout, table.state, OutcomeUndone("house", "fire", True, "", False, table.state.last_roll.lines))
    assert lying(table)[1] == (
        PositionBet("pass", 10_00, fresh=10_00, round_part=10_00),
        PositionBet("place-6", 12_00, fresh=12_00, round_part=12_00),
    )
    table.send(m.OpenBetting("house"))
    table.roll(5, 5)
    assert lying(table)[1] == (
        PositionBet("pass", 10_00, round_part=10_00),
        PositionBet("place-6", 12_00, round_part=12_00),
    )


def test_the_event_that_undoes_a_roll_has_its_lines_and_changes_nothing_itself() -> None:
    table = Table(load_book("adelaide"))
    table.sit("Ann", 100_00)
    table.bet(1, "field", 5_00)
    rolled = table.roll(1, 2)
    assert rolled.settled
    before = table.state.copy()
    undone = undo_last_roll(table.layout, table.state, "shift-manager", "riot", "9", incident=True)
    assert (undone.by, undone.why, undone.clause, undone.reversed, undone.incident) == (
        "shift-manager",
        "riot",
        "9",
        True,
        True,
    )
    assert undone.lines == rolled.settled.lines
    assert table.state == before


def test_what_was_put_down_since_the_roll_comes_off_with_it() -> None:
    table = Table(load_book("adelaide"))
    table.sit("Ann", 100_00)
    table.bet(1, "field", 5_00)
    table.roll(1, 2)
    table.bet(1, "any-seven", 3_00)
    undone = undo_last_roll(table.layout, table.state, "shift-manager", "riot", "9")
    assert [(each.spot, each.amount) for each in undone.returned] == [("any-seven", 3_00)]
