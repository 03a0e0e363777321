"""One match at the table: an event goes in; journal rows, sentences, a new picture and a new instruction come out.

No I/O, no clock, no chance, and no word of any particular game: it is handed one. What it does not know: ports,
files, languages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from glowtable.game import CHANCE, PUBLIC, Action, Arg, Game, Message, Outcome, Refusal, parse_action, say
from glowtable.table import (
    BLINK,
    BREATHE,
    CELLS,
    CHOICE,
    ORANGE,
    TABLE,
    WHITE,
    Card,
    Event,
    Key,
    Light,
    Picture,
    Press,
    Prompt,
    Release,
    Row,
    Untag,
    cell_name,
    event_text,
)


class Phase(StrEnum):
    ASLEEP = "asleep"  # no table
    GREETING = "greeting"  # it said hello; its snapshot is awaited
    SETTING = "setting"  # people lay what is asked
    PLAYING = "playing"
    DISPUTED = "disputed"  # the cards may not lie as the host believes
    OVER = "over"


P = Phase
NEXT: dict[tuple[Phase, str], Phase] = {
    **{(phase, "lost"): P.ASLEEP for phase in Phase},
    **{(phase, "hello"): P.GREETING for phase in Phase},
    (P.GREETING, "fresh"): P.SETTING,
    (P.GREETING, "midway"): P.DISPUTED,
    (P.GREETING, "finished"): P.OVER,
    (P.SETTING, "ready"): P.PLAYING,
    (P.PLAYING, "wrong"): P.DISPUTED,
    (P.PLAYING, "ended"): P.OVER,
    (P.OVER, "wrong"): P.DISPUTED,
    (P.OVER, "undone"): P.PLAYING,
    (P.DISPUTED, "undone"): P.PLAYING,
    (P.DISPUTED, "midway"): P.PLAYING,
    (P.DISPUTED, "finished"): P.OVER,
}

NIGHT_PCT = 25  # of the brightness that the table's settings allow


class Player(NamedTuple):
    """Who sits in a seat; `bot` names a bot of the game, '' for a person."""

    name: str
    bot: str = ""


class Reply(NamedTuple):
    """What came of an event. The rows must be saved before anything of it is shown or acknowledged."""

    rows: tuple[Row, ...] = ()
    said: tuple[Message, ...] = ()
    refused: bool = False


class Step(NamedTuple):
    before: Any
    action: Action


class Question(NamedTuple):
    """A wish that others must agree to. `swap` is the card meant instead; without it the wish is an undo."""

    seat: int
    needed: frozenset[int]
    all_of_them: bool
    swap: Action | None = None


Think = Callable[[Any, int], Action]


def _no_bots(state: Any, seat: int) -> Action:
    raise LookupError(f"no bot sits in seat {seat}")


class Session:
    """The match and where it stands. `think(state, seat)` answers for the seats of bots."""

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
        self.forced: tuple[Action, ...] = ()  # turned up before an undo: they come again, in this order
        self.readers = 0xFF  # one bit per reader that works
        self.night = self.paused = False
        self._bot: tuple[Any, Action] | None = None  # the state it was thought of in, and the action
        self._viewed: tuple[Any, Any] | None = None  # the state, and its view
        self._clear()

    def _clear(self) -> None:
        """Forget what was only asked or pointed at."""
        self.question: Question | None = None
        self.repairs: tuple[Message, ...] = ()
        self.cursor: int | None = None
        self.entering = False  # cards are entered on lit cells
        self.look: tuple[Message, int | None] | None = None

    # -- what everybody may see

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
    def chance(self) -> bool:
        """The cards decide now."""
        return self.game.rules.to_act(self.state) == (CHANCE,)

    @property
    def by_hand(self) -> bool:
        """Cards are entered on lit cells: asked for with `pass`, or the reader is dead."""
        reader = self.game.surface.prompts(self.view)[0].seat if self.chance else TABLE
        return self.chance and (self.entering or (reader >= 0 and not self.readers >> reader & 1))

    @property
    def instruction(self) -> Prompt:
        """The one thing that is to be done now."""
        return self.prompts[0]

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """What is asked of whom; the first is the instruction."""
        if self.phase in (P.ASLEEP, P.GREETING):
            return (_everybody(PHASE_MESSAGES[self.phase]),)
        if self.paused:
            return (_everybody(say("paused: press pause to go on")),)
        if self.question:
            return (_everybody(self._asking(self.question)),)
        if self.look:
            return (_everybody(say("{what}. Put it right, then confirm", what=self.look[0])),)
        if self.phase is P.SETTING:
            asked = (PHASE_MESSAGES[self.phase], *self.game.surface.setting(self.view))
            return tuple(map(_everybody, asked))
        if self.phase is not P.PLAYING:
            return (_everybody(PHASE_MESSAGES[self.phase]),)
        return self._playing_prompts()

    def _playing_prompts(self) -> tuple[Prompt, ...]:
        if self.repairs:
            return (_everybody(say("{what}, then confirm", what=self.repairs[0])),)
        bot = self.bot_action
        if bot:
            return (Prompt(bot.seat, self.game.surface.doing(bot, self.state)),)
        asked = self.game.surface.prompts(self.view)
        if self.forced and self.chance:
            what = self.game.surface.doing(self.forced[0], self.state)
            return (Prompt(asked[0].seat, say("as before the undo: {what}", what=what)),)
        return asked

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
        picture = self._lit()
        if self.cursor is not None:
            picture = _with_cell(picture, self.cursor, Light(WHITE, BLINK))
        return picture._replace(brightness_pct=NIGHT_PCT if self.night else 100)

    def _lit(self) -> Picture:
        surface, view = self.game.surface, self.view
        if self.phase is P.PLAYING and not (self.paused or self.question or self.repairs):
            if self.by_hand:
                cells = {cell: light for cell, (_, light) in surface.spell(view).items()}
                return surface.paint(view)._replace(cells=tuple(cells.get(cell, Light()) for cell in range(CELLS)))
            bot = self.bot_action
            return self._only(surface.gesture(bot, self.state)) if bot else surface.paint(view)
        board = surface.board(view)
        if self.phase in (P.DISPUTED, P.OVER):
            if self.look and self.look[1] is not None:
                return _with_cell(board, self.look[1], Light(ORANGE, BLINK))
            return board
        seats = tuple(Light(light.colour, BREATHE) if light != Light() else light for light in board.seats)
        return board._replace(seats=seats)

    def _only(self, event: Event) -> Picture:
        """The board with nothing lit but the cell of a bot's move."""
        board = self.game.surface.board(self.view)
        return _with_cell(board, event.cell, Light(WHITE, BLINK)) if isinstance(event, Press) else board

    @property
    def lit(self) -> tuple[int, ...]:
        """Cells that may be pressed now, in order."""
        if self.phase is not P.PLAYING or self.paused or self.question or self.repairs:
            return ()
        if self.by_hand:
            return tuple(self.game.surface.spell(self.view))
        if self.bot_action:
            event = self.game.surface.gesture(self.bot_action, self.state)
            return (event.cell,) if isinstance(event, Press) else ()
        return tuple(cell for cell, light in enumerate(self._lit().cells) if light.pattern in CHOICE)

    # -- bots and dealer

    @property
    def bot_action(self) -> Action | None:
        """What a bot wants to do now; bots wait while a person may act."""
        actors = self.game.rules.to_act(self.state)
        if not actors or actors == (CHANCE,) or self.people.intersection(actors):
            return None
        if self._bot is None or self._bot[0] is not self.state:
            self._bot = (self.state, self.think(self.state, actors[0]))
        return self._bot[1]

    @property
    def wants_dealer(self) -> bool:
        """A chance that no card of the table decides: the dealer must `deal` now."""
        return self.phase is P.PLAYING and self.chance and self.game.surface.unread(self.view)

    def deal(self, action: Action) -> Reply:
        """The dealer's outcome of such a chance."""
        return self._apply(action)

    # -- the table comes and goes

    def table(self, what: str) -> None:
        """`hello`, `snapshot` or `lost`, as the link tells."""
        self.phase = NEXT[self.phase, self._standing() if what == "snapshot" else what]
        self.look = None

    def _standing(self) -> str:
        if self.outcome:
            return "finished"
        return "midway" if self.history else "fresh"

    # -- events

    def hear(self, event: Event) -> Reply:
        """What an event brings about. Its first row is the event itself."""
        reply = self._hear(event)
        return reply._replace(rows=(Row("event", event_text(event)), *reply.rows))

    def _hear(self, event: Event) -> Reply:
        if isinstance(event, Release | Untag):
            return Reply()
        if isinstance(event, Key) and event.seat == TABLE:
            return TABLE_KEYS[event.key](self)
        if isinstance(event, Key) and event.seat >= len(self.players):
            return _refuse(say("nobody sits there"))
        if self.paused:
            return _refuse(self.instruction.message)
        return HEARERS[self.phase](self, event)

    def _hear_waiting(self, event: Event) -> Reply:
        return _refuse(self.instruction.message)

    def _hear_setting(self, event: Event) -> Reply:
        if isinstance(event, Key) and event.key == "confirm":
            self.phase = NEXT[self.phase, "ready"]
            return Reply((Row("note", "ready"),))
        return _refuse(self.instruction.message)

    def _hear_disputed(self, event: Event) -> Reply:
        if self.question:
            return self._answer(self.question, event)
        match event:
            case Key(seat, "undo"):
                return self._wish_undo(seat)
            case Key(_, "confirm") if self.look:
                self.look = None
            case Key(_, "confirm"):
                self.phase = NEXT[self.phase, self._standing()]
                return Reply((Row("note", "agreed"),))
            case Press(cell):
                self.look = (self.game.surface.reach(self.view, cell), cell)
            case Card(_, card):
                self.look = self.game.surface.home(self.view, card)
            case _:
                return _refuse(self.instruction.message)
        return Reply()

    def _hear_over(self, event: Event) -> Reply:
        if self.question:
            return self._answer(self.question, event)
        if isinstance(event, Key) and event.key == "undo":
            return self._wish_undo(event.seat)
        return _refuse(self.instruction.message)

    def _hear_playing(self, event: Event) -> Reply:
        if self.question:
            return self._answer(self.question, event)
        match event:
            case Key(seat, "undo"):
                return self._wish_undo(seat)
            case Key(_, "confirm") if self.repairs:
                self.repairs = self.repairs[1:]
                return Reply()
            case _ if self.repairs:
                return _refuse(self.instruction.message)
            case Key(_, "pass") if self.chance or self.lit:
                return self._point()
            case Key(_, "confirm") if self.cursor is not None:
                return self._act(Press(self.cursor))
        return self._act(event)

    # -- acting

    def _act(self, event: Event) -> Reply:
        meant = self._meaning(event)
        if isinstance(meant, Action):
            return self._apply(meant)
        if meant is None:
            return Reply()
        swap = self._other_card(event)
        if swap:
            self.question = Question(swap.seat, self.people, False, swap)
            return _refuse(meant.message)
        return Reply(said=(self.why(meant),), refused=True)

    def _meaning(self, event: Event) -> Action | Refusal | None:
        if self.by_hand and isinstance(event, Press):
            spelled = self.game.surface.spell(self.view).get(event.cell)
            meant: Action | Refusal | None = spelled[0] if spelled else NOT_LIT
        else:
            meant = self.game.surface.read(event, self.state)
        bot = self.bot_action
        if bot and isinstance(meant, Action) and meant != bot:
            return Refusal("bot", say("not there: {what}", what=self.game.surface.doing(bot, self.state)))
        if self.forced and self.chance and isinstance(meant, Action) and meant != self.forced[0]:
            what = self.game.surface.doing(self.forced[0], self.state)
            return Refusal("forced", say("that card comes later; as before the undo: {what}", what=what))
        return meant

    def _other_card(self, event: Event) -> Action | None:
        """Another card shown in place of the one just turned up: what it would have meant."""
        if not isinstance(event, Card) or not self.history or self.history[-1].action.seat != CHANCE:
            return None
        last = self.history[-1]
        meant = self.game.surface.read(event, last.before)
        return meant if isinstance(meant, Action) and meant != last.action else None

    def _apply(self, action: Action) -> Reply:
        before = self.state
        rules = self.game.rules
        self.state = rules.apply(before, action)
        self.history.append(Step(before, action))
        if action.seat == CHANCE:
            self.forced = self.forced[1:]
        if rules.round_number(before) != rules.round_number(self.state):
            self.forced = ()
        self._clear()
        if self.outcome and self.phase is P.PLAYING:
            self.phase = NEXT[self.phase, "ended"]
        return Reply((Row("action", str(action)),), self.game.surface.done(action, before, self.state))

    def why(self, refusal: Refusal) -> Message:
        """The refusal with its rule and the sheet's words."""
        if refusal.rule in self.game.sheet:
            words = say("{words}", words=self.game.sheet[refusal.rule])
            return say("{why} ({rule}: {words})", why=refusal.message, rule=refusal.rule, words=words)
        return refusal.message

    # -- pointing without a working cell or reader

    def _point(self) -> Reply:
        """`pass`: enter the card on lit cells, then step through what is lit; `confirm` takes it."""
        if self.chance and not self.by_hand:
            self.entering = True
            return Reply(said=(say("no reader needed: press the lit cell of your card"),))
        lit = self.lit
        later = [cell for cell in lit if self.cursor is not None and cell > self.cursor]
        self.cursor = (later or list(lit))[0]
        return Reply(said=(say("{cell}: confirm takes it, pass goes on", cell=cell_name(self.cursor)),))

    # -- undo

    def _wish_undo(self, seat: int) -> Reply:
        steps = self._steps_back()
        if not steps:
            return _refuse(say("there is nothing to take back"))
        rounds = self.game.rules.round_number
        crosses = rounds(self.history[-steps].before) != rounds(self.state)
        others = self.people - {seat}
        if not others:
            return self._undo(steps)
        self.question = Question(seat, others, crosses)
        return Reply()

    def _steps_back(self) -> int:
        """How many steps lie behind the last decision of a person, that one included; 0 if there is none."""
        for steps, step in enumerate(reversed(self.history), 1):
            if step.action.seat in self.people:
                return steps
        return 0

    def _answer(self, question: Question, event: Event) -> Reply:
        match event:
            case Key(_, "pass"):
                self.question = None
                return Reply(said=(say("it stays as it is"),))
            case Key(seat, "confirm") if seat in question.needed:
                left = question.needed - {seat}
                if question.all_of_them and left:
                    self.question = question._replace(needed=left)
                    return Reply()
                return self._swap(question.swap) if question.swap else self._undo(self._steps_back())
        return _refuse(self.instruction.message)

    def _undo(self, steps: int) -> Reply:
        """Take back the last `steps` steps; what was turned up in them comes again in the same order."""
        taken = self.history[-steps:]
        del self.history[-steps:]
        self.state = taken[0].before
        self.forced = tuple(step.action for step in taken if step.action.seat == CHANCE) + self.forced
        self._clear()
        self.repairs = tuple(self.game.surface.undone(step.action, step.before) for step in reversed(taken))
        if (self.phase, "undone") in NEXT:
            self.phase = NEXT[self.phase, "undone"]
        return Reply((Row("undo", str(steps)),), (say("taken back"),))

    def _swap(self, action: Action) -> Reply:
        """The card turned up was read by mistake: this one lies on top in truth."""
        self.state = self.history.pop().before
        reply = self._apply(action)
        return reply._replace(rows=(Row("swap", str(action)),))

    # -- keys of the table

    def _key_wrong(self) -> Reply:
        if (self.phase, "wrong") not in NEXT:
            return _refuse(self.instruction.message)
        self._clear()
        self.phase = NEXT[self.phase, "wrong"]
        return Reply((Row("note", "wrong"),))

    def _key_pause(self) -> Reply:
        self.paused = not self.paused
        return Reply((Row("note", "pause" if self.paused else "go on"),))

    def _key_night(self) -> Reply:
        self.night = not self.night
        return Reply()

    def _key_next(self) -> Reply:
        if self.phase is not P.OVER:
            return _refuse(say("the match is not over yet"))
        return Reply((Row("note", "next"),))

    def _key_spare(self) -> Reply:
        return _refuse(say("this key has no meaning yet"))

    def again(self) -> Session:
        """The next match: seats and options kept."""
        return Session(self.game, self.players, self.options, self.think, P.SETTING)

    # -- resume

    def replay(self, rows: Iterable[tuple[str, str]]) -> None:
        """Bring a new session to where the journal's rows left off. ValueError names the first row that cannot be."""
        for n, (kind, text) in enumerate(rows, 1):
            if kind in REPLAYS:
                try:
                    REPLAYS[kind](self, text)
                except (ValueError, IndexError) as error:
                    raise ValueError(f"row {n} ({kind} {text}): {error}") from None
        self._clear()

    def _replay_action(self, text: str) -> None:
        self._apply(self._checked(text, self.state))

    def _replay_swap(self, text: str) -> None:
        self._swap(self._checked(text, self.history[-1].before))

    def _replay_undo(self, text: str) -> None:
        steps = int(text)
        if not 1 <= steps <= len(self.history):
            raise ValueError(f"undo must be 1..{len(self.history)} steps")
        self._undo(steps)

    def _checked(self, text: str, state: Any) -> Action:
        action = parse_action(text)
        refusal = self.game.rules.refuse(state, action)
        if refusal:
            raise ValueError(f"refused: {refusal.reason}")
        return action


