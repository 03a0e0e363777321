"""How many actions a match of Alter Ego can still take at most: each action makes this number smaller.

All that an action can spend is worth more than what comes back by it: a coin more than the gap that it leaves in the
supply, a teamwork token more than being asked again in a new team. What the beginning of a phase brings is saved up for
it before. So every match ends, and the number at its start is a bound. It holds but for `empty_deck=go_on`: otherwise
each round brings a henchman into play, or it is the last one.
Source: rules, E-15, E-34, E-36, E-43
"""

from __future__ import annotations

from functools import lru_cache

from .cards import ALTER_EGO, EQUIPMENT, EVENTS, HENCHMEN, HEROES, HOSTAGES, NO_CARD, SEATS, TYPES, count
from .dealing import FIRST_DEALT, setup
from .fight import foes
from .options import OPTIONS
from .patrol import LAST_ASKED, unseen
from .rounds import OPEN
from .state import BOARD, Phase, State, Status, Vigilante, hand_size

# What is worth the same at each table
# Questions that may still be asked, one in another
DEPTH = {**dict.fromkeys(OPEN, 2), **dict.fromkeys((Phase.TARGET, Phase.CALL, Phase.KILL), 1)}
UP = max(DEPTH.values())  # so far an answer leads back
CALLING_OFF = 2  # a seat that may still announce what it would call off; that leads back by one
ONCE = UP + 1  # a seat that is not ready or may refuse to join, a gap to fill, a hostage, a card to lay out or to take
CARD = 2 * ONCE  # still to be drawn: then it is in a hand
ANSWERS = {  # owed to what was paid for: a card may come back to the stacks
    **dict.fromkeys((Phase.CONVERT, Phase.FORGIVE, Phase.WHENCE), 2 * ONCE),
    Phase.TRASH: 4 * ONCE,
}
MOST_HELD = max(map(sum, HOSTAGES)) + 1  # hostages of a henchman or villain: Kid Tinder adds one
MOST_HENCHMEN = 27  # in play, see cells.py
TIPPED = 2  # henchmen more to draw by Anonymous Tip
ICONS_ON = HEROES | ALTER_EGO | EQUIPMENT | HENCHMEN
CYCLE = (  # from one reveal of henchmen to the next
    Phase.AFTERMATH, Phase.FIGHT, Phase.RECOUP, Phase.INCOME, Phase.SUPPORT, Phase.PATROL, Phase.CHOOSE,
)  # fmt: skip


class Worth:
    """What is worth more, the more players there are."""

    def __init__(self, seats: int) -> None:
        again = CALLING_OFF * seats + UP  # all may announce again what they called off
        self.refusals = ONCE * seats * (seats - 1)  # all may refuse again to join
        self.coin = again + max(ANSWERS.values()) + ONCE  # a gap, or a question, and an event for the hand
        self.engagement = again + self.refusals + ONCE
        self.token = self.engagement + ONCE * seats  # a team is not ready any more
        self.helped = again + self.token + ONCE  # a teamwork token
        self.event = self.helped + max(ANSWERS.values()) + CARD
        self.henchman = again + ONCE + ONCE  # its taker is not ready any more
        self.foe = MOST_HELD * ONCE + self.engagement * seats
        self.later = self._saved_up(seats)

    def _saved_up(self, seats: int) -> dict[Phase, int]:
        """For what all phases after this one bring, up to the next reveal."""
        asked = seats * (ONCE + CALLING_OFF) + UP
        brought = {
            Phase.AFTERMATH: seats * (self.henchman + self.foe),
            Phase.RECOUP: EVENTS.bit_count() * self.event,
            Phase.INCOME: self._new_round(seats),
            Phase.SUPPORT: CARD * (seats * int(BOARD["family"]) + count(ICONS_ON, "family")),
            Phase.CHOOSE: ONCE * (seats * int(BOARD["community"]) + TIPPED + count(ICONS_ON, "community"))
            + ONCE * seats * LAST_ASKED,
        }
        later, saved = 0, {}
        for phase in reversed(CYCLE):
            saved[phase] = later
            later += asked + brought.get(phase, 0)
        self.round = later
        return saved

    def _new_round(self, seats: int) -> int:
        """Money is paid; everything may be engaged, everybody asked and helped again; events may be drawn again."""
        engagements = seats * (MOST_HENCHMEN + len(TYPES))
        again = self.refusals + self.helped * seats + self.event * EVENTS.bit_count()
        return self.coin * count(ICONS_ON, "money") + self.engagement * engagements + again


