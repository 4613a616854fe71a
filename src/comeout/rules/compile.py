"""Compiles a rulebook into its layout, and proves that each cell is claimed once, no row is dead and every bet ends."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from comeout.dice import ROLLS, Roll
from comeout.errors import RulebookError, nearest
from comeout.money import parse_odds, show_odds
from comeout.rules.conditions import FACES, holds
from comeout.rules.layout import (
    ASLEEP,
    HOUSE,
    NOTHING,
    POINTS,
    RACK,
    WORKING,
    Cell,
    Layout,
    Plane,
    PuckMove,
    RollTable,
    Row36,
    Spot,
    moment,
    odds_rows,
)
from comeout.rules.rulebook import Breakage, Rulebook
from comeout.rules.schema import read
from comeout.rules.wagers import Limit, Pay, Row, Wager, WagerPart

T = TypeVar("T")

_FACE_OF = tuple([(face.total, face.hard) for face in FACES].index((roll.total, roll.hard)) for roll in ROLLS)
"""The face of each of the thirty-six rolls: rolls that a book does not distinguish are computed once."""


def compile_layout(
    data: Mapping[str, object],
    *,
    name: str = "",
    file: str = "",
    text: str = "",
    payouts: Mapping[str, Mapping[int, str] | str] | None = None,
) -> Layout:
    """Compile parsed rulebook data, with a house's higher payouts where the book allows them."""
    rulebook = read(Rulebook, data, "", file)
    _check_procedures(rulebook, file)
    spots = tuple(_spots(rulebook, file))
    by_id = {spot.id: spot for spot in spots}
    higher = _higher_payouts(rulebook, by_id, payouts or {}, file)
    at_point = _follow(by_id, higher)
    cells = tuple(
        _Compiler(rulebook, spot, by_id, higher.get(spot.id, {}), file, at_point.get(spot.id)).planes()
        for spot in spots
    )
    for spot in spots:
        _prove_it_ends(spot, cells, file)
    for spot_id, by_total in higher.items():
        _prove_it_is_paid(by_id[spot_id], cells, by_total, file)
    for spot in spots:
        _prove_it_follows(spot, by_id, cells, file)
    puck = tuple({total: _puck_move(rulebook, point, total) for total in range(2, 13)} for point in POINTS)
    raised = {spot: {total: str(odds) for total, odds in by_total.items()} for spot, by_total in higher.items()}
    rules = {section: told for section, told in data.items() if section != "look"}
    canonical = json.dumps([rules, raised], sort_keys=True)
    return Layout(
        name=name or rulebook.book.id,
        id=rulebook.book.id,
        rulebook=rulebook,
        digest=hashlib.sha256(canonical.encode()).hexdigest(),
        text=text,
        payouts=higher,
        spots=spots,
        by_id=by_id,
        cells=cells,
        puck=puck,
        on_roll={point: RollTable(place, spots, cells, puck[place]) for place, point in enumerate(POINTS)},
        rounded_by=_rounded_by(rulebook.breakage),
        win_odds=tuple(tuple(_win_odds(row) for row in working) for _, working in cells),
    )


def _spots(rulebook: Rulebook, file: str) -> Iterator[Spot]:
    names: list[tuple[str, str, Wager, int | None, bool]] = []
    for wager_id, wager in rulebook.wager.items():
        _check_shape(wager_id, wager, rulebook, file)
        if not wager.numbers:
            names.append((wager_id, wager_id, wager, None, bool(wager.travels)))
        for number in wager.numbers or wager.travels:
            names.append((f"{wager_id}-{number}", wager_id, wager, number, False))
    index = {name[0]: place for place, name in enumerate(names)}
    supported: dict[int, list[int]] = {}
    bases: list[int] = []
    for place, (spot_id, _, wager, own, _) in enumerate(names):
        base = -1
        if wager.supports:
            base_id = wager.supports if own is None else f"{wager.supports}-{own}"
            if base_id not in index:
                raise RulebookError(
                    f'supports "{base_id}", which is no spot',
                    file=file,
                    where=f"wager {spot_id}",
                    hint=nearest(base_id, index),
                )
            base = index[base_id]
            supported.setdefault(base, []).append(place)
        bases.append(base)
    for place, (spot_id, wager_id, wager, own, in_box) in enumerate(names):
        there = wager.on_number if not in_box else None
        rules = (wager.make, there.raise_, there.remove) if there else (wager.make, wager.raise_, wager.remove)
        made, raised, removed = (moment(rule, own) for rule in rules)
        behind, base, times = tuple(supported.get(place, ())), bases[place], odds_rows(wager.limit)
        what = (place, spot_id, wager_id, wager, own, in_box)
        yield Spot(*what, not there, base, behind, made, raised, removed, times)


