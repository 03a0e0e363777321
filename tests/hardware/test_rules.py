"""The electrical rule check: sound boards pass it, and each mistake of the standing set is caught by name."""

import pytest
from glowtable.messages import UserError

from hardware.model.hub2 import HUB2
from hardware.model.rules import CHECKS, complaints, sound
from hardware.model.table import PROJECTS
from tests.hardware.mutations import MUTATIONS


@pytest.mark.parametrize("board", PROJECTS, ids=lambda board: board.name)
def test_nothing_is_wrong_with_the_boards(board):
    assert complaints(board) == []
    assert sound(board) is board


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_mistake_is_caught(name):
    mutation = MUTATIONS[name]
    assert any(mutation.complaint in complaint for complaint in complaints(mutation.change(mutation.board)))


def test_every_check_catches_a_mistake():
    mistaken = [mutation.change(mutation.board) for mutation in MUTATIONS.values()]
    assert [check for check in CHECKS if not any(any(check(board)) for board in mistaken)] == []


def test_a_generator_refuses_a_board_that_is_not_sound():
    with pytest.raises(UserError) as error:
        sound(MUTATIONS["a part without footprint"].change(HUB2))
    assert error.value.message.fill == (("board", "hub2"), ("complaint", "U3 has no footprint"))
