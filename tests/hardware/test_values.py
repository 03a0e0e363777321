"""The values of parts do what they are there for; and what must not be joined is not."""

import pytest

from hardware.model.board import Board
from hardware.model.boards import BANK, HUB2
from hardware.model.kinds import READERS_3V3
from hardware.proofs import built

HIGH_V, BASE_V = 3.3, 0.8  # of a Pico's pin; of a transistor that conducts
BUZZER_A = 5 / 40  # of the smallest buzzer the bill allows, at its peak
GAIN = 30  # at which a 3904 surely still switches. Source: MMBT3904 datasheet, hFE at 100 mA


def value(board: Board, ref: str) -> float:
    """In ohms or farads."""
    return built.size(board.by_ref[ref].value)


def between(board: Board, one: str, other: str) -> list[str]:
    """The parts that join two nets."""
    return [part.ref for part in board.parts if {one, other} <= set(part.nets.values())]


def test_the_pico_measures_half_of_the_supply():
    upper = [ref for ref in between(HUB2, "+5V", "V5_SENSE") if ref[0] == "R"]
    lower = [ref for ref in between(HUB2, "V5_SENSE", "GND") if ref[0] == "R"]
    assert value(HUB2, *upper) == value(HUB2, *lower) <= 10_000  # more would be too weak for the Pico's converter


@pytest.mark.parametrize(("driver", "data"), [("CELLS_OUT", "CELLS0"), ("SEATS_OUT", "DIN1")])
def test_led_data_has_a_resistor_that_damps_and_does_not_slow(driver, data):
    (ref,) = [ref for ref in between(HUB2, driver, data) if ref[0] == "R"]
    assert 100 <= value(HUB2, ref) <= 500


def test_the_pico_switches_the_transistor_of_the_buzzer_and_is_not_overloaded():
    (ref,) = between(HUB2, "BUZZ", "BUZZ_BASE")
    base = (HIGH_V - BASE_V) / value(HUB2, ref)
    assert BUZZER_A / GAIN < base < 0.012


def test_capacitors_of_the_bank_hold_up_what_they_stand_at():
    chips = [part for part in BANK.parts if part.kind.shape == "capacitor"]
    assert {part.value for part in chips if READERS_3V3 in part.nets.values()} == {"100 nF"}
    assert {part.value for part in chips if part.ref in ("C5", "C6", "C7", "C8")} == {"100 pF"}
    (bulk,) = [part.ref for part in BANK.parts if part.kind.shape == "bulk"]
    assert value(BANK, bulk) >= 47e-6


def test_usb_never_feeds_the_supply():
    """The 5 V of USB goes nowhere, and from the supply to the Pico leads one diode only."""
    assert HUB2.by_ref["U1"].net("VBUS") is None
    (ref,) = between(HUB2, "+5V", "VSYS")
    diode = HUB2.by_ref[ref]
    assert (diode.kind.shape, diode.net("A"), diode.net("K")) == ("schottky", "+5V", "VSYS")
    assert between(HUB2, "VIN", "VSYS") == between(HUB2, "+5V", "+3V3") == []
