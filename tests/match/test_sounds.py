"""Which sound the table plays: one, the most important of what happened."""

import pytest
from glowtable.grid import TABLE_SEAT
from glowtable.match import signals
from glowtable.match.session import Phase
from glowtable.match.signals import (
    ACCEPTED,
    DISPUTE,
    MATCH_OVER,
    REFUSED,
    ROUND_OVER,
    SILENCE,
    TICK,
    YOUR_TURN,
    Moment,
    choose_sound,
)
from glowtable.table import Key, Press

from tests.support.matches import Match

QUIET = Moment(Phase.PLAYING, 0, 4, 0, True, None, False)


@pytest.mark.parametrize(
    ("changed", "heard"),
    [
        ({}, SILENCE),
        ({"actions": 5}, ACCEPTED),
        ({"actions": 3}, ACCEPTED),  # taken back
        ({"actions": 5, "asked": 1}, YOUR_TURN),
        ({"actions": 5, "asked": 1, "is_person": False}, ACCEPTED),
        ({"cursor": 3}, TICK),
        ({"refused": True, "cursor": 3}, REFUSED),
        ({"actions": 5, "asked": 1, "rounds_over": 1}, ROUND_OVER),
        ({"actions": 5, "rounds_over": 1, "phase": Phase.OVER, "asked": TABLE_SEAT}, MATCH_OVER),
        ({"phase": Phase.DISPUTED, "asked": TABLE_SEAT}, DISPUTE),
    ],
)
def test_the_weightiest_of_what_came_about_is_heard(changed, heard):
    assert choose_sound(QUIET, QUIET._replace(**changed)) == heard


def test_a_match_that_comes_back_over_is_no_end():
    asleep = QUIET._replace(phase=Phase.ASLEEP)
    assert choose_sound(asleep, asleep._replace(phase=Phase.OVER)) == ACCEPTED


@pytest.fixture
def people(tmp_path):
    """Ann is to choose a cell for the card she has just shown."""
    match = Match(tmp_path, ("Ann", "Ben")).until_laid_out()
    for line in ("", "ok Ann"):
        match.console.handle_line(line)
        match.wait()
    return match


def heard_after(match, line):
    before = len(match.twin.pico.sounds)
    match.console.handle_line(line)
    match.wait(60)
    return match.twin.pico.sounds[before:]


def test_what_people_do_is_heard_at_the_table(people):
    assert heard_after(people, "pass") == [TICK]
    assert heard_after(people, "a1") == [REFUSED]
    assert heard_after(people, "ok")[0] == YOUR_TURN
    people.wait()
    assert heard_after(people, "wrong") == [DISPUTE]


def test_night_and_a_wish_for_silence_are_kept(people):
    assert heard_after(people, "night") == [] and heard_after(people, "a1") == []
    assert heard_after(people, "night") == [] and heard_after(people, "a2") == [REFUSED]
    people.pump.sounds.is_on = False
    assert heard_after(people, "a1") == []


def test_while_the_line_is_busy_only_the_weightiest_is_kept_for_later(people):
    before, tick = len(people.twin.pico.sounds), people.twin.loop.tick
    people.twin.loop.tick = lambda now_ms: None
    for event in (Press(0), Key(0, "pass"), Press(1)):
        people.pump._take_event(event)
        people.wait(20)
    people.twin.loop.tick = tick
    people.wait()
    assert people.twin.pico.sounds[before:] == [REFUSED]


def test_ends_of_rounds_and_of_the_match_are_heard(tmp_path):
    match = Match(tmp_path)
    match.to_the_end()
    match.wait(50)
    made = match.twin.pico.sounds
    assert made[-1] == MATCH_OVER and made.count(MATCH_OVER) == 1
    assert made.count(ROUND_OVER) == len(match.session.state.rounds) - 1  # the last end is the match's
    assert REFUSED not in made and made.count(ACCEPTED) > len(match.session.history) // 2


def test_the_cues_are_all_that_the_firmware_can_make():
    from glowpico.board import SOUNDS

    assert len(SOUNDS) == 8 and {number for number, _ in signals.SOUNDS} == set(range(1, 8))
