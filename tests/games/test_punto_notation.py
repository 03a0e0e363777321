"""The text of a match of Punto; that every match reads back is part of the contract."""

import pytest
from glowtable.game import CHANCE, Action, full_options
from glowtable.games.punto import notation

from tests.games.punto_positions import GAME, card

SCORE = """\
Punto
players 2
option teams no
round 1 seat 1 begins
1. G5@c3 R5b@c4
2. Y9b@c4 B1
"""
ACTIONS = [
    Action(1, "begin"),
    Action(CHANCE, "turn", (card("G5a"),)),
    Action(1, "place", (14,)),
    Action(CHANCE, "turn", (card("R5b"),)),
    Action(0, "place", (15,)),
    Action(CHANCE, "turn", (card("Y9b"),)),
    Action(1, "place", (15,)),
    Action(CHANCE, "turn", (card("B1a"),)),
]


def test_a_match_reads_like_a_score():
    assert (
        notation.write(2, {"teams": "no"} | full_options(GAME, {}), ACTIONS).splitlines()[-3:]
        == SCORE.splitlines()[-3:]
    )
    assert notation.read(SCORE) == (2, full_options(GAME, {}), ACTIONS)


def test_the_second_copy_is_named_only_while_the_first_is_left():
    text = SCORE.replace("G5@c3 R5b@c4", "G5@c3 R5@c4").replace("Y9b@c4 B1", "Y9b@c4 R5@d4")
    assert notation.read(text)[2][-2] == Action(CHANCE, "turn", (card("R5b"),))


HEAD = "Punto\nplayers 2\n"
BEGUN = HEAD + "round 1 seat 0 begins\n"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Punto\n", "line 2: expected 'players N' with 2 to 4, got ''"),
        ("Punto\noption frame fixed\n", "line 2: expected 'players N'"),
        (HEAD + "players 3\n", "line 3: expected 'N. R5@c3"),
        (HEAD + "option frame round\n", "line 3: expected an option of Punto and one of its choices"),
        (HEAD + "option teams yes\n", "line 3: teams=yes needs 4 players, not 2"),
        (HEAD + "round 1 seat 2 begins\n", "line 3: expected a legal action, 2 begin is refused"),
        (HEAD + "round 1 seat x begins\n", "line 3: expected 'N. R5@c3"),
        (BEGUN + "1. R5@a1\n", r"line 4: expected a legal action, 0 place 0 is refused \(first card not"),
        (BEGUN + "1. R5@z1\n", "line 4: expected a cell instead of 'z1'"),
        (BEGUN + "1. G5@c3\n", "line 4: expected a card of the stack of seat 0 in 'G5@c3'"),
        (BEGUN + "1.\n", "line 4: expected 'N. R5@c3"),
        (BEGUN + "trophy a1\n", "line 4: expected a legal action"),
        (BEGUN + "option frame fixed\n", "line 4: expected 'N. R5@c3"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text, error):
    with pytest.raises(ValueError, match=error):
        notation.read(text)
