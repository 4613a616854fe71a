"""Every movement of money has two ends, and the accounts agree with the racks and the bets."""

from __future__ import annotations

from collections import Counter

from comeout.dice import Roll
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.answer import Answer
from comeout.table.ledger import audit, transfers
from comeout.table.table import Table


def accounts(events: Answer) -> dict[str, int]:
    assert events
    moved: Counter[str] = Counter()
    for event in events:
        for source, target, amount in transfers(event):
            moved[source] -= amount
            moved[target] += amount
    return {account: amount for account, amount in moved.items() if amount}


def test_each_kind_of_movement_is_told_with_both_ends() -> None:
    table = Table(load_book("adelaide"))
    assert accounts(table.send(m.Sit(1, "Ann", 100_00))) == {"cage": -100_00, "rack 1": 100_00}
    assert accounts(table.send(m.BuyIn(1, 20_00))) == {"cage": -20_00, "rack 1": 20_00}
    bought = {"rack 1": -21_00, "layout": 20_00, "commission": 1_00}
    assert accounts(table.bet(1, "buy-4", 20_00)) == bought
    assert accounts(table.remove(1, "buy-4")) == {name: -amount for name, amount in bought.items()}
    table.bet(1, "field", 5_00)
    table.bet(1, "any-seven", 5_00)
    won = {"rack 1": 10_00, "layout": -10_00}
    assert accounts(table.roll(1, 2)) == won
    assert accounts(table.send(m.InvalidateOutcome("shift-manager", "fire"))) == {"rack 1": -10_00, "layout": 10_00}
    assert accounts(table.send(m.NotifyInspector("shift-manager"))) == {}
    assert accounts(table.send(m.CloseTable("shift-manager"))) == {"rack 1": 10_00, "layout": -10_00}


def test_who_leaves_takes_the_rack_to_the_cage_and_who_folds_leaves_the_bet_to_the_house() -> None:
    table = Table(load_book("sentosa"), settings={"min field": "10"})
    table.sit("Ann", 100_00)
    table.sit("Bob", 50_00)
    table.send(m.RecordBet("dealer", 1, "field", 5_00))
    table.send(m.NoticeBet("dealer", 1, "field"))
    folded = table.send(m.MarkAway("dealer", 1, pending=True))
    assert accounts(folded) == {"layout": -5_00, "house": 5_00}
    assert accounts(table.send(m.Leave(2))) == {"rack 2": -50_00, "cage": 50_00}
    assert audit(table.state) == table.state.totals


def test_what_a_player_owes_after_an_undone_roll_is_an_account_with_both_ends() -> None:
    table = Table(load_book("adelaide"))
    table.sit("Ann", 100_00)
    table.bet(1, "field", 10_00)
    table.roll(1, 1)
    table.send(m.Leave(1))
    owed = accounts(table.send(m.InvalidateOutcome("shift-manager", "fire")))
    assert owed == {"debt Ann": -20_00, "house": 20_00}


def test_an_undone_roll_puts_locks_warnings_and_calls_back() -> None:
    table = Table(load_book("adelaide"), settings={"min field": "5"})
    table.sit("Ann", 100_00)
    table.bet(1, "dont-pass", 10_00)
    table.roll(4, 4)
    table.reduce(1, "dont-pass", 5_00)
    table.send(m.RecordBet("dealer", 1, "field", 1_00))
    owner = table.state.seats[1]
    assert owner.locks == {"dont-pass"}
    table.roll(3, 4)
    assert (owner.locks, owner.warned) == (set(), True)
    table.send(m.InvalidateOutcome("shift-manager", "riot"))
    assert (owner.locks, owner.warned, table.state.locked) == ({"dont-pass"}, False, {1})
    assert table.bets(1) == {"dont-pass": 5_00, "field": 1_00}
    assert table.state.rolls == 1
    assert audit(table.state) == table.state.totals


def test_money_never_leaves_its_table_over_a_long_game() -> None:
    table = Table(load_book("evolution"))
    table.sit("Ann", 1000_00)
    for number in range(200):
        table.bet(1, "place-6", 6_00)
        table.bet(1, "come", 5_00)
        events = table.roll(*Roll(number % 6 + 1, number * 5 % 6 + 1))
        assert sum(accounts(events).values()) == 0
    assert audit(table.state) == table.state.totals
