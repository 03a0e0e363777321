"""What may be typed, as data: every command with its arguments, and the parser and the help that are made of it."""

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from glowtable import games
from glowtable.gate import printable
from glowtable.messages import LANGUAGES, Message, say
from glowtable.terminal.layout import terminal_size
from glowtable.terminal.translator import Translator, library_text, translate_library

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

Argument = tuple[str, dict[str, Any]]  # a flag or a place, and what argparse gets of it


def _argument(flag: str, about: Message, **named: Any) -> Argument:
    return flag, {**named, "help": about}


_switch = partial(_argument, action="store_true")
_text = partial(_argument, default="")
_several = partial(_argument, action="append", default=[])  # it may be repeated


def _whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(library_text(NO_NUMBER.text) % text) from None


_number = partial(_argument, type=_whole_number)


def _port_number(text: str) -> int:
    """A port of this computer; 0 is any free one."""
    if not text.isdecimal() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(library_text(NO_PORT.text) % text)
    return int(text)


def _host_name(text: str) -> str:
    """A name as it stands in a link, with its port if that is another one than ours."""
    if not re.fullmatch(HOST_NAME, text):
        raise argparse.ArgumentTypeError(library_text(NO_HOST_NAME.text) % text[:MAX_HOST_NAME])
    return text


MAX_HOST_NAME = 253  # letters
HOST_NAME = rf"(?=.{{1,{MAX_HOST_NAME}}}(:|$))[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(:[0-9]{{1,5}})?"
UNKNOWN = "unrecognized arguments: %s"
VERSION = "show program's version number and exit"
NO_NUMBER = say("give a whole number such as 1000, not %r")
NO_PORT = say("a port is a number from 0 to 65535, got %r")
NO_HOST_NAME = say("a name looks like table.example or table.example:8080, got %r")
ABOUT = say("One LED table, several board games: play at it or without it, simulate, look after it.")
CODES = say(
    "Exit codes: 0 ok, 1 failed, 2 usage, 3 no table found, 4 no permission or busy, 5 firmware mismatch, 130 "
    "interrupted. Each command explains itself: glowtable play --help"
)
KNOWN = "{games}"  # stands for the names of all games in help: finding those of packages takes its time
SELFTEST_PARTS = ("firmware", "supply", "readers", "nfc", "quiet", "line", "leds", "sound", "cells", "keys", "cards")
GAME = _argument("game", say("one of: {games}", games=KNOWN), metavar="GAME")
MAYBE_GAME = _argument(
    "game", say("one of: {games} (default: punto)", games=KNOWN), metavar="GAME", nargs="?", default=""
)
OPTION = _several("--option", say("an option of the rules (may be repeated)"), metavar="NAME=VALUE")
PLAYERS = _number("--players", say("how many (default: the fewest the game allows)"), default=0)
SEED = _number("--seed", say("same seed, same matches (default: 1)"), default=1)
JOBS = _number("--jobs", say("processes, with the same result (default: 1)"), default=1)
CLUSTER = _text(
    "--cluster",
    say("play on the machines of this cluster (dask.distributed), such as tcp://10.0.0.5:8786"),
    metavar="ADDRESS",
)
GUESTS = _several(
    "--with",
    say("run this first, for the bots and games that it registers (may be repeated)"),
    metavar="FILE.py",
    dest="guests",
)
RECORDS = (
    _text("--out", say("save each match in this new folder, or in one file of JSON lines: NAME.jsonl"), metavar="NAME"),
    _text("--resume", say("continue what --out saved (its matches aren't played again)"), metavar="NAME"),
)
STUDY = (GUESTS, OPTION, JOBS, CLUSTER, *RECORDS)
SPRT = _text("--sprt", say("test one share against another, such as 0.5,0.55, in their order"), metavar="P0,P1")
PORT = _text(
    "--port", say("auto (the one table that answers, else a simulated one), twin: or a device (default: auto)")
)
PACE = _number("--pace", say("the rest between two moves of bots (default: 1500 ms)"), metavar="MS")
PORT_HTTP = _argument(
    "--port-http", say("where (default: 8470, or the next free one)"), type=_port_number, default=8470, metavar="N"
)
LAN = _switch("--lan", say("let phones on the same network open it, too (with --web)"))
HOST = _argument(
    "--host-name",
    say("another name for this computer, such as a proxy's (with --web, may be repeated)"),
    type=_host_name,
    action="append",
    default=[],
    dest="host_names",
    metavar="NAME",
)
ON_PAGE = (LAN, HOST, PORT_HTTP, _switch("--open", say("open the browser (with --web)")))
LED_ON_PAGE = (_switch("--web", say("led in a browser instead of a terminal, or besides it")), PORT_HTTP)
LANGUAGE = _argument(
    "--language", say("the language of all sentences (default: the system's)"), choices=LANGUAGES, default=""
)
ALL = _switch("--all", say("list all matches, not only the latest 100"))


