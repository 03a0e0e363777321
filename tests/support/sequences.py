"""Sequences of what people do, in two worlds that a viewer cannot tell apart: whatever they then see must be the same.

Where adversary.py tries each thing alone, here up to twelve follow each other: disputes, undo, pauses, a table that is
lost and comes back, inventories of tags, words and names, as people could do them one after another.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from glowtable.game import Game

from tests.support.spots import KINDS, NOTHING_PLANTED, Kind, Planted, spots_of
from tests.support.two_worlds import Deed, Spot, TwoTables
from tests.support.watched_table import Memory, Shown
from tests.support.wishes import next_deed

MIN_EVENTS, MAX_EVENTS = 4, 12  # events of a sequence
SEQUENCES_PER_SPOT = 40  # sequences from one position
WHOLE_EVERY = 16  # after one of so many events the whole screen is looked at, too
CONTEXT_LETTERS = 120  # letters that are shown before and after a difference


class Face(NamedTuple):
    """What people read on one face, not the same in both worlds."""

    name: str
    one: str
    other: str

    def __str__(self) -> str:
        pairs = zip(self.one, self.other, strict=False)
        at = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(self.one), len(self.other)))
        around = slice(max(0, at - CONTEXT_LETTERS), at + CONTEXT_LETTERS)
        return f"  {self.name}:\n    one:   {self.one[around]}\n    other: {self.other[around]}"


class Difference(NamedTuple):
    """What was done, as lines that one could type, and on which faces the worlds then differ."""

    spot: Spot
    deeds: tuple[Deed, ...]
    faces: tuple[Face, ...]

    def __str__(self) -> str:
        return "\n".join((self.spot.name, *(f"    {deed}" for deed in self.deeds), *map(str, self.faces)))


class Tried(NamedTuple):
    """One sequence: how many events it had, and what is left of it if it told the worlds apart."""

    events: int
    difference: Difference | None = None


def try_match(
    game: Game,
    seed: int,
    planted: Planted = NOTHING_PLANTED,
    tries: int = SEQUENCES_PER_SPOT,
    kinds: Sequence[Kind] = KINDS,
) -> Iterator[Tried]:
    """So many sequences from each position of these kinds in one match."""
    rng = Random(f"deeds {game.name} {seed}")
    for spot in spots_of(game, seed, planted, kinds):
        yield from try_spot(spot, rng, tries)


def try_spot(spot: Spot, rng: Random, tries: int) -> Iterator[Tried]:
    """Sequences from one position, until one of them tells the worlds apart."""
    if spot.pair[0].match_state.bots.wanted_action != spot.pair[1].match_state.bots.wanted_action:
        return
    memories: tuple[Memory, Memory] = ({}, {})
    for _ in range(tries):
        tried = try_sequence(TwoTables(spot, memories), rng)
        yield tried
        if tried.difference:
            return


def try_sequence(two: TwoTables, rng: Random) -> Tried:
    """What people do next, again and again."""
    done: list[Deed] = []
    faces = faces_apart(two, two.everything(whole=rng.randrange(WHOLE_EVERY) == 0))
    for _ in range(rng.randint(MIN_EVENTS, MAX_EVENTS)):
        if two.is_over or faces:
            break
        deed = next_deed(two, rng)
        shown = two.do(deed, whole=rng.randrange(WHOLE_EVERY) == 0)
        if shown:
            done.append(deed)
            faces = () if two.may_differ else faces_apart(two, shown)
    return Tried(len(done), shortest(Difference(two.spot, tuple(done), faces)) if faces else None)


def faces_apart(two: TwoTables, shown: tuple[Shown, Shown]) -> tuple[Face, ...]:
    """The faces that differ as people read them."""
    one, other = shown
    names = sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
    tables = two.tables
    faces = (Face(name, tables[0].as_read(one.get(name)), tables[1].as_read(other.get(name))) for name in names)
    return tuple(face for face in faces if face.one != face.other)


def shortest(difference: Difference) -> Difference:
    """Without any event that is not needed."""
    at = 0
    while at < len(difference.deeds):
        shorter = replayed(difference.spot, (*difference.deeds[:at], *difference.deeds[at + 1 :]))
        difference, at = (shorter, 0) if shorter else (difference, at + 1)
    return difference


def replayed(spot: Spot, deeds: Sequence[Deed]) -> Difference | None:
    """The same again, up to the first difference; None if there is none."""
    two, done = TwoTables(spot, ({}, {})), list[Deed]()
    faces = faces_apart(two, two.everything(whole=True))
    for deed in deeds:
        if two.is_over or faces:
            break
        shown = two.do(deed, whole=True)
        if shown:
            done.append(deed)
            faces = () if two.may_differ else faces_apart(two, shown)
    return Difference(spot, tuple(done), faces) if faces else None
