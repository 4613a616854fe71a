"""Rare situations for random games: a few commands that lead into one, with chance in amounts and in how it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from comeout.dice import ROLLS, Roll
from comeout.money import show_amount
from comeout.table import messages as m
from comeout.table.messages import Command
from comeout.table.table import Table
from tests.kit.luck import Luck

Asked = Command | Roll
Scene = Callable[[Luck, Table], Iterator[Asked]]


def rolled(luck: Luck, table: Table, total: int) -> Iterator[Asked]:
    """A whole roll of a total, whoever runs the table."""
    roll = luck.random.choice([each for each in ROLLS if each.total == total])
    if not luck.people:
        yield roll
        return
    yield m.OpenBetting("dealer")
    yield m.CloseBetting("dealer")
    yield m.ThrowDice(table.state.shooter or 0)
    yield m.CallRoll(luck.layout.rulebook.call.by[0], roll)
    yield m.SettleRoll("dealer")
    yield m.OpenBetting("dealer")


def point_on(luck: Luck, table: Table) -> Iterator[Asked]:
    """The puck is on the game's number."""
    if not table.point:
        yield from rolled(luck, table, luck.number)


def shooting(luck: Luck, table: Table, seat: int) -> Iterator[Asked]:
    """A seat has the dice, where seats shoot."""
    if luck.seats_shoot and not table.state.shooter:
        yield m.PlaceBet(seat, "pass", 500)
        if table.state.offered is None:
            yield m.OfferDice("stickperson")
        yield m.TakeDice(seat)


def seat_of(luck: Luck, table: Table) -> int:
    """Somebody who sits there."""
    return luck.random.choice(list(table.state.seats) or [1])


def post(luck: Luck, setting: str, value: str) -> Asked:
    """A notice."""
    return m.PostNotice(luck.layout.rulebook.limits.post_by[0], setting, value)


def open_choice(luck: Luck, table: Table) -> Iterator[Asked]:
    """Sentosa 5.2: a bet too small is noticed; its owner raises, withdraws, or walks away from other bets too."""
    chance, seat = luck.random, seat_of(luck, table)
    spot = chance.choice(("field", f"place-{luck.number}", f"buy-{luck.number}", "dont-pass"))
    yield m.OpenBetting("dealer")
    yield m.PlaceBet(seat, "any-craps", 500)
    yield post(luck, f"min {spot}", "10")
    yield m.RecordBet("dealer", seat, spot, 300)
    yield m.NoticeBet("dealer", seat, spot)
    away = m.MarkAway("dealer", seat, chance.random() < 0.8, chance.choice(("", "", spot, "any-craps")))
    ends: list[Asked] = [m.RemoveBet(seat, spot), m.PlaceBet(seat, spot, 700), away, away]
    yield chance.choice(ends)


def laid_odds(luck: Luck, table: Table) -> Iterator[Asked]:
    """Odds laid to their limit, where payments are rounded, before the multiple is lowered and the bet reduced."""
    chance, seat = luck.random, seat_of(luck, table)
    if chance.random() < 0.5:
        yield post(luck, "breakage", "up")
        yield post(luck, "payable-unit", "1")
    yield post(luck, "odds", "5")
    yield m.OpenBetting("dealer")
    yield m.PlaceBet(seat, "dont-pass", chance.choice((1_000, 1_050, 1_500)))
    yield from shooting(luck, table, seat)
    yield from point_on(luck, table)
    for amount in (12_600, 6_300, 3_150, 1_260, 1_000):
        yield m.PlaceBet(seat, "dont-pass-odds", amount)
    yield post(luck, "odds", "1")
    yield m.ReduceBet(seat, "dont-pass", 100)


def small_come(luck: Luck, table: Table) -> Iterator[Asked]:
    """Come bets past the limits of their box, there and on their number; then the player leaves and returns."""
    chance, seat = luck.random, seat_of(luck, table)
    kind = chance.choice(("come", "dont-come"))
    yield from shooting(luck, table, seat)
    yield from point_on(luck, table)
    yield post(luck, f"min {kind}", "5")
    yield post(luck, f"max {kind}", "10")
    number = chance.choice([n for n in (4, 5, 6, 8, 9, 10) if n != luck.number])
    for _ in range(2):
        amount = chance.choice((300, 2_000))
        yield m.RecordBet("dealer", seat, kind, amount, "boxperson")
        yield post(luck, f"max {kind}", chance.choice(("10", "20", "none")))
        yield from rolled(luck, table, number)
        yield from rolled(luck, table, chance.choice((number, number, 7)))
    name = table.state.seats[seat].player if seat in table.state.seats else "Ann"
    yield m.Leave(seat)
    yield m.Sit(seat, name, 5_000)
    yield m.RecordBet("dealer", seat, "field", 100)


def partners(luck: Luck, table: Table) -> Iterator[Asked]:
    """Partners raise in turn under a maximum that is overlooked, lifted and lowered."""
    chance, spot = luck.random, luck.random.choice(("field", f"place-{luck.number}", "any-seven"))
    yield m.OpenBetting("dealer")
    yield m.FlagPartners("boxperson", 1, 2)
    yield post(luck, f"max {spot}", "10")
    yield m.PlaceBet(1, spot, 500)
    yield m.RecordBet("dealer", 2, spot, 1_000)
    yield post(luck, f"max {spot}", "50")
    yield m.PlaceBet(1, spot, chance.choice((100, 300)))
    yield m.PlaceBet(2, "pass", 500)
    yield from rolled(luck, table, chance.choice((luck.number, 7, 11)))


