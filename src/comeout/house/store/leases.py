"""What a lease says and what the log of its table says: the epochs of a table's owners only rise, by both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import structlog

from comeout.house.store.row_digests import digest_of, sql_digest
from comeout.log.records import Lease

_log = structlog.get_logger("comeout.house")

_NOBODY = "''"

LEASE_QUERY = "SELECT owner, epoch, expires FROM leases WHERE table_id = ?"

LAST_EPOCH_QUERY = "SELECT epoch FROM records WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
"""Reads the epoch of the owner that wrote the last record of a log."""

RELEASE = "UPDATE leases SET owner = '', expires = 0, digest = ? WHERE table_id = ? AND owner = ? AND epoch = ?"

RELEASE_ALL: tuple[str, Sequence[Any]] = (
    # A lease that is not what was stored gets no digest that it has no claim to: verify still names it.
    "UPDATE leases SET owner = '', expires = 0,"
    f" digest = CASE WHEN digest = {sql_digest('table_id', 'owner', 'epoch', 'expires')}"
    f" THEN {sql_digest('table_id', _NOBODY, 'epoch', '0')} ELSE digest END",
    (),
)
"""Releases every lease, whoever holds it."""


def released(lease: Lease) -> tuple[Any, ...]:
    """Return the values with which RELEASE releases a lease."""
    return (digest_of((lease.table, "", lease.epoch, 0)), *lease)


def next_epoch(table: str, held: int, written: int) -> int:
    """Return the epoch of the next owner: above that of the lease, and above that of the last record of the log.

    A lease below its log was changed behind the house's back; an owner that believed it would spoil the log for ever.
    """
    if held < written:
        _log.error("lease is not what was stored: the log has a later epoch", table=table, lease=held, log=written)
    return max(held, written) + 1
