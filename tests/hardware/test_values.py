"""The values of parts do what they are there for; and what must not be joined is not."""

import pytest

from hardware.layout.layouts import LAYOUTS
from hardware.layout.plan import U
from hardware.model import matrix
from hardware.model.bank import BANK
from hardware.model.board import Board
from hardware.model.hub import HUB
from hardware.model.kinds import READERS_3V3
from hardware.model.row import ROW
from hardware.proofs import built
from hardware.solids import sizes

HIGH_V, BASE_V = 3.3, 0.8  # of a Pico's pin; of a transistor that conducts
BUZZER_A = 5 / 40  # of the smallest buzzer the bill allows, at its peak
GAIN = 30  # at which a 2N3904 surely still switches. Source: 2N3904 datasheet, hFE at 100 mA


def value(board: Board, ref: str) -> float:
    """In ohms or farads."""
    return built.size(board.by_ref[ref].value)


def between(board: Board, one: str, other: str) -> list[str]:
    """The parts that join two nets."""
    return [part.ref for part in board.parts if {one, other} <= set(part.nets.values())]


def test_values_are_read_as_people_write_them():
    made = [
        part._replace(value=text) for part, text in zip(HUB.parts[6:10], ("4.7k", "10k", "330", "100 nF"), strict=True)
    ]
    board = Board("made", "Made", tuple(made))
    assert [value(board, part.ref) for part in made] == pytest.approx([4700, 10_000, 330, 1e-7])


@pytest.mark.parametrize("column", range(6))
def test_a_column_has_the_pull_up_that_the_levels_were_computed_for(column):
    (pull,) = [ref for ref in between(HUB, f"COL{column}", "+3V3") if ref.startswith("R")]
    assert value(HUB, pull) == matrix.PULL_OHM


def test_the_diodes_of_the_cells_are_those_that_the_levels_were_computed_for():
    assert {part.value for part in ROW.parts if part.ref.startswith("D")} == {matrix.FITTED}


def test_the_pico_measures_half_of_the_supply():
    upper, lower = between(HUB, "+5V", "V5_SENSE"), [ref for ref in between(HUB, "V5_SENSE", "GND") if ref[0] == "R"]
    assert value(HUB, *upper) == value(HUB, *lower) <= 10_000  # more would be too weak for the Pico's converter


@pytest.mark.parametrize(("driver", "data"), [("CELLS_OUT", "CELLS_DATA"), ("SEATS_OUT", "SEATS_DATA")])
def test_led_data_has_a_resistor_that_damps_and_does_not_slow(driver, data):
    (ref,) = between(HUB, driver, data)
    assert 100 <= value(HUB, ref) <= 500


def test_the_pico_switches_the_transistor_of_the_buzzer_and_is_not_overloaded():
    (ref,) = between(HUB, "BUZZ", "BUZZ_BASE")
    base = (HIGH_V - BASE_V) / value(HUB, ref)
    assert BUZZER_A / GAIN < base < 0.012


def test_capacitors_hold_up_what_they_stand_at():
    chips = [part for board in (HUB, BANK) for part in board.parts if part.kind.shape == "capacitor"]
    assert {part.value for part in chips if READERS_3V3 in part.nets.values()} == {"100 nF"}
    assert {part.value for part in chips if part.ref in ("C5", "C6", "C7", "C8") and part in BANK.parts} == {"100 pF"}
    stores = {(board.name, part.net("+")): value(board, part.ref) for board in (HUB, BANK) for part in bulks(board)}
    assert stores["hub", "+3V3R"] >= 10e-6  # Source: LD1086 datasheet, "Output capacitor": it swings with less
    assert stores["hub", "+5V"] >= 100e-6 and stores["bank", "+3V3R"] >= 47e-6


def bulks(board):
    return [part for part in board.parts if part.kind.shape == "bulk"]


def test_usb_never_feeds_the_supply():
    """The 5 V of USB goes nowhere, and from the supply to the Pico leads one diode only."""
    assert HUB.by_ref["U1"].net("VBUS") is None
    (ref,) = between(HUB, "+5V", "VSYS")
    diode = HUB.by_ref[ref]
    assert (diode.kind.shape, diode.net("A"), diode.net("K")) == ("schottky", "+5V", "VSYS")
    assert between(HUB, "VIN", "VSYS") == between(HUB, "+5V", "+3V3") == between(HUB, "+5V", "+3V3R") == []


def test_keys_of_a_row_board_are_under_the_cells_of_the_tiles():
    xs = [LAYOUTS["row"].parts[f"SW{n}"].x * U for n in range(1, 7)]
    cells = [xs[0] + n * sizes.PITCH for n in range(6)]
    assert xs == pytest.approx(cells, abs=0.1)
    assert len({LAYOUTS["row"].parts[f"SW{n}"].y for n in range(1, 7)}) == 1
