"""How a match of Alter Ego stands, in lines: the city, villains, the supply, henchmen, what lies before each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import reduce

from glowtable.grid import cell_name
from glowtable.messages import Message, filled, say

from .cards import CIVS, COST, ICONS, NUMBER, PRICE, PRINTED, TITLES
from .cells import OFFERS, henchman_cell
from .kinds import HOSTAGE_WORDS
from .naming import (
    CARD_NAMES,
    CIV_NAMES,
    ICON_NAMES,
    PHASE_NAMES,
    TYPE_NAMES,
    counted,
    name_hostages,
    name_icons,
    pool_text,
    text_of,
)
from .state import PENALTIES, Phase, Status
from .views import SeenHenchman, SeenVigilante, SeenVillain, View


def lines(view: View) -> tuple[Message, ...]:
    """What everybody may know, the widest first."""
    offers = [
        say(
            "{cell} {card}",
            cell=cell_name(OFFERS + at),
            card=say("{card} ${price}: {says}", card=name, price=PRICE[NUMBER[name]], says=text_of(name)),
        )
        for at, name in enumerate(view.row)
        if name
    ]
    henchmen = tuple(map(_henchman_line, view.henchmen))
    return (
        *_city_lines(view),
        *(_villain_line(at, each) for at, each in enumerate(view.villains)),
        *offers,
        *((say("henchmen: {henchmen}", henchmen=henchmen),) if henchmen else ()),
        *(line for seat, person in enumerate(view.people) if person.character for line in _vigilante_lines(view, seat)),
    )


def _city_lines(view: View) -> tuple[Message, ...]:
    """Black tokens are named only where there are any."""
    pools = tuple(pool_text(word, n) for word, n in zip(HOSTAGE_WORDS, view.pools, strict=True) if n or word in CIVS)
    city = say("in the pools: {pools}, teamwork tokens {tokens}", pools=pools, tokens=view.teamwork)
    lost = name_hostages(view.lost)
    heights = [say("{card} {n}", card=card, n=n) for card, n in view.stacks]
    stacks = say("stacks: {stacks}", stacks=tuple(heights))
    return (city, *((say("out of the game: {hostages}", hostages=lost),) if lost else ()), stacks)


def _villain_line(at: int, villain: SeenVillain) -> Message:
    facts = {
        "cell": cell_name(at),
        "name": villain.name,
        "type": TYPE_NAMES[villain.type],
        "n": villain.tokens,
        "cost": name_icons(villain.cost),
        "hostages": name_hostages(villain.hostages) or "-",
        "says": text_of(villain.name),
    }
    return filled(VILLAIN_TEXTS[villain.status], facts)


VILLAIN_TEXTS = {
    Status.WAITING: say("{cell} {name}, {type}, waiting: tokens left {n}"),
    Status.IN_PLAY: say("{cell} {name}, {type}, IN PLAY: {cost} for 1 of {hostages}. {says}"),
    Status.DEFEATED: say("{name}, {type}, defeated"),
}


def _henchman_line(henchman: SeenHenchman) -> Message:
    line = say(
        "{cell} {card} ({cost}: {held}{more}; trophy {trophy})",
        cell=cell_name(henchman_cell(henchman.place)),
        card=henchman.name,
        cost=name_icons(henchman.cost),
        held=name_hostages(henchman.hostages) or "-",
        more=_friends_text(henchman.affiliation),
        trophy=counted(ICON_NAMES, henchman.trophy),
    )
    return say("{line} [fought by {seats}]", line=line, seats=henchman.engaged) if henchman.engaged else line


def _friends_text(affiliation: Iterable[str]) -> Message | str:
    types = tuple(TYPE_NAMES[each] for each in affiliation)
    return say("; {types}", types=types) if types else ""


def printed_henchman(name: str) -> Message:
    """A henchman as it is printed, for who chooses one."""
    entry, card = PRINTED[NUMBER[name]], NUMBER[name]
    held = counted(CIV_NAMES, entry["hostages"].items()) or "-"
    trophy = counted(ICON_NAMES, ICONS[card].items())
    return say("{card} ({cost}: {held}{more}; trophy {trophy})", card=name, cost=name_icons(COST[card]), held=held,
        more=_friends_text(entry["affiliation"]), trophy=trophy)  # fmt: skip


def titles(names: Iterable[str]) -> tuple[str, ...]:
    """Cards by what people call them, copies counted."""
    counts = Counter(TITLES[NUMBER[name]] for name in names)
    return tuple(title if n == 1 else f"{n}× {title}" for title, n in counts.items())


def _vigilante_lines(view: View, seat: int) -> Iterable[Message]:
    person = view.people[seat]
    yield say("{seat} ({character}): {cards} in hand, ${money}, teamwork tokens {tokens}, display: {display}",
        seat=seat, character=person.character, cards=person.hand_size, money=person.money, tokens=person.tokens,
        display=titles(person.display) or "-")  # fmt: skip
    others = tuple(each for each in person.team if each != seat)
    team = (say("in a team with {seats}", seats=others),) if others else ()
    rest = (*team, *_rest_lines(person, fights=view.within != Phase.RECOUP))
    if rest:
        yield say("    {rest}", rest=reduce(_beside, rest))


def _beside(one: Message, other: Message) -> Message:
    """Labels that have commas of their own."""
    return say("{one}; {other}", one=one, other=other)


def _rest_lines(person: SeenVigilante, fights: bool) -> Iterable[Message]:
    """What a vigilante has besides, each if there is any; icons are of no use after the fights."""
    if fights and any(person.icons):
        yield say("icons: {icons}", icons=name_icons(person.icons))
    if any(person.penalties):
        yield say(
            "penalties: {penalties}", penalties=counted(PHASE_NAMES, zip(PENALTIES, person.penalties, strict=True))
        )
    for cards, what in ((person.gear, say("equipment: {cards}")), (person.trophies, say("trophies: {cards}")),
                        (person.played, say("played this round: {cards}")), (person.discard, say("discards: {cards}")),
                        (person.hand, say("known in hand: {cards}"))):  # fmt: skip
        if cards:
            yield filled(what, {"cards": titles(cards)})
    if person.buried:
        yield say("discards not read: {n}", n=person.buried)


def private(view: View) -> tuple[Message, ...]:
    """The hand of a seat, the henchmen it has drawn, its nemesis; of a hand that is not read what is known."""
    own = view.people[view.eyes]
    is_empty = view.eyes not in view.untracked and not own.hand_size
    unknown = say("Your hand is empty.") if is_empty else say("The table doesn't know any of your cards.")
    hand = say("your hand: {cards}", cards=titles(own.hand)) if own.hand else unknown
    drawn = tuple(map(printed_henchman, own.drawn))
    needs = PRINTED[NUMBER[own.nemesis]]["needs"].items() if own.nemesis else ()
    needed = tuple(say("{n} {what}", n=n, what=CARD_NAMES[kind]) for kind, n in needs)
    return (
        hand,
        *((say("henchmen you drew: {henchmen}", henchmen=drawn),) if drawn else ()),
        *((say("your choice: {card}", card=own.chosen),) if own.chosen else ()),
        *((say("your nemesis: {card} (needs {needs})", card=own.nemesis, needs=needed),)
          if own.nemesis else ()),
    )  # fmt: skip
