"""The USB port of a Pico: bytes of the host in, frames out. It never waits for a host that does not read."""

import select
import sys

from glowpico.wire import DRAIN

try:
    from glowpico.swift import drain
except (ImportError, SyntaxError, ValueError):  # no machine code here, or another machine's
    from glowpico.plain import drain  # type: ignore


class Port:
    def __init__(self):
        self.before = b""  # bytes put back, to be read again
        self.heard = bytearray(DRAIN)
        self.places = [memoryview(self.heard)[at : at + 1] for at in range(DRAIN)]
        self.waiting = select.poll()
        self.waiting.register(sys.stdin, select.POLLIN)
        self.room = select.poll()
        self.room.register(sys.stdout, select.POLLOUT)

    def wait(self, most_ms):
        """Sleep until the host has sent something, so long at most; has it?"""
        return any(self.waiting.ipoll(most_ms))

    def read(self):
        if self.before:
            data, self.before = self.before, b""
            return data
        count = drain(self.waiting.ipoll, sys.stdin.buffer.readinto, self.places)
        return bytes(self.heard[:count]) if count else b""

    def write(self, frame):
        """Drop a frame if nobody reads the port and it has no room: what matters is sent again."""
        if any(self.room.ipoll(0)):
            sys.stdout.buffer.write(frame)
