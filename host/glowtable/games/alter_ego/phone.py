"""What a phone shows of Alter Ego: foes with the icons a team still lacks, help that can be asked for, the stacks.

All of it is from the seat's own view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from glowtable.game import Action, Symbol
from glowtable.game.moment import Drawing, Facts, Headline, Moment, Tile, filled_headline
from glowtable.kit.refusals import number_of
from glowtable.messages import Message, say, say_count

from .anytime import PAY
from .cards import FIGHT, PRICE, TITLES
from .cells import fightable, may_call, may_take_token
from .faces import SIGNS
from .naming import ACTION_WORDS
from .state import PENALTIES, Phase, Status
from .views import SeenHenchman, SeenVigilante, SeenVillain, View

FOR_ONE = (Phase.CALL, Phase.TARGET, Phase.CONVERT, Phase.FORGIVE, Phase.TRASH, Phase.WHENCE, Phase.FREE,
           Phase.RESCUE, Phase.TROPHY, Phase.CONSENT, Phase.VICTIM)  # fmt: skip


def moment(view: View, seat: int) -> Moment:
    acts = seat == view.seat if view.phase in FOR_ONE else seat in view.acting
    head, line = _current_headline(view, seat) if acts else ("", "")
    return Moment(head, line, tuple(_pictures(view, seat)), is_hand_first=view.phase is Phase.RECOUP)


def _current_headline(view: View, seat: int) -> Headline:
    headline = PHASE_HEADLINES.get(view.phase, ("", ""))
    if callable(headline):
        return headline(view, seat)
    return filled_headline(headline, {"seat": max(view.whom, 0)})


def _phase_headline(phase: Message) -> Callable[[View, int], Headline]:
    """Money is for cards of the supply; who has none goes on."""

    def headline(view: View, seat: int) -> Headline:
        money = view.people[seat].money
        line = _with_money(view, seat, say("Round {n}: {phase}.", n=view.round, phase=phase))
        if view.phase is Phase.SUPPORT and may_take_token(view, seat):
            return say("Take a teamwork token?"), line
        if view.phase in (Phase.PATROL, Phase.AFTERMATH) and may_call(view, seat):
            return say("Call the cops, or done?"), say("They take 1 henchman. Its hostages are free.")
        return say("Spend money, or done?") if money else say("Done?"), line

    return headline


def _fight_headline(view: View, seat: int) -> Headline:
    if seat in view.called_off:
        return say("You called off the fight."), say("Nothing else to do? Tap Done.")
    if fightable(view, seat):
        return say("Do you fight?"), _with_money(view, seat, say("Fight: choose who next. No? Tap Done."))
    return say("You lack icons."), _with_money(view, seat, say("Nothing more? Tap Done."))


def _recoup_headline(view: View, seat: int) -> Headline:
    person = view.people[seat]
    if person.owes:
        return say("Take 1 new card."), _with_money(view, seat, say("Then fill your display."))
    shown = say("{n} of {size} cards so far.", n=len(person.display), size=person.display_size)
    head = say("Fill your display.") if len(person.display) < person.display_size else say("All set?")
    return head, _with_money(view, seat, shown)


def _with_money(view: View, seat: int, line: Message) -> Message:
    """What there is to spend beside what is asked."""
    money = view.people[seat].money
    return say("{line} You have ${money}.", line=line, money=money) if money else line


PHASE_HEADLINES: Mapping[Phase, Headline | Callable[[View, int], Headline]] = {
    Phase.INCOME: _phase_headline(say("Income")),
    Phase.SUPPORT: _phase_headline(say("Support")),
    Phase.PATROL: _phase_headline(say("Patrol")),
    Phase.AFTERMATH: _phase_headline(say("after the patrol")),
    Phase.CHOOSE: (say("Choose a henchman alone."), say("It comes into play. Don't talk about it.")),
    Phase.FIGHT: _fight_headline,
    Phase.RECOUP: _recoup_headline,
    Phase.TARGET: (say("Who do you fight?"), say("Icons below a card are still missing.")),
    Phase.CALL: (say("Who do the cops take?"), ""),
    Phase.CONVERT: (say("Which icon becomes any?"), ""),
    Phase.FORGIVE: (say("Which penalties go?"), ""),
    Phase.TRASH: (say("Which card goes back?"), ""),
    Phase.WHENCE: lambda view, seat: (say("Where was it?"), view.card),
    Phase.FREE: (say("Rescue 1 hostage for free."), say("Tap a henchman.")),
    Phase.RESCUE: (say("Who do you rescue?"), say("All of these are held here. You rescue 1.")),
    Phase.TROPHY: (say("Who gets the trophy?"), say("Can't agree? Whoever paid most gets it.")),
    Phase.CONSENT: (say("Do you help {seat}?"), say("Your icons then count for the whole team.")),
    Phase.VICTIM: (say("Who is lost?"), ""),
}


# -- pictures


def _pictures(view: View, seat: int) -> Iterator[Drawing]:
    person = view.people[seat]
    if view.phase is Phase.CONSENT and person.character:
        yield Facts(say("You bring"), (Tile(signs=tuple(_fight_symbols(person.icons))),))
    if view.phase in (Phase.FIGHT, Phase.TARGET) and person.character:
        icons = tuple(_fight_symbols(person.team_icons))
        if icons:
            yield Facts(say("You and your helpers have"), (Tile(signs=icons),))
        foes = tuple(_foe_tile(view, person, foe) for foe in _foes(view))
        if foes and view.phase is not Phase.TARGET:
            yield Facts(say("Henchmen: icons you still need"), foes)
    if view.phase is Phase.RECOUP and person.display:
        yield Facts(say("Your display"), tuple(Tile(card=card) for card in person.display))


def _foes(view: View) -> tuple[SeenHenchman | SeenVillain, ...]:
    return (*(each for each in view.villains if each.status is Status.IN_PLAY), *view.henchmen)


def _fight_symbols(icons: tuple[int, ...]) -> Iterator[Symbol]:
    """The five, then those of any type."""
    for what, count in zip((*FIGHT, "fight_any"), icons, strict=False):
        icon, ink, shape = SIGNS[what]
        if count:
            yield Symbol(icon, ink, what, shape, f"×{count}" if count > 1 else "")


def _missing_icons(person: SeenVigilante, cost: tuple[int, ...]) -> tuple[int, ...]:
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
    missing = _missing_icons(person, foe.cost)
    return Tile(card=foe.name, note="" if any(missing) else say("can be beaten"), signs=tuple(_fight_symbols(missing)))


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
    icons = tuple(_fight_symbols(view.people[seat].icons))
    return Tile(
        say("{seat}", seat=seat), say("for 1 teamwork token"), seat=seat, group=say("Ask for help"), signs=icons
    )


def _word_tile(view: View, action: Action) -> Tile:
    word = str(action.args[0])
    return Tile(ACTION_WORDS[word], icon=SIGNS[word][0] if word in SIGNS else WORD_ICONS.get(word, "skull"))


def _forgive_tile(view: View, action: Action) -> Tile:
    tile = _word_tile(view, action)
    tokens = view.people[action.seat].penalties[PENALTIES.index(str(action.args[0]))]
    return tile._replace(note=say_count("1 penalty token", "{n} penalty tokens", n=tokens))


WORD_ICONS = {"income": "coins", "support": "heart", "patrol": "binoculars"}


def _take_tile(view: View, action: Action) -> Tile:
    left = dict(view.stacks).get(_title_of(action), 0)
    return Tile(card=_title_of(action), note=say("{n} left", n=left), group=say("Stacks"))


def _buy_tile(view: View, action: Action) -> Tile:
    price = say("${price}", price=PRICE[number_of(action)])
    return Tile(card=_title_of(action), note=price, group=say("Buy"))


TILES: Mapping[str, Callable[[View, Action], Tile]] = {
    **dict.fromkeys(("convert", "rescue", "victim"), _word_tile),
    "forgive": _forgive_tile,
    "engage": _engage_tile,
    "ask": _ask_tile,
    "trophy": lambda view, action: Tile(say("{seat}", seat=number_of(action)), seat=number_of(action)),
    "take": _take_tile,
    "buy": _buy_tile,
    "activate": lambda view, action: Tile(
        card=_title_of(action), note=say("${price}", price=PAY[number_of(action)]), group=say("Use this round")
    ),
    "cycle": lambda view, action: Tile(
        card=_title_of(action), note=say("replace: ${price}", price=1), group=say("Replace a supply card")
    ),
    "event": lambda view, action: Tile(card=_title_of(action), note=say("free"), group=say("Play from your hand")),
    "sweep": lambda view, action: Tile(
        say("replace all"), say("${price}", price=2), icon="stack", group=say("Replace a supply card")
    ),
}
