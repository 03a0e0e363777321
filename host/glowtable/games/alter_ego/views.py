"""What each observer may know of a match of Alter Ego, in words.

Hidden are decks, hands, henchmen drawn until the reveal, and nemeses until the end (E-13). Cards that
were bought or shown before everybody's eyes stay known.
"""

from __future__ import annotations

from typing import NamedTuple

from glowtable.game import CHANCE, HIDDEN, Action, Arg
from glowtable.kit.phases import SEATS_OF

from . import recoup
from .cards import (
    AFFILIATIONS,
    COPIES,
    COST,
    FIRST,
    ICONS,
    NO_CARD,
    TITLES,
    TYPES,
    VILLAIN_TYPE,
    one_each,
    titles_of,
)
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
    played: tuple[str, ...]  # events beside the board
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
    called_off: tuple[int, ...]  # the seats that may not announce a fight or the cops before something changes
    gone: tuple[str, ...]
    end: str
    winners: tuple[int, ...]
    personal: tuple[int, ...]


def view(state: State, eyes: int, acting: tuple[int, ...]) -> View:
    """What these eyes know, while these seats may act."""
    terms = state.terms
    return View(
        eyes=eyes, seats=terms.seats, options=tuple(terms.options.items()), phase=state.phase, within=state.within,
        seat=state.seat, whom=state.whom, card=_name(state.card), round=state.round, acting=acting,
        ready=SEATS_OF[state.ready], untracked=SEATS_OF[state.untracked],
        people=tuple([_vigilante(state, seat, eyes) for seat in terms.everybody]),
        villains=tuple(map(_villain, state.villains)), henchmen=tuple(map(_henchman, state.henchmen)),
        deck=count_in(state.deck) - sum([each.drawn_hidden for each in state.people]), pools=state.pools,
        lost=state.lost,
        stacks=tuple([(TITLES[FIRST[kind]], (state.stacks & COPIES[kind]).bit_count()) for kind in STACKS]),
        row=tuple(map(_name, state.row)), offers=count_in(state.offers), bank=state.bank, teamwork=state.teamwork,
        badges_needed=badges_needed(state), token_is_icon=token_is_icon(state), activated=titles_of(state.activated),
        called=SEATS_OF[state.called], helped=SEATS_OF[state.helped],
        called_off=SEATS_OF[state.called_off], gone=titles_of(state.gone), end=state.end,
        winners=state.winners, personal=state.personal,
    )  # fmt: skip


STACKS = tuple(COPIES)[:8]  # hero and alter ego cards come first in the catalogue


def _name(card: int) -> str:
    return "" if card == NO_CARD else TITLES[card]


def _henchman(henchman: Henchman) -> SeenHenchman:
    return SeenHenchman(
        name=TITLES[henchman.card], place=henchman.place, hostages=henchman.hostages, cost=COST[henchman.card],
        affiliation=tuple([TYPES[at] for at in AFFILIATIONS[henchman.card]]),
        trophy=tuple(ICONS[henchman.card].items()), engaged=SEATS_OF[henchman.engaged], brought=henchman.brought,
    )  # fmt: skip


def _villain(villain: Villain) -> SeenVillain:
    return SeenVillain(
        name=TITLES[villain.card], type=TYPES[VILLAIN_TYPE[villain.card]], status=villain.status, tokens=villain.tokens,
        hostages=villain.hostages, cost=COST[villain.card], engaged=SEATS_OF[villain.engaged],
    )  # fmt: skip


def _vigilante(state: State, seat: int, eyes: int) -> SeenVigilante:
    person = state.people[seat]
    own = seat == eyes
    known = person.hand if own else person.hand & person.open
    return SeenVigilante(
        character=_name(person.character), nemesis=_nemesis(state, person, own), hand_size=hand_size(person),
        hand=titles_of(known), unseen=titles_of((person.hand | person.deck) & ~known), deck_size=deck_size(person),
        display=titles_of(person.display), discard=titles_of(person.discard), buried=person.buried,
        played=titles_of(person.played),
        gear=titles_of(person.gear), trophies=titles_of(person.trophies), money=person.money, tokens=person.tokens,
        penalties=person.penalties, icons=fight_icons(person),
        counted=tuple([(icon, icons_of(state, seat, icon)) for icon in COUNTED]), team=SEATS_OF[person.team],
        team_icons=team_icons(state, person.team), blocked=blocked(state, person.team),
        refused=SEATS_OF[person.refused], to_draw=to_draw(state, seat), to_hunt=to_hunt(state, seat),
        display_size=recoup.display_size(state, seat), forced=_forced(state, seat), owes=recoup.owes(state, seat),
        drawn=titles_of(person.drawn) if own else (), drawn_size=person.drawn.bit_count() + person.drawn_hidden,
        chosen=_chosen(person, own),
    )  # fmt: skip


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
