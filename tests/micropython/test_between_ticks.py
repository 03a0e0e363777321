"""What a Pico does between two ticks, by a clock of the tests: how soon keys bring the next, how long a radio waits."""

import pytest
from glowpico.board import SOUNDS
from glowpico.loop import TICK_MS

pytestmark = pytest.mark.micropython
LATE_MS = 30  # of an answer
((_, NOTE_MS),) = SOUNDS[7]

# A table as far as `spare` and `listen` know one; each call of ticks_us lets 10 us pass
AWAKE = """
import time
from glowpico import pico

class Between:
    has_radio = is_nfc = is_littered = is_busy = False
    steps = 0
    answers = 0
    answer_ms = 0

    def __init__(self, moves, pressed=False, dead=False, said=False):
        self.pressed = pressed  # what a look between the two chains of light finds
        self.dead = dead  # what moves is not looked at
        self.said = said  # the host waits for an answer
        self.port = self.banks = self.scanner = self.loop = self.pico = self.display = self
        self.moves = moves
        self.rows, self.seen = bytearray(10), bytearray(10)
        clock = (time.ticks_us, time.ticks_ms, time.ticks_diff)
        self.asleep = (self.strobe, self.rows, self.seen, self.ipoll) + clock + (pico.LOOK_MS, [time.ticks_us(), 0])
        self.radio_ms = time.ticks_ms()

    def strobe(self, rows, too):
        rows[0] ^= self.moves

    def look(self, now_ms):
        self.seen[0] = self.rows[0]
        if time.ticks_diff(now_ms, self.sampled_ms) >= pico.TICK_MS:
            self.sampled_ms = now_ms
        return not self.dead

    def wait(self, most_ms):
        return self.said

    def ipoll(self, most_ms):
        time.passed(1000 * most_ms)
        return ((1, 1),) if self.said or (self.pressed and not self.is_busy) else ()

    def answer(self, now_ms):
        self.is_busy = self.pressed
        self.said = False
        self.answers += 1
        time.passed(1000 * self.answer_ms)

    def step(self, now_ms):
        self.steps += 1

    def due_us(self):
        return time.ticks_us() + 10_000

def spare(moves, step_ms, pressed=False):
    return spared(Between(moves, pressed), step_ms)

def spared(table, step_ms):
    began_ms = table.sampled_ms = time.ticks_ms()
    pico.Schedule.spare(table, step_ms)
    return time.ticks_ms() - began_ms

def listen(is_called):
    table = Between(0)
    table.listened = []
    while not table.steps:
        until_ms = pico.Schedule.listen(table, time.ticks_ms() + 1000, is_called)
        table.listened.append(until_ms - time.ticks_ms())
        time.passed(1000)
    return table.listened
"""


def said(unix_port, code):
    return eval(unix_port.paced().run("-c", AWAKE + code))


@pytest.mark.parametrize("rest_ms", range(20, 32))
def test_a_key_that_moves_all_the_time_brings_no_tick_before_its_time(unix_port, rest_ms):
    calm, moving, held = said(unix_port, f"print([spare(0, {rest_ms}), spare(1, {rest_ms}), spare(1, {TICK_MS})])")
    assert rest_ms <= calm <= rest_ms + 1
    assert TICK_MS <= moving <= TICK_MS + 1
    assert TICK_MS <= held <= TICK_MS + 1


def test_a_press_found_while_a_picture_is_sent_brings_the_tick_nearer(unix_port):
    """A tap shorter than the rest of a long tick would be seen by no tick, and taken for a loose contact."""
    (found,) = said(unix_port, "print([spare(0, pico.REST_MS, True)])")
    assert TICK_MS <= found <= TICK_MS + 1


def test_a_dead_contact_that_flickers_hides_no_word_of_the_host(unix_port):
    dead = "table = Between(1, dead=True, said=True); print([spared(table, pico.REST_MS), table.answers])"
    _, answers = said(unix_port, dead)
    assert answers == 1


LATE = f"""
class Late(Between):
    has_radio = True
    answer_ms = {LATE_MS}
    dev = watchdog = None
    shown = "dark"
    shown_ms = collected_ms = 0
    listened = 0

    def listen(self, due_ms, is_called):
        self.listened += 1
        return due_ms

    def sense(self, now_ms):
        pass

    poll_slow_inputs = sense
"""


def test_when_an_answer_took_all_the_time_that_was_left_the_tick_comes_before_any_radio(unix_port):
    late = "table = Late(0, said=True); print([spared(table, pico.REST_MS), table.listened])"
    ms, listened = said(unix_port, LATE + late)
    assert (ms >= LATE_MS, listened) == (True, 1)


def test_a_note_that_begins_with_a_picture_sounds_as_long_as_it_should(unix_port):
    """A picture takes longer than the shortest note."""
    late = """
table = Late(0)
table.buzzer = pico.Buzzer(14)
table.buzzer.begin(7)
pico.Schedule.tick(table, time.ticks_ms())
print([time.ticks_diff(table.buzzer.until_ms, time.ticks_ms())])
"""
    (left_ms,) = said(unix_port, LATE + late)
    assert NOTE_MS - 1 <= left_ms <= NOTE_MS


def test_a_radio_waits_for_words_of_the_host_asleep_and_not_for_ever(unix_port):
    late_ms, called, alone = said(unix_port, "print([pico.LATE_MS, listen(True), listen(False)])")
    *waited, _ = called
    assert late_ms - 2 <= len(waited) <= late_ms + 1
    assert min(waited) > 0
    assert len(alone) == 1
