"""The bots that the kit makes: any legal action, or one that is worth most."""

from random import Random

from glowtable.game import Action
from glowtable.kit.bots import best_by, random_bot

LEGAL = tuple(Action(0, "lay", (cell,)) for cell in range(6))


def taken(bot, legal=LEGAL, view=None):
    return {bot(view, legal, None, Random(seed)) for seed in range(50)}


def test_the_random_bot_takes_any():
    assert taken(random_bot) == set(LEGAL)


def test_a_bot_takes_what_is_worth_most_and_any_of_equals():
    even = best_by(lambda view, action: action.args[0] % 2 == view)
    assert taken(even, view=0) == set(LEGAL[::2])
    assert taken(even, view=1) == set(LEGAL[1::2])
    assert taken(best_by(lambda view, action: action.args[0]), view=1) == {LEGAL[5]}
