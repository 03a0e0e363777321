"""A match of Alter Ego at one moment. No rule is here.

Cards are sets of ints as in cards.py. No order of a deck is in it but that what was put under a deck comes after
what lay in it: such a deck is layers. An untracked hand is `hidden_count` cards of its seat's deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from glowtable.game import Arg
from glowtable.kit import terms
from glowtable.kit.tuples import quick_replace, replaced
from glowtable.messages import say

from .cards import CATALOGUE, CIVS, FIGHT, NEMESES, NO_CARD, Cards

TOKENS, BOARD, THRESHOLDS = CATALOGUE["tokens"], CATALOGUE["player_board"], CATALOGUE["thresholds"]
ALL_MONEY = TOKENS["money_ones"] + 5 * TOKENS["money_fives"]
NOBODY = -1

BLACK = len(CIVS)  # where black tokens are counted beside the three types
WILD = len(FIGHT)  # where icons of any type are counted beside the five
NO_CIVS = (0,) * (BLACK + 1)
NO_ICONS = (0,) * (WILD + 1)
Civs = tuple[int, ...]  # tokens of each type, then black ones
Icons = tuple[int, ...]  # of each fight icon, then of any type
Layers = tuple[Cards, ...]  # a deck: what is drawn first, then what was put under it, each in an order unknown


class Phase(StrEnum):
    """What is asked now. In the six open ones everybody acts who is not ready."""

    VILLAIN = "villain"  # chance turns up an arch villain
    OFFER = "offer"  # chance turns up a card of the supply
    CHARACTER = "character"  # chance turns up the character of `seat`
    HAND = "hand"  # `seat` says whether its hand is read
    DEAL = "deal"  # chance deals open to the display of `seat`
    NEMESIS = "nemesis"  # chance deals the nemesis of `seat`
    INCOME = "income"
    SUPPORT = "support"
    PATROL = "patrol"  # before henchmen are drawn
    CHOOSE = "choose"  # everybody chooses in secret a henchman among those drawn
    AFTERMATH = "aftermath"  # after they are revealed and resolved
    FIGHT = "fight"
    RECOUP = "recoup"
    DRAW = "draw"  # chance deals to the hand of `seat`
    HUNT = "hunt"  # chance deals a henchman to `seat`
    CALL = "call"  # `seat` says which henchman the cops remove
    TARGET = "target"  # `seat` says whom its team engages
    CONVERT = "convert"  # `seat` says which fight icon becomes one of any type
    FORGIVE = "forgive"  # `seat` says which phase loses penalty tokens
    TRASH = "trash"  # `seat` says which card goes back to its stack
    WHENCE = "whence"  # `seat` says whether that card was in its hand or in its discards
    FREE = "free"  # `seat` says from which henchman a hostage is rescued without paying
    RESCUE = "rescue"  # `seat` says which of several hostages it rescues
    TROPHY = "trophy"  # `seat` says who of the team takes the trophy
    CONSENT = "consent"  # `seat` is asked to join the team of `whom`
    KILL = "kill"  # anybody says of which henchman a hostage is removed from the game
    VICTIM = "victim"  # `seat` says of which type
    OVER = "over"


class Status(StrEnum):
    """Where an arch villain is."""

    WAITING = "waiting"
    IN_PLAY = "in play"
    DEFEATED = "defeated"


class End(StrEnum):
    HEROES = say("the villains in play are defeated").text
    HOSTAGE = say("a hostage was missing").text
    NEMESIS = say("a nemesis was not met").text
    EMPTY = say("no henchman was left to draw").text


PENALTIES = ("income", "support", "patrol")  # the phases of a board that hold penalty tokens


class Henchman(NamedTuple):
    """A henchman in play."""

    card: int
    place: int  # its cell on the table, counted from the first place for henchmen
    hostages: Civs
    engaged: int = 0  # the seats that have engaged it this round, a bit set
    brought: int = NOBODY  # the seat that brought it into play this round


class Villain(NamedTuple):
    """One of the three arch villains of this match; their order is sadist, anarchist, mastermind."""

    card: int
    tokens: int
    status: Status = Status.WAITING
    hostages: Civs = NO_CIVS
    engaged: int = 0
    rescued: bool = False  # a hostage was rescued from it this round


@quick_replace
class Vigilante(NamedTuple):
    """What lies before one seat, and what it did this round."""

    character: int = NO_CARD
    nemesis: int = NO_CARD
    deck: Cards = 0  # its cards that nobody has looked at, those of hand and discards included that were not read
    hand: Cards = 0  # the cards of it known to the table
    open: Cards = 0  # those of them that everybody knows of
    hidden_count: int = 0  # so many more are in the hand
    buried: int = 0  # and so many in the discard pile
    display: Cards = 0
    discard: Cards = 0
    played: Cards = 0  # events beside the board until displays or hands are discarded
    gear: Cards = 0  # equipment
    trophies: Cards = 0
    money: int = 0
    tokens: int = 0  # of teamwork
    penalties: tuple[int, ...] = (0,) * len(PENALTIES)
    # this round
    balance: Icons = NO_ICONS  # icons gained in passing less icons spent
    spent: int = 0  # fight icons that paid for something
    team: int = 0  # the seats of its team, a bit set with its own
    refused: int = 0  # the seats that did not join it
    tips: int = 0  # henchmen more to draw
    draws: int = 0  # cards still to draw
    hunts: int = 0  # henchmen still to draw
    drawn: Cards = 0  # henchmen drawn, as far as the table knows
    drawn_hidden: int = 0  # and so many more
    chosen: int = NO_CARD  # the one to bring into play, secret until all have chosen
    returned: Cards = 0  # henchmen of the deck that it has put there itself, so that it knows where they lie


class AlterEgoParameters(terms.GameParameters):
    """What follows from seats and options."""

    def __init__(self, seats: int, options: Mapping[str, Arg]) -> None:
        super().__init__(seats, options)
        limit = options["penalty_limit"]
        self.all = (1 << seats) - 1  # everybody as a bit set
        self.limit = int(BOARD["penalty_limit"] if limit == "board" else limit)  # penalty tokens that force a card
        self.forcing = options["penalty_mode"] == "force_card"  # they do
        self.black = int(TOKENS["black_civ"] if options["level"] == "rookie" else options["safety_net"])  # safety net


@quick_replace
class State(NamedTuple):
    terms: AlterEgoParameters
    phase: Phase
    within: Phase  # the open phase to which it goes back, or a step of the setup
    seat: int = NOBODY  # who is dealt to or asked
    whom: int = NOBODY  # who asks
    card: int = NO_CARD  # what the seat is asked about
    paid: tuple[int, ...] = ()  # icons each seat paid for it
    round: int = 0
    ready: int = 0  # the seats that want nothing more, a bit set
    people: tuple[Vigilante, ...] = ()
    untracked: int = 0  # the seats whose hands are not read
    # the city
    villains: tuple[Villain, ...] = ()
    henchmen: tuple[Henchman, ...] = ()
    deck: Layers = ()  # of henchmen
    hunted: int = 0  # henchmen drawn from it so far
    pools: Civs = NO_CIVS
    lost: Civs = NO_CIVS  # out of the game
    gone: Cards = 0  # cards out of the game or the match
    # the supply
    stacks: Cards = 0  # hero and alter ego cards
    row: tuple[int, ...] = ()  # equipment and events offered, NO_CARD for a gap
    offers: Layers = ()  # the deck of them
    offered: int = 0  # turned up from it so far
    nemeses: Cards = NEMESES  # that nobody has
    bank: int = ALL_MONEY  # below 0 where more than all tokens were paid out
    teamwork: int = TOKENS["teamwork"]
    tokens: int = TOKENS["arch_villain_or_penalty"]  # neither on arch villains nor on boards
    # the round
    activated: Cards = 0  # equipment used
    called: int = 0  # the seats that called the cops
    helped: int = 0  # the seats that took a teamwork token
    took: int = 0  # the seats that took a card in Recoup
    asked_again: int = 0  # how often this Patrol henchmen were named that others held
    closing: int = 0  # arch villains whose end of the round is over
    called_off: int = 0  # the seats that went back from what they announced, and nothing has changed since
    end: str = ""
    winners: tuple[int, ...] = ()
    personal: tuple[int, ...] = ()  # who has met the nemesis


def changed(state: State, seat: int, **fields: Any) -> State:
    """The state with these fields of one seat's vigilante."""
    return with_person(state, seat, state.people[seat]._replace(**fields))


