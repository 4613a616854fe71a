"""Renders events as short lines of text, and refusals with advice on what to do instead."""

from __future__ import annotations

from comeout.money import LARGEST, show_amount, show_short
from comeout.play.game import Game
from comeout.rules.citation import basis
from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.advice.why import say, why
from comeout.table.messages import Event, Reason, Rejected
from comeout.table.shooter import NOBODY_SHOOTS

QUIET = (m.BettingOpened, m.BettingClosed, m.DiceThrown, m.RollCalled)
"""Events of every roll; they are rendered with its settlement, unless people run the table."""


def tell(table: Game, event: Event) -> str:
    """Render an event for the player it concerns; empty for routine work of the crew."""
    match event:
        case m.BetPlaced():
            return _placed(table, event)
        case m.BetTakenDown():
            charge = f" with {show_amount(event.vigorish)} vigorish" if event.vigorish else ""
            kept = f", {show_amount(event.kept)} vigorish stays with the house" if event.kept else ""
            reason = "" if event.why == "asked" else f" ({event.why})"
            left = table.bets(event.seat).get(event.spot, 0)
            rest = f", {show_amount(left)} stays up" if left else ""
            return f"{show_amount(event.amount)} back from {event.spot}{charge}{kept}{rest}{reason}"
        case m.CallPlaced():
            return f"{', '.join(event.spots)} called {event.call}"
        case m.CallWithdrawn():
            return f"the button comes off {event.spot}"
        case m.KeepSet():
            return f"same bet on {event.spot}{' whenever it wins' if event.keep else ': no longer'}"
        case m.RebetSkipped():
            return f"no same bet on {event.spot}: {event.why}"
        case m.BoughtIn():
            return f"{show_amount(event.amount)} more in the rack: {show_amount(table.rack(event.seat))}"
        case m.BetOffered():
            return f"{show_amount(event.amount)} offered on {event.spot}: it waits for the crew"
        case m.CallMade():
            return f"{event.spot} called: the button waits for the crew"
        case m.DisputeRaised():
            return f"dispute {event.dispute} is entered"
    return _told_of_the_dice(event) or _told_by_people(table, event)


def _told_by_people(table: Game, event: Event) -> str:
    """Render an announcement of a crew of people; empty where the crew is automatic."""
    if table.state.settings.crew == "automatic":
        return ""
    match event:
        case m.BettingOpened():
            return "bets are open"
        case m.BettingClosed():
            return "no more bets"
        case m.DiceThrown():
            return "the dice are out"
        case m.RollCalled():
            return f"{event.roll} is called"
        case m.FaceDisputed():
            return "the face is disputed; the crew rules on it"
    return ""


def tell_crew(table: Game, event: Event) -> str:
    """Render an event for the crew, with the command to type where it waits for them."""
    if table.state.settings.crew == "automatic" and isinstance(event, QUIET):
        return ""
    match event:
        case m.BetOffered():
            late = ", late" if event.late else ""
            return (
                f"seat {event.seat} offers {show_amount(event.amount)} on {event.spot}{late}: "
                f"`confirm bet {event.seat} {event.spot}`"
            )
        case m.CallMade():
            return f"seat {event.seat} calls {event.spot} on: `confirm call {event.seat} {event.spot}`"
        case m.CallPlaced():
            return f"seat {event.seat}: {', '.join(event.spots)} called {event.call}"
        case m.FaceDisputed():
            return f"seat {event.seat} disputes the face: `rule 3 4` or `rule void`"
        case m.DisputeRaised():
            return f"dispute {event.dispute} of seat {event.seat}: {event.about}"
    said = say(event)
    return f"{said[0].lower()}{said[1:]}"


def _placed(table: Game, event: m.BetPlaced) -> str:
    charge = f", vigorish {show_amount(event.vigorish)}" if event.vigorish else ""
    again = "same bet: " if event.by == "standing" else ""
    total = table.bets(event.seat).get(event.spot, event.amount)
    more = f", now {show_amount(total)}" if total != event.amount else ""
    on = ", called on" if event.on else ""
    return f"{again}{show_amount(event.amount)} on {event.spot}{more}{charge}{on}"


def account(table: Game, event: Event) -> str:
    """Explain an event that is no roll: in full if chips moved, otherwise as it was rendered."""
    if isinstance(event, (m.BetPlaced, m.BetTakenDown)):
        text = why(event, table.layout.id).replace(" through standing", " again, as you asked")
        return text.replace(" through dealer", ", the dealer places it").replace(" (asked)", "")
    told, clause = tell(table, event), getattr(event, "clause", "")
    return f"{told[0].upper()}{told[1:]}.{f' {basis(table.layout.id, clause)}.' if clause else ''}"


