"""The rules of Alter Ego: the sheet and nothing else.

Here the parts come together. Each part has a step per phase: who may act, what is legal, and what each kind of
action does. Setup is in dealing.py; a round begins in rounds.py and goes through patrol.py, fight.py and recoup.py;
what may be done at any time is in anytime.py, what villains do in villains.py, hands in hands.py, icons and payments
in icons.py, the end in ledger.py. Why not is in refusals.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import Action, DrawSource, Rules
from glowtable.kit.phases import Phases

from . import anytime, dealing, fight, patrol, recoup, rounds, views
from .dealing import setup
from .determinize import believed, determinize, public_state
from .ledger import outcome
from .refusals import why
from .state import Phase, State
from .views import View, seen

PHASES = Phases(
    dealing.STEPS, rounds.STEPS, anytime.STEPS, patrol.STEPS, fight.STEPS, recoup.STEPS
)  # fmt: skip


def is_unlisted(state: State, action: Action) -> bool:
    """A hand may be nothing but events, and then fills no display: a refusal would tell all others otherwise (E-38)."""
    seat = action.seat
    if action != Action(seat, "ready") or state.phase is not Phase.RECOUP or seat not in PHASES.to_act(state):
        return False
    return recoup.may_be_ready(public_state(state), seat)


SPENDS_NOTHING = ("fight", "call", "ask", "no", "back", "ready")


def apply(state: State, action: Action) -> State:
    """What was called off may be announced again when something else has changed (E-34)."""
    after = PHASES.apply(state, action)
    return after._replace(called_off=0) if after.called_off and action.kind not in SPENDS_NOTHING else after


def round_number(state: State) -> int:
    """An undo does not leave it unless all agree."""
    return max(1, state.round)


# -- where chance takes a card from: what came from there before an undo comes from there again


def draw_source(state: State) -> DrawSource:
    return DRAW_SOURCES[state.phase](state)


def _own_deck(state: State) -> tuple[str, int, int, bool]:
    """The place in a seat's deck; after a shuffle no discards are left, and it is another deck."""
    person = state.people[state.seat]
    return "deck", state.seat, person.deck.bit_count(), bool(person.discard)


DRAW_SOURCES: Mapping[Phase, Callable[[State], DrawSource]] = {
    Phase.VILLAIN: lambda state: DrawSource(("villain", len(state.villains))),
    Phase.OFFER: lambda state: DrawSource(("supply", state.offered)),
    Phase.CHARACTER: lambda state: DrawSource(("character", state.seat)),
    Phase.DEAL: lambda state: DrawSource(_own_deck(state)),
    Phase.NEMESIS: lambda state: DrawSource(("nemesis", state.seat), ordered=False),
    Phase.DRAW: lambda state: DrawSource(_own_deck(state), ordered=False),
    Phase.HUNT: lambda state: DrawSource(("henchmen", state.hunted), ordered=False),
}


LOOKS = views.looks_with(PHASES.acting)


class AlterEgoRules(Rules[State, View]):
    """The sheet of Alter Ego."""

    setup = staticmethod(setup)
    to_act = staticmethod(PHASES.to_act)
    legal = staticmethod(PHASES.legal)
    apply = staticmethod(apply)
    view = staticmethod(LOOKS.whole)
    outcome = staticmethod(outcome)
    chance = staticmethod(PHASES.chance)
    why = staticmethod(why)
    draw_source = staticmethod(draw_source)
    seen = staticmethod(seen)
    determinize = staticmethod(determinize)
    round_number = staticmethod(round_number)
    public_state = staticmethod(public_state)
    believed = staticmethod(believed)
    is_unlisted = staticmethod(is_unlisted)
    glance = staticmethod(LOOKS.glance)


RULES = AlterEgoRules()
