"""The last actions as data: who did what, and which cards went from where to where, as far as all people know.

Found by comparing what lies open before and after, so a game need not say it. Pages let cards travel by it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from glowtable.game import CHANCE, NO_READER
from glowtable.match.copies import kinds_of
from glowtable.match.match_state import MatchState
from glowtable.match.public_texts import BACK, MOST_CARDS, PublicTexts, cards_on_cells
from glowtable.match.undo import PlayedAction
from glowtable.messages import Message

READER = "reader"


class Spot(NamedTuple):
    """A place of cards: a cell, a zone beside the grid, a seat's reader or hand, each with its number from 0."""

    place: str  # cell, zone, reader or hand
    number: int

    def __str__(self) -> str:
        """The text form: `cell 14`."""
        return f"{self.place} {self.number}"


class CardMove(NamedTuple):
    """A card by its kind, BACK if it is not seen; None where it comes from or goes to where nobody looks."""

    card: str
    origin: Spot | None
    to: Spot | None


class Move(NamedTuple):
    """Action number `number` of the match, counted from 1: who did it (CHANCE if nobody), its kind, what was said."""

    number: int
    seat: int
    kind: str
    texts: tuple[Message, ...]
    cards: tuple[CardMove, ...]


def last_moves(match_state: MatchState, count: int) -> tuple[Move, ...]:
    """The last so many actions of a match, the oldest first. Zones are numbered as they lie now."""
    texts, history, game = match_state.texts, match_state.history, match_state.game
    first = max(len(history) - count, 0)
    states = [*(played.before for played in history[first:]), match_state.state]
    titles = [zone.title for zone in game.surface.zones(match_state.view)]
    look = partial(_layout_of, texts, titles, len(match_state.players))
    layouts = list(map(look, states, [history[first - 1] if first else None, *history[first:]]))
    moves = []
    for n, played in enumerate(history[first:]):
        reader = game.surface.reader(played.before)
        seat = reader if played.action.seat == CHANCE and reader != NO_READER else played.action.seat
        said, cards = texts.description_texts(played, states[n + 1]), _cards_moved(layouts[n], layouts[n + 1], seat)
        moves.append(Move(first + n + 1, seat, played.action.kind, said, cards))
    return tuple(moves)


# -- what lies where

Layout = Mapping[str, Counter[Spot]]  # the kind of card -> how many of it lie where


def _layout_of(
    texts: PublicTexts, titles: Sequence[Message], seats: int, state: Any, led_here: PlayedAction | None
) -> Layout:
    """What all people see lying after the action that led here; hands as backs. Zones are numbered as in `titles`."""
    game, view, public, kinds = texts.game, texts.view(state), texts.public_state(state), kinds_of(texts.game)
    layout: dict[str, Counter[Spot]] = defaultdict(Counter)
    for card, cell in cards_on_cells(game, view):
        layout[card][Spot("cell", cell)] += 1
    for zone in game.surface.zones(view):
        for thing in zone.things if zone.title in titles else ():
            if thing.card is not None:
                spot, count = Spot("zone", titles.index(zone.title)), 1 if thing.amount is None else thing.amount
                layout[kinds.get(thing.card, BACK)][spot] += count
    for seat in range(seats):
        layout[BACK][Spot("hand", seat)] += game.surface.own_hand(game.rules.glance(public, seat))[1]
    card = texts.card_shown(led_here) if led_here and led_here.action.seat == CHANCE else ""
    if led_here and card:
        layout[kinds[card]][Spot(READER, game.surface.reader(led_here.before))] += 1
    return layout


# -- what is different

Spots = dict[str, Counter[Spot]]


def _cards_moved(before: Layout, after: Layout, seat: int) -> tuple[CardMove, ...]:
    """Cards that came to light, each from where it lay or from a hand; then backs, and cards that left their cells."""
    left = {card: Counter(spots) - after.get(card, Counter()) for card, spots in before.items()}
    came = {card: Counter(spots) - before.get(card, Counter()) for card, spots in after.items()}
    moves = [*_cards_shown(left, came, seat), *_cards_hidden(left, came)]
    return tuple(moves[:MOST_CARDS])


def _cards_shown(left: Spots, came: Spots, seat: int) -> Iterator[CardMove]:
    """Cards face up where they were not. One that was turned up and laid at once is on its reader, too."""
    for card in sorted(set(came) - {BACK}):
        for to in sorted(came[card], key=_reader_last):
            if to.place != READER or len(came[card]) == 1:
                own = (to, Spot("hand", seat))  # turned over where it lies, or out of the hand of who acts
                origin = _taken_from(left.get(card)) or _taken_from(left.get(BACK), own)
                yield CardMove(card, origin, to)


def _cards_hidden(left: Spots, came: Spots) -> Iterator[CardMove]:
    """Cards that went into hands or were turned back; others left the table, or lie where nobody looks."""
    for spots in left.values():
        for spot in [spot for spot in spots if spot.place == READER]:
            del spots[spot]  # what was turned up goes on lying where the game puts it
    for to, count in sorted(came.get(BACK, Counter()).items()):
        for _ in range(count if to.place != "zone" else 1):
            yield _to_hidden(left, to)
    for card in sorted(set(left) - {BACK}):
        for spot, count in sorted(left[card].items()):
            yield from (CardMove(card, spot, None) for _ in range(count if spot.place == "cell" else 0))


def _to_hidden(left: Spots, to: Spot) -> CardMove:
    """A card for a hand, or turned over: one that lay face up, else a back."""
    for card in sorted(left, key=lambda card: card == BACK):
        origin = _taken_from(left[card], (to,))
        if origin:
            return CardMove(card if to.place == "hand" else BACK, origin, to)
    return CardMove(BACK, None, to)


def _reader_last(spot: Spot) -> tuple[bool, Spot]:
    return spot.place == READER, spot


def _taken_from(spots: Counter[Spot] | None, wanted: Sequence[Spot] = ()) -> Spot | None:
    """Take a card from one of these spots: one that is wanted, else the first."""
    lying = sorted(+spots, key=lambda spot: (spot not in wanted, _reader_last(spot))) if spots else []
    if not spots or not lying:
        return None
    spots[lying[0]] -= 1
    return lying[0]