def with_person(state: State, seat: int, person: Vigilante) -> State:
    """The state with this vigilante before a seat."""
    return state._replace(people=replaced(state.people, seat, person))


def in_area(vigilante: Vigilante) -> int:
    """The cards of the play area: display, equipment, trophies (E-14)."""
    return vigilante.display | vigilante.gear | vigilante.trophies


def hand_size(vigilante: Vigilante) -> int:
    return vigilante.hand.bit_count() + vigilante.hidden_count


def deck_size(vigilante: Vigilante) -> int:
    """How many cards can be drawn before the discards are shuffled."""
    return vigilante.deck.bit_count() - vigilante.hidden_count - vigilante.buried


def possible_cards(vigilante: Vigilante) -> int:
    """The cards that may be in the hand, as far as the table knows."""
    return vigilante.hand | (vigilante.deck if vigilante.hidden_count else 0)


def henchman_of(state: State, card: int) -> Henchman:
    """The henchman in play that is this card; StopIteration if it is not."""
    return next(each for each in state.henchmen if each.card == card)


def with_henchman(state: State, henchman: Henchman) -> State:
    """The state with this henchman as it is now."""
    return state._replace(henchmen=tuple([henchman if each.card == henchman.card else each for each in state.henchmen]))


def with_villain(state: State, villain: Villain) -> State:
    """The state with this arch villain as it is now."""
    return state._replace(villains=tuple([villain if each.card == villain.card else each for each in state.villains]))


def plus(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def minus(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple([a - b for a, b in zip(one, other, strict=True)])


# -- decks of which only so much is known


def cards_in(layers: Layers) -> int:
    return sum(layers)


def count_in(layers: Layers) -> int:
    return cards_in(layers).bit_count()


def put_under(layers: Layers, cards: int) -> Layers:
    """These cards put under the deck, in an order nobody knows."""
    return (*layers, cards) if cards else layers
