"""A first match that is led step by step: what is said, and which lines or taps a step waits for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from glowtable.game import Lesson, LessonStep
from glowtable.match.judge import plausible
from glowtable.match.session import Phase, Session
from glowtable.messages import Message, say
from glowtable.table import COVER, OPEN, PICK, Event, Key, Press

PATTERNS = {"open": OPEN, "cover": COVER, "pick": PICK}
MOVE = "move"
LEARNER = 0  # the seat of the person
LESSON_COMMANDS = ("why", "hint", "rules")


class Guide:
    """Where a person is in a lesson. A step that cannot be done now lets any move pass, and waits for the next one."""

    def __init__(self, lesson: Lesson) -> None:
        self.steps, self.at = lesson.steps, 0

    @property
    def step(self) -> LessonStep:
        return self.steps[self.at]

    def current_words(self, session: Session) -> tuple[Message, ...]:
        """What the lesson says now; at the end of the match nothing."""
        if session.phase is Phase.OVER:
            return ()
        head = say("Step {n} of {all}", n=self.at + 1, all=len(self.steps))
        return head, say("{words}", words=self.step.words)

    def handle_line(self, word: str, event: Event | Message | None, session: Session) -> Message | None:
        """Go on if the line is what the step wants; else what to do instead, if the step insists.

        A tap on a page is such a line, too: `word` says what it does. What it says may tell of their hand. Who
        has looked at what the match holds confirms that, and no step.
        """
        if session.held and isinstance(event, Key) and event.key == "confirm":
            return None
        if self._is_done_by(word, event, session):
            self.at = min(self.at + 1, len(self.steps) - 1)
            return None
        if self.step.wants == MOVE:
            return self._objection_to_move(event, session)
        return self._objection(event, session) if isinstance(event, Press) else None

    def _is_done_by(self, word: str, event: Event | Message | None, session: Session) -> bool:
        wants = self.step.wants
        if wants == MOVE:
            return _kind_of(event, session) == self.step.does
        if isinstance(event, Press):
            return event.cell in cells_of_step(self.step, session)
        return word == wants if wants in LESSON_COMMANDS else isinstance(event, Key) and event.key == wants

    def _objection_to_move(self, event: Event | Message | None, session: Session) -> Message | None:
        """Another move waits, if the one that the step wants can be done now."""
        is_other = session.is_open and _kind_of(event, session) != ""
        legal = session.game.rules.legal(session.state, LEARNER) if is_other else ()
        return ASKED_FIRST if any(action.kind == self.step.does for action in legal) else None

    def _objection(self, press: Press, session: Session) -> Message | None:
        """Only a move is held back, and only if what the step wants can be done now."""
        step = self.step
        if step.wants in LESSON_COMMANDS:
            return ASKED_FIRST
        if press.cell not in session.lit_cells or not cells_of_step(step, session):
            return None
        return ELSEWHERE if press.cell in _cells_lit_so(step, session) else INSISTING[step.wants]


def _kind_of(event: Event | Message | None, session: Session) -> str:
    """The kind of action that an event means now; '' if it means none."""
    if event is None or isinstance(event, Message):
        return ""
    meant = plausible(session.judge.meaning_of(event))
    return meant.kind if meant else ""


def cells_of_step(step: LessonStep, session: Session) -> Sequence[int]:
    """The cells where a press does now what the step says."""
    lit = _cells_lit_so(step, session)
    places = session.game.lesson_places[step.where](session.view) if step.where else lit
    return [cell for cell in lit if cell in places]


def _cells_lit_so(step: LessonStep, session: Session) -> Sequence[int]:
    lights = session.game.surface.paint(session.view).cells
    return [cell for cell in session.lit_cells if lights[cell].pattern == PATTERNS.get(step.wants)]


ASKED_FIRST = say("First do this step.")
ELSEWHERE = say("You can play there, too. First try what the step says.")
INSISTING: Mapping[str, Message] = {
    "open": say("That works too, but for this step choose a free cell: ○").on(
        phone=say("That works too. For this step tap a free cell.")
    ),
    "cover": say("That works too, but for this step cover a card: a cell in [ ].").on(
        phone=say("That works too. For this step cover a card.")
    ),
    "pick": say("That works too, but for this step choose a cell in < >.").on(
        phone=say("That works too. For this step tap another cell.")
    ),
}
