"""A second player of Alter Ego that shares no thought with the first: it tries what it may do, and values the city.

The guardian applies each legal action to a state it cannot tell from the true one, follows the questions that this
brings up to their best answer, and does what the city is worth most after: full pools, few villains, and what lies
before everybody that will be of use. It makes no plan, and what cards will come it does not guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from glowtable.game import Action, Determinize, Rules

from .cards import ACTIVATED, COMMUNITY, COST, EVENTS, FAMILY, FIGHT, HEROES, JOB, ONES, VILLAIN_TYPE, count
from .fight import foes
from .icons import lacking
from .patrol import badges_needed, enter_play
from .state import BLACK, Phase, State, Status, Vigilante, in_area
from .views import View
from .villains import in_play

ANSWERED = (  # questions that an action brings up for its own seat
    Phase.CALL, Phase.TARGET, Phase.CONVERT, Phase.FORGIVE, Phase.TRASH, Phase.WHENCE, Phase.FREE, Phase.RESCUE,
    Phase.TROPHY, Phase.VICTIM,
)  # fmt: skip
NO_ANSWER = ("back", "ask", "spend")
END = 1000.0
POOL = (0.0, 6.0, 8.0, 9.2, 10.0, 10.5)  # a pool with so many tokens: the last ones are worth most
HENCHMAN, HELD, DEAR = -0.6, -0.7, -0.3  # one in play, each of its hostages, each icon that it costs
VILLAIN, HELD_BY_VILLAIN, DEFEATED = -4.0, -3.0, 3.0
NEAREST, KEPT_OUT = 0.7, 2.0  # a token off the arch villain that comes first; one on any other that waits
MONEY, TOKEN, EVENT = 0.1, 1.0, 0.9
PENALTY, FORCED = -0.3, -0.9
LASTING = {**dict.fromkeys(FIGHT, 1.4), "money": 0.6, "family": 0.8, "community": 0.6, "badge": 0.4,
           "teamwork": 0.4, "display": 2.0}  # fmt: skip
EVEN, ODDS_SCALE, ODDS_END = 13.0, 12.0, 20.0  # for each seat: a city of that worth is saved as often as not
READY_TO_USE = 0.9  # equipment to activate
HEROES_OWNED = (0.0, 1.5, 2.5, 3.1, 3.5)  # so many heroes of one type, wherever in the deck
PHASE_CARDS = (0.0, 0.8, 1.0, 1.1)  # so many cards of a phase laid out
COPS, BADGE = 2.5, 0.2  # enough badges to call them; one of too few
ICON, WITHIN_REACH = 1.0, {True: 3.0, False: 1.0}  # an icon laid out; a villain it could pay, an arch villain or not


class Guardian:
    """Tries actions by these rules."""

    def __init__(self, rules: Rules[State, View]) -> None:
        self.legal, self.apply = rules.legal, rules.apply

    def choose(self, view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
        """What the city is worth most after; of equals the last, for that is to be ready."""
        if len(legal) == 1 or view.phase is Phase.HAND:
            return legal[0]
        state = determinize()
        worths = [self._worth_after(state, action) for action in legal]
        return max(zip(worths, range(len(legal)), legal, strict=True))[2]

    def _worth_after(self, state: State, action: Action) -> float:
        """What others do after it, or chance, it does not know."""
        if action.kind in ("ready", "back"):
            return worth_of(state)
        if action.kind == "choose":
            return worth_of(enter_play(state, int(action.args[0]), action.seat, first=action.seat == 0))
        after = self.apply(state, action)
        if action.kind in ("yes", "no"):
            return self._best_fight(after, state.whom)
        if after.phase is Phase.CONSENT:
            return self._best_fight(self.apply(after, Action(after.seat, "yes")), action.seat)
        gains = action.kind in ("event", "activate", "spend") and after.phase is Phase.FIGHT
        return self._best_fight(after, action.seat) if gains else self._answered(after, action.seat)

    def _best_fight(self, state: State, seat: int) -> float:
        """What one fight more may bring, or none."""
        fights = [each for each in self.legal(state, seat) if each.kind == "fight"]
        return max([worth_of(state), *(self._answered(self.apply(state, each), seat) for each in fights)])

    def _answered(self, state: State, seat: int) -> float:
        """With the best answers to all that is asked of this seat next."""
        if state.phase not in ANSWERED or state.seat != seat:
            return worth_of(state)
        answers = [each for each in self.legal(state, seat) if each.kind not in NO_ANSWER]
        return max([self._answered(self.apply(state, each), seat) for each in answers])


# -- what the city is worth


def worth_of(state: State) -> float:
    """Of a state; the sum of what is good and bad in it."""
    if state.phase is Phase.OVER:
        return END if state.winners else -END
    pools: float = sum([POOL[min(tokens, len(POOL) - 1)] for tokens in state.pools[:BLACK]]) + 2 * state.pools[BLACK]
    henchmen: float = sum(
        [HENCHMAN + HELD * sum(each.hostages) + DEAR * sum(COST[each.card]) for each in state.henchmen]
    )
    seats: float = sum([_worth_of_seat(state, each) for each in state.people])
    return pools + henchmen + _worth_of_villains(state) + seats


def odds_of(state: State, seat: int) -> float:
    """How likely the city is saved, from 0 to 1: as 1,200 rounds of the vigilante ended, by what the city was worth."""
    return 1 / (1 + exp(-max(-ODDS_END, min(ODDS_END, (worth_of(state) - EVEN * state.terms.seats) / ODDS_SCALE))))


def _worth_of_villains(state: State) -> float:
    """One is drawn out, the nearest; each other one that waits had better wait on."""
    waiting = sorted([each.tokens for each in state.villains if each.status is Status.WAITING])
    worth = -NEAREST * waiting[0] if waiting else 0.0
    worth += KEPT_OUT * sum([min(tokens, 2) for tokens in (waiting if in_play(state) else waiting[1:])])
    for villain in state.villains:
        if villain.status is Status.IN_PLAY:
            worth += VILLAIN + HELD_BY_VILLAIN * sum(villain.hostages)
        worth += DEFEATED * (villain.status is Status.DEFEATED)
    return worth


def _worth_of_seat(state: State, person: Vigilante) -> float:
    lasting = person.gear | person.trophies
    worth = sum([value * count(lasting, icon) for icon, value in LASTING.items()])
    worth += READY_TO_USE * (person.gear & ACTIVATED).bit_count()
    worth += MONEY * person.money + TOKEN * person.tokens + EVENT * (person.hand & EVENTS).bit_count()
    owned = person.deck | person.hand | person.discard | person.display
    worth += sum([_of_so_many(HEROES_OWNED, owned & HEROES & ones) for ones in ONES]) + PENALTY * sum(person.penalties)
    if state.phase is Phase.RECOUP:
        worth += FORCED * sum([tokens >= state.terms.limit for tokens in person.penalties]) + _laid_out(state, person)
    return worth


def _of_so_many(worths: Sequence[float], cards: int) -> float:
    return worths[min(cards.bit_count(), len(worths) - 1)]


def _laid_out(state: State, person: Vigilante) -> float:
    """A display for the next round: a card of each phase, and icons that villains cost."""
    worth = sum([_of_so_many(PHASE_CARDS, person.display & kind) for kind in (JOB, FAMILY, COMMUNITY)])
    area = in_area(person)
    have = [(area & ones).bit_count() for ones in ONES]
    for foe in foes(state):
        cost = COST[foe.card]
        covered = 1 - lacking(cost, (*have, 0)) / sum(cost)
        worth += WITHIN_REACH[foe.card in VILLAIN_TYPE] * covered**3
    badges = count(area, "badge")
    return worth + ICON * sum(have) + (COPS if badges >= badges_needed(state) else BADGE * badges)
