"""The session of one player in the terminal: parses a line, sends commands to the table, prints the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from comeout.money import Amount, show_amount
from comeout.play.event_lines import first_bet
from comeout.play.game import Game
from comeout.play.help import show_help, show_help_on
from comeout.play.intents import Asked, AskIntent, BuyInIntent, Help, Order, Save, Say, SeedIntent, Throw
from comeout.play.line_parser import LineParser
from comeout.play.narrator import Narrator
from comeout.play.rule_pages import show_book, show_standing, show_start, show_wager
from comeout.play.screen import Paper, show_bets, show_history, show_rack, show_table, style_of
from comeout.play.shooting import Shooting
from comeout.speech.bet_commands import BetCommand, called_already, commands_of
from comeout.speech.bet_intents import AboutBets, BetIntent, CallIntent, Keep, Puzzled, TakeDown
from comeout.speech.bet_targets import of_mine, to_bet
from comeout.speech.bet_words import printable
from comeout.speech.nearest_bets import absence
from comeout.table import messages as m
from comeout.table.advice.warnings import contract, placed_short
from comeout.table.answer import Answer
from comeout.table.decide import decide
from comeout.table.messages import Event, Rejected, RollSettled
from comeout.table.notation.bet_names import Target
from comeout.table.notation.spoken import plain


class PlayerSession:
    """One player at a table. `hear` executes one line and returns False when the player leaves."""

    def __init__(self, table: Game, seat: int, paper: Paper, *, alone: bool) -> None:
        self.table, self.seat, self.paper, self.layout = table, seat, paper, table.layout
        self._parser = LineParser(self.layout)
        self._narrator = Narrator(table, seat, paper)
        self._shooting = Shooting(self._narrator, alone=alone)
        self._bought = table.rack(seat) + sum(table.bets(seat).values())
        self._rolls_before = table.state.rolls
        self._fresh: list[list[tuple[str, Amount]]] = []
        """What each bet of the player placed since the last roll, for `undo`."""
        self._agreed: set[str] = set()
        """What the player has confirmed: kinds of contract bets, and bets that are paid short here."""
        self._asking = ""
        """Which of these the player is being asked about."""
        self._held: tuple[Asked, ...] = ()
        """What waits for that confirmation: the bet, and the rest of its line."""
        self._seated = "seat" in table.extras
        if self._seated:
            show_start(paper, self.layout, table.rack(seat), first_bet(table, seat, "pass"))
        else:
            show_standing(paper, self.layout, crew="crew" in table.extras)
        self._shooting.start()

    # -------------------------------------------------------------- listening

    def watch(self, events: Sequence[Event]) -> None:
        """Print events that the player did not ask for; after a roll, the table too."""
        self._tell(events)
        if any(isinstance(event, m.DiceOffered) for event in events):
            self._shooting.answer_offer()
        if any(isinstance(event, RollSettled) for event in events):
            self._show()

    def _tell(self, events: Sequence[Event]) -> None:
        if any(isinstance(event, RollSettled) for event in events):
            self._fresh.clear()
        self._narrator.tell(events)

    def hear(self, line: str) -> bool:
        """Execute the commands of a line, up to the first that is refused."""
        if not line.strip() and "throws" in self.table.extras:
            return True  # real dice are not thrown by a key pressed in passing
        held, self._held = self._held, ()
        if held and plain(line) in ("yes", "y"):
            self._agreed.add(self._asking)
            return self._do_all(held)
        if held:
            self.paper.say("Nothing was bet.", "dim")
            if plain(line) in ("no", "n"):
                return True
        asked = self._parser.parse(line)
        self._narrator.turn += 1
        if isinstance(asked, Puzzled):
            self._narrator.complain(asked.says)
            return True
        return self._do_all(asked)

    def _do_all(self, asked: Sequence[Asked]) -> bool:
        """Execute commands in order. A bet that needs confirmation holds back the rest of its line."""
        for place, each in enumerate(asked):
            if each == Say("quit"):
                return False
            if self._asks_first(each):
                self._held = tuple(asked[place:])
                break
            done = self._do(each)
            self._shooting.answer_offer()
            if not done:
                if place + 1 < len(asked):
                    self.paper.say("The rest of the line was not done.", "dim")
                break
        return True

    def _asks_first(self, asked: Asked) -> bool:
        """Ask for confirmation before the first contract bet of a kind, or one that is paid below its printed odds."""
        for key, told in self._to_agree(asked):
            if key not in self._agreed:
                self._asking = key
                self.paper.cited(*told)
                self.paper.say("Say `yes` to bet it; anything else leaves it.", indent=2)
                return True
        return False

    def _to_agree(self, asked: Asked) -> Iterator[tuple[str, tuple[str, str]]]:
        """Return what the player must confirm before a bet: a key, a sentence and its clause each."""
        state = self.table.state
        for bet in self._taken(asked):
            spot = self.layout.by_id[bet.spot]
            if contract(spot):
                yield f"contract {spot.wager_id}", (contract(spot), self.layout.cite(spot.remove_rule.clause))
            short = placed_short(self.layout, state, bet)
            if short:
                rounded_by = self.layout.rounded_by[state.settings.multiples_notice]
                yield f"short {spot.wager_id}", (short, self.layout.cite(*rounded_by))

    def _taken(self, asked: Asked) -> list[m.BetPlaced]:
        """Return those of the bets that the table would accept."""
        if not isinstance(asked, BetIntent) or asked.press:
            return []
        meant = self._meant(asked)
        bets = [] if isinstance(meant, Puzzled) else [bet for bet in meant if bet.spot in self.layout.by_id]
        answers = [decide(self.layout, self.table.state, bet) for bet in bets]
        taken = [answer for answer in answers if not isinstance(answer, Rejected)]
        return [event for events in taken for event in events if isinstance(event, m.BetPlaced)]

    def _do(self, asked: Asked) -> bool:
        """Execute one command; False if it was refused."""
        match asked:
            case BetIntent():
                return self._bet(asked)
            case TakeDown() | Keep():
                return self._change(asked)
            case CallIntent():
                return self._call(asked)
            case Throw():
                return self._throw(asked.times)
            case AskIntent(about="why"):
                self._narrator.why(asked.target)
            case AskIntent():
                return self._rules(asked.target)
            case Help():
                return self._help(asked.word)
            case BuyInIntent():
                return self._buy_in(asked.amount)
            case Save():
                return self._save(asked.file)
            case Order():
                return self._narrator.hear(self.table.order(asked.command))
            case SeedIntent():
                return self._seed(asked.text)
            case Say():
                return self._say(asked.word)
        return True

    def _say(self, word: str) -> bool:
        acts: dict[str, Callable[[], bool]] = {
            "undo": self._undo,
            "take-dice": self._shooting.take,
            "pass-dice": self._shooting.pass_on,
            "companion": self._shooting.companion,
            "decide": self._shooting.decide,
            "transcript": self._transcript,
        }
        if word in acts:
            return acts[word]()
        if word in ("bets", "rack") and not self._seated:
            return self._narrator.complain("you have no seat here; `table` shows how it stands")
        pages: dict[str, Callable[[], None]] = {
            "bets": lambda: show_bets(self.paper, self.table, self.seat),
            "rack": lambda: show_rack(self.paper, self.table, self.seat, bought=self._bought),
            "table": self._show,
            "history": self._history,
            "fairness": self._fairness,
            "help": lambda: show_help(self.paper, self.table),
        }
        pages[word]()
        return True

    # -------------------------------------------------------------- bets

    def _meant(self, asked: AboutBets) -> list[BetCommand] | Puzzled:
        return commands_of(self.layout, self.table.state, self.seat, asked)

    def _bet(self, asked: BetIntent) -> bool:
        commands = self._meant(asked)
        if isinstance(commands, Puzzled):
            return self._narrator.complain(commands.says)
        placed: list[tuple[str, Amount]] = []
        for command in commands:
            assert isinstance(command, m.PlaceBet), "a bet is made with nothing else"
            if not self._narrator.send(command, command.spot):
                break
            placed.append((command.spot, command.amount))
        if placed:
            self._fresh.append(placed)
        return len(placed) == len(commands)

    def _change(self, asked: TakeDown | Keep) -> bool:
        commands = self._meant(asked)
        if isinstance(commands, Puzzled):
            return self._narrator.complain(commands.says)
        done = [self._narrator.send(command, command.spot) for command in commands]
        return all(done)

    def _undo(self) -> bool:
        while self._fresh:
            bets = self.table.bets(self.seat)
            last = [(spot, amount) for spot, amount in self._fresh[-1] if bets.get(spot, 0) >= amount]
            done = [self._take_back(spot, amount) for spot, amount in reversed(last)]
            if all(done):
                self._fresh.pop()
            if done:
                return all(done)
        return self._narrator.complain("nothing was placed since the last roll")

    def _take_back(self, spot: str, amount: Amount) -> bool:
        whole = self.table.bets(self.seat)[spot] == amount
        command = m.RemoveBet(self.seat, spot) if whole else m.ReduceBet(self.seat, spot, amount)
        return self._narrator.send(command, spot)

    def _call(self, asked: CallIntent) -> bool:
        commands = self._meant(asked)
        if isinstance(commands, Puzzled):
            return self._narrator.complain(commands.says)
        if all(called_already(self.layout, self.table.state, command) for command in commands):
            self.paper.line(f"  {', '.join(command.spot for command in commands)}: called on already")
            return True
        refusals: dict[str, tuple[Rejected, str]] = {}
        for command in commands:
            if called_already(self.layout, self.table.state, command):
                continue  # it was called before, or the button of another bet of its kind speaks for it
            answer = self.table.send(command)
            if answer.refused:
                refusals.setdefault(answer.refused.says, (answer.refused, command.spot))
            else:
                self._narrator.tell(answer)
        for refused, spot in refusals.values():
            self._narrator.refuse(refused, spot)
        return not refusals

    def _buy_in(self, amount: Amount) -> bool:
        if not self._narrator.send(m.BuyIn(self.seat, amount)):
            return False
        self._bought += amount
        return True

    # -------------------------------------------------------------- dice

    def _throw(self, times: int) -> bool:
        for rolled in range(times):
            kept = self._shooting.why_not()
            answer = Answer(refused=kept) if kept else self.table.throw()
            if answer.refused:
                if rolled:
                    self._show()
                self._narrator.refuse(answer.refused)
                if self._seated:
                    self._shooting.suggest(answer.refused)
                return False
            if not len(answer):
                return True  # the player would not wait for it
            self._tell(answer)
        self._shooting.answer_offer()
        self._show()
        return True

    # -------------------------------------------------------------- pages

    def _rules(self, target: Target | None) -> bool:
        if target is None or (target.every and not target.wager):
            show_book(self.paper, self.layout)
            return True
        if not target.wager:
            mine = of_mine(self.layout, self.table.state, self.seat, target)
            lying = [spot.id for spot in self.layout.spots if spot.number == target.number and not spot.wager.travels]
            place = [name for name in lying if name == f"place-{target.number}"]
            some = (mine or place or lying)[:1]
            say = f"Say `rules {some[0].replace('-', ' ')}`" if some else "`rules` lists them"
            return self._narrator.complain(f"rules of which bet? {say}")
        known = target.spot in self.layout.by_id or target.spot in self.layout.rulebook.wager
        name = target.spot if known else to_bet(self.layout, self.table.state, self.seat, target)[0]
        lacking = absence(self.layout, name)
        if lacking:
            return self._narrator.complain(f'there is no bet "{name}": {lacking}')
        show_wager(self.paper, self.layout, name)
        return True

    def _help(self, word: str) -> bool:
        if show_help_on(self.paper, word, self.table):
            return True
        return self._narrator.complain(f'there is no help on "{printable(word)}"; `help` shows all of it')

    def _seed(self, text: str) -> bool:
        """Set the client seed; without text, explain how the dice are made."""
        refused = self.table.set_seed(text) if text else None
        if refused:
            return self._narrator.refuse(refused)
        if text:
            self.paper.say('From the next "no more bets" on, your seed goes into every roll.', indent=2)
        self._fairness()
        return True

    def _fairness(self) -> None:
        for sentence in self.table.fairness():
            self.paper.say(sentence, indent=2)

    def _history(self) -> None:
        rolls = (event for event in self.table.log if isinstance(event, RollSettled))
        show_history(self.paper, rolls, self.seat)

    def _transcript(self) -> bool:
        text = self.table.transcript()
        if isinstance(text, Rejected):
            return self._narrator.refuse(text)
        self.paper.page(text)
        return True

    def _save(self, name: str) -> bool:
        if not name:
            return self._narrator.complain("save where? Say `save game.txt`")
        path = Path(name).expanduser()
        text = self.table.transcript()
        if isinstance(text, Rejected):
            return self._narrator.refuse(text)
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            return self._narrator.complain(f'"{printable(name)}" is there already; choose another name')
        except (OSError, ValueError) as bad:
            return self._narrator.complain(f'"{printable(name)}" cannot be written: {bad}')
        self.paper.say(f"Saved. `comeout replay {name}` plays it again.")
        return True

    def _show(self) -> None:
        show_table(self.paper, self.table, self.seat, bought=self._bought)

    @property
    def prompt(self) -> str:
        """Return the prompt: the point, the rack and the bets."""
        puck = f"ON {self.table.point}" if self.table.point else "OFF"
        where = f"rack {show_amount(self.table.rack(self.seat))}" if self._seated else self.table.state.phase.value
        return f"{puck}, {where} > "

    def goodbye(self) -> None:
        """Print the result of the session."""
        if not self._seated:
            self.paper.say("Goodbye.")
            return
        rolls = self.table.state.rolls - self._rolls_before
        up = sum(self.table.bets(self.seat).values())
        result = self.table.rack(self.seat) + up - self._bought
        still = f", {show_amount(up)} of it still on the layout" if up else ""
        word = f"{'ahead' if result > 0 else 'behind'} by {show_amount(abs(result))}" if result else "even"
        self.paper.say(
            f"Goodbye. You brought {show_amount(self._bought)} and have {show_amount(self._bought + result)}{still}: "
            f"{word} after {rolls} roll{'' if rolls == 1 else 's'}.",
            style_of(result) if result else "",
        )
