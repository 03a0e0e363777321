"""The last move is marked by light and on the screen: where its cards came to lie, until the next one."""

from random import Random

import pytest
from glowtable import games
from glowtable.game import PUBLIC, full_options, parse_action
from glowtable.grid import cell_of
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.presenter import current_picture, marked_cells, with_last_move
from glowtable.match.session import Phase, Session
from glowtable.table import (
    BREATHE,
    CHOICE,
    COVER,
    DARK,
    DIM,
    OFF,
    PICK,
    RED,
    SKY,
    STEADY,
    WHITE,
    Key,
    Light,
    Picture,
    Press,
)  # fmt: skip
from glowtable.terminal.keyboard import FEW, NONE, PlainTerminal, styled
from glowtable.terminal.lights import grid_lines
from glowtable.terminal.screen import page_lines
from glowtable.terminal.translator import Translator

from tests.support.adversary import NAMES, Seats, play_match, session_at

PUNTO = games.find("punto")
MARK = Light(WHITE, BREATHE)
C3, B2 = cell_of("c3"), cell_of("b2")


def played(*actions, phase=Phase.PLAYING):
    """A match of two people after these actions."""
    match_state = MatchState(PUNTO, (Player("Ann"), Player("Ben")), full_options(PUNTO, {}))
    for text in actions:
        match_state.apply_action(parse_action(text))
    return Session(match_state, phase)


def first_actions(count):
    """The first actions of a match in which whoever may act takes what is first."""
    match_state, rules = played().match_state, PUNTO.rules
    while len(match_state.history) < count:
        seat = rules.to_act(match_state.state)[0]
        draws = match_state.chance.is_awaited and match_state.chance.possible_draws
        match_state.apply_action(draws[0][0] if draws else rules.legal(match_state.state, seat)[0])
    return match_state


def after_a_placement():
    """A session in which the card of the last move has just come to a cell, and the cell."""
    match_state = first_actions(6)
    while match_state.history[-1].action.kind != "place":
        match_state = first_actions(len(match_state.history) + 1)
    return Session(match_state, Phase.PLAYING), match_state.history[-1].action.args[0]


def test_where_the_last_card_came_to_lie_a_white_light_breathes():
    session, cell = after_a_placement()
    shown = current_picture(session)
    assert shown.cells[cell] == MARK and shown.cells.count(MARK) == 1


def test_the_mark_stays_while_the_next_card_is_turned_up():
    session, cell = after_a_placement()
    draw = session.match_state.chance.possible_draws[0][0]
    session.match_state.apply_action(draw)
    assert marked_cells(session) == {cell} and current_picture(session).cells[cell].colour == WHITE


def test_what_is_taken_back_leaves_no_mark():
    session, cell = after_a_placement()
    before = marked_cells(Session(first_actions(len(session.history) - 2), Phase.PLAYING))
    session.match_state.take_back(1)
    assert cell not in before and marked_cells(session) == before


def test_where_people_compare_cards_with_the_table_nothing_is_marked():
    session, _ = after_a_placement()
    session.handle_event(Key(-1, "wrong"))
    assert session.phase is Phase.DISPUTED and not marked_cells(session)
    assert MARK not in current_picture(session).cells


@pytest.mark.parametrize(
    ("light", "shown"),
    [
        (Light(RED, STEADY), MARK),
        (Light(RED, DIM), MARK),
        (Light(SKY, COVER), Light(WHITE, COVER)),  # may be pressed as before
        (Light(RED, PICK), Light(RED, PICK)),  # its colour says which choice it is
        (Light(SKY, BREATHE), Light(SKY, BREATHE)),  # a game says more with it
        (OFF, OFF),
    ],
)
def test_only_a_light_that_says_no_more_than_that_a_card_lies_there_is_changed(light, shown):
    assert with_last_move(Picture.of({C3: light}), frozenset({C3})) == Picture.of({C3: shown})


@pytest.mark.parametrize("name", games.names())
def test_no_mark_hides_or_feigns_a_cell_that_may_be_pressed(name):
    game = games.find(name)
    seats = Seats(tuple(map(Player, NAMES[: max(game.seats)])), full_options(game, game.test_options))
    world = play_match(game, seats, Random(name), 150)
    marked = 0
    for at in range(0, len(world.states) - 1, 3):
        session = session_at(game, seats, world, at)
        plain, shown = game.surface.paint(session.view), current_picture(session)
        marked += plain != shown
        choices = [[light.pattern if light.pattern in CHOICE else DARK for light in each.cells]
                   for each in (plain, shown)]  # fmt: skip
        assert choices[0] == choices[1] and plain.seats == shown.seats
        on_cells = game.surface.cards_on_cells(game.rules.view(session.state, PUBLIC))
        assert marked_cells(session) <= set(on_cells)
    assert marked or not on_cells or name == "spiel_des_jahres"  # no cards lie there; whose months are long


# -- on the screen


def grid_of(light, label, marked):
    return grid_lines(Picture.of({C3: light}), ["" if cell != C3 else label for cell in range(36)], marked=marked)


@pytest.mark.parametrize(("label", "row"), [("R5", "›[R5] "), ("", " ›◎   "), ("2:1", "[2:1]‹"), ("10:2", "[10:2]")])
def test_a_sign_stands_before_a_marked_cell_if_there_is_room(label, row):
    line = grid_of(Light(SKY, COVER), label, {C3})[3]
    assert line.plain[14:20] == row and line.width == grid_of(Light(SKY, COVER), label, ())[3].width
    assert "\x1b[7m" in styled(line, NONE) and "\x1b[7;" in styled(line, FEW)
    assert "\x1b[7" not in styled(grid_of(Light(SKY, COVER), label, ())[3], FEW)


def test_the_page_marks_the_last_move_until_it_is_taken_back(capsys):
    session, cell = after_a_placement()
    terminal, translator = PlainTerminal(list), Translator("en", ("Ann", "Ben"), game="punto")
    terminal.draw_page(page_lines(session, translator, title="", said=(), typed=None))
    line = next(line for line in capsys.readouterr().out.splitlines() if "›" in line)
    assert line.startswith(f"{'abcdef'[cell // 6]} ")
    session.match_state.take_back(1)
    terminal.draw_page(page_lines(session, translator, title="", said=(), typed=None))
    assert line not in capsys.readouterr().out


def test_a_refused_press_is_shown_above_the_mark():
    session, cell = after_a_placement()
    session.handle_event(Press(cell))
    assert session.refused == cell and current_picture(session).cells[cell].colour == RED
