"""A moment as a seat's own page shows it: headline, help, pictures, and how each choice looks. Knows no game.

A game tells it from the seat's own view. Where the house asks instead, or the game has no headline, prompts are shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from glowtable.game import CHANCE, Action, Symbol
from glowtable.game.moment import Drawing, Facts, Moment, Sets, Stack, TwoSides
from glowtable.grid import TABLE_SEAT
from glowtable.match.choices import Asked, asked_now, is_asked
from glowtable.match.copies import kinds_of
from glowtable.match.session import Question, Session
from glowtable.messages import BOARD, PHONE, Message, say, say_count
from glowtable.web.drafts import Draft
from glowtable.web.faces import hex_colour, letters_on

Page = dict[str, Any]
Kinds = Mapping[str, str]  # a card's name in the deck -> what pages call it


def moment_json(session: Session, seat: int, draft: Draft) -> Page:
    """What this seat does now, or who else acts."""
    moment, kinds = _game_moment(session, seat, draft), kinds_of(session.game)
    headline = moment if moment.head else _prompted_moment(session, seat)
    return {
        "head": headline.head,
        "help": headline.help,
        "pictures": tuple(_picture_json(picture, kinds) for picture in moment.pictures),
        "hand_first": moment.is_hand_first,
        "of_hand": bool(moment.head),
    }


SILENT = Moment("")
AGREED = say("Do you agree?")
LOOK = say("Look, then continue.")


def _game_moment(session: Session, seat: int, draft: Draft) -> Moment:
    """Without a headline where the house asks, or hands are awaited."""
    moment = session.game.surface.moment(session.game.rules.view(draft.state, seat), seat) or SILENT
    is_game_asking = is_asked(session) and not session.match_state.chance.required_draw
    return moment if is_game_asking else moment._replace(head="", help="")


def _prompted_moment(session: Session, seat: int) -> Moment:
    """The first prompt of this seat or of all; where others are asked or decide, who they are."""
    asked, question = asked_now(session), session.question
    if not asked:
        return SILENT
    if question and not session.paused:
        return _question_moment(question, asked[0].text, seat)
    firsts = {prompt.seat: prompt for prompt in reversed(asked)}
    own = firsts.get(seat) or firsts.get(TABLE_SEAT)
    acting = tuple(each for each in session.game.rules.to_act(session.match_state.public_state) if each != CHANCE)
    if own and (own.seat == seat or seat in acting or not session.is_open):
        return _own_prompt(session, own)
    return _of_others(asked, acting)


def _question_moment(question: Question, prompt: Message, seat: int) -> Moment:
    """What all look at, what this seat is asked, or whose answer it waits for."""
    if question.held:
        return Moment(LOOK, prompt.for_device(PHONE))
    if seat in question.needed:
        return _agreement_moment(question, prompt, seat)
    needed = tuple(sorted(question.needed))
    return Moment(say("{seat} decides.", seat=needed[0]) if len(needed) == 1 else turn_of(needed))


def _own_prompt(session: Session, prompt: Asked) -> Moment:
    """In a phone's words where a tap answers it; a card of a real table is laid there."""
    by_tap = session.match_state.dealt or (is_asked(session) and prompt.options and not prompt.card)
    return Moment(prompt.text.for_device(PHONE) if by_tap else prompt.text)


def _of_others(asked: Sequence[Asked], acting: tuple[int, ...]) -> Moment:
    """Whose turn it is, and what these people do."""
    seats = acting or tuple(dict.fromkeys(prompt.seat for prompt in asked if prompt.seat != TABLE_SEAT))
    return Moment(turn_of(seats), asked[0].text.for_device(BOARD)) if seats else Moment(asked[0].text)


def _agreement_moment(question: Question, prompt: Message, seat: int) -> Moment:
    """What this seat is to agree to."""
    if not question.actions:
        wish, is_other = prompt.for_device(BOARD), question.typed or question.swap or question.all_of_them
        return Moment(AGREED, wish) if is_other else Moment(wish, AGREED)
    is_one = len(question.losses) == 1
    line = say("{loss} Go on anyway?", loss=question.losses[0]) if is_one else prompt.for_device(PHONE)
    return Moment(say("{seat}, are you sure?", seat=seat), line)


def turn_of(seats: tuple[int, ...]) -> Message:
    """Who is waited for."""
    if len(seats) == 1:
        return say("It's {seat}'s turn.", seat=seats[0])
    return say_count("Waiting for 1 player.", "Waiting for {n} players.", n=len(seats))


def tile_json(session: Session, action: Action, draft: Draft) -> Page | None:
    """How a choice looks; None: as its card, its cell, or what it says."""
    tile = session.game.surface.tile(session.game.rules.view(draft.state, action.seat), action)
    return _plain_value(tile, kinds_of(session.game)) if tile else None


# -- pictures; a card is named as pages call it


def _picture_json(picture: Drawing, kinds: Kinds) -> Page:
    return {"kind": PICTURES[type(picture)], **_plain_value(picture, kinds)}


def _plain_value(value: Any, kinds: Kinds) -> Any:
    """What a game's picture is made of, each part by the names of its fields."""
    if isinstance(value, Symbol):
        ink, letters = hex_colour(value.ink), letters_on(value.ink)
        return {"icon": value.icon, "ink": ink, "letters": letters, "amount": value.amount}
    if isinstance(value, Message) or not isinstance(value, tuple):
        return value
    if not hasattr(value, "_asdict"):
        return tuple(_plain_value(part, kinds) for part in value)
    fields = value._asdict()
    plain = {name: _plain_value(part, kinds) for name, part in fields.items()}
    if "card" in fields:
        plain["card"] = kinds.get(fields["card"], "")
    if "cards" in fields:
        plain["cards"] = tuple(kinds.get(card, "") for card in fields["cards"])
    return plain


PICTURES: Mapping[type, str] = {Sets: "sets", Stack: "stack", TwoSides: "sides", Facts: "facts"}
