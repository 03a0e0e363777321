"""What the board houses get is the board of the model, read back by another house's reader; each mistake is named."""

import re
from contextlib import suppress
from io import BytesIO
from zipfile import ZipFile

import pytest

from hardware.gerbers.__main__ import main
from hardware.model.boards import BANK, BAR, COUPON, HUB2, POD
from hardware.model.kinds import GROUND
from tests.hardware.mutations import boards, gerbers_of

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    from hardware.gerbers.faults import EXACT, LEAST, least, widths
    from hardware.gerbers.ground import grounds, lengths, share
    from hardware.gerbers.judge import judged, of
    from hardware.proofs.ground import GOAL, fast_groups, shares_of

pytestmark = pytest.mark.hardware


def over_ground(case, nets, *rails):
    return share(lengths(case, grounds(case, rails)), nets)


@boards
def test_the_gerbers_are_the_board_of_the_model(board):
    assert judged(board, gerbers_of(board)).faults == []


def test_copper_is_as_wide_as_a_board_house_asks():
    found = least(widths(of(POD, gerbers_of(POD))))
    assert set(found) == set(LEAST)
    assert all(mm > LEAST[name] - EXACT for name, mm in found.items())


# -- mistakes


def files_of(board):
    with ZipFile(BytesIO(gerbers_of(board))) as archive:
        return {name.partition("-")[2]: archive.read(name).decode() for name in archive.namelist()}


def packed(files):
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"board-{name}", text)
    return out.getvalue()


def line(aperture, *ends):
    """A line more at the end of a gerber; from and to in mm."""
    (ax, ay), (bx, by) = ((round(x * 1e6), round(y * 1e6)) for x, y in ends)
    return f"D{aperture}*\nG01*\nX{ax}Y{ay}D02*\nX{bx}Y{by}D01*\nM02*"


