"""docs/HIDDEN_HANDS.md is true: its game is made and checked, and passes the tests of every game with secrets."""

import pytest
from glowtable import games

from tests.docs.test_new_game_page import BLOCK, HOUSE, Block, Reader
from tests.games import test_contract
from tests.match import test_sequences
from tests.support.matches import Match
from tests.web import test_leaks

PAGE = (HOUSE / "docs" / "HIDDEN_HANDS.md").read_text("utf-8")
NAME = "high_card"
BLOCKS = [Block(*found) for found in BLOCK.findall(PAGE)]


@pytest.fixture
def reader(tmp_path, monkeypatch):
    found = Reader(tmp_path, monkeypatch, NAME)
    for block in BLOCKS:
        if block.language == "python":
            found.write(block)
    yield found
    found.forget_game()


@pytest.fixture
def game(reader):
    return games.find(NAME)


def test_the_page_shows_what_the_check_says(reader, capsys):
    (shown,) = [block for block in BLOCKS if block.language == "console"]
    reader.type_in_terminal(shown, capsys)


def test_it_keeps_the_contract_and_its_secrets(game):
    for seats, options in test_contract.tables(game):
        test_contract.test_every_state_of_a_match_keeps_the_contract(game, seats, options)
    test_contract.test_every_match_ends_within_its_bound_and_replays_to_the_same_end(game)
    test_contract.test_every_sentence_of_a_game_can_be_filled(game)
    test_contract.test_a_game_of_hidden_information_holds_a_secret(game)
    test_leaks.test_two_worlds_send_the_same_bytes(game)
    test_leaks.test_no_page_tells_what_the_dealer_has_drawn(game)
    test_leaks.test_every_page_of_a_match_can_be_told_in_every_language(game)
    for control in test_leaks.CONTROLS.values():
        test_leaks.test_control_a_page_that_tells_is_caught(game, control)


def test_no_sequence_of_what_people_do_tells_its_cards(game, record_property):
    test_sequences.test_no_sequence_tells_two_worlds_apart(game, 0, record_property)


def test_a_match_ends_at_the_simulated_table(game, tmp_path):
    match = Match(tmp_path, ("bot:random", "bot:random"), game=game)
    match.to_the_end()
    assert match.session.outcome.reason in ("the higher card", "the other player folded")
