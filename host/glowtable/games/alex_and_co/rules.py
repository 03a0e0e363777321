"""The rules of ALEX & CO: the sheet and nothing else.

Here the parts come together: in each phase who may act, what is legal, and what it does; also what is possible unless
hidden hands forbid it, what is meant to be forgotten, and where chance takes a card from. Dealing is in dealing.py, a
turn's choices in choosing.py, the actions in calling.py, swapping.py and revealing.py, ESG and SAZ cards in special.py,
displaying in sets.py, how turns follow each other in turn.py, who knows what in hands.py and views.py, why not in
refusals.py, the score, ties and who wins in ledger.py, why every match ends in termination.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

from glowtable.game import CHANCE, HIDDEN, Action, Arg, DrawSource, Rules
from glowtable.kit.bit_sets import mask_of, members
from glowtable.kit.hands import hand_size, possible_hand
from glowtable.kit.phases import Phases
from glowtable.kit.refusals import number_of

from . import calling, choosing, dealing, refusals, revealing, sets, special, swapping
from .calling import CALL
from .cards import EVERY, NO_CARD, copies_like, games_of
from .choosing import shown_by_table
from .dealing import setup
from .determinize import determinize, public_state
from .ledger import outcome
from .refusals import ALEX_VOCABULARY, UNSEEN
from .special import ESG_CARD, is_held_openly
from .state import FIRST_LAID, UNKNOWN, Phase, State, unseen
from .views import View, glance, seen, view

PHASES = Phases(
    dealing.STEPS,
    choosing.STEPS,
    sets.STEPS,
    calling.STEPS,
    swapping.STEPS,
    revealing.STEPS,
    special.STEPS,
    key=attrgetter("phase", "act"),  # the phase, and the action or special card under way
)


def apply(state: State, action: Action) -> State:
    """What the last action had left to be seen is over; in the last step the table may display by itself."""
    if state.filled or state.back or state.gave:
        state = state._replace(filled=(), back=(), gave=())
    after = PHASES.apply(state, action)
    if after.phase is Phase.FINAL and after.terms.options["final_auto"] == "yes":
        return shown_by_table(after)
    return after


# -- what is possible though it is not listed: only hands that not everybody sees would speak against it

# A card that chance brings is judged by what everybody can tell, so that no answer shows what a hand holds; so is what
# a seat says of its hand by a key, for anybody may press it. What a seat shows of its own hand it shows truly: the
# table may have misread it, or another copy of the card.

# What a seat says of its hand: no right to call, a game drawn. A refusal would tell the others otherwise.
CLAIMED = {(Phase.NAME, CALL): "back", (Phase.PROOF, CALL): "back", (Phase.KEEP, ESG_CARD): "keep"}
SHOWN = ("esg", "saz", "lay", "prove", "give")  # cards of the own hand


def is_unlisted(state: State, action: Action) -> bool:
    if ALEX_VOCABULARY.refuse(action) or state.phase is Phase.OVER:
        return False
    if action.seat == CHANCE:
        return _may_come(state, action)
    if action.kind != CLAIMED.get((state.phase, state.act)) or action.seat != state.seat:
        return _may_be_held(state, action)
    # of a card drawn before all eyes everybody knows whether it is a game
    return state.held == NO_CARD or not is_held_openly(state) or _may_be_held(state, action)


def _may_come(state: State, action: Action) -> bool:
    """A card that nobody has seen elsewhere."""
    cards = unseen(state)
    if state.phase is Phase.DRAW:  # with an ESG card any card, in a swap a game of the designer named
        wanted = EVERY if state.act == "esg" else games_of(state.card)
        cards = possible_hand(state, state.whom, unseen) & wanted
    return action.kind == UNSEEN.get(state.phase) and bool(cards >> number_of(action) & 1)


def _may_be_held(state: State, action: Action) -> bool:
    """A card of the own hand that was read as a copy of it, or not at all."""
    card, seat = number_of(action), state.seat
    if action.seat != seat or action.kind not in SHOWN or not unseen(state) >> card & 1:
        return False
    copies = members(copies_like(card) & state.hands[seat] & ~state.open & ~(1 << card))
    legal = PHASES.legal(state, seat)
    if any(action._replace(args=(copy,)) in legal for copy in copies):
        return True
    # a hand that holds cards that nobody has read is judged as if it was untracked
    as_untracked = state._replace(untracked=state.untracked | 1 << seat)
    return bool(state.hidden_count[seat]) and action in PHASES.legal(as_untracked, seat)


# -- what people are meant to forget: which card was turned up where and turned back. Source: ALEX & CO EN,
# "a collection and memorizing game"


def reminders(state: State, now: State) -> State:
    """The state of some moment, without the cards on places that do not lie open `now`."""
    faces = tuple(
        [
            face if face < 0 or _lies_open(place, face, now) else UNKNOWN  # a face below zero is no card
            for place, face in enumerate(state.faces)
        ]
    )
    forgotten = mask_of(face for face in state.faces if face >= 0 and face not in faces)
    return state._replace(faces=faces, forgotten=forgotten)


def recalled(before: State, action: Action, now: State) -> Action:
    """An action, without the card that it turned up if that card does not lie open there `now`."""
    if action.kind != "turn" or _lies_open(before.turned[-1], action.args[0], now):
        return action
    return action._replace(args=(HIDDEN,))


def _lies_open(place: int, card: Arg, now: State) -> bool:
    return (place in now.turned or place in now.back) and now.faces[place] == card


# -- where chance takes a card from: what came from there before an undo comes from there again

# A card that lies on a place is told by when it came there: from the beginning, or as which card of the draw pile.


def draw_source(state: State) -> DrawSource:
    return DRAW_SOURCES[state.phase](state)


def _places_of_cards(state: State) -> DrawSource:
    """A face-down card stays where it lies until it is taken, and so does one of the draw pile (A-07)."""
    place = state.turned[-1]
    came = state.came[place]
    return DrawSource(("display", place) if came == FIRST_LAID else ("pile", came))


DRAW_SOURCES: Mapping[Phase, Callable[[State], DrawSource]] = {
    Phase.STARTER: lambda state: DrawSource("starter", keeps=False, ordered=False),
    Phase.OUT: lambda state: DrawSource(("out", state.tally), ordered=False),
    Phase.DEAL: lambda state: DrawSource(("hand", state.seat, hand_size(state, state.seat)), ordered=False),
    Phase.FLIP: _places_of_cards,
    Phase.DRAW: lambda state: DrawSource(state, keeps=False, ordered=False),
}


class AlexRules(Rules[State, View]):
    """The sheet of ALEX & CO."""

    setup = staticmethod(setup)
    to_act = staticmethod(PHASES.to_act)
    legal = staticmethod(PHASES.legal)
    apply = staticmethod(apply)
    view = staticmethod(view)
    outcome = staticmethod(outcome)
    chance = staticmethod(PHASES.chance)
    why = staticmethod(refusals.why)
    is_unlisted = staticmethod(is_unlisted)
    draw_source = staticmethod(draw_source)
    seen = staticmethod(seen)
    determinize = staticmethod(determinize)
    public_state = staticmethod(public_state)
    glance = staticmethod(glance)
    reminders = staticmethod(reminders)
    recalled = staticmethod(recalled)


RULES = AlexRules()
