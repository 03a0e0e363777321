"""States and views as JSON by field name, and back: read off the types of their fields.

A NamedTuple is an object, a tuple a list, an enum its value; a set of cards (`Annotated[int, DECK]`, or of other
Named things) a list of names. A class that is none of these has `to_data()` and a classmethod `from_data(data)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from glowtable.kit.cards import Named

T = TypeVar("T")
Way = Callable[[Any], Any]


class Ways(NamedTuple):
    """Into JSON's data, and out of it."""

    to_json: Way
    from_json: Way


def to_json(value: Any) -> Any:
    """The data of a State or View, for json.dumps."""
    kind: Any = type(value)
    return _convert_ways(kind).to_json(value)


def from_json(kind: type[T], data: Any) -> T:
    """Inverse of to_json for a value of this type."""
    of_kind: Any = kind
    value: T = _convert_ways(of_kind).from_json(data)
    return value


def _keep_value(value: Any) -> Any:
    return value


@cache
def _convert_ways(kind: Any) -> Ways:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated and isinstance(args[1], Named):
        return Ways(lambda things: list(args[1].names_of(things)), args[1].set_of)
    if origin in (Union, UnionType):
        return _convert_union(args)
    if origin is tuple:
        return _convert_tuple(args)
    if origin is not None and issubclass(origin, Mapping):
        return Ways(dict, dict)
    if isinstance(kind, type):
        return _of_class(kind)
    raise TypeError(f"no JSON form for {kind}")


def _of_class(kind: type) -> Ways:
    if kind in (int, str, bool, float, NoneType):
        return Ways(_keep_value, _keep_value)
    if issubclass(kind, Enum):
        return Ways(lambda value: value.value, kind)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _convert_fields(kind)
    if hasattr(kind, "from_data"):
        return Ways(kind.to_data, kind.from_data)  # type: ignore[attr-defined]
    raise TypeError(f"no JSON form for {kind}")


def _convert_fields(kind: Any) -> Ways:
    hints = get_type_hints(kind, include_extras=True)
    ways = {name: _convert_ways(hints[name]) for name in kind._fields}

    def write(value: Any) -> dict[str, Any]:
        return {name: way.to_json(field) for (name, way), field in zip(ways.items(), value, strict=True)}

    def read(data: Mapping[str, Any]) -> Any:
        return kind(**{name: way.from_json(data[name]) for name, way in ways.items()})

    is_plain = all(way.to_json is _keep_value for way in ways.values())
    return Ways(kind._asdict if is_plain else write, read)


def _convert_tuple(args: tuple[Any, ...]) -> Ways:
    if args[-1:] == (Ellipsis,):
        item = _convert_ways(args[0])
        if item.to_json is _keep_value:
            return Ways(list, tuple)
        return Ways(lambda value: [item.to_json(each) for each in value], lambda data: tuple(map(item.from_json, data)))
    items = [_convert_ways(arg) for arg in args]
    is_plain = all(item.to_json is _keep_value for item in items)
    return Ways(
        list if is_plain else lambda value: [item.to_json(each) for item, each in zip(items, value, strict=True)],
        lambda data: tuple(item.from_json(each) for item, each in zip(items, data, strict=True)),
    )


def _convert_union(args: tuple[Any, ...]) -> Ways:
    """Of plain values, or of one kind and None: JSON distinguishes no others."""
    kinds = [arg for arg in args if arg is not NoneType]
    if len(kinds) > 1:
        if not set(kinds) <= {int, str, bool}:
            raise TypeError(f"no JSON form for {kinds}: they look alike")
        return Ways(_keep_value, _keep_value)
    way = _convert_ways(kinds[0])
    return Ways(
        lambda value: None if value is None else way.to_json(value),
        lambda data: None if data is None else way.from_json(data),
    )
