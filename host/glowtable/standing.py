"""Where a match at the table stands: what shines, what is asked of whom, what a bot wants. Nothing changes it here.

The session (session.py) is a standing that events change. No I/O, no clock, no word of any particular game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from glowtable.game import CHANCE, PUBLIC, Action, Arg, Chances, Game, Message, Origin, Outcome, say
from glowtable.table import (
    BLINK,
    BREATHE,
    CELLS,
    CHOICE,
    FLASH,
    OFF,
    OPEN,
    ORANGE,
    RED,
    TABLE,
    WHITE,
    Card,
    Event,
    Key,
    Light,
    Picture,
    Press,
    Prompt,
)


class Phase(StrEnum):
    ASLEEP = "asleep"  # no table
    GREETING = "greeting"  # it said hello; its snapshot is awaited
    SETTING = "setting"  # people lay what is asked
    PLAYING = "playing"
    DISPUTED = "disputed"  # the cards may not lie as the host believes
    OVER = "over"


NIGHT_PCT = 25  # of the brightness that the table's settings allow
ALL_READERS = 0xFF
PHASE_MESSAGES = {
    Phase.ASLEEP: say("no table: it is looked for, the match is kept"),
    Phase.GREETING: say("the table is waking up"),
    Phase.SETTING: say("lay out the cards, then confirm"),
    Phase.DISPUTED: say("does the table lie as it is lit? confirm; or press a cell that differs, or show a stray card"),
    Phase.OVER: say("the match is over: press next for another one"),
}
NOTICED = say("the cell notices the card by itself; on top of another card: pass goes to its cell, confirm takes it")
BY_KEYS = say("pass goes to the next lit cell, confirm takes it")


class Player(NamedTuple):
    """Who sits in a seat; `bot` names a bot of the game, '' for a person."""

    name: str
    bot: str = ""


class Step(NamedTuple):
    before: Any
    action: Action


class Question(NamedTuple):
    """A seat's wish that others must agree to: an undo, or `swap`, the card meant in place of the one turned up."""

    seat: int
    needed: frozenset[int]
    all_of_them: bool = False
    swap: Action | None = None


Think = Callable[[Any, int], Action]
Look = tuple[Message, int | None]


def _no_bots(state: Any, seat: int) -> Action:
    raise LookupError(f"no bot sits in seat {seat}")


