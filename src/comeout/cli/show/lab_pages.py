"""How answers of the laboratory look in a terminal: plain lines with amounts in dollars and chances in percent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from comeout.lab.session_rules import SessionEnd
from comeout.money import show_money

if TYPE_CHECKING:
    from comeout.lab.answers.exact_answer import ExactAnswer
    from comeout.lab.answers.league import BookPrice, League, LeagueRow
    from comeout.lab.answers.question import Question
    from comeout.lab.session_rules import SessionRules

ENDS = {
    SessionEnd.GOAL: "Reaches the goal",
    SessionEnd.STOP: "Falls to the stop",
    SessionEnd.RUINED: "Ruined",
    SessionEnd.QUIT: "Ends by its own rule",
    SessionEnd.SHOOTERS: "Sees the last shooter",
    SessionEnd.ROLLS: "Sees the last roll",
}


def dollars(cents: float) -> str:
    """An amount that may have a fraction of a cent, in dollars and cents."""
    return show_money(round(cents))


def percent(chance: float) -> str:
    """A chance in percent, with as many digits as tell small ones apart."""
    return f"{chance:.3%}"


def heading(question: Question) -> str:
    """One line that says what was asked."""
    rules = question.rules
    parts = [f"{question.strategy.name} at {question.layout.id}", f"bankroll {show_money(rules.bankroll)}"]
    if rules.rolls is not None:
        parts.append(counted(rules.rolls, "roll"))
    if rules.shooters is not None:
        parts.append(counted(rules.shooters, "shooter"))
    if rules.goal is not None:
        parts.append(_limit("goal", rules.goal, question.asked_goal))
    if rules.stop is not None:
        parts.append(_limit("stop", rules.stop, question.asked_stop))
    if question.weights is not None:
        parts.append("dice that are not fair")
    return ", ".join(parts)


def open_bets(rules: SessionRules) -> str:
    """How bets count that lie at the end."""
    return "open bets played out" if rules.play_out else "open bets at face value"


def counted(number: int, word: str) -> str:
    """A number of things, in words that fit it."""
    return f"{number:,} {word}{'s' * (number != 1)}"


def _limit(word: str, amount: int, asked: int | None) -> str:
    """A goal or a stop; one of the strategy itself that is nearer than what was asked says so."""
    own = (
        f" (of the strategy itself, and nearer than {show_money(asked)})"
        if asked is not None and asked != amount
        else ""
    )
    return f"{word} {show_money(amount)}{own}"


def columns(rows: Iterable[tuple[str, str, str]]) -> list[str]:
    """Lines of a label, a figure and what it is of."""
    return [f"  {label:<24} {figure:>14}  {of}".rstrip() for label, figure, of in rows]


def exact_page(found: ExactAnswer) -> str:
    """The exact answer to one question."""
    law, rules, run = found.law, found.question.rules, found.long_run
    rows = [
        ("Final wealth, mean", dollars(law.mean_cents), f"{open_bets(rules)}; exact"),
        ("  standard deviation", dollars(law.sd_cents), ""),
        ("Ahead", percent(law.p_ahead), "of sessions"),
        ("Even", percent(law.p_even), "of sessions"),
        *((ENDS[end], percent(law.p_end(end)), "of sessions") for end in SessionEnd if law.p_end(end)),
        ("Rolls, mean", f"{law.expected_rolls:.1f}", "of a session"),
    ]
    lines = [heading(found.question), *([found.remark] if found.remark else []), *columns(rows)]
    if law.p_goal_fraction is not None:
        lines.append(f"  Goal before ruin, exactly: {short_fraction(str(law.p_goal_fraction))}")
    lines += ["", "  Final wealth that a share of sessions does not exceed:", *_quantiles(law.quantiles)]
    if rules.rolls is not None:
        lines += ["", *_ruin(law.p_ruin_by_roll)]
    lines += [
        "",
        "  In the long run, as if money never ran out:",
        *columns(
            [
                ("Change", dollars(run.cents_per_100_rolls), "per 100 rolls"),
                ("Standard deviation", dollars(run.sd_per_100_rolls_cents), "over 100 rolls"),
            ]
        ),
    ]
    size = f"{found.nodes:,} nodes, {found.rows:,} rows"
    return "\n".join([*lines, "", f"  Graph: {size}. Probability dropped: {law.mass_dropped:.1e}."])


def short_fraction(text: str) -> str:
    """A fraction; of a long one only the number of its digits."""
    if len(text) <= 60:
        return text
    above, _, below = text.partition("/")
    return f"a fraction of {len(above)} over {len(below)} digits (with --json all of them)"


def _quantiles(quantiles: dict[str, int]) -> list[str]:
    names = [f"{float(name):.0%}" for name in quantiles]
    values = [show_money(cents) for cents in quantiles.values()]
    widths = [max(len(name), len(value)) for name, value in zip(names, values, strict=True)]
    return [
        "    " + "  ".join(text.rjust(width) for text, width in zip(texts, widths, strict=True))
        for texts in (names, values)
    ]


def _ruin(by_roll: tuple[float, ...]) -> list[str]:
    last = len(by_roll) - 1
    shown = sorted({round(last * part / 4) for part in range(1, 5)} - {0})
    told = ", ".join(f"roll {roll} {percent(by_roll[roll])}" for roll in shown)
    return [f"  Ruined by {told}"]


def league_page(found: League, *, winner: LeagueRow | None = None, best: str = "") -> str:
    """Strategies or values one below the other."""
    names = [_league_name(row) for row in found.rows]
    width = max([8, *map(len, names)])
    lines = [f"  {'':<{width}}  {'cost / 100':>10}  {'mean':>10}  {'sd':>10}  {'ahead':>8}  {'ruined':>8}"]
    for name, row in zip(names, found.rows, strict=True):
        cost = "-" if row.cost_per_100_rolls_cents is None else dollars(row.cost_per_100_rolls_cents)
        lines.append(
            f"  {name:<{width}}  {cost:>10}  {dollars(row.mean_cents):>10}  {dollars(row.sd_cents):>10}  "
            f"{row.p_ahead:>8.2%}  {row.p_ruin:>8.2%}{_league_error(row)}"
        )
    lines += [f"  {says}" for says in found.cannot]
    if winner:
        lines += ["", _winner(winner, best)]
    return "\n".join(lines)


def prices_page(first: str, second: str, found: Iterable[BookPrice]) -> str:
    """What a change of book is worth to strategies."""
    lines = [f"Long run per 100 rolls at {first} and at {second}, and the change:"]
    lines += [
        f"  {each.strategy:<24} {dollars(each.first_cents):>10} {dollars(each.second_cents):>10} "
        f"{dollars(each.second_cents - each.first_cents):>10}"
        for each in found
    ]
    return "\n".join(lines)


_TOLD_SHARES = (("p_ahead", "ahead"), ("p_ruin", "ruined"))


def _winner(row: LeagueRow, best: str) -> str:
    """The best row with what makes it the best and, if that is simulated, how far off it may be."""
    from comeout.lab.answers.league import FIELDS, SHARES

    figure = getattr(row, FIELDS[best])
    share = best in SHARES
    told = f"  Best {best}: {_league_name(row)}, with {percent(figure) if share else dollars(figure)}"
    if row.exact:
        return told
    error = f" ± {percent(row.error_of(best))}" if share else ""
    played = f"by {counted(row.sessions, 'session')}, the same dice for each row"
    return f"{told}{error}, {played}; others may be as good within the error, and --sessions plays more"


def _league_error(row: LeagueRow) -> str:
    """How far simulated figures may be off; nothing beside exact ones."""
    if row.exact:
        return ""
    shares = " and ".join(f"{percent(row.error_of(name))} {word}" for name, word in _TOLD_SHARES)
    return f"  simulated: mean ± {dollars(row.mean_error_cents)}, ± {shares}"


def _league_name(row: LeagueRow) -> str:
    values = ", ".join(f"{name}={value}" for name, value in row.values.items())
    return values or f"{row.strategy} at {row.book}"
