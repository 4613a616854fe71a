"""A restored backup brings back neither logins nor roles, and never the same dice."""

from __future__ import annotations

import copy
import json
import os

import pytest

from comeout.house.dice.provable import ChainSource
from comeout.house.operator.restored_house import LIMITS_LOST, AfterRestore, end_what_may_be_outdated, told_restore
from comeout.log.dice_proof import verify_dice
from comeout.log.proof import line_of
from comeout.log.records import Grant, LoginSession, Player
from tests.kit.nights import TABLE, Night, play, seated

NEVER = 2**62


async def rolled() -> Night:
    night = await seated("exhibit-a", dice="chain")
    await night.store.add_player(Player("a1", "Ada", "hash", 1))
    await night.store.add_session(LoginSession(b"token", "a1", 1, NEVER))
    await night.store.grant(Grant("a1", "*", "boxperson", False, "operator", 1))
    await night.store.grant(Grant("a1", TABLE, "dealer", True, "operator", 1))
    await night.wait()
    return night


@pytest.mark.claim("dice-restored")
@play
async def test_logins_and_roles_end_and_the_next_chain_says_that_a_backup_was_restored() -> None:
    night = await rolled()
    night.clock.advance(60)  # the leases of the backup have run out
    last = night.store._records[TABLE][-1].at
    done = await end_what_may_be_outdated(night.store, night.clock)
    assert (done.last, done.sessions, len(done.suspended), done.unmarked) == (last, 1, 2, ())
    assert await night.store.session(b"token") is None
    assert await night.store.grants() == []
    assert list(told_restore(done, {"a1": "Ada"})) == [
        "1 account was signed out; guests stay signed in.",
        LIMITS_LOST,
        "All roles are suspended. Grant anew those that still hold:",
        "  comeout house grant Ada boxperson",
        "  comeout house grant Ada dealer --table table --acting",
    ]
    await night.own("after")
    await night.wait()
    chains = [json.loads(record.body) for record in night.store._records[TABLE] if record.kind == "chain-published"]
    assert [(each["ended"], each["after"]) for each in chains] == [("first", 0), ("restored", 1)]
    found = verify_dice(line_of(record, night.row.book) for record in night.store._records[TABLE])
    assert (found.verdict, found.unfinished) == ("right", 1)


@pytest.mark.parametrize(
    ("name", "written"),
    [("Boss Two", "'Boss Two'"), ("Al;reboot", "'Al;reboot'"), ("$(id)", "'$(id)'"), ("--acting", "a1")],
)
def test_a_name_is_one_argument_of_the_line_that_an_operator_pastes_whatever_its_player_put_into_it(
    name: str, written: str
) -> None:
    done = AfterRestore(0, 1, (Grant("a1", "*", "boxperson", False, "operator", 1),), ())
    assert list(told_restore(done, {"a1": name}))[-1] == f"  comeout house grant {written} boxperson"


@play
async def test_a_table_that_cannot_be_written_is_named_and_the_others_are_marked() -> None:
    night = await rolled()
    await night.store.claim(TABLE, "another process", lease_s=60)
    done = await end_what_may_be_outdated(night.store, night.clock)
    assert len(done.unmarked) == 1
    assert done.unmarked[0].startswith("table: a server owns table")
    assert f"not marked as restored: {done.unmarked[0]}" in told_restore(done, {})


@pytest.mark.claim("dice-restored")
@play
async def test_twenty_rolls_since_a_backup_do_not_come_again() -> None:
    night = await rolled()
    backup = copy.deepcopy({name: getattr(night.store, name) for name in ("_records", "_snapshots", "_leases")})
    for _ in range(20):
        await night.wait()
    before = [json.loads(each.body) for each in night.store._records[TABLE] if each.kind == "dice-thrown"][1:]
    machine = await rolled()
    for name, value in backup.items():
        setattr(machine.store, name, value)
    machine.store._kept = night.store._kept
    machine.store._kept.heads[TABLE] = backup["_records"][TABLE][-1].seq
    machine.make_source = lambda row, memory: ChainSource.after(memory, row.id, os.urandom, length=5)
    await machine.crash()
    for _ in range(20):
        await machine.wait()
    again = [json.loads(each.body) for each in machine.store._records[TABLE] if each.kind == "dice-thrown"][1:]
    assert len(before) == len(again) == 20
    assert not {each["link"] for each in before} & {each["link"] for each in again}
    assert [each["dice"] for each in before] != [each["dice"] for each in again]
