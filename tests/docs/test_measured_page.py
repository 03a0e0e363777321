"""docs/MEASURED.md is made of its data and the code's goals, and the data counts what is missed."""

import re
from copy import deepcopy

import pytest

from tests.docs.measured_page import MADE, PAGE, met, page, read_data, rows_of
from tests.emulated.figures import FIGURES

DATA = read_data()
GROUPS = {group["title"]: group for group in DATA["group"]}
PICO = "The firmware, on an emulated Pico"


def test_the_page_is_made_of_its_data():
    assert PAGE.read_text("utf-8") == page(DATA), "make renew R=measured"


def test_a_figure_of_the_firmware_is_one_that_is_measured_with_as_many_values_as_it_has_ways():
    assert DATA["firmware"].keys() <= FIGURES.keys()
    counts = {name: 1 if FIGURES[name].of else 2 for name in DATA["firmware"]}
    assert {name: len(values) for name, values in DATA["firmware"].items()} == counts
    assert [name for name, values in DATA["firmware"].items() if not FIGURES[name].holds(values[0])] == []


def test_what_is_missed_is_a_figure_of_its_group():
    assert MADE.keys() <= GROUPS.keys()
    found = {title: {row[0] for row in group.get("rows", ())} for title, group in GROUPS.items()}
    assert {title for title, group in GROUPS.items() if not found[title].issuperset(group.get("missed", ()))} == set()


def test_the_starters_first_light_is_the_step_that_is_told():
    starter = (PAGE.parent / "STARTER.md").read_text("utf-8")
    steps = re.findall(r"^### (\d+)\. (.*)$", starter, re.MULTILINE)
    (light,) = (number for number, title in steps if title == "First light")
    told = re.search(r"^After (\d+) minutes \(e\): (.*?)\.$", starter, re.MULTILINE | re.DOTALL)
    assert told and sum(int(re.findall(r"\d+", each)[0]) for each in told[2].split(",")) == int(told[1])
    assert f"step {light} of {len(steps)}, calculated {told[1]}" in str(GROUPS["The first hour"]["rows"])


def test_every_group_has_a_command_and_a_control():
    assert [title for title, group in GROUPS.items() if not (group["command"] and group["control"])] == []


@pytest.mark.parametrize("name", ["tag", "free"])
def test_control_a_figure_beyond_its_goal_is_missed(name):
    before, worse = rows_of(GROUPS[PICO], DATA), deepcopy(DATA)
    worse["firmware"][name][1] = 10_000 if name == "tag" else 1
    after = rows_of(GROUPS[PICO], worse)
    assert sum(row.missed for row in after) == sum(row.missed for row in before) + 1
    assert met(after) != met(before) and page(worse) != page(DATA)
