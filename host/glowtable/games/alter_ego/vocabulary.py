"""The words in which cards tell what they do, as data; a card file with any other word is refused when it is read.

An arch villain has a rule `{when, if, do, ...}` (E-45); equipment that is activated and events have `gives`.
What a word does is in effects.py and gear.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from glowtable.game import BadChoice, say

from .cards import CIVS, FIGHT, SUPPORT

FILE = "cards.toml"
MOST_IN_SUPPLY = "most_in_supply"
ZONES = ("display", "equipment", "trophies")
Fits = Callable[[Any], bool]


def _one_of(*words: str) -> Fits:
    return lambda value: value in words


def _count(value: Any) -> bool:
    return type(value) is int and value > 0


def _truth(value: Any) -> bool:
    return isinstance(value, bool)


DOES: Mapping[str, tuple[str, Mapping[str, Fits]]] = {  # what is done -> when it may be, and what it needs to know
    "kill_supply": ("end_of_round henchman_enters", {"civ": _one_of(*CIVS), "n": _count}),
    "kill_hostage": ("end_of_round", {"n": lambda value: value == 1}),
    "extra_hostage": ("patrol_reveal", {"civ": _one_of(*CIVS, MOST_IN_SUPPLY), "n": _count}),
    "cops_threshold": ("static", {"value": _count}),
    "patrol_draw_limit": ("static", {"value": _count}),
    "ignore_icons": ("static", {"icon": _one_of("money"), "zone": _one_of(*ZONES)}),
    "display_size": ("static", {"value": _count}),
    "teamwork_gives_icon": ("static", {"value": _truth}),
}
IFS: Mapping[str, tuple[str, Mapping[str, Fits]]] = {  # a condition -> when it may be asked, and what it needs to know
    "not_rescued_from_self": ("end_of_round", {}),
    "hostages_on_henchmen_at_least": ("end_of_round", {"value": _count}),
    "affiliated_with_self": ("henchman_enters patrol_reveal", {}),
    "first_henchman": ("patrol_reveal", {}),
}
WHENS = ("end_of_round", "henchman_enters", "patrol_reveal", "static")
ACTIVATED_GIVES = (*FIGHT, "convert", "remove_penalty")
STATIC_GIVES = (*FIGHT, *SUPPORT)
EVENT_GIVES = (
    "fight_any",
    "teamwork_token",
    "clear_penalty_phase",
    "draw",
    "patrol_draw",
    "free_rescue_max_cost",
    "trash",
)


def check(catalogue: Mapping[str, Any]) -> None:
    """BadChoice names file, card and the first word that is not known or not possible there."""
    for villain in catalogue["arch_villain"]:
        strange = strange_word(villain["rule"])
        if strange:
            raise _refused(villain["id"], *strange)
    for card in catalogue["equipment"]:
        _check_words(card, "gives", ACTIVATED_GIVES if card["kind"] == "activate" else STATIC_GIVES)
    for card in catalogue["event"]:
        _check_words(card, "gives", EVENT_GIVES)
    for card in catalogue["henchman"]:
        _check_words(card, "trophy", STATIC_GIVES)


def _check_words(card: Mapping[str, Any], field: str, known: tuple[str, ...]) -> None:
    for word, amount in card[field].items():
        if word not in known:
            raise _refused(card["id"], word, known)
        if not _count(amount):
            raise _refused(card["id"], f"{word} = {amount}", ("1", "2", "..."))


def _refused(card: str, word: Any, known: tuple[str, ...]) -> BadChoice:
    return BadChoice(
        say(
            "{file}: card {card} has the unknown word {word}; there it may be: {known}",
            file=FILE,
            card=card,
            word=str(word),
            known=", ".join(known),
        )
    )


Strange = tuple[Any, tuple[str, ...]]  # a word that cannot be there, with those that can


def strange_word(rule: Mapping[str, Any]) -> Strange | None:
    """The first word of a villain's rule that is not known or not possible there."""
    when, needs = rule.get("when"), dict[str, Fits]()
    if when not in WHENS:
        return when, WHENS
    for field, words in (("do", DOES), ("if", IFS)):
        fitting = tuple(word for word, (times, _) in words.items() if when in times.split())
        if field == "do" or field in rule:
            if rule.get(field) not in fitting:
                return rule.get(field), fitting
            needs |= words[rule[field]][1]
    return _strange_value(rule, needs)


def _strange_value(rule: Mapping[str, Any], needs: Mapping[str, Fits]) -> Strange | None:
    for word in sorted({*rule, *needs} - {"when", "do", "if"}):
        if word not in needs:
            return word, tuple(needs)
        if word not in rule or not needs[word](rule[word]):
            return f"{word} = {rule.get(word)}", tuple(needs)
    return None
