"""One game told to both sides: an engine table and the referee's game, asked the same and compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from comeout.dice import Roll
from comeout.money import parse_amount
from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.answer import Answer
from comeout.table.messages import Command
from comeout.table.notation.transcript import render, render_asked
from comeout.table.table import Table
from tests.kit.laws import assert_offers_are_kept, assert_the_crew_is_never_refused
from tests.referee import Game, Order, named

PHASES = {
    "betting open": "open",
    "no more bets": "closed",
    "dice out": "out",
    "roll called": "called",
    "settled": "settled",
}


WITNESSES = ("dealer", "stickperson", "boxperson", "pit-supervisor", "pit-manager", "shift-manager")


class Difference(AssertionError):
    """The engine and the referee do not agree."""


class Pair:
    """A table of the engine and a game of the referee."""

    def __init__(self, layout: Layout, settings: dict[str, str]) -> None:
        self.layout = layout
        self.settings = settings
        self.table = Table(layout, settings=settings)
        self.game = Game(layout.id, referee_table(layout.id, settings), {})
        self.told: list[Command | Roll] = []
        self.compare("at the start")

    def ask(self, asked: Command | Roll) -> bool:
        """Ask both, and compare everything that can be seen of the two."""
        self.told.append(asked)
        try:
            answer = self.table.roll(*asked) if isinstance(asked, Roll) else self.table.send(asked)
        except Exception as broken:
            raise Difference(f"{self.story()}\nthe engine raised {broken!r}") from broken
        accepted = not answer.refused
        self.hold_the_laws(asked, answer)
        wanted = tell(self.game, asked)
        if accepted != wanted:
            says = f"refused: {answer.says}" if answer.refused else "accepted"
            raise Difference(f"{self.story()}\nthe engine {says}; the referee says {wanted}")
        self.compare(says="")
        return accepted

    def hold_the_laws(self, asked: Command | Roll, answer: Answer) -> None:
        """What holds at every table."""
        try:
            if answer.refused and answer.instead and not isinstance(asked, Roll):
                assert_offers_are_kept(self.table, asked, answer.refused)
            assert_the_crew_is_never_refused(self.table)
        except AssertionError as broken:
            raise Difference(f"{self.story()}\n{broken}") from broken

    def compare(self, says: str) -> None:
        """Everything that can be seen of both sides."""
        ours, theirs = seen(self.table), expected(self.game)
        if ours != theirs:
            parts = [
                f"{name}: engine {ours[name]}, referee {theirs[name]}" for name in ours if ours[name] != theirs[name]
            ]
            raise Difference("\n".join((self.story(), says, *parts)))

    def story(self) -> str:
        """The game so far, as a transcript that shows the difference again."""
        return "\n" + render(self.layout.id, self.settings.items(), self.told)


def seen(table: Table) -> dict[str, Any]:
    """What can be seen of the engine's table."""
    state = table.state
    return {
        "racks": {seat: state.seats[seat].rack for seat in sorted(state.seats)},
        "bets": {seat: table.bets(seat) for seat in sorted(state.seats)},
        "point": state.point or None,
        "commission": state.totals.commission,
        "house": state.totals.house,
        "phase": PHASES[state.phase.value],
        "round": state.round_number if table.layout.rulebook.correction else 0,
        "shooter": state.shooter,
        "offered": state.offered,
        "deciding only": state.decision_only,
        "dice": (set(state.dice.hand), state.dice.gone, state.dice.unchecked, state.dice.lost),
        "choices": set(state.choices),
        "away": {seat for seat, owner in state.seats.items() if owner.away},
        "debts": {name.casefold(): owed for name, owed in state.debts.items()},
        "warned": {owner.player.casefold() for owner in state.seats.values() if owner.warned},
        "barred": {owner.player.casefold() for owner in state.seats.values() if owner.barred},
    }


def expected(game: Game) -> dict[str, Any]:
    """The same of the referee's game."""
    return {
        "racks": dict(sorted(game.racks.items())),
        "bets": {seat: game.bets[seat] for seat in sorted(game.layout)},
        "point": game.point,
        "commission": game.commission,
        "house": game.house,
        "phase": game.phase,
        "round": game.round if game.book == "sentosa" else 0,
        "shooter": game.shooter,
        "offered": game.offered,
        "deciding only": game.deciding_only,
        "dice": (set(game.dice.hand), game.dice.gone, game.dice.unchecked, game.dice.lost),
        "choices": game.choices,
        "away": game.away,
        "debts": game.debts,
        "warned": {name for name in game.names.values() if game.records[name].warned},
        "barred": {name for name in game.names.values() if game.records[name].barred},
    }


# --- the referee's words for what the engine is asked


def referee_table(book: str, settings: dict[str, str]) -> dict[str, Any]:
    """Settings of the engine as the referee posts them."""
    table: dict[str, Any] = {"automatic": settings.get("crew", "automatic") == "automatic"}
    for name, text in settings.items():
        setting, value = referee_setting(name, text)
        if setting in ("min", "max"):
            for spot in named(book, value[0]) if value[1] is not None else ():
                table.setdefault(setting, {})[spot] = value[1]
        else:
            table[setting] = value
    return table


