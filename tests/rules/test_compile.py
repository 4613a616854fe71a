"""Compiling a book proves it: every slip in a house's file is one clear line, and nothing slips through."""

from __future__ import annotations

import pytest

from comeout.dice import Roll
from comeout.errors import RulebookError
from comeout.rules.compile import compile_layout
from comeout.rules.layout import HOUSE, RACK, NoSuchCell
from comeout.rules.library import book_names, data_of, load_book, load_text
from comeout.rules.rulebook import Colours
from tests.kit.rulebooks import FILE, house, text_of

FIELD = '[wager.field]\nname = "Field Bet"\nclause = "4(o)"\n'
FIELD_TERMS = """raise = { when = "any", clause = "4(o)" }
remove = { when = "any", clause = "5(c)" }
"""
FIELD_ROWS = """rows = [
  { roll = [2, 3, 4, 9, 10, 11, 12], then = "win", clause = "4(o)" },
  { roll = [5, 6, 7, 8], then = "lose", clause = "4(o)" },
]
"""
FIELD_PAYS = """pays = [
  { total = [3, 4, 9, 10, 11], odds = "1 to 1", clause = "6(c) Field 3,4,9,10,11" },
  { total = [2, 12], odds = "2 to 1", clause = "6(c) Field 2,12" },
]
"""
PASS_ODDS = '[wager.pass-odds]\nname = "Pass Bet, Taking Odds"\nclause = "8(a)"\nsupports = "pass"\n'


