"""The table of card sheets for BUILD.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.cards.choice import Choice
from hardware.cards.origins import files_of, games_with_cards
from hardware.guide import markdown


def card_sheets() -> str:
    rows = []
    for game in games_with_cards():
        sheets, to_tick, to_fill_in = (f"[{name}](made/cards/{name})" for name in files_of(game))
        rows.append(
            (game.title, len(game.deck), Choice().size.pages(len(game.deck)), sheets, f"{to_tick}, {to_fill_in}")
        )
    return markdown(("game", "cards and tags", "sheets of A4", "to print", "lists of tags"), rows)


TABLES: Mapping[str, Callable[[], str]] = {"cards": card_sheets}
