"""The host's side of the protocol, without a port: what the table says goes in, what the host writes comes out."""

import pytest
from glowpico import wire
from glowtable.device.connection import port_error
from glowtable.device.link import (
    EDGES,
    Edge,
    Hello,
    Link,
    Lost,
    Measured,
    Report,
    Snapshot,
    Timing,
    TroubleChanged,
    key_code,
)
from glowtable.grid import SEATS, TABLE_SEAT
from glowtable.messages import NO_ACCESS, NO_TABLE
from glowtable.table import SEAT_KEYS, TABLE_KEYS, Audited, Found, Key, Picture, Press

HELLO = (1, "0.1.0", "0" * 8, "buttons", "7f", 60, "0" * 8, 1, "-")
EMPTY = ("0" * 9, "0" * 6, "00", 1, 0)


class Table:
    """What a table would write; remembers nothing."""

    def __init__(self, session: str = "beef") -> None:
        self.session = session

    def says(self, word: str, *fields: object, number: int | None = None, session: str = "") -> bytes:
        return wire.encode(wire.TABLE, session or self.session, number, word, *fields)


def words(data: bytes) -> list[tuple[int | None, str]]:
    frames = [wire.decode(wire.HOST, line) for line in data.split(b"\n") if line]
    return [(frame[1], frame[2]) for frame in frames if frame]


def opened(now_ms: int = 0) -> tuple[Link, Table]:
    """A link that heard hello and whose snapshot was asked for and acknowledged."""
    link, table = Link(session="beef"), Table()
    link.bytes_due(now_ms)
    assert [type(x) for x in link.receive_bytes(table.says("hello", *HELLO), now_ms)] == [Hello]
    assert (1, "snapshot") in words(link.bytes_due(now_ms))
    link.receive_bytes(table.says("ack", 1) + table.says("snapshot", *EMPTY), now_ms)
    return link, table


def test_opening_says_hi_again_until_hello_echoes_the_session():
    link = Link(session="beef")
    assert words(link.bytes_due(0)) == [(None, "hi")]
    assert link.bytes_due(249) == b""
    assert words(link.bytes_due(250)) == [(None, "hi")]
    assert link.receive_bytes(Table("cafe").says("hello", *HELLO), 260) == []
    assert words(link.bytes_due(500)) == [(None, "hi")]
    assert link.receive_bytes(Table().says("hello", *HELLO), 510) == [Hello(*HELLO)]


def test_opening_begins_with_a_line_end_that_finishes_a_half_line():
    assert Link(session="beef").bytes_due(0).startswith(b"\r\n>")


def test_nothing_is_believed_before_hello():
    link = Link(session="beef")
    assert link.receive_bytes(Table().says("press", 3, number=1), 0) == []
    assert link.edge == 0


def test_a_new_session_is_never_the_number_of_a_table_without_one():
    assert {Link().session for _ in range(200)}.isdisjoint({wire.NO_SESSION})


def test_command_is_resent_with_doubling_pauses_until_acknowledged():
    link, table = opened()
    link.commands.queue_command("sound", 3)
    assert words(link.bytes_due(100))[-1] == (2, "sound")
    times = [now for now in range(100, 3200) if words(link.bytes_due(now))[-1:] == [(2, "sound")]]
    pauses = [b - a for a, b in zip([100, *times], times, strict=False)]
    assert pauses == [25, 50, 100, 200, 400, 800, 1000]
    link.receive_bytes(table.says("ack", 2), 3300)
    assert (2, "sound") not in words(link.bytes_due(9000))


def test_one_command_is_outstanding_at_a_time():
    link, table = opened()
    link.commands.queue_command("sound", 1)
    link.commands.queue_command("sound", 2)
    assert words(link.bytes_due(0))[-1] == (2, "sound")
    assert (3, "sound") not in words(link.bytes_due(10))
    link.receive_bytes(table.says("beat", 2), 11)
    assert (3, "sound") in words(link.bytes_due(11))


def test_only_the_latest_waiting_picture_is_sent():
    link, _ = opened()
    link.commands.queue_command("sound", 1)
    link.bytes_due(0)
    link.show_picture(Picture(brightness_pct=10))
    link.show_picture(Picture(brightness_pct=20))
    link.receive_bytes(Table().says("ack", 2), 1)
    sent = wire.decode(wire.HOST, link.bytes_due(1).split(b"\n")[-2])
    assert sent and sent[2] == "lights" and sent[3][2] == 20
    link.receive_bytes(Table().says("ack", 3), 2)
    assert words(link.bytes_due(2)) == []


def test_edges_are_taken_strictly_in_order_and_once():
    link, table = opened()
    assert link.receive_bytes(table.says("press", 5, number=2), 1) == []
    assert link.receive_bytes(table.says("press", 4, number=1), 1) == [Edge(1, Press(4))]
    assert link.receive_bytes(table.says("press", 4, number=1), 1) == []
    assert link.receive_bytes(table.says("press", 5, number=2), 1) == [Edge(2, Press(5))]
    assert link.counts["edges early"] == 1 and link.counts["edges again"] == 1


