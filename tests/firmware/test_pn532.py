"""Uids of a PN532 over a model of the chip: every frame, every fault, never a card that is not there."""

from itertools import product
from random import Random

import pytest
from glowpico.pn532 import COMMANDS, LONGEST, PATIENCE_US, PN532, SEARCH_PATIENCE_US, TRIES, TURNED, Pn532
from glowpico.readers import BUSY, EMPTY, GARBLED, LEAVE, MADE_UP, Readers

from tests.firmware.cards import Phone, Weak
from tests.micropython.rig import pn532_model, tag_model
from tests.micropython.rig.pn532_model import SYNTAX_ERROR, Pn532Chip
from tests.micropython.rig.tag_model import Stuck, Tag

ANN, BEN, EVE = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "0badcafe"
TEN = "04a1b2c3d4e5f6010203"
TICK_US = 1000
STEP_US = 1500
POLL_MS = 60  # the model's times are assumed
CARDS = {ANN, BEN, EVE, TEN, MADE_UP}


class Desk:
    """A driver over a chip, stepped as often as a table does; each step is held to its time."""

    def __init__(self, *uids, tick_us=TICK_US, **chip):
        self.chip = Pn532Chip([Tag(uid) for uid in uids], **chip)
        self.driver = Pn532(self.chip)
        self.tick_us = tick_us
        self.steps = 0

    def step(self):
        self.chip.wait(self.tick_us)
        now_us = self.chip.now_us
        answer = self.driver.poll()
        self.steps += 1
        assert self.chip.now_us - now_us <= STEP_US
        return answer

    def poll(self):
        for _ in range(1000):
            answer = self.step()
            if answer is not BUSY:
                return answer
        raise AssertionError("the question never ends")

    def polls(self, many):
        return [self.poll() for _ in range(many)]


def steps_of_a_poll(*uids, first=False):
    desk = Desk(*uids)
    if not first:
        desk.poll()
        desk.steps = 0
    desk.poll()
    return desk.steps


FIRST = range(steps_of_a_poll(ANN, first=True))
MOMENTS = range(steps_of_a_poll(ANN))


# -- which tag is here


@pytest.mark.parametrize("uid", [EVE, ANN, TEN])
def test_a_tag_of_each_length_is_read_again_and_again(uid):
    """Though a tag that was found keeps silent until it has lost the field."""
    assert Desk(uid).polls(5) == 5 * [uid]


def test_no_tag_is_a_clean_time_out_and_the_field_is_off_after_each_poll():
    desk = Desk()
    assert desk.polls(3) == 3 * [EMPTY]
    assert desk.chip.field_us is None
    desk.chip.lay(Tag(ANN))
    assert desk.polls(2) == 2 * [ANN]
    assert desk.chip.field_us is None


@pytest.mark.parametrize("uids", [(), (ANN,), (TEN,)])
def test_a_poll_ends_soon_and_in_few_steps(uids):
    desk = Desk(*uids)
    desk.polls(2)
    began_us, desk.steps = desk.chip.now_us, 0
    while True:
        desk.chip.wait(max(0, desk.driver.due_us - desk.chip.now_us - desk.tick_us))
        if desk.step() is not BUSY:
            break
    assert desk.chip.now_us - began_us <= 1000 * POLL_MS and desk.steps < 40


def test_a_tag_that_comes_or_goes_at_any_moment_is_known_by_the_next_poll():
    for moment in MOMENTS:
        desk = Desk()
        desk.poll()
        for _ in range(moment):
            desk.step()
        desk.chip.lay(Tag(ANN))
        assert desk.poll() in (EMPTY, ANN) and desk.poll() == ANN
        for _ in range(moment):
            desk.step()
        desk.chip.tags.clear()
        assert desk.poll() in (EMPTY, ANN) and desk.poll() == EMPTY


@pytest.mark.parametrize(("first", "second"), [(ANN, BEN), (ANN, EVE), (EVE, ANN), (ANN, TEN)])
def test_another_tag_in_its_place_is_told_by_the_same_poll(first, second):
    desk = Desk(first)
    assert desk.poll() == first
    desk.chip.tags[:] = [Tag(second)]
    assert desk.polls(2) == [second, second]


