"""Runs what is typed. Commands wire the rooms together."""

from __future__ import annotations

import argparse
import errno
import gc
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from glowtable.command_line import COMMANDS, CommandParser, make_parser
from glowtable.config import choose_language, configured_language
from glowtable.gate import NO_ROOM
from glowtable.messages import FAILED, INTERRUPTED, USAGE, UserError, say
from glowtable.terminal.signs import show_any_sign


def run_command(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code (docs/play/journal.md, "Exit codes"). SystemExit after help and wrong words."""
    _open_missing_streams()
    given: Sequence[str] = sys.argv[1:] if arguments is None else arguments
    had_terminal = sys.stdout.isatty()
    args = argparse.Namespace(command="", language=_language_of(given))  # until they are read
    try:
        given = given or _words_for_nothing(args.language)
        args = _parse_arguments(make_parser(args.language, _commands_in(given)), given)
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
    module = import_module(f"glowtable.commands.{COMMANDS[name].module}")
    if not gc.isenabled():  # as the program begins
        gc.freeze()
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


def _parse_arguments(parser: CommandParser, given: Sequence[str]) -> argparse.Namespace:
    """As the parser does; numbers of matches may stand behind options, too. `typed` is all of it as it was typed."""
    _suggest_command(given)
    try:
        args, rest = parser.parse_known_args(given)
    except SystemExit:
        sys.stdout.flush()  # the help may not be written yet
        raise
    args.typed = tuple(given)
    if rest and (not hasattr(args, "what") or any(word.startswith("-") for word in rest)):
        parser.refuse_rest(args.command, rest)
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


def _language_of(arguments: Sequence[str]) -> str:
    """The language to explain in: the one asked for, the config's, or the system's."""
    line = " ".join(arguments)
    match = "--language" in line and re.search(r"(?:^| )--language[ =](\w+)", line)
    return choose_language(match[1] if match else configured_language())
