"""Carries a Link's bytes through a port that may be unplugged and come back. The only file that opens one.

A lost port is a normal event. Each reason why a port cannot be opened is one sentence.
"""

import errno
import os
import re
from collections.abc import Callable
from contextlib import suppress
from io import UnsupportedOperation
from typing import TYPE_CHECKING, NamedTuple, Protocol

from glowpico import wire
from glowtable.device.link import Link, LinkEvent, Lost
from glowtable.device.usb_ports import UsbBoard, find_port
from glowtable.messages import MISMATCH, NO_ACCESS, NO_TABLE, UserError, say

if TYPE_CHECKING:
    from concurrent.futures import Future

    from glowtable.device.line_watch import LineWatch


class Port(Protocol):
    """What a Connection needs of a pyserial port; any OSError means that it went away."""

    def read(self, size: int = 1, /) -> bytes: ...
    def write(self, data: bytes, /) -> int | None: ...
    def close(self) -> None: ...
    @property
    def in_waiting(self) -> int: ...


class OpenPort(NamedTuple):
    name: str
    port: Port


Job = Callable[[], None]
PORT_GROUPS = ("dialout", "uucp")  # who may open serial ports: Debian and most others; Arch


def run_in_background(job: Job) -> None:
    """Run it in a daemon thread, so that a hanging driver delays neither the pump nor the program's end."""
    from threading import Thread

    Thread(target=job, daemon=True).start()


def run_now(job: Job) -> None:
    job()


class PortSearch:
    """The search for the port of one board, one look at a time; `name` is how people named its port.

    A board with a serial number is looked for in the background, as listing ports may take a second; one without by
    its name alone, at once. No other board is ever opened for it.
    """

    def __init__(
        self, name: str, board: UsbBoard | None, open_port: Callable[[str], Port],
        run: Callable[[Job], None] = run_in_background,
    ) -> None:  # fmt: skip
        """`run` looks for a board."""
        self.name, self.board = name, board
        self._open_port = open_port
        self._run = run if board else run_now
        self._look: Future[OpenPort | None] | None = None

    def begin_look(self) -> None:
        """Look once, unless a look is still under way."""
        from concurrent.futures import Future  # only a port that was lost needs it: its import takes its time

        if self._look is None:
            look = self._look = Future()
            self._run(lambda: self._finish_look(look))

    def take_port(self) -> OpenPort | None:
        """Return the port that the last look opened, only once; None if there is none yet."""
        if self._look is None or not self._look.done():
            return None
        look, self._look = self._look, None
        return look.result()

    def abandon(self) -> None:
        """Stop waiting. A port that is opened after this is closed at once."""
        if self._look is not None:
            self._look.add_done_callback(_close_port)
            self._look = None

    def _finish_look(self, look: "Future[OpenPort | None]") -> None:
        opened = None
        try:
            with suppress(OSError, UserError):
                opened = self._open_where_it_is()
        finally:
            look.set_result(opened)

    def _open_where_it_is(self) -> OpenPort | None:
        name = find_port(self.name, self.board)
        if name is None:
            return None
        port = self._open_port(name)
        if self.board and find_port(self.name, self.board) != name:  # it went, and another came under this name
            port.close()
            return None
        return OpenPort(name, port)


def _close_port(look: "Future[OpenPort | None]") -> None:
    opened = look.result()
    if opened:
        with suppress(OSError):
            opened.port.close()


try:
    import termios

    GONE_AT_OPENING: type[Exception] = termios.error  # a port went away while it was opened
except ImportError:  # Windows says it in another way
    GONE_AT_OPENING = OSError


class Connection:
    """A Link over a port that may be unplugged and come back; `name` is that of the port it has, or had last."""

    def __init__(self, name: str, open_port: Callable[[], Port], link: Link | None = None) -> None:
        self.name = name
        self.link = link or Link()
        self._port: Port | None = open_port()
        self.search = PortSearch(name, None, lambda name: open_port())  # for a port that went away
        self._reopen_at = 0
        self._unheard: list[LinkEvent] = []
        self.watch: LineWatch | None = None  # looks on at all bytes

    def look_on(self, watch: "LineWatch") -> None:
        """From now on this looks on; a simulated table tells it of fingers, too."""
        self.watch = watch
        if self._port is not None and hasattr(self._port, "on_finger"):
            self._port.on_finger = watch.take_finger

    def put_back(self, events: list[LinkEvent]) -> None:
        """Put these back: the next exchange returns them first."""
        self._unheard = events

    def exchange_bytes(self, now_ms: int) -> list[LinkEvent]:
        """Read what came, write what is due; a lost port is reported once, as Lost."""
        before, self._unheard = self._unheard, []
        return before + self._read_and_write(now_ms)

    def _read_and_write(self, now_ms: int) -> list[LinkEvent]:
        if self._port is None and not self._try_reopen(now_ms):
            return []
        assert self._port is not None
        events: list[LinkEvent] = []
        try:
            data = self._port.read(max(1, self._port.in_waiting))
            if self.watch:
                self.watch.take_received(data)
            events = self.link.receive_bytes(data, now_ms)
            self._write_bytes(self.link.bytes_due(now_ms))
        except OSError:
            events.append(self._drop_port(now_ms))  # what was read before is kept
        return events

    @property
    def files(self) -> list[int]:
        """What can be waited for until something comes: the port, if it is open and this system's."""
        fileno = getattr(self._port, "fileno", None)  # the simulated table has none
        try:
            return [fileno()] if fileno else []
        except UnsupportedOperation:  # Windows waits for no port
            return []

    @property
    def is_open(self) -> bool:
        return self._port is not None

    def type_keys(self, keys: bytes) -> None:
        """Write these bytes unchanged: for a MicroPython prompt, not for a table."""
        try:
            self._write_bytes(keys)
        except OSError as error:
            raise port_error(self.name, error) from None

    def write_due(self, now_ms: int) -> None:
        """Write what is due now, reading nothing."""
        try:
            self._write_bytes(self.link.bytes_due(now_ms))
        except OSError:
            self._unheard.append(self._drop_port(now_ms))

    def _write_bytes(self, data: bytes) -> None:
        if data and self._port is not None:
            self._port.write(data)
            if self.watch:
                self.watch.take_sent(data)

    def close(self) -> None:
        self.search.abandon()
        if self._port is not None:
            self._port.close()
            self._port = None

    def _drop_port(self, now_ms: int) -> Lost:
        assert self._port is not None
        try:
            self._port.close()
        except OSError:
            self.link.counts["close failed"] += 1
        self._port = None
        self._reopen_at = now_ms + self.link.timing.reopen
        return self.link.mark_lost("unplugged")

    def _try_reopen(self, now_ms: int) -> bool:
        if now_ms >= self._reopen_at:
            self._reopen_at = now_ms + self.link.timing.reopen
            self.search.begin_look()
        opened = self.search.take_port()
        if opened is None:
            return False
        self.link.counts["reopened"] += 1
        if opened.name != self.name:
            self.link.counts["renamed"] += 1
        self.name, self._port = opened
        return True


