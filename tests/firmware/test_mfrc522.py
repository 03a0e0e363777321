"""Questions in, uids out, over a chip and tags that follow the data sheet and the standard bit by bit."""

from functools import partial
from itertools import product
from random import Random

import pytest
from glowpico.board import NFC_READER_HZ, READER_HZ
from glowpico.mfrc522 import ANSWER_US, GUARD_US, LEVELS, NO_CHIP, PATIENCE_US, SETTINGS, START_US, TRIES, Mfrc522
from glowpico.readers import BUSY, EMPTY, GARBLED, LEAVE, MADE_UP, Readers

from tests.firmware.cards import Phone, Weak
from tests.micropython.rig import tag_model
from tests.micropython.rig.tag_model import Chip, Stuck, Tag
from tests.support.campaign import IN_CAMPAIGN

ANN, BEN, EVE = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "0badcafe"
TICK_US = 1000  # between two steps
STEP_US = 1500
MOST_STEPS = 200
SOON_US = 30_000
MOST_EXCHANGES = STEP_US // (tag_model.EXCHANGE_US + 10 * tag_model.BYTE_US)  # of ten bytes each


def test_the_model_exchanges_bytes_at_the_lowest_rate_a_table_begins_with():
    assert tag_model.BYTE_US * min(READER_HZ, NFC_READER_HZ) == 8_000_000


class Desk:
    """A driver over a chip, stepped as often as a table ticks; each step is held to its time."""

    sleeps = True  # the chip does, between two questions

    def __init__(self, *uids, tick_us=TICK_US, **chip):
        self.chip = Chip([Tag(uid) for uid in uids], **chip)
        self.driver = Mfrc522(self.chip, self.sleeps)
        self.tick_us = tick_us
        self.most_exchanges = 0
        self.steps = 0
        self.driver.rest()

    def step(self, question, *uid):
        self.chip.wait(self.tick_us)
        self.steps += 1
        exchanges, now_us = self.chip.exchanges, self.chip.now_us
        answer = question(self.driver, *uid)
        self.most_exchanges = max(self.most_exchanges, self.chip.exchanges - exchanges)
        assert self.chip.now_us - now_us <= STEP_US
        return answer

    def ask(self, question, *uid):
        for _ in range(MOST_STEPS):
            answer = self.step(question, *uid)
            if answer is not BUSY:
                return answer
        raise AssertionError("the question never ends")

    def begin(self, moment, question=Mfrc522.poll, *uid):
        """So many steps of a question that is not over then; a chip that is awake needs one less."""
        for _ in range(moment if self.sleeps else moment - 1):
            assert self.step(question, *uid) is BUSY

    def poll(self):
        return self.ask(Mfrc522.poll)

    def seek(self, uid):
        return self.ask(Mfrc522.seek, uid)

    def inventory(self):
        answers = [self.ask(Mfrc522.inventory)]
        while answers[-1] not in (EMPTY, GARBLED):
            assert len(answers) < 20
            answers.append(self.ask(Mfrc522.inventory))
        return answers


@pytest.fixture(params=[True, False], ids=["sleeps", "awake"], autouse=True)
def sleeps(request, monkeypatch):
    """Each test is of chips that sleep between two questions, and of chips that stay awake, unless it says which."""
    monkeypatch.setattr(Desk, "sleeps", request.param)
    return request.param


OF_SLEEPERS = pytest.mark.parametrize("sleeps", [True], indirect=True)
OF_WAKERS = pytest.mark.parametrize("sleeps", [False], indirect=True)


def steps_of_a_poll():
    desk = Desk(ANN)
    assert desk.poll() == ANN
    return desk.steps


MOMENTS = range(1, steps_of_a_poll())  # in mid-poll of a tag


