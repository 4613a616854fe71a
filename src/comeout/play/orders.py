"""The parser for commands of and to the crew, by the verbs of transcripts: `no more bets`, `call 3 4`."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from comeout.play.intents import Order
from comeout.rules.layout import Layout
from comeout.speech.bet_intents import Puzzled
from comeout.speech.bet_words import after
from comeout.table.advice.duties import READS_ONLY, grounds, grounds_of, is_duty, void_command
from comeout.table.messages import Command
from comeout.table.notation.spoken import FIGURES, plain
from comeout.table.notation.transcript import VERBS, TranscriptError, parse_command
from comeout.table.settings import Settings

_OF_REAL_DICE = ("call-roll", "correct-roll", "rule")
"""Verbs that are only available where people throw real dice."""


def orders_of(layout: Layout, settings: Settings, roles: Iterable[str], *, real_dice: bool) -> list[str]:
    """Return the verbs that these roles may use at the table."""
    working = [role for role in roles if role != READS_ONLY]
    wanted = [verb for verb in CREW_VERBS if real_dice or verb not in _OF_REAL_DICE]
    return [verb for verb in wanted if any(is_duty(layout, settings, VERBS[verb], role) for role in working)]


def reasons_of(layout: Layout, settings: Settings, verb: str, roles: Iterable[str]) -> list[str]:
    """Return the reasons of the book that these roles may give for a verb."""
    return [ground.code for ground in grounds_of(layout, settings, VERBS[verb], roles)]


def spoken_by(command: Command, role: str) -> Command:
    """Return the command with `by` set to a role."""
    return dataclasses.replace(command, by=role)  # type: ignore[arg-type]  # an order has a role for its giver


def is_of_crew(command: Command) -> bool:
    """Tell whether only the crew may give a command."""
    return hasattr(command, "by")


def of_seat(command: Command, seat: int) -> Command:
    """Return the command with `seat` set to a player's seat."""
    return dataclasses.replace(command, seat=seat)  # type: ignore[arg-type]  # a player's command has a seat


VOID = "void"
"""The verb for a void; each book has one procedure for it."""


class OrderWord(NamedTuple):
    """How a verb of the transcript is typed, with an example and its meaning."""

    verb: str
    spoken: str
    example: str
    means: str


