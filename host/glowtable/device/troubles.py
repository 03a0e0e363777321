"""What ails a table, in words that people understand: each word of trouble, and the next step.

A table says such words in its greeting, and whenever they change; play, doctor and selftest use it. And what the
state of a port means: who has it, who may open it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from glowpico.safe import SAFE
from glowpico.wire import NO_TROUBLE
from glowtable.device.connection import Connection
from glowtable.device.discovery import SOFT_REBOOT
from glowtable.device.link import EDGES
from glowtable.device.link import PROMPT as REPL
from glowtable.grid import TABLE_SEAT, cell_name, seat_name
from glowtable.messages import Message, filled, say
from glowtable.table import Event, Key, Press, Tag

# A word of trouble in the greeting -> what it means and what to do.
TROUBLES = {
    r"no-settings": say("The table has no settings yet. Run glowtable calibrate."),
    r"bad-settings": say("The table's settings.json is damaged, so it uses the defaults. Run glowtable calibrate."),
    r"newer-settings": say(
        "The table's settings.json is from a newer glowtable, so it uses the defaults. Update this program, "
        "then run glowtable flash."
    ),
    r"bad-board": say(
        "The table's board.json is damaged or for another chip, so nothing is switched on. Put it there again: "
        "glowtable flash --board NAME"
    ),
    r"usb-power": say("The 5 V supply is off, so most lights are too. Plug it in."),
    r"reader\.(?P<reader>\d)": say("Reader {reader} stopped working. Check its plug."),
    r"(?:reader|cell)\.\d+-[0-9a-f]{2}": say("The table's firmware is too old for a reader. Run glowtable flash."),
    r"crowded\.(?P<reader>\d)": say("Several cards are on reader {reader}. Put 1 there at a time."),
    r"cell\.(?P<cell>\d+)": say("The card reader under cell {cell} stopped working. Check its plug."),
    r"noisy\.c(?P<cell>\d+)": say("Cell {cell} is stuck, so it is ignored. Check its switch and wires."),
    r"noisy\.k(?P<key>\d+)": say("Stuck, so it is ignored: {key}. Check its wires."),
    r"dimmed": say("The lights are dimmed to stay within budget_ma."),
    r"dimmed\.branch": say("The lights are dimmed to keep a quarter of the cells, or the seats, within branch_ma."),
    r"branch\.(?P<quarter>\d)": say(
        "Short circuit in quarter {quarter}: its power is off. Unplug the supply, fix the short, plug it in."
    ),
    r"branch\.seats": say(
        "Short circuit at the seats: their power is off. Unplug the supply and all seats, plug the supply in, "
        "then one seat after the other."
    ),
    r"flash-full": say("The table's flash is nearly full. Remove some of your files (mpremote rm)."),
    r"slow\.(?P<reader>\d)": say(
        "Reader {reader} loses bits at full speed, so it is read more slowly. Shorten or replug its cable."
    ),
    r"crash\.(?P<module>\w+)\.(?P<line>\d+)-(?P<error>\w+)": say(
        "The firmware crashed ({error} in {module}.py, line {line}) and restarted. Report it with "
        "glowtable doctor --bundle FILE"
    ),
    r"safe-mode": say(
        "The table crashed 3 times in a minute and is in safe mode. Type mend to restart it, or type what you "
        "would press. If it crashes again, run glowtable flash."
    ).on(
        phone=say(
            "The table crashed 3 times in a minute and is in safe mode. Tap Fix it to restart it, or play on here. "
            "If it crashes again, run glowtable flash."
        ),
        board=say("The table crashed 3 times in a minute and is in safe mode."),
    ),
    r"dead\.k(?P<key>\d+)": say("Off, as its settings say: {key}."),
    r"dead\.c(?P<cell>\d+)": say("Cell {cell} is off. Repair its switch, then run glowtable calibrate."),
    r"not-done\.(?P<word>.+)": say(
        "The table can't do {word}: a part is missing, or its firmware is different. Run glowtable flash."
    ),
    r"miso-low": say(
        "All card readers answer 00: the line MISO is shorted to ground, or a module holds it. Unplug them one by one."
    ),
    r"miso-high": say("All card readers answer ff: none is powered or plugged in. Check their 3.3 V and the cable."),
}
UNKNOWN_WORD = say("The table reports {word}, which this program doesn't know. Update the program.")
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
        match = re.fullmatch(pattern, word)
        if match:
            return filled(sentence, {name: NAMED.get(name, str)(text) for name, text in match.groupdict().items()})
    return filled(UNKNOWN_WORD, {"word": word})


def trouble_words(written: str) -> list[str]:
    """The words of trouble in what a table said: `-` for none, else separated by commas."""
    return [word for word in written.split(",") if word != NO_TROUBLE]


# -- what is seen at the port of a table that went silent in mid-match, and the keys that mend it


INTERRUPT = b"\r\x03\x03"  # Ctrl-C, twice: whatever program runs ends at MicroPython's prompt
UNPLUGGED, PROMPT, TRACEBACK, PROGRAM, SILENCE = "unplugged", "prompt", "traceback", "program", "silence"
SAFE_MODE = SAFE  # a table that says so is there, and ill
RESTART = INTERRUPT + SOFT_REBOOT
PORT_MESSAGES = {
    UNPLUGGED: say("The table at {port} is unplugged. Plug it in and the match continues."),
    PROMPT: say("The Pico at {port} is at a MicroPython prompt. Type mend to start the table.").on(
        phone=say("The Pico at {port} is at a MicroPython prompt. Tap Fix it to start the table."),
        board=say("The Pico at {port} is at a MicroPython prompt."),
    ),
    TRACEBACK: say("The table at {port} crashed and is restarting. If it doesn't, type mend.").on(
        phone=say("The table at {port} crashed and is restarting. If it doesn't, tap Fix it."),
        board=say("The table at {port} crashed and is restarting …"),
    ),
    PROGRAM: say(
        "Another program answers at {port}, not a table. Type mend to restart it. Doesn't help? Leave and run: "
        "glowtable flash"
    ).on(
        phone=say(
            "Another program answers at {port}, not a table. Tap Fix it to restart it. Doesn't help? Leave and run: "
            "glowtable flash"
        ),
        board=say("Another program answers at {port}, not a table."),
    ),
    SILENCE: say("The table at {port} doesn't answer. Unplug it and plug it back in. Your match will wait."),
}
BACK_ELSEWHERE = say("The table is back at {port}.")
RECOVERY_KEYS = {PROMPT: SOFT_REBOOT, TRACEBACK: RESTART, PROGRAM: RESTART, SAFE_MODE: RESTART}
MENDS_SAFE = say(
    "Restarting the table. If it is in safe mode again, type what you would press. Afterwards run glowtable flash."
).on(
    phone=say(
        "Restarting the table. If it is in safe mode again, tap here what you would press. Afterwards run "
        "glowtable flash."
    ),
    board=say("Restarting the table …"),
)
NOTHING_TO_MEND = say("The table is fine. Nothing to fix.")


def diagnose_port(connection: Connection) -> str:
    """What is seen there now: what came since the table's last frame."""
    link = connection.link
    if not connection.is_open:
        return UNPLUGGED
    if link.at_repl or any(line.startswith(REPL) for line in link.strange):
        return PROMPT
    if any(line.startswith(b"Traceback") for line in link.strange):
        return TRACEBACK
    return PROGRAM if link.strange else SILENCE