FLASH, SEGMENT = r"^X-?\d+Y-?\d+D03\*$", r"X\S+D02\*\nX\S+D01\*\n"
TRACK = 16  # the bar's aperture of a track, 0.3 mm
MISTAKES = {  # name -> board, file, what in it becomes what, what must be said
    "a track taken away": (BAR, "F_Cu.gtl", r"(TO\.N,/COL0\*%\n)" + SEGMENT, r"\1", r"^net COL0 is open: .* pad"),
    "a bridge between two pins": (
        COUPON, "B_Cu.gbl", r"^M02\*", line(10, (85.09, -106.8), (87.63, -106.8)), r"^nets .* are joined$"),
    "a via's drill moved": (
        BAR, "PTH.drl", r"^X88\.9Y-62\.23$", "X89.9Y-62.23", r"net .* is open|nets .* are joined"),
    "a pad's drill moved": (BAR, "PTH.drl", r"(^T2\nX[\d.]+Y-\d+\.)", r"\g<1>5", r"has no plated hole of 0\.70 mm$"),
    "a pad's drill too narrow": (BAR, "PTH.drl", r"^T2C0\.700", "T2C0.600", r"has no plated hole of 0\.70 mm$"),
    "a drill wider than its ring allows": (BAR, "PTH.drl", r"^T1C0\.400", "T1C0.600", r"^ring .* is 0\.10 mm"),
    "a bare hole left out": (
        BAR, "NPTH.drl", r"^X64\.135Y-69\.215$", "", r"^at 64\.1\d*, -69\.2\d* there is no bare hole"),
    "a hole on a track": (BAR, "NPTH.drl", r"^T2\n", "T2\nX110.0Y-90.0\n", r"between .* and the hole at .* is -\d"),
    "a pad left out": (BANK, "F_Cu.gtl", FLASH, "", r"^C3 pad 1 has too little copper on F\.Cu$"),
    "a flat pad left out": (COUPON, "F_Cu.gtl", FLASH, "", r"pad \d+ has too little copper on F\.Cu$"),
    "a pad too small": (
        COUPON, "F_Cu.gtl", r"(ADD17RoundRect,0\.2)5", r"\g<1>0", r"pad \d+ has too little copper on F\.Cu$"),
    "a plated hole beside copper": (
        BAR, "PTH.drl", r"^T1\n", "T1\nX60.0Y-62.23\n", r"^the hole at 60\.00, -62\.23 has no copper on B\.Cu$"),
    "a pad under the mask": (
        COUPON, "F_Mask.gts", r"^X68400000Y-95300000D03\*$", "", r"pad \d+ is under the solder mask on F\.Cu$"),
    "copper on no net": (
        BAR, "F_Cu.gtl", r"^M02\*", line(TRACK, (60, -62.23), (60.4, -62.23)), r"^copper at .* on F\.Cu is on no net$"),
    "two tracks too near to each other": (
        BAR, "F_Cu.gtl", r"^M02\*", line(TRACK, (100, -97.6), (100.4, -97.6)), r"^gap between .* is 0\.\d+ mm"),
    "copper at the edge": (
        BAR, "F_Cu.gtl", r"^M02\*", line(TRACK, (60, -51.1), (61, -51.1)), r"the board's edge on F\.Cu is 0\.15 mm"),
    "copper over the edge": (
        BAR, "F_Cu.gtl", r"^M02\*", line(TRACK, (60, -51.1), (60, -50)), r"the board's edge on F\.Cu is 0\.00 mm"),
    "a board cut shorter": (
        BAR, "Edge_Cuts.gm1", "125730000", "115730000", r"^the board\'s edge is not the one wanted, 74\.93 x 53\.34"),
    "an edge left open": (BAR, "Edge_Cuts.gm1", r"^X50800000Y-50800000D01\*$", "", r"edge of the board goes around 0"),
    "a file torn": (BAR, "NPTH.drl", r"^X64\.135Y-69\.215", "X64Y-69.215", r"^NPTH\.drl cannot be read: .*X64Y"),
    "a plane cut": (BANK, "In1_Cu.g1", r"^G36\*[\s\S]*?G37\*\n", "", r"^ground on In1\.Cu is in \d+ pieces$"),
    "a track through a plane": (
        BANK, "In1_Cu.g1", r"^M02\*", line(14, (85, -90), (88, -90)), r"^a track runs through the plane"),
    "an inner layer's track taken away": (BANK, "In2_Cu.g2", SEGMENT, "", r"^net .* is open"),
    "erasing, which cannot be read": (BAR, "F_Cu.gtl", r"%LPD\*%", "%LPC*%", r"^F_Cu\.gtl draws what cannot be read"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_the_gerbers_is_caught_by_name(name):
    board, file, pattern, change, said = MISTAKES[name]
    files = files_of(board)
    files[file], count = re.subn(pattern, change, files[file], count=1, flags=re.MULTILINE)
    assert count == 1
    found = judged(board, packed(files)).faults
    assert any(re.search(said, fault) for fault in found), found


@pytest.mark.parametrize("name", files_of(COUPON))
def test_a_file_left_out_is_named(name):
    files = files_of(COUPON)
    del files[name]
    assert judged(COUPON, packed(files)).faults == [f"{name} is missing from the gerbers"]


def test_sides_swapped_are_named():
    files = files_of(COUPON)
    front, back = files["F_Cu.gtl"], files["B_Cu.gbl"]
    assert judged(COUPON, packed(files | {"F_Cu.gtl": back, "B_Cu.gbl": front})).faults == [
        "F_Cu.gtl says it is Copper L2 Bot"
    ]
    relabelled = {"F_Cu.gtl": back.replace("L2,Bot", "L1,Top"), "B_Cu.gbl": front.replace("L1,Top", "L2,Bot")}
    assert "net DIN is open: J1 pad 3, LED11 pad 4 are not joined" in judged(COUPON, packed(files | relabelled)).faults


@pytest.mark.parametrize(("board", "said"), [(COUPON, "F_Paste.gtp is missing"), (BANK, "In1_Cu.g1 is missing")])
def test_the_gerbers_of_another_board_are_refused(board, said):
    other = {name: text for name, text in files_of(BAR).items() if name != "F_Paste.gtp"}
    assert judged(board, packed(other)).faults[0].startswith(said)


def test_tracks_under_the_head_of_a_screw_are_named():
    files = files_of(BAR)
    files["F_Cu.gtl"] = files["F_Cu.gtl"].replace("M02*", line(TRACK, (57, -55.245), (58, -55.245)))
    said = r"gap between .* and the head of the screw in H1 on F\.Cu is 0\.00 mm and must be 0\.5 mm"
    assert any(re.fullmatch(said, fault) for fault in judged(BAR, packed(files)).faults)


def test_the_program_says_a_line_a_board_and_what_is_wrong(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("hardware.gerbers.__main__.PROJECTS", (BANK, COUPON))
    assert main() == 0
    good = capsys.readouterr().out
    assert good.startswith("bank: 218 pads on 54 nets, 255 holes; mm: ring 0.20, clearance 0.20,")
    assert "\ncoupon: 46 pads on 11 nets" in good
    for name, content in (("bank", gerbers_of(COUPON)), ("coupon", gerbers_of(COUPON))):
        (tmp_path / name).mkdir()
        with ZipFile(tmp_path / name / f"{name}-order.zip", "w") as order:
            order.writestr(f"{name}-gerbers.zip", content)
    assert main(tmp_path) == 1
    bad = capsys.readouterr().out
    assert bad.startswith("bank: cannot be read\n")


# -- ground under tracks


def test_the_data_of_a_cell_runs_over_ground_and_not_where_ground_is_cut():
    nets = ["DATA11", "DATA13"]
    whole = of(COUPON, gerbers_of(COUPON))
    assert over_ground(whole, nets, GROUND) == 1
    files = files_of(COUPON)
    files["B_Cu.gbl"] = re.sub(r"^G36\*.*?G37\*\n", "", files["B_Cu.gbl"], flags=re.MULTILINE | re.DOTALL)
    bare = of(COUPON, packed(files))
    assert over_ground(bare, nets, GROUND) < 0.2


def test_a_cut_in_the_ground_below_the_data_of_a_panel_is_seen():
    files = files_of(COUPON)
    (whole,) = shares_of(COUPON, packed(files))
    assert whole.ground >= GOAL
    files["B_Cu.gbl"] = re.sub(r"^G36\*.*?G37\*\n", "", files["B_Cu.gbl"], count=1, flags=re.MULTILINE | re.DOTALL)
    (cut,) = shares_of(COUPON, packed(files))
    assert cut.ground < GOAL


@pytest.mark.parametrize("board", [HUB2, BANK], ids=lambda board: board.name)
def test_a_bus_has_no_ground_where_its_plane_is_taken_away(board):
    files = files_of(board)
    assert all(found.ground >= GOAL for found in shares_of(board, packed(files)))
    files["In1_Cu.g1"] = re.sub(r"^G36\*[\s\S]*?G37\*\n", "", files["In1_Cu.g1"], flags=re.MULTILINE)
    assert all(found.ground < GOAL for found in shares_of(board, packed(files)))


def fast_nets(board):
    return {net for nets in fast_groups(board).values() for net in nets}


def test_fast_nets_are_the_readers_bus_and_the_data_of_lights():
    assert fast_nets(COUPON) == {"DIN", "DOUT", "DATA11", "DATA12", "DATA13"}
    assert {"SCK", "MOSI", "MISO", "RD_RST", "SCK7", "MOSI_GATE1", "SCK_TAP"} <= fast_nets(BANK)
    assert not {"GND", "+3V3R", "A0", "BANK0"} & fast_nets(BANK) and not fast_nets(BAR)
