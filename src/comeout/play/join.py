"""`comeout join`: a table of a house played from the terminal, with the words of `comeout play`."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import json
import os
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from comeout.client import Client, HouseError, RemoteTable
from comeout.money import show_amount
from comeout.play.player_session import PlayerSession
from comeout.play.remote_game import FarTable
from comeout.play.screen import Paper, StyledText, forgive_streams, nobody_reads
from comeout.table.messages import Leave

LONGEST_NAME = 22
"""So much of a table's name is listed."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What somebody wants at a house: an open table by its id, or a new one of a book, and under which name."""

    url: str
    table: str = ""
    new: str = ""
    name: str = ""
    register: bool = False
    rack_cents: int = 200_00
    settings: dict[str, str] = field(default_factory=dict)
    sit: bool | None = None
    """Take a seat, or stand and watch; if nobody says, whoever has a role at the table stands."""


def main(visit: Visit, tokens: Path) -> int:
    """Play a visit in the terminal; `tokens` is the file that remembers who was where."""
    forgive_streams()
    here = sys.stdin.isatty() and sys.stdout.isatty()
    paper = Paper(sys.stdout, colour=sys.stdout.isatty())
    try:
        return join(visit, tokens, paper, None if here else sys.stdin)
    except BrokenPipeError:
        nobody_reads()
        return 0


def join(visit: Visit, tokens: Path, paper: Paper, lines: Iterable[str] | None) -> int:
    """Play a visit from lines of text, or from the keyboard if there are none."""
    with asyncio.Runner() as runner:
        house = _enter(runner, visit, tokens, paper)
        try:
            return _play(runner, house, visit, paper, lines)
        finally:
            runner.run(house.close())


# ------------------------------------------------------------------ coming in


def _enter(runner: asyncio.Runner, visit: Visit, tokens: Path, paper: Paper) -> Client:
    """Come in as who was here before, as a new guest, or by name and password."""
    house = Client(visit.url)
    key = f"{house.url} {visit.name}".strip()
    house = Client(visit.url, token="" if visit.register else _known(tokens).get(key, ""))
    if visit.register or not visit.name or house.token:
        me = runner.run(house.enter())
    if visit.name and (not house.token or me.name != visit.name):
        password = _password(visit)
        me = runner.run((house.register if visit.register else house.log_in)(visit.name, password))
    _remember(tokens, key, house.token)
    wallet = runner.run(house.wallet())
    paper.say(f"You are {me.name}; your wallet holds {show_amount(wallet.wallet_cents)} of play money.")
    return house


def _password(visit: Visit) -> str:
    """A new password is asked for twice: nobody can see it being typed."""
    password = getpass.getpass(f"Password of {visit.name}: ")
    if visit.register and getpass.getpass("The same again: ") != password:
        raise HouseError("the two passwords are not the same; nothing was registered")
    return password


