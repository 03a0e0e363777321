"""The kinds of actions of Punto: what each is about. Knows no rule."""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.game import Kind
from glowtable.kit.refusals import Vocabulary

from .cards import CARD_KINDS, DECK, SEATS, TITLE
from .lines import LATTICE_SIDE

ANY_CELL = range(LATTICE_SIDE**2)
KINDS: Mapping[str, Kind] = {
    "starter": Kind((range(SEATS[-1]),), by_chance=True),
    "begin": Kind(),
    "turn": Kind((DECK,), by_chance=True),
    "shown": Kind((tuple(dict.fromkeys(CARD_KINDS)),), by_chance=True),
    "place": Kind((ANY_CELL,)),
    "trophy": Kind((ANY_CELL,)),
}
VOCABULARY = Vocabulary(TITLE, KINDS, DECK, "P-01")
