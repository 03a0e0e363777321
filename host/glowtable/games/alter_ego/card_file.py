"""The card file, and the words in which cards tell what they are and do; a file with any other word is refused.

An arch villain has a rule `{when, if, do, ...}` (E-45); equipment that is activated and events have `gives`.
What a word does is in effects.py and gear.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from glowtable.kit.folders import read_toml
from glowtable.messages import UserError, say

FILE = "cards.toml"
CATALOGUE = read_toml(__package__, FILE)
FIGHT = tuple(CATALOGUE["vocabulary"]["fight"])  # the five fight icons
CIVS = tuple(CATALOGUE["vocabulary"]["civ"])  # the three types of hostages
TYPES = tuple(CATALOGUE["vocabulary"]["arch_villain_types"])
SUPPORT = tuple(CATALOGUE["vocabulary"]["support_icons"])
FOES = tuple(villain.get("id") for villain in CATALOGUE["arch_villain"])

MOST_IN_SUPPLY = "most_in_supply"
ZONES = ("display", "equipment", "trophies")
Fits = Callable[[Any], bool]
Strange = tuple[Any, tuple[str, ...]]  # a word that cannot be there, with those that can
Form = Callable[[str, Any], Strange | None]  # what is wrong with a field, by its name and value


def _one_of(*words: str) -> Fits:
    return lambda value: value in words


def _is_count(value: Any) -> bool:
    return type(value) is int and value > 0


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


DOES: Mapping[str, tuple[str, Mapping[str, Fits]]] = {  # what is done -> when it may be, and what it needs to know
    "kill_supply": ("end_of_round henchman_enters", {"civ": _one_of(*CIVS), "n": _is_count}),
    "kill_hostage": ("end_of_round", {"n": lambda value: value == 1}),
    "extra_hostage": ("patrol_reveal", {"civ": _one_of(*CIVS, MOST_IN_SUPPLY), "n": _is_count}),
    "cops_threshold": ("static", {"value": _is_count}),
    "patrol_draw_limit": ("static", {"value": _is_count}),
    "ignore_icons": ("static", {"icon": _one_of("money"), "zone": _one_of(*ZONES)}),
    "display_size": ("static", {"value": _is_count}),
    "teamwork_gives_icon": ("static", {"value": _is_truth}),
}
IFS: Mapping[str, tuple[str, Mapping[str, Fits]]] = {  # a condition -> when it may be asked, and what it needs to know
    "not_rescued_from_self": ("end_of_round", {}),
    "hostages_on_henchmen_at_least": ("end_of_round", {"value": _is_count}),
    "affiliated_with_self": ("henchman_enters patrol_reveal", {}),
    "first_henchman": ("patrol_reveal", {}),
}
WHENS = ("end_of_round", "henchman_enters", "patrol_reveal", "static")
ACTIVATED_GIVES = (*FIGHT, "convert", "remove_penalty")
STATIC_GIVES = (*FIGHT, *SUPPORT)
EVENT_GIVES = (
    "fight_any", "teamwork_token", "clear_penalty_phase", "draw", "patrol_draw", "free_rescue_max_cost", "trash",
)  # fmt: skip

# -- what each field of a card may be


def _field_check(fits: Fits, *known: str) -> Form:
    return lambda field, value: None if fits(value) else (f"{field} = {value}", known)


def _word_check(*words: str) -> Form:
    return _field_check(_one_of(*words), *words)


def _words_check(*words: str) -> Form:
    """A list of them."""

    def strange(field: str, value: Any) -> Strange | None:
        if not isinstance(value, list):
            return f"{field} = {value}", words
        return next(((word, words) for word in value if word not in words), None)

    return strange


def _amounts_check(*words: str, least: int = 1, once: tuple[str, ...] = ()) -> Form:
    """So many of them, of some only one; of `least` words at least."""

    def strange(field: str, value: Any) -> Strange | None:
        if not isinstance(value, Mapping) or len(value) < least:
            return f"{field} = {value}", words
        complaints = (_strange_amount(word, amount, words, once) for word, amount in value.items())
        return next(filter(None, complaints), None)

    return strange


def _strange_amount(word: str, amount: Any, known: tuple[str, ...], once: tuple[str, ...]) -> Strange | None:
    if word not in known:
        return word, known
    if not _is_count(amount) or (amount > 1 and word in once):
        return f"{word} = {amount}", ("1",) if word in once else ("1", "2", "and so on")
    return None


TEXT = _field_check(lambda value: isinstance(value, str) and bool(value), "a text")
NUMBER = _field_check(_is_count, "1", "2", "and so on")
KINDS_STACKED = ("family", "job", "community")
COST = _amounts_check(*FIGHT)
HOSTAGES = _amounts_check(*CIVS, least=0)
ICONS = _amounts_check(*STATIC_GIVES, once=FIGHT)  # those of a fight icon are counted as cards that have it
Fields = Mapping[str, Form]
CARD: Fields = {"id": TEXT}
NAMED: Fields = {**CARD, "name": TEXT}
OFFERED: Fields = {**NAMED, "copies": NUMBER, "cost": NUMBER, "text": TEXT}
FIELDS: Mapping[str, Fields] = {  # all that a card of a group has
    "hero": {**CARD, "copies": NUMBER, "icons": ICONS},
    "alter_ego": {**CARD, "copies": NUMBER, "phase": _word_check("income", "support", "patrol"), "icons": ICONS},
    "character": {
        **NAMED,
        "day_job": TEXT,
        "icons": ICONS,
        "start": _amounts_check(*KINDS_STACKED),
        "start_hero": _amounts_check(*FIGHT, least=0),
    },
    "henchman": {
        **NAMED,
        "starting": _field_check(_is_truth, "true", "false"),
        "cost": COST,
        "hostages": HOSTAGES,
        "affiliation": _words_check(*TYPES),
        "trophy": ICONS,
    },
    "arch_villain": {
        **NAMED,
        "type": _word_check(*TYPES),
        "cost": COST,
        "hostages": HOSTAGES,
        "text": TEXT,
        "rule": lambda field, value: (
            strange_word(value) if isinstance(value, Mapping) else (f"{field} = {value}", ("when", "do", "and so on"))
        ),
    },
    "equipment": {**OFFERED, "kind": _word_check("static", "activate")},
    "event": {**OFFERED, "gives": _amounts_check(*EVENT_GIVES, once=("clear_penalty_phase", "trash"))},
    "nemesis": {**NAMED, "needs": _amounts_check("hero", *FIGHT, *KINDS_STACKED)},
}
OF_KIND: Mapping[str, Fields] = {  # and equipment of a kind besides
    "static": {"gives": ICONS},
    "activate": {
        "gives": _amounts_check(*ACTIVATED_GIVES, once=("convert", "remove_penalty")),
        "activate_cost": NUMBER,
    },
}
MAY_BE: Mapping[str, Fields] = {"event": {"not_while": _word_check(*FOES)}}  # and what only some have


def check(catalogue: Mapping[str, Any]) -> None:
    """UserError names file, card and the first word that is not known or not possible there."""
    for group, fields in FIELDS.items():
        for card in catalogue[group]:
            strange = _strange_card(card, {**fields, **OF_KIND.get(str(card.get("kind")), {})}, MAY_BE.get(group, {}))
            if strange:
                word, known = strange
                raise UserError(
                    say(
                        "{file}: card {card} has the unknown word {word}. Use one of: {known}.",
                        file=FILE,
                        card=str(card.get("id")),
                        word=str(word),
                        known=", ".join(known),
                    )
                )


def _strange_card(card: Mapping[str, Any], fields: Fields, optional: Fields) -> Strange | None:
    """The first field or word of a card that cannot be there, or is missing."""
    known = {**fields, **optional}
    for field in (*card, *fields):
        if field not in known:
            return field, tuple(known)
        strange = known[field](field, card.get(field))
        if strange:
            return strange
    return None


# -- the rule of an arch villain


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
