"""A match walked by hand, forwards and back: states are immutable, so that a step back costs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from glowtable import games
from glowtable.game import CHANCE, PUBLIC, Action, Arg, Chances, Game, Outcome, check_seat, parse_action
from glowtable.grid import SIDE
from glowtable.kit.json_form import to_json
from glowtable.lab.one_match import Match, settled_terms
from glowtable.match.dealer import Dealer
from glowtable.messages import Message, UserError, say
from glowtable.table import CHOICE, DARK, Face, Light, Prompt
from glowtable.terminal.lights import STYLES, grid_lines
from glowtable.terminal.translator import Translator

CELL, EDGE = 48, 22  # of the drawing, in pixels
GROUND, INK, FRAME = "#1b1b1b", "#f4f1ea", "#5c5c5c"


def board_text(game: Game, view: Any) -> str:
    """The grid with its cards and legal cells, the score, and what is asked."""
    face, picture = game.surface.face(view), game.surface.paint(view)
    translator = Translator("en", game=game.name)
    grid = [
        line.plain.rstrip() for line in grid_lines(picture, _cell_labels(face, translator), face.rows, face.columns)
    ]
    asked = [_prompt_lines(prompt, translator) for prompt in game.surface.prompts(view)]
    return "\n".join([*grid, *map(translator.text, face.lines), *asked])


def _prompt_lines(prompt: Prompt, translator: Translator) -> str:
    who = translator.name_seat(prompt.seat) + ": " if prompt.seat >= 0 else ""
    return who + translator.text(prompt.message)


def _cell_labels(face: Face, translator: Translator) -> list[str]:
    return [translator.text(label) if isinstance(label, Message) else label for label in face.cells]


def board_svg(game: Game, view: Any) -> str:
    """The grid as a drawing: a label on each cell, a ring where a press is legal, the colours of the table."""
    face, picture = game.surface.face(view), game.surface.paint(view)
    labels = _cell_labels(face, Translator("en", game=game.name))
    size = EDGE + SIDE * CELL + 4
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {size} {size}" '
            'font-family="sans-serif" font-size="13" text-anchor="middle">',
            f'<rect width="{size}" height="{size}" rx="6" fill="{GROUND}"/>',
            *_cell_names(face.columns, face.rows),
            *(_draw_cell(cell, picture.cells[cell], label) for cell, label in enumerate(labels)),
            "</svg>",
        )
    )


def _cell_names(columns: Sequence[str], rows: Sequence[str]) -> Iterator[str]:
    for n, (column, row) in enumerate(zip(columns, rows, strict=True)):
        middle = EDGE + n * CELL + CELL // 2
        yield _draw_text(middle, EDGE - 7, column, FRAME) + _draw_text(EDGE // 2, middle + 4, row, FRAME)


def _draw_cell(cell: int, light: Light, label: str) -> str:
    left, top = EDGE + cell % SIDE * CELL, EDGE + cell // SIDE * CELL
    ink = STYLES[light.colour].removeprefix("bold ") if light.colour != DARK else INK
    middle = left + CELL // 2, top + CELL // 2
    square = f'<rect x="{left + 2}" y="{top + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="5" fill="none" '
    square += f'stroke="{ink if light.colour != DARK else FRAME}"/>'
    ring = f'<circle cx="{middle[0]}" cy="{middle[1]}" r="18" fill="none" stroke="{ink}" stroke-width="2"/>'
    return square + (ring if light.pattern in CHOICE else "") + _draw_text(middle[0], middle[1] + 5, label, ink)


def _draw_text(x: int, y: int, text: str, ink: str) -> str:
    return f'<text x="{x}" y="{y}" fill="{ink}">{escape(text)}</text>' if text else ""


class UndoPoint(NamedTuple):
    """What there was before an action: the state, and the dealer's random numbers."""

    state: Any
    action: Action
    dealer: Any


