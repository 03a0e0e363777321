"""The panels: cells alike and in their places, ground under the tracks, what a house is told."""

import csv
import re
from dataclasses import replace
from io import StringIO

import pytest

from hardware.layout.assembly import NUMBERS, assembly, is_by_hand, numbers, placed, soldered
from hardware.layout.check import faults
from hardware.layout.parts_page import EMPTY, parts_page
from hardware.made import MADE
from hardware.model.boards import BAR, COUPON, DEALER, HUB2, KEYS, POD, PROJECTS, QUARTER
from hardware.model.file import file_of
from hardware.papers.bill import BOARDS
from hardware.product import cell
from tests.hardware.mutations import boards as all_boards

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
    found = {(QUARTER.by_ref[f"D{n}0"].net("K"), QUARTER.by_ref[f"SW{n}0"].net("1")) for n in range(1, 10)}
    assert found == {(f"ROW{row}", f"COL{column}") for row in range(3) for column in range(3)}


# -- where things sit: mistakes in the board's file are found by name


def moved_part(board, ref, dx, dy):
    """The file with a part or a screw's hole elsewhere."""
    file = file_of(board.name)
    kind = "parts" if ref in file.parts else "holes"
    part = getattr(file, kind)[ref]
    pads = tuple(pad._replace(at=(pad.at[0] + dx, pad.at[1] + dy)) for pad in part.pads)
    there = part._replace(at=(part.at[0] + dx, part.at[1] + dy), pads=pads)
    return file._replace(**{kind: {**getattr(file, kind), ref: there}})


@pytest.mark.parametrize(
    ("ref", "complaint"),
    [
        ("LED13", r"LED13 is at 17\.50, -17\.00 of its cell and must be at"),
        ("SW10", r"SW10 is at 0\.50, 0\.00 of its cell and must be at 0, 0"),
    ],
)
def test_a_part_off_its_place_in_the_cell_is_named(ref, complaint):
    found = faults(moved_part(COUPON, ref, 0.5, 0), COUPON)
    assert any(re.fullmatch(complaint + r".*", fault) for fault in found)


def test_a_capacitor_away_from_its_led_is_named():
    assert "LED14 has no capacitor within 6 mm" in faults(moved_part(COUPON, "C14", -5, 0), COUPON)


def test_a_part_under_a_peg_is_named():
    """A cell's diode, its cathode moved below a peg; where it is it has its room."""
    (x, y), file = cell.STOP_AT, file_of("coupon")
    diode = file.parts["D10"].at
    assert not [fault for fault in faults(file, COUPON) if "peg" in fault]
    peg = file.size[0] / 2 + x, file.size[1] / 2 - y
    spoilt = moved_part(COUPON, "D10", peg[0] - diode[0] - 1.65, peg[1] - diode[1])
    assert any(re.fullmatch(r"D10 pad \d is under a peg of its plate", fault) for fault in faults(spoilt, COUPON))


def test_a_hole_on_a_track_is_named():
    file = file_of("coupon")
    track = next(track for track in file.tracks if track.net != "GND")
    at = file.holes["H1"].at
    spoilt = moved_part(COUPON, "H1", track.start[0] - at[0], track.start[1] - at[1])
    assert f"track of {track.net} goes through the screw in H1" in faults(spoilt, COUPON)


def test_a_screws_head_on_copper_is_named():
    """A head reaches further than its hole: 3 mm from a track's middle there is no room for it."""
    file = file_of("bar")
    level = (track for track in file.tracks if track.start[1] == track.end[1])
    track = max(level, key=lambda track: track.length)
    at, to = file.holes["H1"].at, ((track.start[0] + track.end[0]) / 2, track.start[1] + 3)
    spoilt = moved_part(BAR, "H1", to[0] - at[0], to[1] - at[1])
    assert f"track of {track.net} is 0.05 mm from the head of the screw in H1" in faults(spoilt, BAR)


# -- copper


@pytest.mark.parametrize("board", [board for board in BOARDS if "GND" in board.nets], ids=lambda board: board.name)
def test_ground_is_stitched(board):
    """A via for each square of 22 mm; that ground is whole below fast nets is measured in the gerbers."""
    file = file_of(board.name)
    clear = [area.corners for area in file.areas if area.name.startswith("clear")]
    bare = sum((max(x) - min(x)) * (max(y) - min(y)) for x, y in (zip(*corners, strict=True) for corners in clear))
    vias = sum(via.net == "GND" for via in file.vias)
    assert vias >= (file.size[0] * file.size[1] - bare) / 500


def test_a_quarters_5_volts_come_over_wide_copper_to_every_row_of_cells():
    tracks = [track for track in file_of("quarter").tracks if track.net == "+5V"]
    assert all(track.width >= 5 for track in tracks if track.is_locked)
    assert max(track.width for track in tracks) == 5 and min(track.width for track in tracks) >= 0.8


# -- what the house is told


def rows(text):
    return list(csv.DictReader(StringIO(text)))


