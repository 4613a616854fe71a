"""Script bundles: nothing twice, nothing lost, and nothing that cannot be bundled goes unseen."""

from __future__ import annotations

import re

import pytest

from comeout.house.http.script_bundles import BUNDLES, LATER, gather, without_comments
from comeout.house.http.static_files import PLACES, script_text, scripts, shell, web_files

SMALL = {
    "app/main": 'import { h } from "../kit/dom.js";\nh("main");\n',
    "pages/lobby": 'import { h as make } from "../kit/dom.js";\nexport async function show() {\n  make("p");\n}\n',
    "kit/dom": "export const h = (tag) => tag;\n",
    "pages/table": 'import { h } from "../kit/dom.js";\nimport { chip } from "../table/chips.js";\nexport class F {}\n',
    "table/chips": 'export function chip() {}\nconst load = () => import("../panels/side-panels.js");\n',
    "panels/side-panels": 'import { chip } from "../table/chips.js";\nimport { tab } from "./tab-list.js";\n',
    "panels/tab-list": "export const tab = 1;\n",
    "pages/crew": 'import { chip } from "../table/chips.js";\n',
}


def test_a_script_is_bundled_once_before_those_that_need_it() -> None:
    made = gather(SMALL.__getitem__)
    assert made.places == {
        "/js/kit/dom.js": "/js/bundle-lobby.js",
        "/js/app/main.js": "/js/bundle-lobby.js",
        "/js/pages/lobby.js": "/js/bundle-lobby.js",
        "/js/table/chips.js": "/js/bundle-table.js",
        "/js/pages/table.js": "/js/bundle-table.js",
        "/js/panels/tab-list.js": "/js/bundle-panels.js",
        "/js/panels/side-panels.js": "/js/bundle-panels.js",
        "/js/pages/crew.js": "/js/bundle-crew.js",
    }
    lobby = made.files["/js/bundle-lobby.js"]
    assert lobby.index("// kit/dom.js") < lobby.index("// app/main.js") < lobby.index("// pages/lobby.js")
    assert "const { h: make } = of_kit_dom;" in lobby
    assert "export const { show } = of_pages_lobby;" in lobby
    table = made.files["/js/bundle-table.js"]
    assert table.startswith('import * as of_kit_dom from "/js/kit/dom.js";\n')
    assert 'import("/js/panels/side-panels.js")' in table
    assert "const { tab } = of_panels_tab_list;" in made.files["/js/bundle-panels.js"]


def test_what_a_script_needs_is_told_by_the_files_that_have_it() -> None:
    texts = {**SMALL, "pages/account": 'import { h } from "../kit/dom.js";\nawait style("/css/account.css");\n'}
    made = gather(texts.__getitem__)
    assert made.needed("pages/account") == (["/js/bundle-lobby.js", "/js/pages/account.js"], ["/css/account.css"])


@pytest.mark.parametrize(
    "line",
    ["export let wins = 0;", 'import felt from "../kit/dom.js";', 'export * from "../kit/dom.js";', "export { h };"],
)
def test_a_way_to_import_or_export_that_is_not_understood_is_refused_by_name(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"cannot be bundled: {line}")):
        gather({**SMALL, "app/main": f"{line}\n"}.__getitem__)


def test_two_scripts_of_one_bundle_cannot_export_the_same_name() -> None:
    texts = {**SMALL, "app/main": 'import { h } from "../kit/dom.js";\nexport function show() {}\n'}
    with pytest.raises(ValueError, match="both export show"):
        gather(texts.__getitem__)


@pytest.mark.parametrize(
    ("script", "served"),
    [
        ("// The rack.\n// More of it.\n\nlet rack;\n", "\nlet rack;\n"),
        ("/**\n * What is won.\n * @param {number} cents\n */\nconst won = 1;\n", "const won = 1;\n"),
        ("  /** @type {A} */\n  const a = /** @type {B} */ (b);\n", "  const a = (b);\n"),
        ("  /** @type {B} */ (b).c();\n  /** next */\n  d();\n", "  (b).c();\n  d();\n"),
        ('const site = "a//b"; // why\n', 'const site = "a//b"; // why\n'),
        ("const half = a / 2 / b;\n", "const half = a / 2 / b;\n"),
    ],
)
def test_a_script_is_served_without_comments_and_with_all_its_code(script: str, served: str) -> None:
    assert without_comments(script) == served


def test_every_bundled_script_of_the_page_is_there_whole() -> None:
    made = scripts()
    for address, file in made.places.items():
        text = LATER.sub("import()", script_text(address))
        body = re.sub(r"^(?:import \{.*\n|export )", "", text, flags=re.MULTILINE)
        bundle = re.sub(r'\bimport\("/js/[^"]+"\)', "import()", made.files[file])
        assert body in re.sub(r"^const \{ .* \} = of_\w+;\n", "", bundle, flags=re.MULTILINE), address
    assert set(made.files) == set(BUNDLES)


@pytest.mark.parametrize("script", sorted(set(PLACES.values())))
def test_the_shell_of_a_place_names_its_import_map_before_any_script(script: str) -> None:
    text = shell(script).plain.decode()
    asking = re.findall(r'<script type="(?:importmap|module)"|rel="modulepreload"', text)
    assert asking[0] == '<script type="importmap"'
    assert asking[1] == '<script type="module"'
    for address in re.findall(r'(?:src|rel="modulepreload" href|as="style" href)="(/[^"]+)"', text):
        assert address in web_files() or address in BUNDLES, address
