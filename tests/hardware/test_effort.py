"""What hands do for the second table: every part is placed by somebody, and a mistake in the plan misses its goal."""

import pytest

from hardware.layout.footprints import footprint
from hardware.papers import second_effort
from hardware.papers.effort import effort as present
from hardware.papers.second_tables import SECOND_TABLES
from hardware.proofs import effort

HOUSE_SOLDERS = "second, house solders wires, too"


def missed(**changes):
    return {claim.about.split(",")[0] for claim in effort.claims(**changes) if not claim.is_kept}


def test_few_joints_and_one_day():
    assert missed() == set()
    assert second_effort.joints() == 40 + 4 * 2 + 2 + 2


def test_who_solders_connectors_too_has_more_joints():
    assert missed(by_hand=(*second_effort.BY_HAND, *second_effort.held())) == {"joints by hand", "hours of work in all"}


def test_each_part_is_flat_or_a_connector_or_soldered_by_hand_or_a_bare_point():
    for board, _ in second_effort.BOARDS:
        for part in board.parts:
            name = part.kind.footprint
            known = name in second_effort.BY_HAND or name in second_effort.held() or name == "TestPoint"
            assert known != footprint(name).is_flat, name


def rows_of_work():
    """The table of work on the page: cells by the name of the table."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in SECOND_TABLES["second-effort"]().splitlines()]
    return {row[0]: row[1:] for row in rows}


def test_both_tables_stand_in_one_table_of_work():
    rows = rows_of_work()
    first, house = rows["first, buttons"], rows[HOUSE_SOLDERS]
    assert first[:3] == [str(each) for each in present("buttons")]
    assert house[:3] == [str(second_effort.joints()), "0", "0"]
    assert float(first[4]) == pytest.approx(present("buttons").hours, abs=0.05)
    assert float(house[4]) == pytest.approx(second_effort.hours(), abs=0.05)
    assert float(house[4]) < float(first[4])


def test_a_joint_more_is_a_joint_more_in_that_table(monkeypatch):
    before = int(rows_of_work()[HOUSE_SOLDERS][0])
    monkeypatch.setattr(second_effort, "PICO_PINS", 41)
    assert int(rows_of_work()[HOUSE_SOLDERS][0]) == before + 1
