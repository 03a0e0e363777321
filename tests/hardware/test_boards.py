"""The committed boards, told without KiCad: of kinds that are known, wide enough, readable; their orders are fresh."""

import re
import sys
from io import BytesIO
from math import dist
from zipfile import ZipFile

import pytest
from glowtable.messages import UserError

from hardware import kicad
from hardware.guide import PAGES
from hardware.layout.assembly import assembly, placed
from hardware.layout.check import faults, unruled
from hardware.made import MADE, stale
from hardware.model.boards import BANK, BAR, COUPON, HUB2, POD, QUARTER, parts_of
from hardware.model.current import net_widths
from hardware.model.file import BOARDS, file_of, net_name
from hardware.papers import cost
from tests.hardware.mutations import boards, gerbers_of, refusal, spoilt_file, valued

# -- fresh


def test_lists_are_those_of_the_boards():
    assert (MADE / "table" / "parts.csv").read_text("utf-8") == cost.as_csv()


@boards
def test_the_order_is_that_of_this_project(board):
    assert stale(MADE / board.name, kicad.origins(board)) == []
    with ZipFile(MADE / board.name / f"{board.name}-order.zip") as order:
        lists = {name: order.read(name).decode() for name in order.namelist() if not name.endswith(".zip")}
    assert lists == assembly(board)


@boards
def test_pages_show_every_picture_that_is_committed_and_no_other(board):
    shown = {
        name
        for page in PAGES
        for name in re.findall(rf"made/{board.name}/{board.name}-(\w+\.png)", page.read_text("utf-8"))
    }
    assert shown == set(kicad.shown_of(board))


DRAWN_OTHERWISE = {
    "another camera": (kicad, "CAMERAS", {**kicad.CAMERAS, "3d.png": kicad.Camera("top", 41, 15, 0.74)}),
    "another light": (kicad, "ALWAYS", ("--quality", "high")),
    "a drawing of other layers": (kicad, "DRAWINGS", {**kicad.DRAWINGS, "front": ("F.Cu", ())}),
    "gerbers without a layer": (kicad, "TRACK_LAYERS", "F.Mask,B.Mask,Edge.Cuts"),
}


@pytest.mark.parametrize("change", DRAWN_OTHERWISE)
def test_plots_that_are_drawn_otherwise_are_not_fresh(monkeypatch, change):
    before = kicad.origin(BAR)
    monkeypatch.setattr(*DRAWN_OTHERWISE[change])
    assert kicad.origin(BAR) != before


def test_a_board_changed_in_kicad_is_not_fresh(tmp_path):
    before = kicad.origin(BAR)
    (tmp_path / "bar").mkdir()
    for path in (BOARDS / "bar").iterdir():
        (tmp_path / "bar" / path.name).write_bytes(path.read_bytes())
    assert kicad.origin(BAR, tmp_path) == before
    (tmp_path / "bar" / "bar.kicad_sch").write_text("other")
    assert kicad.origin(BAR, tmp_path) != before


# -- what KiCad cannot know


@boards
def test_nothing_is_wrong_with_the_committed_board(board):
    assert faults(file_of(board.name), board) == []


@boards
def test_kicad_is_told_the_width_of_every_net_with_current(board):
    rules = (BOARDS / board.name / f"{board.name}.kicad_dru").read_text("utf-8")
    assert list(unruled(board, rules)) == []


SOT = r'\(footprint "Package_TO_SOT_SMD:SOT-23"'
SPOILT = {
    "a track too narrow for its current": (
        QUARTER, r"\(width 0\.8\)", "(width 0.3)", r"has a track of 0\.3 mm and needs 0\.8"),
    "an area that is not filled": (
        COUPON, r"\n\t\t\(filled_polygon\n.*?\n\t\t\)(?=\n\t\)\n)", "", r"the area ground of GND is not filled"),
    "another footprint": (POD, SOT, '(footprint "Package_TO_SOT_SMD:SOT-23-5"', r"U1 is on .*SOT-23-5 and must be on"),
    "a header on the wrong side": (
        COUPON, r'(\(footprint "Connector_PinHeader.*?\(layer )"B\.Cu"', r'\1"F.Cu"', r"J1 is on the wrong side"),
}  # fmt: skip


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_board_is_caught(name):
    board, pattern, change, complaint = SPOILT[name]
    assert any(re.search(complaint, fault) for fault in faults(spoilt_file(board, pattern, change), board))


