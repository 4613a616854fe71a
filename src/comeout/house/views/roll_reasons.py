"""Read model of why a roll paid what it paid: the lines of a settlement with their clauses and readings."""

from __future__ import annotations

from comeout.protocol.play_answers import ClauseSays, ReadingAnswer, WhyLine
from comeout.rules.conformance import readings_on, wordings
from comeout.rules.layout import Layout
from comeout.table.advice.next_roll import net_of
from comeout.table.advice.why import rounding, sum_of, why_line
from comeout.table.messages import Line, RollSettled


def explained(layout: Layout, event: RollSettled, line: Line) -> WhyLine:
    """Explain in full what a roll did to one bet."""
    says, rounded = wordings(layout.id), rounding(line, event.rounded_by)
    others = [line.limited_by] if line.limited_by else []
    others += event.rounded_by if rounded else ()
    cited = dict.fromkeys((line.clause, *filter(None, [line.paid_by]), *others))
    return WhyLine(
        seat=line.seat,
        spot=line.spot,
        name=layout.by_id[line.spot].name,
        outcome=line.outcome,
        to=line.to,
        stake_cents=line.stake,
        paid_cents=line.paid,
        net_cents=net_of(line),
        says=why_line(line, event),
        sum=sum_of(line),
        rounding=rounded,
        clause=layout.cite(line.clause),
        clause_says=says.get(line.clause, ""),
        paid_by=layout.cite(line.paid_by),
        paid_by_says=says.get(line.paid_by, ""),
        others=[ClauseSays(layout.cite(each), says.get(each, "")) for each in others],
        readings=[
            ReadingAnswer(each.id, each.problem, each.reading, each.reason) for each in readings_on(layout.id, cited)
        ],
    )
