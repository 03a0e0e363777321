"""Why every match of ALEX & CO ends: each action lowers a ranking that cannot fall for ever.

What is compared first comes first. Cards leave the display, are displayed or discarded, and never come back; turns in
which no card moves are counted (A-39); in a turn cards come to one hand only; a choice goes on step by step; and what
was called off is not begun again before something above it has fallen.
Where the count of quiet turns has no end by option (`stall`), the ranking falls all the same, but without a bottom.
"""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.kit.hands import hand_size

from .cards import CARDS, ESG, SAZ, SEATS, SETS, SIZE
from .dealing import LEAVING
from .revealing import MAX_REVEALED
from .state import GAP, HAND, Mode, Phase, State
from .turn import QUIET_ROUNDS

STAGES = ((Phase.OWNER, Phase.STARTER), (Phase.OUT,), (Phase.HAND, Phase.DEAL), (Phase.DISPLAY,))  # then turns, the end
PLAYED, ENDING, OVER = 2, 1, 0
STAGE = {phase: OVER + len(STAGES) + 2 - at for at, phases in enumerate(STAGES) for phase in phases}
MODE = {Mode.FRESH: 3, Mode.PLAYED: 2, Mode.CALLED: 1, Mode.REVEALED: 0}
# In a choice, from its beginning on.
STEPS = (
    Phase.HAND, Phase.DEAL, Phase.TURN, Phase.FINAL, Phase.LAY, Phase.WHOM, Phase.NAME, Phase.PROOF, Phase.FLIP,
    Phase.REVEAL, Phase.PAIR, Phase.ANSWER, Phase.DECIDE, Phase.GIVE, Phase.DRAW, Phase.KEEP, Phase.PAY,
)  # fmt: skip
STEP: Mapping[Phase, int] = {phase: len(STEPS) - at for at, phase in enumerate(STEPS)}


def ranking(state: State) -> tuple[int, ...]:
    """Lower after every action."""
    return (
        stage(state),
        stock(state),
        turns_left(state),
        cards_of_others(state),
        int(state.act in ("esg", "saz")),  # a special card that was played and has not yet had its effect
        MODE[state.mode],
        int(not state.barred),
        sum(not state.retracted & whole for whole in SETS),
        -questions(state),
        -len(state.turned),
        STEP.get(state.phase, 0),
        -state.laying.bit_count(),
    )


def stage(state: State) -> int:
    if state.phase in STAGE:
        return STAGE[state.phase]
    return OVER if state.phase is Phase.OVER else ENDING if state.end else PLAYED


def stock(state: State) -> int:
    """How many cards may still leave the game, be dealt, leave the display, be displayed or be played."""
    if state.phase is Phase.OUT:
        return len(LEAVING) - state.tally
    if not state.faces:
        return state.terms.seats * HAND - sum(hand_size(state, seat) for seat in state.terms.everybody)
    lying = state.pile + sum(face != GAP for face in state.faces)
    return lying + CARDS - sum(state.shown).bit_count() - (state.gone & (ESG | SAZ)).bit_count()


def turns_left(state: State) -> int:
    """Until nothing has moved for so many rounds (A-39); in the last step until all have passed (A-31)."""
    if state.end:
        return state.terms.seats - state.tally
    allowed = QUIET_ROUNDS * state.terms.seats
    return allowed + 1 if state.stirred else allowed - state.quiet


def cards_of_others(state: State) -> int:
    """A Call, a SAZ and an ESG card bring cards to the seat whose turn it is, and none goes away from it."""
    return sum(hand_size(state, seat) for seat in state.terms.everybody if seat != state.active)


def questions(state: State) -> int:
    """How far the two questions of a SAZ card have come: named, then answered."""
    if state.act != "saz":
        return 0
    return 4 - len(state.asks) if state.phase is Phase.ANSWER else len(state.asks)


# -- the bound that follows

# Cards leave the display, are displayed or played; before each and after the last so many turns without that.
MOST_STOCK = 2 * CARDS
MOST_TURNS = QUIET_ROUNDS * SEATS[-1] * (MOST_STOCK + 1)
# Each set once begun, card by card, and finished or taken back.
MOST_LAID = sum(size + 1 for size in SIZE)
# In a turn: for each card of others a Call of five steps (call, whom, name, proof, turned up or answered), after which
# its set may be begun again; each special card (played, twice whom and name, twice answered; or drawn and kept, after
# which every set may); one Call without a right, one Reveal, one Swap, and the end.
MOST_CALLED = CARDS * (5 + max(SIZE) + 1)
MOST_PLAYED = (ESG | SAZ).bit_count() * (8 + MOST_LAID)
MOST_IN_TURN = MOST_LAID + MOST_CALLED + MOST_PLAYED + 4 + (2 * MAX_REVEALED + 2) + 7 + 1
# Before the first turn; in the last step all pass after each card displayed, which lets every set be begun again.
MOST_BEFORE = 1 + len(LEAVING) + SEATS[-1] * (1 + HAND) + 1
MOST_AFTER = (CARDS + 1) * SEATS[-1]
MOST_ACTIONS = MOST_BEFORE + MOST_TURNS * MOST_IN_TURN + MOST_STOCK * MOST_LAID + MOST_AFTER * (1 + MOST_LAID)
