"""A view as the table of its fields: whole for those who show it, field by field for a bot that asks for a few.

A bot looks at a tenth of what there is to see, thousands of times a match. What it is handed then has the same fields,
each found out when it is first asked for.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar, cast

from .field import Field

V = TypeVar("V", bound=tuple[Any, ...])

Fields = Mapping[str, Callable[..., Any]]  # by its name: what a field is, from the state, and from whose eyes look


class LazyView:
    """Has the fields of a view, but is none: it can be neither compared nor sent, for the state is behind it."""

    def __init__(self, *source: Any) -> None:
        self._source = source


class ViewBuilders(NamedTuple):
    """The two ways to look: at all at once, at what is asked for."""

    whole: Callable[..., Any]
    glance: Callable[..., Any]


def make_view_builders(kind: type[V], fields: Fields, **at_a_glance: Callable[..., Any]) -> ViewBuilders:
    """The two ways to look at what these fields describe, all those of the view and no others.

    Some may be found out in another way at a glance: what is in them can be glances again.
    """
    names = cast(Any, kind)._fields
    if set(names) != set(fields):
        raise TypeError(f"{kind.__name__} and its table differ in {sorted(set(names) ^ set(fields))}")
    builders = [fields[name] for name in names]

    def whole(*source: Any) -> Any:
        return kind(*[field(*source) for field in builders])

    asked = {name: Field(find) for name, find in {**fields, **at_a_glance}.items()}
    return ViewBuilders(whole, type(kind.__name__, (LazyView,), asked))


def _own_field(name: str) -> Callable[..., Any]:
    find = attrgetter(name)
    return lambda state, eyes: find(state)


def own_fields(*names: str) -> Fields:
    """What all may know as the state has it; before it whose eyes look, and how many play by which options."""
    return {
        "eyes": lambda state, eyes: eyes,
        "seats": lambda state, eyes: state.terms.seats,
        "options": lambda state, eyes: tuple(state.terms.options.items()),
        **{name: _own_field(name) for name in names},
    }
