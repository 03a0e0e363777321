"""What a table reports about itself, as sentences: how it started, its troubles, whether its settings are ours.

Each trouble comes with the next step. Knows no port; `doctor` and `selftest` both use it, so they say the same.
"""

from __future__ import annotations

import re
from binascii import crc32
from collections.abc import Iterator, Mapping
from typing import Any

from glowpico import wire
from glowpico.settings import DEFAULTS, read
from glowtable.device.link import Board, Hello
from glowtable.device.troubles import key_of, name_part
from glowtable.grid import CELLS, SEATS, seat_name
from glowtable.messages import Message, say, say_count
from glowtable.table import Event, Press

NO_BUILD = "00000000"  # the table has no build.txt: it is written last
SEATED = 7  # readers every table has: six seats and the dealer

RESET_CAUSES = {1: say("power switched on"), 3: say("restarted by a program, or by its watchdog because it hung")}


def start_cause(hello: Hello) -> Message:
    """Why the table last started."""
    return RESET_CAUSES.get(hello.reset_cause) or say("cause {n}", n=hello.reset_cause)


def wrong_build(hello: Hello, shipped: str) -> Message | None:
    """None if the table runs this program's firmware."""
    if hello.build == NO_BUILD:
        return say("The table's firmware is incomplete. Run glowtable flash.")
    if hello.build != shipped:
        return say(
            "The table's firmware is build {theirs}, this program's is {ours}. Run glowtable flash.",
            theirs=hello.build,
            ours=shipped,
        )
    return None


def wrong_settings(hello: Hello, kept: bytes | None) -> Iterator[Message]:
    """What differs from the settings.json this computer keeps for the table, if it keeps one."""
    if kept is None:
        return
    wanted = led_count(read(kept)[0])
    if hello.pixels != wanted:
        yield say_count(
            "The table drives {n} LED. Its settings saved here say {wanted}. Run glowtable calibrate.",
            "The table drives {n} LEDs. Its settings saved here say {wanted}. Run glowtable calibrate.",
            n=hello.pixels,
            wanted=wanted,
        )
    if hello.settings != f"{crc32(kept):08x}":
        yield say("The table's settings.json differs from the copy saved here. Run glowtable calibrate.")


def led_count(settings: Mapping[str, Any]) -> int:
    """How many LEDs a table with these settings has."""
    chosen = {**DEFAULTS, **settings}
    return int(CELLS * chosen["pixels_per_cell"] + SEATS * chosen["pixels_per_seat"])


def no_reader(reader: int) -> Message:
    return say(
        "Reader {reader} doesn't answer. Check its plug, and turn the table off and on.", reader=seat_name(reader)
    )


def silent_readers(hello: Hello, board: Board) -> list[Message]:
    """The readers of seats and dealer that failed their self-check, unless a word of trouble already names them."""
    named = re.findall(r"reader\.(\d)", hello.trouble)
    there = filter(board.has_reader, range(SEATED))
    silent = [n for n in there if not int(hello.readers, 16) >> n & 1 and str(n) not in named]
    return [] if "miso-" in hello.trouble else [no_reader(n) for n in silent]


def stuck_parts(cells: str, keys: str) -> list[Message]:
    """The cells and keys that a snapshot reports as down."""
    down: list[Event] = [Press(cell) for cell in range(CELLS) if int(cells, 16) >> cell & 1]
    down += [key_of(code) for code in range(wire.KEYS) if int(keys, 16) >> code & 1]
    return [
        say("Held down or stuck: {what}. Release it, or repair its switch.", what=name_part(event)) for event in down
    ]
