"""What was tried against bright spots: spots of white even the plate, and take light from the rim."""

import pytest

pytestmark = [pytest.mark.hardware, pytest.mark.slow]

RAYS = 20_000


@pytest.fixture(scope="module")
def evenness():
    from hardware.proofs import evenness

    return evenness


def test_white_spots_make_the_plate_more_even_and_its_rim_darker(evenness):
    bare, _, rim, brightest = evenness.figures(evenness.TRIED[0], RAYS)
    spotted = evenness.figures(evenness.TRIED[3], RAYS)
    assert spotted[0] > 1.3 * bare
    assert spotted[2] < rim - 0.5
    assert spotted[3] < 0.7 * brightest


def test_a_spot_missing_over_an_led_leaves_a_bright_place(evenness, monkeypatch):
    every = evenness.figures(evenness.TRIED[3], RAYS)
    monkeypatch.setattr(evenness, "turned", lambda spot: evenness.c.turned(spot)[:3])
    assert evenness.figures(evenness.TRIED[3], RAYS)[3] > 1.1 * every[3]


def test_as_built_is_the_cell_that_the_other_proofs_trace(evenness):
    from hardware.proofs import light

    assert evenness.cell_with(evenness.TRIED[0], 1).lattice.boxes == light.cell_of(light.as_measured()).lattice.boxes
