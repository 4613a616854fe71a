"""WebSocket of a table: handshake, frames in and out, rate limits, and a close code with a reason."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from functools import partial
from traceback import format_exc
from typing import Any

import msgspec
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from comeout.errors import ComeoutError
from comeout.house.audience.hub import Subscriber
from comeout.house.audience.snapshot import snapshot, you
from comeout.house.host.host import Host
from comeout.house.house import House, Place
from comeout.house.http.authentication import may_see
from comeout.house.metrics import BAD_FRAMES, LATENCY, SLOW_CLOSES
from comeout.house.players.open_access import Access
from comeout.house.players.people import Who
from comeout.house.players.rate_limits import slower
from comeout.house.players.work_limits import WorkAccount
from comeout.house.store.contract import StoreTrouble
from comeout.house.views.seat_view import quote, see, session_of
from comeout.house.views.typed_bets import understand
from comeout.protocol.frames import (
    CLOSED,
    NOT_YOURS,
    SIGNED_OUT,
    VERSION,
    Answered,
    Bye,
    FromClient,
    Hello,
    Look,
    Ping,
    Pong,
    Quote,
    Quoted,
    Sight,
    Typed,
    Understood,
    Welcome,
    frame,
    read_frame,
)
from comeout.protocol.house_commands import Ask
from comeout.table.state import Phase

log = structlog.get_logger("comeout.window")

Roles = frozenset[str]
Question = Look | Quote | Typed
LONGEST_ID = 64

FRAME_MS, LOOK_MS = 0.05, 1.0
"""What a frame takes before it is decoded, and what is reserved for a look."""


class Senseless(ComeoutError):
    """A frame that can be read and makes no sense, and the question that it is, if it is one."""

    def __init__(self, says: str, question: Question | None = None) -> None:
        super().__init__(says)
        self.question = question


class Window:
    """Rate-limited read access of one connection: looks, quotes and typed lines."""

    def __init__(self, house: House, who: Who, subscriber: Subscriber, work: WorkAccount) -> None:
        self._house, self._who, self._subscriber, self._work = house, who, subscriber, work
        self._pace = house.rates.connection()
        self._looking = False
        """Whether a look is pending; one sight answers all looks that arrive meanwhile."""

    async def ask(self, place: Place, message: Question, roles: Roles) -> None:
        """Queue a look, a quote or a typed line; it is answered when everything about the table is committed."""
        if isinstance(message, Look) and self._looking:
            return
        if not isinstance(message, Look) and not 0 < len(message.id) <= LONGEST_ID:
            raise Senseless(f"a question needs an id of 1 to {LONGEST_ID} characters", message)
        wait = max(self._house.rates.look(self._pace, self._who.player), self._work.wait())
        if wait and not isinstance(message, Look):
            self._refuse(message, "TOO_MANY", slower(wait))
            return
        self._work.spend(LOOK_MS)  # so that the next one waits longer; what it takes is measured
        with suppress(StoreTrouble):  # then their limits are not known, and whatever they bet is refused
            await self._house.learn(self._who.player)
        self._looking = self._looking or isinstance(message, Look)
        show = partial(self._show, place, message, roles)
        seen = partial(place.look, partial(self._work.measure, show, reserved=LOOK_MS))
        # Whoever looks too often sees the table a little later.
        asyncio.get_running_loop().call_later(wait, seen) if wait else seen()

    def _show(self, place: Place, message: Question, roles: Roles) -> None:
        self._looking = self._looking and not isinstance(message, Look)
        try:
            self._subscriber.offer(frame(self._seen(place, message, roles)))
        except Exception:  # a picture that cannot be drawn must not stop the table
            log.error("sight broke", player=self._who.player, table=place.row.id, trouble=format_exc())
            self._refuse(message, "BROKEN", "the house failed to show you the table; nothing happened to it")

    def _seen(self, place: Place, message: Question, roles: Roles) -> Sight | Quoted | Understood:
        house, player = self._house, self._who.player
        now = place.table.stamps.now() if isinstance(place, Host) else house.clock.now()
        if isinstance(message, Look):
            me = you(place, player, self._who.name, roles)
            return see(place, me, names=house.names, session=session_of(house.guardian, player), now=now)
        guard, arrived = house.guardian.at(place.row.id, place.layout), house.clock.monotonic()
        if isinstance(message, Typed):
            return understand(place, message, player, roles, guard=guard)
        ask = Ask(player, message.id, message.name, message.body, roles, arrived, self._subscriber.offer)
        return quote(place, ask, guard=guard, now=now)

    def unnamed(self, message: Question, says: str) -> None:
        """Refuse a question whose id is none."""
        self._refuse(Quote("", "") if isinstance(message, Quote) else Typed("", ""), "NONSENSE", says)

    def _refuse(self, message: Question, reason: str, says: str) -> None:
        if isinstance(message, Look):
            self._subscriber.offer(frame(Answered("", False, reason=reason, says=says)))
        elif isinstance(message, Typed):
            self._subscriber.offer(frame(Understood(message.id, False, says, reason)))
        else:
            self._subscriber.offer(frame(Quoted(message.id, False, says, reason)))


log = structlog.get_logger("comeout.socket")

HELLO_SECONDS = 10.0
BYE_SECONDS = 2.0
"""How long a client that is disconnected may take to read its last frames."""
BAD_FRAMES_MOST = 20
FLOOD_MOST = 200
"""How many more commands may be refused by the rate limit than accepted before the connection is closed."""

AT_ONCE = "comeout.at-once"
"""The ASGI extension of our server whose "write" sends frames at once, without waking a task of the event loop."""

Socket = WebSocket[Any, Any, Any]


class Connection:
    """One WebSocket connection to a table."""

    def __init__(
        self, house: House, place: Place, socket: Socket, who: Who, access: Access, *, address: str = ""
    ) -> None:
        self.house, self.socket, self.access, self.address = house, socket, access, address
        access.changed = self._authorize
        self._first = place
        self._over = False
        """Whether the connection has ended, from either side."""
        self.player, self.name = who.player, who.name
        self.subscriber = Subscriber(who.player, sees_all=bool(access.roles), clock=house.clock.monotonic)
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        if server := extensions.pop(AT_ONCE, None):  # taken out: a scope that held its own socket would be freed late
            self.subscriber.write = server["write"]
        self._rate = house.rates.connection()
        self._bad_frames = self._flood = 0
        self._pings = self.house.rates.connection()
        self._work = house.work.account(address, who.player)
        self._window = Window(house, who, self.subscriber, self._work)
        self._mark, self._marked_at = "", 0.0
        """The mark of the last pong, and when it was sent, by the monotonic clock."""
        self._latency_ms: float | None = None

    @property
    def place(self) -> Place:
        """The table, whoever owns it by now."""
        return self.house.places.get(self._first.row.id, self._first)

    async def serve(self) -> None:
        """Handle the handshake, then read and write frames until either side ends."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(HELLO_SECONDS) as waits:
                self.subscriber.ended = lambda: waits.reschedule(loop.time())
                if self.subscriber.end:  # while the connection was made
                    self.subscriber.ended()
                hello = await self._hello()
        except TimeoutError:
            await self.bye(self.subscriber.end or Bye(4008, "no hello came; connect again and say it at once"))
            return
        except WebSocketDisconnect:
            return
        if hello is None:
            return
        self.place.look(lambda: self._join(hello))
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        self.subscriber.ended = lambda: loop.call_later(BYE_SECONDS, writer.cancel)
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._over = True
            self.place.hub.leave(self.subscriber)
            for task in (writer, reader):
                task.cancel()
            await asyncio.gather(writer, reader, return_exceptions=True)
            await self._hang_up()

    async def _hello(self) -> Hello | None:
        try:
            first = read_frame(await self._receive())
        except (msgspec.MsgspecError, RecursionError) as bad:
            self._bad_frame(bad)
            await self.bye(Bye(4003, f"the first frame must be hello: {bad}"))
            return None
        if not isinstance(first, Hello) or first.version != VERSION:
            await self.bye(Bye(4003, f"say hello first, in version {VERSION} of the protocol"))
            return None
        return first

    def _authorize(self) -> None:
        """Apply a session that has ended, or roles that have changed."""
        place = self.place
        if self.access.ended:
            self.subscriber.dismiss(SIGNED_OUT)
        elif not may_see(place.row, self.player, self.access.roles):
            self.subscriber.dismiss(NOT_YOURS)
        else:
            place.hub.authorize(self.subscriber, sees_all=bool(self.access.roles))

    def _join(self, hello: Hello) -> None:
        """Subscribe when everything is committed: send the missed events, or a snapshot.

        A client that has disconnected before that moment is not subscribed: nobody would unsubscribe it.
        """
        if self._over:
            return
        place, fold = self.place, self.place.fold
        me = you(place, self.player, self.name, self.access.roles)
        self.subscriber.seat = me.seat
        self.subscriber.offer(frame(Welcome(VERSION, place.row.id, fold.log.epoch, fold.log.seq, me)))
        missed = None if hello.last is None else place.hub.missed(self.subscriber, hello.last, fold.log.seq)
        if missed is None:
            self.subscriber.offer(frame(snapshot(place, me, self.house.names)))
        else:
            for data in missed:
                self.subscriber.offer(data)
            self.subscriber.offer(frame(place.countdown))
        place.hub.join(self.subscriber)
        if fold.state.phase is Phase.SHUT:
            self.subscriber.dismiss(CLOSED)

    async def _write(self) -> None:
        while (data := await self.subscriber.next()) is not None:
            await self.socket.send({"type": "websocket.send", "bytes": None, "text": data.decode()})
            self.subscriber.sent()
        assert self.subscriber.end
        await self.bye(self.subscriber.end)

    async def _hang_up(self) -> None:
        """Close the socket if it is still open: the client may never have read the reason."""
        end = self.subscriber.end
        SLOW_CLOSES.inc(bool(end and end.code == 4008))
        if end and self.socket.connection_state != "disconnect":
            with suppress(RuntimeError, OSError, WebSocketDisconnect):
                await self.socket.close(code=end.code, reason=end.says[:100])

    async def _read(self) -> None:
        while True:
            try:
                data = await self._receive()
            except WebSocketDisconnect:
                return
            try:
                wait = self._work.reserve(FRAME_MS)
                if wait:  # whoever sends more than their share is read later: their own buffers fill, not ours
                    await self.house.clock.sleep(wait)
                await self._take(read_frame(data))
            except (msgspec.MsgspecError, RecursionError, Senseless) as bad:
                self._bad_frame(bad)
                if self._bad_frames > BAD_FRAMES_MOST:
                    await self.bye(Bye(4003, f"too many invalid frames; the last: {bad}"))
                    return
                if isinstance(bad, Senseless) and bad.question is not None:
                    self._window.unnamed(bad.question, str(bad))
                else:
                    self.subscriber.offer(frame(Answered("", False, reason="NONSENSE", says=str(bad)[:200])))

    async def _receive(self) -> str | bytes:
        """Return the next frame, text or bytes."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="the client has gone")
        # ASGI puts the one or the other into the message; litestar's type of it says object.
        found: str | bytes = message.get("text") or message.get("bytes") or b""  # type: ignore[assignment]
        return found

    def _bad_frame(self, bad: Exception) -> None:
        self._bad_frames += 1
        BAD_FRAMES.inc()
        log.warning("bad frame", player=self.player, why=str(bad)[:200])

    async def _take(self, message: FromClient) -> None:
        if self.subscriber.end:  # what still comes in after the end is nobody's
            return
        if isinstance(message, Ping):
            self._ping(message)
            return
        if isinstance(message, (Look, Quote, Typed)):
            await self._window.ask(self.place, message, self.access.roles)
            return
        if isinstance(message, Hello):
            raise Senseless("hello was said already")
        if not 0 < len(message.id) <= LONGEST_ID or not message.id.isprintable():
            raise Senseless(f"a command needs an id of 1 to {LONGEST_ID} printable characters of your own making")
        wait = self.house.rates.command(self._rate, self.player, self.address)
        self._flood = self._flood + 1 if wait else max(0, self._flood - 1)
        if self._flood > FLOOD_MOST:
            self.subscriber.dismiss(Bye(4029, "far too many commands at once; come back in a minute"))
        if wait:
            self.subscriber.offer(frame(Answered(message.id, False, reason="TOO_MANY", says=slower(wait))))
            return
        now = self.house.clock.monotonic()
        try:
            if not self.house.guardian.knows(self.player):
                await self.house.learn(self.player)
            if "by" in message.body:  # asked each time: a role may have been taken back
                self.access.authorize(await self.house.people.roles(self.player, self._first.row.id))
        except StoreTrouble:
            says = "the house could not store this; send it again with the same id"
            self.subscriber.offer(frame(Answered(message.id, False, reason="NOT_KEPT", says=says)))
            return
        if self.subscriber.end:  # the session ended meanwhile
            return
        ask = Ask(self.player, message.id, message.name, message.body, self.access.roles, now, self.subscriber.offer)
        self.place.ask(ask)

    def _ping(self, ping: Ping) -> None:
        """Answer a ping, and measure the round trip if the mark of the last pong comes back."""
        now = self.house.clock.monotonic()
        if self._pings.take(now):
            return
        if self._mark and ping.mark == self._mark:
            LATENCY.observe(now - self._marked_at)
            self._latency_ms = round((now - self._marked_at) * 1000, 3)
        self._mark, self._marked_at = secrets.token_hex(4), now
        self.subscriber.offer(frame(Pong(ping.sent, self.house.clock.now(), self._mark, self._latency_ms)))

    async def bye(self, end: Bye) -> None:
        """Close the socket with a code and a sentence."""
        with suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.send_data(frame(end), mode="text")
            await self.socket.close(code=end.code, reason=end.says[:100])
