"""Executors on more than one machine: a dask or a ray cluster by its address, as `concurrent.futures` has them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from functools import partial
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
    """Ray's tasks as futures. A task whose worker is lost is tried again, and in the end counts as lost."""

    def __init__(self, ray: Any) -> None:
        self._call = ray.remote(max_retries=3)(_called)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a worker call a function."""
        found: Future[Any] = Future()
        self._call.remote(fn, args, kwargs).future().add_done_callback(partial(_settle, found))
        return found


def _called(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Exception | None]:
    """What a function returns or raises; ray would wrap the exception in one of its own, which tells a traceback."""
    try:
        return fn(*args, **kwargs), None
    except Exception as bad:
        return None, bad


def _settle(found: Future[Any], task: Future[tuple[Any, Exception | None]]) -> None:
    """Hand the end of a task on. Whatever ray itself raises means that the worker was lost."""
    if not found.set_running_or_notify_cancel():
        return
    lost = task.exception()
    if lost is not None:
        found.set_exception(BrokenExecutor(f"ray lost a worker: {lost}"))
        return
    result, bad = task.result()
    if bad is None:
        found.set_result(result)
    else:
        found.set_exception(bad)


_CLUSTERS: dict[str, Callable[[str], Any]] = {"dask": _dask, "ray": _ray}
