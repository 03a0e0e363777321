"""Waiting for the host by the clock in time.py: as long as it really took, but never longer than was asked for."""

import time

import uselect
import utime

POLLIN, POLLOUT = uselect.POLLIN, uselect.POLLOUT


class poll:
    def __init__(self):
        self.poll = uselect.poll()
        self.register = self.poll.register

    def ipoll(self, timeout_ms):
        began_us = utime.ticks_us()
        ready = self.poll.ipoll(timeout_ms)
        if timeout_ms > 0:
            time.passed(min(1000 * timeout_ms, utime.ticks_diff(utime.ticks_us(), began_us)))
        return ready
