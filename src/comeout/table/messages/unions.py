"""`Command` and `Event`: everything that can be asked of a table, and everything that can happen at it."""

from __future__ import annotations

from typing import get_args

from comeout.table.messages.bet_events import BetEvent
from comeout.table.messages.crew_commands import CrewCommand
from comeout.table.messages.floor_events import FloorEvent
from comeout.table.messages.player_commands import PlayerCommand
from comeout.table.messages.roll_events import RollEvent

Command = PlayerCommand | CrewCommand
COMMANDS: tuple[type[Command], ...] = get_args(Command)

Event = BetEvent | RollEvent | FloorEvent
EVENTS: tuple[type[Event], ...] = get_args(Event)
