"""Resolves what a player means about bets to commands for the table, as it stands now; or says what is missing."""

from __future__ import annotations

from comeout.money import Amount, show_amount
from comeout.rules.layout import Layout
from comeout.speech.bet_intents import AboutBets, BetIntent, CallIntent, Keep, Puzzled, TakeDown
from comeout.speech.bet_targets import bets_of, of_mine, to_bet, to_change
from comeout.speech.bet_words import in_words
from comeout.table.advice.prospects import odds_total, prospects
from comeout.table.messages import CallBet, KeepBet, PlaceBet, ReduceBet, RemoveBet
from comeout.table.notation.bet_names import Target
from comeout.table.state import Mark, TableState

BetCommand = PlaceBet | ReduceBet | RemoveBet | CallBet | KeepBet


def commands_of(layout: Layout, state: TableState, seat: int, asked: AboutBets) -> list[BetCommand] | Puzzled:
    """Return the commands that an intent means for a seat, in the order in which they are sent."""
    match asked:
        case BetIntent():
            return _bets(layout, state, seat, asked)
        case TakeDown():
            return _takes(layout, state, seat, asked)
        case CallIntent():
            return _calls(layout, state, seat, asked)
        case Keep():
            return _keeps(layout, state, seat, asked)


def called_already(layout: Layout, state: TableState, command: BetCommand) -> bool:
    """Tell whether a bet is ON by a button already: its own, or that of another bet of its kind."""
    if not isinstance(command, CallBet) or command.call != "on":
        return False
    spot = layout.by_id.get(command.spot)
    bet = state.bet(spot.index, command.seat) if spot else None
    return bool(bet and bet.mark in (Mark.ON, Mark.ON_ONLY))


def _bets(layout: Layout, state: TableState, seat: int, asked: BetIntent) -> list[BetCommand] | Puzzled:
    mine = bets_of(layout, state, seat)
    spots = (to_change if asked.press else to_bet)(layout, state, seat, asked.target)
    if not spots and not asked.press:
        return Puzzled(
            f"odds support a bet, and you have no {_come(asked.target)} that has its number{_you_have(layout, mine)}"
        )
    if asked.press and not set(spots) & set(mine):
        return Puzzled(f"you have no bet there to press{_you_have(layout, mine)}")
    if len(spots) > 1 and not asked.target.every:
        return _several(spots, f"{'press ' * asked.press}{{}}{'' if asked.amount is None else ' 10'}")
    found: list[BetCommand] = []
    for spot in spots:
        amount = _amount(layout, state, seat, spot, mine.get(spot, 0), asked)
        if isinstance(amount, Puzzled):
            return amount
        found.append(PlaceBet(seat, spot, amount))
    return found


def _amount(
    layout: Layout, state: TableState, seat: int, spot: str, there: Amount, asked: BetIntent
) -> Amount | Puzzled:
    """Return what is added to a bet."""
    if asked.times is not None:
        return _odds(layout, state, seat, spot, asked.times)
    if asked.amount is None:
        return there
    if asked.to and asked.amount <= there:
        return Puzzled(f"there is {show_amount(there)} on {in_words(spot)} already")
    return asked.amount - there if asked.to else asked.amount


def _odds(layout: Layout, state: TableState, seat: int, spot: str, times: int) -> Amount | Puzzled:
    """Return what brings odds to so many times the bet that they support; 0 for all that the table allows."""
    known, mine = layout.by_id.get(spot), bets_of(layout, state, seat)
    if known is None or known.base < 0:
        return 1  # the table says why not
    base = layout.spots[known.base]
    supported, there = mine.get(base.id, 0), mine.get(spot, 0)
    if not supported:
        return Puzzled(f"odds support a bet, and you have no {base.name}{_you_have(layout, mine)}")
    if not state.point and known.number is None:
        return supported * max(1, times)  # the table says that the puck is OFF
    if times == 0:
        most = prospects(layout, state, seat)[spot].room.full or 0
        if there and most <= 0:
            return Puzzled(f"your {known.name} are full already: {show_amount(there)}")
        return most if most > 0 else supported
    total = odds_total(layout, state, seat, known, times)
    if total <= there:
        return Puzzled(f"there is {show_amount(there)} on {known.name} already, and {times}x is {show_amount(total)}")
    return total - there


def _takes(layout: Layout, state: TableState, seat: int, asked: TakeDown) -> list[BetCommand] | Puzzled:
    target, mine = asked.target, bets_of(layout, state, seat)
    spots = (of_mine if asked.amount is None else to_change)(layout, state, seat, target)
    if not spots:
        where = f"on {target.number}" if target.number else "up"
        return Puzzled(f"you have no bet {where}{_you_have(layout, mine)}")
    kind = bool(target.wager) and target.number is None
    if len(spots) > 1 and asked.amount is not None and not (kind and asked.to):
        return _several(spots, f"reduce {{}} {'to' if asked.to else 'by'} {show_amount(asked.amount)}")
    if len(spots) > 1 and not kind and not target.every:
        return _several(spots, "take down {}")
    if asked.amount is None:
        # Odds first: a bet that goes would bring them down with it.
        spots.sort(key=lambda spot: spot in layout.by_id and layout.by_id[spot].base < 0)
        return [RemoveBet(seat, spot) for spot in spots]
    if not asked.to:
        return [ReduceBet(seat, spots[0], asked.amount)]
    there = {spot: mine.get(spot, 0) for spot in spots}
    above = {spot: amount - asked.amount for spot, amount in there.items() if amount > asked.amount}
    return [ReduceBet(seat, *each) for each in above.items()] or Puzzled(
        f"there is only {show_amount(there[spots[0]])} on {in_words(spots[0])}"
    )


def _calls(layout: Layout, state: TableState, seat: int, asked: CallIntent) -> list[BetCommand] | Puzzled:
    spots = of_mine(layout, state, seat, asked.target)
    if not spots:
        return Puzzled(f"you have no bet to call{_you_have(layout, bets_of(layout, state, seat))}")
    if len(spots) > 1:
        spots = [spot for spot in spots if layout.by_id[spot].wager.sleep] or spots[:1]
    return [CallBet(seat, spot, "on" if asked.on else "off") for spot in spots]


def _keeps(layout: Layout, state: TableState, seat: int, asked: Keep) -> list[BetCommand] | Puzzled:
    owner = state.seats.get(seat)
    if asked.target.every and not asked.keep:
        spots = sorted(owner.keeps) if owner else []
    else:
        spots = of_mine(layout, state, seat, asked.target)
    if not spots:
        return Puzzled("no bet stands to be kept" if asked.keep else "you stand by no bet")
    return [KeepBet(seat, spot, asked.keep) for spot in spots]


def _come(target: Target) -> str:
    return "don't come bet" if target.wager == "dont-come-odds" else "come bet"


def _several(spots: list[str], example: str) -> Puzzled:
    return Puzzled(f"that could be {' or '.join(spots)}; say `{example.format(in_words(spots[0]))}`")


def _you_have(layout: Layout, mine: dict[str, Amount]) -> str:
    return f"; you have {', '.join(layout.by_id[spot].name for spot in mine)}" if mine else ""
