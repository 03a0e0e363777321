"""One tick: sample, say, hear, shine, on a board of our own."""

import pytest
from glowpico import wire
from glowpico.loop import DRAIN, IDLE, MAX_TROUBLE, VERSION
from glowpico.settings import DEFAULTS
from glowpico.strip import LIGHTS, SLOT_BITS
from glowpico.talk import HOST_MS, WINDOW

from tests.firmware.board import SESSION, Board, Table

DARK_PICTURE = "-" * LIGHTS
STEADY = "s" * LIGHTS
SLOT_TICKS = (1 << SLOT_BITS) // 5 + 1
WRAP = 1 << 30


def first_pixels(chain, per_light=4):
    return [chain[at : at + 3] for at in range(0, len(chain), 3 * per_light)]


# -- sample and say


def test_a_press_is_written_in_the_tick_that_samples_it():
    table = Table()
    table.board.keys = {21}
    table.tick()
    assert table.heard() == [("press", 21)]


def test_press_and_release_are_words_of_the_same_cell():
    table = Table()
    for cell in range(wire.CELLS):
        table.board.keys = {cell}
        table.tick()
        table.board.keys = set()
        table.tick(5)
        assert table.heard() == [("press", cell), ("release", cell)]


def test_a_key_is_told_when_pressed_and_only_then():
    table = Table()
    for key in range(wire.KEYS):
        table.board.keys = {wire.CELLS + key}
        table.tick()
        table.board.keys = set()
        table.tick(5)
        assert table.heard() == [("key", key)]


def test_tags_are_told_as_they_come_and_go():
    table = Table()
    table.board.tags[6] = "04a1b2c3"
    table.tick(8)
    assert table.heard() == [("tag", 6, "04a1b2c3")]
    table.board.tags[6] = ""
    table.tick(24)
    assert table.heard() == [("untag", 6)]


def test_readers_that_failed_their_self_check_are_not_polled():
    table = Table(Board(readers=0b1))
    table.board.tags = 8 * ["04a1b2c3"]
    table.tick(20)
    assert table.heard() == [("tag", 0, "04a1b2c3")]


@pytest.mark.parametrize("quarters", range(4))
def test_a_turned_grid_names_and_lights_the_same_cell(quarters):
    table = Table(settings={**DEFAULTS, "rotation": quarters})
    corner = (0, 5, 35, 30)[quarters]  # where the wired grid has cell a1
    table.board.keys = {corner}
    table.tick()
    assert table.heard() == [("press", 0)]
    table.say("lights", "w" + "-" * 41, STEADY, 100)
    lit = [at for at, pixel in enumerate(first_pixels(table.board.shone[-1][0])) if any(pixel)]
    assert lit == [corner]


