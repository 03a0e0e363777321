"""The pages for makers and the tables in them that are made from data: `python -m hardware.guide` writes them again.

A table stands between `<!-- table: NAME -->` and `<!-- end -->`. A folder's tables.py makes it; it has
TABLES: name -> a function that returns the table as markdown. This file knows no table.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from glowtable.messages import UserError, say

from hardware.extra import command

HERE = Path(__file__).parent
GUIDE = HERE / "BUILD.md"
PAGES = (GUIDE, HERE / "COUPON.md", HERE / "NFC.md")
MARKED = re.compile(r"(?P<begin><!-- table: (?P<name>[\w-]+) -->\n).*?(?P<end><!-- end -->\n)", re.DOTALL)


def makers() -> dict[str, Callable[[], str]]:
    """The functions that make tables, by the table's name."""
    found: dict[str, Callable[[], str]] = {}
    for path in sorted(HERE.glob("*/tables.py")):
        found |= import_module(f"hardware.{path.parent.name}.tables").TABLES
    return found


def filled(text: str, tables: Mapping[str, Callable[[], str]]) -> str:
    """The text with every marked table made again; UserError if there is no such table."""

    def fill(mark: re.Match[str]) -> str:
        if mark["name"] not in tables:
            known = ", ".join(sorted(tables))
            raise UserError(say("there is no table {name}; there are: {known}", name=mark["name"], known=known))
        return f"{mark['begin']}{tables[mark['name']]().strip()}\n{mark['end']}"

    return MARKED.sub(fill, text)


def markdown(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table with a head line."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


@command("guide")
def main() -> None:
    texts = {page: filled(page.read_text("utf-8"), makers()) for page in PAGES}
    for page, text in texts.items():
        page.write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())
