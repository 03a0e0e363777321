"""The table's own description, the sounds, and board.json: what is not whole is no board at all."""

import pytest
from glowpico import wire
from glowpico.board import NO_ROW, SCL, SDA, SOUNDS, TABLE, places, read, report
from glowtable.device.boards import board_file, read_board, used_pins, wrong_with

STARTER = read_board("starter")


def test_the_tables_own_description_is_right_and_uses_all_but_one_pin():
    assert wrong_with(TABLE) is None
    assert sorted([*(gpio for _, gpio in used_pins(TABLE)), SDA, SCL]) == [*range(23), 26, 27]


def test_the_row_code_at_rest_chooses_no_row_with_keys():
    assert 10 <= NO_ROW < 1 << len(TABLE["rows"])


def test_there_is_a_cue_for_every_number_of_the_word_sound():
    _, ((_, (_, low, high, _)),) = wire.WORDS[wire.HOST, "sound"]
    assert (low, high) == (0, len(SOUNDS) - 1)


def test_a_note_can_be_heard_and_ends():
    notes = [note for sound in SOUNDS for note in sound]
    assert all(hz == 0 or 100 <= hz <= 5000 for hz, _ in notes)
    assert all(0 <= length_ms <= 1000 for _, length_ms in notes)


def test_no_file_is_the_table_and_a_whole_one_is_what_it_says():
    assert read(None) is TABLE
    there = read(board_file(STARTER))
    assert {name: tuple(value) if isinstance(value, list) else value for name, value in there.items()} == STARTER


def test_a_damaged_file_is_no_board():
    raw = board_file(STARTER)
    for at in range(len(raw.rstrip())):
        for bit in range(8):
            damaged = raw[:at] + bytes([raw[at] ^ 1 << bit]) + raw[at + 1 :]
            assert read(damaged) is None or damaged.split() == raw.split()
        assert read(raw[:at]) is None
    assert read(b"") is None


def test_each_contact_has_its_place():
    assert [*places(TABLE)] == [*range(60)]
    assert [*places(STARTER)] == [*range(36), *(36 + key for key in STARTER["keys"])]
    assert places(read_board("breadboard")) == b""


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("table", ("table", "ffffff", "ff", 1, 1, 1)),
        ("starter", ("starter", "2c1041", "01", 0, 0, 1)),
        ("breadboard", ("breadboard", "000000", "00", 0, 0, 0)),
    ],
)
def test_a_table_tells_which_keys_and_readers_there_are(name, fields):
    assert report(read_board(name)) == fields
