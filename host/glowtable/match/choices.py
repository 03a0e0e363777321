"""What people can answer now, as data: which prompt asks whom for what, and each option with its gesture.

All of it follows from what everybody knows. Each face makes its own sentences and buttons of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from glowtable.game import CHANCE, PUBLIC, Action
from glowtable.match.copies import kinds_of
from glowtable.match.judge import plausible
from glowtable.match.presenter import current_prompts
from glowtable.match.session import Phase, Session
from glowtable.messages import Message, say
from glowtable.table import Card, Key, Press, Said

FEW = 12  # of more options of one kind none is named by a key or words
READY = say("Start")
LIES_SO = say("They match")
PUT_RIGHT = say("Fixed")
GO_ON = say("Continue")
AGREE = say("Agree")
DISAGREE = say("Don't agree")
YES, NO = say("Yes"), say("No")  # to doing what gives something up
TAKE_CELL = say("Take this cell")


class Answer(NamedTuple):
    """What the confirm or pass key of a seat does now apart from its game."""

    key: str
    text: Message


class Asked(NamedTuple):
    """A prompt as data: who is asked (TABLE_SEAT: anybody), what, about which card, and how it can be answered.

    `card` is its kind, '' for none. `verbs` are kinds of actions. `options` are the text forms of actions and, where
    the house asks, of key events: `key 0 confirm`.
    """

    seat: int
    text: Message
    card: str
    verbs: tuple[str, ...]
    options: tuple[str, ...]


def may_start_next(session: Session) -> bool:
    """The match is over and nothing else is asked: whoever wants to may start the next one."""
    return session.phase is Phase.OVER and not (session.paused or session.question)


def asked_now(session: Session) -> tuple[Asked, ...]:
    """What is asked of whom, the most urgent first; nothing at the end, where the result says all there is to say.

    The options of a seat belong to its first prompt; of a seat that has none, to the first of all.
    """
    if may_start_next(session):
        return ()
    prompts, actions = current_prompts(session), public_options(session)
    card = kinds_of(session.game).get(session.game.surface.card_asked(session.view), "") if actions else ""
    firsts = {prompt.seat: number for number, prompt in reversed([*enumerate(prompts)])}
    given: list[tuple[int, str, str]] = [  # to which prompt, the kind of action if it is one, the option
        *((_who_does(session, each), each.kind, session.match_state.copies.action_text(each)) for each in actions),
        *((seat, "", f"key {seat} {answer.key}") for seat in sorted(session.people)
          for answer in answers_of(session, seat)),
    ]  # fmt: skip
    asked = []
    for number, prompt in enumerate(prompts):
        own = [each for each in given if firsts.get(each[0], 0) == number]
        verbs = dict.fromkeys(kind for _, kind, _ in own if kind)
        options = dict.fromkeys(option for _, _, option in own)
        asked.append(Asked(prompt.seat, prompt.message, "" if number else card, tuple(verbs), tuple(options)))
    return tuple(asked)


def _who_does(session: Session, action: Action) -> int:
    """Whose hands do it: a card that chance brings is shown at a reader."""
    return session.game.surface.reader(session.match_state.public_state) if action.seat == CHANCE else action.seat


def public_options(session: Session) -> tuple[Action, ...]:
    """All that can be done now by a lit cell, a key or a few words, as far as everybody knows."""
    cells = (plausible(session.judge.meaning_of(Press(cell))) for cell in session.lit_cells)
    return tuple(dict.fromkeys((*filter(None, cells), *public_choices(session))))


def is_asked(session: Session) -> bool:
    """People may choose among what the game offers; at a moment that has passed nobody may."""
    pointed = session.cursor is not None or session.pressed
    return session.is_open and not (pointed or session.match_state.bots.sole_action or session.match_state.is_past)


def public_choices(session: Session) -> tuple[Action, ...]:
    """What people can do by a key or a few words that name no card of a hand, as far as everybody knows."""
    if not is_asked(session):
        return ()
    state, rules = session.match_state.public_state, session.game.rules
    acting = [seat for seat in rules.to_act(state) if seat in session.people]
    actions = [action for seat in acting for action in rules.legal(state, seat)]
    gesture = session.game.surface.gesture
    named = tuple(action for action in actions if isinstance(gesture(action, state), Key | Said))
    many = {kind for kind, count in Counter(action.kind for action in named).items() if count > FEW}
    return session.match_state.copies.one_of_each([action for action in named if action.kind not in many], state)


def public_choice_labels(session: Session) -> dict[str, dict[str, str]]:
    """At the simulated table: of a card that all see, at which readers it may be shown, and the action that is then."""
    if not session.match_state.dealt or not is_asked(session):
        return {}
    state, rules, kinds = session.match_state.public_state, session.game.rules, kinds_of(session.game)
    labels: dict[str, dict[str, str]] = {}
    for seat in rules.to_act(state):
        for action in rules.legal(state, seat) if seat in session.people else ():
            event = session.game.surface.gesture(action, state)
            if isinstance(event, Card):
                labels.setdefault(kinds[event.card], {})[str(event.reader)] = session.match_state.copies.action_text(
                    action
                )
    return labels


def awaited_openly(session: Session) -> tuple[str, ...]:
    """Of a draw before everybody's eyes the cards that may come, as people call them: one can be named."""
    rules, state = session.game.rules, session.match_state.public_state
    if not (session.is_open and session.judge.awaits_card) or session.match_state.is_past:
        return ()
    draws = [action for action, _ in rules.chance(state)]
    is_open = all(rules.seen(state, action, PUBLIC) == action for action in draws)
    return _cards_of(session, draws) if is_open else ()


