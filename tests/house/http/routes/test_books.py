"""The rules over HTTP: a book to read in full, two books side by side, and answers that are made and sent once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from functools import cache

import httpx
import pytest

from comeout.client import Cited, Client
from comeout.review.book_page import BookText, read_book
from comeout.review.comparison import FIGURES, compare
from comeout.review.diff import diff_books
from comeout.rules.conformance import conformance, readings_of
from comeout.rules.library import book_names, load_book, load_text, own_copy
from tests.kit.servers import open_live, running

BOOKS = book_names()
PAIRS = list(zip(BOOKS[::2], BOOKS[1::2], strict=True))


@cache
def read(book: str) -> BookText:
    """A book, read once for all tests."""
    return read_book(load_book(book))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Somebody who asks a running house."""
    with (
        running(tmp_path_factory.mktemp("rules")) as house,
        httpx.Client(base_url=f"{house.url}/api/v1", timeout=60) as client,
    ):
        yield client


# ---- a book to read


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_can_be_read_with_what_shows_that_it_is_kept(book: str) -> None:
    reading = read(book)
    assert [each.id for each in reading.clauses] == [each.row.id for each in conformance(book)]
    for clause in reading.clauses:
        assert clause.says
        assert clause.lives or clause.shown, clause.id
        assert not any(place.startswith("page") for place in clause.lives)


@pytest.mark.parametrize("book", BOOKS)
def test_what_only_a_page_can_show_says_as_what(book: str) -> None:
    rows = {each.row.id: each.row.lives for each in conformance(book) if each.row.lives.startswith("page: ")}
    assert {each.id: f"page: {each.shown}" for each in read(book).clauses if each.shown} == rows


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_and_reading_that_is_cited_is_there(book: str) -> None:
    reading = read(book)
    clauses, readings = {each.id for each in reading.clauses}, {each.id for each in reading.readings}
    cited = [
        *(clause for wager in reading.wagers for clause in wager.clauses),
        *(each.clause for section in reading.sections for each in section.statements),
        *(each.clause for each in reading.glossary),
        *(each.clause for each in reading.notices),
        *(clause for each in reading.readings for clause in each.clauses),
    ]
    assert {clause for told in cited for clause in told.split("; ") if clause} <= clauses | readings
    assert {each for clause in reading.clauses for each in clause.readings} <= readings
    assert readings == {row.id for row in readings_of(book)}


@pytest.mark.parametrize("book", BOOKS)
def test_every_bet_is_read_with_its_prices_its_terms_and_its_exact_figures(book: str) -> None:
    layout = load_book(book)
    reading = read_book(layout)
    assert sorted(wager.id for wager in reading.wagers) == sorted(layout.rulebook.wager)
    assert {wager.group for wager in reading.wagers} == set(reading.groups)
    for wager in reading.wagers:
        assert "#" not in wager.name
        assert re.match(r"(Wins|Loses|Comes|Travels) .+\.$", wager.says), wager.says
        assert wager.payouts
        assert wager.terms
        assert wager.edges
    made = {spot.id for spot in layout.spots if spot.made_here}
    assert {bet.bet for wager in reading.wagers for bet in wager.edges if "+" not in bet.bet} == made


def test_a_figure_is_a_percentage_and_its_fraction() -> None:
    pass_line = next(wager for wager in read("adelaide").wagers if wager.id == "pass").edges[0]
    assert (pass_line.edge_per_bet.percent, pass_line.edge_per_bet.fraction) == ("1.414%", "7/495")
    assert (pass_line.win.fraction, pass_line.lose.fraction) == ("244/495", "251/495")


def test_the_return_that_a_document_states_is_among_the_figures() -> None:
    reading = read("evolution")
    laid = next(bet for wager in reading.wagers for bet in wager.edges if bet.bet == "dont-pass+lay:1x")
    assert laid.edge_on_outlay_resolved.percent == "0.832%"
    assert laid.return_on_outlay_resolved.percent == "99.168%"
    assert [fact.says for fact in reading.facts if fact.name == "Costliest bet"] == [
        "Seven: house edge 16.67%, return 83.33%"
    ]


