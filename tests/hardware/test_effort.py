"""What hands do for the second table: every part is placed by somebody, and a mistake in the plan misses its goal."""

import pytest

from hardware.layout.footprints import footprint
from hardware.papers import beds, second_effort
from hardware.papers.effort import effort as present
from hardware.papers.second_tables import SECOND_TABLES
from hardware.product import table as t
from hardware.proofs import effort
from hardware.solids.needed import SPRUNG
from hardware.solids.sizes import BED

HOUSE_SOLDERS = "second, house solders wires, too"


def missed(**changes):
    return {claim.about.split(",")[0] for claim in effort.claims(**changes) if not claim.is_kept}


def test_few_joints_and_one_day():
    assert missed() == set()
    assert second_effort.joints() == 40 + 2 + 2


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


# -- minutes follow counts, and counts the model


def minutes_of(word):
    (found,) = [minutes for about, minutes in second_effort.minutes() if word in about]
    return found


def test_every_kind_of_piece_has_its_minutes_and_is_counted_once():
    named = [piece for _, pieces in second_effort.steps() for piece in pieces]
    assert sorted(named) == sorted(second_effort.EACH_MIN)
    assert all(count > 0 for _, pieces in second_effort.steps() for count in pieces.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "other", "word", "more"),
    [
        ("POSTS", (*t.POSTS, (9.0, 9.0)), "18 posts", 2),
        ("FEET", t.FEET[1:], "4 feet", -0.2),
        ("PODS", t.PODS[:-1], "6 pods", -5 - 4),  # and its notch
        ("FRAME_SCREWS", (*t.FRAME_SCREWS, (0.0, 0.0)), "frame:", 1),
        ("CROSSINGS", t.CROSSINGS[:-1], "15 long screws", -1),
    ],
)
def test_a_piece_more_or_less_in_the_model_is_as_many_minutes(monkeypatch, name, other, word, more):
    before = second_effort.hours()
    monkeypatch.setattr(t, name, other)
    assert minutes_of(word)
    assert second_effort.hours() - before == pytest.approx(more / 60)


# -- beds


def test_beds_are_not_fewer_than_areas_allow_nor_many_more():
    for pieces in beds.pieces_by_material().values():
        area = sum(width * depth for width, depth in pieces) / (BED[0] * BED[1])
        assert area <= len(beds.filled(pieces)) <= area + 2
    assert sum(map(len, beds.pieces_by_material().values())) == sum(
        each.pieces for name, each in SPRUNG.items() if name not in beds.EARLIER
    )
    assert set(beds.EARLIER) <= set(SPRUNG)


def test_nothing_is_laid_upon_something_else():
    """What is taken and what is left is the bed, and no more."""
    gap = beds.BESIDE
    for pieces in beds.pieces_by_material().values():
        left = beds.filled(pieces)
        taken = sum((width + gap) * (depth + gap) for width, depth in pieces)
        free = sum(width * depth for bed in left for width, depth in bed)
        assert taken + free == pytest.approx(len(left) * (BED[0] + gap) * (BED[1] + gap))


@pytest.mark.parametrize(
    ("pieces", "number"),
    [([(104, 104)] * 4, 1), ([(104, 104)] * 5, 2), ([(210, 100), (100, 210)], 1), ([(106, 106)] * 2, 2)],
)
def test_so_many_fit_on_a_bed(pieces, number):
    assert len(beds.filled(pieces)) == number
