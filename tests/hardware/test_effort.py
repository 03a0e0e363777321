"""What hands do for the second table: every part is placed by somebody, and a mistake in the plan misses its goal."""

import pytest

from hardware.layout.footprints import footprint
from hardware.papers.effort import effort as present
from hardware.proofs import effort


def missed(**changes):
    return {claim.about.split(",")[0] for claim in effort.claims(**changes) if not claim.is_kept}


def test_few_joints_and_one_day():
    assert missed() == set()
    assert effort.joints() == 4 * (2 + 2) + 2 + 2 + 2 + 2


def test_who_solders_connectors_too_has_more_joints():
    assert missed(by_hand=(*effort.BY_HAND, *effort.held())) == {"joints by hand", "hours of work in all"}


def test_each_part_is_flat_or_a_connector_or_key_or_soldered_by_hand_or_a_bare_point():
    for board, _ in effort.BOARDS:
        for part in board.parts:
            name = part.kind.footprint
            known = name in effort.BY_HAND or name in effort.held() or name == "TestPoint"
            assert known != footprint(name).is_flat, name


def test_the_first_table_takes_what_its_page_says():
    assert present("buttons").hours == pytest.approx(effort.PRESENT_HOURS, abs=0.3)
