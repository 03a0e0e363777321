"""All that ever leaves for a browser: `public_page` for every pair of eyes, `seat_page` for one seat's own device.

Plain data: dicts, tuples, texts, numbers, and sentences not yet translated. It knows no game, no network, no drawing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from glowtable.game import CHANCE, PUBLIC, Action, Game, Outcome, Pile, Point, TableItem
from glowtable.grid import CELLS
from glowtable.match.copies import kinds_of
from glowtable.match.judge import plausible
from glowtable.match.presenter import current_picture, current_prompts
from glowtable.match.result import counted_scores, ending_of, headline, headline_for, why_ended
from glowtable.match.session import Phase, Session
from glowtable.messages import Message, say
from glowtable.table import Card, Event, Face, Key, Light, Press, Said
from glowtable.web.drafts import Draft, draft_of, form_of, next_actions

Page = dict[str, Any]
NEWS = 40  # sentences that are kept on a page
FEW = 12  # choices of one kind that the shared page shows as buttons
BACK = ""  # a card of which only its back is seen
READY = say("the cards lie there: begin")
LIES_SO = say("the cards lie as the lights show")
PUT_RIGHT = say("it is put right")
GO_ON = say("go on")
AGREE = say("agree")
DISAGREE = say("do not agree")
TAKE_CELL = say("take the blinking cell")


# -- what everybody may see


def public_page(
    session: Session, said: Sequence[Message] = (), troubles: Sequence[Message] = (), *, is_recorded: bool = True
) -> Page:
    """The match as everybody at the table may know it, what was said aloud, and what ails the table."""
    view, surface = session.view, session.game.surface
    face, choices = surface.face(view), public_choices(session)
    by_words = {_typed_text(session, action): session.match_state.copies.action_text(action) for action in choices}
    openly = PublicChoices(by_words, public_choice_labels(session))
    return {
        "game": session.game.title if is_recorded else say("{game} · not recorded", game=session.game.title),
        "phase": str(session.phase),
        "paused": session.paused,
        "night": session.night,
        "asked": _asked_json(session),
        "players": tuple(_player_json(session, seat) for seat in range(len(session.players))),
        "rows": tuple(face.rows),
        "columns": tuple(face.columns),
        "cells": _cells_json(session, face, openly),
        "brightness": current_picture(session).brightness_pct,
        "zones": tuple(
            {"title": zone.title, "things": tuple(_thing_json(session.game, thing, openly) for thing in zone.things)}
            for zone in surface.zones(view)
        ),
        "lines": face.lines,
        "turned": _turned_up(session),
        "choices": tuple(_choice_json(session, action, session.match_state.public_state) for action in choices),
        "awaited": awaited_openly(session),
        "result": _result_json(session.game, session.outcome),
        "news": tuple(said[-NEWS:]),
        "ailing": tuple(troubles),
        "may_undo": session.match_state.last_decider is not None,
    }


def may_start_next(session: Session) -> bool:
    """The match is over and nothing else is asked: whoever wants to may start the next one."""
    return session.phase is Phase.OVER and not (session.paused or session.question)


def _asked_json(session: Session) -> tuple[Page, ...]:
    """What is asked of whom; at the end the result says all there is to say, and a button starts the next match."""
    if may_start_next(session):
        return ()
    return tuple({"seat": prompt.seat, "text": prompt.message} for prompt in current_prompts(session))


def _player_json(session: Session, seat: int) -> Page:
    """Who sits there, what the seat's light says, and which keys would do something now."""
    light = current_picture(session).seats[seat]
    return {
        "name": session.players[seat].name,
        "bot": seat not in session.people,
        "acts": session.is_open and seat in session.game.rules.to_act(session.match_state.public_state),
        "light": _light_letters(light),
        "tray": _tray_json(session, seat),
        "answers": answers_of(session, seat) if seat in session.people else (),
    }


def _tray_json(session: Session, seat: int) -> int:
    """How many cards this seat has in hand, as far as everybody knows: only their backs are seen."""
    rules = session.game.rules
    return session.game.surface.own_hand(rules.view(session.match_state.public_state, seat))[1]


def _light_letters(light: Light) -> str:
    return light.colour + light.pattern


def _cells_json(session: Session, face: Face, openly: PublicChoices) -> tuple[Page, ...]:
    """Each cell: its light, what lies there, and what a press on it would do as far as everybody knows."""
    surface, picture = session.game.surface, current_picture(session)
    piles, backs = surface.cards_on_cells(session.view), surface.face_down(session.view)
    lit, tokens = frozenset(session.lit_cells), surface.tokens(session.view)
    return tuple(
        {
            "name": face.names[cell],
            "light": _light_letters(picture.cells[cell]),
            "label": face.cells[cell],
            "cards": _backs_json(piles.get(cell, ()))
            if cell in backs
            else _faces_up(session.game, piles.get(cell, ())),
            "readers": _readers_of(session.game, piles.get(cell, ()), openly) if cell not in backs else {},
            "tokens": tuple(_thing_json(session.game, thing, openly) for thing in tokens.get(cell, ())),
            "does": _press_meaning(session, cell) if cell in lit else None,
            "refused": session.refused == cell,
            "pointed": cell in (session.cursor, *session.pressed),
        }
        for cell in range(CELLS)
    )


