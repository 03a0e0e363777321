"""What is seen at the port of a table that went silent in mid-match, what it means, and the keys that mend it."""

from __future__ import annotations

from glowpico.safe import SAFE
from glowtable.device.connection import Connection
from glowtable.device.discovery import SOFT_REBOOT
from glowtable.device.link import PROMPT as REPL
from glowtable.messages import say

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
