"""What a pair of eyes may know of a match of Alter Ego, in words.

Hidden are decks, hands, henchmen drawn until the reveal, and nemeses until the end (rules, section 6). Cards that
were bought or shown before everybody's eyes stay known.
"""

from __future__ import annotations

from typing import NamedTuple

from glowtable.game import CHANCE, HIDDEN, Action, Arg
from glowtable.kit.bit_sets import members
from glowtable.kit.phases import SEATS_OF

from . import recoup
from .cards import AFFILIATIONS, COPIES, COST, ICONS, NAMES, NO_CARD, TITLES, TYPES, VILLAIN_TYPE, names_of, one_each
from .fight import token_is_icon
from .icons import blocked, fight_icons, icons_of, team_icons, to_draw
from .patrol import badges_needed, to_hunt
from .state import PENALTIES, Henchman, Phase, State, Status, Vigilante, Villain, count_in, deck_size, hand_size

CHOSEN = "?"  # a card that these eyes may not see
COUNTED = ("money", "family", "community", "badge", "teamwork")


class SeenHenchman(NamedTuple):
    name: str
    place: int
    hostages: tuple[int, ...]  # kin, colleagues, neighbours, black tokens
    cost: tuple[int, ...]  # strength, speed, smarts, focus, luck
    affiliation: tuple[str, ...]
    trophy: tuple[tuple[str, int], ...]  # icon and how many
    engaged: tuple[int, ...]  # the seats that have engaged it this round
    brought: int  # the seat that brought it into play this round


class SeenVillain(NamedTuple):
    name: str
    type: str
    status: Status
    tokens: int
    hostages: tuple[int, ...]
    cost: tuple[int, ...]
    engaged: tuple[int, ...]


class SeenVigilante(NamedTuple):
    character: str
    nemesis: str  # CHOSEN where it is hidden, '' where there is none
    hand_size: int
    hand: tuple[str, ...]  # the cards of it that these eyes know of
    unseen: tuple[str, ...]  # its other cards in hand or deck, as far as these eyes know
    deck_size: int  # cards that can be drawn before the next shuffle
    display: tuple[str, ...]
    discard: tuple[str, ...]
    buried: int  # cards in the discards that nobody has read
    gear: tuple[str, ...]
    trophies: tuple[str, ...]
    money: int
    tokens: int  # of teamwork
    penalties: tuple[int, ...]  # on Income, Support, Patrol
    icons: tuple[int, ...]  # fight icons left this round: the five, then such of any type
    counted: tuple[tuple[str, int], ...]  # support icons that count now
    team: tuple[int, ...]
    team_icons: tuple[int, ...]  # of the whole team
    blocked: int  # icons of the team that cannot be spent
    refused: tuple[int, ...]
    to_draw: int  # cards in Support
    to_hunt: int  # henchmen on Patrol
    display_size: int
    forced: tuple[str, ...]  # phases whose card must be taken
    owes: bool  # a card is still to be taken in Recoup
    drawn: tuple[str, ...]  # henchmen drawn, to their own seat only
    drawn_size: int
    chosen: str  # CHOSEN to others


class View(NamedTuple):
    eyes: int
    seats: int
    options: tuple[tuple[str, Arg], ...]
    phase: Phase
    within: Phase
    seat: int
    whom: int
    card: str
    round: int
    acting: tuple[int, ...]
    ready: tuple[int, ...]
    untracked: tuple[int, ...]  # the seats whose hands are not read
    people: tuple[SeenVigilante, ...]
    villains: tuple[SeenVillain, ...]
    henchmen: tuple[SeenHenchman, ...]
    deck: int  # henchmen that can be drawn
    pools: tuple[int, ...]  # kin, colleagues, neighbours, black tokens
    lost: tuple[int, ...]
    stacks: tuple[tuple[str, int], ...]  # kind and how many
    row: tuple[str, ...]  # '' for a gap
    offers: int  # cards in the supply's deck
    bank: int
    teamwork: int  # tokens in the pool
    badges_needed: int
    token_is_icon: bool  # a teamwork token spent gives an icon
    activated: tuple[str, ...]
    called: tuple[int, ...]  # the seats that called the cops
    helped: tuple[int, ...]  # the seats that took a teamwork token
    gone: tuple[str, ...]
    end: str
    winners: tuple[int, ...]
    personal: tuple[int, ...]


