"""One match at the table: an event goes in; its state changes, and journal rows and sentences come out.

No I/O, no clock, no chance, and no word of any particular game: the game is handed in. It does not know ports,
files, languages, or what is shown of it (presenter.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from enum import StrEnum
from itertools import chain
from typing import Any, NamedTuple

from glowtable.game import (
    CHANCE,
    NO_READER,
    PUBLIC,
    YIELDS,
    Action,
    Arg,
    Chances,
    Game,
    Outcome,
    Place,
    Refusal,
    parse_action,
)
from glowtable.grid import TABLE_SEAT, cell_name, seat_name
from glowtable.match.dispute import judge_inventory, places_of
from glowtable.match.identities import Identities
from glowtable.match.players import Player, Think, bot_action, no_bots
from glowtable.match.rows import FaceDownHands, with_places
from glowtable.match.undo import (
    DrawnBefore,
    PlayedAction,
    actions_since_decision,
    card_of,
    repairs_of,
    taken_back_message,
)
from glowtable.messages import Message, say, say_count
from glowtable.table import (
    CHOICE,
    OPEN,
    Audited,
    Card,
    Event,
    Key,
    Lying,
    Press,
    Release,
    Row,
    Said,
    Untag,
    event_text,
    parse_event,
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
    (P.DISPUTED, "fresh"): P.PLAYING,
    (P.DISPUTED, "midway"): P.PLAYING,
    (P.DISPUTED, "finished"): P.OVER,
}
NOT_LIT = Refusal("not lit", say("press a lit cell: it stands for the card you turned up"))
DEALT = Refusal("dealt", say("the cards are dealt here: wait for the one that comes now"))


class Question(NamedTuple):
    """What the seats in `needed` must agree to with their confirm keys.

    A seat's wish to undo; `swap`, the card that was meant and not the one read; what was typed for a seat: an event, or
    SHOW_HAND; `actions` by which seats give up what they could still do.
    """

    seat: int
    needed: frozenset[int]
    all_of_them: bool = False
    swap: Action | None = None
    typed: Event | None = None
    actions: tuple[Action, ...] = ()
    losses: tuple[Message, ...] = ()  # what is given up


SHOW_HAND = Said("hand")


class Reply(NamedTuple):
    """The result of an event. Its rows must be saved before anything of it is shown or acknowledged.

    Refused without a sentence: then people hear again what is asked first.
    """

    rows: tuple[Row, ...] = ()
    said: tuple[Message, ...] = ()
    refused: bool = False
    shows_hand: int | None = None  # the seat that wants to see its hand
    does: Event | None = None  # what was typed for a seat, and the seat has agreed to: it is to be done now


NOT_NOW = Reply(refused=True)  # something else is asked first
ALL_READERS = 0xFF


class Session:
    """A match. Events, the dealer and a table that goes and comes back change it; `think` decides for bots."""

    def __init__(
        self,
        game: Game,
        players: tuple[Player, ...],
        options: Mapping[str, Arg],
        think: Think = no_bots,
        phase: Phase = Phase.ASLEEP,
    ) -> None:
        self.game, self.players, self.options, self.think = game, players, options, think
        self.phase = phase
        self.state = game.rules.setup(len(players), options)
        self.history: list[PlayedAction] = []
        self.drawn_before = DrawnBefore(game)  # the draws that an undo took back
        self.face_down = FaceDownHands(game, [seat for seat, player in enumerate(players) if player.bot])
        self.identities = Identities(game)
        self.readers = ALL_READERS  # one bit per reader that works
        self.nfc = False  # the cells are tag readers, not buttons
        self.dealt = False  # no card lies on this table: the dealer alone decides what chance brings
        self._on_top: tuple[Any, Action] | None = None  # the state, and what the dealer has drawn for it
        self.night = self.paused = False
        self.silence_pct = 0  # how much of the time for an answer has run
        self._bot: tuple[Any, Action | None] | None = None  # the state, and the action a bot wants in it
        self._viewed: tuple[Any, Any] | None = None  # the state, and its view
        self._as_all_know: tuple[Any, Any] | None = None  # the state, and its public state
        self.forget_questions()

    def forget_questions(self) -> None:
        """Drop every open question, and what was pointed at."""
        self.question: Question | None = None
        self.repairs: tuple[Message, ...] = ()  # what people put back after an undo, one by one
        self.cursor: int | None = None
        self.pressed: tuple[int, ...] = ()  # the cells pressed just now that wait for the confirm key of who means them
        self.entering = False  # cards are entered on lit cells
        self.look: Place | None = None  # in a dispute: which card must lie where
        self.looks: tuple[Place, ...] = ()  # where to look after that
        self.audit_due = False  # the tags on the cells must be read
        self.found: dict[int, set[str]] = {}  # the cards read so far, by cell
        self.refused: int | None = None  # the cell whose press was refused just now

    # -- questions about the match

    @property
    def view(self) -> Any:
        """The PUBLIC view of the state, made once."""
        if self._viewed is None or self._viewed[0] is not self.state:
            self._viewed = (self.state, self.game.rules.view(self.state, PUBLIC))
        return self._viewed[1]

    @property
    def public_state(self) -> Any:
        """The state as far as everybody knows, made once: in it is judged what is said to all."""
        if self._as_all_know is None or self._as_all_know[0] is not self.state:
            self._as_all_know = (self.state, self.game.rules.public_state(self.state))
        return self._as_all_know[1]

    @property
    def cell_names(self) -> tuple[str, ...]:
        """What people call each cell of the table now: what they read, hear and type."""
        return self.game.surface.face(self.view).names

    @property
    def people(self) -> frozenset[int]:
        return frozenset(seat for seat, player in enumerate(self.players) if not player.bot)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.rules.outcome(self.state)

    @property
    def awaits_chance(self) -> bool:
        """A card decides what happens next."""
        return self.game.rules.to_act(self.state) == (CHANCE,)

    @property
    def required_draw(self) -> Action | None:
        """The draw that an undo took back and people must turn up again; None if any card may come."""
        return self.drawn_before.required_draw(self.state)

    @property
    def possible_draws(self) -> Chances:
        """The draws that are possible now, as far as this match has shown."""
        return self.drawn_before.possible_draws(self.state)

    @property
    def wants_dealer(self) -> bool:
        """No card on the table decides this chance: the dealer must draw, see `apply_deal`."""
        return self.phase is Phase.PLAYING and self.awaits_chance and self.game.surface.dealt_by_software(self.view)

    @property
    def dealer_decides(self) -> bool:
        """What comes now comes from the dealer alone, not from a card that lies on the table."""
        return self.awaits_chance and (self.dealt or self.game.surface.dealt_by_software(self.view))

    @property
    def awaits_card(self) -> bool:
        """A card of this table is to be shown or named."""
        return self.awaits_chance and not (self.by_hand or self.dealer_decides)

    @property
    def by_hand(self) -> bool:
        """Cards are entered on lit cells, because `pass` asked for it or the reader does not work."""
        if not self.awaits_chance or self.dealer_decides:
            return False
        reader = self.game.surface.reader(self.state)
        return self.entering or (reader != NO_READER and not self.readers >> reader & 1)

    @property
    def bot_action(self) -> Action | None:
        """What a bot wants to do now, if it is a bot's turn."""
        if self._bot is None or self._bot[0] is not self.state:
            self._bot = (self.state, bot_action(self.game, self.players, self.history, self.state, self.think))
        return self._bot[1]

    @property
    def bot_alone(self) -> Action | None:
        """The same, if no person may act until it is done."""
        return None if self.people.intersection(self.game.rules.to_act(self.state)) else self.bot_action

    @property
    def about_to_act(self) -> Action | None:
        """The same, if people may act first: it is not announced, because it may name a hidden card."""
        return None if self.bot_alone else self.bot_action

    def bot_instruction(self, action: Action) -> Message:
        """What hands do for a bot, and which backs of its own hand they take: other hands answer only then."""
        places = self.face_down.places_of(action, self.history, self.state)
        own = [place for seat, place in places if seat == action.seat]
        return with_places(self.game.surface.instruction(action, self.state), own)

    @property
    def to_confirm(self) -> Action | None:
        """What a bot does as soon as a person has heard of it and confirms."""
        bot = self.bot_alone
        heard_first = bot and self.people and self.game.surface.heard_first(bot, self.state)
        return bot if heard_first else None

    def is_bot(self, seat: int) -> bool:
        return seat != CHANCE and seat not in self.people

    @property
    def is_open(self) -> bool:
        """The match goes on; nothing else is asked first."""
        return self.phase is Phase.PLAYING and not (self.paused or self.question or self.repairs)

    @property
    def lit_cells(self) -> tuple[int, ...]:
        """Cells that may be pressed now, in order."""
        if not self.is_open:
            return ()
        if self.by_hand:
            return tuple(self.game.surface.manual_entry(self.view))
        bot = self.bot_alone
        if bot:
            event = self.game.surface.gesture(bot, self.state)
            return (event.cell,) if isinstance(event, Press) else ()
        lights = self.game.surface.paint(self.view).cells
        choice = tuple(cell for cell, light in enumerate(lights) if light.pattern in CHOICE)
        with_bots = any(map(self.is_bot, self.game.rules.to_act(self.state)))
        return tuple(filter(self._may_press, choice)) if with_bots else choice

    def _may_press(self, cell: int) -> bool:
        """Nobody may decide for a bot by pressing here, unless it is what the bot wants."""
        meant = self.game.surface.read(Press(cell), self.public_state)
        return not isinstance(meant, Action) or meant == self.bot_action or not self.is_bot(meant.seat)

    @property
    def pointable_cells(self) -> tuple[int, ...]:
        """The lit cells that `pass` steps through: those whose action has no key of its own."""
        return tuple(cell for cell in self.lit_cells if not self._has_key(cell))

    def _has_key(self, cell: int) -> bool:
        meant = self.game.surface.read(Press(cell), self.public_state)
        return isinstance(meant, Action) and isinstance(self.game.surface.gesture(meant, self.public_state), Key)

    @property
    def sought_card(self) -> tuple[str, tuple[int, ...]] | None:
        """The card shown last and the empty cells where it may be laid now; None if it cannot be laid on one."""
        shown = self.identities.card_brought(self.history[-1]) if self.turned_up else ""
        lights = self.game.surface.paint(self.view).cells
        cells = tuple(cell for cell in self.lit_cells if lights[cell].pattern == OPEN)
        return (shown, cells) if shown and cells else None

    @property
    def turned_up(self) -> str:
        """The card that was turned up last, by its name in the game; '' if something else has happened since."""
        if not self.history or self.history[-1].action.seat != CHANCE:
            return ""
        return card_of(self.game, self.history[-1])

    def gesture_for(self, action: Action) -> Event:
        """What hands do for this action now, with the cards that go by their names in the game."""
        return self.identities.shown_for(self.game.surface.gesture(action, self.state))

    # -- the dealer

    def apply_deal(self, action: Action) -> Reply:
        """Apply what the dealer drew for a chance that `wants_dealer`."""
        return self._apply_action(action)

    def put_on_top(self, action: Action) -> None:
        """The dealer has drawn this for the chance that is awaited: nothing else can come where it decides."""
        self._on_top = (self.state, action)

    # -- the table goes and comes back

    def follow_link(self, what: str) -> None:
        """Follow `hello`, `snapshot` or `lost`, as the link reports them."""
        self._enter_phase(NEXT[self.phase, self._match_progress() if what == "snapshot" else what])

    def _enter_phase(self, phase: Phase) -> None:
        self.phase = phase
        self.forget_questions()
        self.audit_due = phase is P.DISPUTED

    def _match_progress(self) -> str:
        """How far the match has come."""
        if self.outcome:
            return "finished"
        return "midway" if self.history else "fresh"

    # -- events

    def hear_event(self, event: Event) -> Reply:
        """The result of an event. Its first row is the event itself."""
        self.identities.hear(event)
        if isinstance(event, Release | Untag):
            return Reply((Row("event", event_text(event)),))
        if isinstance(event, Lying | Audited):
            reply = self._hear_inventory(event) if self.phase is P.DISPUTED else Reply()
            return reply._replace(rows=(Row("event", event_text(event)), *reply.rows))
        self.refused = None
        self.pressed = self.pressed if isinstance(event, Press) or getattr(event, "key", "") == "confirm" else ()
        reply = self._hear_now(event)
        if reply.refused and isinstance(event, Press):
            self.refused = event.cell
        return reply._replace(rows=(Row("event", event_text(event)), *reply.rows))

    def judge_typed(self, event: Event) -> Reply | None:
        """Who may say what: None if this event may be done though it was only typed.

        Nobody speaks for a bot, and nobody but the dealer says which card comes, where it deals. Where hands are hidden
        and several people play, a player's key agrees to what was typed for that player.
        """
        if not self.is_open:
            return None
        if self.dealer_decides and not _is_always_heard(event):
            reply: Reply | None = _refuse(DEALT.message)
        else:
            reply = self._judge_speech(event) if isinstance(event, Card | Said) and not self.awaits_chance else None
        return reply and reply._replace(rows=(Row("event", event_text(event)), *reply.rows))

    def _judge_speech(self, event: Card | Said) -> Reply | None:
        action = _plausible(self._read(event, self.public_state))
        if action is None:
            return None
        if self.is_bot(action.seat):
            told = action == self._public_bot_action
            return None if told else _refuse(say("that is for {seat} to do", seat=action.seat))
        if self.needs_consent:
            return self._ask_consent(action.seat, event)
        return self._judge_own(event)

    @property
    def needs_consent(self) -> bool:
        """Several people share what is typed, and each has secrets."""
        return self.game.hidden_information and len(self.people) > 1

    @property
    def _public_bot_action(self) -> Action | None:
        """What all people were told that a bot does."""
        action = self.bot_alone
        return action if action and self.game.rules.seen(self.state, action, PUBLIC) == action else None

    def _ask_consent(self, seat: int, event: Event) -> Reply:
        if self.question:
            return NOT_NOW
        self.question = Question(seat, frozenset({seat}), typed=event)
        return Reply()

    def _judge_own(self, event: Event) -> Reply | None:
        """What a seat says of its own cards is judged by what it holds."""
        truly = self._read(event, self.state)
        return _refuse(self.explain_refusal(truly)) if isinstance(truly, Refusal) else None

    def ask_to_show_hand(self, seat: int) -> Reply:
        """A hand is shown at once if only one person looks at the screen; else its owner agrees first."""
        return self._ask_consent(seat, SHOW_HAND) if self.needs_consent else Reply(shows_hand=seat)

    def _agreed(self, seat: int, event: Event) -> Reply:
        """What was typed for a seat, its key has agreed to."""
        self.question = None
        if event == SHOW_HAND:
            return Reply(shows_hand=seat)
        return self._judge_own(event) or Reply(does=event)

    def _hear_now(self, event: Event) -> Reply:
        if isinstance(event, Key) and event.seat == TABLE_SEAT:
            return KEY_HEARERS[event.key](self)
        if isinstance(event, Key) and event.seat >= len(self.players):
            return _refuse(say("no player sits there"))
        if self.paused:
            return NOT_NOW
        if self.question:
            return self._answer_question(self.question, event)
        return HEARERS[self.phase](self, event)

    def _hear_waiting(self, event: Event) -> Reply:
        return NOT_NOW

    def _hear_setting(self, event: Event) -> Reply:
        if isinstance(event, Key) and event.key == "confirm":
            self.phase = NEXT[self.phase, "ready"]
            return Reply((Row("note", "ready"),))
        return NOT_NOW

    def _hear_disputed(self, event: Event) -> Reply:
        match event:
            case Key(seat, "undo"):
                return self._wish_undo(seat)
            case Key(_, "confirm") if self.look:
                self._look_at(self.looks)
            case Key(_, "confirm"):
                return self._agree_on_cards()
            case Press(cell):
                self.look = (self.game.surface.expected_at(self.view, cell), cell)
            case Card(_, card):
                self._look_at(places_of(self.identities, self.view, card))
            case _:
                return NOT_NOW
        return Reply()

    def _agree_on_cards(self) -> Reply:
        self.phase = NEXT[self.phase, self._match_progress()]
        return Reply((Row("note", "agreed"),))

    def _look_at(self, looks: tuple[Place, ...]) -> None:
        """The first of these now, the others after it."""
        self.look, self.looks = (looks[0], looks[1:]) if looks else (None, ())

    def _hear_over(self, event: Event) -> Reply:
        if isinstance(event, Key) and event.key == "undo":
            return self._wish_undo(event.seat)
        return NOT_NOW

    def _hear_playing(self, event: Event) -> Reply:
        match event:
            case Key(seat, "undo"):
                return self._wish_undo(seat)
            case Key(_, "confirm") if self.repairs:
                self.repairs = self.repairs[1:]
                return Reply()
            case _ if self.repairs:
                return NOT_NOW
            case Key(_, "confirm") if self.to_confirm:
                return self._apply_action(self.to_confirm)
            case Key(_, "pass") if self.awaits_chance or self.pointable_cells:
                return self._point_next()
            case Key(seat, "confirm") if self.about_to_act and self.about_to_act.seat == seat:
                return self._apply_action(self.about_to_act)
            case Key(_, "confirm") if self.cursor is not None:
                return self._act_on(Press(self.cursor))
            case Key(seat, "confirm") if self.pressed:
                cells, self.pressed = self.pressed, ()
                return self._act_on(Said(" ".join((seat_name(seat), *map(cell_name, cells)))))
        return self._act_on(event)

    # -- the inventory of the tags on the cells

    def _hear_inventory(self, event: Lying | Audited) -> Reply:
        if isinstance(event, Audited):
            return self._judge_audit(event.unread)
        self.found.setdefault(event.cell, set()).add(event.card)
        return Reply()

    def _judge_audit(self, unread: int) -> Reply:
        judged = judge_inventory(self.identities, self.view, self.found, unread, self.turned_up)
        self.found = {}
        self._look_at(judged.differences)
        if judged.differences:
            message = say_count(
                "{n} cell differs from what the table believes",
                "{n} cells differ from what the table believes",
                n=len(judged.differences),
            )
            return Reply(said=(message,))
        if judged.unjudged:
            cells = tuple(self.cell_names[cell] for cell in judged.unjudged)
            message = say(
                "every tag that answers lies where the table believes it does; check these cells yourselves: {cells}",
                cells=cells,
            )
            return Reply(said=(message,))
        return self._agree_on_cards()._replace(said=(say("every card lies where the table believes it does"),))

    # -- acting: what is said before an action is taken follows from what everybody knows

    def _act_on(self, event: Event) -> Reply:
        event = self.identities.known_as(event, self.state)
        meant = self.meaning_of(event)
        action = _plausible(meant)
        if action:
            meant = self._truly_meant(event, meant, action)
        if isinstance(meant, Action):
            return self._ask_before_loss(meant) or self._apply_action(meant)
        if meant is None:
            return self._does_nothing(event)
        if meant.by_confirm and isinstance(event, Press):
            self.pressed = tuple(dict.fromkeys((*self.pressed, event.cell)))
            return Reply(said=(meant.message,))
        self.pressed = ()
        swap = self._other_card(event)
        return self._ask_about(swap, self._shown_by(event), meant) if swap else _refuse(self.explain_refusal(meant))

    def _does_nothing(self, event: Event) -> Reply:
        """A key that means nothing now says so, and what is asked."""
        if not isinstance(event, Key):
            return Reply()
        return _refuse(say("{key} does nothing now: {asked}", key=event.key, asked=self._what_is_asked()))

    def _what_is_asked(self) -> Message:
        if self.bot_alone:
            return self.game.surface.instruction(self.bot_alone, self.state)
        return self.game.surface.prompts(self.view)[0].message

    # -- what a person would give up

    def _ask_before_loss(self, action: Action) -> Reply | None:
        """A person by whose action something is given up is asked once; None if nothing is."""
        losses = self._losses_by(action)
        return self._ask_for((action,), action.seat, frozenset({action.seat})) if losses else None

    def _losses_by(self, action: Action) -> tuple[Message, ...]:
        return self.game.surface.forfeits(self.view, action) if action.seat in self.people else ()

    def _ask_for(self, actions: tuple[Action, ...], seat: int, needed: frozenset[int]) -> Reply:
        losses = tuple(chain.from_iterable(map(self._losses_by, actions)))
        self.question = Question(seat, needed, actions=actions, losses=losses)
        return Reply()

    def _apply_all(self, actions: tuple[Action, ...]) -> Reply:
        replies = [self._apply_action(action) for action in actions]
        return Reply(tuple(chain(*(reply.rows for reply in replies))), tuple(chain(*(reply.said for reply in replies))))

    def _believing(self, action: Action) -> Any:
        """The state; if only what the table has read in secret is against what chance brings, without that."""
        rules = self.game.rules
        if action.seat != CHANCE or rules.is_possible(self.state, action):
            return self.state
        believed = rules.believed(self.state, action)
        return believed if rules.is_possible(believed, action) else self.state

    def _ask_about(self, swap: Action, seat: int, refusal: Refusal) -> Reply:
        """Nobody may agree alone while hands are hidden: the answer would show that person other hands."""
        others = self.people - {seat}
        if not self.people or (self.game.hidden_information and not others):
            return _refuse(
                say("{why}; the first card stays: undo takes back what led to it", why=self.explain_refusal(refusal))
            )
        self.question = Question(seat, others or self.people, swap=swap)
        return _refuse(refusal.message)

    def _truly_meant(self, event: Event, meant: Action | Refusal | None, action: Action) -> Action | Refusal | None:
        """What a seat does of its own is judged by what it holds. Of copies chance brings one that can be there."""
        truly, gesture = self._read(event, self.state), self.game.surface.gesture
        if action.seat != CHANCE:
            return truly
        if not (isinstance(meant, Action) and isinstance(truly, Action)):
            return meant
        alike = self.identities.are_alike(gesture(truly, self.state), gesture(meant, self.public_state))
        return truly if alike else meant

    def meaning_of(self, event: Event) -> Action | Refusal | None:
        """What an event would do, as far as everybody knows."""
        meant = self._read(event, self.public_state)
        held_back = self._held_back(event, meant) if isinstance(meant, Action) else None
        return held_back or meant

    def _read(self, event: Event, state: Any) -> Action | Refusal | None:
        """What an event means in this state; the copy of a card that is wanted, if nobody can tell."""
        if self.by_hand and isinstance(event, Press):
            entry = self.game.surface.manual_entry(self.view).get(event.cell)
            meant: Action | Refusal | None = entry[0] if entry else NOT_LIT
        else:
            meant = self.game.surface.read(event, state)
        wanted = self.required_draw or self.bot_action
        if wanted and isinstance(meant, Action) and self.identities.is_meant(wanted, meant, state):
            return wanted
        return meant

    def _held_back(self, event: Event, meant: Action) -> Refusal | None:
        """Nobody decides for the dealer; after an undo the same card comes first; nobody decides for a waiting bot."""
        if meant.seat == CHANCE and self.dealer_decides and not self._is_on_top(meant):
            return DEALT
        if self.required_draw and meant != self.required_draw:
            what = self.game.surface.instruction(self.required_draw, self.state)
            return Refusal("required", say("that card comes later; as before the undo: {what}", what=what))
        if not self.is_bot(meant.seat) or (self.bot_action and self._read(event, self.state) == self.bot_action):
            return None
        if self.bot_alone:
            return Refusal("bot", say("not there: {what}", what=self.bot_instruction(self.bot_alone)))
        return Refusal("bot", say("that is for {seat} to do", seat=meant.seat))

    def _is_on_top(self, action: Action) -> bool:
        return self._on_top is not None and self._on_top[0] is self.state and self._on_top[1] == action

    def _other_card(self, event: Event) -> Action | None:
        """A card shown right after another one was turned up in public: what it would have meant then.

        None if the other one came unseen, or was dealt: nothing was read by mistake then. It counts what was public: to
        ask, or not to ask, must not show what lies there or in hidden hands.
        """
        if self.dealt or not isinstance(event, Card) or not self.history or self.history[-1].action.seat != CHANCE:
            return None
        before, last = self.history[-1]
        if self.game.rules.seen(before, last, PUBLIC) != last:
            return None
        meant = _plausible(self.game.surface.read(event, self.game.rules.public_state(before)))
        instruction = self.game.surface.instruction
        return meant if meant and instruction(meant, before) != instruction(last, before) else None

    def _shown_by(self, event: Event) -> int:
        """The seat at whose reader a card was shown, if it may act now; else the first that may."""
        actors = self.game.rules.to_act(self.state)
        return event.reader if isinstance(event, Card) and event.reader in actors else actors[0]

    def _apply_action(self, action: Action) -> Reply:
        before = self._believing(action)
        rules = self.game.rules
        places = self._told_of_rows(action, before)
        self.state = rules.apply(before, action)
        self.history.append(PlayedAction(before, action))
        self.identities.book(self.history[-1])
        if action.seat == CHANCE:
            self.drawn_before.came_again(before, action)
        if rules.round_number(before) != rules.round_number(self.state):
            self.drawn_before.forget_draws()
        self.forget_questions()
        if self.outcome and self.phase is P.PLAYING:
            self.phase = NEXT[self.phase, "ended"]
        return Reply(
            (Row("action", str(action)),), (*self.game.surface.description(action, before, self.state), *places)
        )

    def _told_of_rows(self, action: Action, before: Any) -> tuple[Message, ...]:
        """Which cards of bots this action takes, but those that hands were told before; how several lie that come."""
        told = () if self.people.intersection(self.game.rules.to_act(before)) else (action.seat,)
        places = self.face_down.places_of(action, self.history, before)
        taken = tuple(place for seat, place in places if seat not in told)
        return (*taken, *self.face_down.arrivals(action, self.history, before))

    def explain_refusal(self, refusal: Refusal) -> Message:
        """The refusal with its rule and the words of the sheet."""
        quoted = refusal.quote or refusal.rule
        if quoted in self.game.sheet:
            words = say("{words}", words=self.game.sheet[quoted])
            return say("{why} ({rule}: {words})", why=refusal.message, rule=refusal.rule, words=words)
        return refusal.message

    # -- pointing without a working cell or reader

    def _point_next(self) -> Reply:
        """`pass`: enter the card on lit cells, then step through the lit cells; `confirm` takes one."""
        if self.dealer_decides:
            return _refuse(DEALT.message)
        if self.awaits_chance and not self.by_hand and self.game.surface.manual_entry(self.view):
            self.entering = True
            return Reply(said=(say("no reader needed: press the lit cell of your card"),))
        cells = self.pointable_cells
        if not cells:
            return _refuse(say("this card is on no cell: type its name"))
        later = [cell for cell in cells if self.cursor is not None and cell > self.cursor]
        self.cursor = (later or list(cells))[0]
        return Reply(said=(say("{cell}: confirm takes it, pass goes on", cell=self.cell_names[self.cursor]),))

    # -- undo

    def _wish_undo(self, seat: int) -> Reply:
        count = actions_since_decision(self.history, self.people)
        if not count:
            return _refuse(say("there is nothing to take back"))
        rounds = self.game.rules.round_number
        crosses = rounds(self.history[-count].before) != rounds(self.state)
        others = self.people - {seat}
        if not others:
            return self._take_back(count)
        self.question = Question(seat, others, crosses)
        return Reply()

    @property
    def last_decider(self) -> int | None:
        """The person whose decision an undo would take back."""
        count = actions_since_decision(self.history, self.people)
        return self.history[-count].action.seat if count else None

    def _answer_question(self, question: Question, event: Event) -> Reply:
        match event:
            case Key(_, "pass"):
                self.question = None
                return Reply(said=(say("nothing is changed"),))
            case Key(seat, "confirm") if seat in question.needed:
                left = question.needed - {seat}
                if question.typed:
                    return self._agreed(seat, question.typed)
                if question.all_of_them and left:
                    self.question = question._replace(needed=left)
                    return Reply()
                if question.actions:
                    return self._apply_all(question.actions)
                return (
                    self._read_instead(question.swap)
                    if question.swap
                    else self._take_back(actions_since_decision(self.history, self.people))
                )
        return NOT_NOW

    def _take_back(self, count: int) -> Reply:
        """Take back the last `count` actions; what chance brought in them comes again from the same source.

        Where cards lie on the table hands put them back first.
        """
        taken, after = self.history[-count:], self.state
        places = self.face_down.places_again(self.history, count)
        del self.history[-count:]
        self.state = taken[0].before
        self.drawn_before.keep_draws(taken)
        self.forget_questions()
        self.repairs = () if self.dealt else (*repairs_of(self.game, taken, after), *places)
        if (self.phase, "undone") in NEXT:
            self.phase = NEXT[self.phase, "undone"]
        return Reply((Row("undo", str(count)),), (taken_back_message(self.game, taken, after),))

    def _read_instead(self, action: Action) -> Reply:
        """All agree that it was this card: where the table has read it before, it was misled."""
        self.question = None
        return self._swap_card(action)

    def _swap_card(self, action: Action) -> Reply:
        """The card turned up was read by mistake: this one really lies on top."""
        self.state = self.history.pop().before
        reply = self._apply_action(action)
        return reply._replace(rows=(Row("swap", str(action)),))

    # -- keys of the table

    def _key_wrong(self) -> Reply:
        if (self.phase, "wrong") not in NEXT:
            return NOT_NOW
        self._enter_phase(NEXT[self.phase, "wrong"])
        return Reply((Row("note", "wrong"),))

    def _key_pause(self) -> Reply:
        self.paused = not self.paused
        return Reply((Row("note", "pause" if self.paused else "go on"),))

    def _key_night(self) -> Reply:
        self.night = not self.night
        return Reply()

    def _key_next(self) -> Reply:
        """The next match; before its end it is asked whether to go on without the people who may want nothing more."""
        if self.phase is P.OVER:
            return Reply((Row("note", "next"),))
        if self.question:
            return NOT_NOW
        waited_for = sorted(self.people.intersection(self._waited_for()))
        yielding = tuple(chain.from_iterable(map(self._yielding, waited_for)))
        if not yielding:
            return _refuse(say("the match is not over yet"))
        return self._ask_for(yielding, TABLE_SEAT, self.people)

    def _waited_for(self) -> tuple[int, ...]:
        return self.game.rules.to_act(self.state) if self.is_open and not self.awaits_chance else ()

    # -- silence, where the table has a time for it; the clock is the pump's

    @property
    def may_be_silent(self) -> bool:
        """Silence would answer for the people who are waited for."""
        waited_for = self.people.intersection(self._waited_for())
        return bool(waited_for) and self.game.surface.closed_by_silence(self.view)

    def hear_silence(self) -> Reply:
        """The time is over: the people who are waited for want no more."""
        self.silence_pct = 0
        waited_for = sorted(self.people.intersection(self._waited_for()))
        return self._apply_all(tuple(chain.from_iterable(map(self._yielding, waited_for))))

    def _yielding(self, seat: int) -> list[Action]:
        """The action by which this seat wants nothing more; none if it must do something."""
        legal = self.game.rules.legal(self.state, seat)
        return [action for action in legal if action.kind in YIELDS and not action.args][:1]

    def _key_spare(self) -> Reply:
        return _refuse(say("this key has no meaning yet"))

    def next_match(self) -> Session:
        """The next match, with the same seats and options."""
        session = Session(self.game, self.players, self.options, self.think, P.SETTING)
        session.readers, session.nfc, session.night, session.dealt = self.readers, self.nfc, self.night, self.dealt
        return session

    # -- resume

    def replay_rows(self, rows: Iterable[tuple[str, str]]) -> None:
        """Bring a new session to where the journal's rows end. ValueError names the first row that is impossible."""
        for n, (kind, text) in enumerate(rows, 1):
            if kind in REPLAYS:
                try:
                    REPLAYS[kind](self, text)
                except (ValueError, IndexError) as error:
                    raise ValueError(f"row {n} ({kind} {text}): {error}") from None
        self.forget_questions()

    def _replay_event(self, text: str) -> None:
        """By which tag a card came; what else an event did its action tells."""
        with suppress(ValueError):  # what is no event, or was left out of an export
            self.identities.hear(parse_event(text))

    def _replay_action(self, text: str) -> None:
        self._apply_action(self._parse_checked(text))

    def _replay_swap(self, text: str) -> None:
        last = self.history.pop()
        self.state = last.before
        self._apply_action(self._parse_checked(text))

    def _replay_undo(self, text: str) -> None:
        count = int(text)
        if not 1 <= count <= len(self.history):
            raise ValueError(f"undo must be 1..{len(self.history)} actions")
        self._take_back(count)

    def _parse_checked(self, text: str) -> Action:
        action = parse_action(text)
        refusal = self.game.rules.refuse(self._believing(action), action)
        if refusal:
            raise ValueError(f"refused: {refusal.reason}")
        return action


