"""BUILD.md says what is so: its tables are fresh, its links lead somewhere, and what it quotes is really said."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from glowpico import strip, trouble
from glowpico.board import TABLE
from glowtable.__main__ import main
from glowtable.command_line import COMMANDS
from glowtable.maker.parts import BRANCH_MA, LEDS_MA
from glowtable.maker.selftest import FED_MV, SUPPLY_MV
from glowtable.messages import UserError

from hardware import guide
from hardware.guide import GUIDE, MARKED, PAGES, filled, makers, markdown
from hardware.model.boards import BAR, HUB2, NEEDS, QUARTER
from hardware.model.kinds import GROUND, KINDS, RAIL_3V3
from hardware.papers.readings import USB_ALONE_V, dark_ma, divided, point_of, readings, table
from hardware.product.supply import STARTS_SCATTER
from hardware.proofs.built import branches
from tests.games.shipped import SHIPPED
from tests.hardware.mutations import moved, without

HOUSE = Path(__file__).parents[2]
TEXT = GUIDE.read_text("utf-8")
SELFTEST = re.compile(r"<!-- selftest -->\n(.*?)<!-- end of selftest -->", re.DOTALL)


def test_the_tables_are_fresh():
    texts = {page.name: page.read_text("utf-8") for page in PAGES}
    assert {name: filled(text, makers()) for name, text in texts.items()} == texts


def test_every_table_that_is_made_stands_on_one_page_once():
    marks = [mark for page in PAGES for mark in MARKED.finditer(page.read_text("utf-8"))]
    assert sorted(mark["name"] for mark in marks) == sorted(makers())


def test_a_table_that_nobody_makes_is_refused_by_its_name():
    with pytest.raises(UserError) as error:
        filled("<!-- table: moons -->\n<!-- end -->\n", {"pins": str, "cards": str})
    assert dict(error.value.message.fill) == {"name": "moons", "known": "cards, pins"}


def test_what_stood_in_a_table_is_replaced_and_nothing_else():
    text = "before\n<!-- table: pins -->\nold\n<!-- end -->\nafter\n"
    once = filled(text, {"pins": lambda: markdown(("a", "b"), [(1, 2)])})
    expected = "before\n<!-- table: pins -->\n| a | b |\n| --- | --- |\n| 1 | 2 |\n<!-- end -->\nafter\n"
    assert once == expected
    assert filled(once, {"pins": lambda: markdown(("a", "b"), [(1, 2)])}) == once


def test_pages_are_written_all_or_none(monkeypatch, tmp_path):
    for name in ("one.md", "two.md"):
        (tmp_path / name).write_text(f"<!-- table: {name[:3]} -->\nold\n<!-- end -->\n", "utf-8")
    monkeypatch.setattr(guide, "PAGES", (tmp_path / "one.md", tmp_path / "two.md"))
    monkeypatch.setattr(guide, "makers", lambda: {"one": lambda: "new"})
    assert guide.main() != 0
    assert "old" in (tmp_path / "one.md").read_text("utf-8")
    monkeypatch.setattr(guide, "makers", lambda: {"one": lambda: "new", "two": lambda: "new"})
    assert guide.main() == 0
    assert "new" in (tmp_path / "one.md").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8"))
    assert len(links) > 5
    assert [link for link in links if not (page.parent / link).exists()] == []


def commands_in(text: str) -> set[str]:
    return set(re.findall(r"\bglowtable ([a-z]+)", text))


def test_commands_and_targets_are_those_there_are():
    assert {"flash", "calibrate", "selftest", "doctor", "tags"} <= commands_in(TEXT)
    assert commands_in(TEXT) <= set(COMMANDS)
    targets = set(re.findall(r"^([a-z-]+):", (HOUSE / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert {"hardware"} <= set(re.findall(r"`make ([a-z-]+)", TEXT)) <= targets
    modules = re.findall(r"python -m (hardware[.\w]*)", TEXT)
    assert [name for name in modules if not any(HOUSE.glob(name.replace(".", "/") + "*"))] == []


def test_the_selftest_shown_is_that_of_the_simulated_table(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    monkeypatch.setenv("GLOWTABLE_CONFIG", str(tmp_path / "none.toml"))
    assert main(["selftest", "--port", "twin:", "--no-hands", "--language", "en"]) == 0
    shown = SELFTEST.search((HOUSE / "docs/FLASH.md").read_text("utf-8"))
    assert shown
    assert unmeasured(shown[1]) == unmeasured(capsys.readouterr().out)


def unmeasured(report: str) -> list[str]:
    """Its lines without what changes from build to build and from run to run."""
    lines = [line.strip() for line in report.splitlines() if line.strip()]
    return [re.sub(r"build \w+|\d+ us", "...", line) for line in lines]


def test_figures_are_those_of_the_program():
    assert f"{FED_MV[1] / 1000} V and as off below {FED_MV[0] / 1000} V" in TEXT
    assert f"passes {SUPPLY_MV.start} to {SUPPLY_MV.stop} mV" in TEXT
    supplies = [f"`{supply}`" for supply in LEDS_MA], [f"{leds}" for leds in LEDS_MA.values()]
    told = "{}, {} or {}: the LEDs then get {}, {} or {} mA".format(*supplies[0], *supplies[1])
    assert told in " ".join(TEXT.split()) and f"`branch_ma` {BRANCH_MA} and" in TEXT


def test_every_game_has_its_card_sheets_in_the_guide():
    assert [name for name in SHIPPED if f"made/cards/{name}.pdf" not in TEXT] == []


# -- the first power-on asks for nothing that a board has not, and its figures are the model's


def test_every_reading_has_a_test_point_where_it_is_taken():
    taken = [(each.board, net) for each in readings() for net in each.nets]
    assert len(taken) > 12
    assert all(point_of(board, net) in table() for board, net in taken)
    assert {board.name for board, _ in taken} == {board.name for board, _ in NEEDS}


@pytest.mark.parametrize(("board", "ref", "net"), [(HUB2, "TP4", "VSYS"), (BAR, "TP3", "COL1"), (BAR, "TP7", "COL5")])
def test_a_reading_without_a_test_point_is_refused_by_its_net(board, ref, net):
    bare = without(ref)(board)
    (taken,) = [each for each in readings() if each.board is board and net in each.nets][:1]
    with pytest.raises(ValueError, match=f"{board.name} has no test point on {net}"):
        taken._replace(board=bare).where  # noqa: B018


def test_each_board_is_read_against_a_ground_that_it_has_or_that_is_named():
    for each in readings():
        has_ground = GROUND in each.board.nets
        assert not each.nets or has_ground or "against" in each.what, each
        assert not (each.nets and has_ground) or point_of(each.board, GROUND)


def test_every_key_of_the_bar_is_read_by_itself_and_every_wire_of_its_lead():
    alone, with_lead = (each for each in readings() if each.board is BAR)
    assert alone.nets == with_lead.nets == tuple(part.net("1") for part in BAR.parts if part.ref[:2] == "SW")
    assert alone.what.endswith(f"{point_of(BAR, 'ROW9')}")
    lines = {f"LINE{n}" for n in range(6)}
    pulls = [part.ref for part in HUB2.parts if {*part.nets.values()} in [{line, RAIL_3V3} for line in lines]]
    assert pulls == [f"R{n}" for n in range(51, 57)] and "R51 to R56" in with_lead.otherwise


def test_a_diode_of_the_bar_the_wrong_way_round_would_read_nothing():
    """Red lead, column, key, anode; cathode, row, black lead."""

    def conducts(bar):
        diodes = [part for part in bar.parts if part.kind is KINDS["D_CHIP"]]
        return len(diodes) == 6 and all(part.net("K") == "ROW9" for part in diodes)

    assert conducts(BAR) and not conducts(moved("D3", K="KEY3", A="ROW9")(BAR))


def test_every_branch_is_read_when_all_have_started():
    """`a second later` is later than the last switch."""
    latest = max(branch.starts_ms for branch in branches()) * (1 + STARTS_SCATTER)
    assert 10 < latest < 1000
    read = {net for each in readings() for net in each.nets}
    assert {f"BRANCH{n}" for n in range(len(branches()))} <= read


def test_what_leaks_back_from_usb_is_below_what_the_firmware_takes_for_a_supply():
    assert trouble.FED_MV[0] == USB_ALONE_V * 1000
    (backwards,) = [each for each in readings() if each.expect == f"under {USB_ALONE_V} V"]
    assert backwards.nets == ("+5V",)


def test_a_shorted_quarter_is_told_from_a_healthy_one():
    """A branch that is off adds nothing, and a healthy quarter with its light less than the most."""
    (current,) = [each for each in readings() if each.board is QUARTER and not each.nets]
    low, high = map(int, re.findall(r"\d+", current.expect))
    lamp_ma = (5 - 2) / 2.2
    assert 0 < low < dark_ma(QUARTER) / 2 and high > dark_ma(QUARTER) + lamp_ma


def test_what_is_halved_and_what_dark_lights_draw_is_asked_of_the_boards():
    assert divided(HUB2, "V5_SENSE") == 0.5
    other = tuple(part._replace(value="20k") if part.ref == "R4" else part for part in HUB2.parts)
    assert divided(replace(HUB2, parts=other), "V5_SENSE") == pytest.approx(2 / 3)
    assert dark_ma(QUARTER) == 36


def test_the_kit_is_lit_by_the_tables_pin_with_as_much_as_the_proofs_take():
    text = (GUIDE.parent / "COUPON.md").read_text("utf-8")
    gpio = TABLE["cell_leds"]
    assert f"GP{gpio} " in text and f"machine.Pin({gpio}, " in text
    (green,) = re.findall(r"bytes\(\((\d+), 0, 0\)\) \* 4", text)
    assert 4 * strip.CHANNEL_MA * int(green) / 255 == pytest.approx(40, abs=0.5)
