"""Origins as browsers write them: scheme, name and port, and nothing else."""

from __future__ import annotations

import pytest

from comeout.house.origins import Origin, host_of, is_loopback, read_origin, write_origin


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://craps.example", Origin("https", "craps.example", 443)),
        ("HTTP://Craps.Example:8000", Origin("http", "craps.example", 8000)),
        ("http://[::1]:8000", Origin("http", "[::1]", 8000)),
    ],
)
def test_an_origin_has_a_scheme_a_name_and_a_port(text: str, origin: Origin) -> None:
    assert read_origin(text) == origin
    assert read_origin(write_origin(origin)) == origin


@pytest.mark.parametrize(
    "text",
    ["", "null", "craps.example", "ftp://craps.example", "https://", "https://a/b", "https://a b", "https://me@a",
     "https://a:123456", "https://a?b", "https://[::1"],
)  # fmt: skip
def test_what_is_no_origin_is_none(text: str) -> None:
    assert read_origin(text) is None


def test_the_port_of_the_scheme_is_not_written() -> None:
    assert write_origin(Origin("https", "a", 443)) == "https://a"
    assert write_origin(Origin("http", "a", 443)) == "http://a:443"


def test_a_host_has_a_port_or_none() -> None:
    assert host_of("Craps.example") == ("craps.example", None)
    assert host_of("[::1]:80") == ("[::1]", 80)
    assert host_of("a, b") == ("", None)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1", "localhost"])
def test_a_loopback_address_is_known(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["", "192.0.2.1", "localhost.evil.example", "127.0.0.1.evil.example", "::2"])
def test_nothing_else_is_a_loopback_address(host: str) -> None:
    assert not is_loopback(host)
