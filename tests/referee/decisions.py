"""Disputes, decisions of the house, their reviews, and what they may order (adelaide 14(j), (k); sentosa 5.12)."""

from __future__ import annotations

from dataclasses import dataclass

from .bets import lying_on, take_down
from .position import Position, amount_ok
from .shooter import BETWEEN_THROWS, end_decision_only_if_done, lost_line_bet
from .undo import void_round


@dataclass
class Order:
    """What a decision orders beside its words."""

    what: str = "nothing"  # nothing, void-round, return-bet, pay, collect
    seat: int = 0
    spot: str = ""
    amount: int = 0


def raise_dispute(game: Position, seat: int) -> bool:
    """A player complains."""
    if game.book not in ("adelaide", "sentosa") or seat not in game.racks:
        return False
    game.disputes.append({"seat": seat, "decided": False, "review": False, "outcome": False})
    return True


def known(game: Position, number: int) -> bool:
    """Whether there is such a dispute."""
    return 1 <= number <= len(game.disputes)


def decide_dispute(game: Position, number: int, order: Order) -> bool:
    """The house decides a dispute, once."""
    if game.book not in ("adelaide", "sentosa") or not known(game, number) or game.disputes[number - 1]["decided"]:
        return False
    if not carry_out(game, order):
        return False
    game.disputes[number - 1]["decided"] = True
    return True


def decide_matter(game: Position, order: Order) -> bool:
    """The house decides what the rules do not cover."""
    return game.book in ("adelaide", "sentosa") and carry_out(game, order)


def request_review(game: Position, seat: int, number: int) -> bool:
    """Adelaide: the player asks once for a review of a decision."""
    if game.book != "adelaide" or seat not in game.racks or not known(game, number):
        return False
    dispute = game.disputes[number - 1]
    if dispute["seat"] != seat or not dispute["decided"] or dispute["review"]:
        return False
    dispute["review"] = True
    return True


def decide_review(game: Position, number: int, order: Order) -> bool:
    """A review has one outcome."""
    if game.book != "adelaide" or not known(game, number):
        return False
    dispute = game.disputes[number - 1]
    if not dispute["review"] or dispute["outcome"] or not carry_out(game, order):
        return False
    dispute["outcome"] = True
    return True


def carry_out(game: Position, order: Order) -> bool:
    """What a decision orders is done between throws, or the decision is refused."""
    if order.what == "nothing":
        return True
    if game.phase not in BETWEEN_THROWS:
        return False
    if order.what == "void-round":
        void_round(game)
        return True
    if order.seat not in game.racks:
        return False
    if order.what == "return-bet":
        return give_back(game, order.seat, order.spot)
    amount = order.amount if order.what == "pay" else -order.amount
    if not amount_ok(order.amount) or game.racks[order.seat] + amount < 0:
        return False
    game.racks[order.seat] += amount
    game.house -= amount
    return True


def give_back(game: Position, seat: int, spot: str) -> bool:
    """A bet goes back to its owner, with its charge and with the odds on it."""
    stake = lying_on(game, seat, spot)
    if not stake:
        return False
    take_down(game, seat, spot, stake, charge_back=True)
    end_decision_only_if_done(game)
    lost_line_bet(game, seat)
    return True
