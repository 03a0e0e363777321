"""The router on boards of a few pads: ground inside, and what a search may do."""

import numpy as np
import pytest
from glowtable.messages import UserError

from hardware.layout.maze import Maze
from hardware.layout.route import STEP, Grid, Land
from hardware.layout.search import Search
from hardware.layout.shapes import FRONT, Pad
from hardware.layout.stack import stacked

ROW = 10  # of all pads
FLAT = [Pad("1", column * STEP, ROW * STEP, 1.0, 0, 1.0, FRONT) for column in (8, 24)]


def ground(*pads):
    return stacked((20.32, 12.7), [Land("GND", pad) for pad in pads], {"GND": 0.3}, (), "GND", ())["GND"]


def test_each_flat_pad_of_an_inner_plane_goes_to_a_via_of_its_own_and_not_to_the_others():
    steps, vias = ground(*FLAT)
    assert vias == [(10, ROW), (26, ROW)]
    assert [(a[1], b[1]) for a, b in steps] == [(8, 9), (9, 10), (24, 25), (25, 26)]


def test_a_hole_of_the_plane_is_joined_already_and_a_flat_pad_joins_one_beside_it():
    hole = Pad("2", 10 * STEP, ROW * STEP, 0.8, 0.4)
    assert ground(hole) == ([], [])
    steps, vias = ground(FLAT[0], hole)
    assert ([(a[1], b[1]) for a, b in steps], vias) == ([(8, 9), (9, 10)], [])


# -- a search on three layers, each open in some columns of one row

MIDDLE = 2
OPEN = (range(1, 5), range(4, 6), range(6, 9))  # so that a way changes the layer in column 4 and in column 5


def search(columns_open, **more):
    grid = Grid((9 * STEP, 4 * STEP), (), (), len(columns_open))
    prices = np.zeros(grid.layers * grid.size, np.int64)
    for layer, columns in enumerate(columns_open):
        prices[[layer * grid.size + MIDDLE * grid.columns + column for column in columns]] = 1
    costs = [(10, 10)] * grid.layers
    return grid, Search(grid, costs, 40, prices.data, np.minimum(prices + 1, 1).data, (14, 14), **more)


def test_a_spaced_net_has_no_via_one_step_from_another():
    grid, free = search(OPEN)
    start, end = MIDDLE * grid.columns + 2, 2 * grid.size + MIDDLE * grid.columns + 7
    assert len(free.to_pad({start}, (end,))) == 7
    _, spaced = search(OPEN, is_spaced=True)
    assert spaced.to_pad({start}, (end,)) is None
    _, wider = search((OPEN[0], range(4, 7), OPEN[2]), is_spaced=True)
    assert len(wider.to_pad({start}, (end,))) == 7


def test_a_search_that_was_closed_around_a_place_has_no_via_there():
    grid, closed = search(OPEN)
    start, end = MIDDLE * grid.columns + 2, 2 * grid.size + MIDDLE * grid.columns + 7
    for _ in range(2):
        assert closed.to_pad({start}, (end,))  # one search leaves nothing behind for the next
    closed.close(grid.through(MIDDLE * grid.columns + 5))
    assert closed.to_pad({start}, (end,)) is None


# -- nets that cross


def pad(column, row):
    return Pad("1", column * STEP, row * STEP, 1.0, 0, 1.0, FRONT)


CROSSING = [Land("A", pad(4, 10)), Land("A", pad(28, 10)), Land("B", pad(16, 4)), Land("B", pad(16, 16))]
SIZE, WIDTHS = (20.32, 12.7), {"A": 0.3, "B": 0.3}


def layers(tracks):
    return {a[0] for a, _ in tracks.steps}


@pytest.mark.parametrize(("fast", "wide", "under"), [("AB", 0.3, 2), ("A", 1.2, 1)], ids=["fast", "wide"])
def test_who_crosses_goes_beside_the_plane_if_fast_and_on_the_thick_copper_of_the_back_if_wide(fast, wide, under):
    tracks = stacked(SIZE, CROSSING, {"A": 0.3, "B": wide}, (), "GND", fast)
    assert layers(tracks["A"]) == {0} and not tracks["A"].vias
    assert layers(tracks["B"]) == {0, under} and len(tracks["B"].vias) == 2
    assert stacked(SIZE, CROSSING, {"A": 0.3, "B": wide}, (), "GND", fast) == tracks


def test_nets_settle_in_their_last_round_or_are_named():
    last = routed_in(9).settle()
    assert routed_in(last).settle() == last > 0
    with pytest.raises(UserError) as error:
        routed_in(last - 1).settle()
    assert dict(error.value.message.fill)["names"] == "A, B"


def routed_in(rounds):
    maze = Maze(SIZE, CROSSING, WIDTHS, ())
    maze.rounds = rounds
    return maze