def odds_on_excess(luck: Luck, table: Table) -> Iterator[Asked]:
    """A line bet past its maximum, and odds measured on it."""
    chance, seat = luck.random, seat_of(luck, table)
    line = chance.choice(("pass", "dont-pass"))
    yield m.OpenBetting("dealer")
    yield post(luck, f"max {line}", "5")
    yield m.RecordBet("dealer", seat, line, 2_000)
    yield from shooting(luck, table, seat)
    yield from point_on(luck, table)
    for amount in (20_000, 10_000, 5_000, 1_000):
        yield m.PlaceBet(seat, f"{line}-odds", amount)
    yield m.RecordBet("dealer", seat, f"{line}-odds", 7_000, "boxperson")


def barred_dont_come(luck: Luck, table: Table) -> Iterator[Asked]:
    """A don't come bet is taken down on its number, before or after the come out roll, and wanted again."""
    seat = seat_of(luck, table)
    number = luck.random.choice([n for n in (4, 5, 6, 8, 9, 10) if n != luck.number])
    yield post(luck, "strict-dont-come", "on")
    yield from shooting(luck, table, seat)
    yield from point_on(luck, table)
    yield m.PlaceBet(seat, "dont-come", 500)
    yield from rolled(luck, table, number)
    if luck.random.random() < 0.7:
        yield from rolled(luck, table, table.point or luck.number)
    yield m.RemoveBet(seat, f"dont-come-{number}")
    yield m.PlaceBet(seat, "pass", 500)
    yield from rolled(luck, table, luck.number)
    yield m.PlaceBet(seat, "dont-come", 500)


def for_a_decision(luck: Luck, table: Table) -> Iterator[Asked]:
    """Come bets stand and nobody shoots: offers all round, players who leave, a throw for decision, a line bet."""
    chance, seat = luck.random, seat_of(luck, table)
    number = chance.choice([n for n in (4, 5, 6, 8, 9, 10) if n != luck.number])
    yield from shooting(luck, table, seat)
    yield from point_on(luck, table)
    for each in list(table.state.seats):
        yield m.PlaceBet(each, "come", 500)
    yield from rolled(luck, table, number)
    yield from rolled(luck, table, table.point or luck.number)
    if chance.random() < 0.5:
        yield m.PassDice(seat)
        yield m.Leave(seat) if chance.random() < 0.4 else m.MarkAway("dealer", seat)
    if chance.random() < 0.4:
        yield m.PlaceBet(seat_of(luck, table), "pass", 500)
    for _ in table.state.seats:
        yield m.OfferDice("stickperson")
        yield m.DeclineDice(table.state.offered or seat)
    yield m.RollForDecision("stickperson")
    yield from rolled(luck, table, chance.choice((11, 7, number)))
    yield m.PlaceBet(seat_of(luck, table), "pass", 500)


def lost_die(luck: Luck, table: Table) -> Iterator[Asked]:
    """A die leaves the table, is given up, and is found after all."""
    ground = next((row.code for row in luck.layout.rulebook.no_roll if row.off_table), "")
    if not luck.people or not ground:
        return
    yield m.OpenBetting("dealer")
    yield from shooting(luck, table, seat_of(luck, table))
    yield m.CloseBetting("dealer")
    yield m.ThrowDice(table.state.shooter or 0)
    yield m.CallNoRoll("boxperson", ground, die=luck.random.choice((0, 1, 2)))
    for die in sorted(table.state.dice.gone):
        yield m.LoseDie("stickperson", die)
        yield m.RecoverDie("stickperson", die)
        yield m.CheckDie("boxperson", die)
    yield m.ChooseDice(table.state.shooter or 0, 1, 2)


def argument(luck: Luck, table: Table) -> Iterator[Asked]:
    """A face disputed and ruled on, a dispute decided and reviewed, and all of it once more."""
    seat = seat_of(luck, table)
    if luck.people:
        yield m.OpenBetting("dealer")
        yield from shooting(luck, table, seat)
        yield m.CloseBetting("dealer")
        yield m.ThrowDice(table.state.shooter or 0)
        yield m.CallRoll(luck.layout.rulebook.call.by[0], luck.roll())
        yield m.DisputeFace(seat)
        yield m.RuleOnRoll("boxperson", luck.roll())
        yield m.DisputeFace(seat)
        yield m.SettleRoll("dealer")
    number = len(table.state.disputes) + 1
    yield m.RaiseDispute(seat, "a stack")
    yield m.DecideDispute("shift-manager", number, "as it lies")
    for _ in range(2):
        yield m.RequestReview(seat, number)
    for _ in range(2):
        yield m.DecideReview("shift-manager", number, "as it lay", "pay", seat, "", 100)


def minimum_since(luck: Luck, table: Table) -> Iterator[Asked]:
    """A bet accepted under a low minimum is reduced under a higher one."""
    seat, spot = seat_of(luck, table), luck.random.choice(("field", f"place-{luck.number}"))
    yield m.OpenBetting("dealer")
    yield post(luck, f"min {spot}", "none")
    yield m.PlaceBet(seat, spot, 1_000)
    yield post(luck, f"min {spot}", show_amount(800))
    yield m.ReduceBet(seat, spot, 500)


SCENES: tuple[Scene, ...] = (
    open_choice,
    laid_odds,
    small_come,
    partners,
    odds_on_excess,
    barred_dont_come,
    for_a_decision,
    lost_die,
    argument,
    minimum_since,
)


def scene(luck: Luck, table: Table) -> Iterator[Asked]:
    """One of the scenes; a book that does not know its procedures refuses them."""
    yield from luck.random.choice(SCENES)(luck, table)
