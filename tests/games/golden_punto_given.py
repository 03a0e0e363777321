"""What a worked case of Punto gives, in the words of the engine: the match, its options, colours and coordinates."""

from collections.abc import Mapping
from typing import Any

from glowtable.games.punto.cards import COLOURS
from glowtable.games.punto.lines import ROWS
from glowtable.games.punto.options import OPTIONS

from tests.games.golden import Case, chosen_options
from tests.games.punto_positions import begun

MATCHES: dict[str, dict[str, Any]] = {
    "2p": {"seats": 2},
    "3p": {"seats": 3},
    "4p": {"seats": 4},
    "team": {"seats": 4, "teams": "yes"},
}
# `winner_step_down` is what `winner` is under no_rows=step_down
VARIANTS: dict[str, dict[str, Any]] = {
    "": {},
    **{f"_{choice}": {option.name: choice} for option in OPTIONS for choice in option.choices},
}


def match_of(given: Case) -> tuple[int, dict[str, Any]]:
    """Seats and options; where only the length of a line is given, the match that has it."""
    options = chosen_options(given, OPTIONS)
    if "board_xy" in given:
        options = {"frame": "floating", **options}
    seats = given.get("players", 3 if "neutral" in given else 2 if given.get("n") == 5 else 4)
    if seats == "team" or (seats == 4 and given.get("n") == 5):
        return 4, {**options, "teams": "yes"}
    return seats, options


def board_of(given: Case) -> dict[str, str]:
    """The piles by cell; in the floating frame first row and column are moved to the origin."""
    down, right = offset(given)
    board = given.get("board_xy") or given.get("board", {})
    return {engine_cell(cell, down, right): pile for cell, pile in board.items()}


def offset(given: Case) -> tuple[int, int]:
    """First row and column of the cards in the floating frame."""
    places = [tuple(map(int, cell.split(","))) for cell in given.get("board_xy", {})]
    return (min(row for row, _ in places), min(col for _, col in places)) if places else (0, 0)


FIRST_ROW, FIRST_COLUMN = ROWS.index("f"), 6  # where the engine calls the origin f6


def engine_cell(cell: str, down: int = 0, right: int = 0) -> str:
    """A cell of a case as the engine calls it, once the case's first row and column are at its origin."""
    if "," not in cell:
        return cell
    row, col = map(int, cell.split(","))
    return f"{ROWS[FIRST_ROW + row - down]}{FIRST_COLUMN + col - right}"


def case_cell(cell: str, given: Case) -> str:
    """Inverse of engine_cell: as the case calls it."""
    if "board_xy" not in given:
        return cell
    down, right = offset(given)
    return f"{ROWS.index(cell[0]) - FIRST_ROW + down},{int(cell[1:]) - FIRST_COLUMN + right}"


def renaming(given: Case, laid: str) -> dict[str, str]:
    """The case's colours -> ours, so that seat 0 has the case's own ones: if it names none, that of the card laid."""
    seats, options = match_of(given)
    sides = ["".join(COLOURS[colour] for colour in mine) for mine in begun(seats, **options).terms.colours]
    neutral = list(given.get("neutral", ""))
    own = list(given.get("own") or next((side for side in sides if laid in side and laid not in neutral), sides[0]))
    assert len(own) == len(sides[0]), f"a player of {seats} has {len(sides[0])} colours, got {own}"
    others = [colour for colour in COLOURS if colour not in own + neutral]
    ours = [*sides[0], *(colour for colour in COLOURS if colour not in sides[0])]
    return dict(zip(own + others + neutral, ours, strict=True))


def renamed(kinds: str, rename: Mapping[str, str]) -> str:
    return " ".join(rename[kind[0]] + kind[1:] for kind in kinds.split())
