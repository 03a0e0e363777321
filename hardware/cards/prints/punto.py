"""The cards of Punto: as many points as the card is worth, in its colour."""

from __future__ import annotations

from glowtable.games.punto.cards import COLOURS

from hardware.cards.prints import BLUE, GREEN, RED, YELLOW, Band, Print

BANDS = dict(
    zip(COLOURS, (Band("red", RED), Band("green", GREEN), Band("blue", BLUE), Band("yellow", YELLOW)), strict=True)
)


def printed(card: str) -> Print:
    return Print(title=card[1], top=BANDS[card[0]], pips=int(card[1]))
