"""What is on the cards of Alter Ego: a card's kind, its name, and what its entry of the catalogue says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from glowtable.game import Band, CardFace, Symbol
from glowtable.messages import say

from .cards import CATALOGUE, FIGHT, GROUPS, NUMBER, PRINTED, TITLES, TYPES
from .naming import CARD_NAMES, CIV_NAMES, TYPE_NAMES

GROUP = {entry["id"]: group for group in GROUPS for entry in CATALOGUE[group]}


class Look(NamedTuple):
    """The colours of a group of cards, and what is drawn behind its words."""

    ground: int
    roof: int
    scene: str = ""
    portrait: str = ""  # the icon of its picture


LOOKS = {
    "hero": Look(0x171D35, 0x171D35, "city"),
    "alter_ego": Look(0xF4E2BC, 0x8A5A1C, "town"),
    "character": Look(0x1E2742, 0x1E2742, "rays", "detective"),
    "event": Look(0x3B2654, 0x271739, "rays"),
    "equipment": Look(0x18363C, 0x0D2328, "rays"),
    "henchman": Look(0x2C2428, 0x5A1E28),
    "arch_villain": Look(0x300E15, 0x6B1522, "gold"),
    "nemesis": Look(0x2B1A37, 0x2B1A37, "frame", "detective"),
}
PORTRAIT_INK = 0xE9D9AE
BESIDE = ("phase", "day_job", "type", "affiliation")  # said in the band, after what the card is
DRAWN = ("icons", "gives", "cost", "hostages", "start", "start_hero", "needs")
COUNTED = ("start", "start_hero", "needs")
SIGNS = {  # what an icon of the catalogue looks like: hexagons fight, houses are people, diamonds their foes
    "strength": ("barbell", 0xAD4300, "hexagon"),
    "speed": ("lightning", 0xF0BF2E, "hexagon"),
    "smarts": ("brain", 0x0B5A93, "hexagon"),
    "focus": ("crosshair", 0x883A66, "hexagon"),
    "luck": ("clover", 0x00684B, "hexagon"),
    "fight_any": ("star", 0x57504A, "hexagon"),
    "hero": ("star", 0x57504A, "hexagon"),
    "money": ("coins", 0xF0BF2E, "disc"),
    "job": ("coins", 0xF0BF2E, "disc"),
    "family": ("heart", 0xB03848, "disc"),
    "community": ("buildings", 0x2D6C8C, "disc"),
    "badge": ("shield-star", 0x4A5A80, "disc"),
    "teamwork": ("handshake", 0x00684B, "disc"),
    "display": ("cards-three", 0x6B4A8E, "disc"),
    "kin": ("users-three", 0xE6DAC2, "house"),
    "colleague": ("briefcase", 0xE6DAC2, "house"),
    "neighbour": ("house", 0xE6DAC2, "house"),
    "sadist": ("knife", 0x9A1F2F, "diamond"),
    "anarchist": ("flame", 0x9A1F2F, "diamond"),
    "mastermind": ("strategy", 0x9A1F2F, "diamond"),
}

NAMES = {**CARD_NAMES, **CIV_NAMES, **TYPE_NAMES, "fight_any": CARD_NAMES["any"]}
USES = {  # what a sign is for whose card it is
    **dict.fromkeys((*FIGHT, "fight_any"), say("to fight with")),
    "money": say("$1 more in Income"),
    "family": say("1 card more in Support"),
    "community": say("1 henchman more to choose from in Patrol"),
    "badge": say("with 3 you may remove a henchman"),
    "teamwork": say("with 3 you may take a token"),
    "display": say("1 card more in your display"),
    **dict.fromkeys(TYPES, say("the type of villain")),
}
OF_FIELD = {  # and what it is for elsewhere
    "cost": say("spend it to rescue a hostage"),
    "hostages": say("a hostage"),
    **dict.fromkeys(("start", "start_hero"), say("in your first deck")),
    "needs": say("needed in your deck"),
    "trophy": say("yours as a trophy"),
}
RULES = {  # of groups of cards, and of alter egos by their phase
    "hero": "E-38", "character": "E-12", "event": "E-36", "equipment": "E-35", "henchman": "E-28",
    "arch_villain": "E-41", "nemesis": "E-42", "income": "E-16", "support": "E-18", "patrol": "E-22",
}  # fmt: skip

# What stands on cards beside their names, for those who print them in another language
PRINTED_WORDS = (
    say("hero"), say("alter ego"), say("character"), say("event"), say("equipment"), say("henchman"),
    say("starting henchman"), say("arch villain"), say("nemesis"), say("support"), say("income"), say("patrol"),
    say("sadist"), say("anarchist"), say("mastermind"), say("night-shift nurse"), say("high-school chemistry teacher"),
    say("court stenographer"), say("baker on Fourth Street"), say("bicycle courier"), say("church organist"),
    say("bus driver"), say("line {n}"), say("insurance adjuster"), say("librarian"), say("boxing-gym janitor"),
)  # fmt: skip


def card_face(card: str) -> CardFace:
    number = NUMBER[card] if card in NUMBER else TITLES.index(card)
    entry = PRINTED[number]
    group = GROUP[entry["id"]]
    look, drawn = LOOKS[group], tuple(_symbols_of(entry))
    portrait = Symbol(look.portrait, PORTRAIT_INK, "") if look.portrait else None
    is_hero, icons = group == "hero", tuple(_signs_of(entry.get("icons")))
    foes = (*entry.get("affiliation", ()), *filter(None, (entry.get("type"),)))  # of which villains it is
    in_corners = icons if is_hero or group == "character" else ()
    return CardFace(
        title=TITLES[number],
        top=Band(_band_text(entry, group), look.roof),
        lines=tuple(filter(None, (entry.get("text"),))),
        symbols=drawn[len(in_corners) :],
        price=f"${entry['cost']}" if isinstance(entry.get("cost"), int) else "",
        ground=look.ground,
        scene=look.scene,
        picture=icons[0] if is_hero else portrait,
        signs=in_corners or tuple(map(_sign_of, foes)),
        foot=tuple(_signs_of(entry.get("trophy"), "trophy")),
        rule=RULES[entry.get("phase", group)],
    )


def _band_text(entry: Mapping[str, Any], group: str) -> str:
    """What the card is, and in a word more of it: `henchman · sadist, anarchist`."""
    name = "starting henchman" if entry.get("starting") else group.replace("_", " ")
    more = ((entry.get(field) or ()) for field in BESIDE)
    alternatives = ((each,) if isinstance(each, str) else each for each in more)
    return " · ".join((name, *(", ".join(words) for words in alternatives if words)))


def _symbols_of(entry: Mapping[str, Any]) -> Iterator[Symbol]:
    """The icons of a card; of one to fight what it costs, and whom it holds."""
    for field in DRAWN:
        if isinstance(entry.get(field), Mapping):
            yield from _signs_of(entry[field], field)


def _signs_of(shown: Mapping[str, int] | None, field: str = "icons") -> Iterator[Symbol]:
    """So many of each, or each once with how many; what has no sign, the text of the card says."""
    for what, count in (shown or {}).items():
        if what in SIGNS:
            sign = _sign_of(what, field)
            yield from (sign._replace(amount=str(count)),) if field in COUNTED else (sign,) * count


def _sign_of(what: str, field: str = "") -> Symbol:
    icon, ink, shape = SIGNS[what]
    use = OF_FIELD.get(field) or USES.get(what)
    return Symbol(icon, ink, NAMES[what].text, shape, use=use.text if use else "")
