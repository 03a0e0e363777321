"""The cards of Spiel des Jahres: ideas, a symbol above and below their titles, and designers' contracts."""

from __future__ import annotations

from glowtable.games.spiel_des_jahres.cards import CATALOGUE, IDEAS, NUMBER, PAIRS, SYMBOLS, TITLES

from hardware.cards.prints import BLUE, GREEN, ORANGE, PURPLE, RED, SKY, WHITE, Band, Print

INKS = (PURPLE, BLUE, GREEN, ORANGE, SKY, RED)
BANDS = tuple(Band(CATALOGUE["symbols"][symbol], ink) for symbol, ink in zip(SYMBOLS, INKS, strict=True))
CONTRACT = Band("designer contract", WHITE)
WAGES = {contract["name"]: contract["wage"] for contract in CATALOGUE["contract"]}


def printed(card: str) -> Print:
    number = NUMBER[card]
    top, bottom = (BANDS[symbol] for symbol in PAIRS[number])
    if number < IDEAS:
        return Print(title=TITLES[number], top=top, bottom=bottom)
    return Print(title=card, top=CONTRACT, lines=(f"knows: {top.word}, {bottom.word}", f"wage: €{WAGES[card]:,}"))
