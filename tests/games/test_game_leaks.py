"""Nothing of a match tells a seat what is hidden from it: no view, action, light, screen, sentence, refusal or export.

Two worlds that differ only in cards hidden from a seat must look the same to it. Games that hide nothing have no test
here; what only one game has is in its own file.
"""

from itertools import islice

import pytest
from glowtable import games
from glowtable.game import PUBLIC, Refusal
from glowtable.kit.bit_sets import members
from glowtable.messages import say
from glowtable.table import PICK, Light, Picture, Said

from tests.games.hidden_cards import SECRETS
from tests.games.shipped import SHIPPED
from tests.games.worlds import differs, leaves, looks, pairs, says_hands
from tests.support.campaign import share
from tests.support.overridden import overridden

TABLES = [
    pytest.param(name, *getattr(table, "values", table), marks=getattr(table, "marks", ()))
    for name, secrets in SECRETS.items()
    for table in secrets.tables
]
every_game = pytest.mark.parametrize("name", SECRETS)


def test_every_game_that_hides_cards_of_hands_is_here():
    hiding = {name for name in SHIPPED if games.find(name).hidden_information}
    assert set(SECRETS) == hiding - {"punto"}, "of its stacks nobody sees more than all"


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "seats", "who"), TABLES)
def test_nothing_changes_for_a_seat_when_cards_hidden_from_it_do(name, seats, who):
    secrets, unseen = SECRETS[name], 0
    for world, other, seat in islice(pairs(secrets, seats, who), share(secrets.matches)):
        assert not differs(looks(secrets, world, seat), looks(secrets, other, seat))
        assert not differs(leaves(secrets, world, seat), leaves(secrets, other, seat))
        unseen += sum(secrets.is_unseen(*done, seat) for done in zip(world.states, world.actions, strict=False))
    assert unseen > 3, "cards moved unseen"


# -- controls: what leaks is caught


def caught(name, seen):
    """Does a leak show in one of a few matches in which others hold other cards at last?"""
    secrets = SECRETS[name]
    held = (
        (world, other, seat)
        for world, other, seat in pairs(secrets, secrets.alike)
        if titles_held(secrets, world.states[-1]) != titles_held(secrets, other.states[-1])
    )
    return any(differs(seen(world, seat), seen(other, seat)) for world, other, seat in islice(held, 2))


def titles_held(secrets, state):
    """What each seat holds, copies by what is printed on them."""
    game = secrets.game
    printed = {card: title for title, cards in game.alike.items() for card in cards}
    held = ([game.deck[card] for card in members(hand)] for hand in secrets.hands(state))
    return [sorted(printed.get(card, card) for card in cards) for cards in held]


def looking(name, rules=None, **functions):
    """Looks through such rules, at a surface with these functions."""
    game, broken = SECRETS[name].game, rules or {}
    surface = overridden(game.surface, **functions)
    return lambda world, seat: looks(SECRETS[name], world, seat, overridden(game.rules, **broken), surface)


def all_open(name):
    secrets = SECRETS[name]
    return {"view": lambda state, eyes: secrets.game.rules.view(secrets.opened(state), eyes)}


@every_game
def test_a_view_that_shows_all_hands_is_caught(name):
    assert caught(name, looking(name, all_open(name)))


@every_game
def test_a_private_face_that_shows_all_hands_is_caught(name):
    secrets = SECRETS[name]

    def seen(world, seat):
        return leaves(secrets, world, seat, private=lambda view: (says_hands(secrets, world.states[-1]),))

    assert caught(name, seen)


@every_game
def test_a_rule_that_tells_all_actions_is_caught(name):
    assert caught(name, looking(name, {"seen": lambda state, action, eyes: action}))


@every_game
def test_a_sentence_that_names_the_card_that_comes_is_caught(name):
    assert caught(name, looking(name, instruction=lambda action, state: say("{args}", args=action.args)))


@every_game
def test_a_light_that_shows_what_another_seat_holds_is_caught(name):
    secrets = SECRETS[name]

    def lights(world, seat):
        held = [sum(secrets.hands(state)[:seat] + secrets.hands(state)[seat + 1 :]) for state in world.states]
        return [Picture((Light("wosgybrp"[cards % 97 % 8], PICK),)) for cards in held]

    def public(world, seat):
        return [secrets.game.surface.paint(secrets.game.rules.view(state, PUBLIC)) for state in world.states]

    assert caught(name, lights) and not caught(name, public)


@every_game
def test_a_refusal_that_tells_what_a_hand_holds_is_caught(name):
    secrets = SECRETS[name]
    game = secrets.game

    def read(event, state):
        meant, card = game.surface.read(event, state), event.text if isinstance(event, Said) else event.card
        held = any(hand >> game.deck.index(card) & 1 for hand in secrets.hands(state))
        return say("it is in a hand") if held and isinstance(meant, Refusal) else meant

    assert caught(name, looking(name, read=read))


@every_game
def test_an_export_that_hides_nothing_is_caught(name):
    secrets = SECRETS[name]
    assert caught(name, lambda world, seat: leaves(secrets, world, seat, export=lambda game, record: record))


@pytest.mark.slow
def test_chance_that_is_judged_by_hidden_hands_is_caught():
    """As it was: a draw is refused if the card is in the hand, so that one can search for another one."""
    seen = looking("alter_ego", {"public_state": lambda state: state})
    few = islice(pairs(SECRETS["alter_ego"], 2), 6)
    assert any(differs(seen(world, seat), seen(other, seat)) for world, other, seat in few)