def random_uids(rng, count):
    """Different uids; some share most of their bytes, as cards of one maker do."""
    uids = set()
    while len(uids) < count:
        uid = bytearray(b"\x04" + rng.randbytes(rng.choice((3, 6, 9))))
        near = rng.choice(sorted(uids) or [uid.hex()])
        if rng.random() < 0.5 and len(near) == 2 * len(uid):
            uid = bytearray.fromhex(near)
            uid[rng.randrange(1, len(uid))] ^= 1 << rng.randrange(8)
        if 0x88 not in (uid[0], *uid[3:7:3]):  # never there: it would say that more follows
            uids.add(uid.hex())
    return sorted(uids)


CHIPS = [{"counts_from": origin, "coll_bit": bit} for origin in ("frame", "byte") for bit in (0, 1)]


def turned_over(bits, at):
    return [*bits[:at], 1 - bits[at], *bits[at + 1 :]]


# -- which tag is here


@pytest.mark.parametrize("uid", [EVE, ANN, "04a1b2c3d4e5f6010203"])
def test_a_tag_of_each_length_is_read(uid):
    desk = Desk(uid)
    assert [desk.poll() for _ in range(3)] == 3 * [uid]


def test_no_tag_is_a_clean_time_out():
    assert Desk().poll() == EMPTY


def test_of_several_tags_always_the_same_one_is_told():
    desk = Desk(ANN, BEN, EVE)
    answers = {desk.poll() for _ in range(5)}
    assert len(answers) == 1
    assert answers < {ANN, BEN, EVE}


def test_an_empty_poll_is_a_few_exchanges(sleeps):
    """Published drivers read 2,000 registers to learn that nothing is there."""
    desk = Desk()
    before = desk.chip.exchanges
    desk.poll()
    first = desk.chip.exchanges - before
    desk.poll()
    assert (first, desk.chip.exchanges - before - first) == (
        (21, 12) if sleeps else (20, 11)
    )  # settings are written once, and looked at


@pytest.mark.parametrize("tick_us", [100, TICK_US])
def test_an_empty_poll_takes_little_more_than_the_field_a_tag_may_need(tick_us):
    """Crystal, field, request and time-out: each ends at a step."""
    desk = Desk(tick_us=tick_us)
    desk.poll()
    before_us = desk.chip.now_us
    desk.poll()
    assert GUARD_US < desk.chip.now_us - before_us <= GUARD_US + 2200 + 4 * tick_us


@pytest.mark.parametrize("uids", [(), (ANN,)])
def test_a_board_that_sleeps_as_long_as_a_step_is_idle_loses_no_time_and_takes_few_steps(uids):
    def poll(sleeps):
        desk = Desk(*uids, tick_us=100)
        answer = BUSY
        while answer is BUSY:
            desk.chip.wait(max(0, desk.driver.due_us - desk.chip.now_us) if sleeps else 0)
            answer = desk.step(Mfrc522.poll)
        return answer, desk.chip.now_us, desk.steps

    told, over_us, steps = poll(sleeps=False)
    slept_told, slept_over_us, slept_steps = poll(sleeps=True)
    assert slept_told == told
    assert slept_over_us <= over_us + 2100  # a millisecond before, one for the crystal
    assert slept_steps < steps / 2


# -- which tags are all here


@pytest.mark.campaign
@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("count", range(10))
def test_an_inventory_is_the_truth(count, chip):
    for seed in range(20 if IN_CAMPAIGN else 4):
        uids = random_uids(Random(100 * count + seed), count)
        desk = Desk(*uids, **chip)
        *found, last = desk.inventory()
        assert last == EMPTY
        assert sorted(found) == uids
        assert desk.most_exchanges <= MOST_EXCHANGES


def test_control_a_model_of_tags_that_all_answer_alike_would_be_noticed():
    """Two tags of one uid cannot be told apart: the truth above needs real collisions."""
    assert Desk(ANN, ANN).inventory() == [ANN, EMPTY]
    desk = Desk(ANN, BEN)
    desk.inventory()
    assert desk.chip.collisions > 0


def test_tags_whose_first_collision_is_nowhere_are_still_told_apart():
    desk = Desk(ANN, BEN)
    desk.chip.no_position = True
    assert sorted(desk.inventory()) == [EMPTY, ANN, BEN]


# -- is this tag here


