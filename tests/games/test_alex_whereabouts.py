"""Where a card of ALEX & CO belongs, as far as everybody knows: what is hidden is not named."""

import pytest
from glowtable.game import PUBLIC
from glowtable.match.presenter import current_picture
from glowtable.match.session import Phase
from glowtable.messages import say
from glowtable.table import Audited, Card, Lying
from glowtable.terminal.translator import Translator

from tests.games.alex_positions import GAME, do, position, rules
from tests.games.play import session_in

OPEN = {"shown": {1: ["Kris Burm", "YINSH"]}, "faces": {"c3": "Catan", "d4": "TwixT"}}


def view():
    state = position(["ESG 1", "Ra"], ["Dominion"], ["Jambo"], seats=3, layout="36+9", **OPEN)
    state = state._replace(faces=(*state.faces[:40], GAME.deck.index("Goa"), *state.faces[41:]))
    state = do(state, "esg ESG 1", "ask 1", "draw Dominion", "keep", "call", "ask 2", "name Samurai", "prove Ra")
    return rules.view(state, PUBLIC)


@pytest.mark.parametrize(
    ("card", "told", "cell"),
    [
        ("Kris Burm", "belongs in {seat}'s display", None),
        ("Ra", "That card is hidden", None),
        ("Catan", "That card is hidden", None),
        ("Goa", "That card is hidden", None),  # on the rim
        ("ESG 1", "out of the game", None),
        ("Dominion", "That card is hidden", None),
        ("Jambo", "That card is hidden", None),
        ("Chess", "That card isn't in", None),
    ],
)
def test_a_card_is_told_its_place_only_if_everybody_sees_it_there(card, told, cell):
    message, at = GAME.surface.where_is(view(), card)
    assert told in message.text and at == cell
    printed = card.removesuffix(" 1")  # of the ESG cards nobody can see which it is
    assert (f"'{printed}'" in repr(message)) is ("hidden" not in told and "isn't in" not in told)


def test_a_card_that_is_only_named_is_told_nothing_that_eyes_cannot_see():
    """Whoever types a name, or shows a card, is not helped to remember: face down, in a hand or in the draw pile."""
    hidden = {
        repr(GAME.surface.where_is(view(), card)) for card in ("Ra", "Catan", "Goa", "Dominion", "Jambo", "Puerto Rico")
    }
    assert len(hidden) == 1 and "That card is hidden" in str(hidden)
    turned = rules.view(do(position(["Ra"], ["Goa"], seats=3, faces={"c3": "Catan"}), "reveal", "at c3"), PUBLIC)
    assert GAME.surface.where_is(turned, "Catan") == (
        say("{card} belongs on {cell}, face up.", card="Catan", cell="c3"),
        14,
    )


def disputed(state):
    session = session_in(GAME, state, "Ann", "Ben", "Cid")
    session.phase = Phase.DISPUTED
    return session


def test_a_dispute_over_cards_that_lie_face_down_names_none_of_them():
    state = position(["Ra"], ["Goa"], ["Jambo"], seats=3, faces={"c3": "Catan", "d4": "TwixT"})
    looks = set()
    for card in ("Catan", "Goa", "Puerto Rico"):
        session = disputed(state)
        session.handle_event(Card(0, card))
        looks.add((repr(session.dispute.look), current_picture(session)))
    assert len(looks) == 1 and not any("c3" in told for told, _ in looks)
    session = disputed(state)
    for cell, card in enumerate(GAME.deck[40:76]):
        session.handle_event(Lying(cell, {14: "TwixT", 21: "Catan"}.get(cell, card)))
    session.handle_event(Audited(0))
    looks = (session.dispute.look, *session.dispute.looks)
    assert [cell for _, cell in looks] == [14, 21], "both cells of the two that were exchanged, and no other"
    told = [Translator("en", game=GAME.name).text(message) for message, _ in looks]
    assert told == [
        "c3 is wrong: A face-down card belongs on c3. The card there belongs on d4, face down.",
        "d4 is wrong: A face-down card belongs on d4. The card there belongs on c3, face down.",
    ]


def test_an_audit_tells_nothing_of_a_card_that_nobody_has_seen():
    """Somebody has laid it, unlooked at, where another one was turned back: it may be like one that all have seen."""
    state = position(["Ra"], ["Goa"], ["Jambo"], seats=3, faces={"c3": "SAZ 1", "d4": "TwixT"})
    answers = set()
    for card in ("SAZ 4", "Puerto Rico"):
        session = disputed(state)
        for cell, filling in enumerate(GAME.deck[40:76]):
            session.handle_event(Lying(cell, {14: "Catan", 21: card, 22: "TwixT"}.get(cell, filling)))
        session.handle_event(Audited(0))
        answers.add(repr((session.dispute.look, *session.dispute.looks)))
    assert len(answers) == 1


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
        GAME.surface.expected_at(gone, 14).text == "{cell} should be empty." and GAME.surface.cards_on_cells(gone) == {}
    )
