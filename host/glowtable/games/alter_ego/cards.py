"""The 242 cards of Alter Ego as ints, their names and what is printed on them. Knows no rule.

Cards of a kind follow each other: hero, family, job and community cards, characters, events, equipment, henchmen,
arch villains, nemeses. Copies of a kind are alike, but each has a name of its own: `Family 3`.
Source: Alter Ego EN, "50 Hero cards (10 ea. of 5 types)" (E-01, E-02); contents are ours, in cards.toml
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

from glowtable.kit.cards import NamedCards
from glowtable.kit.folders import read_toml

CATALOGUE = read_toml(__package__, "cards.toml")
FIGHT = tuple(CATALOGUE["vocabulary"]["fight"])  # the five fight icons
CIVS = tuple(CATALOGUE["vocabulary"]["civ"])  # the three types of hostages
TYPES = tuple(CATALOGUE["vocabulary"]["arch_villain_types"])
SUPPORT = tuple(CATALOGUE["vocabulary"]["support_icons"])
NO_CARD = -1
TITLE = "Alter Ego"
SEATS = tuple(range(1, CATALOGUE["player_board"]["count"] + 1))  # how many may play

GROUPS = ("hero", "alter_ego", "character", "event", "equipment", "henchman", "arch_villain", "nemesis")
PRINTED: tuple[Mapping[str, Any], ...] = tuple(  # card -> its entry of the catalogue
    entry for group in GROUPS for entry in CATALOGUE[group] for _ in range(entry.get("copies", 1))
)
CARDS = len(PRINTED)
IDS = tuple(entry["id"] for entry in PRINTED)  # one for all copies of a kind
FIRST = {name: IDS.index(name) for name in dict.fromkeys(IDS)}  # kind -> its first copy


TITLES = tuple(  # what people call a card
    str(entry.get("name") or entry["id"].removeprefix("hero-").capitalize()) for entry in PRINTED
)
DECK = NamedCards(
    [
        title if PRINTED[card].get("copies", 1) == 1 else f"{title} {card - FIRST[IDS[card]] + 1}"
        for card, title in enumerate(TITLES)
    ],
    TITLES,
)
NAMES, NUMBER = DECK.names, DECK.number
names_of, cards_of, copies_of = DECK.names_of, DECK.set_of, DECK.copies_of
titles_of = DECK.titles_of
Cards = Annotated[int, DECK]  # a set of them


def _all_of(group: str) -> int:
    ids = {entry["id"] for entry in CATALOGUE[group]}
    return sum(1 << card for card, name in enumerate(IDS) if name in ids)


COPIES = {kind: sum(1 << card for card, name in enumerate(IDS) if name == kind) for kind in FIRST}
HEROES, ALTER_EGO, CHARACTERS, EVENTS, EQUIPMENT, HENCHMEN, VILLAINS, NEMESES = map(_all_of, GROUPS)
FAMILY, JOB, COMMUNITY = COPIES["family"], COPIES["job"], COPIES["community"]
STACKED = HEROES | ALTER_EGO  # the eight open stacks (E-11)
STARTING = sum(1 << card for card, entry in enumerate(PRINTED) if entry.get("starting"))

# -- what is printed


def _icons_of(card: int) -> Mapping[str, int]:
    """The icons a card has in a play area: its own, those of equipment that is not activated, a trophy's."""
    entry = PRINTED[card]
    if entry.get("kind") == "static":
        return dict(entry["gives"])
    return dict(entry.get("icons") or entry.get("trophy") or {})


ICONS = tuple(map(_icons_of, range(CARDS)))
COST = tuple(  # fight icons to pay on a henchman or arch villain, in the order of FIGHT
    tuple(entry["cost"].get(icon, 0) for icon in FIGHT) if isinstance(entry.get("cost"), dict) else ()
    for entry in PRINTED
)
PRICE = tuple(entry["cost"] if isinstance(entry.get("cost"), int) else 0 for entry in PRINTED)  # $ of the supply
HOSTAGES = tuple(tuple(entry.get("hostages", {}).get(civ, 0) for civ in CIVS) for entry in PRINTED)
AFFILIATIONS = tuple(tuple(map(TYPES.index, entry.get("affiliation", ()))) for entry in PRINTED)
VILLAIN_TYPE = {card: TYPES.index(PRINTED[card]["type"]) for card in range(CARDS) if "type" in PRINTED[card]}
OF_TYPE = tuple(sum(1 << card for card, each in VILLAIN_TYPE.items() if each == at) for at in range(len(TYPES)))
ACTIVATED = sum(1 << card for card, entry in enumerate(PRINTED) if entry.get("kind") == "activate")
_AMOUNTS = {
    icon: sorted({icons[icon] for icons in ICONS if icon in icons}, reverse=True) for icon in (*FIGHT, *SUPPORT)
}
_COUNTED = {
    icon: tuple(
        (amount, sum(1 << card for card, icons in enumerate(ICONS) if icons.get(icon) == amount)) for amount in amounts
    )
    for icon, amounts in _AMOUNTS.items()
}
ONES = tuple(_COUNTED[icon][-1][1] for icon in FIGHT)  # the cards with each fight icon: all have it once


def count(cards: int, icon: str) -> int:
    """How many of this icon a set of cards has."""
    return sum([amount * (cards & mask).bit_count() for amount, mask in _COUNTED[icon]])


SETS_KEPT = 128  # of cards, in which one of each kind was found
_ALIKE = tuple(COPIES[kind] for kind in FIRST if COPIES[kind].bit_count() > 1)
_SINGLE = sum(COPIES[kind] for kind in FIRST if COPIES[kind].bit_count() == 1)


@lru_cache(SETS_KEPT)
def one_each(cards: int) -> int:
    """Of each kind in a set of cards its first copy: copies are alike, so one stands for all."""
    singles = cards & _SINGLE
    for alike in _ALIKE:
        copies = cards & alike
        singles |= copies & -copies
    return singles