class Command(NamedTuple):
    """What may be typed of one. `module` is imported only when the command is run, so that --help is quick."""

    module: str
    help: Message
    arguments: tuple[Argument, ...]


def _command(module: str, about: Message, *arguments: Argument) -> Command:
    return Command(module, about, arguments)


COMMANDS = {
    "play": _command(
        "play",
        say("play a match at the table, or at a simulated one"),
        MAYBE_GAME,
        _text("--seats", say("names, or bot:easy, bot:medium, bot:hard (default: you and a bot)"), metavar="A,B"),
        _number("--players", say("how many play: bots take the seats without a name"), metavar="N"),
        PORT,
        _argument(
            "--cards",
            say(
                "at the simulated table: dealt by the program, or your own, typed (default: dealt). "
                "At a table they are always real"
            ),
            choices=("dealt", "real"),
            default="",
        ),
        OPTION,
        _switch("--options", say("list the options of the game's rules and end")),
        PACE,
        _number("--seed", say("of the simulated cards and the bots (default: a new one)")),
        GUESTS,
        _text("--mirror", say("also light a NeoPixel strip at this pin of a Raspberry Pi (D18)"), metavar="PIN"),
        _argument(
            "--resume",
            say("go on with this unfinished match, or with the latest, without asking"),
            nargs="?",
            type=_whole_number,
            const=0,
            metavar="MATCH",
        ),
        _switch("--unrecorded", say("play a match that is not recorded: it ends with the program")),
        _text(
            "--script",
            say("lines that are typed for a person, each when somebody is waited for (- for standard input)"),
            metavar="FILE",
        ),
        _switch("--web", say("also show the match in a browser: the table, and a hand each")),
        *ON_PAGE,
    ),
    "serve": _command(
        "serve",
        say("open the lobby in browsers: people choose there what is played, and come back to it"),
        PORT,
        PACE,
        *ON_PAGE,
        _switch("--install", say("let it start with this computer, by systemd")),
    ),
    "learn": _command("play", say("a first match, led step by step, at a simulated table"), GAME, PACE),
    "simulate": _command(
        "simulate",
        say("play many matches, bots only"),
        GAME,
        PLAYERS,
        _number("--games", say("how many matches (default: 100)"), default=100),
        SEED,
        _text("--bots", say("which bots play (repeated if fewer than the seats)"), metavar="A,B"),
        *STUDY,
        _switch("--json", say("one JSON object on standard output")),
    ),
    "tournament": _command(
        "simulate",
        say("play bots against each other on the same deals, in changing seats, and rate them"),
        GAME,
        _argument("--bots", say("two bots or more"), required=True, metavar="A,B"),
        _number("--deals", say("how many, each played in every seating (default: 100)"), default=100),
        PLAYERS,
        SEED,
        *STUDY,
        SPRT,
    ),
    "report": _command(
        "simulate",
        say("say what a file of matches shows: who wins, from where, how surely"),
        _argument("files", say("from simulate --out or tournament --out"), metavar="FILE", nargs="+"),
        SPRT,
        _text(
            "--html",
            say("write it with plots into this new page (of several files the first in full, the others beside it)"),
            metavar="PAGE",
        ),
        _text("--csv", say("write the matches into this new file, as CSV"), metavar="TABLE"),
        _switch("--skip-damaged", say("leave out the files of a folder that are damaged")),
        GUESTS,
    ),
    "cluster": _command(
        "simulate",
        say("start a cluster on this machine, to try what is played on many"),
        _argument("action", say("up: start it, and say its address"), choices=("up",)),
        _number("--workers", say("how many processes (default: 2)"), default=2),
        _number("--port", say("where it listens (default: 8786; 0: any)"), default=8786),
    ),
    "games": _command(
        "bots",
        say("list the games, or check one that you make"),
        _argument(
            "action",
            say("list, or check (does the game keep what games promise?) (default: list)"),
            choices=("list", "check"),
            nargs="?",
            default="list",
        ),
        _argument("game", say("to check, one of: {games}", games=KNOWN), metavar="GAME", nargs="?", default=""),
        _number("--matches", say("how many for each number of players (default: 10)"), default=10),
        SEED,
        GUESTS,
    ),
    "bots": _command(
        "bots",
        say("list the bots of a game, the easiest level first, and how each plays"),
        _argument("game", say("one of: {games} (default: all)", games=KNOWN), metavar="GAME", nargs="?", default=""),
        GUESTS,
    ),
    "replay": _command(
        "matches",
        say("replay an exported match or a doctor's bundle and say how it ended"),
        _argument("file", say("from export or doctor --bundle (- for standard input)"), metavar="FILE"),
    ),
    "export": _command(
        "matches",
        say("write a match of the journal as text"),
        _argument("match", say("its number in glowtable matches"), type=_whole_number, metavar="MATCH"),
        _argument(
            "--format",
            say("everything, the points, each action as CSV, or the game's notation (default: jsonl)"),
            choices=("jsonl", "csv", "actions", "text"),
            default="jsonl",
        ),
    ),
    "matches": _command(
        "matches",
        say("list the journal's latest 100 matches with scores, or show, abandon or delete some"),
        _argument(
            "action",
            say(
                "show (every move in words, and the table), stats (who won how often), abandon (end "
                "it), delete or list (default: list)"
            ),
            choices=("list", "show", "stats", "abandon", "delete"),
            nargs="?",
            default="list",
        ),
        _argument("what", say("numbers of matches"), metavar="MATCH", nargs="*"),
        _number("--at", say("show the table after this move"), metavar="MOVE"),
        _switch("--yes", say("delete without asking")),
        _switch("--json", say("JSON on standard output")),
        ALL,
    ),
    "journal": _command(
        "journal",
        say("list, show, archive or delete matches of the journal, or compact, back up, restore or check its file"),
        _argument(
            "action",
            say("archive (matches that are over, each into a file of its own), check (read all of it)"),
            choices=("list", "show", "archive", "delete", "compact", "backup", "restore", "check"),
        ),
        _argument("what", say("numbers of matches (for backup and restore: the file)"), metavar="MATCH", nargs="*"),
        _switch("--yes", say("delete without asking")),
        ALL,
    ),
    "doctor": _command(
        "doctor",
        say("look at ports, table and link, and say what is wrong"),
        PORT,
        _switch("--frames", say("also print the last frames of the link")),
        _text("--bundle", say("write all of it and the latest match into one file"), metavar="FILE"),
    ),
    "flash": _command(
        "flash",
        say("put the firmware on the table's board (a running match is saved)"),
        _text("--port", say("the Pico's device (default: auto, the one Pico there is)")),
        _text("--board", say("how it is wired: table, starter, breadboard, or your own file"), metavar="BOARD"),
        _switch("--mpy", say("compile it: the table starts faster (needs the extra mpy)")),
        _switch("--whole", say("MicroPython and firmware as one file: the fastest start")),
        _text("--uf2", say("this file instead of the one made by make uf2 (implies --whole)"), metavar="FILE"),
    ),
    "wiring": _command(
        "wiring",
        say("list boards, or check one: which wire goes from which pin to what"),
        _argument("board", say("table, starter, breadboard, or your own file"), metavar="BOARD", nargs="?"),
        _text("--picture", say("draw it into this .svg file"), metavar="FILE"),
    ),
    "calibrate": _command("care", say("learn how the table is wired, and write its settings"), PORT, *LED_ON_PAGE),
    "selftest": _command(
        "care",
        say("try every part of the table and report"),
        PORT,
        *LED_ON_PAGE,
        _several(
            "--only",
            say("this part alone: {parts}; may be repeated", parts=", ".join(SELFTEST_PARTS)),
            choices=SELFTEST_PARTS,
            metavar="PART",
        ),
        _switch("--no-hands", say("only the parts that need no person at the table")),
        _switch("--json", say("the report as JSON on standard output")),
    ),
    "new-game": _command(
        "new_game",
        say("write a new game that plays at once, with its tests"),
        _argument("name", say("of its folder and its tests, such as my_game"), metavar="NAME"),
        _text("--into", say("a checkout (default: the one this runs from)"), metavar="FOLDER"),
    ),
    "tags": _command(
        "tags",
        say("which tag is which card"),
        _argument(
            "action", say("learn tags, list them, or name the cards without one"), choices=("enrol", "list", "check")
        ),
        MAYBE_GAME,
        _text("--card", say("enrol one more tag for this card (a spare)")),
        PORT,
    ),
    "completion": _command(
        "completion",
        say("print what your shell needs to complete commands with Tab"),
        _argument(
            "shell",
            say('bash, zsh: eval "$(glowtable completion bash)"; fish: glowtable completion fish | source'),
            choices=("bash", "zsh", "fish"),
        ),
    ),
}


