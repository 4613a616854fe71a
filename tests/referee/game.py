"""A whole table played slowly: bets, calls, rolls and the crew's procedures under each book.

Every command answers True if it was accepted; a refused command changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import bets, conduct, decisions, dice, notices, rolls, shooter, undo
from .limits import vigorish
from .position import COMPANION, Position


class Game(Position):
    """One table under one book, and everything that can be asked of it."""

    def __init__(self, book: str, table: Mapping[str, Any], racks: dict[int, int]) -> None:
        super().__init__(book, table, racks)
        self.attend()

    @property
    def vig(self) -> dict[int, dict[str, int]]:
        """The vigorish paid on every bet on the layout, 0 where the bet carries none."""
        return {
            seat: {spot: vigorish(self.book, spot, c.stake) for spot, c in mine.items()}
            for seat, mine in self.layout.items()
        }

    def attend(self, accepted: bool = True) -> bool:
        """What the crew does by itself after something was accepted."""
        if not accepted:
            return False
        conduct.rebet(self)
        if self.automatic:
            dice.find_dice(self)
            if self.phase == "called":
                rolls.settle(self)
            if self.phase == "settled" or (self.phase == "closed" and (self.again or not self.may_roll())):
                rolls.open_bets(self)
                conduct.rebet(self)
            if self.phase == "open":
                for seat, mine in self.layout.items():
                    for spot, chips in list(mine.items()):
                        if chips.pending:
                            bets.confirm(self, seat, spot, chips.pending == "only")
                shooter.find_shooter(self)
        return True

    def may_roll(self) -> bool:
        """Whether the dice can go out: nobody has still to choose, and a shooter has what a shooter needs."""
        return not self.choices and shooter.may_throw(self)

    def back(self, seat: int, accepted: bool) -> bool:
        """Whoever does something at the table is there."""
        if accepted:
            self.away.discard(seat)
        return self.attend(accepted)

    # --- what the players do

    def bet(self, seat: int, spot: str, amount: int) -> bool:
        """Put an amount on a spot, on top of what is there."""
        return self.back(seat, bets.bets_taken(self) and bets.place(self, seat, spot, amount, noticed=True))

    def late(self, seat: int, spot: str, amount: int, confirmed_by: list[str]) -> bool:
        """Take a bet while the dice are in the air."""
        if self.book != "exhibit-a" or "dealer" not in confirmed_by or "boxperson" not in confirmed_by:
            return False
        return self.back(seat, bets.place(self, seat, spot, amount, noticed=True))

    def remove(self, seat: int, spot: str) -> bool:
        """Take a bet down."""
        if seat not in self.racks or spot not in self.layout[seat]:
            return False
        return self.reduce(seat, spot, self.layout[seat][spot].stake)

    def reduce(self, seat: int, spot: str, by: int) -> bool:
        """Take part of a bet down; the whole of it is a removal."""
        if not bets.bets_taken(self) or not bets.reduce(self, seat, spot, by):
            return False
        shooter.end_decision_only_if_done(self)
        shooter.lost_line_bet(self, seat)
        return self.back(seat, True)

    def call(self, seat: int, spot: str, on: bool, *, confirmed: bool = True, only: bool = False) -> bool:
        """Call a bet on or off."""
        if not bets.bets_taken(self):
            return False
        confirmed = confirmed or self.automatic
        return self.back(seat, bets.call(self, seat, spot, on, confirmed=confirmed, only=only))

    def confirm_call(self, seat: int, spot: str) -> bool:
        """The crew puts the button on a bet that was called."""
        if seat not in self.racks or spot not in self.layout[seat] or not bets.bets_taken(self):
            return False
        pending = self.layout[seat][spot].pending
        if not pending:
            return False
        bets.confirm(self, seat, spot, pending == "only")
        return self.attend()

    def keep(self, seat: int, spot: str, on: bool) -> bool:
        """Stand by a spot's bet, or stop doing so."""
        return self.back(seat, conduct.keep(self, seat, spot, on))

    def sit(self, seat: int, name: str, rack: int) -> bool:
        """Take a free seat."""
        return self.attend(conduct.sit(self, seat, name, rack))

    def buy_in(self, seat: int, amount: int) -> bool:
        """Turn cash into chips."""
        return self.back(seat, conduct.buy_in(self, seat, amount))

    def leave(self, seat: int) -> bool:
        """Go, with nothing left on the layout."""
        if not conduct.leave(self, seat):
            return False
        shooter.gone(self, seat)
        self.declined.discard(seat)
        if self.previous == seat:
            self.previous = None
        return self.attend()

    def come_back(self, seat: int) -> bool:
        """Be at the table again."""
        return self.attend(conduct.come_back(self, seat))

    def take_dice(self, seat: int) -> bool:
        """Accept the dice."""
        return self.back(seat, shooter.take(self, seat))

    def decline_dice(self, seat: int) -> bool:
        """Let the dice go by."""
        return self.back(seat, shooter.decline(self, seat))

    def pass_dice(self, seat: int) -> bool:
        """Give the dice up."""
        return self.back(seat, shooter.pass_on(self, seat))

    # --- what the crew does

    def unnoticed(self, seat: int, spot: str, amount: int, *, witness: bool = True) -> bool:
        """Record a bet that reached the layout past the limits, once bets are closed with a second person."""
        if self.book not in ("adelaide", "sentosa") or self.phase == "settled":
            return False
        if not bets.bets_taken(self) and not witness:
            return False
        return self.attend(bets.place(self, seat, spot, amount, noticed=False))

    def notice(self, seat: int, spot: str) -> bool:
        """Notice a bet outside the limits before the bets are closed."""
        return self.attend(bets.notice_bet(self, seat, spot))

    def post(self, setting: str, value: object) -> bool:
        """Change what is posted at the table."""
        return self.attend(notices.post(self, setting, value))

    def walk_away(self, seat: int, pending: bool, spot: str = "") -> bool:
        """A player leaves the bets behind; a choice that is open may be named."""
        if not conduct.walk_away(self, seat, pending, spot):
            return False
        shooter.gone(self, seat)
        return self.attend()

    def tell_off(self, seat: int) -> bool:
        """Warn a player who touched a wager."""
        return self.attend(conduct.tell_off(self, seat))

    def bar(self, seat: int) -> bool:
        """Refuse a player's future wagers."""
        return self.attend(conduct.bar(self, seat))

    def lift_bar(self, seat: int) -> bool:
        """Take a barred player's wagers again."""
        return self.attend(conduct.lift_bar(self, seat))

    def partner(self, seat: int, other: int) -> bool:
        """Let two players count as one."""
        return self.attend(conduct.partner(self, seat, other))

    def offer_dice(self, *, house: bool = False) -> bool:
        """Offer the dice to the next in turn."""
        if house and not self.automatic:
            return False  # people run this table
        return self.attend(shooter.offer(self, house=house))

    def move_dice_on(self) -> bool:
        """The time is over for whoever was offered the dice, or holds them without a line bet."""
        return self.attend(shooter.time_over(self))

    def order_dice(self) -> bool:
        """Take the dice from the shooter."""
        return self.attend(shooter.order_passed(self))

    def companion(self, *, house: bool = False) -> bool:
        """Let somebody who is none of the seats finish the point."""
        if house and not self.automatic:
            return False  # people run this table
        return self.attend(shooter.companion_shoots(self, house=house))

    def decision_only(self) -> bool:
        """From here the dice only decide the come and don't come bets (exhibit-a Shooter (2))."""
        return self.attend(shooter.for_decision(self))

    # --- disputes and decisions

    def raise_dispute(self, seat: int) -> bool:
        """A player complains."""
        return self.back(seat, decisions.raise_dispute(self, seat))

    def decide_dispute(self, number: int, order: decisions.Order) -> bool:
        """The house decides a dispute."""
        return self.attend(decisions.decide_dispute(self, number, order))

    def decide_matter(self, order: decisions.Order) -> bool:
        """The house decides what the rules do not cover."""
        return self.attend(decisions.decide_matter(self, order))

    def request_review(self, seat: int, number: int) -> bool:
        """A player asks for the review of a decision."""
        return self.back(seat, decisions.request_review(self, seat, number))

    def decide_review(self, number: int, order: decisions.Order) -> bool:
        """The review has an outcome."""
        return self.attend(decisions.decide_review(self, number, order))

    # --- a roll, in its steps and whole

    def open(self) -> bool:
        """Invite bets."""
        return self.attend(rolls.open_bets(self))

    def close(self, *, house: bool = False) -> bool:
        """No more bets."""
        if house and not self.automatic:
            return False  # people run this table
        return self.attend(rolls.close_bets(self, house=house))

    def throw(self, seat: int) -> bool:
        """The dice leave a hand."""
        result = shooter.throw(self, seat)
        if not result:
            return False
        self.phase = "out"
        self.again = self.going_out = False
        self.bettings += 1
        self.due.clear()
        if result == "no roll":
            rolls.no_roll(self)
        return self.back(seat, True)

    def call_roll(self, a: int, b: int) -> bool:
        """The dice are read."""
        return self.attend(rolls.call_dice(self, a, b))

    def settle(self) -> bool:
        """Pay and take."""
        return self.attend(rolls.settle(self))

    def call_no_roll(self, off_table: bool = False, die: int = 0) -> bool:
        """The throw does not count; one die or both may have left the table."""
        if self.phase not in ("out", "called") or (die and die not in self.dice.hand):
            return False
        rolls.no_roll(self)
        if off_table:
            dice.off_table(self, die)
        return self.attend()

    def choose_dice(self, seat: int, first: int, second: int) -> bool:
        """The shooter picks two dice."""
        return self.back(seat, dice.choose(self, seat, first, second))

    def recover_die(self, die: int) -> bool:
        """A missing die is found."""
        return self.attend(dice.recover(self, die))

    def check_die(self, die: int) -> bool:
        """A die that was found is checked."""
        return self.attend(dice.check(self, die))

    def lose_die(self, die: int) -> bool:
        """A missing die is given up."""
        return self.attend(dice.lose(self, die))

    def replace_dice(self) -> bool:
        """A new set of dice."""
        return self.attend(dice.replace(self))

    def dispute_face(self, seat: int) -> bool:
        """A player objects to the face that was called."""
        return self.back(seat, rolls.dispute(self, seat))

    def rule(self, faces: tuple[int, int] | None, *, leaning: bool = False) -> bool:
        """The boxperson decides a disputed face, or of a die that does not lie flat, or voids the throw."""
        return self.attend(rolls.rule(self, faces, leaning=leaning))

    def roll(self, a: int, b: int) -> bool:
        """A roll from bets open to bets open, whole or not at all; a throw that is none ends it."""
        if not self.may_roll() or (self.phase == "settled" and not self.open()):
            return False
        if self.phase == "open":
            rolls.close_bets(self)
        if self.phase != "closed" or self.shooter is None:
            return False
        self.throw(self.shooter)
        if self.phase == "out":
            rolls.call_dice(self, a, b)
            rolls.settle(self)
        if self.phase == "settled":
            rolls.open_bets(self)
        return self.attend()

    def no_roll(self) -> bool:
        """A throw that does not count, and bets open again."""
        if not rolls.close_bets(self) or not self.throw(self.shooter or COMPANION):
            return False
        rolls.no_roll(self)
        rolls.open_bets(self)
        return self.attend()

    # --- when something goes wrong

    def interrupt(self) -> bool:
        """A technical interruption."""
        return self.attend(undo.interrupt(self))

    def malfunction(self, last_roll: bool = False) -> bool:
        """Evolution: pays and play of the roll in hand are void, or of the last settled one if it is named."""
        return self.attend(undo.malfunction(self, last_roll=last_roll))

    def invalidate(self) -> bool:
        """Adelaide: the outcome has no effect."""
        return self.attend(undo.invalidate(self))

    def correct(self, roll: tuple[int, int] | None) -> bool:
        """Sentosa: the roll was called wrongly, or (None) was no roll."""
        return self.attend(undo.correct(self, roll))
