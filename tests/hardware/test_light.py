"""The table's light: all seats read all cells; each way to spoil it misses a goal; the rays lose no flux. And the
colours that games light: those of the firmware keep their goals, and each mistake in one misses its own."""

from contextlib import suppress

import numpy as np
import pytest
from glowpico.strip import PALETTE
from glowpico.wire import COLOURS

from hardware.product import light as optics
from hardware.product.light import Finish
from tests.hardware.mutations import refusal, unkept
from tests.support.campaign import third

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    from hardware.proofs import light, palette, vision
    from hardware.proofs.rays import Box, Lattice

pytestmark = [pytest.mark.hardware, pytest.mark.slow]

ENOUGH, FEW = 30_000, 6_000  # rays: to keep a goal, and to miss one
BLACK = Finish(0.06)


def missed(rays=FEW, eyes=None, **spoiled):
    return unkept(light.claims(light.Make(**spoiled), rays, eyes))


# -- rays


def lattice_of(boxes, *where):
    return Lattice([Box(*box) for box in boxes], *where)


def closed(reflects):
    """A room of 61 x 61 x 40 mm, open nowhere."""
    whole, wall = (-29.9, 31.1), (30, 31)
    sides = [(whole, whole, (-1, 0)), (whole, whole, (40, 41)), (wall, whole, (0, 40)), (whole, wall, (0, 40))]
    return light.Cell(lattice_of([(*side, reflects) for side in sides], 61, -29.9), 40, [(0, 0)], 1.7)


@pytest.mark.parametrize("reflects", [0.3, 0.6, 0.8])
def test_from_the_walls_of_a_closed_room_comes_the_flux_that_the_series_says(reflects):
    room = closed(reflects)
    left = room.lattice.left(light.lamps(room, ENOUGH, 1.0), seed=1)
    assert left.sum() == pytest.approx(reflects / (1 - reflects), rel=2e-3)


def test_an_open_plane_sends_back_its_part_and_no_more():
    plane = light.Cell(lattice_of([((0, 10), (0, 10), (-1, 0), 0.5)], 10, 0), 0, [(5, 5)], 0)
    left = plane.lattice.left(light.daylight(plane, ENOUGH), seed=1)
    assert left.sum() == pytest.approx(0.5 * optics.ROOM_LX * 1e-4, rel=1e-3)


def test_a_plate_hung_over_nothing_lets_through_its_part_but_for_its_edges():
    plate = lattice_of([((0, 10), (0, 10), (0, 0.01), 0.5, 0.4)], 10, 0)
    left = plate.left(light.daylight(light.Cell(plate, 0.01, [], 0), ENOUGH), seed=1).sum(axis=0)
    upper, lower = (left[plate.face(0, 2, up)[0]].sum() / (optics.ROOM_LX * 1e-4) for up in (True, False))
    assert upper == pytest.approx(0.5, abs=0.01)
    assert lower == pytest.approx(0.4, abs=0.01)


def test_the_same_seed_gives_the_same_figures():
    one, two = (light.lit(light.cell_of(light.Make()), FEW) for _ in range(2))
    assert (one.own == two.own).all()
    assert (one.room == two.room).all()


def test_no_cell_has_a_body_beyond_its_own_square():
    lattice = light.cell_of(light.Make()).lattice
    assert (lattice.sides[:, :2] >= lattice.start - 1e-9).all()
    assert (lattice.sides[:, :2] <= lattice.start + lattice.pitch + 1e-9).all()


# -- the cell


def test_six_eyes_read_all_cells_at_each_height_of_the_stacks():
    assert missed(2 * ENOUGH) == []  # with fewer rays, chance makes the rim look less even


RIM, EVEN, BARE = "rim around one card, lit over dark", "rim around one card, U0", "plate without a card, U0"
MISTAKES = {
    "black-even": ({"walls": BLACK, "panel": BLACK, "shade": ()}, BARE),
    "walls-end-low": ({"walls_to": 6.0}, "leak to a neighbour, stacks of 1"),
    "solid-white": ({"plate": Finish(0.72, 0.18)}, RIM),
    "thick-plate": ({"thick": 5.0}, RIM),
    "leds-at-corners": ({"led": (24.0, 24.0)}, EVEN),
    "no-shades": ({"shade": ()}, BARE),
    "thick-shades": ({"shade": ((14.0, 4.0),)}, BARE),
    "leds-off-shades": ({"led": (20.0, 20.0)}, BARE),
}


@pytest.mark.parametrize("name", third(MISTAKES))
def test_a_cell_spoiled_misses_its_goal(name):
    spoiled, goal = MISTAKES[name]
    assert goal in missed(**spoiled)


def test_a_plate_as_thick_as_light_passes_keeps_its_goals():
    assert missed(2 * ENOUGH, thick=optics.THICKEST) == []
    assert RIM in missed(thick=optics.THICKEST + 0.8)


def test_what_is_measured_of_plate_and_walls_reaches_the_proof(monkeypatch, tmp_path):
    file = tmp_path / "measured.toml"
    monkeypatch.setattr("hardware.proofs.measured.FILE", file)
    file.write_text("[light]\nplate_reflects = 0.72\nplate_passes = 0.18\nwalls_pass = 0.1\n", "utf-8")
    assert light.as_measured() == light.Make(plate=Finish(0.72, 0.18), walls=Finish(optics.WALLS.reflects, 0.1))
    assert RIM in set(unkept(light.claims(rays=FEW)))
    file.write_text("[light]\nplate_reflects = 0.72\nplate_passes = 0.5\n", "utf-8")
    assert refusal(light.as_measured) == (
        "measured.toml: a plate that sends back 0.72 of the light and lets 0.5 through cannot be: measure both again"
    )


def test_a_seat_whose_eye_is_hidden_behind_the_stacks_is_noticed():
    low = light.Eye(0, -optics.EYE_BESIDE, 40)
    assert "cells that the worst of 1 eyes reads, stacks of 9" in missed(eyes=[low])


def test_a_thinner_plate_sends_back_less_and_lets_through_more():
    assert light.as_thick(1.6) == pytest.approx(optics.PLATE)
    assert light.as_thick(2.5) == pytest.approx((0.55, 0.38), abs=1e-3)
    thin, thick = light.as_thick(1), light.as_thick(5)
    assert thin.reflects < optics.PLATE.reflects < thick.reflects
    assert thin.passes > optics.PLATE.passes > thick.passes


# -- colours


RAYS = 30_000


def lost_of(**changed):
    return unkept(palette.claims({**palette.SHINING, **changed}, RAYS))


def test_the_firmwares_colours_are_bright_even_and_told_apart_by_all_eyes():
    assert lost_of() == []


def test_the_proof_is_about_every_colour_that_the_firmware_can_light():
    assert dict(zip(COLOURS, PALETTE, strict=True)) == {"-": (0, 0, 0), **palette.SHINING}


COLOUR_MISTAKES = {
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


@pytest.mark.parametrize("name", third(COLOUR_MISTAKES))
def test_a_colour_that_is_wrong_misses_its_goal(name):
    changed, goal = COLOUR_MISTAKES[name]
    assert goal in lost_of(**changed)


def test_the_numbers_that_screens_get_would_miss_brightness_evenness_and_distance():
    lost = lost_of(**palette.BEFORE)
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
