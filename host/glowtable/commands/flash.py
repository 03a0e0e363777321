"""Put the firmware on a Pico: as one file onto the drive it shows in BOOTSEL, or as modules on its MicroPython."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from glowpico.board import TABLE
from glowtable.commands import translator_for, user_config
from glowtable.device.boards import Board, board_file, read_board
from glowtable.device.clock import WallClock
from glowtable.device.usb_ports import UsbBoard, find_port, picos
from glowtable.maker import flash as engine
from glowtable.maker.backups import BOARD, COPIES, keep_copy, read_copy
from glowtable.maker.pico import Pico, wanted_pico
from glowtable.maker.uf2_file import (
    BootDrive,
    Uf2,
    await_drive,
    boot_drive,
    check_chip,
    copy_uf2,
    others_drives,
    wanted_uf2,
)
from glowtable.messages import Message, UserError, say, say_count
from glowtable.table import Clock
from glowtable.terminal.progress import ProgressBar
from glowtable.terminal.translator import Translator


def flash(args: argparse.Namespace) -> int:
    """Whatever the Pico is doing: put on it what is missing, start it and wait for its greeting."""
    translator, clock = translator_for(args), WallClock()
    board = read_board(args.board) if args.board else None
    uf2, device = _renew_whole(args, clock, translator) or (None, wanted_pico(args.port or user_config().port))
    put = Putting(args.mpy, uf2, board)
    print(translator.text(update_table(device, translator, clock, put)))
    return 0


class Putting(NamedTuple):
    """How files are put on a Pico: as .mpy; on one that just got this file; with this board instead of its own."""

    mpy: bool = False
    whole: Uf2 | None = None
    board: Board | None = None


def update_table(device: str, translator: Translator, clock: Clock, put: Putting = Putting()) -> Message:
    """Write the modules that differ onto the MicroPython at this device, and wait until its table answers."""
    board = _put_files(device, put, translator)
    hello = engine.await_table(device, board, clock)
    return say("The table at {port} runs build {build}.", port=find_port(device, board) or device, build=hello.build)


# -- the whole, as one file


def _renew_whole(args: argparse.Namespace, clock: Clock, translator: Translator) -> tuple[Uf2, str] | None:
    """Copy MicroPython and firmware onto a Pico in BOOTSEL, or onto any if asked for; the file, and its device then.

    A Pico in BOOTSEL goes first, as somebody has just held that button; but not if a port is named.
    """
    drive, board = None if args.port else boot_drive(clock), None
    if drive:
        uf2 = wanted_uf2(args.uf2, drive.chip)
    elif args.whole or args.uf2:
        others = others_drives()
        uf2, board = _sent_to_its_loader(wanted_pico(args.port or user_config().port), args.uf2, translator)
        drive = await_drive(clock, others)
        check_chip(uf2, drive.chip)
    else:
        return None
    return uf2, _copy_whole(uf2, drive, board, clock, translator)


def _sent_to_its_loader(device: str, named: str | None, translator: Translator) -> tuple[Uf2, UsbBoard | None]:
    """Let the Pico at this device show its drive; the file that then belongs there, and which board it is."""
    with Pico(device) as pico:
        with _runs_on(pico):
            board = pico.identify_board()
            engine.check_pico(board, device)
            uf2 = wanted_uf2(named, board.chip)
        _say_board(pico, translator)
        pico.enter_bootloader()
    return uf2, pico.board


def _copy_whole(uf2: Uf2, drive: BootDrive, board: UsbBoard | None, clock: Clock, translator: Translator) -> str:
    """Copy it; the device at which the Pico is afterwards."""
    before = picos()
    with ProgressBar(len(uf2.data)) as bar:
        for done in copy_uf2(uf2, drive):
            bar.show_done(done)
    kilobytes = -(-len(uf2.data) // 1000)
    print(translator.text(say("Copied {file} to {drive} ({kb} kB). Waiting up to {n} s for the Pico to start …",
                         file=uf2.path.name, drive=str(drive.folder), kb=kilobytes, n=engine.PORT_MS // 1000)),
          flush=True)  # fmt: skip
    return engine.await_port(before, board, clock)


# -- modules


def _put_files(device: str, put: Putting, translator: Translator) -> UsbBoard | None:
    """Write the files that differ and restart the Pico. Return its board; None if it has no number of its own.

    If there is nothing to do, a Pico that just got a whole file says nothing.
    """
    with Pico(device) as pico:
        with _runs_on(pico):
            if put.whole:
                engine.check_flash(pico, put.whole)
            files = engine.needed_files(pico, put.mpy)
            _say_board(pico, translator)
            files = {**_files_beside(pico, put.board), **files}
            changes = engine.find_changes(pico, files, [BOARD] if put.board is TABLE else [])
            if put.board:
                keep_copy(BOARD, pico.board, files.get(BOARD, b""))
        if changes.names:
            _write_files(pico, files, changes, translator)
        elif not put.whole:
            print(translator.text(say("Nothing to do.")))
        pico.restart()
        return pico.board


def _files_beside(pico: Pico, board: Board | None) -> dict[str, bytes]:
    """The files of this table beside the firmware: the new board, and what it has no more but this computer keeps."""
    there = pico.file_sizes()
    kept = {name: read_copy(pico.device, name) for name in COPIES if name not in there}
    if board:
        kept[BOARD] = None if board is TABLE else board_file(board)
    return {name: data for name, data in kept.items() if data is not None}


@contextmanager
def _runs_on(pico: Pico) -> Iterator[None]:
    """Nothing is changed inside: after a UserError its program runs again."""
    try:
        yield
    except UserError:
        with suppress(UserError):
            pico.restart()
        raise


def _say_board(pico: Pico, translator: Translator) -> None:
    board = pico.identify_board()
    print(translator.text(say("{port}: {board} with MicroPython {version}",
                         port=pico.device, board=board.name, version=engine.version_text(board.version))))  # fmt: skip


def _write_files(pico: Pico, files: engine.Files, changes: engine.Changes, translator: Translator) -> None:
    try:
        with ProgressBar(len(changes.names)) as bar:
            for done, name in enumerate(engine.write_changes(pico, files, changes), 1):
                bar.show_done(done)
                if not sys.stderr.isatty():
                    print(name)
    except KeyboardInterrupt:
        print(
            translator.text(say("Only part of it is on the Pico. Run glowtable flash again to continue.")),
            file=sys.stderr,
        )
        raise
    kilobytes = -(-sum(len(files[name]) for name in changes.to_write) // 1000)
    written = say_count(
        "{n} file written ({kb} kB)", "{n} files written ({kb} kB)", n=len(changes.to_write), kb=kilobytes
    )
    removed = say_count("{n} file removed", "{n} files removed", n=len(changes.to_remove))
    print(translator.text(say("{written}, {removed}", written=written, removed=removed)))