def test_the_tag_told_is_told_again_whoever_comes_beside_it():
    for told, *others in ([ANN, BEN, EVE], [BEN, ANN, TEN], [EVE, TEN, ANN]):
        desk = Desk(told)
        desk.poll()
        for other in others:
            desk.chip.lay(Tag(other))
        assert desk.polls(9) == 9 * [told]


def test_control_the_model_hears_now_this_tag_and_now_that():
    answers = set()
    for _ in range(9):
        desk = Desk(ANN, BEN, EVE)
        desk.chip.searches = len(answers)
        answers.add(desk.poll())
    assert len(answers) > 1


def test_several_cards_are_noticed_until_one_is_left():
    desk = Desk(ANN, EVE)
    first = desk.poll()
    assert {*desk.polls(5)} == {first} and desk.driver.is_crowded
    desk.chip.tags[:] = [Tag(ANN)]
    assert desk.polls(2)[-1] == ANN and not desk.driver.is_crowded


# -- phones and bank cards


def test_a_phone_is_called_so_whatever_it_makes_up():
    desk = Desk()
    desk.chip.lay(Phone())
    assert desk.polls(9) == 9 * [MADE_UP]


@pytest.mark.parametrize("uid", [ANN, EVE, TEN])
def test_a_phone_hides_no_card(uid):
    for is_phone_first in (True, False):
        desk = Desk()
        for tag in [Phone(), Tag(uid)][:: 1 if is_phone_first else -1]:
            desk.chip.lay(tag)
            desk.poll()
        assert desk.polls(9) == 9 * [uid] and not desk.driver.is_crowded


def test_a_chip_that_asks_a_phone_for_more_than_its_uid_tells_no_card():
    """It has lost what it was told, and nothing else."""
    desk = Desk()
    desk.poll()
    desk.chip.parameters = pn532_model.RATS
    desk.chip.lay(Phone())
    assert desk.poll() == GARBLED


def readers_of(desk):
    told = []
    return Readers(lambda reader: desk.step(), 1, lambda reader, uid: told.append(uid)), told


def run_for(desk, readers, ms):
    end_us = desk.chip.now_us + 1000 * ms
    while desk.chip.now_us < end_us:
        readers.step()


@pytest.mark.parametrize("share", [0.9, 0.7, 0.5])
def test_a_card_that_answers_badly_does_not_leave(share):
    for number in range(2):
        desk = Desk()
        desk.chip.lay(Weak(f"04a1b2c3d4e5{number:02x}", share))
        readers, told = readers_of(desk)
        run_for(desk, readers, 30_000)
        assert len(told) == 1


def test_control_a_card_that_is_lifted_has_left():
    desk = Desk(ANN)
    readers, told = readers_of(desk)
    run_for(desk, readers, 200)
    desk.chip.tags.clear()
    run_for(desk, readers, LEAVE * POLL_MS)
    assert told == [ANN, EMPTY]


# -- the chip


def test_it_says_that_it_is_a_PN532_step_by_step_and_is_believed_nothing_else():
    desk = Desk()
    said = []
    for _ in range(12):
        desk.chip.wait(TICK_US)
        said.append(desk.driver.version())
    assert said[0] == 0 and said[-1] == PN532 and desk.driver.carries()
    other = Desk()
    other.chip.ic = 0x07
    assert [other.poll(), other.driver.version(), other.driver.carries()] == [GARBLED, 0, False]


@pytest.mark.parametrize("wake_us", [0, 500, 2000, 2900])
def test_a_chip_that_sleeps_after_power_on_is_woken(wake_us):
    assert Desk(ANN, wake_us=wake_us).polls(2) == [ANN, ANN]


def test_one_that_wakes_late_is_asked_again():
    assert Desk(ANN, wake_us=5000).polls(3)[1:] == [ANN, ANN]


def test_a_chip_that_loses_its_supply_at_any_moment_is_set_up_again():
    for moment in (*FIRST, *MOMENTS):
        desk = Desk(ANN)
        desk.poll()
        for _ in range(moment):
            desk.step()
        desk.chip.reset()
        answers = desk.polls(4)
        assert {*answers} <= {ANN, GARBLED} and answers[-1] == ANN


