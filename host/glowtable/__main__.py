"""The command line: what may be typed, as data, and which command does it. Commands wire the rooms together."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from io import TextIOWrapper
from typing import Any, NamedTuple

from glowtable import games
from glowtable.messages import FAILED, INTERRUPTED, UserError, say

Argument = tuple[str, dict[str, Any]]


def _port(text: str) -> int:
    """A port of this computer; 0 is any free one."""
    if not text.isdecimal() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, got {text!r}")
    return int(text)


KNOWN = f"one of: {', '.join(games.names())}"
GAME: Argument = ("game", {"metavar": "GAME", "help": KNOWN})
MAYBE_GAME: Argument = ("game", {"metavar": "GAME", "nargs": "?", "default": "", "help": f"{KNOWN} (default: punto)"})
OPTION: Argument = (
    "--option",
    {"action": "append", "default": [], "metavar": "NAME=VALUE", "help": "an option of the rules; may be repeated"},
)
PORT: Argument = (
    "--port",
    {
        "default": "",
        "help": "auto (the one table that answers, else a simulated one), twin: or a device (default: auto)",
    },
)
PORT_HTTP: Argument = (
    "--port-http",
    {"type": _port, "default": 8470, "metavar": "N", "help": "where (default: 8470, or the next free one)"},
)
LED_ON_PAGE: tuple[Argument, ...] = (
    ("--web", {"action": "store_true", "help": "led in a browser instead of a terminal, or besides it"}),
    PORT_HTTP,
)
LANGUAGE: Argument = (
    "--language",
    {"choices": ("en", "de", "it"), "default": "", "help": "the language of all sentences (default: the system's)"},
)


class Command(NamedTuple):
    """`module` is imported only when the command is run, so that --help is quick."""

    module: str
    help: str
    arguments: tuple[Argument, ...] = ()


COMMANDS = {
    "play": Command(
        "play",
        "play a match at the table, or at a simulated one",
        (
            MAYBE_GAME,
            ("--seats", {"default": "", "metavar": "A,B", "help": "names, or bot:greedy (default: you and a bot)"}),
            PORT,
            (
                "--cards",
                {
                    "choices": ("dealt", "real"),
                    "default": "",
                    "help": "at the simulated table: dealt by the program, or your own, typed (default: dealt); at a "
                    "table they are always real",
                },
            ),
            OPTION,
            ("--options", {"action": "store_true", "help": "list the options of the game's rules and end"}),
            ("--seed", {"type": int, "help": "of the simulated cards and the bots (default: a new one)"}),
            ("--mirror", {"metavar": "PIN", "help": "also light a NeoPixel strip at this pin of a Raspberry Pi (D18)"}),
            ("--resume", {"action": "store_true", "help": "go on with the latest unfinished match, without asking"}),
            ("--web", {"action": "store_true", "help": "also show the match in a browser: the table, and a hand each"}),
            ("--lan", {"action": "store_true", "help": "let phones on the same network open it, too (with --web)"}),
            PORT_HTTP,
            ("--open", {"action": "store_true", "help": "open the browser (with --web)"}),
        ),
    ),
    "simulate": Command(
        "simulate",
        "play many matches, bots only",
        (
            GAME,
            ("--players", {"type": int, "default": 0, "help": "how many (default: the fewest the game allows)"}),
            ("--games", {"type": int, "default": 100, "help": "how many matches (default: 100)"}),
            ("--seed", {"type": int, "default": 1, "help": "same seed, same matches (default: 1)"}),
            ("--bots", {"default": "", "metavar": "A,B", "help": "which bots play; repeated if fewer than the seats"}),
            OPTION,
            ("--jobs", {"type": int, "default": 1, "help": "processes (default: 1); the result is the same"}),
            ("--json", {"action": "store_true", "help": "one JSON object on standard output"}),
        ),
    ),
    "replay": Command(
        "matches",
        "replay an exported match or a doctor's bundle and say how it ended",
        (("file", {"metavar": "FILE", "help": "from export or doctor --bundle; - for standard input"}),),
    ),
    "export": Command(
        "matches",
        "write a match of the journal as text",
        (
            ("match", {"type": int, "metavar": "MATCH", "help": "its number in glowtable matches"}),
            (
                "--format",
                {
                    "choices": ("jsonl", "csv", "text"),
                    "default": "jsonl",
                    "help": "everything, the points, or the game's notation (default: jsonl)",
                },
            ),
        ),
    ),
    "matches": Command("matches", "list the matches of the journal"),
    "journal": Command(
        "journal",
        "look after the journal: list, show, archive or delete matches; compact, back up, restore or check the file",
        (
            (
                "action",
                {
                    "choices": ("list", "show", "archive", "delete", "compact", "backup", "restore", "check"),
                    "help": "archive: matches that are over, each into a file of its own; check: read all of it",
                },
            ),
            (
                "what",
                {"metavar": "MATCH", "nargs": "*", "help": "numbers of matches; for backup and restore: the file"},
            ),
            ("--yes", {"action": "store_true", "help": "delete without asking"}),
        ),
    ),
    "doctor": Command(
        "doctor",
        "look at ports, table and link, and say what is wrong",
        (PORT, ("--bundle", {"metavar": "FILE", "help": "write all of it and the latest match into one file"})),
    ),
    "flash": Command(
        "flash",
        "put the firmware on the table's board; a running match is kept and can be resumed",
        (
            ("--port", {"default": "", "help": "the Pico's device (default: auto, the one Pico there is)"}),
            ("--mpy", {"action": "store_true", "help": "compile it: the table starts faster (needs the extra mpy)"}),
            ("--whole", {"action": "store_true", "help": "MicroPython and firmware as one file: the fastest start"}),
            ("--uf2", {"metavar": "FILE", "help": "this file instead of the one made by make uf2; implies --whole"}),
        ),
    ),
    "calibrate": Command("calibrate", "learn how the table is wired, and write its settings", (PORT, *LED_ON_PAGE)),
    "selftest": Command(
        "selftest",
        "try every part of the table and report",
        (
            PORT,
            *LED_ON_PAGE,
            ("--no-hands", {"action": "store_true", "help": "only the parts that need no person at the table"}),
            ("--json", {"action": "store_true", "help": "the report as JSON on standard output"}),
        ),
    ),
    "new-game": Command(
        "new_game",
        "write a new game that plays at once, with its tests",
        (
            ("name", {"metavar": "NAME", "help": "of its folder and its tests, such as my_game"}),
            ("--into", {"default": "", "metavar": "FOLDER", "help": "a checkout (default: the one this runs from)"}),
        ),
    ),
    "tags": Command(
        "tags",
        "which tag is which card",
        (
            (
                "action",
                {"choices": ("enrol", "list", "check"), "help": "learn tags, list them, or name the cards without one"},
            ),
            MAYBE_GAME,
            ("--card", {"default": "", "help": "enrol one more tag for this card (a spare)"}),
            PORT,
        ),
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code (docs/play/README.md, "Exit codes")."""
    _open_missing_streams()
    args = _make_parser().parse_args(arguments)
    try:
        module = import_module(f"glowtable.commands.{COMMANDS[args.command].module}")
        run: Callable[[argparse.Namespace], int] = getattr(module, args.command.replace("-", "_"))
        code = run(args)
        sys.stdout.flush()
        return code
    except UserError as error:
        return _report_error(args, error)
    except BrokenPipeError:  # the program that reads our output has ended
        sys.stdout = None
        return FAILED
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        sys.stdout = None
        return _report_error(args, UserError(say("the output cannot be written: no space left")))
    except KeyboardInterrupt:
        return INTERRUPTED


def _open_missing_streams() -> None:
    """A program may be started with its streams closed: it then reads an empty file, and writes nowhere.

    A letter that the terminal cannot show is escaped.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _report_error(args: argparse.Namespace, error: UserError) -> int:
    """Print the error as one sentence; return its exit code."""
    from glowtable.commands import translator_for

    print(f"glowtable {args.command}: {translator_for(args).text(error.message)}", file=sys.stderr)
    return error.exit_code


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="glowtable",
        description="One LED table, several board games: play at it or without it, simulate, look after it.",
        epilog="Exit codes: 0 ok, 1 failed, 2 usage, 3 no table found, 4 no permission or busy, 5 firmware mismatch, "
        "130 interrupted. Each command explains itself: glowtable play --help",
    )
    parser.add_argument("--version", action="version", version=version("glowtable"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        sub = commands.add_parser(name, help=command.help, description=command.help.capitalize() + ".")
        for flag, named in (*command.arguments, LANGUAGE):
            sub.add_argument(flag, **named)
    return parser


if __name__ == "__main__":
    sys.exit(main())
