"""All that ever leaves for a browser: `public_page` for every pair of eyes, `seat_page` for one seat's own device.

Plain data: dicts, tuples, texts, numbers, and sentences not yet translated. It knows no game, no network, no drawing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from glowtable.game import OWN_HAND, Action, Game, Option, Outcome, Pile, Point, TableItem, Words
from glowtable.gate import printable
from glowtable.grid import CELLS, TABLE_SEAT
from glowtable.match.choices import (
    answers_of,
    asked_now,
    awaited_at,
    awaited_openly,
    device_answers,
    may_start_next,
    public_choice_labels,
    public_choices,
)
from glowtable.match.copies import kinds_of
from glowtable.match.moves import Move, last_moves
from glowtable.match.news import log_of
from glowtable.match.presenter import current_picture
from glowtable.match.result import counted_scores, ending_of, headline, headline_for, why_ended
from glowtable.match.session import Session
from glowtable.match.statistics import Standing
from glowtable.messages import BOARD, PHONE, Message, say, say_count
from glowtable.table import Event, Face, Key, Light, Press, Said
from glowtable.web.drafts import Draft, draft_of, form_of, next_actions
from glowtable.web.moment_page import moment_json, tile_json

Page = dict[str, Any]
NEWS = 40  # sentences that are kept on a page
BACK = ""  # a card of which only its back is seen
NO_CARDS = ("Your hand is empty.", "The table doesn't know any of your cards.")  # private lines that keep no secret


# -- what everybody may see


def public_page(
    session: Session,
    said: Sequence[Message] = (),
    troubles: Sequence[Message] = (),
    *,
    is_recorded: bool = True,
    moves: int = 2,
) -> Page:
    """The match as everybody at the table may know it, its last `moves`, what was said aloud, the table's troubles."""
    view, surface = session.view, session.game.surface
    face, choices = surface.face(view), public_choices(session)
    by_words = {_typed_text(session, action): session.match_state.copies.action_text(action) for action in choices}
    openly = PublicChoices(by_words, public_choice_labels(session))
    return {
        "game": session.game.title if is_recorded else say("{game} · not recorded", game=session.game.title),
        "phase": str(session.phase),
        "paused": session.paused,
        "night": session.night,
        "asked": tuple({**asked._asdict(), "text": _as_tapped(session, asked.text)} for asked in asked_now(session)),
        "moves": tuple(map(_move_json, last_moves(session.match_state, moves))),
        "players": tuple(_player_json(session, seat, face) for seat in range(len(session.players))),
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
        "news": said_on(PHONE, log_of(said, surface.passing))[-NEWS:],
        "ailing": said_on(PHONE, troubles),
        "may_undo": session.match_state.last_decider is not None,
    }


def said_on(device: str, said: Sequence[Message]) -> tuple[Message, ...]:
    """The sentences as a device says them, without what only another device needs to say."""
    return tuple(each for each in (message.for_device(device) for message in said) if each.text)


def _as_tapped(session: Session, message: Message) -> Message:
    """The sentence for who taps; with cards on the table hands do more than that."""
    return message.for_device(PHONE) if session.match_state.dealt else message


def only_watches(page: Page, seat: int | None) -> bool:
    """Whether nothing is asked of who looks at a page: a board, or a seat while others are asked."""
    seats_asked = {prompt["seat"] for prompt in page["asked"]}
    if seat is None or not seats_asked:
        return seat is None
    own, others_act = page["players"][seat], any(player["acts"] for player in page["players"])
    asked_of_all = TABLE_SEAT in seats_asked and (own["acts"] or own["answers"] or not others_act)
    return not (seat in seats_asked or asked_of_all)


def watched_prompts(page: Page) -> tuple[Page, ...]:
    """What is asked, for who only watches; without what only hands need to know."""
    asked = ({**prompt, "text": prompt["text"].for_device(BOARD)} for prompt in page["asked"])
    return tuple(prompt for prompt in asked if prompt["text"].text)


def _move_json(move: Move) -> Page:
    """What was done, for pages that let its cards travel: from and to are places as `cell 14`, '' for none."""
    return {
        "number": move.number,
        "seat": move.seat,
        "verb": move.kind,
        "text": move.texts,
        "cards": tuple(
            {"card": each.card, "from": str(each.origin or ""), "to": str(each.to or "")} for each in move.cards
        ),
    }


