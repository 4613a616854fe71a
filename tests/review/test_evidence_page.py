"""The page of a pack: ten parts in order, a policy that fetches nothing, and commands that check it."""

from __future__ import annotations

import re

from comeout.review.evidence_page import digest_check, page
from comeout.rules.library import load_book
from tests.kit.packs import SMALL, gathered


def test_the_page_has_its_parts_in_order_and_names_the_version() -> None:
    text = page(gathered(SMALL), "9.9", ())
    assert text.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert re.findall(r'<section id="([a-z]+)"', text) == [
        "layout",
        "bets",
        "procedures",
        "clauses",
        "readings",
        "figures",
        "hand",
        "findings",
        "examples",
        "checking",
    ]
    assert "Written by Comeout 9.9." in text


def test_the_page_may_fetch_nothing() -> None:
    text = page(gathered(SMALL), "9.9", ())
    assert "default-src &#x27;none&#x27;" in text
    assert "<script" not in text


def test_the_command_that_checks_the_digest_has_the_payouts_of_the_house() -> None:
    assert "json.dumps([book, {}], sort_keys=True)" in digest_check(gathered(SMALL))
    assert load_book(SMALL).digest in page(gathered(SMALL), "9.9", ())
