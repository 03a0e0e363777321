"""What a file is made of is found to its last import, what a generator loads when it runs is among it; and each kind
of staleness is told apart."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.made import MADE, Made, keep, origin, stale
from hardware.proofs.report import each_proof
from hardware.sources import HOUSE, NO_CONTENT, sources

HARDWARE = HOUSE / "hardware"
TEXTS = {
    "hardware/__init__.py": "",
    "hardware/drawn.py": "from hardware.solids import box\nimport hardware.places",
    "hardware/solids/__init__.py": "WIDE = 1",
    "hardware/solids/box.py": "from hardware.solids import WIDE\ndef f():\n    from glowpico.strip import PALETTE",
    "hardware/places.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from hardware.kinds import Kind",
    "hardware/kinds.py": "from hardware import places",  # a circle ends
    "hardware/aside.py": "from hardware import drawn",
    "hardware/made.py": "from hardware import aside",
    "firmware/glowpico/strip.py": "from glowpico import wire\nimport time",
    "firmware/glowpico/wire.py": "",
    "host/glowtable/grid.py": "from glowtable.messages import say",
    "host/glowtable/messages.py": "",
}
FOUND = {
    *("hardware/drawn.py", "hardware/solids/__init__.py", "hardware/solids/box.py", "hardware/places.py"),
    *("hardware/kinds.py", "firmware/glowpico/strip.py", "firmware/glowpico/wire.py"),
}


@pytest.fixture
def house(tmp_path):
    for name, text in TEXTS.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def found(house, name="hardware/drawn.py"):
    folders = {"hardware": house, "glowpico": house / "firmware", "glowtable": house / "host"}
    return sources([house / name], folders)


def test_all_that_is_imported_near_and_far_is_found_and_nothing_else(house):
    assert {path.relative_to(house).as_posix() for path in found(house)} == FOUND


def test_of_the_host_cells_and_keys_count_and_words_do_not(house):
    (house / "hardware/drawn.py").write_text("from glowtable import grid, messages")
    assert found(house) == [house / "hardware/drawn.py", house / "host/glowtable/grid.py"]


def test_what_only_tells_whether_a_file_is_fresh_does_not_count(house):
    (house / "hardware/drawn.py").write_text("from hardware.made import MADE")
    assert found(house) == [house / "hardware/drawn.py"]


@pytest.mark.parametrize("name", sorted(FOUND))
def test_an_origin_changes_with_each_of_them(house, name):
    before = origin(found(house))
    (house / name).write_text(TEXTS[name] + "\nMORE = 1")
    assert origin(found(house)) != before


def test_who_reads_boards_or_kinds_is_made_of_them():
    found = sources([HARDWARE / "fittings" / "parts.py"])
    assert HARDWARE / "model" / "kinds.toml" in sources([HARDWARE / "proofs" / "built.py"])
    assert {HARDWARE / "boards" / name / f"{name}.kicad_pcb" for name in ("pod", "bar", "hub2")} <= {*found}


def test_an_origin_does_not_change_with_another_file(house):
    before = origin(found(house))
    (house / "hardware/aside.py").write_text("MORE = 1")
    assert origin(found(house)) == before


def test_a_new_import_is_seen_at_once(house):
    before = found(house)
    (house / "firmware/glowpico/wire.py").write_text("from hardware import aside")
    assert set(found(house)) - set(before) == {house / "hardware/aside.py"}


# -- what generators load when they run is what was found, each file of this list among it

MAKERS = {
    "drawings/pictures.py": ("drawings/pods.py", "model/file.py", "sexp.py"),
    "views/whole.py": ("fittings/parts.py", "solids/marks.py", "product/pod.py", "proofs/palette.py", "tray/wood.py"),
    "solids/workshop.py": ("solids/tray.py", "product/light.py"),
    "tray/__main__.py": ("tray/routes.py", "product/pod.py"),
}
NAMES = HARDWARE / "solids" / "needed.py"  # which files there are, read by origins: not what is in them
LOADED = """import json, sys, {}
from pathlib import Path
files = {{name: getattr(module, "__file__", None) for name, module in [*sys.modules.items()]}}
Path(sys.argv[1]).write_text(json.dumps(files))"""


def loaded(module, tmp_path):
    """The files with content of hardware and firmware that running a module loads; packages' own hold words alone."""
    said = tmp_path / "files.json"  # what a library prints is not among it
    subprocess.run([sys.executable, "-c", LOADED.format(module), said], cwd=HOUSE, check=True)
    files = json.loads(said.read_text())
    aside = {NAMES} | {HOUSE.joinpath(*name.split(".")).with_suffix(".py") for name in NO_CONTENT}
    paths = {Path(path).resolve() for path in files.values() if path} - aside
    ours = {path for path in paths if {HARDWARE, HOUSE / "firmware"} & {*path.parents}}
    return {path for path in ours if path.stem not in ("__init__", "origins")}


@pytest.mark.hardware
@pytest.mark.parametrize("maker", MAKERS)
def test_all_that_a_generator_loads_is_found(maker, tmp_path):
    path = HARDWARE / maker
    seen = loaded(".".join(path.relative_to(HOUSE).with_suffix("").parts), tmp_path)
    assert {path, *(HARDWARE / name for name in MAKERS[maker])} <= seen
    assert seen - set(sources([path])) == set()


@pytest.mark.hardware
def test_all_that_the_proofs_load_is_found(tmp_path):
    modules = ", ".join(f"hardware.proofs.{path.stem}" for path in each_proof() if not path.stem.startswith("__"))
    seen = loaded(modules, tmp_path)
    assert {HARDWARE / "model/file.py", HOUSE / "firmware/glowpico/strip.py"} - seen == set(), "\n".join(map(str, seen))
    assert seen - set(sources(each_proof())) == set()


# -- what tells that a committed file is not fresh


def folder_with(tmp_path, **origins):
    keep(tmp_path, {name: Made(b"solid", was) for name, was in origins.items()})
    return tmp_path


def test_what_was_just_made_is_fresh_and_so_is_what_lay_there(tmp_path):
    folder_with(tmp_path, tile="1")
    folder_with(tmp_path, cup="2")
    assert stale(tmp_path, {"tile": "1", "cup": "2"}) == []


def test_a_file_made_from_something_else_is_stale(tmp_path):
    assert stale(folder_with(tmp_path, tile="1"), {"tile": "2"}) == ["tile was made from something else"]


def test_a_file_changed_by_hand_is_stale(tmp_path):
    (folder_with(tmp_path, tile="1") / "tile").write_bytes(b"filed down")
    assert stale(tmp_path, {"tile": "1"}) == ["tile was changed by hand"]


def test_a_missing_file_and_a_strange_one_are_told(tmp_path):
    assert stale(folder_with(tmp_path, tile="1"), {"cup": "2"}) == ["tile does not belong here", "cup is missing"]


def test_an_origin_changes_with_the_generator_and_with_the_facts(tmp_path):
    source = tmp_path / "tile.py"
    source.write_text("a = 1")
    before = origin([source], 199.7)
    assert before == origin([source], 199.7)
    assert before != origin([source], 199.8)
    source.write_text("a = 2")
    assert before != origin([source], 199.7)


def test_what_is_committed_weighs_twelve_megabytes_at_most():
    files = (path for path in MADE.rglob("*") if path.is_file())
    assert 0 < sum(path.stat().st_size for path in files) <= 12e6