class PublicChoices(NamedTuple):
    """What can be chosen where it lies: by words, and by cards that are shown at readers."""

    by_words: Mapping[str, str]  # what is typed -> the action
    by_card: Mapping[str, dict[str, str]]


def _thing_json(game: Game, thing: TableItem, openly: PublicChoices) -> Page:
    """A card or tokens, and which choice it is to press there."""
    card = thing.card and kinds_of(game).get(thing.card, BACK)
    return {
        "text": thing.word,
        "card": card,
        "icon": thing.icon,
        "amount": thing.amount,
        "choice": openly.by_words.get(thing.typed, "") if thing.typed else "",
        "readers": openly.by_card.get(card, {}) if card else {},
    }


def _typed_text(session: Session, action: Action) -> str:
    event = session.game.surface.gesture(action, session.match_state.public_state)
    return event.text if isinstance(event, Said) else ""


def _readers_of(game: Game, pile: Pile, openly: PublicChoices) -> dict[str, str]:
    """At which readers the topmost card may be shown."""
    return openly.by_card.get(_faces_up(game, pile)[-1], {}) if pile else {}


def public_choice_labels(session: Session) -> dict[str, dict[str, str]]:
    """At the simulated table: of a card that all see, at which readers it may be shown, and the action that is then."""
    if not session.match_state.dealt or not _is_asked(session):
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


def _backs_json(pile: Pile) -> tuple[str, ...]:
    return (BACK,) * len(pile)


def _faces_up(game: Game, pile: Pile) -> tuple[str, ...]:
    """The cards from below: of one that only one can be its kind, else a back."""
    kinds = kinds_of(game)
    names = ({kinds[card] for card in cards if card in kinds} for cards in pile)
    return tuple(one.pop() if len(one) == 1 else BACK for one in names)


def _press_meaning(session: Session, cell: int) -> Page | None:
    """What a press on this cell would do, as far as everybody knows."""
    action = session.judge.meaning_of(Press(cell))
    if not isinstance(action, Action):
        return None
    return {
        "id": session.match_state.copies.action_text(action),
        "text": session.match_state.texts.choice_text(action, session.state),
    }


def _turned_up(session: Session) -> Page | None:
    """The card that was turned up last before everybody's eyes, and at which reader."""
    card = kinds_of(session.game).get(session.match_state.turned_up)
    return {"card": card, "reader": session.game.surface.reader(session.history[-1].before)} if card else None


def _is_asked(session: Session) -> bool:
    """People may choose among what the game offers; at a moment that has passed nobody may."""
    pointed = session.cursor is not None or session.pressed
    return session.is_open and not (pointed or session.match_state.sole_bot_action or session.match_state.is_past)


def public_choices(session: Session) -> tuple[Action, ...]:
    """What people can do by a key or a few words that name no card of a hand, as far as everybody knows."""
    if not _is_asked(session):
        return ()
    state, rules = session.match_state.public_state, session.game.rules
    acting = [seat for seat in rules.to_act(state) if seat in session.people]
    actions = [action for seat in acting for action in rules.legal(state, seat)]
    gesture = session.game.surface.gesture
    named = tuple(action for action in actions if isinstance(gesture(action, state), Key | Said))
    many = {kind for kind, count in Counter(action.kind for action in named).items() if count > FEW}
    return session.match_state.copies.one_of_each([action for action in named if action.kind not in many], state)


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


def _choice_json(session: Session, action: Action, state: Any) -> Page:
    """An action as a button: its text form, its sentence, and by which gesture it is done."""
    event = session.game.surface.gesture(action, state)
    return {
        "id": session.match_state.copies.action_text(action),
        "seat": action.seat,
        "kind": action.kind,
        "text": session.match_state.texts.choice_text(action, state),
        "key": event.key if isinstance(event, Key) and event.seat == action.seat else "",
        "cell": event.cell if isinstance(event, Press) else None,
        "card": kinds_of(session.game).get(_card_shown(event), ""),
    }


def _card_shown(event: Event) -> str:
    """The card a gesture shows or names; '' for none."""
    return str(getattr(event, "card", "") or getattr(event, "text", ""))


def answers_of(session: Session, seat: int) -> tuple[Page, ...]:
    """What the confirm and pass keys of a seat do now apart from its game: each with its sentence."""
    confirm, passes = _confirm_meaning(session, seat), _pass_meaning(session, seat)
    return (
        *({"key": "confirm", "text": text} for text in (confirm,) if text),
        *({"key": "pass", "text": text} for text in (passes,) if text),
    )


def _confirm_meaning(session: Session, seat: int) -> Message | None:
    if session.paused:
        return None
    if session.question:
        return AGREE if seat in session.question.needed else None
    by_phase = {Phase.SETTING: READY, Phase.DISPUTED: PUT_RIGHT if session.dispute.look else LIES_SO}
    if session.phase in by_phase:
        return by_phase[session.phase]
    if session.phase is not Phase.PLAYING:
        return None
    if session.repairs:
        return PUT_RIGHT
    if session.match_state.action_awaiting_confirm:
        return GO_ON
    return TAKE_CELL if session.cursor is not None or session.pressed else None


