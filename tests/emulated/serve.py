"""The emulated table behind a pseudo-terminal: for pyserial, mpremote and glowtable, as if it were plugged in.

    python -m tests.emulated.serve PORT [--empty | --source] [--nfc] [--settings FILE] [--board BOARD]

PORT becomes a symbolic link to the terminal; `ready PORT` says that it can be opened. Then each line of stdin is one
command, answered by one line on stdout, `ok ...` or `no ...`; COMMANDS is the list. Emulated time never runs ahead of
this computer's, and where it falls behind it does not try to catch up. It can be read from the file PORT.us;
it is negative when the table is gone.
"""

import argparse
import os
import pty
import select
import sys
import time
import tty
from collections.abc import Callable
from mmap import mmap
from pathlib import Path

from glowtable.device.boards import read_board

from tests.emulated import disk
from tests.emulated.table import Table

STEP_MS = 1
STDIN = 0
GONE_US = -1.0
LATE_S = 0.05  # so far behind, the pace starts again from here


class Port:
    """A pseudo-terminal under a name of our own, which can be unplugged and plugged in again."""

    def __init__(self, name: Path) -> None:
        self.name = name
        self.plug()

    def plug(self) -> None:
        self.master, self.slave = pty.openpty()  # our own slave keeps the terminal raw and alive between two programs
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        self.name.unlink(missing_ok=True)
        self.name.symlink_to(os.ttyname(self.slave))
        self.is_plugged = True

    def unplug(self) -> None:
        """A program that has the port open finds it gone."""
        if self.is_plugged:
            self.is_plugged = False
            self.name.unlink(missing_ok=True)
            os.close(self.slave)
            os.close(self.master)

    def write(self, data: bytes) -> None:
        """What does not fit because nobody reads is dropped."""
        try:
            if self.is_plugged and data:
                os.write(self.master, data)
        except BlockingIOError:
            print("nobody reads the port", file=sys.stderr)


def shared(path: Path) -> memoryview:
    """One number in a file, for other programs to read at any time."""
    path.write_bytes(bytes(8))
    with path.open("r+b") as file:
        return memoryview(mmap(file.fileno(), 8)).cast("d")


class Server:
    """A table, its port, and the commands that are its hands and eyes."""

    def __init__(self, table: Table, port: Port) -> None:
        self.table, self.port = table, port
        self.us = shared(port.name.with_suffix(".us"))
        self.typed = b""
        self.is_over = False
        self.begin_pace()

    def begin_pace(self) -> None:
        self.began_s, self.began_us = time.perf_counter(), self.table.us

    @property
    def ahead_s(self) -> float:
        """How much emulated time is ahead of this computer's."""
        return (self.table.us - self.began_us) / 1e6 - (time.perf_counter() - self.began_s)

    def run(self) -> None:
        while not self.is_over:
            self.turn()
        self.us[0] = GONE_US
        self.port.unplug()

    def turn(self) -> None:
        """Take what has come, let a millisecond pass, hand on what was said."""
        if self.ahead_s < -LATE_S:
            self.begin_pace()
        sources = [STDIN] + [self.port.master] * self.port.is_plugged
        for source in select.select(sources, [], [], max(0, self.ahead_s))[0]:
            if source == STDIN:
                self.type(os.read(STDIN, 4096))
            elif self.port.is_plugged:
                self.table.write(os.read(source, 4096))
        if self.ahead_s <= 0:
            self.table.run_ms(STEP_MS)
            self.us[0] = self.table.us
            self.port.write(self.table.take())

    def type(self, data: bytes) -> None:
        self.is_over = self.is_over or not data
        *lines, self.typed = (self.typed + data).split(b"\n")
        for line in lines:
            print(self.answer(line.decode().split()), flush=True)

    def answer(self, words: list[str]) -> str:
        """Do a command; what to say to it."""
        command, *given = words or [""]
        if command not in COMMANDS:
            return f"no {command}: there are {' '.join(COMMANDS)}"
        try:
            said = COMMANDS[command](self, *given)
        except (TypeError, ValueError, KeyError) as error:
            return f"no {command}: {error!r}"
        return "ok" if said is None else f"ok {said}"

    def unplug(self) -> None:
        self.port.unplug()
        self.table.usb.unplug()

    def replug(self) -> None:
        self.port.plug()
        self.table.usb.replug()

    def quit(self) -> None:
        self.is_over = True


COMMANDS: dict[str, Callable[..., object]] = {
    "press": lambda server, cell: server.table.press(int(cell)),
    "release": lambda server, cell: server.table.release(int(cell)),
    "tap": lambda server, cell: server.table.tap(int(cell)),
    "key": lambda server, code: server.table.tap_key(int(code)),
    "lay": lambda server, reader, uid: server.table.lay(int(reader), uid),
    "lift": lambda server, reader: server.table.lift(int(reader)),
    "lay-on": lambda server, cell, uid: server.table.lay_on(int(cell), uid),
    "supply": lambda server, rail_mv: server.table.supply(int(rail_mv)),
    "cells": lambda server: server.table.cells.shown.hex(),  # the bytes last sent to the chain of the cells
    "seats": lambda server: server.table.seats.shown.hex(),
    "time": lambda server: f"{server.table.us / 1000:.0f}",  # emulated ms since power on
    "resets": lambda server: server.table.resets,
    "reset": lambda server: server.table.reset(),  # as the button on the board does
    "hang": lambda server: server.table.hang(),
    "unplug": Server.unplug,
    "replug": Server.replug,
    "quit": Server.quit,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("port", type=Path)
    parser.add_argument("--empty", action="store_true", help="a Pico with MicroPython and no file")
    parser.add_argument("--source", action="store_true", help="the firmware as sources, not compiled")
    parser.add_argument("--nfc", action="store_true", help="a reader under every cell")
    parser.add_argument("--settings", type=Path, help="its settings.json")
    parser.add_argument("--board", default="table", help="how it is wired; with --empty it does not know that yet")
    given = parser.parse_args()
    others = dict.fromkeys(disk.files(compiled=not given.source)) if given.empty else {}
    settings = given.settings.read_bytes() if given.settings else None
    others |= {"board.json": None} if given.empty else {}
    board = read_board(given.board)
    table = Table(settings, compiled=not given.source, others=others, is_nfc=given.nfc, board=board)
    table.until(lambda: table.usb.is_open)
    server = Server(table, Port(given.port))
    print("ready", given.port, flush=True)
    server.run()


if __name__ == "__main__":
    main()
