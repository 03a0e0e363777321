"""Runs commands for test_hostile.py, each in a process of its own that cannot fill this computer.

A line of JSON in: {"arguments": [...], "home": folder}; a line of JSON out: {"code", "out", "err"}; `code` below zero
is the signal that ended it.
"""

import json
import os
import resource
import sys
import traceback
from pathlib import Path

from glowtable import games
from glowtable.__main__ import COMMANDS, main
from glowtable.device import discovery

MOST_BYTES = 1 << 30
MOST_CPU_S = 60
CRASHED = 99


def run_one(asked: dict) -> dict:
    """The exit code and what was printed."""
    home = Path(asked["home"])
    child = os.fork()
    if not child:
        code = CRASHED
        try:
            code = _be_the_command(asked["arguments"], home)
        finally:
            if code == CRASHED:
                traceback.print_exc()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    read = {name: (home / name).read_bytes().decode("utf-8", "surrogateescape") for name in ("out", "err")}
    return {"code": os.waitstatus_to_exitcode(status), **read}


def _be_the_command(arguments: list[str], home: Path) -> int:
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(home / name, os.O_CREAT | os.O_WRONLY | os.O_TRUNC), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    os.environ.update(
        GLOWTABLE_DATA=str(home / "data"), GLOWTABLE_CONFIG=str(home / "config.toml"), LC_ALL="C.UTF-8", COLUMNS="100"
    )
    os.chdir(home)
    try:
        code = main(arguments)
    except SystemExit as exit_:
        code = exit_.code if isinstance(exit_.code, int) else 1
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.flush()
    return code


if __name__ == "__main__":
    discovery.pico_ports = list  # a table that is plugged in is none of this test's
    for name in games.names():
        games.find(name)
    for command in COMMANDS.values():
        __import__(f"glowtable.commands.{command.module}")
    for line in sys.stdin:
        print(json.dumps(run_one(json.loads(line))), flush=True)
