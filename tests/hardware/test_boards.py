"""The committed projects: fresh, whole, and wide enough for their currents, told without KiCad."""

import re
import sys
from io import BytesIO
from itertools import pairwise
from math import hypot
from zipfile import ZipFile

import pytest
from glowtable.messages import UserError

from hardware import kicad
from hardware.boards import FOOTPRINT_FOLDER, MODEL_FOLDER, footprint_library, main, papers, project
from hardware.bodies import camera
from hardware.bodies.models import models
from hardware.guide import PAGES
from hardware.layout.assembly import placed
from hardware.layout.check import faults
from hardware.layout.corners import cut_corners
from hardware.layout.footprints import FOOTPRINTS, courtyards, footprint, pads_at, turned_box
from hardware.layout.layouts import LAYOUTS
from hardware.layout.maze import routed
from hardware.layout.pcb import pcb
from hardware.layout.plan import U
from hardware.layout.project import rules_file
from hardware.layout.route import STEP, Land, Tracks
from hardware.layout.shapes import Pad
from hardware.layout.tracks import lands, layout_of, tracks_in
from hardware.made import MADE, stale
from hardware.model.bank import BANK
from hardware.model.bar import BAR
from hardware.model.board import Board
from hardware.model.current import net_widths
from hardware.model.hub2 import HUB2
from hardware.model.kinds import GROUND
from hardware.model.panel import COUPON, QUARTER
from hardware.model.pod import POD
from hardware.model.table import PROJECTS
from hardware.places import Place
from hardware.schematic import sheet
from hardware.schematic.blocks import SHEETS
from tests.hardware.mutations import MUTATIONS, boards, committed, said

QUICK = (COUPON, BAR)  # to route, in seconds


def texts(folder):
    return {path.name: path.read_bytes().decode() for path in folder.iterdir() if path.is_file()}


# -- fresh


@pytest.mark.slow
@boards
def test_a_project_is_what_the_model_gives(board):
    assert texts(MADE / board.name) == project(board, tracks_in(committed(board)))


def test_the_footprints_are_those_of_the_model():
    assert texts(FOOTPRINT_FOLDER) == footprint_library()


def test_lists_are_those_of_the_model():
    assert texts(MADE / "table") == papers()


@boards
def test_the_plots_are_those_of_these_files(board):
    assert stale(MADE / board.name / "plots", kicad.origins(board)) == []


@boards
def test_pages_show_every_picture_that_is_committed_and_no_other(board):
    shown = {name for page in PAGES for name in re.findall(rf"plots/{board.name}-(\w+\.png)", page.read_text("utf-8"))}
    assert shown == set(kicad.shown_of(board))


DRAWN_OTHERWISE = {
    "another camera": (kicad, "CAMERAS", {**camera.CAMERAS, "3d.png": camera.Camera("top", 41, 15, 0.74)}),
    "another light": (camera, "ALWAYS", ("--quality", "high")),
    "a drawing of other layers": (kicad, "DRAWINGS", {**kicad.DRAWINGS, "front": ("F.Cu", ())}),
    "gerbers without a layer": (kicad, "TRACK_LAYERS", "F.Mask,B.Mask,Edge.Cuts"),
}


@pytest.mark.parametrize("change", DRAWN_OTHERWISE)
def test_plots_that_are_drawn_otherwise_are_not_fresh(monkeypatch, change):
    before = kicad.origin(BAR)
    monkeypatch.setattr(*DRAWN_OTHERWISE[change])
    assert kicad.origin(BAR) != before


def test_a_board_changed_in_the_model_is_not_fresh():
    changed = Board(BAR.name, BAR.title + "s", BAR.parts)
    assert texts(MADE / BAR.name) != project(changed, tracks_in(committed(BAR)))


# -- whole


@boards
def test_nothing_is_wrong_with_the_committed_board(board):
    assert faults(committed(board), board) == []


def changed(text, pattern, change):
    """The text with the first match of a pattern changed."""
    spoilt, count = re.subn(pattern, change, text, count=1, flags=re.DOTALL)
    assert count == 1
    return spoilt


