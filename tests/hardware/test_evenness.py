"""What was tried for an even plate: shades make it even, and one that is missing shows."""

from dataclasses import replace

import pytest

pytestmark = [pytest.mark.hardware, pytest.mark.slow]

RAYS = 20_000


@pytest.fixture(scope="module")
def evenness():
    from hardware.proofs import evenness

    return evenness


def figures(evenness, about):
    return evenness.figures(replace(evenness.as_measured(), **evenness.TRIED[about]), RAYS)


def test_without_shades_four_bright_places_show(evenness):
    shaded, bare = (figures(evenness, about) for about in ("as built", "no shades"))
    assert shaded[0] > 1.5 * bare[0]
    assert shaded[3] < 0.7 * bare[3]


def test_a_shade_missing_over_an_led_leaves_a_bright_place(evenness, monkeypatch):
    from hardware.proofs import light

    whole = figures(evenness, "as built")
    light.of.cache_clear()
    shades = light._shades
    monkeypatch.setattr(light, "_shades", lambda make: [box for n, box in enumerate(shades(make)) if n % 4])
    spoilt = figures(evenness, "as built")
    light.of.cache_clear()
    assert spoilt[3] > 1.15 * whole[3]
