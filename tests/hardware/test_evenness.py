"""What was tried for an even plate: shades make it even, and one that is missing shows."""

from dataclasses import replace

import pytest

from hardware.proofs import evenness, light

pytestmark = [pytest.mark.hardware, pytest.mark.slow]

RAYS = 20_000


def figures(about):
    return evenness.figures(replace(evenness.as_measured(), **evenness.TRIED[about]), RAYS)


def test_without_shades_four_bright_places_show():
    shaded, bare = (figures(about) for about in ("as built", "no shades"))
    assert shaded[0] > 1.5 * bare[0]
    assert shaded[3] < 0.7 * bare[3]


def test_a_shade_missing_over_an_led_leaves_a_bright_place(monkeypatch):
    whole = figures("as built")
    light.of.cache_clear()
    shades = light._shades
    monkeypatch.setattr(light, "_shades", lambda make: [box for n, box in enumerate(shades(make)) if n % 4])
    spoilt = figures("as built")
    light.of.cache_clear()
    assert spoilt[3] > 1.15 * whole[3]
