"""Which tag is which card: enrol, list, check."""

from __future__ import annotations

import argparse

from glowtable import games
from glowtable.commands import data_file, translator_for, user_config
from glowtable.device import discovery
from glowtable.device.clock import WallClock
from glowtable.device.connection import Connection
from glowtable.device.link import Edge
from glowtable.device.tag_registry import TagRegistry, check_card
from glowtable.game import Game
from glowtable.gate import printable
from glowtable.messages import FAILED, NO_TABLE, USAGE, UserError, say, say_count
from glowtable.table import Clock, Tag
from glowtable.terminal.translator import Translator


def tags(args: argparse.Namespace) -> int:
    """Enrol, list or check tags in the registry of this computer."""
    registry, game = TagRegistry(data_file("tags.csv")), games.find_typed(args.game or user_config().game)
    if not game.deck:
        raise UserError(say("{game} is played without cards", game=game.title), USAGE)
    return {"enrol": _enrol_cards, "list": _list_tags, "check": _check_tags}[args.action](args, registry, game)


def _list_tags(args: argparse.Namespace, registry: TagRegistry, game: Game) -> int:
    for uid, (name, card) in registry.cards.items():
        if name == game.name:
            print(printable(f"{uid},{name},{card}"))
    return 0


def _check_tags(args: argparse.Namespace, registry: TagRegistry, game: Game) -> int:
    """FAILED if a card has no tag."""
    missing = registry.missing_cards(game)
    translator = translator_for(args)
    enrolled = len(game.deck) - len(missing)
    counted = say_count(
        "{game}: {n} of {all} cards has a tag",
        "{game}: {n} of {all} cards have a tag",
        game=game.title,
        n=enrolled,
        all=len(game.deck),
    )
    print(translator.text(counted))
    if missing:
        print(translator.text(say("without a tag: {cards}", cards=" ".join(missing))))
    return FAILED if missing else 0


def _enrol_cards(args: argparse.Namespace, registry: TagRegistry, game: Game) -> int:
    """Card by card; each is saved at once, so it can be left and continued at any time."""
    wanted = [args.card] if args.card else registry.missing_cards(game)
    for card in wanted:
        check_card(game, card)
    clock = WallClock()
    missing = UserError(say("no table answers; the simulated one needs no tags: its cards are enrolled"), NO_TABLE)
    table = discovery.find_table(args.port or user_config().port, clock, discovery.no_simulation(missing))
    translator = translator_for(args)
    for n, card in enumerate(wanted):
        left = len(wanted) - n
        print(translator.text(say("lay {card} on any reader ({left} to go, Ctrl-C leaves)", card=card, left=left)))
        _learn_tag(registry, game, card, table.connection, clock, translator)
    if not registry.missing_cards(game):
        print(translator.text(say("all cards of {game} have a tag", game=game.title)))
    return 0


def _learn_tag(
    registry: TagRegistry, game: Game, card: str, connection: Connection, clock: Clock, translator: Translator
) -> None:
    """Wait for a tag for this card; a tag that is already another card is refused with its name."""
    while True:
        for event in connection.exchange_bytes(clock.now_ms()):
            if not isinstance(event, Edge):
                continue
            connection.link.acknowledge_through(event.number)
            if isinstance(event.event, Tag):
                try:
                    registry.check_tag(event.event.uid, game, card)
                except UserError as error:
                    print(translator.text(error.message))
                else:
                    return registry.enrol_tag(event.event.uid, game, card)
        clock.nap()