class Standing:
    """The match, who plays it, and what was asked or pointed at. `think(state, seat)` answers for bots."""

    def __init__(
        self,
        game: Game,
        players: tuple[Player, ...],
        options: Mapping[str, Arg],
        think: Think = _no_bots,
        phase: Phase = Phase.ASLEEP,
    ) -> None:
        self.game, self.players, self.options, self.think = game, players, options, think
        self.phase = phase
        self.state = game.rules.setup(len(players), options)
        self.history: list[Step] = []
        self.remembered: dict[Origin, tuple[Step, ...]] = {}  # what came from there before an undo
        self.readers = ALL_READERS  # one bit per reader that works
        self.nfc = False  # the cells are no buttons: they read tags
        self.night = self.paused = False
        self._bot: tuple[Any, Action | None] | None = None  # the state it was thought of in, and the action
        self._viewed: tuple[Any, Any] | None = None  # the state, and its view
        self.forget()

    def forget(self) -> None:
        """Drop what was only asked or pointed at."""
        self.question: Question | None = None
        self.repairs: tuple[Message, ...] = ()  # what hands put back after an undo, one by one
        self.cursor: int | None = None
        self.entering = False  # cards are entered on lit cells
        self.look: Look | None = None  # in a dispute: what must lie where
        self.looks: tuple[Look, ...] = ()  # and where to look after that
        self.audit_due = False  # the tags on the cells are to be read
        self.found: dict[int, set[str]] = {}  # what was read so far
        self.refused: int | None = None  # the cell whose press was refused just now

    # -- the match

    @property
    def view(self) -> Any:
        """The PUBLIC view of the state, made once."""
        if self._viewed is None or self._viewed[0] is not self.state:
            self._viewed = (self.state, self.game.rules.view(self.state, PUBLIC))
        return self._viewed[1]

    @property
    def outcome(self) -> Outcome | None:
        return self.game.rules.outcome(self.state)

    @property
    def people(self) -> frozenset[int]:
        return frozenset(seat for seat, player in enumerate(self.players) if not player.bot)

    @property
    def hides(self) -> bool:
        """Seats know what not everybody may know."""
        surface, view = self.game.surface, self.game.rules.view
        return any(surface.private(view(self.state, seat)) for seat in range(len(self.players)))

    @property
    def chance(self) -> bool:
        """The cards decide now."""
        return self.game.rules.to_act(self.state) == (CHANCE,)

    @property
    def expected(self) -> Action | None:
        """What chance brought here before an undo, and now brings again; None if it may bring anything."""
        if not (self.remembered and self.chance):
            return None
        steps = self.remembered.get(self.game.rules.origin(self.state))
        possible = steps and self.game.rules.refuse(self.state, steps[0].action) is None
        return steps[0].action if steps and possible else None

    @property
    def required(self) -> Action | None:
        """What is expected, if hands can turn it up again."""
        expected = self.expected
        return expected if expected and self.game.rules.origin(self.state).ordered else None

    @property
    def chances(self) -> Chances:
        """What chance may bring now, as far as this match has seen; what is kept elsewhere it cannot bring."""
        expected, chances = self.expected, self.game.rules.chance(self.state)
        if expected:
            return ((expected, 1),)
        if not self.remembered:
            return chances
        kept = [step for origin, steps in self.remembered.items() if origin.keeps for step in steps]
        elsewhere = {self._card(step) for step in kept} - {""}
        return tuple(each for each in chances if self._card(Step(self.state, each[0])) not in elsewhere) or chances

    def _card(self, step: Step) -> str:
        """The card that chance brought; '' if it was none."""
        event = self.game.surface.gesture(step.action, step.before)
        return event.card if isinstance(event, Card) else ""

    @property
    def wants_dealer(self) -> bool:
        """A chance that no card of the table decides: the dealer must `deal` now."""
        return self.phase is Phase.PLAYING and self.chance and self.game.surface.unread(self.view)

    @property
    def by_hand(self) -> bool:
        """Cards are entered on lit cells: asked for with `pass`, or the reader is dead."""
        if not self.chance:
            return False
        reader = self.game.surface.prompts(self.view)[0].seat
        return self.entering or (reader >= 0 and not self.readers >> reader & 1)

    @property
    def bot_action(self) -> Action | None:
        """What a bot wants to do now, if it is a bot's turn."""
        if self._bot is None or self._bot[0] is not self.state:
            self._bot = (self.state, self._thought())
        return self._bot[1]

    @property
    def bot_alone(self) -> Action | None:
        """The same, where no person may act until it is done."""
        return None if self.people.intersection(self.game.rules.to_act(self.state)) else self.bot_action

    @property
    def about_to_act(self) -> Action | None:
        """The same, where people may act first: what it is nobody hears, for it may name what is hidden."""
        return None if self.bot_alone else self.bot_action

    def is_bots(self, seat: int) -> bool:
        return seat != CHANCE and seat not in self.people

    def _thought(self) -> Action | None:
        """The bot that has waited longest acts; while a person may act, each bot once after an action of a person.

        What it does in secret then waits for all people: its light would tell them.
        """
        actors = self.game.rules.to_act(self.state)
        last = {step.action.seat: n for n, step in enumerate(self.history)}
        with_people = not self.people.isdisjoint(actors)
        before = max((last.get(seat, -1) for seat in self.people), default=-1) if with_people else len(self.history)
        turns = [(last.get(seat, -1), seat) for seat in actors if self.is_bots(seat)]
        due = [turn for turn in turns if turn[0] < before]
        action = self.think(self.state, min(due)[1]) if due else None
        in_secret = action and with_people and self.game.rules.public(self.state, action) != action
        return None if in_secret else action

    @property
    def open(self) -> bool:
        """The match goes on: nothing else is asked first."""
        return self.phase is Phase.PLAYING and not (self.paused or self.question or self.repairs)

    # -- words

    @property
    def instruction(self) -> Prompt:
        """What is asked first; of a bot that is about to act while people may, it may wait."""
        return self.prompts[0]

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """What is asked of whom; the first is the instruction."""
        if self.open:
            prompts = self._open_prompts()
            return (*prompts, *self._without_buttons(prompts[0].seat))
        if self.phase is Phase.SETTING and not self.paused:
            asked = (PHASE_MESSAGES[self.phase], *self.game.surface.setting(self.view))
            return tuple(Prompt(TABLE, message) for message in asked)
        return (Prompt(TABLE, self._first_message()),)

    def _first_message(self) -> Message:
        """What comes before the match, the weightiest first."""
        if self.phase in (Phase.ASLEEP, Phase.GREETING):
            return PHASE_MESSAGES[self.phase]
        if self.paused:
            return say("paused: press pause to go on")
        if self.question:
            return self._asking(self.question)
        if self.look:
            return say("{what}. Put it right, then confirm", what=self.look[0])
        if self.repairs:
            return say("{what}, then confirm", what=self.repairs[0])
        return PHASE_MESSAGES[self.phase]

    def _open_prompts(self) -> tuple[Prompt, ...]:
        surface = self.game.surface
        if self.bot_alone:
            return (Prompt(self.bot_alone.seat, surface.doing(self.bot_alone, self.state)),)
        asked = surface.prompts(self.view)
        if self.about_to_act:
            seat = self.about_to_act.seat
            return (Prompt(seat, say("{seat} is about to act: ok {seat} lets it", seat=seat)), *asked)
        if self.required:
            what = surface.doing(self.required, self.state)
            return (Prompt(asked[0].seat, say("as before the undo: {what}", what=what)),)
        return asked

    def _without_buttons(self, seat: int) -> tuple[Prompt, ...]:
        """How a lit cell is taken where none can be pressed."""
        if not (self.nfc and self.pointable):
            return ()
        return (Prompt(seat, NOTICED if self.sought else BY_KEYS),)

    def _asking(self, question: Question) -> Message:
        if question.swap:
            what = self.game.surface.doing(question.swap, self.history[-1].before)
            return say(
                "first card stays; if it was read by mistake ({what}), another player confirms, or pass", what=what
            )
        if question.all_of_them:
            return say("{seat} wants to go back into the round before: all others confirm, or pass", seat=question.seat)
        return say("{seat} wants to take the last placement back: another player confirms, or pass", seat=question.seat)

    # -- light

    @property
    def picture(self) -> Picture:
        """The whole of what shines now."""
        picture = self._lit_picture() if self.open else self._still_picture()
        if self.cursor is not None:
            picture = with_cell(picture, self.cursor, Light(WHITE, BLINK))
        if self.refused is not None:
            picture = with_cell(picture, self.refused, Light(RED, FLASH))
        return picture._replace(brightness_pct=NIGHT_PCT if self.night else 100)

    @property
    def lit(self) -> tuple[int, ...]:
        """Cells that may be pressed now, in order."""
        if not self.open:
            return ()
        if self.by_hand:
            return tuple(self.game.surface.spell(self.view))
        bot = self.bot_alone
        if bot:
            event = self.game.surface.gesture(bot, self.state)
            return (event.cell,) if isinstance(event, Press) else ()
        lights = self.game.surface.paint(self.view).cells
        choice = tuple(cell for cell, light in enumerate(lights) if light.pattern in CHOICE)
        with_bots = any(map(self.is_bots, self.game.rules.to_act(self.state)))
        return tuple(filter(self._is_open, choice)) if with_bots else choice

    def _is_open(self, cell: int) -> bool:
        """A press there decides nothing for a bot, but what it wants itself."""
        meant = self.game.surface.read(Press(cell), self.state)
        return not isinstance(meant, Action) or meant == self.bot_action or not self.is_bots(meant.seat)

    @property
    def pointable(self) -> tuple[int, ...]:
        """The lit cells that `pass` points at: all whose press no key does as well."""
        return tuple(cell for cell in self.lit if not self._has_key(cell))

    def _has_key(self, cell: int) -> bool:
        meant = self.game.surface.read(Press(cell), self.state)
        return isinstance(meant, Action) and isinstance(self.game.surface.gesture(meant, self.state), Key)

    @property
    def sought(self) -> tuple[str, tuple[int, ...]] | None:
        """The card shown last and the empty cells where it may be laid now; None where none is to be laid on one."""
        shown = self.turned_up
        lights = self.game.surface.paint(self.view).cells
        cells = tuple(cell for cell in self.lit if lights[cell].pattern == OPEN)
        return (shown, cells) if shown and cells else None

    @property
    def turned_up(self) -> str:
        """The card whose turning up was the last thing that happened; '' if it was anything else."""
        if not self.history or self.history[-1].action.seat != CHANCE:
            return ""
        return self._card(self.history[-1])

    def _lit_picture(self) -> Picture:
        """The match as it goes on: what may be pressed, the cards to enter, or a bot's one cell."""
        surface, bot = self.game.surface, self.bot_alone
        if bot:
            return self._only(surface.gesture(bot, self.state))
        picture = surface.paint(self.view)
        if not self.by_hand:
            return self._without_closed(picture)
        spelled = surface.spell(self.view)
        return picture._replace(cells=tuple(spelled[cell][1] if cell in spelled else OFF for cell in range(CELLS)))

    def _without_closed(self, picture: Picture) -> Picture:
        """Cells that are lit for what only a bot may decide shine as they lie."""
        board = self.game.surface.board(self.view)
        closed = {cell for cell, light in enumerate(picture.cells) if light.pattern in CHOICE}.difference(self.lit)
        return picture._replace(
            cells=tuple(board.cells[n] if n in closed else light for n, light in enumerate(picture.cells))
        )

    def _only(self, event: Event) -> Picture:
        board = self.game.surface.board(self.view)
        return with_cell(board, event.cell, Light(WHITE, BLINK)) if isinstance(event, Press) else board

    def _still_picture(self) -> Picture:
        """The cards as they lie; while something else is asked, the seats breathe."""
        board = self.game.surface.board(self.view)
        if self.look and self.look[1] is not None:
            return with_cell(board, self.look[1], Light(ORANGE, BLINK))
        if self.phase in (Phase.DISPUTED, Phase.OVER):
            return board
        return board._replace(
            seats=tuple(OFF if light == OFF else Light(light.colour, BREATHE) for light in board.seats)
        )


def with_cell(picture: Picture, cell: int, light: Light) -> Picture:
    """The picture with another light on one cell."""
    return picture._replace(cells=(*picture.cells[:cell], light, *picture.cells[cell + 1 :]))
