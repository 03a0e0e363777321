"""A fault at each line of a tick in turn, in a real MicroPython: a reset, and then a greeting that says where."""

from pathlib import Path

import pytest

from tests.firmware.test_start import TICKING
from tests.micropython import faulty
from tests.micropython.interpreter import FIRMWARE

pytestmark = pytest.mark.micropython
DAYS = [str(Path(__file__).parent / "scripts" / name) for name in ("loop_day.py", "cells_day.py")]


@pytest.fixture
def lives(unix_port, tmp_path):
    """The places of faults, and what two days of a table tell, with a fault at each place they reach."""
    (tmp_path / "glowpico").mkdir()
    for path in FIRMWARE.glob("glowpico/*.py"):
        (tmp_path / "glowpico" / path.name).write_bytes(path.read_bytes())
    places = faulty.laid([FIRMWARE / f"glowpico/{name}.py" for name in TICKING], tmp_path / "glowpico")
    paced = unix_port.paced()
    name, folders = paced.path
    port = paced._replace(path=(name, f"{tmp_path}:{folders}"))
    return places, port.run("-c", f"import lives; lives.run({DAYS})").splitlines()


@pytest.mark.slow
def test_a_fault_at_each_line_of_a_tick_is_a_reset_and_told(lives, record_property):
    places, told = lives
    assert len(told) > 500
    for line in told:
        number, *became = line.split(" ")
        module, at = places[int(number)]
        assert became == ["1", f"crash.{module}.{at}-zerodivisionerror", "True"]
    record_property("faults at a line of a tick, in MicroPython", f"{len(told)}, each told")
