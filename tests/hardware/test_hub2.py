"""The table's hub, read as its chips read it: rows, readers, columns, data past unplugged pods."""

from itertools import product

import pytest
from glowpico.board import NO_ROW

from hardware.model.boards import BRIDGED, HUB2, QUARTER, QUARTERS
from tests.hardware.test_model import chosen

PODS = {n: HUB2.by_ref[f"J{10 + n}"] for n in range(1, 8)}


def levels_of(row_code, reader=0, strobe=1):
    lines = {f"B{n}": row_code >> n & 1 for n in range(4)} | {f"A{n}": reader >> n & 1 for n in range(3)}
    low = [net for ref in ("U2", "U3") if (net := chosen(HUB2.by_ref[ref], lines))]
    return {**lines, "RD_STB": strobe, "PODS": int("PODS" not in low)}, [net for net in low if net != "PODS"]


def across_resistor(net):
    (part,) = [p for p in HUB2.parts if p.kind.shape == "resistor" and p.net("1") == net and p.net("2") != "GND"]
    return part.net("2")


@pytest.mark.parametrize("row", range(16))
def test_a_row_code_pulls_one_row_low(row):
    assert levels_of(row)[1] == ([f"ROW{row}"] if row < 10 else [])


@pytest.mark.parametrize("reader", range(7))
def test_a_reader_is_selected_and_heard_only_between_scans(reader):
    levels, rows = levels_of(NO_ROW, reader, strobe=0)
    select, hears = chosen(HUB2.by_ref["U4"], levels), HUB2.by_ref["U5"]
    pod = PODS[reader + 1]
    assert (across_resistor(select), rows) == (pod.net("SS"), [])
    assert hears.net(f"I{reader}") == pod.net("MISO") and hears.net("/OE") == "RD_STB"
    for row, strobe in product(range(16), (0, 1)):
        if row != NO_ROW or strobe:
            assert chosen(HUB2.by_ref["U4"], levels_of(row, reader, strobe)[0]) is None


def test_each_of_36_cells_is_at_its_own_crossing_and_each_seat_on_its_column():
    cells = [part.net("K") for part in QUARTER.parts if part.ref.startswith("D") and part.ref.endswith("0")]
    assert len(cells) == 9
    plugs = [HUB2.by_ref[f"J{7 + n}"] for n in QUARTERS]
    crossings = [(plug.net(f"R{r}"), plug.net(f"C{c}")) for plug in plugs for r, c in product(range(3), range(3))]
    assert sorted(crossings) == [(f"ROW{r}", f"LINE{c}") for r, c in product(range(6), range(6))]
    assert [PODS[n].net("SEAT") for n in range(1, 7)] == [f"LINE{n}" for n in range(6)]
    assert [across_resistor(f"LINE{n}") for n in range(6)] == [f"COL{n}" for n in range(6)]


def heard_by(plugged):
    """Which pods hear the data, in its order, while those are plugged in."""
    net, heard = "DIN1", []
    for n in range(1, 7):
        assert PODS[n].net("DIN") == net
        heard += [n] * (n in plugged)
        if n in BRIDGED:
            bridge = HUB2.by_ref[f"U{20 + n}"]
            assert PODS[n].net("SHIELD") == bridge.net("S")
            passed = bridge.net("I0" if n in plugged else "I1")
            assert passed == (PODS[n].net("DOUT") if n in plugged else net)
            net = across_resistor(bridge.net("Y"))
    return heard


@pytest.mark.parametrize("plugged", [{1, 2, 3, 4, 5, 6}, {2, 3, 6}, {6}, set()], ids=len)
def test_the_data_finds_its_way_past_unplugged_pods(plugged):
    assert heard_by(plugged) == sorted(plugged)


def test_the_cells_data_goes_through_the_quarters_in_their_order():
    plugs = [HUB2.by_ref[f"J{7 + n}"] for n in QUARTERS]
    assert [plug.net("DIN") for plug in plugs] == [f"CELLS{n}" for n in range(4)]
    assert [plug.net("DOUT") for plug in plugs] == ["CELLS1", "CELLS2", "CELLS3", None]
    assert across_resistor("CELLS_OUT") == "CELLS0"


def test_the_pico_can_read_every_branch_and_both_lines_of_the_usb_plug():
    inputs = [HUB2.by_ref["U9"].net(f"X{n}") for n in range(8)]
    assert inputs == [*(f"SENSE{n}" for n in range(5)), "CC1", "CC2", "GND"]
    assert [HUB2.by_ref["U9"].net(f"S{n}") for n in range(3)] == ["A0", "A1", "A2"]
