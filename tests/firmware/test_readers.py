"""Polls in, tags arrived and left out: only a clean time-out means that a tag has left."""

from itertools import pairwise

import pytest
from glowpico.readers import (
    BUSY,
    EMPTY,
    FIRM,
    GARBLED,
    LEAVE,
    MADE_UP,
    QUICK_MS,
    READERS,
    SLOW_MS,
    TURN_MS,
    WEAK_LEAVE,
    Readers,
)

ANN, BEN = "04a1b2c3", "04a1b2c4"
GONE = LEAVE * [EMPTY]


class Script:
    """A board's poll that answers from a list, reader by reader; EMPTY when it is at its end."""

    def __init__(self, answers):
        self.answers = {reader: list(answers.get(reader, ())) for reader in range(READERS)}
        self.asked = []

    def poll(self, reader):
        self.asked.append(reader)
        return self.answers[reader].pop(0) if self.answers[reader] else EMPTY


def told(*answers, present=0b1):
    """What is told when reader 0 answers like this."""
    events = []
    script = Script({0: answers})
    readers = Readers(script.poll, present, lambda reader, uid: events.append((reader, uid)))
    while script.answers[0]:
        readers.step()
    return events


def test_a_tag_is_told_at_once():
    assert told(EMPTY, ANN) == [(0, ANN)]


def test_a_tag_that_stays_is_told_once():
    assert told(*50 * [ANN]) == [(0, ANN)]


def test_a_tag_has_left_after_clean_time_outs_in_a_row():
    assert told(ANN, *GONE[1:]) == [(0, ANN)]
    assert told(ANN, *GONE) == [(0, ANN), (0, EMPTY)]
    assert told(ANN, *GONE[1:], ANN, *GONE[1:]) == [(0, ANN)]


def test_a_tag_that_missed_one_poll_as_when_it_is_moved_leaves_as_soon_as_any():
    """So it is heard when it is shown again."""
    assert told(ANN, EMPTY, ANN, *GONE, ANN) == [(0, ANN), (0, EMPTY), (0, ANN)]


@pytest.mark.parametrize("silence", [EMPTY, MADE_UP])
def test_a_tag_that_missed_two_polls_is_given_more_time_until_it_is_firm_again(silence):
    """Where a phone lies beside it, too."""
    weak, slow, there = [ANN, EMPTY, ANN, EMPTY, ANN], WEAK_LEAVE * [silence], FIRM * [ANN]
    gone = [(0, ANN), (0, EMPTY), *([(0, MADE_UP)] if silence else [])]
    assert told(*weak, *slow[1:]) == [(0, ANN)]
    assert told(*weak, *slow) == gone
    assert told(*weak, *there, *LEAVE * [silence]) == gone
    assert told(ANN, EMPTY, ANN, *there, EMPTY, ANN, *LEAVE * [silence]) == gone


def test_a_garbled_answer_is_a_card_that_is_still_there():
    assert told(ANN, *GONE[1:], GARBLED, *GONE[1:]) == [(0, ANN)]
    assert told(*20 * [GARBLED]) == []


def test_another_uid_is_a_leaving_and_an_arrival():
    assert told(ANN, *LEAVE * [BEN]) == [(0, ANN), (0, EMPTY), (0, BEN)]


def test_two_cards_answering_in_turn_do_not_flood():
    assert told(ANN, *40 * [BEN, ANN]) == [(0, ANN)]


def test_the_same_tag_is_told_again_after_it_left():
    assert told(ANN, *GONE, ANN) == [(0, ANN), (0, EMPTY), (0, ANN)]


def test_readers_are_polled_in_turn_and_only_those_that_are_there():
    script = Script({})
    readers = Readers(script.poll, 0b01000101, print)
    for _ in range(7):
        readers.step()
    assert script.asked == [0, 2, 6, 0, 2, 6, 0]


