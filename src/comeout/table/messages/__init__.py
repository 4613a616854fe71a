"""Commands, events and refusals of a table. Money is in cents."""

from comeout.table.messages.bet_events import *
from comeout.table.messages.crew_commands import *
from comeout.table.messages.floor_events import *
from comeout.table.messages.player_commands import *
from comeout.table.messages.refusals import *
from comeout.table.messages.roll_events import *
from comeout.table.messages.unions import *
from comeout.table.messages.words import *
