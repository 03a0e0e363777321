"""Where a card of ALEX & CO belongs, as far as everybody knows: what is hidden is not named."""

import pytest
from glowtable.game import PUBLIC
from glowtable.match.course import Course
from glowtable.match.players import Player
from glowtable.match.presenter import current_picture
from glowtable.match.session import Phase, Session
from glowtable.messages import say
from glowtable.table import Audited, Card, Lying

from tests.games.alex_positions import GAME, do, options_for, position, rules

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
def test_a_card_that_was_found_is_told_its_place_if_everybody_has_seen_it(card, told, cell):
    message, at = GAME.surface.where_is(view(), card, found=True)
    assert told in message.text and at == cell
    printed = card.removesuffix(" 1")  # of the ESG cards nobody can see which it is
    assert (f"'{printed}'" in repr(message)) is ("hidden" not in told and "no such" not in told)


def test_a_card_that_is_only_named_is_told_nothing_that_eyes_cannot_see():
    """Whoever types a name, or shows a card, is not helped to remember: face down, in a hand or in the draw pile."""
    hidden = {
        repr(GAME.surface.where_is(view(), card)) for card in ("Ra", "Catan", "Goa", "Dominion", "Jambo", "Puerto Rico")
    }
    assert len(hidden) == 1 and "that card is hidden" in str(hidden)
    for card in ("Kris Burm", "ESG 1", "Chess"):
        assert GAME.surface.where_is(view(), card) == GAME.surface.where_is(view(), card, found=True)
    turned = rules.view(do(position(["Ra"], ["Goa"], seats=3, faces={"c3": "Catan"}), "reveal", "at c3"), PUBLIC)
    assert GAME.surface.where_is(turned, "Catan") == (say("{card} lies open on {cell}", card="Catan", cell="c3"), 14)


def disputed(state):
    session = Session(Course(GAME, tuple(map(Player, ("Ann", "Ben", "Cid"))), options_for()), Phase.DISPUTED)
    session.course.state = state
    return session


def test_in_a_dispute_a_name_brings_no_place_but_a_tag_found_on_a_cell_does():
    state = position(["Ra"], ["Goa"], ["Jambo"], seats=3, faces={"c3": "Catan", "d4": "TwixT"})
    looks = set()
    for card in ("Catan", "Goa", "Puerto Rico"):
        session = disputed(state)
        session.hear_event(Card(0, card))
        looks.add((repr(session.dispute.look), current_picture(session)))
    assert len(looks) == 1 and not any("c3" in told for told, _ in looks)
    session = disputed(state)
    for cell, card in enumerate(GAME.deck[40:76]):
        session.hear_event(Lying(cell, {14: "TwixT", 21: "Catan"}.get(cell, card)))
    session.hear_event(Audited(0))
    asked = [repr(session.dispute.look), *map(repr, session.dispute.looks)]
    assert any("c3" in each and "'Catan'" in each and "d4" in each for each in asked)


def test_what_lies_on_the_cells_is_one_card_each():
    lying = GAME.surface.cards_on_cells(view())
    assert lying[14] == (frozenset({"Catan"}),) and len(lying) == 36
    (unseen,) = lying[0]
    assert {"Jambo", "Dominion"} <= unseen and not {"Ra", "Catan", "Goa", "YINSH"} & unseen


def test_what_must_lie_on_a_cell_is_told_without_its_name_unless_it_is_open():
    state = do(position(["Ra"], ["Goa"], seats=3, faces={"c3": "Catan"}), "reveal", "at c3")
    reach = [GAME.surface.expected_at(rules.view(each, PUBLIC), 14) for each in (state, do(state, "stop", "end"))]
    assert "Catan" in repr(reach[0]) and "Catan" not in repr(reach[1])
    gone = rules.view(state._replace(faces=(-2,) * 36, turned=()), PUBLIC)
    assert (
        GAME.surface.expected_at(gone, 14).text == "nothing lies on {cell}" and GAME.surface.cards_on_cells(gone) == {}
    )
