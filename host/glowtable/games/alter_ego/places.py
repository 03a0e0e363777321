"""Where things lie on the table: arch villains and the supply in row a, henchmen below, the city's tokens in row f.

Henchmen that find no place in rows b to e lie on the pools. There are never more than 27: of those in play nine may
have come without hostages, all others have one of at most 17 tokens, and the match ends with the first that gets none.
Source: rules, section 8
"""

from __future__ import annotations

SIDE = 6
OFFERS = 3  # the cell of the first card offered, a4; arch villains lie on a1 to a3
HENCHMEN = 6  # the cell of the first place for henchmen, b1
POOLS = 30  # f1 to f3: kin, colleagues, neighbours
DECK, TEAMWORK, LAMP = 33, 34, 35


def cell_name(cell: int) -> str:
    return "abcdef"[cell // SIDE] + str(cell % SIDE + 1)


def henchman_cell(place: int) -> int:
    return HENCHMEN + place
