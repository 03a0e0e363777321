"""The mistakes made with boards, parts and light, each of them caught by its name: more than forty, in one list.

Most stand in tables of mutations beside the checks that catch them, the others in tests of their own. This file tests
that the list is whole: that each name still leads to a test.
"""

import re
from importlib import import_module
from pathlib import Path

import pytest

pytestmark = pytest.mark.hardware

HERE = Path(__file__).parent
TABLES = (  # file and table; each line of a table is a mistake that its test makes and finds named
    ("mutations", "MUTATIONS"),
    ("test_boards", "SPOILT"),
    ("test_gerbers", "MISTAKES"),
    ("test_power", "MISTAKES"),
    ("test_protection", "HUB_MISTAKES"),
    ("test_protection", "POD_MISTAKES"),
    ("test_readers_supply", "MISTAKES"),
    ("test_proofs", "PRESS_MISTAKES"),
    ("test_proofs", "COLLISION_MISTAKES"),
)
STANDING = {  # mistakes that were really made, or that a review asked for -> the file, and the words there
    "hole on a track": ("test_panels", "def test_a_hole_on_a_track_is_named"),
    "hole on a track, in what the house gets": ("test_gerbers", '"a hole on a track"'),
    "screw head on copper": ("test_panels", "def test_a_screws_head_on_copper_is_named"),
    "screw head on copper, in what the house gets": ("test_gerbers", "def test_tracks_under_the_head_of_a_screw_are"),
    "sides swapped": ("test_gerbers", "def test_sides_swapped_are_named"),
    "a file of the gerbers left out": ("test_gerbers", "def test_a_file_left_out_is_named"),
    "another board's gerbers": ("test_gerbers", "def test_the_gerbers_of_another_board_are_refused"),
    "ground cut under data": ("test_gerbers", "def test_the_data_of_a_cell_runs_over_ground_and_not_where"),
    "unbuffered clock": ("test_signal", "def test_an_unbuffered_bus_and_a_port_without_resistor"),
    "answer that comes too late": ("test_answer", "def test_a_clock_that_is_too_fast_is_noticed_and_for_which_table"),
    "diode too small for power-on": ("test_readers_supply", '"a diode of 1 A"'),
    "fuse that never trips": ("test_power", '"a fuse that never trips"'),
    "supply reversed": ("test_power", '"a supply reversed and no FET"'),
    "seat without light": ("test_light", "def test_a_seat_whose_eye_is_hidden_behind_the_stacks_is_noticed"),
    "seat's eye below the table's edge": ("test_views", "def test_an_eye_below_the_tables_edge_is_refused"),
    "glow drawn without trace": ("test_views", "def test_light_that_was_not_traced_is_not_drawn"),
    "black cells": ("test_views", "def test_in_black_cells_a_seat_would_read_fewer"),
    "colour too dark": ("test_palette", '"dark", "dark-for-an-eye"'),
    "plate off centre": ("test_proofs", '"plate off its middle"'),
    "plate thicker than light passes": ("test_light", '"thick-plate"'),
    "bright spots over LEDs": ("test_light", '"no-shades"'),
    "LEDs that are not above their shades": ("test_light", '"leds-off-shades"'),
    "LED turned or off its place": ("test_panels", "def test_a_part_off_its_place_in_the_cell_is_named"),
    "optical part under a peg": ("test_panels", "def test_an_optical_part_under_a_peg_is_named"),
    "optical part bought": ("test_panels", "def test_an_optical_part_that_is_bought_is_noticed"),
    "capacitor far from its LED": ("test_panels", "def test_a_capacitor_away_from_its_led_is_named"),
    "heat of all cells": ("test_thermal", "def test_too_much_light_or_a_single_p_fet_is_noticed"),
    "part larger than the bed": ("test_solids", "def test_the_command_refuses_a_bed_that_is_too_small"),
    "plates that rub": ("test_solids", "def test_plates_move_in_every_cell_of_a_tile_and_larger_ones"),
    "part without a price": ("test_order", "def test_a_line_without_a_price_is_named"),
}


def in_tables():
    return [(file, name) for file, table in TABLES for name in getattr(import_module(f"tests.hardware.{file}"), table)]


@pytest.mark.parametrize("mistake", STANDING)
def test_a_standing_mistake_has_its_test(mistake):
    file, words = STANDING[mistake]
    assert (HERE / f"{file}.py").read_text("utf-8").count(words) == 1


@pytest.mark.parametrize(("file", "table"), TABLES)
def test_a_table_of_mistakes_is_tried_line_by_line(file, table):
    tests = [path.read_text("utf-8") for path in HERE.glob("test_*.py")]
    assert any(re.search(rf'parametrize\("name", (third\()?{table}\)', text) for text in tests)


def test_there_are_more_than_forty_and_no_name_is_given_twice():
    names = in_tables()
    assert len(names) == len(set(names)) >= 100