def _check_shape(wager_id: str, wager: Wager, rulebook: Rulebook, file: str) -> None:
    """Check that the fields of a wager agree, before any cell is read."""

    def wrong(problem: str) -> RulebookError:
        return RulebookError(
            problem, file=file, where=f"wager {wager_id}", clause=next(iter(wager.clause.values()), "")
        )

    numbers = (*wager.numbers, *wager.travels, *rulebook.puck.sets)
    if any(number not in range(2, 13) for number in numbers):
        raise wrong("its numbers must be totals from 2 to 12")
    if wager.numbers and wager.travels:
        raise wrong('takes "numbers" or "travels", not both')
    if bool(wager.travels) != bool(wager.on_number):
        raise wrong('"travels" and "on_number" go together')
    if bool(wager.pays) == bool(wager.parts):
        raise wrong('needs "pays" or "parts", and not both')
    if bool(wager.parts) != bool(wager.parts_clause):
        raise wrong('"parts" and "parts_clause" go together')
    if wager.parts and sum(part.share for part in wager.parts) != 1:
        raise wrong("its parts do not add up to one whole stake")
    if wager.vigorish and rulebook.charges and wager.vigorish.rate > rulebook.charges.most:
        raise wrong(f"charges more than {rulebook.charges.most}, the most that clause {rulebook.charges.clause} allows")
    if wager.lock and not rulebook.dont_lock:
        raise wrong("is locked after a removal, but the book has no [dont_lock]")
    if wager.sleep and wager.sleep.when != "come-out":
        raise wrong('sleep must be at the "come-out": a bet is off then, or never')
    if wager.sleep and not rulebook.calls:
        raise wrong("has sleep, but the book has no [calls] to call it on again")
    if wager.limit and any(times.table for times in wager.limit.times) and not rulebook.odds:
        raise wrong("is limited by the table's multiple, but the book has no [odds]")
    if bool(wager.limit) != bool(wager.supports):
        raise wrong('"limit" and "supports" go together')
    if wager.limit and not _covers_every_point(wager.limit, rulebook.puck.sets):
        raise wrong("its odds limit must speak once for every point")
    _check_words(wager, rulebook, wrong)
    moments = (wager.make, wager.raise_, wager.remove, wager.sleep)
    moved = (wager.on_number.raise_, wager.on_number.remove) if wager.on_number else ()
    for table in (wager.name, wager.clause, *(rule.clause for rule in (*moments, *moved) if rule)):
        if 0 not in table and not (wager.numbers and set(wager.numbers) <= set(table)):
            raise wrong("a name or clause does not speak for every number")
    if any(re.search(r"[{}]", name.replace("{number}", "")) for name in wager.name.values()):
        raise wrong('a name may hold "{number}" and no other braces')


def _covers_every_point(limit: Limit, points: tuple[int, ...]) -> bool:
    named = [number for row in limit.times for number in row.number]
    return sorted(named) == sorted(points) if named else len(limit.times) == 1


