"""Pin 1 meets pin 1 over every flat cable as it is folded; a header turned round is found, and which cable's."""

from itertools import pairwise, product
from pathlib import Path

import pytest

import hardware
from hardware.model.boards import HUB2, POD, QUARTER
from hardware.model.file import file_of
from hardware.product import table as t
from hardware.proofs import folds

DATA = [f"data {name}" for name in t.QUARTER_NAMES]


FILES = {name: file_of(name) for name in ("hub2", "quarter", "pod")}


def turned(board, ref):
    """The boards with one header turned half round its middle."""
    file = FILES[board]
    part = file.parts[ref]
    xs, ys = ([pad.at[n] for pad in part.pads] for n in (0, 1))
    x, y = min(xs) + max(xs), min(ys) + max(ys)
    pads = tuple(pad._replace(at=(x - pad.at[0], y - pad.at[1])) for pad in part.pads)
    return {**FILES, board: file._replace(parts={**file.parts, ref: part._replace(pads=pads)})}


def missed(files=None):
    return {claim.about.split(":")[0].removeprefix("cable to ") for claim in folds.claims(files) if not claim.is_kept}


def arrives(files=None):
    """From where each data cable comes to its plug."""
    return {
        cable.route.to: {folds.COMES_FROM[way[-1]] for way in folds.ways(cable) if folds.fits(cable, way)}
        for cable in folds.cables(files)
    }


def test_wire_1_meets_pin_1_over_every_flat_cable():
    assert missed() == set()
    assert [cable.route.to for cable in folds.cables()] == [*DATA, *(pod.name for pod in t.PODS)]


@pytest.mark.parametrize(
    ("ref", "found"),
    [
        ("J8", "data rear right"),
        ("J9", "data front left"),
        *((f"J{10 + n}", pod.name) for n, pod in enumerate(t.PODS, 1)),
    ],
)
def test_a_header_of_the_hub_turned_round_is_found_and_which(ref, found):
    assert missed(turned("hub2", ref)) == {found}


def test_a_quarters_header_turned_round_is_found():
    """Two of the four come along the rows of their plugs: those are folded to the other side there."""
    assert missed(turned("quarter", folds.PLUG)) == {"data rear right", "data front left"}


@pytest.mark.parametrize(("port", "name"), [("J7", "data rear left"), ("J10", "data front right")])
def test_a_cable_that_comes_along_its_plug_is_folded_to_the_side_that_fits(port, name):
    before = arrives()
    after = arrives(turned("hub2", port))
    assert {*before[name], *after[name]} == {"front", "rear"} and len(before[name]) == len(after[name]) == 1
    assert {to: way for to, way in before.items() if to != name} == {to: way for to, way in after.items() if to != name}


def folded(step, wire, to):
    """Where a strip of paper's edge with wire 1 is after a fold: all is mirrored in the fold's line."""
    x, y = step[0] + to[0], step[1] + to[1]
    along = wire[0] * x + wire[1] * y  # the line's square is 2
    return along * x - wire[0], along * y - wire[1]


def test_a_strip_of_paper_that_is_reflected_at_each_fold_says_the_same():
    """Counted another way: the edge of wire 1 as a vector, mirrored fold by fold."""
    for cable in folds.cables():
        for way in folds.ways(cable):
            wire = cable.first
            for before, after in pairwise(way):
                wire = folded(before, wire, after)
            assert (wire == cable.last) == folds.fits(cable, way), cable.route.to


def test_each_wire_is_the_same_line_at_both_ends():
    def lines(board, ref):
        return [(pin.number, pin.name) for pin in board.by_ref[ref].kind.pins]

    for port, (board, ports) in [
        *product(folds.QUARTER_PORTS, [(QUARTER, folds.PLUG)]),
        *product(folds.POD_PORTS, [(POD, folds.PLUG)]),
    ]:
        assert lines(HUB2, port) == lines(board, ports)


def test_headers_and_cables_of_a_quarter_belong_together():
    for name, port in zip(t.QUARTER_NAMES, folds.QUARTER_PORTS, strict=True):
        x, y = FILES["hub2"].parts[port].at
        others = [FILES["hub2"].parts[each].at for each in folds.QUARTER_PORTS if each != port]
        assert ("left" in name) == any(x < other[0] for other in others)
        assert ("rear" in name) == any(y < other[1] for other in others)


def test_the_page_tells_how_the_first_data_cable_comes():
    text = " ".join((Path(hardware.__file__).parent / "BUILD.md").read_text("utf-8").split())
    numbers = {route.to: n for n, route in enumerate(folds.routes(), 1)}
    (back,) = [name for name in DATA if arrives()[name] == {"front"}]
    assert f"Cable {numbers[back]} goes on below its plug and comes back to it from the front" in text
