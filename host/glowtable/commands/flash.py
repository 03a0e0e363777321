"""Put the firmware on a Pico."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress

from glowtable.commands import translator_for, user_config
from glowtable.device.clock import WallClock
from glowtable.maker import flash as engine
from glowtable.maker.pico import Pico, wanted_pico
from glowtable.maker.settings_store import kept_here
from glowtable.messages import UserError, say, say_count
from glowtable.terminal.progress import ProgressBar
from glowtable.terminal.translator import Translator


def flash(args: argparse.Namespace) -> int:
    """Name the board, write what differs, start it and wait for its greeting."""
    translator = translator_for(args)
    device = wanted_pico(args.port or user_config().port)
    with Pico(device) as pico:
        try:
            files = _wanted_files(pico, args.mpy, translator)
            changes = engine.find_changes(pico, files)
        except UserError:
            with suppress(UserError):
                pico.restart()  # nothing was changed: its program runs again
            raise
        _write_files(pico, files, changes, translator)
        pico.restart()
    hello = engine.await_table(device, WallClock())
    print(translator.text(say("the table at {port} runs build {build}", port=device, build=hello.build)))
    return 0


def _wanted_files(pico: Pico, mpy: bool, translator: Translator) -> engine.Files:
    """The files that must be there, with the kept settings if the table has none."""
    board = pico.identify_board()
    engine.check_board(board, pico.device)
    print(translator.text(say("{port}: {board} with MicroPython {version}",
                         port=pico.device, board=board.name, version=engine.version_text(board.version))))  # fmt: skip
    files = engine.shipped_files()
    if mpy:
        files = engine.compile_files(files, board)
    kept = None if engine.SETTINGS in pico.file_sizes() else kept_here(pico.device)
    return files if kept is None else {engine.SETTINGS: kept, **files}


def _write_files(pico: Pico, files: engine.Files, changes: engine.Changes, translator: Translator) -> None:
    if not changes.names:
        print(translator.text(say("nothing to do")))
        return
    try:
        with ProgressBar(len(changes.names)) as bar:
            for done, name in enumerate(engine.write_changes(pico, files, changes), 1):
                bar.show_done(done)
                if not sys.stderr.isatty():
                    print(name)
    except KeyboardInterrupt:
        print(
            translator.text(
                say("only a part of it is on the Pico: run glowtable flash again, it goes on where it stopped")
            ),
            file=sys.stderr,
        )
        raise
    kilobytes = -(-sum(len(files[name]) for name in changes.to_write) // 1000)
    written = say_count(
        "{n} file written ({kb} kB)", "{n} files written ({kb} kB)", n=len(changes.to_write), kb=kilobytes
    )
    removed = say_count("{n} file removed", "{n} files removed", n=len(changes.to_remove))
    print(translator.text(say("{written}, {removed}", written=written, removed=removed)))
