"""The forms of worked cases of Punto; tests/golden/README.md lists them.

What a case gives under the name of an option (`frame`), or under `options`, is played with. Its own colours
may be any: they are renamed to those our seats have, and back. So may its coordinates in the floating frame.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from glowtable.games.punto.cards import CARD_KINDS, COLOURS, bag_of
from glowtable.games.punto.lines import ROWS, TABLE_SIDE, cell_text
from glowtable.games.punto.options import OPTIONS
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.score import compare, rows_of, trophies
from glowtable.games.punto.stacks import Mixed, Stacks, stack_size
from glowtable.games.punto.state import Round, State
from glowtable.kit.bit_sets import mask_of

from tests.games.golden import Case, Form, Forms, Found, Some, chosen_options
from tests.games.punto_positions import begin, begun, card, lay, legal_cells, position, stacks, turned

# -- what a case gives, in the words of the engine: the match, its options, colours and coordinates

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


# -- setup


def _setup(given: Case, asked: Case) -> Found:
    options = chosen_options(given, OPTIONS)
    begun_of = {name: begun(**{**match, **options}) for name, match in MATCHES.items()}
    return {
        **{name: lambda state=state: stacks(state) for name, state in begun_of.items()},
        "line": lambda: Some({name: state.terms.need for name, state in begun_of.items()}),
    }


# -- a card turned up, a card laid


def _card(given: Case, asked: Case) -> Found:
    state = turned(_position(given, {colour: colour for colour in COLOURS}), asked["card"])
    cells = legal_cells(state) if state.phase == "place" else []
    return {"legal": lambda: cells, "legal_xy": lambda: [case_cell(cell, given) for cell in cells]}


def _place(given: Case, asked: Case) -> Found:
    cell, kind = asked["place"]
    rename = renaming(given, kind[0])
    back = {new: old for old, new in rename.items()}
    text = f"{renamed(kind, rename)}@{engine_cell(cell, *offset(given))}"

    def after(options: Case) -> State:
        return lay(_position({**given, **options}, rename), text)

    def lines(state: State) -> list[list[str]]:
        done = state.rounds[-1].lines if state.rounds and state.rounds[-1].end == "line" else ()
        return [[case_cell(state.terms.cell_label(each), given) for each in line] for line in done]

    facts: dict[str, Callable[[State], Any]] = {
        "line": lambda state: next(iter(lines(state)), None),
        "lines": lines,
        "trophy": lambda state: _trophy(_trophies(state, back)),
        "trophy_choices": lambda state: _trophies(state, back),
        "round_winner": lambda state: _winner(state, back),
    }
    return {
        name + suffix: lambda fact=fact, options=options: fact(after(options))
        for name, fact in facts.items()
        for suffix, options in VARIANTS.items()
    }


def _trophies(state: State, back: Mapping[str, str]) -> list[str]:
    """The kinds to choose the trophy from, or the one that was taken at once."""
    shown = dict(state.laid)
    cells = [int(action.args[0]) for action in rules.legal(state, state.seat) if action.kind == "trophy"]
    kinds = [CARD_KINDS[shown[cell]] for cell in cells] or [done.trophy[:2] for done in state.rounds if done.trophy]
    return [renamed(kind, back) for kind in kinds]


def _trophy(choices: list[str]) -> str | None:
    """The kind of the trophy; equal cards are as good as each other, of different ones none is taken yet."""
    return choices[0] if len(set(choices)) == 1 else None


def _winner(state: State, back: Mapping[str, str]) -> str | None:
    """The colours of the winner."""
    winner = state.rounds[-1].winner if state.rounds else -1
    if winner < 0:
        return None
    return "".join(sorted(back[COLOURS[colour]] for colour in state.terms.colours[winner]))


def _position(given: Case, rename: Mapping[str, str]) -> State:
    seats, options = match_of(given)
    return position({cell: renamed(pile, rename) for cell, pile in board_of(given).items()}, seats, **options)


# -- a round without a line


def _stalemate(given: Case, asked: Case) -> Found:
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


def _next_round(given: Case, asked: Case) -> Found:
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
    held = [stack_size(state.stacks, seat) for seat in partners]
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


FORMS: Forms = {
    "setup": Form(_setup),
    "card": Form(_card, "board board_xy players n own neutral"),
    "place": Form(_place, "board board_xy players n own neutral"),
    "stalemate": Form(_stalemate, "board board_xy players n sides"),
    "next round": Form(
        _next_round, "players n winner stuck team_cards trophies winner_seat neutral_played unplayed starter"
    ),
}


def same(name: str, found: Any, expected: Any) -> bool:
    """Cells and lines in any order; of cards to choose from only the kinds; a winner by any of its colours."""
    if name.startswith("round_winner") and found and expected:
        return set(expected) <= set(found)
    return bool(_sorted(name, found) == _sorted(name, expected))


def _sorted(name: str, value: Any) -> Any:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return value
    if name.startswith("trophy_choices"):
        return sorted(set(value))
    if name.startswith(("legal", "line")):
        return sorted(sorted(each) if isinstance(each, Sequence) else each for each in value)
    return value
