"""A match as text, a line per action, of a game as small as a game can be."""

import pytest
from glowtable.game import CHANCE, HIDDEN, Action, Kind, Option, Outcome, Rules
from glowtable.grid import CELLS
from glowtable.kit.cards import GRID, NamedCards
from glowtable.kit.text_notation import Heading, line_notation
from glowtable.messages import UserError, say

from tests.support.overridden import overridden

DECK = NamedCards(("Ace 1", "King", "Queen"))
KINDS = {"deal": Kind((DECK,), by_chance=True), "lay": Kind((DECK,)), "ask": Kind((range(2),)), "pass": Kind()}
OPTIONS = (
    Option("hands", ("open", "closed"), "open", "T-01", "may look"),
    Option("rounds", (1, 2, 3), 2, "T-02", "some rounds"),
)


def begun(seats, options):
    """The actions so far; two players have no closed hands."""
    if seats == 2 and options["hands"] == "closed":
        raise UserError(say("hands=closed needs 3 players"))
    return ()


def legal(state, seat):
    return [Action(seat, "pass"), *(Action(seat, "lay", (card,)) for card in DECK), Action(seat, "ask", (1 - seat,))]


RULES = overridden(
    Rules(),
    setup=begun,
    to_act=lambda state: (0, 1),
    legal=legal,
    apply=lambda state, action: (*state, action),
    view=lambda state, eyes: state,
    outcome=lambda state: Outcome("end", (), (), ()),
    chance=lambda state: [(Action(CHANCE, "deal", (card,)), 1) for card in DECK],
)
NOTATION = line_notation(Heading("Tiny", (2, 3, 4), OPTIONS, RULES), KINDS)
ACTIONS = [Action(CHANCE, "deal", (0,)), Action(0, "lay", (2,)), Action(1, "ask", (0,)), Action(0, "pass")]
TEXT = """\
Tiny
players 3
option hands closed
option rounds 3
chance deal Ace 1
0 lay Queen
1 ask 0
0 pass
"""
GIVEN = {"hands": "closed", "rounds": 3}


def test_a_match_is_written_in_the_words_of_the_game():
    assert NOTATION.write(3, GIVEN, ACTIONS) == TEXT


def test_and_reads_back():
    assert NOTATION.read(TEXT) == (3, GIVEN, ACTIONS)


def test_options_that_are_not_named_have_their_default():
    assert NOTATION.read("Tiny\nplayers 2\n") == (2, {"hands": "open", "rounds": 2}, [])


def test_what_not_everybody_may_know_is_hidden_and_does_not_read_back():
    text = NOTATION.write(2, {}, [Action(CHANCE, "deal", (HIDDEN,)), Action(0, "ask", (HIDDEN,))])
    assert text.splitlines()[2:] == ["chance deal hidden", "0 ask hidden"]
    with pytest.raises(ValueError, match="line 3: expected 'seat kind' and what it is about, got 'chance deal hidden'"):
        NOTATION.read(text)


HEAD = "Tiny\nplayers 2\n"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "line 1: expected the title 'Tiny', got ''"),
        ("Chess\nplayers 2\n", "line 1: expected the title 'Tiny', got 'Chess'"),
        ("Tiny\nplayers 5\n", "line 2: expected 'players N' with 2 to 4, got 'players 5'"),
        (HEAD + "option hands shut\n", "line 3: expected an option of Tiny and one of its choices, got 'option hands"),
        (HEAD + "option hands closed\n", "line 3: hands=closed needs 3 players"),
        (HEAD + "0 lay Joker\n", "line 3: expected 'seat kind' and what it is about, got '0 lay Joker'"),
        (HEAD + "\n", "line 3: expected 'seat kind' and what it is about, got ''"),
        (HEAD + "Ann pass\n", "line 3: expected 'seat kind' and what it is about, got 'Ann pass'"),
        (HEAD + "0 pass\n0 ask 0\n", r"line 4: expected a legal action, '0 ask 0' is refused \(not legal\)"),
        (HEAD + "0 dance tango\n", r"line 3: expected a legal action, '0 dance tango' is refused"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text, error):
    with pytest.raises(ValueError, match=error):
        NOTATION.read(text)


def test_cells_are_written_by_their_names_and_read_back():
    rules = overridden(Rules(), setup=lambda seats, options: (), refuse=lambda state, action: None, apply=lambda *_: ())
    lines = line_notation(Heading("Any", (2,), (), rules), {"lay": Kind((GRID,)), "end": Kind()})
    actions = [Action(0, "lay", (14,)), Action(1, "end")]
    assert len(GRID) == CELLS and lines.write(2, {}, actions) == "Any\nplayers 2\n0 lay c3\n1 end\n"
    assert lines.read("Any\nplayers 2\n0 lay c3\n1 end\n") == (2, {}, actions)
    with pytest.raises(ValueError, match="line 3: expected 'seat kind' and what it is about, got '0 lay g7'"):
        lines.read("Any\nplayers 2\n0 lay g7\n")