def test_the_clock_wraps_in_the_middle_of_play():
    table = Table(now_ms=WRAP - 1000)
    pressed = []
    for at in range(400):
        table.board.keys = {at // 10 % 36} if at % 10 < 5 else set()
        table.tick()
        pressed += [fields[0] for word, *fields in table.heard() if word == "press"]
    assert pressed == [at % 36 for at in range(40)]
    assert table.loop.talk.host_here


# -- hear


def test_a_tick_hears_no_more_than_its_share():
    table = Table()
    table.board.waiting += b"x" * 1000
    table.board.asked = 0
    table.tick()
    assert table.board.asked == DRAIN


def test_a_tick_writes_a_bounded_number_of_frames_whatever_happens():
    table = Table()
    table.board.keys = set(range(60))
    for _ in range(50):
        table.board.waiting += wire.encode(wire.HOST, SESSION, 5, "audit")
    most = 0
    for at in range(1000):
        table.board.keys = set(range(60)) if at % 10 < 5 else set()
        table.tick()
        most = max(most, len(table.board.written))
        table.heard()
    assert WINDOW <= most <= WINDOW + DRAIN // 16 + 1


def test_hello_tells_what_the_table_is():
    table = Table(session=None)
    table.board.waiting += wire.encode(wire.HOST, SESSION, None, "hi")
    table.tick()
    hello = ("hello", wire.PROTOCOL, VERSION, "0badcafe", "buttons", "ff", 168, "00c0ffee", 1, "-")
    assert table.heard() == [hello]


def test_a_session_starts_the_watchdog_and_nothing_before_it_does():
    table = Table(session=None)
    table.tick(100)
    assert table.board.watched == 0
    table.greet(SESSION)
    assert table.board.watched == 1


def test_every_numbered_word_of_the_host_is_known():
    numbered = {word for (direction, word), (number, _) in wire.WORDS.items() if number and direction == wire.HOST}
    assert set(Table().loop.words) == {"hi"} | numbered


def test_a_snapshot_has_the_levels_the_next_edge_and_what_was_lost():
    table = Table()
    table.board.keys = {0, 35, 36, 59}
    table.board.tags[7] = "04a1b2c3"
    table.tick(8)
    table.heard()
    assert table.say("snapshot") == [("snapshot", "800000001", "800001", "80", 6, 0)]


def test_a_snapshot_names_cells_and_not_wires():
    table = Table(settings={**DEFAULTS, "rotation": 1})
    table.board.keys = {5}
    table.tick()
    table.heard()
    assert table.say("snapshot")[0][1] == "000000001"


def test_stats_answer_a_test():
    table = Table()
    table.board.waiting += b"garbage\n"
    table.tick()
    assert table.say("test", "stats", 0) == [("stats", 200_000, 900, 0, 1, 0)]


def test_a_sound_is_begun():
    table = Table()
    assert table.say("sound", 5) == []
    assert table.board.cues == [5]


@pytest.mark.parametrize(
    ("word", "fields"), [("seek", ("04a1b2c3", "000000001")), ("audit", ()), ("test", ("leds", 1))]
)
def test_what_this_table_cannot_do_is_acknowledged_and_noted(word, fields):
    table = Table()
    assert table.say(word, *fields) == []
    assert table.loop.talk.received == 1
    assert table.loop.trouble() == "not-done." + (word if word != "test" else "leds")


def test_trouble_names_muted_keys_as_the_wire_counts_them():
    table = Table(settings={**DEFAULTS, "rotation": 1})
    for at in range(300):
        table.board.keys = {5, 37} if at % 5 == 0 else set()
        table.tick()
    assert table.loop.trouble() == "noisy.c0,noisy.k1"


def test_trouble_is_cut_at_whole_words_to_fit_its_field():
    board = Board()
    board.trouble = ("bad-settings",) * 8
    table = Table(board)
    assert table.loop.trouble() == ",".join(["bad-settings"] * 5)
    assert len(table.loop.trouble()) <= MAX_TROUBLE


def test_a_new_session_is_told_again_of_tags_that_lie_on_readers():
    table = Table()
    table.board.tags[3] = "04a1b2c3"
    table.tick(8)
    assert table.heard() == [("tag", 3, "04a1b2c3")]
    table.greet("beef")
    table.tick(8)
    assert table.heard() == [("tag", 3, "04a1b2c3")]


# -- shine


def test_a_picture_shines_in_the_tick_that_hears_its_last_byte():
    table = Table()
    frame = wire.encode(wire.HOST, SESSION, 1, "lights", "g" + "-" * 35 + "-r----", STEADY, 100)
    table.board.waiting += frame[:-1]
    table.tick(len(frame) // DRAIN + 1)
    table.board.shone.clear()
    table.board.waiting += frame[-1:]
    table.tick()
    cells, seats = table.board.shone[-1]
    assert first_pixels(cells)[0] == bytes([40, 0, 29])
    assert [at for at, pixel in enumerate(first_pixels(seats)) if any(pixel)] == [1]


def test_nothing_shines_before_the_first_picture_of_a_session():
    table = Table()
    table.tick(SLOT_TICKS)
    assert not any(table.board.shone[-1][0] + table.board.shone[-1][1])


def test_the_strip_is_written_once_per_slot_and_not_more():
    table = Table()
    table.say("lights", "w" * LIGHTS, "k" * LIGHTS, 50)
    table.board.shone.clear()
    for _ in range(200):
        table.beat()
        table.tick()
    assert len(table.board.shone) in (7, 8)  # a second


def test_without_a_host_the_middle_breathes_and_the_picture_comes_back_with_it():
    table = Table()
    table.say("lights", "g" * LIGHTS, STEADY, 100)
    picture = table.board.shone[-1]
    table.tick(HOST_MS // 5 + 2 * SLOT_TICKS)
    lit = {at for cells, _ in table.board.shone[-2:] for at, pixel in enumerate(first_pixels(cells)) if any(pixel)}
    assert lit == {14, 15, 20, 21}
    table.beat()
    table.tick(2)
    assert table.board.shone[-1] == picture


def test_a_table_that_never_met_a_host_breathes():
    table = Table(session=None)
    table.tick(5 * SLOT_TICKS)
    assert any(table.board.shone[-1][0])
    assert len(IDLE[0]) == len(IDLE[1]) == LIGHTS