def _check_words(wager: Wager, rulebook: Rulebook, wrong: Callable[[str], RulebookError]) -> None:
    """Refuse words that mean nothing where they stand, or not what they seem to mean."""
    rules = (wager.make, wager.raise_, wager.remove)
    if wager.stands == "point" and any(rule.when in ("any", "come-out") for rule in rules):
        raise wrong('lies there only while the puck is on: its moments are "point" or "never"')
    if any(rule.when == "this-window" for rule in rules[:2]):
        raise wrong('"this-window" is a moment for taking bets back only')
    back = [wager.remove.when, *([wager.on_number.remove.when] if wager.on_number else [])]
    if any((when == "this-window") != rulebook.betting.undo_only for when in back):
        raise wrong('"this-window" and [betting] undo_only go together')
    for row in wager.rows:
        if row.stage != "any" and not wager.travels:
            raise wrong('"stage" is for bets that travel')
        if row.roll == "point" and row.puck != "on" and wager.stands != "point":
            raise wrong('"point" needs the puck on')
        if row.roll in ("number", "hard", "easy") and not (wager.numbers or wager.travels):
            raise wrong(f'"{row.roll}" needs a number of its own')


def _check_procedures(rulebook: Rulebook, file: str) -> None:
    """Check that the sections of a book agree."""
    chips, limits, shooter, dice = rulebook.chips, rulebook.limits, rulebook.shooter, rulebook.dice
    launched = shooter.throws == "launcher"
    folds = rulebook.walk_away.pending == "fold"
    grounds = {row.clause for row in rulebook.no_roll}
    odds = rulebook.odds
    range_holds = odds is None or odds.least <= odds.default <= odds.most
    agreements = (
        ("odds", range_holds, "the default multiple must be within least and most"),
        ("chips", chips.verbal != "cash" or chips.cash == "converted", "spoken bets with cash need cash converted"),
        ("chips", (chips.verbal == "none") != bool(chips.confirm), "spoken bets and their confirmation go together"),
        ("chips", set(chips.player_places) <= set(rulebook.wager), "players place only wagers of the book"),
        ("limits", limits.over != "pro-rata" or limits.shared, "pro-rata needs shared boxes"),
        ("limits", (limits.over == "refuse") != bool(limits.record_by), "a recorded bet needs a procedure"),
        ("limits", (limits.over == "refuse") == (limits.under == "refuse"), "both ends refuse, or neither does"),
        ("walk_away", folds == bool(rulebook.walk_away.pending_clause), "a fold and its clause go together"),
        ("dice", dice.holds(dice.set_default), "the usual set must be a possible one"),
        ("shooter", launched == (shooter.first_offer == "nobody"), "a launcher is offered no dice"),
        ("shooter", launched == (shooter.next_offer == "nobody"), "a launcher is offered no dice"),
        ("shooter", launched != bool(shooter.offer_by), "offered dice and who offers them go together"),
        ("shooter", launched == (shooter.line_bet == "none"), "a launcher makes no line bet"),
        ("shooter", not (launched and shooter.line_bet_to_accept), "a launcher makes no line bet"),
        ("shooter", shooter.line_bet != "no-roll" or shooter.keep_clause in grounds, "a missing line bet is no ground"),
        ("shooter", shooter.stranger != "no-roll" or shooter.stranger_clause in grounds, "a stranger is no ground"),
    )
    for section, holds_, problem in agreements:
        if not holds_:
            raise RulebookError(problem, file=file, where=section)


def _higher_payouts(
    rulebook: Rulebook, by_id: Mapping[str, Spot], payouts: Mapping[str, Mapping[int, str] | str], file: str
) -> dict[str, dict[int, Fraction]]:
    """Return the odds that a house pays above its book, by spot and total (0: every total)."""
    if payouts and not rulebook.higher_payouts:
        raise RulebookError("pays exactly what it lists: no clause allows other payouts", file=file)
    result: dict[str, dict[int, Fraction]] = {}
    for spot_id, odds in payouts.items():
        if spot_id not in by_id:
            raise RulebookError(f'no spot "{spot_id}" to pay more on', file=file, hint=nearest(spot_id, by_id))
        by_total = {0: odds} if isinstance(odds, str) else odds
        try:
            result[spot_id] = {int(total): parse_odds(text) for total, text in by_total.items()}
        except ValueError as bad:
            raise RulebookError(str(bad), file=file, where=f"higher payouts, {spot_id}") from None
    return result


