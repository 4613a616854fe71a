"""Books are found by name and by path, read once, and a file that is no book says so in one line."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from comeout.errors import RulebookError
from comeout.rules.library import (
    book_names,
    data_of,
    default_book,
    for_newcomers,
    has_rules_of,
    known_books,
    load_book,
    load_text,
    open_book,
    own_copy,
    restored,
    worked_examples,
)
from tests.kit.rulebooks import changed


def test_the_books_of_the_package_are_known_by_name() -> None:
    assert book_names() == ("adelaide", "evolution", "exhibit-a", "sentosa")
    assert known_books() == "known: adelaide, evolution, exhibit-a, sentosa"


def test_whoever_names_no_book_gets_one_and_hears_how_each_differs() -> None:
    why, newcomers = for_newcomers()
    assert (default_book(), why[:4]) == ("adelaide", "Best")
    assert tuple(newcomers) == book_names()
    assert len(set(newcomers.values())) == len(newcomers)


def test_a_book_of_the_package_is_compiled_once() -> None:
    assert load_book("sentosa") is load_book("sentosa")
    assert open_book("sentosa") is open_book(load_book("sentosa")) is load_book("sentosa")


def test_what_is_no_name_and_no_path_is_told_which_books_there_are() -> None:
    with pytest.raises(RulebookError, match="7 is no book; give its name, or the path of a file"):
        load_book(7)  # type: ignore[arg-type]


def test_text_that_is_no_toml_is_told_with_its_place() -> None:
    with pytest.raises(RulebookError, match=r"house\.toml: is not TOML: .*line 1"):
        load_text("[book\n", file="house.toml")


def test_a_file_that_is_no_text_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulebookError, match="cannot be read"):
        load_book(str(path))


def test_a_file_of_more_than_256_kb_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("#" * (256 * 1024 + 1))
    with pytest.raises(RulebookError, match="larger than 256 KB"):
        load_book(str(path))
    path.write_text("#" * (256 * 1024))
    with pytest.raises(RulebookError) as bad:
        load_book(str(path))
    assert "larger" not in str(bad.value)  # it is parsed, and is no book


def test_an_unknown_book_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(RulebookError, match=r'no book and no file "adelade".*did you mean "adelaide"'):
        load_book("adelade")


def test_a_house_book_loads_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(changed("adelaide", ('id = "adelaide"', 'id = "house"')), encoding="utf-8")
    assert load_book(str(path)).id == "house"
    assert data_of(str(path))["puck"] == data_of("adelaide")["puck"]


def test_a_pickled_layout_comes_back_as_the_book_it_was() -> None:
    ours = load_book("sentosa")
    assert restored("sentosa", ours.text, ()) is ours
    raised = load_book("adelaide", payouts={"any-seven": "5 to 1"})
    again = pickle.loads(pickle.dumps(raised))
    assert (again.digest, again.payouts) == (raised.digest, raised.payouts)


@pytest.mark.parametrize(
    ("called", "own"),
    [("Corner House", "corner-house"), ("sentosa", "adelaide-house"), ("!?", "adelaide-house")],
)
def test_a_copy_of_a_book_has_an_id_of_its_own_and_says_what_it_copies(called: str, own: str) -> None:
    text, name = own_copy(load_book("adelaide"), called)
    copied = load_text(text)
    assert (name, copied.id, copied.rulebook.book.copy_of) == (own, own, "adelaide")
    again, _ = own_copy(copied, "another")
    assert load_text(again).rulebook.book.copy_of == "adelaide", "a copy of a copy names the first"


def test_worked_examples_are_kept_for_our_own_books() -> None:
    counts = {book: len(worked_examples(book)["examples"]) for book in (*book_names(), "corner-house")}
    assert all(counts[book] for book in book_names())
    assert counts["corner-house"] == 0


def test_a_book_has_the_rules_of_ours_whatever_its_comments_and_its_payouts() -> None:
    ours = load_book("adelaide")
    raised = load_text(ours.text, payouts={"pass": "2 to 1"})
    assert raised.digest != ours.digest
    assert all(has_rules_of(each, "adelaide") for each in (ours, raised, load_text(f"# mine\n{ours.text}")))
    assert not has_rules_of(load_book("sentosa"), "adelaide")
    assert not has_rules_of(load_text(ours.text.replace("4 to 1", "5 to 1")), "adelaide")
