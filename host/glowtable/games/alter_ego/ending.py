"""How a match is won, and whose nemesis is met.

Source: Alter Ego EN, "the game ends when all Arch Villains in play are defeated" (E-41, E-42)
"""

from __future__ import annotations

from .cards import COPIES, FIGHT, HEROES, PRINTED
from .hostages import over
from .state import End, State, Vigilante

NEEDED = {
    "hero": HEROES,
    **{icon: COPIES[f"hero-{icon}"] for icon in FIGHT},
    **{kind: COPIES[kind] for kind in ("family", "job", "community")},
}


def won(state: State) -> State:
    """All win, unless all nemeses were to be met and one was not; personal victories besides (E-42)."""
    everybody = state.terms.everybody
    nemesis = state.terms.options["nemesis"]
    if nemesis == "none":
        return over(state, End.HEROES, everybody)
    met = tuple([seat for seat in everybody if nemesis_met(state.people[seat])])
    if nemesis == "required" and met != everybody:
        return over(state, End.NEMESIS)._replace(personal=met)
    return over(state, End.HEROES, everybody)._replace(personal=met)


def nemesis_met(vigilante: Vigilante) -> bool:
    """The whole deck has the least numbers of cards that the nemesis names; equipment and trophies do not count."""
    cards = vigilante.deck | vigilante.hand | vigilante.discard | vigilante.display
    needs = PRINTED[vigilante.nemesis]["needs"]
    return all((cards & NEEDED[kind]).bit_count() >= least for kind, least in needs.items())
