"""A Pico at its MicroPython prompt: which one it is, its files, its restart. The only file that imports mpremote.

Knows no file by name and no protocol. Everything that goes wrong is a UserError.
"""

from __future__ import annotations

import errno
import io
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from typing import Any, NamedTuple, Self, TypeVar

from glowtable.device.connection import GONE_AT_OPENING, open_serial, port_error
from glowtable.device.discovery import AUTO, SOFT_REBOOT, TWIN
from glowtable.device.usb_ports import board_at, pico_ports
from glowtable.messages import FAILED, NO_TABLE, USAGE, Message, UserError, say
from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

PUT_ON = say("Hold BOOTSEL while you plug it in. Then run glowtable flash without --port.")

ANSWER_S = 5  # a prompt answers within milliseconds, an emulated one on a busy computer within seconds
TRIES = 2  # a running program may swallow the first Ctrl-C
CHUNK = 1024  # bytes of a file in one command
NEW = ".new"  # added to a file's name while it is being written
FOLDER = 0x4000
REBOOT = b"soft reboot\r\n"

ASK = (
    "(getattr(sys.implementation, '_machine', ''), sys.implementation.name, tuple(sys.implementation.version[:3]), "
    "getattr(sys.implementation, '_mpy', 0))"
)
# The firmware in the flash may have been imported before, and hides the one frozen into the image
ASK_FROZEN = """
import sys
for name in [name for name in sys.modules if name.startswith("glowpico")]:
    del sys.modules[name]
sys.path.insert(0, ".frozen")
try:
    from glowpico.frozen import BUILD
except ImportError:
    BUILD = ""
"""
TO_ASK_FLASH = "from hashlib import sha256; from uctypes import bytearray_at"
ASK_FLASH = "sha256(bytearray_at({}, {})).digest()"
BROKEN = (TransportError, OSError, struct.error, ValueError, SyntaxError)  # the last three: half an answer
T = TypeVar("T")


class BoardInfo(NamedTuple):
    """The board at a prompt. `mpy` says which .mpy files it can load: their version in 8 bits."""

    name: str
    language: str
    version: tuple[int, int, int]
    mpy: int
    chip: str = ""  # as in the names of our .uf2 files


class FreeSpace(NamedTuple):
    """The free space of a file system: bytes in a block, free blocks."""

    block: int
    free: int


