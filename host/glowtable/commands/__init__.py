"""The commands, one file each: they connect the rooms. Here is what several of them share."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from glowtable import config, games
from glowtable.game import Arg, Game, full_options, strength_of_bot
from glowtable.gate import printable, read_stream
from glowtable.match.header import Header
from glowtable.match.journal import Journal
from glowtable.match.journal_database import UnwritableError
from glowtable.match.match_record import retired_options
from glowtable.messages import LANGUAGES, USAGE, Message, UserError, cause_of, say, say_count
from glowtable.terminal.translator import Translator

MOST_RETIRED = 5  # options of a match that are named: no game has lost more


def options_of(game: Game, given: Sequence[str], defaults: Mapping[str, Arg] | None = None) -> dict[str, Arg]:
    """Every option of the game: as typed (name=value), else these defaults, else its own."""
    wishes = dict(defaults or {})
    for wish in given:
        name, equals, value = wish.partition("=")
        if not equals:
            raise UserError(say("Write options as name=value, not {wish}.", wish=wish), USAGE)
        wishes[name] = value
    return full_options(game, wishes)


def command_to_type(*words: str) -> str:
    """A command of this program as it can be typed here: by its path if the shell would not find it."""
    import shlex  # these imports take their time
    import shutil

    program = "glowtable"
    if Path(sys.argv[0]).stem == program and not shutil.which(program):
        program = sys.argv[0]
        with suppress(ValueError):  # on another drive
            program = os.path.relpath(program)
    return printable(shlex.join((program, *words)))


def user_config() -> config.Config:
    return config.load_config(config.config_path())


def translator_for(args: argparse.Namespace, names: Sequence[str] = (), game: str = "") -> Translator:
    """The language asked for, the config's, or the system's."""
    return Translator(config.choose_language(args.language or config.configured_language()), names, game=game)


def tellers(names: Sequence[str] = (), game: str = "", device: str = "") -> dict[str, Callable[[Message], str]]:
    """What turns a message into a sentence, for each language."""
    return {language: Translator(language, names, game=game, device=device).text for language in LANGUAGES}


def tell_failures(args: argparse.Namespace, failures: Iterable[Message]) -> None:
    """Say on stderr which games are left out, and why."""
    for failure in failures:
        print(translator_for(args).text(failure), file=sys.stderr)


def data_file(name: str) -> Path:
    """The file of this name in the folder of data; UserError if there is no such folder."""
    folder = config.data_path()
    if folder is None:
        raise UserError(say("This user has no home folder. Name a folder for matches in GLOWTABLE_DATA."), USAGE)
    return folder / name


def tell_retired(args: argparse.Namespace, header: Header) -> None:
    """Say on stderr which options of a match there are no more: it is played without them."""
    retired = retired_options(games.find(header.game), header)
    notes = [
        say(
            "The option {option} no longer exists. The match, played with {option}={value}, continues without it.",
            option=name,
            value=header.options[name],
        )
        for name in retired[:MOST_RETIRED]
    ]
    more = len(retired) - len(notes)
    if more:
        notes.append(
            say_count("It continues without {n} more option.", "It continues without {n} more options.", n=more)
        )
    for note in notes:
        print(translator_for(args).text(note), file=sys.stderr)


def open_journal(args: argparse.Namespace, *, to_read: bool = False) -> Journal:
    """Open the journal; say on stderr what damage has cost. `to_read`: also where nothing can be written."""
    path = data_file("journal.sqlite")
    try:
        journal = Journal(path)
    except UnwritableError as error:
        if not to_read:
            raise
        try:
            journal = journal_to_read(path)
        except UnwritableError:  # the first cause says more
            raise error from None
    if journal.lost:
        print(translator_for(args).text(journal.lost), file=sys.stderr)
    return journal


def journal_to_read(path: Path) -> Journal:
    """Open the journal where nothing can be written; an empty one if its folder has no file."""
    try:
        is_new = path.name not in os.listdir(path.parent)
    except OSError:  # why is said when the file is opened
        is_new = False
    return Journal(path, beside=not is_new, in_memory=is_new)


def strength_of(game: str, bot: str) -> str:
    """How well this bot plays that game, in a word of levels; the bot's own name if the game is not here any more."""
    try:
        return strength_of_bot(games.find(game), bot)
    except UserError:
        return bot


def read_named(path: str) -> bytes:
    """What is in the file that a person has named (`-`: standard input); UserError if it cannot be read."""
    try:
        if path == "-":
            return read_stream(sys.stdin.buffer, path)
        with open(path, "rb") as file:
            return read_stream(file, path)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise UserError(say("Can't read {path} ({cause}).", path=path, cause=cause_of(error)), USAGE) from None
