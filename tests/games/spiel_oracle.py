"""The value of a game of Spiel des Jahres once more, straight from the sheet's sentences and in another way.

It knows symbols as words and nothing of the program: tests compare the two.
"""

from itertools import permutations


def value_k(ideas, company, month, designers):
    """Thousands of euros a month. `ideas` are (top, bottom) words, bottommost first; no lower limit."""
    seen = "".join(f"<{top}>" for top, _ in ideas) + f"<{ideas[-1][1]}>"
    total = 0
    for first, second in (company, month, *designers):
        if f"<{first}>" in seen:
            total += 10
        if f"<{second}>" in seen:
            total += 10
    for _ in ideas:
        total -= 10
    for symbol in ("role", "puzzle", "family", "resource", "cards", "combat"):
        matching = seen.count(f"<{symbol}>")
        if matching == 4:
            total += 50
        elif matching == 3:
            total += 30
        elif matching == 2:
            total += 10
    return total


def every_order(ideas):
    """Every game of two or three of these ideas."""
    for count in (2, 3):
        yield from permutations(ideas, count)
