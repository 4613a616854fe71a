"""The verifier's page, run by node: it answers as the program does, with the browser's hashing and its own."""

from __future__ import annotations

import copy
import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import comeout.house.http
from comeout.log.dice_proof import parse_line, verify_dice
from comeout.log.verification import NO_LOG, NO_ROLL
from tests.kit.exports import Line, of_kind, played, rehashed, written
from tests.kit.forgeries import every_change, every_change_of_the_header, real_export

PAGE = Path(comeout.house.http.__file__).with_name("verifier.html").read_text(encoding="utf-8")
NODE = shutil.which("node")
RUN = """
const input = JSON.parse(require("fs").readFileSync(0, "utf8"));
(async () => {
  const rolls = [], out = [];
  for (const text of input.exports) for (const plain of [true, false])
    out.push(await DiceVerifier.verify(text, { plain, onRoll: (roll) => rolls.push(roll) }));
  const hashes = input.texts.map((text) => DiceVerifier.hex(DiceVerifier.plainSha256(DiceVerifier.utf8(text))));
  console.log(JSON.stringify({ out, hashes, rolls }));
})();
"""
needs_node = pytest.mark.skipif(not NODE, reason="the page's script is run by node")


def run(exports: list[str], texts: list[str]) -> dict[str, Any]:
    answer: dict[str, Any] = answered(RUN, {"exports": exports, "texts": texts})
    return answer


