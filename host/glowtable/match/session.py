"""One match at the table: an event goes in; its state changes, and journal rows and sentences come out.

No I/O, no clock, no chance, and no word of any particular game: the game is handed in. It does not know ports,
files, languages, or what is shown of it (presenter.py). What was played is match_state.py's; what an event
means, and who may say it, the judge's (judge.py).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from itertools import chain
from typing import Any, NamedTuple

from glowtable.game import Action, Outcome, Refusal
from glowtable.grid import TABLE_SEAT, cell_name, seat_name
from glowtable.match.dispute import Dispute, inventory_message, places_of
from glowtable.match.judge import DEALER_ONLY, Judge
from glowtable.match.match_state import MatchState
from glowtable.match.players import Think
from glowtable.match.undo import PlayedAction
from glowtable.messages import Message, say
from glowtable.table import (
    KEY_NAMES,
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
SHOW_HAND = Said("hand")


class Question(NamedTuple):
    """What the seats in `needed` must agree to with their confirm keys.

    A seat's wish to undo; `swap`, the card that was meant and not the one read; what was typed (or laid on a reader
    only to name it) for a seat: an event, or SHOW_HAND; `actions` by which seats give up what they could still do.
    """

    seat: int
    needed: frozenset[int]
    all_of_them: bool = False
    swap: Action | None = None
    typed: Event | None = None
    actions: tuple[Action, ...] = ()
    losses: tuple[Message, ...] = ()  # what is given up


class Reply(NamedTuple):
    """The result of an event. Its rows must be saved before anything of it is shown or acknowledged.

    Refused without a sentence: then people hear again what is asked first.
    """

    rows: tuple[Row, ...] = ()
    said: tuple[Message, ...] = ()
    refused: bool = False
    shows_hand: int | None = None  # the seat that wants to see its hand
    does: Event | None = None  # what was typed for a seat, and the seat has agreed to: it is to be done now


FACE_DOWN = say(
    "Keep the card face down and slide it over the reader. Not read? Type its name while the others look away."
).on(
    terminal=say("Keep the card face down. Type its name while the others look away."),
    phone=say("Keep the card face down until the table knows it."),
    board=say("Keep the card face down until the table knows it."),
)
CARD_NAME = say("Type the card's name.").on(
    phone=say("The table doesn't know the card yet."), board=say("The table doesn't know the card yet.")
)
ENTRY_CELLS = say("No reader? Press the lit cell for your card.").on(
    terminal=say("Not read? Type the lit cell for your card."),
    phone=say("Not read? Tap the lit cell for your card."),
    board=say("Choosing the card on a lit cell …"),
)
NOT_OVER = say("The match isn't over yet.").on(terminal=say("The match isn't over yet. To stop here, type quit."))
NOT_NOW = Reply(refused=True)  # something else is asked first


class Session:
    """A match. Events, the dealer and a table that goes and comes back change it."""

    def __init__(self, match_state: MatchState, phase: Phase = Phase.ASLEEP) -> None:
        self.game, self.players, self.options = match_state.game, match_state.players, match_state.options
        self.phase = phase
        self.match_state, self.judge = match_state, Judge(match_state)
        self.nfc = False  # the cells are tag readers, not buttons
        self.night = self.paused = False
        self.timeout_pct = 0  # how much of the time for an answer has run
        self.forget_questions()

    def forget_questions(self) -> None:
        """Drop every open question, and what was pointed at."""
        self.question: Question | None = None
        self.repairs: tuple[Message, ...] = ()  # what people put back after an undo, one by one
        self.cursor: int | None = None
        self.pressed: tuple[int, ...] = ()  # the cells pressed just now that wait for the confirm key of who means them
        self.judge.entering = False
        self.dispute = Dispute()
        self.refused: int | None = None  # the cell whose press was refused just now

    # -- questions about the match

    @property
    def state(self) -> Any:
        return self.match_state.state

    @property
    def history(self) -> list[PlayedAction]:
        return self.match_state.history

    @property
    def view(self) -> Any:
        return self.match_state.view

    @property
    def outcome(self) -> Outcome | None:
        return self.match_state.outcome

    @property
    def people(self) -> frozenset[int]:
        return self.match_state.people

    @property
    def is_open(self) -> bool:
        """The match goes on; nothing else is asked first."""
        return self.phase is Phase.PLAYING and not (self.paused or self.question or self.repairs)

    @property
    def wants_dealer(self) -> bool:
        """No card on the table decides this chance: the dealer must draw, see `apply_action`."""
        return self.phase is Phase.PLAYING and self.match_state.drawn_by_software

    @property
    def lit_cells(self) -> tuple[int, ...]:
        """Cells that may be pressed now, in order."""
        return self.judge.pressable if self.is_open else ()

    @property
    def pointable_cells(self) -> tuple[int, ...]:
        """The lit cells that `pass` steps through: those whose action has no key of its own."""
        return tuple(cell for cell in self.lit_cells if not self.judge.has_key(cell))

    @property
    def card_to_place(self) -> tuple[str, tuple[int, ...]] | None:
        """The card shown last and the empty cells where it may be laid now; None if it cannot be laid on one."""
        shown = self.match_state.identities.card_brought(self.history[-1]) if self.match_state.turned_up else ""
        lights = self.game.surface.paint(self.view).cells
        cells = tuple(cell for cell in self.lit_cells if lights[cell].pattern == OPEN)
        return (shown, cells) if shown and cells else None

    # -- the table goes and comes back

    def follow_link(self, what: str) -> None:
        """Follow `hello`, `snapshot` or `lost`, as the link reports them."""
        phase = NEXT[self.phase, self._match_progress() if what == "snapshot" else what]
        if phase is P.DISPUTED and self.match_state.dealt:  # no card lies there that people could compare
            phase = NEXT[phase, self._match_progress()]
        self._enter_phase(phase)

    def _enter_phase(self, phase: Phase) -> None:
        self.phase = phase
        self.forget_questions()
        self.dispute.audit_due = phase is P.DISPUTED

    def _match_progress(self) -> str:
        """How far the match has come."""
        if self.outcome:
            return "finished"
        return "midway" if self.history else "fresh"

    # -- events

    def handle_event(self, event: Event) -> Reply:
        """The result of an event. Its first row is the event itself."""
        self.match_state.identities.hear(event)
        if isinstance(event, Release | Untag):
            return _with_event(event, Reply())
        if isinstance(event, Lying | Audited):
            return _with_event(event, self._hear_inventory(event) if self.phase is P.DISPUTED else Reply())
        self.refused = None
        self.pressed = self.pressed if isinstance(event, Press) or getattr(event, "key", "") == "confirm" else ()
        reply = self._hear_now(event)
        if reply.refused and isinstance(event, Press):
            self.refused = event.cell
        return _with_event(event, reply)

    def judge_typed(self, event: Event) -> Reply | None:
        """Who may say what: None if this event may be done though it was only typed.

        Where hands are hidden and several people play, a player's key agrees to what was typed for that player.
        """
        judged = self.judge.judge_speech(event) if self.is_open else None
        if judged is None:
            return None
        if isinstance(judged, Refusal):
            return _with_event(event, self._refuse(judged))
        return _with_event(event, self._ask_consent(judged, event))

    def ask_to_show_hand(self, seat: int) -> Reply:
        """A hand is shown at once if only one person looks at the screen; else its owner agrees first."""
        return self._ask_consent(seat, SHOW_HAND) if self.judge.needs_consent else Reply(shows_hand=seat)

    def _ask_consent(self, seat: int, event: Event) -> Reply:
        if self.question:
            return NOT_NOW
        self.question = Question(seat, frozenset({seat}), typed=event)
        return Reply()

    def _hear_now(self, event: Event) -> Reply:
        if isinstance(event, Key) and event.seat == TABLE_SEAT:
            return KEY_HANDLERS[event.key](self)
        if isinstance(event, Key) and event.seat >= len(self.players):
            return _refuse_with(say("Nobody is playing at that seat."))
        if self.paused:
            return NOT_NOW
        if self.question:
            return self._answer_question(self.question, event)
        return EVENT_HANDLERS[self.phase](self, event)

    def _hear_waiting(self, event: Event) -> Reply:
        return NOT_NOW

    def _hear_setting(self, event: Event) -> Reply:
        if isinstance(event, Key) and event.key == "confirm":
            self.phase = NEXT[self.phase, "ready"]
            return Reply((Row("note", "ready"),))
        return NOT_NOW

    def _hear_over(self, event: Event) -> Reply:
        if isinstance(event, Key) and event.key == "undo":
            return self._wish_undo(event.seat)
        return NOT_NOW

    def _hear_playing(self, event: Event) -> Reply:
        match_state = self.match_state
        match event:
            case Key(seat, "undo"):
                return self._wish_undo(seat)
            case Key(_, "confirm") if self.repairs:
                self.repairs = self.repairs[1:]
                return Reply()
            case _ if self.repairs:
                return NOT_NOW
            case Key(_, "confirm") if match_state.action_awaiting_confirm:
                return self.apply_action(match_state.action_awaiting_confirm)
            case Key(_, "pass") if match_state.awaits_chance or self.pointable_cells:
                return self._point_next()
            case Key(seat, "confirm") if match_state.pending_bot_action and match_state.pending_bot_action.seat == seat:
                return self.apply_action(match_state.pending_bot_action)
            case Key(_, "confirm") if self.cursor is not None:
                return self._act_on(Press(self.cursor))
            case Key(seat, "confirm") if self.pressed:
                cells, self.pressed = self.pressed, ()
                return self._act_on(Said(" ".join((seat_name(seat), *map(cell_name, cells)))))
        speaker = self.judge.consenting_seat(event)
        return self._act_on(event) if speaker is None else self._ask_consent(speaker, event)

    # -- the cards do not lie as believed

    def _hear_disputed(self, event: Event) -> Reply:
        match event:
            case Key(seat, "undo"):
                return self._wish_undo(seat)
            case Key(_, "confirm") if self.dispute.look:
                self.dispute.look_at(self.dispute.looks)
            case Key(_, "confirm"):
                return self._agree_on_cards()
            case Press(cell):
                self.dispute.look = (self.game.surface.expected_at(self.view, cell), cell)
            case Card(_, card):
                return self._show_place_of(card)
            case _:
                return NOT_NOW
        return Reply()

    def _show_place_of(self, card: str) -> Reply:
        """Where a card belongs. One that all have just seen turned up waits there for no key."""
        identities = self.match_state.identities
        places = places_of(identities, self.view, card)
        message, cell = places[0]
        if cell is None and card in identities.copies(self.match_state.turned_up):
            return Reply(said=(message,))
        self.dispute.look_at(places)
        return Reply()

    def _agree_on_cards(self) -> Reply:
        self.phase = NEXT[self.phase, self._match_progress()]
        return Reply((Row("note", "agreed"),))

    def _hear_inventory(self, event: Lying | Audited) -> Reply:
        if isinstance(event, Lying):
            self.dispute.hear_tag(event.cell, event.card)
            return Reply()
        match_state = self.match_state
        judged = self.dispute.judge_audit(match_state, event.unread)
        agreed = Reply() if judged.differences or judged.unjudged else self._agree_on_cards()
        return agreed._replace(said=(inventory_message(judged, match_state.cell_names),))

    # -- acting

    def _act_on(self, event: Event) -> Reply:
        event = self.match_state.identities.known_as(event, self.state)
        meant = self.judge.truly_meant(event)
        if isinstance(meant, Action):
            return self._ask_before_loss(meant) or self.apply_action(meant)
        if meant is None:
            return self._does_nothing(event)
        if meant.by_confirm and isinstance(event, Press):
            self.pressed = tuple(dict.fromkeys((*self.pressed, event.cell)))
            return Reply(said=(meant.message,))
        self.pressed = ()
        swap = self.judge.other_card(event)
        return self._ask_about(swap, self.judge.shown_by(event), meant) if swap else self._refuse(meant)

    def apply_action(self, action: Action) -> Reply:
        """Apply a legal action: what the dealer drew for a chance that `wants_dealer`, too."""
        return self._played("action", action, self.match_state.apply_action(action))

    def _played(self, kind: str, action: Action, said: tuple[Message, ...]) -> Reply:
        self.forget_questions()
        if self.outcome and self.phase is P.PLAYING:
            self.phase = NEXT[self.phase, "ended"]
        return Reply((Row(kind, str(action)),), said)

    def _apply_all(self, actions: tuple[Action, ...]) -> Reply:
        replies = [self.apply_action(action) for action in actions]
        return Reply(tuple(chain(*(reply.rows for reply in replies))), tuple(chain(*(reply.said for reply in replies))))

    def _does_nothing(self, event: Event) -> Reply:
        """A key that means nothing now says so, and whose turn it is if it is not that of whose key it is.

        What is asked stands on every screen already.
        """
        if not isinstance(event, Key):
            return Reply()
        bot, key = self.match_state.sole_bot_action, KEY_NAMES[event.key]
        seats = [bot.seat] if bot else [prompt.seat for prompt in self.game.surface.prompts(self.view)]
        if event.seat in seats or TABLE_SEAT in seats:
            idle = say("Right now {key} does nothing.", key=key)
            return _refuse_with(idle.on_screens(say("That does nothing right now.")))
        idle = say("Right now {key} does nothing. First it's {seat}'s turn.", key=key, seat=seats[0])
        return _refuse_with(idle.on_screens(say("That does nothing right now. First it's {seat}'s turn.")))

    def explain_refusal(self, refusal: Refusal) -> Message:
        """The refusal with its rule and, if the sheet has any, its words."""
        quoted = refusal.quote or refusal.rule
        if quoted in self.game.sheet:
            words = say("{words}", words=self.game.sheet[quoted])
            return say("{why} ({rule}: {words})", why=refusal.message, rule=refusal.rule, words=words)
        return refusal.message

    def _refuse(self, refusal: Refusal) -> Reply:
        return _refuse_with(self.explain_refusal(refusal))

    # -- what is asked first

    def _ask_before_loss(self, action: Action) -> Reply | None:
        """A person by whose action something is given up is asked once; None if nothing is."""
        losses = self.match_state.losses_by(action)
        return self._ask_for((action,), action.seat) if losses else None

    def _ask_for(self, actions: tuple[Action, ...], seat: int) -> Reply:
        """Nobody decides for another: each seat that would act agrees."""
        losses = tuple(chain.from_iterable(map(self.match_state.losses_by, actions)))
        needed = frozenset(action.seat for action in actions)
        self.question = Question(seat, needed, all_of_them=True, actions=actions, losses=losses)
        return Reply()

    def _ask_about(self, swap: Action, seat: int, refusal: Refusal) -> Reply:
        """Nobody may agree alone while hands are hidden: the answer would show that person other hands."""
        others = self.people - {seat}
        if not self.people or (self.game.hidden_information and not others):
            return _refuse_with(say("{why} The first card counts. Wrong? Undo.", why=self.explain_refusal(refusal)))
        self.question = Question(seat, others or self.people, swap=swap)
        return _refuse_with(refusal.message)

    def _answer_question(self, question: Question, event: Event) -> Reply:
        match event:
            case Key(_, "pass"):
                self.question = None
                return Reply(said=(say("OK, nothing changed."),))
            case Key(seat, "confirm") if seat in question.needed:
                left = question.needed - {seat}
                if question.all_of_them and left:
                    self.question = question._replace(needed=left)
                    return Reply()
                self.question = None
                return self._agreed(question)
        return NOT_NOW

    def _agreed(self, question: Question) -> Reply:
        """All whose key was needed have agreed."""
        if question.typed == SHOW_HAND:
            return Reply(shows_hand=question.seat)
        if question.typed:
            if self.judge.consenting_seat(question.typed) is not None:
                return self._act_on(question.typed)
            refusal = self.judge.judge_own(question.typed)
            return self._refuse(refusal) if refusal else Reply(does=question.typed)
        if question.actions:
            return self._apply_all(question.actions)
        if question.swap:
            return self._played("swap", question.swap, self.match_state.swap_card(question.swap))
        return self._take_back(self.match_state.undo_count)

    # -- pointing without a working cell or reader

    def _point_next(self) -> Reply:
        """`pass`: enter the card on lit cells, then step through the lit cells; `confirm` takes one."""
        if self.match_state.dealer_decides:
            return self._refuse(DEALER_ONLY)
        if self.match_state.awaits_chance and not self.judge.by_hand and self.game.surface.entry_cells(self.view):
            self.judge.entering = True
            return Reply(said=(ENTRY_CELLS,))
        cells = self.pointable_cells
        if not cells:
            return _refuse_with(FACE_DOWN if self.match_state.is_next_draw_hidden else CARD_NAME)
        later = [cell for cell in cells if self.cursor is not None and cell > self.cursor]
        self.cursor = (later or list(cells))[0]
        name = self.match_state.cell_names[self.cursor]
        asked = say("{cell}? Confirm: yes. Pass: next.", cell=name)
        pointed = asked.on(terminal=say("{cell}? Enter: yes. pass: next."), phone=say("{cell}?"), board=say("{cell}?"))
        return Reply(said=(pointed,))

    # -- undo

    def _wish_undo(self, seat: int) -> Reply:
        count, others = self.match_state.undo_count, self.people - {seat}
        if not count:
            return _refuse_with(say("There's nothing to undo."))
        if not others:
            return self._take_back(count)
        self.question = Question(seat, others, all_of_them=self.match_state.undo_crosses_round)
        return Reply()

    def _take_back(self, count: int) -> Reply:
        """Where cards lie on the table hands put them back first."""
        left, (news, repairs) = self.repairs, self.match_state.take_back(count)
        self.forget_questions()
        self.repairs = (*left, *repairs)
        if (self.phase, "undone") in NEXT:
            self.phase = NEXT[self.phase, "undone"]
        return Reply((Row("undo", str(count)),), (news,))

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
        """The next match; before its end all who could still act are asked, and nobody agrees for another."""
        if self.phase is P.OVER:
            return Reply((Row("note", "next"),))
        if self.question:
            return NOT_NOW
        pass_actions = self.match_state.pass_actions if self.is_open else ()
        if not pass_actions:
            return _refuse_with(NOT_OVER)
        return self._ask_for(pass_actions, TABLE_SEAT)

    def _key_spare(self) -> Reply:
        return _refuse_with(say("This key does nothing.").on_screens(say("That does nothing.")))

    def next_match(self, think: Think) -> Session:
        """The next match, with the same seats and options; `think` decides for its bots."""
        session = Session(MatchState(self.game, self.players, self.options, think), P.SETTING)
        session.judge.readers, session.match_state.dealt = self.judge.readers, self.match_state.dealt
        session.nfc, session.night = self.nfc, self.night
        return session

    # -- silence, where the table has a time for it; the clock is the pump's

    @property
    def has_answer_timeout(self) -> bool:
        """Silence would answer for the people who are waited for."""
        seats_to_act = self.is_open and self.match_state.seats_to_act
        return bool(seats_to_act) and self.game.surface.closed_by_silence(self.view)

    def on_answer_timeout(self) -> Reply:
        """The time is over: the people who are waited for want no more."""
        self.timeout_pct = 0
        return self._apply_all(self.match_state.pass_actions)


def _with_event(event: Event, reply: Reply) -> Reply:
    """The reply with the event itself as its first row."""
    return reply._replace(rows=(Row("event", event_text(event)), *reply.rows))


def _refuse_with(message: Message) -> Reply:
    return Reply(said=(message,), refused=True)


EVENT_HANDLERS: dict[Phase, Callable[[Session, Event], Reply]] = {
    P.ASLEEP: Session._hear_waiting,
    P.GREETING: Session._hear_waiting,
    P.SETTING: Session._hear_setting,
    P.PLAYING: Session._hear_playing,
    P.DISPUTED: Session._hear_disputed,
    P.OVER: Session._hear_over,
}
KEY_HANDLERS: dict[str, Callable[[Session], Reply]] = {
    "wrong": Session._key_wrong,
    "pause": Session._key_pause,
    "night": Session._key_night,
    "next": Session._key_next,
    "spare1": Session._key_spare,
    "spare2": Session._key_spare,
}