def _follow(by_id: Mapping[str, Spot], higher: dict[str, dict[int, Fraction]]) -> dict[str, dict[int, Fraction]]:
    """Raise the payouts that follow other odds along with them; return the odds that follow a number's own payout."""
    at_point: dict[str, dict[int, Fraction]] = {}
    given = {spot: dict(odds) for spot, odds in higher.items()}
    for spot in by_id.values():
        rule = spot.wager.follows
        if not rule or spot.number is None:
            continue
        total = spot.number if any(row.roll == "number" and row.then == "win" for row in spot.wager.rows) else 7
        lead, own = (given.get(each, {}) for each in (rule.wager, spot.id))
        wanted, mine = (odds.get(total, odds.get(0)) for odds in (lead, own))
        if wanted is not None and mine is None:
            higher.setdefault(spot.id, {})[total] = wanted
        elif mine is not None and wanted is None:
            at_point.setdefault(rule.wager, {})[spot.number] = mine
    return at_point


def _prove_it_follows(spot: Spot, by_id: Mapping[str, Spot], cells: tuple[tuple[Plane, Plane], ...], file: str) -> None:
    """Prove that a bet that follows other odds is paid as they are on every number."""
    rule = spot.wager.follows
    if not rule:
        return
    leader = by_id.get(rule.wager)
    where = f"wager {spot.wager_id}"
    if not leader or spot.number is None:
        problem = f'follows "{rule.wager}", which is no spot of the book, or has no number of its own'
        raise RulebookError(problem, file=file, where=where, clause=rule.clause, hint=nearest(rule.wager, by_id))
    mine, theirs = (_win_odds(cells[each.index][1][POINTS.index(spot.number)]) for each in (spot, leader))
    if mine != theirs:
        told = [" or ".join(show_odds(odds) for odds in each) for each in (mine, theirs)]
        problem = f"{spot.id} pays {told[0]}, but {leader.id} pays {told[1]} on that point: they are paid alike"
        raise RulebookError(problem, file=file, where=where, clause=rule.clause)


