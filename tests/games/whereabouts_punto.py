"""Where every card of a match of Punto is: once each, whatever happens."""

from collections.abc import Iterator

from glowtable.game import PUBLIC
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.state import State


def cards(state: State) -> Iterator[str]:
    """The names of all cards: in piles, in hand, won, in a stack, or out of the game unseen.

    What is sure to be in two stacks, or in a bag and on the table, would come twice.
    """
    view = rules.view(state, PUBLIC)
    for _, pile in view.piles:
        yield from pile
    if view.card:
        yield view.card
    for trophies in view.trophies:
        yield from trophies
    for stack in view.sure:
        yield from stack
    for bag, held in view.mixed:
        assert sum(held) <= len(bag)
        yield from bag
