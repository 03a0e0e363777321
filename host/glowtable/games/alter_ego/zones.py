"""What lies beside the grid, and the tokens of the city: pools, hostages, teamwork, what arch villains wait for.

The hands of bots lie there, too, face down in a row, with the henchmen that they drew; see docs/play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from glowtable.game import CHANCE, Action, TableItem, Zone
from glowtable.kit.face_down import FaceDown
from glowtable.messages import say

from .cards import NAMES, NO_CARD, TITLES
from .cells import HENCHMEN_DECK, POOLS, TEAMWORK, henchman_cell
from .kinds import CARD_KINDS, HOSTAGE_WORDS
from .naming import pool_text
from .state import State, Status, Vigilante
from .views import View

HOSTAGE_ICONS = dict(zip(HOSTAGE_WORDS, ("house", "briefcase", "users-three", "skull"), strict=True))
WAITS = say("until this villain arrives")


def zones(view: View) -> tuple[Zone, ...]:
    stacks = tuple(TableItem(title, title, amount=count) for title, count in view.stacks)
    all_zones = (
        Zone(say("cards to take"), stacks),
        Zone(say("players"), tuple(_player_zones(view))),
        Zone(say("out of the game"), _hostage_tokens(view.lost)),
    )
    return tuple(zone for zone in all_zones if zone.things)


def _player_zones(view: View) -> Iterator[TableItem]:
    """Of each the character, the money and the teamwork tokens."""
    for seat, person in enumerate(view.people):
        if person.character:
            yield TableItem(say("{seat}", seat=seat), person.character)
            yield TableItem(say("money"), icon="coins", amount=person.money)
            yield TableItem(say("teamwork tokens"), icon="handshake", amount=person.tokens)


def _hostage_tokens(counts: Sequence[int]) -> tuple[TableItem, ...]:
    """A stack of each type that there is."""
    return tuple(_hostage_token(word, n) for word, n in zip(HOSTAGE_WORDS, counts, strict=True) if n)


def _hostage_token(word: str, count: int) -> TableItem:
    return TableItem(pool_text(word, count), icon=HOSTAGE_ICONS[word], amount=count)


def tokens(view: View) -> Mapping[int, tuple[TableItem, ...]]:
    """The three pools, teamwork, the hostages of all who hold some, and how long an arch villain waits."""
    items: dict[int, tuple[TableItem, ...]] = {
        POOLS + at: (_hostage_token(HOSTAGE_WORDS[at], view.pools[at]),) for at in range(HENCHMEN_DECK - POOLS)
    }
    items[TEAMWORK] = (TableItem(say("teamwork tokens"), icon="handshake", amount=view.teamwork),)
    items |= {henchman_cell(each.place): _hostage_tokens(each.hostages) for each in view.henchmen}
    return items | {at: _of_villain(each.status, each.tokens, each.hostages) for at, each in enumerate(view.villains)}


def _of_villain(status: Status, waits: int, hostages: Sequence[int]) -> tuple[TableItem, ...]:
    if status is Status.WAITING:
        return (TableItem(WAITS, icon="calendar-dots", amount=waits),)
    return _hostage_tokens(hostages) if status is Status.IN_PLAY else ()


# -- hands that lie face down


def _cards_before_seat(state: State, seat: int) -> int:
    """The hand and the henchmen of a seat; the one that it has chosen lies apart."""
    person = state.people[seat]
    return person.hand | person.drawn & ~_chosen_henchman(person)


def _unread_cards(state: State, seat: int) -> int:
    person = state.people[seat]
    unread_choice = person.drawn_hidden and _chosen_henchman(person) & ~person.drawn
    return person.hidden_count + person.drawn_hidden - bool(unread_choice)


def _chosen_henchman(person: Vigilante) -> int:
    return 0 if person.chosen == NO_CARD else 1 << person.chosen


ROWS: FaceDown[State] = FaceDown(NAMES, TITLES, _cards_before_seat, _unread_cards)


def from_hands(action: Action, before: State, after: State) -> tuple[tuple[int, str], ...]:
    """The card that is laid, played, given back or chosen; all that is left of a row is discarded as it lies."""
    if action.kind not in CARD_KINDS or action.seat == CHANCE:
        return ()
    return ROWS.named(before, action.seat, int(action.args[0]))
