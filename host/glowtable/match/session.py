"""One match at the table: an event goes in; its state changes, and journal rows and sentences come out.

No I/O, no clock, no chance, and no word of any particular game: the game is handed in. It does not know ports,
files, languages, or what is shown of it (presenter.py). What was played is match_state.py's; what an event
means, and who may say it, the judge's (judge.py).
"""

from collections.abc import Callable
from enum import StrEnum
from itertools import chain
from typing import Any, NamedTuple

from glowtable.game import Action, Outcome, Refusal
from glowtable.grid import TABLE_SEAT, cell_name, seat_name
from glowtable.match.dispute import Dispute, inventory_message, places_of
from glowtable.match.judge import DEALER_ONLY, Judge, explain_refusal
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
    held: tuple[Message, ...] = ()  # what people look at until one of them confirms, or plays on


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
    """A match. Events, the dealer and a table that goes and comes back change it.

    What an event means in each phase say the functions below.
    """

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
    def held(self) -> tuple[Message, ...]:
        """What people look at before the match goes on."""
        return self.question.held if self.question else ()

    @property
    def view(self) -> Any:
        """What all people may be shown; while they look at something, or at the result, as the cards lay until then."""
        view = self.match_state.view
        if self.held:
            return self.game.surface.while_held(view)
        return self.game.surface.while_over(view) if self.phase is P.OVER else view

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
        return self.phase is Phase.PLAYING and not self.held and self.match_state.chance.drawn_by_software

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
        phase = NEXT[self.phase, _progress(self.match_state) if what == "snapshot" else what]
        if phase is P.DISPUTED and self.match_state.dealt:  # no card lies there that people could compare
            phase = NEXT[phase, _progress(self.match_state)]
        self.enter_phase(phase)

    def enter_phase(self, phase: Phase) -> None:
        self.phase = phase
        self.forget_questions()
        self.dispute.audit_due = phase is P.DISPUTED

    # -- events

    def handle_event(self, event: Event) -> Reply:
        """The result of an event. Its first row is the event itself."""
        self.match_state.identities.hear(event)
        if isinstance(event, Release | Untag):
            return _with_event(event, Reply())
        if isinstance(event, Lying | Audited):
            return _with_event(event, _hear_inventory(self, event) if self.phase is P.DISPUTED else Reply())
        self.refused = None
        self.pressed = self.pressed if isinstance(event, Press) or getattr(event, "key", "") == "confirm" else ()
        reply = _hear_now(self, event)
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
            return _with_event(event, _refusal_reply(self, judged))
        return _with_event(event, _ask_consent(self, judged, event))

    def ask_to_show_hand(self, seat: int) -> Reply:
        """A hand is shown at once if only one person looks at the screen; else its owner agrees first."""
        return _ask_consent(self, seat, SHOW_HAND) if self.judge.needs_consent else Reply(shows_hand=seat)

    # -- acting

    def apply_action(self, action: Action) -> Reply:
        """Apply a legal action: what the dealer drew for a chance that `wants_dealer`, too."""
        return self.record_played("action", action, self.match_state.apply_action(action))

    def record_played(self, kind: str, action: Action, said: tuple[Message, ...]) -> Reply:
        self.forget_questions()
        if self.outcome and self.phase is P.PLAYING:
            self.phase = NEXT[self.phase, "ended"]
        return Reply((Row(kind, str(action)),), said)

    def hold(self) -> None:
        """People look at what the last action did before the match goes on, if it is worth it."""
        held = self.match_state.texts.held_texts(self.history[-1], self.state)
        if held and self.is_open and self.people:
            self.question = Question(TABLE_SEAT, frozenset(), held=held)

    def take_back(self, count: int) -> Reply:
        """Where cards lie on the table hands put them back first."""
        left, (news, repairs) = self.repairs, self.match_state.take_back(count)
        self.forget_questions()
        self.repairs = (*left, *repairs)
        if (self.phase, "undone") in NEXT:
            self.phase = NEXT[self.phase, "undone"]
        return Reply((Row("undo", str(count)),), (news,))

    def next_match(self, think: Think) -> "Session":
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
        return _apply_all(self, self.match_state.pass_actions)


