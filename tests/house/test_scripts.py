"""Scripts gathered into files: nothing twice, nothing lost, and nothing that cannot be gathered unseen."""

from __future__ import annotations

import re

import pytest

from comeout.house.pages import PLACES, scripts, shell, web_files
from comeout.house.scripts import GATHERED, gather

SMALL = {
    "app": 'import { h } from "./dom.js";\nh("main");\n',
    "lobby": 'import { h as make } from "./dom.js";\nexport async function show() {\n  make("p");\n}\n',
    "dom": "export const h = (tag) => tag;\n",
    "table": 'import { h } from "./dom.js";\nimport { chip } from "./chips.js";\nexport class Felt {}\n',
    "chips": 'export function chip() {}\nconst load = () => import("./beside.js");\n',
    "beside": 'import { chip } from "./chips.js";\n',
}


def test_a_script_is_gathered_once_before_those_that_need_it() -> None:
    made = gather(SMALL.__getitem__)
    assert made.places == {
        "/js/dom.js": "/js/gathered-lobby.js",
        "/js/app.js": "/js/gathered-lobby.js",
        "/js/lobby.js": "/js/gathered-lobby.js",
        "/js/chips.js": "/js/gathered-table.js",
        "/js/table.js": "/js/gathered-table.js",
        "/js/beside.js": "/js/gathered-beside.js",
    }
    lobby = made.files["/js/gathered-lobby.js"]
    assert lobby.index("// dom.js") < lobby.index("// app.js") < lobby.index("// lobby.js")
    assert "const { h: make } = of_dom;" in lobby
    assert "export const { show } = of_lobby;" in lobby
    assert made.files["/js/gathered-table.js"].startswith('import * as of_dom from "./dom.js";\n')


def test_what_a_script_needs_is_told_by_the_files_that_have_it() -> None:
    texts = {**SMALL, "account": 'import { h } from "./dom.js";\nawait style("/css/account.css");\n'}
    made = gather(texts.__getitem__)
    assert made.needed("account") == (["/js/gathered-lobby.js", "/js/account.js"], ["/css/account.css"])


@pytest.mark.parametrize(
    "line", ["export let wins = 0;", 'import felt from "./dom.js";', 'export * from "./dom.js";', "export { h };"]
)
def test_a_way_to_import_or_export_that_is_not_understood_is_refused_by_name(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"cannot be gathered: {line}")):
        gather({**SMALL, "app": f"{line}\n"}.__getitem__)


def test_two_scripts_of_one_file_cannot_export_the_same_name() -> None:
    texts = {**SMALL, "app": 'import { h } from "./dom.js";\nexport function show() {}\n'}
    with pytest.raises(ValueError, match="both export show"):
        gather(texts.__getitem__)


def test_every_gathered_script_of_the_page_is_there_whole() -> None:
    made = scripts()
    for address, file in made.places.items():
        body = re.sub(r"^(?:import .*\n|export )", "", web_files()[address].read_text("utf-8"), flags=re.MULTILINE)
        assert body in re.sub(r"^const \{ .* \} = of_\w+;\n", "", made.files[file], flags=re.MULTILINE), address
    assert set(made.files) == set(GATHERED)


@pytest.mark.parametrize("script", sorted(set(PLACES.values())))
def test_the_shell_of_a_place_names_its_import_map_before_any_script(script: str) -> None:
    text = shell(script).plain.decode()
    asking = re.findall(r'<script type="(?:importmap|module)"|rel="modulepreload"', text)
    assert asking[0] == '<script type="importmap"'
    assert asking[1] == '<script type="module"'
    for address in re.findall(r'(?:src|rel="modulepreload" href|as="style" href)="(/[^"]+)"', text):
        assert address in web_files() or address in GATHERED, address
