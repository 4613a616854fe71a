"""Writes the documents of the protocol from the code, and the TypeScript declarations of the page from the documents.

`docs/asyncapi.json` describes the socket, `docs/openapi.json` REST, `protocol.d.ts` both, for the type-checked scripts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from comeout.house.clock import WallClock
from comeout.house.house import House
from comeout.house.http.app import make_app
from comeout.house.store.sqlite import SqliteStore
from comeout.protocol.asyncapi import asyncapi

FOLDER = Path(__file__).parent
TYPES = FOLDER.parent / "src" / "comeout" / "web" / "js" / "protocol.d.ts"

Schema = dict[str, Any]

PRIMITIVE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
PREFIX = "/api/v1"
FEW = 2
"""So many fields stand on one line."""

REF = "#/components/schemas/"

HEADER = """\
// TypeScript declarations of the protocol, generated from docs/asyncapi.json and docs/openapi.json by docs/protocol.py.
// Do not edit: run `make protocol`. A field with a default may be left out of what the page sends, and is always there
// in what the house sends.
"""

QUERY = """\
/** A path without its query. */
type Bare<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;
"""


def pages() -> dict[str, str]:
    """Every document by its file name."""
    app = make_app(House(SqliteStore(FOLDER / "never-opened.db"), WallClock()))
    found = {"asyncapi.json": asyncapi(), "openapi.json": app.openapi_schema.to_schema()}
    return {name: json.dumps(page, indent=1, ensure_ascii=False, sort_keys=True) + "\n" for name, page in found.items()}


def declarations(socket: Schema, rest: Schema) -> str:
    """The TypeScript declarations of both documents; what both describe is taken from the first."""
    schemas: dict[str, Schema] = {**rest["components"]["schemas"], **socket["components"]["schemas"]}
    asked = {*_frames(socket, "ask"), *_bodies(rest)}
    sent = _reached(asked, schemas) - _reached({*_frames(socket, "tell"), *_answers(rest)}, schemas)
    parts = [HEADER]
    parts += [_declared(name, schemas[name], always=name not in sent) for name in sorted(schemas)]
    parts += [_union("AskFrame", "What the page sends on the socket.", _frames(socket, "ask"))]
    parts += [_union("TellFrame", "What the house sends on the socket.", _frames(socket, "tell")), QUERY]
    parts += [_answer_type(method, rest) for method in ("get", "post", "put", "delete")]
    return "\n".join(parts)


def _frames(socket: Schema, operation: str) -> list[str]:
    found = socket["operations"][operation]["messages"]
    return sorted(each["$ref"].rpartition("/")[2] for each in found)


def _bodies(rest: Schema) -> Iterator[str]:
    """The schemas of what requests carry."""
    for item in rest["paths"].values():
        for operation in item.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                yield from _refs(content)


def _answers(rest: Schema) -> Iterator[str]:
    for item in rest["paths"].values():
        for operation in item.values():
            yield from _refs(operation["responses"])


def _refs(schema: object) -> Iterator[str]:
    """Every schema that one names."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].removeprefix(REF)
        for each in schema.values():
            yield from _refs(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from _refs(each)


def _reached(names: set[str], schemas: dict[str, Schema]) -> set[str]:
    """Schemas and all that they name."""
    found: set[str] = set()
    due = list(names)
    while due:
        name = due.pop()
        if name not in found:
            found.add(name)
            due += _refs(schemas[name])
    return found


def _declared(name: str, schema: Schema, *, always: bool) -> str:
    """One schema. `always`: fields with a default are always there."""
    about = f"/** {schema['description']} */\n" if schema.get("description") else ""
    if schema.get("properties") and not schema.get("oneOf"):
        return f"{about}export interface {name} {_object(schema, '', always=always)}\n"
    return f"{about}export type {name} = {_typed(schema, '', always=always)};\n"


def _object(schema: Schema, indent: str, *, always: bool) -> str:
    deeper = indent + "  "
    lines = []
    for name, field in sorted(schema["properties"].items()):
        there = name in schema.get("required", ()) or (always and "default" in field)
        if field.get("description"):
            lines.append(f"{deeper}/** {field['description']} */")
        lines.append(f"{deeper}{name}{'' if there else '?'}: {_typed(field, deeper, always=always)};")
    if len(lines) <= FEW and not any("/**" in line for line in lines):
        return f"{{ {' '.join(line.strip() for line in lines)} }}"
    return "\n".join(["{", *lines, f"{indent}}}"])


def _typed(schema: Schema, indent: str, *, always: bool) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(REF)
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema["enum"])
    for key, joined in (("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")):
        if key in schema:
            common, parts = _distributed(schema, schema[key])
            typed = dict.fromkeys(_typed(each, indent, always=always) for each in parts)
            if not common["properties"]:
                return joined.join(typed)
            lines = "".join(f"\n{indent}  {joined.strip()} {each}" for each in typed)
            return f"{_object(common, indent, always=always)} & ({lines}\n{indent})"
    if schema.get("type") == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_typed(each, indent, always=always) for each in schema['prefixItems'])}]"
        item = _typed(schema.get("items", {}), indent, always=always)
        return f"({item})[]" if " " in item and not item.startswith("{") else f"{item}[]"
    if schema.get("properties"):
        return _object(schema, indent, always=always)
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"{{ [name: string]: {_typed(values, indent, always=always) if isinstance(values, dict) else 'any'} }}"
    return PRIMITIVE.get(schema.get("type", ""), "any")


def _distributed(schema: Schema, parts: list[Schema]) -> tuple[Schema, list[Schema]]:
    """What all parts of a union have in common, and the parts, each with every field that any of them names."""
    fields = schema.get("properties", {})
    named = {name for part in parts for name in part.get("properties", ()) if name in fields}
    common = {**schema, "properties": {name: field for name, field in fields.items() if name not in named}}
    return common, [_completed(part, {name: fields[name] for name in named}) if named else part for part in parts]


def _completed(part: Schema, fields: Schema) -> Schema:
    """A part of a union with all of these fields; what it only excludes stays as it is."""
    closer = {name: field for name, field in part["properties"].items() if "not" not in field}
    return {**part, "properties": {**fields, **closer}, "required": list(fields)}


def _union(name: str, about: str, members: list[str]) -> str:
    return f"/** {about} */\nexport type {name} = {' | '.join(members)};\n"


def _answer_type(method: str, rest: Schema) -> str:
    """What a request answers, by its path. The most specific path comes first, since a shorter one matches it too."""
    found: dict[str, str] = {}
    for path, item in rest["paths"].items():
        if not path.startswith(PREFIX) or method not in item:
            continue
        done = [answer for status, answer in item[method]["responses"].items() if status.startswith("2")]
        schema = done[0].get("content", {}).get("application/json", {}).get("schema")
        if schema:
            found[path.removeprefix(PREFIX)] = _typed(schema, "  ", always=True)
    order = sorted(found, key=lambda path: (-path.count("/"), path.count("{"), path))
    cases = [f"  Bare<Path> extends `{re.sub(r'{.*?}', '${string}', path)}` ? {found[path]} :" for path in order]
    name = f"{method.capitalize()}Answer"
    return "\n".join(
        [
            f"/** What a {method.upper()} answers. */",
            f"export type {name}<Path extends string> =",
            *cases,
            "  unknown;\n",
        ]
    )


if __name__ == "__main__":
    written = pages()
    for name, text in written.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    both = [json.loads(written[name]) for name in ("asyncapi.json", "openapi.json")]
    TYPES.write_text(declarations(both[0], both[1]), encoding="utf-8", newline="\n")
