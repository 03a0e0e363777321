"""How TITLE lies on the table: what lights mean, what a press means, what people read."""

from __future__ import annotations

from glowtable.game import Action, Refusal, Surface
from glowtable.grid import cell_name, seat_name
from glowtable.kit.bit_sets import members
from glowtable.messages import Message, say, say_count
from glowtable.table import DIM, GREEN, OPEN, ORANGE, SKY, WHITE, Event, Face, Light, Picture, Press, Prompt

from .rules import RULES, State, free_cells

STONES = (Light(ORANGE), Light(SKY, DIM))  # of each seat: never distinguished by colour alone


def cell_of(action: Action) -> int:
    return int(action.args[0])


def owners(view: State) -> dict[int, int]:
    """Whose stone lies on each cell that has one."""
    return {cell: seat for seat in (0, 1) for cell in members(view.stones[seat])}


def room(view: State, seat: int) -> Message:
    free = free_cells(view, seat).bit_count()
    return say_count("{seat}: {n} free cell", "{seat}: {n} free cells", seat=seat, n=free)


class StoneSurface(Surface[State, State]):
    """What lights and presses mean, and what people read."""

    def read(self, event: Event, state: State) -> Action | Refusal | None:
        """A press lays a stone; the rest means nothing."""
        if not isinstance(event, Press):
            return None
        action = Action(state.seat, "lay", (event.cell,))
        return RULES.refuse(state, action) or action

    def gesture(self, action: Action, state: State) -> Event:
        return Press(cell_of(action))

    def paint(self, view: State) -> Picture:
        """The stones, the cells that are free, and white whose turn it is."""
        stones = {cell: STONES[seat] for cell, seat in owners(view).items()}
        free = {cell_of(action): Light(GREEN, OPEN) for action in RULES.legal(view, view.seat)}
        turn = {seat: Light(WHITE) for seat in RULES.to_act(view)}
        return Picture.of({**stones, **free}, {**dict(enumerate(STONES)), **turn})

    def prompts(self, view: State) -> tuple[Prompt, ...]:
        return tuple(Prompt(seat, say("Put a stone on a lit cell and press it.")) for seat in RULES.to_act(view))

    def instruction(self, action: Action, state: State) -> Message:
        return say("Put a stone on {cell} and press it.", cell=cell_name(cell_of(action)))

    def face(self, view: State) -> Face:
        """Each stone as the number of its seat, and how much room is left."""
        return Face.of({cell: seat_name(seat) for cell, seat in owners(view).items()}, room(view, 0), room(view, 1))

    def setup_instructions(self, view: State) -> tuple[Message, ...]:
        return (say("{seat} has the orange stones and starts. {seat_2} has the blue ones.", seat=0, seat_2=1),)

    def undo_instruction(self, action: Action, before: State) -> Message:
        return say("Take the stone off {cell}.", cell=cell_name(cell_of(action)))

    def expected_at(self, view: State, cell: int) -> Message:
        """What must lie here when people compare the table with what it believes."""
        seat = owners(view).get(cell)
        if seat is None:
            return say("{cell} is empty.", cell=cell_name(cell))
        return say("{seat}'s stone is on {cell}.", cell=cell_name(cell), seat=seat)


SURFACE = StoneSurface()
