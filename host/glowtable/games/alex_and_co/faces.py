"""What is on the cards of ALEX & CO: designers and their games, each set in a colour of its own; ESG and SAZ cards."""

from __future__ import annotations

from typing import NamedTuple

from glowtable.game import Band, CardFace, Symbol
from glowtable.messages import say

from .cards import CATALOGUE, CONTENTS, SPECIALS

DARK, GOLD_INK = 0x1A3038, 0xD9B464
SPECIAL = {
    "ESG": ("draw a card of another hand; a game stays yours", Symbol("magnifying-glass", GOLD_INK, "")),
    "SAZ": ("ask others for two designers", Symbol("megaphone", GOLD_INK, "")),
}
SET_RULE, SPECIAL_RULES = "A-25", {"ESG": "A-11", "SAZ": "A-12"}
GAMES = {game["title"]: game for each in CATALOGUE["set"] for game in each["games"]}
# The ink of a set and the paler colour behind its boards
COLOURS = (
    (0xA33B2E, 0xF4DACA), (0x8A6508, 0xF7E8C0), (0x1D5C88, 0xD4E5F0), (0x883A66, 0xF3D9E7), (0x2B664B, 0xD7EBDD),
    (0x584889, 0xE3DEF3), (0x9C4519, 0xF8DECB), (0x25636A, 0xD2E8E8), (0x684D38, 0xEBDFCF),
)  # fmt: skip


class Place(NamedTuple):
    """Where a card stands: which set, which card of it, and all its cards."""

    number: int
    at: int
    cards: tuple[str, ...]


PLACES = {
    card: Place(number, at, tuple(content))
    for number, content in enumerate(CONTENTS)
    for at, card in enumerate(content)
}

# What stands on cards beside their names, for those who print them in another language
PRINTED_WORDS = (
    say("a set of {n} cards"), say("draw a card of another hand; a game stays yours"),
    say("ask others for two designers"), say("designer card"),
)  # fmt: skip


def card_face(card: str) -> CardFace:
    if card[:3] in SPECIAL and card in (*SPECIALS, *SPECIAL):
        does, picture = SPECIAL[card[:3]]
        return CardFace(
            title=card[:3], top=Band("", DARK), lines=(does,), ground=DARK, scene="frame", picture=picture,
            rule=SPECIAL_RULES[card[:3]],
        )  # fmt: skip
    number, at, cards = PLACES[card]
    first, *_, last = cards[0].split()
    ink, pale = COLOURS[number % len(COLOURS)]
    face = CardFace(
        title=card, top=Band(f"a set of {len(cards)} cards", ink), corner=(first[0] + last[0], str(len(cards))),
        rank=(at, len(cards)), rule=SET_RULE,
    )  # fmt: skip
    if at == 0:
        return face._replace(ground=ink, picture=Symbol("pawn", pale, "designer card"), lines=(" · ".join(cards[1:]),))
    band = Band(f"{cards[0]}, {GAMES[card]['year']}", ink)
    return face._replace(top=band, ground=pale, scene=GAMES[card]["scene"])
