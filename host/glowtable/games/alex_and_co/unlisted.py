"""What is possible though it is not listed: only hands that not everybody sees would speak against it.

A card that chance brings is judged by what everybody can tell, so that no answer shows what a hand holds; so is what a
seat says of its hand by a key, for anybody may press it. What a seat shows of its own hand it shows truly: the table
may have misread it, or another copy of the card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import CHANCE, Action
from glowtable.kit.bit_sets import members
from glowtable.kit.hands import possible_hand
from glowtable.kit.refusals import number_of

from .calling import CALL
from .cards import EVERY, NO_CARD, copies_like, games_of
from .phases import PHASES
from .refusals import ALEX_VOCABULARY, UNSEEN
from .special import ESG_CARD, is_held_openly
from .state import Phase, State, unseen

# What a seat says of its hand: no right to call, a game drawn. A refusal would tell the others otherwise.
CLAIMED = {(Phase.NAME, CALL): "back", (Phase.PROOF, CALL): "back", (Phase.KEEP, ESG_CARD): "keep"}
SHOWN = ("esg", "saz", "lay", "prove", "give")  # cards of the own hand


def is_unlisted(state: State, action: Action) -> bool:
    if ALEX_VOCABULARY.refuse(action) or state.phase is Phase.OVER:
        return False
    if action.seat == CHANCE:
        return _may_come(state, action)
    return _is_claimed(state, action) or _may_be_held(state, action)


def _is_claimed(state: State, action: Action) -> bool:
    """Not of a card drawn before all eyes: everybody knows whether it is a game."""
    claims = action.kind == CLAIMED.get((state.phase, state.act)) and action.seat == state.seat
    return claims and not (state.held != NO_CARD and is_held_openly(state))


def _may_come(state: State, action: Action) -> bool:
    """A card that nobody has seen elsewhere."""
    return action.kind == UNSEEN.get(state.phase) and bool(PLAUSIBLE[state.phase](state) >> number_of(action) & 1)


def _cards_drawn(state: State) -> int:
    """From a hand: with an ESG card any card, in a swap a game of the designer named (A-11, A-20)."""
    return possible_hand(state, state.whom, unseen) & (EVERY if state.act == "esg" else games_of(state.card))


PLAUSIBLE: Mapping[Phase, Callable[[State], int]] = {Phase.DEAL: unseen, Phase.FLIP: unseen, Phase.DRAW: _cards_drawn}


def _may_be_held(state: State, action: Action) -> bool:
    """A card of the own hand that was read as a copy of it, or not at all."""
    card, seat = number_of(action), state.seat
    if action.seat != seat or action.kind not in SHOWN or not unseen(state) >> card & 1:
        return False
    copies = members(copies_like(card) & state.hands[seat] & ~state.open & ~(1 << card))
    legal = PHASES.legal(state, seat)
    return any(action._replace(args=(copy,)) in legal for copy in copies) or _was_not_read(state, action)


def _was_not_read(state: State, action: Action) -> bool:
    """The hand holds cards that nobody has read: then it is judged as if it was untracked."""
    seat = state.seat
    as_untracked = state._replace(untracked=state.untracked | 1 << seat)
    return bool(state.hidden_count[seat]) and action in PHASES.legal(as_untracked, seat)
