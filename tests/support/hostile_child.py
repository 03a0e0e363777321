"""Runs commands for test_hostile.py, each in a process of its own that cannot fill this computer.

A line of JSON in: {"arguments": [...], "home": folder, "moment": what happens (hostile_moments.py)}; a line of JSON
out: {"code", "out", "err", "rows"}; `code` below zero is the signal that ended it.
"""

import ctypes
import json
import os
import resource
import struct
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path

from glowtable import games
from glowtable.__main__ import main
from glowtable.command_line import COMMANDS
from glowtable.commands.serve import Service
from glowtable.config import config_path
from glowtable.maker import uf2_file
from glowtable.match.journal import Journal
from glowtable.table import Row
from serial.tools import list_ports

from tests.support.hostile_moments import AT_THE_BEGINNING, IN_MID_MATCH, Do, make_other

MOST_BYTES = 1 << 30
MOST_CPU_S = 60
CRASHED = 99
MID_MATCH = 20  # so many times rows were written
MAY_PASS, MAY_READ = 1, 2  # what root may and others may not: CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
THIRD_VERSION = 0x20080522  # of the kernel's header, linux/capability.h


def run_one(asked: dict) -> dict:
    """The exit code and what was printed."""
    home = Path(asked["home"])
    child = os.fork()
    if not child:
        code = CRASHED
        try:
            code = _be_the_command(asked["arguments"], home, asked["moment"])
        finally:
            if code == CRASHED:
                traceback.print_exc()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    read = {name: (home / name).read_bytes().decode("utf-8", "surrogateescape") for name in ("out", "err")}
    rows = home / "rows"
    return {"code": os.waitstatus_to_exitcode(status), **read, "rows": int(rows.read_text()) if rows.exists() else 0}


def _be_the_command(arguments: list[str], home: Path, moment: str) -> int:
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(home / name, os.O_CREAT | os.O_WRONLY | os.O_TRUNC), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    os.environ.update(
        GLOWTABLE_DATA=str(home / "data"), GLOWTABLE_CONFIG=str(home / "config.toml"), LC_ALL="C.UTF-8", COLUMNS="100"
    )
    os.chdir(home)
    _give_up_roots_rights()
    if moment in IN_MID_MATCH:
        make_other(home)
        _do_in_mid_match(home, IN_MID_MATCH[moment])
    elif moment:
        AT_THE_BEGINNING[moment](home)
    try:
        code = main(arguments)
    except SystemExit as exit_:
        code = exit_.code if isinstance(exit_.code, int) else 1
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.flush()
    return code


def _be_stopped(service: Service) -> None:
    """What a person does to a service whose lobby is open."""
    raise SystemExit(0)


def _give_up_roots_rights() -> None:
    """What nobody may read or write, root may not either."""
    if os.geteuid():
        return
    libc, header = ctypes.CDLL(None, use_errno=True), struct.pack("Ii", THIRD_VERSION, 0)
    data = ctypes.create_string_buffer(24)
    assert libc.capget(header, data) == 0, os.strerror(ctypes.get_errno())
    effective, *others = struct.unpack("6I", data.raw)
    kept = effective & ~(1 << MAY_PASS | 1 << MAY_READ)
    assert libc.capset(header, struct.pack("6I", kept, *others)) == 0, os.strerror(ctypes.get_errno())


def _do_in_mid_match(home: Path, do: Do) -> None:
    """Do this after some rows were acknowledged; the file `rows` says how many are in all."""
    append, counted = Journal.append_rows, {"times": 0, "rows": 0}

    def append_and_count(journal: Journal, match: int, rows: Iterable[Row]) -> None:
        rows = tuple(rows)
        append(journal, match, rows)
        counted["times"] += 1
        counted["rows"] += len(rows)
        (home / "rows").write_text(str(counted["rows"]))
        if counted["times"] == MID_MATCH:
            do(home)

    Journal.append_rows = append_and_count  # type: ignore[method-assign]


if __name__ == "__main__":
    Service._play_from_lobby = _be_stopped  # type: ignore[method-assign]
    list_ports.comports = list  # a table that is plugged in is none of this test's
    uf2_file.PLACES = ()
    for name in games.names():
        games.find(name)
    for command in COMMANDS.values():
        __import__(f"glowtable.commands.{command.module}")
    config_path()  # imports what it needs
    for line in sys.stdin:
        print(json.dumps(run_one(json.loads(line))), flush=True)
