"""What outlives the table that runs on this Pico: files, port, reset, and the safe mode. See start.py."""

import gc
import io
import os
import sys
import time

import machine

from glowpico import board, crash, settings
from glowpico.port import Port
from glowpico.wire import HOST, Lines, decode

SETTINGS, BOARD = "settings.json", "board.json"
CHIPS = ("RP2040", "RP2350")
POWER_ON = 1  # reset cause
CLOCK = 0x3FFFFFFF
TOLD_MS = 30  # until what was printed has left the port
IDLE_MS = 50
SPARE_BYTES = 16 * 1024  # less is too little for another firmware or other settings


class Power:
    def __init__(self):
        self.began_ms = time.ticks_ms()
        self.port = Port()
        self.reset_cause = machine.reset_cause()
        self.dev = False
        self.board = board_here()
        gpio = self.board["reader_reset"] if self.board else board.NONE
        self.readers_reset = machine.Pin(gpio, machine.Pin.OUT, value=0) if gpio != board.NONE else lambda level: None
        self.readers_us = time.ticks_us()
        self.readers_reset(1)  # their crystals start while the table is loaded
        self.leaves_garbage = not frozen_build()  # loading from files does

    def settings(self):
        """(settings, their CRC, words of trouble): also what ended the run before, and a flash that is full."""
        chosen, crc, trouble = settings.read(file_bytes(SETTINGS), self.board["settings"])
        self.dev = bool(chosen["dev"])
        word = crash.read(file_bytes(crash.FILE))[0]
        if word:
            trouble += (word,)
            if self.reset_cause == POWER_ON:
                os.remove(crash.FILE)
        return chosen, crc, trouble + ("flash-full",) * is_full()

    def greeted_while(self, is_held):
        """Listen as long as this is so: does a host greet? Nobody reads at a prompt, but a host wants a table."""
        lines = Lines()
        while is_held():
            self.port.wait(IDLE_MS)
            for line in lines.feed(self.port.read()):
                frame = decode(HOST, line)
                if frame and frame[2] == "hi":
                    self.port.before = line + b"\n"  # the table answers it as soon as it runs
                    return True
        return False

    def text_of(self, error):
        """The text of an error, as a prompt shows it."""
        text = io.StringIO()
        sys.print_exception(error, text)
        return text.getvalue()

    def keep(self, word):
        """Write an error down for the next start; is it the third within a minute?"""
        gc.collect()  # nothing of the table is needed any more
        raw = file_bytes(crash.FILE)
        lasted_ms = time.ticks_diff(time.ticks_ms(), self.began_ms)
        if lasted_ms < 0:  # the clock has gone round: more than six days
            lasted_ms = crash.LONG_MS
        try:
            with open(crash.FILE, "wb") as file:
                file.write(crash.written(raw, word, lasted_ms))
        except OSError:
            pass  # a full flash must not keep the table from starting again
        return crash.is_too_often(raw, lasted_ms)

    def show(self, text):
        print(text)
        time.sleep_ms(TOLD_MS)

    def reset(self):
        machine.reset()

    def stay(self, word):
        """The safe mode, until Ctrl-C."""
        from glowpico.safe import Safe

        safe = Safe(self.port.write, build(), self.reset_cause, word)
        while True:
            self.port.wait(IDLE_MS)
            safe.tick(self.port.read(), time.ticks_ms() & CLOCK)


def board_here():
    """What is wired to this Pico; None if that cannot be known, for then no pin may be driven."""
    here = board.read(file_bytes(BOARD))
    return here if here and here["chip"] in ("", chip()) else None


def chip():
    """The name of this chip as far as we know it."""
    names = [name for name in CHIPS if name in sys.implementation._machine]
    return names[0] if names else ""


def is_full():
    """Is there hardly any room left in the file system?"""
    _, fragment, _, free, *_ = os.statvfs("/")
    return free * fragment < SPARE_BYTES


def build():
    """The CRC in build.txt; flashing removes it first and writes it last, so zeros mean an incomplete flash.

    Of firmware that is frozen into the image, a module has it.
    """
    frozen = frozen_build()
    if frozen:
        return frozen
    crc = (file_bytes(__file__.rsplit("/", 1)[0] + "/build.txt") or b"").strip()
    return crc.decode() if len(crc) == 8 and all(byte in b"0123456789abcdef" for byte in crc) else "00000000"


def frozen_build():
    """The CRC of firmware that is frozen into the image, "" if it is files."""
    try:
        from glowpico.frozen import BUILD  # type: ignore

        return BUILD
    except ImportError:
        return ""


def file_bytes(name):
    """The bytes of a file, None if there is none."""
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError:
        return None
