"""What each observer may know of a match of Alter Ego, in words.

Hidden are decks, hands, henchmen drawn until the reveal, and nemeses until the end (E-13). Cards that
were bought or shown before everybody's eyes stay known.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from glowtable.game import CHANCE, HIDDEN, Action, Arg
from glowtable.kit.lazy_view import Fields, ViewBuilders, make_view_builders, own_fields
from glowtable.kit.phases import SEATS_OF

from . import recoup
from .cards import AFFILIATIONS, COPIES, COST, DECK, FIRST, ICONS, NO_CARD, TITLES, TYPES, VILLAIN_TYPE, one_each
from .fight import token_is_icon
from .icons import blocked, fight_icons, icons_of, team_icons, to_draw
from .patrol import badges_needed, to_hunt
from .state import PENALTIES, Henchman, Phase, State, Status, Villain, count_in, deck_size, hand_size

FOES_KEPT = 256  # that were looked at lately
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


STACKS = tuple(COPIES)[:8]  # hero and alter ego cards come first in the catalogue


@lru_cache(FOES_KEPT)
def _henchman_view(henchman: Henchman) -> SeenHenchman:
    return SeenHenchman(
        name=TITLES[henchman.card], place=henchman.place, hostages=henchman.hostages, cost=COST[henchman.card],
        affiliation=tuple([TYPES[at] for at in AFFILIATIONS[henchman.card]]),
        trophy=tuple(ICONS[henchman.card].items()), engaged=SEATS_OF[henchman.engaged], brought=henchman.brought,
    )  # fmt: skip


@lru_cache(FOES_KEPT)
def _villain_view(villain: Villain) -> SeenVillain:
    return SeenVillain(
        name=TITLES[villain.card], type=TYPES[VILLAIN_TYPE[villain.card]], status=villain.status, tokens=villain.tokens,
        hostages=villain.hostages, cost=COST[villain.card], engaged=SEATS_OF[villain.engaged],
    )  # fmt: skip


def _hand_view(state: State, seat: int, eyes: int) -> int:
    """The cards in this hand that these eyes know of."""
    person = state.people[seat]
    return person.hand if seat == eyes else person.hand & person.open


PERSON_FIELDS: Fields = {
    "character": lambda state, seat, eyes: DECK.title_of(state.people[seat].character),
    "nemesis": lambda state, seat, eyes: _secret_name(
        state.people[seat].nemesis, seat == eyes or state.phase is Phase.OVER
    ),
    "hand_size": lambda state, seat, eyes: hand_size(state.people[seat]),
    "hand": lambda state, seat, eyes: DECK.titles_of(_hand_view(state, seat, eyes)),
    "unseen": lambda state, seat, eyes: DECK.titles_of(
        (state.people[seat].hand | state.people[seat].deck) & ~_hand_view(state, seat, eyes)
    ),
    "deck_size": lambda state, seat, eyes: deck_size(state.people[seat]),
    "display": lambda state, seat, eyes: DECK.titles_of(state.people[seat].display),
    "discard": lambda state, seat, eyes: DECK.titles_of(state.people[seat].discard),
    "buried": lambda state, seat, eyes: state.people[seat].buried,
    "played": lambda state, seat, eyes: DECK.titles_of(state.people[seat].played),
    "gear": lambda state, seat, eyes: DECK.titles_of(state.people[seat].gear),
    "trophies": lambda state, seat, eyes: DECK.titles_of(state.people[seat].trophies),
    "money": lambda state, seat, eyes: state.people[seat].money,
    "tokens": lambda state, seat, eyes: state.people[seat].tokens,
    "penalties": lambda state, seat, eyes: state.people[seat].penalties,
    "icons": lambda state, seat, eyes: fight_icons(state.people[seat]),
    "counted": lambda state, seat, eyes: tuple([(icon, icons_of(state, seat, icon)) for icon in COUNTED]),
    "team": lambda state, seat, eyes: SEATS_OF[state.people[seat].team],
    "team_icons": lambda state, seat, eyes: team_icons(state, state.people[seat].team),
    "blocked": lambda state, seat, eyes: blocked(state, state.people[seat].team),
    "refused": lambda state, seat, eyes: SEATS_OF[state.people[seat].refused],
    "to_draw": lambda state, seat, eyes: to_draw(state, seat),
    "to_hunt": lambda state, seat, eyes: to_hunt(state, seat),
    "display_size": lambda state, seat, eyes: recoup.display_size(state, seat),
    "forced": lambda state, seat, eyes: _forced_cards(state, seat),
    "owes": lambda state, seat, eyes: recoup.owes(state, seat),
    "drawn": lambda state, seat, eyes: DECK.titles_of(state.people[seat].drawn) if seat == eyes else (),
    "drawn_size": lambda state, seat, eyes: state.people[seat].drawn.bit_count() + state.people[seat].drawn_hidden,
    "chosen": lambda state, seat, eyes: _secret_name(state.people[seat].chosen, seat == eyes),
}
PERSON = make_view_builders(SeenVigilante, PERSON_FIELDS)


def _secret_name(card: int, is_shown: bool) -> str:
    return DECK.title_of(card) if is_shown or card == NO_CARD else CHOSEN


def _forced_cards(state: State, seat: int) -> tuple[str, ...]:
    """Where one stack of those is empty any card may be taken, so none is forced (E-38)."""
    phases = recoup.forced(state, seat)
    free = recoup.choosable(state, seat) == one_each(state.stacks)
    return () if free else tuple([PENALTIES[at] for at in phases])


FIELDS: Fields = {
    **own_fields(
        "phase", "within", "seat", "whom", "round", "pools", "lost", "bank", "teamwork", "end", "winners", "personal"
    ),
    "card": lambda state, eyes: DECK.title_of(state.card),
    "ready": lambda state, eyes: SEATS_OF[state.ready],
    "untracked": lambda state, eyes: SEATS_OF[state.untracked],
    "people": lambda state, eyes: tuple([PERSON.whole(state, seat, eyes) for seat in state.terms.everybody]),
    "villains": lambda state, eyes: tuple(map(_villain_view, state.villains)),
    "henchmen": lambda state, eyes: tuple(map(_henchman_view, state.henchmen)),
    "deck": lambda state, eyes: count_in(state.deck) - sum([each.drawn_hidden for each in state.people]),
    "stacks": lambda state, eyes: tuple(
        [(TITLES[FIRST[kind]], (state.stacks & COPIES[kind]).bit_count()) for kind in STACKS]
    ),
    "row": lambda state, eyes: tuple(map(DECK.title_of, state.row)),
    "offers": lambda state, eyes: count_in(state.offers),
    "badges_needed": lambda state, eyes: badges_needed(state),
    "token_is_icon": lambda state, eyes: token_is_icon(state),
    "activated": lambda state, eyes: DECK.titles_of(state.activated),
    "called": lambda state, eyes: SEATS_OF[state.called],
    "helped": lambda state, eyes: SEATS_OF[state.helped],
    "called_off": lambda state, eyes: SEATS_OF[state.called_off],
    "gone": lambda state, eyes: DECK.titles_of(state.gone),
}


def looks_with(acting: Callable[[State], tuple[int, ...]]) -> ViewBuilders:
    """What these eyes know, while these seats may act."""
    fields = {**FIELDS, "acting": lambda state, eyes: acting(state)}
    return make_view_builders(View, fields, people=lambda state, eyes: tuple(
        [PERSON.glance(state, seat, eyes) for seat in state.terms.everybody]
    ))  # fmt: skip


SECRET = ("draw", "henchman", "nemesis", "choose")  # a card comes to a hand, or a choice is made


def seen(state: State, action: Action, eyes: int) -> Action:
    """Hands and nemeses are hidden, and henchmen before they are revealed; but a seat sees its own."""
    own = eyes == (state.seat if action.seat == CHANCE else action.seat)
    return action if own or action.kind not in SECRET else action._replace(args=(HIDDEN,))
