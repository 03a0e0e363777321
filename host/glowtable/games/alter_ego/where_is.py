"""Where the cards lie, for those who compare the table with what is believed; hidden cards all look alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from glowtable.grid import cell_name
from glowtable.messages import Message, filled, say, say_count

from .cards import DECK, HENCHMEN, NUMBER, TITLES, cards_of, copies_of, names_of
from .cells import HENCHMEN_DECK, OFFERS, henchman_cell
from .naming import joined
from .state import Status
from .views import SeenVigilante, View


def open_cells(view: View) -> dict[int, str]:
    """Every cell on which a card lies face up, and which: arch villains not defeated, the supply, henchmen."""
    villains = {at: each.name for at, each in enumerate(view.villains) if each.status is not Status.DEFEATED}
    offers = {OFFERS + at: name for at, name in enumerate(view.row) if name}
    return villains | offers | {henchman_cell(each.place): each.name for each in view.henchmen}


def cards_on_cells(view: View) -> Mapping[int, tuple[frozenset[str], ...]]:
    """Arch villains, the supply and henchmen face up, one card on each cell; and the henchmen's deck."""
    cards_by_cell = {cell: (frozenset(DECK.names_like(name)),) for cell, name in open_cells(view).items()}
    trophies = cards_of(name for each in view.people for name in each.trophies)
    elsewhere = cards_of(each.name for each in view.henchmen) | cards_of(view.gone) | trophies
    hidden = frozenset(names_of(HENCHMEN & ~elsewhere))  # all but those that everybody knows to be elsewhere
    return cards_by_cell | ({HENCHMEN_DECK: (hidden,) * view.deck} if view.deck else {})


def face_down(view: View) -> frozenset[int]:
    """The henchmen's deck."""
    return frozenset((HENCHMEN_DECK,))


def expected_at(view: View, cell: int) -> Message:
    """What must lie on a cell."""
    name = open_cells(view).get(cell)
    if name:
        return say("{card} is on {cell}.", card=name, cell=cell_name(cell))
    if cell == HENCHMEN_DECK and view.deck:
        return say_count(
            "The henchmen's deck is on {cell}, face down: 1 card.",
            "The henchmen's deck is on {cell}, face down: {n} cards.",
            cell=cell_name(cell),
            n=view.deck,
        )
    return say("There's no card on {cell}.", cell=cell_name(cell))


def where_is(view: View, text: str) -> tuple[Message, int | None]:
    """Where a card belongs, as far as everybody sees it now: a card in a hand is not named."""
    cards = copies_of(text)
    if not cards:
        return say("That card isn't in Alter Ego."), None
    name = TITLES[cards[0]]
    cells = [cell for cell, lies in open_cells(view).items() if lies == name]
    if cells:
        cell = cells[(cards[0] - NUMBER[name]) % len(cells)]  # each of the copies gets another cell
        return say("{card} is on {cell}.", card=name, cell=cell_name(cell)), cell
    places = tuple(_elsewhere_texts(view, name))
    if not places:
        return say("That card is hidden. Put it back where it was, face down."), None
    if any(name in (*each.unseen, *each.hand) for each in view.people):
        places += (say("Or it was hidden. Put it back where it was, face down."),)
    return joined(places), None


def _elsewhere_texts(view: View, name: str) -> Iterator[Message]:
    """Each place beside the cells where this card lies, or a copy of it."""
    for seat, person in enumerate(view.people):
        for cards, where in _places_of(person):
            if name in cards:
                yield filled(where, {"card": name, "seat": seat})
    if name in view.gone:
        yield say("{card} is out of the game.", card=name)
    if dict(view.stacks).get(name):
        yield say("{card} is in its stack.", card=name)


def _places_of(person: SeenVigilante) -> Iterator[tuple[tuple[str, ...], Message]]:
    yield person.display, say("{card} is in {seat}'s display.")
    yield person.gear, say("{card} is in {seat}'s equipment.")
    yield person.trophies, say("{card} is one of {seat}'s trophies.")
    yield person.discard, say("{card} is in {seat}'s discards.")
    yield person.played, say("{card} is next to {seat}'s board.")
