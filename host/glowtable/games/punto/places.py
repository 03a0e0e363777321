"""Where every card of a match of Punto is, in sentences, and the score. Looks only at the view."""

from __future__ import annotations

from glowtable.messages import Message, say

from . import window
from .cards import COLOURS, KINDS, NAMES, copies_of
from .views import View

COLOUR_WORDS = dict(zip(COLOURS, (say("red"), say("green"), say("blue"), say("yellow")), strict=True))


def colour_words(colours: str) -> tuple[Message, ...]:
    return tuple(COLOUR_WORDS[colour] for colour in colours)


def pile_text(view: View, cell: int) -> Message:
    """What must lie on a cell of the game, from below."""
    cards = dict(view.piles).get(cell)
    where = window.name(cell, view)
    if not cards:
        return say("nothing lies on {cell}", cell=where)
    return say("on {cell} from below: {cards}", cell=where, cards=tuple(card[:2] for card in cards))


def cards_on_cells(view: View) -> dict[int, tuple[frozenset[str], ...]]:
    """Each pile that the table shows; a card entered by hand may be either copy of its kind."""
    on_table = {window.on_table(cell, view): pile for cell, pile in view.piles}
    return {
        cell: tuple(frozenset(NAMES[copy] for copy in copies_of(card[:2])) for card in pile)
        for cell, pile in on_table.items()
        if cell is not None
    }


def home_of(view: View, text: str) -> tuple[Message, int | None]:
    """Where a card belongs, and the cell of the table if it lies on one."""
    cards = copies_of(text)
    if not cards:
        return say("Punto has no such card"), None
    name, kind = NAMES[cards[0]], KINDS[cards[0]]
    for cell, pile in view.piles:
        if name in pile:
            where = window.name(cell, view)
            return say("{card} belongs on {cell}", card=kind, cell=where), window.on_table(cell, view)
    if name == view.card:
        return say("{card} is turned up and not yet laid, by {seat}", card=kind, seat=view.seat), None
    return _off_board(view, name, kind), None


def _off_board(view: View, name: str, kind: str) -> Message:
    for side, trophies in enumerate(view.trophies):
        if name in trophies:
            return say("{card} is out of the game and lies before {seats}", card=kind, seats=view.sides[side])
    seats = tuple(seat for seat, cards in enumerate(view.sure) if name in cards)
    unseen = False
    for bag, held in view.mixed:
        if name in bag:
            seats = tuple(seat for seat, count in enumerate(held) if count)
            unseen = sum(held) < len(bag)
    if not seats:
        return say("{card} is out of the game", card=kind)
    if len(seats) == 1:
        place = say("{card} is in the stack of {seats}", card=kind, seats=seats)
    else:
        place = say("{card} is in one of the stacks of {seats}", card=kind, seats=seats)
    return say("{place}, or out of the game", place=place) if unseen else place


def face_lines(view: View) -> tuple[Message, ...]:
    """Score and stacks, a line for each player or team."""
    return tuple(_score_line(view, side) for side in range(len(view.sides)))


def _score_line(view: View, side: int) -> Message:
    line = say(
        "{seats} ({colours}): {won} of {goal} rounds, {stacks} cards face down",
        seats=view.sides[side],
        colours=colour_words(view.colours[side]),
        won=view.wins[side],
        goal=dict(view.options)["rounds_to_win"],
        stacks=tuple(view.stacks[seat] for seat in view.sides[side]),
    )
    trophies = tuple(card[:2] for card in view.trophies[side])
    return say("{line}, won {cards}", line=line, cards=trophies) if trophies else line
