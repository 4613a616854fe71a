"""Whatever is asked of a table, in any order: no chip is made or lost, refusals change nothing, the log is the game."""

from __future__ import annotations

import copy
import dataclasses
from collections import Counter
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from comeout.dice import ROLLS, Roll
from comeout.rules.library import book_names, load_book
from comeout.table import messages as m
from comeout.table.advice.why import why
from comeout.table.apply import apply
from comeout.table.ledger import audit, transfers
from comeout.table.messages import COMMANDS, Command, Event
from comeout.table.notation.transcript import PositionLine, parse
from comeout.table.settings import ROLES, SETTING_NAMES
from comeout.table.state import Phase, new_state
from comeout.table.table import Table
from tests.kit.laws import assert_offers_are_kept, assert_the_crew_is_never_refused, assert_whole_or_refused

LAYOUTS = {book: load_book(book) for book in book_names()}
SPOTS = sorted({spot for layout in LAYOUTS.values() for spot in layout.by_id})
GROUNDS = sorted({row.code for layout in LAYOUTS.values() for row in layout.rulebook.no_roll})
NEAR = ["pass", "dont-pass", "come", "dont-come", "pass-odds", "dont-pass-odds", "come-6", "place-6", "buy-4", "field"]
POSTED = {
    "shared-boxes": ["on", "off"],
    "multiples-notice": ["on", "off"],
    "odds": ["1", "3"],
    "payable-unit": ["1", "0.01"],
    "breakage": ["up", "down"],
    "shooter": ["seats", "companion"],
    "crew": ["automatic", "people"],
}
REASONS = ["fire", "fraud", "unreasonable delay", "a whim"]
VALUES = ["on", "off", "none", "up", "down", "1", "2", "5.00", "4:3,6:5", "seats", "companion", "automatic", "big"]

FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "Seat": st.integers(0, 4),
    "Die": st.integers(0, 6),
    "int": st.integers(0, 6) | st.just(190),
    "Amount": st.sampled_from([0, 1, -1, 100, 250, 500, 1_000, 1_200, 2_000, 10**16, float("nan"), 1.5, "10", None]),
    "Role": st.sampled_from(ROLES) | st.just("croupier"),
    "Switch": st.sampled_from(["on", "off", "maybe"]),
    "Tender": st.sampled_from(["chips", "cash", "shells"]),
    "DieReading": st.sampled_from(["flat", "opposite-face", "natural-fall", "upside-down"]),
    "bool": st.booleans(),
    "Roll": st.sampled_from(ROLLS) | st.just((0, 7)) | st.none(),
    "Roll | None": st.sampled_from(ROLLS) | st.none() | st.just((1, 9)),
}
TEXTS: dict[str, st.SearchStrategy[Any]] = {
    "spot": st.sampled_from(SPOTS) | st.sampled_from(["", "no-such-spot"]),
    "ground": st.sampled_from([*GROUNDS, "dice touched chips", "bad luck"]),
    "reason": st.sampled_from(REASONS),
    "setting": st.sampled_from(SETTING_NAMES) | st.sampled_from(["min field", "max field", "max place-6", "luck"]),
    "value": st.sampled_from(VALUES),
    "position": st.sampled_from(ROLES),
}


def commands() -> st.SearchStrategy[Command]:
    """Any command with any sort of field, sensible or not."""
    return st.one_of([st.builds(kind, **{f.name: field(f) for f in dataclasses.fields(kind)}) for kind in COMMANDS])


def field(each: dataclasses.Field[Any]) -> st.SearchStrategy[Any]:
    named = TEXTS.get(each.name)
    return named if named is not None else FIELDS.get(str(each.type), st.sampled_from(["Ann", "a note", " ", ""]))


