"""The cards of Alter Ego: a card's kind, its name, and what its entry of the catalogue says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glowtable.games.alter_ego.cards import CATALOGUE, GROUPS, NUMBER, PRINTED, TITLES

from hardware.cards.prints import BLACK, BLUE, GREEN, ORANGE, PURPLE, RED, SKY, YELLOW, Band, Print

INKS = dict(zip(GROUPS, (BLUE, GREEN, SKY, YELLOW, ORANGE, PURPLE, RED, BLACK), strict=True))
GROUP = {entry["id"]: group for group in GROUPS for entry in CATALOGUE[group]}
FIELDS = {  # the fields of a catalogue entry in the order of printing -> the words before them
    "day_job": "by day ",
    "type": "",
    "phase": "phase: ",
    "icons": "icons: ",
    "cost": "cost: ",
    "hostages": "takes hostages: ",
    "affiliation": "works for: ",
    "trophy": "as a trophy: ",
    "needs": "your whole deck needs: ",
    "start": "starts with: ",
    "start_hero": "and heroes: ",
    "text": "",
}


def printed(card: str) -> Print:
    number = NUMBER[card]
    entry = PRINTED[number]
    group = GROUP[entry["id"]]
    word = "starting henchman" if entry.get("starting") else group.replace("_", " ")
    lines = (before + _words(entry[field]) for field, before in FIELDS.items() if entry.get(field))
    return Print(title=TITLES[number], top=Band(word, INKS[group]), lines=tuple(lines))


def _words(value: Any) -> str:
    """A catalogue's value as people write it: `strength 1, speed 1`, `sadist, anarchist`, `$4`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{what} {n}" for what, n in value.items())
    if isinstance(value, list):
        return ", ".join(value)
    return f"${value}" if isinstance(value, int) else str(value)
