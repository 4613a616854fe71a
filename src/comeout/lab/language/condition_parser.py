"""Parser of conditions: moments of the table, events of a roll, and both joined by "and", "or" and "not"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from comeout.errors import meant
from comeout.lab.language.cursor import Cursor
from comeout.lab.language.syntax import (
    BOX_NUMBERS,
    Always,
    BetEnds,
    BetWords,
    Both,
    Condition,
    CountIs,
    Either,
    HowMany,
    InARow,
    InStage,
    IsUp,
    JustAfter,
    LastStep,
    LiesAt,
    Negated,
    NumberTest,
    PointChanges,
    ProfitIs,
    PuckIs,
    RackCovers,
    Rolled,
    ShooterGone,
    ShooterProfitIs,
    StepIs,
    Sum,
)
from comeout.lab.language.text_errors import At, StrategyTextError
from comeout.money import parse_amount

Outcomes = Literal["won", "lost", "returned"]
_OUTCOMES: dict[str, Outcomes] = {"wins": "won", "loses": "lost", "pushes": "returned"}
MOST_DEEP = 20
"""How many conditions may stand inside each other."""
MOMENTS = (
    "always",
    "come-out",
    "point on",
    "point is 6",
    "nothing is up",
    "pass is up",
    "with 20 on pass",
    "fewer than 2 come numbers",
    "up 100",
    "down 100",
    "rack covers 100",
    "any roll",
    "point is made",
    "shooter sevens out",
)
"""What moments and events look like."""


def condition(cursor: Cursor) -> Condition:
    """A condition, up to whatever does not belong to it."""
    at, first = cursor.at, _single(cursor)
    for word, joined in (("and", Both), ("or", Either)):
        if not cursor.sees(word):
            continue
        parts = [first]
        while cursor.take(word):
            parts.append(_single(cursor))
        if cursor.sees("and") or cursor.sees("or"):
            raise cursor.wrong('"and" and "or" together can be read in two ways', hint="put one of them in brackets")
        return joined(at, tuple(parts))
    return first


def _single(cursor: Cursor) -> Condition:
    """One condition, or one in brackets; they are few enough to be followed."""
    cursor.depth += 1
    if cursor.depth > MOST_DEEP:
        raise cursor.wrong("too many conditions stand inside each other", hint="write a stage or a count for some")
    found = _one(cursor)
    cursor.depth -= 1
    return found


def _one(cursor: Cursor) -> Condition:
    at = cursor.at
    if cursor.take("not"):
        return Negated(at, _single(cursor))
    if cursor.take("("):
        inner = condition(cursor)
        cursor.need(")", example="(come-out or point is 6) and nothing is up")
        return inner
    if cursor.token.kind == "figure":
        return _rolled(cursor)
    found = _FIRST_WORDS.get(cursor.token.text)
    return (found and found(cursor, at)) or _about_a_name(cursor)


# ------------------------------------------------------------------ the table


def _always(cursor: Cursor, at: At) -> Condition:
    cursor.step()
    return Always(at)


def _come_out(cursor: Cursor, at: At) -> Condition:
    cursor.step()
    return PuckIs(at, ())


def _point(cursor: Cursor, at: At) -> Condition:
    cursor.step()
    if cursor.take("on") or cursor.take("is", "on"):
        return PuckIs(at, BOX_NUMBERS)
    if cursor.sees("off") or cursor.sees("is", "off"):
        raise cursor.wrong("without a point it is the come-out", hint='did you mean "come-out"?')
    if not cursor.take("is"):
        raise cursor.wrong('expected "on" or "is"', ("on", "is"), hint='write "point on" or "point is 6"')
    if cursor.sees("made") or cursor.sees("set"):
        return PointChanges(at, made=cursor.step().text == "made")
    negated = cursor.take("not")
    first, numbers = cursor.at, cursor.figures("or", "a point")
    for number in numbers:
        if number not in BOX_NUMBERS:
            raise StrategyTextError(f"{number} is never a point", first, hint="points are 4, 5, 6, 8, 9 and 10")
    return Negated(at, PuckIs(at, numbers)) if negated else PuckIs(at, numbers)


def _nothing(cursor: Cursor, at: At) -> Condition:
    cursor.step()
    cursor.need("is", "up", example="nothing is up")
    return Negated(at, IsUp(at, None))


def _with(cursor: Cursor, at: At) -> Condition:
    cursor.step()
    exactly = cursor.sum()
    cursor.need("on", example="with 20 on pass")
    return LiesAt(at, exactly, cursor.bet_name())


def _quantity(cursor: Cursor, at: At) -> Condition | None:
    compared = comparison(cursor, ("fewer", "more", "at", "exactly", "no"))
    if compared is None:
        return None
    name = cursor.bet_name(what='a kind of bet, like "come numbers"')
    if cursor.take("bets"):
        return HowMany(at, name, compared, "bets")
    if not cursor.take("numbers") and not cursor.take("number"):
        hint = f'write it like "fewer than 2 {name.text} numbers"'
        raise cursor.wrong('expected "numbers" or "bets"', ("numbers", "bets"), hint=hint)
    return HowMany(at, name, compared, point_counts=cursor.take("counting", "point"))


def comparison(cursor: Cursor, words: tuple[str, ...]) -> NumberTest | None:
    """What a number is compared with, if one of these words opens it."""
    if cursor.token.text not in words:
        return None
    if cursor.take("fewer", "than") or cursor.take("below"):
        return NumberTest("at most", (cursor.figure() - 1,))
    if cursor.take("more", "than") or cursor.take("above"):
        return NumberTest("at least", (cursor.figure() + 1,))
    if cursor.take("at", "least"):
        return NumberTest("at least", (cursor.figure(),))
    if cursor.take("at", "most"):
        return NumberTest("at most", (cursor.figure(),))
    if cursor.take("exactly"):
        return NumberTest("is", (cursor.figure(),))
    if cursor.take("no"):
        return NumberTest("is", (0,))
    word = cursor.step().text
    second = {"fewer": ("than",), "more": ("than",), "at": ("least", "most")}[word]
    raise cursor.wrong(f'expected "{" or ".join(second)}"', second, hint=f'write "{word} {second[0]} 2"')


def _up_or_down(cursor: Cursor, at: At) -> Condition:
    down = cursor.step().text == "down"
    cursor.take("at", "least")
    return ProfitIs(at, cursor.sum(), down)


def _this_shooter(cursor: Cursor, at: At) -> Condition:
    cursor.step()
    cursor.need("shooter", "is", example="this shooter is above -60")
    relations: tuple[Literal["up", "down", "above", "below"], ...] = ("up", "down", "above", "below")
    for relation in relations:
        if cursor.take(relation):
            return ShooterProfitIs(at, relation, _signed(cursor))
    raise cursor.wrong("expected how the money of this shooter is compared", relations, hint='write "is above -60"')


def _signed(cursor: Cursor) -> Sum:
    token = cursor.token
    if token.kind != "negative":
        return cursor.sum()
    try:
        cents = parse_amount(token.text.removeprefix("-"))
    except ValueError:
        raise cursor.wrong("this is no amount", hint="write it like -60 or -12.50") from None
    cursor.step()
    return Sum(token.at, -cents)


def _rack(cursor: Cursor, at: At) -> Condition:
    cursor.step()
    cursor.need("covers", example="rack covers 60")
    return RackCovers(at, cursor.sum())


def _stage(cursor: Cursor, at: At) -> Condition:
    cursor.step()
    cursor.take("is")
    name = cursor.called("stage")
    if not name:
        known = cursor.known("stage")
        raise cursor.wrong("there is no such stage", known, hint='write one like "stage bold when up 100"')
    cursor.step()
    return InStage(at, name)


def _after(cursor: Cursor, at: At) -> Condition:
    cursor.step()
    if cursor.token.kind == "figure" and _row_follows(cursor):
        least = cursor.figure()
        won = cursor.step().text in ("wins", "win")
        cursor.need("in", "row", "on", example="after 3 losses in a row on pass")
        return InARow(at, least, "won" if won else "lost", cursor.bet_name())
    return JustAfter(at, _single(cursor))


def _row_follows(cursor: Cursor) -> bool:
    figure = cursor.token.text
    return any(cursor.sees(figure, word) for word in ("losses", "wins", "loss", "win"))


# ------------------------------------------------------------------ events


def _rolled(cursor: Cursor) -> Condition:
    at, totals = cursor.at, cursor.figures("or", "a total of the dice")
    cursor.need("is", "rolled", example="6 or 8 is rolled")
    for total in totals:
        if not 2 <= total <= 12:
            raise StrategyTextError(f"two dice never show {total}", at, hint="a total is from 2 to 12")
    return Rolled(at, totals)


def _shooter(cursor: Cursor, at: At) -> Condition:
    cursor.step()
    cursor.need("sevens", "out", example="the shooter sevens out")
    return ShooterGone(at)


def _box(cursor: Cursor, at: At) -> Condition:
    cursor.step()
    cursor.need("number", "is", "rolled", example="a box number is rolled")
    return Rolled(at, BOX_NUMBERS)


def _any(cursor: Cursor, at: At) -> Condition | None:
    return Rolled(at, ()) if cursor.take("any", "roll") else None


def _it(cursor: Cursor, at: At) -> Condition:
    cursor.step()
    if cursor.take("was", "last", "step"):
        return LastStep(at)
    return _of_bet(cursor, BetWords("", at))


# ------------------------------------------------------------------ counts, ladders and bets, which begin with a name


def _about_a_name(cursor: Cursor) -> Condition:
    at = cursor.at
    if name := cursor.called("count"):
        cursor.step()
        return CountIs(at, name, _count_compared(cursor))
    if name := cursor.called("ladder"):
        cursor.step()
        return StepIs(at, name, _step(cursor))
    if cursor.token.kind != "word":
        raise cursor.wrong("expected a moment", hint='write it like "come-out", "point on" or "always"')
    return _of_bet(cursor, cursor.bet_name(what="a moment", any_of=True))


def _count_compared(cursor: Cursor) -> NumberTest:
    if not cursor.take("is") and not cursor.take("are"):
        raise cursor.wrong('expected "is"', ("is",), hint='write it like "hits is 2" or "hits is at least 2"')
    compared = comparison(cursor, ("at", "above", "below", "fewer", "more", "exactly"))
    if compared:
        return compared
    negated = cursor.take("not")
    return NumberTest("is not" if negated else "is", cursor.figures("or", "what the count is compared with"))


def _step(cursor: Cursor) -> int:
    cursor.need("is", "on", example="stake is on the last step")
    if cursor.take("last", "step"):
        return -1
    if cursor.take("first", "step"):
        return 1
    cursor.need("step", example="stake is on step 2")
    return cursor.figure("the number of a step")


def _of_bet(cursor: Cursor, name: BetWords) -> Condition:
    word = cursor.token.text
    if word in _OUTCOMES:
        cursor.step()
        return BetEnds(name.at, name, _OUTCOMES[word])
    if word not in ("is", "are"):
        raise _no_moment(cursor, name)
    cursor.step()
    if cursor.take("in", "transit"):
        return IsUp(name.at, name, in_transit=True)
    negated = cursor.take("not")
    if not cursor.take("up"):
        raise _no_count(cursor, name)
    up = IsUp(name.at, name)
    return Negated(name.at, up) if negated else up


def _no_moment(cursor: Cursor, name: BetWords) -> StrategyTextError:
    known = (*MOMENTS, *cursor.known("stage"))
    singular = {"win": "wins", "lose": "loses", "push": "pushes", "won": "wins", "lost": "loses"}
    last = name.text.split()[-1] if name.text else cursor.token.text
    if last in singular:
        hint = f'did you mean "{singular[last]}"?'
    elif name.text in cursor.known("stage"):
        hint = f'did you mean "stage {name.text}"?'
    else:
        hint = meant(name.text or "it", known) or 'write it like "come-out", "point on" or "always"'
    return StrategyTextError(f'"{name.text or "it"}" is no moment', name.at, hint=hint)


def _no_count(cursor: Cursor, name: BetWords) -> StrategyTextError:
    if cursor.token.kind == "figure" or cursor.token.text in ("at", "above", "below", "fewer", "more"):
        hint = meant(name.text, cursor.known("count")) or f'declare it: "count {name.text or "hits"}"'
        return StrategyTextError(f'there is no count "{name.text or "it"}"', name.at, hint=hint)
    return cursor.wrong('expected "up" or "in transit"', ("up", "in"), hint=f'write "{name.text or "it"} is up"')


def _from(cursor: Cursor, at: At) -> Condition:
    cursor.step()
    least = cursor.figure()
    name = cursor.called("count")
    if not name:
        known = cursor.known("count")
        raise cursor.wrong("there is no such count", known, hint='declare it: "count hits"')
    cursor.step()
    return CountIs(at, name, NumberTest("at least", (least,)))


_FIRST_WORDS: dict[str, Callable[[Cursor, At], Condition | None]] = {
    "always": _always,
    "come-out": _come_out,
    "point": _point,
    "nothing": _nothing,
    "with": _with,
    **dict.fromkeys(("fewer", "more", "at", "exactly", "no"), _quantity),
    "up": _up_or_down,
    "down": _up_or_down,
    "this": _this_shooter,
    "rack": _rack,
    "stage": _stage,
    "after": _after,
    "from": _from,
    "shooter": _shooter,
    "box": _box,
    "any": _any,
    "it": _it,
}
