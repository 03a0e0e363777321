"""Decks of which only so much is known: what is put under one comes after all that lay in it."""

from __future__ import annotations

from .state import Layers


def cards(layers: Layers) -> int:
    """All cards of a deck."""
    return sum(layers)


def size(layers: Layers) -> int:
    return cards(layers).bit_count()


def without(layers: Layers, card: int) -> Layers:
    """The deck but for one card, wherever it lay."""
    rest = ~(1 << card)
    return tuple([layer for each in layers if (layer := each & rest)])


def under(layers: Layers, more: int) -> Layers:
    """These cards put under the deck, in an order nobody knows."""
    return (*layers, more) if more else layers


def merged(layers: Layers) -> Layers:
    """The deck after cards nobody looked at were moved in it: nothing is known of its order any more."""
    return (cards(layers),) if layers else ()
