"""What a table reports about itself, as sentences: how it started, its troubles, whether its settings are ours.

Each trouble comes with the next step. Knows no port; `doctor` and `selftest` both use it, so they say the same.
"""

from __future__ import annotations

import re
from binascii import crc32
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from glowpico.settings import DEFAULTS, read
from glowpico.wire import KEYS
from glowtable.device.link import EDGES, Hello
from glowtable.grid import CELLS, SEATS, TABLE_SEAT, cell_name, seat_name
from glowtable.messages import Message, filled, say, say_count
from glowtable.table import Event, Key, Press, Tag

NOTHING_SAID = "-"
NO_BUILD = "00000000"  # the table has no build.txt: it is written last
SEATED = 7  # readers every table has: six seats and the dealer

RESET_CAUSES = {
    1: say("the power was switched on"),
    3: say("a program restarted it, or its watchdog did because it hung"),
}

# A word of trouble in the greeting -> what it means and what to do.
TROUBLES = {
    r"no-settings": say("it has no settings.json and uses the defaults: run glowtable calibrate"),
    r"bad-settings": say("its settings.json is damaged, it uses the defaults: run glowtable calibrate"),
    r"newer-settings": say(
        "its settings.json is from a newer glowtable, it uses the defaults: update this program, then run glowtable "
        "flash"
    ),
    r"usb-power": say("its 5 V supply is off, and USB alone is enough for few lights or none: plug the supply in"),
    r"reader\.(?P<reader>\d)": say("reader {reader} stopped answering: check its plug"),
    r"reader\.(?P<reader>\d)-(?P<version>..)": say(
        "reader {reader} has a chip of the unknown version {version}: put in another module"
    ),
    r"cell\.(?P<cell>\d+)-(?P<version>[0-9a-f]{2})": say(
        "the card reader under cell {cell} reports version {version}, which is no known MFRC522: it is not used"
    ),
    r"cell\.(?P<cell>\d+)": say("the card reader under cell {cell} stopped answering: check its plug"),
    r"noisy\.c(?P<cell>\d+)": say("cell {cell} presses by itself and is ignored: check its switch and its wires"),
    r"noisy\.k(?P<key>\d+)": say("{key} presses by itself and is ignored: check its wires"),
    r"dead\.c(?P<cell>\d+)": say("cell {cell} is left out: repair its switch, then run glowtable calibrate"),
    r"not-done\.(?P<word>.+)": say(
        "it cannot do {word}: it lacks the part, or its firmware is different (glowtable flash)"
    ),
    r"miso-low": say(
        "all card readers answer 00: the line MISO is shorted to ground, or a module holds it; unplug them one by one"
    ),
    r"miso-high": say("all card readers answer ff: none is powered or plugged in; check their 3.3 V and the cable"),
}
UNKNOWN_WORD = say("it says {word}, which this program does not know: update it")
key_of = cast(Callable[[int], Key], EDGES["key"])  # the wire's number -> the key


def name_part(event: Event) -> Message:
    """The name of the part that makes this event."""
    match event:
        case Press(cell):
            return say("cell {cell}", cell=cell_name(cell))
        case Tag(reader):
            return say("reader {n}", n=seat_name(reader))
        case Key(seat, key) if seat == TABLE_SEAT:
            return say("key {key} of the table", key=key)
        case Key(seat, key):
            return say("key {key} of seat {n}", key=key, n=seat_name(seat))
    raise ValueError(f"no part of the table makes {event}")


NAMED: dict[str, Callable[[str], Any]] = {
    "cell": lambda number: cell_name(int(number)),
    "reader": lambda number: seat_name(int(number)),
    "key": lambda number: name_part(key_of(int(number))),
}


def explain_trouble(word: str) -> Message:
    """What one word of trouble means, and what to do."""
    for pattern, sentence in TROUBLES.items():
        found = re.fullmatch(pattern, word)
        if found:
            return filled(sentence, {name: NAMED.get(name, str)(text) for name, text in found.groupdict().items()})
    return filled(UNKNOWN_WORD, {"word": word})


def trouble_words(hello: Hello) -> list[str]:
    """The words of trouble in the table's greeting."""
    return [word for word in hello.trouble.split(",") if word != NOTHING_SAID]


def start_cause(hello: Hello) -> Message:
    """Why the table last started."""
    return RESET_CAUSES.get(hello.reset_cause) or say("cause {n}", n=hello.reset_cause)


def wrong_build(hello: Hello, shipped: str) -> Message | None:
    """None if the table runs this program's firmware."""
    if hello.build == NO_BUILD:
        return say("its firmware is incomplete: run glowtable flash")
    if hello.build != shipped:
        return say(
            "its firmware is build {theirs}, this program's is {ours}: run glowtable flash",
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
            "it drives {n} LED, its settings kept here say {wanted}: run glowtable calibrate",
            "it drives {n} LEDs, its settings kept here say {wanted}: run glowtable calibrate",
            n=hello.pixels,
            wanted=wanted,
        )
    if hello.settings != f"{crc32(kept):08x}":
        yield say("its settings.json differs from the copy kept here: run glowtable calibrate")


def led_count(settings: Mapping[str, Any]) -> int:
    """How many LEDs a table with these settings has."""
    chosen = {**DEFAULTS, **settings}
    return int(CELLS * chosen["pixels_per_cell"] + SEATS * chosen["pixels_per_seat"])


def no_reader(reader: int) -> Message:
    return say(
        "reader {reader} does not answer: check its plug, then turn the table off and on", reader=seat_name(reader)
    )


def silent_readers(hello: Hello) -> list[Message]:
    """The readers of seats and dealer that failed their self-check, unless a word of trouble already names them."""
    named = re.findall(r"reader\.(\d)", hello.trouble)
    silent = [n for n in range(SEATED) if not int(hello.readers, 16) >> n & 1 and str(n) not in named]
    return [] if "miso-" in hello.trouble else [no_reader(n) for n in silent]


def stuck_parts(cells: str, keys: str) -> list[Message]:
    """The cells and keys that a snapshot reports as down."""
    down: list[Event] = [Press(cell) for cell in range(CELLS) if int(cells, 16) >> cell & 1]
    down += [key_of(code) for code in range(KEYS) if int(keys, 16) >> code & 1]
    return [
        say("{what} is held down, or stuck: release it, or repair its switch", what=name_part(event)) for event in down
    ]