def _progress(match_state: MatchState) -> str:
    """How far the match has come."""
    if match_state.outcome:
        return "finished"
    return "midway" if match_state.history else "fresh"


def _with_event(event: Event, reply: Reply) -> Reply:
    """The reply with the event itself as its first row."""
    return reply._replace(rows=(Row("event", event_text(event)), *reply.rows))


def _refuse_with(message: Message) -> Reply:
    return Reply(said=(message,), refused=True)


# -- what an event means, by the phase of the match


def _hear_now(session: Session, event: Event) -> Reply:
    if isinstance(event, Key) and event.seat == TABLE_SEAT:
        return KEY_HANDLERS[event.key](session)
    if isinstance(event, Key) and event.seat >= len(session.players):
        return _refuse_with(say("Nobody is playing at that seat."))
    if session.paused:
        return NOT_NOW
    if session.held:
        session.question = None  # people have looked
        if isinstance(event, Key) and event.key == "confirm":
            return Reply()
    if session.question:
        return _answer_question(session, session.question, event)
    return EVENT_HANDLERS[session.phase](session, event)


def _hear_setting(session: Session, event: Event) -> Reply:
    if isinstance(event, Key) and event.key == "confirm":
        session.phase = NEXT[session.phase, "ready"]
        return Reply((Row("note", "ready"),))
    return NOT_NOW


def _hear_over(session: Session, event: Event) -> Reply:
    if isinstance(event, Key) and event.key == "undo":
        return _wish_undo(session, event.seat)
    return NOT_NOW


def _hear_playing(session: Session, event: Event) -> Reply:
    match_state = session.match_state
    match event:
        case Key(seat, "undo"):
            return _wish_undo(session, seat)
        case Key(_, "confirm") if session.repairs:
            session.repairs = session.repairs[1:]
            return Reply()
        case _ if session.repairs:
            return NOT_NOW
        case Key(_, "confirm") if match_state.bots.awaiting_confirm:
            return session.apply_action(match_state.bots.awaiting_confirm)
        case Key(_, "pass") if match_state.chance.is_awaited or session.pointable_cells:
            return _point_next(session)
        case Key(seat, "confirm") if match_state.bots.pending_action and match_state.bots.pending_action.seat == seat:
            return session.apply_action(match_state.bots.pending_action)
        case Key(_, "confirm") if session.cursor is not None:
            return _act_on(session, Press(session.cursor))
        case Key(seat, "confirm") if session.pressed:
            cells, session.pressed = session.pressed, ()
            return _act_on(session, Said(" ".join((seat_name(seat), *map(cell_name, cells)))))
    speaker = session.judge.consenting_seat(event)
    return _act_on(session, event) if speaker is None else _ask_consent(session, speaker, event)


def _hear_disputed(session: Session, event: Event) -> Reply:
    match event:
        case Key(seat, "undo"):
            return _wish_undo(session, seat)
        case Key(_, "confirm") if session.dispute.look:
            session.dispute.look_at(session.dispute.looks)
        case Key(_, "confirm"):
            return _agree_on_cards(session)
        case Press(cell):
            session.dispute.look = (session.game.surface.expected_at(session.view, cell), cell)
        case Card(_, card):
            return _show_place_of(session, card)
        case _:
            return NOT_NOW
    return Reply()


def _show_place_of(session: Session, card: str) -> Reply:
    """Where a card belongs. One that all have just seen turned up waits there for no key."""
    identities = session.match_state.identities
    places = places_of(identities, session.view, card)
    message, cell = places[0]
    if cell is None and card in identities.copies(session.match_state.turned_up):
        return Reply(said=(message,))
    session.dispute.look_at(places)
    return Reply()


def _hear_inventory(session: Session, event: Lying | Audited) -> Reply:
    if isinstance(event, Lying):
        session.dispute.hear_tag(event.cell, event.card)
        return Reply()
    match_state = session.match_state
    judged = session.dispute.judge_audit(match_state, event.unread)
    agreed = Reply() if judged.differences or judged.unjudged else _agree_on_cards(session)
    return agreed._replace(said=(inventory_message(judged, match_state.cell_names),))


