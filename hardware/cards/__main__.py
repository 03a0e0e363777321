"""python -m hardware.cards [GAME ...]: make card sheets and tag lists of these games, or of all.

As usual (English, square, with tags) they are the committed ones, in made/cards; else in dist/cards. All are made
before the first is written. Needs the extra `hardware`.
Exit codes: 0 ok, 1 the extra is missing or a card cannot be printed, 2 there is no such game, language or size.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from glowtable import games
from glowtable.game import Game

from hardware.cards.choice import BACKS, LANGUAGES, Choice, chosen
from hardware.cards.origins import FOLDER, files_of, games_with_cards, origin_of, tag_list
from hardware.cards.sheet import FORMATS
from hardware.extra import command, extra
from hardware.made import Made, keep

ELSEWHERE = Path("dist/cards")


@command("cards")
def main(words: Sequence[str]) -> None:
    asked = _parser().parse_args(words)
    choice = chosen(asked.language, asked.size, asked.backs)
    wanted = list(map(games.find, asked.games)) or games_with_cards()
    made = {game.name: make(game) if choice == Choice() else sheets_of(game, choice) for game in wanted}
    for game in wanted:
        folder = write(made[game.name], choice)
        print(f"{game.title}: {len(game.deck)} cards in {folder}/{', '.join(made[game.name])}")


def _parser() -> argparse.ArgumentParser:
    usual = Choice()
    parser = argparse.ArgumentParser("python -m hardware.cards", description="Make card sheets and tag lists.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="of these games, or of all")
    parser.add_argument("--language", default=usual.language, help=", ".join(LANGUAGES))
    parser.add_argument("--size", default=usual.size.name, help=", ".join(FORMATS))
    parser.add_argument("--backs", default=usual.backs, help=f"{', '.join(BACKS)}: what is behind each sheet")
    return parser


def make(game: Game) -> dict[str, Made]:
    """The committed files of a game, by their names."""
    with extra():
        from hardware.cards.pdf import sheets, tag_pages
    contents = (sheets(game, Choice()), tag_pages(game), tag_list(game).encode())
    return {name: Made(content, origin_of(game)) for name, content in zip(files_of(game), contents, strict=True)}


def sheets_of(game: Game, choice: Choice) -> dict[str, Made]:
    """The sheets alone, as chosen; their name says how."""
    with extra():
        from hardware.cards.pdf import sheets

    return {f"{game.name}{choice.suffix}.pdf": Made(sheets(game, choice), "")}


def write(files: dict[str, Made], choice: Choice) -> Path:
    """The folder they are in now."""
    if choice == Choice():
        keep(FOLDER, files)
        return Path(FOLDER.name)
    ELSEWHERE.mkdir(parents=True, exist_ok=True)
    for name, made in files.items():
        (ELSEWHERE / name).write_bytes(made.content)
    return ELSEWHERE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