class Walker:
    """One match: where it stands, and how it came there. `gt.match` makes one.

    `state` is the rules' own immutable value: keep it, compare it, hand it to `game.rules`. What a seat may know of it
    is `view(seat)`.
    """

    def __init__(self, game: Game, seats: int, options: dict[str, Arg], dealer: Dealer | None) -> None:
        self.game, self.seats, self.options = game, seats, options
        self.state: Any = game.rules.setup(seats, options)
        self._dealer = dealer
        self._past: list[UndoPoint] = []
        self._deal_chance()

    # -- what is so now

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; (CHANCE,) where chance is pushed by hand; () when the match is over."""
        return self.game.rules.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None as long as it goes on."""
        return self.game.rules.outcome(self.state)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that was done so far, chance included."""
        return tuple(before.action for before in self._past)

    def legal(self, seat: int | None = None) -> tuple[Action, ...]:
        """What may be done now: by this seat, or by all who may act, chance included."""
        rules = self.game.rules
        if self.to_act == (CHANCE,):
            return tuple(action for action, _ in self.chance()) if seat in (None, CHANCE) else ()
        actors = self.to_act if seat is None else (seat,) if seat in self.to_act else ()
        return tuple(action for each in actors for action in rules.legal(self.state, each))

    def chance(self) -> Chances:
        """Every outcome of chance that is awaited now, each with its integer weight; none if seats act."""
        return self.game.rules.chance(self.state) if self.to_act == (CHANCE,) else ()

    def view(self, seat: int = PUBLIC) -> Any:
        """What this seat may know, or everybody: a NamedTuple whose fields speak in words. ValueError for no seat."""
        if seat != PUBLIC:
            check_seat(seat, self.seats)
        return self.game.rules.view(self.state, seat)

    def view_json(self, seat: int = PUBLIC) -> Any:
        """The view as data for json.dumps, by field name."""
        return to_json(self.view(seat))

    # -- forwards and back

    def push(self, action: Action | str) -> Action:
        """Do this action, given as a value or as its text; then the dealer decides for chance, if there is one.

        UserError with the rules' own reason if it is not legal now, and nothing has changed.
        """
        done = action if isinstance(action, Action) else _read_action(str(action))
        refusal = self.game.rules.refuse(self.state, done)
        if refusal:
            raise UserError(say("{action} isn't possible now. {why}", action=str(done), why=refusal.message))
        self._apply_action(done)
        self._deal_chance()
        return done

    def pop(self) -> Action:
        """Take the last action of a seat back, and what chance did after it: the same cards will come again.

        Where chance is pushed by hand its actions are taken back one by one. IndexError if there is none.
        """
        last = max(
            (n for n, each in enumerate(self._past) if each.action.seat != CHANCE or not self._dealer), default=-1
        )
        if last < 0:
            raise IndexError("nothing was done that could be taken back")
        before = self._past[last]
        del self._past[last:]
        self.state = before.state
        if self._dealer:
            self._dealer.rng.setstate(before.dealer)
        return before.action

    def copy(self) -> Walker:
        """Another walker at the same place; what is done with one changes nothing for the other."""
        other = Walker(self.game, self.seats, self.options, None)
        other.state, other._past = self.state, list(self._past)
        if self._dealer:
            other._dealer = Dealer(0)
            other._dealer.rng.setstate(self._dealer.rng.getstate())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Walker:
        return self.copy()

    def _apply_action(self, action: Action) -> None:
        kept = self._dealer.rng.getstate() if self._dealer and action.seat != CHANCE else None
        self._past.append(UndoPoint(self.state, action, kept))
        self.state = self.game.rules.apply(self.state, action)

    def _deal_chance(self) -> None:
        while self._dealer and self.to_act == (CHANCE,):
            self._apply_action(self._dealer.draw_outcome(self.chance()))

    # -- as text, and as a drawing

    def to_text(self) -> str:
        """The match so far in the game's notation; `gt.match(gt.replay(text))` comes to the same place."""
        return self.game.notation.write(self.seats, self.options, self.actions)

    def __str__(self) -> str:
        return board_text(self.game, self.view())

    def _repr_svg_(self) -> str:
        return board_svg(self.game, self.view())


def match(game: Game | Match | str, seats: int = 0, seed: int | None = 1, **options: Arg) -> Walker:
    """A match to be walked by hand, from its beginning; or from the end of one that was played or replayed.

    A dealer decides for chance as in `gt.play` with the same seed; with seed=None chance is pushed by hand, too.
    Without a number of seats it is the smallest; options that are not given are those under which every match ends.
    UserError for a game, number of seats, option or value that there is not.
    """
    if isinstance(game, Match):
        return _walk_to_end(game, seed)
    game_found, players, terms = settled_terms(game, seats, options)
    return Walker(game_found, players, terms, None if seed is None else Dealer(seed, 0, "dealer"))


def _walk_to_end(played: Match, seed: int | None) -> Walker:
    """What comes after its end is dealt from the seed: nothing of what was dealt before is dealt again."""
    walker = Walker(games.find(played.game), played.players, dict(played.options), None)
    for action in played.actions:
        walker.push(action)
    if seed is not None:
        walker._dealer = Dealer(seed, len(played.actions), "dealer")
        walker._past = [before._replace(dealer=walker._dealer.rng.getstate()) for before in walker._past]
    return walker


def _read_action(text: str) -> Action:
    try:
        return parse_action(text)
    except ValueError as error:
        raise UserError(say("Not an action: {cause}", cause=str(error))) from None
