"""A new match: who plays it, with which options, with whose cards. UserError for what this table cannot do."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator

from glowtable import games
from glowtable.commands import options_of, translator_for
from glowtable.device.discovery import FoundTable
from glowtable.game import Arg, Game, Option, check_bot, check_seats
from glowtable.gate import printable
from glowtable.match.dealer import secret_seed
from glowtable.match.export import options_then, players_of
from glowtable.match.header import DEALT, REAL, Header
from glowtable.match.recorder import now_text
from glowtable.messages import USAGE, Message, UserError, say


def make_header(args: argparse.Namespace, configured: tuple[str, ...], game: Game, has_people: bool) -> Header:
    """Who plays with which options: as typed, else as configured, else a person, if one is there, and bots."""
    seats = tuple(map(str.strip, args.seats.split(",") if args.seats else configured))
    best = next(iter(game.bots))
    wanted = args.players
    if wanted is not None:
        check_seats(game, wanted)
        if len(seats) > wanted and args.seats:
            raise UserError(
                say("--seats names {n} seats, but --players says {players}.", n=len(seats), players=wanted), USAGE
            )
        seats = seats[:wanted]
    if not seats:
        seats = (translator_for(args).text(say("Player")) if has_people else f"bot:{best}",)
        wanted = wanted or min(game.seats)
    seats += (f"bot:{best}",) * ((wanted or 0) - len(seats))
    check_seats(game, len(seats))
    players = players_of(seats)
    for player in players:
        if player.bot:
            check_bot(game, player.bot)
    seed = secret_seed() if args.seed is None else args.seed
    return Header(game.name, seats, options_of(game, args.option), seed, now_text())


def choose_cards(args: argparse.Namespace, header: Header, game: Game, table: FoundTable) -> Header:
    """The header of a new match at this table, with whose cards it is played; no dealt hand is unread."""
    if not table.twin and args.cards == DEALT:
        raise _only_simulated("--cards", args.cards)
    if args.cards == REAL or not table.twin:
        return header._replace(cards=REAL)
    options = {option.name: _when_dealt(option, header.options[option.name]) for option in game.options}
    return header._replace(cards=DEALT, options=options)


def _when_dealt(option: Option, value: Arg) -> Arg:
    others = (choice for choice in option.choices if choice not in option.needs_cards)
    return next(others) if value in option.needs_cards else value


def notes_of_options(args: argparse.Namespace, header: Header) -> Iterator[Message]:
    """A sentence for each option that was asked for, and is not what was asked for."""
    for name, value in dict(wish.split("=", 1) for wish in args.option).items():
        choice = header.options[name]
        if str(choice) != value:
            yield say("{option}={value} needs real cards in hand (--cards real). Here it's {option}={choice}.",
                      option=name, value=value, choice=choice)  # fmt: skip


# -- what is not possible


def refuse_impossible(args: argparse.Namespace, header: Header, table: FoundTable, has_people: bool) -> None:
    """UserError if this match is not possible at this table, with somebody there who can type or tap, or nobody."""
    game = games.find(header.game)
    _refuse_off_table(game, header, table)
    if table.twin and header.cards == REAL:
        _require_card_speaker(game, header, has_people)
    if table.twin and not has_people:
        _refuse_people(args, header)


def _refuse_off_table(game: Game, header: Header, table: FoundTable) -> None:
    options = options_then(game, header)
    for option in game.options:
        value = options[option.name]
        if not table.twin and value in option.off_table:
            raise _only_simulated(option.name, value)


def _refuse_people(args: argparse.Namespace, header: Header) -> None:
    """UserError if a person would have to play where nobody can type: no bot ever plays for a person."""
    people = [player.name for player in players_of(header.players) if not player.bot]
    if people:
        command = printable(shlex.join(("glowtable", *args.typed, "--web")))
        raise UserError(
            say("Nobody can type for {people} here. Play at a terminal, or in a browser: {command}",
                people=", ".join(people), command=command), USAGE)  # fmt: skip


def _require_card_speaker(game: Game, header: Header, has_people: bool) -> None:
    """UserError if nobody is there to say what is turned up, or who says it would learn a bot's hand."""
    if not has_people:
        refusal = say("Someone has to type your own cards. Play at a terminal, or in a browser (--web).")
        raise UserError(refusal, USAGE)
    if game.hidden_information and any(player.bot for player in players_of(header.players)):
        raise UserError(
            say("With your own cards, {game} is for people only. Without card readers someone would have to type "
                "a bot's hand.", game=game.title), USAGE)  # fmt: skip


def _only_simulated(option: str, value: Arg) -> UserError:
    return UserError(
        say("{option}={value} works only at the simulated table. Play it with --port twin:",
            option=option, value=value), USAGE)  # fmt: skip
