"""What the kit gives to a game's text: actions that are about cells."""

import pytest
from glowtable.game import Action
from glowtable.kit.text_notation import cell_meant, cell_words


@pytest.mark.parametrize(("action", "words"), [(Action(0, "lay", (14,)), "c3"), (Action(1, "pass"), None)])
def test_a_cell_is_written_by_its_name_and_read_back(action, words):
    assert cell_words(action) == words
    assert cell_meant(action.kind, words or "") == (action.args[0] if action.args else "")


def test_what_is_no_cell_means_nothing():
    assert cell_meant("lay", "g7") is None
