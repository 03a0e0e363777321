"""What is on the cards of Alter Ego: a card's kind, its name, and what its entry of the catalogue says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from glowtable.game import Band, CardFace, Symbol

from .cards import CATALOGUE, GROUPS, NUMBER, PRINTED, TITLES

INKS = dict(zip(GROUPS, (0x0072B2, 0x009E73, 0x56B4E9, 0xF0E442, 0xE69F00, 0xCC79A7, 0xD55E00, 0x222222), strict=True))
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
DRAWN = ("icons", "gives", "cost", "hostages")
SIGNS = {  # what an icon of the catalogue looks like
    "strength": ("barbell", 0xD55E00),
    "speed": ("lightning", 0xE69F00),
    "smarts": ("brain", 0x0072B2),
    "focus": ("crosshair", 0xA8478A),
    "luck": ("clover", 0x00805C),
    "money": ("coins", 0xB8860B),
    "family": ("heart", 0xB03050),
    "community": ("buildings", 0x2F6F9F),
    "badge": ("shield-star", 0x4A5568),
    "teamwork": ("handshake", 0x00684B),
    "display": ("cards-three", 0x7A5C99),
    "kin": ("house", 0x5A4632),
    "colleague": ("briefcase", 0x5A4632),
    "neighbour": ("users-three", 0x5A4632),
}


def card_face(card: str) -> CardFace:
    number = NUMBER[card] if card in NUMBER else TITLES.index(card)
    entry = PRINTED[number]
    group = GROUP[entry["id"]]
    word = "starting henchman" if entry.get("starting") else group.replace("_", " ")
    lines = (before + _words(entry[field]) for field, before in FIELDS.items() if _is_written(entry, field))
    price = f"${entry['cost']}" if isinstance(entry.get("cost"), int) else ""
    return CardFace(
        title=TITLES[number],
        top=Band(word, INKS[group]),
        lines=tuple(lines),
        symbols=tuple(_symbols(entry)),
        price=price,
    )


def _is_written(entry: Mapping[str, Any], field: str) -> bool:
    """Unless symbols or the price say it all."""
    value = entry.get(field)
    if field in DRAWN and isinstance(value, Mapping):
        return not value.keys() <= SIGNS.keys()
    return bool(value) and not (field == "cost" and isinstance(value, int))


def _symbols(entry: Mapping[str, Any]) -> Iterator[Symbol]:
    """The icons of a card; of one to fight what it costs, and whom it holds."""
    for field in DRAWN:
        shown = entry.get(field)
        for what, count in shown.items() if isinstance(shown, Mapping) else ():
            if what in SIGNS:
                yield from (Symbol(*SIGNS[what], what),) * count


def _words(value: Any) -> str:
    """A catalogue's value as people write it: `strength 1, speed 1`, `sadist, anarchist`, `$4`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{what} {n}" for what, n in value.items())
    if isinstance(value, list):
        return ", ".join(value)
    return f"${value}" if isinstance(value, int) else str(value)
