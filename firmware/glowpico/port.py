"""The USB port of a Pico: bytes of the host in, frames out. It never waits for a host that does not read."""

import select
import sys

from glowpico.wire import DRAIN


class Port:
    def __init__(self):
        self.byte = bytearray(1)
        self.before = b""  # bytes put back, to be read again
        self.heard = bytearray(DRAIN)
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
        # stdin has no partial read: ask first, then take one byte
        ipoll, readinto, byte, heard = self.waiting.ipoll, sys.stdin.buffer.readinto, self.byte, self.heard
        if not any(ipoll(0)):
            return b""
        count = 0
        while count < DRAIN and any(ipoll(0)) and readinto(byte):
            heard[count] = byte[0]
            count += 1
        return bytes(heard[:count])

    def write(self, frame):
        """Drop a frame if nobody reads the port and it has no room: what matters is sent again."""
        if any(self.room.ipoll(0)):
            sys.stdout.buffer.write(frame)
