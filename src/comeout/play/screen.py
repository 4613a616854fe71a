"""The output of the terminal: plain lines of at most 78 characters, with colour only on a terminal."""

from __future__ import annotations

import contextlib
import os
import sys
import textwrap
from collections.abc import Iterable
from typing import Literal, NamedTuple, TextIO

from comeout.dice import Roll
from comeout.money import Amount, show_amount, show_short
from comeout.play.game import Game
from comeout.rules.layout import Layout, sleeps
from comeout.table.advice.next_roll import net_of, next_roll
from comeout.table.messages import Line, RollSettled
from comeout.table.state import COMPANION, Bet, Mark, TableState

WIDTH = 78
LAST_ROLLS = 10

Style = Literal["", "good", "bad", "dim", "head", "puck"]
_SGR: dict[Style, str] = {"": "", "good": "32", "bad": "31", "dim": "2", "head": "1", "puck": "1;7"}
"""The "select graphic rendition" code of each style."""


class StyledText(NamedTuple):
    """A piece of text and its style."""

    text: str
    style: Style = ""


def _plain(piece: StyledText) -> str:
    return piece.text


def _coloured(piece: StyledText) -> str:
    """The text between the escape codes of its style, as terminals understand them."""
    text = f" {piece.text} " if piece.style == "puck" else piece.text
    code = _SGR[piece.style]
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


class Paper:
    """Writes lines to a stream: the same text everywhere, with ANSI colours on a terminal."""

    def __init__(self, out: TextIO, *, colour: bool = False) -> None:
        self._out = out
        self._colour = colour

    def line(self, *pieces: StyledText | str) -> None:
        """Print one line."""
        parts = [StyledText(piece) if isinstance(piece, str) else piece for piece in pieces]
        text = "".join(map(_coloured if self._colour else _plain, parts))
        self._out.write(text.rstrip() + "\n")
        self._out.flush()

    def say(self, text: str, style: Style = "", *, indent: int = 0) -> None:
        """Print a sentence, wrapped to the width of the page."""
        margin = " " * indent
        for row in textwrap.wrap(text, WIDTH, initial_indent=margin, subsequent_indent=margin):
            self.line(StyledText(row, style))

    def prompt(self, text: str) -> None:
        """Print the prompt, without a line break."""
        self._out.write(text)
        self._out.flush()

    def page(self, text: str) -> None:
        """Print a text unchanged, so that it can be copied."""
        for row in text.splitlines():
            self.line(row)

    def cited(
        self, text: str, clause: str, style: Style = "", *, lead: str = "", indent: int = 2, hang: int = 4
    ) -> None:
        """Print a text with its clause right-aligned, or below it if there is no room."""
        margin = " " * indent + lead
        rows = textwrap.wrap(text, WIDTH, initial_indent=margin, subsequent_indent=" " * hang) or [margin]
        if len(rows[-1]) + len(clause) + 2 > WIDTH:
            rows.append("")
        for place, row in enumerate(rows):
            pieces = (
                [StyledText(lead, "head"), StyledText(row[len(lead) :], style)]
                if lead and not place
                else [StyledText(row, style)]
            )
            tail = clause if row is rows[-1] else ""
            self.line(*pieces, " " * (WIDTH - len(row) - len(tail)), StyledText(tail, "dim"))


def forgive_streams() -> None:
    """Make the streams replace characters that they cannot encode or decode."""
    for stream in (sys.stdin, sys.stdout):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a text stream of one's own may lack it


def nobody_reads() -> None:
    """Silence the error at exit after the reader of the output has gone (broken pipe)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# ------------------------------------------------------------------ figures


def signed(cents: Amount) -> str:
    """Format a change of money with its sign."""
    return f"+{show_short(cents)}" if cents > 0 else show_short(cents)


def style_of(cents: Amount) -> Style:
    """Return the style of a change of money: green for a win, red for a loss."""
    return "good" if cents > 0 else "bad" if cents < 0 else "dim"


def net(event: RollSettled, seat: int) -> Amount:
    """Sum up what a roll did to a seat's money."""
    return sum(net_of(line) for line in event.lines if line.seat == seat)


def roll_by_total(layout: Layout, state: TableState, seat: int) -> list[tuple[str, Amount]]:
    """Compute what each total would do to a seat's money; a hard way (4h) stands apart where it matters."""
    results = {name: sum(map(net_of, lines)) for name, lines in next_roll(layout, state, seat).items()}
    return [(name, cents) for name, cents in results.items() if name[-1] != "h" or cents != results[name[:-1]]]