def _is_always_heard(event: Event) -> bool:
    """The table's keys and undo, also while cards are dealt."""
    return isinstance(event, Key) and (event.seat == TABLE_SEAT or event.key == "undo")


def _plausible(meant: Action | Refusal | None) -> Action | None:
    """The action that is possible as far as everybody knows."""
    return meant.plausible if isinstance(meant, Refusal) else meant


def _refuse(message: Message) -> Reply:
    return Reply(said=(message,), refused=True)


HEARERS: dict[Phase, Callable[[Session, Event], Reply]] = {
    P.ASLEEP: Session._hear_waiting,
    P.GREETING: Session._hear_waiting,
    P.SETTING: Session._hear_setting,
    P.PLAYING: Session._hear_playing,
    P.DISPUTED: Session._hear_disputed,
    P.OVER: Session._hear_over,
}
KEY_HEARERS: dict[str, Callable[[Session], Reply]] = {
    "wrong": Session._key_wrong,
    "pause": Session._key_pause,
    "night": Session._key_night,
    "next": Session._key_next,
    "spare1": Session._key_spare,
    "spare2": Session._key_spare,
}
REPLAYS: dict[str, Callable[[Session, str], None]] = {
    "event": Session._replay_event,
    "action": Session._replay_action,
    "undo": Session._replay_undo,
    "swap": Session._replay_swap,
}
