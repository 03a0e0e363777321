"""How to play, in pictures: the positions of a game's demonstration match, and what each step shows of them.

The demonstration is nobody's match: its hands are open to whoever learns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from glowtable.game import PUBLIC, Game, Teaching, TeachingStep, full_options
from glowtable.grid import cell_name
from glowtable.match.copies import kinds_of
from glowtable.messages import Message, UserError, say
from glowtable.table import Face, Light

LEARNERS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")  # who sit in a demonstration


class Spot(NamedTuple):
    """A cell of a picture: its light, what stands on it in text, its topmost card ('' for a back, None for none)."""

    light: Light
    label: Message | str
    card: str | None


class Item(NamedTuple):
    """A card or tokens beside the grid: cards by what is printed on them, '' for a back, None for no card."""

    words: Message | str  # beside a card: what the card is there
    card: str | None = None
    icon: str = ""


class Part(NamedTuple):
    """A part of a picture: cells with their rows and columns, or things in a row, or lines."""

    face: Face | None = None
    spots: tuple[Spot, ...] = ()
    items: tuple[Item, ...] = ()
    lines: tuple[Message, ...] = ()


class TaughtStep(NamedTuple):
    """A step with its picture."""

    step: TeachingStep
    parts: tuple[Part, ...]


def taught_steps(game: Game) -> tuple[TaughtStep, ...]:
    """Each step with the picture of its position; none for a game that is not taught. UserError if it is damaged."""
    if game.read_teaching is None:
        return ()
    teaching = game.read_teaching()
    try:
        states = dict(enumerate(demo_states(game, teaching)))
        return tuple(
            TaughtStep(step, tuple(_part_shown(game, states[step.after], show) for show in step.shows))
            for step in teaching.steps
        )
    except (LookupError, ValueError, TypeError, AttributeError):
        raise UserError(say("The pictures of {game} are damaged. Install its files again.", game=game.title)) from None


def demo_players(game: Game) -> tuple[str, ...]:
    """The names of those who sit in the demonstration of a game that is taught."""
    return LEARNERS[: game.notation.read(game.read_teaching().demo)[0]] if game.read_teaching else ()


def demo_states(game: Game, teaching: Teaching) -> list[Any]:
    """The states of the demonstration: the first before any action. ValueError if it is no match of the game."""
    seats, options, actions = game.notation.read(teaching.demo)
    states = [game.rules.setup(seats, full_options(game, options))]
    for action in actions:
        states.append(game.rules.apply(states[-1], action))
    return states


def _part_shown(game: Game, state: Any, show: str) -> Part:
    kind, _, which = show.partition(" ")
    view = game.rules.view(state, PUBLIC)
    match kind:
        case "grid":
            return Part(game.surface.face(view), spots=tuple(_spots_of(game, view)))
        case "score":
            return Part(lines=tuple(game.surface.face(view).lines))
        case "zone":
            return Part(items=tuple(_zone_items(game, view, int(which) - 1)))
        case "hand":
            cards, _ = game.surface.own_hand(game.rules.view(state, int(which) - 1))
        case "pile":
            piles = {cell_name(cell): pile for cell, pile in game.surface.cards_on_cells(view).items()}
            cards = tuple(min(card) for name in which.split() for card in piles[name])
        case "asked":
            cards = (game.surface.card_asked(view),)
        case _:
            raise ValueError(f"a picture shows grid, score, asked, hand, zone or pile, got {show!r}")
    return Part(items=tuple(Item("", kinds_of(game).get(card, card)) for card in cards))


def _zone_items(game: Game, view: Any, at: int) -> Iterator[Item]:
    kinds = kinds_of(game)
    for thing in game.surface.zones(view)[at].things:
        yield Item(thing.word, thing.card and kinds.get(thing.card, thing.card), thing.icon)


def _spots_of(game: Game, view: Any) -> Iterator[Spot]:
    kinds, picture, face = kinds_of(game), game.surface.paint(view), game.surface.face(view)
    piles, backs = game.surface.cards_on_cells(view), game.surface.face_down(view)
    for cell, (light, label) in enumerate(zip(picture.cells, face.cells, strict=True)):
        pile = piles.get(cell, ())
        top = "" if cell in backs or not pile or len(pile[-1]) > 1 else kinds[min(pile[-1])]
        yield Spot(light, label, top if pile or cell in backs else None)
