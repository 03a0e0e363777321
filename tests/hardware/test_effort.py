"""What hands do for the table: every part is placed by somebody, and a mistake in the plan misses its goal."""

import pytest

from hardware.model.file import file_of
from hardware.papers import beds
from hardware.papers import effort as work
from hardware.papers.tables import TABLES
from hardware.product import table as t
from hardware.proofs import effort
from hardware.solids.needed import NEEDED
from hardware.solids.sizes import BED
from hardware.solids.slicing import slice_of
from hardware.tray.tables import cuts

SOLDERING = "soldering {} joints"


def missed(**changes):
    return {claim.about.split(",")[0] for claim in effort.claims(**changes) if not claim.is_kept}


def test_few_joints_and_one_long_day():
    assert missed() == set()
    assert work.joints() == 40 + 7 * 8 + 2 + 2


def test_who_solders_connectors_too_has_more_joints():
    assert missed(by_hand=(*work.BY_HAND, *work.held())) == {"joints by hand", "hours of work in all"}


def test_each_part_is_flat_or_a_connector_or_soldered_by_hand_or_a_bare_point():
    for board, _ in work.BOARDS:
        for part in board.parts:
            name = part.kind.footprint
            known = name in work.BY_HAND or name in work.held() or name == "TestPoint"
            assert known != file_of(board.name).parts[part.ref].is_flat, name


def rows_of_work():
    """The table of work on the page: cells by the name of the table."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in TABLES["effort"]().splitlines()]
    return {row[0]: row[1:] for row in rows}


def test_the_table_of_work_says_what_is_counted():
    *hands, (printer,) = list(rows_of_work().values())[2:]
    assert sum(float(hours) for (hours,) in hands) == pytest.approx(work.hours(), abs=0.1)
    assert float(printer) == pytest.approx(sum(n.pieces * slice_of(name).hours for name, n in NEEDED.items()), abs=0.5)


def test_a_joint_more_is_a_joint_more_in_that_table(monkeypatch):
    before = work.joints()
    assert SOLDERING.format(before) in rows_of_work()
    monkeypatch.setattr(work, "PICO_PINS", 41)
    assert SOLDERING.format(before + 1) in rows_of_work()


# -- minutes follow counts, and counts the model


def minutes_of(word):
    (found,) = [minutes for about, minutes in work.minutes() if word in about]
    return found


def test_every_kind_of_piece_has_its_minutes_and_is_counted_once():
    named = [piece for _, pieces in work.steps() for piece in pieces]
    assert sorted(named) == sorted(work.EACH_MIN)
    assert all(count > 0 for _, pieces in work.steps() for count in pieces.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "other", "word", "more"),
    [
        ("POSTS", (*t.POSTS, (9.0, 9.0)), "18 posts", 2),
        ("FEET", t.FEET[1:], "4 feet", -0.2),
        ("PODS", t.PODS[:-1], "6 pods", -5 - 4 - 8 / 4),  # its notch, and the pins of its reader
        ("FRAME_SCREWS", (*t.FRAME_SCREWS, (0.0, 0.0)), "frame:", 1),
        ("CROSSINGS", t.CROSSINGS[:-1], "15 long screws", -1),
    ],
)
def test_a_piece_more_or_less_in_the_model_is_as_many_minutes(monkeypatch, name, other, word, more):
    before = work.hours()
    monkeypatch.setattr(t, name, other)
    assert minutes_of(word)
    assert work.hours() - before == pytest.approx(more / 60)


@pytest.mark.slow
def test_a_bar_more_in_the_cut_list_and_a_plate_more_among_the_prints_are_seen(monkeypatch):
    frame, plates, number = minutes_of("frame:"), minutes_of("plates with"), beds.beds()
    printing = minutes_of("prints:")
    monkeypatch.setattr(work, "cuts", lambda: [*cuts(), (1, "bar across", "oak", "400 x 24 x 33")])
    monkeypatch.setitem(NEEDED, "sprung-plate", NEEDED["sprung-plate"]._replace(pieces=37))
    assert minutes_of("frame:") == frame + 6 and minutes_of("37 plates") == plates + 1
    assert beds.beds() == number + 1  # nine to a bed
    assert minutes_of("prints:") == printing + 5 + 3  # that bed, and its change of filament


def test_the_cable_that_comes_from_outside_is_none_of_those_that_are_laid():
    assert minutes_of("16 cables") == 2.8 * (len(work.routes()) - 1)


# -- beds


def test_beds_are_not_fewer_than_areas_allow_nor_many_more():
    for pieces in beds.pieces_by_material().values():
        area = sum(width * depth for width, depth in pieces) / (BED[0] * BED[1])
        assert area <= beds.filled(pieces) <= area + 2
    assert sum(map(len, beds.pieces_by_material().values())) == sum(
        each.pieces for name, each in NEEDED.items() if name not in beds.EARLIER
    )
    assert set(beds.EARLIER) <= set(NEEDED)


@pytest.mark.parametrize(
    ("pieces", "number"),
    [
        ([(104, 104)] * 4, 1),
        ([(104, 104)] * 5, 2),
        ([(210, 100), (100, 210)], 1),
        ([(106, 106)] * 2, 2),
        ([(100, 100), (100, 40), (40, 100)], 1),
    ],
)
def test_so_many_fit_on_a_bed(pieces, number):
    assert beds.filled(pieces) == number
