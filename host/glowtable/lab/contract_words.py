"""What every game promises of its words: who is asked what, and that each sentence can be filled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from glowtable.game import CHANCE, PUBLIC, Action, Game, TableItem, Zone
from glowtable.game.moment import Moment, Tile
from glowtable.grid import TABLE_SEAT
from glowtable.lab.breaches import MOST_COMPARED, Check, breach_unless, must_be, shortened
from glowtable.match.public_texts import PublicTexts
from glowtable.match.undo import PlayedAction
from glowtable.messages import Message, say
from glowtable.table import Prompt


def checks_of_state(game: Game, state: Any, seats: int) -> Iterator[Check]:
    """What is promised of a single state."""
    for check in (something_is_asked, who_is_asked_may_act, tables_are_told_what_lies):
        yield partial(check, game, state)
    yield partial(own_devices_are_told_what_may_be_done, game, state, seats)


def something_is_asked(game: Game, state: Any) -> None:
    asked = game.surface.prompts(game.rules.view(state, PUBLIC))
    for prompt in asked:
        _must_be_said("prompts", prompt.message)
    breach_unless(
        (bool(asked) or game.rules.outcome(state) is not None) and all(prompt.message.text for prompt in asked),
        say("prompts() asks nothing though the match isn't over. Say what whoever acts can do."),
    )


def who_is_asked_may_act(game: Game, state: Any) -> None:
    """Others may read after it what they have put together. Where chance acts, a seat is asked whose hands do it."""
    acting = game.rules.to_act(state)
    for at, prompt in enumerate(game.surface.prompts(game.rules.view(state, PUBLIC))):
        must_be("prompts", prompt, isinstance(prompt, Prompt), "tuple[Prompt, ...]")
        breach_unless(
            at > 0 or prompt.seat in (*acting, TABLE_SEAT) or acting == (CHANCE,),
            say("prompts() asks seat {n}, but to_act() is {acting}. Ask a seat that may act, or all: TABLE_SEAT.",
                n=str(prompt.seat), acting=repr(acting)),
        )  # fmt: skip


def tables_are_told_what_lies(game: Game, state: Any) -> None:
    """What pages draw of the public view."""
    surface, view = game.surface, game.rules.view(state, PUBLIC)
    card, zones, tokens, labels = (
        surface.card_asked(view),
        surface.zones(view),
        surface.tokens(view),
        surface.face(view),
    )
    must_be("card_asked", card, card in ("", *game.deck), "str")
    must_be("zones", zones, _is_tuple_of(Zone, zones), "tuple[Zone, ...]")
    must_be("tokens", tokens, isinstance(tokens, Mapping), "Mapping[int, tuple[TableItem, ...]]")
    for method, piles in (("tokens", [*tokens.values()]), ("zones", [zone.things for zone in zones])):
        for things in piles:
            must_be(method, things, _is_tuple_of(TableItem, things), "tuple[TableItem, ...]")
    for label in labels.cells:
        must_be("face", label, isinstance(label, (str, Message)), "Face.of({cell: str | Message})")


def own_devices_are_told_what_may_be_done(game: Game, state: Any, seats: int) -> None:
    """What the own device of a seat shows of its view."""
    surface = game.surface
    for seat in range(seats):
        view = game.rules.view(state, seat)
        moment = surface.moment(view, seat)
        must_be("moment", moment, moment is None or isinstance(moment, Moment), "Moment | None")
        for action in game.rules.legal(state, seat)[:MOST_COMPARED]:
            tile, told = surface.tile(view, action), surface.consequences(view, action)
            must_be("tile", tile, tile is None or isinstance(tile, Tile), "Tile | None")
            must_be("consequences", told, _is_tuple_of(Message, told), "tuple[Message, ...]")


def _is_tuple_of(kind: type, value: Any) -> bool:
    return type(value) is tuple and all(isinstance(each, kind) for each in value)


def _must_be_said(method: str, given: Any) -> None:
    """It is a sentence that has all that fills it."""
    breach_unless(
        isinstance(given, Message),
        say("{method}() returned {given}. Return a sentence: say(...).", method=method, given=shortened(given)),
    )
    must_be_filled(given)


def must_be_filled(message: Message) -> None:
    """The sentence has all that fills it, and so has each in it."""
    for each in (message, *_inner(message)):
        names = dict(each.fill)
        missing = [name for name in each.field_names if name not in names]
        breach_unless(
            not missing,
            say('"{sentence}" has nothing for {fields}. Fill it: say(..., {example}=...).',
                sentence=each.text, fields=", ".join(missing), example=missing[0] if missing else ""),
        )  # fmt: skip


def sentences_can_be_filled(game: Game, state: Any, action: Action, after: Any, seats: int) -> None:
    """Templates name what fills them: no sentence breaks when it is shown."""
    for method, said in _sentences(game, state, action, after, seats):
        for each in said:
            _must_be_said(method, each)


def _sentences(
    game: Game, state: Any, action: Action, after: Any, seats: int
) -> Iterator[tuple[str, Iterable[Message | None]]]:
    """By the method that says them."""
    surface, texts, rules = game.surface, PublicTexts(game, after), game.rules
    view, played, outcome = rules.view(state, PUBLIC), PlayedAction(state, action), rules.outcome(after)
    yield "setup_instructions", surface.setup_instructions(view)
    yield "face", surface.face(view).lines
    yield "instruction", (texts.instruction_text(action, state),)
    yield "label", (texts.label_text(action, state),)
    yield "description", texts.description_texts(played, after)
    yield "held", texts.held_texts(played, after)
    yield "undo_instruction", filter(lambda undo: undo is not None, (texts.undo_text(played),))
    yield "put_back", texts.repair_texts([played], after)
    yield "expected_at", (surface.expected_at(view, 14),)
    yield "where_is", (surface.where_is(view, card)[0] for card in game.deck[:1])
    yield "private", (line for seat in range(seats) for line in surface.private(rules.view(after, seat)))
    yield "outcome", (point.message for point in outcome.ledger) if outcome else ()


def _inner(value: Any) -> Iterator[Message]:
    """The sentences that fill it, and those that fill them."""
    inside: Sequence[Any] = [each for _, each in value.fill] if isinstance(value, Message) else value
    for each in inside:
        if isinstance(each, Message):
            yield each
        if isinstance(each, tuple):
            yield from _inner(each)
