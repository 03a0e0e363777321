"""The panels: cells alike and in their places, ground under the tracks, what a house is told."""

import csv
import re
from io import StringIO

import pytest

from hardware.layout.assembly import assembly, placed
from hardware.layout.check import faults, read, under_heads
from hardware.layout.panels import DIODE_AT, QUARTER_PANEL
from hardware.layout.pods import ANTENNA, HIGH, SLIT, WIDE
from hardware.layout.tracks import ORIGIN, layout_of, tracks_in
from hardware.model.bank import BANK
from hardware.model.bar import BAR
from hardware.model.hub2 import HUB2
from hardware.model.panel import COUPON, QUARTER, SIDE
from hardware.model.pod import DEALER, KEYS, POD
from hardware.papers.bill import BOARDS
from hardware.product import cell
from tests.hardware.mutations import committed

boards = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)


def cell_of(board, number):
    """The parts of a cell, with its number and the nets of its panel left out."""
    pattern = re.compile(rf"(SW|D|LED|C){number}[0-4]")
    return [
        (part.ref.replace(number, "n", 1), part.kind, part.value) for part in board.parts if pattern.fullmatch(part.ref)
    ]


def test_the_coupons_cell_is_every_cell_of_the_quarter():
    wanted = cell_of(COUPON, "1")
    assert len(wanted) == 10
    assert [cell_of(QUARTER, str(number)) for number in range(1, 10)] == [wanted] * 9


def test_the_data_passes_every_led_of_a_quarter_once_four_to_a_cell():
    leds = {part.net("DIN"): part for part in QUARTER.parts if part.kind.name == "WS2812B"}
    net, passed = "DIN", []
    while net in leds:
        passed.append(leds[net].ref)
        net = leds[net].net("DOUT")
    assert net == "DOUT" and len(passed) == len(set(passed)) == 36
    assert [ref[3] for ref in passed[::4]] == list("123654789")
    assert all(len({ref[3] for ref in passed[n : n + 4]}) == 1 for n in range(0, 36, 4))


def test_each_key_of_a_quarter_is_at_its_own_crossing_of_row_and_column():
    found = {(QUARTER.by_ref[f"D{n}0"].net("K"), QUARTER.by_ref[f"SW{n}0"].net("1")) for n in range(1, SIDE * SIDE + 1)}
    assert found == {(f"ROW{row}", f"COL{column}") for row in range(SIDE) for column in range(SIDE)}


# -- where things sit: mistakes in the board's file are found by name


def moved_part(text, ref, dx, dy):
    """A part elsewhere: the place in its footprint's head is changed."""
    head = rf'(\(at )([\d.]+) ([\d.]+)((?: -?\d+)?\)\n\t\t\(property "Reference" "{ref}")'

    def change(match):
        return f"{match[1]}{float(match[2]) + dx:g} {float(match[3]) + dy:g}{match[4]}"

    spoilt, count = re.subn(head, change, text)
    assert count == 1
    return spoilt


@pytest.mark.parametrize(
    ("ref", "complaint"),
    [
        ("LED13", r"LED13 is at 17\.50, -17\.00 of its cell and must be at"),
        ("SW10", r"SW10 is at 0\.50, 0\.00 of its cell and must be at 0, 0"),
    ],
)
def test_a_part_off_its_place_in_the_cell_is_named(ref, complaint):
    found = faults(moved_part(committed(COUPON), ref, 0.5, 0), COUPON)
    assert any(re.fullmatch(complaint + r".*", fault) for fault in found)


def test_a_capacitor_away_from_its_led_is_named():
    found = faults(moved_part(committed(COUPON), "C14", -5, 0), COUPON)
    assert "LED14 has no capacitor within 6 mm" in found


def test_a_part_under_a_peg_is_named():
    """A cell's diode, its cathode moved below a peg; where it is it has its room."""
    text = committed(COUPON)
    (x, y), (diode_x, diode_y) = cell.STOP_AT, DIODE_AT
    assert not [fault for fault in faults(text, COUPON) if "peg" in fault]
    spoilt = moved_part(text, "D10", x - diode_x - 1.65, -y - diode_y)
    assert any(re.fullmatch(r"D10 pad \d is under a peg of its plate", fault) for fault in faults(spoilt, COUPON))


def test_a_hole_on_a_track_is_named():
    file = read(committed(COUPON))
    track = next(piece for piece in file.pieces if piece.name.startswith("track of /"))
    hole = file.holes[0]
    spoilt = moved_part(committed(COUPON), hole.ref, track.a[0] - hole.at[0], track.a[1] - hole.at[1])
    assert f"{track.name} goes through the screw in {hole.ref}" in faults(spoilt, COUPON)