def view(state: State, eyes: int, acting: tuple[int, ...]) -> View:
    """What these eyes know, while these seats may act."""
    terms = state.terms
    return View(
        eyes,
        terms.seats,
        tuple(terms.options.items()),
        state.phase,
        state.within,
        state.seat,
        state.whom,
        _name(state.card),
        state.round,
        acting,
        SEATS_OF[state.ready],
        SEATS_OF[state.untracked],
        tuple([_vigilante(state, seat, eyes) for seat in terms.everybody]),
        tuple(map(_villain, state.villains)),
        tuple(map(_henchman, state.henchmen)),
        count_in(state.deck) - sum([each.drawn_hidden for each in state.people]),
        state.pools,
        state.lost,
        tuple([(TITLES[members(COPIES[kind])[0]], (state.stacks & COPIES[kind]).bit_count()) for kind in STACKS]),
        tuple(map(_name, state.row)),
        count_in(state.offers),
        state.bank,
        state.teamwork,
        badges_needed(state),
        token_is_icon(state),
        names_of(state.activated),
        SEATS_OF[state.called],
        SEATS_OF[state.helped],
        names_of(state.gone),
        state.end,
        state.winners,
        state.personal,
    )


STACKS = tuple(COPIES)[:8]  # hero and alter ego cards come first in the catalogue


def _name(card: int) -> str:
    return "" if card == NO_CARD else NAMES[card]


def _henchman(henchman: Henchman) -> SeenHenchman:
    return SeenHenchman(
        NAMES[henchman.card],
        henchman.place,
        henchman.hostages,
        COST[henchman.card],
        tuple([TYPES[at] for at in AFFILIATIONS[henchman.card]]),
        tuple(ICONS[henchman.card].items()),
        SEATS_OF[henchman.engaged],
        henchman.brought,
    )


def _villain(villain: Villain) -> SeenVillain:
    return SeenVillain(
        NAMES[villain.card],
        TYPES[VILLAIN_TYPE[villain.card]],
        villain.status,
        villain.tokens,
        villain.hostages,
        COST[villain.card],
        SEATS_OF[villain.engaged],
    )


def _vigilante(state: State, seat: int, eyes: int) -> SeenVigilante:
    person = state.people[seat]
    own = seat == eyes
    known = person.hand if own else person.hand & person.open
    return SeenVigilante(
        _name(person.character),
        _nemesis(state, person, own),
        hand_size(person),
        names_of(known),
        names_of((person.hand | person.deck) & ~known),
        deck_size(person),
        names_of(person.display),
        names_of(person.discard | person.played),
        person.buried,
        names_of(person.gear),
        names_of(person.trophies),
        person.money,
        person.tokens,
        person.penalties,
        fight_icons(person),
        tuple([(icon, icons_of(state, seat, icon)) for icon in COUNTED]),
        SEATS_OF[person.team],
        team_icons(state, person.team),
        blocked(state, person.team),
        SEATS_OF[person.refused],
        to_draw(state, seat),
        to_hunt(state, seat),
        recoup.display_size(state, seat),
        _forced(state, seat),
        recoup.owes(state, seat),
        names_of(person.drawn) if own else (),
        person.drawn.bit_count() + person.drawn_hidden,
        _chosen(person, own),
    )


def _forced(state: State, seat: int) -> tuple[str, ...]:
    """Where one stack of those is empty any card may be taken, so none is forced (E-38)."""
    phases = recoup.forced(state, seat)
    free = recoup.choosable(state, seat) == one_each(state.stacks)
    return () if free else tuple([PENALTIES[at] for at in phases])


def _chosen(person: Vigilante, own: bool) -> str:
    return _name(person.chosen) if own or person.chosen == NO_CARD else CHOSEN


def _nemesis(state: State, person: Vigilante, own: bool) -> str:
    shown = own or person.nemesis == NO_CARD or state.phase is Phase.OVER
    return _name(person.nemesis) if shown else CHOSEN


SECRET = ("draw", "henchman", "nemesis", "choose")  # a card comes to a hand, or a choice is made


def seen(state: State, action: Action, eyes: int) -> Action:
    """Hands and nemeses are hidden, and henchmen before they are revealed; but a seat sees its own."""
    own = eyes == (state.seat if action.seat == CHANCE else action.seat)
    return action if own or action.kind not in SECRET else action._replace(args=(HIDDEN,))
