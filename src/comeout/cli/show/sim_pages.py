"""How simulations and comparisons look in a terminal."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from comeout.cli.show.lab_pages import ENDS, columns, dollars, heading, percent
from comeout.lab.session_rules import SessionEnd
from comeout.money import show_money

if TYPE_CHECKING:
    from comeout.lab.answers.comparison_answer import CompareAnswer
    from comeout.lab.answers.question import Question
    from comeout.lab.answers.sim_answer import SimAnswer
    from comeout.lab.session_record import SessionRecord
    from comeout.lab.simulation.histogram import Histogram


FEW_PAIRS = 10
"""So many pairs of a comparison are always shown."""


def sim_page(found: SimAnswer) -> str:
    """What simulated sessions came to, with standard errors and exact values beside them."""
    tally, law = found.tally, found.exact.law if found.exact else None
    seed = f"seed {found.seed}, {tally.format}"
    lines = [f"{heading(found.question)}: {found.sessions:,} sessions ({seed})", *_remark(found.remark)]
    lines += _remark("" if tally.action.sum else "No session made a bet; see why with comeout strategy check.")
    rows = [_money_row("Final wealth, mean", tally.final, law.mean_cents if law else None)]
    bankroll = found.question.rules.bankroll
    shares = [
        ("Ahead", tally.final.above(bankroll), law.p_ahead if law else None),
        ("Even", tally.final.at(bankroll), law.p_even if law else None),
    ]
    shares += [(ENDS[end], tally.ends[end], law.p_end(end) if law else None) for end in SessionEnd if tally.ends[end]]
    rows += [_share_row(found, *share) for share in shares]
    rows += [
        _money_row("Peak, mean", tally.peak),
        _money_row("Drawdown, mean", tally.drawdown),
        _money_row("Action, mean", tally.action),
    ]
    if not tally.is_summary:
        rows += [
            _count_row("Rolls, mean", tally.all_rolls),
            _count_row("Rolls until ruin, mean", tally.rolls[SessionEnd.RUINED]),
            _count_row("Shooters, mean", tally.shooters),
            _count_row("Longest below a peak", tally.below),
        ]
    lines += columns(rows)
    lines += ["", "  Wealth that a share of sessions does not exceed:", *_percentiles(found)]
    if found.bets:
        lines += ["", *_bets(found)]
    return "\n".join(lines)


def _remark(text: str) -> list[str]:
    return [text] if text else []


def _money_row(label: str, histogram: Histogram, exact: float | None = None) -> tuple[str, str, str]:
    from comeout.lab.answers.sim_answer import figures_of

    figures = figures_of(histogram)
    if not figures:
        return label, "-", ""
    beside = "" if exact is None else f"; exactly {dollars(exact)}"
    return label, dollars(figures["mean"]), f"± {dollars(figures['standard_error'])}{beside}"


def _count_row(label: str, histogram: Histogram) -> tuple[str, str, str]:
    from comeout.lab.answers.sim_answer import figures_of

    figures = figures_of(histogram)
    return (label, f"{figures['mean']:.1f}", f"± {figures['standard_error']:.2f}") if figures else (label, "-", "")


def _share_row(found: SimAnswer, label: str, count: int, exact: float | None) -> tuple[str, str, str]:
    chance, error = found.share(count)
    beside = "" if exact is None else f"; exactly {percent(exact)}"
    return label, percent(chance), f"± {percent(error)}{beside} of sessions"


def _percentiles(found: SimAnswer) -> list[str]:
    """Wealth by roll at a few of the checkpoints, and at the end."""
    tally = found.tally
    names = ["0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99"]
    shown = list(zip(tally.checkpoints, tally.wealth, strict=True))
    few = shown[:: max(1, len(shown) // 6)]
    rows = [("roll", [f"{float(name):.0%}" for name in names])]
    rows += [(str(roll), [dollars(wealth.quantile(float(name))) for name in names]) for roll, wealth in few]
    rows.append(("end", [dollars(tally.final.quantile(float(name))) for name in names]))
    return [f"  {label:>6}  " + "  ".join(f"{text:>10}" for text in texts) for label, texts in rows]


def _bets(found: SimAnswer) -> list[str]:
    assert found.bets
    sessions = found.sessions
    lines = ["  By bet, per session:         action       won      lost      result    expected"]
    lines += [
        f"    {each.spot:<20} {dollars(each.action / sessions):>12} {each.won / sessions:>9.3f} "
        f"{each.lost / sessions:>9.3f} {dollars(each.change / sessions):>11} "
        f"{dollars(each.expected_change / sessions):>11}"
        for each in found.bets.bets[:20]
    ]
    for each in found.bets.refusals[:8]:
        reason = each.reason.lower().replace("_", " ")
        lines.append(f"  Refused {each.times / sessions:.3f} times a session: {each.spot}, {reason}, {each.clause}")
    return lines


def compare_page(found: CompareAnswer) -> str:
    """Strategies side by side, then in pairs."""
    data = found.data()
    how = "exactly" if found.tally is None else f"{found.sessions:,} sessions on the same dice, seed {found.seed}"
    lines = [f"Compared {how}", ""]
    exact = [each.get("exact") for each in data["strategies"]]
    if found.tally is not None and any(exact):
        each = "Each strategy" if all(exact) else "Each strategy but those marked"
        lines = [f"{each} exactly; in pairs {how}, with intervals that hold together at 95%", ""]
    lines[1:1] = _remark(found.remark)
    wide = max(24, *(len(f"{each['strategy']} at {each['book']}") for each in data["strategies"]))
    head = " bankroll        mean          sd    ahead   ruined      5%     50%     95%"
    lines.append(f"  {'strategy':<{wide}} {head}")
    for each in data["strategies"]:
        quantiles = [show_money(each["quantiles"][name]).removesuffix(".00") for name in ("0.05", "0.5", "0.95")]
        name = f"{each['strategy']} at {each['book']}"
        lines.append(
            f"  {name:<{wide}} {show_money(each['bankroll_cents']):>9} {dollars(each['mean_cents']):>11} "
            f"{dollars(each['sd_cents']):>11} {each['p_ahead']:>8.2%} {each['p_ruin']:>8.2%} "
            + " ".join(f"{text:>7}" for text in quantiles)
            + (f"  simulated, mean ± {dollars(each['mean_standard_error_cents'])}" if not each["exact"] else "")
        )
    return "\n".join([*lines, "", *_pair_lines(found)])


def _pair_lines(found: CompareAnswer) -> list[str]:
    """Every two strategies; of many under several books, those of one strategy or of one book."""
    sides = [(question.strategy.name, question.layout.id) for question in found.questions]
    alike = [bool(set(one) & set(two)) for one, two in combinations(sides, 2)]
    shown = [pair for pair, told in zip(found.pairs, alike, strict=True) if told or len(found.pairs) <= FEW_PAIRS]
    gap = max(len("the first of two"), *(len(pair.first) for pair in shown))
    right = max(len("the second"), *(len(pair.second) for pair in shown))
    lines = [f"  {'the first of two':<{gap}}  {'the second':<{right}}    above   level     difference, mean"]
    for pair in shown:
        low, high = pair.interval_cents
        within = "exactly" if pair.exact else f"{dollars(low)} to {dollars(high)}"
        shares = f"{pair.p_first_above:>8.2%} {pair.p_equal:>7.2%}"
        mean = f"{dollars(pair.mean_difference_cents):>12}"
        lines.append(f"  {pair.first:<{gap}}  {pair.second:<{right}} {shares} {mean}  {within}")
    if len(shown) < len(found.pairs):
        lines.append(f"  --json has all {len(found.pairs)} pairs.")
    told = "Above and level: the share of sessions in which the first ends with more than the second, or with as much."
    return [*lines, f"  {told}"]


def night_data(question: Question, record: SessionRecord) -> dict[str, Any]:
    """A session on recorded rolls as plain data."""
    return {
        "strategy": question.strategy.name,
        "book": question.layout.id,
        "rolls": record.rolls,
        "shooters": record.shooters,
        "end": record.end.name.lower() if record.end else None,
        "wealth_cents": record.wealth,
        "profit_cents": record.wealth - question.rules.bankroll,
        "peak_cents": record.peak,
        "drawdown_cents": record.drawdown,
        "action_cents": record.action,
        "wealth_by_roll_cents": record.wealth_by_roll,
    }


def night_page(question: Question, record: SessionRecord) -> str:
    """A session on recorded rolls."""
    rows = [
        ("Final wealth", show_money(record.wealth), ""),
        ("Profit", show_money(record.wealth - question.rules.bankroll), ""),
        ("Peak", show_money(record.peak), ""),
        ("Drawdown", show_money(record.drawdown), ""),
        ("Action", show_money(record.action), ""),
        ("Rolls", str(record.rolls), f"{record.shooters} shooters sevened out"),
        ("Ended", ENDS[record.end].lower() if record.end else "", ""),
    ]
    return "\n".join([heading(question), *columns(rows)])
