"""The last actions as data: which cards went from where to where, and nothing that people may not know."""

from random import Random

import pytest
from glowtable import games
from glowtable.game import CHANCE, Action, full_options
from glowtable.match.copies import kinds_of
from glowtable.match.match_state import MatchState
from glowtable.match.moves import BACK, MOST_CARDS, CardMove, Spot, last_moves
from glowtable.match.players import Player

from tests.games.shipped import SHIPPED
from tests.support.adversary import play_match, seats_of
from tests.support.matches import PUNTO

SEEDS = 3


def following(game, seed):
    """A match of random actions, each with the match after it."""
    rng = Random(f"moves {game.name} {seed}")
    seats = seats_of(game, rng)
    world = play_match(game, seats, rng, 150)
    match_state = MatchState(game, seats.players, seats.options)
    for action in world.actions:
        match_state.apply_action(action)
        yield action, match_state


def punto(*actions):
    match_state = MatchState(PUNTO, (Player("Ann"), Player("Ben")), full_options(PUNTO, {}))
    for action in actions:
        match_state.apply_action(action)
    return match_state


def turn_up(match_state, points):
    """Turn up a card of so many points, and return what people call it."""
    draws = [draw for draw, _ in match_state.chance.possible_draws]
    draw = next(draw for draw in draws if kinds_of(PUNTO)[PUNTO.deck[draw.args[0]]].endswith(points))
    match_state.apply_action(draw)
    return kinds_of(PUNTO)[PUNTO.deck[draw.args[0]]]


def opening():
    """Ann has laid a card of 5 points, the first one, and Ben has turned up one of 7; and their kinds."""
    match_state = punto(Action(CHANCE, "starter", (0,)))
    first = turn_up(match_state, "5")
    match_state.apply_action(match_state.game.rules.legal(match_state.state, 0)[0])
    return match_state, first, turn_up(match_state, "7")


def test_a_card_goes_from_the_stack_to_the_reader_and_on_to_its_cell():
    match_state, first, _ = opening()
    drawn, turned, laid, _ = last_moves(match_state, 4)
    assert (drawn.number, drawn.seat, drawn.kind, drawn.cards) == (1, CHANCE, "starter", ())
    assert (turned.seat, turned.kind, turned.cards) == (0, "turn", (CardMove(first, None, Spot("reader", 0)),))
    assert laid.number == 3 and laid.seat == 0
    (card,) = laid.cards
    assert card.card == first and card.origin == Spot("reader", 0) and card.to.place == "cell"
    assert [message.text for message in laid.texts]


def test_a_card_that_covers_another_travels_alone():
    match_state, _, second = opening()
    cover = next(each for each in match_state.game.rules.legal(match_state.state, 1) if _covers(match_state, each))
    match_state.apply_action(cover)
    (move,) = last_moves(match_state, 1)
    assert [each.card for each in move.cards] == [second]


def _covers(match_state, action):
    lying = PUNTO.surface.cards_on_cells(match_state.view)
    return PUNTO.surface.gesture(action, match_state.state).cell in lying


def test_after_an_undo_the_move_before_is_the_last():
    match_state, *_ = opening()
    match_state.apply_action(match_state.game.rules.legal(match_state.state, 1)[0])
    match_state.take_back(match_state.undo_count)
    assert last_moves(match_state, 1)[0].number == len(match_state.history) == 4


@pytest.mark.parametrize("name", games.names())
def test_cards_lie_where_their_moves_end(name):
    game, seen = games.find(name), 0
    kinds = kinds_of(game)
    for seed in range(SEEDS):
        for number, (action, match_state) in enumerate(following(game, seed), 1):
            (move,) = last_moves(match_state, 1)
            assert (move.number, move.kind) == (number, action.kind) and len(move.cards) <= MOST_CARDS
            for card, origin, to in move.cards:
                assert not (origin and origin.place == "reader" and to and to.place == "hand"), "it was laid elsewhere"
                if to and to.place == "cell" and card != BACK:
                    pile = game.surface.cards_on_cells(match_state.view)[to.number]
                    assert any(card in {kinds[each] for each in cards} for cards in pile)
                    seen += 1
                if to and to.place == "hand" and card == BACK:
                    seen += 1
    assert seen > (10 if name in SHIPPED else 0) or not game.deck


def test_cards_that_were_turned_back_are_named_no_more():
    """Of a game of memory every moment that has passed is told without them."""
    game, turned_back = games.find("alex_and_co"), 0
    for seed in range(SEEDS):
        for _, match_state in following(game, seed):
            hidden = game.surface.face_down(match_state.view).difference(match_state.state.back)  # those still lie open
            for move in last_moves(match_state, 30) if hidden else ():
                named = [each for each in move.cards if each.card != BACK and each.to and each.to.place == "cell"]
                assert match_state.outcome or not [each for each in named if each.to.number in hidden]
                turned_back += sum(each.card == BACK and each.origin == each.to for each in move.cards)
    assert turned_back > 10
