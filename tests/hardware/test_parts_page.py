"""The page of parts for who solders: every part in the list and on both drawings, nothing fetched from anywhere."""

import re
from dataclasses import replace

import pytest

from hardware.layout.parts_page import EMPTY, parts_page
from hardware.made import MADE
from hardware.model.boards import BAR, COUPON, POD
from tests.hardware.mutations import boards


@boards
def test_every_part_lights_up_on_both_sides_and_is_in_the_list_once(board):
    page = parts_page(board)
    front, back = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    refs = sorted(part.ref for part in board.parts)
    for side in (front, back):
        assert sorted(re.findall(r'data-ref="(\w+)"', side)) == refs
    listed = re.findall(r'data-refs="([\w ]+)">(\w+)</button>', page)
    assert sorted(ref for refs, ref in listed if refs == ref) == refs
    groups = re.findall(r'data-refs="([\w ]+)">(\d+) &times;', page)
    assert sorted(ref for refs, _ in groups for ref in refs.split()) == refs
    assert all(int(count) == len(refs.split()) for refs, count in groups)


@boards
def test_the_committed_page_fetches_nothing_and_keeps_its_ticks_by_board(board):
    page = (MADE / board.name / f"{board.name}-parts.html").read_text("utf-8")
    assert page == parts_page(board)
    assert "default-src 'none'" in page
    assert re.findall(r"(?:src|href)=|url\(|https?:|fetch\(|import", page) == []
    assert f'data-board="{board.name}"' in page
    names = re.findall(r'<input type="checkbox" name="([^"]+)"', page)
    assert len(names) == len(set(names))


def test_a_part_that_stays_empty_has_nothing_to_tick():
    lines = re.findall(r"<tr><td>.*", parts_page(without_keys(POD)))
    empty = [line for line in lines if EMPTY in line]
    assert len(empty) == 3 and "SW1" in empty[0] and not any("<input" in line for line in empty)
    assert all(line.count("<input") == 2 for line in lines if line not in empty)


def without_keys(board):
    """As a dealer's pod is soldered."""
    return replace(board, parts=tuple(part._replace(is_fitted=part.ref[:2] != "SW") for part in board.parts))


def test_a_pad_is_drawn_on_its_side_and_the_back_is_mirrored():
    front, back = re.findall(r"<svg.*?</svg>", parts_page(BAR), re.DOTALL)
    assert front.count('class="pad"') > back.count('class="pad"') > 0
    assert "scale(-1 1)" in back and "scale(-1 1)" not in front
    front, back = re.findall(r"<svg.*?</svg>", parts_page(COUPON), re.DOTALL)
    assert front.count('class="pad"') > back.count('class="pad"') > 0


@pytest.mark.parametrize("board", [BAR, COUPON], ids=lambda board: board.name)
def test_a_part_seen_through_the_board_is_dashed_on_that_side_alone(board):
    front, back = re.findall(r"<svg.*?</svg>", parts_page(board), re.DOTALL)
    for part in board.parts:
        far = [f'class="part far{rest}" data-ref="{part.ref}"' for rest in ("", " empty")]
        assert sum(name in side for side in (front, back) for name in far) == 1