GROUPS: tuple[tuple[Message, tuple[str, ...]], ...] = (  # every command, by what it is for
    (say("Play"), ("play", "serve", "learn", "matches", "export", "replay")),
    (say("Look after a table"), ("doctor", "wiring", "flash", "calibrate", "selftest", "tags", "journal")),
    (say("Study games"), ("games", "bots", "simulate", "tournament", "report", "cluster")),
    (say("Make a game"), ("new-game",)),
    (say("Set up your shell"), ("completion",)),
)
EXAMPLES = say("Examples")
SHOWN = (
    ("glowtable", say("choose a game and its players (in a browser, if there is a screen)")),
    ("glowtable serve --lan", say("people choose and play on their phones")),
    ("glowtable play alex --players 4", say("you and three bots")),
    ("glowtable play punto --seats Ann,bot:hard", say("Ann and a good bot")),
    ("glowtable play --resume", say("the latest unfinished match")),
)


def make_parser(language: str = "en", names: Sequence[str] = tuple(COMMANDS)) -> "CommandParser":
    """What may be typed of these commands, explained in this language; the words of argparse, too."""
    translate_library(language)
    text = Translator(language).text
    formatter: Any = partial(_Help, width=terminal_size().columns - 2)
    grouped: Any = partial(_GroupedHelp, translate=text, width=terminal_size().columns - 2)
    parser = CommandParser("glowtable", description=text(ABOUT), epilog=text(CODES), formatter_class=grouped)
    parser.add_argument("--version", action=_Version, help=library_text(VERSION))
    parser._positionals.title = None  # each group of commands has a heading of its own
    commands = parser.add_subparsers(prog="glowtable", dest="command", required=True, metavar=text(say("COMMAND")))
    parser.commands = commands.choices
    for name in names:
        command = COMMANDS[name]
        about = text(command.help)
        described = about[:1].upper() + about[1:] + "."
        sub = commands.add_parser(name, help=about, description=described, formatter_class=formatter)
        for flag, named in (*command.arguments, LANGUAGE):
            sub.add_argument(flag, **{**named, "help": text(named["help"])})
    return parser


class _Help(argparse.HelpFormatter):
    """Help that names all games."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return super()._split_lines(text.replace(KNOWN, ", ".join(games.names())) if KNOWN in text else text, width)


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


class CommandParser(argparse.ArgumentParser):
    """Says what is wrong with what was typed so that it moves no cursor and has an end.

    Help that cannot be written is an OSError; that of argparse is silent.
    """

    commands: Mapping[str, argparse.ArgumentParser] = {}  # by their names: of the one that knows them

    def refuse_rest(self, command: str, words: Sequence[str]) -> NoReturn:
        """Show how this command is typed, which has no such words."""
        self.commands[command].error(library_text(UNKNOWN) % " ".join(words))

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
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
