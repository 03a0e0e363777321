"""Where a card of ALEX & CO belongs, as far as everybody knows: what is hidden is not named."""

import pytest
from glowtable.game import PUBLIC

from tests.games.alex_positions import GAME, do, position, rules

OPEN = {"shown": {1: ["Kris Burm", "YINSH"]}, "faces": {"c3": "Catan", "d4": "TwixT"}}


def view():
    state = position(["ESG 1", "Ra"], ["Dominion"], ["Jambo"], seats=3, layout="36+9", **OPEN)
    state = state._replace(faces=(*state.faces[:40], GAME.deck.index("Goa"), *state.faces[41:]))
    state = do(state, "esg ESG 1", "ask 1", "draw Dominion", "keep", "call", "ask 2", "name Samurai", "prove Ra")
    return rules.view(state, PUBLIC)


@pytest.mark.parametrize(
    ("card", "told", "cell"),
    [
        ("Kris Burm", "displayed by", None),
        ("Ra", "in the hand of", None),
        ("Catan", "lies face down on", 14),
        ("Goa", "lies face down on", None),  # on the rim
        ("ESG 1", "out of the game", None),
        ("Dominion", "that card is hidden", None),
        ("Jambo", "that card is hidden", None),
        ("Chess", "no such card", None),
    ],
)
def test_a_card_is_told_its_place_if_everybody_knows_it(card, told, cell):
    message, at = GAME.surface.home(view(), card)
    assert told in message.text and at == cell
    assert (card in repr(message)) is ("hidden" not in told and "no such" not in told)


def test_what_lies_on_the_cells_is_one_card_each():
    lying = GAME.surface.lying(view())
    assert lying[14] == (frozenset({"Catan"}),) and len(lying) == 36
    (unseen,) = lying[0]
    assert {"Jambo", "Dominion"} <= unseen and not {"Ra", "Catan", "Goa", "ESG 1", "YINSH"} & unseen


def test_what_must_lie_on_a_cell_is_told_without_its_name_unless_it_is_open():
    state = do(position(["Ra"], ["Goa"], seats=3, faces={"c3": "Catan"}), "reveal", "at c3")
    reach = [GAME.surface.reach(rules.view(each, PUBLIC), 14) for each in (state, do(state, "stop", "end"))]
    assert "Catan" in repr(reach[0]) and "Catan" not in repr(reach[1])
    gone = rules.view(state._replace(faces=(-2,) * 36, turned=()), PUBLIC)
    assert GAME.surface.reach(gone, 14).text == "nothing lies on {cell}" and GAME.surface.lying(gone) == {}