# -- acting


def _act_on(session: Session, event: Event) -> Reply:
    event = session.match_state.identities.known_as(event, session.state)
    meant = session.judge.truly_meant(event)
    if isinstance(meant, Action):  # a person by whose action something is given up is asked once
        gives_up = _losses_by(session, meant)
        return _ask_for(session, (meant,), meant.seat) if gives_up else session.apply_action(meant)
    if meant is None:
        return _does_nothing(session, event)
    if meant.by_confirm and isinstance(event, Press):
        session.pressed = tuple(dict.fromkeys((*session.pressed, event.cell)))
        return Reply(said=(meant.message,))
    session.pressed = ()
    swap = session.judge.other_card(event)
    return _ask_about(session, swap, session.judge.shown_by(event), meant) if swap else _refusal_reply(session, meant)


def _does_nothing(session: Session, event: Event) -> Reply:
    """A key that means nothing now says so, and whose turn it is if it is not that of whose key it is.

    What is asked stands on every screen already.
    """
    if not isinstance(event, Key):
        return Reply()
    bot, key = session.match_state.bots.sole_action, KEY_NAMES[event.key]
    seats = [bot.seat] if bot else [prompt.seat for prompt in session.game.surface.prompts(session.view)]
    if event.seat in seats or TABLE_SEAT in seats:
        idle = say("Right now {key} does nothing.", key=key)
        return _refuse_with(idle.on_screens(say("That does nothing right now.")))
    idle = say("Right now {key} does nothing. First it's {seat}'s turn.", key=key, seat=seats[0])
    return _refuse_with(idle.on_screens(say("That does nothing right now. First it's {seat}'s turn.")))


def _refusal_reply(session: Session, refusal: Refusal) -> Reply:
    return _refuse_with(explain_refusal(session.game, refusal))


# -- what is asked first


def _ask_consent(session: Session, seat: int, event: Event) -> Reply:
    if session.question:
        return NOT_NOW
    session.question = Question(seat, frozenset({seat}), typed=event)
    return Reply()


def _ask_for(session: Session, actions: tuple[Action, ...], seat: int) -> Reply:
    """Nobody decides for another: each seat that would act agrees."""
    losses = tuple(chain.from_iterable(_losses_by(session, action) for action in actions))
    needed = frozenset(action.seat for action in actions)
    session.question = Question(seat, needed, all_of_them=True, actions=actions, losses=losses)
    return Reply()


def _agree_on_cards(session: Session) -> Reply:
    session.phase = NEXT[session.phase, _progress(session.match_state)]
    return Reply((Row("note", "agreed"),))


def _apply_all(session: Session, actions: tuple[Action, ...]) -> Reply:
    replies = [session.apply_action(action) for action in actions]
    return Reply(tuple(chain(*(reply.rows for reply in replies))), tuple(chain(*(reply.said for reply in replies))))


def _losses_by(session: Session, action: Action) -> tuple[Message, ...]:
    """What a person gives up by this action."""
    return session.game.surface.lost_options(session.view, action) if action.seat in session.people else ()


def _ask_about(session: Session, swap: Action, seat: int, refusal: Refusal) -> Reply:
    """Nobody may agree alone while hands are hidden: the answer would show that person other hands."""
    others = session.people - {seat}
    if not session.people or (session.game.hidden_information and not others):
        return _refuse_with(
            say("{why} The first card counts. Wrong? Undo.", why=explain_refusal(session.game, refusal))
        )
    session.question = Question(seat, others or session.people, swap=swap)
    return _refuse_with(refusal.message)


def _answer_question(session: Session, question: Question, event: Event) -> Reply:
    match event:
        case Key(_, "pass"):
            session.question = None
            return Reply(said=(say("OK, nothing changed."),))
        case Key(seat, "confirm") if seat in question.needed:
            left = question.needed - {seat}
            if question.all_of_them and left:
                session.question = question._replace(needed=left)
                return Reply()
            session.question = None
            return _agreed_reply(session, question)
    return NOT_NOW


