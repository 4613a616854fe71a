"""Settings: what a table may choose within its book, checked against it: limits, odds, units, crew and shooter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from comeout.errors import ComeoutError, nearest
from comeout.money import LARGEST, parse_amount, show_amount
from comeout.rules.layout import POINTS, Layout
from comeout.rules.wagers import Role

CrewKind = Literal["automatic", "people"]
ShooterKind = Literal["seats", "companion"]
MOST_DICE = 1000
"""The largest set of dice. A larger number is a typing error; most books name no limit."""
NobodyShoots = Literal["companion", "wait"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of one table. Amounts are in cents. Limits are by spot id, and follow a come bet to its number."""

    odds_multiple: dict[int, int] = field(default_factory=dict)
    payable_unit: int = 1
    betting_unit: int = 100
    minimum: dict[str, int] = field(default_factory=dict)
    maximum: dict[str, int] = field(default_factory=dict)
    multiples_notice: bool = False
    unavailable: frozenset[str] = frozenset()
    shared_boxes: frozenset[str] = frozenset()
    breakage_up: bool = False
    betting_time_s: int = 30
    dice_set: int = 5
    crew: CrewKind = "automatic"
    shooter: ShooterKind = "companion"
    no_roll_callers: frozenset[str] = frozenset()
    strict_dont_come: bool = False
    offer_time_s: int = 5
    """How long an offer of the dice stands at a live table; never longer than the betting time."""
    nobody_shoots: NobodyShoots = "companion"
    """Who throws at a live table when no seat can or wants to."""
    away_rounds: int = 3
    away_minutes: int = 10
    """A seat without a bet is freed after so many rounds or minutes away, whichever is first."""


class SettingError(ComeoutError):
    """A setting that the book does not allow, with the clause that says so."""

    def __init__(self, says: str, clause: str = "") -> None:
        super().__init__(says)
        self.clause = clause


def default_settings(layout: Layout) -> Settings:
    """Return the default settings of a book: no limits, the book's own odds multiple, automatic crew."""
    book = layout.rulebook
    return Settings(
        odds_multiple=dict.fromkeys(POINTS[1:], book.odds.default) if book.odds else {},
        breakage_up=book.breakage.direction == "up",
        dice_set=book.dice.set_default,
        no_roll_callers=frozenset(book.no_rolls.by),
    )


def chosen_settings(layout: Layout, choices: Mapping[str, str] | None) -> Settings:
    """Return the default settings with some of them changed, by name and value."""
    chosen = default_settings(layout)
    given: object = choices or {}
    if not isinstance(given, Mapping):
        raise SettingError(f'settings are given as a mapping, like {{"odds": "2"}}, not as {given!r:.40}')
    for name, value in given.items():
        chosen = change_setting(layout, chosen, name, value)
    return chosen


def change_setting(layout: Layout, settings: Settings, name: str, value: str) -> Settings:
    """Return the settings with one of them changed; raise the error that says what the book allows."""
    if type(value) is not str:
        raise SettingError(f'the value of a setting is written as text: {name} = "{value}"')
    word, _, spot = str(name).partition(" ")
    if word not in _SETTERS:
        raise SettingError(f'there is no setting "{word}"; {nearest(word, _SETTERS)}')
    if bool(spot) != (word in ("min", "max")):
        says = "say which spot, like `min field`" if not spot else f"{word} is for the whole table, not for a spot"
        raise SettingError(says)
    try:
        return _SETTERS[word](layout, settings, value, spot)
    except ValueError as bad:
        raise SettingError(f"{name}: {bad}") from None


def setting_pairs(layout: Layout, settings: Settings) -> tuple[tuple[str, str], ...]:
    """Return the settings that differ from the book's defaults, as names and values that change_setting reads back."""
    plain = default_settings(layout)
    pairs: list[tuple[str, str]] = []
    if settings.odds_multiple != plain.odds_multiple:
        pairs.append(("odds", ",".join(f"{n}:{times}" for n, times in sorted(settings.odds_multiple.items()))))
    for name, mine, theirs in (
        ("payable-unit", settings.payable_unit, plain.payable_unit),
        ("betting-unit", settings.betting_unit, plain.betting_unit),
    ):
        if mine != theirs:
            pairs.append((name, show_amount(mine)))
    pairs += [(f"min {spot}", show_amount(least)) for spot, least in sorted(settings.minimum.items())]
    pairs += [(f"max {spot}", show_amount(most)) for spot, most in sorted(settings.maximum.items())]
    for name, now, usual in (
        ("multiples-notice", settings.multiples_notice, plain.multiples_notice),
        ("strict-dont-come", settings.strict_dont_come, plain.strict_dont_come),
    ):
        if now != usual:
            pairs.append((name, "on" if now else "off"))
    for name, those, these in (
        ("unavailable", settings.unavailable, plain.unavailable),
        ("shared-boxes", settings.shared_boxes, plain.shared_boxes),
        ("no-roll-callers", settings.no_roll_callers, plain.no_roll_callers),
    ):
        if those != these:
            pairs.append((name, ",".join(sorted(those)) or "none"))
    if settings.breakage_up != plain.breakage_up:
        pairs.append(("breakage", "up" if settings.breakage_up else "down"))
    for name, whole, default in (
        ("betting-time", settings.betting_time_s, plain.betting_time_s),
        ("dice-set", settings.dice_set, plain.dice_set),
        ("offer-time", settings.offer_time_s, plain.offer_time_s),
        ("away-rounds", settings.away_rounds, plain.away_rounds),
        ("away-minutes", settings.away_minutes, plain.away_minutes),
    ):
        if whole != default:
            pairs.append((name, str(whole)))
    if settings.crew != plain.crew:
        pairs.append(("crew", settings.crew))
    if settings.shooter != plain.shooter:
        pairs.append(("shooter", settings.shooter))
    if settings.nobody_shoots != plain.nobody_shoots:
        pairs.append(("nobody-shoots", settings.nobody_shoots))
    return tuple(pairs)


