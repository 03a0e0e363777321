"""What a shell offers at the Tab key after `glowtable`, made of the command line it describes.

`make renew` writes it to docs/completions, from where the wheel takes it; shtab knows the shells.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import shtab
from glowtable import games
from glowtable.__main__ import _make_parser

FOLDER = Path(__file__).parent / "completions"
FILES = {"bash": "glowtable", "zsh": "_glowtable", "fish": "glowtable.fish"}  # as the shells look for them
OF_FILES = ("FILE", "FILE.py", "FOLDER")


def completion(shell: str) -> str:
    """The file for this shell, in English; the same for the same program."""
    parser = _make_parser()
    for action in _actions_of(parser):
        if action.dest == "game":
            action.choices = games.names()
        if action.metavar in OF_FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    return shtab.complete(parser, shell=shell, root_prefix="glowtable").rstrip() + "\n"


def _actions_of(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of every command."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions_of(command)


if __name__ == "__main__":
    for shell, name in FILES.items():
        (FOLDER / name).write_text(completion(shell), "utf-8")
