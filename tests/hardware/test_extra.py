"""Without the extra, what needs it says so in a sentence. Holds with the extra, too: its modules are hidden."""

import sys

import pytest
from glowtable.messages import FAILED

from hardware.cards import __main__ as cards
from hardware.drawings import __main__ as drawings
from hardware.extra import extra
from hardware.gerbers import __main__ as gerbers
from hardware.made import MADE
from hardware.solids import __main__ as solids

SOLIDS = [f"hardware.solids.{name}" for name in ("shapes", "bought", "files", "workshop")]
GERBERS = [f"hardware.gerbers.{name}" for name in ("read", "joined", "wanted", "faults", "judge")]


@pytest.mark.parametrize(
    ("command", "given", "module", "importers"),
    [
        (solids, (), "manifold3d", SOLIDS),
        (cards, ([],), "segno", ["hardware.cards.pdf"]),
        (gerbers, ([],), "shapely", GERBERS),
        (drawings, (), "font_source_sans_pro", ["hardware.drawings.pictures"]),
    ],
    ids=["solids", "cards", "gerbers", "drawings"],
)
def test_without_the_extra_one_sentence_says_what_to_do(command, given, module, importers, monkeypatch, capsys):
    before = [(path, path.stat().st_mtime_ns) for path in sorted(MADE.rglob("*"))]
    for name in importers:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, module, None)  # as Python has it, what is None there cannot be imported
    assert command.main(*given) == FAILED
    said = capsys.readouterr()
    name = command.__name__.split(".")[1]
    missing = f"{name}: the Python module {module} is missing: make hardware installs it and makes everything\n"
    assert (said.out, said.err) == ("", missing)
    assert [(path, path.stat().st_mtime_ns) for path in sorted(MADE.rglob("*"))] == before


def test_a_module_of_ours_that_is_missing_is_a_bug():
    with pytest.raises(ModuleNotFoundError), extra():
        import hardware.moons  # noqa: F401
