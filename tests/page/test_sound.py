"""What can be heard at a table: every sound is made in the browser, and each can be turned down or muted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import PHONE, Visitor
from tests.page.served import Served
from tests.page.test_bets import SPEAKS
from tests.page.test_live import take_a_seat
from tests.page.test_table import bet, roll, sit

HEARS = """
window.heard = 0;
window.buzzed = [];
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
AudioBufferSourceNode.prototype.start = (
  (start) => function (...when) { window.heard += 1; return start.apply(this, when); }
)(AudioBufferSourceNode.prototype.start);
navigator.vibrate = (pattern) => window.buzzed.push(pattern);
"""
"""A browser that counts every note it plays and every time it vibrates."""

RENDERED = """async (name) => {
  const { SOUNDS, whiteNoise } = await import("/js/kit/sound.js");
  const context = new OfflineAudioContext(1, 44100 * 2, 44100);
  SOUNDS[name].make({ context, out: context.destination, at: 0, noise: whiteNoise(context) });
  const samples = (await context.startRendering()).getChannelData(0);
  let loudest = 0, last = 0;
  samples.forEach((each, place) => {
    loudest = Math.max(loudest, Math.abs(each));
    if (Math.abs(each) > 0.005) last = place / 44100;
  });
  return [loudest, last];
}"""
"""The loudest sample of a sound, and the second in which it ends."""

NAMES = ("throw", "land", "chip", "win", "lose", "tick", "closed")


@pytest.fixture
def hearing(page: Page) -> Page:
    """Somebody whose browser counts what it plays."""
    page.add_init_script(HEARS)
    return page


def heard(page: Page) -> int:
    """How many notes were played so far."""
    return int(page.evaluate("heard"))


def test_every_sound_can_be_heard_and_none_is_too_loud_or_too_long(page: Page) -> None:
    page.goto("/")
    assert set(page.evaluate('import("/js/kit/sound.js").then(({ SOUNDS }) => Object.keys(SOUNDS))')) == set(NAMES)
    for name in NAMES:
        loudest, ends = page.evaluate(RENDERED, name)
        assert 0.05 < loudest <= 1, f"{name}: {loudest}"
        assert 0.02 < ends < 1.6, f"{name}: {ends}"


def test_a_bet_and_a_roll_are_heard(hearing: Page) -> None:
    sit(hearing, "adelaide", shooter="companion")
    before = heard(hearing)
    bet(hearing, "pass")
    hearing.wait_for_function("before => heard > before", arg=before)
    before = heard(hearing)
    roll(hearing)
    hearing.wait_for_function("before => heard > before", arg=before)


def test_nothing_is_played_before_the_first_touch(hearing: Page) -> None:
    hearing.goto("/")
    hearing.evaluate('import("/js/kit/sound.js").then(({ sound }) => sound("win"))')
    assert heard(hearing) == 0
    hearing.locator("h1").first.click()
    hearing.evaluate('import("/js/kit/sound.js").then(({ sound }) => sound("win"))')
    assert heard(hearing) > 0


@pytest.mark.parametrize("by_key", [False, True], ids=["by button", "by key"])
def test_a_muted_table_is_silent_and_stays_so_after_a_reload(hearing: Page, *, by_key: bool) -> None:
    hearing.add_init_script(SPEAKS)
    hearing.add_init_script("localStorage['comeout.choices'] ??= '{\"voice\": true}'")
    sit(hearing, "adelaide", shooter="companion")
    mute = hearing.get_by_role("button", name="Mute")
    if by_key:
        hearing.keyboard.press("m")
    else:
        mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    hearing.reload()
    expect(mute).to_have_attribute("aria-pressed", "true")
    bet(hearing, "field")
    roll(hearing)
    assert heard(hearing) == 0
    assert hearing.evaluate("spoken") == []


def test_each_slider_turns_its_own_sounds_down(hearing: Page) -> None:
    hearing.goto("/")
    hearing.get_by_role("button", name="Display and sound").click()
    for label, name in (("Dice and chips", "chip"), ("Wins, losses, last seconds", "win")):
        slider = hearing.get_by_role("slider", name=label)
        slider.fill("0")
        before = heard(hearing)
        hearing.evaluate(f'import("/js/kit/sound.js").then(({{ sound }}) => sound("{name}"))')
        assert heard(hearing) == before
        slider.fill("50")
        assert heard(hearing) > before, "the slider plays a sample"
    expect(hearing.get_by_role("slider")).to_have_count(3)


def test_the_volume_of_the_voice_is_its_slider(page: Page) -> None:
    page.add_init_script(SPEAKS.replace("saying.text", "saying.volume"))
    page.add_init_script("localStorage.setItem('comeout.choices', '{\"voice\": true}')")
    page.goto("/")
    page.get_by_role("button", name="Display and sound").click()
    page.get_by_role("slider", name="Voice").fill("40")
    assert page.evaluate("spoken") == [0.4]


def test_the_last_five_seconds_tick_and_no_more_bets_is_heard(hearing: Page, house: Served) -> None:
    table = house.open_live("adelaide", "Ticking", betting_time="60", shooter="companion")
    hearing.clock.install()
    take_a_seat(hearing, table)
    timer = hearing.get_by_role("timer", name="Time left to bet")
    expect(timer).to_contain_text(re.compile(r"\d+ seconds"))
    hearing.clock.fast_forward((int(timer.inner_text().split()[0]) - 6) * 1000)
    before = heard(hearing)
    hearing.clock.run_for(5_000)
    assert 4 <= heard(hearing) - before <= 5


def test_a_phone_vibrates_with_the_dice_unless_motion_is_reduced_or_it_is_switched_off(visitor: Visitor) -> None:
    for options, choices, buzzes in (
        ({}, "{}", True),
        ({"reduced_motion": "reduce"}, "{}", False),
        ({}, '{"haptics": false}', False),
    ):
        phone = visitor(**PHONE, **options)
        phone.add_init_script(HEARS)
        phone.add_init_script(f"localStorage.setItem('comeout.choices', '{choices}')")
        sit(phone, "adelaide", shooter="companion")
        roll(phone)
        assert bool(phone.evaluate("buzzed.length")) is buzzes
