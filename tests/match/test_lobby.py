"""What people agree on before a match: game, players, options; and what is in the way of one."""

import pytest
from glowtable import games
from glowtable.game import full_options, named_bot
from glowtable.match.lobby import Lobby
from glowtable.messages import UserError
from glowtable.terminal.names import check_names
from glowtable.terminal.translator import Translator

from tests.games.shipped import SHIPPED

TEXT = Translator("en").text


@pytest.fixture
def lobby():
    return Lobby([games.find(name) for name in SHIPPED], "punto", check_names)


def test_a_match_begins_with_what_was_agreed_on(lobby):
    assert [lobby.add_person("  Ann  "), lobby.add_person("Ben"), lobby.add_bot("hard")] == [0, 1, 2]
    lobby.choose_option("rounds_to_win", "3")
    header = lobby.header()
    assert (header.game, header.players) == ("punto", ("Ann", "Ben", "bot:hard"))
    assert header.options == full_options(games.find("punto"), {"rounds_to_win": "3"})
    assert header.seed != lobby.header().seed


@pytest.mark.parametrize("name", SHIPPED)
def test_bots_of_every_strength_play_every_game(lobby, name):
    lobby.choose_game(name)
    for strength in ("easy", "medium", "hard"):
        lobby.players = ()
        for _ in range(lobby.most):
            lobby.add_bot(strength)
        assert lobby.obstacle() is None
        for player in lobby.header().players:
            named_bot(lobby.game, player.removeprefix("bot:"))


def test_in_a_game_without_levels_its_usual_bot_plays():
    punto = games.find("punto")._replace(levels=())
    lobby = Lobby([punto], "punto", check_names)
    lobby.players = ("Ann", "bot:medium")
    assert lobby.header().players == ("Ann", f"bot:{next(iter(punto.bots))}")


def test_too_few_and_too_many_are_said_and_nobody_is_put_out(lobby):
    lobby.add_person("Ann")
    assert TEXT(lobby.obstacle()) == "Punto needs 1 more player."
    lobby.choose_game("alex_and_co")
    for name in ("Ben", "Cal", "Dot", "Eve"):
        lobby.add_person(name)
    lobby.choose_game("punto")
    assert len(lobby.players) == 5 and TEXT(lobby.obstacle()) == "Punto is for at most 4 players."
    with pytest.raises(UserError):
        lobby.header()


@pytest.mark.parametrize("name", ["", "Ann", "ann", "x" * 25, "undo", "c3", "a\u200bb", "12", "<b>\x1b[2J"])
def test_names_that_would_be_taken_for_something_else_are_refused(lobby, name):
    lobby.add_person("Ann")
    with pytest.raises(UserError):
        lobby.add_person(name)
    assert lobby.players == ("Ann",)


def test_a_full_table_takes_nobody_more(lobby):
    for _ in range(4):
        lobby.add_bot("easy")
    with pytest.raises(UserError):
        lobby.add_person("Ann")
    with pytest.raises(UserError):
        lobby.add_bot("easy")


def test_a_name_that_only_another_game_takes_is_said_when_the_game_changes(lobby):
    lobby.choose_game("spiel_des_jahres")
    word = next(card for card in games.find("alex_and_co").deck if card.isalpha())
    lobby.add_person(word)
    lobby.add_person("Ann")
    lobby.add_person("Ben")
    assert lobby.obstacle() is None
    lobby.choose_game("alex_and_co")
    assert word in TEXT(lobby.obstacle())


def test_who_leaves_makes_the_others_move_up(lobby):
    for name in ("Ann", "Ben", "Cal"):
        lobby.add_person(name)
    assert lobby.leave(1) == {0: 0, 1: 2} and lobby.players == ("Ann", "Cal")


def test_another_game_has_its_own_options(lobby):
    lobby.choose_option("rounds_to_win", "3")
    lobby.choose_game("punto")
    assert lobby.wishes
    lobby.choose_game("alter_ego")
    assert not lobby.wishes
    with pytest.raises(UserError):
        lobby.choose_option("rounds_to_win", "3")


def test_a_game_that_is_gone_is_refused(lobby):
    with pytest.raises(UserError):
        lobby.choose_game("chess")
    assert lobby.game.name == "punto"


def test_no_choice_is_offered_that_this_table_does_not_have(lobby):
    for game in lobby.games.values():
        lobby.choose_game(game.name)
        for option, choices in lobby.options(is_simulated=True).items():
            assert not set(choices) & set(option.needs_cards)
        for option, choices in lobby.options(is_simulated=False).items():
            assert not set(choices) & set(option.off_table)
