"""What people set for their table: one of a few values each, and a file that may say anything."""

import pytest
from glowtable.match.lobby import PREFERENCES, Preferences, read_preferences

from tests.support.matches import Match


def test_what_was_set_is_read_again():
    set_to = Preferences()
    assert (set_to.has_sound, set_to.brightness_pct) == (True, 100)
    set_to.values.update(sound="off", brightness="25")
    again = read_preferences(set_to.as_bytes())
    assert (again.has_sound, again.brightness_pct) == (False, 25)


@pytest.mark.parametrize("raw", [b"", b"\xff", b"[]", b"7", b'{"sound": 1}', b'{"sound": ["on"]}', b"[" * 100_000])
def test_a_damaged_file_is_as_if_nothing_was_set(raw):
    assert read_preferences(raw).values == {name: choices[0] for name, choices in PREFERENCES.items()}


def test_a_darker_table_is_darker_by_night_too(tmp_path):
    match = Match(tmp_path)
    match.pump.lights.brightness_pct = 50
    match.wait(2000)
    assert match.twin.picture_letters[2] == 50
    match.session.night = True
    match.wait(2000)
    assert match.twin.picture_letters[2] == 12
