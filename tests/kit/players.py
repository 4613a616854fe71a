"""Random players and a random crew: what they ask next of a table, sensible more often than not."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from comeout.dice import Roll
from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.messages import Command
from comeout.table.state import COMPANION, Phase
from comeout.table.table import Table
from tests.kit.luck import Luck
from tests.kit.scenes import scene

Asked = Command | Roll
AMOUNTS = (100, 200, 400, 500, 500, 600, 1_000, 1_000, 1_200, 2_000, 5_000)
ODD_AMOUNTS = (1, 37, 150, 700, 900, 6_000, 0, -5, 10**17)
THEMES = ("anything", "limits", "undoing", "dice")
NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve")


def new_luck(layout: Layout, seed: int) -> Luck:
    """The game of a seed: run by people or by itself, with a shooter from the seats or not, and its theme."""
    luck = random.Random(f"{layout.id} {seed}")
    has_shooter = layout.rulebook.shooter.throws == "shooter"
    theme = THEMES[seed // 4 % len(THEMES)]
    found = Luck(luck, layout, seed % 2 == 0, has_shooter and seed % 4 >= 2, theme, luck.choice((4, 5, 6, 8, 9, 10)))
    near = ["pass", "dont-pass", "come", "dont-come", "pass-odds", "dont-pass-odds", "field"]
    near += [f"{kind}-{found.number}" for kind in ("place", "buy", "lay", "come-odds")]
    near = [spot for spot in near if spot in layout.by_id]
    found.hot = luck.sample(near, 4) if theme == "limits" else [*near, *luck.sample(list(layout.by_id), 4)]
    return found


def arrivals(luck: Luck) -> Iterator[Asked]:
    """Who sits down before anything happens; where a game is about limits they are rich, and often partners."""
    chance, conduct = luck.random, luck.layout.rulebook.conduct
    about_limits = luck.theme == "limits"
    seats = range(1, chance.randint(3, 4) if about_limits else chance.randint(2, 4))
    for seat in seats:
        yield m.Sit(seat, NAMES[seat - 1], 500_000 if about_limits else chance.choice((2_000, 30_000, 500_000)))
    if about_limits and conduct and chance.random() < 0.5:
        for seat in seats[1:]:
            yield m.FlagPartners(conduct.by[0], seat - 1, seat)


def next_asked(luck: Luck, table: Table) -> Iterator[Asked]:
    """What is asked next; a few commands where they belong together."""
    weights = {**WEIGHTS, **MORE[luck.theme]}
    acts = [act for act in weights if act is not dice or luck.seats_shoot]
    act = luck.random.choices(acts, [weights[each] for each in acts])[0]
    yield from act(luck, table)


# --- players


def somebody(luck: Luck, table: Table) -> int:
    """A seat, now and then one where nobody sits."""
    if luck.random.random() < 0.02 or not table.state.seats:
        return luck.random.randint(1, 5)
    return luck.random.choice(list(table.state.seats))


def some_bet(luck: Luck, table: Table) -> tuple[int, str]:
    """A bet that lies somewhere, or a spot without one."""
    seat = somebody(luck, table)
    mine = list(table.bets(seat)) if seat in table.state.seats else []
    if mine and luck.random.random() < 0.85:
        return seat, luck.random.choice(mine)
    return seat, luck.random.choice(luck.hot)


def bets(luck: Luck, table: Table) -> Iterator[Asked]:
    """Chips on a spot that is often the natural one."""
    chance, seat = luck.random, somebody(luck, table)
    amount = chance.choice(AMOUNTS if chance.random() < 0.9 else ODD_AMOUNTS)
    yield m.PlaceBet(seat, likely_spot(luck, table, seat), amount)


def likely_spot(luck: Luck, table: Table, seat: int) -> str:
    """Odds on what stands, a line or come bet, one of the game's favourites, or anything."""
    chance = luck.random
    if chance.random() < (0.7 if luck.theme == "limits" else 0.35):
        return chance.choice(luck.hot)
    wishes = ["come", "dont-come", "pass-odds", "dont-pass-odds"] if table.point else ["pass", "dont-pass"]
    for spot in table.bets(seat) if seat in table.state.seats else ():
        name, _, number = spot.rpartition("-")
        if name in ("come", "dont-come") and number.isdecimal():
            wishes += [f"{name}-odds-{number}", spot]
    return chance.choice(wishes) if chance.random() < 0.75 else chance.choice(list(luck.layout.by_id))


