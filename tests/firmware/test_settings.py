"""settings.json is optional, and a bad one stops nothing."""

import json
from binascii import crc32

import pytest
from glowpico.settings import DEFAULTS, SETTINGS, read


def test_every_default_is_allowed():
    assert all(default in allowed for default, allowed in SETTINGS.values())


def test_without_a_file_the_defaults_hold_and_hello_says_so():
    assert read(None) == (DEFAULTS, "00000000", ("no-settings",))


def test_a_good_file_changes_what_it_names():
    raw = json.dumps({"brightness_pct": 40, "snake": 1}).encode()
    assert read(raw) == ({**DEFAULTS, "brightness_pct": 40, "snake": 1}, f"{crc32(raw):08x}", ())


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b'{"brightness_pct": 40',
        b"[]",
        b'{"brightness_pct" 40}',
        b"null",
        b"\xff\xfe",
        b'{"brightness_pct": 101}',
        b'{"brightness_pct": "40"}',
        b'{"brightness_pct": 40.0}',
        b'{"snake": true}',
        b'{"colour": 1}',
        b'{"brightness_pct": 40, "rotation": 4}',
    ],
)
def test_of_a_bad_file_nothing_counts_and_hello_says_so(raw):
    assert read(raw) == (DEFAULTS, f"{crc32(raw):08x}", ("bad-settings",))


def test_the_defaults_cannot_be_changed_by_changing_what_was_read():
    read(None)[0]["brightness_pct"] = 100
    assert DEFAULTS["brightness_pct"] == 25
