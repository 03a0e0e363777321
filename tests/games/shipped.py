"""The games that are shipped. What only they have is tested for these: pages, screens, levels, short rules, reports.

What every game promises is tested for `games.names()`, a new one included: `glowtable new-game` begins with it.
"""

import re

from glowtable import games

SHIPPED = ("alex_and_co", "alter_ego", "punto", "spiel_des_jahres")


def as_shipped(text: str) -> str:
    """A text that lists games, without those that are not shipped."""
    for name in set(games.names()) - set(SHIPPED):
        text = re.sub(rf",? {name}\b|\b{name},? ", "", text)
    return text
