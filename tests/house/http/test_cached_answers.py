"""Ready-made answers: made once by whoever asks first, compressed where that gains something, the oldest evicted."""

from __future__ import annotations

import asyncio
import gzip
from threading import Event, Thread

import pytest
from litestar.testing import RequestFactory

from comeout.house.http.cached_answers import Packed, Shelf, pack, send
from tests.kit.servers import PATIENCE_S


def test_an_answer_is_made_by_whoever_asks_first_and_once() -> None:
    shelf, made, asked, go_on = Shelf(), [], Event(), Event()

    def make() -> Packed:
        asked.set()
        assert go_on.wait(PATIENCE_S)
        made.append(pack(b"answer", "text/plain"))
        return made[-1]

    got: list[Packed] = []
    askers = [Thread(target=lambda: got.append(shelf.get("it", make))) for _ in range(3)]
    for asker in askers:
        asker.start()
    assert asked.wait(PATIENCE_S)
    go_on.set()
    for asker in askers:
        asker.join(PATIENCE_S)
    assert len(made) == 1
    assert got == made * 3


def test_what_gains_nothing_by_compressing_is_sent_as_it_is() -> None:
    assert pack(b"short", "text/plain").small == b""
    assert pack(bytes(range(256)) * 4, "image/png").small != b""


def test_the_oldest_answer_is_evicted_and_made_again() -> None:
    shelf, made = Shelf(most=2), list[str]()

    def make(name: str) -> Packed:
        made.append(name)
        return pack(name.encode(), "text/plain")

    def ask(name: str) -> bytes:
        return shelf.get(name, lambda: make(name)).plain

    assert [ask(name) for name in ("a", "a", "b", "c", "b", "a")] == [b"a", b"a", b"b", b"c", b"b", b"a"]
    assert made == ["a", "b", "c", "a"]


def test_the_event_loop_fetches_an_answer_that_is_made_once() -> None:
    shelf, made = Shelf(), list[Packed]()

    def make() -> Packed:
        made.append(pack(b"answer", "text/plain"))
        return made[-1]

    async def fetch() -> list[Packed]:
        return [*await asyncio.gather(*(shelf.fetch("it", make) for _ in range(3))), await shelf.fetch("it", make)]

    assert asyncio.run(fetch()) == made * 4
    assert len(made) == 1


LONG = pack(b"the same words again and again " * 100, "text/plain")


@pytest.mark.parametrize("accepts", ["gzip", "br, GZIP;q=0.5", "*"])
def test_whoever_accepts_gzip_gets_it_compressed(accepts: str) -> None:
    answer = send(LONG, RequestFactory().get(headers={"accept-encoding": accepts}), x_book="ours")
    assert (answer.status_code, answer.headers["content-encoding"]) == (None, "gzip")
    assert gzip.decompress(answer.content) == LONG.plain
    assert (answer.headers["etag"], answer.headers["x-book"]) == (f'"{LONG.tag}-gzip"', "ours")


@pytest.mark.parametrize("accepts", ["", "br", "gzip;q=0"])
def test_others_get_it_plain(accepts: str) -> None:
    answer = send(LONG, RequestFactory().get(headers={"accept-encoding": accepts}))
    assert "content-encoding" not in answer.headers
    assert answer.content == LONG.plain


@pytest.mark.parametrize("has", ['"{}"', 'W/"{}-gzip"', '"other", "{}"', "*"])
def test_whoever_has_an_answer_already_is_not_sent_it_again(has: str) -> None:
    answer = send(LONG, RequestFactory().get(headers={"if-none-match": has.format(LONG.tag)}))
    assert (answer.status_code, answer.content) == (304, b"")
    assert send(LONG, RequestFactory().get(headers={"if-none-match": '"other"'})).content == LONG.plain
