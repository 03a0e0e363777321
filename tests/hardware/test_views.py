"""The pictures of what seats see: fresh, and their light is the traced one, in its place and in no other."""

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from glowtable.messages import UserError

from hardware.made import stale
from hardware.product import light as optics
from hardware.product.cell import PITCH
from hardware.product.light import Finish
from hardware.proofs.light import seated
from hardware.views import origins as module
from hardware.views.origins import FOLDER, SEATS, file_name, origins, table_name

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    from hardware.views import scene, whole
    from hardware.views.sheet import PANEL, SECOND, places, png, scenes, sheets

FEW = 10_000  # rays


def test_the_committed_pictures_are_fresh():
    assert len(origins()) == 2 * len(SEATS) == 12
    assert stale(FOLDER, origins()) == [], "run: make renew R=hardware"


def test_pictures_depend_on_what_a_maker_measured(monkeypatch, tmp_path):
    before = origins()
    (tmp_path / "measured.toml").write_text("[plate]\nreflects = 0.5\n")
    monkeypatch.setattr(module, "MEASURED", tmp_path / "measured.toml")
    assert origins() != before


# -- with the extra


@pytest.fixture(scope="module")
def shown():
    """First table, second without cards, with one, with nine."""
    return scenes(FEW)


def seen(of, seat):
    """LED light and room light of each fine pixel of a small picture, and the cell (x, y) that each is of."""
    eye = scene.camera(seated()[seat], of.lit.cell.top)
    window = scene.window(eye, places(of.frame), (200, 140))
    own, room, _ = scene.luminances(of, eye, window)
    way = scene.ways(eye, window)
    at = eye.eye[:2, None] + way[:2] * (of.lit.cell.top - eye.eye[2]) / way[2]
    return own, room, np.floor(at / PITCH + 3).astype(int)


@pytest.mark.hardware
@pytest.mark.slow
def test_lit_cells_shine_and_those_beside_them_do_not(shown):
    own, _, (x, y) = seen(shown[1], 3)
    inside = (x >= 0) & (x < 6) & (y >= 0) & (y < 6)
    lit = inside & scene.CHECKS[x.clip(0, 5), y.clip(0, 5)]
    assert own[lit].mean() > 80
    assert own[inside & ~lit].mean() < 0.05 * own[lit].mean()
    assert own[~inside & (abs(x - 2.5) > 4)].max() == 0


@pytest.mark.hardware
@pytest.mark.slow
def test_a_picture_has_light_for_a_seat_where_the_proof_says_that_it_reads_cells(shown):
    def legible(of, seat):
        own, room, _ = seen(of, seat)
        return int(((own >= room) & (own >= optics.LEGIBLE_CD)).sum())

    before, *after = [[legible(of, seat) for seat in range(6)] for of in shown]
    assert max(before[:2]) < min(before[2:]) / 2
    assert max(before[:2]) < min(map(min, after)) / 8


@pytest.mark.hardware
def test_every_seat_is_named_within_its_picture_and_the_seat_itself_at_the_bottom():
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
    assert png(next(sheets(scenes()))) == (FOLDER / file_name(1)).read_bytes()


# -- the whole table


@pytest.fixture(scope="module")
def table():
    return whole.table(FEW)


def light_of(table, seat=0, size=(140, 90)):
    """The light of each cell's pixels in a small picture: {cell: (n, 3)}, and that of all else."""
    eye = whole.eyes()[seat]
    seen_from = whole.camera(eye, table.kinds[0].cell.top)
    part = whole.window(seen_from, np.concatenate(whole.places(), axis=1), size, 1.05)
    light = whole.luminances(table, seen_from, part).reshape(-1, 3)
    way = whole.ways(seen_from, part)
    at = seen_from.eye[:2, None] + way[:2] * (table.kinds[0].cell.top - seen_from.eye[2]) / way[2]
    column, row = np.floor(at / (400 / 6) + 3).astype(int)
    inside = (column >= 0) & (column < 6) & (row >= 0) & (row < 6)
    number = np.where(inside, 6 * (5 - row) + column, -1)
    return {cell: light[number == cell] for cell in range(36)}, light[(abs(at) > 230).any(axis=0)]


@pytest.mark.hardware
@pytest.mark.slow
def test_of_the_whole_table_every_seat_reads_every_lit_cell(table):
    assert [table.read(eye) for eye in whole.eyes()] == 6 * [(28, 28)]


@pytest.mark.hardware
@pytest.mark.slow
def test_light_that_was_not_traced_is_not_drawn(table):
    from hardware.views.position import lit

    dark = whole.Table({n: kind._replace(own=0 * kind.own) for n, kind in table.kinds.items()}, table.levels)
    (shining, beside), (unlit, beside_unlit) = light_of(table), light_of(dark)
    assert (beside == beside_unlit).all()
    for cell in range(36):
        gain = shining[cell].mean() - unlit[cell].mean()
        assert gain > 6 if cell in lit() else gain < 4, cell


@pytest.mark.hardware
@pytest.mark.slow
def test_in_black_cells_a_seat_would_read_fewer(table):
    from hardware.proofs import light

    black = Finish(0.06)
    make = light.Make(panel=black, walls=black, plate=Finish(0.80, 0.05))
    kinds = {stack: light.of(replace(make, stack=stack), FEW) for stack in table.kinds}
    assert whole.Table(kinds, table.levels).read(whole.eyes()[0])[0] < 28


@pytest.mark.hardware
def test_an_eye_below_the_tables_edge_is_refused(table):
    with pytest.raises(UserError, match="seat 2's eye is below the table's edge and sees no cell"):
        whole.picture(table, whole.eyes()[1]._replace(above=-5.0), 1)


@pytest.mark.hardware
def test_all_pods_are_named_within_each_picture():
    for eye in whole.eyes():
        seen_from = whole.camera(eye, 12.5)
        names, corners = whole.places()
        part = whole.window(seen_from, np.concatenate([names, corners], axis=1), whole.PICTURE, 1.05)
        at = part.pixel(seen_from.flat(names))
        assert len(at.T) == 7
        assert (at > 15).all()
        assert (at < [[whole.PICTURE[0] - 15], [whole.PICTURE[1] - 15]]).all()


@pytest.mark.hardware
@pytest.mark.slow
def test_the_whole_table_drawn_again_is_the_same_bytes():
    assert png(next(whole.pictures(whole.table()))) == (FOLDER / table_name(1)).read_bytes()