def _pass_meaning(session: Session, seat: int) -> Message | None:
    asked = session.question and not session.paused
    return DISAGREE if asked and seat in session.question.needed else None  # type: ignore[union-attr]


def _result_json(game: Game, outcome: Outcome | None) -> Page | None:
    """How the match ended and why, each score that counts, and every point with its rule and the sheet's words."""
    if outcome is None:
        return None
    return {
        "ending": str(ending_of(game, outcome)),
        "headline": headline(game, outcome),
        "why": why_ended(game, outcome),
        "winners": outcome.winners,
        "scores": counted_scores(game, outcome),
        "ledger": tuple(_point_json(game, point) for point in outcome.ledger),
    }


def _point_json(game: Game, point: Point) -> Page:
    return {
        "seats": point.seats,
        "amount": point.amount,
        "text": point.message,
        "rule": point.rule,
        "quote": sheet_quote(game, point.rule),
    }


def sheet_quote(game: Game, rule: str) -> Message | None:
    """The sheet's words of a rule."""
    words = game.sheet.get(rule)
    return say("{words}", words=words) if words else None


# -- what one seat may see besides


def seat_page(session: Session, seat: int, steps: Sequence[Action] = ()) -> Page:
    """What only the person at this seat may see: the own hand, the own choices, what is asked of this seat.

    `steps` are those that this person has put together and not yet done: choices are what can follow them.
    """
    rules, surface, state = session.game.rules, session.game.surface, session.state
    view = rules.view(state, seat)
    cards, size = surface.own_hand(view)
    kinds, draft = kinds_of(session.game), draft_of(session.game, state, steps)
    return {
        "seat": seat,
        "name": session.players[seat].name,
        "acts": session.is_open and seat in rules.to_act(session.match_state.public_state),
        "hand": tuple(kinds.get(card, BACK) for card in cards),
        "hand_size": size,
        "private": surface.private(view),
        "choices": tuple(
            _own_choice(session, action, draft)
            for action in session.match_state.copies.one_of_each(offered(session, seat, draft), draft.state)
        ),
        "draft": tuple(
            {
                "id": session.match_state.copies.action_text(step),
                "text": text,
                "card": kinds.get(_card_shown(surface.gesture(step, state)), ""),
            }
            for step, text in zip(draft.steps, draft.sentences, strict=True)
        ),
        "awaited": awaited_at(session, seat),
        "headline": headline_for(session.game, session.outcome, seat) if session.outcome else "",
        "may_start_next": may_start_next(session),
        "answers": device_answers(session, seat),
    }


def device_answers(session: Session, seat: int) -> tuple[Page, ...]:
    """The answers of a seat on its own device: there it takes a blinking cell only for itself."""
    return tuple(each for each in answers_of(session, seat) if each["text"] != TAKE_CELL or _takes_cell(session, seat))


def _takes_cell(session: Session, seat: int) -> bool:
    """What is pointed at is this seat's to do; a card that comes, of whose reader it is."""
    if session.cursor is None:
        return True  # the cells pressed just now are for whichever seat confirms them
    action = plausible(session.judge.meaning_of(Press(session.cursor)))
    if action is None or action.seat != CHANCE:
        return action is not None and action.seat == seat
    return session.game.surface.reader(session.match_state.public_state) == seat


def _own_choice(session: Session, action: Action, draft: Draft) -> Page:
    """A button of a seat's own: besides what it does what it leads to, and whether it is put together with others."""
    game = session.game
    return {
        **_choice_json(session, action, draft.state),
        "comes": game.surface.consequences(game.rules.view(draft.state, action.seat), action),
        "is_step": form_of(game, action.kind) is not None,
    }


def offered(session: Session, seat: int, draft: Draft | None = None) -> tuple[Action, ...]:
    """The actions that this seat may choose now, or after the steps of a draft."""
    state, rules = session.state, session.game.rules
    closed = not session.is_open or session.match_state.sole_bot_action or session.match_state.action_awaiting_confirm
    if closed or seat not in rules.to_act(state) or session.cursor is not None or session.pressed:
        return ()
    return next_actions(session.game, draft, seat) if draft else tuple(rules.legal(state, seat))


# -- what does not change during a match


def about_page(session: Session, *, has_lobby: bool = False) -> Page:
    """The game's own words: how to read its lights, its options and how they are set, and the sheet rule by rule.

    With a lobby people may go there to play something else.
    """
    game = session.game
    return {
        "title": game.title,
        "names": tuple(player.name for player in session.players),
        "hidden": game.hidden_information,
        "lobby": has_lobby,
        "legend": game.legend,
        "help": game.help,
        "options": tuple(
            {
                "name": option.name,
                "value": str(session.options.get(option.name, option.default)),
                "help": Message(option.help) if option.help else "",
                "rule": option.rule,
                "words": option.words,
            }
            for option in game.options
        ),
        "rules": tuple({"rule": rule, "quote": sheet_quote(game, rule)} for rule in game.sheet),
    }