def take_down(luck: Luck, table: Table) -> Iterator[Asked]:
    """A bet reduced or removed."""
    seat, spot = some_bet(luck, table)
    if luck.random.random() < 0.5:
        yield m.RemoveBet(seat, spot)
    else:
        yield m.ReduceBet(seat, spot, luck.random.choice((1, 100, 100, 200, 500, 600, 1_000)))


def calls(luck: Luck, table: Table) -> Iterator[Asked]:
    """A call, confirmed or not, or a bet that its player stands by."""
    chance, (seat, spot) = luck.random, some_bet(luck, table)
    if chance.random() < 0.25:
        yield m.KeepBet(seat, spot, chance.random() < 0.8)
        return
    yield m.CallBet(seat, spot, chance.choice(("on", "on", "off")), chance.random() < 0.3)
    rule = luck.layout.rulebook.calls
    if rule and rule.confirm and luck.people and chance.random() < 0.8:
        yield m.ConfirmCall(rule.confirm[0], seat, spot)


# --- the roll


def go_on(luck: Luck, table: Table) -> Iterator[Asked]:
    """The next steps of a roll; people may stop anywhere between."""
    chance = luck.random
    if not luck.people:
        yield luck.roll()
        return
    for _ in range(chance.choice((1, 2, 4, 5, 5))):
        step, before = natural(luck, table), table.state.phase
        if step is None:
            return
        yield step
        if table.state.phase is before and not isinstance(step, m.PlaceBet):
            return  # refused, or there is something else to do first


def natural(luck: Luck, table: Table) -> Asked | None:
    """What a crew of people does next."""
    state, book, chance = table.state, luck.layout.rulebook, luck.random
    if state.phase is Phase.SETTLED:
        if chance.random() < 0.1:
            return m.ThrowDice(state.shooter or COMPANION)
        return m.OpenBetting("dealer")
    if state.phase is Phase.BETTING:
        if state.shooter is None:
            return next(dice(luck, table), None)
        if chance.random() < 0.05:
            return m.ThrowDice(state.shooter)
        if bare(table) and chance.random() < 0.6:
            return m.PlaceBet(state.shooter, chance.choice(("pass", "dont-pass")), 500)
        return m.CloseBetting("dealer")
    if state.phase is Phase.CLOSED:
        if chance.random() < (0.6 if bare(table) else 0.03):
            return m.OpenBetting("dealer")
        return m.ThrowDice(state.shooter or COMPANION if chance.random() < 0.97 else somebody(luck, table))
    if state.phase is Phase.DICE_OUT:
        if chance.random() < 0.06:
            return no_roll(luck)
        return m.CallRoll(book.call.by[0], luck.roll())
    if chance.random() < 0.1:
        seat = somebody(luck, table)
        acts: list[Asked] = [
            m.DisputeFace(seat),
            m.DisputeFace(seat),
            m.RuleOnRoll("boxperson", luck.roll() if chance.random() < 0.7 else None),
            no_roll(luck),
        ]
        return m.RuleOnRoll("boxperson", luck.roll()) if state.disputed else chance.choice(acts)
    return m.SettleRoll("dealer")


def bare(table: Table) -> bool:
    """Whether a seat has the dice and no bet on the line."""
    shooter = table.state.shooter
    return bool(shooter) and not {"pass", "dont-pass"} & table.bets(shooter or 0).keys()


