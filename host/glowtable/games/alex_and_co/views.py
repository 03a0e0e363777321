"""What each observer may know of a match of ALEX & CO, in words.

Hands, the draw pile and the face-down display are hidden; what was turned up and turned back is remembered for
all. A seat knows its own hand, and the cards of others that it drew, gave or got in secret.
"""

from __future__ import annotations

from typing import NamedTuple

from glowtable.game import HIDDEN, Action, Arg
from glowtable.kit.bit_sets import members
from glowtable.kit.hands import hand_size

from . import choosing, revealing
from .cards import DECK, NO_CARD, PRINTED
from .special import done_as, is_held_openly
from .state import GAP, Phase, State

GONE = "-"  # of a place without a card


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
    barred: bool
    quiet: int  # turns in a row in which no card moved
    turns: int
    tally: int
    end: str
    offered: tuple[tuple[str, int], ...]  # the actions that may be chosen, as all may know, each with its cell
    cells: tuple[int, ...]  # the places that may be chosen
    players: tuple[int, ...]  # the seats that may be chosen


def view(state: State, eyes: int) -> View:
    own = eyes >= 0
    may_know = state.open | (state.aware[eyes] if own else 0)
    return View(
        eyes,
        state.terms.seats,
        tuple(state.terms.options.items()),
        str(state.phase),
        str(state.mode),
        state.act,
        state.seat,
        state.active,
        tuple([hand_size(state, seat) for seat in state.terms.everybody]),
        tuple([DECK.titles_of(cards if seat == eyes else cards & may_know) for seat, cards in enumerate(state.hands)]),
        tuple(map(DECK.titles_of, state.denied)),
        members(state.untracked),
        tuple(map(DECK.titles_of, state.shown)),
        tuple(map(_place_name, state.faces)),
        state.pile,
        DECK.titles_of(state.gone),
        tuple((seat, PRINTED[card]) for seat, card in state.asks),
        state.whom,
        _card_name(state.card),
        _card_name(state.held) if _may_know_held(state, eyes) else "",
        state.turned,
        revealing.pair(state) if state.phase is Phase.PAIR else (),
        state.filled,
        state.back,
        state.gave,
        DECK.titles_of(state.laying),
        state.barred,
        state.quiet,
        state.turns,
        state.tally,
        str(state.end),
        choosing.on_cells(state),
        members(choosing.places(state)),
        members(choosing.players(state)),
    )


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


def _may_know_held(state: State, eyes: int) -> bool:
    """Drawn or handed over: the two players see it, all others if it came before all eyes."""
    return state.held != NO_CARD and (eyes in (state.active, state.whom) or is_held_openly(state))


def _place_name(face: int) -> str:
    return PRINTED[face] if face >= 0 else GONE if face == GAP else ""


def _card_name(card: int) -> str:
    return "" if card == NO_CARD else PRINTED[card]
