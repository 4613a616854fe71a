"""The client without `await`, for scripts and notebooks: one event loop in one thread does what the async client does.

    with SyncClient("http://127.0.0.1:8000") as house:
        house.enter()
        table = house.open_table(book)
        table.sit("200")
        table.bet("pass", "10")
        roll = table.roll()
        print(roll.roll, roll.point, roll.net)

It works where an event loop runs already, as in a notebook. A call may come from any thread, and blocks that thread
until the house has answered. The connection stays alive between two calls.
"""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import suppress
from datetime import datetime
from types import TracebackType
from typing import Any, Literal, TypeVar

from comeout.client.mirror import Mirror
from comeout.client.past_rolls import PastRoll, PastRolls
from comeout.client.remote_house import PATIENCE_S, RECALL_PAGE, Client
from comeout.client.remote_table import News, RemoteTable
from comeout.client.rest_client import Cited, HouseError, HouseTimeout, Me, TableInfo, Wallet
from comeout.money import Amount
from comeout.protocol.frames import Fairness
from comeout.protocol.house_commands import HouseCommand
from comeout.rules.layout import Layout
from comeout.table.answer import Answer, RollAnswer
from comeout.table.messages import Command, Switch

T = TypeVar("T")

CLOSING_SECONDS = 10.0
"""How long the thread may take to end its connections."""


class LoopThread:
    """An event loop in a daemon thread, which ends when this is closed, collected, or Python ends."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=_serve, args=(self._loop,), name="comeout-client", daemon=True)
        self._thread.start()
        self._finish = weakref.finalize(self, _finish, self._loop, self._thread)

    def run(self, work: Coroutine[Any, Any, T], *, timeout_s: float | None = None) -> T:
        """Do something in the loop and wait for it; raises HouseTimeout if it takes longer than that."""
        if not self._finish.alive:
            work.close()
            raise HouseError("this client is closed; make a new one")
        if threading.current_thread() is self._thread:
            work.close()
            raise HouseError("this would wait for itself; inside the client's own loop, use comeout.client")
        doing = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return doing.result(timeout_s)
        except CancelledError:
            raise HouseError("this client was closed while it waited") from None
        except TimeoutError:
            if doing.done():
                raise
            raise HouseTimeout(f"nothing came within {timeout_s:g} s") from None
        finally:
            doing.cancel()  # whoever is interrupted, by a key or by the time, waits no longer

    def read(self, value: Callable[[], T]) -> T:
        """Read something that the loop may be writing."""

        async def reading() -> T:
            return value()

        return self.run(reading()) if self._finish.alive else value()

    def close(self) -> None:
        """End the loop and its thread; safe to repeat."""
        self._finish()


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
        with suppress(RuntimeError):  # Python is ending, and starts no thread to wait for the others
            loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


def _finish(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    loop.call_soon_threadsafe(loop.stop)
    if threading.current_thread() is not thread:
        thread.join(CLOSING_SECONDS)


class SyncClient:
    """A house by its address, asked without `await`. The token says who you are: keep it to stay the same."""

    def __init__(self, url: str, *, token: str = "", patience_s: float = PATIENCE_S) -> None:
        self._client = Client(url, token=token, patience_s=patience_s)
        self._loop = LoopThread()

    def __enter__(self) -> SyncClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<SyncClient {self.url}>"

    def close(self) -> None:
        """End every connection and the thread; seats and bets stay. Safe to repeat."""
        try:
            with suppress(HouseError):  # it is closed already
                self._loop.run(self._client.close())
        finally:
            self._loop.close()

    @property
    def url(self) -> str:
        """The address of the house."""
        return self._client.url

    @property
    def token(self) -> str:
        """What says who you are; empty before you came in."""
        return self._client.token

    # -------------------------------------------------------------- people

    def enter(self) -> Me:
        """Come in as a guest with play money; whoever has a token stays who they are."""
        return self._loop.run(self._client.enter())

    def log_in(self, name: str, password: str) -> Me:
        """Come back to your account."""
        return self._loop.run(self._client.log_in(name, password))

    def register(self, name: str, password: str) -> Me:
        """Keep the guest's wallet under a name and a password."""
        return self._loop.run(self._client.register(name, password))

    def wallet(self) -> Wallet:
        """What you have outside the tables."""
        return self._loop.run(self._client.wallet())

    def recall(
        self, table: str | None = None, *, before: datetime | None = None, limit: int = RECALL_PAGE
    ) -> PastRolls:
        """A page of your rolls, newest first; `before` is the moment that the page after it gave."""
        return self._loop.run(self._client.recall(table, before=before, limit=limit))

    def history(self, table: str | None = None, *, page: int = RECALL_PAGE) -> Iterator[PastRoll]:
        """All of your rolls, newest first, fetched page by page as they are wanted."""
        found = self.recall(table, limit=page)
        while found.rolls:
            yield from found.rolls
            if found.before is None:
                return
            found = self.recall(table, before=found.before, limit=page)

    def cited(self, book: str, citation: str) -> Cited:
        """Open what an answer cites: a clause by its id, with or without its book, or a reading such as "AD-22"."""
        return self._loop.run(self._client.cited(book, citation))

    # -------------------------------------------------------------- tables

    def tables(self) -> list[TableInfo]:
        """The live tables, and your own."""
        return self._loop.run(self._client.tables())

    def open_table(
        self,
        book: str,
        *,
        mode: Literal["first-person", "live"] = "first-person",
        name: str = "",
        regulated: bool = False,
        settings: Mapping[str, str] | None = None,
    ) -> SyncTable:
        """Open a table of your own and join it: in first person for you alone, or live by the clock of the house."""
        opening = self._client.open_table(book, mode=mode, name=name, regulated=regulated, settings=settings)
        return SyncTable(self._loop, self._loop.run(opening))

    def join(self, table: str) -> SyncTable:
        """Connect to a table by its id, to watch it or to sit down."""
        return SyncTable(self._loop, self._loop.run(self._client.join(table)))

    def export(self, table: str) -> str:
        """The log of a table of yours, which `comeout replay` plays again."""
        return self._loop.run(self._client.export(table))

    def fairness(self, table: str) -> Fairness:
        """What anyone needs to check the dice of a table."""
        return self._loop.run(self._client.fairness(table))

    def seconds_wanted(self, table: str) -> list[str]:
        """The commands that somebody else of the crew asked for and a second person may agree to; for the crew."""
        return self._loop.run(self._client.seconds_wanted(table))

    def names(self, table: str) -> dict[int, str]:
        """What the players at a table are called, by seat."""
        return self._loop.run(self._client.names(table))


