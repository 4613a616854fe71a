"""Around the game: seats and buy-ins, absence, conduct, notices, positions of the crew, and closing the table."""

from __future__ import annotations

import pytest

from comeout.table import messages as m
from comeout.table.apply import apply
from comeout.table.floor import (
    appoint_crew,
    bar_seat,
    buy_in,
    close_table,
    come_back,
    flag_partners,
    leave,
    lift_bar,
    notify_inspector,
    post_notice,
    sit,
    warn_seat,
)
from comeout.table.messages import Reason
from tests.kit.positions import events, laid, refusal


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (m.Sit(0, "Zoe", 100_00), Reason.NONSENSE),
        (m.Sit(2, " ", 100_00), Reason.NONSENSE),
        (m.Sit(2, "Zoe", -1), Reason.NONSENSE),
        (m.Sit(1, "Zoe", 100_00), Reason.SEAT_TAKEN),
        (m.Sit(2, "SEAT 1", 100_00), Reason.SEAT_TAKEN),
    ],
)
def test_a_seat_is_for_one_player_and_a_player_for_one_seat(command: m.Sit, reason: Reason) -> None:
    table = laid("adelaide | 1")
    assert refusal(sit(*table, command))[0] is reason
    assert events(sit(*table, m.Sit(2, "Zoe", 100_00))) == [m.SeatTaken(2, "Zoe", 100_00)]
    assert refusal(sit(*laid("adelaide shut | 1"), m.Sit(2, "Zoe", 100_00)))[0] is Reason.TABLE_CLOSED


def test_a_table_knows_a_player_who_comes_back() -> None:
    table = laid("adelaide | 1 told-off=2")
    for event in events(bar_seat(*table, m.BarSeat("boxperson", 1))):
        apply(*table, event)
    player = table.state.seats[1].player
    apply(*table, m.SeatLeft(1, 500_00))
    _, known = events(sit(*table, m.Sit(4, player, 100_00)))
    assert isinstance(known, m.RecordKnown)
    assert (known.seat, known.barred) == (4, True)


def test_chips_are_bought_for_a_whole_amount() -> None:
    table = laid("adelaide | 1")
    [bought] = events(buy_in(*table, m.BuyIn(1, 50_00)))
    assert isinstance(bought, m.BoughtIn)
    assert bought.amount == 50_00
    assert refusal(buy_in(*table, m.BuyIn(1, 0)))[0] is Reason.NONSENSE


def test_whoever_leaves_takes_the_rack_and_has_nothing_on_the_layout() -> None:
    assert events(leave(*laid("adelaide | 1"), m.Leave(1))) == [m.SeatLeft(1, 500_00)]
    reason, says, _ = refusal(leave(*laid("adelaide point 6 | 1 pass 10 field 5"), m.Leave(1)))
    assert reason is Reason.BETS_STILL_UP
    assert says.startswith("pass and field are up; you may walk off")
    assert says.endswith("or take down field first")


def test_only_who_is_away_comes_back() -> None:
    assert events(come_back(*laid("adelaide | 1 away"), m.ComeBack(1))) == [m.CameBack(1)]
    assert refusal(come_back(*laid("adelaide | 1"), m.ComeBack(1)))[0] is Reason.NONSENSE


def test_a_bar_needs_two_warnings_and_is_lifted_by_whoever_may_bar() -> None:
    once, twice = laid("adelaide | 1 told-off=1"), laid("adelaide | 1 told-off=2")
    assert isinstance(events(warn_seat(*once, m.WarnSeat("boxperson", 1)))[0], m.SeatWarned)
    assert refusal(bar_seat(*once, m.BarSeat("boxperson", 1)))[0] is Reason.NOTICE_NEEDED
    assert isinstance(events(bar_seat(*twice, m.BarSeat("boxperson", 1)))[0], m.SeatBarred)
    assert refusal(lift_bar(*twice, m.LiftBar("boxperson", 1)))[0] is Reason.NONSENSE
    barred = laid("adelaide | 1 barred")
    assert isinstance(events(lift_bar(*barred, m.LiftBar("boxperson", 1)))[0], m.BarLifted)
    for decided in (
        warn_seat(*laid("evolution | 1"), m.WarnSeat("dealer", 1)),
        bar_seat(*laid("evolution | 1"), m.BarSeat("dealer", 1)),
        lift_bar(*laid("evolution | 1"), m.LiftBar("dealer", 1)),
    ):
        assert refusal(decided)[0] is Reason.NO_SUCH_PROCEDURE


def test_partners_are_two_seats() -> None:
    table = laid("adelaide | 1 | 2")
    assert isinstance(events(flag_partners(*table, m.FlagPartners("boxperson", 1, 2)))[0], m.PartnersFlagged)
    assert refusal(flag_partners(*table, m.FlagPartners("boxperson", 1, 1)))[0] is Reason.NONSENSE
    assert refusal(flag_partners(*table, m.FlagPartners("boxperson", 1, 3)))[0] is Reason.UNKNOWN_SEAT


def test_a_notice_changes_a_setting_between_rolls_and_within_the_book() -> None:
    table = laid("adelaide | 1")
    [posted] = events(post_notice(*table, m.PostNotice("boxperson", "max field", "20")))
    assert isinstance(posted, m.NoticePosted)
    assert (posted.setting, posted.value) == ("max field", "20")
    assert refusal(post_notice(*table, m.PostNotice("boxperson", "max fieldd", "20")))[0] is Reason.BAD_SETTING
    out = laid("adelaide dice-out | 1")
    assert refusal(post_notice(*out, m.PostNotice("boxperson", "max field", "20")))[0] is Reason.WRONG_PHASE


def test_a_person_is_appointed_to_a_position_of_the_book() -> None:
    table = laid("adelaide | 1")
    [appointed] = events(appoint_crew(*table, m.AppointCrew("shift-manager", "dealer", "Max")))
    assert isinstance(appointed, m.CrewAppointed)
    assert (appointed.position, appointed.person) == ("dealer", "Max")
    assert refusal(appoint_crew(*table, m.AppointCrew("shift-manager", "dealer", " ")))[0] is Reason.NONSENSE
    assert refusal(appoint_crew(*table, m.AppointCrew("dealer", "dealer", "Max")))[0] is Reason.WRONG_ROLE


def test_a_table_closes_once_the_inspector_knows_and_gives_back_what_is_on_it() -> None:
    table = laid("adelaide | 1 field 5")
    close = m.CloseTable("shift-manager")
    assert refusal(close_table(*table, close))[0] is Reason.NOTICE_NEEDED
    for event in events(notify_inspector(*table, m.NotifyInspector("shift-manager"))):
        apply(*table, event)
    returned, closed = events(close_table(*table, close))
    assert isinstance(returned, m.BetsReturned)
    assert [(line.spot, line.amount) for line in returned.lines] == [("field", 5_00)]
    assert isinstance(closed, m.TableClosed)
    unwatched = laid("sentosa | 1")
    assert refusal(notify_inspector(*unwatched, m.NotifyInspector("shift-manager")))[0] is Reason.NO_SUCH_PROCEDURE
    assert [type(each) for each in events(close_table(*unwatched, close))] == [m.TableClosed]