def _odds(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    odds = layout.rulebook.odds
    if not odds:
        limit = next(w.limit for w in layout.rulebook.wager.values() if w.limit)
        raise SettingError("this book fixes its odds multiples itself", limit.times[0].clause)
    if ":" in value:
        multiple = dict(settings.odds_multiple)
        for pair in value.split(","):
            number, _, times = pair.partition(":")
            point = _whole(number)
            if point not in multiple:
                raise SettingError(f"{number} is no point; a multiple by point is written 4:3,5:4,6:5", odds.clause)
            multiple[point] = _whole(times)
    else:
        multiple = dict.fromkeys(POINTS[1:], _whole(value))
    if any(not odds.least <= times <= odds.most for times in multiple.values()):
        raise SettingError(f"the odds multiple may be {odds.least} to {odds.most}", odds.clause)
    return replace(settings, odds_multiple=multiple)


def _payable_unit(_: Layout, settings: Settings, value: str, __: str) -> Settings:
    return replace(settings, payable_unit=_amount(value))


def _betting_unit(_: Layout, settings: Settings, value: str, __: str) -> Settings:
    return replace(settings, betting_unit=_amount(value))


def _minimum(layout: Layout, settings: Settings, value: str, spot: str) -> Settings:
    limits = _limit(layout, settings.minimum, value, spot)
    return _ordered(layout, replace(settings, minimum=limits), spot)


def _maximum(layout: Layout, settings: Settings, value: str, spot: str) -> Settings:
    limits = _limit(layout, settings.maximum, value, spot)
    return _ordered(layout, replace(settings, maximum=limits), spot)


def _limit(layout: Layout, limits: dict[str, int], value: str, name: str) -> dict[str, int]:
    spots = _boxes(layout, name)
    if not spots:
        known = (*layout.by_id, *layout.rulebook.wager)
        raise SettingError(f'no spot "{name}"; {nearest(name, known)}', layout.rulebook.book.wagers_clause)
    rest = {spot: limit for spot, limit in limits.items() if spot not in spots}
    return rest if value == "none" else {**rest, **dict.fromkeys(spots, _amount(value))}


def _boxes(layout: Layout, name: str) -> tuple[str, ...]:
    """Return the spots that a limit is posted for: one spot, or every spot of a family such as place."""
    if name in layout.by_id:
        return (name,)
    return tuple(spot.id for spot in layout.spots if spot.wager_id == name)


def _ordered(layout: Layout, settings: Settings, name: str) -> Settings:
    for spot in _boxes(layout, name):
        if settings.minimum.get(spot, 0) > settings.maximum.get(spot, LARGEST):
            raise SettingError(f"the minimum on {spot} would be above its maximum", layout.rulebook.limits.clause)
    return settings


def _multiples_notice(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    if not layout.rulebook.limits.multiples_notice:
        raise SettingError("this book has no notice of multiples")
    return replace(settings, multiples_notice=_switch(value))


def _unavailable(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    wagers = layout.rulebook.wager
    names = _names(value)
    for name in names:
        if name not in wagers or not wagers[name].optional:
            optional = [known for known, wager in wagers.items() if wager.optional]
            raise SettingError(
                f'"{name}" is no wager this book lets a table leave out; it names: {", ".join(optional) or "none"}',
                layout.rulebook.book.wagers_clause,
            )
    return replace(settings, unavailable=frozenset(names))


def _shared_boxes(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    limits = layout.rulebook.limits
    if not limits.shared:
        raise SettingError("this book limits each player, not a shared box", limits.clause)
    names = tuple(layout.by_id) if value == "on" else _names("none" if value == "off" else value)
    for name in names:
        if name not in layout.by_id:
            raise SettingError(f'no spot "{name}"; {nearest(name, layout.by_id)}', limits.shared_clause)
    return replace(settings, shared_boxes=frozenset(names))


def _breakage(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    rule = layout.rulebook.breakage
    if value not in ("up", "down"):
        raise SettingError("breakage is up or down", rule.clause)
    if rule.fixed and value != rule.direction:
        raise SettingError(f"this book rounds {rule.direction}", rule.clause)
    return replace(settings, breakage_up=value == "up")


def _betting_time(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    seconds = _whole(value)
    if not 1 <= seconds <= 3600:
        raise SettingError("the betting time is 1 to 3600 seconds", layout.rulebook.betting.time_clause)
    return replace(settings, betting_time_s=seconds)


def _offer_time(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    rule, seconds = layout.rulebook.shooter, _whole(value)
    if rule.throws == "launcher":
        raise SettingError("this book has no shooter: a launcher throws", rule.first_clause)
    if not 1 <= seconds <= 3600:
        raise SettingError("the time for an offer of the dice is 1 to 3600 seconds", rule.first_clause)
    return replace(settings, offer_time_s=seconds)


def _nobody_shoots(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    rule = layout.rulebook.shooter
    if rule.throws == "launcher":
        raise SettingError("this book has no shooter: a launcher throws", rule.first_clause)
    if value not in get_args(NobodyShoots):
        raise SettingError("when nobody shoots, a companion throws or the table waits: companion or wait")
    return replace(settings, nobody_shoots="wait" if value == "wait" else "companion")


def _away_rounds(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    rounds = _whole(value)
    if not 1 <= rounds <= 1000:
        raise SettingError("a seat is kept for 1 to 1000 rounds", layout.rulebook.walk_away.settled_clause)
    return replace(settings, away_rounds=rounds)


def _away_minutes(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    minutes = _whole(value)
    if not 1 <= minutes <= 1440:
        raise SettingError("a seat is kept for 1 to 1440 minutes", layout.rulebook.walk_away.settled_clause)
    return replace(settings, away_minutes=minutes)


def _dice_set(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    dice = layout.rulebook.dice
    size = _whole(value)
    if not dice.holds(size):
        raise SettingError(f"a set holds {dice.size} dice", dice.set_clause or dice.clause)
    if size > MOST_DICE:
        raise SettingError(f"Comeout numbers at most {MOST_DICE} dice")
    return replace(settings, dice_set=size)


def _crew(_: Layout, settings: Settings, value: str, __: str) -> Settings:
    if value not in get_args(CrewKind):
        raise SettingError("the crew is automatic or people")
    return replace(settings, crew="people" if value == "people" else "automatic")


def _shooter(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    rule = layout.rulebook.shooter
    if value not in get_args(ShooterKind):
        raise SettingError("the shooter comes from the seats or is a companion")
    if value == "seats" and rule.throws == "launcher":
        raise SettingError("this book has no shooter: a launcher throws", rule.first_clause)
    return replace(settings, shooter="seats" if value == "seats" else "companion")


def _no_roll_callers(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    rule = layout.rulebook.no_rolls
    names = _names(value)
    if not rule.designated or not names or not set(names) <= set(rule.by):
        raise SettingError(f"No Roll is called by {' or '.join(rule.by)}", rule.clause)
    return replace(settings, no_roll_callers=frozenset(names))


def _strict_dont_come(layout: Layout, settings: Settings, value: str, _: str) -> Settings:
    if not layout.rulebook.dont_lock:
        raise SettingError("this book does not bar a don't bet that was taken down")
    return replace(settings, strict_dont_come=_switch(value))


Setter = Callable[[Layout, Settings, str, str], Settings]
_SETTERS: dict[str, Setter] = {
    "odds": _odds,
    "payable-unit": _payable_unit,
    "betting-unit": _betting_unit,
    "min": _minimum,
    "max": _maximum,
    "multiples-notice": _multiples_notice,
    "unavailable": _unavailable,
    "shared-boxes": _shared_boxes,
    "breakage": _breakage,
    "betting-time": _betting_time,
    "dice-set": _dice_set,
    "crew": _crew,
    "shooter": _shooter,
    "no-roll-callers": _no_roll_callers,
    "strict-dont-come": _strict_dont_come,
    "offer-time": _offer_time,
    "nobody-shoots": _nobody_shoots,
    "away-rounds": _away_rounds,
    "away-minutes": _away_minutes,
}
SETTING_NAMES = tuple(_SETTERS)
ROLES: tuple[Role, ...] = get_args(Role)


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 6:
        raise ValueError(f'"{text}" is not a whole number')
    return int(text)


def _amount(text: str) -> int:
    cents = parse_amount(text)
    if not cents:
        raise ValueError("an amount is more than nothing")
    return cents


def _switch(value: str) -> bool:
    if value not in ("on", "off"):
        raise ValueError(f'"{value}" is neither on nor off')
    return value == "on"


def _names(value: str) -> tuple[str, ...]:
    return () if value == "none" else tuple(value.split(","))