def awaited_at(session: Session, seat: int) -> tuple[str, ...]:
    """The cards that may be shown now at the reader of this seat: its own device can name one."""
    state = session.match_state.public_state
    if not (session.is_open and session.judge.awaits_card and session.game.surface.reader(state) == seat):
        return ()
    return _cards_of(session, [action for action, _ in session.game.rules.chance(state)])


def _cards_of(session: Session, draws: Sequence[Action]) -> tuple[str, ...]:
    events = (session.game.surface.gesture(action, session.match_state.public_state) for action in draws)
    kinds = kinds_of(session.game)
    return tuple(dict.fromkeys(kinds[event.card] for event in events if isinstance(event, Card)))


def answers_of(session: Session, seat: int) -> tuple[Answer, ...]:
    """What the keys of a seat do now apart from its game, the likely one first."""
    meanings = {"confirm": _confirm_meaning(session, seat), "pass": _pass_meaning(session, seat)}
    return tuple(Answer(key, message) for key, message in meanings.items() if message)


def _confirm_meaning(session: Session, seat: int) -> Message | None:
    if session.paused:
        return None
    if session.held:
        return GO_ON
    if session.question:
        agreed = YES if session.question.actions else AGREE
        return agreed if seat in session.question.needed else None
    by_phase = {Phase.SETTING: READY, Phase.DISPUTED: PUT_RIGHT if session.dispute.look else LIES_SO}
    if session.phase is not Phase.PLAYING:
        return by_phase.get(session.phase)
    if session.repairs:
        return PUT_RIGHT
    if session.match_state.bots.awaiting_confirm:
        return GO_ON
    return TAKE_CELL if session.cursor is not None or session.pressed else None


def _pass_meaning(session: Session, seat: int) -> Message | None:
    question = session.question
    if question is None or session.paused or seat not in question.needed:
        return None
    return NO if question.actions else DISAGREE


def device_answers(session: Session, seat: int) -> tuple[Answer, ...]:
    """The answers of a seat on its own device: there it takes a blinking cell only for itself."""
    return tuple(each for each in answers_of(session, seat) if each.text != TAKE_CELL or _takes_cell(session, seat))


def _takes_cell(session: Session, seat: int) -> bool:
    """What is pointed at is this seat's to do; a card that comes, of whose reader it is."""
    if session.cursor is None:
        return True  # the cells pressed just now are for whichever seat confirms them
    action = plausible(session.judge.meaning_of(Press(session.cursor)))
    return action is not None and _who_does(session, action) == seat
