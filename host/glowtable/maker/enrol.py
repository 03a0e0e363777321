"""Teach the tags of a game's cards, card by card, as steps for the wizard. No I/O but the registry's file."""

from __future__ import annotations

from collections.abc import Sequence

from glowtable.device.tag_registry import TagRegistry
from glowtable.game import Game
from glowtable.maker.wizard import SKIP, Steps, Wait
from glowtable.messages import Message, UserError, say, say_count
from glowtable.table import Said, Tag


def _asked(card: str, left: int) -> Message:
    return say_count(
        "Put {card} on any reader. {n} card left.", "Put {card} on any reader. {n} cards left.", n=left, card=card
    )


def enrol_cards(registry: TagRegistry, game: Game, cards: Sequence[str]) -> Steps[Message]:
    """Enrol a tag for each of these cards; each is saved at once. A tag of another card is refused with its name.

    The result says whether the game has all its tags.
    """
    for done, card in enumerate(cards):
        asked, said = _asked(card, len(cards) - done), None
        while True:
            match (yield Wait(asked, said=said)):
                case Tag(uid=uid):
                    try:
                        registry.check_tag(uid, game, card)
                    except UserError as error:
                        said = error.message
                    else:
                        registry.enrol_tag(uid, game, card)
                        break
                case Said(text) if text.strip().lower() == SKIP:
                    break
    if missing := registry.missing_cards(game):
        return say("without a tag: {cards}", cards=" ".join(missing))
    return say("All cards of {game} have a tag.", game=game.title)
