"""How a house is set up: options before the environment, and one line for a setting that cannot be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from comeout.dice import Roll
from comeout.house.config import PayoutsError, default_data_folder, priced, read_config, read_payouts
from comeout.house.store import ConfigError
from comeout.rules.library import load_book


def test_options_go_before_the_environment_and_that_before_what_is_usual() -> None:
    outside = {"COMEOUT_PORT": "9000", "COMEOUT_STORE": "postgresql://house@db/craps", "XDG_DATA_HOME": "/srv/data"}
    usual = read_config({"XDG_DATA_HOME": "/srv/data"})
    assert (usual.host, usual.port, usual.where) == ("127.0.0.1", 8000, "/srv/data/comeout")
    assert (usual.trust_proxy, usual.log_level, usual.bus) == (False, "info", "")
    assert read_config(outside).port == 9000
    assert read_config(outside).where == "postgresql://house@db/craps"
    assert read_config(outside, port=7000, data="/tmp/house").port == 7000
    assert read_config(outside, data="/tmp/house").where == "/tmp/house"
    proxied = {"COMEOUT_TRUST_PROXY": "yes", "COMEOUT_PUBLIC_URL": "https://Craps.example:443/"}
    more = read_config({**proxied, "COMEOUT_LOG_LEVEL": "DEBUG", "COMEOUT_BUS": "nats://u:p@bus:4222"})
    assert (usual.public_url, more.public_url) == ("", "https://craps.example")
    assert (usual.metrics, read_config({}, metrics="OPEN").metrics) == ("local", "open")
    assert (more.trust_proxy, more.log_level, more.bus) == (True, "debug", "nats://u:p@bus:4222")


@pytest.mark.parametrize(
    ("outside", "options", "says"),
    [
        ({"COMEOUT_PORT": "high"}, {}, "COMEOUT_PORT is 'high'; it should be a port from 1 to 65535"),
        ({}, {"port": 70000}, "--port is '70000'; it should be a port"),
        ({}, {"host": "a b"}, "--host is 'a b'; it should be an address"),
        ({}, {"data": "http://x"}, "--data is 'http://x'; it should be a folder"),
        ({"COMEOUT_STORE": "mysql://me:secret@db"}, {}, "COMEOUT_STORE is .*; it should be postgresql://"),
        ({}, {"store": "postgresql://me:se secret@db/craps"}, "--store is .*; it should be an address without spaces"),
        ({}, {"bus": "nats://me:se secret@bus:4222"}, "--bus is .*; it should be an address without spaces"),
        ({}, {"bus": "kafka://x"}, "--bus is .*; it should be nats://"),
        ({"COMEOUT_TRUST_PROXY": "maybe"}, {}, "COMEOUT_TRUST_PROXY is 'maybe'; it should be on or off"),
        ({}, {"log_level": "loud"}, "--log-level is 'loud'; it should be one of debug"),
        ({}, {"data": "a", "store": "sqlite:///b"}, "one of them"),
    ],
)
def test_a_bad_setting_is_named_with_what_it_should_be(
    outside: dict[str, str], options: dict[str, Any], says: str
) -> None:
    with pytest.raises(ConfigError, match=says) as bad:
        read_config(outside, **options)
    assert "secret" not in str(bad.value)


def test_where_a_house_is_kept_is_told_by_its_whole_path_and_without_a_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_config({}, store="sqlite:///house.db").told == str(tmp_path / "house.db")
    assert read_config({}, store="sqlite:////srv/house.db").told == "/srv/house.db"
    assert read_config({}, data="data").told == str(tmp_path / "data")
    assert read_config({}, store="postgresql://ann:s3cr:t@db:5432/craps").told == "postgresql://ann@db:5432/craps"
    assert read_config({}, store="postgresql://ann:s3/cr@t@db/craps").told == "postgresql://ann@db/craps"
    assert "s3cr" not in read_config({}, store="postgresql://db/craps?user=ann&password=s3cr").told


def test_each_system_keeps_the_data_where_its_programs_do() -> None:
    assert default_data_folder({"XDG_DATA_HOME": "/x"}, platform="linux") == Path("/x/comeout")
    assert default_data_folder({"XDG_DATA_HOME": "x"}, platform="linux") == Path.home() / ".local/share/comeout"
    assert default_data_folder({}, platform="darwin").parts[-2:] == ("Application Support", "comeout")
    assert default_data_folder({"LOCALAPPDATA": "/local"}, platform="win32") == Path("/local/comeout")


# ------------------------------------------------------------------ payouts above the books


def test_a_book_is_priced_as_the_file_of_payouts_says(tmp_path: Path) -> None:
    file = tmp_path / "payouts.toml"
    file.write_text('[adelaide]\nany-seven = "5 to 1"\npass-odds = { 4 = "3 to 1" }\n', encoding="utf-8")
    payouts = read_payouts(str(file))
    raised = priced(load_book("adelaide"), payouts)
    assert raised.cell("any-seven", point=0, roll=Roll(3, 4).place).odds == 5
    assert raised.cell("pass-odds", point=4, roll=Roll(2, 2).place).odds == 3
    assert priced(load_book("sentosa"), payouts) is load_book("sentosa"), "no payouts are given for it"
    assert priced(raised, {"adelaide": {"any-seven": "6 to 1"}}) is raised, "it brings payouts of its own"


def test_without_a_file_no_payouts_are_read() -> None:
    assert read_payouts("") == {}


def test_a_file_of_payouts_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PayoutsError, match=r"none\.toml cannot be read"):
        read_payouts(str(tmp_path / "none.toml"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("adelaide", "cannot be read"),
        ('[adelaid]\nfield = "2 to 1"', 'has a table for each book; "adelaid" is none: did you mean "adelaide"'),
        ('adelaide = "5 to 1"', "has a table for each book"),
        ('[adelaide]\nany-seven = "3 to 1"', "payouts may only be raised"),
        ('[adelaide]\nfield = { two = "3 to 1" }', '"two" is no total; write the odds by total, like { 4 = "3 to 1" }'),
        ('[sentosa]\nfield = "9 to 1"', "no clause allows other payouts"),
    ],
)
def test_a_file_of_payouts_that_no_book_allows_is_refused_before_the_house_opens(
    tmp_path: Path, text: str, says: str
) -> None:
    file = tmp_path / "payouts.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=re.escape(says)):
        read_config({"COMEOUT_PAYOUTS": str(file)})


@pytest.mark.parametrize("bus", ["nats://bus:4222", "nats://192.0.2.1:4222", "nats://127.0.0.1.evil.example:4222"])
def test_a_bus_elsewhere_needs_a_password_and_one_on_this_machine_does_not(bus: str) -> None:
    with pytest.raises(ConfigError, match="only a bus on this machine may do without a password"):
        read_config({}, bus=bus)
    assert read_config({}, bus=bus.replace("nats://", "nats://me:secret@")).bus
    assert read_config({}, bus="nats://127.0.0.1:4222").bus
