"""One tick: sample, say, hear, shine, on a board of our own."""

import pytest
from glowpico import wire
from glowpico.display import HALF_MS, WALK_BITS
from glowpico.loop import TICK_MS
from glowpico.scanner import SOLID
from glowpico.settings import DEFAULTS
from glowpico.strip import LIGHTS, SLOT_BITS, current_ma
from glowpico.talk import HOST_MS, WINDOW
from glowpico.trouble import BRANCHES, CUT_LOOKS, STEADY_MS
from glowpico.trouble import LOOK_MS as SUPPLY_MS

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


@pytest.mark.parametrize(
    ("first", "count", "words"), [(0, wire.CELLS, ("press", "release")), (wire.CELLS, wire.KEYS, ("key",))]
)
def test_press_and_release_are_words_of_the_same_cell_and_a_key_is_told_when_pressed_alone(first, count, words):
    table = Table()
    for number in range(count):
        table.board.keys = {first + number}
        table.tick()
        table.board.keys = set()
        table.tick(5)
        assert table.heard() == [(word, number) for word in words]


def test_a_card_is_told_between_two_ticks():
    table = Table()
    table.board.tags[0] = "04a1b2c3"
    while not table.loop.listen() or not table.loop.readers.levels():
        assert not table.heard()
    table.loop.send_cards(table.now_ms)
    assert table.heard() == [("tag", 0, "04a1b2c3")]


def test_tags_are_told_as_they_come_and_go_and_again_to_a_new_session():
    table = Table()
    table.board.tags[6] = "04a1b2c3"
    for session in ("beef", SESSION):
        table.tick(8)
        assert table.heard() == [("tag", 6, "04a1b2c3")]
        table.greet(session)
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


def test_dead_cells_never_press_and_are_told():
    settings = {**DEFAULTS, "dead_cells": [0, 7], "rotation": 1}
    table = Table(settings=settings)
    for cell in range(wire.CELLS):
        table.board.keys = {table.loop.wiring.places[cell]}
        table.tick()
        table.board.keys = set()
        table.tick(5)
        assert table.heard() == ([] if cell in (0, 7) else [("press", cell), ("release", cell)])
    assert table.loop.trouble.words() == "dead.c0,dead.c7"


# -- hear


def test_a_tick_hears_no_more_than_its_share():
    table = Table()
    table.board.waiting += b"x" * 1000
    table.board.asked = 0
    table.tick()
    assert (table.board.asked, len(table.board.waiting)) == (1, 1000 - wire.DRAIN)


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
    assert WINDOW <= most <= WINDOW + wire.DRAIN // 16 + 1


def test_a_host_that_floods_the_table_with_pictures_delays_no_press():
    table = Table()
    frames = [
        wire.encode(wire.HOST, SESSION, number, "lights", "wo"[number % 2] * LIGHTS, STEADY, 60)
        for number in range(1, 201)
    ]
    table.board.waiting += b"".join(frames)
    for cell in range(WINDOW):
        table.board.keys.add(cell)
        table.tick()
        told = [wire.decode(wire.TABLE, frame) for frame in table.board.written]
        assert (SESSION, cell + 1, "press", (cell,)) in told
    while table.board.waiting:
        table.tick()
    assert table.loop.display.picture[0] == "w" * LIGHTS and table.loop.talk.received == 200


def test_hello_tells_what_the_table_is():
    table = Table(session=None)
    table.board.waiting += wire.encode(wire.HOST, SESSION, None, "hi")
    table.tick()
    hello = ("hello", wire.PROTOCOL, wire.VERSION, "0badcafe", "buttons", "ff", 168, "00c0ffee", 1, "-")
    assert table.heard() == [hello]


def test_what_the_session_before_said_last_does_not_reach_into_the_next():
    table = Table()
    lights = wire.encode(wire.HOST, SESSION, 1, "lights", "g" * LIGHTS, STEADY, 100)
    table.board.waiting += lights[: wire.DRAIN]
    table.tick()
    table.board.waiting += lights[wire.DRAIN :] + wire.encode(wire.HOST, "beef", None, "hi")
    table.tick(3)
    assert table.loop.display.picture[0] == DARK_PICTURE


