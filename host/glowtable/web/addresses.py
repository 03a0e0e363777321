"""Where the page listens, and by which address others on the network reach it."""

from __future__ import annotations

import errno
import socket

from glowtable.messages import FAILED, UserError, say

PORTS_TRIED, PORTS = 20, 65536


def listener_at(address: str, port: int) -> socket.socket:
    """A socket at this port or at the next free one.

    It says that it is TCP: only then does asyncio send each frame at once, not after the last one was acknowledged.
    """
    for tried in range(port, min(port + PORTS_TRIED, PORTS)) if port else (0,):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # on Windows it would take the port of another program
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address, tried))
        except OSError as error:
            listener.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
        else:
            listener.listen(128)
            return listener
    raise UserError(say("no free port for the page from {port} on: say another with --port-http", port=port), FAILED)


def lan_address() -> str:
    """The address by which others on the network reach this computer; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
