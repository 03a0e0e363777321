"""The table of cables for step 4 of BUILD.md: their numbers and plugs are those written in its picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.drawings.marks import HUB_PLUGS
from hardware.guide import markdown
from hardware.tray.routes import COMPUTER, routes

THERE = {COMPUTER: "", "power": ", J2"}  # the plug at the other end, by the first word of where it leads; else J1


def cables() -> str:
    """In the order in which they are laid."""
    rows = []
    for number, (to, kind, _, bought, _) in enumerate(routes(), 1):
        what = kind.partition(",")[0].removeprefix("flat cable ")
        rows.append(
            (f"**{number}**", f"**{HUB_PLUGS[to]}**", to + THERE.get(to.split()[0], ", J1"), what, f"{bought:.0f}")
        )
    return markdown(("cable", "hub", "to", "what", "mm"), rows)


TABLES: Mapping[str, Callable[[], str]] = {"step-cables": cables}
