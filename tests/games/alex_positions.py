"""Positions of ALEX & CO for tests, written as people would: `position(["Catan"], ["Ra"])`, `do(state, "call")`."""

from collections.abc import Mapping, Sequence
from typing import Any

from glowtable.game import CHANCE, Action, Game, full_options
from glowtable.games import find
from glowtable.games.alex_and_co.cards import DECK, EVERY, FIRST, NAMES, NUMBER, SETS
from glowtable.games.alex_and_co.cells import place_name, place_of
from glowtable.games.alex_and_co.rules import RULES as rules
from glowtable.games.alex_and_co.state import FIRST_LAID, UNKNOWN, AlexParameters, Mode, Phase, State
from glowtable.kit.bit_sets import members
from glowtable.match.dealer import Dealer

from tests.games.play import Written, after_chance

GAME: Game = find("alex_and_co")
SIZES = {
    size: [number for number, first in enumerate(FIRST) if len(members(SETS[number])) == size] for size in range(2, 7)
}
ABOUT_CARDS = ("out", "deal", "turn", "draw", "esg", "saz", "lay", "name", "prove", "give")


def options_for(**options: str) -> dict[str, Any]:
    return full_options(GAME, {"first_player": "random", "knowledge": "full", **options})


def position(
    *hands: Sequence[str],
    seats: int = 4,
    turn: int = 0,
    mode: str = "fresh",
    shown: Mapping[int, Sequence[str]] | None = None,
    faces: Mapping[str, str] | None = None,
    untracked: Mapping[int, int] | None = None,
    pile: int | None = None,
    **options: str,
) -> State:
    """A turn of seat `turn`. `faces` are cards seen on their places, `untracked` how many hidden cards a seat holds.

    Cards not named are face down; with `pile` so few of them are left that the draw pile has this many.
    """
    terms = AlexParameters.of(seats, options_for(**options))
    held = tuple(DECK.set_of(each) for each in (*hands, *([()] * (seats - len(hands)))))
    displayed = tuple(DECK.set_of((shown or {}).get(seat, ())) for seat in range(seats))
    seen = {place_of(place): NUMBER[name] for place, name in (faces or {}).items()}
    lying = tuple(seen.get(place, UNKNOWN) for place in range(terms.places))
    unread = tuple((untracked or {}).get(seat, 0) for seat in range(seats))
    bag = EVERY & ~sum(held) & ~sum(displayed) & ~sum(1 << card for card in seen.values())
    gone = 0
    if pile is not None:
        for card in members(bag)[lying.count(UNKNOWN) + sum(unread) + pile :]:
            gone |= 1 << card
    bag &= ~gone
    return State(
        terms,
        Phase.TURN,
        turn,
        turn,
        Mode(mode),
        hands=held,
        hidden_count=unread,
        shown=displayed,
        faces=lying,
        came=(FIRST_LAID,) * len(lying),
        pile=bag.bit_count() - lying.count(UNKNOWN) - sum(unread),
        bag=bag,
        gone=gone,
        untracked=sum(1 << seat for seat in untracked or ()),
        aware=(0,) * seats,
        denied=(0,) * seats,
    )


def action(state: State, text: str) -> Action:
    """`name Catan`, `at c4`, `ask 2`, `swap`: by whom, the state tells."""
    kind, _, about = text.partition(" ")
    seat = CHANCE if rules.to_act(state) == (CHANCE,) else state.seat
    if not about:
        return Action(seat, kind)
    meant = NUMBER[about] if kind in ABOUT_CARDS else place_of(about) if kind == "at" else int(about)
    assert meant is not None, text
    return Action(seat, kind, (meant,))


WRITTEN = Written(rules, action)
do, may, refused = WRITTEN.do, WRITTEN.may, WRITTEN.refused


def kinds(state: State) -> set[str]:
    return {each.kind for each in rules.legal(state, state.seat)}


def about(state: State, kind: str) -> set[str]:
    """What the legal actions of a kind are about, by name."""
    found = [int(each.args[0]) for each in rules.legal(state, state.seat) if each.kind == kind]
    if kind in ABOUT_CARDS:
        return {NAMES[card] for card in found}
    return {place_name(place) if kind == "at" else str(place) for place in found}


def hand(state: State, seat: int) -> set[str]:
    return set(DECK.names_of(state.hands[seat]))


def displayed(state: State, seat: int) -> set[str]:
    return set(DECK.names_of(state.shown[seat]))


def of_size(size: int, which: int = 0) -> list[str]:
    """The cards of a set of this size, its designer first."""
    return list(DECK.names_of(SETS[SIZES[size][which]]))


def finished(state: State) -> State:
    """The last step, nobody displaying anything."""
    while rules.to_act(state):
        state = do(state, "pass")
    return state


def dealt(seats: int, seed: int = 1, **options: str) -> State:
    """A match dealt at random, before the first turn."""
    return do(after_chance(rules, rules.setup(seats, options_for(**options)), Dealer(seed, seats)), "laid")
