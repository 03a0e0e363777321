"""settings.json is optional, and a bad one stops nothing."""

import json
from binascii import crc32

import pytest
from glowpico.settings import CELLS, DEFAULTS, NFC_DEFAULTS, SETTINGS, VERSION, is_allowed, read

# Version -> the names that came with it
NAMES = {
    1: "version cell_kind pixels_per_cell pixels_per_seat cell_order led_order dead_cells dead_keys reader_hz rotation "
    "brightness_pct budget_ma branch_ma branch_sense usb_budget_ma dev",
    2: "seat_order",
    3: "led_type led_colours reader_gain",
}


def test_every_default_is_allowed():
    assert all(is_allowed(name, default) for name, (default, _) in SETTINGS.items())


def test_without_a_file_the_defaults_hold_and_hello_says_so():
    assert read(None) == (DEFAULTS, "00000000", ("no-settings",))


def test_a_good_file_changes_what_it_names():
    mine = {"brightness_pct": 40, "cell_kind": "nfc", "led_order": list(range(CELLS))[::-1], "dead_cells": [3, 35]}
    raw = json.dumps(mine).encode()
    assert read(raw) == ({**DEFAULTS, **NFC_DEFAULTS, **mine}, f"{crc32(raw):08x}", ())


def test_an_nfc_table_begins_at_a_lower_rate_unless_its_file_names_one():
    assert read(b"{}")[0]["reader_hz"] == 2_000_000
    assert read(b'{"cell_kind": "nfc"}')[0]["reader_hz"] == 1_000_000
    assert read(b'{"cell_kind": "nfc", "reader_hz": 4000000}')[0]["reader_hz"] == 4_000_000
    assert all(is_allowed(*default) for default in NFC_DEFAULTS.items())


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
        b'{"dev": true}',
        b'{"cell_kind": "wood"}',
        b'{"cell_order": [0, 1, 2]}',
        json.dumps({"led_order": [*range(35), 34]}).encode(),
        json.dumps({"led_order": [*range(35), "35"]}).encode(),
        json.dumps({"led_order": [*range(35), 36]}).encode(),
        b'{"led_order": "abc"}',
        b'{"seat_order": [0, 1, 2]}',
        b'{"seat_order": [0, 1, 2, 3, 4, 4]}',
        b'{"dead_cells": [36]}',
        b'{"dead_cells": [true]}',
        b'{"version": 0}',
        b'{"colour": 1}',
        b'{"brightness_pct": 40, "rotation": 4}',
        b"[" * 100_000 + b"}",
        b'{"dead_cells": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"dead_cells": ' * 50_000 + b"[]" + b"}" * 50_000,
    ],
)
def test_of_a_bad_file_nothing_counts_and_hello_says_so(raw):
    assert read(raw) == (DEFAULTS, f"{crc32(raw):08x}", ("bad-settings",))


def test_a_new_name_is_of_a_new_version_so_that_older_firmware_calls_its_file_newer():
    assert max(NAMES) == VERSION
    assert sorted(name for names in NAMES.values() for name in names.split()) == sorted(SETTINGS)


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_a_file_of_an_older_version_is_read(version):
    settings, _, trouble = read(f'{{"version": {version}, "brightness_pct": 40}}'.encode())
    assert (settings["brightness_pct"], trouble) == (40, ())


def test_a_file_of_a_later_version_is_not_read_and_called_so():
    raw = json.dumps({"version": VERSION + 1, "colour": "loud"}).encode()
    assert read(raw) == (DEFAULTS, f"{crc32(raw):08x}", ("newer-settings",))


def test_the_defaults_cannot_be_changed_by_changing_what_was_read():
    chosen = read(None)[0]
    chosen["brightness_pct"] = 100
    chosen["dead_cells"].append(7)
    assert (DEFAULTS["brightness_pct"], DEFAULTS["dead_cells"]) == (25, [])