def test_a_rule_that_says_less_than_the_current_asks_is_named():
    rules = (BOARDS / "hub2" / "hub2.kicad_dru").read_text("utf-8")
    (fault,) = unruled(HUB2, rules.replace("(min 0.6mm)", "(min 0.4mm)", 1))
    assert re.fullmatch(r"KiCad's rule for BRANCH\d says 0\.4 mm; 7\d\d mA need 0\.6 mm", fault)
    assert len(list(unruled(HUB2, ""))) == 5


def test_hub_and_quarter_have_wide_nets():
    assert net_widths(HUB2)["BRANCH0"] == 0.6 and net_widths(QUARTER)["+5V"] == 0.8


UNREADABLE = {
    "a line of the legend left out": (
        r'\t\(gr_text "10 nF: C17 C20".*?\n\t\)\n',
        "",
        [f"the value of C{n}, 10 nF" for n in (17, 20)],
    ),
    "a part left out of the legend": (r"68k: R18 R19", "68k: R18", ["the value of R19, 68k, cannot be"]),
    "a wrong value in the legend": (r"28\.7k: R11", "287k: R11", [f"the value of R{n}, 28.7k" for n in range(11, 16)]),
    "a test point without its word": (r'(gr_text )"VSYS"', r'\1"V"', ["TP4, VSYS"]),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_value_that_cannot_be_read_or_is_wrong_is_named(name):
    pattern, change, complaints = UNREADABLE[name]
    found = faults(spoilt_file(HUB2, pattern, change), HUB2)
    assert len(found) == len(complaints)
    assert all(complaint in fault for complaint, fault in zip(complaints, sorted(found), strict=True))


def test_a_value_beside_another_part_and_one_that_was_changed_are_named():
    word = next(word for word in file_of("hub2").words if word.text == "470" and word.layer == "F.SilkS")
    words = tuple(each._replace(text="330") if each == word else each for each in file_of("hub2").words)
    assert any("330 stands beside R35" in fault for fault in faults(file_of("hub2")._replace(words=words), HUB2))
    later = faults(file_of("hub2"), valued("R16", "200k")(HUB2))
    assert "the value of R16, 200k, cannot be read on the board" in later


def test_a_readers_connector_has_its_name_printed_beside_it_counted_from_one():
    file = file_of("bank")
    printed = [word for word in file.words if re.fullmatch(r"READER \d", word.text)]
    nearest = {n: min(printed, key=lambda word: dist(word.at, file.parts[f"J{2 + n}"].at)).text for n in range(1, 9)}
    assert nearest == {n: f"READER {n}" for n in range(1, 9)}


# -- reading


@pytest.mark.parametrize(
    ("name", "net"),
    [
        ("/SCK", "SCK"), ("GND", "GND"), ("/Inlet/VIN", "VIN"), ("/Cell 3/DATA1", "DATA31"), ("/Branch 0/EN", "EN0"),
        ("unconnected-(U1-GPIO28_ADC2-Pad34)", None), ("", None),
    ],
)  # fmt: skip
def test_a_net_is_called_as_people_do(name, net):
    assert net_name(name) == net


REFUSED = {
    "of no known kind": (BAR, '"Kind" "D_CHIP"', '"Kind" "D_CHOP"', "bar: D1 is of no known kind: D_CHOP"),
    "a pad more than its kind has": (
        POD, SOT + r'(.*?)\(pad "3"', r'(footprint "Package_TO_SOT_SMD:SOT-23"\1(pad "4"',
        "pod: U1 and a LDO_SMALL differ by pin 3"),
    "a pin on two nets": (
        COUPON, r'(\(footprint "Button_Switch_SMD.*?\(net )\d+ "[^"]*"', r'\g<1>1 "GND"',
        "coupon: SW10 pin 1 is on two nets: GND, COL0"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_is_no_board_of_ours_is_refused_by_name(name):
    board, pattern, change, sentence = REFUSED[name]
    assert refusal(lambda: parts_of(board.name, spoilt_file(board, pattern, change))) == sentence


# -- what the board house gets


@boards
def test_the_gerbers_hold_every_layer_and_every_hole(board):
    with ZipFile(BytesIO(gerbers_of(board))) as archive:
        files = {name.removeprefix(f"{board.name}-"): archive.read(name).decode() for name in archive.namelist()}
    layers = ("F_Cu.gtl", "B_Cu.gbl", "F_Mask.gts", "B_Mask.gbs", "F_Silkscreen.gto", "B_Silkscreen.gbo")
    paste = {"F_Paste.gtp"} if placed(board) else set()
    file = file_of(board.name)
    inner = {"In1_Cu.g1", "In2_Cu.g2"} if file.has_inner_plane else set()
    assert set(files) == {*layers, "Edge_Cuts.gm1", "PTH.drl", "NPTH.drl", *paste, *inner}
    pads = [pad for part in (*file.parts.values(), *file.holes.values()) for pad in part.pads]
    assert holes(files["PTH.drl"]) == sum(1 for pad in pads if pad.drill and pad.is_plated) + len(file.vias)
    assert holes(files["NPTH.drl"]) == sum(1 for pad in pads if not pad.is_plated)


def holes(drill):
    """Round ones, and slots, each of which begins with a move."""
    return len(re.findall(r"(?m)^(?:G00)?X-?[\d.]+Y-?[\d.]+$", drill))


# -- bad input


def test_without_kicad_one_sentence_says_what_to_do(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    kicad.program.cache_clear()
    monkeypatch.setattr(kicad, "MADE", tmp_path)
    assert kicad.main() == 1
    error = capsys.readouterr().err
    assert error.startswith("KiCad 9 is needed, found: none; Debian 12: apt install -t bookworm-backports kicad")
    assert error.count("\n") == 1


def test_without_kicads_libraries_one_sentence_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(kicad, "LIBRARIES", tmp_path)
    kicad.libraries.cache_clear()
    assert refusal(kicad.libraries) == "KiCad's libraries are missing: install kicad-symbols and kicad-footprints"
    monkeypatch.setattr(kicad, "MODELS", tmp_path / "none")
    assert refusal(kicad.bodies) == "KiCad's bodies of parts are missing: install kicad-packages3d"


def test_a_program_that_does_not_end_is_named(monkeypatch):
    monkeypatch.setattr(kicad, "HANG_S", 0.1)
    with pytest.raises(UserError) as error:
        kicad.run([sys.executable, "-c", "import time; time.sleep(60)"])
    assert str(error.value).startswith(f"{sys.executable} -c") and str(error.value).endswith("does not end")


# -- pictures


@boards
@pytest.mark.parametrize("picture", [picture for picture, seen in kicad.CAMERAS.items() if not seen.tilt])
def test_a_board_fills_its_picture(board, picture):
    size = file_of(board.name).size
    told = kicad.camera_words(kicad.CAMERAS[picture], size)
    width, height, zoom = (float(told[told.index(word) + 1]) for word in ("--width", "--height", "--zoom"))
    filled = [side * zoom * height / max(size) / pixels for side, pixels in zip(size, (width, height), strict=True)]
    assert height >= 200 and 0.85 <= max(filled) <= 0.95


def test_the_bank_has_no_list_of_values():
    assert [word for word in file_of(BANK.name).words if word.layer == "B.SilkS"] == []
