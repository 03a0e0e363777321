"""How worked cases of Punto are checked: a function per form. A case that has no form here is an error.

What a case gives under the name of an option (`frame`), or under `options`, is played with. Its own colours
may be any: they are renamed to those our seats have, and back. So may its coordinates in the floating frame.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from glowtable.game import Action
from glowtable.games.punto import rules
from glowtable.games.punto.cards import COLOURS, KINDS, colour_bag
from glowtable.games.punto.lines import TABLE_SIDE, cell_named, cell_text
from glowtable.games.punto.masks import mask_of
from glowtable.games.punto.options import OPTIONS
from glowtable.games.punto.score import compare, rows_of, trophies
from glowtable.games.punto.stacks import Mixed, Stacks, size
from glowtable.games.punto.state import State

from tests.games.punto_positions import begun, lay, legal_cells, position, turned

Case = Mapping[str, Any]
MATCHES: dict[str, dict[str, Any]] = {
    "2p": {"seats": 2},
    "3p": {"seats": 3},
    "4p": {"seats": 4},
    "team": {"seats": 4, "teams": "yes"},
}


def check(case: Case) -> None:
    """Play a case and compare; AssertionError tells what differs, ValueError that its form is unknown."""
    action = case["action"]
    form = next(iter(action)) if isinstance(action, dict) else action
    if form not in FORMS:
        raise ValueError(f"case {case['id']}: action must be one of {', '.join(FORMS)}, got {form!r}")
    found = FORMS[form](case["given"], action, case["expect"])
    missing = [name for name in case["expect"] if name not in found]
    if missing or not found:
        raise ValueError(f"case {case['id']}: nothing here finds {', '.join(missing)}")
    for name, value in case["expect"].items():
        assert found[name]() == _sorted(name, value), f"{case['id']}: {name}"


# -- setup


def _setup(given: Case, action: Any, expect: Case) -> dict[str, Callable[[], Any]]:
    found: dict[str, Callable[[], Any]] = {
        name: lambda match=match: _sizes(begun(**match)) for name, match in MATCHES.items()
    }
    found["line"] = lambda: {name: begun(**MATCHES[name]).terms.need for name in expect["line"]}
    return found


def _sizes(state: State) -> list[int]:
    return [size(state.stacks, seat) for seat in range(state.terms.seats)]


# -- a card turned up, a card laid


def _card(given: Case, action: Case, expect: Case) -> dict[str, Callable[[], Any]]:
    state = turned(_position(given, SAME), action["card"])
    cells = legal_cells(state) if state.phase == "place" else []
    down, right = _offset(given)
    return {
        "legal": lambda: cells,
        "legal_xy": lambda: sorted(_moved(cell, down, right) for cell in cells),
    }


def _place(given: Case, action: Case, expect: Case) -> dict[str, Callable[[], Any]]:
    cell, kind = action["place"]
    rename = _renaming(given)
    back = {new: old for old, new in rename.items()}
    down, right = _offset(given)
    text = f"{_renamed(kind, rename)}@{_moved(cell, -down, -right)}"
    state = lay(_position(given, rename), text)
    highest = lay(_position({**given, "multi_line": "highest_of_all"}, rename), text)

    def lines() -> list[list[str]]:
        done = state.rounds[-1].lines if state.rounds and state.rounds[-1].end == "line" else ()
        return sorted(sorted(_moved(state.terms.name(each), down, right) for each in line) for line in done)

    def choices() -> list[str]:
        shown = dict(state.laid)
        cells = [int(action.args[0]) for action in rules.legal(state, state.seat) if action.kind == "trophy"]
        return sorted(_renamed(KINDS[shown[each]], back) for each in cells)

    return {
        "line": lambda: lines()[0] if lines() else None,
        "lines": lines,
        "trophy": lambda: _renamed(state.rounds[-1].trophy[:2], back),
        "trophy_choices": choices,
        "trophy_highest_of_all": lambda: _renamed(highest.rounds[-1].trophy[:2], back),
        "round_winner": lambda: _winner(state, back, expect["round_winner"]),
    }


def _winner(state: State, back: Mapping[str, str], expected: str | None) -> str | None:
    """The colours of the winner; as the case calls it if it names some of them only."""
    winner = state.rounds[-1].winner if state.rounds else -1
    if winner < 0:
        return None
    colours = "".join(sorted(back[COLOURS[colour]] for colour in state.terms.colours[winner]))
    return expected if expected and set(expected) <= set(colours) else colours


def _position(given: Case, rename: Mapping[str, str]) -> State:
    board = given.get("board_xy") or given.get("board", {})
    seats, options = _match(given)
    down, right = _offset(given)
    moved = {_moved(cell, -down, -right): _renamed(pile, rename) for cell, pile in board.items()}
    return position(moved, seats, **options)


def _offset(given: Case) -> tuple[int, int]:
    """First row and column of the cards in the floating frame: ours are laid from the origin on."""
    places = [tuple(map(int, cell.split(","))) for cell in given.get("board_xy", {})]
    return (min(row for row, _ in places), min(col for _, col in places)) if places else (0, 0)


def _moved(cell: str, down: int, right: int) -> str:
    if "," not in cell:
        return cell
    row, col = map(int, cell.split(","))
    return f"{row + down},{col + right}"


def _match(given: Case) -> tuple[int, dict[str, Any]]:
    """Seats and options; where only the length of a line is given, the match that has it."""
    options = {**{name: given[name] for name in OPTION_NAMES if name in given}, **given.get("options", {})}
    seats = given.get("players", 2 if given.get("n") == 5 else 4)
    if seats == "team" or (seats == 4 and given.get("n") == 5):
        return 4, {**options, "teams": "yes"}
    return seats, options


OPTION_NAMES = [option.name for option in OPTIONS]
SAME = {colour: colour for colour in COLOURS}


def _renaming(given: Case) -> dict[str, str]:
    """The case's colours -> ours, so that seat 0 has the case's own ones."""
    seats, options = _match(given)
    ours = [COLOURS[colour] for colour in begun(seats, **options).terms.colours[0]]
    own = list(given.get("own", ours))
    assert len(own) == len(ours), f"a player of {seats} has {len(ours)} colours, got {own}"
    neutral = list(given.get("neutral", ""))
    others = [colour for colour in COLOURS if colour not in own + neutral]
    return dict(zip(own + others + neutral, ours + [c for c in COLOURS if c not in ours], strict=True))


def _renamed(kinds: str, rename: Mapping[str, str]) -> str:
    return " ".join(rename[kind[0]] + kind[1:] for kind in kinds.split())


# -- the end of a round without a line


def _stalemate(given: Case, action: Any, expect: Case) -> dict[str, Callable[[], Any]]:
    tops = {cell_named(cell, TABLE_SIDE): pile.split()[-1] for cell, pile in given["board"].items()}
    values = {cell: int(kind[1]) for cell, kind in tops.items()}
    names = list(given["sides"])
    own = [
        [mask_of(cell for cell, kind in tops.items() if kind[0] == colour) for colour in given["sides"][name]]
        for name in names
    ]

    def decided(**options: str) -> tuple[str | None, list[str]]:
        """Winner and trophies to choose from."""
        chosen = {"tie_points": "sum", "no_rows": "draw", **_match(given)[1], **options}
        winner, steps = compare(own, values, TABLE_SIDE, given["n"], chosen["tie_points"], chosen["no_rows"])
        if winner is None:
            return None, []
        rows = rows_of(own[winner], TABLE_SIDE, steps[-1].length)
        return names[winner], sorted(tops[cell] for cell in trophies(rows, values, None, "choose"))

    def rows() -> dict[str, list[int]]:
        _, (step, *_) = compare(own, values, TABLE_SIDE, given["n"], "sum", "draw")
        counted = zip(names, step.rows, step.points, strict=True)
        return {name: [count, points] for name, count, points in counted}

    variants = {
        "": {},
        "_step_down": {"no_rows": "step_down"},
        "_lowest_single_row": {"tie_points": "lowest_single_row"},
    }
    found: dict[str, Callable[[], Any]] = {"rows": rows}
    for suffix, options in variants.items():
        found["winner" + suffix] = lambda options=options: decided(**options)[0]
        found["trophy_choices" + suffix] = lambda options=options: decided(**options)[1]
    return found


# -- the next round


def _next_round(given: Case, action: Any, expect: Case) -> dict[str, Callable[[], Any]]:
    if "neutral_played" in given:
        return _neutrals(given)
    if "team_cards" in given:
        return _team(given)
    return _after_win(given)


LINE = ("b1", "b2", "b3", "b4", "b5")


def _won(seats: int, winner: int, **options: Any) -> State:
    """A round won by this seat with a line, its trophy taken."""
    state = position(seats=seats, turn=winner, **options)
    colour = COLOURS[state.terms.colours[state.terms.side_of[winner]][0]]
    cells = LINE[: state.terms.need]
    board = {cell: f"{colour}{value}" for value, cell in enumerate(cells[:-1], 1)}
    return lay(position(board, seats, turn=winner, **options), f"{colour}9@{cells[-1]}")


def _stuck(seats: int, winner: int, stuck: int, **options: Any) -> State:
    """A round won by rows when a seat's stack is empty; its trophy taken."""
    state = position(seats=seats, turn=(stuck - 1) % seats, empty=[stuck], **options)
    colour = COLOURS[state.terms.colours[state.terms.side_of[winner]][0]]
    other = next(each for each in COLOURS if each != colour)
    board = {cell: f"{colour}{value}" for value, cell in enumerate(LINE[: state.terms.need - 1], 1)}
    ended = position(board, seats, turn=(stuck - 1) % seats, empty=[stuck], **options)
    return lay(ended, f"{other}1@c1")


