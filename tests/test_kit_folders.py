"""What the kit reads of a game's folder, and the grid as a domain of actions."""

from glowtable.game import Action, Kind, Rules
from glowtable.grid import CELLS
from glowtable.kit.cards import GRID
from glowtable.kit.folders import read_sheet
from glowtable.kit.text_notation import Heading, line_notation


def test_a_game_without_a_sheet_has_none():
    assert read_sheet("glowtable.kit") == {}
    assert "P-14" in read_sheet("glowtable.games.punto")


def test_cells_are_written_by_their_names_and_read_back():
    lines = line_notation(Heading("Any", (2,), (), Rules(*[None] * 6)), {"lay": Kind((GRID,)), "end": Kind()})
    assert len(GRID) == CELLS
    for action, words in ((Action(0, "lay", (14,)), "c3"), (Action(1, "end"), "")):
        assert (lines.words(action) or "") == words
        assert lines.meant(action.kind, words) == (action.args[0] if action.args else "")
    assert lines.meant("lay", "g7") is None
