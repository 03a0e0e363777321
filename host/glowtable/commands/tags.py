"""Which tag is which card: enrol, list, check."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import Any

from glowtable import games
from glowtable.commands import data_file, translator_for, user_config
from glowtable.device import discovery
from glowtable.device.clock import WallClock
from glowtable.device.tag_registry import TagRegistry, check_card
from glowtable.game import Game
from glowtable.gate import printable
from glowtable.maker.enrol import enrol_cards
from glowtable.maker.wizard import Wait, Wizard
from glowtable.maker.wizard_screen import WizardScreen
from glowtable.messages import FAILED, NO_TABLE, USAGE, Message, UserError, say, say_count
from glowtable.terminal.translator import Translator

TITLE = say("Enrol the cards: each is saved at once. Ctrl-C leaves.")


def tags(args: argparse.Namespace) -> int:
    """Enrol, list or check tags in the registry of this computer."""
    registry, game = TagRegistry(data_file("tags.csv")), games.find_typed(args.game or user_config().game)
    if not game.deck:
        raise UserError(say("{game} is played without cards.", game=game.title), USAGE)
    return {"enrol": _enrol_cards, "list": _list_tags, "check": _check_tags}[args.action](args, registry, game)


def _list_tags(args: argparse.Namespace, registry: TagRegistry, game: Game) -> int:
    lines = [f"{uid},{name},{card}" for uid, (name, card) in registry.cards.items() if name == game.name]
    for line in lines:
        print(printable(line))
    if not lines:
        none_yet = say("{game} has no tags yet. Add them: glowtable tags enrol {name}", game=game.title, name=game.name)
        print(translator_for(args).text(none_yet), file=sys.stderr)  # the list itself is empty
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
    clock, translator = WallClock(), translator_for(args)
    missing = UserError(
        say("No table answers. Plug it in with a cable that carries data. The simulated one needs no tags."), NO_TABLE
    )
    table = discovery.find_table(args.port or user_config().port, clock, missing)
    print(translator.text(TITLE))
    steps = enrol_cards(registry, game, wanted)
    done = WizardScreen(table.connection, clock, translator, TITLE, None, None, PrintedWaits(translator)).run_steps(
        steps
    )
    print(translator.text(done))
    return 0


class PrintedWaits:
    """Each instruction on a line of its own, for a terminal or a file."""

    def __init__(self, translator: Translator) -> None:
        self.translator = translator
        self._shown: Wait | None = None

    def show_wait(self, wizard: Wizard[Any], message: Message, title: Message, is_twin: bool) -> None:
        if wizard.wait is not self._shown:
            self._shown = wizard.wait
            for line in filter(None, (wizard.wait.said, wizard.wait.message)):
                print(self.translator.text(line), flush=True)

    def finished_lines(self) -> Iterable[str]:
        """Nothing is typed."""
        return ()