def _begin(state: State) -> State:
    return rules.apply(state, Action(state.seat, "begin"))


def _after_win(given: Case) -> dict[str, Callable[[], Any]]:
    seats, options = _match(given)
    if "stuck" not in given:
        state = _won(seats, given["winner"], **options)
        return {"starter": lambda: state.seat, "stacks": lambda: _sizes(_begin(state))}

    def starter(**more: str) -> int:
        return _stuck(seats, given["winner"], given["stuck"], **{**options, **more}).seat

    state = _stuck(seats, given["winner"], given["stuck"], **options)
    return {
        "starter": starter,
        "starter_winner_left": lambda: starter(next_start="winner_left"),
        "starter_ender_left": lambda: starter(next_start="ender_left"),
        "stacks": lambda: _sizes(_begin(state)),
    }


def _team(given: Case) -> dict[str, Callable[[], Any]]:
    """The first trophy of a team of two colours; other numbers of cards cannot be after one."""
    assert (given["team_cards"], given["trophies"]) == (36, 1), "a team's 36 cards, one trophy taken"
    state = _begin(_won(4, given["winner_seat"], teams="yes"))
    partners = "_".join(str(seat) for seat in state.terms.sides[state.terms.side_of[given["winner_seat"]]])
    sizes = [size(state.stacks, int(seat)) for seat in partners.split("_")]
    return {f"stacks_seat_{partners}": lambda: sizes, "stacks": lambda: _sizes(state)}


