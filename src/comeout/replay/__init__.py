"""Replays games from files: worked examples (JSON), transcripts and exported tables, compared with what they state."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from comeout.dice import Roll, is_roll
from comeout.errors import ComeoutError, RulebookError, nearest
from comeout.extras import needs
from comeout.money import parse_amount, show_amount
from comeout.rules.layout import Layout
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.answer import Answer
from comeout.table.apply import apply
from comeout.table.messages import Command, Event, Rejected
from comeout.table.notation.transcript import (
    Expectation,
    ExpectedRefusal,
    PositionLine,
    Setting,
    Transcript,
    TranscriptError,
    parse,
    render_asked,
)
from comeout.table.rolling import find_ground
from comeout.table.settings import SettingError, change_setting, default_settings
from comeout.table.state import COMPANION, Phase
from comeout.table.table import Table, play_position


class ReplayError(ComeoutError):
    """A file that cannot be replayed, with the place where it goes wrong."""


@dataclass
class Replayed:
    """One game replayed: what came out, what was refused, and where that differs from the file."""

    rulebook: str
    name: str
    got: dict[str, Any] = field(default_factory=dict)
    steps: list[dict[str, Any]] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What else is to be known of a game that holds: what was not checked, and why."""

    @property
    def ok(self) -> bool:
        """True when everything the file says holds."""
        return not self.differences

    def as_json(self) -> dict[str, Any]:
        """The result as plain data, amounts in cents."""
        told = {"rulebook": self.rulebook, "name": self.name, "ok": self.ok, "got": self.got, "steps": self.steps}
        return {**told, "differences": self.differences, **({"notes": self.notes} if self.notes else {})}


def replay_file(path: str) -> list[Replayed]:
    """Replay every game of a file."""
    if _begins_as_export(path):
        return [replay_export(path)]
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as bad:
        raise ReplayError(f"{path}: cannot be read: {(bad.strerror or 'no reason given').lower()}") from None
    except UnicodeDecodeError:
        raise ReplayError(f"{path}: cannot be read: it is no text") from None
    try:
        if path.endswith(".json") or text.lstrip()[:1] in ("{", "["):
            return _replay_examples(text, path)
        return [replay_transcript(parse(text), name=Path(path).name)]
    except (TranscriptError, RulebookError, SettingError) as bad:
        raise ReplayError(f"{path}: {bad}") from None


# ------------------------------------------------------------------ exported tables

LONGEST_HEADER = 16_000_000


def _begins_as_export(path: str) -> bool:
    """Whether a file is an exported table of the house; one that cannot be read is none, and is told so later."""
    try:
        with Path(path).open("rb") as file:
            first = file.readline(LONGEST_HEADER)
    except OSError:
        return False
    if b'"format"' not in first:
        return False
    needs("log", "replaying an exported table")
    from comeout.log.export import is_export

    return is_export(first)


def replay_export(path: str) -> Replayed:
    """Play an exported table again by the book that came with it: every event is folded, and every settlement of the
    present revision of the engine is decided anew.
    """
    from comeout.log.export import NotAnExport, play_again
    from comeout.log.proof import told_earlier

    try:
        with Path(path).open("rb") as file:
            played = play_again(file)
    except (NotAnExport, RulebookError) as bad:
        raise ReplayError(f"{path}: {bad}") from None
    result = Replayed(played.layout.id, played.name)
    if played.fault:
        result.differences.append(str(played.fault))
    if played.proof.earlier:
        result.notes.append(told_earlier(played.proof.earlier))
    table = Table(played.layout)
    table.state = played.proof.state
    result.got = {**_table_now(table), "records": played.proof.records, "rolls": table.state.rolls}
    return result


# ------------------------------------------------------------------ transcripts


def replay_transcript(transcript: Transcript, *, name: str = "", layout: Layout | None = None) -> Replayed:
    """Play a transcript through a table and check what it states; a layout given stands in for the book it names."""
    layout = layout or load_book(transcript.book)
    table = Table(layout, settings=_settings_of(layout, transcript))
    result = Replayed(transcript.book, name)
    answer: Sequence[Event] = ()
    for line, step in transcript.steps:
        if isinstance(step, Setting):
            continue
        if isinstance(step, PositionLine):
            play_position(table, step, line)
            continue
        if isinstance(step, Expectation):
            problem = check(table, answer, step.words, line)
            if problem:
                result.differences.append(f"line {line}: {problem}")
            continue
        answer = _one_step(table, step, line, result)
    result.got = _table_now(table)
    return result


def _settings_of(layout: Layout, transcript: Transcript) -> dict[str, str]:
    """The settings of a transcript; one the book does not allow is an error with its line."""
    plain, settings = default_settings(layout), {}
    for line, step in transcript.steps:
        if isinstance(step, Setting):
            try:
                plain = change_setting(layout, plain, step.name, step.value)
            except SettingError as bad:
                raise TranscriptError(bad.says, line) from None
            settings[step.name] = step.value
    return settings


