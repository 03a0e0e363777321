"""A card file with a word that nobody knows is refused when it is read: file, card and word are named."""

from copy import deepcopy
from importlib.util import module_from_spec, spec_from_file_location

import pytest
from glowtable.games.alter_ego import anytime, card_file, cards, villains
from glowtable.games.alter_ego.cards import CATALOGUE
from glowtable.messages import UserError


def test_the_file_of_the_game_has_known_words_only():
    card_file.check(CATALOGUE)


def test_every_word_has_a_meaning():
    """Each word that may stand in the file is known to who executes it."""
    moments = {word for word, (times, _) in card_file.DOES.items() if times != "static"}
    assert moments == set(villains.DOES) and set(card_file.IFS) == set(villains.IFS)
    assert {*card_file.ACTIVATED_GIVES, *card_file.EVENT_GIVES} == set(anytime.GIVES)
    assert set(anytime.MAY) <= set(anytime.GIVES)


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
    with pytest.raises(UserError) as refusal:
        card_file.check(catalogue_with("arch_villain", identity, "rule", change))
    assert f"cards.toml: card {identity} has the unknown word {word}." in str(refusal.value)


def test_a_word_that_is_missing_is_refused():
    changed = deepcopy(CATALOGUE)
    del changed["arch_villain"][0]["rule"]["n"]
    with pytest.raises(UserError, match=r"card av-1 has the unknown word n = None\. Use one of: civ, n\.$"):
        card_file.check(changed)


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
    with pytest.raises(UserError) as refusal:
        card_file.check(catalogue_with(group, identity, field, change))
    assert f"card {identity} has the unknown word {word}." in str(refusal.value)


def refusal_of(group, identity, **fields):
    """What is said of a catalogue in which these fields of a card are others; None takes one away."""
    changed = deepcopy(CATALOGUE)
    entry = next(each for each in changed[group] if each["id"] == identity)
    entry.update(fields)
    for field in [name for name, value in fields.items() if value is None]:
        del entry[field]
    with pytest.raises(UserError) as refusal:
        card_file.check(changed)
    return str(refusal.value)


FIELDS = [  # group, card, what is written into it, the word that is named
    ("hero", "hero-luck", {"icons": {"lucky": 1}}, "lucky"),
    ("hero", "hero-luck", {"icons": {"luck": 2}}, "luck = 2"),  # cards with a fight icon have one
    ("hero", "hero-luck", {"copies": "ten"}, "copies = ten"),
    ("alter_ego", "job", {"phase": "recoup"}, "phase = recoup"),
    ("character", "char-01", {"start": {"familly": 1}}, "familly"),
    ("character", "char-01", {"day_job": ""}, "day_job = "),
    ("henchman", "hench-d01", {"cost": {"strenght": 1}}, "strenght"),
    ("henchman", "hench-d01", {"cost": {}}, "cost = {}"),
    ("henchman", "hench-d01", {"cost": 3}, "cost = 3"),
    ("henchman", "hench-d01", {"cost": None}, "cost = None"),
    ("henchman", "hench-d01", {"hostages": {"kinn": 1}}, "kinn"),
    ("henchman", "hench-d01", {"affiliation": ["sadst"]}, "sadst"),
    ("henchman", "hench-d01", {"affiliation": "sadist"}, "affiliation = sadist"),
    ("henchman", "hench-d01", {"trophy": {"strength": 2}}, "strength = 2"),
    ("henchman", "hench-d01", {"starting": "no"}, "starting = no"),
    ("arch_villain", "av-1", {"cost": {"strenght": 1}}, "strenght"),
    ("arch_villain", "av-1", {"type": "sadst"}, "type = sadst"),
    ("arch_villain", "av-1", {"rule": None}, "rule = None"),
    ("arch_villain", "av-1", {"rule": {"when": ["end_of_round"]}}, "['end_of_round']"),
    ("equipment", "eq-06", {"kind": "activat"}, "kind = activat"),
    ("equipment", "eq-06", {"kind": ["activate"]}, "kind = ['activate']"),
    ("equipment", "eq-06", {"activate_cost": None}, "activate_cost = None"),
    ("equipment", "eq-17", {"gives": {"convert": 2}}, "convert = 2"),
    ("equipment", "eq-01", {"activate_cost": 1}, "activate_cost"),
    ("event", "ev-05", {"not_while": "av-66"}, "not_while = av-66"),
    ("event", "ev-05", {"not_whle": "av-6"}, "not_whle"),
    ("event", "ev-05", {"gives": None}, "gives = None"),
    ("event", "ev-07", {"gives": {"trash": 2}}, "trash = 2"),
    ("nemesis", "nem-1", {"needs": {"heroo": 1}}, "heroo"),
]


@pytest.mark.parametrize(("group", "identity", "fields", "word"), FIELDS)
def test_a_field_or_word_that_nobody_knows_is_refused_on_every_card(group, identity, fields, word):
    said = refusal_of(group, identity, **fields)
    assert said.startswith(f"cards.toml: card {identity} has the unknown word {word}. Use one of: ")


def test_of_a_number_it_is_said_whether_it_may_be_more_than_one():
    once = refusal_of("hero", "hero-luck", icons={"luck": 2})
    more = catalogue_with("event", "ev-01", "gives", {"draw": -1})
    assert once.endswith("the unknown word luck = 2. Use one of: 1.")
    with pytest.raises(UserError, match=r"draw = -1\. Use one of: 1, 2, and so on\.$"):
        card_file.check(more)


def test_every_group_of_the_file_is_checked():
    assert set(card_file.FIELDS) == {name for name, value in CATALOGUE.items() if isinstance(value, list)}


def test_the_check_is_made_before_anything_is_made_of_the_file(monkeypatch):
    changed = deepcopy(CATALOGUE)
    changed["henchman"][0]["affiliation"] = ["sadst"]
    monkeypatch.setattr(card_file, "CATALOGUE", changed)
    spec = spec_from_file_location(cards.__name__, cards.__file__)
    with pytest.raises(UserError, match=r"the unknown word sadst\. Use one of: sadist, anarchist, mastermind\.$"):
        spec.loader.exec_module(module_from_spec(spec))