def trouble(*changes: tuple[str, str]) -> str:
    """What is said of a house that changed these passages of adelaide."""
    with pytest.raises(RulebookError) as caught:
        house("adelaide", *changes)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        pytest.param(FIELD, FIELD + "colour = 1\n", 'wager field, clause 4(o): unknown key "colour"', id="unknown key"),
        pytest.param(
            'odds = "4 to 1", clause = "6(c) Any Seven"',
            'odds = "4 to", clause = "6(c) Any Seven"',
            '"4 to" is not odds',
            id="bad ratio",
        ),
        pytest.param(
            FIELD, '[wager.field]\nclause = "4(o)"\n', 'wager field, clause 4(o): missing "name"', id="missing field"
        ),
        pytest.param(
            "roll = [5, 6, 7, 8], then",
            "roll = [4, 5, 6, 7, 8], then",
            "[puck off, bet working, 3-1] is claimed twice",
            id="cell claimed twice",
        ),
        pytest.param(
            "roll = [5, 6, 7, 8], then",
            "roll = [5, 6, 7], then",
            "[puck off, bet working, 6-2] is claimed by no row",
            id="unclaimed cell",
        ),
        pytest.param(
            FIELD_ROWS,
            FIELD_ROWS[:-2] + '  { number = [9], roll = "any", then = "lose", clause = "Z" },\n]\n',
            "clause Z: this row never applies to any cell",
            id="dead row",
        ),
        pytest.param(
            'roll = [5, 6, 7, 8], then = "lose"',
            'roll = [5, 6, 7, 8], then = "travel"',
            'travels to "field-5", which is no spot of its own',
            id="unknown destination",
        ),
        pytest.param(
            "total = [2, 12], odds",
            "total = [2], odds",
            "6-6 wins with the puck at OFF but 0 payouts speak for it",
            id="win without a price",
        ),
        pytest.param(
            "total = [2, 12], odds", "total = [2, 3, 12], odds", "but 2 payouts speak for it", id="win with two prices"
        ),
        pytest.param(
            FIELD_PAYS,
            FIELD_PAYS.replace("]\n", '  { total = [7], odds = "1 to 1", clause = "Y" },\n]\n', 1).replace(
                "11]\n", "11]"
            ),
            "clause Y: this payout is never used",
            id="payout never used",
        ),
        pytest.param(FIELD_PAYS, "", 'needs "pays" or "parts", and not both', id="no price at all"),
        pytest.param(
            'parts_clause = "6(c) Horn note"\n',
            "",
            '"parts" and "parts_clause" go together',
            id="parts without their clause",
        ),
        pytest.param(
            'share = "1/4", total = [2], odds = "32 to 1"',
            'share = "1/2", total = [2], odds = "32 to 1"',
            "its parts do not add up to one whole stake",
            id="parts of more than a stake",
        ),
        pytest.param(
            '{ share = "1/4", total = [2], odds = "32 to 1"',
            '{ share = "1/4", total = [2, 3], odds = "32 to 1"',
            "2-1 wins but 2 parts are hit by it",
            id="two parts hit",
        ),
        pytest.param(
            'total = [7], odds = "4 to 1", clause = "6(c) World 7"',
            'total = [7], odds = "3 to 1", clause = "6(c) World 7"',
            "wins, yet its parts pay less than the stake",
            id="a win that loses",
        ),
        pytest.param(FIELD, FIELD + "lock = true\n", "", id="a lock is fine where the book has one"),
        pytest.param(
            PASS_ODDS,
            PASS_ODDS.replace('"pass"', '"pas"'),
            'supports "pas", which is no spot (did you mean "pass"?)',
            id="odds on nothing",
        ),
        pytest.param(
            PASS_ODDS,
            PASS_ODDS.replace('supports = "pass"\n', ""),
            '"limit" and "supports" go together',
            id="a limit on nothing",
        ),
        pytest.param(
            FIELD, FIELD + "numbers = [1]\n", "its numbers must be totals from 2 to 12", id="a number no dice make"
        ),
        pytest.param(
            '[wager.come]\nname = "Come Bet"\n',
            '[wager.come]\nname = "Come Bet"\nnumbers = [4]\n',
            'takes "numbers" or "travels", not both',
            id="numbers and travels",
        ),
        pytest.param(
            FIELD,
            FIELD + "travels = [4]\n",
            '"travels" and "on_number" go together',
            id="travels without a number's rules",
        ),
        pytest.param(
            'clause = { 6 = "4(m)", 8 = "4(n)" }\nnumbers = [6, 8]\noptional',
            'clause = { 6 = "4(m)" }\nnumbers = [6, 8]\noptional',
            "a name or clause does not speak for every number",
            id="a number without a clause",
        ),
        pytest.param(
            'line_bet = "kept"',
            'line_bet = "no-roll"',
            "a missing line bet is no ground",
            id="a No Roll without its ground",
        ),
        pytest.param(
            'sleep = { when = "come-out", clause = "4(g) inactive" }',
            'sleep = { when = "any", clause = "4(g) inactive" }',
            'sleep must be at the "come-out": a bet is off then, or never',
            id="a wager that always sleeps",
        ),
        pytest.param(
            'name = "Place Bet {number} to Win"',
            'name = "Place Bet {nummer} to Win"',
            'a name may hold "{number}" and no other braces',
            id="a name with other braces",
        ),
        pytest.param(
            'rate = "1/20", base = "stake"',
            'rate = "1/10", base = "stake"',
            "charges more than 1/20, the most that clause 14(d) allows",
            id="too high a charge",
        ),
        pytest.param(
            '[dont_lock]\nuntil = "come-out"\nuntil_clause = "AD-10"\nscope_clause = "ALL-12"\nclause = "5(d)"\n',
            "",
            "is locked after a removal, but the book has no [dont_lock]",
            id="a lock without its rule",
        ),
        pytest.param(
            '[odds]\nleast = 1\nmost = 10\ndefault = 10\nclause = "8(a)"\n',
            "",
            "is limited by the table's multiple, but the book has no [odds]",
            id="a multiple without its range",
        ),
        pytest.param(
            'limit = { measure = "stake", times = [{ table = true, clause = "8(c)" }] }',
            'limit = { measure = "stake", times = [{ number = [4, 10], times = 3, clause = "8(c)" }] }',
            "its odds limit must speak once for every point",
            id="a limit that is silent about a point",
        ),
        pytest.param(
            'make = { when = "point", clause = "8(a)" }',
            'make = { when = "any", clause = "8(a)" }',
            'lies there only while the puck is on: its moments are "point" or "never"',
            id="made where it cannot lie",
        ),
        pytest.param(
            FIELD + 'make = { when = "any"',
            FIELD + 'make = { when = "this-window"',
            '"this-window" is a moment for taking bets back only',
            id="made in its own betting time",
        ),
        pytest.param(
            FIELD_TERMS,
            FIELD_TERMS.replace('remove = { when = "any"', 'remove = { when = "this-window"'),
            '"this-window" and [betting] undo_only go together',
            id="taken back in a book where bets come down later",
        ),
        pytest.param(
            "{ roll = [5, 6, 7, 8], then",
            '{ stage = "box", roll = [5, 6, 7, 8], then',
            '"stage" is for bets that travel',
            id="a stage of a bet that stays put",
        ),
        pytest.param(
            '{ puck = "on", roll = "point", then = "win", clause = "4(a) win (ii)" }',
            '{ roll = "point", then = "win", clause = "4(a) win (ii)" }',
            '"point" needs the puck on',
            id="a point while there is none",
        ),
        pytest.param(
            "{ roll = [5, 6, 7, 8], then",
            '{ roll = "number", then',
            '"number" needs a number of its own',
            id="the number of a bet that has none",
        ),
    ],
)
def test_a_slip_in_a_house_book_is_one_clear_line(old: str, new: str, told: str) -> None:
    if not told:
        assert house("adelaide", (old, new)).by_id["field"].wager.lock
        return
    says = trouble((old, new))
    assert says.startswith(FILE)
    assert told in says
    assert "\n" not in says


