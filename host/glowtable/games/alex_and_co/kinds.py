"""The kinds of actions of ALEX & CO: what each is about. Knows no rule."""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.game import Kind
from glowtable.grid import SEATS
from glowtable.kit import hands

from .cards import DECK
from .cells import DISPLAY

ABOUT_NOTHING = (
    "begin", "laid", "call", "swap", "reveal", "done", "retract", "end", "back", "yes", "no", "accept", "decline",
    "keep", "return", "stop", "take", "leave", "pass",
)  # fmt: skip
ABOUT_A_CARD = ("esg", "saz", "lay", "name", "prove", "give")
ABOUT_A_SEAT = ("ask", "point")
CARD_BY_CHANCE = ("out", "deal", "turn", "draw")

KINDS: Mapping[str, Kind] = {
    **hands.KINDS,
    **dict.fromkeys(ABOUT_NOTHING, Kind()),
    **dict.fromkeys(ABOUT_A_CARD, Kind((DECK,))),
    **dict.fromkeys(ABOUT_A_SEAT, Kind((range(SEATS),))),
    "at": Kind((DISPLAY,)),
    **dict.fromkeys(CARD_BY_CHANCE, Kind((DECK,), by_chance=True)),
    "starter": Kind((range(SEATS),), by_chance=True),
}
