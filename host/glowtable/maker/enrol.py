"""Teach the tags of a game's cards, card by card, as steps for the wizard. No I/O but the registry's file."""

from __future__ import annotations

from collections.abc import Sequence

from glowtable.device.link import Hello, TroubleChanged
from glowtable.device.tag_registry import TagRegistry, is_phone
from glowtable.device.troubles import trouble_words
from glowtable.game import Game
from glowtable.maker.wizard import SKIP, Steps, Wait, WaitTimeout
from glowtable.messages import Message, UserError, filled, say, say_count
from glowtable.table import Said, Tag

LOOK_MS = 200  # in which a table that has reported a tag says whether others lie there, too
PHONE = say("That's a phone or a bank card. Use the card's own tag.")
CROWDED = say("Several cards are there. Take all of them off, then put {card} there alone.")


def _asked(card: str, left: int) -> Message:
    return say_count(
        "Put {card} on any reader. {n} card left.", "Put {card} on any reader. {n} cards left.", n=left, card=card
    )


def _trouble_after(trouble: str) -> Steps[str]:
    """What is wrong at the table once it has had time to say so."""
    wait = Wait(say("Reading the card …"), for_ms=LOOK_MS)
    while True:
        match (yield wait):
            case Hello() | TroubleChanged() as news:
                trouble = news.trouble
            case WaitTimeout():
                return trouble


def enrol_cards(registry: TagRegistry, game: Game, cards: Sequence[str]) -> Steps[Message]:
    """Enrol a tag for each of these cards; each is saved at once. A tag of another card is refused with its name.

    The result says whether the game has all its tags.
    """
    trouble = ""
    for done, card in enumerate(cards):
        wait = Wait(_asked(card, len(cards) - done))
        while True:
            match (yield wait):
                case Hello() | TroubleChanged() as news:
                    trouble = news.trouble
                case Tag() as tag if is_phone(tag):
                    wait = wait._replace(said=PHONE)
                case Tag(reader, uid):
                    trouble = yield from _trouble_after(trouble)
                    try:
                        if f"crowded.{reader}" in trouble_words(trouble):
                            raise UserError(filled(CROWDED, {"card": card}))
                        registry.check_tag(uid, game, card)
                    except UserError as error:
                        wait = wait._replace(said=error.message)
                    else:
                        registry.enrol_tag(uid, game, card)
                        break
                case Said(text) if text.strip().lower() == SKIP:
                    break
    if missing := registry.missing_cards(game):
        return say("without a tag: {cards}", cards=" ".join(missing))
    return say("All cards of {game} have a tag.", game=game.title)
