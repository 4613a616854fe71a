"""What Comeout is built on: licences that we accept, bounded versions, and an audit that says what it could not do."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from packaging.requirements import Requirement

from tests import audit
from tests.kit.licences import LOCK, NPM, PYTHON, WEAK_COPYLEFT, Part, extras, libraries, npm_tools

PARTS = [*libraries("dev"), *npm_tools()]


@pytest.mark.claim("licences")
def test_every_library_and_tool_has_a_licence_that_we_accept() -> None:
    assert [each for each in PARTS if not each.is_allowed] == []
    assert {"litestar", "psycopg", "numpy", "pytest", "typescript"} <= {each.name for each in PARTS}


def test_what_a_house_needs_is_among_them_and_of_weak_copyleft_it_has_three_that_are_used_as_they_are() -> None:
    shipped = libraries("all", "dask")
    assert set(shipped) <= set(PARTS)
    assert {each.name for each in shipped} & set(WEAK_COPYLEFT) == {"certifi", "psycopg", "psycopg-binary"}


@pytest.mark.parametrize(
    "licence", ["", "GPL-3.0-only", "AGPL-3.0", "MIT AND GPL-3.0-only", "UNKNOWN", "LGPL-3.0-only"]
)
def test_any_other_licence_is_refused(licence: str) -> None:
    assert not Part(PYTHON, "something", "1.0", licence).is_allowed


@pytest.mark.parametrize(
    "licence", ["MIT", "MIT OR GPL-3.0-only", "Apache-2.0 AND BSD-2-Clause", "(MIT OR Apache-2.0)"]
)
def test_of_licences_to_choose_from_one_must_do_and_of_several_together_all(licence: str) -> None:
    assert Part(PYTHON, "something", "1.0", licence).is_allowed


def test_every_requirement_names_the_lowest_version_that_will_do() -> None:
    asked = [Requirement(text) for texts in extras().values() for text in texts]
    ours = [each for each in asked if each.name != "comeout"]
    loose = [str(each) for each in ours if not {one.operator for one in each.specifier} & {">=", "=="}]
    assert loose == []


def test_every_tool_from_npm_is_pinned_by_its_hash() -> None:
    packages = json.loads(LOCK.read_text(encoding="utf-8"))["packages"]
    assert [path for path, each in packages.items() if path and not each.get("integrity")] == []


# ------------------------------------------------------------------ known vulnerabilities


class Advisories(BaseHTTPRequestHandler):
    """An advisory database that knows of one bad version."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))["queries"]
        bad = {"package": {"name": "leftish-pad", "ecosystem": NPM}, "version": "1.0.0"}
        told = json.dumps(
            {"results": [{"vulns": [{"id": "TEST-1"}]} if each == bad else {} for each in asked]}
        ).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@pytest.fixture
def database() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Advisories) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_the_audit_names_a_package_that_an_advisory_is_about(database: str) -> None:
    parts = [Part(NPM, "leftish-pad", "1.0.0", "MIT"), Part(NPM, "leftish-pad", "1.0.1", "MIT")]
    assert audit.known_vulnerabilities(parts, database) == ["leftish-pad 1.0.0: TEST-1"]


def test_the_audit_passes_if_no_advisory_is_known(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = audit.known_vulnerabilities
    monkeypatch.setattr(audit, "known_vulnerabilities", lambda parts: ask(parts, database))
    assert audit.main() == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"No advisory is known for any of {len(PARTS)} packages."


def test_an_audit_without_a_database_says_so_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = audit.known_vulnerabilities
    monkeypatch.setattr(audit, "known_vulnerabilities", lambda parts: ask(parts, "http://127.0.0.1:1/"))
    assert audit.main() == 3
    licences, told = capsys.readouterr().out.splitlines()
    assert licences == f"The licences of {len(PARTS)} packages are fine."
    assert told.startswith("Vulnerabilities were not checked: no advisory database answers")
