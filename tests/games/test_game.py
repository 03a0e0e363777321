"""What rules, surfaces and the rest of the house share: sentences are filled, bots are made."""

import pytest
from glowtable import games
from glowtable.game import BotFactory, bot_for_seat
from glowtable.lab.one_match import play_match
from glowtable.messages import Message, UserError, filled, say, say_count


def test_a_sentence_takes_of_the_facts_those_that_it_names():
    facts = {"seat": 1, "card": "R5", "price": 10}
    assert filled(say("{card} of {seat}"), facts) == Message("{card} of {seat}", (("seat", 1), ("card", "R5")))
    assert filled(say("nothing"), facts) == Message("nothing")


def test_the_number_that_chooses_the_form_is_taken_whether_it_is_named_or_not():
    lost = filled(say_count("one card lost", "some cards lost"), {"n": 2, "seat": 1})
    assert lost == say_count("one card lost", "some cards lost", n=2) != say_count("one card lost", "cards lost", n=2)
    assert len({lost, say("one card lost", n=2)}) == 2


def test_a_bot_is_a_function_or_made_for_its_seat():
    made = []

    def first(view, legal, determinize, rng):
        return legal[0]

    def make(game, seat, budget_ms):
        made.append((game.name, seat, budget_ms))
        return first

    punto = games.find("punto")._replace(bots={"made": BotFactory(make), "first": first})
    assert bot_for_seat(punto, "first", 1) is first and made == []
    assert bot_for_seat(punto, "made", 1) is first and bot_for_seat(punto, "made", 0, 20) is first
    assert made == [("punto", 1, 0), ("punto", 0, 20)]
    match = play_match(punto, ["made", "first"], {"rounds_to_win": 1})
    assert match.outcome and made[2:] == [("punto", 0, 0)]
    with pytest.raises(UserError, match=r"Punto has no bot greedy\. Choose one of made, first\.$"):
        bot_for_seat(punto, "greedy", 0)
