"""Write docs/from-crapssim.md: crapssim's example strategies in our language, and both on the same rolls.

With the argument `record` it first plays crapssim again, which needs the extra `bench`, and keeps what bets brought.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from comeout import Dice, Table
from comeout.dice import Roll
from comeout.lab.language.reader import read_strategy
from comeout.lab.table_play import TablePlayer
from comeout.lab.turn import take_turn
from comeout.money import Amount, show_money
from comeout.rules.library import book_names, load_book

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "from-crapssim.md"
RECORDED = ROOT / "tests" / "fixtures" / "crapssim-0.4.1.json"
BOOK, BANKROLL, ROLLS, SEED = "adelaide", 100_000_00, 144, 1

EXAMPLES = {
    "Pass2Come(5)": """
strategy pass-2-come
come-out: bet 5 on pass
point on and fewer than 2 come bets: bet 5 on come
""",
    "PassLinePlace68(5, 6, 6)": """
strategy pass-line-place-68
come-out: bet 5 on pass
only while point on: bet 6 on place 6 and 8 except the point
""",
    "PlaceInside(5)": """
strategy place-inside
point on: bet 22 inside
""",
    "PassLinePlace68Move59(5, 6, 5)": """
strategy pass-line-place-68-move-59
come-out: bet 5 on pass
after place 6 wins: bet 6 on place 6
after place 8 wins: bet 6 on place 8
after place 5 wins: bet 5 on place 5
after place 9 wins: bet 5 on place 9
point on and point is not 6 and fewer than 2 place numbers: bet 6 on place 6
point is 6: take down place 6
point on and point is not 8 and fewer than 2 place numbers: bet 6 on place 8
point is 8: take down place 8
point on and fewer than 2 place numbers: bet 5 on place 5
point on and point is not 9 and fewer than 2 place numbers: bet 5 on place 9
point is 9: take down place 9
""",
    "Place682Come(5, 6, 5)": """
strategy place-68-2-come
come-out and fewer than 2 come bets: bet 5 on pass
point on and ((pass is up and no come bets) or (pass is not up and fewer than 2 come bets)): bet 5 on come
# A place bet that has won is made again first, unless a come bet has just gone to its number.
after place 6 wins and come 6 is not up: bet 6 on place 6
after place 8 wins and come 8 is not up: bet 6 on place 8
after place 5 wins: bet 5 on place 5
after place 9 wins and come 9 is not up: bet 5 on place 9
# crapssim takes the 8 or the 9 down after it has looked for free numbers before it.
stage eight when after place 8 wins and come 8 is up
stage nine when after place 9 wins and come 9 is up
stage neither otherwise
stage neither and point on and fewer than 2 place numbers and not ((point is 6 and pass is up) or come 6 is up):
  bet 6 on place 6
point on and ((point is 6 and pass is up) or come 6 is up): take down place 6
stage neither and point on and fewer than 2 place numbers and not ((point is 8 and pass is up) or come 8 is up):
  bet 6 on place 8
point on and ((point is 8 and pass is up) or come 8 is up): take down place 8
not stage nine and point on and fewer than 2 place numbers: bet 5 on place 5
point on and fewer than 2 place numbers and not ((point is 9 and pass is up) or come 9 is up): bet 5 on place 9
point on and ((point is 9 and pass is up) or come 9 is up): take down place 9
""",
    "IronCross(5)": """
strategy iron-cross-of-crapssim
come-out: bet 5 on pass
point on: take 2x odds on pass
only while point on: bet 10 on place 5 except the point, bet 12 on place 6 and 8 except the point
point on: bet 5 on field
""",
    "HammerLock(10)": """
strategy hammer-lock
count hits
  up when any place wins
  back when the shooter sevens out
come-out: bet 10 on pass, bet 10 on don't pass
point on and hits is 0: have 24 on place 6 and 8
point on and hits is 1: have 12 on place 6 and 8, have 10 on place 5 and 9
from 2 hits: take down every place
point on: lay odds risking 6x on don't pass
""",
    "Risk12(5)": """
