"""No view, prompt, picture, screen or sentence of a match of ALEX & CO tells a seat what is hidden from it."""

from random import Random
from types import SimpleNamespace

import pytest
from glowtable.dealer import Dealer
from glowtable.game import CHANCE, PUBLIC, chosen

from tests.campaign import share
from tests.games.alex_positions import GAME

RULES, SURFACE = GAME.rules, GAME.surface
EVERY = 7  # so many actions lie between two looks; prime, so that no phase is always missed
SECRET = ("deal", "draw", "give")  # about a card that others must not learn


def seen(rules, state, seat):
    """All that reaches the eyes of a seat: its view, and what everybody sees."""
    view = rules.view(state, PUBLIC)
    told = (SURFACE.paint(view), SURFACE.board(view), SURFACE.prompts(view), SURFACE.face(view), SURFACE.setting(view))
    places = tuple(SURFACE.reach(view, cell) for cell in range(36))
    homes = tuple(SURFACE.home(view, card) for card in GAME.deck)
    return rules.view(state, seat), view, told, places, homes


def played(seats, seed, **options):
    """Every state of a random match with what is done in it."""
    dealer = Dealer(seed, seats)
    state = RULES.setup(seats, chosen(GAME, {**GAME.test_options, **options}))
    while actors := RULES.to_act(state):
        if actors == (CHANCE,):
            action = dealer.draw(RULES.chance(state))
        else:
            action = dealer.rng.choice([each for seat in actors for each in RULES.legal(state, seat)])
        after = RULES.apply(state, action)
        yield state, action, after
        state = after


def leaks(rules, state, rng):
    """The seats that could tell the state from one in which cards hidden from them are others; and how many tried."""
    tried = told = 0
    for seat in range(state.terms.seats):
        other = RULES.determinise(state, seat, rng)
        tried += other != state
        told += seen(rules, other, seat) != seen(rules, state, seat)
    return tried, told


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("knowledge", ["full", "trust"])
def test_nobody_sees_what_is_hidden(seats, knowledge):
    rng, tried = Random(seats), 0
    for seed in range(share(125)):
        for number, (state, _, _) in enumerate(played(seats, seed, knowledge=knowledge)):
            if number % EVERY == 0:
                differs, told = leaks(RULES, state, rng)
                tried += differs
                assert not told
    assert tried > 20


def test_a_view_that_shows_a_hand_is_caught():
    """The control: everybody sees all hands."""
    leaky = SimpleNamespace(view=lambda state, eyes: RULES.view(state._replace(open=sum(state.hands)), eyes))
    rng = Random(1)
    assert any(leaks(leaky, state, rng)[1] for state, _, _ in played(4, 1))


def text(message):
    """A sentence with all that fills it."""
    return repr(message)


@pytest.mark.parametrize("seats", GAME.seats)
def test_no_sentence_about_a_secret_action_names_its_card(seats):
    told = 0
    for seed in range(20):
        for state, action, after in played(seats, seed):
            if action.kind in SECRET:
                name = GAME.deck[int(action.args[0])]
                said = (
                    SURFACE.doing(action, state),
                    *SURFACE.done(action, state, after),
                    SURFACE.undone(action, state),
                )
                assert repr(name) not in text(said)
                told += action.kind != "deal"
    assert told > 5


def test_the_sentence_about_an_open_card_names_it():
    """The control: the same search finds what is said."""
    state, action, after = next(step for step in played(4, 1) if step[1].kind == "turn")
    assert repr(GAME.deck[int(action.args[0])]) in text(SURFACE.done(action, state, after))