def _player_json(session: Session, seat: int, face: Face) -> Page:
    """Who sits there and how it stands, what the seat's light says, and which keys would do something now."""
    public = session.match_state.public_state
    return {
        "name": printable(session.players[seat].name),
        "bot": seat not in session.people,
        "acts": seat in _seats_to_act(session),
        "light": _light_letters(current_picture(session).seats[seat]),
        "standing": next((line for line in map(_core_of, face.lines) if seat in _first_seats_in(line)), ""),
        "tray": session.game.surface.own_hand(session.game.rules.glance(public, seat))[1],  # as everybody knows it
        "answers": tuple(answer._asdict() for answer in answers_of(session, seat)) if seat in session.people else (),
    }


def _seats_to_act(session: Session) -> Collection[int]:
    """Who can do something now, as everybody knows, or is to agree; where people say who it is, no bot can."""
    if not session.is_open:
        return session.question.needed if session.question and not session.paused else ()
    acting = session.game.rules.to_act(session.match_state.public_state)
    asks_people = session.game.surface.asks_who(session.view) and session.people.intersection(acting)
    return session.people.intersection(acting) if asks_people else acting


def _core_of(line: Message) -> Message:
    """The first part of a line that was put together: of `{line}, displayed {cards}` that line."""
    inner = dict(line.fill).get("line")
    return _core_of(inner) if isinstance(inner, Message) else line


def _first_seats_in(line: Message) -> tuple[Any, ...]:
    """The seats with whose names the line begins: a player, or the two of a team."""
    name, first = next(iter(line.fill), ("", None))
    fill = first.fill if isinstance(first, Message) else ((name, first),)
    return tuple(value for name, value in fill if name.startswith("seat"))


def _light_letters(light: Light) -> str:
    return light.colour + light.pattern


def _cells_json(session: Session, face: Face, openly: PublicChoices) -> tuple[Page, ...]:
    """Each cell: its light, what lies there, and what a press on it would do as far as everybody knows."""
    surface, picture = session.game.surface, current_picture(session)
    piles, backs = surface.cards_on_cells(session.view), surface.face_down(session.view)
    lit, tokens = frozenset(session.lit_cells), surface.tokens(session.view)

    def cell_json(cell: int) -> Page:
        pile, is_hidden = piles.get(cell, ()), cell in backs
        cards = (BACK,) * len(pile) if is_hidden else _faces_up(session.game, pile)
        return {
            "name": face.names[cell],
            "light": _light_letters(picture.cells[cell]),
            "label": face.cells[cell],
            "cards": cards,
            "readers": openly.by_card.get(cards[-1], {}) if cards and not is_hidden else {},
            "tokens": tuple(_thing_json(session.game, thing, openly) for thing in tokens.get(cell, ())),
            "does": _press_meaning(session, cell) if cell in lit else None,
            "refused": session.refused == cell,
            "pointed": cell in (session.cursor, *session.pressed),
        }

    return tuple(map(cell_json, range(CELLS)))


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
        "text": _as_tapped(session, session.match_state.texts.choice_text(action, session.state)),
    }


def _turned_up(session: Session) -> Page | None:
    """The card that was turned up last before everybody's eyes, and at which reader."""
    card = kinds_of(session.game).get(session.match_state.turned_up)
    return {"card": card, "reader": session.game.surface.reader(session.history[-1].before)} if card else None


def _choice_json(session: Session, action: Action, state: Any) -> Page:
    """An action as a button: its text form, its sentence, and by which gesture it is done."""
    event = session.game.surface.gesture(action, state)
    return {
        "id": session.match_state.copies.action_text(action),
        "seat": action.seat,
        "kind": action.kind,
        "text": _as_tapped(session, session.match_state.texts.choice_text(action, state)),
        "key": event.key if isinstance(event, Key) and event.seat == action.seat else "",
        "cell": event.cell if isinstance(event, Press) else None,
        "card": kinds_of(session.game).get(_card_shown(event), ""),
    }


def _card_shown(event: Event) -> str:
    """The card a gesture shows or names; '' for none."""
    return str(getattr(event, "card", "") or getattr(event, "text", ""))


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


def standing_json(standing: Standing) -> Page:
    """How often a person has won this evening."""
    return {**standing._asdict(), "text": standing.text}


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
    return _quote(words) if words else None