@pytest.mark.parametrize(
    ("section", "old", "new"),
    [
        ("chips", 'verbal = "chips"', 'verbal = "cash"'),
        ("chips", 'verbal = "chips"', 'verbal = "none"'),
        ("limits", 'over = "cut"', 'over = "pro-rata"'),
        ("limits", 'over = "cut"', 'over = "refuse"'),
        ("dice", "set_default = 5", "set_default = 6"),
        ("odds", "most = 10\ndefault = 10", "most = 10\ndefault = 11"),
        ("shooter", 'throws = "shooter"', 'throws = "launcher"'),
        ("shooter", 'offer_by = ["stickperson"]\n', ""),
    ],
)
def test_the_words_of_a_procedure_must_agree(section: str, old: str, new: str) -> None:
    assert trouble((old, new)).startswith(f"{FILE}, {section}: ")


def test_a_bet_that_can_sleep_needs_a_book_with_calls() -> None:
    calls = text_of("adelaide").split("[calls]\n")[1].split("\n\n")[0]
    assert "has sleep, but the book has no [calls] to call it on again" in trouble((f"[calls]\n{calls}\n", ""))


def test_a_bet_that_never_ends_is_refused() -> None:
    forever = FIELD_ROWS.replace('"win"', '"stay"').replace('"lose"', '"stay"')
    says = trouble((FIELD_ROWS, forever), (FIELD_PAYS, 'pays = [{ odds = "1 to 1", clause = "Y" }]\n'))
    assert "this payout is never used" in says
    rows = '  { asleep = true, roll = "any", then = "win", clause = "4(o)" },\n]\n'
    sleeper = FIELD + 'sleep = { when = "come-out", clause = "4(o)" }\n'
    says = trouble(
        (FIELD, sleeper),
        (FIELD_ROWS, forever[: -len("]\n")] + rows),
        (FIELD_PAYS, 'pays = [{ odds = "1 to 1", clause = "Y" }]\n'),
    )
    assert "wager field, clause 4(o): a bet here never ends" in says


def test_a_bet_that_is_decided_only_after_it_has_travelled_ends_too() -> None:
    rows = (
        ('{ stage = "box", roll = [7, 11], then = "win", clause = "D.5(a)(i)" }', '"win"'),
        ('{ stage = "box", roll = [2, 3, 12], then = "lose", clause = "D.5(b)(i)" }', '"lose"'),
    )
    layout = house("sentosa", *((row, row.replace(word, '"stay"')) for row, word in rows))
    assert layout.cell("come", point=6, roll=Roll(3, 4).place).to == layout.by_id["come"].index


def test_data_is_compiled_to_a_layout_that_knows_where_it_came_from() -> None:
    layout = compile_layout(data_of("sentosa"), name="mine", file="mine.toml", text="...")
    assert (layout.name, layout.id, layout.text) == ("mine", "sentosa", "...")
    assert layout.digest == load_book("sentosa").digest
    assert compile_layout(data_of("sentosa")).name == "sentosa"


def test_data_that_is_no_book_names_the_file_and_what_is_missing() -> None:
    with pytest.raises(RulebookError, match=r"^mine\.toml"):
        compile_layout({}, file="mine.toml")