strategy risk-12
after place 6 wins: bet 6 on place 6
after place 8 wins: bet 6 on place 8
come-out and no place numbers and this shooter is above -8: bet 5 on pass, bet 5 on field
come-out and exactly 1 place numbers and this shooter is above -2: bet 5 on pass, bet 5 on field
come-out and exactly 2 place numbers and this shooter is above 4: bet 5 on pass, bet 5 on field
come-out: take down every place
point on and exactly 1 place numbers and this shooter is up 11: bet 6 on place 6 and 8 except the point
point on and no place numbers and this shooter is up 5: bet 6 on place 6 and 8 except the point
point on and point is not 6 and no place numbers and this shooter is above -2: bet 6 on place 6
point is 6 and no place numbers and this shooter is above -2: bet 6 on place 8
""",
    "Knockout(10)": """
strategy knockout
come-out: bet 10 on pass, bet 10 on don't pass
point on: take 3-4-5x odds on pass
""",
    "DiceDoctor(10)": """
strategy dice-doctor-of-crapssim
ladder stake: 10, 20, 15, 30, 25, 50, 35, 70, 50, 100, 75, 150
  up when field wins
  back when field loses
always: bet stake on field
""",
    "Place68PR(6)": """
strategy place-68-press-regress
ladder press for each of place 6 and 8: 6, 12
  up when it wins
  back when it was the last step or the shooter sevens out
point on: have press on place 6 and 8
""",
    "Place68DontCome2Odds(12, 30)": """
strategy place-68-dont-come-2-odds
point on: bet 12 on place 6 and 8
point on and no don't come bets: bet 30 on don't come
always: lay odds risking 2x on every don't come
""",
    "QuickProps(5, 10)": """
strategy quick-props
always: bet 5 on world, bet 10 on big 6 and 8
""",
    "BuySampler(25)": """
strategy buy-sampler
always: bet 25 on buy 4 and 10
""",
    "LaySampler(30)": """
strategy lay-sampler
always: bet 30 on lay 5 and 9
""",
    "ThreePointMolly(10, 1)": """
strategy three-point-molly-1x
come-out: bet 10 on pass
point on: take 1x odds on pass
point on and fewer than 2 come bets: bet 10 on come
always: take 1x odds on every come
""",
    "ThreePointDolly(10, 1)": """
strategy three-point-dolly-1x
come-out: bet 10 on don't pass
point on: lay odds to win 1x on don't pass
point on and fewer than 2 don't come bets: bet 10 on don't come
always: lay odds to win 1x on every don't come
""",
    "SqueezePlay()": """
strategy squeeze-play
count hits
  up when any place wins
  back when the shooter sevens out
point on and hits is 0 or 1: have 66 inside
point on and hits is 2: have 88 inside
point on and hits is 1 or 2: have 10 on place 4 and 10
point on and from 3 hits: have 64 across
""",
    "DoubleTap(10)": """
strategy double-tap
ladder press for each of place 6 and 8: 12, 24, 48, 12, 24, 48, 12
  up when it wins
  back when the shooter sevens out
ladder tap for each of place 4 and 5 and 9 and 10: 10, 20, 40, 10, 20, 40, 10
  up when it wins
  back when the shooter sevens out
