"""Authentication and authorization: guests, accounts, sessions, and the roles that an operator grants.

A token is stored only as its SHA-256 and a password only as an argon2 hash, and neither is ever shown.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar, get_args

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from comeout.errors import ComeoutError, nearest
from comeout.house.clock import Clock
from comeout.house.store.contract import Store
from comeout.log.accounts import BONUS, wallet
from comeout.log.records import Grant, LoginSession, Micros, Player
from comeout.money import Amount
from comeout.rules.wagers import Role

K = TypeVar("K")
T = TypeVar("T")

WELCOME: Amount = 1_000_00
"""The play money that everybody starts with."""

ROLES = tuple(role for role in get_args(Role) if role != "house")
"""The roles that people can hold; "house" is the automatic crew."""

EVERYWHERE = "*"
EVERYBODY = "comeout house players lists accounts, with --guests everybody"
DAY_MICROS: Micros = 24 * 3600 * 1_000_000
SESSION_MICROS: Micros = 30 * DAY_MICROS
SHORTEST_NAME, LONGEST_NAME = 2, 24
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200

TOKENS_FOR_S, ROLES_FOR_S = 30.0, 5.0
"""How long answers of the store are cached; another process may change them meanwhile."""

MOST_CACHED = 50_000
MOST_WAITING = 64
"""How many passwords may wait to be checked; further ones are refused."""

COST = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


class PeopleError(ComeoutError):
    """A request about a person is refused, in one plain sentence."""


class Who(NamedTuple):
    """Somebody who is signed in."""

    player: str
    name: str
    guest: bool


@dataclass(frozen=True, slots=True)
class Entered:
    """A new session: its token, which is sent once, and its player."""

    token: str = field(repr=False)
    who: Who


class WalletBalance(msgspec.Struct, frozen=True):
    """What a player has outside all tables."""

    player: str
    wallet_cents: Amount
    play_money: bool = True


class Passwords:
    """Hashes and checks passwords with argon2 in threads, two at a time."""

    def __init__(self, cost: PasswordHasher = COST) -> None:
        self._cost = cost
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="passwords")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """Return the hash to store."""
        return await self._run(lambda: self._cost.hash(_bytes(password)))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Check a password against its hash in constant time; without a hash, the answer is no and takes as long."""
        return await self._run(lambda: self._verify(password, kept))

    def close(self) -> None:
        """Stop the threads."""
        self._pool.shutdown(cancel_futures=True)

    def _verify(self, password: str, kept: str | None) -> bool:
        decoy = self._decoy
        try:
            self._cost.verify(kept or decoy, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None

    @cached_property
    def _decoy(self) -> str:
        """Return the hash that passwords of unknown names are checked against."""
        return self._cost.hash(secrets.token_bytes(16))

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise PeopleError("too many are at the door just now; try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1


class People:
    """Players, accounts, sessions (authentication) and roles (authorization) of the house."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        token: Callable[[], str] = secrets.token_urlsafe,
        passwords: Passwords | None = None,
    ) -> None:
        self._store, self._clock, self._token = store, clock, token
        self._passwords = passwords or Passwords()
        self._signed_in: _Cache[bytes, Who] = _Cache(clock, TOKENS_FOR_S)
        self._held: _Cache[str, Sequence[Grant]] = _Cache(clock, ROLES_FOR_S)
        self._asking: dict[bytes, asyncio.Task[Who | None]] = {}

    def close(self) -> None:
        """Stop the threads that check passwords."""
        self._passwords.close()

    # ---- coming and going

    async def enter(self) -> Entered:
        """Create a guest with a wallet of play money, and sign them in."""
        player = Player(_guest_id(self._token()), "", "", self._clock.now())
        await self._store.add_player(player)
        gift = ((BONUS, -WELCOME), (wallet(player.id), WELCOME))
        await self._store.post(gift, why="play money to begin with", key=f"welcome:{player.id}")
        return await self._sign_in(_who(player))

    async def register(self, token: str, name: str, password: str) -> Entered:
        """Turn a guest into an account with the same id and wallet; a new token replaces the guest's."""
        who = await self.who(token)
        if who is None:
            raise PeopleError("come in as a guest first; the account keeps the guest's wallet")
        name = _checked_name(name)
        _check_password(password)
        hashed = await self._passwords.hash(password)
        try:
            named = await self._store.name_player(who.player, name=name, password=hashed)
        except ValueError:
            raise PeopleError("you have an account already") from None
        if not named:
            raise PeopleError(f'somebody is called "{name}" already; choose another name')
        entered = await self._sign_in(who._replace(name=name, guest=False))
        await self.log_out(token)
        return entered

    async def log_in(self, name: str, password: str, *, leaving: str = "") -> Entered:
        """Sign in to an account and end the old session; unknown names and wrong passwords get the same answer."""
        name = name.strip()
        known = await self._store.player_called(name) if _is_name(name) else None
        fits = await self._passwords.fits(password, known.password if known else None)
        if known is None or not fits:
            raise PeopleError("name and password do not belong together")
        entered = await self._sign_in(_who(known))
        if leaving:
            await self.log_out(leaving)
        return entered

    async def log_out(self, token: str) -> None:
        """End a session, if there is one."""
        key = _digest(token)
        if key in self._asking:
            await asyncio.wait([self._asking[key]])
        self._signed_in.drop(key)
        await self._store.end_session(key)

    async def who(self, token: str) -> Who | None:
        """Authenticate a token: return its player, if any. Use keeps a session alive."""
        key = _digest(token)
        known = self._signed_in.get(key)
        if known:
            return known
        if key not in self._asking:
            self._asking[key] = asyncio.create_task(self._look_up(key))
        # Shielded: whoever hangs up now does not take the answer from the others.
        return await asyncio.shield(self._asking[key])

    async def _look_up(self, key: bytes) -> Who | None:
        """Read a session from the store, once for all who ask at the same time."""
        try:
            session = await self._store.session(key)
            if session is None or not await self._lasts(session):
                return None
            player = await self._store.player(session.player)
            return self._signed_in.put(key, _who(player)) if player else None
        finally:
            del self._asking[key]

    async def _lasts(self, session: LoginSession) -> bool:
        """Return whether a session is still valid; in its second half it is extended by thirty days."""
        left = session.expires - self._clock.now()
        if left <= 0:
            await self._store.end_session(session.token)
        elif left <= SESSION_MICROS // 2:
            await self._store.prolong_session(session.token, self._clock.now() + SESSION_MICROS)
        return left > 0

    async def _sign_in(self, who: Who) -> Entered:
        token, now = self._token(), self._clock.now()
        session = LoginSession(_digest(token), who.player, now, now + SESSION_MICROS)
        await self._store.add_session(session)
        return Entered(token, self._signed_in.put(session.token, who))

    async def wallet(self, player: str) -> WalletBalance:
        """Return what a player has outside all tables. It is play money."""
        return WalletBalance(player, await self._store.balance(wallet(player)))

    async def begin_again(self, player: str, at_tables: Amount) -> None:
        """Give new play money to a player who has none left, once a day, and only if asked."""
        if at_tables or await self._store.balance(wallet(player)):
            raise PeopleError("you still have play money; whoever has none left can begin again")
        gift = ((BONUS, -WELCOME), (wallet(player), WELCOME))
        day = self._clock.now() // DAY_MICROS
        await self._store.post(gift, why="play money to begin again with", key=f"again:{player}:{day}")
        if not await self._store.balance(wallet(player)):
            raise PeopleError("you have begun again today already; you can once more after midnight, by UTC")

    # ---- crew

    async def grant(self, who: str, table: str, role: str, *, by: str, acting: bool = False) -> Grant:
        """Grant a role at a table ("*": all tables) to a player by id or name, in their own right or acting."""
        role = _checked_role(role)
        player = await self._find(who)
        await self._check_table(table)
        grant = Grant(player.id, table, role, acting, by, self._clock.now())
        await self._store.grant(grant)
        self._held.drop(player.id)
        return grant

    async def revoke(self, who: str, table: str, role: str) -> None:
        """Revoke a role."""
        role = _checked_role(role)
        player = await self._find(who)
        if not await self._store.revoke(player.id, table, role):
            grants = await self._store.grants(player=player.id)
            held = ", ".join(f"{each.role} at {_place(each.table, 'every table')}" for each in grants)
            where = _place(table, "every table" if any(each.role == role for each in grants) else "any table")
            raise PeopleError(f"{_who(player).name} is not {role} at {where}; roles held: {held or 'none'}")
        self._held.drop(player.id)

    async def name(self, player: str) -> str | None:
        """Return the name of a player; None if there is no such id."""
        known = await self._store.player(player)
        return _who(known).name if known else None

    async def roles(self, player: str, table: str) -> frozenset[str]:
        """Return the roles that a player holds at a table, acting or not."""
        return frozenset(grant.role for grant in await self.grants(player, table))

    async def grants(self, player: str, table: str) -> tuple[Grant, ...]:
        """Return the grants of a player that apply at a table."""
        held = self._held.get(player)
        if held is None:
            held = self._held.put(player, await self._store.grants(player=player))
        return tuple(grant for grant in held if grant.table in (table, EVERYWHERE))

    async def _find(self, who: str) -> Player:
        player = await self._store.player(who) or await self._store.player_called(who)
        if player is None:
            raise PeopleError(f'nobody has the id or the name "{who[:40]}"; {EVERYBODY}')
        return player

    async def _check_table(self, table: str) -> None:
        if table != EVERYWHERE and await self._store.table(table) is None:
            known = [row.id for row in await self._store.tables()]
            raise PeopleError(f'there is no table "{table[:40]}"; {nearest(table, [EVERYWHERE, *known])}')


class _Cache(Generic[K, T]):
    """Cache of recent answers of the store, for the keys that were used last."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock, self._seconds = clock, seconds
        self._kept: OrderedDict[K, tuple[float, T]] = OrderedDict()

    def get(self, key: K) -> T | None:
        until, value = self._kept.get(key, (0.0, None))
        return value if self._clock.monotonic() < until else None

    def put(self, key: K, value: T) -> T:
        self.drop(key)
        self._kept[key] = (self._clock.monotonic() + self._seconds, value)
        if len(self._kept) > MOST_CACHED:
            self._kept.popitem(last=False)
        return value

    def drop(self, key: K) -> None:
        self._kept.pop(key, None)


def _place(table: str, everywhere: str) -> str:
    return everywhere if table == EVERYWHERE else table


def _who(player: Player) -> Who:
    guest = not player.password
    return Who(player.id, f"guest-{player.id[-4:]}" if guest else player.name, guest)


def _guest_id(chance: str) -> str:
    return "g-" + base64.b32encode(_digest(chance))[:12].decode().lower()


def _digest(token: str) -> bytes:
    return hashlib.sha256(_bytes(token)).digest()


def _bytes(text: str) -> bytes:
    """Encode any text that a client can send, even half a surrogate pair."""
    return text.encode("utf-8", "surrogatepass")


def _is_name(name: str) -> bool:
    return SHORTEST_NAME <= len(name) <= LONGEST_NAME and name.isprintable()


def _checked_name(name: str) -> str:
    name = name.strip()
    if not _is_name(name):
        raise PeopleError(f"a name is {SHORTEST_NAME} to {LONGEST_NAME} printable characters")
    return name


def _check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise PeopleError(f"a password is {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")


def _checked_role(role: str) -> str:
    written = role.strip().lower().replace(" ", "-").replace("_", "-")
    if written not in ROLES:
        raise PeopleError(f'there is no role "{role[:40]}"; {nearest(written, ROLES)}')
    return written