def test_comments_and_spacing_do_not_change_the_digest() -> None:
    text = text_of("sentosa")
    digest = load_text(text).digest
    assert load_text("# mine\n\n" + text).digest == digest
    assert load_text(text.replace('"30 to 1"', '"31 to 1"')).digest != digest


def test_colours_are_no_rules_and_do_not_change_the_digest() -> None:
    text = text_of("sentosa")
    look = text[text.index("[look]") : text.index("[announcements]")]
    plain = load_text(text.replace(look, ""))
    assert plain.digest == load_text(text).digest
    assert plain.rulebook.look == Colours()
    assert load_text(text).rulebook.look != Colours()


# ------------------------------------------------------------------ higher payouts


def test_a_house_may_pay_more_where_the_book_lets_it() -> None:
    layout = load_book("adelaide", payouts={"field": {12: "3 to 1"}, "any-seven": "9 to 2", "horn": {2: "40 to 1"}})
    assert layout.cell("field", point=0, roll=Roll(6, 6).place).odds == 3
    assert layout.cell("field", point=0, roll=Roll(1, 1).place).odds == 2
    assert layout.odds_word(layout.cell("any-seven", point=0, roll=Roll(3, 4).place).odds) == "9 to 2"
    assert layout.cell("horn", point=0, roll=Roll(1, 1).place).odds == (40 + 1) / 4 - 1
    assert layout.digest != load_book("adelaide").digest


@pytest.mark.parametrize(
    ("book", "payouts", "told"),
    [
        ("adelaide", {"field": {12: "1 to 1"}}, "1 is less than the listed 2: payouts may only be raised"),
        ("adelaide", {"field": {7: "3 to 1"}}, "higher payouts, field: 7 never wins here"),
        ("adelaide", {"feild": "3 to 1"}, 'no spot "feild" to pay more on (did you mean "field"?)'),
        ("adelaide", {"field": "three"}, 'higher payouts, field: "three" is not odds'),
        ("sentosa", {"field": "3 to 1"}, "pays exactly what it lists: no clause allows other payouts"),
    ],
)
def test_higher_payouts_are_checked(book: str, payouts: dict[str, dict[int, str] | str], told: str) -> None:
    with pytest.raises(RulebookError) as caught:
        load_book(book, payouts=payouts)
    assert told in str(caught.value)


# ------------------------------------------------------------------ what a layout answers


def test_a_spot_knows_its_name_and_its_moments() -> None:
    layout = load_book("adelaide")
    on_six = layout.by_id["come-6"]
    assert (on_six.name, on_six.clause) == ("Come Bet on 6", "4(d)")
    assert not on_six.made_here
    assert (on_six.raise_rule.when, on_six.remove_rule.when) == ("never", "never")
    hard = layout.by_id["hard-8"]
    assert (hard.name, hard.raise_rule.when, hard.remove_rule.when) == ("Eight the Hardway", "any", "any")


def test_a_cell_names_its_clause_and_where_the_stake_goes() -> None:
    layout = load_book("sentosa")
    seven = Roll(3, 4).place
    assert layout.cell("pass", point=0, roll=seven).to == RACK
    assert layout.cell("pass", point=6, roll=seven).to == HOUSE
    assert layout.cell("place-6", point=0, roll=seven, working=False).to == layout.by_id["place-6"].index
    with pytest.raises(NoSuchCell, match="nothing can lie on pass-odds with the puck at 0"):
        layout.cell("pass-odds", point=0, roll=seven)
    assert (layout.cite("D.1"), layout.cite("")) == ("sentosa D.1", "")


def test_the_puck_follows_the_dice() -> None:
    layout = load_book("sentosa")
    assert [layout.point_after(0, total) for total in (4, 7, 11)] == [4, 0, 0]
    assert [layout.point_after(6, total) for total in (6, 7, 8)] == [0, 0, 6]


def test_a_house_may_use_other_points() -> None:
    layout = house("adelaide", ("sets = [4, 5, 6, 8, 9, 10]", "sets = [4, 5, 6, 8, 9]"))
    assert layout.point_after(0, 10) == 0


@pytest.mark.parametrize("book", book_names())
def test_every_book_of_ours_compiles(book: str) -> None:
    assert load_book(book).id == book
