"""How simulations and comparisons look in a terminal."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from comeout.cli.show.lab_pages import ENDS, columns, counted, dollars, heading, open_bets, percent
from comeout.lab.session_rules import SessionEnd
from comeout.money import show_money

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from comeout.lab.answers.comparison_answer import CompareAnswer
    from comeout.lab.answers.question import Question
    from comeout.lab.answers.sim_answer import SimAnswer
    from comeout.lab.laws.wealth_law import FigureLaw
    from comeout.lab.session_record import SessionRecord
    from comeout.lab.simulation.histogram import Histogram


FEW_PAIRS = 10
"""So many pairs of a comparison are always shown."""


ONE_SESSION = "One session has no interval: it does not tell how far off its figures are."
"""What a page says in place of standard errors."""


def sim_page(found: SimAnswer) -> str:
    """What simulated sessions came to, with standard errors and exact values beside them."""
    tally, law, paths = found.tally, found.exact.law if found.exact else None, found.figures.paths
    seed = f"seed {found.seed}, {tally.format}"
    played = counted(found.sessions, "session")
    lines = [f"{heading(found.question)}: {played} ({seed})", *_remark(found.remark)]
    lines += _remark("" if tally.action.sum else "No session made a bet; see why with comeout strategy check.")
    lines += _remark(ONE_SESSION if found.sessions == 1 else "")
    label, mean, beside = _money_row("Final wealth, mean", tally.final, law.mean_cents if law else None)
    rows = [(label, mean, "; ".join(filter(None, (beside, open_bets(found.question.rules)))))]
    bankroll = found.question.rules.bankroll
    shares = [
        ("Ahead", tally.final.above(bankroll), law.p_ahead if law else None),
        ("Even", tally.final.at(bankroll), law.p_even if law else None),
    ]
    shares += [(ENDS[end], tally.ends[end], law.p_end(end) if law else None) for end in SessionEnd if tally.ends[end]]
    rows += [_share_row(found, *share) for share in shares]
    rows += [
        _money_row("Peak, mean", tally.peak, _mean_of(paths.peak)),
        _money_row("Drawdown, mean", tally.drawdown, _mean_of(paths.drawdown)),
        _money_row("Action, mean", tally.action, found.figures.action),
    ]
    if not tally.is_summary:
        rows += [
            _count_row("Rolls, mean", tally.all_rolls, law.expected_rolls if law else None),
            _count_row("Rolls until ruin, mean", tally.rolls[SessionEnd.RUINED], law.rolls_to_ruin if law else None),
            _count_row("Shooters, mean", tally.shooters, found.figures.shooters),
            _count_row("Longest below a peak", tally.below, _mean_of(paths.below)),
        ]
    lines += columns(rows)
    lines += ["", "  Wealth that a share of sessions does not exceed, in dollars, with 95 % intervals:"]
    lines += _percentiles(found)
    if found.bets:
        lines += ["", *_bets(found)]
    return "\n".join(lines)


def _remark(text: str) -> list[str]:
    return [text] if text else []


def _money_row(label: str, histogram: Histogram, exact: float | None = None) -> tuple[str, str, str]:
    return _row(label, histogram, exact, dollars, dollars)


def _count_row(label: str, histogram: Histogram, exact: float | None = None) -> tuple[str, str, str]:
    return _row(label, histogram, exact, "{:.1f}".format, "{:.2f}".format)


def _row(
    label: str, histogram: Histogram, exact: float | None, told: Callable[[float], str], fine: Callable[[float], str]
) -> tuple[str, str, str]:
    from comeout.lab.answers.sim_figures import error_of_mean

    if not histogram.total:
        return label, "-", ""
    return label, told(float(histogram.mean)), _beside(error_of_mean(histogram), exact, fine)


def _share_row(found: SimAnswer, label: str, count: int, exact: float | None) -> tuple[str, str, str]:
    chance, error = found.share(count)
    return label, percent(chance), f"{_beside(error, exact, percent)} of sessions"


def _mean_of(law: FigureLaw | None) -> float | None:
    return law.mean if law else None


def _beside(error: float | None, exact: float | None, told: Callable[[float], str]) -> str:
    """The standard error and the exact value that stand beside a figure."""
    parts = [f"± {told(error)}"] if error is not None else []
    parts += [f"exactly {told(exact)}"] if exact is not None else []
    return "; ".join(parts)


def _percentiles(found: SimAnswer) -> list[str]:
    """Wealth by roll at a few of the checkpoints, and at the end; below each the intervals and the exact values."""
    from comeout.lab.answers.sim_figures import intervals_of, quantiles_of

    tally = found.tally
    shown = list(enumerate(zip(tally.checkpoints, tally.wealth, strict=True)))
    noted = [
        (str(roll), wealth, found.by_roll[at].quantiles if found.by_roll else None)
        for at, (roll, wealth) in shown[:: max(1, len(shown) // 6)]
    ]
    noted.append(("end", tally.final, found.exact.law.quantiles if found.exact else None))
    rows = [("roll", [f"{float(name):.0%}" for name in quantiles_of(tally.final)])]
    for label, wealth, exact in noted:
        rows.append((label, [_plain(cents) for cents in quantiles_of(wealth).values()]))
        if found.sessions > 1:
            rows.append(("", ["-".join(map(_plain, ends)) for ends in intervals_of(wealth).values()]))
        if exact:
            rows.append(("exact", [_plain(cents) for cents in exact.values()]))
    wide = max(10, *(len(text) for _, texts in rows for text in texts))
    return [f"  {label:>6}  " + "  ".join(f"{text:>{wide}}" for text in texts) for label, texts in rows]


def _plain(cents: int | None) -> str:
    """An amount without its sign; an interval without a bound on this side has a question mark."""
    return "?" if cents is None else show_money(cents).removeprefix("$").removesuffix(".00")


def _bets(found: SimAnswer) -> list[str]:
    assert found.bets
    sessions = found.sessions
    names = {"action": "action", "won": "won", "lost": "lost", "change": "result", "expected_change": "expected"}
    lines = ["  By bet, per session:    " + "".join(f"{head:>12}" for head in names.values())]
    for each in found.bets.bets[:20]:
        rows = (
            (f"{each.spot:<20}", [getattr(each, name) / sessions for name in names]),
            (f"{'±':>20}", [found.bet_error(each, name) for name in names]),
            (f"{'exactly':>20}", [found.bet_exact(each, name) for name in names]),
        )
        lines += [
            _bet_line(label, dict(zip(names, figures, strict=True))) for label, figures in rows if None not in figures
        ]
    for refusal in found.bets.refusals[:8]:
        reason = refusal.reason.lower().replace("_", " ")
        error, exact = found.refusal_error(refusal), found.refusal_exact(refusal)
        often = f"{refusal.times / sessions:.3f}" + ("" if error is None else f" ± {error:.3f}")
        often += "" if exact is None else f" (exactly {exact:.3f})"
        lines.append(f"  Refused {often} times a session: {refusal.spot}, {reason}, {refusal.clause}")
    return lines


def _bet_line(label: str, figures: Mapping[str, float | None]) -> str:
    """Counts and amounts of a bet, none of which is missing."""
    told = [
        ("{:.3f}".format if name in ("won", "lost") else dollars)(figure)
        for name, figure in figures.items()
        if figure is not None
    ]
    return f"    {label}  " + "".join(f"{text:>12}" for text in told)


def compare_page(found: CompareAnswer) -> str:
    """Strategies side by side, then in pairs."""
    data = found.data()
    played = counted(found.sessions, "session")
    how = "exactly" if found.tally is None else f"{played} on the same dice, seed {found.seed}"
    lines = [f"Compared {how}", ""]
    exact = [each.get("exact") for each in data["strategies"]]
    if found.tally is not None and any(exact):
        each = "Each strategy" if all(exact) else "Each strategy but those marked"
        lines = [f"{each} exactly; in pairs {how}, with intervals that hold together at 95%", ""]
    lines[0] += f"; {open_bets(found.questions[0].rules)}"
    lines[1:1] = _remark(found.remark)
    lines[1:1] = _remark(ONE_SESSION if found.sessions == 1 else "")
    wide = max(24, *(len(f"{each['strategy']} at {each['book']}") for each in data["strategies"]))
    head = " bankroll        mean          sd    ahead   ruined      5%     50%     95%"
    lines.append(f"  {'strategy':<{wide}} {head}")
    for each in data["strategies"]:
        quantiles = [show_money(each["quantiles"][name]).removesuffix(".00") for name in ("0.05", "0.5", "0.95")]
        name = f"{each['strategy']} at {each['book']}"
        sd = "-" if each["sd_cents"] is None else dollars(each["sd_cents"])
        lines.append(
            f"  {name:<{wide}} {show_money(each['bankroll_cents']):>9} {dollars(each['mean_cents']):>11} "
            f"{sd:>11} {each['p_ahead']:>8.2%} {each['p_ruin']:>8.2%} "
            + " ".join(f"{text:>7}" for text in quantiles)
            + ("" if each["exact"] else "  simulated")
        )
        if each.get("p_ahead_error") is not None:
            mean, ahead, ruined = each["mean_standard_error_cents"], each["p_ahead_error"], each["p_ruin_error"]
            lines.append(f"  {'±':>{wide}} {'':>9} {dollars(mean):>11} {'':>11} {ahead:>8.2%} {ruined:>8.2%}")
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
        within = "exactly" if pair.exact else ""
        if pair.interval_cents and not pair.exact:
            within = " to ".join(dollars(end) for end in pair.interval_cents)
        shares = f"{pair.p_first_above:>8.2%} {pair.p_equal:>7.2%}"
        mean = f"{dollars(pair.mean_difference_cents):>12}"
        lines.append(f"  {pair.first:<{gap}}  {pair.second:<{right}} {shares} {mean}  {within}")
    if len(shown) < len(found.pairs):
        lines.append(f"  --json has all {len(found.pairs)} pairs.")
    told = "Above and level: the share of sessions in which the first ends with more than the second, or with as much"
    errors = [error for pair in shown for error in (pair.p_first_above_error, pair.p_equal_error) if error is not None]
    within = f"; their standard errors are at most {max(errors):.2%}" if errors else ""
    return [*lines, f"  {told}{within}."]


def night_data(question: Question, record: SessionRecord) -> dict[str, Any]:
    """A session on recorded rolls as plain data."""
    return {
        "strategy": question.strategy.name,
        "book": question.layout.id,
        "rolls": record.rolls,
        "shooters": record.shooters,
        "end": record.end.name.lower() if record.end else None,
        "open_bets": "played out" if question.rules.play_out else "face value",
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
        ("Final wealth", show_money(record.wealth), open_bets(question.rules)),
        ("Profit", show_money(record.wealth - question.rules.bankroll), ""),
        ("Peak", show_money(record.peak), ""),
        ("Drawdown", show_money(record.drawdown), ""),
        ("Action", show_money(record.action), ""),
        ("Rolls", str(record.rolls), f"{counted(record.shooters, 'shooter')} sevened out"),
        ("Ended", ENDS[record.end].lower() if record.end else "", ""),
    ]
    return "\n".join([heading(question), *columns(rows)])
