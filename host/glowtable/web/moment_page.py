"""A moment as a seat's own page shows it: headline, help, pictures, and how each choice looks. Knows no game.

A game tells it from the seat's own view. Where the house asks instead, or the game has no headline, prompts are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from glowtable.game import CHANCE, Action, Facts, Moment, Sets, Stack, Symbol, Tile, TwoSides
from glowtable.grid import TABLE_SEAT
from glowtable.match.choices import asked_now, is_asked
from glowtable.match.copies import kinds_of
from glowtable.match.session import Session
from glowtable.messages import BOARD, PHONE, Message, say, say_count
from glowtable.web.drafts import Draft
from glowtable.web.faces import hex_colour, letters_on

Page = dict[str, Any]
Kinds = Mapping[str, str]  # a card's name in the deck -> what pages call it


def moment_json(session: Session, seat: int, draft: Draft) -> Page:
    """What this seat does now, or who else acts."""
    moment, kinds = _game_moment(session, seat, draft), kinds_of(session.game)
    headline = moment if moment.head else _prompted(session, seat)
    return {
        "head": headline.head,
        "help": headline.help,
        "pictures": tuple(DRAWN[type(picture)](picture, kinds) for picture in moment.pictures),
        "hand_first": moment.is_hand_first,
    }


SILENT = Moment("")
AGREED = say("Do you agree?")


def _game_moment(session: Session, seat: int, draft: Draft) -> Moment:
    """Without a headline where the house asks, or hands are awaited."""
    moment = session.game.surface.moment(session.game.rules.view(draft.state, seat), seat) or SILENT
    is_game_asking = is_asked(session) and not session.match_state.required_draw
    return moment if is_game_asking else moment._replace(head="", help="")


def _prompted(session: Session, seat: int) -> Moment:
    """The first prompt of this seat or of all; where others are asked, who they are."""
    asked, question = asked_now(session), session.question
    if question and seat in question.needed and asked:
        if question.actions and len(question.losses) == 1:
            help_line = say("{loss} Go on anyway?", loss=question.losses[0])
        else:
            help_line = asked[0].message.for_device(PHONE)
        sure = say("{seat}, are you sure?", seat=seat)
        return Moment(sure if question.actions else AGREED, help_line)
    own = next((each for each in asked if each.seat == seat), None) or next(
        (each for each in asked if each.seat == TABLE_SEAT), None
    )
    acting = tuple(each for each in session.game.rules.to_act(session.match_state.public_state) if each != CHANCE)
    if own and (own.seat == seat or seat in acting or not session.is_open):
        by_tap = session.match_state.dealt or (is_asked(session) and own.options and not own.card)
        return Moment(own.message.for_device(PHONE) if by_tap else own.message)  # a card of a real table is laid there
    if not asked:
        return SILENT
    seats = acting or tuple(dict.fromkeys(each.seat for each in asked if each.seat != TABLE_SEAT))
    if not seats:
        return Moment(asked[0].message)
    return Moment(turn_of(seats), asked[0].message.for_device(BOARD))


def turn_of(seats: tuple[int, ...]) -> Message:
    """Who is waited for."""
    if len(seats) == 1:
        return say("It's {seat}'s turn.", seat=seats[0])
    return say_count("Waiting for 1 player.", "Waiting for {n} players.", n=len(seats))


def tile_json(session: Session, action: Action, draft: Draft) -> Page | None:
    """How a choice looks; None: as its card, its cell, or what it says."""
    view = session.game.rules.view(draft.state, action.seat)
    tile = session.game.surface.tile(view, action)
    return _tile(tile, kinds_of(session.game)) if tile else None


# -- pictures; a card is named as pages call it


def _tile(tile: Tile, kinds: Kinds) -> Page:
    return {
        "word": tile.word,
        "note": tile.note,
        "card": kinds.get(tile.card, ""),
        "icon": tile.icon,
        "seat": tile.seat,
        "group": tile.group,
        "signs": tuple(map(_sign, tile.signs)),
    }


def _sign(symbol: Symbol) -> Page:
    return {
        "icon": symbol.icon,
        "ink": hex_colour(symbol.ink),
        "letters": letters_on(symbol.ink),
        "amount": symbol.amount,
    }


def _cards(cards: tuple[str, ...], kinds: Kinds) -> tuple[str, ...]:
    return tuple(kinds.get(card, "") for card in cards)


def _sets(picture: Sets, kinds: Kinds) -> Page:
    groups = ({"title": each.title, "note": each.note, "cards": _cards(each.cards, kinds)} for each in picture.groups)
    return {"kind": "sets", "groups": tuple(groups)}


def _stack(picture: Stack, kinds: Kinds) -> Page:
    return {
        "kind": "stack",
        "cards": _cards(picture.cards, kinds),
        "total": picture.total,
        "note": picture.note,
        "rows": tuple({"word": row.word, "amount": row.amount} for row in picture.rows),
    }


def _sides(picture: TwoSides, kinds: Kinds) -> Page:
    sides = (
        {"seat": side.seat, "title": side.title, "things": tuple(_tile(thing, kinds) for thing in side.things)}
        for side in picture.sides
    )
    return {"kind": "sides", "sides": tuple(sides)}


def _facts(picture: Facts, kinds: Kinds) -> Page:
    return {"kind": "facts", "title": picture.title, "facts": tuple(_tile(fact, kinds) for fact in picture.facts)}


DRAWN: Mapping[type, Callable[[Any, Kinds], Page]] = {Sets: _sets, Stack: _stack, TwoSides: _sides, Facts: _facts}