@boards
def test_the_house_is_told_of_every_part_that_it_solders_and_of_no_other(board):
    files = assembly(board)
    named = [row["Designator"] for row in rows(files[f"{board.name}-cpl.csv"])]
    bought = [ref for row in rows(files[f"{board.name}-bom.csv"]) for ref in row["Designator"].split(",")]
    assert sorted(named) == sorted(bought) == sorted(part.ref for part in soldered(board))
    left = {part.ref for part in board.parts if part.is_fitted} - {*named}
    assert {part.ref for part in board.parts if is_by_hand(part) or part.kind.letter == "TP"} == left
    assert {part.ref for part in placed(board)} <= {*named}


HOUSE = (("Designator", "Mid X", "Mid Y", "Layer", "Rotation"), ("Comment", "Designator", "Footprint", "JLCPCB Part #"))


@boards
def test_lists_have_the_columns_of_the_houses_samples(board):
    """Source: jlcpcb.com, sample CPL and sample BOM; what is said beside is not read."""
    files = assembly(board)
    heads = [files[f"{board.name}-{kind}.csv"].splitlines()[0].split(",") for kind in ("cpl", "bom")]
    assert (tuple(heads[0]), tuple(heads[1][:4])) == HOUSE


WORDS = {"nF": "nF", "uF": "uF", "k": "kΩ", "": "Ω"}  # of values, as a shop says them


def test_every_number_is_of_a_part_that_boards_have_and_its_shop_says_what_they_ask_for():
    wanted = {}
    for row in (row for board in PROJECTS for row in rows(assembly(board)[f"{board.name}-bom.csv"])):
        wanted[row["Footprint"], row["Comment"]] = row["Part"]
        assert bool(row["JLCPCB Part #"]) == ((row["Footprint"], row["Comment"]) in numbers())
    for row in rows(NUMBERS.read_text("utf-8")):
        about, said = wanted[row["package"], row["value"]], row["as its shop says"]
        assert re.fullmatch(r"C\d+", row["number"]) and unsaid(about, row["value"], said + row["maker's"]) == [], row


def unsaid(about, value, said):
    """What a part must be and a shop does not say of it: value, size, stuff, volts at least, one per cent."""
    number = re.fullmatch(r"([\d.]+) ?(nF|uF|k|)", value)
    words = [number[1] + WORDS[number[2]]] if number else [] if value == "5 V" else [value]
    words += re.findall(r"X5R|X7R|0603|0805|1206|SMA|SOD-123|SOT-23(?:-6)?|green|±1%", about.replace("1 %", "±1%"))
    volts = [[float(each) for each in re.findall(r"([\d.]+)V", text.replace(" V", "V"))] for text in (about, said)]
    missing = [word for word in words if not re.search(rf"(?<![\d.]){re.escape(word)}", said, re.IGNORECASE)]
    return missing + (["volts"] if about.startswith("ceramic") and max(volts[1], default=0) < max(volts[0]) else [])


@pytest.mark.parametrize(
    ("said", "missing"),
    [
        ("1uF 50V X5R 0603", ["X7R"]),
        ("1uF 16V X7R 0603", ["volts"]),
        ("10uF 50V X7R 0805", ["1uF", "0603"]),
        ("1uF 50V X7R 0603", []),
    ],
)
def test_another_part_than_is_asked_for_is_named(said, missing):
    assert unsaid("ceramic capacitor, X7R, 25 V, 0603", "1 uF", said) == missing


@boards
def test_every_package_of_the_table_of_turns_is_turned_and_no_other(board):
    told = {row["Designator"]: float(row["Rotation"]) for row in rows(assembly(board)[f"{board.name}-cpl.csv"])}
    for ref, turn in told.items():
        part = file_of(board.name).parts[ref]
        more = 180 if part.package.startswith("SOT-23") else 270 if part.package.startswith("SOIC-") else 0
        assert turn == (part.angle + more) % 360


@boards
def test_places_for_the_house_are_those_of_the_board(board):
    for row in rows(assembly(board)[f"{board.name}-cpl.csv"]):
        part = file_of(board.name).parts[row["Designator"]]
        xs, ys = zip(*(pad.at for pad in part.pads if pad.number), strict=True)
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        assert float(row["Mid X"].removesuffix("mm")) == pytest.approx(50.8 + x, abs=0.002)
        assert -float(row["Mid Y"].removesuffix("mm")) == pytest.approx(50.8 + y, abs=0.002)
        assert row["Layer"] == ("Bottom" if part.is_below else "Top")


def test_the_order_says_white_and_how_large():
    note = assembly(QUARTER)["quarter-order.txt"]
    assert "mask white" in note and "199.9 x 199.9 mm, two layers" in note


def test_the_order_of_the_hub_says_four_layers_from_above_and_any_colour():
    note = assembly(HUB2)["hub2-order.txt"]
    assert "100.0 x 100.0 mm, four layers" in note and "F_Cu, In1_Cu (all ground), In2_Cu, B_Cu" in note
    assert "mask white" not in note


# -- the pod