def test_a_screws_head_on_copper_is_named():
    """A head reaches further than its hole: 3 mm from a track's middle there is no room for it."""
    file = read(committed(BAR))
    hole = next(hole for hole in file.holes if hole.ref == "H1")
    track = max(
        (piece for piece in file.pieces if piece.name.startswith("track of /") and piece.a[1] == piece.b[1]),
        key=lambda piece: abs(piece.a[0] - piece.b[0]),
    )
    to = ((track.a[0] + track.b[0]) / 2, track.a[1] + 3)
    spoilt = moved_part(committed(BAR), "H1", to[0] - hole.at[0], to[1] - hole.at[1])
    assert f"{track.name} is 0.05 mm from the head of the screw in H1" in faults(spoilt, BAR)
    assert list(under_heads(file)) == []


# -- copper


@pytest.mark.parametrize("board", [board for board in BOARDS if "GND" in board.nets], ids=lambda board: board.name)
def test_ground_is_stitched(board):
    """A via for each square of 22 mm; that ground is whole below fast nets is measured in the gerbers."""
    layout = layout_of(board)
    x, y = layout.size_mm
    bare = sum((right - left) * (bottom - top) for left, top, right, bottom in layout.clear)
    assert len(tracks_in(committed(board))["GND"].vias) >= (x * y - bare) / 500


def test_a_quarters_5_volts_come_over_wide_copper_to_every_row_of_cells():
    assert all(line.width >= 5 and line.net == "+5V" for line in QUARTER_PANEL.lines)
    widths = {width for net, width in read(committed(QUARTER)).tracks if net == "+5V"}
    assert max(widths) == 5 and min(widths) >= 0.8


# -- what the house is told


def rows(text):
    return list(csv.DictReader(StringIO(text)))


@boards
def test_the_house_places_what_is_flat_and_fitted_and_nothing_else(board):
    files = assembly(board)
    named = {row["Designator"] for row in rows(files[f"{board.name}-cpl.csv"])}
    bought = [ref for row in rows(files[f"{board.name}-bom.csv"]) for ref in row["Designator"].split()]
    assert named == set(bought) == {part.ref for part in placed(board)} and len(bought) == len(named)
    assert not {"J2", "TP1"} & named


@boards
def test_places_for_the_house_are_those_of_the_board(board):
    file = read(committed(board))
    for row in rows(assembly(board)[f"{board.name}-cpl.csv"]):
        x, y = file.places[row["Designator"]]
        assert (float(row["Mid X"]), -float(row["Mid Y"])) == (pytest.approx(x, abs=0.002), pytest.approx(y, abs=0.002))


def test_the_order_says_white_and_how_large():
    note = assembly(QUARTER)["quarter-order.txt"]
    assert "mask white" in note and "199.9 x 199.9 mm, two layers" in note


def test_the_order_of_the_hub_says_four_layers_from_above_and_any_colour():
    note = assembly(HUB2)["hub2-order.txt"]
    assert "100.0 x 100.0 mm, four layers" in note and "F_Cu, In1_Cu (all ground), In2_Cu, B_Cu" in note
    assert "mask white" not in note


def test_a_board_whose_parts_have_wires_is_not_for_the_house():
    assert assembly(BANK) == {}


# -- the pod


def test_a_pods_header_has_the_lines_in_their_order():
    wanted = "5V GND SCK SHIELD MOSI MISO SS RST DIN DOUT CONFIRM PASS UNDO SEAT"
    assert " ".join(pin.name for pin in POD.by_ref["J1"].kind.pins) == wanted
    assert POD.by_ref["J1"].net("SHIELD") == "GND"


def test_each_key_of_a_pod_leads_the_seats_column_to_its_own_row():
    found = {POD.by_ref[f"SW{n}"].value.upper(): POD.by_ref[f"D{n}"].net("K") for n in (1, 2, 3)}
    assert found == KEYS
    assert {POD.by_ref[f"SW{n}"].net("1") for n in (1, 2, 3)} == {"COL0"}


def test_the_dealers_pod_has_its_reader_and_no_keys_nor_leds():
    files = assembly(POD)
    bought = {ref for row in rows(files["pod-dealer-bom.csv"]) for ref in row["Designator"].split()}
    assert bought == {part.ref for part in placed(POD)} - DEALER
    assert {"U1", "C5", "C6", "C7", "R2"} <= bought and not {"LED1", "D1", "U2"} & bought


def within(piece, area):
    left, top, right, bottom = area
    return any(
        left - piece.half < x - ORIGIN < right + piece.half and top < y - ORIGIN < bottom for x, y in (piece.a, piece.b)
    )


def test_no_copper_is_below_a_readers_antenna_and_no_ring_of_it_around():
    file = read(committed(POD))
    copper = [piece for piece in file.pieces if piece.net]
    assert [piece.name for piece in copper for area in (ANTENNA, SLIT) if within(piece, area)] == []
    assert any(within(piece, (0, 0, WIDE, HIGH)) for piece in copper)
    assert SLIT[0] <= 0 and SLIT[2] == ANTENNA[0] and ANTENNA[1] < SLIT[1] < SLIT[3] < ANTENNA[3]


def test_a_board_is_within_100_by_100_mm_but_for_the_quarters():
    sizes = {board.name: layout_of(board).size_mm for board in BOARDS if board is not QUARTER}
    assert all(max(size) <= 100 for size in sizes.values()) and len(sizes) >= 2
