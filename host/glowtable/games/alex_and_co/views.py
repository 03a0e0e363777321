"""What each observer may know of a match of ALEX & CO, in words.

Hands, the draw pile and the face-down display are hidden; what was turned up and turned back is remembered for
all. A seat knows its own hand, and the cards of others that it drew, gave or got in secret.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from glowtable.game import HIDDEN, Action, Arg
from glowtable.kit.bit_sets import members
from glowtable.kit.hands import hand_size
from glowtable.kit.lazy_view import Fields, make_view_builders, own_fields

from . import choosing, revealing
from .cards import DECK, PRINTED
from .sets import displayable
from .special import done_as, is_held_openly
from .state import GAP, Phase, State

GONE = "-"  # of a place without a card
FACES_KEPT = 128  # displays that were looked at lately


class View(NamedTuple):
    eyes: int
    seats: int
    options: tuple[tuple[str, Arg], ...]
    phase: str
    mode: str
    act: str
    seat: int  # who acts now
    active: int  # whose turn it is
    sizes: tuple[int, ...]  # cards in each hand
    known: tuple[tuple[str, ...], ...]  # the cards of each hand that these eyes know of
    denied: tuple[tuple[str, ...], ...]  # what each seat has said not to have, and has not got unseen since
    untracked: tuple[int, ...]  # the seats whose hands the table does not read
    shown: tuple[tuple[str, ...], ...]  # of each seat the cards displayed
    places: tuple[str, ...]  # of each place its card if ever seen, '' if not, GONE if it is gone
    pile: int  # cards in the draw pile
    gone: tuple[str, ...]  # out of the match, or discarded
    asks: tuple[tuple[int, str], ...]  # (seat, card) asked for and not yet answered
    whom: int  # the player a choice is about
    card: str  # named
    held: str  # drawn or handed over, if these eyes may know
    turned: tuple[int, ...]  # places turned up by this action
    pair: tuple[int, ...]  # those of them that are a pair
    filled: tuple[int, ...]  # places to which the last action brought a card of the draw pile
    back: tuple[int, ...]  # places whose cards it had turned up and left
    gave: tuple[int, ...]  # the seats that have handed a card over before all eyes in it
    laying: tuple[str, ...]  # of a set being displayed
    can_display: bool  # these eyes, now
    barred: bool
    quiet: int  # turns in a row in which no card moved
    turns: int
    tally: int
    end: str
    offered: tuple[tuple[str, int], ...]  # the actions that may be chosen, as all may know, each with its cell
    cells: tuple[int, ...]  # the places that may be chosen
    players: tuple[int, ...]  # the seats that may be chosen


def _known_cards(state: State, eyes: int) -> tuple[tuple[str, ...], ...]:
    may_know = state.open | (state.aware[eyes] if eyes >= 0 else 0)
    return tuple(
        [DECK.titles_of(cards if seat == eyes else cards & may_know) for seat, cards in enumerate(state.hands)]
    )


@lru_cache(FACES_KEPT)
def _place_names(faces: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([PRINTED[face] if face >= 0 else GONE if face == GAP else "" for face in faces])


FIELDS: Fields = {
    **own_fields(
        "act", "seat", "active", "pile", "whom", "turned", "filled", "back", "gave", "barred", "quiet", "turns", "tally"
    ),
    "phase": lambda state, eyes: str(state.phase),
    "mode": lambda state, eyes: str(state.mode),
    "sizes": lambda state, eyes: tuple([hand_size(state, seat) for seat in state.terms.everybody]),
    "known": _known_cards,
    "denied": lambda state, eyes: tuple(map(DECK.titles_of, state.denied)),
    "untracked": lambda state, eyes: members(state.untracked),
    "shown": lambda state, eyes: tuple(map(DECK.titles_of, state.shown)),
    "places": lambda state, eyes: _place_names(state.faces),
    "gone": lambda state, eyes: DECK.titles_of(state.gone),
    "asks": lambda state, eyes: tuple([(seat, PRINTED[card]) for seat, card in state.asks]),
    "card": lambda state, eyes: DECK.title_of(state.card),
    # drawn or handed over: the two players see it, all others if it came before all eyes
    "held": lambda state, eyes: (
        DECK.title_of(state.held) if eyes in (state.active, state.whom) or is_held_openly(state) else ""
    ),
    "pair": lambda state, eyes: revealing.pair(state) if state.phase is Phase.PAIR else (),
    "laying": lambda state, eyes: DECK.titles_of(state.laying),
    "can_display": lambda state, eyes: (
        eyes == state.seat and state.phase in (Phase.TURN, Phase.FINAL) and bool(displayable(state))
    ),
    "end": lambda state, eyes: str(state.end),
    "offered": lambda state, eyes: choosing.on_cells(state),
    "cells": lambda state, eyes: members(choosing.places(state)),
    "players": lambda state, eyes: members(choosing.players(state)),
}
view, glance = make_view_builders(View, FIELDS)


UNSEEN = (Phase.DEAL, Phase.DRAW, Phase.GIVE, Phase.PAY)  # a card goes from hand to hand, or from the deck, face down


def seen(state: State, action: Action, eyes: int) -> Action:
    """A card dealt is seen by its player, one drawn or swapped by both, or as was agreed by all (A-05, A-11, A-20)."""
    if state.phase is Phase.KEEP:
        return action._replace(kind=done_as(action, state))
    if state.phase not in UNSEEN or drawn_openly(state):
        return action
    know = (state.seat,) if state.phase is Phase.DEAL else (state.active, state.whom)
    return action if eyes in know else action._replace(args=(HIDDEN,))


def drawn_openly(state: State) -> bool:
    """An ESG card draws before all eyes, as was agreed (A-11)."""
    return state.phase is Phase.DRAW and state.act == "esg" and state.terms.options["esg_show"] == "public"
