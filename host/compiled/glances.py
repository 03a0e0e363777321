"""For mypyc: what a file `views.py` of a game defines is any object, for bots are handed glances in its place.

mypyc trusts types, and would take a glance for the tuple that a view is (host/glowtable/kit/lazy_view.py).
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.plugin import AnalyzeTypeContext, Plugin
from mypy.types import AnyType, Type, TypeOfAny


class Glances(Plugin):
    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        return _anything if fullname.startswith("glowtable.games.") and ".views." in fullname else None


def _anything(context: AnalyzeTypeContext) -> Type:
    return AnyType(TypeOfAny.special_form)


def plugin(version: str) -> type[Plugin]:
    """What mypy asks a plugin for."""
    return Glances
