"""Replays worked examples, games written in JSON with the amounts they must end with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from comeout.dice import Roll, is_roll
from comeout.errors import nearest
from comeout.money import show_amount
from comeout.replay.result import Replayed, ReplayError, player_now
from comeout.replay.transcripts import step_row
from comeout.rules.layout import Layout
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.answer import Answer
from comeout.table.apply import apply
from comeout.table.messages import Command, Rejected
from comeout.table.position import position_of
from comeout.table.rolling import find_ground
from comeout.table.settings import SettingError, change_setting, default_settings
from comeout.table.state import COMPANION, Phase
from comeout.table.table import Table

# ------------------------------------------------------------------ worked examples


def replay_examples(text: str, path: str) -> list[Replayed]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as bad:
        raise ReplayError(f"{path}: line {bad.lineno}, column {bad.colno}: {bad.msg}") from None
    except RecursionError:
        raise ReplayError(f"{path}: nested too deeply") from None
    examples = data.get("examples") if isinstance(data, dict) else data
    if not isinstance(examples, list) or not all(isinstance(example, dict) for example in examples):
        raise ReplayError(f'{path}: expected {{"examples": [...]}}, a list of worked examples')
    layouts: dict[str, Layout] = {}
    results = []
    for number, example in enumerate(examples, 1):
        try:
            results.append(replay_example(example, layouts))
        except (KeyError, TypeError, ValueError, SettingError) as bad:
            name = example.get("name", "?")
            raise ReplayError(f'{path}: example {number} ("{name}"): {_plain(bad)}') from None
    return results


def replay_example(example: Mapping[str, Any], layouts: dict[str, Layout]) -> Replayed:
    """Replay one worked example. Books are loaded into `layouts` as they are needed."""
    return _Example(example, layouts).play()


def _plain(bad: Exception) -> str:
    return f"missing {bad}" if isinstance(bad, KeyError) else str(bad)


_TABLE_KEYS = {"odds_multiple", "payable_unit", "unit", "min", "max", "multiples_notice", "big68", "shared_boxes"}


def example_settings(layout: Layout, table: Mapping[str, Any]) -> dict[str, str]:
    """Return the table settings of the worked-examples format as names and values."""
    unknown = set(table) - _TABLE_KEYS
    if unknown:
        raise ValueError(f"unknown table setting {sorted(unknown)[0]}")
    settings: dict[str, str] = {}
    multiple = table.get("odds_multiple")
    if isinstance(multiple, dict):
        settings["odds"] = ",".join(f"{point}:{times}" for point, times in multiple.items())
    elif multiple is not None:
        settings["odds"] = str(multiple)
    for key, name in (("payable_unit", "payable-unit"), ("unit", "betting-unit")):
        if key in table:
            settings[name] = show_amount(table[key])
    for key in ("min", "max"):
        settings |= {f"{key} {spot}": show_amount(cents) for spot, cents in table.get(key, {}).items()}
    for key, name in (("multiples_notice", "multiples-notice"), ("shared_boxes", "shared-boxes")):
        if table.get(key):
            settings[name] = "on"
    if not table.get("big68", True):
        settings["unavailable"] = ",".join(k for k, w in layout.rulebook.wager.items() if w.optional) or "none"
    return settings


def _check_settings(layout: Layout, settings: Mapping[str, str]) -> None:
    """Raise ValueError for a setting that the book does not allow, or for a limit on a spot that it lacks."""
    plain = default_settings(layout)
    for name, value in settings.items():
        try:
            plain = change_setting(layout, plain, name, value)
        except SettingError as bad:
            raise ValueError(f"{name}: {bad.says.removeprefix(f'{name}: ')}") from None


class _Example:
    """Plays one worked example with a crew of people: this class is the crew and speaks for the players."""

    def __init__(self, example: Mapping[str, Any], layouts: dict[str, Layout]) -> None:
        book = str(example["rulebook"])
        if book not in layouts:
            layouts[book] = load_book(book)
        self.layout, self.example = layouts[book], example
        self.single = "bankrolls" not in example
        racks = {"p1": example["bankroll"]} if self.single else example["bankrolls"]
        settings = example_settings(self.layout, example.get("table", {}))
        _check_settings(self.layout, settings)
        self.table = Table(self.layout, settings={"crew": "people", **settings})
        self.seats = {player: self.table.sit(player, cents) for player, cents in racks.items()}
        self.result = Replayed(book, str(example["name"]))
        self._crew(m.OpenBetting("dealer"))

    def play(self) -> Replayed:
        """Play all steps, and compare the result with what the example expects."""
        steps = self.example["steps"]
        if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
            raise ValueError("its steps are no list of steps")
        for number, step in enumerate(steps, 1):
            try:
                self._step(number, step)
            except (KeyError, TypeError, ValueError) as bad:
                raise ValueError(f"step {number} {json.dumps(step)}: {_plain(bad)}") from None
        self._compare_end()
        return self.result

    def _step(self, number: int, step: Mapping[str, Any]) -> None:
        if "check" in step:
            self._compare(f"step {number}", step["check"], self._now(step.get("player", "p1")))
            return
        state = self.table.state
        before = state.copy() if step.get("refused") else state  # a refusal changes nothing
        answer = self._play_step(step)
        self.result.steps.append(step_row(step, answer, self.layout))
        refused = answer.refused
        if bool(refused) != bool(step.get("refused", False)):
            said = f"refused ({answer.reason}: {refused.says})" if refused else "accepted"
            self.result.differ(f"step {number} {json.dumps(step)}: was {said}", position_of(before))

    def _play_step(self, step: Mapping[str, Any]) -> Answer:
        for key in ("roll", "no_roll", "invalidated", "decision_only", "interrupt", "malfunction", "walk_away"):
            if key in step:
                return self._house_step(key, step)
        seat = self._seat(step)
        if "remove" in step:
            return self.table.remove(seat, step["remove"])
        if "reduce" in step:
            return self.table.reduce(seat, step["reduce"], step["by"])
        if "call" in step:
            return self._call(seat, step)
        if step.get("late"):
            return self._late(seat, step)
        if step.get("unnoticed"):
            recorder = (*self.layout.rulebook.limits.record_by, "dealer")[0]
            return self.table.send(m.RecordBet(recorder, seat, step["bet"], step["amount"]))
        return self.table.bet(seat, step["bet"], step["amount"])

    def _seat(self, step: Mapping[str, Any]) -> int:
        player = step.get("player", "p1")
        if player not in self.seats:
            raise ValueError(f'nobody is called "{player}"')
        return self.seats[player]

    def _call(self, seat: int, step: Mapping[str, Any]) -> Answer:
        answer = self.table.call(seat, step["bet"], step["call"], only=bool(step.get("only", False)))
        calls = self.layout.rulebook.calls
        waits = any(isinstance(event, m.CallMade) for event in answer)
        if waits and calls and step.get("confirmed", True):
            self._crew(m.ConfirmCall(calls.confirm[0], seat, step["bet"]))
        return answer

    def _late(self, seat: int, step: Mapping[str, Any]) -> Answer:
        """Send a late bet while the dice are out; a refused one leaves them out."""
        if not self.layout.rulebook.betting.late_confirm:
            return self.table.send(m.LateBet(seat, step["bet"], step["amount"]))
        self._throw()
        answer = self.table.send(m.LateBet(seat, step["bet"], step["amount"]))
        if answer.refused:
            return answer
        for role in step.get("confirmed_by", ()):
            answer = self.table.send(m.ConfirmBet(role, seat, step["bet"]))
        if answer.refused or any(isinstance(event, m.BetPlaced) for event in answer):
            return answer
        betting = self.layout.rulebook.betting
        unsaid = Rejected(m.Reason.BETTING_CLOSED, "not confirmed by everyone it takes", betting.clause)
        return Answer(refused=unsaid, book=self.layout.id)

    def _house_step(self, key: str, step: Mapping[str, Any]) -> Answer:
        book = self.layout.rulebook
        if key == "roll":
            return self._roll(step["roll"])
        if key == "no_roll":
            return self._no_roll(str(step["no_roll"]))
        if key == "invalidated":
            if not book.invalidation:
                return self.table.send(m.InvalidateOutcome("shift-manager", str(step["invalidated"])))
            told = str(step["invalidated"]).lower()
            reason = next((each.code for each in book.invalidation.reasons if each.code in told), told)
            self._throw()
            answer = self.table.send(m.InvalidateOutcome(book.invalidation.by[0], reason))
            self._reopen()
            return answer
        if key == "decision_only":
            return self.table.send(m.RollForDecision("stickperson"))
        if key == "interrupt":
            return self._then_reopen(m.Interrupt(book.interruption.by[0]))
        if key == "malfunction":
            return self._then_reopen(m.DeclareMalfunction(book.malfunction.by[0] if book.malfunction else "dealer"))
        seat, pending = self._seat(step), step["walk_away"] == "decisions pending"
        if pending and book.limits.notice_by:
            self._tell_to_decide(seat)
        return self.table.send(m.MarkAway(book.walk_away.by[0], seat, pending))

    def _tell_to_decide(self, seat: int) -> None:
        """Open a decision on each bet of the seat: an example says that decisions are open, and not by which notice."""
        limits = self.layout.rulebook.limits
        for spot in self.table.bets(seat):
            noticed = m.LimitNoticed(limits.notice_by[0], seat, spot, limits.notice_under_clause)
            apply(self.layout, self.table.state, noticed)
            self.table.log.append(noticed)

    def _then_reopen(self, command: Command) -> Answer:
        answer = self.table.send(command)
        self._reopen()
        return answer

    def _roll(self, faces: Any) -> Answer:
        if not is_roll(faces):
            raise ValueError(f"{faces} is not a roll; write the two faces like [3, 4]")
        self._throw()
        self._crew(m.CallRoll(self.layout.rulebook.call.by[0], Roll(*faces)))
        answer = self._crew(m.SettleRoll("dealer"))
        self._reopen()
        return answer

    def _no_roll(self, text: str) -> Answer:
        """Call a No Roll. A fact that is not listed takes the book's open ground if it has one, else its first."""
        book = self.layout.rulebook
        grounds = book.no_roll
        ground = find_ground(self.layout, text) or next((row for row in grounds if row.note), grounds[0])
        self._throw()
        answer = self.table.send(m.CallNoRoll(book.no_rolls.by[0], ground.code, note=text))
        for die in sorted(self.table.state.dice.gone):
            self._crew(m.RecoverDie(book.dice.control[0], die))
            self._crew(m.CheckDie(book.dice.check_by[0], die))
        self._reopen()
        return answer

    def _throw(self) -> None:
        if self.table.state.phase is Phase.BETTING:
            self._crew(m.CloseBetting("dealer"))
            self._crew(m.ThrowDice(COMPANION))

    def _reopen(self) -> None:
        if self.table.state.phase in (Phase.SETTLED, Phase.CLOSED):
            self._crew(m.OpenBetting("dealer"))

    def _crew(self, command: Command) -> Answer:
        answer = self.table.send(command)
        if answer.refused:
            raise ValueError(f"the crew cannot {type(command).__name__}: {answer.refused.says}")
        return answer

    def _now(self, player: str) -> dict[str, Any]:
        return {**player_now(self.table, self._seat({"player": player})), "point": self.table.point}

    def _compare(self, where: str, wanted: Mapping[str, Any], got: Mapping[str, Any]) -> None:
        for key, value in wanted.items():
            if got and key not in got:
                raise ValueError(f'{where}: nothing is called "{key}"; {nearest(key, got)}')
            if got.get(key) != value:
                self.result.differ(f"{where}: {key} is {got.get(key)}, expected {value}", self.table.position)

    def _compare_end(self) -> None:
        expected = self.example.get("expect", {})
        if self.single:
            self.result.got = self._now("p1")
            self._compare("at the end", expected, self.result.got)
            return
        players = {player: player_now(self.table, seat) for player, seat in self.seats.items()}
        self.result.got = {"players": players, "point": self.table.point}
        for player, wanted in expected.get("players", {}).items():
            self._compare(f"at the end, {player}", wanted, players.get(player, {}))
        if "point" in expected:
            self._compare("at the end", {"point": expected["point"]}, self.result.got)
