"""Serves cached answers with content negotiation: an ETag, and compression if the client accepts it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Response

from comeout.house.views.packed_answers import Packed

if TYPE_CHECKING:
    from comeout.house.http.authentication import Asked


def send(packed: Packed, request: Asked, **headers: str) -> Response[Any]:
    """Respond with content negotiation: 304 if the client has it (ETag), compressed if the client accepts that."""
    shrink = bool(packed.small) and _takes_gzip(request.headers.get("accept-encoding", ""))
    tag = f'"{packed.tag}{"-gzip" if shrink else ""}"'
    told = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding", **_dashed(headers)}
    if _has(request.headers.get("if-none-match", ""), packed.tag):
        return Response(b"", status_code=304, headers=told, media_type=packed.media_type)
    if shrink:
        told["content-encoding"] = "gzip"
    return Response(packed.small if shrink else packed.plain, headers=told, media_type=packed.media_type)


def _dashed(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _takes_gzip(accepts: str) -> bool:
    words = [each.replace(" ", "").lower() for each in accepts.split(",")]
    return any(word in ("gzip", "*") or (word.startswith("gzip;q=") and word[7:].strip("0.")) for word in words)


def _has(tags: str, tag: str) -> bool:
    """Return whether an ETag is among those of the client; a proxy may have weakened it."""
    known = {each.strip().removeprefix("W/").strip('"').removesuffix("-gzip") for each in tags.split(",")}
    return tag in known or "*" in known