class AnyTable(RuleBasedStateMachine):
    """One table and everybody around it."""

    @initialize(
        book=st.sampled_from(book_names()),
        crew=st.sampled_from(["automatic", "people"]),
        shooter=st.sampled_from(["seats", "companion"]),
        limits=st.booleans(),
    )
    def open_a_table(self, book: str, crew: str, shooter: str, limits: bool) -> None:
        layout = LAYOUTS[book]
        settings = {"crew": crew}
        if layout.rulebook.shooter.throws == "shooter":
            settings["shooter"] = shooter
        if limits:
            settings |= {"min field": "5", "max field": "9", "max place-6": "12", "min pass": "5"}
        self.table = Table(layout, settings=settings)
        self.book = layout.rulebook
        self.settings = self.table.state.settings
        for seat in (1, 2, 3):
            self.table.sit(f"player {seat}", 20_000)

    def ask(self, command: Command) -> None:
        before = copy.deepcopy(self.table.state)
        log = len(self.table.log)
        answer = self.table.send(command)
        if answer.refused:
            assert self.table.state == before
            assert len(self.table.log) == log
            assert answer.says
            assert why(answer, self.table.layout.id)
            assert_offers_are_kept(self.table, command, answer.refused)
        else:
            self.check_money(before.totals.racks, self.table.log[log:])

    def check_money(self, racks: int, events: list[Event]) -> None:
        moved: Counter[str] = Counter()
        for event in events:
            assert why(event, self.table.layout.id)
            for source, target, amount in transfers(event):
                assert amount > 0
                moved[source] -= amount
                moved[target] += amount
        into_racks = sum(amount for account, amount in moved.items() if account.startswith("rack"))
        assert self.table.state.totals.racks == racks + into_racks

    @rule(command=commands())
    def anything_is_asked(self, command: Command) -> None:
        self.ask(command)

    @rule(seat=st.integers(1, 3), spot=st.sampled_from(SPOTS), amount=st.sampled_from([200, 500, 600, 1_000, 4_000]))
    def a_bet_is_made(self, seat: int, spot: str, amount: int) -> None:
        self.ask(m.PlaceBet(seat, spot, amount))

    @rule(seat=st.integers(1, 3), spot=st.sampled_from(["pass", "dont-pass", "come", "dont-come", "place-6"]))
    def a_usual_bet_is_made_and_stood_by(self, seat: int, spot: str) -> None:
        self.ask(m.PlaceBet(seat, spot, 500))
        self.ask(m.KeepBet(seat, spot))

    @precondition(lambda self: self.table.state.offered is not None)
    @rule(take=st.booleans())
    def the_offer_is_answered(self, take: bool) -> None:
        seat = self.table.state.offered
        assert seat is not None
        self.ask(m.TakeDice(seat) if take else m.DeclineDice(seat))

    @rule(roll=st.sampled_from(ROLLS))
    def a_roll_is_played(self, roll: Roll) -> None:
        state = self.table.state
        if state.settings.crew == "automatic":
            log, racks = len(self.table.log), state.totals.racks
            answer = self.table.roll(*roll)
            assert_whole_or_refused(self.table, roll, log, answer)
            self.check_money(racks, self.table.log[log:])
            return
        by = self.table.layout.rulebook.call.by[-1]
        crew = (m.OpenBetting("dealer"), m.OfferDice("stickperson"), m.CloseBetting("dealer"))
        for command in (*crew, m.ThrowDice(state.shooter or 0), m.CallRoll(by, roll), m.SettleRoll("dealer")):
            self.ask(command)

    @rule(spot=st.sampled_from(NEAR), kind=st.sampled_from(["min", "max"]), amount=st.sampled_from(["2", "7", "none"]))
    def a_limit_is_posted_in_mid_hand(self, spot: str, kind: str, amount: str) -> None:
        self.ask(m.PostNotice(self.book.limits.post_by[0], f"{kind} {spot}", amount))

    @rule(setting=st.sampled_from(sorted(POSTED)), luck=st.data())
    def a_setting_is_posted_in_mid_hand(self, setting: str, luck: st.DataObject) -> None:
        self.ask(m.PostNotice(self.book.limits.post_by[0], setting, luck.draw(st.sampled_from(POSTED[setting]))))

    @rule(seat=st.integers(1, 3), spot=st.sampled_from(NEAR), amount=st.sampled_from([100, 300, 900, 5_000]))
    def a_bet_is_overlooked(self, seat: int, spot: str, amount: int) -> None:
        self.ask(m.RecordBet((*self.book.limits.record_by, "dealer")[0], seat, spot, amount, "boxperson"))

    @rule(seat=st.integers(1, 3), spot=st.sampled_from(NEAR), then=st.sampled_from(["wait", "raise", "withdraw", "go"]))
    def a_bet_is_noticed_and_its_owner_chooses(self, seat: int, spot: str, then: str) -> None:
        self.ask(m.NoticeBet((*self.book.limits.notice_by, "dealer")[0], seat, spot))
        if then == "raise":
            self.ask(m.PlaceBet(seat, spot, 500))
        elif then == "withdraw":
            self.ask(m.RemoveBet(seat, spot))
        elif then == "go":
            self.ask(m.MarkAway(self.book.walk_away.by[0], seat, pending=True))

    @rule(seat=st.integers(1, 3), spot=st.sampled_from(NEAR))
    def a_bet_is_taken_down(self, seat: int, spot: str) -> None:
        self.ask(m.RemoveBet(seat, spot))

    @rule(times=st.integers(1, 4))
    def the_dice_are_declined_all_round(self, times: int) -> None:
        for _ in range(times):
            if self.table.state.offered is None:
                self.ask(m.OfferDice("stickperson"))
            self.ask(m.DeclineDice(self.table.state.offered or 1))

    @precondition(lambda self: self.table.state.shooter)
    @rule(how=st.sampled_from(["pass", "order", "leave", "away", "companion"]))
    def the_shooter_changes(self, how: str) -> None:
        seat = self.table.state.shooter
        assert seat is not None
        commands: dict[str, Command] = {
            "pass": m.PassDice(seat),
            "order": m.OrderDicePassed("boxperson", "unreasonable delay"),
            "leave": m.Leave(seat),
            "away": m.MarkAway(self.book.walk_away.by[0], seat),
            "companion": m.PostNotice(self.book.limits.post_by[0], "shooter", "companion"),
        }
        self.ask(commands[how])

    @rule(decide=st.sampled_from(["stickperson", "boxperson"]))
    def come_bets_are_to_be_decided(self, decide: str) -> None:
        self.ask(m.RollForDecision("stickperson" if decide == "stickperson" else "boxperson"))

    @rule(roll=st.sampled_from(ROLLS))
    def the_last_outcome_is_taken_back(self, roll: Roll) -> None:
        if self.book.invalidation:
            self.ask(m.InvalidateOutcome(self.book.invalidation.by[0], "fire"))
        if self.book.correction:
            self.ask(m.CorrectRoll(self.book.correction.by[0], roll))
        if self.book.malfunction and roll.total == 7:
            self.ask(m.DeclareMalfunction(self.book.malfunction.by[0]))

    @rule()
    def the_round_is_interrupted(self) -> None:
        self.ask(m.Interrupt(self.book.interruption.by[0]))

    @rule(seat=st.integers(1, 3), rack=st.sampled_from([0, 20_000]))
    def a_player_goes_and_comes(self, seat: int, rack: int) -> None:
        if seat in self.table.state.seats:
            self.ask(m.Leave(seat))
        else:
            self.ask(m.Sit(seat, f"player {seat}", rack))

    @rule(seat=st.integers(1, 3))
    def a_player_walks_away(self, seat: int) -> None:
        waits = any(owner == seat for owner, _ in self.table.state.choices)
        self.ask(m.MarkAway(self.book.walk_away.by[0], seat, waits))

    @rule(die=st.integers(0, 2), then=st.sampled_from(["found", "lost", "found after all", "replaced"]))
    def a_die_leaves_the_table(self, die: int, then: str) -> None:
        state = self.table.state
        for command in (m.CloseBetting("dealer"), m.ThrowDice(state.shooter or 0)):
            self.ask(command)
        self.ask(m.CallNoRoll(self.book.no_rolls.by[0], "off-table", die=die))
        gone = sorted(state.dice.gone)
        for each in gone:
            if then in ("lost", "found after all"):
                self.ask(m.LoseDie("stickperson", each))
            if then in ("found", "found after all"):
                self.ask(m.RecoverDie("stickperson", each))
                self.ask(m.CheckDie("boxperson", each))
        if then == "replaced":
            self.ask(m.ReplaceDice("stickperson"))

    @invariant()
    def the_crew_is_never_refused(self) -> None:
        assert_the_crew_is_never_refused(self.table)

    @invariant()
    def no_chip_is_made_or_lost(self) -> None:
        state = self.table.state
        assert audit(state) == state.totals
        money = state.totals
        assert money.racks + money.layout + money.house + money.commission + money.cage + money.debts == 0
        assert state.on_spot == [sum(bet.amount for bet in bets.values()) for bets in state.bets]
        assert sorted(state.occupied) == [index for index, bets in enumerate(state.bets) if bets]
        assert all(seat.rack >= 0 for seat in state.seats.values())
        assert all(bet.amount > 0 for bets in state.bets for bet in bets.values())

    def teardown(self) -> None:
        table = getattr(self, "table", None)
        if table is None:
            return
        state = new_state(table.layout, self.settings)
        for event in table.log:
            apply(table.layout, state, event)
        assert state == table.state
        again = replayed(table)
        assert again.log == table.log
        assert again.state == table.state
        assert table.state.phase in Phase


def replayed(table: Table) -> Table:
    """The same game, read back from its transcript."""
    transcript = parse(table.transcript())
    assert [step for _, step in transcript.steps][len(table.opened.settings) :] == table.script
    again = Table(table.layout, settings=dict(table.opened.settings))
    for asked in table.script:
        assert not isinstance(asked, PositionLine)
        answer = again.roll(*asked) if isinstance(asked, Roll) else again.send(asked)
        assert answer
    return again


TestAnyTable = AnyTable.TestCase