_CREW = (
    OrderWord("open", "open bets; open betting; open; place your bets", "open bets", "invite bets"),
    OrderWord("close", "no more bets; close bets; close betting", "no more bets", "close them"),
    OrderWord("offer-dice", "offer dice; offer the dice", "offer dice", "to the next player in turn"),
    OrderWord("call-roll", "call roll; call", "call 3 4", "the two faces at rest"),
    OrderWord("settle", "settle roll; settle; pay", "settle", "pay and take what the roll decided"),
    OrderWord("no-roll", "call no roll; no roll", "no roll {ground}", "the throw does not count"),
    OrderWord("note-no-roll", "note no roll", "note no roll WORDS", "what was wrong with the throw"),
    OrderWord("rule", "rule on roll; ruling; rule", "rule 3 4, rule void", "on a face that is disputed"),
    OrderWord(
        "correct-roll", "correct roll; correct", "correct 3 4, correct void {ground}", "a roll that was called wrongly"
    ),
    OrderWord("confirm-call", "confirm call", "confirm call 2 hard 8", "the button on seat 2's bet"),
    OrderWord("confirm-bet", "confirm bet; confirm", "confirm bet 2 field", "a late or spoken bet of seat 2"),
    OrderWord("place-bet-for", "for seat", "for seat 2 field 5", "place what a player asks for"),
    OrderWord("record-bet", "record bet; record; unnoticed", "record 2 field 5", "a bet that went unnoticed"),
    OrderWord("notice-bet", "notice bet; notice", "notice 2 field", "a bet outside the limits"),
    OrderWord("order-dice-passed", "order dice passed; order", "order {order}", "take the dice from the shooter"),
    OrderWord("let-companion-shoot", "companion finishes", "companion finishes", "the point nobody may shoot"),
    OrderWord("roll-for-decision", "", "decide", "roll on only for the come bets"),
    OrderWord("recover-die", "recover die; die found; found die", "die found 1", "a die that left the table"),
    OrderWord("check-die", "check die; die checked; checked die", "die checked 1", "it may be thrown again"),
    OrderWord("lose-die", "lose die; die lost; lost die", "die lost 1", "it cannot be found"),
    OrderWord("replace-dice", "replace dice; new dice", "new dice", "a new set on the table"),
    OrderWord("register-dice", "register dice", "register dice 5 191 7", "a set: how many, size, opposites"),
    OrderWord("interrupt", "interruption; interrupt", "interrupt", "a technical one; two people"),
    OrderWord("invalidate", "invalidate", "invalidate {invalidate}", "undo the last roll; two people"),
    OrderWord("malfunction", "declare malfunction; malfunction", "malfunction", "void pays and play; two people"),
    OrderWord("note-error", "note error", "note error WORDS", "an error that nothing can change"),
    OrderWord("mark-away", "walked away; mark away; away", "away 2", "seat 2 walked away"),
    OrderWord("warn", "warn", "warn 2", "seat 2, for touching bets"),
    OrderWord("bar", "bar", "bar 2", "no more bets from seat 2"),
    OrderWord("lift-bar", "lift bar; unbar", "lift bar 2", "bets from seat 2 again"),
    OrderWord("flag-partners", "flag partners; partners", "partners 1 2", "two seats count as one"),
    OrderWord("decide-dispute", "decide dispute", "decide dispute 1 WORDS", "the house's decision"),
    OrderWord("decide-review", "decide review", "decide review 1 WORDS", "the outcome of a review"),
    OrderWord("decide-matter", "decide matter", "decide matter WORDS", "what the rules do not cover"),
    OrderWord("post", "post notice; post", "post min pass 5", "a limit or another setting"),
    OrderWord("appoint", "appoint", "appoint dealer NAME", "put somebody into a position"),
    OrderWord("notify-inspector", "notify inspector; inspector told", "inspector told", "before the table closes"),
    OrderWord("close-table", "close the table; close table", "close table", "bets go back, everybody colours up"),
)
_PLAYERS = (
    OrderWord("late-bet", "late bet; late", "late field 5", "offer a bet while the dice are out"),
    OrderWord("speak-bet", "speak bet; speak", "speak field 5", "call a bet out, for the crew"),
    OrderWord("decline-dice", "decline dice; decline", "decline dice", "let them go by"),
    OrderWord("choose-dice", "choose dice; choose", "choose dice 1 3", "two dice of the set"),
    OrderWord("dispute-face", "dispute face; dispute", "dispute", "object to the face that was called"),
    OrderWord("raise-dispute", "raise dispute; complain", "complain WORDS", "enter a dispute"),
    OrderWord("request-review", "request review; review", "review 1", "of a dispute that was decided"),
    OrderWord("come-back", "come back; i am back", "come back", "after you walked away"),
)
ORDERS = {word.verb: word for word in (*_CREW, *_PLAYERS)}
CREW_VERBS, PLAYER_VERBS = tuple(word.verb for word in _CREW), tuple(word.verb for word in _PLAYERS)

_CODED = {"ground", "reason"}
"""Fields whose values a book lists."""
_TEXTS = {"note", "about", "decision", "person"}
"""Fields that take the rest of the line as free text."""
_NOT_SAID = {"seat", "die", "dice", "dispute", "to", "the", "is", "was", "of"}
_FACES = {"one": "1", **FIGURES}


def spoken_orders() -> dict[str, str]:
    """Return all phrases that start a crew command, longest first, with the verb of each."""
    spoken = {phrase: word.verb for word in ORDERS.values() for phrase in word.spoken.split("; ") if phrase}
    spoken |= {verb: verb for verb in ORDERS} | {VOID: VOID}
    return dict(sorted(spoken.items(), key=lambda pair: -len(pair[0])))


def _reasons(layout: Layout, verb: str) -> tuple[str, ...]:
    """Return the reasons that a book lists for a verb."""
    return tuple(ground.code for ground in grounds(layout, VERBS[verb]))


def example_of(layout: Layout, verb: str) -> str:
    """Return an example of a command that is valid at this table."""
    known = _reasons(layout, verb)
    reason = known[0].replace("-", " ") if known else "REASON"
    return ORDERS[verb].example.format(ground=reason, order=reason, invalidate=reason)