class _Compiler:
    """Computes the two planes of one spot, off and working, and checks that every row is used."""

    def __init__(
        self,
        rulebook: Rulebook,
        spot: Spot,
        by_id: Mapping[str, Spot],
        higher: Mapping[int, Fraction],
        file: str,
        at_point: Mapping[int, Fraction] | None = None,
    ) -> None:
        self.rulebook, self.spot, self.by_id, self.higher, self.file = rulebook, spot, by_id, higher, file
        self.at_point = at_point or {}

    def planes(self) -> tuple[Plane, Plane]:
        """Return the plane of a bet that is off, and the plane of one that is working."""
        sleeps = self.spot.wager.sleep
        calls = self.rulebook.calls
        free = bool(calls and calls.off == "free")
        asleep = tuple(self._row(p, ASLEEP) if sleeps and (free or not p) else None for p in POINTS)
        working = tuple(self._row(p, WORKING) if p or not self._needs_point else None for p in POINTS)
        self._refuse_dead_rows()
        return asleep, working

    @property
    def _needs_point(self) -> bool:
        return self.spot.wager.stands == "point" and (self.spot.in_box or not self.spot.wager.travels)

    def _row(self, point: int, working: int) -> Row36:
        claims: dict[Roll, list[Row]] = {face: [] for face in FACES}
        for row in self._rows(working):
            for face in self._holds(row, point):
                claims[face].append(row)
        return _of_all_rolls([self._cell(point, working, face, rows) for face, rows in claims.items()])

    def _cell(self, point: int, working: int, roll: Roll, claims: list[Row]) -> Cell:
        if len(claims) != 1:
            problem = "is claimed by no row" if not claims else "is claimed twice"
            raise self._error(f"the cell {self._place(point, working, roll)} {problem}", claims)
        row = claims[0]
        if row.then == "win":
            odds, paid_by = self._profit(row, point, roll)
            return Cell(RACK, odds, row.clause, paid_by)
        return Cell(self._destination(row, roll), NOTHING, row.clause, "")

    def _rows(self, working: int) -> list[Row]:
        return [row for row in self.spot.wager.rows if row.asleep == (working == ASLEEP)]

    def _holds(self, row: Row, point: int) -> tuple[Roll, ...]:
        return holds(row, number=self.spot.number, in_box=self.spot.in_box, point=point)

    def _destination(self, row: Row, roll: Roll) -> int:
        if row.then == "travel":
            target = f"{self.spot.wager_id}-{roll.total}"
            if target not in self.by_id or not self.spot.wager.travels:
                raise self._error(f'travels to "{target}", which is no spot of its own', [row])
            return self.by_id[target].index
        return {"lose": HOUSE, "return": RACK, "stay": self.spot.index}[row.then]

    def _profit(self, row: Row, point: int, roll: Roll) -> tuple[Fraction, str]:
        if self.spot.wager.parts:
            return self._profit_of_parts(row, roll)
        pays = [pay for pay in self.spot.wager.pays if self._pays(pay, point, roll)]
        if len(pays) != 1:
            raise self._error(
                f"{roll} wins with the puck at {point or 'OFF'} but {len(pays)} payouts speak for it", [row]
            )
        return self._raised(self.at_point.get(point, pays[0].odds), pays[0].odds, roll), pays[0].clause

    def _pays(self, pay: Pay, point: int, roll: Roll) -> bool:
        return (
            (not pay.total or roll.total in pay.total)
            and (not pay.point or point in pay.point)
            and (not pay.number or self.spot.number in pay.number)
        )

    def _profit_of_parts(self, row: Row, roll: Roll) -> tuple[Fraction, str]:
        """Return the profit of a composite bet: parts that are hit keep their stake and win, the others lose.

        The whole is priced by the clause that says that only a part is paid. The odds of the part are in its own row.
        """
        own = [part for part in self.spot.wager.parts if roll.total in part.total]
        if len(own) != 1:
            raise self._error(f"{roll} wins but {len(own)} parts are hit by it", [row])
        share: Fraction = own[0].share + sum(p.share for p in self.spot.wager.parts if self._doubles(p, roll))
        listed = own[0].odds or NOTHING
        odds = self._raised(listed, listed, roll)
        if share * (odds + 1) < 1:
            raise self._error(f"{roll} wins, yet its parts pay less than the stake", [row])
        return Fraction(share * (odds + 1) - 1), self.spot.wager.parts_clause

    def _doubles(self, part: WagerPart, roll: Roll) -> bool:
        return part.high and roll.total == self.spot.number

    def _raised(self, usual: Fraction, listed: Fraction, roll: Roll) -> Fraction:
        odds = self.higher.get(roll.total, self.higher.get(0, usual))
        if odds < listed:
            assert self.rulebook.higher_payouts  # _higher_payouts refuses any list without this clause
            raise RulebookError(
                f"{odds} is less than the listed {listed}: payouts may only be raised",
                file=self.file,
                where=f"higher payouts, {self.spot.id}",
                clause=self.rulebook.higher_payouts.clause,
            )
        return Fraction(odds)

    def _refuse_dead_rows(self) -> None:
        """Refuse a row that applies to no cell of its wager, and a payout that no win uses."""
        wager = self.spot.wager
        if self.spot is not self._first_spot:
            return
        spots = [s for s in self.by_id.values() if s.wager_id == self.spot.wager_id]
        others = [_Compiler(self.rulebook, s, self.by_id, {}, self.file) for s in spots]
        for row in wager.rows:
            if not any(other._speaks(row) for other in others):
                raise self._error("this row never applies to any cell", [row])
        for pay in wager.pays:
            if not any(other._used(pay) for other in others):
                raise RulebookError("this payout is never used", file=self.file, where=self._where, clause=pay.clause)

    @property
    def _first_spot(self) -> Spot:
        return next(s for s in self.by_id.values() if s.wager_id == self.spot.wager_id)

    def _open_points(self, *, asleep: bool) -> list[int]:
        sleeps, calls = self.spot.wager.sleep, self.rulebook.calls
        if asleep:
            return [p for p in POINTS if sleeps and calls and (calls.off == "free" or not p)]
        return [p for p in POINTS if p or not self._needs_point]

    def _speaks(self, row: Row) -> bool:
        return any(self._holds(row, p) for p in self._open_points(asleep=row.asleep))

    def _used(self, pay: Pay) -> bool:
        wins = [row for row in self.spot.wager.rows if row.then == "win"]
        return any(
            self._pays(pay, p, roll)
            for row in wins
            for p in self._open_points(asleep=row.asleep)
            for roll in self._holds(row, p)
        )

    @property
    def _where(self) -> str:
        return f"wager {self.spot.id}"

    def _place(self, point: int, working: int, roll: Roll) -> str:
        puck = f"point {point}" if point else "puck off"
        return f"[{puck}, {'bet working' if working else 'bet off'}, {roll}]"

    def _error(self, problem: str, rows: list[Row]) -> RulebookError:
        clause = " and ".join(row.clause for row in rows) or self.spot.clause
        return RulebookError(problem, file=self.file, where=self._where, clause=clause)


