"""A card file with a word that nobody knows is refused when it is read: file, card and word are named."""

from copy import deepcopy

import pytest
from glowtable.game import BadChoice
from glowtable.games.alter_ego import effects, gear, rules, vocabulary
from glowtable.games.alter_ego.cards import CATALOGUE


def test_the_file_of_the_game_has_known_words_only():
    vocabulary.check(CATALOGUE)


def test_every_word_has_a_meaning():
    """Each word that may stand in the file is known to who executes it."""
    moments = {word for word, (times, _) in vocabulary.DOES.items() if times != "static"}
    assert moments == set(effects.DOES) and set(vocabulary.IFS) == set(effects.IFS)
    assert {*vocabulary.ACTIVATED_GIVES, *vocabulary.EVENT_GIVES} == set(gear.GIVES)
    assert set(gear.MAY) <= set(gear.GIVES)


RULES = [  # villain, what is written into its rule, the word that is named
    ("av-1", {"when": "at_midnight"}, "at_midnight"),
    ("av-1", {"when": None}, "None"),
    ("av-3", {"do": "explode"}, "explode"),
    ("av-3", {"do": "cops_threshold"}, "cops_threshold"),  # known, but not at the end of a round
    ("av-4", {"if": "full_moon"}, "full_moon"),
    ("av-1", {"civ": "dog"}, "civ = dog"),
    ("av-1", {"civ": "most_in_supply"}, "civ = most_in_supply"),
    ("av-1", {"n": 0}, "n = 0"),
    ("av-1", {"n": True}, "n = True"),
    ("av-3", {"value": "six"}, "value = six"),
    ("av-3", {"colour": "red"}, "colour"),
    ("av-7", {"icon": "sugar"}, "icon = sugar"),
    ("av-7", {"zone": "attic"}, "zone = attic"),
    ("av-9", {"value": 1}, "value = 1"),
]


def catalogue_with(group, identity, field, change):
    changed = deepcopy(CATALOGUE)
    entry = next(each for each in changed[group] if each["id"] == identity)
    entry[field] = {**entry[field], **change}
    return changed


@pytest.mark.parametrize(("identity", "change", "word"), RULES)
def test_an_unknown_word_in_a_villains_rule_is_refused(identity, change, word):
    with pytest.raises(BadChoice) as refusal:
        vocabulary.check(catalogue_with("arch_villain", identity, "rule", change))
    assert f"cards.toml: card {identity} has the unknown word {word};" in str(refusal.value)


def test_a_word_that_is_missing_is_refused():
    changed = deepcopy(CATALOGUE)
    del changed["arch_villain"][0]["rule"]["n"]
    with pytest.raises(BadChoice, match="card av-1 has the unknown word n = None; there it may be: civ, n"):
        vocabulary.check(changed)


@pytest.mark.parametrize(
    ("group", "identity", "field", "change", "word"),
    [
        ("equipment", "eq-01", "gives", {"convert": 1}, "convert"),
        ("equipment", "eq-06", "gives", {"display": 1}, "display"),
        ("event", "ev-01", "gives", {"fly": 1}, "fly"),
        ("event", "ev-01", "gives", {"draw": -1}, "draw = -1"),
        ("henchman", "hench-d01", "trophy", {"crown": 1}, "crown"),
    ],
)
def test_an_unknown_word_on_any_other_card_is_refused(group, identity, field, change, word):
    with pytest.raises(BadChoice) as refusal:
        vocabulary.check(catalogue_with(group, identity, field, change))
    assert f"card {identity} has the unknown word {word};" in str(refusal.value)


def test_the_check_is_made_when_the_rules_are_read():
    assert rules.check is vocabulary.check
