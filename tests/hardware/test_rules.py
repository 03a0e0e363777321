"""The electrical rule check: sound boards pass it, and each mistake of the standing set is caught by name."""

import pytest

from hardware.model.rules import CHECKS, complaints
from tests.hardware.mutations import MUTATIONS, boards


@boards
def test_nothing_is_wrong_with_the_boards(board):
    assert complaints(board) == []


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_mistake_is_caught(name):
    mutation = MUTATIONS[name]
    assert any(mutation.complaint in complaint for complaint in complaints(mutation.change(mutation.board)))


def test_every_check_catches_a_mistake():
    mistaken = [mutation.change(mutation.board) for mutation in MUTATIONS.values()]
    assert [check for check in CHECKS if not any(any(check(board)) for board in mistaken)] == []