def _known(tokens: Path) -> dict[str, str]:
    try:
        found = json.loads(tokens.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


def _remember(tokens: Path, key: str, token: str) -> None:
    """A token is as good as a password: nobody else may read the file."""
    known = {**_known(tokens), key: token}
    tokens.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # usually where a house keeps its dice to come
    with open(os.open(tokens, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(known, file, indent=2)


# ------------------------------------------------------------------ playing


def _play(runner: asyncio.Runner, house: Client, visit: Visit, paper: Paper, lines: Iterable[str] | None) -> int:
    if not (visit.table or visit.new):
        return _list(runner, house, paper)
    if visit.new:
        table = runner.run(house.open_table(visit.new, settings=visit.settings))
        paper.line(f"Your table is {table.id}; `comeout join {house.url} {table.id}` brings you back to it.")
    else:
        table = runner.run(house.join(visit.table))
    if _wants_seat(visit, table):
        answer = runner.run(table.sit(visit.rack_cents))
        if answer.refused:
            raise HouseError(f"you cannot sit down: {answer.says}")
    far = FarTable(runner, house, table, paper)
    if table.mirror.roles:
        paper.say(f"You are {' and '.join(table.mirror.roles)} at this table.")
        for name in runner.run(house.seconds_wanted(table.id)):
            far.hearing.say_wanted(name)
    session = PlayerSession(far, far.seat, paper, alone=False)
    if table.bets:
        session.hear("table")  # somebody came back to them
    _listen(session, _typed(runner.get_loop(), table, far, session) if lines is None else _given(lines, far, session))
    session.goodbye()
    _go(session)
    return 0


def _wants_seat(visit: Visit, table: RemoteTable) -> bool:
    if visit.sit is None:
        return bool(visit.new) or not table.mirror.roles
    return visit.sit


def _list(runner: asyncio.Runner, house: Client, paper: Paper) -> int:
    """The tables one could sit down at."""
    tables = runner.run(house.tables())
    wide = min(LONGEST_NAME, max((len(each.name) for each in tables), default=0))
    for each in tables:
        kind = "yours" if each.mode == "first-person" else f"{each.seated} seated"
        puck = f"puck ON {each.point}" if each.point else "puck OFF"
        paper.line(
            f"  {each.id:<18}",
            f"{each.name[:wide]:<{wide}}  ",
            f"{each.book:<12}",
            StyledText(f"{kind}, {puck}", "dim"),
        )
    paper.say(f"`comeout join {house.url} TABLE` sits you down at one of them; `--new BOOK` opens one of your own.")
    return 0


def _listen(session: PlayerSession, lines: Iterable[str]) -> None:
    try:
        for line in lines:
            if not session.hear(line):
                return
    except KeyboardInterrupt:
        session.paper.line()


def _go(session: PlayerSession) -> None:
    """Colour up if nothing is on the layout; else the seat is kept."""
    if "seat" not in session.table.extras:
        return
    up = sum(session.table.bets(session.seat).values())
    rack = session.table.rack(session.seat)
    if up:
        session.paper.say("Your bets and your seat stay; the same command brings you back to them.")
    elif refused := session.table.send(Leave(session.seat)).refused:
        session.paper.say(f"You stay seated: {refused.says}.")
    else:
        session.paper.say(f"You colour up: {show_amount(rack)} goes back to your wallet.")


def _given(lines: Iterable[str], far: FarTable, session: PlayerSession) -> Iterator[str]:
    """Lines from elsewhere, each shown as if it were typed; a roll that is asked for is waited for."""
    for line in lines:
        far.catch_up()
        session.watch(far.hearing.fresh())
        far.hearing.say_aside()
        session.paper.line(f"> {line.rstrip()}")
        yield line


def _typed(loop: asyncio.AbstractEventLoop, table: RemoteTable, far: FarTable, session: PlayerSession) -> Iterator[str]:
    """Lines from the keyboard; the table goes on while nothing is typed."""
    keyboard = Keyboard(loop)
    far.typed = keyboard.typed
    while True:
        session.watch(far.hearing.fresh())
        far.hearing.say_aside()
        _prompt(table, session)
        while not keyboard.lines:
            far.wait()
            if not keyboard.lines and far.hearing.take_in():
                session.paper.line()
                session.watch(far.hearing.fresh())
                far.hearing.say_aside()
                _prompt(table, session)
        line = keyboard.next_line()
        if line is None:
            return
        yield line


def _prompt(table: RemoteTable, session: PlayerSession) -> None:
    left = table.closes_in_s
    session.paper.prompt(f"{f'{left:.0f} s, ' if left is not None else ''}{session.prompt}")


class Keyboard:
    """Lines as they are typed. A thread of its own reads them, so that the connection never waits for a key."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.lines: deque[str | None] = deque()
        """What was typed and not heard yet; None is the end."""
        self.typed = asyncio.Event()
        self._loop = loop
        threading.Thread(target=self._read, daemon=True).start()

    def next_line(self) -> str | None:
        """The line typed first."""
        line = self.lines.popleft()
        if not self.lines:
            self.typed.clear()
        return line

    def _read(self) -> None:
        # Straight from the descriptor: a thread that waits inside sys.stdin would hold its lock when Python ends.
        rest, fd = b"", sys.stdin.fileno()
        with contextlib.suppress(RuntimeError, OSError):  # the loop is closed: nobody listens any more
            while chunk := os.read(fd, 4096):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    self._loop.call_soon_threadsafe(self._take, line.decode(errors="replace"))
            self._loop.call_soon_threadsafe(self._take, None)

    def _take(self, line: str | None) -> None:
        self.lines.append(line)
        self.typed.set()
