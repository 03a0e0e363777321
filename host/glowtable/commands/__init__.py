"""The commands, one file each: they connect the rooms. Here is what several of them share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from glowtable import config, games
from glowtable.game import Arg, Game, full_options
from glowtable.match.export import retired_options
from glowtable.match.header import Header
from glowtable.match.journal import Journal
from glowtable.messages import USAGE, UserError, say
from glowtable.terminal.translator import Translator


def check_seats(game: Game, seats: int) -> None:
    """UserError if the game is not for this many players."""
    if seats not in game.seats:
        least, most = min(game.seats), max(game.seats)
        raise UserError(
            say("{game} is for {least} to {most} players, got {n}", game=game.title, least=least, most=most, n=seats),
            USAGE,
        )


def options_of(game: Game, given: Sequence[str], defaults: Mapping[str, Arg] | None = None) -> dict[str, Arg]:
    """Every option of the game: as typed (name=value), else these defaults, else its own."""
    wishes = dict(defaults or {})
    for wish in given:
        name, found, value = wish.partition("=")
        if not found:
            raise UserError(say("an option is written name=value, got {wish}", wish=wish), USAGE)
        wishes[name] = value
    return full_options(game, wishes)


def user_config() -> config.Config:
    return config.load_config(config.config_path())


def translator_for(args: argparse.Namespace, names: Sequence[str] = (), game: str = "") -> Translator:
    """The language asked for, the config's, or the system's."""
    return Translator(config.choose_language(args.language or _configured_language()), names, game=game)


def _configured_language() -> str:
    try:
        return user_config().language
    except UserError:  # the sentence about the broken file also needs a language
        return ""


def data_file(name: str) -> Path:
    return config.data_path() / name


def tell_retired(args: argparse.Namespace, header: Header) -> None:
    """Say on stderr which options of a match there are no more: it is played without them."""
    for name in retired_options(games.find(header.game), header):
        note = say(
            "the option {option} is no more: the match, played with {option}={value}, goes on without it",
            option=name,
            value=header.options[name],
        )
        print(translator_for(args).text(note), file=sys.stderr)


def open_journal(args: argparse.Namespace) -> Journal:
    """The journal; what was lost by damage is said on stderr."""
    journal = Journal(data_file("journal.sqlite"))
    if journal.lost:
        print(translator_for(args).text(journal.lost), file=sys.stderr)
    return journal