def _one_step(table: Table, step: Command | Roll | ExpectedRefusal, line: int, result: Replayed) -> Sequence[Event]:
    asked = step.asked if isinstance(step, ExpectedRefusal) else step
    answer = table.roll(*asked) if isinstance(asked, Roll) else table.send(asked)
    result.steps.append(_step_row(render_asked(asked), answer, table.layout))
    if refused := answer.refused:
        if not isinstance(step, ExpectedRefusal):
            reason = " ".join(filter(None, (answer.reason, answer.clause)))
            result.differences.append(f"line {line}: refused ({reason}): {refused.says}")
        elif step.reason not in ("", answer.reason) or step.clause not in ("", answer.clause):
            told = f"{answer.reason} {answer.clause}"
            result.differences.append(f"line {line}: refused by {told}, not by {step.reason} {step.clause}")
    elif isinstance(step, ExpectedRefusal):
        result.differences.append(f"line {line}: accepted, though it should be refused")
    return answer


def _step_row(step: object, answer: Answer, layout: Layout) -> dict[str, Any]:
    if answer.refused:
        clause = layout.cite(answer.clause) or None
        return {"step": step, "refused": True, "reason": answer.reason, "clause": clause}
    return {"step": step, "refused": False, "reason": None, "clause": None}


STATED = ("point", "position", "phase", "shooter", "offered", "round", "decision-only", "house", "commission", "debts")
OUTCOMES = ("won", "lost", "returned", "moved")


def check(table: Table, answer: Sequence[Event], words: tuple[str, ...], line: int = 1) -> str:
    """An expectation that does not hold, in words; empty if it does, an error if it makes no sense."""
    try:
        return _check(table, answer, list(words))
    except (ValueError, IndexError, KeyError, AttributeError):
        word = next((each for each in words if not each.isdecimal()), "")
        hint = nearest(word, (*STATED, *OUTCOMES, "happened", "rack", "bets"))
        raise TranscriptError(f"`= {' '.join(words)}` is no expectation; {hint}", line, 3) from None


def _check(table: Table, answer: Sequence[Event], words: list[str]) -> str:
    state = table.state
    if words[0].isdecimal():
        return _check_seat(table, answer, int(words[0]), words[1:])
    if words[0] == "happened":
        return _check_event(answer, words[1], words[2:])
    wanted = " ".join(words[1:])
    now: dict[str, Callable[[], str]] = {
        "point": lambda: str(state.point or "off"),
        "position": lambda: str(table.position),
        "phase": lambda: state.phase.value,
        "shooter": lambda: (
            "nobody" if state.shooter is None else "companion" if not state.shooter else str(state.shooter)
        ),
        "offered": lambda: str(state.offered or "nobody"),
        "round": lambda: str(state.round_number),
        "decision-only": lambda: "yes" if state.decision_only else "no",
        "house": lambda: show_amount(state.totals.house),
        "commission": lambda: show_amount(state.totals.commission),
        "debts": lambda: show_amount(-state.totals.debts),
    }
    found = now[words[0]]()
    return "" if found == wanted or found == wanted + ".00" else f"{words[0]} is {found}, not {wanted}"


def _check_seat(table: Table, answer: Sequence[Event], seat: int, words: list[str]) -> str:
    if words[0] == "rack":
        rack = table.rack(seat)
        return "" if rack == parse_amount(words[1]) else f"seat {seat} has {show_amount(rack)}, not {words[1]}"
    if words[0] == "bets":
        wanted = {} if words[1:] == ["none"] else _pairs(words[1:])
        bets = table.bets(seat)
        if bets == wanted:
            return ""
        return f"seat {seat} has on the layout: {_bets_text(bets)}; not: {_bets_text(wanted)}"
    outcome, spot, *rest = words
    if outcome not in OUTCOMES:
        raise ValueError(outcome)
    lines = [line for event in answer if isinstance(event, m.RollSettled) for line in event.lines]
    line = next((each for each in lines if (each.seat, each.spot) == (seat, spot)), None)
    if line is None or line.outcome != outcome:
        return f"seat {seat}'s {spot} {line.outcome if line else 'was not decided'}, not {outcome}"
    return "; ".join(_line_differs(line, rest))


def _line_differs(line: m.Line, rest: list[str]) -> Iterator[str]:
    """Where a settled line differs from the amount and the clause stated for it."""
    if rest and rest[0] != "by":
        amounts = {"won": line.paid, "lost": line.at_risk, "returned": line.stake, "moved": line.stake}
        amount, wanted = amounts[line.outcome], parse_amount(rest[0])
        if amount != wanted:
            yield f"seat {line.seat}'s {line.spot} {line.outcome} {show_amount(amount)}, not {show_amount(wanted)}"
        rest = rest[1:]
    clause = " ".join(rest[1:])
    cited = tuple(filter(None, (line.clause, line.paid_by, line.limited_by)))
    if clause and clause not in cited:
        yield f"decided by {' / '.join(cited)}, not by {clause}"


