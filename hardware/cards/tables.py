"""The table of card sheets for BUILD.md: what is printed, and what hands do for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.cards.choice import Choice
from hardware.cards.origins import FOLDER, files_of, games_with_cards
from hardware.guide import markdown

TAG_MIN = 1.0  # estimated, for each card: 20 s to stick its tag, 25 s to glue and cut, 15 s to enrol
# How many cards a match can do without, and when: A-04, and the option `nemesis`
SPARED = {"alex_and_co": (22, "3 players"), "alter_ego": (8, "no nemesis")}


def hours(cards: int) -> str:
    return f"{cards * TAG_MIN / 60:.1f}"


def card_sheets() -> str:
    """Of the games whose sheets are made: those of a game of one's own are not linked before."""
    rows, made = [], [game for game in games_with_cards() if all((FOLDER / name).is_file() for name in files_of(game))]
    for game in made:
        cards, (spared, when) = len(game.deck), SPARED.get(game.name, (0, ""))
        sheets, to_tick, to_fill_in = (
            f"[{what}](made/cards/{name})" for what, name in zip(("sheets", "pdf", "csv"), files_of(game), strict=True)
        )
        fewest = f"{cards - spared} ({when})" if when else cards
        pages = Choice().size.pages(cards)
        rows.append((game.title, f"{pages} {sheets}", f"{to_tick}, {to_fill_in}", cards, hours(cards), fewest))
    total = sum(len(game.deck) for game in made)
    rows.append(("all", "", "", total, hours(total), ""))
    return markdown(("game", "A4", "list of tags", "tags", "hours", "fewest tags"), rows)


TABLES: Mapping[str, Callable[[], str]] = {"cards": card_sheets}
