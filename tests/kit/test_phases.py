"""A game as a table of phases: the smallest one with a phase of each kind."""

from operator import attrgetter
from typing import NamedTuple

import pytest
from glowtable.game import CHANCE, Action
from glowtable.kit.action_lists import bare_action, outcomes
from glowtable.kit.phases import ChanceStep, Phases, Step, only_seat, readied, ready_then

READY = [Action(0, "ready"), Action(1, "ready")]
DEAL = Action(CHANCE, "deal", (0,))


class State(NamedTuple):
    """Chance deals, both seats say ready in whatever order, then one seat ends it."""

    phase: str = "deal"
    act: str = ""
    seat: int = 0
    ready: int = 0


def get_ready(state, action):
    after = readied(state, action.seat)
    return after._replace(phase="last", act="quick", seat=1) if after.ready == 0b11 else after


DEALING = {"deal": ChanceStep(lambda state: outcomes("deal").of(0b1), {"deal": lambda state, _: State("open")})}
PLAYING = {
    "open": Step(
        lambda state: 0b11 & ~state.ready, lambda state, seat: bare_action(seat, "ready"), {"ready": get_ready}
    ),
    "last": Step(only_seat, lambda state, seat: bare_action(seat, "end"), {"end": lambda state, _: State("over")}),
}
PHASES = Phases(DEALING, PLAYING)


def test_chance_acts_where_a_chance_step_is():
    state = State()
    assert (PHASES.to_act(state), PHASES.acting(state)) == ((CHANCE,), ())
    assert PHASES.chance(state) == ((DEAL, 1),)
    assert PHASES.legal(state, 0) == PHASES.legal(state, CHANCE) == ()
    assert PHASES.apply(state, DEAL) == State("open")


@pytest.mark.parametrize("order", [READY, READY[::-1]])
def test_in_an_open_phase_everybody_acts_who_is_not_ready(order):
    state = State("open")
    assert PHASES.to_act(state) == PHASES.acting(state) == (0, 1)
    assert PHASES.chance(state) == PHASES.legal(state, CHANCE) == ()
    first, second = order
    assert PHASES.legal(state, first.seat) == (first,)
    state = PHASES.apply(state, first)
    assert (PHASES.to_act(state), PHASES.legal(state, first.seat)) == ((second.seat,), ())
    assert PHASES.apply(state, second) == State("last", "quick", 1, 0b11)


def test_when_all_are_ready_and_not_before_the_next_thing_happens():
    ready = ready_then(lambda state: 0b11 & ~state.ready, lambda state: state._replace(phase="last"))
    first = ready(State("open"), READY[0])
    assert (first.phase, first.ready, ready(first, READY[1]).phase) == ("open", 0b01, "last")


def test_six_seats_may_act_at_once():
    everybody = Phases({"open": PLAYING["open"]._replace(acting=lambda state: 0b111111)})
    assert everybody.to_act(State("open")) == (0, 1, 2, 3, 4, 5)


def test_only_one_seat_is_asked():
    state = State("last", seat=1)
    assert PHASES.to_act(state) == (1,)
    assert (PHASES.legal(state, 0), PHASES.legal(state, 1)) == ((), (Action(1, "end"),))


def test_a_state_without_a_step_is_the_end():
    state = PHASES.apply(State("last"), Action(0, "end"))
    assert PHASES.to_act(state) == PHASES.acting(state) == PHASES.chance(state) == PHASES.legal(state, 0) == ()


def test_steps_may_be_found_by_more_than_the_phase():
    quick = Phases({("last", "quick"): PLAYING["last"]}, key=attrgetter("phase", "act"))
    assert quick.to_act(State("last", "quick", 1)) == (1,)
    assert quick.to_act(State("last", "slow", 1)) == ()