def _check_event(answer: Sequence[Event], name: str, words: list[str]) -> str:
    happened = [event for event in answer if type(event).__name__ == name]
    if not happened:
        return f"{name} did not happen; {', '.join(type(event).__name__ for event in answer) or 'nothing'} did"
    while words and "=" in words[0]:
        key, _, value = words.pop(0).partition("=")
        happened = [event for event in happened if _field_text(getattr(event, key)) == value]
        if not happened:
            return f"{name} happened, but not with {key}={value}"
    clause = " ".join(words[1:])
    clauses = [clause for event in happened for clause in _cited(event)]
    return "" if not clause or clause in clauses else f"{name} by {' / '.join(filter(None, clauses))}, not by {clause}"


def _field_text(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _cited(event: Event) -> list[str]:
    """Every clause an event names, whatever for."""
    singles = [
        getattr(event, name, "")
        for name in ("clause", "advice_clause", "charge_clause", "again", "because", "time_clause", "request_clause")
    ]
    return [*singles, *getattr(event, "charged_by", ()), *getattr(event, "rounded_by", ())]


def _pairs(words: list[str]) -> dict[str, int]:
    return {spot: parse_amount(amount.rstrip(",")) for spot, amount in zip(words[::2], words[1::2], strict=True)}


def _bets_text(bets: Mapping[str, int]) -> str:
    return ", ".join(f"{spot} {show_amount(amount)}" for spot, amount in sorted(bets.items())) or "nothing"


def _table_now(table: Table) -> dict[str, Any]:
    players = {str(seat): _player_now(table, seat) for seat in sorted(table.state.seats)}
    return {"players": players, "point": table.point}


def _player_now(table: Table, seat: int) -> dict[str, Any]:
    bets = table.bets(seat)
    rack = table.rack(seat)
    on_table = sum(bets.values())
    return {"bankroll": rack, "on_table": on_table, "total": rack + on_table, "bets": bets}


# ------------------------------------------------------------------ worked examples


def _replay_examples(text: str, path: str) -> list[Replayed]:
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
    """Replay one worked example; books are loaded into the given table of layouts as they are needed."""
    return _Example(example, layouts).play()


def _plain(bad: Exception) -> str:
    return f"missing {bad}" if isinstance(bad, KeyError) else str(bad)


_TABLE_KEYS = {"odds_multiple", "payable_unit", "unit", "min", "max", "multiples_notice", "big68", "shared_boxes"}


def example_settings(layout: Layout, table: Mapping[str, Any]) -> dict[str, str]:
    """Table settings of the worked-examples format, as names and values."""
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
    """A setting that the book does not allow, a limit on a spot that it lacks with it, is an error that names it."""
    plain = default_settings(layout)
    for name, value in settings.items():
        try:
            plain = change_setting(layout, plain, name, value)
        except SettingError as bad:
            raise ValueError(f"{name}: {bad.says.removeprefix(f'{name}: ')}") from None


class _Example:
    """One worked example played by people: this class is the crew and speaks for the players."""

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
        """Play all steps and compare with what the example expects."""
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
        answer = self._play_step(step)
        self.result.steps.append(_step_row(step, answer, self.layout))
        refused = answer.refused
        if bool(refused) != bool(step.get("refused", False)):
            said = f"refused ({answer.reason}: {refused.says})" if refused else "accepted"
            self.result.differences.append(f"step {number} {json.dumps(step)}: was {said}")

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
        """The dice are out; a refused late bet leaves them where they were."""
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
        """An example states that decisions are open and not which notice led to them: one on each bet of the seat."""
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
        """An unlisted fact is the book's open ground if it has one, else its first."""
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
        return {**_player_now(self.table, self._seat({"player": player})), "point": self.table.point}

    def _compare(self, where: str, wanted: Mapping[str, Any], got: Mapping[str, Any]) -> None:
        for key, value in wanted.items():
            if got and key not in got:
                raise ValueError(f'{where}: nothing is called "{key}"; {nearest(key, got)}')
            if got.get(key) != value:
                self.result.differences.append(f"{where}: {key} is {got.get(key)}, expected {value}")

    def _compare_end(self) -> None:
        expected = self.example.get("expect", {})
        if self.single:
            self.result.got = self._now("p1")
            self._compare("at the end", expected, self.result.got)
            return
        players = {player: _player_now(self.table, seat) for player, seat in self.seats.items()}
        self.result.got = {"players": players, "point": self.table.point}
        for player, wanted in expected.get("players", {}).items():
            self._compare(f"at the end, {player}", wanted, players.get(player, {}))
        if "point" in expected:
            self._compare("at the end", {"point": expected["point"]}, self.result.got)
