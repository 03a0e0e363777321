"""The beat that every page hears: by it a page notices that the host is silent, and the host how old a tap is.

It knows no page and no match. A page that is silent itself is noticed by the pings of its WebSocket.
"""

from __future__ import annotations

from glowtable.device.clock import boot_ms

BEAT_S = 2.0  # a page calls the host away after 5 s of silence: two beats may be lost
PING_S, PONG_S = 2.5, 3.5  # a page that is gone is noticed within 6 s
LATE_MS = 2000  # after so long a page has told its person that nothing came of the tap


def beat_text() -> str:
    """The frame of a beat. It carries the host's time in ms; a tap carries this, counted on by its page."""
    return f'{{"beat":{boot_ms()}}}'


def is_late(beat_ms: int) -> bool:
    """Whether a tap is too old to be done: the host was stopped, the computer slept, or the network was slow."""
    return boot_ms() - beat_ms > LATE_MS
