"""Frames of the socket: written and read as JSON with their tag, and refused where they make no sense."""

from __future__ import annotations

import json
from typing import get_args

import msgspec
import pytest

from comeout.protocol.frames import Countdown, Do, FromClient, Happened, Hello, ToClient, Trouble, frame, read_frame


@pytest.mark.parametrize(
    "message",
    [Countdown(3, 4_000, "", None), Trouble("The store is full"), Happened("t", 1, 2, 3, "BetPlaced", {"seat": 1})],
)
def test_a_frame_to_a_client_has_its_tag_and_comes_back_the_same(message: ToClient) -> None:
    data = frame(message)
    assert json.loads(data)["type"] == message.__struct_config__.tag
    assert msgspec.json.decode(data, type=ToClient) == message


def test_a_frame_of_a_client_is_read_by_its_tag() -> None:
    assert isinstance(read_frame('{"type":"hello","version":1}'), Hello)
    asked = read_frame(b'{"type":"do","id":"a","name":"PlaceBet","body":{"spot":"field","amount":500}}')
    assert isinstance(asked, Do)
    assert (asked.id, asked.name) == ("a", "PlaceBet")


@pytest.mark.parametrize("data", ["", "[]", '{"type":"dance"}', '{"type":"do"}', '{"version":1}'])
def test_a_frame_without_sense_is_refused(data: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        read_frame(data)


def test_no_two_frames_of_one_direction_have_the_same_tag() -> None:
    for direction in (FromClient, ToClient):
        tags = [kind.__struct_config__.tag for kind in get_args(direction)]
        assert len(tags) == len(set(tags))
