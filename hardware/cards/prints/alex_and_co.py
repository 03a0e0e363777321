"""The cards of ALEX & CO: designers, each with the size of the set; their games; ESG and SAZ cards."""

from __future__ import annotations

from glowtable.games.alex_and_co.cards import CATALOGUE, CONTENTS, SPECIALS

from hardware.cards.prints import BLUE, GREEN, ORANGE, PURPLE, Band, Print

DESIGNER, GAME = Band("designer", BLUE), Band("game", GREEN)
SPECIAL = {"ESG": Band("ESG", ORANGE), "SAZ": Band("SAZ", PURPLE)}
YEARS = {game["title"]: game["year"] for each in CATALOGUE["set"] for game in each["games"]}


def printed(card: str) -> Print:
    if card in SPECIALS:
        return Print(title=card[:3], top=SPECIAL[card[:3]])
    content = next(content for content in CONTENTS if card in content)
    size = f"a set of {len(content)} cards"
    if card == content[0]:
        return Print(title=card, top=DESIGNER, lines=(size, " · ".join(content[1:])))
    return Print(title=card, top=GAME, lines=(f"by {content[0]}, {YEARS[card]}", size))
