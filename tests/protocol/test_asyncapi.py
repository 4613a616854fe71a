"""The documents of the protocol say what the code says, and their examples are real frames."""

from __future__ import annotations

import json
import re
import runpy
from typing import Any, get_args, get_type_hints

import jsonschema_rs
import msgspec
import pytest

from comeout.client.event_reader import Note, event_of
from comeout.log.codec import COMMAND_TYPES, EVENT_TYPES, named, read_command
from comeout.protocol.asyncapi import CLOSE_CODES, asyncapi
from comeout.protocol.frames import Bye, Do, FromClient, Happened, ToClient, frame, read_frame
from comeout.protocol.house_commands import HOUSE_COMMANDS
from comeout.rules.library import load_book
from comeout.table.messages import RollSettled
from comeout.table.table import Table
from tests.kit.project import DOCS

PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
ASKED, TOLD = (re.findall(r"```json\n(.*?)```", part, re.DOTALL) for part in PAGE.split("### To a client"))
EXAMPLES = [*ASKED, *TOLD]
FROM_CLIENT = {msgspec.inspect.type_info(kind).tag: kind for kind in get_args(FromClient)}  # type: ignore[attr-defined]
TO_CLIENT = {msgspec.inspect.type_info(kind).tag: kind for kind in get_args(ToClient)}  # type: ignore[attr-defined]
DOCUMENT = asyncapi()


def fits(name: str, value: Any) -> bool:
    """Whether a value is what the AsyncAPI document says."""
    root = {"$ref": f"#/components/schemas/{name}", "components": DOCUMENT["components"]}
    return jsonschema_rs.validator_for(root).is_valid(value)


def read(text: str) -> Any:
    return read_frame(text) if text in ASKED else msgspec.json.decode(text, type=ToClient)


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: json.loads(text)["type"])
def test_an_example_is_a_frame_with_exactly_its_fields(text: str) -> None:
    found = read(text)
    given = json.loads(text)
    assert {**json.loads(msgspec.json.encode(found)), **given} == json.loads(msgspec.json.encode(found))
    if text in TOLD:
        assert json.loads(frame(found)) == given
    assert fits(type(found).__name__, given)


def test_every_frame_has_an_example() -> None:
    assert {json.loads(text)["type"] for text in ASKED} == set(FROM_CLIENT)
    assert {json.loads(text)["type"] for text in TOLD} == set(TO_CLIENT)


def test_the_commands_of_the_examples_are_understood_and_their_events_can_be_read_back() -> None:
    for found in map(read, EXAMPLES):
        if isinstance(found, Do) and found.name in COMMAND_TYPES:
            given = {"seat": 1} if "by" not in found.body else {}
            read_command(found.name, {**given, **({"player": "ann"} if found.name == "Sit" else {}), **found.body})
        elif isinstance(found, Do):
            assert found.name in HOUSE_COMMANDS
        elif isinstance(found, Happened):
            event = event_of(found)
            assert isinstance(event, Note) or named(event) == found.body


def test_the_documents_are_what_the_code_says() -> None:
    written = {name: (DOCS / name).read_text(encoding="utf-8") for name in ("asyncapi.json", "openapi.json")}
    assert written == runpy.run_path(str(DOCS / "protocol.py"))["pages"](), "run `make protocol`"


OPENAPI: dict[str, Any] = json.loads((DOCS / "openapi.json").read_text(encoding="utf-8"))
ROUTES = [(f"{how} {path}", op) for path, item in OPENAPI["paths"].items() for how, op in item.items()]
BODIES = {"DutyAnswer.body", "ReadyAnswer.body", "SecondAnswer.body"}
"""Commands to be sent as they are: docs/asyncapi.json has the schema of each."""
OPAQUE = BODIES | {"Fairness.published", "Fairness.last"}
"""Records of the log as they are, told by docs/fairness.md."""