def answered(script: str, given: dict[str, Any]) -> Any:
    """What a script says of what it is given, with the verifier's own before it."""
    found = re.search(r'<script id="core">(.*?)</script>', PAGE, re.DOTALL)
    assert found
    assert NODE
    done = subprocess.run(
        [NODE, "-e", found[1] + script],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def in_python(text: str) -> dict[str, Any]:
    result = verify_dice(parse_line(line) for line in text.rstrip().split("\n") if text)
    fault = result.fault and result.fault._asdict()
    return {**result._asdict(), "anchors": [*result.anchors], "fault": fault, "nothing": result.nothing}


Change = Callable[[list[Line]], Any]


def _said(kind: str, which: int, **body: Any) -> Change:
    """One record says something else."""
    return lambda lines: lines[list(of_kind(lines, kind))[which]]["body"].update(body)


def _late(kind: str, which: int) -> Change:
    """One record comes after the next one."""

    def swap(lines: list[Line]) -> None:
        place = list(of_kind(lines, kind))[which]
        lines.insert(place + 1, lines.pop(place))

    return swap


def _more(which: int, at: int = 1000, **fields: Any) -> Change:
    """One record comes again, perhaps as something else."""
    return lambda lines: lines.insert(at, {**copy.deepcopy(lines[which]), **fields})


FORGERIES = [
    *(_said("dice-thrown", 2, link=link) for link in ("ab" * 32, "AB" * 32, "ab", 7)),
    *(_said("dice-thrown", 1, **body) for body in ({"dice": [7, 7]}, {"index": 3}, {"chain": 2}, {"more": 1})),
    *(_said("chain-published", 0, **body) for body in ({"length": 5}, {"length": 3}, {"length": 0})),
    *(_said("chain-published", 0, format=text) for text in ("chain-1", "chain-2", "chain-3")),
    *(_said("chain-published", 1, **body) for body in ({"ended": "stopped"}, {"after": 3}, {"log": "ab" * 32})),
    *(_said(kind, 0, player="p9") for kind in ("SeatTaken", "seed-set")),
    _said("seed-set", 1, seed="another"),
    _said("TableOpened", 0, digest="other"),
    *(_said("chain-published", 1, **body) for body in ({"anchor": "cd" * 32}, {"chain": 3}, {"anchor": None})),
    *(_said("seeds-frozen", 1, seeds=seeds) for seeds in ([], [[5, "a"], [2, "b"]], [[2, "⚅" * 65]])),
    *(_said("seeds-frozen", 1, seeds=seeds) for seeds in ([[2, ""]], [["2", "x"]], [[2, "x", 3]], None)),
    *(_said("RollCalled", 3, roll=roll) for roll in ([6, 6], [1, 1], None)),
    *(_late(kind, 1) for kind in ("chain-published", "BetPlaced", "seeds-frozen", "dice-thrown", "RollCalled")),
    *(_more(which) for which in range(-6, 2)),
    _said("seeds-frozen", 3, roll=2),
    _more(1, at=2),
    _more(-1, kind="OutcomeUndone"),
    _more(0, table="another"),
    lambda lines: lines.pop(),
    lambda lines: lines.pop(-2),
]  # fmt: skip
"""What somebody may do who can make the hashes of the log good again."""


def forged(export: list[Line], change: Change) -> str:
    """The export after a change, with good hashes."""
    lines = copy.deepcopy(export)
    change(lines)
    return written(rehashed(lines)).decode()


def tampered(export: list[Line]) -> list[str]:
    """The export with a character changed every so often."""
    text = written(export).decode()
    places = [place for place in range(0, len(text), 41) if text[place].isascii() and text[place] != "\n"]
    return [text[:place] + chr(ord(text[place]) ^ 1) + text[place + 1 :] for place in places]


@needs_node
def test_the_page_and_the_program_say_the_same_of_every_export() -> None:
    export = played()
    spaced = "\n".join(json.dumps(line) for line in export)
    book = json.dumps({"kind": "book", "text": "..."}) + "\n" + written(export).decode()
    exports = [
        written(export).decode(),
        spaced,
        book,
        "",
        *(forged(export, each) for each in FORGERIES),
        *tampered(export),
    ]
    expected = [in_python(text) for text in exports for _ in ("plain", "browser")]
    assert run(exports, [])["out"] == expected
    assert [each["fault"] is None for each in expected[:8]] == [True] * 8
    assert sum(each["fault"] is not None for each in expected) > len(expected) * 0.9


FAULTS = """
const input = JSON.parse(require("fs").readFileSync(0, "utf8"));
(async () => {
  const out = [];
  for (const [from, lines] of input.forged)
    out.push((await DiceVerifier.verify([...input.lines.slice(0, from), ...lines].join("\\n"))).fault);
  console.log(JSON.stringify(out));
})();
"""


@needs_node
def test_the_page_too_refuses_every_field_of_every_record_of_a_real_export_changed_by_itself() -> None:
    lines, every = list(real_export()), [forged for _, forged in every_change(list(real_export()))]
    texts = written(lines).decode().splitlines()
    changed = [next(place for place, line in enumerate(lines) if line != forged[place]) for forged in every]
    sent = [
        [place, written(forged[place:]).decode().splitlines()] for place, forged in zip(changed, every, strict=True)
    ]
    faults = answered(FAULTS, {"lines": texts, "forged": [[len(texts), []], *sent]})
    assert faults[0] is None
    expected = [verify_dice(forged).fault for forged in every]
    assert faults[1:] == [fault and fault._asdict() for fault in expected]
    assert None not in faults[1:]


@needs_node
def test_the_page_holds_the_first_line_against_the_log_but_cannot_decide_again_by_the_book_in_it() -> None:
    lines = list(real_export())
    changes = dict(every_change_of_the_header(lines))
    faults = [each["fault"] for each in run([written(forged).decode() for forged in changes.values()], [])["out"][::2]]
    expected = [verify_dice(forged).fault for forged in changes.values()]
    assert faults == [fault and fault._asdict() for fault in expected]
    passed = {name for name, fault in zip(changes, faults, strict=True) if fault is None}
    assert passed == {"comeout", "book.payouts"}


@needs_node
def test_the_page_calls_nothing_verified_that_has_no_rolls_to_check() -> None:
    exports = ["", '{"hello":1}', written(played(0)).decode(), written(played(1)).decode()]
    found = run(exports, [])["out"][::2]
    assert found == [in_python(text) for text in exports]
    assert [each["nothing"] for each in found] == [NO_LOG, NO_LOG, NO_ROLL, ""]


@needs_node
def test_the_page_shows_how_each_roll_came_about() -> None:
    export = played()
    rolls = run([written(export).decode()], [])["rolls"][:6]
    thrown = [export[place]["body"] for place in of_kind(export, "dice-thrown")]
    assert [(roll["number"], roll["link"], roll["dice"]) for roll in rolls] == [
        (body["roll"], body["link"], body["dice"]) for body in thrown
    ]


ONE_ROLL = """
const input = JSON.parse(require("fs").readFileSync(0, "utf8"));
(async () => {
  const rolls = [], out = [];
  const { table, anchors } = await DiceVerifier.verify(input.text, { onRoll: (roll) => rolls.push(roll) });
  for (const roll of rolls) for (const plain of [true, false]) for (const change of input.changes)
    out.push((await DiceVerifier.verifyRoll(
      { table, roll: roll.number, anchor: anchors[roll.chain - 1], ...roll, ...change }, { plain })).fault);
  console.log(JSON.stringify(out));
})();
"""


@needs_node
def test_one_roll_is_checked_by_itself_and_a_forged_one_is_found_out() -> None:
    changes: list[dict[str, Any]] = [
        {},
        {"link": "ab" * 32},
        {"link": "nonsense"},
        {"index": 0},
        {"anchor": "cd" * 32},
        {"dice": [7, 7]},
        {"seeds": [[1, "other words"]]},
        {"roll": 99},
    ]
    text = written(played()).decode()
    faults = answered(ONE_ROLL, {"text": text, "changes": changes})
    each_roll = [faults[at : at + len(changes)] for at in range(0, len(faults), len(changes))]
    assert len(each_roll) > 4
    assert all(of_roll[0] is None for of_roll in each_roll)
    assert all(of_roll[place] for of_roll in each_roll for place in range(1, 6))
    assert any(
        of_roll[6] for of_roll in each_roll
    )  # other seeds, or another number, may give the same dice now and then
    assert any(of_roll[7] for of_roll in each_roll)


@needs_node
def test_the_pages_own_sha_256_is_sha_256() -> None:
    texts = ["", "abc", *("x" * length for length in range(50, 135)), "Würfel ⚅ " * 1000]
    assert run([], texts)["hashes"] == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


def test_the_page_needs_nothing_but_itself() -> None:
    assert "default-src 'none'" in PAGE
    assert re.findall(r"(?:src|href|action)=\"(?!data:)|@import|url\(|https?://(?!www\.w3\.org/2000/svg)", PAGE) == []
    assert re.findall(r"fetch\(|XMLHttpRequest|WebSocket|sendBeacon|innerHTML|eval\(", PAGE) == []
