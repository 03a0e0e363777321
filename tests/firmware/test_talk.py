"""The table's side of the line: sessions, numbers, acknowledgements, repetition, and a bad line."""

from itertools import pairwise

import pytest
from glowpico import wire
from glowpico.talk import (
    ANNOUNCE_MS,
    HEARTBEAT_MS,
    HOST_MS,
    PORT_BYTES,
    RESEND_MOST_MS,
    RESEND_MS,
    RING,
    WINDOW,
    Talk,
    Timing,
    elapsed,
)

HELLO = (wire.PROTOCOL, "0.1.0", "0badcafe", "buttons", "ff", 168, "00000000", 1, "-")
OURS, OTHERS = "3f2a", "beef"
WRAP = 1 << 30


class Line:
    """A Talk with a clock, the host's end of its line, and what came out."""

    def __init__(self, session=OURS, now_ms=0, timing=None):
        self.now_ms = now_ms
        self.out = bytearray()
        self.begun = 0
        self.talk = Talk(self.out.extend, self.begin, lambda: HELLO, timing)
        if session:
            self.say(None, "hi")
            self.heard()

    def begin(self):
        """A session begins; nothing of it was said yet."""
        assert not self.out
        self.begun += 1

    def say(self, number, word, *fields, session=OURS):
        """What the table makes of this frame of the host."""
        return self.bytes(wire.encode(wire.HOST, session, number, word, *fields))

    def bytes(self, data):
        return list(self.talk.hear(data, self.now_ms % WRAP))

    def wait(self, ms, step_ms=5):
        """Let time pass; what the table said meanwhile."""
        for _ in range(0, ms, step_ms):
            self.now_ms += step_ms
            self.talk.send_due(self.now_ms % WRAP)
        return self.heard()

    def heard(self):
        """(session, number, word, fields) of every frame of the table since the last time."""
        data = bytes(self.out)
        self.out.clear()
        return [wire.decode(wire.TABLE, line) for line in data.splitlines()]

    def edges(self, ms=5):
        """Numbers of the edges written in that time."""
        return [number for _, number, word, _ in self.wait(ms) if word in wire.EDGES]


# -- the opening


def test_hi_is_answered_by_hello_in_its_session():
    line = Line(session=None)
    assert line.say(None, "hi") == [] and line.begun == 1
    assert line.heard() == [(OURS, None, "hello", HELLO)]
    assert line.say(None, "hi") == [] and line.begun == 1  # it goes on where it was


def test_a_table_without_a_session_says_nothing_of_itself():
    line = Line(session=None)
    line.talk.edge("press", 3)
    assert line.wait(20_000) == []


def test_a_table_without_a_session_answers_any_other_frame_with_hello_in_session_0000():
    line = Line(session=None)
    for number, word, fields in ((None, "beat", (3,)), (7, "sound", (1,))):
        line.now_ms += ANNOUNCE_MS
        assert line.say(number, word, *fields) == []
        assert line.heard() == [(wire.NO_SESSION, None, "hello", HELLO)]


def test_a_table_without_a_session_does_not_answer_garbage_or_damage():
    line = Line(session=None)
    frame = wire.encode(wire.HOST, OURS, 1, "sound", 1)
    line.bytes(b"help()\n" + frame.replace(b"sound", b"sounb") + wire.encode(wire.TABLE, OURS, None, "beat", 0))
    assert line.heard() == []


def test_a_storm_of_frames_of_an_unknown_session_is_answered_now_and_then():
    line = Line(session=None)
    for _ in range(1000):
        line.now_ms += 1
        line.say(None, "beat", 3)
    assert len(line.heard()) == 1000 // ANNOUNCE_MS


def test_session_0000_cannot_be_opened():
    line = Line(session=None)
    assert line.say(None, "hi", session=wire.NO_SESSION) == []
    assert line.say(1, "sound", 1, session=wire.NO_SESSION) == []
    assert [frame[:3] for frame in line.heard()] == [(wire.NO_SESSION, None, "hello")]
    assert line.talk.noise == 2