def _agreed_reply(session: Session, question: Question) -> Reply:
    """All whose key was needed have agreed."""
    if question.typed == SHOW_HAND:
        return Reply(shows_hand=question.seat)
    if question.typed:
        if session.judge.consenting_seat(question.typed) is not None:
            return _act_on(session, question.typed)
        refusal = session.judge.judge_own(question.typed)
        return _refusal_reply(session, refusal) if refusal else Reply(does=question.typed)
    if question.actions:
        return _apply_all(session, question.actions)
    if question.swap:
        return session.record_played("swap", question.swap, session.match_state.swap_card(question.swap))
    return session.take_back(session.match_state.undo_count)


def _wish_undo(session: Session, seat: int) -> Reply:
    count, others = session.match_state.undo_count, session.people - {seat}
    if not count:
        return _refuse_with(say("There's nothing to undo."))
    if not others:
        return session.take_back(count)
    round_of, before = session.game.rules.round_number, session.history[-count].before
    session.question = Question(seat, others, all_of_them=round_of(before) != round_of(session.state))
    return Reply()


# -- pointing without a working cell or reader


def _point_next(session: Session) -> Reply:
    """`pass`: enter the card on lit cells, then step through the lit cells; `confirm` takes one."""
    match_state = session.match_state
    if match_state.chance.dealer_decides:
        return _refusal_reply(session, DEALER_ONLY)
    if match_state.chance.is_awaited and not session.judge.by_hand and session.game.surface.entry_cells(session.view):
        session.judge.entering = True
        return Reply(said=(ENTRY_CELLS,))
    cells = session.pointable_cells
    if not cells:
        return _refuse_with(FACE_DOWN if match_state.chance.is_next_draw_hidden else CARD_NAME)
    later = [cell for cell in cells if session.cursor is not None and cell > session.cursor]
    session.cursor = (later or list(cells))[0]
    name = match_state.cell_names[session.cursor]
    asked = say("{cell}? Confirm: yes. Pass: next.", cell=name)
    pointed = asked.on(terminal=say("{cell}? Enter: yes. pass: next."), phone=say("{cell}?"), board=say("{cell}?"))
    return Reply(said=(pointed,))


# -- keys of the table


def _key_wrong(session: Session) -> Reply:
    if (session.phase, "wrong") not in NEXT:
        return NOT_NOW
    session.enter_phase(NEXT[session.phase, "wrong"])
    return Reply((Row("note", "wrong"),))


def _key_pause(session: Session) -> Reply:
    session.paused = not session.paused
    return Reply((Row("note", "pause" if session.paused else "go on"),))


def _key_night(session: Session) -> Reply:
    session.night = not session.night
    return Reply()


def _key_next(session: Session) -> Reply:
    """The next match; before its end all who could still act are asked, and nobody agrees for another."""
    if session.phase is P.OVER:
        return Reply((Row("note", "next"),))
    if session.question:
        return NOT_NOW
    pass_actions = session.match_state.pass_actions if session.is_open else ()
    if not pass_actions:
        return _refuse_with(NOT_OVER)
    return _ask_for(session, pass_actions, TABLE_SEAT)


def _key_spare(session: Session) -> Reply:
    return _refuse_with(say("This key does nothing.").on_screens(say("That does nothing.")))


EVENT_HANDLERS: dict[Phase, Callable[[Session, Event], Reply]] = {
    P.ASLEEP: lambda session, event: NOT_NOW,
    P.GREETING: lambda session, event: NOT_NOW,
    P.SETTING: _hear_setting,
    P.PLAYING: _hear_playing,
    P.DISPUTED: _hear_disputed,
    P.OVER: _hear_over,
}
KEY_HANDLERS: dict[str, Callable[[Session], Reply]] = {
    "wrong": _key_wrong,
    "pause": _key_pause,
    "night": _key_night,
    "next": _key_next,
    "spare1": _key_spare,
    "spare2": _key_spare,
}
