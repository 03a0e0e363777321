"""The colours that games light: those of the firmware keep their goals, and each mistake in one misses its own."""

import numpy as np
import pytest
from glowpico.strip import PALETTE
from glowpico.wire import COLOURS

from hardware.proofs import palette, vision
from tests.support.campaign import third

pytestmark = [pytest.mark.hardware, pytest.mark.slow]

RAYS = 30_000


def missed(**changed):
    claims = palette.claims({**palette.SHINING, **changed}, RAYS)
    return [claim.about for claim in claims if not claim.is_kept]


def test_the_firmwares_colours_are_bright_even_and_told_apart_by_all_eyes():
    assert missed() == []


def test_the_proof_is_about_every_colour_that_the_firmware_can_light():
    assert dict(zip(COLOURS, PALETTE, strict=True)) == {"-": (0, 0, 0), **palette.SHINING}


MISTAKES = {
    "dark": ({"b": (0, 40, 178)}, "darkest colour (blue), rim around one card, lit over dark"),
    "dark-for-an-eye": (
        {"b": (0, 40, 178)}, "darkest colour (blue), lit over dark on 60 mm2 for the worst eye, stacks of 1"),
    "as-before": ({"b": (0, 114, 178)}, "darkest colour (blue), rim around one card, lit over dark"),
    "too-much-current": ({"w": (255, 255, 255)}, "most current of a lit cell, above what it draws dark"),
    "uneven": ({"g": (80, 255, 80), "p": (200, 40, 120)}, "darkest over brightest colour"),
    "alike": ({"o": (255, 100, 30)}, "nearest two colours, all eyes, CIE 1976"),
    "alike-deutan": ({"g": (120, 190, 0)}, "nearest two colours, deutan eyes, CIE 1976"),
    "alike-protan": ({"s": (40, 165, 255)}, "nearest two colours, protan eyes, CIE 1976"),
}  # fmt: skip


@pytest.mark.parametrize("name", third(MISTAKES))
def test_a_colour_that_is_wrong_misses_its_goal(name):
    changed, goal = MISTAKES[name]
    assert goal in missed(**changed)


def test_the_numbers_that_screens_get_would_miss_brightness_evenness_and_distance():
    lost = missed(**palette.BEFORE)
    assert len([about for about in lost if "lit over dark" in about]) >= 2
    assert {"darkest over brightest colour", "nearest two colours, deutan eyes, CIE 1976"} <= set(lost)


def test_with_all_cells_lit_a_supply_of_3_a_dims_and_one_of_4_a_does_not():
    three, four = (sum(palette.all_lit_ma("y", supply.leds_ma)) for supply in palette.SUPPLIES[:2])
    alone = palette.channels_ma(palette.SHINING)[list(palette.SHINING).index("y")].sum()
    assert three < 0.8 * alone
    assert four == pytest.approx(alone)


def test_eyes_that_lack_a_cone_see_greys_as_all_others_do_and_red_beside_green_less():
    grey = np.array([vision.of_chromaticity(0.3127, 0.3290)]) * 50
    for eye in vision.LACKING:
        assert vision.lab(grey @ vision.EYES[eye].T, grey[0]) == pytest.approx(np.array([[100, 0, 0]]), abs=1.5)
    lights = np.array([vision.TO_XYZ @ (1, 0.1, 0), vision.TO_XYZ @ (0.1, 0.6, 0)]) * 50
    found = {eye: vision.distances(lights, grey[0], eye)[0, 1] for eye in vision.EYES}
    assert max(found[eye] for eye in vision.LACKING) < 0.6 * found["all"]
