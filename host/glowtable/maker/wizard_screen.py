"""The wizard at a terminal: typed lines go in, the page comes out.

At the simulated table a typed cell is pressed, and Enter makes the gesture that is wanted. Knows no job.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from glowpico.strip import PALETTE
from glowpico.wire import COLOURS
from glowtable.device.connection import Connection
from glowtable.device.link import key_code
from glowtable.device.twin import RGB, Twin
from glowtable.grid import CELLS, cell_of
from glowtable.maker.wizard import BACK, SKIP, Steps, Wait, Wizard
from glowtable.messages import Message, say
from glowtable.table import BLINK, OFF, Clock, Event, Key, Light, Picture, Press, Said, Tag
from glowtable.terminal.keyboard import END_OF_INPUT, PersonsTerminal
from glowtable.terminal.layout import Text
from glowtable.terminal.lights import grid_lines
from glowtable.terminal.localized_commands import parse_localized_command
from glowtable.terminal.translator import Translator

LEAVING = ("q", "quit", "exit", END_OF_INPUT)
# Answer -> what may be typed instead of it
WIZARD_COMMANDS = {
    BACK: say("back (typed)"),
    SKIP: say("skip (typed)"),
    "buttons": say("buttons (typed)"),
    "phone": say("phone (typed)"),
    "red": say("red (typed)"),
    "green": say("green (typed)"),
    "blue": say("blue (typed)"),
    "mixed": say("mixed (typed)"),
}
LEAVE_MS = 300
LIE_MS = 500  # how long a simulated card stays on a reader
AWAY = say("Can't find the table. Nothing is lost. Still looking …")
TWIN_HELP = say("Simulated table: type c3 to press that cell, or Enter to do the step.")
Result = TypeVar("Result")


class Left(KeyboardInterrupt):
    """A person has left the job before its end: it was typed or tapped, no signal came."""


class WizardPage(Protocol):
    """Another face of the wizard beside the terminal, such as a page in a browser."""

    def show_wait(self, wizard: Wizard[Any], message: Message, title: Message, is_twin: bool) -> None: ...
    def finished_lines(self) -> Iterable[str]: ...


class WizardScreen:
    """What a wizard needs: the connection to the table, a terminal or none, and the twin if it is simulated."""

    def __init__(
        self,
        connection: Connection,
        clock: Clock,
        translator: Translator,
        title: Message,
        terminal: PersonsTerminal | None,
        twin: Twin | None,
        page: WizardPage | None = None,
    ) -> None:
        self.connection, self.clock, self.translator = connection, clock, translator
        self.title, self.terminal, self.twin, self.page = title, terminal, twin, page

    def run_steps(self, steps: Steps[Result]) -> Result:
        """Run the steps to their end; their result. Left, or KeyboardInterrupt by a signal, if the person leaves."""
        wizard = Wizard(steps, self.connection)
        try:
            while not wizard.is_over:
                wizard.run_once(self.clock.now_ms())
                if self.terminal:
                    self._hear_lines(wizard, self.terminal.finished_lines())
                    self.terminal.draw_page(self.page_lines(wizard, self.terminal.line.typed))
                if self.page:
                    self._hear_lines(wizard, self.page.finished_lines())
                    self.page.show_wait(wizard, self._now_asked(wizard), self.title, self.twin is not None)
                self.clock.nap()
        finally:
            self._leave_table(wizard)
        return wizard.outcome

    def _leave_table(self, wizard: Wizard[Result]) -> None:
        """Give the table time to take the last commands."""
        wizard.leave_table(self.clock.now_ms())
        until = self.clock.now_ms() + LEAVE_MS
        while not self.connection.link.is_idle and self.clock.now_ms() < until:
            self.connection.exchange_bytes(self.clock.now_ms())
            self.clock.nap()

    def _hear_lines(self, wizard: Wizard[Result], lines: Iterable[str]) -> None:
        for line in lines:
            if line.lower() in LEAVING:
                raise Left
            if not (self.twin and make_typed_gesture(self.twin, line, wizard.wait)):
                wizard.send_incoming(Said(parse_localized_command(line, self.translator, words=WIZARD_COMMANDS)))

    def _now_asked(self, wizard: Wizard[Result]) -> Message:
        return AWAY if wizard.is_away else wizard.wait.message

    def page_lines(self, wizard: Wizard[Result], typed: str) -> list[Text]:
        """The whole screen: the instruction, what was wrong with the last answer, the lights of a simulated table."""
        wait = wizard.wait
        lines = [Text(self.translator.text(self.title), "bold"), Text("")]
        if self.twin:
            lines += [
                *grid_lines(picture_shown(self.twin), ("",) * CELLS),
                Text(self.translator.text(TWIN_HELP), "dim"),
                Text(""),
            ]
        if wait.said:
            lines.append(Text(self.translator.text(wait.said), "dim"))
        return [*lines, Text("> " + self.translator.text(self._now_asked(wizard)), "bold"), Text("» " + typed)]


def is_somebody_there() -> bool:
    """Is there a terminal to read from and to write to?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def make_typed_gesture(twin: Twin, line: str, wait: Wait) -> bool:
    """Make the typed gesture on the twin, on Enter the one that is wanted; False if the line is an answer."""
    if wait.is_question:
        return False
    event = _event_meant(twin, line, wait)
    match event:
        case Press(cell):
            twin.tap(cell)
        case Key():
            twin.tap_key(key_code(event))
        case Tag(reader, uid):
            twin.lay(reader, uid, LIE_MS)
    return event is not None


def _event_meant(twin: Twin, line: str, wait: Wait) -> Event | None:
    """The gesture typed; on Enter the one that is wanted, or one at the only cell or seat that shines."""
    cell = cell_of(line.lower())
    if line:
        return None if cell is None else Press(cell)
    shown = picture_shown(twin)
    shines: list[Event] = [Press(cell) for cell, light in enumerate(shown.cells) if light != OFF]
    shines += [Key(seat, "confirm") for seat, light in enumerate(shown.seats) if light != OFF]
    return wait.wanted or (shines[0] if len(shines) == 1 else None)


def picture_shown(twin: Twin) -> Picture:
    """What the twin's lights show, in the nearest letters."""
    return Picture(tuple(map(_nearest_light, twin.cells_shown)), tuple(map(_nearest_light, twin.seats_shown)))


@lru_cache(256)
def _nearest_light(rgb: RGB) -> Light:
    if not any(rgb):
        return OFF
    return Light(min(COLOURS[1:], key=lambda letter: _colour_distance(rgb, PALETTE[COLOURS.index(letter)])), BLINK)


def _colour_distance(rgb: RGB, other: RGB) -> float:
    """How different two colours are, whatever their brightness."""
    return sum((mine / max(rgb) - theirs / max(other)) ** 2 for mine, theirs in zip(rgb, other, strict=True))