@pytest.mark.parametrize("uid", [EVE, ANN, "04a1b2c3d4e5f6010203"])
def test_a_tag_sought_is_found_among_others(uid):
    desk = Desk(BEN, "04112233", uid, "04a1b2c3d4e5f6010204")
    assert [desk.seek(uid), desk.seek(uid)] == [uid, uid]


@pytest.mark.parametrize("sought", [ANN, "04112233", "04a1b2c3d4e5f6010204"])
def test_a_tag_that_is_not_here_is_not_found_among_others(sought):
    assert Desk(EVE, BEN, "04a1b2c3d4e5f6010203").seek(sought) == EMPTY
    assert Desk().seek(sought) == EMPTY


def test_a_uid_that_is_the_beginning_of_a_longer_one_is_not_that_tag():
    """The level that both share is answered, but says that it was not or should be the last one."""
    assert Desk("8804a1b2").seek("04a1b2c3d4e5f6") == GARBLED
    assert Desk("04a1b2c3d4e5f6").seek("8804a1b2") == GARBLED


def test_another_question_gives_up_the_one_under_way():
    desk = Desk(ANN, BEN)
    for steps in MOMENTS:
        for _ in range(steps):
            desk.step(Mfrc522.poll)
        assert desk.seek(BEN) == BEN
        for _ in range(steps):
            desk.step(Mfrc522.seek, ANN)
        assert desk.seek(BEN) == BEN


# -- tags that move, are hurt or will not be silent


def test_a_tag_that_comes_at_any_moment_is_known_by_the_next_poll():
    for moment in (0, *MOMENTS):
        desk = Desk()
        for _ in range(moment):
            desk.step(Mfrc522.poll)
        desk.chip.lay(Tag(ANN))
        answers = [desk.poll(), desk.poll()]
        assert answers[0] in (EMPTY, ANN)
        assert answers[1] == ANN


def test_a_tag_that_leaves_in_mid_poll_was_here():
    seen = set()
    for moment in MOMENTS:
        desk = Desk(ANN)
        desk.begin(moment)
        desk.chip.tags.clear()
        seen.add(desk.poll())
        assert desk.poll() == EMPTY
    assert seen == {EMPTY, GARBLED, ANN}


def test_a_tag_sought_that_leaves_in_mid_poll_is_not_here():
    """Unless it has answered the last question."""
    seen = []
    for moment in MOMENTS[:-2]:  # a seek need not ask for the bits of the two levels
        desk = Desk(ANN)
        desk.begin(moment, Mfrc522.seek, ANN)
        desk.chip.tags.clear()
        seen.append(desk.seek(ANN))
        assert desk.seek(ANN) == EMPTY
    assert set(seen) == {EMPTY, ANN}
    assert seen == sorted(seen)


@pytest.mark.parametrize("error", [0x01, 0x02, 0x10, 0x40])
@pytest.mark.parametrize("frame", range(1, 6))
def test_an_error_in_any_answer_is_a_card_that_is_here(frame, error):
    desk = Desk(ANN)
    desk.chip.spoil = lambda bits: (bits, error if desk.chip.frames == frame else 0)
    assert desk.poll() == GARBLED
    assert not desk.driver.is_lost
    desk.chip.frames = 9
    assert desk.poll() == ANN


OTHER_LENGTHS = (lambda bits: bits[:8], lambda bits: bits + 8 * [0], lambda bits: [])
TURNED_OVER = [partial(turned_over, at=bit) for bit in range(24)]  # caught by check byte or checksum


@pytest.mark.parametrize(
    ("frame", "change"), [*product(range(1, 6), OTHER_LENGTHS), *product(range(2, 6), TURNED_OVER)]
)
def test_an_answer_of_a_wrong_length_or_with_a_bit_turned_over_is_garbled(frame, change):
    desk = Desk(ANN)
    desk.chip.spoil = lambda bits: (change(bits) if desk.chip.frames == frame else bits, 0)
    assert desk.poll() == GARBLED


