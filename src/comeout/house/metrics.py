"""Metrics of the running house for Prometheus: commits, rolls, queues, slow readers, leases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from comeout.house.audience.hub import Hub

REGISTRY = CollectorRegistry()
_QUICK = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

COMMIT = Histogram(
    "comeout_commit_seconds",
    "Seconds that the store takes to commit a batch.",
    buckets=_QUICK,
    registry=REGISTRY,
)
RECORDS = Counter("comeout_records", "Records committed.", registry=REGISTRY)
ROLL_TO_LAST = Histogram(
    "comeout_roll_to_last_frame_seconds",
    "Seconds from committed dice until the last frame of their settlement is queued.",
    buckets=_QUICK,
    registry=REGISTRY,
)
SLOW_CLOSES = Counter("comeout_slow_closes", "Connections closed because they read too slowly.", registry=REGISTRY)
BAD_FRAMES = Counter("comeout_bad_frames", "Frames that could not be decoded.", registry=REGISTRY)
LATENCY = Histogram(
    "comeout_latency_seconds", "Round-trip time to a client, as measured here.", buckets=_QUICK, registry=REGISTRY
)
CONNECTIONS = Gauge(
    "comeout_connections", "Sockets open in this process, whoever owns their tables.", registry=REGISTRY
)
QUEUE_BYTES = Gauge("comeout_queue_bytes", "Bytes that wait to be sent, of all connections.", registry=REGISTRY)
LEASE_AGE = Gauge("comeout_lease_age_seconds", "Seconds since the oldest lease here was renewed.", registry=REGISTRY)
TABLES = Gauge("comeout_tables", "Tables that this process owns.", registry=REGISTRY)


class Owned(Protocol):
    """A table that this process owns."""

    @property
    def lease_age(self) -> float:
        """Seconds since its lease was renewed."""


class Shown(Protocol):
    """A table that people are connected to here, whoever owns it."""

    @property
    def hub(self) -> Hub:
        """The connections to it in this process."""


def metrics_page(owned: Iterable[Owned], shown: Iterable[Shown]) -> str:
    """Return all metrics in the Prometheus text format."""
    hosts = list(owned)
    sizes = [each.waiting_bytes for place in shown for each in place.hub.subscribers]
    TABLES.set(len(hosts))
    CONNECTIONS.set(len(sizes))
    QUEUE_BYTES.set(sum(sizes))
    LEASE_AGE.set(max((host.lease_age for host in hosts), default=0))
    return generate_latest(REGISTRY).decode()
