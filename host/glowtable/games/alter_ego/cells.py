"""Which cell is what, and which may be pressed, as everybody can judge.

Arch villains and the supply lie in row a, henchmen below, the city's tokens in row f, where choices among words are
laid out, too. Henchmen that find no place in rows b to e lie on the pools. There are never more than 27: of those in
play nine may have come without hostages, all others have one of at most 17 tokens, and the match ends with the first
that gets none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from .cards import NUMBER, PRINTED
from .icons import payable
from .kinds import KINDS
from .state import THRESHOLDS, WILD, Phase, Status
from .views import SeenHenchman, SeenVillain, View

OFFERS = 3  # the cell of the first card offered, a4; arch villains lie on a1 to a3
FIRST_HENCHMAN = 6  # the cell of the first place for henchmen, b1
POOLS = 30  # f1 to f3: kin, colleagues, neighbours
HENCHMEN_DECK, TEAMWORK, LAMP = 33, 34, 35


def henchman_cell(place: int) -> int:
    return FIRST_HENCHMAN + place


# -- which may be pressed


def pressed_cells(view: View) -> tuple[int, ...]:
    """The cells that mean something now."""
    find_cells = PRESSABLE.get(view.phase)
    return find_cells(view) if find_cells else ()


# -- villains


def fightable(view: View, seat: int) -> tuple[int, ...]:
    """The cells of those whom the team of a seat may engage and can pay (E-28, E-29)."""
    person = view.people[seat]
    foes: list[tuple[int, SeenHenchman | SeenVillain]] = [
        *((at, villain) for at, villain in enumerate(view.villains) if villain.status is Status.IN_PLAY),
        *((henchman_cell(henchman.place), henchman) for henchman in view.henchmen),
    ]
    near = [(cell, foe) for cell, foe in foes if _may_engage(view, person.team, foe)]
    return tuple(cell for cell, foe in near if payable(foe.cost, person.team_icons, person.blocked))


def _may_engage(view: View, seats: Iterable[int], foe: SeenHenchman | SeenVillain) -> bool:
    if dict(view.options)["engage"] == "per_card":
        return not foe.engaged
    return not set(foe.engaged) & set(seats)


def _henchman_cells(fits: Callable[[View, SeenHenchman], bool]) -> Callable[[View], tuple[int, ...]]:
    return lambda view: tuple(henchman_cell(each.place) for each in view.henchmen if fits(view, each))


def _freed_cells(view: View, henchman: SeenHenchman) -> bool:
    """Source: card Side-Door Rescue, "a henchman whose cost is 3 icons or fewer, without paying" (E-45b)"""
    most = int(PRINTED[NUMBER[view.card]]["gives"]["free_rescue_max_cost"])
    return any(henchman.hostages) and sum(henchman.cost) <= most and _may_engage(view, (view.seat,), henchman)


# -- choices on row f


def words_of(kind: str) -> tuple[str, ...]:
    """The words that actions of this kind are about."""
    return tuple(map(str, KINDS[kind].domains[0]))


def words_offered(view: View) -> tuple[str, ...]:
    """The words among which a seat chooses now."""
    kind = WORD_KINDS[view.phase]
    return tuple(word for word, amount in zip(words_of(kind), AMOUNTS[kind](view), strict=False) if amount)


def _hostage_cells(view: View) -> tuple[int, ...]:
    """Of the card that the seat is asked about."""
    held = {each.name: each.hostages for each in view.villains} | {each.name: each.hostages for each in view.henchmen}
    return held[view.card]


WORD_KINDS = {Phase.CONVERT: "convert", Phase.FORGIVE: "forgive", Phase.RESCUE: "rescue", Phase.VICTIM: "victim"}
AMOUNTS: Mapping[str, Callable[[View], tuple[int, ...]]] = {
    "convert": lambda view: tuple(max(0, icons) for icons in view.people[view.seat].icons[:WILD]),
    "forgive": lambda view: view.people[view.seat].penalties,
    "rescue": _hostage_cells,
    "victim": _hostage_cells,
}


def word_cell(kind: str, word: str) -> int:
    """Each word has its cell, whether it is offered or not: a hostage that of its pool."""
    return POOLS + words_of(kind).index(word)


def word_on(kind: str, cell: int) -> str | None:
    """Inverse of word_cell; None for a cell that stands for no word of this kind."""
    words = words_of(kind)
    return words[cell - POOLS] if 0 <= cell - POOLS < len(words) else None


def may_take_token(view: View, seat: int) -> bool:
    """Once, with enough icons, while there are any (E-19)."""
    enough = dict(view.people[seat].counted)["teamwork"] >= THRESHOLDS["teamwork_icons"]
    return enough and seat not in view.helped and view.teamwork > 0


def may_call(view: View, seat: int) -> bool:
    """With enough badges, and henchmen in play (E-25)."""
    enough = dict(view.people[seat].counted)["badge"] >= view.badges_needed
    has_called = seat in view.called or seat in view.called_off
    return enough and not has_called and bool(view.henchmen)


PRESSABLE: Mapping[Phase, Callable[[View], tuple[int, ...]]] = {
    Phase.TARGET: lambda view: fightable(view, view.seat),
    Phase.CALL: _henchman_cells(lambda view, henchman: True),
    Phase.FREE: _henchman_cells(_freed_cells),
    Phase.KILL: _henchman_cells(lambda view, henchman: any(henchman.hostages)),
    **dict.fromkeys(
        WORD_KINDS, lambda view: tuple(word_cell(WORD_KINDS[view.phase], word) for word in words_offered(view))
    ),
}