def test_acknowledgement_waits_for_the_commit():
    link, table = opened()
    link.receive_bytes(table.says("press", 4, number=1), 1)
    sent = [wire.decode(wire.HOST, line) for line in link.bytes_due(1).split(b"\n") if line]
    assert [frame[3] for frame in sent if frame and frame[2] == "ack"] == [(0,)]
    link.acknowledge_through(1)
    sent = [wire.decode(wire.HOST, line) for line in link.bytes_due(1).split(b"\n") if line]
    assert [frame[3] for frame in sent if frame and frame[2] == "ack"] == [(1,)]


def test_beats_go_out_each_second_and_carry_what_is_committed():
    link, _ = opened()
    beats = [now for now in range(1, 3001) if (None, "beat") in words(link.bytes_due(now))]
    assert beats == [1000, 2000, 3000]


def test_silence_is_told_once_and_ends_with_any_frame_of_the_session():
    link, table = opened()
    link.receive_bytes(table.says("beat", 1), 1000)
    assert link.receive_bytes(b"", 4000) == []
    assert link.receive_bytes(b"", 4001) == [Lost("silence")]
    assert link.receive_bytes(b"", 9000) == []
    assert link.receive_bytes(table.says("beat", 1), 9001) == [Hello(*HELLO)]
    assert (2, "snapshot") in words(link.bytes_due(9001))


def test_a_restarted_table_is_greeted_with_a_new_session():
    link, table = opened()
    link.receive_bytes(table.says("press", 4, number=1), 1)
    assert link.receive_bytes(table.says("hello", *HELLO, session=wire.NO_SESSION), 2) == [Lost("restart")]
    assert link.session != "beef" and link.edge == 0
    assert words(link.bytes_due(3)) == [(None, "hi")]
    assert link.receive_bytes(table.says("press", 4, number=2), 4) == []


def test_a_table_that_took_the_session_up_anew_is_noticed_by_its_numbers():
    link, table = opened()
    assert link.receive_bytes(table.says("beat", 0), 2) == [Lost("restart")]
    assert link.session != "beef" and words(link.bytes_due(3)) == [(None, "hi")]


def test_a_table_in_the_middle_of_a_session_that_has_our_number_by_chance_is_greeted_with_another():
    link, table = Link(session="beef"), Table()
    link.bytes_due(0)
    link.receive_bytes(table.says("hello", *HELLO), 0)
    assert (1, "snapshot") in words(link.bytes_due(0))
    assert link.receive_bytes(table.says("ack", 57), 1) == [Lost("restart")]
    assert link.session != "beef" and words(link.bytes_due(2)) == [(None, "hi")]


def test_what_ails_the_table_is_reported_and_kept_beside_its_greeting():
    link, table = opened()
    assert link.receive_bytes(table.says("trouble", "3f", "reader.6,noisy.c7"), 2) == [
        TroubleChanged("3f", "reader.6,noisy.c7")
    ]
    assert link.hello == Hello(*HELLO)._replace(readers="3f", trouble="reader.6,noisy.c7")


def test_a_table_that_kept_the_session_goes_on_with_its_numbers():
    link, table = opened()
    link.receive_bytes(table.says("press", 4, number=1), 1)
    assert link.mark_lost("unplugged") == Lost("unplugged")
    assert words(link.bytes_due(2)) == [(None, "beat")]
    assert [type(x) for x in link.receive_bytes(table.says("press", 5, number=2), 3)] == [Hello, Edge]


def test_a_table_that_was_greeted_by_another_program_meanwhile_is_greeted_anew():
    link, table = opened()
    link.mark_lost("unplugged")
    assert link.receive_bytes(table.says("beat", 0, session="cafe"), 5) == [Lost("restart")]
    assert words(link.bytes_due(6)) == [(None, "hi")]


def test_a_number_of_the_old_session_acknowledges_nothing_in_the_new_one():
    link, table = opened()
    restart = table.says("hello", *HELLO, session=wire.NO_SESSION)
    edges = b"".join(table.says("press", cell, number=cell + 1) for cell in range(3))
    heard = link.receive_bytes(edges + restart, 1)
    assert [type(item) for item in heard] == [Edge, Edge, Edge, Lost]
    link.acknowledge_through(3)
    assert link.handled == 0


def test_a_command_unanswered_at_the_loss_is_resent_after_it():
    link, table = opened()
    link.commands.queue_command("sound", 1)
    link.bytes_due(0)
    link.mark_lost("unplugged")
    link.receive_bytes(table.says("beat", 1), 5)
    assert (2, "sound") in words(link.bytes_due(30))


def test_snapshot_is_told_and_never_an_action():
    link, table = opened()
    assert link.receive_bytes(table.says("snapshot", *EMPTY), 1) == [Snapshot(*EMPTY)]