def _prove_it_ends(spot: Spot, cells: tuple[tuple[Plane, Plane], ...], file: str) -> None:
    """Prove that from every working cell some chain of rolls leads to the rack or the house."""
    seen, open_spots = {spot.index}, [spot.index]
    while open_spots:
        for row in cells[open_spots.pop()][WORKING]:
            for cell in row or ():
                if cell.to in (RACK, HOUSE):
                    return
                if cell.to not in seen:
                    seen.add(cell.to)
                    open_spots.append(cell.to)
    raise RulebookError("a bet here never ends", file=file, where=f"wager {spot.id}", clause=spot.clause)


def _prove_it_is_paid(
    spot: Spot, cells: tuple[tuple[Plane, Plane], ...], higher: Mapping[int, Fraction], file: str
) -> None:
    """Refuse a higher payout for a total that never wins."""
    wins = {roll.total for row in cells[spot.index][WORKING] for roll in ROLLS if row and row[roll.place].paid_by}
    for total in higher:
        if total and total not in wins:
            raise RulebookError(f"{total} never wins here", file=file, where=f"higher payouts, {spot.id}")


def _puck_move(rulebook: Rulebook, point: int, total: int) -> PuckMove:
    """Return the puck after a roll: a come-out can set a point, the point or a 7 turns it off, other rolls leave it."""
    puck = rulebook.puck
    if not point:
        sets = total in puck.sets
        return PuckMove(total, False, puck.set_clause) if sets else PuckMove(0, False, puck.come_out_clause)
    if total == 7:
        return PuckMove(0, True, puck.seven_out_clause)
    if total == point:
        return PuckMove(0, False, puck.off_clause)
    return PuckMove(point, False, rulebook.call.settle_clause)


def _rounded_by(rule: Breakage) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the clauses that round a payment: without a notice of multiples, and with one."""
    plain = tuple(filter(None, (rule.no_notice_clause, rule.clause)))
    return plain, (rule.clause,)


def _win_odds(row: Row36 | None) -> tuple[Fraction, ...]:
    cells = [row[face.place] for face in FACES] if row else []
    return tuple(sorted({cell.odds for cell in cells if cell.to == RACK and cell.odds}))


def _of_all_rolls(faces: Sequence[T]) -> tuple[T, ...]:
    """Expand a value for each face to one for each of the thirty-six rolls."""
    return tuple([faces[face] for face in _FACE_OF])
