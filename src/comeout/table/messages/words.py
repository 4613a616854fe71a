"""The closed lists of words in commands and events: seats, dice, tenders, outcomes and orders."""

from __future__ import annotations

from typing import Literal

from comeout.rules.layout import Outcome as Outcome

Seat = int
Die = int
Switch = Literal["on", "off"]
Tender = Literal["chips", "cash"]
DieReading = Literal["flat", "opposite-face", "natural-fall"]
Order = Literal["nothing", "void-round", "return-bet", "pay", "collect"]
"""What a decision orders: a round voided, a bet returned, or money between the house and a rack."""
