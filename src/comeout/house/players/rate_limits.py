"""Rate limits: token buckets by connection, account and address, with an injected clock.

Whoever asks too fast is told how long to wait. The memory is bounded: one number for each key, and only so many keys.
"""

from __future__ import annotations

import ipaddress
import unicodedata
from collections import OrderedDict
from math import ceil
from typing import NamedTuple

from comeout.house.clock import Clock

MOST_KEYS = 20_000
"""How many addresses have a bucket; the least recently used one is evicted first."""

LONGEST_KEY = 64


class Pace(NamedTuple):
    """A rate limit: so many a second in the long run, and a burst of so many at once."""

    per_second: float
    burst: int


CONNECTION = Pace(20, 60)
ACCOUNT = Pace(40, 120)
NEW_GUEST = Pace(30 / 60, 50)
NEW_TABLE = Pace(30 / 60, 30)


class Bucket:
    """Token bucket of one caller, stored as the moment at which it will be full again."""

    __slots__ = ("_full_at", "_pace")

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._full_at = 0.0

    def wait(self, now: float) -> float:
        """Return the seconds until there is a token; zero if there is one."""
        short = (self._full_at - now) * self._pace.per_second - (self._pace.burst - 1)
        # A millionth of a token forgives what binary fractions lose.
        return short / self._pace.per_second if short > 1e-6 else 0.0

    def take(self, now: float) -> float:
        """Take a token; otherwise return the seconds to wait for one and take nothing."""
        wait = self.wait(now)
        if not wait:
            self.spend(now)
        return wait

    def spend(self, now: float, tokens: float = 1) -> None:
        """Take tokens, also those that are not there yet."""
        self._full_at = max(self._full_at, now) + tokens / self._pace.per_second


class Buckets:
    """A token bucket for each key, for the most recently used keys."""

    def __init__(self, pace: Pace, *, most: int = MOST_KEYS) -> None:
        self._pace, self._most = pace, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, key: str) -> Bucket:
        """Return the bucket of a key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._pace)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket


class Rates:
    """All rate limits of the house. Each method returns the seconds to wait; zero means go on."""

    def __init__(
        self,
        clock: Clock,
        *,
        players: int = 50,
        connection: Pace = CONNECTION,
        account: Pace = ACCOUNT,
        address: Pace | None = None,
        new_guest: Pace | None = None,
        new_table: Pace = NEW_TABLE,
    ) -> None:
        self._clock, self._connection = clock, connection
        self._accounts, self._lookers = Buckets(account), Buckets(account)
        # An address has as many players as share it: four commands a second of each, and all of them come in at once.
        # It opens tables at the pace of one player, or of more where more than fifty share it.
        self._commands = Buckets(address or Pace(4 * players, 20 * players))
        self._guests = Buckets(new_guest or NEW_GUEST._replace(burst=max(30, players)))
        more = max(1.0, players / 50)
        self._openers, self._sites = Buckets(new_table), Buckets(Pace(new_table[0] * more, int(new_table[1] * more)))

    def connection(self) -> Bucket:
        """Return the bucket that a new connection holds as long as it lives."""
        return Bucket(self._connection)

    def command(self, connection: Bucket, player: str, address: str) -> float:
        """Limit a command over a connection, by a player who may have several connections, from an address."""
        return self._take(connection, self._accounts.of(player), self._commands.of(address_key(address)))

    def look(self, connection: Bucket, player: str) -> float:
        """Limit a look or a quote over a connection, by a player who may have several connections."""
        return self._take(connection, self._lookers.of(player))

    def new_guest(self, address: str) -> float:
        """Limit new guests from an address."""
        return self._take(self._guests.of(address_key(address)))

    def new_table(self, player: str, address: str) -> float:
        """Limit the tables that a player opens, from an address."""
        return self._take(self._openers.of(player), self._sites.of(address_key(address)))

    def _take(self, *buckets: Bucket) -> float:
        """Take a token of each bucket, or of none."""
        now = self._clock.monotonic()
        wait = max([bucket.wait(now) for bucket in buckets])
        if not wait:
            for bucket in buckets:
                bucket.spend(now)
        return wait


def slower(wait: float) -> str:
    """Return the refusal of a rate limit in plain words."""
    seconds = max(1, ceil(wait))
    return f"too many at once; ask again in {seconds} second{'s' if seconds > 1 else ''}"


def name_key(name: str) -> str:
    """Return the key of a name, whatever its case and the spaces around it: signing in ignores them, too."""
    return unicodedata.normalize("NFKC", name.strip()[:LONGEST_KEY]).casefold()[:LONGEST_KEY]


def address_key(address: str) -> str:
    """Return the key of an address: for IPv6, the network that one household owns."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:LONGEST_KEY]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
