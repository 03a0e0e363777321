"""Where the cards on the cells differ from what the host believes: an inventory of tags, cell by cell."""

from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple

from glowtable.game import Pile, Place
from glowtable.grid import CELLS
from glowtable.match.identities import Identities
from glowtable.match.match_state import MatchState
from glowtable.messages import Message, say, say_count
from glowtable.table import STRANGE

HIDDEN_CARD = say("The card there belongs elsewhere. Put it back without looking.")


class InventoryResult(NamedTuple):
    """What differs, and the cells that cannot be judged: a stack's tags do not answer, a cell could not be read."""

    differences: tuple[Place, ...]
    unjudged: tuple[int, ...]


class Dispute:
    """The cards may not lie as the host believes: what people look at, and which tags the cells tell."""

    def __init__(self) -> None:
        self.look: Place | None = None  # which card must lie where
        self.looks: tuple[Place, ...] = ()  # where to look after that
        self.audit_due = False  # the tags on the cells must be read
        self.found: dict[int, set[str]] = {}  # the cards read so far, by cell

    def look_at(self, looks: tuple[Place, ...]) -> None:
        """The first of these now, the others after it."""
        self.look, self.looks = (looks[0], looks[1:]) if looks else (None, ())

    def hear_tag(self, cell: int, card: str) -> None:
        self.found.setdefault(cell, set()).add(card)

    def judge_audit(self, match_state: MatchState, unread: int) -> InventoryResult:
        """All cells are read: compare, see judge_inventory, and look at what differs."""
        judged = judge_inventory(match_state, self.found, unread)
        self.found = {}
        self.look_at(judged.differences)
        return judged


def inventory_message(judged: InventoryResult, cell_names: Sequence[str]) -> Message:
    """What people hear of it."""
    if judged.differences:
        return say_count(
            "{n} cell is wrong.",
            "{n} cells are wrong.",
            n=len(judged.differences),
        )
    if judged.unjudged:
        return say(
            "Every tag that answers is in the right place. Check these cells yourselves: {cells}.",
            cells=tuple(cell_names[cell] for cell in judged.unjudged),
        )
    return say("All cards are in the right place.")


def judge_inventory(match_state: MatchState, cards_by_cell: Mapping[int, Set[str]], unread: int) -> InventoryResult:
    """Compare what was `found` on the cells with what is believed; bit n of `unread`: cell n could not be read.

    The card turned up just now may already be laid, or may have been there before: it is no difference.
    """
    believed = _cards_on_cells(match_state.identities, match_state.public_view)
    shown = frozenset(match_state.identities.copies(match_state.turned_up))
    cards_by_cell = {cell: cards - shown.difference(*believed.get(cell, ())) for cell, cards in cards_by_cell.items()}
    untold = tuple(cell for cell in range(CELLS) if unread >> cell & 1 or len(believed.get(cell, ())) > 1)
    differing = [
        cell
        for cell in range(CELLS)
        if cell not in untold and not _matches_belief(believed.get(cell, ()), cards_by_cell.get(cell, set()))
    ]
    homes = _face_down_homes(
        match_state, believed, {card for cell in differing for card in cards_by_cell.get(cell, ())}
    )
    differences = tuple(
        _describe_difference(match_state, cell, cards_by_cell.get(cell, set()), homes) for cell in differing
    )
    return InventoryResult(differences, untold)


def _cards_on_cells(identities: Identities, view: Any) -> Mapping[int, Pile]:
    """The cards that may lie on the cells: any copy of those that the game believes to lie there."""
    return {
        cell: tuple(frozenset(copy for card in cards for copy in identities.copies(card)) for cards in pile)
        for cell, pile in identities.game.surface.cards_on_cells(view).items()
    }


def places_of(identities: Identities, view: Any, card: str) -> tuple[Place, ...]:
    """Where this card belongs; of one that may be any of several copies each cell on which one of them lies."""
    places = [identities.game.surface.where_is(view, name) for name in identities.names_for(card)]
    return tuple(dict.fromkeys(place for place in places if place[1] is not None)) or (places[0],)


def _face_down_homes(match_state: MatchState, believed: Mapping[int, Pile], cards: Set[str]) -> Mapping[str, int]:
    """The cell of each of these cards that were found where they do not belong, if all belong face down on cells.

    Else none: a card that nobody has seen, or of which there are copies, would show itself by having no such cell.
    """
    backs = match_state.game.surface.face_down(match_state.view)
    homes = {name: cell for cell in backs for names in believed.get(cell, ()) if len(names) == 1 for name in names}
    return homes if cards <= homes.keys() else {}


def _describe_difference(match_state: MatchState, cell: int, present: Set[str], homes: Mapping[str, int]) -> Place:
    """What must lie on this cell, and where the cards found on it belong."""
    cards = [_home_message(match_state, cell, card, homes) for card in sorted(present - {STRANGE})]
    strange = [say("The tag there isn't a card of this game.")] if STRANGE in present else []
    what = (match_state.game.surface.expected_at(match_state.view, cell), *cards, *strange)
    return say("{cell} is wrong: {what}", cell=match_state.cell_names[cell], what=what), cell


def _home_message(match_state: MatchState, cell: int, card: str, homes: Mapping[str, int]) -> Message:
    """Where a card belongs that was found on a cell. One that lies or belongs somewhere face down is not named."""
    if card in homes:
        return say("The card there belongs on {cell}, face down.", cell=match_state.cell_names[homes[card]])
    if cell in match_state.game.surface.face_down(match_state.view):
        return HIDDEN_CARD
    return places_of(match_state.identities, match_state.view, card)[0][0]


def _matches_belief(believed: tuple[frozenset[str], ...], cards: Set[str]) -> bool:
    """Nothing was found where nothing is believed, or the one card that is."""
    return len(cards) == len(believed) and all(cards <= names for names in believed)