def test_each_key_of_a_pod_leads_the_seats_column_to_its_own_row():
    found = {POD.by_ref[f"SW{n}"].value.upper(): POD.by_ref[f"D{n}"].net("K") for n in (1, 2, 3)}
    assert found == KEYS
    assert {POD.by_ref[f"SW{n}"].net("1") for n in (1, 2, 3)} == {"COL0"}


def test_the_dealers_pod_has_its_reader_and_no_keys_nor_leds():
    files = assembly(POD)
    bought = {ref for row in rows(files["pod-dealer-bom.csv"]) for ref in row["Designator"].split(",")}
    assert bought == {part.ref for part in soldered(POD)} - DEALER
    assert {"U1", "C5", "C6", "C7", "R2"} <= bought and not {"LED1", "D1", "U2"} & bought


def within(at, half, area):
    (xs, ys), (x, y) = zip(*area.corners, strict=True), at
    return min(xs) - half < x < max(xs) + half and min(ys) < y < max(ys)


def test_no_copper_is_below_a_readers_antenna_and_no_ring_of_it_around():
    file = file_of("pod")
    antenna, slit = (next(area for area in file.areas if area.name == f"clear {n}") for n in (1, 2))
    copper = [(track.net, at, track.width / 2) for track in file.tracks for at in (track.start, track.end)]
    copper += [(via.net, via.at, via.size / 2) for via in file.vias]
    copper += [(ref, pad.at, max(pad.half)) for ref, part in file.parts.items() for pad in part.pads if pad.net]
    assert [name for name, at, half in copper for area in (antenna, slit) if within(at, half, area)] == []
    assert set(antenna.layers) == set(slit.layers) == {"F.Cu", "B.Cu"}
    (left, right), (top, bottom) = ((min(each), max(each)) for each in zip(*slit.corners, strict=True))
    xs, ys = zip(*antenna.corners, strict=True)
    assert left <= 0 and right == min(xs) and min(ys) < top < bottom < max(ys)


def test_a_board_is_within_100_by_100_mm_but_for_the_quarters():
    sizes = {board.name: file_of(board.name).size for board in BOARDS if board is not QUARTER}
    assert all(max(size) <= 100 for size in sizes.values()) and len(sizes) >= 2


# -- the page of parts for who solders: every part in the list and on both drawings, nothing fetched from anywhere


@all_boards
def test_every_part_lights_up_on_both_sides_and_is_in_the_list_once(board):
    page = parts_page(board)
    front, back = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    refs = sorted(part.ref for part in board.parts)
    for side in (front, back):
        assert sorted(re.findall(r'data-ref="(\w+)"', side)) == refs
    listed = re.findall(r'data-refs="([\w ]+)">(\w+)</button>', page)
    assert sorted(ref for refs, ref in listed if refs == ref) == refs
    groups = re.findall(r'data-refs="([\w ]+)">(\d+) &times;', page)
    assert sorted(ref for refs, _ in groups for ref in refs.split()) == refs
    assert all(int(count) == len(refs.split()) for refs, count in groups)


@all_boards
def test_the_committed_page_fetches_nothing_and_keeps_its_ticks_by_board(board):
    page = (MADE / board.name / f"{board.name}-parts.html").read_text("utf-8")
    assert page == parts_page(board)
    assert "default-src 'none'" in page
    assert re.findall(r"(?:src|href)=|url\(|https?:|fetch\(|import", page) == []
    assert f'data-board="{board.name}"' in page
    names = re.findall(r'<input type="checkbox" name="([^"]+)"', page)
    assert len(names) == len(set(names))


def test_a_part_that_stays_empty_has_nothing_to_tick():
    lines = re.findall(r"<tr><td>.*", parts_page(without_keys(POD)))
    empty = [line for line in lines if EMPTY in line]
    assert len(empty) == 3 and "SW1" in empty[0] and not any("<input" in line for line in empty)
    assert all(line.count("<input") == 2 for line in lines if line not in empty)


def without_keys(board):
    """As a dealer's pod is soldered."""
    return replace(board, parts=tuple(part._replace(is_fitted=part.ref[:2] != "SW") for part in board.parts))


def test_a_pad_is_drawn_on_its_side_and_the_back_is_mirrored():
    front, back = re.findall(r"<svg.*?</svg>", parts_page(BAR), re.DOTALL)
    assert front.count('class="pad"') > back.count('class="pad"') > 0
    assert "scale(-1 1)" in back and "scale(-1 1)" not in front
    front, back = re.findall(r"<svg.*?</svg>", parts_page(COUPON), re.DOTALL)
    assert front.count('class="pad"') > back.count('class="pad"') > 0


@pytest.mark.parametrize("board", [BAR, COUPON], ids=lambda board: board.name)
def test_a_part_seen_through_the_board_is_dashed_on_that_side_alone(board):
    front, back = re.findall(r"<svg.*?</svg>", parts_page(board), re.DOTALL)
    for part in board.parts:
        far = [f'class="part far{rest}" data-ref="{part.ref}"' for rest in ("", " empty")]
        assert sum(name in side for side in (front, back) for name in far) == 1
