"""How a match ends and is won: who wins, the trophies of each, and whose nemesis was met.

Source: Alter Ego EN, "Game End" (E-40 to E-43)
"""

from __future__ import annotations

from glowtable.game import Outcome, Point, listed
from glowtable.kit.bit_sets import members
from glowtable.messages import Message, say

from .cards import COPIES, FIGHT, HEROES, PRINTED, TITLES
from .state import NOBODY, End, Phase, State, Vigilante

ENDINGS = {
    str(End.HEROES): say("The villains in play are defeated."),
    str(End.HOSTAGE): say("A hostage was needed, and none was left."),
    str(End.NEMESIS): say("Not everybody met their nemesis."),
    str(End.EMPTY): say("No henchman was left to draw."),
}


def end_match(state: State, end: End, winners: tuple[int, ...] = ()) -> State:
    return state._replace(phase=Phase.OVER, within=Phase.OVER, seat=NOBODY, end=str(end), winners=winners)


def win_match(state: State) -> State:
    """All win, unless all nemeses were to be met and one was not; personal victories besides (E-42)."""
    everybody = state.terms.everybody
    nemesis = state.terms.options["nemesis"]
    if nemesis == "none":
        return end_match(state, End.HEROES, everybody)
    met = tuple([seat for seat in everybody if nemesis_met(state.people[seat])])
    if nemesis == "required" and met != everybody:
        return end_match(state, End.NEMESIS)._replace(personal=met)
    return end_match(state, End.HEROES, everybody)._replace(personal=met)


def nemesis_met(vigilante: Vigilante) -> bool:
    """The whole deck has the least numbers of cards that the nemesis names; equipment and trophies do not count."""
    cards = vigilante.deck | vigilante.hand | vigilante.discard | vigilante.display
    needs = PRINTED[vigilante.nemesis]["needs"]
    return all((cards & NEEDED[kind]).bit_count() >= least for kind, least in needs.items())


NEEDED = {
    "hero": HEROES,
    **{icon: COPIES[f"hero-{icon}"] for icon in FIGHT},
    **{kind: COPIES[kind] for kind in ("family", "job", "community")},
}


def outcome(state: State) -> Outcome | None:
    """All win together or nobody does; scores are trophies, with a ledger line for each, and one for each nemesis."""
    if state.phase is not Phase.OVER:
        return None
    trophies = [
        Point((seat,), 1, say("trophy: {card}", card=TITLES[card]), "E-32")
        for seat, person in enumerate(state.people)
        for card in members(person.trophies)
    ]
    nemeses = [
        Point((seat,), 0, say("nemesis met: {card}", card=TITLES[state.people[seat].nemesis]), "E-42")
        for seat in state.personal
    ]
    scores = tuple([person.trophies.bit_count() for person in state.people])
    return Outcome(state.end, state.winners, scores, (*trophies, *nemeses), (state.end,), decided(state))


def decided(state: State) -> Message | None:
    """Whose nemesis was not met; None where the end says all."""
    missing = [seat for seat in state.terms.everybody if seat not in state.personal]
    if state.end != End.NEMESIS or not missing:
        return None
    return say("All lose together. {who} didn't meet the nemesis.", who=listed(missing))
