"""The USB port of a Pico: bytes of the host in, frames out. It never waits for a host that does not read."""

import select
import sys

from glowpico.wire import DRAIN

try:
    from glowpico.swift import drain
except (ImportError, SyntaxError, ValueError):  # no machine code here, or another machine's
    from glowpico.plain import drain  # type: ignore

CTRL_C = 3
NO_BYTE = -1  # interrupts

if sys.platform == "rp2":
    from micropython import kbd_intr
else:  # only drain looks for Ctrl-C there

    def kbd_intr(byte):
        pass


class Port:
    def __init__(self):
        self.before = b""  # bytes put back, to be read again
        self.heard = bytearray(DRAIN)
        self.one = bytearray(1)
        self.waiting = select.poll()
        self.waiting.register(sys.stdin, select.POLLIN)
        self.ipoll = self.waiting.ipoll
        self.room = select.poll()
        self.room.register(sys.stdout, select.POLLOUT)

    def wait(self, most_ms):
        """Sleep until the host has sent something, so long at most; has it?"""
        return any(self.ipoll(most_ms))

    def read(self):
        """What the host has sent; Ctrl-C is raised before any byte behind it is read, for those are the prompt's.

        Meanwhile it is a byte as others are. MicroPython would note it, and raise it only after machine code has ended.
        """
        kbd_intr(NO_BYTE)
        try:
            if self.before:  # at a branch MicroPython raises what it has noted
                data, self.before = self.before, b""
                return data
            count = drain(self.ipoll, sys.stdin.buffer.readinto, self.one, self.heard)
            if count < 0:
                raise KeyboardInterrupt  # still deaf: a second one would be noted, and raised before all is at rest
        finally:
            kbd_intr(CTRL_C)
        return bytes(self.heard[:count]) if count else b""

    def write(self, frame):
        """Drop a frame if nobody reads the port and it has no room: what matters is sent again."""
        if any(self.room.ipoll(0)):
            sys.stdout.buffer.write(frame)