@pytest.mark.parametrize("busy_us", [5000, PATIENCE_US - 5000])
def test_a_busy_chip_is_waited_for(busy_us):
    desk = Desk(ANN)
    desk.chip.busy_us = busy_us
    assert desk.polls(2) == [ANN, ANN]


def test_a_question_that_is_given_up_is_not_no_card():
    """One that is asked for longer than anybody is busy."""
    desk = Desk(ANN)
    readers, told = readers_of(desk)
    run_for(desk, readers, 200)
    desk.chip.busy_us = SEARCH_PATIENCE_US + 10_000
    run_for(desk, readers, 3000)
    assert told == [ANN] and desk.driver.is_lost
    desk.chip.busy_us = 0
    run_for(desk, readers, 1000)
    assert told == [ANN] and not desk.driver.is_lost
    desk.driver.rest()
    assert desk.polls(2) == [ANN, ANN]


@pytest.mark.parametrize("level", [0, 0x55, 0xAA, 0xFF])
def test_a_line_without_a_chip_is_lost_and_says_nothing_of_cards(level):
    driver = Pn532(Stuck(level))
    answers = {driver.poll() for _ in range(500)}
    assert answers == {BUSY, GARBLED} and driver.is_lost and driver.version() == 0


def test_a_chip_that_comes_later_is_found():
    desk = Desk(ANN)
    chip, desk.driver.bus = desk.driver.bus, Stuck(0)
    while desk.driver.poll() is BUSY:
        pass
    desk.driver.bus = chip
    assert desk.polls(2) == [ANN, ANN]


def test_a_board_that_was_busy_looks_before_it_counts():
    desk = Desk(ANN)
    desk.poll()
    for moment in MOMENTS:
        for _ in range(moment):
            desk.step()
        desk.chip.wait(1_000_000)
        assert desk.poll() == ANN


# -- frames


def changes_of(frame):
    """A frame with each byte another one, or lost, or heard twice."""
    for at, how in product(range(len(frame)), range(5)):
        other = bytes([frame[at] ^ (0x01, 0x80, 0xFF)[how]]) if how < 3 else (b"", 2 * frame[at : at + 1])[how - 3]
        yield frame[:at] + other + frame[at + 1 :]


def frames_said(*uids):
    """What the chip says in two polls."""
    desk, said = Desk(*uids), []
    desk.chip.spoil = lambda frame: said.append(frame) or frame
    desk.polls(2)
    return said


def test_no_frame_of_the_chip_that_is_broken_makes_a_card():
    tried = 0
    for uids in ((ANN,), (EVE, TEN), ()):
        for number, whole in enumerate(frames_said(*uids)):
            for broken in changes_of(whole):
                desk, said = Desk(*uids), iter(range(1000))
                desk.chip.spoil = lambda frame, said=said, number=number, broken=broken: (
                    broken if next(said) == number else frame
                )
                answers = desk.polls(4)
                assert {*answers} <= {*uids, GARBLED, *((EMPTY,) if not uids else ())}, (uids, number, broken)
                assert answers[-1] != GARBLED
                tried += 1
    assert tried > 2000


def test_control_a_driver_that_does_not_look_at_the_sum_tells_wrong_cards(monkeypatch):
    def trusting(driver, read):
        into, at = driver.into, driver.after_start()
        end = at + 2 + TURNED[into[at]]
        into[end] = TURNED[-sum(TURNED[byte] for byte in into[at + 2 : end]) & 0xFF]
        return careful(driver, read)

    careful = Pn532.data
    monkeypatch.setattr(Pn532, "data", trusting)
    desk = Desk(ANN)
    desk.chip.spoil = lambda frame: frame.replace(bytes.fromhex(ANN), bytes.fromhex(BEN))
    assert desk.poll() == BEN


@pytest.mark.parametrize("preamble", [b"\0", b"\0\0", b"\0\0\0"])
def test_there_may_be_more_or_fewer_zeros_before_a_frame(preamble):
    desk = Desk(ANN)
    desk.chip.spoil = lambda frame: preamble + frame[2:]
    assert desk.polls(2) == [ANN, ANN]


