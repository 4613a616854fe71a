"""The offline verifier: an honest export passes, and whatever is changed in it is found and named."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from comeout.dice import ROLLS
from comeout.log.dice_proof import parse_line, verify_dice
from comeout.log.verification import NO_CHAIN, NO_LOG, NO_ROLL, DiceFault, Verification
from tests.kit.exports import Line, of_kind, played, rehashed, verified, written

EXPORT = played(first=True)
"""An export of chain-1, which is verified for ever. That of chain-2 is in test_dice_chains."""
FILE = written(EXPORT)


def forged(change: Callable[[list[Line]], Any]) -> DiceFault:
    """What the verifier finds after a change by somebody who made every hash of the log good again."""
    lines = copy.deepcopy(EXPORT)
    change(lines)
    fault = verify_dice(rehashed(lines)).fault
    assert fault
    return fault


def body(lines: list[Line], kind: str, which: int) -> dict[str, Any]:
    found: dict[str, Any] = lines[list(of_kind(lines, kind))[which]]["body"]
    return found


def moved(lines: list[Line], kind: str, which: int, by: int) -> None:
    place = list(of_kind(lines, kind))[which]
    lines.insert(place + by, lines.pop(place))


def test_an_honest_export_is_verified() -> None:
    result = verify_dice(EXPORT)
    anchors = tuple(EXPORT[place]["body"]["anchor"] for place in of_kind(EXPORT, "chain-published"))
    assert result == Verification("main", 6, anchors, None)
    assert str(result) == "6 rolls of main verified, from 2 chains published in advance"
    assert verified(FILE) == result


def test_a_book_that_travels_with_the_export_is_passed_over() -> None:
    assert verify_dice([{"kind": "book", "digest": "b00c", "text": "..."}, *EXPORT]).fault is None


@pytest.mark.parametrize("flip", [1, 32])
@pytest.mark.claim("dice-proved")
def test_a_changed_byte_anywhere_is_found_in_its_line_and_names_the_roll(flip: int) -> None:
    export = played(1)
    rolls = [verify_dice(export[:place]).rolls for place in range(len(export) + 1)]
    file, start = written(export), 0
    for line, text in enumerate(file.split(b"\n")[:-1], start=1):
        for place in range(start, start + len(text)):
            fault = verified(file[:place] + bytes([file[place] ^ flip]) + file[place + 1 :]).fault
            assert fault, (line, text, place - start)
            assert fault.line == line, (fault, place - start)
            assert rolls[line - 1] <= fault.roll <= rolls[line - 1] + 1
        start += len(text) + 1


def test_a_missing_doubled_or_exchanged_line_is_found() -> None:
    for place in range(len(EXPORT)):
        if place < len(EXPORT) - 1:
            assert verify_dice(EXPORT[:place] + EXPORT[place + 1 :]).fault
            assert verify_dice([*EXPORT[:place], EXPORT[place + 1], EXPORT[place], *EXPORT[place + 2 :]]).fault
        assert verify_dice([*EXPORT[: place + 1], *EXPORT[place:]]).fault


def test_an_export_that_ends_between_throw_and_call_is_found() -> None:
    place = list(of_kind(EXPORT, "dice-thrown"))[2]
    result = verify_dice(EXPORT[: place + 1])
    assert result.fault == DiceFault(place + 1, 3, "the dice were thrown and never called")
    assert result.rolls == 2


@pytest.mark.parametrize("line", [b"nonsense", b"[]", b"7", b'{"seq":1}', b"[" * 100_000, b"\xff", b"9" * 5000])
def test_a_line_that_is_no_record_is_a_fault_and_no_crash(line: bytes) -> None:
    fault = verify_dice([parse_line(line)]).fault
    assert fault
    assert fault.line == 1


# ---- forgeries: the hashes of the log are good again, and only the dice can tell


def test_another_link_does_not_hash_to_the_one_before() -> None:
    fault = forged(lambda lines: body(lines, "dice-thrown", 2).update(link="ab" * 32))
    assert fault.roll == 3
    assert fault.says == "the link does not hash to the link before it"


def test_another_anchor_is_not_the_one_of_the_first_link() -> None:
    fault = forged(lambda lines: body(lines, "chain-published", 1).update(anchor="ab" * 32))
    assert fault.roll == 5
    assert fault.says == "the link does not hash to the published anchor"


@pytest.mark.claim("dice-proved")
def test_other_dice_are_not_those_of_the_chain() -> None:
    honest = body(EXPORT, "dice-thrown", 3)["dice"]
    other = [7 - honest[0], honest[1]]
    fault = forged(lambda lines: body(lines, "dice-thrown", 3).update(dice=other))
    assert fault.roll == 4
    assert fault.says == "the log has {}-{} and the chain gives {}-{}".format(*other, *honest)


def test_a_roll_called_otherwise_than_thrown_is_named() -> None:
    honest = body(EXPORT, "dice-thrown", 3)["dice"]
    other = [7 - honest[0], honest[1]]
    fault = forged(lambda lines: body(lines, "RollCalled", 3).update(roll=other))
    assert fault.roll == 4
    assert fault.says == "the table called {}-{} and the chain gives {}-{}".format(*other, *honest)


def test_another_seed_gives_other_dice_for_all_but_one_seed_in_thirty_six() -> None:
    def result(text: str) -> bool:
        lines = copy.deepcopy(EXPORT)
        body(lines, "seed-set", 0)["seed"] = text
        body(lines, "seeds-frozen", 0)["seeds"][0][1] = text
        return verify_dice(rehashed(lines)).fault is None

    passed = sum(result(f"seed {number}") for number in range(360))
    assert 2 < passed < 24  # ten are expected


def test_seeds_frozen_after_the_throw_or_not_at_all_are_found() -> None:
    late = forged(lambda lines: moved(lines, "seeds-frozen", 1, by=1))
    assert (late.roll, late.says) == (2, "the dice were thrown before the seeds were frozen")
    never = forged(lambda lines: lines.pop(list(of_kind(lines, "seeds-frozen"))[5]))
    assert (never.roll, never.says) == (6, "the dice were thrown before the seeds were frozen")


def test_seeds_frozen_twice_must_be_the_same() -> None:
    def again(lines: list[Line], seeds: list[Any]) -> None:
        place = list(of_kind(lines, "seeds-frozen"))[1]
        lines.insert(place, copy.deepcopy(lines[place]))
        lines[place + 1]["body"]["seeds"] = seeds

    fault = forged(lambda lines: again(lines, [[5, "other"]]))
    assert (fault.roll, fault.says) == (2, "the seeds were frozen a second time, with other texts")
    same = copy.deepcopy(EXPORT)
    again(same, body(EXPORT, "seeds-frozen", 1)["seeds"])
    assert verify_dice(rehashed(same)).fault is None


@pytest.mark.parametrize(
    ("seeds", "says"),
    [
        ([[5, "a"], [2, "b"]], "the seeds are not in seat order"),
        ([[2, "a"], [2, "b"]], "the seeds are not in seat order"),
        ([[2, ""]], "the seed of seat 2 is not 1 to 64 characters"),
        ([[2, "x" * 65]], "the seed of seat 2 is not 1 to 64 characters"),
        ([[True, "x"]], "a seed is a seat and a text"),
        ([["2", "x"]], "a seed is a seat and a text"),
        ([7], "a seed is a seat and a text"),
    ],
)
def test_seeds_that_could_be_read_in_two_ways_are_refused(seeds: list[Any], says: str) -> None:
    assert forged(lambda lines: body(lines, "seeds-frozen", 1).update(seeds=seeds)).says == says


def test_a_chain_published_only_after_the_seeds_were_known_is_found() -> None:
    first = forged(lambda lines: moved(lines, "chain-published", 0, by=4))
    assert (first.roll, first.says) == (1, "chain 1 was not published before the seeds were frozen")
    second = forged(lambda lines: moved(lines, "chain-published", 1, by=4))
    assert (second.roll, second.says) == (5, "chain 2 was not published before the seeds were frozen")


def test_a_chain_may_not_be_left_before_its_end_nor_outlast_it() -> None:
    longer = forged(lambda lines: body(lines, "chain-published", 0).update(length=5))
    assert (longer.roll, longer.says) == (5, "chain 2 was published before chain 1 was used up")
    shorter = forged(lambda lines: body(lines, "chain-published", 0).update(length=3))
    assert (shorter.roll, shorter.says) == (4, "chain 2 was not published before the seeds were frozen")


def test_a_chain_published_again_before_its_first_roll_must_be_the_same() -> None:
    def again(lines: list[Line], **change: Any) -> None:
        lines.insert(4, copy.deepcopy(lines[3]))
        lines[4]["body"].update(change)

    same = copy.deepcopy(EXPORT)
    again(same)
    assert verify_dice(rehashed(same)).fault is None
    late = forged(lambda lines: lines.append(copy.deepcopy(lines[list(of_kind(lines, "chain-published"))[1]])))
    assert late.says == "chain 2 was published before chain 2 was used up"
    fault = forged(lambda lines: again(lines, anchor="ab" * 32))
    assert fault == DiceFault(5, 1, "chain 1 was published before chain 1 was used up")


def test_a_chain_of_a_format_the_verifier_does_not_know_is_said_so() -> None:
    fault = forged(lambda lines: body(lines, "chain-published", 0).update(format="chain-3"))
    known = "this verifier knows chain-1 and, from then on only, chain-2"
    assert fault.says == f'the chain is of format "chain-3"; {known}'


def test_a_roll_left_out_is_found() -> None:
    def leave_out(lines: list[Line]) -> None:
        start = list(of_kind(lines, "seeds-frozen"))[2]
        del lines[start : start + 4]

    fault = forged(leave_out)
    assert (fault.roll, fault.says) == (3, "seeds were frozen for roll 4 when roll 3 was next")


def test_a_roll_called_without_the_chain_is_found() -> None:
    call = {"kind": "RollCalled", "body": {"by": "stickperson", "roll": [3, 4]}}
    before = forged(lambda lines: lines.insert(1, {**lines[0], **call}))
    assert (before.roll, before.says) == (1, NO_CHAIN)
    again = forged(lambda lines: lines.append(copy.deepcopy(lines[-2])))
    assert (again.roll, again.says) == (7, "a roll was called that no link of a published chain decided")


def test_after_a_no_roll_nothing_is_called_from_the_same_link() -> None:
    def change(lines: list[Line]) -> None:
        lines[-1].update(kind="NoRollCalled", body={})
        lines.append(copy.deepcopy(lines[-2]))

    assert forged(change).says == "a roll was called that no link of a published chain decided"


def test_dice_thrown_and_never_called_are_found_at_the_next_throw() -> None:
    def uncalled(lines: list[Line]) -> None:
        place = list(of_kind(lines, "RollCalled"))[2]
        del lines[place : place + 2]

    fault = forged(uncalled)
    assert (fault.roll, fault.says) == (3, "the dice were thrown and never called")


def test_a_chain_without_links_and_a_record_with_more_than_its_fields_are_found() -> None:
    empty = forged(lambda lines: body(lines, "chain-published", 0).update(length=0))
    assert empty == DiceFault(4, 1, "chain 1 cannot be published after 0 chains")
    assert forged(lambda lines: lines[0].update(note="x")).says == "the record has fields that no record has"


def test_dice_of_another_roll_are_found() -> None:
    fault = forged(lambda lines: body(lines, "dice-thrown", 2).update(roll=4))
    assert (fault.roll, fault.says) == (3, "the dice are those of roll 4")


def test_a_record_of_another_table_or_of_an_earlier_owner_is_found() -> None:
    assert forged(lambda lines: lines[5].update(table="side")).says == "the record belongs to another table, side"
    assert forged(lambda lines: lines[5].update(epoch=0)).says == "record 6 cannot follow record 5"


def test_a_roll_taken_back_may_be_called_again_with_the_same_dice_only() -> None:
    lines = copy.deepcopy(EXPORT)
    undone = {**lines[-1], "kind": "OutcomeUndone", "body": {}}
    lines += [undone, copy.deepcopy(lines[-2]), copy.deepcopy(lines[-1])]
    assert verify_dice(rehashed(lines)).fault is None
    lines[-2]["body"]["roll"] = ROLLS[(ROLLS.index(tuple(lines[-2]["body"]["roll"])) + 1) % 36]
    fault = verify_dice(rehashed(lines)).fault
    assert fault
    assert fault.roll == 6


def test_dice_of_another_source_cannot_be_verified() -> None:
    proof = {"roll": 1, "source": "entropy", "dice": [3, 4]}
    fault = forged(lambda lines: lines[next(of_kind(lines, "dice-thrown"))].update(body=proof))
    assert fault.says == "the record must hold roll, chain, index, link, dice and nothing else"


def test_a_table_without_a_chain_is_not_called_bad() -> None:
    real = [EXPORT[0], {**EXPORT[-2]}]
    thrown = {"roll": 1, "source": "entropy", "dice": [3, 4]}
    system = [EXPORT[0], {**EXPORT[-3], "kind": "dice-thrown", "body": thrown}]
    for lines in (real, system):
        assert str(verify_dice(rehashed(lines))) == f"roll 1 cannot be checked (line 2 of the export): {NO_CHAIN}"


def test_a_file_without_a_log_or_a_log_without_a_roll_is_not_called_verified() -> None:
    rounds = [{"comeout": "1", "format": "recall", "player": "p1"}, {"table": "main", "round": 1, "rolls": []}]
    assert verify_dice([]) == Verification("", 0, (), None)
    for lines in ([], [{"hello": 1}], rounds):
        assert str(verify_dice(lines)) == verify_dice(lines).nothing == NO_LOG
    assert str(verify_dice(EXPORT[:3])) == NO_ROLL
    assert verify_dice(EXPORT).nothing == ""


def test_the_answer_for_a_bad_export_is_one_sentence() -> None:
    result = verified(FILE.replace(b'"kind":"RollSettled"', b'"kind":"RollSettlex"', 1))
    hint = "record 11 (RollSettlex) is not what was logged: its hash is another"
    assert str(result) == f"roll 1 is bad (line 11 of the export): {hint}"
    assert json.loads(FILE.split(b"\n")[10])["kind"] == "RollSettled"
