"""Optional parts of the package (extras) and the libraries each one brings. The core needs no library at all."""

from __future__ import annotations

from importlib.util import find_spec

from comeout.errors import ComeoutError

LIBRARIES = {
    "log": ("msgspec",),
    "cli": ("rich", "typer"),
    "client": ("msgspec", "websockets"),
    "serve": ("alembic", "argon2", "litestar", "prometheus_client", "segno", "sqlalchemy", "structlog", "uvicorn"),
    "cluster": ("nats", "psycopg"),
    "lab": ("numpy", "scipy"),
}
"""The modules that each extra in pyproject.toml must install; a smaller extra comes before one that includes it."""


class MissingExtra(ComeoutError, ModuleNotFoundError):
    """A part of Comeout whose libraries are not installed: one line that says what to install."""

    def __init__(self, extra: str, library: str, part: str) -> None:
        told = f"{part} needs {library}, which is not installed: pip install 'comeout[{extra}]'"
        ModuleNotFoundError.__init__(self, told, name=library)


def needs(extra: str, part: str) -> None:
    """Raise `MissingExtra` if a library of an extra is not installed; `part` names what needs it."""
    for library in LIBRARIES[extra]:
        if find_spec(library) is None:
            raise MissingExtra(extra, library, part)


def missing_extra(bad: ModuleNotFoundError) -> MissingExtra | None:
    """Return the failed import of a library as `MissingExtra`; None if the library belongs to no extra."""
    if isinstance(bad, MissingExtra):
        return bad
    library = (bad.name or "").partition(".")[0]
    extra = next((extra for extra, libraries in LIBRARIES.items() if library in libraries), None)
    return MissingExtra(extra, library, "this command") if extra else None
