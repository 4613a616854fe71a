"""The synchronous client, for scripts and notebooks: a blocking wrapper of the async client and its event loop.

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
from comeout.protocol.frames import Fairness, Understood
from comeout.protocol.house_commands import HouseCommand
from comeout.rules.layout import Layout
from comeout.table.advice.offers import Offer
from comeout.table.answer import Answer, RollAnswer
from comeout.table.messages import Command, Switch
from comeout.table.position import Position

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
        """Run a coroutine in the loop and wait for its result; raises HouseTimeout after that many seconds."""
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
        """Read a value in the loop's thread, so that it does not change meanwhile."""

        async def reading() -> T:
            return value()

        return self.run(reading()) if self._finish.alive else value()

    def close(self) -> None:
        """Stop the loop and its thread. Safe to repeat."""
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
    """A blocking client of the house at an address. The token authenticates you: keep it to stay the same player."""

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
        """Close every connection and end the thread; seats and bets stay. Safe to repeat."""
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
        """The bearer token that authenticates you; empty before you sign in."""
        return self._client.token

    # -------------------------------------------------------------- people

    def enter(self) -> Me:
        """Sign in as a guest with play money; if you have a token, you stay who you are."""
        return self._loop.run(self._client.enter())

    def log_in(self, name: str, password: str) -> Me:
        """Sign in to your account."""
        return self._loop.run(self._client.log_in(name, password))

    def register(self, name: str, password: str) -> Me:
        """Make an account of the guest: its wallet stays, under a name and a password."""
        return self._loop.run(self._client.register(name, password))

    def wallet(self) -> Wallet:
        """Return what you have outside the tables."""
        return self._loop.run(self._client.wallet())

    def recall(
        self, table: str | None = None, *, before: datetime | None = None, limit: int = RECALL_PAGE
    ) -> PastRolls:
        """Return a page of your rolls, newest first. For the next page, pass the `before` of this one."""
        return self._loop.run(self._client.recall(table, before=before, limit=limit))

    def history(self, table: str | None = None, *, page: int = RECALL_PAGE) -> Iterator[PastRoll]:
        """Iterate over all of your rolls, newest first; pages are fetched as needed."""
        found = self.recall(table, limit=page)
        while found.rolls:
            yield from found.rolls
            if found.before is None:
                return
            found = self.recall(table, before=found.before, limit=page)

    def cited(self, book: str, citation: str) -> Cited:
        """Return the text of a citation: a clause by its id, with or without its book, or a reading such as "AD-22"."""
        return self._loop.run(self._client.cited(book, citation))

    # -------------------------------------------------------------- tables

    def tables(self) -> list[TableInfo]:
        """List the live tables of the house, and your own."""
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
        """Export the log of a table of yours, which `comeout replay` plays again."""
        return self._loop.run(self._client.export(table))

    def fairness(self, table: str) -> Fairness:
        """Return what anyone needs to verify the dice of a table."""
        return self._loop.run(self._client.fairness(table))

    def seconds_wanted(self, table: str) -> list[str]:
        """List the commands that wait for a second person (dual control) and that you did not ask for; for the crew."""
        return self._loop.run(self._client.seconds_wanted(table))

    def names(self, table: str) -> dict[int, str]:
        """Return the names of the players at a table, by seat."""
        return self._loop.run(self._client.names(table))


class SyncTable:
    """A remote table with blocking methods: each waits for its answer."""

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
        """The replica of the table; the client's thread changes it while news comes in."""
        return self._table.mirror

    @property
    def seat(self) -> int | None:
        """Your seat, or None while you stand."""
        return self._loop.read(lambda: self._table.seat)

    @property
    def seats(self) -> dict[int, str]:
        """Who sits where: names by the number of the seat. At a large table not everybody is known."""
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
        """The seat whose turn it is; None for anybody."""
        return self._loop.read(lambda: self._table.whose)

    @property
    def dice(self) -> Literal["take", "bet", ""]:
        """How you get dice that nobody holds: `take_dice`, or a bet on the line first; empty if you cannot."""
        return self._loop.read(lambda: self._table.dice)

    def position(self) -> Position:
        """Fetch the position of the table, with everybody's bets as far as you may see them."""
        return self._loop.run(self._table.position())

    def offers(self) -> list[Offer]:
        """Return what you can do now, each with the amounts that would be accepted; nothing while you stand."""
        return self._loop.run(self._table.offers())

    @property
    def latency_ms(self) -> float | None:
        """The round-trip time to the house; None until it has been measured."""
        return self._loop.read(lambda: self._table.latency_ms)

    @property
    def closed(self) -> bool:
        """Whether the connection was closed by `close`."""
        return self._table.closed

    # -------------------------------------------------------------- what you can ask

    def sit(self, rack: Amount | str) -> Answer:
        """Take a seat with chips from your wallet; whoever sits here already keeps seat and rack."""
        return self._loop.run(self._table.sit(rack))

    def buy_in(self, amount: Amount | str) -> Answer:
        """Buy more chips from your wallet."""
        return self._loop.run(self._table.buy_in(amount))

    def leave(self) -> Answer:
        """Colour up and go; nothing of yours may lie on the layout."""
        return self._loop.run(self._table.leave())

    def come_back(self) -> Answer:
        """Come back to the table after having walked away."""
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
        """Decline the dice."""
        return self._loop.run(self._table.decline_dice())

    def pass_dice(self) -> Answer:
        """Give up the dice."""
        return self._loop.run(self._table.pass_dice())

    def ready(self, *, ready: bool = True) -> Answer:
        """Say that you are ready for the throw, or no longer: when everybody is, a live table throws at once."""
        return self._loop.run(self._table.ready(ready=ready))

    def set_seed(self, seed: str) -> Answer:
        """Set your client seed, which goes into every roll of provably fair dice."""
        return self._loop.run(self._table.set_seed(seed))

    def send(self, command: Command | HouseCommand) -> Answer:
        """Send any command, also one of the crew."""
        return self._loop.run(self._table.send(command))

    def can(self, command: Command | HouseCommand) -> Answer:
        """Return what the house would answer to a command now; nothing happens (a dry run)."""
        return self._loop.run(self._table.can(command))

    def understand(self, text: str) -> Understood:
        """Return the commands that a line of words about bets means, with answers; nothing happens (a dry run)."""
        return self._loop.run(self._table.understand(text))

    def roll(self) -> RollAnswer:
        """Have the dice thrown at a table in first person, and wait until the roll is settled."""
        return self._loop.run(self._table.roll())

    def next_roll(self, *, timeout_s: float | None = None) -> RollAnswer:
        """Wait for the next roll that is settled at the table; raises HouseTimeout if none is in that time."""
        return self._loop.run(self._table.next_roll(), timeout_s=timeout_s)

    # -------------------------------------------------------------- what you are told

    def events(self, *, timeout_s: float | None = None) -> Iterator[News]:
        """Iterate over the news of the table, until it is closed here or there is none for that time."""
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
        """Return the news that was not read yet, without waiting."""
        return self._loop.read(self._table.unread)

    def next_news(self, *, timeout_s: float | None = None) -> None:
        """Wait for news that was not read yet; raises HouseTimeout if none comes in that time."""
        self._loop.run(self._table.next_news(), timeout_s=timeout_s)

    def close(self) -> None:
        """Close the connection; your seat and your bets stay. Safe to repeat."""
        with suppress(HouseError):  # the whole client is closed already
            self._loop.run(self._table.close())
