"""The terminal client `comeout join`: a remote table, played with the commands of `comeout play`."""

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
from comeout.play.remote_game import RemoteGame
from comeout.play.screen import Paper, StyledText, forgive_streams, nobody_reads
from comeout.table.messages import Leave

LONGEST_NAME = 22
"""How many characters of a table's name are printed."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The options of `comeout join`: which house, which table or new table, and under which name."""

    url: str
    table: str = ""
    new: str = ""
    name: str = ""
    register: bool = False
    rack_cents: int = 200_00
    settings: dict[str, str] = field(default_factory=dict)
    sit: bool | None = None
    """Whether to take a seat. None: yes, unless the player has a role at the table."""


def main(visit: Visit, tokens: Path) -> int:
    """Run `comeout join`; `tokens` is the file that keeps the session tokens."""
    forgive_streams()
    here = sys.stdin.isatty() and sys.stdout.isatty()
    paper = Paper(sys.stdout, colour=sys.stdout.isatty())
    try:
        return join(visit, tokens, paper, None if here else sys.stdin)
    except BrokenPipeError:
        nobody_reads()
        return 0


def join(visit: Visit, tokens: Path, paper: Paper, lines: Iterable[str] | None) -> int:
    """Play from lines of text, or from the keyboard if there are none."""
    with asyncio.Runner() as runner:
        house = _enter(runner, visit, tokens, paper)
        try:
            return _play(runner, house, visit, paper, lines)
        finally:
            runner.run(house.close())


# ------------------------------------------------------------------ coming in


def _enter(runner: asyncio.Runner, visit: Visit, tokens: Path, paper: Paper) -> Client:
    """Sign in: with a saved token, as a new guest, or by name and password."""
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
    """Read a password without echo; a new one twice."""
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
    """Save a token in a file that only its owner may read: it is as good as a password."""
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
    game = RemoteGame(runner, house, table, paper)
    if table.mirror.roles:
        paper.say(f"You are {' and '.join(table.mirror.roles)} at this table.")
        for name in runner.run(house.seconds_wanted(table.id)):
            game.news.say_wanted(name)
    session = PlayerSession(game, game.seat, paper, alone=False)
    if table.bets:
        session.hear("table")  # somebody came back to them
    _listen(session, _typed(runner.get_loop(), table, game, session) if lines is None else _given(lines, game, session))
    session.goodbye()
    _go(session)
    return 0


def _wants_seat(visit: Visit, table: RemoteTable) -> bool:
    if visit.sit is None:
        return bool(visit.new) or not table.mirror.roles
    return visit.sit


def _list(runner: asyncio.Runner, house: Client, paper: Paper) -> int:
    """Print the tables of the house."""
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
    """Leave the table if the player has no bets on the layout; otherwise keep the seat."""
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


def _given(lines: Iterable[str], game: RemoteGame, session: PlayerSession) -> Iterator[str]:
    """Read lines from a pipe and echo each; a roll that is asked for is awaited."""
    for line in lines:
        game.catch_up()
        session.watch(game.news.fresh())
        game.news.say_aside()
        session.paper.line(f"> {line.rstrip()}")
        yield line


def _typed(
    loop: asyncio.AbstractEventLoop, table: RemoteTable, game: RemoteGame, session: PlayerSession
) -> Iterator[str]:
    """Read lines from the keyboard and print news while nothing is typed."""
    keyboard = Keyboard(loop)
    game.typed = keyboard.typed
    while True:
        session.watch(game.news.fresh())
        game.news.say_aside()
        _prompt(table, session)
        while not keyboard.lines:
            game.wait()
            if not keyboard.lines and game.news.take_in():
                session.paper.line()
                session.watch(game.news.fresh())
                game.news.say_aside()
                _prompt(table, session)
        line = keyboard.next_line()
        if line is None:
            return
        yield line


def _prompt(table: RemoteTable, session: PlayerSession) -> None:
    left = table.closes_in_s
    session.paper.prompt(f"{f'{left:.0f} s, ' if left is not None else ''}{session.prompt}")


class Keyboard:
    """Reads the keyboard in a daemon thread, so that the event loop never blocks on input."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.lines: deque[str | None] = deque()
        """Typed lines that are not handled yet; None is the end of input."""
        self.typed = asyncio.Event()
        self._loop = loop
        threading.Thread(target=self._read, daemon=True).start()

    def next_line(self) -> str | None:
        """Return the oldest typed line."""
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