def test_the_glossary_tells_a_term_from_its_meaning() -> None:
    words = {each.word: (each.says, each.clause) for each in read("sentosa").glossary}
    assert words["Boxperson"] == ("The person who supervises the operation of the game.", "1.2")
    assert words["Bet"] == ("Bet means the same as wager.", "1.1")
    assert words[""] == ("The terms below apply in these rules.", "1")
    words = {each.word: (each.says, each.clause) for each in read("adelaide").glossary}
    assert words["Shooter"] == ("The player who throws the dice.", "1 Shooter")


@pytest.mark.parametrize("book", BOOKS)
def test_the_glossary_holds_every_clause_that_it_must_show(book: str) -> None:
    told = {each.clause for each in read(book).glossary}
    assert {each.row.id for each in conformance(book) if each.row.lives == "page: glossary"} <= told


def test_a_book_says_what_its_tables_post() -> None:
    notices = {each.name: each for each in read("adelaide").notices}
    assert (notices["odds"].default, notices["odds"].clause) == ("10", "8(a)")
    assert notices["max"].clause == "5(f)"


# ---- two books side by side


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_two_books_side_by_side_are_all_that_differs(a: str, b: str) -> None:
    found, told = diff_books(load_book(a), load_book(b)), compare(load_book(a), load_book(b))
    assert (told.a.id, told.b.id, told.same, told.count) == (a, b, False, found.count)
    assert [each.differences for each in told.wagers] == [each.differences for each in found.wagers]
    assert [each.differences for each in told.procedures] == [each.differences for each in found.procedures]
    named = [(each.bet, each.figure.replace("ev_", "edge_"), FIGURES[each.figure]) for each in found.figures]
    assert [(each.bet, each.figure, each.says) for each in told.figures] == named
    assert all([each.name for each in told.wagers] + [each.name for each in told.figures])


def test_a_figure_that_differs_is_told_in_both_books() -> None:
    told = compare(load_book("exhibit-a"), load_book("sentosa"))
    place = next(each for each in told.figures if (each.bet, each.figure) == ("place-6", "edge_per_bet_made"))
    assert (place.a, place.b, place.a_fraction, place.b_fraction) == ("9.091%", "1.515%", "1/11", "1/66")
    assert place.change == "-7.576%"


def test_a_book_beside_itself_is_the_same() -> None:
    told = compare(load_book("sentosa"), load_book("sentosa"))
    assert (told.same, told.count, told.wagers, told.figures) == (True, 0, (), ())


# ---- over HTTP


@pytest.mark.parametrize("path", ["/books/adelaide/reading", "/books/adelaide/diff/sentosa", "/books/adelaide/figures"])
def test_large_answers_are_compressed_and_not_sent_twice(client: httpx.Client, path: str) -> None:
    first = client.get(path)
    assert first.headers["content-encoding"] == "gzip"
    assert int(first.headers["content-length"]) * 4 < len(first.content)
    again = client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = client.get(path, headers={"accept-encoding": "identity"})
    assert plain.content == first.content
    assert plain.headers["etag"] != first.headers["etag"]  # other bytes, another tag


@pytest.mark.parametrize("shape", ["wide", "tall", "wing", "low", "centre"])
def test_the_felt_comes_in_every_shape(client: httpx.Client, shape: str) -> None:
    answer = client.get("/books/sentosa/felt.svg", params={"shape": shape})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg ")
    assert answer.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("path", ["/books/none/reading", "/books/none/diff/sentosa", "/books/sentosa/diff/none"])
