"""The command line: what may be typed, as data, and which command does it. Commands wire the rooms together."""

from __future__ import annotations

import argparse
import errno
import gc
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from glowtable import games
from glowtable.config import choose_language, configured_language
from glowtable.gate import NO_ROOM, printable
from glowtable.messages import FAILED, INTERRUPTED, USAGE, Message, UserError, say
from glowtable.terminal.layout import terminal_size
from glowtable.terminal.signs import show_any_sign
from glowtable.terminal.translator import Translator, library_text, translate_library

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

Argument = tuple[str, dict[str, Any]]


def _port_number(text: str) -> int:
    """A port of this computer; 0 is any free one."""
    if not text.isdecimal() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(library_text(NO_PORT.text) % text)
    return int(text)


def _host_name(text: str) -> str:
    """A name as it stands in a link, with its port if that is another one than ours."""
    if not HOST_NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(library_text(NO_HOST_NAME.text) % text[:MAX_HOST_NAME])
    return text


MAX_HOST_NAME = 253  # letters
HOST_NAME = re.compile(rf"(?=.{{1,{MAX_HOST_NAME}}}(:|$))[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(:[0-9]{{1,5}})?")
VERSION = "show program's version number and exit"
NO_PORT = say("a port is a number from 0 to 65535, got %r")
NO_HOST_NAME = say("a name looks like table.example or table.example:8080, got %r")
ABOUT = say("One LED table, several board games: play at it or without it, simulate, look after it.")
CODES = say(
    "Exit codes: 0 ok, 1 failed, 2 usage, 3 no table found, 4 no permission or busy, 5 firmware mismatch, 130 "
    "interrupted. Each command explains itself: glowtable play --help"
)
KNOWN = ", ".join(games.names())
GAME: Argument = ("game", {"metavar": "GAME", "help": say("one of: {games}", games=KNOWN)})
MAYBE_GAME: Argument = (
    "game",
    {"metavar": "GAME", "nargs": "?", "default": "", "help": say("one of: {games} (default: punto)", games=KNOWN)},
)
OPTION: Argument = (
    "--option",
    {
        "action": "append",
        "default": [],
        "metavar": "NAME=VALUE",
        "help": say("an option of the rules (may be repeated)"),
    },
)
PLAYERS: Argument = (
    "--players",
    {"type": int, "default": 0, "help": say("how many (default: the fewest the game allows)")},
)
SEED: Argument = ("--seed", {"type": int, "default": 1, "help": say("same seed, same matches (default: 1)")})
JOBS: Argument = ("--jobs", {"type": int, "default": 1, "help": say("processes, with the same result (default: 1)")})
CLUSTER: Argument = (
    "--cluster",
    {
        "default": "",
        "metavar": "ADDRESS",
        "help": say("play on the machines of this cluster (dask.distributed), such as tcp://10.0.0.5:8786"),
    },
)
GUESTS: Argument = (
    "--with",
    {
        "dest": "guests",
        "action": "append",
        "default": [],
        "metavar": "FILE.py",
        "help": say("run this first, for the bots and games that it registers (may be repeated)"),
    },
)
RECORDS: tuple[Argument, ...] = (
    (
        "--out",
        {"default": "", "metavar": "FILE", "help": say("write each match into this new file, a line of JSON each")},
    ),
    (
        "--resume",
        {"default": "", "metavar": "FILE", "help": say("continue a file of --out (its matches aren't played again)")},
    ),
)
SPRT: Argument = (
    "--sprt",
    {
        "default": "",
        "metavar": "P0,P1",
        "help": say("test one share against another, such as 0.5,0.55, in their order"),
    },
)
PORT: Argument = (
    "--port",
    {
        "default": "",
        "help": say("auto (the one table that answers, else a simulated one), twin: or a device (default: auto)"),
    },
)
PACE: Argument = (
    "--pace",
    {"type": int, "metavar": "MS", "help": say("the rest between two moves of bots (default: 1500 ms)")},
)
PORT_HTTP: Argument = (
    "--port-http",
    {"type": _port_number, "default": 8470, "metavar": "N", "help": say("where (default: 8470, or the next free one)")},
)
LAN: Argument = (
    "--lan",
    {"action": "store_true", "help": say("let phones on the same network open it, too (with --web)")},
)
HOST: Argument = (
    "--host-name",
    {
        "type": _host_name,
        "action": "append",
        "default": [],
        "dest": "host_names",
        "metavar": "NAME",
        "help": say("another name for this computer, such as a proxy's (with --web, may be repeated)"),
    },
)
OPEN: Argument = ("--open", {"action": "store_true", "help": say("open the browser (with --web)")})
LED_ON_PAGE: tuple[Argument, ...] = (
    ("--web", {"action": "store_true", "help": say("led in a browser instead of a terminal, or besides it")}),
    PORT_HTTP,
)
LANGUAGE: Argument = (
    "--language",
    {
        "choices": ("en", "de", "it"),
        "default": "",
        "help": say("the language of all sentences (default: the system's)"),
    },
)
ALL: Argument = ("--all", {"action": "store_true", "help": say("list all matches, not only the latest 100")})


