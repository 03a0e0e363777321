"""main.py on a table of NFC cells, in a real MicroPython: 36 chips in six banks beside the card readers'.

The chips are a model behind rig/machine.py's SPI, which fails if two of them have a field at a time.
"""

import pytest
from glowpico.wire import CELLS, READERS

from tests.micropython import test_over_pipes
from tests.micropython.test_card_readers import put
from tests.micropython.test_over_pipes import Table

pytestmark = pytest.mark.micropython
start = test_over_pipes.start
ANN, BEN, EVE = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "0badcafe"
ALL = "fffffffff"


class NfcTable:
    """The chips of a table and what lies on them, in the file that rig/machine.py reads."""

    def __init__(self, folder):
        self.folder = folder
        self.chips = dict.fromkeys([0, *range(READERS, READERS + CELLS)], ("92", ()))
        self.write()

    def put(self, chip, *uids, version="92"):
        self.chips[chip] = (version, uids)
        self.write()

    def write(self):
        put(self.folder, *[f"{chip}:{version}:{'+'.join(uids)}" for chip, (version, uids) in self.chips.items()])


@pytest.fixture
def workbench(tmp_path):
    (tmp_path / "settings.json").write_text('{"cell_kind": "nfc"}')
    return NfcTable(tmp_path)


def test_hello_says_that_its_cells_read_tags(start, workbench):
    *_, cells, readers, _, _, _, trouble = start().greet()
    assert (cells, readers, trouble) == ("nfc", "01", "-")


def test_cells_without_a_chip_are_named_and_one_with_a_copy_of_it_is_not(start, workbench):
    del workbench.chips[READERS + 7]
    workbench.put(READERS + 8, version="77")
    assert start().greet()[-1].split(",") == ["cell.7"]


def test_a_bus_with_nothing_on_it_is_trouble(start, workbench):
    workbench.chips.clear()
    workbench.write()
    assert start().greet()[-1].startswith("miso-low")


# In the middle of each question about a cell another cell is asked
HASTY = """
import gc
from glowpico.cells import Cells
from glowpico.banks import Banks

step = Cells.step

def hasty_step(cells):
    is_over = step(cells)
    if not is_over:
        cells.seek(cells.uid, cells.left[1:] + cells.left[:1])
    return is_over

Cells.step = hasty_step
gc.collect()  # what loading left, as start.py does: the heap is as small as a Pico's
"""
CARELESS = HASTY + "Banks.give_up = lambda self: None\n"


def hasty_table(unix_port, folder, script):
    process = unix_port.paced().start("-c", script + "import main", folder=folder)
    table = Table(process, folder)
    table.greet()
    table.say("seek", ANN, ALL)
    return table


def test_a_table_that_keeps_changing_its_mind_opens_one_field_at_a_time(unix_port, workbench):
    table = hasty_table(unix_port, workbench.folder, HASTY)
    for _ in range(20):
        table.end_tick()
    table.process.kill()
    assert table.process.communicate()[1] == b""


@pytest.mark.slow
def test_control_a_table_that_gives_up_no_question_opens_two_fields(unix_port, workbench):
    roomy = unix_port._replace(command=(*unix_port.command, "-X", "heapsize=4m"))  # or it ends by that on a busy day
    table = hasty_table(roomy, workbench.folder, CARELESS)
    assert b"two fields" in b"".join(table.process.communicate())
