"""What is on the cards of ALEX & CO: designers, each with the size of the set; their games; ESG and SAZ cards."""

from __future__ import annotations

from glowtable.game import Band, CardFace, Symbol

from .cards import CATALOGUE, CONTENTS, SPECIALS

GAME_INK, DESIGNER_INK = 0x009E73, 0x0072B2
SPECIAL = {
    "ESG": (Band("ESG", 0xE69F00), Symbol("magnifying-glass", 0xE69F00, "ESG")),
    "SAZ": (Band("SAZ", 0xCC79A7), Symbol("megaphone", 0xCC79A7, "SAZ")),
}
YEARS = {game["title"]: game["year"] for each in CATALOGUE["set"] for game in each["games"]}


def card_face(card: str) -> CardFace:
    if card[:3] in SPECIAL and card in (*SPECIALS, *SPECIAL):
        band, symbol = SPECIAL[card[:3]]
        return CardFace(title=card[:3], top=band, symbols=(symbol,))
    content = next(content for content in CONTENTS if card in content)
    size = f"a set of {len(content)} cards"
    if card == content[0]:
        band = Band("designer", DESIGNER_INK, "pen-nib")
        return CardFace(title=card, top=band, lines=(size, " · ".join(content[1:])))
    band = Band("game", GAME_INK, "dice-five")
    return CardFace(title=card, top=band, lines=(f"by {content[0]}, {YEARS[card]}", size))
