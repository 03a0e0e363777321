"""The command line: what may be typed, and which command does it. Commands wire the rooms together."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from glowtable import games
from glowtable.game import BadChoice
from glowtable.trouble import FAILED, INTERRUPTED, USAGE, Trouble

# command -> module and function; imported only when typed, so that --help is quick
COMMANDS = {
    "play": ("play", "play"),
    "simulate": ("simulate", "simulate"),
    "replay": ("matches", "replay"),
    "export": ("matches", "export"),
    "matches": ("matches", "matches"),
    "doctor": ("doctor", "doctor"),
    "tags": ("tags", "tags"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code (README, "Exit codes")."""
    args = _parser().parse_args(arguments)
    module, function = COMMANDS[args.command]
    run: Callable[[Any], int] = getattr(import_module(f"glowtable.commands.{module}"), function)
    try:
        return run(args)
    except Trouble as trouble:
        from glowtable.commands import tongue

        return _fail(args.command, tongue(args).text(trouble.message), trouble.exit_code)
    except BadChoice as error:
        return _fail(args.command, str(error), USAGE)
    except BrokenPipeError:  # the reader of our output went away: nothing more to say to it
        sys.stdout = None
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _fail(command: str, sentence: str, code: int) -> int:
    print(f"glowtable {command}: {sentence}", file=sys.stderr)
    return code


# -- the parser


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="glowtable",
        description="One LED table, several board games: play at it or without it, simulate, look after it.",
        epilog="Exit codes: 0 ok, 1 failed, 2 usage, 3 no table found, 4 no permission or busy, 5 firmware mismatch, "
        "130 interrupted. Each command explains itself: glowtable play --help",
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    known = ", ".join(games.names())

    def command(name: str, help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".")
        sub.add_argument("--language", choices=("en", "de", "it"), default="", help="of all sentences (default: the system's)")
        return sub

    play = command("play", "play a match at the table, or at a simulated one")
    play.add_argument("game", nargs="?", default="", metavar="GAME", help=f"one of: {known} (default: punto)")
    play.add_argument("--seats", default="", metavar="A,B", help="who sits where: names, or bot:greedy (default: you and a bot)")
    play.add_argument("--port", default="", help="auto (default: the one table that answers, else the simulated one), twin:, a device")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game's rules; may be repeated")
    play.add_argument("--options", action="store_true", help="list the game's options and end")
    play.add_argument("--seed", type=int, default=None, help="of the simulated cards and the bots (default: a new one)")
    play.add_argument("--resume", action="store_true", help="go on with the latest unfinished match, without asking")

    simulate = command("simulate", "play many matches, bots only")
    simulate.add_argument("game", metavar="GAME", help=f"one of: {known}")
    simulate.add_argument("--players", type=int, default=0, help="how many (default: the fewest the game allows)")
    simulate.add_argument("--games", type=int, default=100, help="how many matches (default: 100)")
    simulate.add_argument("--seed", type=int, default=1, help="same seed, same matches (default: 1)")
    simulate.add_argument("--bots", default="", metavar="A,B", help="who plays; fewer than seats are repeated (default: the first)")
    simulate.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game's rules")
    simulate.add_argument("--jobs", type=int, default=1, help="processes (default: 1); the result does not depend on it")
    simulate.add_argument("--json", action="store_true", help="one JSON object on standard output")

    replay = command("replay", "play an exported match or a doctor's bundle again and tell how it ended")
    replay.add_argument("file", metavar="FILE", help="from glowtable export or doctor --bundle; - for standard input")

    export = command("export", "write a match of the journal as text")
    export.add_argument("match", type=int, metavar="MATCH", help="its number in glowtable matches")
    export.add_argument("--format", choices=("jsonl", "csv", "text"), default="jsonl", help="everything, the points, or the game's notation")

    command("matches", "list the matches of the journal")

    doctor = command("doctor", "look at ports, table and link, and say what is wrong")
    doctor.add_argument("--port", default="", help="look at this one only")
    doctor.add_argument("--bundle", metavar="FILE", help="write all of it and the latest match into one file")

    tags = command("tags", "which tag is which card")
    tags.add_argument("action", choices=("enrol", "list", "check"), help="learn tags, list them, or name cards without one")
    tags.add_argument("game", nargs="?", default="punto", metavar="GAME", help=f"one of: {known} (default: punto)")
    tags.add_argument("--card", default="", help="enrol one more tag for this card (a spare)")
    tags.add_argument("--port", default="", help="as in play")
    return parser


def _version() -> str:
    from importlib.metadata import version

    return version("glowtable")



if __name__ == "__main__":
    sys.exit(main())