def opaque(schema: Any) -> bool:
    """Whether a schema somewhere leaves open what there is."""
    if isinstance(schema, list):
        return any(map(opaque, schema))
    if not isinstance(schema, dict):
        return False
    told = schema.keys() & {"properties", "additionalProperties", "$ref"}
    if schema == {} or (schema.get("type") == "object" and not told):
        return True
    return any(opaque(each) for key, each in schema.items() if key not in ("examples", "default"))


@pytest.mark.parametrize(("route", "operation"), ROUTES, ids=[route for route, _ in ROUTES])
def test_every_answer_states_what_is_in_it(route: str, operation: dict[str, Any]) -> None:
    assert operation["description"], f"{route} says nothing of itself"
    for code, response in operation["responses"].items():
        content = response["content"].get("application/json")
        if int(code) >= 400:
            assert content == {"schema": {"$ref": "#/components/schemas/Refusal"}}
        elif content:
            assert not opaque(content["schema"]), (route, content)


@pytest.mark.parametrize("name", OPENAPI["components"]["schemas"])
def test_every_part_of_an_answer_says_what_it_is_and_leaves_no_field_open(name: str) -> None:
    schema = OPENAPI["components"]["schemas"][name]
    assert schema["description"], "a docstring is missing"
    left_open = {f"{name}.{field}" for field, told in schema["properties"].items() if opaque(told)}
    assert left_open <= OPAQUE


def test_what_is_asked_for_is_read_strictly_and_the_document_says_so() -> None:
    bodies = [op["requestBody"]["content"]["application/json"]["schema"] for _, op in ROUTES if "requestBody" in op]
    names = {body["$ref"].rpartition("/")[2] for body in bodies}
    assert {"NameAndPassword", "NewLimit", "NewTable"} <= names
    assert [
        name for name in names if OPENAPI["components"]["schemas"][name].get("additionalProperties") is not False
    ] == []


def test_every_reference_of_the_socket_s_document_leads_somewhere() -> None:
    schemas, messages = DOCUMENT["components"]["schemas"], DOCUMENT["components"]["messages"]
    for place, name in re.findall(r'"#/components/(\w+)/(\w+)"', json.dumps(DOCUMENT)):
        assert name in {"schemas": schemas, "messages": messages}[place]
    assert {*COMMAND_TYPES, *HOUSE_COMMANDS, *EVENT_TYPES} - {"Rebet"} <= set(schemas)


def test_every_close_code_says_why_and_is_in_the_page() -> None:
    assert set(CLOSE_CODES) == set(get_args(get_type_hints(Bye)["code"]))
    assert [code for code in CLOSE_CODES if str(code) not in PAGE] == []


@pytest.mark.parametrize("book", ["sentosa", "evolution"])
def test_the_events_of_a_game_fit_their_schemas_and_are_read_back_as_they_were(book: str) -> None:
    table = Table(load_book(book))
    table.sit("ann", 500_00)
    for a, b in ((2, 2), (4, 2), (3, 4), (5, 6), (1, 1)):
        for spot in ("pass", "field", "come", "hard-4"):
            table.bet(1, spot, 10_00)
        table.roll(a, b)
    assert any(isinstance(event, RollSettled) and event.lines for event in table.log)
    for number, event in enumerate(table.log, 1):
        told = Happened("t", 1, number, 0, type(event).__name__, named(event))
        assert fits("Happened", json.loads(frame(told)))
        assert event_of(msgspec.json.decode(frame(told), type=Happened)) == event


def test_the_schemas_refuse_what_the_house_refuses() -> None:
    assert fits("Do", {"type": "do", "id": "1", "name": "Sit", "body": {"rack": 100}})
    assert not fits("Do", {"type": "do", "id": "1", "name": "Sit", "body": {"rack": 100, "player": "bob"}})
    assert not fits("Do", {"type": "do", "id": "1", "name": "PlaceBet", "body": {"spot": "pass"}})
    assert not fits("Do", {"type": "do", "id": "1", "name": "Rebet", "body": {"spot": "pass"}})
    assert not fits("Hello", {"type": "hello", "version": 1, "colour": "red"})