class SyncTable:
    """A table you are connected to, played without `await`: every method waits for its answer."""

    def __init__(self, loop: LoopThread, table: RemoteTable) -> None:
        self._loop, self._table = loop, table

    def __repr__(self) -> str:
        return self._loop.read(lambda: repr(self._table)).replace("RemoteTable", "SyncTable", 1)

    # -------------------------------------------------------------- the table as you see it

    @property
    def id(self) -> str:
        """The id of the table."""
        return self._table.id

    @property
    def layout(self) -> Layout:
        """The book it is played by."""
        return self._table.layout

    @property
    def mirror(self) -> Mirror:
        """The table as you see it; the client's thread writes into it while news comes in."""
        return self._table.mirror

    @property
    def seat(self) -> int | None:
        """Your seat, or None while you stand."""
        return self._loop.read(lambda: self._table.seat)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are taken."""
        return self._loop.read(lambda: self._table.seats)

    @property
    def point(self) -> int | None:
        """The point, or None while the puck is off."""
        return self._loop.read(lambda: self._table.point)

    @property
    def phase(self) -> str:
        """Where the roll stands: "betting open", "no more bets", and so on."""
        return self._loop.read(lambda: self._table.phase)

    @property
    def shooter(self) -> int | None:
        """The seat that has the dice, 0 for a companion or the launcher; None while nobody has them."""
        return self._loop.read(lambda: self._table.shooter)

    @property
    def rack(self) -> Amount:
        """What lies in your rack, in cents."""
        return self._loop.read(lambda: self._table.rack)

    @property
    def bets(self) -> dict[str, Amount]:
        """What you have on the layout, in cents by spot."""
        return self._loop.read(lambda: self._table.bets)

    @property
    def closes_in_s(self) -> float | None:
        """Seconds until bets close, if a countdown runs."""
        return self._loop.read(lambda: self._table.closes_in_s)

    @property
    def waiting(self) -> str:
        """What the table waits for, if it waits."""
        return self._loop.read(lambda: self._table.waiting)

    @property
    def whose(self) -> int | None:
        """The seat whose move that is; None for anybody's."""
        return self._loop.read(lambda: self._table.whose)

    @property
    def dice(self) -> Literal["take", "bet", ""]:
        """How you get dice that nobody holds: `take_dice`, or a bet on the line first; empty if you cannot."""
        return self._loop.read(lambda: self._table.dice)

    @property
    def latency_ms(self) -> float | None:
        """The round-trip time to the house; None until it has been measured."""
        return self._loop.read(lambda: self._table.latency_ms)

    @property
    def closed(self) -> bool:
        """Whether the connection was closed here."""
        return self._table.closed

    # -------------------------------------------------------------- what you can ask

    def sit(self, rack: Amount | str) -> Answer:
        """Take a seat with chips from your wallet; whoever sits here already keeps seat and rack."""
        return self._loop.run(self._table.sit(rack))

    def buy_in(self, amount: Amount | str) -> Answer:
        """More chips from your wallet."""
        return self._loop.run(self._table.buy_in(amount))

    def leave(self) -> Answer:
        """Colour up and go; nothing of yours may lie on the layout."""
        return self._loop.run(self._table.leave())

    def come_back(self) -> Answer:
        """Be at the table again after having walked away."""
        return self._loop.run(self._table.come_back())

    def bet(self, spot: str, amount: Amount | str) -> Answer:
        """Put chips on a spot, in addition to what is there."""
        return self._loop.run(self._table.bet(spot, amount))

    def reduce(self, spot: str, amount: Amount | str) -> Answer:
        """Take part of a bet back."""
        return self._loop.run(self._table.reduce(spot, amount))

    def remove(self, spot: str) -> Answer:
        """Take a bet down."""
        return self._loop.run(self._table.remove(spot))

    def call(self, spot: str, call: Switch, *, only: bool = False) -> Answer:
        """Call a bet on or off."""
        return self._loop.run(self._table.call(spot, call, only=only))

    def keep(self, spot: str, *, keep: bool = True) -> Answer:
        """Bet the same again whenever it has won, or no longer."""
        return self._loop.run(self._table.keep(spot, keep=keep))

    def take_dice(self) -> Answer:
        """Accept the dice and become the shooter: they are offered to you, or everybody has let them go by."""
        return self._loop.run(self._table.take_dice())

    def decline_dice(self) -> Answer:
        """Let the dice go by."""
        return self._loop.run(self._table.decline_dice())

    def pass_dice(self) -> Answer:
        """Give up the dice."""
        return self._loop.run(self._table.pass_dice())

    def set_seed(self, seed: str) -> Answer:
        """Have a say in the dice."""
        return self._loop.run(self._table.set_seed(seed))

    def send(self, command: Command | HouseCommand) -> Answer:
        """Any command, a crew member's too."""
        return self._loop.run(self._table.send(command))

    def can(self, command: Command | HouseCommand) -> Answer:
        """What the house would answer to a command now. Nothing happens."""
        return self._loop.run(self._table.can(command))

    def roll(self) -> RollAnswer:
        """Have the dice thrown at a table in first person, and wait until the roll is settled."""
        return self._loop.run(self._table.roll())

    def next_roll(self, *, timeout_s: float | None = None) -> RollAnswer:
        """Wait for the next roll that is settled at the table; raises HouseTimeout if none is in that time."""
        return self._loop.run(self._table.next_roll(), timeout_s=timeout_s)

    # -------------------------------------------------------------- what you are told

    def events(self, *, timeout_s: float | None = None) -> Iterator[News]:
        """Everything that is told at the table, until it is closed here or nothing is told for that time."""
        while True:
            yield from self.unread()
            try:
                self.next_news(timeout_s=timeout_s)
            except HouseTimeout:
                return
            except HouseError:
                if self.closed:
                    return
                raise

    def unread(self) -> list[News]:
        """What was told and not read yet, without waiting."""
        return self._loop.read(self._table.unread)

    def next_news(self, *, timeout_s: float | None = None) -> None:
        """Wait until something is told that was not read; raises HouseTimeout if nothing is in that time."""
        self._loop.run(self._table.next_news(), timeout_s=timeout_s)

    def close(self) -> None:
        """End the connection; your seat and your bets stay. Safe to repeat."""
        with suppress(HouseError):  # the whole client is closed already
            self._loop.run(self._table.close())