def test_a_book_that_is_none_is_answered_with_those_there_are(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["says"] == f'there is no book "none"; these are: {", ".join(BOOKS)}'


# ---- what an answer cites


def test_a_clause_and_a_reading_are_opened_by_what_an_answer_cites(client: httpx.Client) -> None:
    def opened(cites: str) -> dict[str, object]:
        found: dict[str, object] = client.get("/books/sentosa/cited", params={"cites": cites}).json()
        return found

    clause = opened("sentosa D.12 on/off")
    assert (clause["kind"], clause["id"], clause["problem"]) == ("clause", "D.12 on/off", "")
    assert "SE-1" in clause["readings"]  # type: ignore[operator]  # a list of ids
    reading = opened("SE-16")
    assert (reading["kind"], reading["id"]) == ("reading", "SE-16")
    assert reading["problem"]
    assert reading["reason"]
    assert "1.21" in reading["clauses"]  # type: ignore[operator]  # a list of ids
    for unknown in ("9.99", "EV-3"):
        missing = client.get("/books/sentosa/cited", params={"cites": unknown})
        assert (missing.status_code, unknown in missing.json()["says"]) == (404, True)


def test_the_client_opens_what_an_answer_cites(client: httpx.Client) -> None:
    async def opened() -> Cited:
        async with Client(str(client.base_url).removesuffix("/api/v1/")) as house:
            return await house.cited("adelaide", "AD-22")

    found = asyncio.run(opened())
    assert (found.kind, found.id, found.clauses) == ("reading", "AD-22", ("14(a)", "14(a)(i)", "14(a)(ii)"))


# ---- a book that is not one of ours


SEVEN = ('odds = "4 to 1", clause = "6(c) Any Seven"', 'odds = "5 to 1", clause = "6(c) Any Seven"')


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, dict[str, str]]]:
    """A guest of a house with a table of its own book and one of ours at higher payouts, and the keys of the books."""
    folder = tmp_path_factory.mktemp("own")
    text, _ = own_copy(load_book("adelaide"), "My house")
    books = {
        "mine": load_text(text.replace(*SEVEN)),
        "adelaide": load_book("adelaide", payouts={"any-seven": "5 to 1"}),
        "sentosa": load_book("sentosa"),
    }
    tables = {name: open_live(folder, layout, name=name) for name, layout in books.items()}
    with running(folder) as house, httpx.Client(base_url=f"{house.url}/api/v1", timeout=60) as client:
        client.post("/session")
        yield client, {name: client.get(f"/tables/{table}/spots").json()["book_key"] for name, table in tables.items()}


def test_a_table_says_how_to_ask_for_the_book_it_is_played_by(own: tuple[httpx.Client, dict[str, str]]) -> None:
    _, keys = own
    assert keys["sentosa"] == "sentosa"
    assert re.fullmatch("my-house@[0-9a-f]{64}", keys["mine"])
    assert re.fullmatch("adelaide@[0-9a-f]{64}", keys["adelaide"])


@pytest.mark.parametrize(("book", "pays"), [("mine", "5 to 1"), ("adelaide", "5 to 1"), ("sentosa", "4 to 1")])
def test_the_felt_shows_the_payouts_of_the_table(
    own: tuple[httpx.Client, dict[str, str]], book: str, pays: str
) -> None:
    client, keys = own
    felt = client.get(f"/books/{keys[book]}/felt.svg").text
    box = felt.partition('data-spot="any-seven"')[2].partition("data-spot=")[0]
    assert f"Any Seven: {pays}" in box


@pytest.mark.parametrize("path", ["", "/reading", "/figures", "/layout", "/settings"])
@pytest.mark.parametrize("book", ["mine", "adelaide"])
def test_the_book_of_a_table_can_be_read_like_one_of_ours(
    own: tuple[httpx.Client, dict[str, str]], book: str, path: str
) -> None:
    client, keys = own
    told = client.get(f"/books/{keys[book]}{path}")
    assert told.status_code == 200
    assert told.content != client.get(f"/books/adelaide{path}").content or path in ("/layout", "/settings")


def test_a_book_of_a_house_has_no_clauses_in_our_words_and_is_compared_with_ours(
    own: tuple[httpx.Client, dict[str, str]],
) -> None:
    client, keys = own
    mine, raised = (client.get(f"/books/{keys[book]}/reading").json() for book in ("mine", "adelaide"))
    assert (mine["id"], mine["clauses"], mine["conformance"]["clauses"]) == ("my-house", [], 0)
    assert any("Any Seven pays 5 to 1" in fact["says"] for fact in mine["facts"])
    assert raised["clauses"]


@pytest.mark.parametrize("wrong", ["my-house", "my-house@", "my-house@0f", "adelaide@{digest}"])
def test_a_key_without_its_book_is_refused(own: tuple[httpx.Client, dict[str, str]], wrong: str) -> None:
    client, keys = own
    key = wrong.format(digest=keys["mine"].partition("@")[2])
    assert client.get(f"/books/{key}/felt.svg").status_code == 404
