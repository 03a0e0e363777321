"""The places of the face-down display by name: a1..f6 are the cells of the table, R1..R9 lie on its rim (A-40)."""

from __future__ import annotations

SIDE = 6
ON_CELLS = SIDE * SIDE
RIM = "R"


def place_name(place: int) -> str:
    if place >= ON_CELLS:
        return f"{RIM}{place - ON_CELLS + 1}"
    return "abcdef"[place // SIDE] + str(place % SIDE + 1)


def place_of(text: str) -> int | None:
    """Inverse of place_name in whatever case, for up to nine places on the rim; None if it names none."""
    text = text.strip().lower()
    if len(text) != 2 or not text[1].isdecimal():
        return None
    number = int(text[1])
    if text[0] == RIM.lower() and number >= 1:
        return ON_CELLS + number - 1
    if text[0] in "abcdef" and 1 <= number <= SIDE:
        return "abcdef".index(text[0]) * SIDE + number - 1
    return None
