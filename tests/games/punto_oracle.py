"""The rules of Punto a second time, slowly and from the sheet alone: dicts of (row, column), no bit sets.

Nothing is shared with the engine, so that a mistake is unlikely to be made twice.
"""

from collections.abc import Mapping
from typing import NamedTuple

Place = tuple[int, int]
Board = Mapping[Place, str]  # the top card of each occupied place, `R5`
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Verdict(NamedTuple):
    winner: int | None
    tallies: list[list[tuple[int, int, int]]]  # per comparison: (side, rows, points) of those still tied


def legal(board: Board, card: str, frame: str, first: set[Place]) -> set[Place]:
    """Where a card may be laid (P-10, P-13, P-14, P-16)."""
    if not board:
        return first
    covers = {place for place, top in board.items() if int(card[1]) > int(top[1])}
    around = {(row + d, col + r) for row, col in board for d in (-1, 0, 1) for r in (-1, 0, 1)}
    return covers | {place for place in around - set(board) if fits({*board, place}, frame)}


def fits(places: set[Place], frame: str) -> bool:
    rows, cols = [row for row, _ in places], [col for _, col in places]
    if frame == "fixed":
        return min(rows + cols) >= 0 and max(rows + cols) <= 5
    return max(rows) - min(rows) < 6 and max(cols) - min(cols) < 6


def maximal_runs(board: Board, colour: str) -> list[list[Place]]:
    """Every straight run of two or more cards of a colour that cannot be made longer."""
    mine = {place for place, top in board.items() if top[0] == colour}
    found = []
    for row, col in sorted(mine):
        for d, r in DIRECTIONS:
            if (row - d, col - r) in mine:
                continue
            run = [(row, col)]
            while (run[-1][0] + d, run[-1][1] + r) in mine:
                run.append((run[-1][0] + d, run[-1][1] + r))
            if len(run) > 1:
                found.append(run)
    return found


def lines(board: Board, place: Place, need: int) -> list[list[Place]]:
    """The lines that the card on a place is part of (P-18, P-21)."""
    return [run for run in maximal_runs(board, board[place][0]) if len(run) >= need and place in run]


def stalemate(board: Board, sides: list[str], need: int, tie_points: str, no_rows: str) -> Verdict:
    """Who wins when nobody could complete a line (P-26 to P-28)."""
    tied, tallies = list(range(len(sides))), []
    for length in range(need - 1, 1, -1):
        tally = []
        for side in tied:
            rows = [run for colour in sides[side] for run in maximal_runs(board, colour) if len(run) == length]
            points = [sum(int(board[place][1]) for place in run) for run in rows]
            worth = sum(points) if tie_points == "sum" else min(points, default=0)
            tally.append((side, len(rows), worth))
        tallies.append(tally)
        most = max(rows for _, rows, _ in tally)
        fewest = min(points for _, rows, points in tally if rows == most)
        tied = [side for side, rows, points in tally if (rows, points) == (most, fewest)]
        if len(tied) == 1:
            return Verdict(tied[0], tallies)
        if no_rows == "draw":
            break
    return Verdict(None, tallies)
