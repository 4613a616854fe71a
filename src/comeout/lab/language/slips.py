"""Slips: what craps players write from memory, and how the language says it. Only texts that cannot be read come here.

A slip is a pattern of a whole line, of a moment (what stands before the colon) or of an act, with what to write
instead. Nothing is suggested that cannot be read: the text is tried with the suggestion in its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from comeout.lab.language.text_errors import At, StrategyTextError
from comeout.table.notation.bet_names import SPOKEN
from comeout.table.notation.spoken import FIGURES

Rewrite = str | Callable[[re.Match[str]], str]
"""What to write instead: a template with the groups of the pattern, or a function of the match."""
Patterns = tuple[tuple[str, Rewrite], ...]
TryText = Callable[[str], StrategyTextError | None]
"""Reads a text, and returns what is wrong with it, if anything."""

MOST_TEXT, MOST_LINE = 20_000, 160
"""Longer texts and lines get their error as it is: suggestions are tried, and that takes time."""

_BOXES = ("4", "5", "6", "8", "9", "10")
_PROPOSITIONS = {"2": "craps 2", "3": "craps 3", "7": "any seven", "11": "eleven", "12": "craps 12"}
_SPELLED = {word: number for word, number in FIGURES.items() if number not in ("11", "12")}
_WORDS = re.compile(r"[:,()]|[<>=]+|[^\s:,()<>=]+")
_ARTICLES = frozenset(("the", "a", "an"))


def slip(text: str, bad: StrategyTextError, wrong_with: TryText) -> StrategyTextError:
    """The error of a text, with a suggestion that can be read if it is a common slip; else as it is."""
    if len(text) > MOST_TEXT or not text.strip():
        return bad
    line = text.splitlines()[bad.line - 1].partition("#")[0]
    if len(line) > MOST_LINE:
        return bad
    for segment in _segments(line, bad.column):
        if re.fullmatch(_SILENT, segment.plain) and segment.kind == "act":
            hint = "leave it out: a bet that no rule speaks of stays as it is, and no other is made"
            return StrategyTextError(f'"{segment.raw}" needs no rule', At(bad.line, segment.column), hint=hint)
        for kind, pattern, told in _ELSEWHERE:
            if kind == segment.kind and (found := re.fullmatch(pattern, segment.plain)):
                at = At(bad.line, segment.column)
                return StrategyTextError(f'"{segment.raw}" is not said like this', at, hint=_filled(told, found))
        for told in _rewritten(segment):
            if bad.hint in (f'did you mean "{told}"?', f'write it like "{told}"'):
                return bad
            if told != segment.raw.lower() and _reads(text, bad, segment, told, wrong_with):
                problem = f'"{segment.raw}" is not how it is written'
                return StrategyTextError(problem, At(bad.line, segment.column), hint=f'write "{told}"')
    return bad


# ------------------------------------------------------------------ parts of a line


class _Segment(NamedTuple):
    """Part of a line: its kind, its column, as it is written, and in plain words with figures and no articles."""

    kind: str
    column: int
    raw: str
    plain: str


def _segments(line: str, column: int) -> Iterator[_Segment]:
    """The parts of a line that an error in a column may be about, the smallest first."""
    colon = line.find(":")
    before, after = (line, "") if colon < 0 else (line[:colon], line[colon + 1 :])
    if colon < 0 and line[:1].isspace():
        before, after, colon = "", line, -1
    if column <= colon + 1 or (colon < 0 and before):
        yield _segment("moment", before, 0)
    else:
        start = colon + 1
        for part in after.split(","):
            if column <= start + len(part) + 1:
                yield _segment("act", part, start)
                break
            start += len(part) + 1
        yield _segment("act", after, colon + 1)
    yield _segment("line", line, 0)


def _segment(kind: str, raw: str, start: int) -> _Segment:
    lead = len(raw) - len(raw.lstrip())
    return _Segment(kind, start + lead + 1, raw.strip(), _plain(raw))


def _plain(raw: str) -> str:
    """Words in small letters without articles, apostrophes and dollar signs; numbers as figures."""
    text = re.sub("['\u2019$]", "", raw.lower())
    text = re.sub(r"(\d)x?[/-](\d)x?[/-](\d)x", r"\1-\2-\3x", text)
    text = re.sub(r"(?<=\d)[/+&](?=\d)", " and ", text).replace("c&e", "c and e").replace("come-out", "come out")
    words = [_SPELLED.get(word, word) for word in _WORDS.findall(text) if word not in _ARTICLES]
    return " ".join(words).replace(" ,", ",")


def _rewritten(segment: _Segment) -> Iterator[str]:
    """What could be written instead of a part of a line."""
    tables = {"act": ACTS, "moment": MOMENTS, "line": LINES}
    for pattern, rewrite in tables[segment.kind]:
        found = re.fullmatch(pattern, segment.plain)
        if found:
            told = _filled(rewrite, found).replace("come out", "come-out")
            yield told.replace("any 7", "any seven")


def _filled(rewrite: Rewrite, found: re.Match[str]) -> str:
    if callable(rewrite):
        return rewrite(found)
    return rewrite.format(**{name: value or "" for name, value in found.groupdict().items()})


def _reads(text: str, bad: StrategyTextError, segment: _Segment, told: str, wrong_with: TryText) -> bool:
    """Whether the text can be read with a suggestion in place of a segment, at least up to the end of it."""
    lines = text.splitlines()
    line = lines[bad.line - 1]
    start = segment.column - 1
    lines[bad.line - 1] = line[:start] + told + line[start + len(segment.raw) :]
    wrong = wrong_with("\n".join(lines))
    return wrong is None or (wrong.line, wrong.column) > (bad.line, start + len(told))


# ------------------------------------------------------------------ suggestions that templates cannot make


def _numbers(match: re.Match[str]) -> list[str]:
    return re.findall(r"\d+", match["numbers"])


def _on_numbers(match: re.Match[str]) -> str:
    """Bets on bare numbers: place bets, or what players bet on the other totals."""
    found = match.groupdict()
    start = f"{found.get('verb') or 'bet'} {found.get('sum') or '12'} on"
    boxes = [number for number in _numbers(match) if number in _BOXES]
    acts = [f"{start} place {' and '.join(boxes)}"] if boxes else []
    return ", ".join(acts + [f"{start} {_PROPOSITIONS[each]}" for each in _numbers(match) if each in _PROPOSITIONS])


def _several(match: re.Match[str]) -> str:
    """Several bets in one act: one name with its numbers, or an act for each."""
    start = f"{match['verb']} {match['sum']} on"
    names = [name.removeprefix("on ") for name in match["bets"].split(" and ")]
    kinds = {name.rpartition(" ")[0] for name in names}
    numbers = [name.rpartition(" ")[2] for name in names]
    if len(kinds) == 1 and all(number.isdecimal() for number in numbers):
        return f"{start} {kinds.pop()} {' and '.join(numbers)}"
    return ", ".join(f"{start} {name}" for name in names)


def _left_out(match: re.Match[str]) -> str:
    """A bet on all numbers but some."""
    rest = [number for number in _BOXES if number not in _numbers(match)]
    return f"{match['verb']} {match['sum']} on {match['kind']} {' and '.join(rest)}"


def _odds(match: re.Match[str]) -> str:
    """Odds that are called otherwise; odds against a point are laid."""
    called = {"single": "1x", "double": "2x", "triple": "3x", "max": "full", "maximum": "full", None: "full"}
    times, bet = called.get(match["times"], match["times"]), match["bet"].removeprefix("line ")
    if not bet.startswith("dont"):
        return f"take {times} odds on {bet}"
    return f"lay full odds on {bet}" if times == "full" else f"lay odds to win {times} on {bet}"


def _points(match: re.Match[str]) -> str:
    return f"point is {' or '.join(_numbers(match))}"


def _in_a_row(match: re.Match[str]) -> str:
    what = "wins" if match["what"].startswith("win") else "losses"
    return f"after {match['number']} {what} in a row on {match['bet'] or 'pass'}"


def _steps(match: re.Match[str]) -> str:
    return f"ladder {match['name']}: {', '.join(re.findall(r'[0-9.]+', match['steps']))}"


# ------------------------------------------------------------------ the slips

_SUM = r"(?P<sum>\d+(?:\.\d+)?|\d+ units?|unit)"
_SUM_ON = rf"(?P<verb>bet|have) {_SUM}(?: each)?(?: on)?"
_NUMBERS = r"(?P<numbers>\d+(?:(?:,| and|, and)? \d+)*)"
_FIRST = {phrase.split()[0] for said in SPOKEN.values() for phrase in said.split("; ")} - {"take", "taking"}
_ONE = rf"(?:(?:every|all|any) )?(?:{'|'.join(sorted(_FIRST))}|inside|outside|across|it)\b[a-z -]*?(?: \d+)?"
_BET = rf"(?P<bet>{_ONE}(?: and \d+)*)"
_KIND = r"(?:all |every |each |my )?(?P<kind>[a-z]+?)s? (?:bets?|numbers?)"
_TIMES = r"(?P<times>\d+(?:-\d+-\d+)?x|full|single|double|triple|max|maximum)"
_IF = r"(?:if |when |while |once |on |at |during |with )?"
_SEVEN_OUT = r"(?:(?:shooter )?(?:7|7s|sevens?)[- ]?out|(?:new|next) shooter)"
_AT_LEAST = r"(?: is)?(?: at least| above| over| more than| by| of)?"

_SILENT = (
    r"(?:do )?nothing|no (?:bets?|action)|wait|stay|skip|collect(?: .*)?"
    r"|leave .*|same bets?|let .* ride|take (?:the )?win"
)
"""Acts that need no words."""

ACTS: Patterns = (
    (rf"{_SUM_ON} {_NUMBERS}(?: each)?", _on_numbers),
    (
        rf"{_SUM_ON} (?P<kind>[a-z ]+?) {_NUMBERS}",
        lambda m: f"{m['verb']} {m['sum']} on {m['kind']} {' and '.join(_numbers(m))}",
    ),
    (rf"{_SUM_ON} c and e", "{verb} {sum} on c-and-e"),
    (
        rf"{_SUM_ON} {_BET} and (?P<second>\d+(?:\.\d+)?) on (?P<other>.+)",
        "{verb} {sum} on {bet}, {verb} {second} on {other}",
    ),
    (rf"{_SUM_ON} (?P<bets>{_ONE}(?: and (?:on )?{_ONE})+)", _several),
    (rf"{_SUM_ON} (?:every |all |each )?(?P<kind>[a-z]+?)s?(?: bets?| numbers?)? except {_NUMBERS}", _left_out),
    (rf"{_SUM_ON} {_KIND}(?P<rest> except .*)?", "{verb} {sum} on every {kind}{rest}"),
    (r"(?P<verb>bet|have) (?P<number>\d+) ?(?:x|times) units? (?P<rest>.*)", "{verb} {number} units {rest}"),
    (rf"(?:place|put|make|wager) {_NUMBERS}(?: (?:for|at|with) {_SUM}(?: each)?)?", _on_numbers),
    (rf"(?:place|put|make|wager) {_SUM}(?: each)? on {_NUMBERS}", _on_numbers),
    (rf"(?:place|put|make|wager) {_SUM}(?: each)? on {_BET}", "bet {sum} on {bet}"),
    (rf"(?P<kind>buy|lay|hard) (?P<number>\d+) (?:for|at|with) {_SUM}", "bet {sum} on {kind} {number}"),
    (rf"(?P<kind>buy|lay) {_SUM} on (?P<number>\d+)", "bet {sum} on {kind} {number}"),
    (
        rf"(?:press|raise|increase|reduce|lower|regress|bring|keep) {_BET}(?: down| up| back)? (?:to|at) {_SUM}",
        "have {sum} on {bet}",
    ),
    (rf"(?:press|regress|go|drop)(?: down| up| back)? to {_SUM}(?: on)? {_BET}", "have {sum} on {bet}"),
    (rf"(?:keep|maintain|leave) {_SUM}(?: on)? {_BET}", "have {sum} on {bet}"),
    (
        rf"(?:full press|press|double|parlay) {_NUMBERS}",
        lambda m: f"press place {' and '.join(_numbers(m))} by the win",
    ),
    (rf"(?:half press|press half(?: of)?) {_BET}|press (?P<after>.+) half", "press {bet}{after} by half the win"),
    (rf"(?:full press|power press|double|parlay|press) {_BET}", "press {bet} by the win"),
    (rf"take down {_NUMBERS}", lambda m: f"take down place {' and '.join(_numbers(m))}"),
    (r"(?:take|pull|bring) (?:down|off)? ?(?:everything|all|all bets|bets)(?: down| off)?", "take down everything"),
    (rf"(?:take down|take off|pull down|take|pull|remove) {_KIND}(?: down| off)?", "take down every {kind}"),
    (rf"(?:take|pull|bring) {_BET} (?:down|off)|(?:remove|take off|pull down) (?P<after>.+)", "take down {bet}{after}"),
    (r"(?:turn|call) (?P<switch>on|off) (?:everything|all|all bets|bets)", "turn {switch} every place"),
    (rf"(?:turn|call) (?P<switch>on|off) {_KIND}", "turn {switch} every {kind}"),
    (rf"(?:turn |call )?{_KIND}(?: are)? (?P<switch>on|off)", "turn {switch} every {kind}"),
    (rf"{_KIND}(?: are)? working", "turn on every {kind}"),
    (rf"(?:turn|call) (?P<switch>on|off) {_BET}", "turn {switch} {bet}"),
    (rf"(?:turn|call) {_BET} (?P<switch>on|off)", "turn {switch} {bet}"),
    (rf"(?:take |bet |have )?{_TIMES} odds(?: on| behind)? {_BET}", _odds),
    (r"lay (?P<times>max|maximum) odds(?: on)? (?P<bet>dont [a-z]+)", _odds),
    (rf"(?:take |bet |have )?odds (?:of )?{_TIMES}(?: on| behind)? {_BET}", _odds),
    (r"take (?P<number>\d) odds (?:on|behind) (?P<bet>.+)", "take {number}x odds on {bet}"),
    (r"take (?P<odds>.*odds) on \d+", "take {odds} on pass"),
    (r"lay (?P<odds>.*odds.*) on \d+", "lay {odds} on don't pass"),
    (r"(?P<act>.+?) (?:unless|if not|but not|except) (?:it is |on )?point", "{act} except the point"),
    (
        rf"(?:bet|have) (?P<times>odds) on {_BET}",
        lambda m: f"{'lay' if m['bet'].startswith('dont') else 'take'} full odds on {m['bet']}",
    ),
    (rf"(?:take|bet|lay) {_SUM}(?: in)? odds (?:on|behind) {_BET}", "bet {sum} on {bet} odds"),
    (
        rf"(?P<act>bet .+? on (?P<bet>come|pass|pass line)) (?:with|and take) {_TIMES} odds",
        lambda m: f"{m['act']}, {_odds(m)}",
    ),
    (
        r"(?P<act>bet .+?) (?:up to|max|maximum|no more than|at most) (?P<number>\d+)(?: times?)?",
        "{act} at most {number} times a shooter",
    ),
    (rf"(?P<verb>bet|have) {_BET} (?:for |at )?{_SUM}", "{verb} {sum} on {bet}"),
    (rf"{_SUM} (?P<call>inside|outside|across)", "bet {sum} {call}"),
    (rf"{_SUM} (?:on )?{_BET}", "bet {sum} on {bet}"),
    (rf"{_BET} (?:for |at )?{_SUM}", "bet {sum} on {bet}"),
)
"""What people write for an act, and how it is written."""

MOMENTS: Patterns = (
    (r"(?:on |before |for )?(?:every|each|any|all) (?:rolls?|time)|anytime", "always"),
    (rf"{_IF}come ?out(?: rolls?)?", "come-out"),
    (rf"{_IF}(?:point|puck|button)(?: is)? (?:off|not on|not set)|{_IF}no point|before point.*", "come-out"),
    (rf"{_IF}(?:after )?(?:point|puck|button)(?: is)?(?: on| up| set| established)?|after come out", "point on"),
    (rf"{_IF}(?:point|puck)(?: is)?(?: on)? (?P<numbers>\d+(?:(?:,| and| or|, or)? \d+)*)", _points),
    (rf"{_IF}point(?: is)? not(?: on)? (?P<number>\d+)", "point is not {number}"),
    (rf"{_IF}point is inside.*", "point is 5 or 6 or 8 or 9"),
    (rf"{_IF}point is outside.*", "point is 4 or 5 or 9 or 10"),
    (rf"{_IF}point is even", "point is 4 or 6 or 8 or 10"),
    (rf"{_IF}point is odd", "point is 5 or 9"),
    (
        rf"{_IF}(?:after )?{_SEVEN_OUT}",
        "after the shooter sevens out",
    ),
    (rf"(?:if|when|after|once) {_BET} (?:wins?|won|hits?|is hit|pays?)", "after {bet} wins"),
    (rf"(?:if|when|after|once) {_BET} (?:loses?|lost)", "after {bet} loses"),
    (rf"(?:if|when|after) (?:win|hit) on {_BET}", "after {bet} wins"),
    (rf"(?:if|when|after) loss on {_BET}", "after {bet} loses"),
    (r"(?:if|when|after) (?:win|winning|(?:you|i) win)", "after pass wins"),
    (r"(?:if|when|after) (?:loss|losing|(?:you|i) lose)", "after pass loses"),
    (r"after (?P<number>\d+) (?P<what>wins?|loss|losses)(?: in row)?(?: on (?P<bet>.+))?", _in_a_row),
    (r"(?:if |when |after )?(?P<number>\d+)(?: is| was)?(?: rolled| hits?| comes)?", "after {number} is rolled"),
    (rf"{_IF}(?:less|fewer) than (?P<number>\d+) {_KIND}(?: up| on)?", "fewer than {number} {kind} numbers"),
    (rf"{_IF}(?:less|fewer) than (?P<number>\d+) (?P<kind>[a-z ]+?)s?", "fewer than {number} {kind} numbers"),
    (rf"{_IF}(?:up to|max|maximum|no more than) (?P<number>\d+) {_KIND}", "at most {number} {kind} numbers"),
    (rf"{_IF}(?P<number>\d+) {_KIND}(?: up| are up)?", "exactly {number} {kind} numbers"),
    (rf"{_IF}(?:up|won|ahead|winning|profit){_AT_LEAST} (?P<sum>\d+)(?: or more)?", "up {sum}"),
    (rf"{_IF}(?:down|lost|behind|losing|loss){_AT_LEAST} (?P<sum>\d+)(?: or more)?", "down {sum}"),
    (
        rf"{_IF}(?:my )?(?:bankroll|rack|money|balance|have){_AT_LEAST} (?P<sum>\d+)(?: or more)?",
        "the rack covers {sum}",
    ),
    (
        rf"{_IF}(?:my )?(?:bankroll|rack|money|balance)(?: is)? (?:below|under|less than) (?P<sum>\d+)",
        "not the rack covers {sum}",
    ),
    (rf"{_IF}(?:nothing|no bets)(?: is| are)?(?: up| out)?(?: on (?:table|layout))?", "nothing is up"),
    (rf"{_IF}(?P<name>[a-z-]+)(?: is)? (?:>=|=>|at least) (?P<number>\d+)", "{name} is at least {number}"),
    (rf"{_IF}(?P<name>[a-z-]+)(?: is)? (?:<=|=<|at most) (?P<number>\d+)", "{name} is at most {number}"),
    (rf"{_IF}(?P<name>[a-z-]+) > (?P<number>\d+)", "{name} is above {number}"),
    (rf"{_IF}(?P<name>[a-z-]+) < (?P<number>\d+)", "{name} is below {number}"),
    (rf"{_IF}(?P<name>[a-z-]+) =+ (?P<number>\d+)", "{name} is {number}"),
    (rf"{_IF}{_BET}(?: is)? (?P<no>not )?(?:up|on|working)", "{bet} is {no}up"),
    (rf"{_IF}{_BET}(?: is)? (?:down|off|gone)", "{bet} is not up"),
    (r"until .+", "always"),
    (r"(?:if|when|while|on|at|during|whenever) (?P<rest>.+)", "{rest}"),
)
"""What people write for a moment, and how it is written."""

LINES: Patterns = (
    (r"always : (?P<act>[^,:]+?) (?:if|when|while) (?P<when>[^,:]+)", "{when}: {act}"),
    (r"(?P<moment>[^:]+) : (?P<act>[^,:]+?) (?:if|when|while) (?P<when>[^,:]+)", "{moment} and {when}: {act}"),
    (r"(?P<moment>[^:]+) : (?P<act>[^,:]+?) (?:unless|until) (?P<when>[^,:]+)", "{moment} and not ({when}): {act}"),
    (r"(?P<moment>[^:]+) : press (?P<bet>.+) to (?P<sum>\d+) after it wins", "after {bet} wins: have {sum} on {bet}"),
    (r"(?P<moment>[^:]+?),? (?:then |- )?(?P<act>(?:bet|have|take|lay|press|turn) [^:]+)", "{moment}: {act}"),
    (
        r"(?:set |let )?(?:units?|base|base unit|bet size) ?(?:=|is|to|:|be)? (?P<sum>\d+(?:\.\d+)?)",
        "let unit be {sum}",
    ),
    (r"(?:set |let )?(?P<name>[a-z-]+) (?:=|is|to|:) (?P<value>\d\S*|full)", "let {name} be {value}"),
    (r"(?:set |let )?odds (?:=|is|to|be|:) max(?:imum)?", "let odds be full"),
    (r"(?:set |let )?odds (?:=|is|to|be|:) (?P<number>\d+)(?: times)?", "let odds be {number}x"),
    (r"(?:stop[ -]loss|loss limit|max loss)(?: at| of| is| :)? (?P<sum>\d+)", "stop when down {sum}"),
    (
        r"(?:stop|quit|end|leave|walk)(?: when| if| at| :)*(?: down| lost| losing| loss)(?: by| of| is)? (?P<sum>\d+)",
        "stop when down {sum}",
    ),
    (r"(?:stop|quit|end|leave|walk)(?: when| if| at| :)* (?P<sum>\d+) (?:loss|down|lost)", "stop when down {sum}"),
    (r"(?:win|profit|stop win) (?:goal|limit|target)(?: at| of| is| :)? (?P<sum>\d+)", "stop when up {sum}"),
    (
        r"(?:stop|quit|end|leave|walk)(?: when| if| at| :)*(?: up| won| winning| ahead| profit)?(?: by| of| is)?"
        r" (?P<sum>\d+)(?: profit| win| up| ahead)?",
        "stop when up {sum}",
    ),
    (r"ladder (?P<name>[a-z-]+) ?:? (?P<steps>\d+(?:(?:-|,? )\d+)+)", _steps),
    (r"count (?P<name>[a-z-]+) (?:when|of|up when) (?P<when>.+)", "count {name}: up when {when}"),
    (
        r"count (?P<name>[a-z-]+) : (?P<move>up|down|back) when (?P<bet>.+) (?:hits?|won)",
        "count {name}: {move} when {bet} wins",
    ),
    (r"(?P<move>up|down|back) when (?P<bet>.+) (?:hits?|is hit|won|win)", "{move} when {bet} wins"),
    (r"(?P<move>up|down|back) when (?P<bet>.+) (?:lose|lost)", "{move} when {bet} loses"),
    (
        rf"(?P<move>up|down|back) (?:if|on|after|when) {_SEVEN_OUT}",
        "{move} when the shooter sevens out",
    ),
    (rf"(?:reset|back to 0|back)(?: if| on| after| when)? {_SEVEN_OUT}", "back when the shooter sevens out"),
    (r"(?P<move>up|down|back) (?:if|on|after|when) (?P<when>.+)", "{move} when {when}"),
    (r"reset (?:if|on|after|when) (?P<when>.+)", "back when {when}"),
)
"""What people write for a whole line, and how it is written."""

_COUNTED = 'write "count hits: up when any place wins, back when the shooter sevens out", then "from {} hits"'
_ELSEWHERE: tuple[tuple[str, str, str], ...] = (
    ("line", r"(?:stop|quit|end|leave).* (?:broke|bust|busted|ruined)", "leave it out: who is broke stops anyway"),
    ("line", r"(?:stop|quit|end|leave).* (?P<number>\d+) (?:shooters?|seven-outs?)", "play with --shooters {number}"),
    ("line", r"(?:stop|quit|end|leave).* (?P<number>\d+) rolls?", "play with --rolls {number}"),
    ("line", r"bankroll(?: is| =| :)? (?P<sum>\d+)", "play with --bankroll {sum}"),
    ("line", r"ladder .+ (?P<change>(?:up|down|back) when .+)", 'write "{change}" in the next line, indented'),
    ("moment", r"(?:else|otherwise).*", 'name the moment, like "not (hits is 0)"'),
    ("moment", r"after (?P<number>\d+) rolls", 'write "count rolled: up when any roll", then "from {number} rolled"'),
    *(
        ("moment", rf"(?:after |from |on |if |when )?(?:{ordinal} (?:hit|win)|{number} hits?)", _COUNTED.format(number))
        for number, ordinal in ((1, "first"), (2, "second"), (3, "third"))
    ),
    ("moment", r"(?:on )?first roll(?: of.*)?", 'write "count rolled: up when any roll", then "rolled is 0"'),
)
"""What is said in other ways: by options of a command, or in more than one line."""
