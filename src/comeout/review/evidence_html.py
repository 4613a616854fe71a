"""Helpers that build the HTML of the evidence page. Text is escaped unless it is `Html` already."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

VOID = frozenset({"meta", "br", "col"})

Rows = Iterable[Iterable[str]]


class Html(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


def safe(text: str) -> Html:
    """Escape a text as HTML."""
    return text if isinstance(text, Html) else Html(escape(text))


def joined(pieces: Iterable[str], between: str = "") -> Html:
    """Join pieces of HTML."""
    return Html(safe(between).join(safe(each) for each in pieces))


def tag(name: str, *inside: str, **attributes: object) -> Html:
    """Return an element. In attribute names a trailing underscore is dropped, and others become hyphens."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for key, value in attributes.items() if value
    )
    return Html(f"<{name}{told}>" if name in VOID else f"<{name}{told}>{joined(inside)}</{name}>")


def link(anchor: str, text: str) -> Html:
    """Return a link to an anchor on the same page."""
    return tag("a", text, href=f"#{anchor}")


def paragraph(*inside: str, kind: str = "") -> Html:
    """Return a paragraph."""
    return tag("p", *inside, class_=kind)


def bullets(items: Iterable[str]) -> Html:
    """Return a bulleted list."""
    return tag("ul", *(tag("li", each) for each in items))


def facts(pairs: Iterable[tuple[str, str]], *, kind: str = "facts") -> Html:
    """Return a list of names and values."""
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in pairs), class_=kind)


def command(text: str) -> Html:
    """Return a command to type in a terminal."""
    return tag("pre", tag("code", text), tabindex="0")


def table(caption: str, headings: Iterable[str], groups: Iterable[tuple[str, Rows]], *, kind: str = "") -> Html:
    """Return a table whose first column names the row. On a narrow screen the table scrolls by itself."""
    heads = tuple(headings)
    body = joined(_group(title, rows, len(heads)) for title, rows in groups)
    whole = tag(
        "table",
        tag("caption", caption),
        tag("colgroup", *(tag("col") for _ in heads)),
        tag("thead", tag("tr", *(tag("th", each, scope="col") for each in heads))),
        body,
        class_=kind,
    )
    return tag("div", whole, class_="scroll", role="region", aria_label=caption, tabindex="0")


def _group(title: str, rows: Rows, width: int) -> Html:
    head = [tag("tr", tag("th", title, scope="rowgroup", colspan=width), class_="group")] if title else []
    return tag("tbody", *head, *(_row(tuple(row)) for row in rows))


def _row(cells: tuple[str, ...]) -> Html:
    return tag("tr", tag("th", cells[0], scope="row"), *(tag("td", each) for each in cells[1:]))


def cited(clauses: str, anchors: Mapping[str, str]) -> Html:
    """Return the clauses that a statement cites, each linked to its text if the page has it."""
    each = (clause for clause in clauses.split("; ") if clause)
    return joined(
        (tag("span", link(anchors[c], c) if c in anchors else c, class_="clause") for c in each),
        "; ",
    )
