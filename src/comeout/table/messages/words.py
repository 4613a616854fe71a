"""The closed words that commands and events are written in: seats, dice, tenders, outcomes and orders."""

from __future__ import annotations

from typing import Literal

from comeout.rules.layout import Outcome as Outcome

Seat = int
Die = int
Switch = Literal["on", "off"]
Tender = Literal["chips", "cash"]
DieReading = Literal["flat", "opposite-face", "natural-fall"]
Order = Literal["nothing", "void-round", "return-bet", "pay", "collect"]
"""What a decision orders beside its words: a round voided, a bet given back, or money between the house and a rack."""