point on: have press on place 6 and 8, have tap on place 4 and 5 and 9 and 10
""",
}

Changes = dict[str, Amount]
"""What each spot brought on one roll, in cents; vigorish stands by itself, as "vigorish on buy-4"."""


@dataclass(slots=True)
class Played:
    """A strategy on the rolls at our table."""

    changes: list[Changes] = field(default_factory=list)
    rows: list[dict[str, tuple[str, str]]] = field(default_factory=list)
    """For each roll and spot the clause that decided the bet, and the one that set its payment."""
    wealth: list[Amount] = field(default_factory=list)


def play(text: str, rolls: list[Roll]) -> Played:
    """Play one of our texts at a public table."""
    layout = load_book(BOOK)
    table = Table(layout)
    player, strategy = TablePlayer(table, table.sit("Ann", BANKROLL)), read_strategy(text).on(layout)
    played, memory = Played(), strategy.begin()
    for roll in rolls:
        turn = take_turn(player, strategy, memory, start=BANKROLL)
        changes: Changes = Counter()
        rows = {}
        for bet in turn.placed:
            if bet.vigorish:
                changes[f"vigorish on {bet.spot}"] -= bet.vigorish
                rows[f"vigorish on {bet.spot}"] = (bet.charged_by[0], bet.charged_by[0])
        event = player.roll(roll.place)
        for line in event.lines:
            changes[line.spot] += line.paid - (line.stake if line.outcome == "lost" else 0)
            rows[line.spot] = (line.clause, line.paid_by)
        memory = strategy.see(turn.memory, event) if strategy.remembers else turn.memory
        played.changes.append({spot: cents for spot, cents in changes.items() if cents})
        played.rows.append(rows)
        played.wealth.append(player.wealth)
    return played


class Recorded:
    """What crapssim's bets brought, as the fixture keeps it."""

    def __init__(self) -> None:
        kept = json.loads(RECORDED.read_text(encoding="utf-8"))
        self.rolls = [Roll(int(faces[0]), int(faces[2])) for faces in kept["rolls"].split()]
        self._changes: dict[str, dict[str, Changes]] = kept["changes"]

    def changes(self, example: str) -> list[Changes]:
        """What each spot brought on each roll, in cents."""
        found = self._changes[example]
        return [found.get(str(place), {}) for place in range(len(self.rolls))]


@dataclass(slots=True)
class Difference:
    """What one clause makes of the money."""

    rolls: int = 0
    cents: Amount = 0
    by_roll: Counter[int] = field(default_factory=Counter)

    def add(self, place: int, cents: Amount) -> None:
        """Note what it makes on one roll."""
        self.rolls += not self.by_roll[place]
        self.by_roll[place] += cents
        self.cents += cents


def differences(here: Played, there: list[Changes]) -> dict[str, Difference]:
    """Each difference in money under the clause that makes it.

    If both paid, it is the clause that sets the payment; if only one side decided the bet, the clause that decides it.
    """
    charges = {spot: row for rows in here.rows for spot, row in rows.items() if spot.startswith("vigorish")}
    found: dict[str, Difference] = {}
    for place, (ours, theirs) in enumerate(zip(here.changes, there, strict=True)):
        for spot in sorted({*ours, *theirs}):
            cents = ours.get(spot, 0) - theirs.get(spot, 0)
            if cents:
                decides, pays = (charges if spot in charges else here.rows[place])[spot]
                clause = pays if ours.get(spot, 0) > 0 and theirs.get(spot, 0) > 0 else decides
                found.setdefault(clause, Difference()).add(place, cents)
    return dict(sorted(found.items()))


# ------------------------------------------------------------------ the page

REASONS = {
    "4(e) lose (ii)": (
        "Odds laid on a don't come bet work at the come-out too, so they lose with the bet. crapssim's example lays "
        "them with `always_working=False`, and takes them back."
    ),
    "4(h)": "A lay bet works at the come-out, and loses to its number there. crapssim's is off.",
    "6(c) World note": (
        "The part of a world bet on 2 or 12 is paid 32 to 1, and the four other parts are lost. crapssim pays 30 to 1."
    ),
    "7(a) lose": (
        "5% of what a lay bet can win is charged when it is made, each time it is made. crapssim charges the same, but "
        "counts the charge as yours until the bet is decided; and here more of them are decided, at come-outs."
    ),
    "7(a) win": (
        "5% of a buy bet is charged to the cent, 1.25 for 25, when it is made. crapssim rounds to the dollar, and "
        "counts the charge as yours until the bet is decided."
    ),
    "7(b)": "A lay bet works at the come-out, and a seven there wins it. crapssim's is off.",
    "8(d) payout": (
        "Odds laid on a don't come bet work at the come-out too, so a seven there pays them. crapssim's example lays "
        "them with `always_working=False`, and takes them back."
    ),
}
"""Why crapssim's money differs, by the clause of ours."""

