"""Builds the evidence pack as one HTML page. It works offline, prints on A4 and loads no other file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from comeout.review.evidence_examples import examples_part
from comeout.review.evidence_facts import Evidence, finding_counts
from comeout.review.evidence_figures import figures_part, hand_part
from comeout.review.evidence_html import Html, bullets, cited, command, facts, joined, link, paragraph, table, tag
from comeout.review.evidence_rules import (
    Anchors,
    bets_part,
    clause_anchors,
    clauses_part,
    procedures_part,
    readings_part,
)
from comeout.review.evidence_style import STYLE
from comeout.review.lint import Finding
from comeout.rules.procedures import listed


@dataclass(frozen=True, slots=True)
class PackedFile:
    """A file of the pack, with its size and its hash."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class PagePart:
    """A numbered part of the page."""

    anchor: str
    title: str
    body: Html


def page(evidence: Evidence, version: str, files: Iterable[PackedFile]) -> str:
    """Return the whole page. `files` are the other files of the pack."""
    parts = _parts(evidence, version, tuple(files))
    head = tag("head", *_head(f"{evidence.book.title}: evidence pack"))
    main = tag("main", *(_section(number, part) for number, part in enumerate(parts, 1)), id="main")
    body = tag(
        "body",
        tag("a", "Skip to the evidence", href="#main", class_="skip"),
        _cover(evidence, version),
        tag("div", _contents(parts), main, class_="sheet"),
        tag("footer", f"{evidence.book.title}, revision {evidence.book.revision}. Written by Comeout {version}."),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _parts(evidence: Evidence, version: str, files: tuple[PackedFile, ...]) -> tuple[PagePart, ...]:
    anchors = clause_anchors(evidence)
    return (
        PagePart("layout", "The layout", _layout(evidence)),
        PagePart("bets", "The bets", bets_part(evidence, anchors)),
        PagePart("procedures", "The procedures", procedures_part(evidence, anchors)),
        PagePart("clauses", "The clauses of the document", clauses_part(evidence, anchors)),
        PagePart("readings", "How unclear clauses are read", readings_part(evidence, anchors)),
        PagePart("figures", "Exact figures of every bet", figures_part(evidence)),
        PagePart("hand", "The shooter's hand", hand_part(evidence)),
        PagePart("findings", "Findings", _findings(evidence, anchors)),
        PagePart("examples", "Worked examples", examples_part(evidence, anchors)),
        PagePart("checking", "How to check this pack", _checking(evidence, version, files)),
    )


def _head(title: str) -> Iterable[Html]:
    """Return the head. Its content security policy allows only the inline style and fetches nothing."""
    hashed = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{hashed}'; base-uri 'none'; form-action 'none'"
    yield tag("meta", charset="utf-8")
    yield tag("meta", http_equiv="Content-Security-Policy", content=policy)
    yield tag("meta", name_="viewport", content="width=device-width, initial-scale=1")
    yield tag("meta", name_="referrer", content="no-referrer")
    yield tag("title", title)
    yield tag("style", Html(STYLE))


def _contents(parts: Iterable[PagePart]) -> Html:
    items = (tag("li", link(part.anchor, part.title)) for part in parts)
    return tag("nav", tag("h2", "Contents"), tag("ol", *items), aria_label="Contents", class_="contents")


def _section(number: int, part: PagePart) -> Html:
    heading = tag("h2", tag("span", str(number), class_="number"), " ", part.title)
    return tag("section", heading, part.body, id=part.anchor)


# ------------------------------------------------------------------ the cover


def _cover(evidence: Evidence, version: str) -> Html:
    book = evidence.book
    told = (
        ("Book", tag("code", book.id)),
        ("Revision", str(book.revision)),
        ("Compiled by", f"Comeout {version}"),
        ("Wagers and spots", f"{len(evidence.wagers)} and {len(evidence.layout.spots)}"),
        ("Clauses", str(len(evidence.clauses)) if evidence.clauses else "not catalogued"),
        ("Worked examples", _examples_told(evidence)),
        ("Findings", _counted(evidence.findings)),
        ("Digest", tag("code", book.digest)),
    )
    return tag(
        "header",
        paragraph("Craps: rules, figures and evidence", kind="kicker"),
        tag("h1", book.title),
        paragraph(book.source, kind="source"),
        facts(told),
        *_notices(evidence),
        class_="cover",
    )


def _examples_told(evidence: Evidence) -> str:
    right = sum(each.ok for each in evidence.replayed)
    return f"{right} of {len(evidence.replayed)} replayed as stated" if evidence.replayed else "none"


def _counted(found: tuple[Finding, ...]) -> str:
    return listed(f"{number} {word}{'' if number == 1 else 's'}" for word, number in finding_counts(found).items())


def _notices(evidence: Evidence) -> Iterable[Html]:
    """Yield the warnings that a reader must see first."""
    name = evidence.layout.id
    if evidence.origin == "house":
        yield paragraph(
            "This is a house's own book. Its rules and figures are compiled and computed like those of any other. It "
            "has no catalogued document, so there are no clause texts, readings or worked examples.",
            kind="caution",
        )
    if evidence.origin == "altered":
        yield paragraph(
            f"This book calls itself {name} but is not the {name} that comes with Comeout: its text differs. The "
            "clauses and worked examples of that book are not listed for this one.",
            kind="caution",
        )
    if evidence.payouts:
        raised = (
            f"{spot} {evidence.layout.odds_word(odds)}{f' on {total}' if total else ''}"
            for spot, by_total in evidence.layout.payouts.items()
            for total, odds in by_total.items()
        )
        yield paragraph(
            f"The house pays more than the book lists, as the book allows: {listed(raised)}. Rules and figures include "
            "these payouts; tests and worked examples do not.",
            kind="caution",
        )


# ------------------------------------------------------------------ layout and findings


def _layout(evidence: Evidence) -> Html:
    caption = tag("figcaption", "Drawn from the book's data alone: a box for every spot. felt.svg is the same drawing.")
    drawing = tag("div", Html(evidence.felt), class_="felt", role="region", aria_label="The layout", tabindex="0")
    return tag("figure", drawing, caption)


def _findings(evidence: Evidence, anchors: Anchors) -> Html:
    of_book = [each for each in evidence.findings if each.about == "book"]
    of_document = [each for each in evidence.findings if each.about == "document"]
    parts = [
        paragraph(
            "Comeout checks every book for contradictions, bets that cannot be paid, suspicious payouts and bets with "
            "a player advantage. An error must be corrected, a warning deserves a look, and a note is for information."
        )
    ]
    heads = ("", "Where", "What", "Clause")
    if of_book:
        rows = [(_badge(each), each.where, each.text, cited(each.clause, anchors)) for each in of_book]
        parts.append(table(f"In the book: {_counted(tuple(of_book))}", heads, [("", rows)], kind="findings"))
    else:
        parts.append(paragraph("Nothing was found in the book.", kind="empty"))
    if of_document:
        # A finding about the document is a reading: its words stand there, so they are not said twice.
        told = [
            (
                _badge(each),
                link(f"reading-{each.where}", each.where),
                each.text.partition(":")[0],
                cited(each.clause, anchors),
            )
            for each in of_document
        ]
        caption = f"In the document itself: {_counted(tuple(of_document))}"
        parts.append(table(caption, ("", "Reading", "What", "Clause"), [("", told)], kind="findings"))
    return joined(parts)


def _badge(each: Finding) -> Html:
    return tag("span", each.severity, class_=f"badge {each.severity}")


# ------------------------------------------------------------------ how to check it


def _checking(evidence: Evidence, version: str, files: tuple[PackedFile, ...]) -> Html:
    rows = [(tag("code", each.name), f"{each.size:,}", tag("code", each.sha256)) for each in files]
    return joined(
        (
            paragraph(
                "This folder is complete: the text of the book, what was compiled and computed from it, and this page. "
                "The same book and the same version of Comeout write the same bytes at any time on any machine."
            ),
            table("The files beside this page", ("File", "Bytes", "SHA-256"), [("", rows)], kind="files"),
            paragraph(
                "manifest.json lists every file with its size and SHA-256, this page included. To compare them all, "
                "run this; it needs only Python:"
            ),
            command(FILES_CHECK),
            paragraph(
                "The digest covers the rules of the book, not its spaces, its comments and the colours of its felt: "
                "book.toml is read as TOML, written without [look] and with the house's higher payouts as JSON with "
                "sorted keys, and hashed with SHA-256. To compute it without Comeout:"
            ),
            command(digest_check(evidence)),
            paragraph("It must print ", tag("code", evidence.book.digest), f". With Comeout {version} in this folder:"),
            bullets(_with_comeout(evidence)),
        )
    )


FILES_CHECK = """python3 -c '
import hashlib, json
for name, file in json.load(open("manifest.json"))["files"].items():
    same = hashlib.sha256(open(name, "rb").read()).hexdigest() == file["sha256"]
    print("same" if same else "DIFFERS", name)
'"""


def digest_check(evidence: Evidence) -> str:
    """Return a command that computes the digest of the book from its text and the house's higher payouts."""
    raised = str(evidence.payouts).replace("'", '"')
    return f"""python3 -c '
import hashlib, json, tomllib
book = tomllib.load(open("book.toml", "rb"))
book.pop("look", None)
told = json.dumps([book, {raised}], sort_keys=True)
print(hashlib.sha256(told.encode()).hexdigest())
'"""


def _with_comeout(evidence: Evidence) -> Iterable[Html]:
    commands = {
        "comeout rules book.toml": "shows the rules",
        "comeout odds book.toml --json": "computes the figures of figures.json again",
        "comeout lint book.toml": "lints the book again",
        "comeout replay examples.json": "replays the worked examples and compares the results",
        "comeout evidence book.toml -o again": "writes this pack again, the same to the byte",
    }
    if not evidence.replayed:
        del commands["comeout replay examples.json"]
    if evidence.payouts:
        del commands["comeout evidence book.toml -o again"]
    return (joined((tag("code", each), f" {told}")) for each, told in commands.items())
