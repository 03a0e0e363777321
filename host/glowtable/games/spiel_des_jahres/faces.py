"""What is on the cards of Spiel des Jahres: ideas, a symbol above and below their titles; designers' contracts."""

from __future__ import annotations

from glowtable.game import Band, CardFace, Symbol

from .cards import CATALOGUE, IDEAS, NUMBER, PAIRS, SYMBOLS, TITLES

INKS = (0xCC79A7, 0x0072B2, 0x009E73, 0xE69F00, 0x56B4E9, 0xD55E00)
ICONS = ("mask-happy", "puzzle-piece", "users-three", "package", "cards-three", "sword")
BANDS = tuple(
    Band(CATALOGUE["symbols"][symbol], ink, icon) for symbol, ink, icon in zip(SYMBOLS, INKS, ICONS, strict=True)
)
CONTRACT = Band("designer contract", 0xFFFFFF, "pen-nib")
WAGES = {contract["name"]: contract["wage"] for contract in CATALOGUE["contract"]}


def card_face(card: str) -> CardFace:
    number = NUMBER[card] if card in NUMBER else TITLES.index(card)
    top, bottom = (BANDS[symbol] for symbol in PAIRS[number])
    if number < IDEAS:
        return CardFace(title=TITLES[number], top=top, bottom=bottom)
    knows = tuple(Symbol(band.icon, band.ink, band.word) for band in (top, bottom))
    lines = (f"knows: {top.word}, {bottom.word}", f"wage: €{WAGES[card]:,}")
    return CardFace(title=card, top=CONTRACT, lines=lines, symbols=knows)
