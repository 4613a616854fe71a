"""Executors on more than one machine: a dask or a ray cluster by its address, as `concurrent.futures` has them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

from comeout.extras import MissingExtra
from comeout.lab.session_rules import LabError

SECONDS = 10
"""How long a cluster has to answer."""


@contextmanager
def executor_at(address: str | None) -> Iterator[Executor | None]:
    """The executor of a cluster, while it is used; None for an address of None, which means threads here."""
    if address is None:
        yield None
        return
    scheme, _, where = address.partition("://")
    if scheme not in _CLUSTERS or not where:
        raise LabError(f'"{address[:60]}" is no cluster; write it like dask://127.0.0.1:8786 or ray://127.0.0.1:10001')
    with _CLUSTERS[scheme](where) as executor:
        yield executor


@contextmanager
def _dask(where: str) -> Iterator[Executor]:
    try:
        import distributed
    except ModuleNotFoundError:
        raise MissingExtra("dask", "distributed", "a dask cluster") from None

    library: Any = distributed  # it has no types
    try:
        client = library.Client(f"tcp://{where}", timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError) as bad:
        raise LabError(f"no dask cluster answers at {where} within {SECONDS} s; start one with dask scheduler") from bad
    with client:
        yield client.get_executor(pure=False)


@contextmanager
def _ray(where: str) -> Iterator[Executor]:
    try:
        import ray
    except ModuleNotFoundError:
        raise MissingExtra("ray", "ray", "a ray cluster") from None

    try:
        ray.init(f"ray://{where}" if where != "local" else None, logging_level=logging.ERROR)
    except (ConnectionError, OSError, ValueError) as bad:
        raise LabError(f"no ray cluster answers at {where}; start one with ray start --head") from bad
    try:
        yield RayExecutor(ray)
    finally:
        ray.shutdown()


class RayExecutor(Executor):
    """Ray's tasks as futures."""

    def __init__(self, ray: Any) -> None:
        self._call = ray.remote(max_retries=3)(_called)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a worker call a function."""
        found: Future[Any] = self._call.remote(fn, args, kwargs).future()
        return found


def _called(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return fn(*args, **kwargs)


_CLUSTERS: dict[str, Callable[[str], Any]] = {"dask": _dask, "ray": _ray}
