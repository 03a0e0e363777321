"""What a seat sees as numbers, for programs that learn: a game lists the parts. Knows no array library."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple, TypeVar

from glowtable.game.actions import Arg, check_seat

T = TypeVar("T")
FLOAT_BYTES = 4
Look = Callable[[Any, int], Iterable[int]]  # from a seat's view, and its seat
Fill = Callable[["array[float]", int, Any, int], None]  # into the numbers, from where on, from a seat's view, its seat


class Part(NamedTuple):
    """One plane, or one vector, or several of a kind: `most` of what is counted is entered as 1, and so is more."""

    name: str
    shape: tuple[int, ...]
    about: str
    most: int
    fill_part: Fill

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Observation:
    """What a seat's view says under the same seats and options, as numbers from 0 to 1, part after part."""

    def __init__(self, seats: int, options: Mapping[str, Arg], parts: Iterable[Part]) -> None:
        self._made_of = type(self), (seats, options)  # a game's own class takes these
        self._all = range(seats)
        self.parts = tuple(parts)
        self.starts: dict[str, int] = {}  # of a part among the numbers
        self.size = 0
        for part in self.parts:
            self.starts[part.name] = self.size
            self.size += part.size
        self._fills = [(part.fill_part, self.starts[part.name]) for part in self.parts]
        self._zeros = array("f", bytes(FLOAT_BYTES * self.size))

    def __deepcopy__(self, memo: Any) -> Observation:
        return self

    def __reduce__(self) -> Any:
        return self._made_of

    def tensor(self, view: Any, seat: int) -> array[float]:
        """The view of this seat, which is all that is looked at; numpy.frombuffer takes it as it is.

        ValueError for no seat.
        """
        if seat not in self._all:  # few programs ask so often
            check_seat(seat, len(self._all))
        out = self._zeros[:]
        for fill_part, start in self._fills:
            fill_part(out, start, view, seat)
        return out

    def split(self, tensor: Any) -> dict[str, Any]:
        """Of a tensor that is an array of numpy each part by its name, in its shape: they are no copies.

        With several tensors, each a row, each part has a row for each. ValueError for another number of numbers.
        """
        *rows, size = tensor.shape
        if size != self.size:
            raise ValueError(f"an observation has {self.size} numbers, got {size}")
        ends = {part.name: self.starts[part.name] + part.size for part in self.parts}
        return {
            part.name: tensor[..., self.starts[part.name] : ends[part.name]].reshape(*rows, *part.shape)
            for part in self.parts
        }


# -- kinds of parts; what is not said otherwise is the field of the view that has the part's name


def marks_part(name: str, shape: tuple[int, ...], about: str, look: Look | None = None, most: int = 1) -> Part:
    """One more is counted at each place that is named."""
    one = 1 / most

    def fill_part(out: array[float], start: int, view: Any, seat: int) -> None:
        for place in look(view, seat) if look else getattr(view, name):
            out[start + place] += one

    return Part(name, shape, about, most, fill_part)


def amounts_part(name: str, shape: tuple[int, ...], about: str, most: int, look: Look | None = None) -> Part:
    """Numbers in their order; those below 0 are entered as 0."""

    def fill_part(out: array[float], start: int, view: Any, seat: int) -> None:
        for place, number in enumerate(look(view, seat) if look else getattr(view, name), start):
            if number > 0:
                out[place] = number / most if number < most else 1

    return Part(name, shape, about, most, fill_part)


def amount_part(name: str, about: str, most: int = 1) -> Part:
    """One number; or whether something is so."""
    return amounts_part(name, (1,), about, most, lambda view, seat: (getattr(view, name),))


def seat_amounts(name: str, seats: int, about: str, most: int) -> Part:
    """A number of each seat, the own one first."""
    return amounts_part(name, (seats,), about, most, lambda view, seat: seats_from(getattr(view, name), seat))


def word_part(name: str, words: Iterable[str]) -> Part:
    """Which of these words is said."""
    places = places_of(words)
    about = ", ".join(each or "none" for each in places)
    return marks_part(name, (len(places),), about, lambda view, seat: (places[getattr(view, name)],))


def one_seat(name: str, seats: int, about: str) -> Part:
    """Which seat it is, counted from the own one; or nobody."""
    return marks_part(name, (seats,), about, lambda view, seat: places_of_seats((getattr(view, name),), seat, seats))


def some_seats(name: str, seats: int, about: str) -> Part:
    """Which seats they are, counted from the own one."""
    return marks_part(name, (seats,), about, lambda view, seat: places_of_seats(getattr(view, name), seat, seats))


def places_of_seats(others: Iterable[int], seat: int, seats: int) -> list[int]:
    """Where these seats come, counted from this one; nobody is nowhere."""
    return [(other - seat) % seats for other in others if other >= 0]


def seats_from(values: Sequence[T], seat: int) -> Sequence[T]:
    """What each seat has, this one first."""
    return (*values[seat:], *values[:seat])


def places_of(names: Iterable[str]) -> dict[str, int]:
    """Where each of these names stands in a vector that has one number for each."""
    return {str(name): place for place, name in enumerate(dict.fromkeys(names))}
