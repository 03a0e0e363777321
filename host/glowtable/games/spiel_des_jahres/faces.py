"""What is on the cards of Spiel des Jahres: ideas, a symbol above and below their titles; designers' contracts."""

from __future__ import annotations

from glowtable.game import Band, CardFace, Symbol
from glowtable.messages import say

from .cards import CATALOGUE, IDEAS, NUMBER, PAIRS, SYMBOLS, TITLES

INKS = (0x883A66, 0x0B5A93, 0xB3481A, 0xEDB52B, 0x00684B, 0x3A404C)
ICONS = ("mask-happy", "puzzle-piece", "users-three", "package", "cards-three", "sword")
BANDS = tuple(
    Band(CATALOGUE["symbols"][symbol], ink, icon) for symbol, ink, icon in zip(SYMBOLS, INKS, ICONS, strict=True)
)
CONTRACT, DARK = "designer contract", 0x241E2D
DESIGNER = Symbol("pawn", 0xE9D9AE, "")
IDEA_RULE, CONTRACT_RULE = "S-12", "S-22"
WAGES = {contract["name"]: contract["wage"] for contract in CATALOGUE["contract"]}

# What stands on cards beside their names, for those who print them in another language
PRINTED_WORDS = (say("designer contract"), say("wage: €{n}"))


def card_face(card: str) -> CardFace:
    number = NUMBER[card] if card in NUMBER else TITLES.index(card)
    top, bottom = (BANDS[symbol] for symbol in PAIRS[number])
    if number < IDEAS:
        return CardFace(title=TITLES[number], top=top, bottom=bottom, rule=IDEA_RULE)
    knows = tuple(Symbol(band.icon, band.ink, band.word, "tile") for band in (top, bottom))
    lines = (f"{top.word}, {bottom.word}", f"wage: €{WAGES[card]:,}")
    return CardFace(
        title=card, top=Band(CONTRACT, DARK), lines=lines, ground=DARK, scene="frame", picture=DESIGNER, signs=knows,
        rule=CONTRACT_RULE,
    )  # fmt: skip
