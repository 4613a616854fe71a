"""Parser of acts: bets made, brought to an amount, taken down, called on or off and pressed, and odds on them."""

from __future__ import annotations

from collections.abc import Callable

from comeout.lab.language.cursor import Cursor
from comeout.lab.language.syntax import (
    Act,
    ActTarget,
    BetAct,
    BetWords,
    CallAct,
    DownAct,
    Multiple,
    OddsAct,
    PressAct,
)
from comeout.lab.language.text_errors import At, StrategyTextError

VERBS = ("bet", "have", "take", "lay", "turn", "press")
"""The words that an act begins with."""
_SAME = {"place": "bet", "put": "bet", "make": "bet", "wager": "bet", "keep": "have", "remove": "take down"}
"""What people write for some of them."""


def acts(cursor: Cursor) -> tuple[Act, ...]:
    """Acts separated by commas, up to the end of the statement."""
    found = [act(cursor)]
    while cursor.take(","):
        if cursor.token.kind == "figure":
            raise cursor.wrong("commas separate acts", hint='numbers are joined by "and": "place 6 and 8"')
        found.append(act(cursor))
    if cursor.sees("and"):
        raise cursor.wrong("acts are separated by commas", hint='did you mean ","?')
    cursor.ended()
    return tuple(found)


def act(cursor: Cursor) -> Act:
    """One act."""
    at, token = cursor.at, cursor.token
    found = _VERBS.get(token.text)
    if not found:
        hint = f'did you mean "{_SAME[token.text]}"?' if token.text in _SAME else f"an act begins with {_listed()}"
        raise cursor.wrong("this is no act", VERBS, hint=hint)
    cursor.step()
    return found(cursor, at)


def _listed() -> str:
    return ", ".join(VERBS[:-1]) + f" or {VERBS[-1]}"


def _bet(cursor: Cursor, at: At) -> Act:
    exactly = cursor.take("exactly")
    amount = cursor.sum()
    cursor.take("each")
    cursor.take("on")
    return BetAct(at, "bet", amount, target(cursor), exactly, _times(cursor))


def _times(cursor: Cursor) -> int:
    """How often a shooter an act is done at most; 0 where nothing is said."""
    for word, times in (("once", 1), ("twice", 2)):
        if cursor.take("at", "most", word) or cursor.take(word):
            cursor.need("shooter", example=f"{word} a shooter")
            return times
    if not cursor.take("at", "most"):
        return 0
    at, times = cursor.at, cursor.figure("how often")
    cursor.need("times", "shooter", example="at most 3 times a shooter")
    if not times:
        raise StrategyTextError("an act that is never done can be left out", at, hint="write 1 or more")
    return times


def _have(cursor: Cursor, at: At) -> Act:
    exactly = cursor.take("exactly")
    least = cursor.take("at", "least")
    amount = cursor.sum()
    cursor.take("each")
    cursor.take("on")
    return BetAct(at, "have at least" if least else "have", amount, target(cursor), exactly)


def target(cursor: Cursor) -> ActTarget:
    """The bets of an act, and the numbers that it leaves out."""
    at = cursor.at
    if cursor.take("it"):
        return ActTarget(BetWords("", at))
    name, point, standing = cursor.bet_name(), False, []
    if cursor.take("except"):
        while True:
            if cursor.take("point"):
                point = True
            else:
                standing.append(_numbers(cursor))
            if not cursor.take("and"):
                break
    return ActTarget(name, point, tuple(standing))


def _numbers(cursor: Cursor) -> BetWords:
    name = cursor.bet_name(what='"the point" or a kind of bet, like "come numbers"')
    if not cursor.take("numbers"):
        raise cursor.wrong('expected "numbers"', ("numbers",), hint=f'write "except {name.text} numbers"')
    return name


# ------------------------------------------------------------------ odds, and what begins with "take"


