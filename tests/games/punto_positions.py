"""Positions of Punto for tests, written as people would: `position({"c3": "R4 G8"})`, `lay(state, "B9@c3")`.

Every seat's stack may hold every card that is not on the board, so that a test can turn up what it needs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from glowtable.game import CHANCE, Action, Arg, Game, full_options
from glowtable.games import find
from glowtable.games.punto.board import lay_card
from glowtable.games.punto.cards import DECK, NAMES, NO_CARD
from glowtable.games.punto.lines import cell_named
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.stacks import Stacks, stack_size
from glowtable.games.punto.state import Phase, PuntoParameters, Round, State

GAME: Game = find("punto")
# For `stuck`, whose last card is yellow
ROW = {"a1": "R1", "a2": "R2", "a3": "R6"}  # a row of three, 9 points
APART = {"b4": "B1", "c4": "Y1", "d4": "B2", "e4": "Y2"}  # joins two rows, itself no row


def begun(seats: int, starter: int = 0, **options: str | int) -> State:
    """A match just begun by this seat, with its true stacks."""
    state = rules.setup(seats, full_options(GAME, {**options, "first_player": "youngest"}))
    return rules.apply(state, Action(starter, "begin"))


def position(
    board: Mapping[str, str] | None = None,
    seats: int = 4,
    turn: int = 0,
    empty: Sequence[int] = (),
    rounds: Sequence[Round] = (),
    **options: str | int,
) -> State:
    """Piles on a board, `turn` to turn up a card; the stacks of the seats in `empty` are empty."""
    piles = [(cell, kind) for cell, pile in (board or {}).items() for kind in pile.split()]
    terms = PuntoParameters.of(seats, full_options(GAME, options))
    laid = tuple((_cell(terms, cell), card(_copy(kind, piles[:at]))) for at, (cell, kind) in enumerate(piles))
    rest = DECK.set_of(set(NAMES) - {NAMES[number] for _, number in laid})
    stacks = Stacks(tuple(0 if seat in empty else rest for seat in range(seats)), ())
    board = near = 0
    for cell, number in laid:
        board = lay_card(terms.lattice, board, cell, number)
        near |= terms.lattice.near[cell]
    return State(terms, Phase.TURN, turn, NO_CARD, 0, stacks, board, near, laid, tuple(rounds))


def _copy(kind: str, before: list[tuple[str, str]]) -> str:
    return kind if len(kind) > 2 else kind + "ab"[[each for _, each in before].count(kind) % 2]


def turned(state: State, kind: str) -> State:
    """The state after a card of this kind was turned up, a copy that is not on the board if there is one."""
    laid = {card for _, card in state.laid}
    copies = DECK.copies_of(kind)
    return rules.apply(state, Action(CHANCE, "turn", (next((each for each in copies if each not in laid), copies[0]),)))


def place(state: State, cell: str) -> Action:
    return Action(state.seat, "place", (number(state, cell),))


def number(state: State, cell: str) -> int:
    return _cell(state.terms, cell)


def _cell(terms: PuntoParameters, cell: str) -> int:
    found = cell_named(cell, terms.lattice.side)
    assert found is not None, cell
    return found


def lay(state: State, *texts: str) -> State:
    """Each of `R5@c3` turned up and laid by the seat whose turn it is; it must be legal."""
    for text in texts:
        kind, _, cell = text.partition("@")
        state = turned(state, kind)
        action = place(state, cell)
        assert rules.refuse(state, action) is None, text
        state = rules.apply(state, action)
    return state


def stuck(board: Mapping[str, str], seats: int = 4, **options: Any) -> State:
    """A position after its last card: the stack of seat 0, to play next, is empty."""
    state = position(board, seats, turn=seats - 1, empty=[0], **options)
    return lay(state, "Y9@b4" if "b4" in board else "Y9@b2")


def past(winner: int, end: str = "line", number: int = 0) -> Round:
    """A round that ended so, of a match of players without teams; `number` says which of the winner's cards left."""
    trophy = NAMES[18 * winner + number] if winner >= 0 else ""
    return Round(end, 0, winner, winner, ((0, 1, 2, 3),), (), "", trophy)


def begin(state: State) -> State:
    """The next round, or a match whose youngest player is the seat it stands at."""
    return rules.apply(state, Action(state.seat, "begin"))


def stacks(state: State) -> list[int]:
    """How many cards lie face down before each seat."""
    return [stack_size(state.stacks, seat) for seat in range(state.terms.seats)]


def legal_cells(state: State) -> list[str]:
    """Where the seat whose turn it is may act, by name."""
    cells: list[Arg] = [action.args[0] for action in rules.legal(state, state.seat)]
    return sorted(state.terms.cell_label(int(cell)) for cell in cells)


def refused(state: State, action: Action) -> tuple[str, str]:
    """Reason and rule of a refusal."""
    refusal = rules.refuse(state, action)
    assert refusal is not None, f"{action} is legal"
    return refusal.reason, refusal.rule


def card(name: str) -> int:
    return DECK.number[name]