def standing(layout: Layout, state: TableState, spot: int, bet: Bet) -> str:
    """Say whether a bet is working on the next roll, and by which call or rule."""
    if bet.mark is not None:
        return "called off" if bet.mark is Mark.OFF else "called on"
    return "off" if sleeps(layout.spots[spot], state.point) else "working"


# ------------------------------------------------------------------ the table


def show_table(paper: Paper, table: Game, seat: int, *, bought: Amount) -> None:
    """Print the whole table: puck, rack, bets, and the next roll."""
    state = table.state
    paper.line(StyledText("-" * WIDTH, "dim"))
    puck = f"ON {state.point}" if state.point else "OFF"
    paper.line(
        "Puck",
        " ",
        StyledText(puck, "puck"),
        "   ",
        _shooter(table, seat),
        "   ",
        StyledText(f"roll {state.rolls + 1} comes next", "dim"),
    )
    seated = "seat" in table.extras
    if seated:
        show_rack(paper, table, seat, bought=bought)
    else:
        paper.line(f"The table is at: {state.phase.value}")
    on_layout = sum(table.bets(seat).values())
    rolls = [event.roll for event in table.log if isinstance(event, RollSettled)][-LAST_ROLLS:]
    if rolls:
        paper.line("Last rolls  ", *_dice(rolls))
    if on_layout:
        paper.line()
    if seated:
        show_bets(paper, table, seat)
    if on_layout:
        _show_next_roll(paper, table, seat)
    paper.line(StyledText("-" * WIDTH, "dim"))


def show_rack(paper: Paper, table: Game, seat: int, *, bought: Amount) -> None:
    """Print the player's money: in the rack, on the layout, in total, and compared with what was bought in."""
    on_layout = sum(table.bets(seat).values())
    total = table.rack(seat) + on_layout
    change = total - bought
    paper.line(
        "Rack ",
        StyledText(show_amount(table.rack(seat)), "head"),
        f"   on the layout {show_amount(on_layout)}   total {show_amount(total)}   ",
        StyledText(f"({signed(change)})" if change else "(even)", style_of(change)),
    )


def _shooter(table: Game, seat: int) -> str:
    state = table.state
    if state.shooter == seat:
        return "rolling for the come bets" if state.decision_only else "you have the dice"
    if state.shooter == COMPANION:
        return "a launcher throws" if table.layout.rulebook.shooter.throws == "launcher" else "a companion throws"
    if state.shooter is not None:
        return f"seat {state.shooter} has the dice"
    offered = "you" if state.offered == seat else f"seat {state.offered}"
    return f"the dice are offered to {offered}" if state.offered is not None else "nobody has the dice"


def _dice(rolls: list[Roll]) -> list[StyledText]:
    *earlier, last = [f"{roll.a}-{roll.b}" for roll in rolls]
    return [*(StyledText(f"{dice} ", "dim") for dice in earlier), StyledText(last, "head")]


def show_bets(paper: Paper, table: Game, seat: int) -> None:
    """Print the player's bets, one a line: amount, whether it is working, and the book's name of it."""
    state, layout = table.state, table.layout
    mine = [(spot, bets[seat]) for spot, bets in zip(layout.spots, state.bets, strict=True) if seat in bets]
    if not mine:
        paper.line("You have no bets on the layout.")
    widest = max((len(spot.id) for spot, _ in mine), default=0)
    largest = max((len(show_amount(bet.amount)) for _, bet in mine), default=0)
    room = WIDTH - widest - largest - 19
    for spot, bet in mine:
        word = standing(layout, state, spot.index, bet)
        keeps = "same bet, " if spot.id in state.seats[seat].keeps else ""
        paper.line(
            f"  {spot.id:<{widest}}   {show_amount(bet.amount):>{largest}}  ",
            StyledText(f"{word:<10}  ", "" if word in ("working", "called on") else "dim"),
            StyledText(textwrap.shorten(keeps + spot.name, room, placeholder="..."), "dim"),
        )


