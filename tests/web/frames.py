"""Where a server is, and what a page hears and says by its WebSocket, for tests that are one."""

import json

from glowtable.device.clock import boot_ms
from websockets.sync.client import connect

from tests.support.patience import HANG_S


def url(server, path=""):
    return f"http://127.0.0.1:{server.port}/{path}"


def followed(server, what, origin=None, cookie="", **named):
    """A page of this kind at the server, as browsers open its WebSocket."""
    return connect(
        url(server, f"follow/{what}").replace("http", "ws"),
        origin=url(server).rstrip("/") if origin is None else origin,
        additional_headers={"Cookie": cookie} if cookie else {}, open_timeout=HANG_S, proxy=None, **named,
    )  # fmt: skip


def heard(socket) -> dict:
    """The next frame that is no beat."""
    while "beat" in (frame := json.loads(socket.recv(HANG_S))):
        pass
    return frame


def tap_text(does: str, beat: int | None = None, **fields) -> str:
    """A tap of this moment, or of another, as a page sends it, with its beat."""
    return json.dumps({"does": does, "beat": boot_ms() if beat is None else beat, **fields})
