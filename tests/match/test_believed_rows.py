"""What hands are told of a bot's cards follows from the match as it is believed; one question does not end another."""

import pytest
from glowtable.game import CHANCE, Action
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.presenter import current_prompt
from glowtable.match.session import SHOW_HAND, Phase, Question, Session
from glowtable.table import Card, Key
from glowtable.terminal.translator import Translator

from tests.games.spiel_positions import GAME, NUMBER, options_for, position
from tests.support.overridden import overridden

TABLE = (Player("Ann"), Player("Ben"), Player("Otto", "random"))


def session_at(state, game=GAME):
    session = Session(MatchState(game, TABLE, options_for(), lambda state, seat: Action(seat, "ready")), Phase.PLAYING)
    session.match_state.state = state
    return session


def apply_what_is_possible(state, action):
    assert GAME.rules.is_possible(state, action), f"{action} cannot be done in this state"
    return GAME.rules.apply(state, action)


@pytest.mark.parametrize("holder", [0, 1, 2])
def test_a_card_thought_to_be_in_a_hand_is_turned_up_where_no_hand_holds_it(holder):
    """Goat was read in a hand and comes as the card of the month: nothing is done where the rules forbid it."""
    careful = GAME._replace(rules=overridden(GAME.rules, apply=apply_what_is_possible))
    hands = [["Goat"] if seat == holder else [] for seat in range(3)]
    session = session_at(position(hands, phase="trend", month=2), careful)
    session.handle_event(Card(0, "Goat"))
    assert session.history[-1].action == Action(CHANCE, "trend", (NUMBER["Goat"],))


def test_a_person_who_wants_to_see_a_hand_waits_until_what_is_asked_first_is_answered():
    session = session_at(position())
    session.handle_event(Key(0, "pass"))
    asked = session.question
    assert asked and asked.actions, "Ann has not acted this month"
    assert session.ask_to_show_hand(1).refused and session.question is asked
    session.handle_event(Key(0, "pass"))
    assert not session.ask_to_show_hand(1).refused
    assert session.question == Question(1, frozenset({1}), typed=SHOW_HAND)


def test_a_question_is_asked_while_cards_are_laid_out_too():
    session = session_at(position())
    session.phase = Phase.SETTING
    session.ask_to_show_hand(1)
    assert "Ben wants to see the hand. Everyone else, look away." in Translator("en", ["Ann", "Ben", "Otto"]).text(
        current_prompt(session).message
    )
    assert session.handle_event(Key(1, "confirm")).shows_hand == 1
    assert "Set up the table" in current_prompt(session).message.text
