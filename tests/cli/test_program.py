"""The commands as people meet them: pages, JSON, exit codes, and one clear line for anything that is wrong."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import comeout.play
from comeout import __version__
from comeout.cli.options import default_book
from comeout.cli.program import app
from comeout.exact.figures import Figures, all_figures
from comeout.rules.library import book_names, load_book
from tests.kit.command_line import document, page, refusal, run
from tests.kit.rulebooks import house_file, text_of

COMMANDS = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
EXAMPLES = str(resources.files("comeout.rules") / "examples.json")


# ------------------------------------------------------------------ the program


def test_help_explains_itself_with_examples() -> None:
    told = page("--help")
    for command in ("books", "rules", "lint", "diff", "clauses", "replay", "play"):
        assert f"  {command} " in told
    assert "comeout lint my-house.toml" in told
    assert all(book in told for book in book_names())


def test_every_command_of_the_program_is_in_its_help() -> None:
    told = page("--help")
    assert {"books", "rules", "clauses", "lint", "diff", "odds", "why", "replay", "play", "serve", "join"} <= COMMANDS
    assert [name for name in COMMANDS if f"  {name} " not in told] == []


def test_without_a_command_the_help_is_shown() -> None:
    assert "Usage: comeout" in run().output


def test_the_version_is_printed() -> None:
    assert page("--version") == f"comeout {__version__}\n"


def test_python_dash_m_is_the_same_program() -> None:
    done = subprocess.run([sys.executable, "-m", "comeout", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"comeout {__version__}\n"


def test_pages_that_go_to_a_file_are_plain_text_within_their_margin() -> None:
    told = page("rules", "sentosa")
    assert "\x1b" not in told
    assert max(len(line) for line in told.splitlines()) <= 100
    assert all(line == line.rstrip() for line in told.splitlines())
    assert max(len(line) for line in page("rules", "sentosa", COLUMNS="80").splitlines()) <= 80


# ------------------------------------------------------------------ books and rules


def test_books_lists_the_books_with_their_digests() -> None:
    rows = document("books")["books"]
    assert [row["id"] for row in rows] == list(book_names())
    assert set(rows[0]) == {"id", "title", "revision", "digest", "bets", "spots", "file"}
    told = page("books")
    assert all(row["digest"][:12] in told for row in rows)


def test_books_says_where_the_files_lie() -> None:
    files = [Path(row["file"]) for row in document("books")["books"]]
    assert [file.read_text(encoding="utf-8") for file in files] == [text_of(book) for book in book_names()]
    assert f"\nTheir files are in {files[0].parent}\n" in page("books")


def test_a_book_is_copied_to_a_new_file_only(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    assert page("books", "--copy", "sentosa", str(file)).startswith(f'{file} is a copy of sentosa with the id "my".')
    copied = text_of("sentosa").replace('id = "sentosa"\n', 'id = "my"\ncopy_of = "sentosa"\n', 1)
    assert file.read_text(encoding="utf-8") == copied
    assert refusal("books", "--copy", "adelaide", str(file)) == f"comeout: {file}: is already there"
    assert file.read_text(encoding="utf-8") == copied
    again = tmp_path / "again.toml"
    told_again = document("books", "--copy", str(file), str(again))
    assert told_again == {"book": str(file), "file": str(again), "id": "again"}
    assert load_book(str(again)).rulebook.book.copy_of == "sentosa"
    nowhere = tmp_path / "nowhere" / "my.toml"
    told = f"comeout: {nowhere}: there is no such file or folder"
    assert refusal("books", "--copy", "sentosa", str(nowhere)) == told


@pytest.mark.parametrize("book", book_names())
def test_rules_reads_a_whole_book(book: str) -> None:
    told = page("rules", book)
    assert next(line for line in told.splitlines() if line.startswith("Bet ")).split() == [
        "Bet",
        "Id",
        "Pays",
        "Made",
        "Come-out",
        "Down",
        "Clause",
    ]
    for heading in ("The line", "Odds", "Hardways", "One roll", "Shooter", "No Roll"):
        assert f"\n{heading}\n" in told


def test_rules_as_json_is_the_book_as_data() -> None:
    book = document("rules", "adelaide")
    assert list(book) == ["id", "revision", "digest", "title", "source", "groups", "procedures"]
    buy = next(bet for group in book["groups"] for bet in group["bets"] if bet["id"] == "buy")
    assert buy["pays"][0] == {"on": "4, 10", "odds": "2 to 1", "clause": "6(c) Taking Odds Pass 4&10"}
    assert set(book["procedures"][0]["statements"][0]) == {"topic", "text", "clause"}


def test_rules_of_one_bet_shows_its_clauses_and_their_readings() -> None:
    told = page("rules", "adelaide", "lay")
    assert "Buy Bet to Lose on #   adelaide lay" in told
    assert "Spots: lay-4, lay-5" in told
    assert "steps of 0.06, or of 1.20 if the smallest payment is 1.00" in " ".join(told.split())
    assert "The 5% is returned if the player asks" in told
    assert "Because: 8(b) and the Don't Come row say 6 or 8." in told


def test_rules_of_one_spot_speaks_of_its_own_number() -> None:
    told = page("rules", "adelaide", "hard-6")
    assert "Six the Hardway   adelaide hard-6" in told
    assert "6 the hard way (3-3)" in told
    assert "Spots:" not in told


def test_rules_of_a_composite_shows_what_it_nets() -> None:
    assert "Net, on the whole bet" in page("rules", "exhibit-a", "horn")


def test_rules_of_one_bet_as_json_has_wording_and_readings() -> None:
    bet = document("rules", "sentosa", "place-6")
    assert bet["spots"] == ["place-6"]
    assert {"id": "D.9(b)", "says": "Loses if a 7 comes before the number."} in bet["clauses"]
    assert {reading["id"] for reading in bet["readings"]} >= {"SE-10"}
    assert bet["even"] == [{"spots": ["place-6"], "when": "", "at_1_cent": 6, "at_100_cents": 600}]


def test_rules_of_a_house_without_a_catalogue_shows_the_bare_clauses(tmp_path: Path) -> None:
    file = house_file(tmp_path, "adelaide", ('id = "adelaide"', 'id = "house"'))
    told = page("rules", file, "field")
    assert "The clauses" not in told
    assert "How we read them" not in told
    assert document("rules", file, "field")["clauses"][0] == {"id": "4(o)", "says": ""}


def test_an_unknown_book_or_bet_is_one_line_with_the_nearest_spelling() -> None:
    assert refusal("rules", "sentoza") == 'comeout: no book and no file "sentoza" (did you mean "sentosa"?)'
    assert refusal("rules", "sentosa", "plaice") == 'comeout: sentosa: there is no bet "plaice" (did you mean "place"?)'


def test_a_bet_may_be_asked_for_in_words() -> None:
    hyphens = page("rules", "adelaide", "place-6")
    assert page("rules", "adelaide", "place 6") == page("rules", "adelaide", "place", "6") == hyphens
    told = "which one: pass-odds, dont-pass-odds, come-odds or dont-come-odds?"
    assert refusal("rules", "adelaide", "odds") == f'comeout: adelaide: there is no bet "odds" ({told})'


def test_a_book_without_a_word_on_the_make_of_its_dice_is_not_given_one() -> None:
    assert "adding up to 0" not in page("rules", "exhibit-a")


def test_a_file_that_is_no_text_is_refused_in_plain_words(tmp_path: Path) -> None:
    file = tmp_path / "picture.toml"
    file.write_bytes(b"\xff\xfe\x00")
    for command in (["rules"], ["lint"], ["diff", "adelaide"]):
        assert refusal(*command, str(file)) == f"comeout: {file}: cannot be read: it is not plain text (UTF-8)"


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (PermissionError(13, "Permission denied", "my.toml"), "my.toml: you do not have permission"),
        (OSError(28, "No space left on device", "my.toml"), "my.toml: No space left on device"),
        (OSError("gone"), "gone"),
    ],
)
def test_trouble_with_files_is_told_without_error_numbers(
    trouble: OSError, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise trouble

    monkeypatch.setattr("comeout.rules.describe.book_page", fail)
    assert refusal("rules", "adelaide") == f"comeout: {told}"


def test_a_directory_is_no_book(tmp_path: Path) -> None:
    assert "no book and no file" in refusal("rules", str(tmp_path))


# ------------------------------------------------------------------ clauses


@pytest.mark.parametrize("book", book_names())
def test_clauses_lists_every_clause_and_counts_them(book: str) -> None:
    rows = document("clauses", book)
    assert rows["counts"]["clauses"] == len(rows["clauses"])
    assert f"{len(rows['clauses'])} clauses: " in page("clauses", book)


def test_clauses_can_be_narrowed_by_duty() -> None:
    rows = document("clauses", "sentosa", "--duty", "display")
    assert {row["duty"] for row in rows["clauses"]} == {"DISPLAY"}
    told = page("clauses", "sentosa", "--duty", "DISPLAY")
    assert f"\n{len(rows['clauses'])} shown. 253 clauses: " in told
    counts = document("clauses", "sentosa")["counts"]
    tested = f"{counts['tested']} are shown by tests; {counts['page']} of them on the web page."
    assert f"{tested} Unmet: 0." in " ".join(told.split())


@pytest.mark.parametrize("book", book_names())
def test_clauses_tells_that_none_is_unmet(book: str) -> None:
    assert document("clauses", book)["counts"]["unmet"] == 0
    assert page("clauses", book).endswith("\nUnmet: 0.\n")


def test_clauses_missing_shows_only_what_is_still_to_be_done() -> None:
    assert document("clauses", "sentosa", "--missing")["clauses"] == []
    assert page("clauses", "sentosa", "--missing").strip().startswith("0 shown. 253 clauses: ")


def test_one_clause_is_shown_in_full() -> None:
    told = page("clauses", "adelaide", "5(e)")
    assert "Duty   CREW (on-off)" in told
    assert "Code   wager.come-odds sleep" in told
    assert "AD-12" in told
    row = document("clauses", "adelaide", "5(e)")
    assert row["id"] == "5(e)"
    assert "calls" in row["lives"]
    assert row["readings"][0]["id"] == "ALL-3"


def test_a_reading_is_opened_like_a_clause() -> None:
    told = page("clauses", "adelaide", "ad-22")
    for words in ("AD-22", "Gap", "What happens to wagers when an outcome is invalidated.", "Because", "14(a)(ii)"):
        assert words in told
    row = document("clauses", "adelaide", "AD-22")
    assert (row["id"], row["kind"]) == ("AD-22", "gap")
    assert 'there is no reading "SE-16"' in refusal("clauses", "adelaide", "SE-16")


def test_clauses_that_begin_alike_are_listed_together() -> None:
    rows = document("clauses", "adelaide", "6(c)")["clauses"]
    assert len(rows) > 40
    assert all(row["id"].startswith("6(c) ") for row in rows)
    told = page("clauses", "adelaide", "6(c)")
    assert "6(c) Any Seven" in told
    assert f"\n{len(rows)} shown. " in told


def test_clauses_of_what_is_not_there_are_refused() -> None:
    assert 'there is no clause "5(zz)"' in refusal("clauses", "adelaide", "5(zz)")
    told = 'no clauses are kept for "my.toml": only the documents of adelaide, evolution, exhibit-a and sentosa have'
    assert told in refusal("clauses", "my.toml")
    assert told in refusal("clauses", "my.toml", "6(c)")
    assert 'there is no duty "ENGIN"; did you mean "ENGINE"?' in refusal("clauses", "adelaide", "--duty", "ENGIN")


# ------------------------------------------------------------------ replay


def test_replay_of_the_worked_examples_holds() -> None:
    told = page("replay", EXAMPLES)
    assert told.splitlines()[-1].endswith(" as stated, 0 not.")
    results = document("replay", EXAMPLES)["results"]
    assert all(result["ok"] for result in results)
    assert {"rulebook", "name", "ok", "got", "steps"} <= set(results[0])


def test_replay_of_a_game_that_comes_out_otherwise_ends_with_1(tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text("book sentosa\n1 sit Ann 100\n1 bet field 10\nroll 6-6\n= 1 rack 130\n", encoding="utf-8")
    result = run("replay", str(game))
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "differs  sentosa     game.txt",
        "         line 5: seat 1 has 120.00, not 130",
        "         position sentosa come-out | 1",
        "1 game: 0 as stated, 1 not.",
    ]
    result = run("replay", str(game), "--json")
    assert result.exit_code == 1
    [told] = json.loads(result.stdout)["results"]
    assert told["differences"] == [{"says": "line 5: seat 1 has 120.00, not 130", "position": "sentosa come-out | 1"}]


def test_replay_of_what_cannot_be_replayed_names_the_place(tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text("book sentosa\n1 sit Ann 100\n1 bte field 10\n", encoding="utf-8")
    assert "line 3, column" in refusal("replay", str(game))
    assert "cannot be read" in refusal("replay", str(tmp_path / "nothing.txt"))
    broken = tmp_path / "broken.json"
    broken.write_text('{"examples": [', encoding="utf-8")
    assert "line 1, column" in refusal("replay", str(broken))


# ------------------------------------------------------------------ play


@pytest.fixture
def sat_down(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """What the table in the terminal was asked for."""
    asked: list[tuple[str, dict[str, Any]]] = []

    def main(book: str, **wishes: Any) -> int:
        asked.append((book, wishes))
        return 0

    monkeypatch.setattr(comeout.play, "main", main)
    return asked


def test_play_sits_down_with_a_thousand_at_the_usual_book(sat_down: list[tuple[str, dict[str, Any]]]) -> None:
    page("play")
    assert sat_down == [("adelaide", {"rack_cents": 100_000, "settings": {}, "seed": None})]


def test_the_usual_book_is_the_ordinary_game() -> None:
    layout = load_book(default_book())
    found = all_figures(layout, ["pass", "pass+odds:2x", "dont-pass"])
    flat, with_odds, dont = (each.results.ev_per_bet_made for each in found if isinstance(each, Figures))
    assert layout.rulebook.shooter.throws == "shooter"
    assert flat == with_odds == Fraction(-7, 495), "odds cost nothing"
    assert dont == Fraction(-3, 220)


def test_play_takes_rack_settings_shooter_and_seed(sat_down: list[tuple[str, dict[str, Any]]]) -> None:
    page(
        "play",
        "adelaide",
        "--rack",
        "12.50",
        "--set",
        "odds=3",
        "--set",
        "min field = 5",
        "--shooter",
        "seats",
        "--seed",
        "7",
    )
    settings = {"odds": "3", "min field": "5", "shooter": "seats"}
    assert sat_down == [("adelaide", {"rack_cents": 1250, "settings": settings, "seed": 7})]


def test_play_refuses_what_is_no_amount_or_no_setting() -> None:
    assert '"lots" is not an amount' in refusal("play", "--rack", "lots")
    assert '"odds" is not a setting; write it like odds=3' in refusal("play", "--set", "odds")


# ------------------------------------------------------------------ help, files and the end


@pytest.mark.parametrize(
    ("words", "usage"),
    [
        (["odds"], "odds [OPTIONS] BOOK [BET]..."),
        (["diff"], "diff [OPTIONS] A B"),
        (["join"], "join [OPTIONS] URL [TABLE]"),
        (["house", "grant"], "house grant [OPTIONS] PLAYER ROLE"),
    ],
)
def test_help_names_arguments_as_they_are_typed(words: list[str], usage: str) -> None:
    told = page(*words, "--help")
    assert told.startswith(f"Usage: comeout {usage}\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["replay"], "or an exported table"),
        (["serve"], "sqlite:///house.db in the current folder, or sqlite:////srv/house.db with a full path"),
        (["house", "verify"], "sqlite:///FILE or sqlite:////PATH"),
        (["verify-dice"], "3 if there is nothing to check"),
    ],
)
def test_help_says_what_one_would_have_to_guess(words: list[str], says: str) -> None:
    assert says in " ".join(run(*words, "--help").output.split())


def test_no_help_speaks_of_types_of_python() -> None:
    commands = [line.split()[0] for line in page("--help").partition("Commands:")[2].splitlines() if line[2:3].strip()]
    of_house = [line.split()[0] for line in page("house", "--help").partition("Commands:")[2].splitlines() if line]
    assert {"odds", "join", "serve"} <= set(commands)
    for words in [*([name] for name in commands if name in COMMANDS), *(["house", name] for name in of_house)]:
        told = page(*words, "--help")
        assert not [word for word in ("<str>", "<int>", "<path>", "{") if word in told], words


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_house_that_is_closed_says_that_everything_is_stored(tmp_path: Path, number: int) -> None:
    house = subprocess.Popen(
        [sys.executable, "-m", "comeout", "serve", "--port", "0", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert house.stdout
    assert house.stderr
    with house:
        while not house.stdout.readline().startswith("The house is open"):
            assert house.poll() is None
        house.send_signal(number)
        assert house.stdout.read() == "The house is closed; everything is stored.\n"
        logged = [json.loads(line)["event"] for line in house.stderr]
    assert (logged[0], logged[-1]) == ("house opens", "house closed")
    assert house.returncode == 0


# ------------------------------------------------------------------ a roll of a position

LINE = "adelaide point 6 | 1 pass 10 place-8 12"


def test_why_tells_what_a_roll_does_to_a_position() -> None:
    told = page("why", LINE, "4-2").splitlines()
    assert told[0] == LINE
    assert told[1].startswith("Seat 1's 10.00 on pass won 10.00 on 4-2 (6)")
    assert document("why", LINE, "4-2") == {"position": LINE, "roll": [4, 2], "why": told[1:]}


def test_why_reads_a_book_of_ones_own(tmp_path: Path) -> None:
    file = house_file(tmp_path, "adelaide", ('id = "adelaide"', 'id = "corner"'))
    told = page("why", "corner point 6 | 1 pass 10", "4-2", "--book", file)
    assert told.startswith(f"corner@{load_book(file).digest[:12]} point 6 | 1 pass 10")


def test_why_names_the_column_of_a_slip_and_what_is_no_roll() -> None:
    assert refusal("why", "adelaide poin 6", "4-2") == (
        'comeout: column 10: no word "poin" in a position; did you mean "point"?'
    )
    assert "is not a roll" in refusal("why", LINE, "4-7")
