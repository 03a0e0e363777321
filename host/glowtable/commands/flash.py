"""Put the firmware on a Pico."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress

from glowtable import flash as engine
from glowtable.commands import settings, tongue
from glowtable.commands.simulate import Bar
from glowtable.game import say
from glowtable.keeper import kept_here
from glowtable.pico import Pico, wanted_pico
from glowtable.play import WallClock
from glowtable.screen import Tongue
from glowtable.trouble import Trouble


def flash(args: argparse.Namespace) -> int:
    """Say what it is, write what differs, start it and hear its greeting."""
    speak = tongue(args)
    device = wanted_pico(args.port or settings().port)
    with Pico(device) as pico:
        try:
            files = _files(pico, args.mpy, speak)
            work = engine.compare(pico, files)
        except Trouble:
            with suppress(Trouble):
                pico.restart()  # nothing was changed: what ran there runs again
            raise
        _carried_out(pico, files, work, speak)
        pico.restart()
    hello = engine.started(device, WallClock())
    print(speak.text(say("the table at {port} runs build {build}", port=device, build=hello.build)))
    return 0


def _files(pico: Pico, mpy: bool, speak: Tongue) -> engine.Files:
    """What must be there; the settings kept for this table if it has none."""
    what = pico.what()
    engine.check(what, pico.device)
    print(speak.text(say("{port}: {board} with MicroPython {version}",
                         port=pico.device, board=what.board, version=engine.dotted(what.version))))  # fmt: skip
    files = engine.shipped()
    if mpy:
        files = engine.compiled(files, what)
    kept = None if engine.SETTINGS in pico.sizes() else kept_here(pico.device)
    return files if kept is None else {engine.SETTINGS: kept, **files}


def _carried_out(pico: Pico, files: engine.Files, work: engine.Work, speak: Tongue) -> None:
    if not work.steps:
        print(speak.text(say("nothing to do")))
        return
    try:
        with Bar(len(work.steps)) as bar:
            for done, name in enumerate(engine.carry_out(pico, files, work), 1):
                bar.show(done)
                if not sys.stderr.isatty():
                    print(name)
    except KeyboardInterrupt:
        print(speak.text(say("half of it is on the Pico: glowtable flash goes on where it stopped")), file=sys.stderr)
        raise
    kilobytes = -(-sum(len(files[name]) for name in work.changed) // 1000)
    print(speak.text(say("{n} files written ({kb} kB), {stale} removed",
                         n=len(work.changed), kb=kilobytes, stale=len(work.stale))))  # fmt: skip
