"""An unfinished match of the journal: which one is resumed, offered, or left alone and named."""

from __future__ import annotations

import argparse

from glowtable.commands import game_title, translator_for
from glowtable.game import Game
from glowtable.match.export import players_of
from glowtable.match.journal import OVER, Journal, SavedMatch
from glowtable.messages import USAGE, Message, UserError, say
from glowtable.terminal.question import is_agreed

# A match that is resumed has them already
NEW_MATCH_OPTIONS = ("seats", "players", "seed", "cards", "option", "unrecorded")


def hold_unfinished(args: argparse.Namespace, journal: Journal, game: Game) -> SavedMatch | None:
    """The unfinished match that is asked for or can be offered, locked; None if there is none to offer."""
    if args.resume is None:
        return journal.hold_unfinished(game.name)
    if _new_match_options(args):
        options = ", ".join(_new_match_options(args))
        raise UserError(
            say("A resumed match keeps what it was started with. Leave out --resume or {options}.", options=options),
            USAGE)  # fmt: skip
    return _hold_named(args, journal) if args.resume else _hold_latest(journal, args.game and game.name)


def _new_match_options(args: argparse.Namespace) -> list[str]:
    """The typed options that only a new match can have."""
    values = {f"--{name}": getattr(args, name) for name in NEW_MATCH_OPTIONS}
    return [name for name, value in values.items() if value is not False and value not in (None, "", [])]


def match_to_resume(
    args: argparse.Namespace, journal: Journal, unfinished: SavedMatch | None, person: bool
) -> SavedMatch | None:
    """This unfinished match if it is resumed; None for a new one. Nobody is asked who typed options of a new one."""
    if args.resume is not None or not unfinished:
        return unfinished
    is_asked = person and not _new_match_options(args)
    if is_asked and is_agreed(translator_for(args), resume_question(unfinished), if_empty=True):
        return unfinished
    journal.release_match(unfinished.id)
    return None


def _hold_latest(journal: Journal, game: str) -> SavedMatch:
    """The latest unfinished match of this game, or of any, locked; UserError if there is none, or it is played."""
    unfinished = journal.hold_unfinished(game)
    if unfinished:
        return unfinished
    for match in journal.unfinished_matches(game):
        raise _runs_elsewhere(match.id)
    raise UserError(say("There's no unfinished match. Start one: glowtable play"), USAGE)


def _runs_elsewhere(match: int) -> UserError:
    return UserError(say("Match {match} runs in another window. Continue it there.", match=match), USAGE)


def _hold_named(args: argparse.Namespace, journal: Journal) -> SavedMatch:
    """The match of this number, locked; UserError if it is over, played elsewhere, or of another game."""
    match = journal.find_match(args.resume)
    if match.state == OVER:
        raise UserError(
            say("Match {match} is over. See it with glowtable matches show {match}.", match=match.id), USAGE
        )
    if args.game not in ("", match.header.game):
        raise UserError(say("Match {match} is a match of {game}.", match=match.id, game=match.header.game), USAGE)
    if not journal.hold_match(match.id):
        raise _runs_elsewhere(match.id)
    return match


def _names_in(match: SavedMatch) -> str:
    return ", ".join(player.name for player in players_of(match.header.players))


def note_of_unfinished(match: SavedMatch) -> Message:
    """The sentence that a new match begins, and how this one is resumed."""
    return say("This is a new match. To continue match {match} ({players}): glowtable play --resume {match}",
               match=match.id, players=_names_in(match))  # fmt: skip


def resume_question(match: SavedMatch) -> Message:
    return say(
        "Resume {game}, match {match} ({players})? [Y/n] ",
        game=game_title(match.header.game),
        match=match.id,
        players=_names_in(match),
    )