HEAD = """# From crapssim

[crapssim](https://github.com/skent259/crapssim) is a craps simulator in Python. This page has its example strategies,
those of `crapssim.strategy.examples` in version 0.4.1, in the [language of Comeout](strategies.md), so that you can
bring your own.

Both played the same {rolls} rolls, bet by bet: crapssim at its table as it comes, Comeout under the rules of Adelaide.
They are nearest to crapssim's: place bets, buy bets and the odds on come bets are off at the come-out, don't bets push
on a 12, the field pays double on 2 and 12, and there are a world bet, Big 6 and Big 8. {equal} of the {count} examples
bring the same money to the cent on every roll. Where the money differs, a clause makes the difference, and it is named
below the example. `make from-crapssim` plays both again and writes this page.

## What you write

| crapssim | Comeout |
|---|---|
| `BetPassLine(5)`, `AddIfPointOff(PassLine(5))` | `come-out: bet 5 on pass` |
| `AddIfPointOn(Field(5))` | `point on: bet 5 on field` |
| `AddIfNotBet(Place(6, 12))` | `always: bet 12 on place 6` |
| `BetPlace({{6: 6, 8: 6}}, skip_point=True)` | `only while point on: bet 6 on place 6 and 8 except the point` |
| `StrategyMode.REPLACE` | `have 12 on place 6` |
| `RemoveByType(Place)` | `take down every place` |
| `CountStrategy(Come, 2, Come(5))` | `point on and fewer than 2 come bets: bet 5 on come` |
| `PassLineOddsMultiplier()` | `take 3-4-5x odds on pass` |
| `ComeOddsMultiplier(2)` | `take 2x odds on every come` |
| `DontPassOddsMultiplier(6)` | `lay odds risking 6x on don't pass` |
| `DontPassWinMultiplier(1)` | `lay odds to win 1x on don't pass` |
| `WinProgression`, `PlaceHitProgression` | a `ladder`; a `count` and `have` |
| `table.run(max_rolls=144, max_shooter=10)` | `comeout sim FILE --rolls 144 --shooters 10 --sessions 1000000` |
| `table.fixed_run(rolls)` | `comeout sim FILE --rolls-from rolls.txt` |

Three habits differ:

- A place bet that wins stays up in crapssim. Here the stake comes back with the payment, and a strategy makes the bet
  again before the next roll. You only notice it in a strategy that counts its place bets: it makes it again first.
- In crapssim the mode of a bet says whether it comes down when its moment ends. Here `only while` takes it down.
- crapssim's money is a float. Here it is cents, and an amount that does not pay evenly becomes the nearest that does.
"""

PUT = """## PutWithOdds

`PutWithOdds(10, 2)` cannot be written. A put bet is a pass bet made while the point is on, and every book here refuses
one: {clauses}.
"""


def page() -> str:
    """The page, from what crapssim brought and our own play."""
    recorded = Recorded()
    found = {}
    for example, text in EXAMPLES.items():
        here = play(text, recorded.rolls)
        found[example] = (here.wealth[-1] - BANKROLL, differences(here, recorded.changes(example)))
    equal = sum(not apart for _, apart in found.values())
    parts = [HEAD.format(rolls=len(recorded.rolls), equal=equal, count=len(EXAMPLES))]
    for example, (cents, apart) in found.items():
        parts.append("\n".join(_section(example, cents, apart)))
    return "\n".join([*parts, PUT.format(clauses=", ".join(_refusals()))])


def _refusals() -> Iterator[str]:
    """The clause by which each book refuses a pass bet once a point is set."""
    for name in book_names():
        table = Table(load_book(name))
        seat = table.sit("Ann", BANKROLL)
        table.roll(2, 2).or_raise()
        refused = table.bet(seat, "pass", 10_00).refused
        assert refused, f"{name} takes a put bet"
        yield f"{name} by {refused.clause}"


