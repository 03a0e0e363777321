"""What rules, surfaces and the rest of the house share: sentences are filled with what they name."""

from glowtable.messages import Message, filled, say


def test_a_sentence_takes_of_the_facts_those_that_it_names():
    facts = {"seat": 1, "card": "R5", "price": 10}
    assert filled(say("{card} of {seat}"), facts) == Message("{card} of {seat}", (("seat", 1), ("card", "R5")))
    assert filled(say("nothing"), facts) == Message("nothing")
