"""The evidence pack: complete, the same bytes wherever it is written, and careful with other people's files."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from functools import cache
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import comeout
from comeout.exact.figures import Figures
from comeout.replay import replay_file
from comeout.review import evidence_facts
from comeout.review.evidence import MANIFEST, pack
from comeout.review.evidence_facts import gather
from comeout.review.evidence_html import tag
from comeout.review.evidence_page import page
from comeout.review.lint import Finding
from comeout.rules.conformance import clauses_of, readings_of
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book, load_text
from tests.kit.packs import FILES, SMALL, gathered, packed
from tests.kit.rulebooks import FILE, house, house_file

BOOKS = book_names()
NASTY = 'title = "<b onclick=1>House"'
OWN_ID = ('id = "evolution"', 'id = "my-house"')


@cache
def raised() -> dict[str, bytes]:
    """A pack with higher payouts."""
    return pack(load_book("adelaide", payouts={"any-seven": "5 to 1", "field": {2: "3 to 1", 12: "3 to 1"}}))


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The pack of a house's own book, read from a file, with a title that means harm."""
    title = f'title = "{load_book(SMALL).rulebook.book.title}"'
    return pack(load_book(house_file(tmp_path_factory.mktemp("house"), SMALL, OWN_ID, (title, NASTY))))


def page_of(files: dict[str, bytes]) -> str:
    return files["index.html"].decode()


