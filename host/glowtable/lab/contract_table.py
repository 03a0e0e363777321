"""What every game promises of its table: lights, gestures, readers, and what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from glowtable.game import CHANCE, NO_READER, PUBLIC, Action, Game, Pile, Place
from glowtable.grid import CELLS, cell_name
from glowtable.lab.breaches import Check, breach_unless, possible_actions, shortened
from glowtable.match.public_texts import PublicTexts
from glowtable.messages import say
from glowtable.table import CHOICE, COLOURS, PATTERNS, Card, Press


def checks_of_state(game: Game, state: Any, seats: int) -> Iterator[Check]:
    """What is promised of a single state."""
    of_state = (
        lights_are_known, lights_are_the_legal_cells, gestures_are_read_back, entries_are_chances,
        a_kind_means_a_copy_that_can_come, the_board_asks_nothing,
    )  # fmt: skip
    yield from (partial(check, game, state) for check in of_state)
    yield partial(cards_come_to_the_reader_that_is_said, game, state, seats)
    if game.deck:
        yield partial(what_lies_is_shown_and_belongs_there, game, state)


def lights_are_known(game: Game, state: Any) -> None:
    view = game.rules.view(state, PUBLIC)
    breach_unless(
        game.surface.paint(view) == game.surface.paint(view),
        say("paint() made two different pictures of one view. Leave out what is random."),
    )
    for picture in (game.surface.paint(view), game.surface.board(view)):
        for light in (*picture.cells, *picture.seats):
            breach_unless(
                light.colour in COLOURS and light.pattern in PATTERNS,
                say("{light} doesn't exist. Take colours and patterns of glowtable.table.", light=str(light)),
            )


def lights_are_the_legal_cells(game: Game, state: Any) -> None:
    picture = game.surface.paint(game.rules.view(state, PUBLIC))
    for cell in range(CELLS):
        read = game.surface.read(Press(cell), state)
        is_lit = picture.cells[cell].pattern in CHOICE
        breach_unless(
            not isinstance(read, Action) or game.rules.is_possible(state, read),
            say("read() gives {action} for a press on {cell}, which isn't legal. Return rules.refuse(state, action) or "
                "action.",
                cell=cell_name(cell), action=str(read)),
        )  # fmt: skip
        breach_unless(
            is_lit or not isinstance(read, Action),
            say("A press on {cell} means {action}, but paint() lights nothing to choose there. Give the cell OPEN, "
                "COVER or PICK.",
                cell=cell_name(cell), action=str(read)),
        )  # fmt: skip
        breach_unless(
            not is_lit or isinstance(read, Action),
            say("paint() lights {cell} as if it could be pressed, but read() gives no action for it. Light it with "
                "another pattern, or let read() return its action.",
                cell=cell_name(cell)),
        )  # fmt: skip


def gestures_are_read_back(game: Game, state: Any) -> None:
    for action in possible_actions(game, state):
        event = game.surface.gesture(action, state)
        read = game.surface.read(event, state)
        breach_unless(
            read == action,
            say("gesture() says {event} for {action}, but read() makes {read} of it. Let read() undo gesture().",
                event=repr(event), action=str(action), read=shortened(read)),
        )  # fmt: skip


def entries_are_chances(game: Game, state: Any) -> None:
    """Nothing can be entered by hand, or every card that may come: to hands one of its copies is like the other."""
    entries = game.surface.entry_cells(game.rules.view(state, PUBLIC))
    text = PublicTexts(game, state).choice_text
    entered = {text(action, state) for action, _ in entries.values()}
    breach_unless(
        all(action.seat == CHANCE and game.rules.refuse(state, action) is None for action, _ in entries.values())
        and all(light.pattern in CHOICE for _, light in entries.values())
        and (not entries or entered == {text(action, state) for action in possible_actions(game, state)}),
        say("entry_cells() doesn't fit chance(). Light a cell with OPEN, COVER or PICK for each outcome."),
    )


def cards_come_to_the_reader_that_is_said(game: Game, state: Any, seats: int) -> None:
    """To any, if none is named and chance acts."""
    reader = game.surface.reader(state)
    shown = {action: game.surface.gesture(action, state) for action in possible_actions(game, state)}
    cards = {action: event for action, event in shown.items() if isinstance(event, Card)}
    readers = {event.reader for event in cards.values()}
    breach_unless(
        reader == NO_READER or readers <= {reader},
        say("gesture() shows cards to readers {readers}, but reader() says {said}. Say the same in both.",
            readers=", ".join(map(str, sorted(readers))), said=reader),
    )  # fmt: skip
    if reader == NO_READER and game.rules.to_act(state) == (CHANCE,):
        for action, event in list(cards.items())[:1]:
            others = (event._replace(reader=reader) for reader in range(seats))
            breach_unless(
                all(game.surface.read(other, state) == action for other in others),
                say("reader() names no reader, but read() takes {card} at one reader only. Take it at any.",
                    card=event.card),
            )  # fmt: skip


def the_board_asks_nothing(game: Game, state: Any) -> None:
    board = game.surface.board(game.rules.view(state, PUBLIC))
    asking = [cell_name(cell) for cell in range(CELLS) if board.cells[cell].pattern in CHOICE]
    breach_unless(
        not asking,
        say("board() lights {cells} with OPEN, COVER or PICK. Show only cards there.",
            cells=", ".join(asking)),
    )  # fmt: skip


def what_lies_is_shown_and_belongs_there(game: Game, state: Any) -> None:
    view = game.rules.view(state, PUBLIC)
    lying, labels = game.surface.cards_on_cells(view), game.surface.face(view).cells
    breach_unless(
        set(lying) == {cell for cell in range(CELLS) if labels[cell]},
        say("face() and cards_on_cells() name different cells. Let each cell with cards have a face, and no other."),
    )
    named = frozenset[str]().union(*(names for pile in lying.values() for names in pile))
    breach_unless(
        named <= set(game.deck),
        say("cards_on_cells() names {names}, which deck doesn't have. Name cards of the deck.",
            names=", ".join(sorted(named - set(game.deck)))),
    )  # fmt: skip
    _each_lies_where_it_belongs(game, view, lying, {name: game.surface.where_is(view, name) for name in named})


def _each_lies_where_it_belongs(game: Game, view: Any, lying: Mapping[int, Pile], homes: Mapping[str, Place]) -> None:
    hidden = {name for name, (place, at) in homes.items() if at is None and name not in repr(place)}
    copies = set().union(*game.alike.values())  # one may be hidden while another lies open
    for cell, pile in lying.items():
        for names in pile:
            where, single = {homes[name][1] for name in names}, names - copies
            is_hidden = single and single <= hidden
            breach_unless(
                cell in where or bool(is_hidden) or (cell in game.surface.face_down(view) and not single),
                say("{card} is on {cell}, but where_is() says something else. Let it name that cell, or, of a hidden "
                    "card, neither cell nor card.",
                    card=", ".join(sorted(names)), cell=cell_name(cell)),
            )  # fmt: skip


def a_kind_means_a_copy_that_can_come(game: Game, state: Any) -> None:
    for action, _ in game.rules.chance(state):
        event = game.surface.gesture(action, state)
        if not isinstance(event, Card):
            continue
        for kind in (kind for kind, cards in game.alike.items() if event.card in cards):
            breach_unless(
                isinstance(game.surface.read(event._replace(card=kind), state), Action),
                say("read() doesn't take {kind} for {action}. Read the name of a kind in alike as one of its copies.",
                    kind=kind, action=str(action)),
            )  # fmt: skip
