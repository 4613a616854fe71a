"""Shows the worked examples of a book on the evidence page: each is a small game with the expected result."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from comeout.money import show_amount
from comeout.replay.result import Replayed
from comeout.review.evidence_facts import Evidence
from comeout.review.evidence_html import Html, cited, joined, link, paragraph, tag
from comeout.review.evidence_rules import Anchors, example_anchors

Step = Mapping[str, Any]

_ACTS: dict[str, Callable[[Step], str]] = {
    "roll": lambda step: f"roll {_dice(step['roll'])}",
    "no_roll": lambda step: f"no roll, {step['no_roll']}{_thrown(step)}",
    "invalidated": lambda step: f"roll invalidated, {step['invalidated']}{_thrown(step)}",
    "call": lambda step: f"call {step['bet']} {step['call'].upper()}",
    "bet": lambda step: f"bet {step['bet']} {show_amount(step['amount'])}",
    "remove": lambda step: f"take down {step['remove']}",
    "reduce": lambda step: f"reduce {step['reduce']} by {show_amount(step['by'])}",
    "check": lambda step: f"check: {told_state(step['check'])}",
    "walk_away": lambda step: f"player walks away, {step['walk_away']}",
    "decision_only": lambda _step: "roll only to decide come bets",
    "interrupt": lambda _step: "the game is interrupted",
    "malfunction": lambda _step: "a malfunction is declared",
}
"""How to describe each kind of step. The first key that the step has is used."""

_STATE: dict[str, Callable[[Any], str]] = {
    "bankroll": lambda cents: f"rack {show_amount(cents)}",
    "on_table": lambda cents: f"on the layout {show_amount(cents)}",
    "total": lambda cents: f"together {show_amount(cents)}",
    "bets": lambda bets: ", ".join(f"{bet} {show_amount(cents)}" for bet, cents in bets.items()) or "no bet",
    "point": lambda point: f"puck ON {point}" if point else "puck OFF",
    "players": lambda players: "; ".join(f"{player}: {told_state(state)}" for player, state in players.items()),
}


def examples_part(evidence: Evidence, anchors: Anchors) -> Html:
    """Return every worked example as a test vector, with its result when this pack was written."""
    examples = evidence.examples["examples"]
    if not examples:
        return paragraph(_none(evidence), kind="empty")
    right = sum(each.ok for each in evidence.replayed)
    intro = (
        f"{len(examples)} small games, each at its own table, with what must be refused, what must be paid and how "
        f"they end. {right} of {len(examples)} came out as stated when this pack was written. examples.json has the "
        "same games."
    )
    places = example_anchors(evidence)
    rows = zip(examples, evidence.replayed, strict=True)
    return joined((paragraph(intro), *(_example(each, played, places, anchors) for each, played in rows)))


def _none(evidence: Evidence) -> str:
    if evidence.origin == "house":
        return "There are none: only the books that come with Comeout have worked examples, and this is a house's own."
    return f"There are none: those of {evidence.layout.id} are for the book that comes with Comeout, not for this text."


def _example(example: Step, played: Replayed, places: Anchors, anchors: Anchors) -> Html:
    anchor = places[example["name"]]
    result = tag("span", "as stated" if played.ok else "differs", class_=f"badge {'ok' if played.ok else 'error'}")
    return tag(
        "article",
        tag("div", tag("h4", anchor.removeprefix("example-")), result),
        tag("div", *_told(example, played, anchors)),
        class_="entry vector",
        id=anchor,
    )


def _told(example: Step, played: Replayed, anchors: Anchors) -> Iterator[Html]:
    yield paragraph(tag("strong", example["name"]))
    purses = example.get("bankrolls") or {"rack": example["bankroll"]}
    start = ", ".join(f"{player} {show_amount(cents)}" for player, cents in purses.items())
    table = ("; table settings ", tag("code", json.dumps(example["table"]))) if "table" in example else ()
    yield paragraph(tag("b", "Start: "), start, *table, kind="note")
    yield tag("ol", *(_step(step) for step in example["steps"]), class_="steps")
    yield paragraph(tag("b", "Then: "), told_state(example["expect"]))
    for difference in played.differences:
        yield paragraph(tag("b", "Differs: "), difference.says, "; position ", tag("code", difference.position))
    clauses = cited("; ".join(each.removeprefix(f"{played.rulebook} ") for each in example["clauses"]), anchors)
    readings = [link(f"reading-{each}", each) for each in example.get("ambiguities", ())]
    yield paragraph(clauses, *(("; readings: ", joined(readings, ", ")) if readings else ()), kind="note")


def _step(step: Step) -> Html:
    told = next(tell(step) for key, tell in _ACTS.items() if key in step)
    more = [
        *([str(step["player"])] if "player" in step else []),
        *(["late"] if step.get("late") else []),
        *([f"confirmed by {', '.join(step['confirmed_by']) or 'nobody'}"] if "confirmed_by" in step else []),
        *(["not confirmed"] if step.get("confirmed") is False else []),
        *(["this wager only"] if step.get("only") else []),
        *(["unnoticed"] if step.get("unnoticed") else []),
    ]
    whole = f"{told} ({', '.join(more)})" if more else told
    return tag("li", whole, tag("em", " refused")) if step.get("refused") else tag("li", whole)


def told_state(state: Mapping[str, Any]) -> str:
    """Describe a state of the worked-examples format in words."""
    return "; ".join(_STATE[key](value) for key, value in state.items())


def _dice(faces: list[int]) -> str:
    return "-".join(str(face) for face in faces)


def _thrown(step: Step) -> str:
    return f" ({_dice(step['dice'])})" if "dice" in step else ""
