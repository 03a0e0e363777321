"""The pictures of what seats see: fresh, and their light is the traced one, in its place and in no other."""

import pytest

from hardware.made import stale
from hardware.views.origins import FOLDER, SEATS, TRACED, file_name, origins

FEW = 10_000  # rays


def test_the_committed_pictures_are_fresh():
    assert len(origins()) == len(SEATS) == 6
    assert stale(FOLDER, origins()) == []


def test_pictures_depend_on_the_light_and_on_what_it_is_traced_through(monkeypatch):
    from hardware.views import origins as module

    before = origins()
    for name in TRACED:
        monkeypatch.setattr(module, "TRACED", [each for each in TRACED if each != name])
        assert origins() != before, name


# -- with the extra


@pytest.fixture(scope="module")
def scene():
    from hardware.views import scene

    return scene


@pytest.fixture(scope="module")
def shown():
    """First table, second without cards, with one, with nine."""
    from hardware.views.sheet import scenes

    return scenes(FEW)


def seen(scene, of, seat):
    """LED light and room light of each fine pixel of a small picture, and the cell (x, y) that each is of."""
    import numpy as np

    from hardware.product.cell import PITCH
    from hardware.proofs.light import seated
    from hardware.views.sheet import places

    eye = scene.camera(seated()[seat], of.lit.cell.top)
    window = scene.window(eye, places(of.frame), (200, 140))
    own, room, _ = scene.luminances(of, eye, window)
    ways = scene._ways(eye, window)
    at = eye.eye[:2, None] + ways[:2] * (of.lit.cell.top - eye.eye[2]) / ways[2]
    return own, room, np.floor(at / PITCH + 3).astype(int)


@pytest.mark.hardware
@pytest.mark.slow
def test_lit_cells_shine_and_those_beside_them_do_not(scene, shown):
    own, _, (x, y) = seen(scene, shown[1], 3)
    inside = (x >= 0) & (x < 6) & (y >= 0) & (y < 6)
    lit = inside & scene.CHECKS[x.clip(0, 5), y.clip(0, 5)]
    assert own[lit].mean() > 100
    assert own[inside & ~lit].mean() < 0.05 * own[lit].mean()
    assert own[~inside & (abs(x - 2.5) > 4)].max() == 0


@pytest.mark.hardware
@pytest.mark.slow
def test_a_picture_has_light_for_a_seat_where_the_proof_says_that_it_reads_cells(scene, shown):
    from hardware.product import light as optics

    def legible(of, seat):
        own, room, _ = seen(scene, of, seat)
        return int(((own >= room) & (own >= optics.LEGIBLE_CD)).sum())

    before, *after = [[legible(of, seat) for seat in range(6)] for of in shown]
    assert max(before[:2]) < min(before[2:]) / 2
    assert max(before[:2]) < min(map(min, after)) / 8


@pytest.mark.hardware
def test_every_seat_is_named_within_its_picture_and_the_seat_itself_at_the_bottom(scene):
    from hardware.proofs.light import seated
    from hardware.views.sheet import PANEL, SECOND, places

    for seat, eye in enumerate(seated()):
        seen_from = scene.camera(eye, SECOND.top)
        names = places(SECOND)
        at = scene.window(seen_from, names, PANEL).pixel(seen_from.flat(names))
        assert (at > 10).all()
        assert (at < [[PANEL[0] - 10], [PANEL[1] - 10]]).all()
        assert at[1, seat] > PANEL[1] * 0.7
        assert at[1].argsort()[-2:].tolist().count(seat) == 1


@pytest.mark.hardware
@pytest.mark.slow
def test_drawn_again_a_picture_is_the_same_bytes():
    from hardware.views.sheet import png, scenes, sheets

    assert png(next(sheets(scenes()))) == (FOLDER / file_name(1)).read_bytes()
