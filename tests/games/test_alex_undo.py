"""What chance brought before an undo comes from where it came, and never from another place, hand or player."""

from random import Random

import pytest
from glowtable.game import CHANCE, Action, DrawSource, full_options
from glowtable.games.alex_and_co.state import Mode
from glowtable.match.dealer import Dealer
from glowtable.table import Card, Key, Press

from tests.games.alex_positions import GAME, action, do, position
from tests.games.play import session_in
from tests.support.campaign import share

RULES = GAME.rules
NAMES = ("Ann", "Ben", "Cal", "Dan", "Eva", "Fay")
PEOPLE = NAMES[:3]
READ, UNREAD = "full", "trust"


def session_at(state):
    return session_in(GAME, state, *PEOPLE)


def session_of(seats=3, **options):
    """A match that has not begun."""
    return session_in(GAME, RULES.setup(seats, full_options(GAME, {**GAME.test_options, **options})), *NAMES[:seats])


def does(session, *texts):
    for text in texts:
        what = action(session.state, text)
        assert RULES.refuse(session.state, what) is None, text
        session.apply_action(what)


def back(session, steps):
    session.take_back(steps)
    while session.repairs:
        session.handle_event(Key(0, "confirm"))


def cards(chances):
    return {GAME.deck[int(each.args[0])] for each, _ in chances}


def test_a_card_turned_up_lies_where_it_was_and_nowhere_else():
    session = session_at(position(["Ra"], ["Goa"], ["Jambo"], seats=3))
    does(session, "reveal", "at c3", "turn Catan")
    back(session, 2)
    does(session, "at d4")
    assert (
        session.match_state.chance.required_draw is None
        and "Catan" not in cards(session.match_state.chance.possible_draws)
        and len(session.match_state.chance.possible_draws) > 50
    )
    does(session, "turn TwixT", "at c3")
    assert session.match_state.chance.required_draw == action(session.state, "turn Catan")
    assert session.handle_event(Card(0, "Dominion")).refused
    assert not session.handle_event(Card(0, "Catan")).refused
    assert session.match_state.drawn_before.kept == {}


def test_the_card_that_came_to_a_place_is_not_the_one_that_lay_there():
    state = position(["Ra"], ["Goa"], ["Jambo"], seats=3, faces={"c3": "Catan", "d4": "Klaus Teuber"})
    session = session_at(state)
    does(session, "reveal", "at c3", "at d4", "take", "end", "reveal", "at c3", "turn TwixT")
    back(session, 8)  # to before the pair was taken
    does(session, "reveal", "at c3", "at d4", "leave", "end", "reveal", "at c3")
    assert session.state.faces[14] == GAME.deck.index("Catan"), "it was left there"
    does(session, "at e5")
    assert session.match_state.chance.required_draw is None and "TwixT" not in cards(
        session.match_state.chance.possible_draws
    )


def test_a_card_of_the_draw_pile_comes_to_whatever_place_is_filled_next():
    seen = {"c3": "Catan", "d4": "Klaus Teuber", "e1": "Ra", "e2": "Reiner Knizia"}
    session = session_at(position(["Goa"], ["Jambo"], ["DVONN"], seats=3, faces=seen))
    does(session, "reveal", "at c3", "at d4", "take", "end", "reveal", "at c3", "turn TwixT")
    back(session, 8)
    does(session, "reveal", "at e1", "at e2", "take", "end", "reveal", "at e1")
    assert session.match_state.chance.required_draw == action(session.state, "turn TwixT")


def dealing(*, ben):
    """Ann's hand is not read, Ben is dealt eight cards or not; then Cal."""
    session = session_of(knowledge="trust")
    dealer = Dealer(7, "cards")
    deal_by(session, dealer)
    for word in (UNREAD, ben, READ):
        does(session, word)
        deal_by(session, dealer)
    return session, dealer


def deal_by(session, dealer):
    while session.match_state.chance.is_awaited:
        session.apply_action(dealer.draw_outcome(session.match_state.chance.possible_draws))


def test_a_hand_dealt_again_is_the_same_and_no_other_seats():
    session, dealer = dealing(ben=READ)
    _, ben, cal = session.state.hands
    back(session, 18)  # Cal's and Ben's cards, and what they said
    assert session.state.phase == "hand" and session.state.seat == 1
    does(session, UNREAD, READ)
    deal_by(session, dealer)
    assert session.state.hands == (0, 0, cal), "Cal gets what was Cal's"
    does(session, "laid", "reveal", "at c3")
    held = {GAME.deck[card] for card in range(99) if ben >> card & 1}
    assert not held & cards(session.match_state.chance.possible_draws), "and what was dealt to Ben is nowhere else"
    back(session, 13)
    does(session, READ)
    deal_by(session, dealer)
    assert session.state.hands[1] == ben