def test_noise_that_collides_with_everything_ends():
    desk = Desk(ANN)
    desk.chip.spoil = lambda bits: (bits, tag_model.COLLIDED)
    assert desk.poll() == GARBLED
    assert desk.chip.frames <= 2 + 40


def test_a_tag_that_says_more_levels_than_there_are_is_garbled():
    desk = Desk("04a1b2c3d4e5f6010203")
    more = tag_model.bits_of(tag_model.with_crc(b"\x04"))
    desk.chip.spoil = lambda bits: (more if desk.chip.frames == 1 + 2 * LEVELS else bits, 0)
    assert desk.poll() == GARBLED


def test_a_tag_that_ignores_halt_is_told_once_and_ends_the_inventory():
    desk = Desk()
    desk.chip.lay(Tag(ANN, deaf_to_halt=True))
    assert desk.inventory() == [ANN, GARBLED]


def test_a_tag_leaves_a_reader_only_by_clean_time_outs():
    desk = Desk(ANN)
    told = []
    readers = Readers(lambda reader: desk.step(Mfrc522.poll), 1, lambda reader, uid: told.append(uid))

    def run():
        for _ in range(100):
            readers.step()

    run()
    desk.chip.spoil = lambda bits: (bits, tag_model.PARITY)
    run()
    desk.chip.version = 0x00
    run()
    assert told == [ANN]
    desk.chip.version = 0x92
    desk.chip.tags.clear()
    run()
    assert told == [ANN, EMPTY]


def frames_of(desk, poll):
    before = desk.chip.frames
    return poll(), desk.chip.frames - before


