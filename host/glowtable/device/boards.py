"""Boards: what is wired to a table's Pico, as a description that is checked here before a Pico gets it.

`table`, the one whose boards are drawn in hardware/, is the firmware's own (glowpico.board.TABLE); the others are the
files beside this one. A maker's own is such a file, too.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

from glowpico.board import COLUMNS, NONE, TABLE
from glowpico.settings import is_allowed
from glowpico.wire import CELLS, KEYS, READERS
from glowtable.gate import TINY, parse_toml, read_file
from glowtable.messages import FAILED, USAGE, Message, UserError, say

Board = Mapping[str, Any]

HERE = Path(__file__).parent / "boards"
NAMES = ("table", *sorted(path.stem for path in HERE.glob("*.toml")))
ON_HEADER = (*range(23), 26, 27, 28)  # GPIOs. Source: Pico datasheet, "Pinout"
ANALOG = (NONE, 26, 27, 28)
SPI_PINS = (2, 3, 0)  # of SCK, TX, RX: the remainder by 4. Source: RP2040 datasheet, "GPIO Functions"
SINGLE = ("cell_leds", "seat_leds", "buzzer", "reader_reset", "supply_sense", "branch_sense")
OF_BANKS = ("reader_code", "reader_strobe")  # only a decoded matrix has them
MOST_ROWS = CELLS // COLUMNS + KEYS // COLUMNS


def read_board(named: str) -> Board:
    """The board of this name, or of this file; UserError if there is none, or something is wrong with it."""
    if named == TABLE["name"]:
        return TABLE
    path = HERE / f"{named}.toml" if named in NAMES else Path(named)
    try:
        given = parse_toml(read_file(path, TINY).decode("utf-8-sig"))
    except FileNotFoundError:
        if path.suffix or path.parent != Path():
            raise UserError(say("Can't find {file}.", file=named), USAGE) from None
        missing = say("This program doesn't know the board {name}. Use {names}, or the path of your own file.",
                      name=named, names=", ".join(NAMES))  # fmt: skip
        raise UserError(missing, USAGE) from None
    except ValueError as error:
        raise UserError(say("{file} isn't valid TOML ({cause}).", file=named, cause=str(error)), FAILED) from None
    wrong = wrong_with(given)
    if wrong:
        raise UserError(say("{file} can't be built: {wrong}", file=named, wrong=wrong), FAILED)
    return with_table(given)


def with_table(given: Board) -> dict[str, Any]:
    """The whole description: what is not given is as on the table; a direct matrix has no banks of readers."""
    return TABLE | {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}


def board_file(board: Board) -> bytes:
    """The bytes of board.json: a line of JSON, and its CRC."""
    line = json.dumps({name: board[name] for name in TABLE}, sort_keys=True).encode()
    return b"%s\n%08x\n" % (line, crc32(line))


# -- what cannot be so


def wrong_with(given: Board) -> Message | None:
    """Why this board cannot be built, with the word for it; None if it can."""
    for name, value in given.items():
        if name not in TABLE:
            return say("A board has no {name}. Known: {names}.", name=name, names=", ".join(TABLE))
        if not _has_type_of(value, TABLE[name]):
            return say("{name} must be {what}.", name=name, what=TYPES[type(TABLE[name])])
    board = with_table(given)
    return next((wrong for wrong in _mistakes(board)), None)


def _has_type_of(value: Any, model: Any) -> bool:
    if isinstance(model, tuple):
        return isinstance(value, list | tuple) and all(type(item) is int for item in value)
    return type(value) is type(model)


TYPES: Mapping[type, Message] = {
    str: say("text"),
    int: say("a whole number"),
    tuple: say("a list of whole numbers"),
    dict: say("a table of settings"),
}


def _mistakes(board: Board) -> Iterator[Message]:
    for name, is_right, sentence in CHECKS:
        if not is_right(board[name], board):
            yield say("{name}: {sentence}", name=name, sentence=sentence)
    uses = Counter(gpio for _, gpio in used_pins(board))
    for name, gpio in used_pins(board):
        if gpio not in ON_HEADER:
            yield say("{name}: a Pico has no pin GP{n}. Use 0 to 22 or 26 to 28.", name=name, n=gpio)
        if uses[gpio] > 1:
            names = [other for other, at in used_pins(board) if at == gpio]
            yield say("GP{n} is used twice: {names}.", n=gpio, names=", ".join(names))
    for name, value in board["settings"].items():
        if not is_allowed(name, value):
            yield say("settings: {name} can't be {value}.", name=name, value=str(value))


def used_pins(board: Board) -> list[tuple[str, int]]:
    """(what for, GPIO) of each wire there is."""
    lists = ["columns", "rows", *(["reader_select"] if is_direct(board) else ["reader_code"])]
    wires = [(name, gpio) for name in lists for gpio in board[name]]
    wires += [(name, board[name]) for name in SINGLE + (() if is_direct(board) else OF_BANKS[1:])]
    if board["reader_select"] or not is_direct(board):
        wires += [("spi", gpio) for gpio in board["spi"]]
    return [(name, gpio) for name, gpio in wires if gpio != NONE]


def is_direct(board: Board) -> bool:
    return bool(board["matrix"] == "direct")


def _are_rows(rows: tuple[int, ...], board: Board) -> bool:
    fewest = CELLS // COLUMNS
    return len(rows) in ((0, *range(fewest, MOST_ROWS + 1)) if is_direct(board) else (4,))


def _are_keys(keys: tuple[int, ...], board: Board) -> bool:
    there = [key for key in keys if key != NONE]
    rows = len(board["rows"]) if is_direct(board) else MOST_ROWS
    is_whole = len(keys) == max(0, COLUMNS * rows - CELLS)
    return is_whole and len(set(there)) == len(there) and all(0 <= key < KEYS for key in there)


def _is_spi(spi: tuple[int, ...], board: Board) -> bool:
    return tuple(gpio % 4 for gpio in spi) == SPI_PINS and len({gpio // 8 % 2 for gpio in spi}) == 1


def _is_cell_kind(settings: Mapping[str, Any], board: Board) -> bool:
    kind = settings.get("cell_kind", "buttons")
    return (kind == "none") == (not board["rows"]) and not (kind == "nfc" and is_direct(board))


Check = Callable[[Any, Board], bool]
CHECKS: tuple[tuple[str, Check, Message], ...] = (
    ("name", lambda name, _: 1 <= len(name) <= 12 and name.isascii() and name.isalnum() and name == name.lower(),
     say("1 to 12 small letters and digits.")),
    ("name", lambda name, board: name != TABLE["name"] or board == TABLE, say("table is the name of another board.")),
    ("chip", lambda chip, _: chip in ("", "RP2040", "RP2350"), say("RP2040, RP2350, or empty for both.")),
    ("matrix", lambda matrix, _: matrix in ("direct", "decoded"), say("direct or decoded.")),
    ("rows", _are_rows, say("a direct matrix has 6 to 10 rows (or none, without keys), a decoded one 4 lines.")),
    ("columns", lambda columns, board: len(columns) == COLUMNS * bool(board["rows"]),
     say("6 pins; none if there are no rows.")),
    ("keys", _are_keys, say("6 numbers for each row after the sixth, each of 0 to 23 once, -1 where there is no key.")),
    ("diodes", lambda diodes, _: diodes in (0, 1), say("1 if each key has one, else 0.")),
    ("settle_us", lambda us, _: 5 <= us <= 200, say("5 to 200.")),
    ("cell_leds", lambda gpio, _: gpio != NONE, say("the LEDs of the cells need a pin.")),
    ("reader_type", lambda kind, board: kind == "mfrc522" or (kind == "pn532" and is_direct(board)),
     say("mfrc522, or with a direct matrix pn532.")),
    ("spi", _is_spi, say("SCK, MOSI and MISO must be pins of one SPI bus, as 18, 19, 16.")),
    ("reader_select", lambda pins, board: len(pins) <= READERS and (is_direct(board) or not pins),
     say("at most 8 pins, and only with a direct matrix.")),
    ("reader_reset", lambda gpio, board: gpio != NONE or (is_direct(board) and not board["reader_select"]),
     say("readers need a reset pin.")),
    ("reader_code", lambda pins, _: len(pins) == 3, say("3 pins.")),
    ("supply_sense", lambda gpio, _: gpio in ANALOG, say("26, 27 or 28, or -1 for none.")),
    ("branch_sense", lambda gpio, board: gpio in ANALOG and (gpio == NONE or not is_direct(board)),
     say("26, 27 or 28 with a decoded matrix, or -1 for none.")),
    ("settings", _is_cell_kind, say("cell_kind must be none without rows, and only then; nfc needs a decoded matrix.")),
    ("settings", lambda settings, board: board["seat_leds"] != NONE or settings.get("pixels_per_seat") == 0,
     say("without seat_leds, pixels_per_seat must be 0.")),
    ("settings", lambda settings, board: board["reader_type"] == "mfrc522" or "reader_gain" not in settings,
     say("only mfrc522 readers have a reader_gain.")),
)  # fmt: skip
