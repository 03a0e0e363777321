"""`glowtable` alone: the lobby in a browser; without a screen the terminal asks what it asks."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from glowtable import games
from glowtable.commands import command_to_type, data_file, journal_to_read, user_config
from glowtable.commands.recording import resume_question
from glowtable.config import Config
from glowtable.game import STRENGTHS, Game, check_seats, say_players, strengths_of
from glowtable.match.journal import SavedMatch
from glowtable.messages import USAGE, Message, UserError, say
from glowtable.terminal.keyboard import can_person_play
from glowtable.terminal.names import check_names
from glowtable.terminal.question import is_agreed, read_line
from glowtable.terminal.translator import Translator

T = TypeVar("T")
MEDIUM = STRENGTHS[1]
WELCOME = say("Glowtable. Enter: take the answer in brackets. Ctrl-C: leave.")


def ask_for_match(language: str) -> list[str]:
    """The command for what a person wants, word by word: the lobby where a browser can show it; else it is asked.

    Where nobody can answer, help.
    """
    if not can_person_play():
        return ["--help"]
    if has_screen():
        return ["serve", "--open"]
    translator, config = Translator(language), user_config()
    print(translator.text(WELCOME))
    unfinished = _latest_unfinished()
    if unfinished and is_agreed(translator, resume_question(unfinished), if_empty=True):
        words = ["play", "--resume", str(unfinished.id)]
    else:
        game = _ask_game(translator, config)
        people = _ask_people(translator, game, config)
        bots = _ask_bots(translator, game, len(people))
        strength = _ask_strength(translator, game) if bots else ""
        words = ["play", game.name, "--seats", ",".join((*people, *[f"bot:{strength}"] * bots))]
    print(command_to_type(*words))  # who reads it need not be asked the next time
    return words


def has_screen() -> bool:
    """Whether a browser can be opened for the person at this terminal; not where they are by ssh or at a console."""
    is_remote = any(os.environ.get(name) for name in ("SSH_CONNECTION", "SSH_TTY"))
    is_desktop = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return is_desktop and not is_remote


def _latest_unfinished() -> SavedMatch | None:
    """None also where the journal cannot be read: to play says why."""
    with suppress(UserError):
        journal = journal_to_read(data_file("journal.sqlite"))
        try:
            return next((match for match in journal.unfinished_matches() if _can_be_played(match)), None)
        finally:
            journal.close()
    return None


def _can_be_played(match: SavedMatch) -> bool:
    with suppress(UserError):
        return bool(games.find(match.header.game))
    return False


def _ask_game(translator: Translator, config: Config) -> Game:
    known, failures = games.load_games()
    for failure in failures:
        print(translator.text(failure))
    for number, game in enumerate(known, 1):
        print(f"{number:3}  {game.title:20} {translator.text(say_players(game))}")
    usual = games.find_typed(config.game)

    def read(answer: str) -> Game:
        number = int(answer) if answer.isdecimal() and len(answer) < 4 else 0
        return known[number - 1] if 0 < number <= len(known) else games.find_typed(answer)

    return _ask_until_valid(translator, say("Which game? [{usual}] ", usual=usual.title), read, usual)


def _ask_people(translator: Translator, game: Game, config: Config) -> tuple[str, ...]:
    known = tuple(name for name in config.seats if ":" not in name)[: max(game.seats)]
    usual = known or (translator.text(say("Player")),)

    def read(answer: str) -> tuple[str, ...]:
        people = tuple(map(str.strip, answer.split(",")))
        check_names(game, people)
        if len(people) > max(game.seats):
            check_seats(game, len(people))
        return people

    question = say("Who plays? Type names with commas. [{usual}] ", usual=", ".join(usual))
    return _ask_until_valid(translator, question, read, usual)


def _ask_bots(translator: Translator, game: Game, people: int) -> int:
    """How many bots play besides; nobody is asked where there is no choice."""
    allowed = [seats - people for seats in game.seats if seats >= people]
    if len(allowed) == 1:
        return allowed[0]

    def read(answer: str) -> int:
        if not (answer.isdecimal() and len(answer) < 4 and int(answer) in allowed):
            raise UserError(say("Type a number from {least} to {most}.", least=allowed[0], most=allowed[-1]), USAGE)
        return int(answer)

    question = say("How many bots, {least} to {most}? [{least}] ", least=allowed[0], most=allowed[-1])
    return _ask_until_valid(translator, question, read, allowed[0])


def _ask_strength(translator: Translator, game: Game) -> str:
    """How well bots play; in a game without levels the bot that it has."""
    if not strengths_of(game):
        return next(iter(game.bots))
    words = dict(zip(map(translator.text, (say("easy"), say("medium"), say("hard"))), STRENGTHS, strict=True))

    def read(answer: str) -> str:
        begun = [strength for word, strength in words.items() if word.casefold().startswith(answer.casefold())]
        if len(begun) != 1:
            raise UserError(say("Type one of: {words}.", words=", ".join(words)), USAGE)
        return begun[0]

    usual = next(word for word, strength in words.items() if strength == MEDIUM)
    question = say("How good are they: {words}? [{usual}] ", words=", ".join(words), usual=usual)
    return _ask_until_valid(translator, question, read, MEDIUM)


def _ask_until_valid(translator: Translator, question: Message, read: Callable[[str], T], usual: T) -> T:
    """What the answer means; what means nothing is said, and asked again."""
    while answer := read_line(translator.text(question)):
        try:
            return read(answer)
        except UserError as error:
            print(translator.text(error.message))
    return usual