def _show_next_roll(paper: Paper, table: Game, seat: int) -> None:
    """Print the totals with what each would win or lose, in as many rows as the width needs."""
    columns = [
        (label, signed(change) if change else ".", style_of(change))
        for label, change in roll_by_total(table.layout, table.state, seat)
    ]
    widths = [max(len(label), len(money), 3) + 2 for label, money, _ in columns]
    rows = -(-sum(widths) // (WIDTH - 2))
    per_row = -(-len(columns) // rows)
    while any(sum(widths[start : start + per_row]) > WIDTH for start in range(0, len(columns), per_row)):
        per_row -= 1
    paper.line()
    hard = ", h: the hard way" if any("h" in label for label, _, _ in columns) else ""
    paper.line(StyledText(f"Your money on the next roll{hard}", "dim"))
    for start in range(0, len(columns), per_row):
        some = list(zip(columns, widths, strict=True))[start : start + per_row]
        paper.line(*(StyledText(label.rjust(width), "head") for (label, _, _), width in some))
        paper.line(*(StyledText(money.rjust(width), style) for (_, money, style), width in some))


# ------------------------------------------------------------------ a roll


def show_roll(paper: Paper, layout: Layout, event: RollSettled, seat: int, *, crew: bool = False) -> None:
    """Print a settled roll: dice, puck, and the player's lines with their clauses; for the crew, everybody's."""
    news = _puck_news(event)
    lead = f"Roll {event.number}: {event.roll}"
    paper.cited(f"  {_call(event.roll)}.{news}", layout.cite(event.clause) if news else "", lead=lead, indent=0)
    mine = [line for line in event.lines if line.seat == seat]
    for line in event.lines if crew else mine:
        cited = dict.fromkeys((line.clause, line.paid_by))
        whose = "" if line.seat == seat else f"seat {line.seat}: "
        told = whose + _settled(layout, line, event.roll)
        paper.cited(told, layout.cite(*cited), style_of(net_of(line)) if net_of(line) else "")
    for owner, spot in event.lapsed:
        if owner == seat:
            paper.line(f"  the button comes off {spot}")
    if len(mine) > 1:
        change = net(event, seat)
        paper.line("  ", StyledText(f"in all {signed(change) if change else 'even'}", style_of(change)))


def _puck_news(event: RollSettled) -> str:
    if event.seven_out:
        return " Seven out, the puck is OFF."
    if event.point_before == event.point_after:
        return ""
    return f" The point is {event.point_after}." if event.point_after else " The point is made, the puck is OFF."


def _call(roll: Roll) -> str:
    """Return the stickperson's call of a roll."""
    names = {2: "two, craps", 3: "three, craps", 7: "seven", 11: "yo eleven", 12: "twelve, craps"}
    boxes = {4: "four", 5: "five", 6: "six", 8: "eight", 9: "nine", 10: "ten"}
    if roll.total in names:
        return names[roll.total]
    return f"{'hard ' if roll.hard else ''}{boxes[roll.total]}"


def sum_of_parts(layout: Layout, line: Line, roll: Roll) -> str:
    """Explain the payment of a composite bet: the part that won at its odds, minus the parts that lost."""
    odds = next((part.odds for part in layout.by_id[line.spot].wager.parts if roll.total in part.total), None)
    if line.outcome != "won" or not odds:
        return ""
    # what the whole stake is paid is what the hit part wins less the rest, so the part follows from the two odds
    hit = line.basis * (line.odds + 1) / (odds + 1)
    if hit.denominator > 1 or line.paid != hit * odds - (line.basis - hit):
        return ""
    lost = show_amount(line.basis - int(hit))
    return f"{show_amount(int(hit))} on {roll.total} at {layout.odds_word(odds)}, less the other {lost}"


def _settled(layout: Layout, line: Line, roll: Roll) -> str:
    text = f"{line.spot} {show_amount(line.stake)} "
    if line.outcome == "moved":
        return f"{text}goes to {line.to}"
    if line.outcome == "returned":
        return f"{text}comes back" + (f" with its vigorish of {show_amount(line.vigorish)}" if line.vigorish else "")
    beyond = f" ({show_amount(line.stake - line.at_risk)} was over the maximum)" if line.stake > line.at_risk else ""
    if line.outcome == "lost":
        return f"{text}loses{beyond}"
    parts = sum_of_parts(layout, line, roll)
    net_odds = f"at {layout.odds_word(line.odds)}{' net' if layout.by_id[line.spot].wager.parts else ''}"
    return f"{text}wins {show_amount(line.paid)}{f': {parts}' if parts else f' {net_odds}'}{beyond}"


def show_history(paper: Paper, events: Iterable[RollSettled], seat: int, *, most: int = 20) -> None:
    """Print the rolls so far, newest last, with what each won or lost."""
    rolls = list(events)
    if not rolls:
        paper.line("No roll yet.")
    if len(rolls) > most:
        paper.line(StyledText(f"  ... {len(rolls) - most} earlier rolls", "dim"))
    for event in rolls[-most:]:
        before, now = (f"ON {point}" if point else "OFF" for point in (event.point_before, event.point_after))
        change = net(event, seat)
        paper.line(
            f"  {event.number:>4}  {event.roll}  {event.roll.total:>2}  ",
            StyledText(f"{before:<5} -> {now:<5}" if before != now or event.seven_out else f"{now:<14}", "dim"),
            StyledText(f"  {signed(change) if change else '.':>10}", style_of(change)),
        )
