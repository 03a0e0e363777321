"""Rules or a surface that differ in a few methods, for controls and for tests that count or plant."""

from collections.abc import Callable
from typing import Any, TypeVar

from glowtable.game import Rules, Surface

Contract = TypeVar("Contract", Rules[Any, Any], Surface[Any, Any])


def overridden(contract: Contract, **functions: Callable[..., Any] | bool) -> Contract:
    """The same object with these functions, or flags, in place of its own."""
    members = {name: staticmethod(each) if callable(each) else each for name, each in functions.items()}
    return type("Overridden", (type(contract),), members)()  # type: ignore[no-any-return]
