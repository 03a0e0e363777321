"""Boards as data: whatever the description says is wired, every key is itself; what is damaged drives no pin."""

from itertools import combinations
from random import Random
from typing import Any

import pytest
from glowpico.board import NONE, NOWHERE, TABLE
from glowpico.loop import TICK_MS
from glowpico.wire import CELLS
from glowtable.device.boards import ON_HEADER, board_file, read_board, wrong_with

from tests.emulated.figures import GREEN, SMALL, UID, showing
from tests.emulated.keys import Keys
from tests.emulated.pico import Silent
from tests.emulated.table import Table
from tests.support.campaign import LONG

pytestmark = [pytest.mark.emulated, pytest.mark.usefixtures("image_here")]
STARTER = read_board("starter")
SPI = {0: ((2, 6, 18), (3, 7, 19), (0, 4, 16)), 1: ((10, 14), (11, 15), (8, 12))}  # SCK, MOSI, MISO of each bus
HELD = 4
DIRECT, DECODED, RECTANGLES = (20, 5, 100) if LONG else (4, 1, 12)


def direct(seed: int) -> dict[str, Any]:
    """A starter whose wires are anywhere, and with one to four rows of keys that are any."""
    rng = Random(seed)
    spi = tuple(rng.choice(pins) for pins in SPI[rng.randrange(2)])
    pins = rng.sample([gpio for gpio in ON_HEADER if gpio not in spi], len(ON_HEADER) - 3)
    rows = rng.choice((7, 8, 9))
    keys = rng.sample([*range(24), *[NONE] * 12], 6 * (rows - 6))
    return STARTER | {
        "name": "other", "columns": tuple(pins[:6]), "rows": tuple(pins[6 : 6 + rows]), "keys": tuple(keys), "spi": spi,
        "cell_leds": pins[16], "buzzer": pins[17], "reader_select": (pins[18],), "reader_reset": pins[19],
    }  # fmt: skip


def decoded(seed: int) -> dict[str, Any]:
    """The table with its matrix at other pins."""
    pins = Random(seed).sample(range(10), 10)
    return TABLE | {"name": "other", "columns": tuple(pins[:6]), "rows": tuple(pins[6:])}


def press_all(table: Table, most: int = 60) -> tuple[list[int], list[int]]:
    """What is told when each contact that there is is pressed in turn; what should be."""
    there = [place for place in table.keys.places if place != NOWHERE][:most]
    for at, key in enumerate(there):
        table.keys.press(key)
        table.run_ms(2 * TICK_MS)
        if at >= HELD:
            table.keys.release(there[at - HELD])
    told: list[int] = []
    number = 0
    while len(told) < len(there):
        frame = table.hears("press", "key", "release")
        if frame.number == number + 1:  # what is not acknowledged is said again
            number += 1
            if frame.word != "release":
                told.append(frame.fields[0] + CELLS * (frame.word == "key"))
        table.acknowledge(number)
    return told, there


@pytest.mark.parametrize("board", [*map(direct, range(DIRECT)), *map(decoded, range(DECODED))])
def test_every_key_and_reader_is_itself_wherever_its_wires_are(board):
    assert wrong_with(board) is None
    table = Table(SMALL, readers=range(1), board=board)
    assert table.greet().fields[0] == 2
    table.lay(0, UID)
    assert table.hears("tag").fields == (0, UID)
    table = Table(SMALL, readers=range(0), board=board)
    table.greet()
    told, there = press_all(table)
    assert told == there


@pytest.mark.parametrize("seed", range(3 if LONG else 1))
def test_control_wires_that_are_not_as_described_are_noticed(seed):
    board = direct(seed)
    table = Table(SMALL, readers=range(0), board=board)
    table.greet()
    first, second, *others = board["columns"]
    table.keys = Keys(board | {"columns": (second, first, *others)})
    table.keys.attach(table.mcu)
    told, there = press_all(table, CELLS)
    assert told != there and sorted(told) == sorted(there)


def corner(cells: tuple[int, ...]) -> int | None:
    """The fourth corner of the rectangle that these are three of."""
    for a, b, c in ((0, 1, 2), (1, 0, 2), (2, 0, 1)):
        if cells[a] // 6 == cells[b] // 6 and cells[a] % 6 == cells[c] % 6:
            return cells[c] // 6 * 6 + cells[b] % 6
    return None


def three_corners(board: dict[str, Any], many: int) -> tuple[int, int, int]:
    """Of so many rectangles whose three corners are pressed: presses invented, presses told, fights of two outputs."""
    table = showing(Table(SMALL, readers=range(0), board=board), GREEN)
    invented = told = number = 0
    threes = [three for three in combinations(range(CELLS), 3) if corner(three) is not None]
    for three in Random(1).sample(threes, many):
        for cell in three:
            table.press(cell)
            table.run_ms(15)
        for cell in three:
            table.release(cell)
            table.run_ms(40)
        table.run_ms(60)
        for frame in table.frames(("press", "release")):
            if frame.number == number + 1:  # an edge is said again until it is acknowledged
                number += 1
                told += frame.word == "press" and frame.fields[0] in three
                invented += frame.word == "press" and frame.fields[0] not in three
        table.acknowledge(number)
    return invented, told, table.keys.fights


@pytest.mark.parametrize("diodes", [0, 1])
def test_three_keys_of_a_rectangle_never_tell_the_fourth(diodes, record_property):
    counts = three_corners(STARTER | {"name": "other", "diodes": diodes}, RECTANGLES)
    record_property("invented, told, fights", counts)
    assert counts == (0, 3 * RECTANGLES, 0)


def test_control_firmware_that_believes_in_diodes_invents_presses():
    board = STARTER | {"name": "other"}
    table = Table(SMALL, readers=range(0), board=board)
    table.greet()
    table.keys = Keys(board | {"diodes": 0})
    table.keys.attach(table.mcu)
    for cell in (0, 1, 6):
        table.press(cell)
    told = [table.hears("press").fields[0] for _ in range(4)]
    assert sorted(told) == [0, 1, 6, 7]


def test_the_starter_has_one_reader_six_keys_and_no_lights_at_the_seats():
    table = Table(None, readers=range(1), board=STARTER)
    hello = table.greet()
    assert hello.fields[3:6] == ("buttons", "01", CELLS) and "miso" not in hello.fields[-1]
    table.say("lights", *GREEN)
    table.hears("ack")
    assert len(table.next_of(table.cells)) == 3 * CELLS


def test_the_breadboard_lights_its_strip_and_nothing_else():
    table = Table(None, readers=range(0), board=read_board("breadboard"))
    assert table.greet().fields[3:6] == ("none", "00", CELLS)
    table.say("lights", *GREEN)
    table.hears("ack")
    assert any(table.next_of(table.cells))


DAMAGED = {
    "cut": board_file(STARTER)[:100],
    "another": board_file(STARTER).replace(b'"cell_leds": 15', b'"cell_leds": 14'),
    "other chip": board_file(STARTER | {"chip": "RP2350"}),
    "empty": b"",
}


@pytest.mark.parametrize("raw", DAMAGED.values(), ids=DAMAGED)
def test_a_board_that_cannot_be_known_drives_no_pin_and_says_so(raw):
    table = Table(SMALL, readers=range(0), others={"board.json": raw})
    hello = table.greet()
    assert hello.fields[3:5] == ("none", "00") and hello.fields[-1] == "bad-board"
    assert all(pin.output_enable is False for pin in map(table.mcu.gpio.__getitem__, ON_HEADER))
    table.keys.press(0)
    with pytest.raises(Silent):
        table.hears("press", most_ms=200)