class Command(NamedTuple):
    """`module` is imported only when the command is run, so that --help is quick."""

    module: str
    help: Message
    arguments: tuple[Argument, ...] = ()


COMMANDS = {
    "play": Command(
        "play",
        say("play a match at the table, or at a simulated one"),
        (
            MAYBE_GAME,
            (
                "--seats",
                {
                    "default": "",
                    "metavar": "A,B",
                    "help": say("names, or bot:easy, bot:medium, bot:hard (default: you and a bot)"),
                },
            ),
            (
                "--players",
                {"type": int, "metavar": "N", "help": say("how many play: bots take the seats without a name")},
            ),
            PORT,
            (
                "--cards",
                {
                    "choices": ("dealt", "real"),
                    "default": "",
                    "help": say(
                        "at the simulated table: dealt by the program, or your own, typed (default: dealt). "
                        "At a table they are always real"
                    ),
                },
            ),
            OPTION,
            ("--options", {"action": "store_true", "help": say("list the options of the game's rules and end")}),
            PACE,
            ("--seed", {"type": int, "help": say("of the simulated cards and the bots (default: a new one)")}),
            (
                "--mirror",
                {"metavar": "PIN", "help": say("also light a NeoPixel strip at this pin of a Raspberry Pi (D18)")},
            ),
            (
                "--resume",
                {
                    "nargs": "?",
                    "type": int,
                    "const": 0,
                    "metavar": "MATCH",
                    "help": say("go on with this unfinished match, or with the latest, without asking"),
                },
            ),
            (
                "--unrecorded",
                {"action": "store_true", "help": say("play a match that is not recorded: it ends with the program")},
            ),
            (
                "--script",
                {
                    "metavar": "FILE",
                    "help": say(
                        "lines that are typed for a person, each when somebody is waited for (- for standard input)"
                    ),
                },
            ),
            (
                "--web",
                {"action": "store_true", "help": say("also show the match in a browser: the table, and a hand each")},
            ),
            LAN,
            HOST,
            PORT_HTTP,
            OPEN,
        ),
    ),
    "serve": Command(
        "serve",
        say("open the lobby in browsers: people choose there what is played, and come back to it"),
        (
            PORT,
            PACE,
            LAN,
            HOST,
            PORT_HTTP,
            OPEN,
            ("--install", {"action": "store_true", "help": say("let it start with this computer, by systemd")}),
        ),
    ),
    "learn": Command("learn", say("a first match, led step by step, at a simulated table"), (GAME, PACE)),
    "simulate": Command(
        "simulate",
        say("play many matches, bots only"),
        (
            GAME,
            PLAYERS,
            ("--games", {"type": int, "default": 100, "help": say("how many matches (default: 100)")}),
            SEED,
            (
                "--bots",
                {"default": "", "metavar": "A,B", "help": say("which bots play (repeated if fewer than the seats)")},
            ),
            GUESTS,
            OPTION,
            JOBS,
            CLUSTER,
            *RECORDS,
            ("--json", {"action": "store_true", "help": say("one JSON object on standard output")}),
        ),
    ),
    "tournament": Command(
        "tournament",
        say("play bots against each other on the same deals, in changing seats, and rate them"),
        (
            GAME,
            ("--bots", {"required": True, "metavar": "A,B", "help": say("two bots or more")}),
            (
                "--deals",
                {"type": int, "default": 100, "help": say("how many, each played in every seating (default: 100)")},
            ),
            PLAYERS,
            SEED,
            GUESTS,
            OPTION,
            JOBS,
            CLUSTER,
            *RECORDS,
            SPRT,
        ),
    ),
    "report": Command(
        "tournament",
        say("say what a file of matches shows: who wins, from where, how surely"),
        (
            ("files", {"metavar": "FILE", "nargs": "+", "help": say("from simulate --out or tournament --out")}),
            SPRT,
            (
                "--html",
                {
                    "default": "",
                    "metavar": "PAGE",
                    "help": say(
                        "write it with plots into this new page (of several files the first in full, the "
                        "others beside it)"
                    ),
                },
            ),
            ("--csv", {"default": "", "metavar": "TABLE", "help": say("write the matches into this new file, as CSV")}),
            GUESTS,
        ),
    ),
    "cluster": Command(
        "cluster",
        say("start a cluster on this machine, to try what is played on many"),
        (
            ("action", {"choices": ("up",), "help": say("up: start it, and say its address")}),
            ("--workers", {"type": int, "default": 2, "help": say("how many processes (default: 2)")}),
        ),
    ),
    "games": Command("bots", say("list the games, how many may play each, and its bots"), (GUESTS,)),
    "bots": Command(
        "bots",
        say("list the bots of a game, the easiest level first, and how each plays"),
        (
            (
                "game",
                {
                    "metavar": "GAME",
                    "nargs": "?",
                    "default": "",
                    "help": say("one of: {games} (default: all)", games=KNOWN),
                },
            ),
            GUESTS,
        ),
    ),
    "replay": Command(
        "matches",
        say("replay an exported match or a doctor's bundle and say how it ended"),
        (("file", {"metavar": "FILE", "help": say("from export or doctor --bundle (- for standard input)")}),),
    ),
    "export": Command(
        "matches",
        say("write a match of the journal as text"),
        (
            ("match", {"type": int, "metavar": "MATCH", "help": say("its number in glowtable matches")}),
            (
                "--format",
                {
                    "choices": ("jsonl", "csv", "actions", "text"),
                    "default": "jsonl",
                    "help": say("everything, the points, each action as CSV, or the game's notation (default: jsonl)"),
                },
            ),
        ),
    ),
    "matches": Command(
        "matches",
        say("list the journal's latest 100 matches with scores, or show, abandon or delete some"),
        (
            (
                "action",
                {
                    "choices": ("list", "show", "stats", "abandon", "delete"),
                    "nargs": "?",
                    "default": "list",
                    "help": say(
                        "show (every move in words, and the table), stats (who won how often), abandon (end "
                        "it), delete or list (default: list)"
                    ),
                },
            ),
            ("what", {"metavar": "MATCH", "nargs": "*", "help": say("numbers of matches")}),
            ("--at", {"type": int, "metavar": "MOVE", "help": say("show the table after this move")}),
            ("--yes", {"action": "store_true", "help": say("delete without asking")}),
            ("--json", {"action": "store_true", "help": say("JSON on standard output")}),
            ALL,
        ),
    ),
    "journal": Command(
        "journal",
        say("list, show, archive or delete matches of the journal, or compact, back up, restore or check its file"),
        (
            (
                "action",
                {
                    "choices": ("list", "show", "archive", "delete", "compact", "backup", "restore", "check"),
                    "help": say("archive (matches that are over, each into a file of its own), check (read all of it)"),
                },
            ),
            (
                "what",
                {
                    "metavar": "MATCH",
                    "nargs": "*",
                    "help": say("numbers of matches (for backup and restore: the file)"),
                },
            ),
            ("--yes", {"action": "store_true", "help": say("delete without asking")}),
            ALL,
        ),
    ),
    "doctor": Command(
        "doctor",
        say("look at ports, table and link, and say what is wrong"),
        (
            PORT,
            ("--frames", {"action": "store_true", "help": say("also print the last frames of the link")}),
            ("--bundle", {"metavar": "FILE", "help": say("write all of it and the latest match into one file")}),
        ),
    ),
    "flash": Command(
        "flash",
        say("put the firmware on the table's board (a running match is saved)"),
        (
            ("--port", {"default": "", "help": say("the Pico's device (default: auto, the one Pico there is)")}),
            (
                "--mpy",
                {"action": "store_true", "help": say("compile it: the table starts faster (needs the extra mpy)")},
            ),
            (
                "--whole",
                {"action": "store_true", "help": say("MicroPython and firmware as one file: the fastest start")},
            ),
            (
                "--uf2",
                {"metavar": "FILE", "help": say("this file instead of the one made by make uf2 (implies --whole)")},
            ),
        ),
    ),
    "calibrate": Command(
        "calibrate", say("learn how the table is wired, and write its settings"), (PORT, *LED_ON_PAGE)
    ),
    "selftest": Command(
        "selftest",
        say("try every part of the table and report"),
        (
            PORT,
            *LED_ON_PAGE,
            ("--no-hands", {"action": "store_true", "help": say("only the parts that need no person at the table")}),
            ("--json", {"action": "store_true", "help": say("the report as JSON on standard output")}),
        ),
    ),
    "new-game": Command(
        "new_game",
        say("write a new game that plays at once, with its tests"),
        (
            ("name", {"metavar": "NAME", "help": say("of its folder and its tests, such as my_game")}),
            (
                "--into",
                {"default": "", "metavar": "FOLDER", "help": say("a checkout (default: the one this runs from)")},
            ),
        ),
    ),
    "tags": Command(
        "tags",
        say("which tag is which card"),
        (
            (
                "action",
                {
                    "choices": ("enrol", "list", "check"),
                    "help": say("learn tags, list them, or name the cards without one"),
                },
            ),
            MAYBE_GAME,
            ("--card", {"default": "", "help": say("enrol one more tag for this card (a spare)")}),
            PORT,
        ),
    ),
}


