"""ngspice and a simulator of our own, written from other equations, see the same of the readers' worst lines."""

import pytest

from hardware.proofs import signal, spice
from tests.hardware import lines

pytestmark = [pytest.mark.hardware, pytest.mark.kicad]

WORST = {"800 mm": signal.port((0.8,)), "800 mm, no resistor": signal.port((0.8,), 1.0, signal.UNGUARDED)}
AGREED_V = 0.01  # as PROOFS.md says


def compared(tree, other):
    """The greatest difference of any end."""
    ends = zip(spice.run(spice.deck(tree, 1), len(tree.ends)), lines.seen(other), strict=True)
    return max(lines.furthest_v(*both) for both in ends)


@pytest.mark.parametrize("name", WORST)
def test_both_see_the_same(name):
    assert compared(WORST[name], WORST[name]) < AGREED_V


def test_control_ten_ohms_more_are_seen():
    tree = WORST["800 mm"]
    assert compared(tree, tree._replace(ohm=tree.ohm + 10)) > 5 * AGREED_V


def test_a_line_that_fits_its_driver_comes_half_and_doubles_at_its_open_end():
    """By hand: 110 ohms into 110 ohms, 1 m, nothing at its end: 1.65 V go in, 3.3 V are there after 5 ns."""
    tree = spice.Tree(110, "in", (spice.Stretch("in", "out", 1.0),), (("in", 0), ("out", 0)), ("in", "out"))
    (begin, end) = ([v for ns, v in volts if ns >= spice.DELAY_NS + 4] for volts in lines.seen(tree))
    assert begin[0] == pytest.approx(1.65) and end[0] == pytest.approx(0)
    assert end[40] == pytest.approx(1.65, abs=0.1) and end[100] == pytest.approx(3.3)
