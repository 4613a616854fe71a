"""The one error of a question that has no answer: what was asked, why not, and what could be asked instead."""

from __future__ import annotations


class OddsError(Exception):
    """A bet, a stake or dice that no figure can be given for, said in one line."""


class NeverDecided(Exception):
    """A bet that has no figures: with these dice or by this book it is never made, or can lie there for ever."""
