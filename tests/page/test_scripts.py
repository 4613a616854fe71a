"""The scripts of the page: their types hold, they are small, and no rule is in them."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from comeout.house.http.cached_answers import pack
from comeout.house.http.static_files import VERIFIER_MODULE, script_text, scripts, verifier_module, web_files
from tests.page.script import books_in, rules_in
from tests.page.tools import TSC, find_node

SCRIPTS = sorted(address for address in web_files() if address.endswith(".js"))
TEXTS = sorted(address for address in web_files() if not address.endswith((".png", ".woff2")))
LARGEST_BYTES = 200 * 1024
LONGEST_LINES = 350
MOST_SCRIPTS = 20
DOCS = Path(__file__).parent.parent.parent / "docs"

FOLDERS = {
    "kit": (),
    "app": ("kit",),
    "bets": ("kit", "app"),
    "table": ("kit", "app", "bets"),
    "panels": ("kit", "app", "bets", "table"),
    "crew": ("kit", "app", "bets", "table", "panels"),
    "pages": ("kit", "app", "bets", "table", "panels", "crew"),
}
"""The folders of the scripts, and which others each may import before it runs."""


def text_of(address: str) -> str:
    return web_files()[address].read_text(encoding="utf-8")


@pytest.fixture
def node() -> str:
    """Where node is, if the checker of types is here too."""
    found = find_node()
    if found and TSC.exists():
        return found
    if os.environ.get("CI"):
        pytest.fail("the checker of types is not here; run `python tests/page/tools.py`", pytrace=False)
    pytest.skip("the checker of types is not here; `make test` fetches it")


def test_the_types_of_the_scripts_hold(node: str) -> None:
    settings = Path(__file__).parent / "tsconfig.json"
    told = subprocess.run([node, str(TSC), "--project", str(settings)], capture_output=True, text=True, check=False)
    assert told.stdout == ""
    assert told.returncode == 0


@pytest.mark.parametrize("address", SCRIPTS)
def test_a_script_imports_only_from_the_folders_below_its_own(address: str) -> None:
    folder = address.split("/")[2]
    imported = re.findall(r'^import .* from "(?:\.\./(\w+)|\.)/[\w-]+\.js";$', text_of(address), re.MULTILINE)
    assert len(imported) == len(re.findall(r"^import\b", text_of(address), re.MULTILINE)), "imports are one line each"
    assert {each or folder for each in imported} <= {folder, *FOLDERS[folder]}


def test_a_folder_has_at_most_20_scripts() -> None:
    counted = Counter(address.split("/")[2] for address in SCRIPTS)
    assert set(counted) == set(FOLDERS)
    assert max(counted.values()) <= MOST_SCRIPTS


@pytest.mark.parametrize("address", SCRIPTS)
def test_a_script_is_one_noun_and_says_first_what_it_is(address: str) -> None:
    text = text_of(address)
    assert text.count("\n") <= LONGEST_LINES
    assert re.match(r"// [A-Z].*\.", " ".join(text.partition("\n\n")[0].splitlines()))


def test_the_declarations_of_the_protocol_are_what_the_documents_say() -> None:
    written = runpy.run_path(str(DOCS / "protocol.py"))
    socket, rest = (json.loads((DOCS / name).read_text("utf-8")) for name in ("asyncapi.json", "openapi.json"))
    assert written["TYPES"].read_text("utf-8") == written["declarations"](socket, rest), "run `make protocol`"


def compressed(text: str) -> int:
    """How many bytes of a script cross the wire."""
    file = pack(text.encode(), "text/javascript")
    return len(file.small or file.plain)


def test_all_scripts_together_are_under_200_kilobytes_compressed_in_bundles_and_one_by_one() -> None:
    alone = {address: compressed(script_text(address)) for address in SCRIPTS}
    alone[VERIFIER_MODULE] = compressed(verifier_module().decode())
    bundles = [compressed(text) for text in scripts().files.values()]
    loose = [size for address, size in alone.items() if address not in scripts().places]
    sent, each = sum(bundles) + sum(loose), sum(alone.values())
    print(f"{sent:,} bytes as the house serves them, {each:,} if every script were compressed alone")
    assert sent < each < LARGEST_BYTES


SAME_CODE = """
const ts = require(process.argv[1]);
const pairs = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const code = (text) => ts.transpileModule(text, {
  compilerOptions: { removeComments: true, target: 'esnext', module: 'esnext' },
}).outputText;
const other = pairs.filter(([, whole, served]) => code(whole) !== code(served)).map(([address]) => address);
console.log(JSON.stringify(other));
"""


def test_scripts_that_are_served_without_comments_are_the_same_programs(node: str) -> None:
    library = TSC.parent.parent / "lib" / "typescript.js"
    pairs = json.dumps([[address, text_of(address), script_text(address)] for address in SCRIPTS])
    said = subprocess.run(
        [node, "-e", SAME_CODE, str(library)], input=pairs, capture_output=True, text=True, check=True
    )
    assert json.loads(said.stdout) == []


@pytest.mark.parametrize("address", SCRIPTS)
def test_a_script_contains_no_rule(address: str) -> None:
    assert rules_in(text_of(address)) == []


def test_the_page_names_no_book() -> None:
    assert [each for address in TEXTS for each in books_in(text_of(address))] == []


@pytest.mark.parametrize("address", SCRIPTS)
def test_nothing_of_the_page_comes_from_elsewhere_or_is_made_of_text(address: str) -> None:
    script = text_of(address).replace("http://www.w3.org/", "")  # the names of SVG and its like are no addresses
    for word in ("http://", "https://", "eval(", "new Function", "innerHTML", "document.write"):
        assert word not in script


@pytest.mark.parametrize(
    "script",
    [
        'const title = "Sentosa";',
        "// as in exhibit A",
        'h("p", null, "pays 9 to 5")',
        "`${name} pays 7:6`",
        "const win = stake * 7 / 5;",
        "`${stake * 9/5}`",
        "const pays = { 4: 9, 5: 7, 6: 7 };",
        "const pays = { '4': 9, '5': 7, '6': 7 };",
        "for (const number of [4, 5, 6, 8, 9, 10]) draw(number);",
        'live.act("PlaceBet", { spot: "place-6" });',
        "const spot = `dont-come-${number}`;",
        'const EASY = ["pass", "come", "place"];',
        'link("4.1 Pass Line")',
    ],
)
def test_a_rule_in_a_script_is_noticed(script: str) -> None:
    assert rules_in(script) != []


@pytest.mark.parametrize(
    "script",
    [
        "const r = open ? 10 : 4; // 1 to 64 letters",
        'h("label", { class: "field" }, "1:30 left", row / 2)',
        "const clock = /^(\\d+):(\\d+)$/; const half = width * 1 / 2;",
        "const MINUTES = [5, 10, 15];",
        "const pips = [1, 2, 3, 4, 5, 6];",
    ],
)
def test_what_is_no_rule_is_left_alone(script: str) -> None:
    assert rules_in(script) == []
