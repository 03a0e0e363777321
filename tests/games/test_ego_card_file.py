"""Each word of the card file is one that the rules know: any other would do nothing, or end a match halfway."""

import re
from copy import deepcopy
from pathlib import Path

import pytest
from glowtable.games.alter_ego import anytime, villains
from glowtable.games.alter_ego.cards import CATALOGUE, CIVS, FIGHT, SUPPORT, TYPES

SOURCES = "".join(path.read_text("utf-8") for path in Path(villains.__file__).parent.glob("*.py"))
STATIC = {*re.findall(r'\b(?:rule_value|rules_in_force)\(state, "(\w+)"', SOURCES)}  # those that the rules ask for
ICONS, STACKED = {*FIGHT, *SUPPORT}, {"family", "job", "community"}
KNOWN = {  # field -> its words; what a card `gives` depends on its kind
    "icons": ICONS, "trophy": ICONS, "static": ICONS, "activate": {*anytime.GIVES}, "event": {*anytime.GIVES},
    "cost": {*FIGHT}, "hostages": {*CIVS}, "affiliation": {*TYPES}, "type": {*TYPES}, "start": STACKED,
    "start_hero": {*FIGHT}, "needs": {"hero", *FIGHT, *STACKED}, "phase": {"income", "support", "patrol"},
    "kind": {"static", "activate"}, "not_while": {villain["id"] for villain in CATALOGUE["arch_villain"]},
    "when": {"end_of_round", "henchman_enters", "patrol_reveal", "static"}, "if": {*villains.IFS},
    "do": {*villains.DOES, *STATIC}, "civ": {*CIVS, "most_in_supply"}, "icon": {*SUPPORT},
    "zone": {"display", "equipment", "trophies"},
}  # fmt: skip
NEEDED = {"kill_supply": {"civ", "n"}, "extra_hostage": {"civ", "n"}, "kill_hostage": {"n"},
          "ignore_icons": {"icon", "zone"}}  # fmt: skip
CARDS = [(group, card) for group, cards in CATALOGUE.items() if isinstance(cards, list) for card in cards]


def strange_words(card):
    """The words of a card that stand in a field where nobody knows them."""
    fields = {**card, card.get("kind", "event"): card.get("gives", ()), **card.get("rule", {})}
    for field in KNOWN.keys() & fields.keys():
        words = [fields[field]] if isinstance(fields[field], str) else fields[field]
        yield from () if isinstance(words, int) else set(words) - KNOWN[field]


@pytest.mark.parametrize(("group", "card"), CARDS, ids=lambda each: each["id"] if isinstance(each, dict) else each)
def test_a_card_has_known_words_only(group, card):
    assert list(strange_words(card)) == []
    assert ("gives" in card) is (group in ("equipment", "event"))
    assert {card[field].get(icon, 1) for field in {"icons", "trophy"} & card.keys() for icon in FIGHT} <= {1}


def test_a_villains_rule_happens_when_it_can_and_has_what_it_needs():
    assert anytime.MAY.keys() < anytime.GIVES.keys() and not STATIC & villains.DOES.keys()
    for rule in villains.VILLAIN_RULES.values():
        assert (rule["when"] == "static") is (rule["do"] in STATIC)
        more = {"value"} if "at_least" in rule.get("if", "") else set()
        assert rule.keys() - {"when", "if", "do"} == NEEDED.get(rule["do"], {"value"}) | more


@pytest.mark.parametrize(("identity", "field", "value", "word"), [
    ("av-1", "rule", {"when": "end_of_round", "do": "kill_suply"}, "kill_suply"),
    ("av-5", "rule", {"when": "static", "do": "cops_treshold", "value": 5}, "cops_treshold"),
    ("eq-01", "gives", {"convert": 1}, "convert"), ("eq-06", "gives", {"display": 1}, "display"),
    ("ev-05", "not_while", "av-66", "av-66"), ("hench-d01", "affiliation", ["sadst"], "sadst"),
])  # fmt: skip
def test_a_misspelt_word_is_found(identity, field, value, word):
    (card,) = deepcopy([card for _, card in CARDS if card["id"] == identity])
    assert list(strange_words({**card, field: value})) == [word]