SEGMENT = r"\t\(segment\n.*?\n\t\)\n"
SPOILT = {
    "a track taken away": (BAR, SEGMENT, "", r"net .* is in \d+ pieces"),
    "a track too narrow for its current": (
        QUARTER, r"\(width 0\.8\)", "(width 0.3)", r"has a track of 0\.3 mm and needs 0\.8"),
    "a track on another net": (BAR, r'(\(segment\n(?:(?!\(net ).)*\(net )\d+', r"\g<1>3", r"mm apart"),
    "a via moved": (POD, r"(\(via\n\t\t\(at )[\d.]+", r"\g<1>60.96", r"mm apart|pieces"),
    "a pad on another net": (
        BAR, r'(\(pad "1".*?)\(net \d+ "[^"]*"\)', r'\g<1>(net 9 "/KEY9")', r"J1 pad 1 is on net"),
    "a part moved away": (
        BANK, r'(\(footprint "glowtable:R_axial".*?\(at )[\d.]+', r"\g<1>160.34", r"apart|pieces"),
    "a board cut shorter": (BAR, r"(\(gr_rect\n.*?\(end )[\d.]+", r"\g<1>117.96", r"too near to the edge"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_board_is_caught(name):
    board, pattern, change, complaint = SPOILT[name]
    assert any(re.search(complaint, fault) for fault in faults(changed(committed(board), pattern, change), board))


@boards
def test_every_net_has_its_tracks(board):
    tracks = tracks_in(committed(board))
    drawn = {line.net for line in layout_of(board).lines} | ({GROUND} if layout_of(board).has_inner_plane else set())
    assert set(tracks) | drawn == {net for net, nodes in board.nets.items() if len(nodes) > 1}


@boards
def test_kicad_is_told_the_width_of_every_net_with_current(board):
    rules = rules_file(board)
    wide = {net: width for net, width in net_widths(board).items() if width > 0.3}
    assert rules.count("(rule ") == len(wide)
    assert all(f"(min {width}mm)" in rules for width in wide.values())


def test_hub_and_quarter_have_wide_nets():
    assert net_widths(HUB2)["BRANCH0"] == 0.6 and net_widths(QUARTER)["+5V"] == 0.8


# -- what the board house gets


@boards
def test_the_gerbers_hold_every_layer_and_every_hole(board):
    packed = (MADE / board.name / "plots" / f"{board.name}-gerbers.zip").read_bytes()
    with ZipFile(BytesIO(packed)) as archive:
        files = {name.removeprefix(f"{board.name}-"): archive.read(name).decode() for name in archive.namelist()}
    layers = ("F_Cu.gtl", "B_Cu.gbl", "F_Mask.gts", "B_Mask.gbs", "F_Silkscreen.gto", "B_Silkscreen.gbo")
    paste = {"F_Paste.gtp"} if placed(board) else set()
    inner = {"In1_Cu.g1", "In2_Cu.g2"} if layout_of(board).has_inner_plane else set()
    assert set(files) == {*layers, "Edge_Cuts.gm1", "PTH.drl", "NPTH.drl", *paste, *inner}
    pads = [land.pad for land in lands(board, layout_of(board))]
    vias = sum(len(tracks.vias) for tracks in tracks_in(committed(board)).values())
    assert holes(files["PTH.drl"]) == sum(1 for pad in pads if pad.number and not pad.is_flat) + vias
    assert holes(files["NPTH.drl"]) == sum(1 for pad in pads if not pad.number)


def holes(drill):
    return len(re.findall(r"(?m)^X-?[\d.]+Y-?[\d.]+$", drill))


# -- bad input


def test_a_part_drawn_nowhere_is_refused_by_name(monkeypatch):
    bar = SHEETS["bar"]
    rest = tuple(block._replace(places={**block.places}) for block in bar.blocks)
    del next(block.places for block in rest if "J1" in block.places)["J1"]
    monkeypatch.setitem(SHEETS, "bar", bar._replace(blocks=rest))
    with pytest.raises(UserError) as error:
        sheet.schematic(BAR)
    assert said(error) == "bar: J1 must be drawn once on the schematic"


def test_a_part_drawn_twice_is_refused_by_name(monkeypatch):
    bar = SHEETS["bar"]
    twice = (*bar.blocks, bar.blocks[-1]._replace(places={"J1": Place(1, 1)}))
    monkeypatch.setitem(SHEETS, "bar", bar._replace(blocks=twice))
    with pytest.raises(UserError) as error:
        sheet.schematic(BAR)
    assert said(error) == "bar: J1 must be drawn once on the schematic"


def test_a_part_without_a_place_is_refused_by_name(monkeypatch):
    bar = LAYOUTS["bar"]
    monkeypatch.setitem(LAYOUTS, "bar", bar._replace(parts={ref: at for ref, at in bar.parts.items() if ref != "D4"}))
    with pytest.raises(UserError) as error:
        layout_of(BAR)
    assert said(error) == "bar: D4 must have a place on the board"


def test_an_unknown_footprint_is_refused_by_name():
    with pytest.raises(UserError) as error:
        footprint("SOT23")
    assert said(error) == "there is no footprint SOT23: draw it in hardware/layout/footprints.py"


@pytest.mark.parametrize("make", [sheet.schematic, lambda board: pcb(board, {})])
@pytest.mark.parametrize("name", ["a part without footprint", "a net's name misspelt"])
def test_generators_refuse_a_board_that_is_not_sound(make, name):
    mutation = MUTATIONS[name]
    with pytest.raises(UserError) as error:
        make(mutation.change(mutation.board))
    assert mutation.complaint in said(error)


def test_the_command_says_what_is_wrong_in_one_sentence(monkeypatch, tmp_path, capsys):
    mutation = MUTATIONS["shorted resistor"]
    monkeypatch.setattr("hardware.boards.PROJECTS", (mutation.change(mutation.board),))
    assert main(tmp_path) == 1
    assert capsys.readouterr().err == "board hub2: R8 has all its pins on net RD_STB\n"
    assert not (tmp_path / "hub2").exists()


@pytest.mark.hardware
def test_made_and_routed_again_in_any_folder_boards_are_the_same_bytes(tmp_path, capsys, monkeypatch):
    """Of all boards .ci/run asks the same."""
    monkeypatch.setattr("hardware.boards.PROJECTS", QUICK)
    assert main(tmp_path) == 0
    for folder in ("table", FOOTPRINT_FOLDER.name, *(board.name for board in QUICK)):
        assert texts(tmp_path / folder) == texts(MADE / folder)
    assert texts(tmp_path / MODEL_FOLDER.name) == models()
    assert "nothing is wrong" in capsys.readouterr().out


def test_without_kicad_one_sentence_says_what_to_do(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    kicad.program.cache_clear()
    assert kicad.main() == 1
    error = capsys.readouterr().err
    assert error.startswith("KiCad 9 is needed, found: none; Debian 12: apt install -t bookworm-backports kicad")
    assert error.count("\n") == 1


def test_a_program_that_does_not_end_is_named(monkeypatch):
    monkeypatch.setattr(kicad, "HANG_S", 0.1)
    with pytest.raises(UserError) as error:
        kicad.run([sys.executable, "-c", "import time; time.sleep(60)"])
    assert said(error).startswith(f"{sys.executable} -c") and said(error).endswith("does not end")


def test_without_kicads_python_one_sentence_says_what_to_do(monkeypatch):
    monkeypatch.setattr(kicad, "PYTHONS", ("/no/such/python",))
    kicad.python.cache_clear()
    with pytest.raises(UserError) as error:
        kicad.python()
    assert said(error) == "no Python here has KiCad's module pcbnew: install KiCad 9 whole"


# -- places


@boards
def test_no_part_stands_on_another(board):
    layout = layout_of(board)
    shapes = {ref: (board.by_ref[ref].kind.footprint, place) for ref, place in layout.parts.items()}
    shapes |= {f"H{n}": (layout.hole, Place(x, y)) for n, (x, y) in enumerate(layout.holes)}
    clashes = [(a, b) for a in shapes for b in shapes if a < b and stand_on(shapes[a], shapes[b])]
    assert clashes == []


def stand_on(one, other):
    """Whether two parts want the same room; from the other side of a board come only the pins of a part with wires."""
    sides = {footprint(name).is_below for name, _ in (one, other)}
    if len(sides) == 1:
        return any(overlap(a, b) for a in placed_boxes(*one) for b in placed_boxes(*other))
    return any(
        overlap(pin, box)
        for pins, body in ((one, other), (other, one))
        for pin in pin_boxes(*pins)
        for box in placed_boxes(*body)
    )


def pin_boxes(name, place):
    pads = (pad for pad in pads_at(footprint(name), place.x * U, place.y * U, place.turn) if not pad.is_flat)
    return [(p.x - p.half[0], p.y - p.half[1], p.x + p.half[0], p.y + p.half[1]) for p in pads]


def test_a_readers_connector_has_its_name_printed_beside_it_counted_from_one():
    layout = layout_of(BANK)
    names = {part.ref: part.value for part in BANK.parts if re.fullmatch(r"Reader \d", part.value)}
    assert list(names.values()) == [f"Reader {n}" for n in range(1, 9)]
    printed = [text for text in layout.prints if re.fullmatch(r"READER \d", text.text)]
    assert {ref: min(printed, key=lambda text: away(text, layout.parts[ref])).text for ref in names} == {
        ref: name.upper() for ref, name in names.items()
    }


def away(text, place):
    """From the middle of a word to the first pin of a part; in units."""
    return hypot(text.x - place.x, text.y - place.y)


def placed_boxes(name, place):
    """What a part stands on; under the Pico there is room."""
    boxes = (turned_box(box, place.turn) for box in courtyards(footprint(name)))
    x, y = place.x * U, place.y * U
    return [(left + x, top + y, right + x, bottom + y) for left, top, right, bottom in boxes]


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_overlapping_parts_would_be_seen():
    assert stand_on(("DIP16", Place(5, 5)), ("DIP16", Place(7, 8)))


def test_flat_parts_have_room_under_the_hubs_pico_but_not_in_its_sockets():
    pico = ("Pico_below", Place(0, 0))
    assert not stand_on(pico, ("SOIC20W", Place(3.5, 8)))
    assert stand_on(pico, ("SOIC20W", Place(2, 8)))


def test_all_pads_are_where_the_router_can_meet_them():
    """In their middles, or they are so large that the nearest node is in them."""
    placed = [land.pad for board in PROJECTS for land in lands(board, layout_of(board))]
    pads = [pad for shape in FOOTPRINTS.values() if not shape.is_flat for pad in shape.pads]
    missed = [pad for pad in (*pads, *placed) if pad.number and not is_met(pad)]
    assert missed == [] and len(placed) > 1000


def is_met(pad):
    """Whether the node nearest to a pad's middle is in it."""
    away = [abs(middle - round(middle / STEP) * STEP) for middle in (pad.x, pad.y)]
    return all(off <= half for off, half in zip(away, pad.half, strict=True))


# -- the router


def dots(*lands_of):
    return [Land(net, Pad("2", x, y)) for net, x, y in lands_of]


CROSSING = dots(("A", 2.54, 6.35), ("A", 17.78, 6.35), ("B", 10.16, 2.54), ("B", 10.16, 10.16))


def test_two_nets_that_cross_find_two_layers():
    tracks = routed((20.32, 12.7), CROSSING, {"A": 0.3, "B": 0.3})
    layers = {net: {a[0] for a, _ in steps} for net, (steps, _) in tracks.items()}
    assert layers["A"] != layers["B"] or any(vias for _, vias in tracks.values())


def test_the_same_board_gives_the_same_tracks():
    assert routed((20.32, 12.7), CROSSING, {"A": 0.3, "B": 0.9}) == routed(
        (20.32, 12.7), CROSSING, {"A": 0.3, "B": 0.9}
    )


def stairs(net):
    """A track that goes right and down by turns."""
    nodes = [(0, 4 + (n + 1) // 2, 4 + n // 2) for n in range(9)]
    return {net: Tracks(list(pairwise(nodes)), [])}


def test_stairs_become_a_slope():
    (track,) = cut_corners(stairs("A"), [], {"A": 0.3}).values()
    diagonal = [(a, b) for a, b in track.steps if a[1] != b[1] and a[2] != b[2]]
    assert len(diagonal) == 4 and len(track.steps) == 4


def test_a_corner_with_a_pad_or_a_via_is_kept():
    steps = stairs("A")["A"].steps
    corners = sorted({node[1:] for step in steps for node in step})
    pads = [Land("A", Pad("2", x * STEP, y * STEP)) for x, y in corners]
    assert cut_corners(stairs("A"), pads, {"A": 0.3}) == stairs("A")
    assert cut_corners({"A": Tracks(steps, corners)}, [], {"A": 0.3})["A"].steps == steps


def test_a_corner_beside_another_net_is_kept():
    bend = {"A": Tracks([((0, 4, 5), (0, 5, 5)), ((0, 5, 5), (0, 5, 6))], [])}
    inside = {"B": Tracks([((0, 3, 6), (0, 4, 6))], [])}
    assert cut_corners(bend | inside, [], {"A": 0.3, "B": 0.3})["A"] == bend["A"]
    assert cut_corners(bend, [], {"A": 0.3})["A"].steps == [((0, 4, 5), (0, 5, 6))]
    near = [Land("B", Pad("2", 3 * STEP, 7 * STEP, size=2.1))]
    assert cut_corners(bend, near, {"A": 0.3})["A"] == bend["A"]


# A fast net from left to right over a plane; another that could come down through it, or go round its end
BESIDE = dots(("FAST", 2.54, 6.35), ("FAST", 17.78, 6.35), ("B", 15.24, 3.81), ("B", 15.24, 8.89))


@pytest.mark.parametrize(("fast", "crossings"), [((), 1), (("FAST",), 0)])
def test_another_net_goes_round_the_end_of_a_fast_one_and_would_go_through_below_it_else(fast, crossings):
    tracks = routed((25.4, 12.7), BESIDE, {"FAST": 0.3, "B": 0.3}, plane="GND", fast=fast)
    places = [{node[1:] for step in tracks[net].steps for node in step} for net in ("FAST", "B")]
    assert len(places[0] & places[1]) == crossings


def test_a_net_walled_in_is_refused_by_name():
    wall = dots(*((None, 10.16, 1.27 * n) for n in range(11)))
    with pytest.raises(UserError) as error:
        routed((20.32, 12.7), wall + dots(("A", 2.54, 6.35), ("A", 17.78, 6.35)), {"A": 0.3})
    assert said(error) == "net A cannot be routed: give its parts more room"