def _neutrals(given: Case) -> dict[str, Callable[[], Any]]:
    """A round of three whose last card leaves so many neutrals played, so many in each stack."""
    played, unplayed, starter = given["neutral_played"], given["unplayed"], given["starter"]
    cells = [cell_text(cell, TABLE_SIDE) for cell in range(18, 36)]
    laid = {cell: f"Y{at // 2 + 1}{'ab'[at % 2]}" for at, cell in zip(range(played), cells, strict=False)}

    def neutrals(**options: str) -> State:
        winner = (starter - 1) % 3
        colour = COLOURS[winner]
        line = {cell: f"{colour}{value}" for value, cell in enumerate(LINE[:3], 1)}
        state = position({**line, **laid}, seats=3, turn=winner, **{**_match(given)[1], **options})
        rest = colour_bag(3) & ~sum(1 << card for _, card in state.laid)
        stacks = Stacks(tuple(colour_bag(each) for each in range(3)), (Mixed(rest, tuple(unplayed)),))
        return _begin(lay(state._replace(stacks=stacks), f"{colour}4@{LINE[3]}"))

    def held(state: State) -> list[int]:
        return [sum(mixed.held[seat] for mixed in state.stacks.mixed) for seat in range(3)]

    def out(state: State) -> int:
        fresh = state.stacks.mixed[-1]
        return fresh.bag.bit_count() - sum(fresh.held)

    return {
        "dealt_each": lambda: min(neutrals(neutral_rest="remove").stacks.mixed[-1].held),
        "out_of_game": lambda: out(neutrals()),
        "neutral_in_stacks": lambda: held(neutrals()),
        "with_neutral_rest_deal": lambda: held(neutrals(neutral_rest="deal")),
        "starter": lambda: neutrals().seat,
    }


FORMS: Mapping[str, Callable[[Case, Any, Case], dict[str, Callable[[], Any]]]] = {
    "setup": _setup,
    "card": _card,
    "place": _place,
    "stalemate": _stalemate,
    "next round": _next_round,
}
UNORDERED = ("legal", "legal_xy", "line", "lines", "trophy_choices", "trophy_choices_step_down")


def _sorted(name: str, value: Any) -> Any:
    if name not in UNORDERED or not isinstance(value, Sequence):
        return value
    return sorted(sorted(each) if isinstance(each, list) else each for each in value)
