"""TITLE: a test for each numbered rule, its bots, and matches at the simulated table."""

import pytest
from glowtable.game import full_options
from glowtable.games.NAME import GAME
from glowtable.games.NAME.rules import RULES, Reason, free_cells
from glowtable.grid import CELLS, cell_of
from glowtable.kit.refusals import CommonReason
from glowtable.lab.simulate import simulate_matches
from glowtable.match.session import Phase
from glowtable.messages import Message
from glowtable.table import Press

from tests.support.matches import Match


def state_after(*cells, **options):
    """The match after these cells were pressed, seat by seat."""
    state = RULES.setup(2, full_options(GAME, options))
    for cell in cells:
        state = RULES.apply(state, press(cell, state))
    return state


def press(cell, state):
    """The action that a press is, or why it is refused."""
    return GAME.surface.read(Press(cell_of(cell)), state)


# -- the rules


def test_X01_the_first_seat_begins_on_an_empty_grid():
    assert RULES.to_act(state_after()) == (0,)
    assert len(RULES.legal(state_after(), 0)) == CELLS


def test_X02_a_stone_is_laid_on_an_empty_cell_in_turn():
    state = state_after("a1")
    assert RULES.to_act(state) == (1,) and not RULES.legal(state, 0)
    assert press("a1", state).reason == Reason.OCCUPIED


@pytest.mark.parametrize(("touch", "beside_others", "beside_own"), [("others", False, True), ("own", True, False)])
def test_X03_a_stone_is_not_laid_beside_one_that_it_must_avoid(touch, beside_others, beside_own):
    state = state_after("c3", "e5", touch=touch)
    legal = [action.args[0] for action in RULES.legal(state, 0)]
    assert {cell_of(name) in legal for name in ("d5", "f5", "e4", "e6")} == {beside_others}
    assert {cell_of(name) in legal for name in ("b3", "d3", "c2", "c4")} == {beside_own}
    assert {cell_of(name) in legal for name in ("b2", "d4", "f6")} == {True}  # corners do not count
    forbidden = "c4" if beside_others else "e4"
    assert press(forbidden, state).reason == Reason.TOUCHES


def test_X03_the_ends_of_two_rows_are_not_beside_each_other():
    legal = [action.args[0] for action in RULES.legal(state_after("a6"), 1)]
    assert [name for name in ("a5", "b6", "b1") if cell_of(name) in legal] == ["b1"]


def test_X04_who_cannot_lay_a_stone_has_lost():
    state = state_after()
    while RULES.to_act(state):
        assert RULES.outcome(state) is None
        state = RULES.apply(state, RULES.legal(state, state.seat)[0])
    assert free_cells(state, state.seat) == 0
    assert RULES.outcome(state).winners == (1 - state.seat,)
    assert press("a1", state).reason == CommonReason.OVER


# -- the bots


@pytest.mark.parametrize(("bots", "winner"), [(("greedy", "random"), 0), (("random", "greedy"), 1)])
def test_greedy_beats_random(bots, winner):
    assert simulate_matches(GAME, 2, full_options(GAME, {}), 20, 1, bots).wins[winner] >= 18


# -- at the simulated table


def test_bots_play_a_match_to_its_end(tmp_path):
    match = Match(tmp_path, ("bot:greedy", "bot:random"), game=GAME)
    match.to_the_end()
    assert match.session.outcome.winners == (0,)
    assert match.journaled().state == match.session.state


def test_a_person_lays_a_stone_and_takes_it_back(tmp_path):
    match = Match(tmp_path, ("Ann", "Ben"), game=GAME)
    match.until(lambda: match.session.phase is Phase.SETTING)
    match.types("ok", "c3", "c4", "c5")
    assert match.session.state == state_after("c3", "c5")
    match.session.match_state.dealt = False  # stones lie on this table
    match.types("undo", "ok Ann")
    assert "Take the stone off c5." in match.page()
    match.types("ok")
    assert match.session.state == state_after("c3")


def test_what_must_lie_on_a_cell_is_told():
    view = state_after("c3", "e5")
    messages = [GAME.surface.expected_at(view, cell_of(name)) for name in ("a1", "c3", "e5")]
    assert [dict(message.fill).get("seat") for message in messages] == [None, 0, 1]
    assert all(isinstance(message, Message) for message in messages)