def test_a_poll_under_way_is_finished_before_the_next_reader():
    script = Script({0: [BUSY, BUSY, EMPTY], 1: [BUSY, ANN]})
    events = []
    readers = Readers(script.poll, 0b11, lambda reader, uid: events.append((reader, uid)))
    for _ in range(5):
        readers.step()
    assert script.asked == [0, 0, 0, 1, 1]
    assert events == [(1, ANN)]


SEATED = 7  # readers of a whole table
SETTLED = 50  # polls, after which each reader has told what it has


def longest_ms(slow, answer=ANN):
    """How long at most a quick reader waits to be asked again, and one of these, which have such an answer."""
    script = Script({reader: 1000 * [answer] for reader in slow})
    readers = Readers(script.poll, (1 << SEATED) - 1, lambda *event: None)
    for _ in range(300):
        readers.step()
    now_ms, asked_ms, longest = 0, {}, {False: 0, True: 0}
    for reader in script.asked[SETTLED:]:
        is_slow = reader in slow
        longest[is_slow] = max(longest[is_slow], now_ms - asked_ms.get(reader, now_ms))
        asked_ms[reader] = now_ms
        now_ms += SLOW_MS if is_slow else QUICK_MS
    assert asked_ms.keys() == set(range(SEATED))
    return longest[False], longest[True]


@pytest.mark.parametrize("answer", [ANN, GARBLED])
@pytest.mark.parametrize("many", range(SEATED))
def test_a_card_that_comes_is_told_soon_wherever_others_lie(many, answer):
    """And one that goes away is missed at the latest in the turn after."""
    for first in range(SEATED):
        slow = {(first + number) % SEATED for number in range(many)}
        quick_ms, slow_ms = longest_ms(slow, answer)
        assert quick_ms <= TURN_MS
        assert slow_ms <= 2 * TURN_MS


def test_where_all_have_cards_all_are_asked_in_turn():
    assert longest_ms(set(range(SEATED))) == (0, SEATED * SLOW_MS)


def test_where_there_is_time_for_none_that_is_slow_one_is_asked_all_the_same():
    script = Script({0: 99 * [ANN]})
    readers = Readers(script.poll, 0xFF, lambda *event: None)
    for _ in range(4 * READERS):
        readers.step()
    assert [script.asked.count(reader) for reader in range(READERS)] == READERS * [4]


def test_one_step_is_one_poll():
    script = Script({})
    readers = Readers(script.poll, 0xFF, print)
    for count in range(1, 20):
        readers.step()
        assert len(script.asked) == count


def test_a_table_without_readers_polls_nothing():
    script = Script({})
    Readers(script.poll, 0, print).step()
    assert script.asked == []


@pytest.mark.parametrize("reader", range(READERS))
def test_levels_have_one_bit_per_reader_with_a_tag(reader):
    readers = Readers(Script({reader: [ANN]}).poll, 0xFF, lambda *event: None)
    for _ in range(READERS):
        readers.step()
    assert readers.levels() == 1 << reader


def test_after_forgetting_a_tag_that_still_lies_there_is_told_again():
    events = []
    readers = Readers(Script({0: 9 * [ANN]}).poll, 1, lambda reader, uid: events.append(uid))
    readers.step()
    readers.forget()
    assert readers.levels() == 0
    readers.step()
    assert events == [ANN, ANN]


@pytest.mark.parametrize("cards", range(1, 8))
def test_a_card_that_takes_anothers_place_is_looked_at_in_every_turn_until_it_is_told(cards):
    lying = dict.fromkeys(range(cards), ANN)
    asked, events = [], []

    def poll(reader):
        asked.append(reader)
        return lying.get(reader, EMPTY)

    readers = Readers(poll, 0x7F, lambda *event: events.append(event))
    for _ in range(50):
        readers.step()
    lying[0] = BEN
    asked.clear()
    while (0, BEN) not in events:
        readers.step()
    looks = [at for at, reader in enumerate(asked) if reader == 0]
    assert len(looks) == LEAVE and max(after - before for before, after in pairwise(looks)) <= 7
