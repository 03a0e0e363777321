"""What a phone shows of Alter Ego: foes with the icons a team still lacks, help that can be asked for, the stacks.

All of it is from the seat's own view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from glowtable.game import Action, Drawing, Facts, Moment, Symbol, Tile
from glowtable.kit.refusals import number_of
from glowtable.messages import Message, filled, say

from .anytime import PAY
from .cards import FIGHT, PRICE, TITLES
from .cells import fightable
from .faces import SIGNS
from .naming import ACTION_WORDS
from .state import Phase, Status
from .views import SeenHenchman, SeenVigilante, SeenVillain, View

Told = tuple[Message | str, Message | str]  # a headline, and a line of help
FOR_ONE = (Phase.CALL, Phase.TARGET, Phase.CONVERT, Phase.FORGIVE, Phase.TRASH, Phase.WHENCE, Phase.FREE,
           Phase.RESCUE, Phase.TROPHY, Phase.CONSENT, Phase.VICTIM)  # fmt: skip


def moment(view: View, seat: int) -> Moment:
    acts = seat == view.seat if view.phase in FOR_ONE else seat in view.acting
    head, line = _told(view, seat) if acts else ("", "")
    return Moment(head, line, tuple(_pictures(view, seat)))


def _told(view: View, seat: int) -> Told:
    told = TOLD.get(view.phase)
    if told is None:
        return "", ""
    if callable(told):
        return told(view, seat)
    head, line = told
    return filled(head, {"seat": max(view.whom, 0)}) if isinstance(head, Message) else head, line


def _phase_told(head: Message) -> Callable[[View, int], Told]:
    """Money is for cards of the supply; who has none goes on."""

    def told(view: View, seat: int) -> Told:
        money = view.people[seat].money
        if not money:
            return filled(head, {"n": view.round}), say("Nothing more? Tap Done.")
        return filled(head, {"n": view.round}), say("You have ${money} to buy, use or put away cards.", money=money)

    return told


def _fight_told(view: View, seat: int) -> Told:
    if seat in view.called_off:
        return say("You called off the fight."), say("Do something else first.")
    return (
        (say("Do you fight?"), "")
        if fightable(view, seat)
        else (say("You lack icons."), say("Nothing more? Tap Done."))
    )


def _recoup_told(view: View, seat: int) -> Told:
    person = view.people[seat]
    if person.owes:
        return say("Take 1 new card."), say("Then fill your display.")
    shown = say("{n} of {size} cards so far.", n=len(person.display), size=person.display_size)
    return (say("Fill your display."), shown) if len(person.display) < person.display_size else (say("Done?"), shown)


TOLD: Mapping[Phase, Told | Callable[[View, int], Told]] = {
    Phase.INCOME: _phase_told(say("Round {n}: Income")),
    Phase.SUPPORT: _phase_told(say("Round {n}: Support")),
    Phase.PATROL: _phase_told(say("Round {n}: Patrol")),
    Phase.AFTERMATH: _phase_told(say("Round {n}: after the patrol")),
    Phase.CHOOSE: (say("Choose a henchman. Silence!"), say("It comes into play. Other drawn ones go under the deck.")),
    Phase.FIGHT: _fight_told,
    Phase.RECOUP: _recoup_told,
    Phase.TARGET: (say("Who do you fight?"), say("Icons below a card are still missing.")),
    Phase.CALL: (say("Who do the cops take?"), ""),
    Phase.CONVERT: (say("Which icon becomes any?"), ""),
    Phase.FORGIVE: (say("Which penalties go?"), ""),
    Phase.TRASH: (say("Which card goes back?"), ""),
    Phase.WHENCE: lambda view, seat: (say("Where was it?"), view.card),
    Phase.FREE: (say("Rescue 1 hostage for free."), say("Tap a henchman.")),
    Phase.RESCUE: (say("Who do you rescue?"), ""),
    Phase.TROPHY: (say("Who gets the trophy?"), ""),
    Phase.CONSENT: (say("Do you help {seat}?"), say("Your icons then count for the whole team.")),
    Phase.VICTIM: (say("Who is lost?"), ""),
}


# -- pictures


def _pictures(view: View, seat: int) -> Iterator[Drawing]:
    person = view.people[seat]
    if view.phase in (Phase.FIGHT, Phase.TARGET, Phase.CONSENT) and person.character:
        icons = tuple(_signs(person.team_icons))
        if icons:
            yield Facts(say("Your team has"), (Tile(signs=icons),))
        foes = tuple(_foe_tile(view, person, foe) for foe in _foes(view))
        if foes and view.phase is not Phase.TARGET:
            yield Facts(say("Henchmen and what is missing"), foes)
    if view.phase is Phase.RECOUP and person.display:
        yield Facts(say("Your display"), tuple(Tile(card=card) for card in person.display))


def _foes(view: View) -> tuple[SeenHenchman | SeenVillain, ...]:
    return (*(each for each in view.villains if each.status is Status.IN_PLAY), *view.henchmen)


def _signs(icons: tuple[int, ...]) -> Iterator[Symbol]:
    """The five, then those of any type."""
    for what, count in zip((*FIGHT, "fight_any"), icons, strict=False):
        icon, ink, shape = SIGNS[what]
        if count:
            yield Symbol(icon, ink, what, shape, f"×{count}" if count > 1 else "")


def _missing(person: SeenVigilante, cost: tuple[int, ...]) -> tuple[int, ...]:
    """What a team still lacks; icons of any type stand for whatever is lacking, the first first."""
    wild = sum(person.team_icons[len(cost) :])
    lacks = []
    for need, have in zip(cost, person.team_icons, strict=False):
        short = max(0, need - have)
        used = min(short, wild)
        wild -= used
        lacks.append(short - used)
    return tuple(lacks)


def _foe_tile(view: View, person: SeenVigilante, foe: SeenHenchman | SeenVillain) -> Tile:
    missing = _missing(person, foe.cost)
    return Tile(card=foe.name, note="" if any(missing) else say("ready"), signs=tuple(_signs(missing)))


# -- what may be chosen


def tile(view: View, action: Action) -> Tile | None:
    make = TILES.get(action.kind)
    return make(view, action) if make else None


def _title_of(action: Action) -> str:
    return TITLES[number_of(action)]


def _engage_tile(view: View, action: Action) -> Tile:
    foe = next((each for each in _foes(view) if each.name == _title_of(action)), None)
    return _foe_tile(view, view.people[action.seat], foe) if foe else Tile(card=_title_of(action))


def _ask_tile(view: View, action: Action) -> Tile:
    seat = number_of(action)
    icons = tuple(_signs(view.people[seat].icons))
    return Tile(
        say("{seat}", seat=seat), say("for 1 teamwork token"), seat=seat, group=say("Ask for help"), signs=icons
    )


def _trophy_tile(view: View, action: Action) -> Tile:
    seat = number_of(action)
    return Tile(say("{seat}", seat=seat), seat=seat)


def _word_tile(view: View, action: Action) -> Tile:
    word = str(action.args[0])
    return Tile(ACTION_WORDS[word], icon=SIGNS[word][0] if word in SIGNS else WORD_ICONS.get(word, "skull"))


WORD_ICONS = {"income": "coins", "support": "heart", "patrol": "binoculars"}


def _take_tile(view: View, action: Action) -> Tile:
    left = dict(view.stacks).get(_title_of(action), 0)
    return Tile(card=_title_of(action), note=say("{n} left", n=left), group=say("Stacks"))


def _buy_tile(view: View, action: Action) -> Tile:
    price = say("${price}", price=PRICE[number_of(action)])
    return Tile(card=_title_of(action), note=price, group=say("Buy"))


def _use_tile(view: View, action: Action) -> Tile:
    return Tile(card=_title_of(action), note=say("${price}", price=PAY[number_of(action)]), group=say("Use"))


def _cycle_tile(view: View, action: Action) -> Tile:
    return Tile(card=_title_of(action), note=say("${price}", price=1), group=say("Put away: a new card comes"))


TILES: Mapping[str, Callable[[View, Action], Tile]] = {
    **dict.fromkeys(("convert", "forgive", "rescue", "victim"), _word_tile),
    "engage": _engage_tile,
    "ask": _ask_tile,
    "trophy": _trophy_tile,
    "take": _take_tile,
    "buy": _buy_tile,
    "activate": _use_tile,
    "cycle": _cycle_tile,
    "sweep": lambda view, action: Tile(
        say("all of them"), say("${price}", price=2), icon="stack", group=say("Put away: a new card comes")
    ),
}
