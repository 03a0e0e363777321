"""What protects the table is on its boards; a part left out or one of another size is named."""

import pytest

from hardware.model.boards import HUB2, POD
from hardware.proofs.protection import claims
from tests.hardware.mutations import moved, valued, without

pytestmark = pytest.mark.hardware


def missed(hub=HUB2, pod=POD):
    return {claim.about for claim in claims(hub, pod) if not claim.is_kept}


def test_all_of_it_is_there():
    assert missed() == set()
    assert len(list(claims())) == 14


def fuse_bridged(hub):
    return moved("Q2", D="VIN")(moved("Q1", D="VIN")(without("F1")(hub)))


HUB_MISTAKES = {
    "the inlet's fuse bridged": (fuse_bridged, "fuses before the P-FETs"),
    "the TVS left out": (without("D1"), "TVS diodes behind them"),
    "51k where USB-C looks for 5.1k": (valued("R1", "51k"), "resistors that ask USB-C for 5 V, off by"),
    "the rail's divider of two sizes": (valued("R3", "22k"), "what the Pico reads of 5 V, off by"),
    "a branch's divider of two sizes": (valued("R22", "22k"), "what it reads of a branch, off by"),
    "a column beside its array": (moved("U17", IO2=None), "hub's columns at an ESD array"),
    "an array that holds columns down when it is off": (moved("U17", VREF="+3V3"), "hub's columns at an ESD array"),
    "a weak pull-up": (valued("R52", "100k"), "pull-ups of the columns, off by"),
    "a select that feeds a reader": (valued("R121", "100"), "from a select into a reader whose branch is off"),
    "a reset that feeds a reader": (valued("R32", "82"), "from reset into one, it alone taking all"),
    "a large resistor at a port": (valued("R62", "1k"), "largest resistor of a port's clock and data"),
    "a large resistor in the data past a pod": (valued("R111", "10k"), "lights' data behind its resistors late by"),
    "a large resistor before the first quarter": (valued("R33", "33k"), "lights' data behind its resistors late by"),
}
POD_MISTAKES = {
    "a pod without its array": (without("U2"), "pod's lines of keys at an ESD array"),
    "a pod's key beside its array": (moved("U2", IO1=None), "pod's lines of keys at an ESD array"),
    "a regulator with nothing before it": (without("C5"), "pod: capacitors at +5V"),
    "a regulator with hardly anything behind it": (without("C6"), "pod: capacitors at +3V3R"),
    "a large resistor behind a pod's lights": (valued("R3", "10k"), "lights' data behind its resistors late by"),
}


@pytest.mark.parametrize("name", HUB_MISTAKES)
def test_a_mistake_on_the_hub_is_named(name):
    change, claim = HUB_MISTAKES[name]
    assert missed(hub=change(HUB2)) == {claim}


@pytest.mark.parametrize("name", POD_MISTAKES)
def test_a_mistake_on_a_pod_is_named(name):
    change, claim = POD_MISTAKES[name]
    assert missed(pod=change(POD)) == {claim}
