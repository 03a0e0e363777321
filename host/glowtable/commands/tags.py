"""Which tag is which card: enrol, list, check."""

from __future__ import annotations

import argparse

from glowtable import games, ports
from glowtable.cable import Cable
from glowtable.commands import data_file, settings, tongue
from glowtable.game import Game, say
from glowtable.link import Edge
from glowtable.play import WallClock
from glowtable.screen import Tongue
from glowtable.table import Clock, Tag
from glowtable.tags import Book, check_card
from glowtable.trouble import FAILED, NO_TABLE, Trouble
from glowtable.twin import Faults


def tags(args: argparse.Namespace) -> int:
    """Do what was asked with the book of this computer."""
    book = Book(data_file("tags.csv"))
    return {"enrol": _enrol, "list": _list, "check": _check}[args.action](
        args, book, games.find(args.game or settings().game)
    )


def _list(args: argparse.Namespace, book: Book, game: Game) -> int:
    for uid, (name, card) in book.cards.items():
        if name == game.name:
            print(f"{uid},{name},{card}")
    return 0


def _check(args: argparse.Namespace, book: Book, game: Game) -> int:
    """FAILED if a card has no tag."""
    missing = book.missing(game)
    speak = tongue(args)
    enrolled = len(game.deck) - len(missing)
    print(speak.text(say("{game}: {n} of {all} cards have a tag", game=game.title, n=enrolled, all=len(game.deck))))
    if missing:
        print(speak.text(say("without a tag: {cards}", cards=" ".join(missing))))
    return FAILED if missing else 0


def _enrol(args: argparse.Namespace, book: Book, game: Game) -> int:
    """Card by card; what is enrolled stays, so it can be left and gone on with at any time."""
    wanted = [args.card] if args.card else book.missing(game)
    for card in wanted:
        check_card(game, card)
    clock = WallClock()
    table = ports.find(args.port or settings().port, clock, _no_twin)
    speak = tongue(args)
    for n, card in enumerate(wanted):
        left = len(wanted) - n
        print(speak.text(say("lay {card} on any reader ({left} to go, Ctrl-C leaves)", card=card, left=left)))
        _learn(book, game, card, table.cable, clock, speak)
    if not book.missing(game):
        print(speak.text(say("all cards of {game} have a tag", game=game.title)))
    return 0


def _learn(book: Book, game: Game, card: str, cable: Cable, clock: Clock, speak: Tongue) -> None:
    """Wait for a tag that can be this card; a tag that is another card already is refused with its name."""
    while True:
        for heard in cable.pump(clock.now_ms()):
            if not isinstance(heard, Edge):
                continue
            cable.link.commit(heard.number)
            if isinstance(heard.event, Tag):
                try:
                    book.enrol(heard.event.uid, game, card)
                except Trouble as trouble:
                    print(speak.text(trouble.message))
                else:
                    return
        clock.nap()


def _no_twin(faults: Faults) -> ports.Table:
    raise Trouble(say("no table answers; the simulated one needs no tags: its cards are enrolled"), NO_TABLE)