@pytest.mark.parametrize("frame", [SYNTAX_ERROR, b"", bytes(60), b"\xff" * 60, b"\0\xff\0\xff\0" * 9])
def test_what_is_no_answer_is_no_card(frame):
    for number in range(len(frames_said(ANN))):
        desk, said = Desk(ANN), iter(range(1000))
        desk.chip.spoil = lambda whole, said=said, number=number: frame if next(said) == number else whole
        answers = desk.polls(4)
        assert {*answers} <= {ANN, GARBLED} and answers[-1] == ANN


def test_a_copy_of_the_chip_that_cannot_ask_for_a_card_by_its_name_still_tells_it():
    desk = Desk(ANN)
    execute = desk.chip.execute
    desk.chip.execute = lambda code, data: execute(0xEE if len(data) > 4 and code == 0x4A else code, data)
    assert desk.polls(4) == 4 * [ANN]


def test_targets_that_cannot_be_are_garbled():
    desk = Desk(ANN)
    head = b"\1\0\x44\0"
    for described in ([head + b"\7" + bytes(6)], [bytes(4)], 3 * [head + b"\4abcd"], [head + b"\5" + bytes(5)]):
        desk.chip.described = lambda found, described=described: described
        assert desk.poll() == GARBLED


@pytest.mark.parametrize("sticks", ["", "abort"])
def test_a_frame_that_is_lost_on_its_way_to_the_chip_is_said_again(sticks):
    for number in range(2 * len(COMMANDS)):
        desk, heard = Desk(ANN), iter(range(1000))
        desk.chip.sticks = sticks
        desk.chip.mishear = lambda frame, heard=heard, number=number: frame[:-3] if next(heard) == number else frame
        answers = desk.polls(8)
        assert {*answers} <= {ANN, GARBLED} and answers[-1] == ANN


def test_control_a_chip_that_only_a_reset_frees_stays_lost():
    desk, heard = Desk(ANN), iter(range(1000))
    desk.chip.sticks = "reset"
    desk.chip.mishear = lambda frame: frame[:-3] if next(heard) == 9 else frame
    assert desk.polls(9)[-1] == GARBLED
    desk.chip.reset()
    assert desk.polls(2)[-1] == ANN


def test_random_noise_both_ways_never_makes_a_card():
    rng = Random(3)

    def noisy(frame):
        """At most one byte of a frame is another one: two may make up for each other in its sum."""
        at = rng.randrange(50)
        return frame[:at] + bytes([rng.randrange(256)]) + frame[at + 1 :] if at < len(frame) else frame

    for uids in ((ANN,), (EVE,), ()):
        desk = Desk(*uids)
        desk.chip.spoil = desk.chip.mishear = noisy
        answers = {*desk.polls(150)}
        assert answers <= {*uids, GARBLED, *((EMPTY,) if not uids else ())}


# -- its line


def test_all_bits_are_turned_and_turned_back():
    assert [TURNED[byte] for byte in TURNED] == [*range(256)]
    assert [*TURNED] == [pn532_model.mirrored(byte) for byte in range(256)]


def test_the_longest_frame_is_that_of_two_uids_of_ten_bytes():
    frames = frames_said(TEN, "04a1b2c3d4e5f6010204")
    assert max(map(len, frames)) == LONGEST


def test_retries_are_limited_when_it_is_set_up():
    desk = Desk()
    desk.poll()
    assert desk.chip.retries == TRIES - 1
    before = desk.chip.searches
    desk.poll()
    assert desk.chip.searches - before == TRIES


def test_the_model_fails_a_driver_that_reads_before_the_chip_is_ready():
    """The control: what a real chip would not stand is not passed over."""
    chip = Pn532Chip()
    chip.exchange(bytes(2), bytearray(2))
    chip.wait(pn532_model.WAKE_US)
    with pytest.raises(AssertionError, match="before it is ready"):
        chip.exchange(bytes([pn532_model.mirrored(pn532_model.READ)]) + bytes(6), bytearray(7))
    assert tag_model.BYTE_US == 8