def option_quote(game: Game, option: Option) -> Message | str:
    """The sheet's words that leave this option open, in each language in which the sheet has them; '' for our own."""
    sheet, own = game.sheet.get(option.rule), {option.language: option.words}
    if not option.words or not isinstance(sheet, Mapping):
        return _quote(own) if option.words else ""
    is_there = option.language != "en" or option.words in sheet.get("en", "")
    return _quote({**sheet, **own} if is_there else own)


def _quote(words: Words) -> Message:
    """What stands in the page's language, else in English; what stands in neither is not shown on that page."""
    return say("{words}", words={"en": "", **words} if isinstance(words, Mapping) else words)


# -- what one seat may see besides


def seat_page(session: Session, seat: int, steps: Sequence[Action] = ()) -> Page:
    """What only the person at this seat may see: the own hand, the own choices, what is asked of this seat.

    `steps` are those that this person has put together and not yet done: choices are what can follow them.
    """
    rules, surface, state = session.game.rules, session.game.surface, session.state
    view = rules.view(state, seat)
    (cards, size), lines = surface.own_hand(view), surface.private(view)
    kinds, draft = kinds_of(session.game), draft_of(session.game, state, steps)
    return {
        "seat": seat,
        "name": printable(session.players[seat].name),
        "moment": moment_json(session, seat, draft),
        "acts": session.is_open and seat in rules.to_act(session.match_state.public_state),
        "hand": tuple(kinds.get(card, BACK) for card in cards),
        "hand_size": size,
        "counted": say_count("{n} card", "{n} cards", n=size),
        "private": tuple(line for line in lines if not cards or line.text != OWN_HAND),
        "has_secret": size > 0 or any(line.text not in NO_CARDS for line in lines),
        "choices": tuple(
            _own_choice(session, action, draft, seat)
            for action in session.match_state.copies.one_of_each(offered(session, seat, draft), draft.state)
        ),
        "draft": tuple(
            {
                "id": session.match_state.copies.action_text(step),
                "text": text,
                "card": kinds.get(_card_shown(surface.gesture(step, state)), ""),
            }
            for step, text in zip(draft.steps, draft.labels, strict=True)
        ),
        "awaited": awaited_at(session, seat),
        "headline": headline_for(session.game, session.outcome, seat) if session.outcome else "",
        "may_start_next": may_start_next(session),
        "answers": tuple(answer._asdict() for answer in device_answers(session, seat)),
    }


def _own_choice(session: Session, action: Action, draft: Draft, seat: int) -> Page:
    """A button of a seat's own: besides what it does what it leads to, and whether it is put together with others.

    Who is asked which player it is taps a name.
    """
    game = session.game
    label = session.match_state.texts.label_text(action, draft.state)
    names_player = game.surface.asks_who(session.view)
    return {
        **_choice_json(session, action, draft.state),
        "text": session.players[action.seat].name if names_player else _as_tapped(session, label),
        "comes": game.surface.consequences(game.rules.view(draft.state, seat), action),
        "is_step": form_of(game, action.kind) is not None,
        "tile": tile_json(session, action, draft),
    }


def offered(session: Session, seat: int, draft: Draft | None = None) -> tuple[Action, ...]:
    """The actions that this seat may choose now, or after the steps of a draft; asked who it is, also for others."""
    state, rules = session.state, session.game.rules
    closed = not session.is_open or session.match_state.bots.sole_action or session.match_state.bots.awaiting_confirm
    if closed or seat not in rules.to_act(state) or session.cursor is not None or session.pressed:
        return ()
    if session.game.surface.asks_who(session.view):
        return tuple(action for other in session.match_state.seats_to_act for action in rules.legal(state, other))
    return next_actions(session.game, draft, seat) if draft else tuple(rules.legal(state, seat))


# -- what does not change during a match


def about_page(session: Session, *, has_lobby: bool = False) -> Page:
    """The game's own words: how to read its lights, its options and how they are set, and the sheet rule by rule.

    With a lobby people may go there to play something else.
    """
    game = session.game
    return {
        "title": game.title,
        "learn": game.name if game.read_teaching else "",
        "names": tuple(player.name for player in session.players),
        "hidden": game.hidden_information,
        "lobby": has_lobby,
        "legend": game.legend,
        "help": game.help,
        "options": tuple(
            {
                "name": option.name,
                "value": option.choice_text(session.options.get(option.name, option.default)),
                "help": Message(option.help) if option.help else "",
                "rule": option.rule,
                "words": option_quote(game, option),
            }
            for option in game.options
        ),
        "rules": tuple({"rule": rule, "quote": sheet_quote(game, rule)} for rule in game.sheet),
    }
