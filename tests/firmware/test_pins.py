"""Every wire of the Pico has one use, and every sound can be played."""

from glowpico import pins, wire

LINES = (pins.COLUMNS, pins.ROW_CODE, pins.READER_CODE)
READERS = (pins.READER_RESET, pins.READER_MISO, pins.READER_STROBE, pins.READER_SCK, pins.READER_MOSI)
OTHERS = (pins.BUZZER, pins.CELL_LEDS, pins.SEAT_LEDS, pins.SDA, pins.SCL, pins.V5_SENSE)


def test_no_pin_has_two_uses_and_all_are_on_the_header():
    used = [*(pin for line in LINES for pin in line), *READERS, *OTHERS]
    assert len(used) == len(set(used)) == 24
    assert set(used) <= {*range(23), 26, 27, 28}


def test_the_row_code_at_rest_chooses_no_row_with_keys():
    assert 10 <= pins.NO_ROW < 1 << len(pins.ROW_CODE)


def test_there_is_a_cue_for_every_number_of_the_word_sound():
    _, ((_, (_, low, high, _)),) = wire.WORDS[wire.HOST, "sound"]
    assert (low, high) == (0, len(pins.SOUNDS) - 1)


def test_a_note_can_be_heard_and_ends():
    notes = [note for sound in pins.SOUNDS for note in sound]
    assert all(hz == 0 or 100 <= hz <= 5000 for hz, _ in notes)
    assert all(0 <= length_ms <= 1000 for _, length_ms in notes)