def test_a_new_session_restarts_both_number_lines_and_empties_the_ring():
    line = Line()
    line.say(1, "sound", 1)
    line.talk.edge("press", 3)
    assert line.edges() == [1]
    line.heard()
    assert line.say(None, "hi", session=OTHERS) == [] and line.begun == 2
    line.heard()
    assert line.edges(5000) == []
    assert line.say(1, "sound", 2, session=OTHERS) == [("sound", (2,))]
    line.talk.edge("press", 4)
    assert [frame for frame in line.wait(5) if frame[2] == "press"] == [(OTHERS, 1, "press", (4,))]


def test_the_same_session_goes_on_where_it_was():
    line = Line()
    line.say(1, "sound", 1)
    line.talk.edge("press", 3)
    line.wait(5)
    assert line.say(None, "hi") == []
    assert line.say(1, "sound", 1) == []
    assert line.say(2, "sound", 2) == [("sound", (2,))]
    line.heard()
    line.talk.edge("release", 3)
    assert line.edges() == [1, 2]


def test_a_frame_of_another_session_is_noise_and_gets_no_answer():
    line = Line()
    assert line.say(1, "sound", 1, session=OTHERS) == []
    assert line.heard() == []
    assert line.talk.noise == 1


# -- host to table


def test_a_numbered_word_is_acknowledged_and_done_once():
    line = Line()
    assert line.say(1, "sound", 5) == [("sound", (5,))]
    assert line.heard() == [(OURS, None, "ack", (1,))]
    assert line.say(1, "sound", 5) == []
    assert line.heard() == [(OURS, None, "ack", (1,))]


def test_a_word_out_of_order_is_not_done_and_what_was_last_is_acknowledged():
    line = Line()
    assert line.say(2, "sound", 5) == []
    assert line.heard() == [(OURS, None, "ack", (0,))]


def test_unnumbered_words_are_not_acknowledged():
    line = Line()
    assert line.say(None, "beat", 0) == line.say(None, "ack", 0) == []
    assert line.heard() == []


def test_damage_and_noise_are_counted_apart_and_empty_lines_not_at_all():
    line = Line()
    line.bytes(b"\n\n>>> \n" + b"x" * 400 + b"\n")
    line.bytes(wire.encode(wire.HOST, OURS, 1, "sound", 5).replace(b"5", b"6", 1))
    assert (line.talk.noise, line.talk.bad_crc) == (2, 1)


# -- table to host


def test_an_edge_is_written_by_the_next_say():
    line = Line()
    line.talk.edge("tag", 2, "04a1b2c3")
    assert line.wait(5) == [(OURS, 1, "tag", (2, "04a1b2c3"))]


def test_an_edge_is_resent_after_twice_as_long_each_time_up_to_the_most():
    line = Line()
    line.talk.edge("press", 3)
    times = []
    for _ in range(700):
        line.say(None, "beat", 0)
        times += [line.now_ms + 5 for number in line.edges() if number]
    waits = [later - earlier for earlier, later in pairwise(times)]
    assert waits == [RESEND_MS, 200, 400, 800, RESEND_MOST_MS]
    assert line.talk.resent == len(waits)


@pytest.mark.parametrize("word", ["ack", "beat"])
def test_an_acknowledgement_covers_all_edges_up_to_it(word):
    line = Line()
    for cell in range(3):
        line.talk.edge("press", cell)
    assert line.edges() == [1, 2, 3]
    line.say(None, word, 2)
    assert line.edges(RESEND_MS) == [3]
    line.say(None, word, 3)
    assert line.edges(4000) == []


def test_edges_are_resent_from_the_oldest_that_was_not_acknowledged():
    line = Line()
    for cell in range(4):
        line.talk.edge("press", cell)
    line.wait(5)
    line.say(None, "ack", 1)
    assert line.edges(RESEND_MS) == [2, 3, 4]


def test_a_steady_stream_of_new_edges_does_not_put_off_the_repetition():
    line = Line()
    numbers = []
    for cell in range(12):
        line.talk.edge("press", cell)
        numbers += line.edges(20)
    assert numbers.count(1) > 1


def test_the_wait_shortens_again_once_everything_is_acknowledged():
    line = Line()
    for cell in range(2):
        line.talk.edge("press", cell)
    line.wait(5 + RESEND_MS + 2 * RESEND_MS)
    line.say(None, "ack", 1)
    assert line.talk.wait_ms == 4 * RESEND_MS
    line.say(None, "ack", 2)
    assert line.talk.wait_ms == RESEND_MS