def test_at_a_real_table_a_hand_may_be_dealt_in_another_order():
    session, _ = dealing(ben=READ)
    held = [GAME.deck[card] for card in range(99) if session.state.hands[1] >> card & 1]
    back(session, 18)
    does(session, READ)
    assert (
        session.match_state.drawn_before.expected_draw(session.state) is not None
        and session.match_state.chance.required_draw is None
    )
    for card in reversed(held):
        assert not session.handle_event(Card(1, card)).refused
    assert session.state.seat == 2


def test_a_card_drawn_comes_again_only_if_nothing_else_is_done():
    session = session_at(position(["ESG 1", "ESG 2"], ["Goa", "Ra"], ["Jambo"], seats=3))
    does(session, "esg ESG 1", "ask 1", "draw Ra")
    back(session, 2)
    does(session, "ask 1")
    assert (
        session.match_state.drawn_before.expected_draw(session.state) == action(session.state, "draw Ra")
        and session.match_state.chance.required_draw is None
    )
    back(session, 1)
    does(session, "ask 2")
    assert cards(session.match_state.chance.possible_draws) == {"Jambo"}
    back(session, 2)
    does(session, "esg ESG 2", "ask 1")
    assert session.match_state.drawn_before.expected_draw(session.state) is None and cards(
        session.match_state.chance.possible_draws
    ) == {"Goa", "Ra"}, "another draw"


def test_a_press_may_come_after_an_undo_as_before_it():
    session = session_at(position(["Ra"], ["Goa"], ["Jambo"], seats=3))
    does(session, "reveal", "at c3", "turn Catan")
    back(session, 2)
    assert not session.handle_event(Press(20)).refused


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_however_often_is_undone_one_deal_is_played(seats):
    """An oracle: whatever a hand, place or draw pile has brought once is all it ever brings."""
    for seed in range(max(2, share(100))):
        assert undone_at_random(seats, seed) > 0


def undone_at_random(seats, seed, steps=400):
    """Play at random and undo; how often something came a second time."""
    rng, dealer = Random(seed), Dealer(seed, "cards")
    session = session_of(seats)
    deal_by(session, dealer)
    begun, brought, again = len(session.history), {}, 0
    for _ in range(steps):
        if session.match_state.chance.is_awaited:
            again += comes_from_where_it_came(
                session, dealer.draw_outcome(session.match_state.chance.possible_draws), brought
            )
        elif RULES.to_act(session.state) == () or (rng.random() < 0.15 and len(session.history) > begun + 10):
            back(session, rng.randint(1, 10))
        else:
            session.apply_action(rng.choice(RULES.legal(session.state, session.state.seat)))
        assert len(session.history) >= begun
    return again


def comes_from_where_it_came(session, what, brought):
    """Was there something from here before? Then it is the same."""
    origin = RULES.draw_source(session.state)
    if origin.keeps:
        assert what not in [each for name, each in brought.items() if name != origin.name]
        before = brought.setdefault(origin.name, what)
        assert before == what
    count = session.match_state.drawn_before.kept.get(origin, ())
    session.apply_action(what)
    return bool(count)


def test_the_last_card_of_the_pile_is_told_from_those_that_lay_there_from_the_beginning():
    taken = do(position([], faces={"a1": "Catan", "a2": "Klaus Teuber"}, pile=1), "reveal", "at a1", "at a2", "take")
    assert RULES.draw_source(do(taken._replace(mode=Mode.FRESH), "reveal", "at a1")) == DrawSource(("pile", 1))


def test_the_oracle_catches_a_memory_that_forgets():
    """The control: nothing is remembered, so an undo shuffles the cards."""

    rng, dealer = Random(1), Dealer(1, "cards")
    session = session_of()
    session.match_state.drawn_before.keep_draws = lambda taken_back: None
    deal_by(session, dealer)
    brought = {}
    with pytest.raises(AssertionError):
        for _ in range(400):
            if session.match_state.chance.is_awaited:
                comes_from_where_it_came(
                    session, dealer.draw_outcome(session.match_state.chance.possible_draws), brought
                )
            elif RULES.to_act(session.state) == () or rng.random() < 0.15:
                back(session, 2)
            else:
                session.apply_action(rng.choice(RULES.legal(session.state, session.state.seat)))


def test_the_first_player_is_drawn_again_where_nothing_else_was():
    session = session_of()
    session.apply_action(Action(CHANCE, "starter", (2,)))
    back(session, 1)
    assert (
        session.match_state.drawn_before.expected_draw(session.state) == Action(CHANCE, "starter", (2,))
        and not RULES.draw_source(session.state).keeps
    )