def _everybody(message: Message) -> Prompt:
    return Prompt(TABLE, message)


def _refuse(message: Message) -> Reply:
    return Reply(said=(message,), refused=True)


def _with_cell(picture: Picture, cell: int, light: Light) -> Picture:
    return picture._replace(cells=(*picture.cells[:cell], light, *picture.cells[cell + 1 :]))


NOT_LIT = Refusal("not lit", say("press a lit cell: it stands for the card you turned up"))

PHASE_MESSAGES = {
    P.ASLEEP: say("no table: it is looked for, the match is kept"),
    P.GREETING: say("the table is waking up"),
    P.SETTING: say("lay out the cards, then confirm"),
    P.DISPUTED: say("does the table lie as it is lit? confirm; or press a cell that differs, or show a stray card"),
    P.OVER: say("the match is over: press next for another one"),
}
HEARERS: dict[Phase, Callable[[Session, Event], Reply]] = {
    P.ASLEEP: Session._hear_waiting,
    P.GREETING: Session._hear_waiting,
    P.SETTING: Session._hear_setting,
    P.PLAYING: Session._hear_playing,
    P.DISPUTED: Session._hear_disputed,
    P.OVER: Session._hear_over,
}
TABLE_KEYS: dict[str, Callable[[Session], Reply]] = {
    "wrong": Session._key_wrong,
    "pause": Session._key_pause,
    "night": Session._key_night,
    "next": Session._key_next,
    "spare1": Session._key_spare,
    "spare2": Session._key_spare,
}
REPLAYS: dict[str, Callable[[Session, str], None]] = {
    "action": Session._replay_action,
    "undo": Session._replay_undo,
    "swap": Session._replay_swap,
}
