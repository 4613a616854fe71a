"""The referee plays every case of the case files too: what they state of racks, bets and dice, and what is refused."""

from __future__ import annotations

import pytest

from comeout.dice import Roll
from comeout.money import parse_amount
from comeout.rules.library import book_names
from comeout.table.messages import Reason
from comeout.table.notation.transcript import Expectation, ExpectedRefusal, PositionLine, Setting, parse
from tests.kit.casebook import Case, cases
from tests.kit.sides import PHASES, TELLERS, referee_table, tell
from tests.referee import Game

ALL = [case for book in book_names() for case in cases(book)]
FORMAL = {
    Reason.WRONG_ROLE,
    Reason.UNKNOWN_GROUND,
    Reason.NONSENSE,
    Reason.NOTE_NEEDED,
    Reason.BAD_DICE,
    Reason.BAD_SETTING,
    Reason.CASH_REFUSED,
}
"""Refusals of how something was said, or by whom; the referee listens to everybody."""


@pytest.mark.parametrize("case", ALL, ids=[case.id for case in ALL])
def test_the_referee_agrees_with_the_case(case: Case) -> None:
    steps = parse(case.text, book=case.book, first_line=case.line).steps
    settings = {step.name: step.value for _, step in steps if isinstance(step, Setting)}
    game = Game(case.book, referee_table(case.book, settings), {})
    for line, step in steps:
        if isinstance(step, Setting):
            continue
        if isinstance(step, Expectation):
            assert holds(game, list(step.words)), f"{case.file}, line {line}: {' '.join(step.words)}"
            continue
        if isinstance(step, PositionLine):
            return  # the referee plays from an empty table
        asked = step.asked if isinstance(step, ExpectedRefusal) else step
        if not isinstance(asked, Roll) and type(asked) not in TELLERS:
            return  # what comes after it is another matter
        if isinstance(step, ExpectedRefusal):
            if step.reason and Reason[step.reason] not in FORMAL:
                assert not tell(game, asked), f"{case.file}, line {line}: accepted"
        else:
            assert tell(game, asked), f"{case.file}, line {line}: refused"


def holds(game: Game, words: list[str]) -> bool:
    """Whether the referee's game is as a case states it; what it cannot know holds."""
    if words[0].isdecimal():
        seat = int(words[0])
        if words[1] == "rack":
            return game.racks[seat] == parse_amount(words[2])
        if words[1] == "bets":
            pairs = [] if words[2:] == ["none"] else list(zip(words[2::2], words[3::2], strict=True))
            return game.bets[seat] == {spot: parse_amount(amount.rstrip(",")) for spot, amount in pairs}
        return True
    wanted = " ".join(words[1:])
    now = {
        "point": str(game.point or "off"),
        "phase": next(name for name, phase in PHASES.items() if phase == game.phase),
        "shooter": {None: "nobody", 0: "companion"}.get(game.shooter, str(game.shooter)),
        "offered": str(game.offered or "nobody"),
        "round": str(game.round),
        "decision-only": "yes" if game.deciding_only else "no",
    }
    if words[0] in ("house", "commission"):
        sign, amount = (-1, wanted[1:]) if wanted.startswith("-") else (1, wanted)
        return sign * parse_amount(amount) == (game.house if words[0] == "house" else game.commission)
    return words[0] not in now or now[words[0]] == wanted
