"""The buffer of news from a remote house: events, countdowns and outages, until the terminal prints them."""

from __future__ import annotations

from collections.abc import Sequence

from comeout.client import Away, Back, News, Note, RemoteTable
from comeout.play.event_lines import QUIET
from comeout.play.screen import Paper
from comeout.protocol.frames import Countdown, Snapshot, Trouble
from comeout.table import messages as m
from comeout.table.messages import Event
from comeout.table.notation.transcript import VERBS

_VERB_OF = {command.__name__: verb for verb, command in VERBS.items()}


class HouseNews:
    """Buffers the news of a remote table and prints them when the player is ready."""

    def __init__(self, table: RemoteTable, paper: Paper) -> None:
        self._table, self._paper = table, paper
        self._unread: list[News] = []
        """News that arrived while an answer was awaited."""
        self._held: list[Event] = []
        """Events that are not printed yet."""
        self._aside: list[News] = []
        """Other news that is not printed yet: countdowns, outages, snapshots."""

    def fresh(self) -> list[Event]:
        """Return the events that are not printed yet; other news waits for `say_aside`."""
        self.take_in()
        events, self._held = self._held, []
        return events

    def hold(self, events: Sequence[Event]) -> None:
        """Put events back at the front of the buffer."""
        self._held[:0] = events

    def take_in(self) -> bool:
        """Move new news into the buffer; returns whether any of it should be printed now."""
        unread, self._unread = [*self._unread, *self._table.unread()], []
        for news in unread:
            if isinstance(news, Event):
                self._meet(news)
                self._held.append(news)
            elif not isinstance(news, Note) or self._is_for_crew(news):
                self._aside.append(news)
        quiet = () if self._table.mirror.state.settings.crew == "people" else QUIET
        return bool(self._aside) or not all(isinstance(event, quiet) for event in self._held)

    def _is_for_crew(self, note: Note) -> bool:
        """Tell whether a note asks this player, as crew, to be the second person."""
        mirror = self._table.mirror
        return note.kind == "second-wanted" and bool(mirror.roles) and note.body["player"] != mirror.player

    def _meet(self, event: Event) -> None:
        """Look up the name of a player who sat down."""
        seats, names = self._table.mirror.state.seats, self._table.seats
        if isinstance(event, m.SeatTaken) and event.seat != self._table.seat and event.seat in seats:
            seats[event.seat].player = names.get(event.seat, event.player)

    # -------------------------------------------------------------- saying it

    def say_links(self) -> None:
        """Print lost and restored connections at once; everything else waits."""
        for each in self._table.unread():
            if isinstance(each, (Away, Back)):
                self._say(each)
            else:
                self._unread.append(each)

    def say_aside(self) -> None:
        """Print the news that are no events; of several countdowns only the last."""
        aside, self._aside = self._aside, []
        counts = [news for news in aside if isinstance(news, Countdown)]
        for news in aside:
            if not isinstance(news, Countdown) or news is counts[-1]:
                self._say(news)

    def _say(self, news: News) -> None:
        match news:
            case Countdown(waiting=str(waiting)) if waiting and self._table.waiting:
                self._paper.say(self.what_is_waited_for())
            case Countdown(closes_in_ms=int(left)):
                self._paper.line(f"Bets close in {(left + 500) // 1000} s.")
            case Trouble():
                self._paper.say(f"{news.says}.", "good" if news.over else "bad")
            case Snapshot():
                self._paper.say("Much has happened; `table` shows how everything lies now.")
            case Away():
                self._paper.say("The house does not answer; trying again. What you ask is sent once it is back.", "bad")
            case Back():
                self._paper.say(f"The house is back after {news.seconds:.0f} s.", "good")
            case Note():
                self.say_wanted(news.body["name"])

    def what_is_waited_for(self) -> str:
        """Return what the table waits for, how long, and what the player can do about it."""
        table = self._table
        mine = table.whose is not None and table.whose == table.seat
        left = f" ({table.closes_in_s:.0f} s)" if table.closes_in_s is not None else ""
        offered = mine and table.mirror.state.offered == table.seat
        says = "The dice are offered to you" if offered else f"The table waits{' for you' * mine}: {table.waiting}"
        hints = {"take": "Type `take dice` to have them.", "bet": "Bet on Pass or Don't Pass to get the dice.", "": ""}
        return f"{says}{left}. {hints[table.dice]}".strip()

    def say_wanted(self, name: str) -> None:
        """Print which command waits for a second person (dual control)."""
        word = _VERB_OF.get(name, name)
        self._paper.say(f"Somebody of the crew asks for `{word}`: a second person must ask for the same.")