def document(files: dict[str, bytes], name: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(files[name])
    return told


class Reader(HTMLParser):
    """Reads a page strictly: every element is closed, in order; ids, links and attributes are kept."""

    VOID = ("meta", "br", "col")

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        if name not in self.VOID:
            self.open.append(name)
        for key, value in attributes:
            self.attributes.append((name, key, value or ""))
            if key == "id":
                self.ids.append(value or "")

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(name, attributes)
        self.open.pop()

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@cache
def read(book: str) -> Reader:
    return Reader(page_of(packed(book)))


# ------------------------------------------------------------------ the files


@pytest.mark.parametrize("book", BOOKS)
def test_a_pack_has_its_ten_files_and_the_manifest_knows_every_other_by_size_and_hash(book: str) -> None:
    files, manifest = packed(book), document(packed(book), MANIFEST)
    assert list(files) == FILES
    assert manifest["files"] == {
        name: {"sha256": hashlib.sha256(files[name]).hexdigest(), "bytes": len(files[name])} for name in FILES[:-1]
    }
    about = load_book(book).rulebook.book
    assert (manifest["book"], manifest["title"], manifest["revision"]) == (book, about.title, about.revision)
    assert (manifest["digest"], manifest["comeout"]) == (load_book(book).digest, comeout.__version__)
    assert manifest["higher_payouts"] == {}


def test_another_process_writes_the_same_bytes(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from comeout.review.evidence import write_pack;"
        "from comeout.rules.library import load_book; write_pack(load_book(sys.argv[1]), Path('pack'))"
    )
    subprocess.run(
        [sys.executable, "-c", script, SMALL],
        cwd=tmp_path,
        env={**os.environ, "PYTHONHASHSEED": "1", "TZ": "Asia/Singapore"},
        check=True,
    )
    assert {file.name: file.read_bytes() for file in (tmp_path / "pack").iterdir()} == packed(SMALL)


def test_the_book_of_a_pack_gives_the_same_pack_again(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_bytes(packed(SMALL)["book.toml"])
    assert pack(load_book(str(path))) == packed(SMALL)


@pytest.mark.parametrize("book", BOOKS)
def test_no_file_names_a_place_of_this_machine(book: str) -> None:
    here = (str(Path(comeout.__file__).parent), str(Path.home()), str(Path.cwd()))
    assert [name for name, content in packed(book).items() if any(each.encode() in content for each in here)] == []


def test_a_book_read_from_a_path_does_not_tell_the_path(own: dict[str, bytes]) -> None:
    assert [name for name, content in own.items() if FILE.encode() in content] == []


@pytest.mark.parametrize("book", BOOKS)
def test_the_worked_examples_of_a_pack_replay_as_stated(book: str, tmp_path: Path) -> None:
    path = tmp_path / "examples.json"
    path.write_bytes(packed(book)["examples.json"])
    results = replay_file(str(path))
    assert results
    assert [(result.rulebook, result.ok) for result in results] == [(book, True)] * len(results)
    assert f"{len(results)} of {len(results)} replayed as stated" in page_of(packed(book))


def test_figures_stand_in_the_pack_as_fractions_in_text() -> None:
    rows = {row["bet"]: row for row in document(packed(SMALL), "figures.json")["bets"]}
    assert (rows["pass"]["win"], rows["pass"]["ev_per_bet_made"]) == ("244/495", "-7/495")
    assert document(packed(SMALL), "hand.json")["mean_rolls"] == "1671/196"


def test_clauses_readings_and_findings_stand_in_the_pack_whole() -> None:
    told = document(packed(SMALL), "clauses.json")
    assert [row["id"] for row in told["clauses"]] == [row.id for row in clauses_of(SMALL)]
    assert [row["id"] for row in told["readings"]] == [row.id for row in readings_of(SMALL)]
    assert told["counts"]["clauses"] == len(told["clauses"])
    assert len(document(packed(SMALL), "lint.json")["findings"]) == len(gathered(SMALL).findings)
    assert [row["id"] for row in document(packed(SMALL), "rules.json")["wagers"]] == list(
        load_book(SMALL).rulebook.wager
    )


# ------------------------------------------------------------------ the page


@pytest.mark.parametrize("book", BOOKS)
def test_every_element_of_the_page_is_closed_and_every_link_leads_somewhere(book: str) -> None:
    reader = read(book)
    assert reader.open == []
    assert len(reader.ids) == len(set(reader.ids))
    links = {value for _, key, value in reader.attributes if key == "href"}
    assert links
    assert {link for link in links if link.removeprefix("#") not in reader.ids} == set()


@pytest.mark.parametrize("book", BOOKS)
def test_the_page_loads_nothing_and_its_policy_forbids_it(book: str) -> None:
    text, reader = page_of(packed(book)), read(book)
    assert {key for _, key, _ in reader.attributes} & {"src", "srcset", "data", "action", "style", "onclick"} == set()
    assert {value for _, key, value in reader.attributes if "://" in value and key != "xmlns"} == set()
    assert {name for name, _, _ in reader.attributes} & {"script", "link", "img", "iframe", "object"} == set()
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    assert style
    assert "url(" not in style[1]
    assert "@import" not in style[1]
    hashed = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = next(value for name, key, value in reader.attributes if name == "meta" and value.startswith("default-src"))
    assert policy.startswith(f"default-src 'none'; style-src 'sha256-{hashed}';")


@pytest.mark.parametrize("book", BOOKS)
def test_the_page_tells_every_wager_clause_reading_test_and_worked_example(book: str) -> None:
    evidence, text = gathered(book), page_of(packed(book))
    told = [
        *(name for wager in evidence.wagers for name in (wager.id, *wager.names, *wager.spots)),
        *(line.clause for wager in evidence.wagers for line in wager.outcomes if "; " not in line.clause),
        *(statement.text for section in evidence.book.procedures for statement in section.statements),
        *(piece for each in evidence.clauses for piece in (each.row.id, each.row.says, each.row.duty)),
        *(test.partition("::")[2] for each in evidence.clauses for test in each.row.tests),
        *(piece for row in evidence.readings for piece in (row.id, row.problem, row.reading, row.reason)),
        *(each.text for each in evidence.findings if each.about == "book"),
        *(each.name for each in evidence.replayed),
        *(f"{evidence.book.title} {evidence.book.digest} {comeout.__version__}".split()),
    ]
    assert [each for each in told if escape(each) not in text] == []


@pytest.mark.parametrize("book", BOOKS)
def test_the_page_tells_every_figure_of_every_bet_and_of_the_hand(book: str) -> None:
    evidence, pieces = gathered(book), set(read(book).text)
    values = {
        str(value)
        for each in evidence.figures
        if isinstance(each, Figures)
        for value in each.values().values()
        if value is not None
    }
    hand = evidence.hand
    values |= {str(value) for value in (hand.mean_rolls, hand.mean_points, *hand.lengths[:20], *hand.points)}
    assert len(values) > 100
    assert values - pieces == set()
    assert {each.bet for each in evidence.figures} <= pieces


def test_a_hand_lasts_at_least_as_long_as_all_shorter_ones_do_not() -> None:
    rows = re.findall(r'<tr><th scope="row">(\d+)</th>(.*?)</tr>', page_of(packed(SMALL)))
    third = next(cells for number, cells in rows if number == "3")
    assert re.findall(r'class="fraction">([^<]+)<', third) == ["227/1944", "8/9"]


def test_text_of_a_book_cannot_become_markup(own: dict[str, bytes]) -> None:
    assert tag("p", "<script>", title='a "b"') == '<p title="a &quot;b&quot;">&lt;script&gt;</p>'
    assert "<b onclick" not in page_of(own)
    assert "<h1>&lt;b onclick=1&gt;House</h1>" in page_of(own)


# ------------------------------------------------------------------ checking a pack


def run_command(text: str, title: str, folder: Path) -> str:
    """Run the command of the page that holds a word, as a reader would."""
    commands = re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", text, re.DOTALL)
    found = next(each for each in commands if title in each)
    for entity, plain in (("&#x27;", "'"), ("&quot;", '"'), ("&gt;", ">"), ("&amp;", "&")):
        found = found.replace(entity, plain)
    script = found.removeprefix("python3 -c '").removesuffix("'")
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, check=True)
    return done.stdout.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("higher", [False, True])
def test_the_commands_of_the_page_check_the_files_and_the_digest(higher: bool, tmp_path: Path) -> None:
    written = raised() if higher else packed(SMALL)
    for name, content in written.items():
        (tmp_path / name).write_bytes(content)
    text = page_of(written)
    assert run_command(text, "tomllib", tmp_path).strip() == document(written, MANIFEST)["digest"]
    assert run_command(text, MANIFEST, tmp_path).split() == [word for name in FILES[:-1] for word in ("same", name)]
    (tmp_path / "rules.json").write_text("{}", encoding="utf-8")
    assert "DIFFERS rules.json\n" in run_command(text, MANIFEST, tmp_path)


# ------------------------------------------------------------------ other books


def test_a_house_book_has_a_pack_that_says_what_it_cannot_have(own: dict[str, bytes], tmp_path: Path) -> None:
    assert list(own) == FILES
    text = page_of(own)
    assert Reader(text).open == []
    assert "This is a house&#x27;s own book." in text
    assert "There is no catalogued document" in text
    assert "There are none: only catalogued documents have readings." in text
    assert "There are none: only the books that come with Comeout have worked examples" in text
    assert "comeout replay" not in text
    assert document(own, "clauses.json")["clauses"] == []
    assert document(own, "figures.json")["bets"] == document(packed(SMALL), "figures.json")["bets"]
    path = tmp_path / "examples.json"
    path.write_bytes(own["examples.json"])
    assert replay_file(str(path)) == []


def test_another_text_under_the_id_of_our_book_claims_nothing_of_it() -> None:
    files = pack(house(SMALL, ("revision = 2", "revision = 9")))
    text = page_of(files)
    assert "This book calls itself evolution but is not the evolution that comes with Comeout" in text
    assert "No clauses are listed here." in text
    assert "those of evolution are for the book that comes with Comeout, not for this text" in text
    assert document(files, "clauses.json")["clauses"] == []
    assert document(files, "examples.json")["examples"] == []
    reader = Reader(text)
    assert {v for _, key, v in reader.attributes if key == "href" and v.removeprefix("#") not in reader.ids} == set()


def test_a_comment_more_in_the_text_leaves_it_the_same_book() -> None:
    ours = load_book(SMALL)
    assert gather(load_text(ours.text + "\n# filed\n")).origin == "packaged"


def test_higher_payouts_are_told_before_all_else() -> None:
    told, text = document(raised(), MANIFEST)["higher_payouts"], page_of(raised())
    assert told == {"any-seven": {"0": "5"}, "field": {"2": "3", "12": "3"}}
    assert "as the book allows: any-seven 5 to 1, field 3 to 1 on 2 and field 3 to 1 on 12." in text
    assert "-o again" not in text
    assert "-o again" in page_of(packed("adelaide"))


def test_a_bet_that_is_never_decided_is_named_without_figures() -> None:
    evidence = gather(never_made())
    assert "Without figures, because they may never be decided: field." in page(evidence, "1", ())


def never_made() -> Layout:
    text = load_book(SMALL).text
    head, field, rest = text.partition("[wager.field]")
    assert field
    changed = re.sub(r'make = \{ when = "\w+"', 'make = { when = "never"', rest, count=1)
    assert changed != rest
    return load_text(head + field + changed)


def test_a_book_in_which_nothing_was_found_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_layout: Layout) -> tuple[Finding, ...]:
        return ()

    monkeypatch.setattr(evidence_facts, "lint", nothing)
    assert "Nothing was found in the book." in page(gather(load_book(SMALL)), "1", ())
