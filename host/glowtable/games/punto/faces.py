"""What is on the cards of Punto: as many points as the card is worth, in its colour and its shape."""

from __future__ import annotations

from glowtable.game import Band, CardFace

BANDS = {
    "R": Band("red", 0xB84B00, "circle"),
    "G": Band("green", 0x007A59, "triangle"),
    "B": Band("blue", 0x0066A2, "square"),
    "Y": Band("yellow", 0xEFD93C, "diamond"),
}
RULE = "P-14"  # which card covers which


def card_face(card: str) -> CardFace:
    return CardFace(title=card[1], top=BANDS[card[0]], pips=int(card[1]), rule=RULE)