def _section(example: str, cents: Amount, apart: dict[str, Difference]) -> Iterator[str]:
    name, _, _ = example.partition("(")
    theirs = cents - sum(each.cents for each in apart.values())
    yield f"## {name}\n\n`{example}` is\n\n```strategy\n{EXAMPLES[example].strip()}\n```\n"
    if not apart:
        yield f"Both bring {show_money(cents)}, and the same on every roll.\n"
        return
    yield f"crapssim brings {show_money(theirs)}, Comeout {show_money(cents)}.\n"
    yield "| clause of Adelaide | rolls | difference | why |\n|---|---|---|---|"
    for clause, each in apart.items():
        yield f"| {clause} | {each.rolls} | {show_money(each.cents)} | {REASONS[clause]} |"
    yield ""


# ------------------------------------------------------------------ crapssim

SPOTS = {
    "PassLine": "pass",
    "DontPass": "dont-pass",
    "Come": "come",
    "DontCome": "dont-come",
    "Place": "place",
    "Buy": "buy",
    "Lay": "lay",
    "Field": "field",
    "World": "world",
    "Big6": "big",
    "Big8": "big",
}
"""Our wager for each kind of crapssim's bets."""


def record() -> None:
    """Play the examples in crapssim on our rolls, and keep what each bet brought."""
    rolls = list(Dice(seed=SEED).take(ROLLS))
    changes = {example: _peer(example, rolls) for example in EXAMPLES}
    lines = [f'"{example}": {json.dumps(found, separators=(",", ":"))}' for example, found in changes.items()]
    faces = " ".join(f"{roll.a}-{roll.b}" for roll in rolls)
    text = f'{{"crapssim": "0.4.1", "rolls": "{faces}", "changes": {{\n' + ",\n".join(lines) + "\n}}\n"
    RECORDED.write_text(text, encoding="utf-8")


def _peer(example: str, rolls: list[Roll]) -> dict[str, Changes]:
    from crapssim import Table as PeerTable
    from crapssim.strategy import Strategy, examples

    name, _, given = example.rstrip(")").partition("(")
    played = getattr(examples, name)(*(float(each) for each in given.split(",") if each))
    changes: list[Changes] = []

    class Recorder(Strategy):  # type: ignore[misc]  # crapssim is not installed where types are checked
        """Plays a strategy and notes what each bet brings, once the dice lie and before anything is paid."""

        def completed(self, player: Any) -> bool:
            return bool(played.completed(player))

        def update_bets(self, player: Any) -> None:
            played.update_bets(player)

        def after_roll(self, player: Any) -> None:
            changes.append(_brought(player))
            played.after_roll(player)

        def __deepcopy__(self, memo: object) -> Recorder:
            return self

    table = PeerTable()
    player = table.add_player(BANKROLL // 100, strategy=Recorder())
    money = BANKROLL
    for roll in rolls:
        table.fixed_run([(roll.a, roll.b)])
        money += sum(changes[-1].values())
        if round(player.total_player_cash * 100) != money:
            raise SystemExit(f"{example}: the bets do not add up to crapssim's money")
    return {str(place): each for place, each in enumerate(changes) if each}


def _brought(player: Any) -> Changes:
    """What each bet of crapssim brings on the roll that lies; a charge counts when the bet is decided."""
    found: Changes = Counter()
    for bet in player.bets:
        result, charge = bet.get_result(player.table), bet.cost(player.table) - bet.amount
        found[_spot(bet)] += round(100 * (result.bankroll_change - (bet.amount if result.remove else 0)))
        if result.remove and charge:
            found[f"vigorish on {_spot(bet)}"] -= round(100 * charge)
    return {spot: cents for spot, cents in found.items() if cents}


def _spot(bet: Any) -> str:
    kind, number = type(bet).__name__, getattr(bet, "number", None)
    if kind != "Odds":
        return SPOTS[kind] + (f"-{number}" if number else "")
    base = SPOTS[bet.base_type.__name__]
    return f"{base}-odds" if base in ("pass", "dont-pass") else f"{base}-odds-{number}"


if __name__ == "__main__":
    if "record" in sys.argv[1:]:
        record()
    PAGE.write_text(page(), encoding="utf-8")
