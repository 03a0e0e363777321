"""Tracked and untracked hands as every game has them, in a game of seven cards and nothing else."""

from typing import NamedTuple

import pytest
from glowtable.game import CHANCE, Action
from glowtable.kit.hands import (
    Dealing,
    card_believed,
    deal_card,
    drop_card,
    forget_cards,
    forget_hidden,
    hand_size,
    knowledge_option,
    known_cards,
    locate_card,
    move_cards,
    possible_cards,
    possible_hand,
    unknown_count,
)
from glowtable.kit.phases import Phases
from glowtable.kit.terms import GameParameters

CARDS = 0b111_1111
TRACKED_SEAT, UNTRACKED_SEAT = 0, 1


class State(NamedTuple):
    terms: GameParameters
    phase: str = ""
    seat: int = 0
    hands: tuple[int, ...] = (0, 0)
    hidden_count: tuple[int, ...] = (0, 0)
    untracked: int = 0
    open: int = 0
    bag: int = CARDS


def start(knowledge="trust"):
    return DEALING.begin(State(GameParameters.of(2, {"knowledge": knowledge})))


def over(state):
    return state._replace(phase="over")


DEALING = Dealing(2, "ask", "deal", over)
PHASES = Phases({"ask": DEALING.ask_step, "deal": DEALING.deal_step})


def do(state, *actions):
    for action in actions:
        assert action in PHASES.legal(state, state.seat) or action in [each for each, _ in PHASES.chance(state)]
        state = PHASES.apply(state, action)
    return state


def dealt(*cards):
    return [Action(CHANCE, "deal", (card,)) for card in cards]


def one_of_each():
    """Seat 0 holds 0 and 1, seat 1 two cards that the table does not read."""
    return do(start(), Action(0, "full"), *dealt(0, 1), Action(1, "trust"))


def everything(state):
    """The bag, and no card twice."""
    assert sum(state.hands) & state.bag == 0 and sum(state.hands) | state.bag == CARDS
    assert state.hands[0] & state.hands[1] == 0 and state.open & state.bag == 0
    assert sum(state.hidden_count) <= state.bag.bit_count()
    return [hand_size(state, seat) for seat in (0, 1)]


def unseen(state):
    return CARDS & ~state.open


def test_each_seat_says_whether_its_hand_is_tracked_and_is_dealt_to():
    state = one_of_each()
    assert state.phase == "over" and state.untracked == 0b10
    assert state.hands == (0b11, 0) and state.hidden_count == (0, 2) and everything(state) == [2, 2]


def test_nobody_is_asked_where_all_hands_are_tracked():
    state = do(start("full"), *dealt(0, 1, 2, 6))
    assert state.phase == "over" and state.hands == (0b11, 0b1000100) and not state.untracked


def test_only_the_seat_whose_hand_it_is_is_asked():
    state = start()
    assert PHASES.to_act(state) == (0,) and not PHASES.legal(state, 1)
    assert PHASES.to_act(do(state, Action(0, "full"))) == (CHANCE,)


def test_a_tracked_hand_shows_what_was_read_and_an_untracked_one_whatever_is_unseen():
    state = one_of_each()
    assert possible_cards(state, TRACKED_SEAT, unseen) == 0b11
    assert possible_cards(state, UNTRACKED_SEAT, unseen) == CARDS  # of what seat 0 holds nobody hears
    shown = state._replace(open=0b1)
    assert possible_cards(shown, UNTRACKED_SEAT, unseen) == CARDS & ~0b1


def test_a_tracked_hand_with_a_card_that_was_misread_shows_only_what_was_read():
    state = forget_cards(one_of_each(), TRACKED_SEAT, 0b01)
    assert unknown_count(state, TRACKED_SEAT) == 1
    assert possible_cards(state, TRACKED_SEAT, unseen) == 0b10


def test_an_untracked_hand_of_which_all_is_known_shows_nothing_else():
    state = locate_card(locate_card(one_of_each(), 1, 5), 1, 6)
    state = state._replace(open=0b110_0000)
    assert possible_cards(state, 1, unseen) == known_cards(state, 1) == 0b110_0000
    assert unknown_count(state, 1) == 0


def test_a_card_that_is_read_but_not_open_is_not_known_of_an_untracked_hand():
    state = locate_card(one_of_each(), 1, 5)
    assert known_cards(state, 1) == 0 and unknown_count(state, 1) == 2
    assert known_cards(state, 0) == 0b11 and unknown_count(state, 0) == 0


