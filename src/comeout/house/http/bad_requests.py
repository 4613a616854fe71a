"""Validation errors of a request in one sentence: which field is invalid, and what it must be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec
from msgspec import inspect

from comeout.house.http.authentication import Asked
from comeout.protocol.rest_answers import Refusal

_WORDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_KIND = re.compile(r"Expected `([^`]*)`, got `([^`]*)`")
_LENGTH = re.compile(r"Expected `str` of length ([<>]=) (\d+)")
_BOUND = re.compile(r"Expected `(?:int|float)` ([<>]=) (-?\d+)")
_WORD = re.compile(r"Invalid enum value (.*)")
_STEP = re.compile(r"(\w+)|\[.*?\]")
_BOUNDS = {"<=": "at most", ">=": "at least"}
BODY = "data"
"""The name of the argument that holds the body of a request."""


def sentence(request: Asked, bad: HTTPException) -> str:
    """Return why a request is invalid, for a person."""
    if isinstance(bad, ValidationException) and isinstance(bad.extra, list) and bad.extra:
        return _of_field(request, bad.extra[0])
    if bad.detail != HTTPStatus(bad.status_code).phrase:
        return bad.detail
    path = request.url.path[:200]
    said = {
        404: f"there is nothing at {path}",
        405: f"{path} does not allow {request.method}",
        413: "the body of the request is too large",
    }
    return said.get(bad.status_code, bad.detail)


def _of_field(request: Asked, slip: Mapping[str, Any]) -> str:
    """Return the first validation error."""
    key, message = str(slip.get("key", "")), str(slip.get("message", ""))
    place = "the body" if key == BODY else f'"{key}"'
    if message == repr(BODY):
        return "the body is missing; it should be a JSON object"
    if found := _UNKNOWN.search(message):
        return f'there is no field "{found[1][:40]}"; there is {_listed(_fields(_kind_of(request, key)))}'
    if found := _MISSING.search(message):
        return f'the field "{found[1]}" is missing'
    if found := _KIND.search(message):
        return f"{place} should be {_said(found[1])}, not {_said(found[2])}"
    if found := _LENGTH.search(message):
        return f"{place} should have {_BOUNDS[found[1]]} {found[2]} characters"
    if found := _BOUND.search(message):
        return f"{place} should be {_BOUNDS[found[1]]} {found[2]}"
    if found := _WORD.search(message):
        return f"{place} is {found[1][:40]}; it should be {_listed(_words(_kind_of(request, key)), 'or')}"
    return f"{place} is invalid: {message.replace('`', '')}"


def _said(kinds: str) -> str:
    return " or ".join(_WORDS.get(kind, kind) for kind in kinds.split(" | "))


def _listed(words: Iterable[str], joined: str = "and") -> str:
    *most, last = words
    return f"{', '.join(most)} {joined} {last}" if most else last


def _kind_of(request: Asked, key: str) -> inspect.Type:
    """Return the type that a route expects for a field: one of its own arguments, or inside the body."""
    wanted = request.route_handler.parsed_fn_signature.parameters
    if key in wanted:
        return _plain(inspect.type_info(wanted[key].annotation))
    kind = _plain(inspect.type_info(wanted[BODY].annotation if BODY in wanted else Any))
    for step in _STEP.finditer(key):
        kind = _plain(_inside(kind, step[1]))
    return kind


def _plain(kind: inspect.Type) -> inspect.Type:
    """Return a type without annotations, and without an optional null."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        return _plain(next(each for each in kind.types if not isinstance(each, inspect.NoneType)))
    return kind


def _inside(kind: inspect.Type, name: str | None) -> inspect.Type:
    if isinstance(kind, inspect.StructType) and name:
        return next((field.type for field in kind.fields if field.encode_name == name), kind)
    if isinstance(kind, inspect.DictType):
        return kind.value_type
    return kind.item_type if isinstance(kind, (inspect.ListType, inspect.VarTupleType)) else kind


def _fields(kind: inspect.Type) -> list[str]:
    return [field.encode_name for field in kind.fields] if isinstance(kind, inspect.StructType) else ["none"]


def _words(kind: inspect.Type) -> list[str]:
    return [str(value) for value in kind.values] if isinstance(kind, inspect.LiteralType) else ["another word"]


_REFUSALS = {
    400: "the request is invalid, or the book does not allow it",
    401: "you are not signed in",
    403: "it is not yours to ask",
    404: "it does not exist, or not for you",
    429: "too many at once; ask again later",
    503: "the house cannot store or read anything at the moment; try again",
}


def refusals(*codes: int) -> Mapping[int, ResponseSpec]:
    """Return the errors of a route, beside those that every route has: too much was asked, the store is unavailable."""
    every = sorted({*codes, 429, 503})
    return {code: ResponseSpec(Refusal, generate_examples=False, description=_REFUSALS[code]) for code in every}