def open_serial(device: str) -> Port:
    """Open a serial device or pty exclusively; UserError says why it cannot be opened."""
    import serial

    try:
        port = serial.Serial(device, 115200, timeout=0, write_timeout=1, exclusive=True)
    except serial.SerialException as error:
        raise port_error(device, error) from None
    except GONE_AT_OPENING as error:
        raise port_error(device, OSError(*error.args)) from None
    except ValueError as error:  # a name that no device can have
        raise port_error(device, OSError(str(error))) from None
    return port


def port_error(device: str, error: OSError) -> UserError:
    """Absent, forbidden and busy are three different sentences."""
    code = error.errno or _errno_in(str(error))
    group = _group_of(device)
    if code in (errno.EACCES, errno.EPERM) and group is not None:
        join = say(
            "No permission for {port}. Run sudo usermod -aG {group} $USER and log in again.", port=device, group=group
        )
        look = say("No permission for {port}. See whose it is: ls -l {port}", port=device)
        return UserError(join if group else look, NO_ACCESS)
    if code in (errno.EBUSY, errno.EAGAIN, errno.EACCES, errno.EPERM):
        return UserError(
            say("{port} is in use. Close the other program (glowtable, mpremote, an editor).", port=device), NO_ACCESS
        )
    if code in (errno.ENOENT, errno.ENXIO, errno.ENODEV) or not os.path.exists(device):
        sentence = say("Can't find port {port}. Plug the table in, or see what is there: glowtable doctor", port=device)
        return UserError(sentence, NO_TABLE)
    sentence = say("Can't open {port} as a serial port ({cause}). Run glowtable doctor.", port=device, cause=str(error))
    return UserError(sentence, NO_TABLE)


def _errno_in(text: str) -> int | None:
    """pyserial keeps the number of an error only in its text: `[Errno 11]`, on Windows `PermissionError(13, ...`."""
    match = re.search(r"(?:\[Errno |Error\()(\d+)", text)
    return int(match[1]) if match else None


def _group_of(device: str) -> str | None:
    """The group that may open it, never root's: then this system's group for ports, unless that is joined already.

    Empty if there is none; None where the system has no groups (Windows): there a port that is refused is another's.
    """
    try:
        from grp import getgrgid, getgrnam
    except ImportError:
        return None
    with suppress(OSError, KeyError, ValueError):
        if own := os.stat(device).st_gid:
            return getgrgid(own).gr_name
    for name in PORT_GROUPS:
        with suppress(KeyError):
            if getgrnam(name).gr_gid not in os.getgroups():
                return name
    return ""


def check_hello(link: Link, port: str) -> None:
    """UserError if the table that said hello does not speak our protocol."""
    theirs = link.hello.protocol if link.hello else wire.PROTOCOL
    if theirs not in (wire.PROTOCOL, wire.OWN_BOARD):
        sentence = say(
            "The table at {port} speaks protocol {theirs}, this program {ours}. Update the table: glowtable flash",
            port=port,
            theirs=theirs,
            ours=wire.PROTOCOL,
        )
        raise UserError(sentence, MISMATCH)


def silence_error(connection: Connection) -> UserError:
    """The error for a port that could be opened but has no running table."""
    if connection.link.at_repl:
        sentence = say(
            "The Pico at {port} shows a MicroPython prompt, not a table. Release all keys and restart it "
            "(Ctrl-D in mpremote), or run glowtable flash.",
            port=connection.name,
        )
        return UserError(sentence, NO_TABLE)
    return UserError(say("No table at {port}. Install the firmware: glowtable flash", port=connection.name), NO_TABLE)