def referee_setting(name: str, text: str) -> tuple[str, Any]:
    """One setting, in the referee's words."""
    word, _, spot = name.partition(" ")
    if word in ("min", "max"):
        return word, (spot, None if text == "none" else parse_amount(text))
    if word == "odds":
        if ":" not in text:
            return "odds_multiple", int(text)
        return "odds_multiple", {int(n): int(times) for n, times in (pair.split(":") for pair in text.split(","))}
    if word in ("payable-unit", "betting-unit"):
        return ("payable_unit" if word == "payable-unit" else "unit"), parse_amount(text)
    if word == "shared-boxes":
        return "shared_boxes", {"on": True, "off": False, "none": False}.get(text, text.split(","))
    if word == "unavailable":
        return "big68", "big" not in text
    if word == "dice-set":
        return "dice_set", int(text)
    if word == "crew":
        return "automatic", text == "automatic"
    if word == "shooter":
        return "seats_shoot", text == "seats"
    return word.replace("-", "_"), {"on": True, "off": False}.get(text, text)


Teller = Callable[[Game, Any], bool]
TELLERS: dict[type, Teller] = {
    m.Sit: lambda g, c: g.sit(c.seat, c.player, c.rack),
    m.BuyIn: lambda g, c: g.buy_in(c.seat, c.amount),
    m.Leave: lambda g, c: g.leave(c.seat),
    m.ComeBack: lambda g, c: g.come_back(c.seat),
    m.PlaceBet: lambda g, c: g.bet(c.seat, c.spot, c.amount),
    m.PlaceBetFor: lambda g, c: g.book != "evolution" and g.bet(c.seat, c.spot, c.amount),
    m.ReduceBet: lambda g, c: g.reduce(c.seat, c.spot, c.amount),
    m.RemoveBet: lambda g, c: g.remove(c.seat, c.spot),
    m.CallBet: lambda g, c: g.call(c.seat, c.spot, c.call == "on", confirmed=False, only=c.only),
    m.ConfirmCall: lambda g, c: g.confirm_call(c.seat, c.spot),
    m.KeepBet: lambda g, c: g.keep(c.seat, c.spot, c.keep),
    m.TakeDice: lambda g, c: g.take_dice(c.seat),
    m.DeclineDice: lambda g, c: g.decline_dice(c.seat),
    m.PassDice: lambda g, c: g.pass_dice(c.seat),
    m.ThrowDice: lambda g, c: g.throw(c.seat),
    m.OpenBetting: lambda g, _: g.open(),
    m.CloseBetting: lambda g, c: g.close(house=c.by == "house"),
    m.OfferDice: lambda g, c: g.offer_dice(house=c.by == "house"),
    m.MoveDiceOn: lambda g, c: c.by == "house" and g.move_dice_on(),
    m.LetCompanionShoot: lambda g, c: g.companion(house=c.by == "house"),
    m.RollForDecision: lambda g, _: g.decision_only(),
    m.OrderDicePassed: lambda g, _: g.order_dice(),
    m.RecordBet: lambda g, c: g.unnoticed(c.seat, c.spot, c.amount, witness=c.by != "house" and c.witness in WITNESSES),
    m.NoticeBet: lambda g, c: g.notice(c.seat, c.spot),
    m.CallRoll: lambda g, c: g.call_roll(*c.roll),
    m.CallNoRoll: lambda g, c: g.call_no_roll("off" in c.ground, c.die),
    m.ChooseDice: lambda g, c: g.choose_dice(c.seat, c.first, c.second),
    m.RecoverDie: lambda g, c: g.recover_die(c.die),
    m.CheckDie: lambda g, c: g.check_die(c.die),
    m.LoseDie: lambda g, c: g.lose_die(c.die),
    m.ReplaceDice: lambda g, _: g.replace_dice(),
    m.DisputeFace: lambda g, c: g.dispute_face(c.seat),
    m.RuleOnRoll: lambda g, c: g.rule(c.roll, leaning=c.leaning),
    m.RaiseDispute: lambda g, c: g.raise_dispute(c.seat),
    m.RequestReview: lambda g, c: g.request_review(c.seat, c.dispute),
    m.DecideDispute: lambda g, c: g.decide_dispute(c.dispute, order_of(c)),
    m.DecideMatter: lambda g, c: g.decide_matter(order_of(c)),
    m.DecideReview: lambda g, c: g.decide_review(c.dispute, order_of(c)),
    m.LiftBar: lambda g, c: g.lift_bar(c.seat),
    m.SettleRoll: lambda g, _: g.settle(),
    m.Interrupt: lambda g, _: g.interrupt(),
    m.InvalidateOutcome: lambda g, _: g.invalidate(),
    m.DeclareMalfunction: lambda g, c: g.malfunction(c.last_roll),
    m.CorrectRoll: lambda g, c: g.correct(c.roll),
    m.MarkAway: lambda g, c: g.walk_away(c.seat, c.pending, c.spot),
    m.WarnSeat: lambda g, c: g.tell_off(c.seat),
    m.BarSeat: lambda g, c: g.bar(c.seat),
    m.FlagPartners: lambda g, c: g.partner(c.seat, c.partner),
    m.PostNotice: lambda g, c: g.post(*referee_setting(c.setting, c.value)),
}


def order_of(command: m.DecideDispute | m.DecideMatter | m.DecideReview) -> Order:
    """What a decision orders, in the referee's words."""
    return Order(command.orders, command.whose, command.spot, command.amount)


def tell(game: Game, asked: Command | Roll) -> bool:
    """Ask the referee; an error if it does not know what is asked."""
    if isinstance(asked, Roll):
        return game.automatic and game.roll(*asked)
    teller = TELLERS.get(type(asked))
    if teller is None:
        raise NotImplementedError(render_asked(asked))
    return teller(game, asked)
