"""The page for those who let agents learn has the tables of what seats see as numbers, made of what the games say."""

from pathlib import Path

import glowtable as gt

from tests.games.shipped import SHIPPED

PAGE = Path(__file__).parents[2] / "docs/LEARN.md"


def parts_table(name: str, seats: int) -> str:
    observation = gt.find(name).observation(seats, gt.match(name, seats=seats).options)
    rows = [
        f"| `{part.name}` | {' × '.join(map(str, part.shape))} | {part.most} | {part.about} |"
        for part in observation.parts
    ]
    return "\n".join(("| part | shape | 1 means | what it is |", "|---|---|---|---|", *rows, ""))


def sizes_table() -> str:
    rows = []
    for game in map(gt.find, SHIPPED):
        by_seats = [game.observation(seats, gt.match(game.name, seats=seats).options) for seats in game.seats]
        sizes = f"{by_seats[0].size:,} to {by_seats[-1].size:,}"
        rows.append(f"| {game.title} | {game.seats[0]} to {game.seats[-1]} | {len(by_seats[0].parts)} | {sizes} |")
    return "\n".join(("| game | players | parts | numbers |", "|---|---|---|---|", *rows, ""))


def test_the_page_has_the_parts_of_punto_and_the_sizes_of_all():
    page = PAGE.read_text("utf-8")
    assert parts_table("punto", 2) in page
    assert sizes_table() in page