worth_at = lru_cache(None)(Worth)


def ranking(state: State) -> tuple[int]:
    """One number; 0 when the match is over."""
    return (actions_left(state),)


def actions_left(state: State) -> int:
    if state.phase is Phase.OVER:
        return 0
    worth = worth_at(state.terms.seats)
    rounds = worth.round * unseen(state).bit_count() + _this_round(state, worth)
    return (
        rounds
        + _seat_worth(state, worth)
        + _foe_worth(state, worth)
        + _supply_worth(state, worth)
        + DEPTH.get(state.phase, 0)
    )


def most_actions() -> int:
    """In any match, whatever its options."""
    options = {option.name: option.default for option in OPTIONS}
    return max(actions_left(setup(seats, options)) for seats in SEATS)


def _this_round(state: State, worth: Worth) -> int:
    """What is saved up for later phases, or for the first round while it is set up."""
    if state.round:
        asked_again = ONCE * state.terms.seats * (LAST_ASKED - state.asked_again)
        return worth.later[state.within] + (asked_again if state.within is Phase.CHOOSE else 0)
    return worth.later[Phase.RECOUP] + ONCE * _to_set_up(state)


def _to_set_up(state: State) -> int:
    """Villains and characters not turned up, hands nobody was asked about, cards and nemeses not dealt."""
    seats = state.terms.seats
    dealt = sum(each.display.bit_count() + (each.nemesis != NO_CARD) for each in state.people)
    asked = state.seat + (state.phase is not Phase.HAND) if state.phase in (Phase.HAND, Phase.DEAL) else 0
    asked = seats if state.phase is Phase.NEMESIS else asked
    return len(TYPES) - len(state.villains) + seats * (1 + 1 + FIRST_DEALT + 1) - dealt - asked


def _seat_worth(state: State, worth: Worth) -> int:
    """What seats may still do once, and what each has."""
    seats = state.terms.seats
    waiting = ONCE * (seats - state.ready.bit_count()) + CALLING_OFF * (seats - state.called_off.bit_count())
    return (
        waiting
        + worth.helped * (seats - state.helped.bit_count())
        + sum(_person_worth(each, worth) for each in state.people)
    )


def _person_worth(person: Vigilante, worth: Worth) -> int:
    return (
        worth.coin * person.money
        + worth.token * person.tokens
        - worth.event * person.played.bit_count()
        - ONCE * person.refused.bit_count()
        + ONCE * (hand_size(person) + person.hunts)
        + CARD * person.draws
    )


def _foe_worth(state: State, worth: Worth) -> int:
    """Villains in play with their hostages, by whom they may still be engaged; and villains that wait."""
    in_play = foes(state)
    open_to = sum(state.terms.seats - foe.engaged.bit_count() for foe in in_play)
    hostages = sum(sum(foe.hostages) for foe in in_play)
    waiting = sum(villain.status is Status.WAITING for villain in state.villains) if state.villains else len(TYPES)
    return (
        worth.engagement * open_to
        + ONCE * hostages
        + worth.henchman * len(state.henchmen)
        + worth.foe * (waiting if state.round else len(TYPES))
    )


def _supply_worth(state: State, worth: Worth) -> int:
    """Cards of the stacks, gaps of the supply, events that may be played, what was paid for and not answered."""
    gaps = state.row.count(NO_CARD) if state.offers else 0
    whole = worth.event * EVENTS.bit_count() + worth.refusals
    return whole + ONCE * (state.stacks.bit_count() + gaps) + ANSWERS.get(state.phase, 0)