def test_hello_of_a_new_session_tells_what_is_wrong_now():
    table = Table()
    table.say("audit")  # a table of buttons cannot
    assert table.loop.trouble.words() == "not-done.audit"
    table.board.waiting += wire.encode(wire.HOST, "beef", None, "hi")
    table.tick()
    assert table.heard()[-1][-1] == "-"


def test_a_session_starts_the_watchdog_and_nothing_before_it_does():
    table = Table(session=None)
    table.tick(100)
    assert table.board.watched == 0
    table.greet(SESSION)
    assert table.board.watched == 1


def test_every_numbered_word_of_the_host_is_known():
    numbered = {word for (direction, word), (number, _) in wire.WORDS.items() if number and direction == wire.HOST}
    assert set(Table().loop.words) == numbered


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


def test_raw_names_and_lights_places_until_it_ends():
    settings = {
        **DEFAULTS,
        "rotation": 1,
        "cell_order": [1, 0, *range(2, 36)],
        "led_order": [*range(35, -1, -1)],
        "dead_cells": [3],
    }
    table = Table(settings=settings)
    ordered = press_and_light(table)
    assert ordered != [(place, place) for place in range(wire.CELLS)]
    table.say("test", "raw", 1)
    assert press_and_light(table) == [(place, place) for place in range(wire.CELLS)]
    table.say("test", "raw", 0)
    assert press_and_light(table) == ordered
    table.say("test", "raw", 1)
    table.greet("beef")
    table.greet(SESSION)
    assert press_and_light(table) == ordered


def press_and_light(table):
    """Of each place: what its press is called, and where a picture of just that cell shines."""
    seen = []
    for place in range(wire.CELLS):
        table.board.keys = {place}
        table.tick(SOLID + 1)
        told = table.heard()
        cell = told[0][1] if told else None
        table.board.keys = set()
        table.tick(5)
        table.heard()
        table.say("lights", "-" * place + "w" + "-" * (LIGHTS - 1 - place), STEADY, 100)
        table.tick()
        lit = [at for at, pixel in enumerate(first_pixels(table.board.shone[-1][0])) if any(pixel)]
        seen.append((cell, *lit))
    return seen


def test_a_picture_that_shines_moves_with_raw():
    table = Table(settings={**DEFAULTS, "led_order": [*range(35, -1, -1)]})
    table.say("lights", "w" + "-" * 41, STEADY, 100)
    assert any(table.board.shone[-1][0][-3:])
    table.say("test", "raw", 1)
    table.tick()
    assert any(table.board.shone[-1][0][:3])


def test_the_lights_of_seats_move_with_raw():
    def shines():
        return [at for at, pixel in enumerate(first_pixels(table.board.shone[-1][1])) if any(pixel)]

    table = Table(settings={**DEFAULTS, "seat_order": [0, 1, 3, 2, 4, 5]})
    table.say("lights", "-" * 39 + "w--", STEADY, 100)
    assert shines() == [2]
    table.say("test", "raw", 1)
    table.tick()
    assert shines() == [3]


def test_the_supply_is_measured_when_asked():
    table = Table()
    table.board.rail_mv = 4870
    assert table.say("test", "supply", 0) == [("measured", "supply", 0, 4870)]


def test_a_chip_is_asked_for_its_version_cells_by_their_number():
    board = Board()
    board.versions = {0: 0x92, 7: 0x12, 8 + 5: 0x91}
    table = Table(board, settings={**DEFAULTS, "rotation": 1})  # a1 is wired at place 5
    for number, version in {0: 0x92, 1: 0, 7: 0x12, 8: 0x91, 43: 0}.items():
        assert table.say("test", "chip", number) == [("measured", "chip", number, version)]
    assert table.say("test", "chip", 44) == []
    assert table.loop.trouble.words() == "not-done.chip"


def test_a_sound_is_begun():
    table = Table()
    assert table.say("sound", 5) == []
    assert table.board.sounds == [5]


