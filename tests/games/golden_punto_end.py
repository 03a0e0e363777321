"""Worked cases of Punto after the last card of a round: who wins without a line, and how the next round begins."""

from collections.abc import Callable, Sequence
from typing import Any

from glowtable.games.punto.cards import CARD_KINDS, COLOURS, bag_of
from glowtable.games.punto.lines import TABLE_SIDE, cell_text
from glowtable.games.punto.score import compare, rows_of, trophies
from glowtable.games.punto.stacks import Mixed, Stacks, size
from glowtable.games.punto.state import Round, State
from glowtable.kit.bit_sets import mask_of

from tests.games.golden import Case, Found
from tests.games.golden_punto_given import VARIANTS, board_of, match_of
from tests.games.punto_positions import begin, begun, card, lay, position, stacks

# -- a round without a line


def stalemate(given: Case, asked: Case) -> Found:
    seats, options = match_of(given)
    state = position(board_of(given), seats, **options)
    lattice, need = state.terms.lattice, given.get("n", state.terms.need)
    tops = {cell: CARD_KINDS[top] for cell, top in dict(state.laid).items()}
    values = {cell: int(kind[1]) for cell, kind in tops.items()}
    names = list(given["sides"])
    own = [
        [mask_of(cell for cell, kind in tops.items() if kind[0] == colour) for colour in given["sides"][name]]
        for name in names
    ]

    def decided(more: Case) -> tuple[str | None, list[str]]:
        """Winner and trophies to choose from."""
        chosen = {**state.terms.options, **more}
        winner, steps = compare(own, values, lattice.side, need, chosen["tie_points"], chosen["no_rows"])
        if winner is None:
            return None, []
        rows = rows_of(own[winner], lattice.side, steps[-1].length)
        return names[winner], [tops[cell] for cell in trophies(rows, values, None, "choose")]

    def rows() -> dict[str, list[int]]:
        _, (step, *_) = compare(own, values, lattice.side, need, "sum", "draw")
        counted = zip(names, step.rows, step.points, strict=True)
        return {name: [count, points] for name, count, points in counted}

    found: dict[str, Callable[[], Any]] = {"rows": rows}
    for suffix, more in VARIANTS.items():
        found["winner" + suffix] = lambda more=more: decided(more)[0]
        found["trophy_choices" + suffix] = lambda more=more: decided(more)[1]
    return found


# -- the next round

LINE = ("b1", "b2", "b3", "b4", "b5")


def next_round(given: Case, asked: Case) -> Found:
    if "neutral_played" in given:
        return _neutrals(given)
    return _team(given) if "team_cards" in given else _after(given)


def _won(seats: int, winner: int, rounds: Sequence[Any] = (), **options: Any) -> State:
    """A round won by this seat with a line, its trophy taken."""
    terms = begun(seats, **options).terms
    colour = COLOURS[terms.colours[terms.side_of[winner]][0]]
    cells = LINE[: terms.need]
    board = {cell: f"{colour}{value}" for value, cell in enumerate(cells[:-1], 1)}
    return lay(position(board, seats, turn=winner, rounds=rounds, **options), f"{colour}9@{cells[-1]}")


def _stuck(seats: int, winner: int | None, stuck: int, **options: Any) -> State:
    """A round that ended because this seat's stack is empty: won by rows with its trophy taken, or a draw."""
    terms = begun(seats, **options).terms
    before: dict[str, Any] = {"turn": (stuck - 1) % seats, "empty": [stuck], **options}
    if winner is None:
        return lay(position({}, seats, **before), f"{COLOURS[0]}1@c3")
    colours = [COLOURS[colour] for colour in terms.colours[terms.side_of[winner]]]
    other = next(each for each in COLOURS if each not in colours)
    board = {cell: f"{colours[0]}{value}" for value, cell in enumerate(LINE[: terms.need - 1], 1)}
    return lay(position(board, seats, **before), f"{other}1@c1")


def _after(given: Case) -> Found:
    seats, options = match_of(given)
    winner = given.get("winner")

    def after(more: Case) -> State:
        if "stuck" in given:
            return _stuck(seats, winner, given["stuck"], **{**options, **more})
        return _won(seats, winner, **{**options, **more})

    def held(more: Case) -> list[int]:
        """Neutral cards are all still where they were dealt."""
        state = after(more)
        return stacks(begin(state._replace(stacks=state.terms.dealt)))

    found: dict[str, Callable[[], Any]] = {}
    for suffix, more in VARIANTS.items():
        found["starter" + suffix] = lambda more=more: after(more).seat
        found["stacks" + suffix] = lambda more=more: held(more)
    return found


def _team(given: Case) -> Found:
    """`team_cards` are those of the team before it took `trophies`; the latest of them this seat took with a line."""
    winner = given["winner_seat"]
    terms = begun(4, teams="yes").terms
    side = terms.side_of[winner]
    earlier = 36 - given["team_cards"] + given["trophies"] - 1
    assert 0 <= earlier <= 3, "a match has at most five rounds won"
    colour = COLOURS[terms.colours[side][1]]
    rounds = [Round("line", winner, side, winner, trophy=f"{colour}{value}a") for value in range(9, 9 - earlier, -1)]
    state = begin(_won(4, winner, rounds, teams="yes", rounds_to_win=5))
    partners = terms.sides[side]
    held = [size(state.stacks, seat) for seat in partners]
    return {f"stacks_seat_{partners[0]}_{partners[1]}": lambda: held, "stacks": lambda: stacks(state)}


def _neutrals(given: Case) -> Found:
    """A round of three whose last card leaves so many neutrals played, so many in each stack."""
    played, unplayed, starter = given["neutral_played"], given["unplayed"], given["starter"]
    cells = [cell_text(cell, TABLE_SIDE) for cell in range(18, 36)]
    laid = {cell: f"Y{at // 2 + 1}{'ab'[at % 2]}" for at, cell in zip(range(played), cells, strict=False)}
    options = match_of(given)[1]

    def after(**more: Any) -> State:
        winner = (starter - 1) % 3
        colour = COLOURS[winner]
        line = {cell: f"{colour}{value}" for value, cell in enumerate(LINE[:3], 1)}
        state = position({**line, **laid}, seats=3, turn=winner, **{**options, **more})
        rest = bag_of((3,)) & ~sum(1 << card(name) for name in laid.values())
        known = Stacks(tuple(bag_of((each,)) for each in range(3)), (Mixed(rest, tuple(unplayed)),))
        return begin(lay(state._replace(stacks=known), f"{colour}4@{LINE[3]}"))

    def held(state: State) -> list[int]:
        return [sum(mixed.held[seat] for mixed in state.stacks.mixed) for seat in range(3)]

    def dealt(state: State) -> list[int]:
        return [now - before for now, before in zip(held(state), unplayed, strict=True)]

    found: dict[str, Callable[[], Any]] = {
        "dealt_each": lambda: min(dealt(after(neutral_rest="remove"))),
        "out_of_game": lambda: played - sum(dealt(after())),
        "neutral_in_stacks": lambda: held(after()),
        "starter": lambda: after().seat,
    }
    for rest in ("remove", "deal"):
        found[f"with_neutral_rest_{rest}"] = lambda rest=rest: held(after(neutral_rest=rest))
        found[f"neutral_in_stacks_{rest}"] = found[f"with_neutral_rest_{rest}"]
    return found
