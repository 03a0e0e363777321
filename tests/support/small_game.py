"""A game as small as a game can be, for checks of what only bigger games have: no rules text, no secrets, no levels."""

from typing import NamedTuple

from glowtable.game import Action, Game, Kind, Outcome, Point, Rules, Surface
from glowtable.kit.bots import random_bot
from glowtable.kit.text_notation import Heading, line_notation
from glowtable.messages import say
from glowtable.table import GREEN, OPEN, Light, Picture, Press, Prompt

CELLS = (0, 1, 2)


class State(NamedTuple):
    """The cells in the order in which they were pressed."""

    pressed: tuple[int, ...] = ()

    @property
    def seat(self):
        return len(self.pressed) % 2


class PressRules(Rules):
    """Each presses a cell in turn; whoever presses the last one wins."""

    def setup(self, seats, options):
        return State()

    def to_act(self, state):
        return () if self.outcome(state) else (state.seat,)

    def legal(self, state, seat):
        if seat not in self.to_act(state):
            return ()
        return tuple(Action(seat, "press", (cell,)) for cell in CELLS if cell not in state.pressed)

    def apply(self, state, action):
        return State((*state.pressed, action.args[0]))

    def outcome(self, state):
        if len(state.pressed) < len(CELLS):
            return None
        return Outcome("full", (0,), (1, 0), (Point((0,), 1, say("{seat} was last.", seat=0), "L-01"),))


RULES = PressRules()


class PressSurface(Surface):
    def read(self, event, state):
        action = Action(state.seat, "press", (event.cell if isinstance(event, Press) else -1,))
        return RULES.refuse(state, action) or action

    def gesture(self, action, state):
        return Press(action.args[0])

    def paint(self, view):
        return Picture.of({action.args[0]: Light(GREEN, OPEN) for action in RULES.legal(view, view.seat)})

    def prompts(self, view):
        return tuple(Prompt(seat, say("Press a cell.")) for seat in RULES.to_act(view))

    def instruction(self, action, state):
        return say("Press it.")


KINDS = {"press": Kind((CELLS,))}
GAME = Game(
    "last", "Last", (2,), 3, RULES, PressSurface(), {"random": random_bot},
    line_notation(Heading("Last", (2,), (), RULES), KINDS), KINDS,
)  # fmt: skip