def test_a_card_that_is_shown_is_one_of_those_hidden():
    state = locate_card(one_of_each(), 1, 5)
    assert state.hands[1] == 1 << 5 and state.hidden_count == (0, 1) and everything(state) == [2, 2]
    assert locate_card(state, 1, 5) == state


def test_a_second_card_is_shown_beside_the_one_above_it():
    state = locate_card(locate_card(one_of_each(), 1, 5), 1, 4)
    assert state.hands[1] == 0b11_0000 and state.hidden_count == (0, 0) and everything(state) == [2, 2]


def test_a_hand_may_hold_what_nobody_has_seen_unless_all_of_it_is_open():
    state = locate_card(locate_card(one_of_each(), 1, 5), 1, 6)
    assert possible_hand(state._replace(open=0b01), TRACKED_SEAT, unseen) == CARDS
    everybody_knows = state._replace(open=0b110_0011)
    assert possible_hand(everybody_knows, TRACKED_SEAT, unseen) == 0b11
    assert possible_hand(everybody_knows, UNTRACKED_SEAT, unseen) == 0b110_0000


def test_a_card_that_was_read_in_another_hand_was_misread_there():
    state = locate_card(one_of_each(), 1, 0)
    assert state.hands == (0b10, 0b01) and state.hidden_count == (1, 1) and everything(state) == [2, 2]


def test_a_hand_without_a_hidden_card_was_misread_itself():
    """Which of its cards was misread nobody can tell, and to choose one would tell which it was."""
    state = locate_card(one_of_each()._replace(open=0b01), 0, 4)
    assert state.hands[0] == 0b10001 and state.hidden_count == (0, 2) and everything(state) == [2, 2]
    state = locate_card(one_of_each(), 0, 4)
    assert state.hands[0] == 0b10000 and state.hidden_count == (1, 2) and everything(state) == [2, 2]


def test_forgetting_nothing_changes_nothing():
    state = one_of_each()
    assert forget_cards(state, 0, 0) is state
    assert forget_cards(state, 0, 0b11).hidden_count == (2, 2)


def test_a_match_as_only_the_public_knows_it_has_untracked_hands_with_nothing_read_but_what_is_open():
    state = do(start("full"), *dealt(0, 1, 2, 6))._replace(open=0b100_0001)
    public = forget_hidden(state)
    assert public.hands == (0b01, 0b100_0000) and public.hidden_count == (1, 1) and everything(public) == [2, 2]
    assert public.untracked == 0b11 and public.open == state.open


@pytest.mark.parametrize("card", [1, 2])
def test_a_card_that_is_named_is_believed_where_nobody_has_seen_it_and_read_in_no_hand(card):
    state = do(start("full"), *dealt(0, 1, 2, 6))._replace(open=0b100_0001)
    believed = card_believed(state, Action(CHANCE, "deal", (card,)))
    holder = 0 if card == 1 else 1
    assert believed == forget_cards(state, holder, 1 << card) and everything(believed) == [2, 2]


def test_a_card_that_lies_open_in_a_hand_stays_there_whatever_is_named():
    state = do(start("full"), *dealt(0, 1, 2, 6))._replace(open=0b100_0001)
    assert card_believed(state, Action(CHANCE, "deal", (6,))) == state


def test_cards_leave_a_hand_and_change_hands():
    state = one_of_each()._replace(open=0b1)
    gone = drop_card(state, 0, 0)
    assert gone.hands == (0b10, 0) and gone.open == 0
    assert drop_card(state._replace(open=0b11), 0, 1)[3:] == gone._replace(hands=(0b01, 0), open=0b01)[3:]
    moved = move_cards(state, 0, 1, 0b01)
    assert moved.hands == (0b10, 0b01) and moved.open == 0b1
    assert deal_card(state, 1, 4).hands[1] == 1 << 4


@pytest.mark.parametrize("card", range(7))
def test_whatever_is_shown_no_card_is_lost(card):
    for seat in (0, 1):
        assert everything(locate_card(one_of_each(), seat, card)) == [2, 2]


def test_only_people_who_hold_their_cards_can_keep_them_unread():
    option = knowledge_option("A-40", "without showing them")
    assert (option.name, option.default, option.needs_cards) == ("knowledge", "trust", ("trust",))
    assert option.choices == ("trust", "full") and (option.rule, option.words) == ("A-40", "without showing them")