def test_an_acknowledgement_of_what_was_never_said_is_ignored():
    line = Line()
    line.talk.edge("press", 3)
    line.wait(5)
    line.say(None, "ack", 2)
    assert line.edges(RESEND_MS) == [1]


def test_a_full_ring_drops_the_newest_and_counts_it():
    line = Line()
    for at in range(RING + 3):
        line.talk.edge("press", at % 36)
    assert (line.talk.lost, line.talk.next_edge) == (3, RING + 1)
    numbers: list[int] = []
    while len(numbers) < RING:
        numbers += line.edges()
        line.say(None, "ack", numbers[-1])
    assert numbers == list(range(1, RING + 1))
    line.talk.edge("release", 0)
    assert line.edges() == [RING + 1]


def test_no_more_than_a_window_of_edges_is_on_the_line_at_once():
    line = Line()
    for at in range(RING):
        line.talk.edge("press", at % 36)
    line.say(None, "beat", 0)
    assert line.edges(50) == list(range(1, WINDOW + 1))
    line.say(None, "ack", 3)
    assert line.edges(50) == list(range(WINDOW + 1, WINDOW + 4))


def test_the_table_beats_each_second_with_the_last_number_in_order():
    line = Line()
    line.say(1, "sound", 1)
    line.heard()
    assert line.wait(3 * HEARTBEAT_MS) == 3 * [(OURS, None, "beat", (1,))]


# -- a host that is away


def test_a_host_is_away_after_five_seconds_of_silence_and_back_with_its_first_frame():
    line = Line()
    line.wait(HOST_MS - 5)
    assert line.talk.host_here
    line.wait(5)
    assert not line.talk.host_here
    line.say(None, "beat", 0)
    assert line.talk.host_here


@pytest.mark.parametrize("pause_ms", [5, 40, 300])
def test_what_nobody_reads_never_fills_the_port(pause_ms):
    """A port that is open and not read takes 256 bytes; what is written beyond them holds up the scan."""
    line = Line()
    line.say(None, "beat", 0)
    for key in range(RING + 10):
        line.talk.edge("press", key % wire.CELLS)
        for _ in range(pause_ms // 5):
            line.now_ms += 5
            line.talk.send_due(line.now_ms)
            assert len(line.out) <= PORT_BYTES < wire.MAX_LINE
    assert PORT_BYTES - len(line.out) < 30, "it is used as far as it goes"
    line.heard()
    line.say(None, "beat", 0)
    assert line.edges()[0] == 1, "who speaks again also reads"


def test_frames_of_another_session_do_not_make_a_host():
    line = Line()
    for _ in range(20):
        line.wait(1000)
        line.say(None, "beat", 0, session=OTHERS)
    assert not line.talk.host_here


def test_nothing_is_resent_to_a_host_that_is_away_and_all_at_once_when_it_is_back():
    line = Line()
    line.wait(HOST_MS)
    line.talk.edge("press", 3)
    line.talk.edge("release", 3)
    assert line.edges(10_000) == []
    line.say(None, "beat", 0)
    assert line.edges() == [1, 2]


def test_a_host_that_left_long_ago_does_not_come_back_when_the_clock_wraps():
    line = Line()
    line.wait(HOST_MS)
    line.now_ms += WRAP - HOST_MS
    line.wait(100)
    assert not line.talk.host_here


# -- the clock


def test_elapsed_counts_across_the_wrap_of_the_clock():
    assert elapsed(5, WRAP - 5) == 10
    assert elapsed(WRAP - 1, 0) == WRAP - 1


@pytest.mark.parametrize("before_ms", range(0, 1200, 100))
def test_beats_and_repetition_go_on_across_the_wrap(before_ms):
    usual, across = Line(), Line(now_ms=WRAP - before_ms)
    for line in (usual, across):
        line.talk.edge("press", 3)
    assert across.wait(4000) == usual.wait(4000) != []


def test_every_time_out_can_be_scaled():
    line = Line(timing=Timing(10))
    line.talk.edge("press", 3)
    assert len(line.wait(10 * RESEND_MS)) == 1
    assert len(line.wait(5)) == 1
    assert [frame[2] for frame in line.wait(9000) if frame[2] == "beat"] == ["beat"]