class Pico:
    """The Pico at this device. Its program is stopped; `restart` starts it again. File names have no leading slash.

    After a restart its port may have another name; its `board` is the same.
    """

    def __init__(self, device: str) -> None:
        """UserError if the port cannot be opened or no MicroPython answers there."""
        self.device = device
        self._transport = _open_transport(device)
        self.board = board_at(device)
        try:
            self._interrupt_program()
        except UserError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave it at its prompt, or running after a restart; a lost port does not matter any more."""
        with suppress(OSError):
            if self._transport.in_raw_repl:
                self._transport.exit_raw_repl()
        self._transport.serial.close()

    def restart(self) -> None:
        """A soft reboot: main.py runs from the beginning, the port stays open."""
        with self._as_user_error():
            self._transport.exit_raw_repl()
            self._transport.serial.write(SOFT_REBOOT)
            self._transport.read_until(
                1, REBOOT, timeout_overall=TRIES * ANSWER_S
            )  # what comes after it belongs to the new run

    def identify_board(self) -> BoardInfo:
        with self._as_user_error():
            self._transport.exec("import sys")
            machine, language, version, mpy = self._transport.eval(ASK)
        name, _, chip = machine.partition(" with ")
        return BoardInfo(name, language, version, mpy, chip.lower().partition("-")[0])

    def frozen_build(self) -> str:
        """The CRC of the firmware that is frozen into its MicroPython; empty if none is."""
        with self._as_user_error():
            self._transport.exec(ASK_FROZEN)
            build: str = self._transport.eval("BUILD")
        return build

    def enter_bootloader(self) -> None:
        """It leaves its port and shows its drive, as with BOOTSEL."""
        with self._as_user_error():
            self._transport.exec_raw_no_follow("import machine; machine.bootloader()")

    def free_space(self) -> FreeSpace:
        with self._as_user_error():
            self._transport.exec("import os")
            block, _, _, free, *_ = self._transport.eval("os.statvfs('/')")
        return FreeSpace(block, free)

    def file_sizes(self, folder: str = "") -> dict[str, int]:
        """Name and size of the files in this folder, subfolders aside; none if there is no such folder."""
        before = f"{folder}/" if folder else ""
        entries: list[Any] = self._unless_gone(lambda: self._transport.fs_listdir(f"/{folder}"), [])
        return {before + item.name: item.st_size for item in entries if not item.st_mode & FOLDER}

    def file_sha256(self, name: str) -> bytes:
        """The digest of a file that exists."""
        with self._as_user_error():
            digest: bytes = self._transport.fs_hashfile(f"/{name}", "sha256", CHUNK)
        return digest

    def flash_sha256(self, address: int, size: int) -> bytes:
        """The digest of so many bytes of its flash, its program and its files, from this address on."""
        with self._as_user_error():
            self._transport.exec(TO_ASK_FLASH)
            digest: bytes = self._transport.eval(ASK_FLASH.format(address, size))
        return digest

    def read_file(self, name: str) -> bytes | None:
        """A file's content; None if there is no such file."""
        return self._unless_gone(lambda: bytes(self._transport.fs_readfile(f"/{name}", CHUNK)), None)

    def write_file(self, name: str, data: bytes) -> None:
        """Write it whole or not at all: under another name, which then replaces the old file."""
        with self._as_user_error():
            self._transport.fs_writefile(f"/{name}{NEW}", data, CHUNK)
            self._transport.exec(f"import os\nos.rename('/{name}{NEW}', '/{name}')")

    def remove_file(self, name: str) -> None:
        """Remove a file; it may be gone already."""
        self._unless_gone(lambda: self._transport.fs_rmfile(f"/{name}"), None)

    def make_folder(self, name: str) -> None:
        """Make a folder; it may exist already."""
        with self._as_user_error():
            if not self._transport.fs_isdir(f"/{name}"):
                self._transport.fs_mkdir(f"/{name}")

    def _interrupt_program(self) -> None:
        self._transport.serial.write_timeout = ANSWER_S
        with self._as_user_error():
            for _ in range(TRIES):
                with (
                    suppress(TransportError),
                    redirect_stdout(io.StringIO()),
                ):  # mpremote prints what it does not expect
                    self._transport.enter_raw_repl(soft_reset=False, timeout_overall=ANSWER_S)
                    return
        raise UserError(say("No MicroPython answers at {port}. {cure}", port=self.device, cure=PUT_ON), NO_TABLE)

    def _unless_gone(self, act: Callable[[], T], gone: T) -> T:
        """What this returns; `gone` if there is no such file or folder."""
        with self._as_user_error():
            try:
                return act()
            except OSError as error:
                if error.errno != errno.ENOENT:
                    raise
                return gone

    @contextmanager
    def _as_user_error(self) -> Iterator[None]:
        """Errors inside become one UserError."""
        try:
            yield
        except BROKEN as error:
            raise UserError(self._describe_error(error), FAILED) from None

    def _describe_error(self, error: Exception) -> Message:
        code = error.errno if isinstance(error, OSError) else None
        if code == errno.EROFS:
            return say(
                "The files of the Pico at {port} are read-only because of its boot.py. Remove that (mpremote "
                "rm :boot.py) and plug the Pico in again. Then try again.",
                port=self.device,
            )
        if code == errno.ENOSPC:
            return full_message(self.device)
        cause = str(error).strip().rpartition("\n")[2]
        return say(
            "Lost the Pico at {port} ({cause}). Unplug it, plug it back in and try again: it continues where it "
            "stopped.",
            port=self.device,
            cause=cause,
        )


def full_message(device: str) -> Message:
    return say("The Pico at {port} is full. Remove some of your files (mpremote rm), then try again.", port=device)


def _open_transport(device: str) -> SerialTransport:
    try:
        return SerialTransport(device, timeout=ANSWER_S)
    except (TransportError, GONE_AT_OPENING, ValueError) as error:
        open_serial(device).close()  # mpremote does not say why it failed; this does
        raise port_error(device, OSError(str(error))) from None


def wanted_pico(port: str) -> str:
    """The device for --port; `auto` is the only Pico. UserError if there is none, or several."""
    if port.startswith(TWIN):
        raise UserError(
            say("The simulated table has no files. Name a Pico's port with --port, or give --port auto."), USAGE
        )
    if port != AUTO:
        return port
    devices = pico_ports()
    if devices:
        return the_only_pico(devices)
    sentence = say(
        "No Pico is plugged in, or its cable carries no data. New Pico? Hold BOOTSEL while you plug it "
        "in, and run glowtable flash."
    )
    raise UserError(sentence, NO_TABLE)


def the_only_pico(devices: Sequence[str]) -> str:
    """UserError if there are several."""
    if len(devices) > 1:
        raise UserError(
            say("Found several Picos: {ports}. Choose one with --port.", ports=", ".join(devices)), NO_TABLE
        )
    return devices[0]