@pytest.mark.parametrize(
    ("word", "fields"), [("seek", ("04a1b2c3", "000000001")), ("audit", ()), ("test", ("leds", 1))]
)
def test_what_this_table_cannot_do_is_acknowledged_and_noted(word, fields):
    table = Table()
    assert table.say(word, *fields) == []
    assert table.loop.talk.received == 1
    assert table.loop.trouble.words() == "not-done." + (word if word != "test" else "leds")


def test_trouble_names_muted_keys_as_the_wire_counts_them():
    table = Table(settings={**DEFAULTS, "rotation": 1})
    for at in range(300):
        table.board.keys = {5, 37} if at % 5 == 0 else set()
        table.tick()
    assert table.loop.trouble.words() == "noisy.c0,noisy.k1"


def test_trouble_is_cut_at_whole_words_to_fit_its_field():
    board = Board()
    board.trouble = ("bad-settings",) * 8
    table = Table(board)
    assert table.loop.trouble.words() == ",".join(["bad-settings"] * 5)
    assert len(table.loop.trouble.words()) <= wire.MAX_TROUBLE


# -- the supply of the LEDs

WHITE = ("w" * LIGHTS, STEADY, 100)


def power(table):
    """What the LEDs draw, as the sum of their bytes."""
    table.beat()
    table.tick(SUPPLY_MS // TICK_MS + 1)
    table.heard()
    return sum(table.board.shone[-1][0] + table.board.shone[-1][1])


def test_without_its_supply_the_table_shines_on_what_usb_gives_and_says_so():
    table = Table(settings={**DEFAULTS, "brightness_pct": 100})
    table.say("lights", *WHITE)
    full = power(table)
    table.board.rail_mv = 3799
    assert current_ma(168, power(table)) <= DEFAULTS["usb_budget_ma"] < current_ma(168, full)
    assert table.loop.trouble.words() == "usb-power"
    table.board.rail_mv = 4300
    assert power(table) < full  # not before it has stood for a second
    table.tick(STEADY_MS // TICK_MS - 10)
    assert table.loop.trouble.words() == "usb-power"
    table.tick(20)
    assert power(table) == full
    assert table.loop.trouble.words() == "dimmed"


def test_what_ails_the_table_is_told_when_it_changes_and_again_as_long_as_it_lasts():
    table = Table(settings={**DEFAULTS, "dead_keys": [3]})
    second = 1000 // TICK_MS
    for _ in range(20):
        table.beat()
        table.tick(second)
        table.heard()
    assert set(table.troubles) == {("ff", "dead.k3")}
    assert 2 <= len(table.troubles) <= 3
    table.troubles.clear()
    table.board.trouble = ("reader.3",)
    table.tick(5)
    table.heard()
    assert table.troubles == [("ff", "reader.3,dead.k3")]


def test_a_sound_table_tells_once_that_a_trouble_is_over_and_then_nothing():
    table = Table()
    table.board.trouble = ("reader.3",)
    table.tick(5)
    table.board.trouble = ()
    for _ in range(20):
        table.beat()
        table.tick(1000 // TICK_MS)
        table.heard()
    assert table.troubles == [("ff", "reader.3"), ("ff", "-")]


def test_what_a_maker_has_set_is_left_out_first_where_not_all_fits():
    dead = list(range(35))
    table = Table(settings={**DEFAULTS, "dead_cells": dead, "dead_keys": [0]})
    table.board.trouble = ("reader.3",)
    table.loop.scanner.muted[5] = 1 << 5
    words = table.loop.trouble.words().split(",")
    assert words[:4] == ["reader.3", "noisy.c35", "dead.k0", "dead.c0"] and len(words) < 4 + len(dead)


def test_that_pictures_are_dimmed_is_told_once_however_they_change():
    table = Table(settings={**DEFAULTS, "brightness_pct": 100})
    for _ in range(5):
        for picture in (WHITE, ("g" + "-" * 41, "s" * 42, 10)):
            table.say("lights", *picture)
            table.tick(10)
            table.heard()
    assert table.troubles == [("ff", "dimmed")]
    table.greet("beef")
    assert table.loop.trouble.words() == "-"


def test_a_picture_that_one_branch_cannot_feed_is_told_by_a_word_of_its_own():
    table = Table(settings={**DEFAULTS, "brightness_pct": 100, "branch_ma": 750})
    for picture in (("w" * 9 + "-" * 33, "s" * 42, 100), WHITE):
        table.say("lights", *picture)
        table.tick(10)
        table.heard()
    assert table.troubles == [("ff", "dimmed.branch")]


def test_the_lights_of_cells_as_they_are_wired_keep_the_branches_as_they_are_wired():
    table = Table(settings={**DEFAULTS, "led_order": list(range(35, -1, -1))})
    assert table.loop.strip.branches[0] == 3
    table.say("test", "raw", 1)
    assert table.loop.strip.branches[0] == 0


def test_a_reader_that_comes_later_is_polled_and_told():
    table = Table(Board(readers=0b1))
    table.board.tags[3] = "04a1b2c3"
    table.tick(20)
    assert table.heard() == []
    table.board.readers = 0b1001
    table.tick(20)
    assert table.heard() == [("tag", 3, "04a1b2c3")]
    assert table.troubles == [("09", "-")]


@pytest.mark.parametrize("part", ["polls", "lost", "garbled", "khz"])
def test_what_was_counted_of_a_reader_is_measured(part):
    table = Table()
    table.board.counted[part, 6] = 1234
    assert table.say("test", part, 6) == [("measured", part, 6, 1234)]
    assert table.say("test", part, 8) == []
    assert table.loop.trouble.words() == "not-done." + part


def test_between_two_ticks_a_press_is_told_at_once_and_only_once():
    table = Table()
    assert not table.loop.look(table.now_ms)
    table.board.keys = {21}
    assert table.loop.look(table.now_ms)
    assert table.heard() == [("press", 21)]
    assert not table.loop.look(table.now_ms)
    table.tick()
    assert table.heard() == []


def test_a_look_that_comes_a_tick_after_the_last_sample_is_one_and_one_that_comes_sooner_is_none():
    """Light holds up the ticks in which a short tap lies: it is no loose contact."""
    table = Table()
    table.board.keys = {21}
    sampled_ms = table.now_ms
    for ms, samples in ((1, 0), (TICK_MS - 1, 0), (TICK_MS, 1), (2 * TICK_MS - 1, 1), (2 * TICK_MS, 2)):
        table.loop.look(sampled_ms + ms)
        assert table.loop.scanner.down_for[21] == samples
    table.loop.sense(sampled_ms + 2 * TICK_MS + 1)
    assert table.loop.scanner.down_for[21] == 2, "a tick right after a look is none, either"


def test_a_dead_key_is_never_told():
    table = Table(settings={**DEFAULTS, "dead_keys": [3]})
    table.board.keys = {wire.CELLS + 3}
    table.tick(20)
    assert not table.loop.look(table.now_ms)
    assert table.heard() == []


# -- a press is felt


def lit_cell(table, cell):
    return first_pixels(table.board.shone[-1][0])[cell]


def test_a_lit_cell_that_is_pressed_shines_bright_at_once_and_then_as_before():
    table = Table()
    table.say("lights", "-" * 7 + "g" + "-" * (LIGHTS - 8), STEADY, 100)
    before = lit_cell(table, 7)
    table.board.keys = {7}
    table.loop.look(table.now_ms)
    assert sum(lit_cell(table, 7)) > 2 * sum(before) > 0
    table.beat()
    table.tick(4 * SLOT_TICKS)
    assert lit_cell(table, 7) == before


@pytest.mark.parametrize(("said", "sent"), [(b"", [1, 1]), (b">3f2a 2 li", [0, 1]), (b">3f2a - beat 0 0\n", [1, 1])])
def test_the_next_step_of_a_pattern_waits_for_the_rest_of_a_line_but_not_for_ever(said, sent):
    """Half a line of the host waits as long as light is sent; what was torn never ends."""
    table = Table()
    table.say("lights", "g" * LIGHTS, "f" * LIGHTS, 100)
    while (table.now_ms + TICK_MS) >> SLOT_BITS == table.now_ms >> SLOT_BITS:
        table.tick()
    before = len(table.board.shone)
    table.board.waiting += said
    shone = []
    for ticks in (1, HALF_MS // TICK_MS):
        table.tick(ticks)
        shone.append(len(table.board.shone) - before)
    assert shone == sent


def test_a_dark_cell_does_not_answer_a_press():
    table = Table()
    table.say("lights", "-" * 7 + "g" + "-" * (LIGHTS - 8), STEADY, 100)
    shone = len(table.board.shone)
    table.board.keys = {8}
    table.loop.look(table.now_ms)
    assert len(table.board.shone) == shone


def test_an_answer_to_a_press_ends_with_the_next_picture():
    table = Table()
    table.say("lights", "g" * LIGHTS, STEADY, 100)
    table.board.keys = {7}
    table.tick()
    table.say("lights", "o" * LIGHTS, STEADY, 100)
    assert lit_cell(table, 7) == lit_cell(table, 8)


def test_where_the_current_is_needed_for_the_picture_a_press_is_not_answered_by_light():
    table = Table(settings={**DEFAULTS, "brightness_pct": 100})
    table.say("lights", *WHITE)
    shone = len(table.board.shone)
    table.board.keys = {7}
    table.tick()
    assert len(table.board.shone) == shone


def test_many_presses_at_once_stay_within_the_budget():
    table = Table(settings={**DEFAULTS, "budget_ma": 600})
    table.say("lights", *WHITE[:2], 40)
    table.board.keys = set(range(wire.CELLS))
    table.tick()
    assert current_ma(168, sum(table.board.shone[-1][0] + table.board.shone[-1][1])) <= 600


SENSING = {**DEFAULTS, "branch_sense": 1}
NAMED_MS = len(BRANCHES) * CUT_LOOKS * SUPPLY_MS


@pytest.mark.parametrize("branch", range(len(BRANCHES)))
def test_a_branch_that_its_switch_cuts_off_is_named(branch):
    table = Table(settings=SENSING)
    for mv in (200, 5000):
        table.beat()
        table.board.branches_mv[branch] = mv
        table.tick(NAMED_MS // TICK_MS + 5)
        table.heard()
    assert table.troubles == [("ff", BRANCHES[branch]), ("ff", "-")]


def test_a_branch_that_is_low_for_a_moment_or_with_the_rail_is_none_that_was_cut_off():
    table = Table(settings=SENSING)
    for rail_mv, low_ms in ((5000, 100), (0, 1000)):
        table.board.rail_mv, table.board.branches_mv = rail_mv, [0] * 5
        table.tick(low_ms // TICK_MS)
        assert "branch" not in table.loop.trouble.words()
        table.board.rail_mv, table.board.branches_mv = 5000, [5000] * 5
        table.tick(2 * STEADY_MS // TICK_MS)


def test_a_hub_without_switches_is_not_asked_for_branches():
    table = Table()
    table.board.branch_mv = None
    table.tick(1000)
    assert table.loop.trouble.words() == "-"


def test_a_supply_that_comes_and_goes_is_not_taken_from():
    table = Table()
    table.board.rail_mv = 3000
    power(table)
    for _ in range(10):
        table.board.rail_mv = 5000
        table.tick(STEADY_MS // TICK_MS - 20)
        table.board.rail_mv = 4000
        table.tick(5)
        assert table.loop.trouble.words() == "usb-power"


@pytest.mark.parametrize(("before_mv", "trouble"), [(5000, "-"), (3000, "usb-power")])
def test_between_the_two_thresholds_it_stays_as_it_is(before_mv, trouble):
    table = Table()
    for rail_mv in (before_mv, 3800, 4000, 4299):
        table.board.rail_mv = rail_mv
        power(table)
        assert table.loop.trouble.words() == trouble


def test_a_table_switched_on_without_supply_never_takes_more():
    board = Board()
    board.rail_mv = 0
    table = Table(board, settings={**DEFAULTS, "brightness_pct": 100})
    table.say("lights", *WHITE)
    assert max(current_ma(168, sum(cells + seats)) for cells, seats in board.shone) <= DEFAULTS["usb_budget_ma"]


def test_a_supply_that_goes_is_noticed_before_usb_gives_way():
    table = Table()
    looked = []
    table.board.supply_mv = lambda: looked.append(table.now_ms) or 5000
    table.tick(1000)
    assert 200 <= len(looked) <= 250  # of 1,000 ticks


# -- between two ticks


def test_a_word_heard_between_two_ticks_shines_there():
    table = Table()
    table.tick(SLOT_TICKS)
    table.board.shone.clear()
    table.board.waiting += wire.encode(wire.HOST, SESSION, 1, "lights", "g" * LIGHTS, STEADY, 100)
    while table.board.waiting:
        table.loop.answer(table.now_ms)
    assert any(table.board.shone[-1][0])


def test_between_two_ticks_readers_are_polled_and_keys_are_not_sampled():
    table = Table()
    table.tick(8)
    table.board.tags[6] = "04a1b2c3"
    table.board.keys = {4}
    for _ in range(8):
        table.loop.listen()
    assert table.board.written == []
    table.tick()
    assert table.heard() == [("tag", 6, "04a1b2c3"), ("press", 4)]


# -- shine


def test_a_picture_shines_in_the_tick_that_hears_its_last_byte():
    table = Table()
    frame = wire.encode(wire.HOST, SESSION, 1, "lights", "g" + "-" * 35 + "-r----", STEADY, 100)
    table.board.waiting += frame[:-1]
    table.tick(len(frame) // wire.DRAIN + 1)
    table.board.shone.clear()
    table.board.waiting += frame[-1:]
    table.tick()
    cells, seats = table.board.shone[-1]
    assert first_pixels(cells)[0] == bytes([64, 0, 14])
    assert [at for at, pixel in enumerate(first_pixels(seats)) if any(pixel)] == [1]


def test_nothing_shines_before_the_first_picture_of_a_session():
    table = Table()
    table.tick(SLOT_TICKS)
    assert not any(table.board.shone[-1][0] + table.board.shone[-1][1])


def test_the_strip_is_written_once_per_slot_and_not_more():
    table = Table()
    table.say("lights", "w" * LIGHTS, "f" * 20 + "b" * 22, 50)
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


WALK_TICKS = LIGHTS * (1 << WALK_BITS) // 5


def walk(table, ticks):
    """The lights that shine in so many ticks, cells and then seats, without repetition."""
    table.board.shone.clear()
    table.tick(ticks)
    walked = []
    for cells, seats in table.board.shone:
        lit = [at for at, pixel in enumerate(first_pixels(cells) + first_pixels(seats)) if any(pixel)]
        walked += [lit] if lit not in walked else []
    return walked


def test_after_power_on_each_light_shines_once_and_then_the_middle_breathes():
    table = Table(session=None)
    assert walk(table, WALK_TICKS) == [[light] for light in range(LIGHTS)]
    table.tick(2)
    assert walk(table, 1000) == [[14, 15, 20, 21], []]


def test_the_walk_follows_the_order_of_the_lights():
    order = [*range(35, -1, -1)]
    table = Table(session=None, settings={**DEFAULTS, "led_order": order})
    assert walk(table, WALK_TICKS) == [[place] for place in (*order, *range(36, LIGHTS))]


def test_a_host_ends_the_walk_and_it_is_not_taken_up_again():
    table = Table(session=None)
    assert walk(table, WALK_TICKS // 4)[-1] < [LIGHTS // 3]
    table.greet(SESSION)
    assert walk(table, HOST_MS // 5 - 2) == [[]]
    table.tick(4)
    assert walk(table, 1000) == [[14, 15, 20, 21], []]


def test_troubles_told_to_a_host_that_is_silent_leave_room_for_a_press():
    """Seven readers that fail one after another, each told, once took all that may be written unread."""
    table = Table()
    words = ()
    for reader in range(7):
        words += (f"reader.{reader}-b2",)
        table.board.trouble = words
        table.tick(5)
    table.board.keys = {21}
    table.tick(2)
    assert ("press", 21) in table.heard()