def _take(cursor: Cursor, at: At) -> Act:
    if cursor.take("down"):
        return DownAct(at, None if cursor.take("everything") else target(cursor))
    if cursor.take("odds"):
        if cursor.token.kind == "multiple":
            raise cursor.wrong("the multiple comes first", hint=f'write "take {cursor.token.text} odds on pass"')
        return _odds(cursor, at, lay=False, multiple=Multiple(at, value="odds"))
    if cursor.token.kind == "figure":
        raise cursor.wrong("odds are a multiple of the bet", hint=f'did you mean "{cursor.token.text}x"?')
    multiple = cursor.multiple()
    cursor.need("odds", example="take 2x odds on pass")
    return _odds(cursor, at, lay=False, multiple=multiple)


def _lay(cursor: Cursor, at: At) -> Act:
    if cursor.take("full"):
        cursor.need("odds", example="lay full odds on don't pass")
        return _odds(cursor, at, lay=True, multiple=Multiple(at))
    if cursor.sees_multiple:
        raise _bare_lay(cursor, cursor.token.text)
    if not cursor.take("odds"):
        hint = 'write "lay odds to win 2x on don\'t pass", or "bet 24 on lay 4" for a lay bet'
        raise cursor.wrong('expected "odds"', ("odds",), hint=hint)
    if cursor.take("to", "win"):
        return _odds(cursor, at, lay=True, multiple=cursor.multiple()._replace(to_win=True))
    if cursor.take("risking"):
        return _odds(cursor, at, lay=True, multiple=cursor.multiple()._replace(to_win=False))
    if cursor.sees_multiple:
        raise _bare_lay(cursor, cursor.token.text)
    return _odds(cursor, at, lay=True, multiple=Multiple(at, value="odds"))


def _bare_lay(cursor: Cursor, times: str) -> StrategyTextError:
    hint = f'write "lay odds to win {times} on" or "lay odds risking {times} on"'
    return StrategyTextError(f'"lay {times} odds" can be read in two ways', cursor.at, hint=hint)


def _odds(cursor: Cursor, at: At, *, lay: bool, multiple: Multiple) -> Act:
    cursor.need("on", example="lay full odds on don't pass" if lay else "take 2x odds on pass")
    name = cursor.bet_name()
    against = name.is_against
    if against != lay:
        hint = "write it like " + ('"lay odds to win 3-4-5x on"' if against else '"take 3-4-5x odds on"')
        raise StrategyTextError(f"odds on {name.text} are {'laid' if against else 'taken'}", at, hint=hint)
    if multiple.value == "odds" and cursor.names.get("odds") != "let":
        hint = 'write it like "lay odds to win 3-4-5x on"' if lay else 'write it like "take 3-4-5x odds on"'
        raise StrategyTextError("it does not say how much odds", at, hint=f'{hint}, or "let odds be 3-4-5x"')
    covered = cursor.take("as", "much", "as", "rack", "covers")
    return OddsAct(at, lay, multiple, name, covered)


# ------------------------------------------------------------------ calls and presses


def _turn(cursor: Cursor, at: At) -> Act:
    if not cursor.sees("on") and not cursor.sees("off"):
        raise cursor.wrong('expected "on" or "off"', ("on", "off"), hint='write it like "turn off every place"')
    on = cursor.step().text == "on"
    only = cursor.take("only")
    return CallAct(at, target(cursor), "on" if on else "off", only)


def _press(cursor: Cursor, at: At) -> Act:
    pressed = target(cursor)
    if not cursor.sees("by"):
        raise cursor.wrong("expected by how much", ("by",), hint='write "by the win" or "by half the win"')
    cursor.step()
    half = cursor.take("half")
    if not cursor.take("win"):
        hint = "for amounts of your own write a ladder"
        raise cursor.wrong('expected "the win" or "half the win"', ("win", "half"), hint=hint)
    return PressAct(at, pressed, half)


_VERBS: dict[str, Callable[[Cursor, At], Act]] = {
    "bet": _bet,
    "have": _have,
    "take": _take,
    "lay": _lay,
    "turn": _turn,
    "press": _press,
}
