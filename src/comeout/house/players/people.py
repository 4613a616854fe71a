"""Authentication and authorization: guests, accounts, sessions, and the roles that an operator grants.

A token is stored only as its SHA-256 and a password only as an argon2 hash, and neither is ever shown.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar, get_args

import msgspec
import structlog

from comeout.errors import nearest
from comeout.house.clock import Clock
from comeout.house.name_skeletons import is_reserved
from comeout.house.players.open_access import EVERYWHERE, OpenAccess, authorize, roles_among
from comeout.house.players.passwords import Passwords, PeopleError, as_bytes, check_password
from comeout.house.store.contract import Store, StoreTrouble
from comeout.log.accounts import BONUS, wallet
from comeout.log.records import Grant, LoginSession, Micros, Player
from comeout.money import Amount
from comeout.rules.wagers import Role

log = structlog.get_logger("comeout.people")

K = TypeVar("K")
T = TypeVar("T")

WELCOME: Amount = 1_000_00
"""The play money that everybody starts with."""

ROLES = tuple(role for role in get_args(Role) if role != "house")
"""The roles that people can hold; "house" is the automatic crew."""

EVERYBODY = "comeout house players lists accounts, with --guests everybody"
DAY_MICROS: Micros = 24 * 3600 * 1_000_000
SESSION_MICROS: Micros = 30 * DAY_MICROS
LONGEST_SESSION: Micros = 180 * DAY_MICROS
"""How long a session of an account lasts at most, however often it is used; a guest has no way to sign in again."""
SHORTEST_NAME, LONGEST_NAME = 2, 24

TOKENS_FOR_S, ROLES_FOR_S = 5.0, 5.0
"""How long answers of the store are cached. What another process changes counts here within six seconds."""

RECHECK_SECONDS = 4.0
"""How often sessions and roles of what is open are read again: an operator or a lost message may have changed them."""

MOST_CACHED = 50_000


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


class SignIn(NamedTuple):
    """A session in the list of a player."""

    id: str
    created: Micros
    expires: Micros
    this: bool
    """Whether it is the session that asks."""


class WalletBalance(msgspec.Struct, frozen=True):
    """What a player has outside all tables."""

    player: str
    wallet_cents: Amount
    play_money: bool = True


class People:
    """Players, accounts, sessions (authentication) and roles (authorization) of the house."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        token: Callable[[], str] = secrets.token_urlsafe,
        passwords: Passwords | None = None,
        changed: Callable[[str], None] = lambda _player: None,
    ) -> None:
        self._store, self._clock, self._token = store, clock, token
        self._passwords = passwords or Passwords()
        self._signed_in: _Cache[bytes, Who] = _Cache(clock, TOKENS_FOR_S)
        self._held: _Cache[str, Sequence[Grant]] = _Cache(clock, ROLES_FOR_S)
        self._asking: dict[bytes, asyncio.Task[Who | None]] = {}
        self._changed = changed
        """Tells the other processes of the house that sessions, roles or the name of a player have changed."""
        self.open = OpenAccess()
        """The sockets and streams of this process."""

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
        check_password(password, name)
        hashed = await self._passwords.hash(password)
        try:
            named = await self._store.name_player(who.player, name=name, password=hashed)
        except ValueError:
            raise PeopleError("you have an account already") from None
        if not named:
            raise _taken(name)
        entered = await self._sign_in(who._replace(name=name, guest=False))
        await self._end_others(who.player, but=token_key(entered.token))
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
        """End a session, if there is one, and every socket and stream that hangs on it."""
        key = token_key(token)
        session = await self._store.session(key)
        await self._store.end_session(key)
        await self._forget(key)
        if session:
            await self._tell(session.player)

    async def _forget(self, *keys: bytes) -> None:
        """Drop sessions that the store has ended from the cache; a look-up under way may have read them before."""
        asking = [self._asking[key] for key in keys if key in self._asking]
        if asking:
            await asyncio.wait(asking)
        for key in keys:
            self._signed_in.drop(key)

    async def _tell(self, player: str) -> None:
        """Apply a change of a player here, and tell the other processes."""
        self._held.drop(player)
        self._changed(player)
        await self.recheck(player)

    async def recheck(self, player: str = "") -> None:
        """Authorize again what is open, of one player or of everybody, by what the store holds now."""
        self._held.drop(player)
        open_now = self.open.of(player)
        if not open_now:
            return
        tokens = {access.token for access in open_now}
        lasting = {each.token for each in await self._store.sessions(sorted(tokens)) if await self._lasts(each)}
        await self._forget(*(tokens - lasting))
        held: dict[str, list[Grant]] = {}
        for grant in await self._store.grants(player=player or None):
            held.setdefault(grant.player, []).append(grant)
        for access in open_now:
            if access.token not in lasting:
                access.end()
        authorize([access for access in open_now if not access.ended], held)

    async def watch(self) -> None:
        """Authorize everything that is open again, every few seconds."""
        while True:
            await self._clock.sleep(RECHECK_SECONDS)
            try:
                await self.recheck()
            except StoreTrouble as bad:
                log.warning("sessions not read", why=str(bad))
            except Exception:
                log.exception("rechecking sessions broke")

    async def who(self, token: str) -> Who | None:
        """Authenticate a token: return its player, if any. Use keeps a session alive."""
        key = token_key(token)
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
        """Return whether a session is valid; on every day of use it is extended to thirty days, up to its limit."""
        left = session.expires - self._clock.now()
        if left <= 0:
            await self._store.end_session(session.token)
        elif left <= SESSION_MICROS - DAY_MICROS:
            until = self._clock.now() + SESSION_MICROS
            player = await self._store.player(session.player)
            if player and player.password:
                until = min(until, session.created + LONGEST_SESSION)
            if until > session.expires:
                await self._store.prolong_session(session.token, until)
        return left > 0

    async def _sign_in(self, who: Who) -> Entered:
        token, now = self._token(), self._clock.now()
        session = LoginSession(token_key(token), who.player, now, now + SESSION_MICROS)
        await self._store.add_session(session)
        return Entered(token, self._signed_in.put(session.token, who))

    # ---- the account

    async def sessions(self, token: str) -> list[SignIn]:
        """Return the sessions of whoever asks, the newest first."""
        who, key = await self._asker(token), token_key(token)
        found = [each for each in await self._store.sessions_of(who.player) if each.expires > self._clock.now()]
        found.sort(key=lambda each: -each.created)
        return [SignIn(session_name(each.token), each.created, each.expires, each.token == key) for each in found]

    async def end_session(self, token: str, name: str) -> None:
        """End a session of whoever asks, by its name in the list."""
        who = await self._asker(token)
        found = [each for each in await self._store.sessions_of(who.player) if session_name(each.token) == name]
        if not found:
            raise PeopleError("you have no such session; the list of your sessions has them all")
        await self._store.end_session(found[0].token)
        await self._forget(found[0].token)
        await self._tell(who.player)

    async def end_others(self, token: str) -> None:
        """End every session of whoever asks but the one they ask in."""
        await self._end_others((await self._asker(token)).player, but=token_key(token))

    async def _end_others(self, player: str, *, but: bytes) -> None:
        await self._ending(player, lambda: self._store.end_sessions(player, but=but), but=but)

    async def _ending(self, player: str, change: Callable[[], Awaitable[None]], *, but: bytes = b"") -> None:
        """Make a change that ends the sessions of a player, but for one, and everything that hangs on them."""
        over = [each.token for each in await self._store.sessions_of(player) if each.token != but]
        await change()
        await self._forget(*over)
        await self._tell(player)

    async def change_password(self, token: str, old: str, new: str) -> None:
        """Change the password of whoever asks, who gives the old one; every other session ends."""
        player, key = await self._confirmed(token, old), token_key(token)
        check_password(new, (await self._asker(token)).name)
        hashed = await self._passwords.hash(new)
        await self._ending(player, lambda: self._store.set_password(player, hashed, but=key), but=key)

    async def delete_account(self, token: str, password: str) -> str:
        """Delete the account of whoever asks: name, password, roles and sessions go, the log keeps the id."""
        player = await self._confirmed(token, password)
        await self._ending(player, lambda: self._store.forget_player(player))
        return player

    async def _asker(self, token: str) -> Who:
        who = await self.who(token)
        if who is None:
            raise PeopleError("you are not signed in")
        return who

    async def _confirmed(self, token: str, password: str) -> str:
        """Return the player of a token whose password this is."""
        known = await self._store.player((await self._asker(token)).player)
        if known is None or not known.password:
            raise PeopleError("you are a guest and have no password; register first")
        if not await self._passwords.fits(password, known.password):
            raise PeopleError("that is not your password")
        return known.id

    async def wallet(self, player: str) -> WalletBalance:
        """Return what a player has outside all tables. It is play money."""
        return WalletBalance(player, await self._store.balance(wallet(player)))

    async def begin_again(self, player: str, at_tables: Amount, *, moving: Callable[[], bool] = lambda: False) -> None:
        """Give new play money to a player who has none left, once a day, and only if asked.

        `moving` says whether chips of theirs have been on their way since `at_tables` was counted.
        """
        if at_tables or await self._store.balance(wallet(player)) or moving():
            raise PeopleError("you still have play money; whoever has none left can begin again")
        gift = ((BONUS, -WELCOME), (wallet(player), WELCOME))
        day = self._clock.now() // DAY_MICROS
        await self._store.post(gift, why="play money to begin again with", key=f"again:{player}:{day}")
        if not await self._store.balance(wallet(player)):
            raise PeopleError("you have begun again today already; you can once more after midnight, by UTC")

    async def rename(self, who: str, name: str) -> Player:
        """Give an account another name; return it as it was."""
        player = await self._find(who)
        if not player.password:
            raise PeopleError("a guest has no name to change")
        name = _checked_name(name)
        if not await self._store.rename_player(player.id, name):
            raise _taken(name)
        for session in await self._store.sessions_of(player.id):
            await self._forget(session.token)
        await self._tell(player.id)
        return player

    async def sign_out(self, who: str) -> Player:
        """End every session of a player, by id or name, in an operator's name; return the player."""
        player = await self._find(who)
        await self._end_others(player.id, but=b"")
        return player

    # ---- crew

    async def grant(self, who: str, table: str, role: str, *, by: str, acting: bool = False) -> Grant:
        """Grant a role at a table ("*": all tables) to a player by id or name, in their own right or acting."""
        role = _checked_role(role)
        player = await self._find(who)
        await self._check_table(table)
        grant = Grant(player.id, table, role, acting, by, self._clock.now())
        await self._store.grant(grant)
        await self._tell(player.id)
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
        await self._tell(player.id)

    async def name(self, player: str) -> str | None:
        """Return the name of a player; None if there is no such id."""
        known = await self._store.player(player)
        return _who(known).name if known else None

    async def roles(self, player: str, table: str) -> frozenset[str]:
        """Return the roles that a player holds at a table, acting or not."""
        return roles_among(await self.grants(player, table), table)

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


