"""Lists, tables and the drawing of the harness say what the model says."""

import csv
import re
from collections import Counter

import pytest

from hardware.model.board import Board
from hardware.model.current import net_currents
from hardware.model.hub import HUB
from hardware.model.table import BOARDS, BUS_BAR_WAYS, KEYS_OFF_BOARD, THINGS, VARIANTS, cables
from hardware.papers.bill import as_csv, bill, together
from hardware.papers.harness import drawing, links
from hardware.papers.tables import TABLES, cable_table, wires

variants = pytest.mark.parametrize("variant", VARIANTS)


def boards_of(variant):
    return [(board, VARIANTS[variant][board.name]) for board in BOARDS]


@variants
def test_a_bill_has_every_part_of_every_board_and_every_thing(variant):
    on_boards = sum(count * len(board.parts) for board, count in boards_of(variant))
    loose = sum(thing.needed(variant) for thing in THINGS)
    circuit_boards = sum(VARIANTS[variant].values())
    assert sum(line.quantity for line in bill(variant)) == on_boards + loose + circuit_boards


@variants
def test_a_bill_counts_each_kind_as_the_boards_do(variant):
    kinds = Counter()
    for board, count in boards_of(variant):
        for part in board.parts:
            kinds[part.kind.about] += count
    for thing in THINGS:
        kinds[thing.about] += thing.needed(variant)
    billed = Counter()
    for line in bill(variant):
        if not line.about.startswith("circuit board"):
            billed[line.about] += line.quantity
    assert billed == +kinds


def test_keys_of_boards_seats_and_table_are_one_line():
    (line,) = [line for line in bill("buttons") if line.about.startswith("mechanical key switch")]
    assert line.quantity == 36 + KEYS_OFF_BOARD
    assert line.where == "row: SW1 SW2 SW3 SW4 SW5 SW6; seats and table"


def test_an_nfc_table_has_readers_in_place_of_keys():
    abouts = {variant: {line.about: line.quantity for line in bill(variant)} for variant in VARIANTS}
    module = "RC522 card reader module, 40 x 60 mm, 13.56 MHz"
    assert (abouts["buttons"][module], abouts["nfc"][module]) == (7, 43)
    assert abouts["nfc"]["74HC251, one of eight inputs, three-state, DIP-16"] == 7
    assert "circuit board row" not in abouts["nfc"]


def needed(about, variant):
    return sum(thing.needed(variant) for thing in THINGS if thing.about.startswith(about))


@variants
def test_every_chip_has_a_socket(variant):
    for package in ("DIP14", "DIP16"):
        chips = sum(
            count for board, count in boards_of(variant) for part in board.parts if part.kind.footprint == package
        )
        assert needed(f"socket for a chip, {package[:3]}-{package[3:]}", variant) == chips


@variants
@pytest.mark.parametrize(
    ("letter", "wires_of_it", "about"),
    [
        ("G", 14, "flat cable 14-way"),
        ("B", 20, "flat cable 20-way"),
        ("R", 8, "cable, eight wires"),
        ("K", 4, "cable, four wires"),
        ("K", 7, "cable, seven wires"),
    ],
)
def test_every_cable_of_the_harness_is_bought(variant, letter, wires_of_it, about):
    drawn = [cable for cable in cables(variant) if cable.name[0] == letter and len(cable.wires) == wires_of_it]
    assert len(drawn) == needed(about, variant)


@variants
def test_the_bus_bar_has_a_way_for_every_wire_and_its_capacitor(variant):
    ends = [end for cable in cables(variant) for end in (cable.first, cable.second) if end.place == "bus bar"]
    assert len(ends) + needed("electrolytic capacitor 1000 uF", variant) == BUS_BAR_WAYS


@variants
def test_every_strip_is_fed_and_gets_data(variant):
    fed = [cable for cable in cables(variant) if cable.second.place.startswith("LEDs of") and "5V" in dict(cable.wires)]
    told = [cable for cable in cables(variant) if ("DATA", "DIN") in cable.wires or ("DOUT", "DIN") in cable.wires]
    strips = [f"LEDs of row {row}" for row in "abcdef"] + [f"LEDs of seat {seat}" for seat in "123456"]
    assert sorted(cable.second.place for cable in fed) == sorted(cable.second.place for cable in told) == strips


@variants
def test_a_bill_is_a_table_any_program_reads(variant):
    head, *rows = csv.reader(as_csv(variant).splitlines())
    assert head == ["quantity", "part", "value", "where"]
    assert [int(row[0]) for row in rows] == [line.quantity for line in bill(variant)]
    assert len({tuple(row[1:3]) for row in rows}) == len(rows)


def test_parts_of_a_kind_come_together_and_others_do_not():
    lines = bill("buttons")
    assert together([*lines, *lines])[0].quantity == 2 * lines[0].quantity
    assert len(together([*lines, *lines])) == len(lines)


@variants
def test_every_cable_is_on_the_drawing(variant):
    shown = drawing(variant)
    for link in links(cables(variant)):
        assert f">{link.name}" in shown
    for cable in cables(variant):
        assert any(covers(link.name, cable.name) for link in links(cables(variant))), cable.name


def covers(shown, name):
    """Whether `R9 to R14` or `R9` names a cable."""
    letter, *numbers = shown[0], *map(int, re.findall(r"\d+", shown))
    return name[0] == letter and numbers[0] <= int(name[1:]) <= numbers[-1]


@variants
def test_no_two_things_of_the_drawing_overlap(variant):
    boxes = [tuple(map(float, box)) for box in re.findall(RECTANGLE, drawing(variant))]
    assert len(boxes) > 25
    assert [(a, b) for a in boxes for b in boxes if a < b and overlap(a, b)] == []


RECTANGLE = r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx'


def overlap(one, other):
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def test_every_table_has_a_head_and_rows():
    for name, make in TABLES.items():
        rows = [line for line in make().splitlines() if line.startswith("| ")]
        assert len(rows) > 3, name
        assert all(line.count("|") >= 3 for line in rows), name


def test_the_widths_are_those_of_the_currents():
    rows = [re.split(r" ?\| ?", row)[1:5] for row in TABLES["widths"]().splitlines()[2:]]
    assert ["hub", "+5V", f"{net_currents(HUB)['+5V']:.0f}", "0.6"] in rows


def test_wires_of_unlike_ends_are_told_one_by_one():
    keys = next(cable for cable in cables("buttons") if cable.name == "K3")
    assert wires(keys) == "CONFIRM to ROW6, PASS to ROW7, UNDO to ROW8, SEAT to COL2"
    grid = next(cable for cable in cables("buttons") if cable.name == "G4")
    assert wires(grid) == "14 straight"
    assert "| G4 | row c J2 | row d J1 | 14 straight |" in cable_table([grid])


def test_a_changed_model_changes_its_tables():
    fewer = Board(HUB.name, HUB.title, tuple(part for part in HUB.parts if part.ref != "U6"))
    assert net_currents(fewer)["VSYS"] < net_currents(HUB)["VSYS"]
