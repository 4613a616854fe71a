"""The Python that the documents show is fenced, runs, and says what they say it does."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path

import pytest

from tests.kit.command_line import page
from tests.kit.command_line import run as run_command
from tests.kit.documents import documents, fences, modules, name_of, run, session, unfenced
from tests.kit.project import ROOT

PAGE = """\
# A page

```pycon
>>> 1 + 1
2
```
This line is no answer.

```pycon
>>> for each in range(2):
...     print(each)
0
1
>>> int("x")
Traceback (most recent call last):
ValueError: invalid literal for int() with base 10: 'x'
```

```python
print("a script")
```
"""


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_the_python_of_a_document_is_fenced_and_runs(path: Path) -> None:
    assert unfenced(path.read_text(encoding="utf-8")) == [], "the prompt stands outside a ```pycon block"
    assert run(path)[1] == ""


def test_the_documents_show_python() -> None:
    assert {name_of(path) for path in documents() if run(path)[0]} >= {"README.md", "docs/python.md", "docs/odds.md"}


def test_every_block_is_of_a_language_that_is_checked_or_none_of_python() -> None:
    languages = {fence.language for path in documents() for fence in fences(path.read_text(encoding="utf-8"))}
    assert languages <= {"", "pycon", "python", "console", "json", "sh", "strategy", "toml"}


def test_what_a_console_block_shows_is_what_the_command_prints() -> None:
    shown = [
        fence.lines
        for path in documents()
        for fence in fences(path.read_text(encoding="utf-8"))
        if fence.language == "console"
    ]
    assert shown
    for command, *lines in shown:
        dollar, program, *arguments = shlex.split(command.partition(" | head")[0])
        assert (dollar, program) == ("$", "comeout")
        printed = page(*arguments, COLUMNS="100").splitlines()
        assert [line.rstrip() for line in printed[: len(lines)]] == lines


def test_an_answer_ends_with_its_block_and_the_session_goes_on_in_the_next() -> None:
    examples = session(PAGE, "page").examples
    assert [(each.lineno, each.want) for each in examples[:2]] == [(3, "2\n"), (9, "0\n1\n")]


def test_a_wrong_answer_is_found_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.kit.documents.ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(PAGE.replace("2\n```", "3\n```"), encoding="utf-8")
    assert 'File "page.md", line 4' in run(page)[1]


def test_a_prompt_outside_a_block_is_found() -> None:
    assert unfenced(PAGE) == []
    assert unfenced(f"{PAGE}\n>>> 2 + 2\n4\n\n```\n>>> 3\n3\n```\n") == [23, 27]


def test_the_type_checkers_see_every_line_where_it_stands_but_what_is_meant_to_fail() -> None:
    page, script = modules(PAGE, "docs/a-page.md").items()
    assert page == ("docs_a_page.py", "\n\n\n1 + 1\n\n\n\n\n\nfor each in range(2):\n    print(each)\n")
    assert script == ("docs_a_page_1.py", "\n" * 19 + 'print("a script")\n')


def test_the_ten_minutes_of_contributing_are_as_they_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = list(fences((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")))
    commands = [
        shlex.split(line)[1:] for block in blocks for line in block.lines if line.startswith(".venv/bin/comeout")
    ]
    case = next(block.lines for block in blocks if block.lines[0] == "book my-house.toml")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMEOUT_DATA", str(tmp_path / "data"))
    copied, linted, compared, replayed, opened = (partial(run_command, *command) for command in commands)
    assert copied().exit_code == 0
    book = tmp_path / "my-house.toml"
    before, found, after = book.read_text(encoding="utf-8").partition("[wager.any-seven]")
    book.write_text(before + found + after.replace("4 to 1", "5 to 1", 1), encoding="utf-8")
    assert "its part on 7 pays 4 to 1, but any-seven pays 5 to 1" in linted().stdout
    changed = next(line for line in compared().stdout.splitlines() if "house edge per bet made" in line)
    assert changed.split()[5:8:2] == ["1/6", "0"]
    (tmp_path / "seven.craps").write_text("\n".join(case), encoding="utf-8")
    assert replayed().exit_code == 0
    assert opened().stdout.startswith("my-table is open: my-house")