@pytest.mark.parametrize("uid", [EVE, ANN, "04a1b2c3d4e5f6010203"])
def test_a_tag_that_was_told_is_asked_for_by_name_with_half_the_frames(uid):
    desk = Desk(uid)
    levels = (len(uid) // 2 - 4) // 3 + 1
    assert [frames_of(desk, desk.poll) for _ in range(3)] == [(uid, 1 + 2 * levels), *2 * [(uid, 1 + levels)]]


@pytest.mark.parametrize(("first", "second"), [(ANN, BEN), (ANN, EVE), (EVE, ANN), (ANN, "04a1b2c3d4e5f6010203")])
def test_another_tag_in_its_place_is_told_by_the_same_poll(first, second):
    desk = Desk(first)
    assert desk.poll() == first
    desk.chip.tags[:] = [Tag(second)]
    assert [desk.poll(), desk.poll()] == [second, second]


def test_a_tag_told_and_taken_away_is_a_clean_time_out_and_is_not_asked_for_any_more():
    desk = Desk(ANN)
    assert desk.poll() == ANN
    desk.chip.tags.clear()
    for _ in range(LEAVE):
        assert frames_of(desk, desk.poll) == (EMPTY, TRIES)
    desk.chip.lay(Tag(BEN))
    assert frames_of(desk, desk.poll) == (BEN, 5)


@pytest.mark.parametrize("told, beside", [(ANN, BEN), (BEN, ANN)])
def test_a_tag_that_misses_one_poll_is_told_again_whoever_lies_beside_it(told, beside):
    """As many misses as a reader forgives change nothing; or the other tag would be told, though nothing was moved."""
    desk = Desk(told)
    assert desk.poll() == told
    desk.chip.lay(Tag(beside))
    tags = [*desk.chip.tags]
    for _ in range(LEAVE - 1):
        desk.chip.tags.clear()
        assert desk.poll() == EMPTY
        desk.chip.tags.extend(tags)
        assert desk.poll() == told


def test_a_tag_that_answers_and_then_never_again_has_not_left():
    """A weak one: only a silence from the beginning says that no tag is there."""
    desk = Desk(ANN)
    assert desk.poll() == ANN
    first, tags = desk.chip.frames + 1, desk.chip.tags

    def only_first(bits):
        tags.clear()
        return bits, 0

    desk.chip.spoil = only_first
    assert desk.poll() == GARBLED and desk.chip.frames > first


def test_the_tag_told_is_told_again_whoever_comes_beside_it():
    rng = Random(5)
    for told, *others in (random_uids(rng, 3) for _ in range(20)):
        desk = Desk(told)
        assert desk.poll() == told
        for other in others:
            desk.chip.lay(Tag(other))
        assert desk.poll() == told


def test_an_inventory_after_a_poll_tells_the_tag_that_was_polled_too():
    desk = Desk(ANN)
    assert desk.poll() == ANN
    assert desk.inventory() == [ANN, EMPTY]
    assert desk.seek(BEN) == EMPTY
    assert desk.poll() == ANN


# -- the chip


@OF_WAKERS
def test_a_chip_that_stays_awake_is_woken_when_something_put_it_to_sleep():
    desk = Desk(ANN, tick_us=500)
    assert desk.poll() == ANN
    desk.chip.command(0x10)
    assert desk.poll() == ANN


@OF_WAKERS
def test_a_chip_that_stays_awake_needs_no_crystal_and_its_field_goes_off_all_the_same():
    desk = Desk(ANN, tick_us=500)
    assert desk.poll() == ANN
    assert desk.chip.field_us is None and desk.chip.is_awake()
    before_us = desk.chip.now_us
    desk.chip.tags.clear()
    assert desk.poll() == EMPTY
    assert GUARD_US < desk.chip.now_us - before_us < GUARD_US + 2500 + TRIES * 1000


@OF_SLEEPERS
def test_a_lost_chip_that_sleeps_is_asleep_until_it_is_asked_again():
    desk = Desk(ANN)
    desk.chip.version = 0xFF
    assert desk.poll() == GARBLED
    desk.chip.wait(PATIENCE_US)
    assert not desk.chip.is_awake() and desk.chip.field_us is None


@OF_WAKERS
@pytest.mark.parametrize("elsewhere_us", [0, 8000, 50000])
@pytest.mark.parametrize("crystal_us", [1000, START_US - 1500])
def test_a_lost_chip_that_stays_awake_is_given_time_to_start(crystal_us, elsewhere_us):
    """It is measured from its own reset, however long the board was with others."""
    desk = Desk(ANN, tick_us=500)
    assert desk.poll() == ANN
    desk.chip.crystal_us = crystal_us
    known, desk.chip.version = desk.chip.version, 0xFF
    assert desk.poll() == GARBLED and desk.driver.is_lost
    desk.chip.version = known
    desk.chip.wait(elsewhere_us)
    assert desk.poll() == ANN and not desk.driver.is_lost


@pytest.mark.parametrize("version", [0x12, 0x15, 0x18, 0x80, 0x82, 0x88, 0x89, 0x90, 0x91, 0x92, 0xB2, 0xEE])
def test_a_copy_of_the_chip_is_read_whatever_version_it_reports(version):
    desk = Desk(ANN, version=version)
    assert (desk.driver.version(), desk.poll()) == (version, ANN)


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_an_absent_chip_is_refused_and_says_nothing_about_tags(level):
    driver = Mfrc522(Stuck(level))
    assert driver.version() == level
    assert driver.version() in NO_CHIP
    for _ in range(3):
        assert [driver.poll(), driver.poll()] == [BUSY, GARBLED]
        assert driver.is_lost


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_chip_that_stops_in_mid_poll_is_given_up_soon(moment):
    """Its registers answer, but nothing comes of what it is told."""
    desk = Desk(ANN)
    desk.begin(moment)
    desk.chip.transceive = lambda: None
    before_us = desk.chip.now_us
    assert desk.poll() in (GARBLED, ANN)
    assert desk.chip.now_us - before_us <= SOON_US


@pytest.mark.parametrize("fault", [{"transceive": lambda: None}, {"crystal_us": 2 * START_US}])
def test_a_chip_that_says_nothing_is_looked_at_now_and_then_and_not_all_the_time(fault):
    """Else a board that sleeps until a step is due would stay awake until the chip is given up."""
    desk = Desk(tick_us=0)
    vars(desk.chip).update(fault)
    desk.chip.reset()
    desk.step(Mfrc522.poll)
    while desk.driver.is_asked:
        desk.chip.wait(max(0, desk.driver.due_us - desk.chip.now_us))
        desk.step(Mfrc522.poll)
    assert desk.driver.is_lost
    assert desk.steps <= START_US / ANSWER_US + 4


@pytest.mark.parametrize("level", [0x00, 0xFF])
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_chip_lost_in_mid_poll_never_means_that_a_tag_left(moment, level):
    desk = Desk(ANN)
    desk.begin(moment)
    desk.driver.bus = Stuck(level)
    assert desk.poll() == GARBLED
    assert desk.poll() == GARBLED
    assert desk.driver.is_lost
    desk.driver.bus = desk.chip
    desk.chip.reset()
    assert desk.poll() == ANN
    assert not desk.driver.is_lost


@pytest.mark.parametrize("moment", (0, *MOMENTS))
def test_a_chip_that_lost_its_supply_for_a_moment_is_set_up_anew(moment):
    desk = Desk(ANN)
    for _ in range(moment):
        desk.step(Mfrc522.poll)
    desk.chip.reset()
    assert desk.poll() in (ANN, GARBLED)
    assert desk.poll() == ANN


@pytest.mark.parametrize("moment", (0, *MOMENTS))
def test_a_chip_whose_timer_a_spark_has_stopped_is_lost_once_and_set_up_anew(moment):
    """No empty poll ends then, though all that is looked at of its registers is as it should be."""
    desk = Desk()
    desk.poll()
    for _ in range(moment):
        desk.step(Mfrc522.poll)
    desk.chip.registers[tag_model.TIMER_MODE] = 0
    assert GARBLED in (desk.poll(), desk.poll())
    assert [desk.poll(), desk.poll()] == [EMPTY, EMPTY]


def test_settings_are_written_again_when_the_last_of_them_is_gone_and_only_then():
    """To look at all would make each poll longer; a chip that lost its supply, or was reset, has lost them all."""
    desk = Desk(ANN)
    assert desk.poll() == ANN
    registers = desk.chip.registers
    mode, set_to = SETTINGS[0]
    registers[mode] = 0
    assert desk.poll() == ANN and registers[mode] == 0
    registers[tag_model.ASK] = 0
    assert desk.poll() == ANN and not desk.driver.is_lost
    assert (registers[mode], registers[tag_model.ASK]) == (set_to, 0x40)


@OF_SLEEPERS
def test_a_slow_crystal_is_waited_for_and_a_dead_one_is_a_lost_chip():
    desk = Desk(ANN)
    desk.chip.crystal_us = 2 * TICK_US
    assert desk.poll() == ANN
    desk.chip.crystal_us = 1000 * TICK_US
    assert desk.poll() == GARBLED
    assert desk.driver.is_lost


def test_between_polls_the_field_is_off_and_a_chip_that_sleeps_is_asleep(sleeps):
    desk = Desk(ANN)
    for question in (desk.poll, desk.inventory, lambda: desk.seek(BEN)):
        question()
        assert desk.chip.field_us is None
        assert desk.chip.is_awake() != sleeps


@pytest.mark.parametrize("tick_us", [100, 700, 1000, 5000, 9000])
def test_a_tag_gets_its_time_in_the_field_however_often_the_driver_is_stepped(tick_us):
    assert Desk(ANN, tick_us=tick_us).poll() == ANN


def test_time_goes_on_when_the_clock_wraps():
    desk = Desk(ANN)
    desk.chip.wait((1 << 30) - 3000 - desk.chip.now_us)
    assert [desk.poll(), desk.poll()] == [ANN, ANN]


def test_an_answer_still_in_the_air_is_waited_for():
    desk = Desk(ANN)
    while not desk.chip.answer:
        desk.step(Mfrc522.inventory)
    desk.tick_us = 400
    assert desk.inventory() == [ANN, EMPTY]


# -- phones and bank cards, several cards


def test_a_phone_is_called_so_whatever_it_makes_up():
    desk = Desk()
    desk.chip.lay(Phone())
    assert {desk.poll() for _ in range(20)} == {MADE_UP}


@pytest.mark.parametrize("phones", [1, 2, 3])
@pytest.mark.parametrize("others", [[ANN], [EVE], [ANN, BEN]])
@pytest.mark.parametrize("chip", CHIPS)
def test_phones_hide_no_card(chip, others, phones):
    """Neither one that came before them nor one that comes later."""
    for phones_first in (True, False):
        desk = Desk(**chip)
        for tag in [*(Phone() for _ in range(phones)), *map(Tag, others)][:: 1 if phones_first else -1]:
            desk.chip.lay(tag)
            desk.poll()
        answers = [desk.poll() for _ in range(20)]
        assert set(answers) <= {*others} and len(set(answers)) == 1


def test_two_phones_or_one_that_never_keeps_silent_are_phones():
    for phones in ([Phone(), Phone()], [Phone(deaf_to_halt=True)]):
        desk = Desk()
        desk.chip.tags = phones
        assert {desk.poll() for _ in range(20)} == {MADE_UP}


def test_an_inventory_names_no_phone_but_says_that_something_stays_unread():
    desk = Desk(ANN, BEN)
    desk.chip.lay(Phone())
    *found, last = desk.inventory()
    assert (sorted(found), last) == ([ANN, BEN], GARBLED)


def test_several_cards_are_noticed_until_none_is_left():
    desk = Desk(ANN)
    desk.poll()
    assert not desk.driver.is_crowded
    desk.chip.tags.clear()
    assert [desk.poll() for _ in range(LEAVE)] == LEAVE * [EMPTY]
    desk.chip.tags = [Tag(ANN), Tag(EVE)]
    first = desk.poll()
    assert not desk.driver.is_crowded, "one search may have heard noise"
    assert {desk.poll() for _ in range(9)} == {first} and desk.driver.is_crowded
    desk.chip.tags = [Tag(ANN)]
    assert desk.ask(Mfrc522.poll) == ANN and not desk.driver.is_crowded
    desk.chip.tags = [Tag(ANN), Tag(EVE)]
    assert [desk.poll() for _ in range(3)] == 3 * [ANN] and not desk.driver.is_crowded, "asked by its name"


def test_noise_is_not_several_cards():
    desk = Desk(ANN)
    desk.chip.spoil = lambda bits: (turned_over(bits, 9), tag_model.COLLIDED) if len(bits) == 40 else (bits, 0)
    desk.poll()
    desk.chip.spoil = lambda bits: (bits, 0)
    assert [desk.poll() for _ in range(3)] == 3 * [ANN] and not desk.driver.is_crowded


def test_of_a_chip_that_is_lost_nothing_is_said_of_cards():
    desk = Desk(ANN, EVE)
    assert {desk.poll() for _ in range(3)} < {ANN, EVE} and desk.driver.is_crowded
    desk.chip.version = 0xFF
    assert desk.poll() == GARBLED and not desk.driver.is_crowded


@pytest.mark.parametrize(("share", "minutes"), [(0.9, 2), (0.7, 2), (0.5, 2)])
def test_a_card_that_answers_badly_does_not_leave(share, minutes):
    """Asked once a poll, the last of these leaves a hundred times a minute."""
    events = []
    for number in range(minutes):
        desk = Desk()
        desk.chip.lay(Weak(f"04a1b2c3d4e5{number:02x}", share))
        readers = Readers(lambda reader, desk=desk: desk.step(Mfrc522.poll), 1, lambda *event: events.append(event))
        while desk.chip.now_us < 60e6:
            if readers.step():
                desk.chip.wait(20_000)
    assert len(events) == minutes and desk.chip.frames > 1000


def test_a_card_that_is_lifted_has_left_as_soon_as_ever(sleeps):
    """Three polls, of which each asks it a few times more."""
    desk = Desk(ANN)
    assert desk.poll() == ANN
    steps = desk.steps
    desk.chip.tags.clear()
    assert [desk.poll() for _ in range(LEAVE)] == LEAVE * [EMPTY]
    assert desk.steps - steps <= LEAVE * (GUARD_US // TICK_US + TRIES + 3)
