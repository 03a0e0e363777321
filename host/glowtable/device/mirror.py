"""Shows the table's lights a second time, on a NeoPixel strip at a pin of a Raspberry Pi that runs the host.

One LED per light on one chain: the cells a1..f6 row by row, then the seats. The firmware's own strip.py makes
the bytes, so colours, patterns and current limit are those of the table. Adafruit's libraries are imported only when a
mirror is opened. Knows no game, no session and no wire.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

from glowpico.settings import DEFAULTS
from glowpico.strip import Strip
from glowtable.messages import FAILED, NO_ACCESS, USAGE, Message, UserError, say, say_install
from glowtable.table import Picture

SETTINGS = {**DEFAULTS, "pixels_per_cell": 1, "pixels_per_seat": 1}
FAILURES = (
    ImportError,
    RuntimeError,
    ValueError,
    OSError,
)  # of Adafruit's libraries; an unknown board is a RuntimeError
NO_PI = say("This computer has no pins for a NeoPixel strip. Use --mirror on a Raspberry Pi that runs the host.")


class Mirror:
    """The strip at `pin` (D18), dark until a picture is shown. UserError says why it cannot be lit."""

    def __init__(self, pin: str) -> None:
        self._strip = Strip(SETTINGS)
        self._pin = pin
        self._pixels = _open_strip(pin, self._strip.pixels)
        self.show_picture(Picture())

    def show_picture(self, picture: Picture) -> None:
        """Take a picture; the next `light_strip` shows it."""
        lights = (*picture.cells, *picture.seats)
        colours, patterns = ("".join(letters) for letters in zip(*lights, strict=True))
        self._strip.show(colours, patterns, picture.brightness_pct)

    def light_strip(self, now_ms: int) -> None:
        """Light the strip as its patterns look at this moment; nothing is sent while nothing changes."""
        if self._strip.render(now_ms):
            chain = self._strip.cells + self._strip.seats
            self._pixels[:] = [(chain[at + 1], chain[at], chain[at + 2]) for at in range(0, len(chain), 3)]
            _show_pixels(self._pixels, self._pin)

    def close(self) -> None:
        """Leave the strip dark, if it can still be written to."""
        with suppress(*FAILURES):
            self._pixels.deinit()


def _open_strip(pin: str, count: int) -> Any:
    # without this, Adafruit's library asks whether it may install packages
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        import board
        import neopixel

        wire = getattr(board, pin, None)
        if not hasattr(wire, "id"):
            raise UserError(
                say("This computer has no pin {pin}. A Raspberry Pi lights a strip at D10, D12, D18 or D21.", pin=pin),
                USAGE,
            )
        pixels = neopixel.NeoPixel(wire, count, auto_write=False)
    except FAILURES as error:
        raise _user_error(pin, error) from None
    return _show_pixels(pixels, pin)  # only the first light shows whether the pin is allowed


def _show_pixels(pixels: Any, pin: str) -> Any:
    try:
        pixels.show()
    except FAILURES as error:
        raise _user_error(pin, error) from None
    return pixels


def _user_error(pin: str, error: Exception) -> UserError:
    """An exception of Adafruit's libraries as one sentence."""
    cause = str(error).strip().partition("\n")[0]
    if isinstance(error, ImportError):
        return UserError(say("The mirror needs one more package. {install}", install=say_install("mirror")), USAGE)
    if isinstance(error, NotImplementedError):
        return UserError(NO_PI, USAGE)
    if isinstance(error, PermissionError) or "sudo" in cause or "ermission" in cause:
        forbidden: Message = say(
            "You may not light a strip at {pin}. Start it with sudo -E {program}", pin=pin, program=sys.argv[0]
        )
        return UserError(forbidden, NO_ACCESS)
    return UserError(say("Can't light the strip at {pin} ({cause}).", pin=pin, cause=cause), FAILED)
