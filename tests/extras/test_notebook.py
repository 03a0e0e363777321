"""The notebook of docs, run from its first cell to its last as a Jupyter would."""

import pytest

from tests.docs.pages import HOUSE
from tests.support.patience import HANG_S

pytestmark = pytest.mark.extras
NOTEBOOK = HOUSE / "docs/notebook.ipynb"


def run_notebook(change=lambda cells: None):
    """The cells with what came out of each."""
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(NOTEBOOK, as_version=4)
    change(book.cells)
    return NotebookClient(book, timeout=HANG_S, kernel_name="python3").execute().cells


def kinds_of(cell):
    """What a person sees below a cell: images/png, text/html, stdout."""
    return {kind for out in cell.get("outputs", ()) for kind in (out.get("data") or {out.get("name"): ""})}


def test_it_plays_plots_and_adds_a_bot_in_twelve_cells():
    cells = run_notebook()
    assert len(cells) == 12
    shown = [kinds_of(cell) for cell in cells]
    assert sum("image/svg+xml" in kinds for kinds in shown) == 3  # boards
    assert sum("image/png" in kinds for kinds in shown) == 3  # plots
    assert any("@gt.bot" in cell.source for cell in cells) and "text/html" in shown[-1]
    assert "greedy's rating: +" in cells[6].outputs[0]["text"]


def test_a_cell_that_fails_is_noticed():
    from nbclient.exceptions import CellExecutionError

    def break_bot(cells):
        cells[4].source = cells[4].source.replace("max(legal", "max(view")

    with pytest.raises(CellExecutionError, match="Bot outwards in seat 1 failed: AttributeError"):
        run_notebook(break_bot)
