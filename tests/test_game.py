"""What rules, surfaces and the rest of the house share: sentences are filled with what they name."""

from glowtable.messages import Message, filled, say, say_count


def test_a_sentence_takes_of_the_facts_those_that_it_names():
    facts = {"seat": 1, "card": "R5", "price": 10}
    assert filled(say("{card} of {seat}"), facts) == Message("{card} of {seat}", (("seat", 1), ("card", "R5")))
    assert filled(say("nothing"), facts) == Message("nothing")


def test_the_number_that_chooses_the_form_is_taken_whether_it_is_named_or_not():
    lost = filled(say_count("one card lost", "some cards lost"), {"n": 2, "seat": 1})
    assert lost == say_count("one card lost", "some cards lost", n=2) != say_count("one card lost", "cards lost", n=2)
    assert len({lost, say("one card lost", n=2)}) == 2
