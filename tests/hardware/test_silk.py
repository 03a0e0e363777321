"""The value of every part can be read on the board: beside it, or in the legend on its back."""

import re

import pytest
from glowtable.messages import UserError

from hardware.layout.check import faults
from hardware.layout.ink import ADVANCE, is_free, taken_by, text_box
from hardware.layout.layouts import LAYOUTS
from hardware.layout.legend import entries, legend
from hardware.layout.plan import U
from hardware.layout.shapes import BACK
from hardware.layout.silk import legend_of, words
from hardware.layout.values import SIZE, beside_parts, value_prints
from hardware.model.bank import BANK
from hardware.model.hub2 import HUB2
from hardware.papers.bill import BOARDS
from tests.hardware.mutations import committed, valued
from tests.support.campaign import third

LAYOUT = LAYOUTS["hub2"]


@pytest.fixture(scope="module")
def text():
    return committed(HUB2)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_every_value_can_be_read_on_the_boards(board):
    fitted = (part for part in board.parts if part.is_fitted and part.kind.letter != "TP")
    assert LAYOUTS[board.name].legend
    assert legend_of(words(committed(board))) == {part.ref: part.value for part in fitted}


ON_FRONT = r'(?=\n\t\t\(at [\d. ]+\)\n\t\t\(layer "F.SilkS)'
UNREADABLE = {
    "a line of the legend left out": (r'\t\(gr_text "180k: R20".*?\n\t\)\n', "", ["the value of R20, 180k, cannot be"]),
    "a part left out of the legend": (r"68k: R18 R19", "68k: R18", ["the value of R19, 68k, cannot be"]),
    "a wrong value in the legend": (r"28\.7k: R11", "287k: R11", [f"the value of R{n}, 28.7k" for n in range(11, 16)]),
    "a test point without its word": (f'"VSYS"{ON_FRONT}', '"V"', ["TP4, VSYS"]),
    "a value beside another part": (f'"470"{ON_FRONT}', '"330"', ["330 stands beside R35"]),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", third(UNREADABLE))
def test_a_value_that_cannot_be_read_or_is_wrong_is_named(text, name):
    pattern, change, complaints = UNREADABLE[name]
    spoilt, count = re.subn(pattern, change, text, count=1, flags=re.DOTALL)
    found = faults(spoilt, HUB2)
    assert count == 1 and len(found) == len(complaints)
    assert all(complaint in fault for complaint, fault in zip(complaints, sorted(found), strict=True))


@pytest.mark.slow
def test_a_value_changed_in_the_model_is_missed_on_a_board_that_was_made_before(text):
    changed = valued("R20", "200k")(HUB2)
    assert "the value of R20, 200k, cannot be read on the board" in faults(text, changed)
    assert "200k: R20" in entries(changed)


@pytest.mark.slow
def test_values_beside_parts_are_large_enough_to_print_and_on_the_board():
    found = list(beside_parts(HUB2, LAYOUT))
    assert len(found) > 20 and SIZE >= 0.8
    assert all(0 < text.x < LAYOUT.width and 0 < text.y < LAYOUT.height for text in found)


def legend_boxes(board, areas):
    for text in legend(board, areas):
        half = ADVANCE * text.size * len(text.text) / 2
        yield text_box(text.text, (text.x * U - half, text.y * U), text.size)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_the_legend_stands_clear_of_pins_and_words(board):
    layout = LAYOUTS[board.name]
    taken = list(taken_by(board, layout, BACK))
    assert all(is_free(box, taken) for box in legend_boxes(board, layout.legend))


def test_a_legend_over_pins_is_noticed():
    aside = [(left - 20, top, right - 20, bottom) for left, top, right, bottom in LAYOUT.legend]
    taken = list(taken_by(HUB2, LAYOUT, BACK))
    assert not all(is_free(box, taken) for box in legend_boxes(HUB2, aside))


def test_references_that_follow_each_other_are_written_as_a_run():
    assert {"28.7k: R11-R15", "68k: R18 R19", "Pod 1 to 7: J11-J17"} <= set(entries(HUB2))


def test_a_legend_without_room_says_what_it_cannot_hold():
    with pytest.raises(UserError) as error:
        list(legend(HUB2, ((0, 0, 20, 3),)))
    message = error.value.message
    assert message.text.format(**dict(message.fill)) == "hub2: the legend has no room for 100 nF"


def test_a_board_without_room_for_a_legend_has_its_own_words_alone():
    assert value_prints(BANK, LAYOUTS["bank"]) == []
