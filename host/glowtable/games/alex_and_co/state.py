"""A match of ALEX & CO at one moment. No rule is here.

No order of a pile is in it, and no card that nobody has looked at: those are together in `bag`, and only how
many of them lie where is known. Of an untracked hand `hidden_count` cards are in the bag as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from glowtable.game import Arg
from glowtable.kit import terms
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.hands import possible_cards
from glowtable.kit.tuples import quick_replace
from glowtable.messages import say

from .cards import CATALOGUE, EVERY, NO_CARD, Cards

HAND = int(CATALOGUE["setup"]["hand"])
PLACES = {"36": 36, "36+9": int(CATALOGUE["setup"]["display"])}
UNKNOWN = NO_CARD  # a place whose card nobody has seen
GAP = -2  # a place without a card, the draw pile being empty
NOBODY = NOWHERE = -1
FIRST_LAID = -1  # the card on a place lay there from the beginning


class Phase(StrEnum):
    OWNER = "owner"  # who owns the game says so and begins
    STARTER = "starter"  # chance draws the first player
    OUT = "out"  # three players: chance takes cards out of the match
    HAND = "hand"  # `seat` says whether its hand is read
    DEAL = "deal"  # chance deals to `seat`
    DISPLAY = "display"  # the face-down display is laid
    TURN = "turn"  # `seat` chooses what to do
    LAY = "lay"  # `seat` displays a new set, card by card
    WHOM = "whom"  # an action needs a player or a face-down card
    NAME = "name"  # and the name of a card
    PROOF = "proof"  # and proof of the right to call
    FLIP = "flip"  # chance turns up the card on the last place of `turned`
    ANSWER = "answer"  # a player whose hand is not read says yes or no
    DECIDE = "decide"  # the answer is yes: does the asker swap?
    GIVE = "give"  # the asked player hands over a game
    PAY = "pay"  # the asker hands over a card for it
    DRAW = "draw"  # chance draws a card from the hand of `whom`
    KEEP = "keep"  # the game drawn: kept or returned
    REVEAL = "reveal"  # which card next
    PAIR = "pair"  # a pair has appeared: taken or left
    FINAL = "final"  # the last step: everybody displays what is left
    OVER = "over"


class Mode(StrEnum):
    """What the seat whose turn it is has done before; decides what it may do now."""

    FRESH = "fresh"
    PLAYED = "played"  # an ESG or a SAZ card
    CALLED = "called"  # rightly
    REVEALED = "revealed"


class End(StrEnum):
    SIXTH = say("sixth set displayed").text
    TAKEN = say("all face-down cards taken").text
    STALLED = say("no card moved for three rounds").text


class AlexParameters(terms.GameParameters):
    def __init__(self, seats: int, options: Mapping[str, Arg]) -> None:
        super().__init__(seats, options)
        self.places = PLACES[str(options["layout"])]


@quick_replace
class State(NamedTuple):
    terms: AlexParameters
    phase: Phase
    seat: int  # who acts now, or is dealt to
    active: int = 0  # whose turn it is
    mode: Mode = Mode.FRESH
    act: str = ""  # the action or special card under way: call, swap, reveal, esg, saz
    # where the cards are
    hands: tuple[Cards, ...] = ()  # of each seat the cards known to the table
    hidden_count: tuple[int, ...] = ()  # and how many more it holds
    shown: tuple[Cards, ...] = ()  # of each seat the cards displayed
    faces: tuple[int, ...] = ()  # of each place its card if ever seen, UNKNOWN or GAP
    came: tuple[int, ...] = ()  # of each place how many cards the draw pile had when its card came, or FIRST_LAID
    pile: int = 0  # cards in the draw pile
    bag: Cards = EVERY  # the cards nobody has looked at
    gone: Cards = 0  # out of the match, or discarded
    # who knows what of the hands, beside their owner
    untracked: int = 0  # the seats whose hands the table does not read
    open: Cards = 0  # cards in hands that everybody knows of
    aware: tuple[Cards, ...] = ()  # cards in others' hands that this seat knows of
    forgotten: Cards = 0  # cards that were turned back, of a state that does not tell where they lie (rules.py)
    denied: tuple[Cards, ...] = ()  # cards this seat has said not to have, and has not got unseen since
    # the choice under way
    asks: tuple[tuple[int, int], ...] = ()  # (seat, card) asked for and not yet answered
    whom: int = NOBODY  # the player a choice is about
    card: int = NO_CARD  # the card named
    held: int = NO_CARD  # drawn or handed over, and not yet settled
    turned: tuple[int, ...] = ()  # places turned up by this action
    laying: Cards = 0  # the cards of a set being displayed
    # how it goes on
    barred: bool = False  # the seat has shown that it cannot call
    retracted: Cards = 0  # the sets whose cards the seat has taken back: not begun again until something has changed
    filled: tuple[int, ...] = ()  # places to which the last action brought a card of the draw pile
    back: tuple[int, ...] = ()  # places whose cards the last action had turned up and left: to be turned back
    gave: tuple[int, ...] = ()  # the seats that have handed a card over before all eyes in the last action
    stirred: bool = False  # a card left the display or was displayed in this turn
    quiet: int = 0  # turns in a row in which that was not so
    turns: int = 0
    tally: int = 0  # cards taken out so far; players who passed in a row
    end: str = ""  # why no more actions are taken


def possible(state: State, seat: int) -> int:
    """The cards that this seat may show, as all can tell."""
    return possible_cards(state, seat, unseen)


def unseen(state: State) -> int:
    """The cards that are hidden from somebody: in a hand, face down and never turned up, in the draw pile."""
    return EVERY & ~seen_by_all(state)


def seen_by_all(state: State) -> int:
    """The cards of which everybody knows where they are."""
    return (
        sum(state.shown)
        | state.gone
        | state.open
        | state.forgotten
        | mask_of([face for face in state.faces if face >= 0])
    )
