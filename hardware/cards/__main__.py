"""python -m hardware.cards [GAME ...]: make card sheets and tag lists of these games, or of all.

Needs the extra `hardware`.
Exit codes: 0 ok, 1 the extra is missing or a card cannot be printed, 2 there is no such game.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from glowtable import games
from glowtable.game import Game
from glowtable.messages import UserError
from glowtable.terminal.translator import Translator

from hardware.cards.naming import tag_list
from hardware.cards.origins import FOLDER, files_of, games_with_cards, origin_of
from hardware.extra import extra
from hardware.made import Made, keep


def main(names: Sequence[str]) -> int:
    try:
        for game in list(map(games.find, names)) or games_with_cards():
            keep(FOLDER, make(game))
            print(f"{game.title}: {len(game.deck)} cards in {FOLDER.name}/{', '.join(files_of(game))}")
    except UserError as error:
        print(f"cards: {Translator('en').text(error.message)}", file=sys.stderr)
        return error.exit_code
    return 0


def make(game: Game) -> dict[str, Made]:
    """The files of a game, by their names."""
    with extra():
        from hardware.cards.pdf import sheets, tag_pages

    contents = (sheets(game), tag_pages(game), tag_list(game).encode())
    return {name: Made(content, origin_of(game)) for name, content in zip(files_of(game), contents, strict=True)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
