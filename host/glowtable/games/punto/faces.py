"""What is on the cards of Punto: as many points as the card is worth, in its colour and its shape."""

from __future__ import annotations

from glowtable.game import Band, CardFace

from .cards import COLOURS

BANDS = dict(
    zip(
        COLOURS,
        (
            Band("red", 0xD55E00, "circle"),
            Band("green", 0x009E73, "triangle"),
            Band("blue", 0x0072B2, "square"),
            Band("yellow", 0xF0E442, "diamond"),
        ),
        strict=True,
    )
)


def card_face(card: str) -> CardFace:
    return CardFace(title=card[1], top=BANDS[card[0]], pips=int(card[1]))
