"""People are named as they write their names: in capitals or small letters, the Turkish ones, too."""

from random import Random

import pytest
from glowtable.game import full_options
from glowtable.games import find
from glowtable.grid import TABLE_SEAT
from glowtable.match.players import Player, fold_name, name_bots
from glowtable.messages import UserError
from glowtable.table import Key, Said
from glowtable.terminal.localized_commands import parse_localized_command
from glowtable.terminal.names import check_names
from glowtable.terminal.translator import Translator
from glowtable.terminal.typed_line import complete_line, completions, event_of, seat_of_hand

from tests.support.adversary import Seats, play_match, session_at

PEOPLE = ("İnci", "IŞIL", "Zoë")
WRITTEN = [
    (0, "inci"), (0, "İNCİ"), (0, "INCI"), (0, "ıncı"), (0, "I\u0307nci"), (1, "ışıl"), (1, "Işıl"), (1, "işil"),
    (1, "IŞIL"), (1, "ıs\u0327ıl"), (2, "ZOE\u0308"), (2, "zoë"),
]  # fmt: skip


@pytest.fixture
def session():
    game = find("spiel_des_jahres")
    seats = Seats(tuple(map(Player, PEOPLE)), full_options(game, game.test_options))
    return session_at(game, seats, play_match(game, seats, Random(1), 3), 0)


@pytest.mark.parametrize(("seat", "name"), WRITTEN)
def test_who_is_named_is_meant(session, seat, name):
    assert event_of(f"ok {name}", session) == event_of(f"{name} ok", session) == Key(seat, "confirm")
    assert event_of(f"Undo {name}", session) == Key(seat, "undo") and seat_of_hand(name, session) == seat
    assert event_of("night", session) == Key(TABLE_SEAT, "night")


@pytest.mark.parametrize(("seat", "name"), WRITTEN)
def test_within_a_line_a_name_is_a_seat_too(session, seat, name):
    speaker = (seat - 1) % 3
    assert event_of(f"{PEOPLE[speaker]} trade {name}", session) == Said(f"{speaker + 1} trade {seat + 1}")


@pytest.mark.parametrize(("seat", "name"), WRITTEN)
def test_words_of_a_language_stand_behind_a_name(seat, name):
    assert parse_localized_command(f"{name} zurück", Translator("de"), PEOPLE) == f"{name} undo"
    assert parse_localized_command(name, Translator("de"), (name, "nein")) == name


@pytest.mark.parametrize(("typed", "whole"), [("inc", "İnci "), ("ok İN", "ok İnci "), ("ok ış", "ok IŞIL ")])
def test_tab_ends_a_name(session, typed, whole):
    assert complete_line(typed, completions(typed, (), session)) == whole


def test_two_who_could_not_be_told_apart_do_not_play_together():
    for one, other in (("İnci", "inci"), ("ışıl", "Işil"), ("Ali", "Alı")):
        assert fold_name(one) == fold_name(other)
        with pytest.raises(UserError, match="Two players can't both be"):
            check_names(find("punto"), (one, other))
    check_names(find("punto"), ("İnci", "IŞIL"))
    assert name_bots(["LANTERN", "FİREFLY"], [0, 4]) == {0: "Candle", 4: "Spark"}