GROUPS: tuple[tuple[Message, tuple[str, ...]], ...] = (  # every command, by what it is for
    (say("Play"), ("play", "serve", "learn", "matches", "export", "replay")),
    (say("Look after a table"), ("doctor", "flash", "calibrate", "selftest", "tags", "journal")),
    (say("Study games"), ("games", "bots", "simulate", "tournament", "report", "cluster")),
    (say("Make a game"), ("new-game",)),
)
EXAMPLES = say("Examples")
SHOWN = (
    ("glowtable", say("choose a game and its players (in a browser, if there is a screen)")),
    ("glowtable serve --lan", say("people choose and play on their phones")),
    ("glowtable play alex --players 4", say("you and three bots")),
    ("glowtable play punto --seats Ann,bot:hard", say("Ann and a good bot")),
    ("glowtable play --resume", say("the latest unfinished match")),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code (docs/play/README.md, "Exit codes"). SystemExit after help and wrong words."""
    _open_missing_streams()
    given: Sequence[str] = sys.argv[1:] if arguments is None else arguments
    had_terminal = sys.stdout.isatty()
    args = argparse.Namespace(command="", language=_language_of(given))  # until they are read
    try:
        given = given or _words_for_nothing(args.language)
        args = _parse_arguments(_make_parser(args.language, _commands_in(given)), given)
        code = _load_command(args.command)(args)
        sys.stdout.flush()
        return code
    except UserError as error:
        return _report_error(args, error)
    except BrokenPipeError:  # the program that reads our output has ended
        sys.stdout = None
        return FAILED
    except OSError as error:
        if had_terminal and error.errno == errno.EIO and not os.isatty(1):  # it has been closed
            sys.stdout = None
            return FAILED
        if error.errno not in NO_ROOM:
            raise
        sys.stdout = None
        return _report_error(args, UserError(say("Can't write the output: the disk is full.")))
    except KeyboardInterrupt:
        return INTERRUPTED


def _words_for_nothing(language: str) -> list[str]:
    from glowtable.commands.start import ask_for_match  # its imports take their time

    return ask_for_match(language)


def _load_command(name: str) -> Callable[[argparse.Namespace], int]:
    """The function that does it. What is loaded stays, so nothing in it is looked through for garbage, now or later."""
    gc.disable()
    try:
        module = import_module(f"glowtable.commands.{COMMANDS[name].module}")
        if not gc.get_freeze_count():  # once in a program
            gc.freeze()
    finally:
        gc.enable()
    command: Callable[[argparse.Namespace], int] = getattr(module, name.replace("-", "_"))
    return command


def _suggest_command(given: Sequence[str]) -> None:
    """UserError for a mistyped command that is close to another one."""
    if not given or given[0].startswith("-") or given[0] in COMMANDS:
        return
    from difflib import get_close_matches  # its import takes its time

    close = get_close_matches(given[0].lower(), COMMANDS, n=1)
    if close:
        raise UserError(say("There's no command {typed}. Do you mean {meant}?", typed=given[0], meant=close[0]), USAGE)


def _parse_arguments(parser: argparse.ArgumentParser, given: Sequence[str]) -> argparse.Namespace:
    """As the parser does; numbers of matches may stand behind options, too. `typed` is all of it as it was typed."""
    _suggest_command(given)
    try:
        args, rest = parser.parse_known_args(given)
    except SystemExit:
        sys.stdout.flush()  # the help may not be written yet
        raise
    args.typed = tuple(given)
    if rest and (not hasattr(args, "what") or any(word.startswith("-") for word in rest)):
        return parser.parse_args(given)  # says what is wrong
    if rest:
        args.what += rest
    return args


def _open_missing_streams() -> None:
    """A program may be started with its streams closed: it then reads an empty file, and writes nowhere.

    What the terminal cannot show is written in signs that it can.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    show_any_sign((sys.stdout, sys.stderr))


def _report_error(args: argparse.Namespace, error: UserError) -> int:
    """Print the error as one sentence; return its exit code."""
    from glowtable.commands import translator_for

    name = f"glowtable {args.command}".rstrip()
    print(f"{name}: {translator_for(args).text(error.message)}", file=sys.stderr)
    return error.exit_code


def _commands_in(given: Sequence[str]) -> Sequence[str]:
    """The commands that have to be known to read this line: the one that it begins with, or all."""
    return given[:1] if given and given[0] in COMMANDS else tuple(COMMANDS)


def _make_parser(language: str = "en", names: Sequence[str] = tuple(COMMANDS)) -> argparse.ArgumentParser:
    """What may be typed of these commands, explained in this language; the words of argparse, too."""
    translate_library(language)
    text = Translator(language).text
    formatter: Any = partial(argparse.HelpFormatter, width=terminal_size().columns - 2)
    grouped: Any = partial(_GroupedHelp, translate=text, width=terminal_size().columns - 2)
    parser = _Parser("glowtable", description=text(ABOUT), epilog=text(CODES), formatter_class=grouped)
    parser.add_argument("--version", action=_Version, help=library_text(VERSION))
    parser._positionals.title = None  # each group of commands has a heading of its own
    commands = parser.add_subparsers(dest="command", required=True, metavar=text(say("COMMAND")))
    for name in names:
        command = COMMANDS[name]
        about = text(command.help)
        described = about[:1].upper() + about[1:] + "."
        sub = commands.add_parser(name, help=about, description=described, formatter_class=formatter)
        for flag, named in (*command.arguments, LANGUAGE):
            sub.add_argument(flag, **{**named, "help": text(named["help"])})
    return parser


class _GroupedHelp(argparse.HelpFormatter):
    """Help that lists commands by what they are for, and shows how some are typed."""

    def __init__(self, prog: str, *, translate: Callable[[Message], str], width: int) -> None:
        super().__init__(prog, width=width)
        self._translate = translate

    def _format_action(self, action: argparse.Action) -> str:
        if not isinstance(action, argparse._SubParsersAction):
            return super()._format_action(action)
        lines, format_command = [], super()._format_action
        commands = {each.dest: each for each in action._get_subactions()}
        for heading, names in GROUPS:
            lines.append(f"\n{self._translate(heading)}:\n")
            lines += [format_command(commands[name]) for name in names if name in commands]
        lines.append(f"\n{self._translate(EXAMPLES)}:\n")
        lines += [f"  {command:42}  {self._translate(about)}\n" for command, about in SHOWN]
        return "".join(lines)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with what was typed so that it moves no cursor and has an end.

    Help that cannot be written is an OSError; that of argparse is silent.
    """

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        super().error(printable(message))


class _Version(argparse.Action):
    """Looks for the version only when it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *given: object) -> None:
        from importlib.metadata import version  # its import takes its time

        print(version("glowtable"))
        parser.exit()


def _language_of(arguments: Sequence[str]) -> str:
    """The language to explain in: the one asked for, the config's, or the system's."""
    match = re.search(r"(?:^| )--language[ =](\w+)", " ".join(arguments))
    return choose_language(match[1] if match else configured_language())


if __name__ == "__main__":
    sys.exit(main())