def undecided(event: m.RollSettled) -> str:
    """Render a roll that decided none of the player's bets."""
    puck = ""
    if event.point_before != event.point_after:
        puck = f"; the puck went {f'ON {event.point_after}' if event.point_after else 'OFF'}"
    return f"{event.roll} ({event.roll.total}) decided none of your bets{puck}."


def first_bet(table: Game, seat: int, spot: str) -> str:
    """Return an amount for a first bet: 10, within limits and rack."""
    settings = table.state.settings
    most = min(settings.maximum.get(spot, LARGEST), table.rack(seat))
    return show_short(max(min(1000, most), settings.minimum.get(spot, 1)))


def _told_of_the_dice(event: Event) -> str:
    match event:
        case m.DiceTaken():
            return "you have the dice"
        case m.DiceGivenUp():
            return f"you give up the dice ({event.why})"
        case m.CompanionShot():
            return "a companion " + (
                "finishes the point" if event.clause != NOBODY_SHOOTS else "throws: nobody has the dice"
            )
        case m.DiceDeclined():
            return "you let the dice go by"
        case m.WalkedAway():
            return "you were away: your bets run on" + ("; what waited for you is folded" if event.folded else "")
        case m.CameBack():
            return "you are back at the table"
        case m.DecisionOnlyStarted():
            return "you roll only to decide the come bets that stand"
        case m.DecisionOnlyEnded():
            return "the dice are thrown for the line again"
        case m.NoRollCalled():
            return f"No Roll ({event.ground}): every bet stays as it was"
        case m.NoticePosted(setting="shooter"):
            return "a companion throws from now on" if event.value == "companion" else "the dice come from the seats"
        case m.NoticePosted():
            return f"from now on {event.setting} is {event.value}"
        case m.BetsReturned():
            return f"bets come back ({event.why}), the puck is OFF"
        case m.PlayContinued():
            return "there was an interruption: everything stands, play goes on"
        case m.OutcomeUndone():
            return f"the roll has no effect ({event.why}){_moved_since(event)}"
        case m.MatterDecided() | m.DisputeDecided() | m.ReviewDecided():
            return f"decided: {event.decision}"
        case m.MoneyMoved():
            way = "pays you" if event.amount > 0 else "collects"
            return f"by that decision the house {way} {show_amount(abs(event.amount))}"
        case m.TableClosed():
            return "the table is closed"
    return ""


def _moved_since(event: m.OutcomeUndone) -> str:
    """Render what undoing a roll did to chips that moved since, and what is owed."""
    back = sum(line.amount for line in event.returned) - sum(placed.amount for placed in event.again)
    again = sum(line.amount for line in event.put_back)
    owed = sum(debt.amount for debt in event.debts if debt.seat)
    parts = (
        (back, f"{show_amount(back)} put down since goes back"),
        (again, f"{show_amount(again)} taken down since lies again"),
        (owed, f"{show_amount(owed)} is owed to the house"),
    )
    return "".join(f"; {text}" for amount, text in parts if amount)


def tell_of_other(table: Game, event: Event) -> str:
    """Render an event of another seat: who sits down, leaves or throws."""
    match event:
        case m.SeatTaken():
            return f"{table.state.seats[event.seat].player} sits down at seat {event.seat}"
        case m.SeatLeft():
            return f"seat {event.seat} colours up and leaves"
        case m.DiceOffered():
            return f"the dice are offered to seat {event.seat}"
        case m.DiceTaken():
            return f"seat {event.seat} has the dice"
        case m.DiceGivenUp():
            return f"seat {event.seat} gives up the dice ({event.why})"
        case m.DiceDeclined():
            return f"seat {event.seat} lets the dice go by"
        case m.WalkedAway():
            return f"seat {event.seat} walked away"
        case m.CameBack():
            return f"seat {event.seat} is back"
        case m.DiceThrown():
            return _told_by_people(table, event)
    return ""


def advice(layout: Layout, answer: Rejected, spot: str) -> str:
    """Return advice for a refused player, where the refusal itself gives none."""
    match answer.reason:
        case Reason.CONTRACT_BET:
            when = layout.by_id[spot].remove_rule.when if spot in layout.by_id else ""
            return "It can come down while the puck is OFF." if when == "come-out" else "It stays until it is decided."
        case Reason.NOT_OFFERED:
            return "`rules` lists the bets of this book."
        case Reason.RACK_TOO_SMALL:
            return "`buy in 100` brings more chips."
        case Reason.NO_SUCH_BET:
            return "`bets` lists what you have up."
        case Reason.NONSENSE:
            return "Write an amount like 10 or 12.50."
    return ""
