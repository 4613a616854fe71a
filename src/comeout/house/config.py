"""Configuration of a house: options first, then COMEOUT_* environment variables, then defaults.

The payouts of a house above its books have a file of their own, and are the same at all its tables of a book.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from comeout.errors import ComeoutError, RulebookError, nearest
from comeout.house.json_log import IN_QUERY
from comeout.house.origins import is_loopback, read_origin, write_origin
from comeout.house.players.caps import Caps
from comeout.house.store import ConfigError
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book, load_text

LOG_LEVELS = ("debug", "info", "warning", "error")
FILES = "sqlite:///"
"""The prefix of a SQLite address. A fourth slash after it begins an absolute path."""
STORES = ("postgresql://", "postgres://", FILES)
CAPS = Caps()
METRICS = ("local", "open")
BUSES = ("nats://", "tls://")


@dataclass(frozen=True, slots=True)
class Config:
    """Configuration of a house."""

    host: str
    """The address it listens on."""
    port: int
    """The port it listens on; 0 takes one that is free."""
    data: str
    """The data folder."""
    store: str
    """The address of a store in place of the data folder, or empty."""
    bus: str
    """The address of a NATS server, when several processes share the tables, or empty."""
    payouts: str
    """The file of the payouts above the books, or empty."""
    public_url: str
    """The origin that people type, or empty: where it listens, and localhost."""
    metrics: str
    """Who is shown the metrics: "local", programs of this machine, or "open", everybody."""
    sign_ins: int
    """How many attempts to sign in an address may make in a minute."""
    trust_proxy: bool
    """Whether a reverse proxy handles TLS and reports the addresses of clients."""
    log_level: str
    connections: int
    """How many connections there may be at a time, of everybody."""
    players_per_address: int
    """How many players share one address at most; the limits of an address grow with it."""
    empty_minutes: int
    """After how many minutes an empty table of a player is closed."""
    guest_days: int
    """After how many days without use a guest is removed."""

    @property
    def where(self) -> str:
        """Return what `open_store` opens."""
        return self.store or self.data

    @property
    def caps(self) -> Caps:
        """Return what may be held at a time."""
        return Caps(
            connections=self.connections,
            players_per_address=self.players_per_address,
            empty_minutes=self.empty_minutes,
            guest_days=self.guest_days,
        )

    @property
    def told(self) -> str:
        """Return the same for people to read: a file or folder by its full path, a database without its password."""
        if self.store.startswith(FILES):
            return str(Path(self.store.removeprefix(FILES)).resolve())
        if not self.store:
            return str(Path(self.data).resolve())
        return IN_QUERY.sub(r"\1", re.sub(r"//([^/@:]*):\S*@", r"//\1@", self.store))


def read_config(environment: Mapping[str, str] | None = None, **options: Any) -> Config:
    """Return the configuration; an option that is None was not given. A ConfigError names the invalid setting."""
    found = os.environ if environment is None else environment
    given = {name: (f"--{name.replace('_', '-')}", value) for name, value in options.items() if value is not None}
    if "data" in given and "store" in given:
        raise ConfigError("--data and --store are both given; it should be one of them")
    outside = {name: f"COMEOUT_{name.upper()}" for name in _READERS}
    known = {name: (variable, found[variable]) for name, variable in outside.items() if found.get(variable)}
    if "data" in given:
        known.pop("store", None)  # what is typed goes before what is set
    usual = {**_USUAL, "data": str(default_data_folder(found))}
    config = Config(**{name: _read(name, {**known, **given}, usual[name]) for name in _READERS})
    if config.trust_proxy and not config.public_url:
        raise ConfigError("--trust-proxy needs --public-url, the address that people type, like https://craps.example")
    return config


def default_data_folder(environment: Mapping[str, str] | None = None, *, platform: str = sys.platform) -> Path:
    """Return the folder where this machine keeps the data of programs."""
    found = os.environ if environment is None else environment
    if platform == "win32":
        return Path(found.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "comeout"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "comeout"
    xdg = Path(found.get("XDG_DATA_HOME", ""))
    return (xdg if xdg.is_absolute() else Path.home() / ".local" / "share") / "comeout"


def _read(name: str, told: Mapping[str, tuple[str, Any]], usual: Any) -> Any:
    if name not in told:
        return usual
    setting, value = told[name]
    try:
        return _READERS[name](str(value).strip())
    except ValueError as should:
        shown = "an address that is not shown here" if name in ("store", "bus") else repr(str(value))
        raise ConfigError(f"{setting} is {shown}; it should be {should}") from None


def _host(text: str) -> str:
    if not text or any(letter.isspace() or letter in "/@" for letter in text):
        raise ValueError("an address to listen on, like 127.0.0.1 or ::")
    return text


def _port(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not int(text) < 65536:
        raise ValueError("a port from 1 to 65535, or 0 for one that is free")
    return int(text)


def _data(text: str) -> str:
    if not text or "://" in text or Path(text).is_file():
        raise ValueError("a folder, which is made if it is not there")
    return text


def _store(text: str) -> str:
    if not text.startswith(STORES):
        raise ValueError("postgresql://USER:PASSWORD@HOST/DATABASE or sqlite:///PATH")
    return text if text.startswith(FILES) else _without_spaces(text)


def _without_spaces(address: str) -> str:
    """Return the address of a server; the log can find the end of one, and so its password, only if it has no space."""
    if any(letter.isspace() for letter in address):
        raise ValueError("an address without spaces; write one in a password as %20")
    return address


def _bus(text: str) -> str:
    if not text.startswith(BUSES):
        raise ValueError("nats://USER:PASSWORD@HOST:PORT")
    found = urlsplit(text)
    if not found.username and not is_loopback(found.hostname or ""):
        raise ValueError("nats://USER:PASSWORD@HOST:PORT; only a bus on this machine may do without a password")
    return _without_spaces(text)


def _payouts(text: str) -> str:
    try:
        read_payouts(text)
    except PayoutsError as bad:
        raise ValueError(f"a file of payouts by book and spot ({bad})") from None
    return text


def _public_url(text: str) -> str:
    found = read_origin(text.removesuffix("/"))
    if found is None:
        raise ValueError("the address that people type, like https://craps.example or http://192.168.1.5:8000")
    return write_origin(found)


def _metrics(text: str) -> str:
    if text.lower() not in METRICS:
        raise ValueError("local, for programs of this machine, or open, for everybody")
    return text.lower()


def _sign_ins(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:8]) <= 100_000):
        raise ValueError("a number from 1 to 100000: attempts to sign in that one address may make in a minute")
    return int(text)


def _switch(text: str) -> bool:
    if text.lower() not in _SWITCHES:
        raise ValueError("on or off")
    return _SWITCHES[text.lower()]


def _many(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len("1000000")) or not 1 <= int(text) <= 1_000_000:
        raise ValueError("a whole number from 1 to 1000000")
    return int(text)


def _log_level(text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise ValueError(f"one of {', '.join(LOG_LEVELS)}")
    return text.lower()


_SWITCHES = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}
_READERS: dict[str, Callable[[str], Any]] = {
    "host": _host,
    "port": _port,
    "data": _data,
    "store": _store,
    "bus": _bus,
    "payouts": _payouts,
    "public_url": _public_url,
    "metrics": _metrics,
    "sign_ins": _sign_ins,
    "trust_proxy": _switch,
    "log_level": _log_level,
    "connections": _many,
    "players_per_address": _many,
    "empty_minutes": _many,
    "guest_days": _many,
}
_USUAL = {
    "host": "127.0.0.1",
    "port": 8000,
    "store": "",
    "bus": "",
    "payouts": "",
    "public_url": "",
    "metrics": "local",
    "sign_ins": 30,
    "trust_proxy": False,
    "log_level": "info",
    "connections": CAPS.connections,
    "players_per_address": CAPS.players_per_address,
    "empty_minutes": CAPS.empty_minutes,
    "guest_days": CAPS.guest_days,
}


# ------------------------------------------------------------------ payouts above the books

Payouts = Mapping[str, Mapping[str, Mapping[int, str] | str]]
"""Payouts by book and spot: odds for every total that wins, or by total."""


class PayoutsError(ComeoutError):
    """A payouts file is invalid, and why."""


def read_payouts(file: str) -> Payouts:
    """Read the payouts of a house from its file and check each against its book; none where no file is named."""
    if not file:
        return {}
    try:
        told: dict[str, Any] = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as bad:
        raise PayoutsError(f"{file} cannot be read: {bad}") from None
    payouts: dict[str, dict[str, dict[int, str] | str]] = {}
    for book, spots in told.items():
        if book not in book_names() or not isinstance(spots, dict):
            raise PayoutsError(f'{file} has a table for each book; "{book}" is none: {nearest(book, book_names())}')
        try:
            payouts[book] = {spot: _odds(odds) for spot, odds in spots.items()}
            load_book(book, payouts=payouts[book])
        except (RulebookError, ValueError) as bad:
            raise PayoutsError(f"{file}: {bad}") from None
    return payouts


def _odds(told: Any) -> dict[int, str] | str:
    """Parse odds: one figure, or one for each total."""
    if isinstance(told, dict):
        return {_total(total): str(odds) for total, odds in told.items()}
    return str(told)


def _total(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len("12")):
        raise ValueError(f'"{text[:40]}" is no total; write the odds by total, like {{ 4 = "3 to 1" }}')
    return int(text)


def priced(layout: Layout, payouts: Payouts) -> Layout:
    """Return a book as this house pays it; one that brings payouts of its own keeps them."""
    if layout.payouts or layout.id not in payouts:
        return layout
    return load_text(layout.text, file=layout.name, payouts=payouts[layout.id])