_NO_VOWELS = str.maketrans("aeiou", "01890")


def _place(table: str, everywhere: str) -> str:
    return everywhere if table == EVERYWHERE else table


def _who(player: Player) -> Who:
    guest = not player.password
    return Who(player.id, f"guest-{player.id[-4:]}" if guest else player.name, guest)


def _guest_id(chance: str) -> str:
    """Return an id without vowels: its end is the name of a guest, and must spell no word."""
    return "g-" + base64.b32encode(token_key(chance))[:12].decode().lower().translate(_NO_VOWELS)


def session_name(key: bytes) -> str:
    """Return the name of a session in lists; nobody can sign in with it."""
    return hashlib.sha256(key).hexdigest()[:16]


def token_key(token: str) -> bytes:
    """Return the key under which a token is stored."""
    return hashlib.sha256(as_bytes(token)).digest()


def _is_name(name: str) -> bool:
    return SHORTEST_NAME <= len(name) <= LONGEST_NAME and name.isprintable()


def _checked_name(name: str) -> str:
    name = name.strip()
    if not _is_name(name):
        raise PeopleError(f"a name is {SHORTEST_NAME} to {LONGEST_NAME} printable characters")
    if is_reserved(name):
        raise PeopleError(f'"{name}" could pass for somebody of the house, or for a guest; choose another name')
    return name


def _taken(name: str) -> PeopleError:
    return PeopleError(f'somebody is called "{name}" already, or a name that looks like it; choose another name')


def _checked_role(role: str) -> str:
    written = role.strip().lower().replace(" ", "-").replace("_", "-")
    if written not in ROLES:
        raise PeopleError(f'there is no role "{role[:40]}"; {nearest(written, ROLES)}')
    return written
