"""What a worked case of Alter Ego gives, as a position: cards by their words or icons, villains by type, id or name.

Where a case names no card, one of the catalogue that is like it stands for it. Seat `p1` is 0, and whose cards a
case gives without saying.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from glowtable.games.alter_ego.cards import (
    AFFILIATIONS,
    CARDS,
    CIVS,
    COST,
    EQUIPMENT,
    FIGHT,
    HENCHMEN,
    HOSTAGES,
    ICONS,
    IDS,
    NAMES,
    NUMBER,
    PRINTED,
    STARTING,
    TITLES,
    TYPES,
)
from glowtable.games.alter_ego.options import OPTIONS
from glowtable.games.alter_ego.state import State

from tests.games.ego_positions import position
from tests.games.golden import Case, chosen_options

PERSON = "display equipment trophies money tokens penalties"
CITY = "players pools in_play defeated waiting_zero av other"
TABLE = f"{PERSON} {CITY}"
OF_TYPE = {"sadist": "The Furnaceman", "anarchist": "The Unmayor", "mastermind": "The Auditor"}
IN_DECK = [card for card in range(CARDS) if HENCHMEN & ~STARTING & 1 << card]
TROPHIES = [*(card for card in range(CARDS) if STARTING >> card & 1), *reversed(IN_DECK)]  # seldom met before the end
GEAR = [card for card in range(CARDS) if EQUIPMENT >> card & 1]
OTHERS_WAIT = 5  # tokens on villains of which a case says nothing: long


def options_of(given: Case) -> dict[str, Any]:
    return chosen_options(given, OPTIONS)


def with_option(given: Case, name: str, choice: Any) -> Case:
    return {**given, "options": {**options_of(given), name: choice}}


# -- cards


def names_from(words: Sequence[str] | Mapping[str, int]) -> list[str]:
    """Cards by name, id or kind, whatever is not the character; or how many of each."""
    if isinstance(words, Mapping):
        words = [word for word, count in words.items() for _ in range(count)]
    return [_name(word) for word in words if word != "char"]


def _name(word: str) -> str:
    if word in NAMES or word in TITLES:
        return word
    return TITLES[IDS.index(word)] if word in IDS else word.capitalize()


def with_icons(wanted: Any, among: Sequence[int], but: Iterable[str] = ()) -> list[str]:
    """Different cards of these: each by its name, its id, an icon, or how many of an icon."""
    taken = list(but)
    already = len(taken)
    for each in [wanted] if isinstance(wanted, str | Mapping) else wanted:
        for word, count in (each if isinstance(each, Mapping) else {each: 1}).items():
            for _ in range(count):
                taken.append(_with_icon(word, among, taken))
    return taken[already:]


def _with_icon(word: str, among: Sequence[int], but: Sequence[str]) -> str:
    for card in among:
        if NAMES[card] not in but and (word in (NAMES[card], TITLES[card], IDS[card]) or ICONS[card] == {word: 1}):
            return NAMES[card]
    raise ValueError(f"the catalogue has no card left that is or has {word!r}")


def henchman(like: Case, printed: bool = False, but: Iterable[str] = ()) -> str:
    """One with just these affiliations and this cost; if it can be, or must be `printed`, with these hostages."""
    if "name" in like:
        return str(like["name"])
    marks = tuple(sorted(map(TYPES.index, like.get("affiliation", ()))))
    fits = [card for card in IN_DECK + TROPHIES if NAMES[card] not in list(but)]
    if "cost" in like:
        fits = [card for card in fits if COST[card] == tuple(like["cost"].get(icon, 0) for icon in FIGHT)]
    if "affiliation" in like or "cost" not in like:
        fits = [card for card in fits if AFFILIATIONS[card] == marks]
    held = tuple(like.get("hostages", {}).get(civ, 0) for civ in CIVS)
    exact = [card for card in fits if HOSTAGES[card] == held]
    if not (exact or (fits and not (printed and "hostages" in like))):
        raise ValueError(f"the catalogue has no henchman like {dict(like)}")
    return NAMES[(exact or fits)[0]]


# -- villains


def villain(word: str, of_type: Mapping[str, str] = OF_TYPE) -> str:
    """A type means the one that stands for it, `av-1` is an id."""
    return of_type.get(word) or (NAMES[IDS.index(word)] if word in IDS else word)


def type_of(name: str) -> str:
    return str(PRINTED[NUMBER[name]]["type"])


def is_villain(name: str, word: str) -> bool:
    return word in (name, IDS[NUMBER[name]], type_of(name))


# -- the whole table


def person(given: Case, **more: Any) -> dict[str, Any]:
    """The seat whose cards are given; `more` are other zones of it."""
    shown = given.get("display", ())
    found: dict[str, Any] = {
        "display": names_from(shown),
        "character_shown": "char" in shown,
        "gear": with_icons(given.get("equipment", ()), GEAR),
        "trophies": with_icons(given.get("trophies", ()), TROPHIES, but=more.pop("but", ())),
        "penalties": given.get("penalties", {}),
    }
    found |= {name: given[name] for name in ("money", "tokens") if name in given}
    return {**found, **more}


def table(
    given: Case,
    *people: Mapping[str, Any],
    held: Mapping[str, int] | None = None,
    henchmen: Sequence[tuple[str, Mapping[str, int]]] = (),
    of_type: Mapping[str, str] = OF_TYPE,
    **more: Any,
) -> State:
    """A position of what the case gives; villains in play hold what it says of them, else `held`."""
    words = given.get("in_play", ())
    foes = {villain(word, of_type): words[word] if isinstance(words, Mapping) else held or {} for word in words}
    waiting = dict.fromkeys(given.get("waiting_zero", ()), 0) | given.get("av", {}) | given.get("other", {})
    standing = {**of_type, **{type_of(villain(word, of_type)): villain(word, of_type) for word in waiting}}
    crew = people or (person(given, but=[name for name, _ in henchmen]),)
    return position(
        *crew,
        seats=max(len(crew), given.get("players", 1)),
        villains=[standing[each] for each in TYPES],
        in_play=foes,
        defeated=[villain(word, of_type) for word in given.get("defeated", ())],
        tokens=dict.fromkeys(TYPES, OTHERS_WAIT)
        | {type_of(villain(word, of_type)): tokens for word, tokens in waiting.items()},
        henchmen=henchmen,
        pools=given.get("pools"),
        **{**options_of(given), **more},
    )
