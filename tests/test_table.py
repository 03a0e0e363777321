"""Cells, events and actions have text forms that parse back; pictures and faces are made of what is on them."""

import pytest
from glowtable.game import CHANCE, Action, Option, parse_action
from glowtable.grid import CELLS, SEATS, TABLE_SEAT, cell_name, cell_of, seat_name, seat_of
from glowtable.messages import UserError, say, say_count
from glowtable.table import (
    GREEN,
    OFF,
    OPEN,
    Audited,
    Card,
    Face,
    Found,
    Key,
    Light,
    Lying,
    Picture,
    Press,
    Release,
    Said,
    Tag,
    Untag,
    event_text,
    parse_event,
)
from hypothesis import given
from hypothesis import strategies as st

WORD = st.from_regex(r"[a-z][a-z0-9_.-]{0,11}", fullmatch=True)


def test_cells_have_names_that_read_back():
    assert [cell_of(cell_name(cell)) for cell in range(CELLS)] == list(range(CELLS))
    assert (cell_name(0), cell_name(35), cell_name(14)) == ("a1", "f6", "c3")


def test_seats_are_counted_from_one():
    assert [seat_name(seat) for seat in range(6)] == ["1", "2", "3", "4", "5", "6"]
    assert [seat_of(seat_name(seat)) for seat in range(6)] == [*range(6)]
    assert {seat_of(text) for text in ("", "0", "x", "-1")} == {None}


@pytest.mark.parametrize("name", ["", "a", "g1", "a0", "a7", "1a", "a11", "A1"])
def test_what_is_no_cell_has_no_number(name):
    assert cell_of(name) is None


@pytest.mark.parametrize(
    "event",
    [
        Press(14),
        Release(0),
        Tag(3, "04a1b2c3"),
        Untag(7),
        Card(2, "R5a"),
        Key(1, "undo"),
        Key(TABLE_SEAT, "next"),
        Said("R5 @ -1,2"),
        Found(7, "04a1b2c3"),
        Lying(7, "R5a"),
        Audited(1 << 35),
    ],
)
def test_events_read_back_from_their_text(event):
    assert parse_event(event_text(event)) == event


@pytest.mark.parametrize("text", ["", "jump 3", "press", "press 1 2", "press x", "key 3"])
def test_what_is_no_event_is_an_error(text):
    with pytest.raises(ValueError, match=r"event|int"):
        parse_event(text)


@given(st.integers(CHANCE, 5), WORD, st.lists(st.integers(-99, 999) | WORD, max_size=4))
def test_actions_read_back_from_their_text(seat, kind, args):
    action = Action(seat, kind, tuple(args))
    assert parse_action(str(action)) == action


@pytest.mark.parametrize("text", ["", "0", "x place 3", "0  place", "0 place 3 "])
def test_what_is_no_action_is_an_error(text):
    with pytest.raises(ValueError, match=r"action|int"):
        parse_action(text)


def test_an_option_lists_its_choices_when_the_value_is_none_of_them():
    from glowtable.game.game import _value

    with pytest.raises(UserError, match=r"frame can be fixed, floating, not round\."):
        _value(Option("frame", ("fixed", "floating"), "fixed", "P-16", ""), "round")
    with pytest.raises(UserError, match=r"rounds can be 1\.\.99, not 0\."):
        _value(Option("rounds", tuple(range(1, 100)), 20, "P-33a", ""), 0)
    assert _value(Option("rounds", tuple(range(1, 100)), 20, "P-33a", ""), "7") == 7


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (say("{game} has no bot", game="Punto"), "Punto has no bot"),
        (say("no: {cause}", cause=say_count("{n} player", "{n} players", n=1)), "no: 1 player"),
        (say("no: {cause}", cause=say_count("{n} player", "{n} players", n=2)), "no: 2 players"),
    ],
)
def test_an_error_tells_programs_its_sentence_in_english(message, text):
    assert str(UserError(message)) == text


def test_a_picture_and_a_face_are_made_of_what_is_not_empty():
    light = Light(GREEN, OPEN)
    assert Picture.of({}) == Picture() and Face.of({}) == Face(("",) * CELLS, ())
    picture, face = Picture.of({7: light}, {1: light}), Face.of({7: "X"}, say("one line"))
    assert [cell for cell in range(CELLS) if picture.cells[cell] == light] == [7] and picture.cells[0] == OFF
    assert [seat for seat in range(SEATS) if picture.seats[seat] == light] == [1] and picture.seats[0] == OFF
    assert (face.cells[7], "".join(face.cells), face.lines) == ("X", "X", (say("one line"),))