def test_a_snapshot_whose_answer_was_lost_is_asked_for_again():
    link, table = Link(session="beef"), Table()
    link.receive_bytes(table.says("hello", *HELLO), 0)
    assert (1, "snapshot") in words(link.bytes_due(0))
    link.receive_bytes(table.says("ack", 1), 1)
    assert (2, "snapshot") not in words(link.bytes_due(999))
    assert (2, "snapshot") in words(link.bytes_due(1000))
    link.receive_bytes(table.says("ack", 2) + table.says("snapshot", *EMPTY), 1001)
    assert all(number is None for number, _ in words(link.bytes_due(2500)))


def test_an_audit_is_told_edge_by_edge_and_acknowledged_only_when_committed():
    link, table = opened()
    found = table.says("found", 3, "04a1b2c3", number=1)
    assert link.receive_bytes(found, 1) == [Edge(1, Found(3, "04a1b2c3"))]
    assert link.receive_bytes(table.says("audited", "800000010", number=2), 1) == [Edge(2, Audited(1 << 35 | 1 << 4))]
    assert (link.edge, link.handled) == (2, 0)


def test_every_numbered_word_of_the_table_becomes_an_event():
    numbered = {word for (by, word), (is_numbered, _) in wire.WORDS.items() if by == wire.TABLE and is_numbered}
    assert set(EDGES) == numbered


def test_what_was_measured_is_told():
    link, table = opened()
    assert link.receive_bytes(table.says("measured", "supply", 0, 5012), 1) == [Measured("supply", 0, 5012)]


def test_a_word_that_somebody_added_is_reported_with_its_fields(monkeypatch):
    monkeypatch.setitem(wire.WORDS, (wire.TABLE, "light"), (False, (("pct", wire.whole(0, 100)),)))
    link, table = opened()
    assert link.receive_bytes(table.says("light", 60), 1) == [Report("light", (60,))]


def test_of_a_wish_only_the_latest_waiting_one_is_sent():
    link, _ = opened()
    link.commands.queue_command("snapshot")
    link.bytes_due(0)
    for number in (1, 2, 3):
        link.commands.queue_latest("sound", number)
    link.commands.queue_latest("seek", "04a1b2c3", "000000001")
    link.receive_bytes(Table().says("ack", 2), 1)
    sent = wire.decode(wire.HOST, link.bytes_due(1).split(b"\n")[-2])
    assert sent and sent[2:] == ("sound", (3,))
    link.receive_bytes(Table().says("ack", 3), 2)
    assert (4, "seek") in words(link.bytes_due(2))


def test_damage_noise_and_echoes_are_counted_and_harmless():
    link, table = opened()
    frame = table.says("press", 4, number=1)
    assert link.receive_bytes(frame.replace(b"press 4", b"press 5"), 1) == []
    assert link.receive_bytes(b"Traceback (most recent call last):\r\n\r\n", 1) == []
    assert link.receive_bytes(link.bytes_due(0) or wire.encode(wire.HOST, "beef", None, "hi"), 1) == []
    assert link.counts["bad crc"] == 1 and link.counts["noise"] == 2


def test_a_repl_prompt_is_recognised_with_our_own_greeting_behind_it():
    link = Link()
    link.receive_bytes(b"MicroPython v1.25.0\r\n>>> ", 0)
    assert link.at_repl
    link.receive_bytes(b">beef - hi 12345678\r\n", 0)
    assert link.at_repl
    link.receive_bytes(b"and on\r\n", 0)
    assert not link.at_repl


def test_every_key_has_a_code_and_back():
    keys = [Key(seat, key) for key in SEAT_KEYS for seat in range(SEATS)] + [Key(TABLE_SEAT, key) for key in TABLE_KEYS]
    assert [key_code(key) for key in keys] == list(range(wire.KEYS))
    link, table = opened()
    for code, key in enumerate(keys):
        assert link.receive_bytes(table.says("key", code, number=code + 1), 1) == [Edge(code + 1, key)]


def test_times_can_be_scaled():
    link = Link(Timing(hi=1000), session="beef")
    link.bytes_due(0)
    assert link.bytes_due(999) == b"" and link.bytes_due(1000) != b""


def test_the_last_hundred_frames_each_way_are_kept():
    link, table = opened()
    for n in range(1, 151):
        link.receive_bytes(table.says("press", 4, number=n), n)
        link.bytes_due(n)
    assert len(link.received) == len(link.sent) == 100
    assert " 150 press 4 " in link.received[-1]


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (PermissionError(13, "denied"), NO_ACCESS, "group"),
        (OSError(16, "busy"), NO_ACCESS, "is in use."),
        (
            OSError("Could not exclusively lock port: [Errno 11] Resource temporarily unavailable"),
            NO_ACCESS,
            "is in use.",
        ),
        (FileNotFoundError(2, "no such file"), NO_TABLE, "Can't find port"),
    ],
)
def test_a_port_that_cannot_be_opened_says_which_of_three_it_is(error, code, words):
    error = port_error("/dev/null", error)
    assert error.exit_code == code and words in error.message.text


def test_a_file_that_is_no_port_is_told_so(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("no port")
    error = port_error(str(file), OSError(25, "Inappropriate ioctl for device"))
    assert error.exit_code == NO_TABLE and "serial port" in error.message.text