def no_roll(luck: Luck) -> Asked:
    """A throw that does not count, often because a die left the table."""
    chance, book = luck.random, luck.layout.rulebook
    ground = chance.choice(book.no_roll)
    if chance.random() < 0.5:
        ground = next((row for row in book.no_roll if row.off_table), ground)
    die = chance.randint(1, 3) if ground.off_table and chance.random() < 0.5 else 0
    return m.CallNoRoll(book.no_rolls.by[0], ground.code, "seen", die=die)


def dice(luck: Luck, table: Table) -> Iterator[Asked]:
    """Offers, answers and orders about the dice."""
    state, chance = table.state, luck.random
    seat = somebody(luck, table)
    if state.offered and chance.random() < 0.85:
        if chance.random() < 0.6:
            if chance.random() < 0.8:
                yield m.PlaceBet(state.offered, chance.choice(("pass", "dont-pass")), 500)
            yield m.TakeDice(state.offered)
        else:
            yield m.DeclineDice(state.offered)
        return
    if state.shooter is None and chance.random() < 0.6:
        yield m.OfferDice("stickperson")
        return
    if state.shooter and chance.random() < 0.4:
        yield m.PlaceBet(state.shooter, chance.choice(("pass", "dont-pass")), 500)
        return
    if chance.random() < 0.25:
        yield from set_of_dice(luck, table)
        return
    acts: list[Asked] = [
        m.TakeDice(seat),
        m.DeclineDice(seat),
        m.PassDice(state.shooter or seat),
        m.PassDice(seat),
        m.OrderDicePassed("boxperson", "unreasonable delay"),
        m.RollForDecision("stickperson"),
        m.RollForDecision("stickperson"),
        m.OfferDice("stickperson"),
        m.MoveDiceOn("house"),
        m.OfferDice("house"),
        m.LetCompanionShoot("house"),
        m.LetCompanionShoot((*luck.layout.rulebook.shooter.stranded_by, "boxperson")[0]),
    ]
    yield chance.choice(acts)


def set_of_dice(luck: Luck, table: Table) -> Iterator[Asked]:
    """Dice chosen, found, checked, lost and replaced."""
    chance, dice = luck.random, table.state.dice
    missing = sorted(dice.gone | dice.unchecked | dice.lost)
    die = chance.choice(missing) if missing and chance.random() < 0.8 else chance.randint(1, 5)
    acts: list[Asked] = [
        m.ChooseDice(table.state.shooter or 0, *chance.sample(range(1, 6), 2)),
        m.ChooseDice(table.state.shooter or 0, *chance.sample(range(1, 6), 2)),
        m.RecoverDie("stickperson", die),
        m.RecoverDie("stickperson", die),
        m.CheckDie("boxperson", die),
        m.CheckDie("boxperson", die),
        m.LoseDie("stickperson", die),
        m.ReplaceDice("stickperson"),
    ]
    yield chance.choice(acts)


# --- the crew


def crew(luck: Luck, table: Table) -> Iterator[Asked]:
    """Overlooked bets, and their being noticed."""
    chance, limits = luck.random, luck.layout.rulebook.limits
    if chance.random() < 0.2:
        yield m.NoticeBet((*limits.notice_by, "dealer")[0], *some_bet(luck, table))
        return
    seat, spot = some_bet(luck, table)
    if chance.random() < 0.5:
        spot = likely_spot(luck, table, seat)
    amount = chance.choice((50, 100, 300, 700, 900, 2_000, 6_000))
    witness = "boxperson" if chance.random() < 0.8 else ""
    yield m.RecordBet((*limits.record_by, "dealer")[0], seat, spot, amount, witness)