class Orders:
    """Parses crew commands at the table of one book. It does not check who may give them."""

    def __init__(self, layout: Layout) -> None:
        self._layout, self._phrases = layout, spoken_orders()

    def whole_line(self, line: str) -> Order | Puzzled | None:
        """Parse a command that ends in free text, in which commas and capitals count."""
        verb, rest = self._verb(" ".join(line.split()))
        texts = _TEXTS & {field.name for field in dataclasses.fields(VERBS[verb])} if verb in VERBS else ()
        return self._read(verb, rest) if texts else None

    def read(self, spoken: str) -> Order | Puzzled | None:
        """Parse a crew command; None if the words are none, or mean something else to a player."""
        verb, rest = self._verb(spoken)
        if not verb or (verb in ("call-roll", "rule") and not _is_ruling(rest)):
            return None
        return self._void(rest) if verb == VOID else self._read(verb, rest)

    def _verb(self, said: str) -> tuple[str, str]:
        phrase, _ = after(plain(said), self._phrases)
        return (self._phrases[phrase], said[len(phrase) :].strip()) if phrase else ("", "")

    def _void(self, rest: str) -> Order | Puzzled:
        reason, _ = _coded(_reasons(self._layout, "invalidate"), rest.split())
        command = void_command(self._layout, "house", reason)
        if command:
            return Order(command)
        known = ", ".join(_reasons(self._layout, "invalidate"))
        return Puzzled(f"void the last roll for which reason? Say `void REASON`: {known}")

    def _read(self, verb: str, rest: str) -> Order | Puzzled:
        actor, *fields = dataclasses.fields(VERBS[verb])
        words = rest.split()
        named = [word for word in words if any(word.startswith(f"{field.name}=") for field in fields)]
        left = [word for word in words if word not in named]
        for field in fields:
            if left and not any(word.startswith(f"{field.name}=") for word in named):
                text, left = self._take(verb, field, left)
                named += [f"{field.name}={text}"] if text else []
        if left:
            return Puzzled(f'"{" ".join(left)[:40]}" is too much; say `{example_of(self._layout, verb)}`')
        try:
            return Order(parse_command(["house" if actor.name == "by" else "0", verb, *named]))
        except TranscriptError as bad:
            return Puzzled(f"{bad.problem}; say `{example_of(self._layout, verb)}`")

    def _take(self, verb: str, field: dataclasses.Field[Any], words: list[str]) -> tuple[str, list[str]]:
        """Parse the value of a field from the first words, and return it with the words that are left."""
        if field.name in _TEXTS:
            return " ".join(words), []
        if field.name in _CODED:
            return _coded(_reasons(self._layout, verb), words)
        words = words[next((place for place, word in enumerate(words) if word not in _NOT_SAID), 0) :]
        if field.name == "setting":
            return " ".join(self._merged(words[:-1])), words[-1:]
        if str(field.type).startswith("Roll"):
            return _faces(words)
        if field.name == "spot":
            words = self._merged(words)
        return words[0], words[1:]

    def _merged(self, words: list[str]) -> list[str]:
        """Join words that name a spot into its id: "place 6" becomes place-6."""
        for start in range(len(words)):
            for end in range(len(words), start + 1, -1):
                spot = "-".join(FIGURES.get(word, word) for word in words[start:end]).replace("'", "")
                if spot in self._layout.by_id:
                    return [*words[:start], spot, *words[end:]]
        return words


def _is_ruling(rest: str) -> bool:
    """Tell whether two faces or `void` follow. A player who types `call on` or `rule 6` means something else."""
    face = rf"(?:\d+|{'|'.join(_FACES)})"
    return bool(re.match(rf"void$|{face}(?: and |[ -]){face}(?: |$)", rest))


def _faces(words: list[str]) -> tuple[str, list[str]]:
    if words[0] == "void":
        return "void", words[1:]
    said = [part for word in words for part in word.split("-") if part not in ("and", "")]
    return "-".join(_FACES.get(face, face) for face in said[:2]), said[2:]


def _coded(known: Iterable[str], words: list[str]) -> tuple[str, list[str]]:
    """Match the longest prefix in the book's list, with or without hyphens; else everything, to be refused."""

    def bare(text: str) -> str:
        return text.lower().replace("-", " ")

    for end in range(len(words), 0, -1):
        code = next((each for each in known if bare(each) == bare(" ".join(words[:end]))), "")
        if code:
            return code, words[end:]
    return " ".join(words), []
