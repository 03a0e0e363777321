"""Bots have names of lights, in seat order; how well they play stands behind the name."""

import itertools

import pytest
from glowtable import games
from glowtable.grid import SEATS
from glowtable.match.players import BOT_NAMES, SEAT_BOTS, player_labels, players_of
from glowtable.terminal.names import check_names
from glowtable.terminal.translator import Translator
from glowtable.terminal.typed_line import is_part_of_card

KINDS = ("bot:medium", "bot:medium", "bot:hard", "bot:greedy", "bot:memory", "bot:medium")


def names(*players: str) -> list[str]:
    return [player.name for player in players_of(players)]


def test_each_seat_has_a_light_of_its_own():
    assert names(*KINDS) == ["Lantern", "Moth", "Ember", "Comet", "Firefly", "Beacon"]
    assert [player.bot for player in players_of(KINDS)] == [kind.removeprefix("bot:") for kind in KINDS]
    assert SEAT_BOTS == SEATS and len(set(BOT_NAMES)) == len(BOT_NAMES) >= 8


def test_a_bot_keeps_its_name_whoever_comes_or_goes():
    assert names("Ann", "bot:easy", "Cleo") == ["Ann", "Moth", "Cleo"]
    assert names("bot:hard", "bot:easy", "bot:easy") == ["Lantern", "Moth", "Ember"]


@pytest.mark.parametrize("person", ["Moth", "moth", "ＭＯＴＨ"])
def test_no_bot_is_called_as_a_person_is(person):
    assert names(person, "bot:easy", "bot:easy") == [person, "Candle", "Ember"]


def test_a_whole_table_of_such_people_leaves_a_name():
    for people in itertools.permutations(BOT_NAMES[: SEATS - 1]):
        seated = [player.casefold() for player in names(*people, "bot:easy")]
        assert len(set(seated)) == SEATS
    assert len(set(names(*BOT_NAMES, *["bot:easy"] * 8))) == len(BOT_NAMES) + 8  # an export that nobody plays


@pytest.mark.parametrize("game", games.names())
def test_the_names_are_nothing_else_in_any_game(game):
    check_names(games.find(game), BOT_NAMES)
    assert not [name for name in BOT_NAMES if is_part_of_card(name, games.find(game))]


def test_the_level_stands_behind_the_name():
    told = player_labels(("Ann", "bot:medium", "bot:memory"))
    assert list(map(Translator("en").text, told)) == ["Ann", "Moth (medium)", "Ember (memory)"]
    assert Translator("de").text(told[1]) == "Moth (mittel)"