def posts(luck: Luck, _: Table) -> Iterator[Asked]:
    """A notice posted in mid-hand."""
    by = luck.layout.rulebook.limits.post_by[0]
    if luck.random.random() < 0.08 and luck.layout.rulebook.shooter.throws == "shooter":
        choices = {"shooter": ("seats", "companion"), "nobody-shoots": ("companion", "wait")}
        setting = luck.random.choice(list(choices))
        yield m.PostNotice(by, setting, luck.random.choice(choices[setting]))
        return
    yield m.PostNotice(by, *luck.notice())


def floor(luck: Luck, table: Table) -> Iterator[Asked]:
    """Coming and going, conduct and partnerships."""
    chance, book = luck.random, luck.layout.rulebook
    seat = somebody(luck, table)
    conduct = book.conduct.by[0] if book.conduct else "boxperson"
    waiting = any(owner == seat for owner, _ in table.state.choices)
    acts: list[Asked] = [
        m.Sit(chance.randint(1, 4), chance.choice(NAMES), chance.choice((0, 2_000, 30_000))),
        m.BuyIn(seat, chance.choice((500, 5_000))),
        m.Leave(seat),
        m.Leave(seat),
        m.ComeBack(seat),
        m.MarkAway(book.walk_away.by[0], seat, waiting if chance.random() < 0.8 else chance.random() < 0.5),
        m.MarkAway(book.walk_away.by[0], seat),
        m.WarnSeat(conduct, seat),
        m.BarSeat(conduct, seat),
        m.LiftBar(conduct, seat),
        m.FlagPartners(conduct, seat, somebody(luck, table)),
        m.FlagPartners(conduct, seat, somebody(luck, table)),
    ]
    yield chance.choice(acts)


def decisions(luck: Luck, table: Table) -> Iterator[Asked]:
    """Disputes, what the house decides, and reviews."""
    chance, rule = luck.random, luck.layout.rulebook.disputes
    by = rule.by[0] if rule else "shift-manager"
    whose, spot = some_bet(luck, table)
    orders: m.Order = chance.choice(("nothing", "void-round", "return-bet", "return-bet", "pay", "collect"))
    number, amount = chance.randint(1, 2), chance.choice((0, 100, 500, 5_000))
    acts: list[Asked] = [
        m.RaiseDispute(whose, "a stack"),
        m.DecideDispute(by, number, "so be it", orders, whose, spot, amount),
        m.DecideMatter(by, "so be it", orders, whose, spot, amount),
        m.RequestReview(whose, number),
        m.DecideReview(by, number, "so be it", orders, whose, spot, amount),
    ]
    yield chance.choice(acts)


def undo(luck: Luck, table: Table) -> Iterator[Asked]:
    """Outcomes invalidated or corrected, rounds interrupted, malfunctions."""
    chance, book = luck.random, luck.layout.rulebook
    if chance.random() < 0.25:
        yield from decisions(luck, table)
        return
    if book.invalidation and chance.random() < 0.7:
        yield m.InvalidateOutcome(book.invalidation.by[0], "fire")
    elif book.correction and chance.random() < 0.7:
        by = book.correction.by[0]
        no_dice = chance.random() < 0.2
        yield m.CorrectRoll(by, None, "off-table") if no_dice else m.CorrectRoll(by, luck.roll())
    elif book.malfunction and chance.random() < 0.7:
        yield m.DeclareMalfunction(book.malfunction.by[0], chance.random() < 0.4)
    else:
        yield m.Interrupt(book.interruption.by[0])


Weights = dict[Callable[[Luck, Table], Iterator[Asked]], int]
WEIGHTS: Weights = {
    bets: 40,
    go_on: 30,
    take_down: 8,
    calls: 5,
    crew: 5,
    floor: 3,
    posts: 4,
    undo: 3,
    dice: 14,
    scene: 5,
}
MORE: dict[str, Weights] = {
    "anything": {},
    "limits": {bets: 30, crew: 25, posts: 8, take_down: 5},
    "undoing": {undo: 16, go_on: 40, take_down: 12},
    "dice": {dice: 40, take_down: 12, floor: 8, undo: 5},
}
