"""The names of `comeout`: all there, all typed, and a slip with any of them is a sentence."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import comeout
from comeout import Answer, ComeoutError, Dice, Roll, Table
from comeout.table.messages import CloseBetting

ROOT = Path(__file__).parent.parent
TOOLS = Path(sys.executable).parent


def test_dir_lists_the_public_names_and_each_is_there() -> None:
    assert dir(comeout) == sorted([*comeout.__all__, "__version__"])
    for name in comeout.__all__:
        assert getattr(comeout, name).__doc__, name


def test_a_name_is_fetched_once() -> None:
    assert comeout.Table is vars(comeout)["Table"]


@pytest.mark.parametrize(("name", "meant"), [("Tabel", "Table"), ("figure", "figures"), ("loadbook", "load_book")])
def test_a_misspelt_name_proposes_the_right_one(name: str, meant: str) -> None:
    with pytest.raises(AttributeError, match=f"comeout has no '{name}'; did you mean \"{meant}\"\\?"):
        getattr(comeout, name)
    with pytest.raises(ImportError, match=f"comeout has no '{name}'; did you mean \"{meant}\"\\?"):
        exec(f"from comeout import {name}")


def test_other_names_that_are_not_there_fail_as_they_do_in_any_package() -> None:
    assert not hasattr(comeout, "__wrapped__")
    with pytest.raises(AttributeError, match=r"^comeout has no 'zzzz'$"):
        comeout.zzzz  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'zzzz'"):
        exec("from comeout import zzzz")
    asked = "from comeout import rules, exact; print(rules.__name__, exact.__name__)"
    told = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True).stdout
    assert told == "comeout.rules comeout.exact\n", "parts of the package are found by import as ever"


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_a_misspelt_name_fails_the_type_checkers(checker: str, tmp_path: Path) -> None:
    slip = tmp_path / "slip.py"
    slip.write_text("import comeout\n\ntable = comeout.Tabel('adelaide')\n", encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text(f'{{"extraPaths": ["{ROOT / "src"}"]}}', encoding="utf-8")
    asked = {
        "mypy": ["mypy", "--strict", "--follow-imports=silent", f"--cache-dir={tmp_path / 'cache'}", str(slip)],
        "pyright": ["pyright", "-p", str(tmp_path)],
    }[checker]
    command = [str(TOOLS / asked[0]), *asked[1:]]
    told = subprocess.run(command, check=False, capture_output=True, text=True, cwd=tmp_path).stdout
    assert "Tabel" in told, told
    assert '"Table"' in told or "is not a known attribute of module" in told


# ------------------------------------------------------------------ slips


def a_table() -> Table:
    table = Table("adelaide", dice=Dice(seed=1))
    table.sit("Ann", "100")
    return table


ROLE: Any = "croupier"
ANY: Any = comeout
"""The package as somebody without a type checker uses it."""

SLIPS: dict[str, Callable[[], object]] = {
    "a bet": lambda: comeout.figures("adelaide", "plaec-6"),
    "several bets": lambda: comeout.figures("adelaide", "place"),
    "no text": lambda: ANY.figures("adelaide", 6),
    "odds": lambda: comeout.figures("adelaide", "pass+ods:2x"),
    "odds where none are": lambda: comeout.figures("adelaide", "field+odds:2x"),
    "a stake": lambda: ANY.figures("adelaide", "place-6", stake=12.5),
    "a stake in words": lambda: comeout.figures("adelaide", "place-6", stake="twelve"),
    "a stake below the minimum": lambda: comeout.figures("adelaide", "field", stake=1, settings={"min field": "5"}),
    "weights": lambda: ANY.figures("adelaide", "place-6", dice=Dice(seed=1)),
    "a setting": lambda: Table("adelaide", settings={"ods": "2"}),
    "a value": lambda: Table("adelaide", settings={"odds": "2x"}),
    "a value that is no text": lambda: ANY.Table("adelaide", settings={"odds": 2}),
    "settings": lambda: ANY.Table("adelaide", settings=[("odds", "2")]),
    "a name of a setting": lambda: ANY.Table("adelaide", settings={2: "2"}),
    "a book": lambda: Table("adelade"),
    "a book to load": lambda: comeout.load_book("exhibitA"),
    "no book": lambda: ANY.load_book(None),
    "a table of no book": lambda: ANY.Table(7),
    "dice": lambda: ANY.Table("adelaide", dice=7),
    "a folder": lambda: comeout.load_book("/"),
    "a hand": lambda: comeout.hand("adelaide", rolls=0),
    "a long hand": lambda: comeout.hand("adelaide", rolls=10**9),
    "a hand in words": lambda: ANY.hand("adelaide", rolls="ten"),
    "a felt": lambda: comeout.draw_felt("adelade"),
    "a shape": lambda: ANY.draw_felt("adelaide", shape="round"),
    "a point": lambda: comeout.draw_felt("adelaide", point=7),
    "chips": lambda: comeout.draw_felt("adelaide", chips={"plaec-6": [(1, 5_00)]}),
    "a seat's rack": lambda: a_table().rack(2),
    "a seat's bets": lambda: ANY.Table("adelaide").bets("Ann"),
    "a seat's offers": lambda: a_table().offers(0),
    "a rack": lambda: ANY.Table("adelaide").sit("Ann", 1.5),
    "a taken seat": lambda: a_table().sit("Bob", "10", seat=1),
    "a player": lambda: ANY.Table("adelaide").sit(7, "10"),
    "a spot of a layout": lambda: comeout.load_book("adelaide").cell("plaec-6", point=0, roll=0),
    "a puck of a layout": lambda: comeout.load_book("adelaide").cell("place-6", point=7, roll=0),
    "a roll of a layout": lambda: comeout.load_book("adelaide").cell("place-6", point=0, roll=36),
    "a seed": lambda: ANY.Dice(seed=1.5),
    "a transcript": lambda: Table.from_transcript("1 sit Ann 100"),
    "a line of a transcript": lambda: Table.from_transcript("book adelaide\n1 sitt Ann 100"),
    "no transcript": lambda: ANY.Table.from_transcript(None),
    "an amount that is not offered": lambda: a_table().offers(1)[0].of("1000"),
    "a reason": lambda: ANY.why("because"),
    "an event of a refusal": lambda: a_table().bet(1, "fild", "5")[0],
    "a refusal": lambda: a_table().bet(1, "fild", "5").or_raise(),
    "a roll of a refusal": lambda: Table("adelaide").roll().roll,
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_one_sentence_and_never_a_bare_error(slip: str) -> None:
    with pytest.raises(ComeoutError) as bad:
        SLIPS[slip]()
    says = str(bad.value)
    assert says
    assert "\n" not in says
    assert says == bad.value.says
    assert len(says.split()) > 3, says


REFUSED: dict[str, Callable[[Any], Answer]] = {
    "a spot": lambda table: table.bet(1, "fild", "5"),
    "a spot that is no text": lambda table: table.bet(1, 6, "5"),
    "a seat": lambda table: table.bet("Ann", "field", "5"),
    "a seat that is a list": lambda table: table.remove([1], "field"),
    "an amount": lambda table: table.bet(1, "field", 5.0),
    "nothing": lambda table: table.bet(1, "field", None),
    "a call": lambda table: table.call(1, "place-6", "maybe"),
    "a command": lambda table: table.send("bet 5 on field"),
    "a question": lambda table: table.can(None),
    "faces": lambda table: table.roll(0, 7),
    "one face": lambda table: table.roll(3),
    "faces in words": lambda table: table.roll("three", "four"),
    "a keep": lambda table: table.keep(1, "field", keep="yes"),
    "an order of the crew": lambda table: table.send(CloseBetting(ROLE)),
}


@pytest.mark.parametrize("slip", REFUSED)
def test_a_slip_at_the_table_is_refused_in_a_sentence(slip: str) -> None:
    table = a_table()
    logged = len(table.log)
    answer = REFUSED[slip](table)
    assert answer.refused
    assert len(answer.says.split()) > 3, answer.says
    assert len(table.log) == logged


def test_the_sentence_of_a_misspelt_bet_is_the_one_of_the_command_line() -> None:
    with pytest.raises(ComeoutError) as bad:
        comeout.figures("adelaide", "plaec-6")
    asked = [sys.executable, "-m", "comeout", "odds", "adelaide", "plaec-6"]
    told = subprocess.run(asked, check=False, capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (2, f"comeout: {bad.value}\n")


def test_figures_layouts_and_hands_show_themselves_in_one_line() -> None:
    layout = comeout.load_book("adelaide")
    shown = (comeout.figures(layout, "place-6"), layout, comeout.hand(layout, rolls=9))
    assert [repr(each) for each in shown] == [
        "<Figures: place-6, win 5/11, lose 6/11, push 0, house edge 1/66 (1.515%)>",
        f"<Layout adelaide: SkyCity Adelaide, Rules for Craps, revision 2, {len(layout.spots)} spots>",
        "<Hand: 8.526 rolls and 0.684 points on average, at least 9 rolls 1 in 2.70>",
    ]


def test_notebooks_show_a_felt_and_a_table_of_figures() -> None:
    assert comeout.load_book("adelaide")._repr_svg_() == comeout.draw_felt("adelaide")
    shown = comeout.figures("adelaide", "place-6")._repr_html_()
    assert shown.startswith("<table><caption>Place Bet 6 to Win (place-6)</caption>")
    assert "<tr><td>win</td><td>5/11</td><td>0.454545</td></tr>" in shown


def test_a_book_is_a_name_a_path_or_a_layout_everywhere(tmp_path: Path) -> None:
    layout = comeout.load_book("sentosa")
    file = tmp_path / "mine.toml"
    file.write_text(layout.text, encoding="utf-8")
    for book in ("sentosa", file, str(file), layout):
        assert comeout.figures(book, "place-6") == comeout.figures(layout, "place-6")
        assert comeout.hand(book) == comeout.hand(layout)
        assert comeout.draw_felt(book, point=6) == comeout.draw_felt(layout, point=6)
        assert Table(book, dice=[Roll(3, 4)]).roll().roll == Roll(3, 4)
