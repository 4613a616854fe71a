"""What a browser or a monitor finds at the door: a page, the dice verifier, health and metrics."""

from __future__ import annotations

from importlib import resources
from typing import Any

from litestar import MediaType, Response, get

from comeout import __version__
from comeout.house.metrics import metrics_page
from comeout.house.signed import (
    Asked,
    house_of,
)
from comeout.rules.library import book_names, load_book


@get("/health", sync_to_thread=False)
def health(request: Asked) -> dict[str, Any]:
    """Whether the house runs, and what."""
    house = house_of(request)
    return {
        "ok": True,
        "version": __version__,
        "tables": len(house.places),
        "owned": len(house.hosts),
        "play_money": True,
    }


@get("/metrics", media_type=MediaType.TEXT, sync_to_thread=False)
def metrics(request: Asked) -> str:
    """Figures for Prometheus."""
    return metrics_page(house_of(request).hosts)


@get("/", media_type=MediaType.HTML, sync_to_thread=False, include_in_schema=False)
def door() -> Response[str]:
    """What somebody sees who comes with a browser."""
    books_of_house = "".join(f"<li>{load_book(name).rulebook.book.title}</li>" for name in book_names())
    page = _DOOR.format(books=books_of_house, version=__version__)
    return Response(page, headers={"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"})


@get("/verify-dice", media_type=MediaType.HTML, sync_to_thread=False, include_in_schema=False)
def dice_verifier() -> Response[str]:
    """The page that checks the dice of an exported table; it works offline as well."""
    page = resources.files("comeout.house.dice").joinpath("verifier.html").read_text(encoding="utf-8")
    allowed = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    return Response(page, headers={"content-security-policy": allowed})


_DOOR = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Comeout</title><style>
body {{ font: 1.05rem/1.6 Georgia, serif; max-width: 38rem; margin: 4rem auto; padding: 0 1rem; color: #10241b; }}
h1 {{ color: #0f4d33; }} code {{ background: #eef3f0; padding: .1em .3em; }} a {{ color: #0f4d33; }}
</style></head><body><h1>Comeout</h1>
<p>The house is open. It plays craps for play money, live, under these books:</p><ul>{books}</ul>
<p>Play from a terminal with <code>comeout join</code> and this address, or from Python with
<code>comeout.client</code>.</p>
<p><a href="/api/v1/tables">The tables</a> · <a href="/api/openapi.json">the interface</a> ·
<a href="/verify-dice">check the dice</a> · <a href="/health">health</a></p>
<p><small>Comeout {version}. Play money only.</small></p></body></html>
"""


PAGES = (door, dice_verifier, health, metrics)
"""Every route here."""
