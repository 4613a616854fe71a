"""Who sits where and what they set, followed from the log."""

from __future__ import annotations

from comeout.log.seated_seeds import SeatedSeeds


def test_seeds_are_those_of_the_people_who_sit_in_seat_order() -> None:
    seeds = SeatedSeeds()
    seeds.taken(5, "bob")
    seeds.taken(2, "ann")
    assert seeds.now() == ()
    seeds.set("bob", "Würfel")
    seeds.set("ann", "lucky")
    seeds.set("eve", "stands by")
    assert seeds.now() == ((2, "lucky"), (5, "Würfel"))
    seeds.set("ann", "")
    assert seeds.now() == ((5, "Würfel"),)


def test_a_seed_goes_with_the_player() -> None:
    seeds = SeatedSeeds()
    seeds.taken(1, "ann")
    seeds.set("ann", "lucky")
    seeds.left(1)
    seeds.taken(1, "bob")
    assert seeds.now() == ()
    seeds.taken(2, "ann")
    assert seeds.now() == (), "who comes back sets it again"
    seeds.left(9)
    assert seeds.now() == ()
