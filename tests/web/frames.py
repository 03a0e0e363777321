"""What a page hears and says by its WebSocket, for tests that are one: taps carry the present beat."""

import json

from glowtable.device.clock import boot_ms

from tests.support.patience import HANG_S


def heard(socket) -> dict:
    """The next frame that is no beat."""
    while "beat" in (frame := json.loads(socket.recv(HANG_S))):
        pass
    return frame


def tap_text(does: str, beat: int | None = None, **fields) -> str:
    """A tap of this moment, or of another, as a page sends it."""
    return json.dumps({"does": does, "beat": boot_ms() if beat is None else beat, **fields})
