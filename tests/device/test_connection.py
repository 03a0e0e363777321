"""A port that goes away at any moment: what was heard before is kept, the loss is reported once, and it comes back."""

import os

import pytest
from glowpico import wire
from glowtable.device.connection import Connection, open_serial, port_error
from glowtable.device.link import Edge, Hello, Link, Lost
from glowtable.messages import NO_ACCESS, NO_TABLE, UserError
from glowtable.table import Picture, Press

HELLO = (1, "0.1.0", "0" * 8, "buttons", "7f", 60, "0" * 8, 1, "-")


class Port:
    """Gives what was put in; fails to read or write when asked to."""

    def __init__(self):
        self.incoming = b""
        self.written = b""
        self.fails = set()

    @property
    def in_waiting(self):
        return len(self.incoming)

    def read(self, size=1):
        self._fail("read")
        data, self.incoming = self.incoming[:size], self.incoming[size:]
        return data

    def write(self, data):
        self._fail("write")
        self.written += data
        return len(data)

    def close(self):
        self._fail("close")

    def _fail(self, what):
        if what in self.fails:
            raise OSError(5, "gone")


@pytest.fixture
def port():
    return Port()


@pytest.fixture
def connection(port):
    connection = Connection("port", lambda: port, Link(session="beef"))
    connection.exchange_bytes(0)
    port.incoming = says("hello", *HELLO)
    assert [type(heard) for heard in connection.exchange_bytes(5)] == [Hello]
    return connection


def says(word, *fields, number=None):
    return wire.encode(wire.TABLE, "beef", number, word, *fields)


@pytest.mark.parametrize("device", ["", "a\0b", "x" * 5000, "/", "/dev/null", "/dev/zero", "pipe"])
def test_what_can_be_no_port_is_one_sentence(tmp_path, monkeypatch, device):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with pytest.raises(UserError) as caught:
        open_serial(device)
    assert caught.value.exit_code == NO_TABLE


def test_what_was_heard_before_the_write_failed_stays_heard(connection, port):
    port.incoming = says("press", 7, number=1)
    port.fails = {"write"}
    assert connection.exchange_bytes(10) == [Edge(1, Press(7)), Lost("unplugged")]


def test_a_loss_while_a_picture_is_written_is_told_at_the_next_pump(connection, port):
    connection.exchange_bytes(10)
    port.incoming = says("ack", 1)
    connection.exchange_bytes(15)
    port.fails = {"write", "close"}
    connection.link.show_picture(Picture())
    connection.write_due(20)
    assert connection.exchange_bytes(25) == [Lost("unplugged")]
    assert connection.exchange_bytes(30) == []
    assert connection.link.counts["close failed"] == 1


def test_a_lost_port_is_tried_again_after_a_while_until_it_is_there(connection, port):
    port.fails = {"read"}
    connection.exchange_bytes(10)
    port.fails = set()
    port.written = b""
    assert connection.exchange_bytes(509) == [] and port.written == b""
    connection.exchange_bytes(510)
    assert b" beat " in port.written and connection.link.counts["reopened"] == 1


def test_a_port_that_cannot_be_opened_again_yet_is_no_fault(port):
    openings = iter([port, OSError(2, "gone"), UserError(port_error("x", OSError(16, "busy")).message), port])

    def open_port():
        found = next(openings)
        if isinstance(found, Exception):
            raise found
        return found

    connection = Connection("port", open_port)
    port.fails = {"read"}
    connection.exchange_bytes(0)
    port.fails = set()
    for now in range(0, 3000, 100):
        connection.exchange_bytes(now)
    assert connection.link.counts["reopened"] == 1


def test_typing_at_a_port_that_went_away_is_one_sentence(connection, port):
    port.fails = {"write"}
    with pytest.raises(UserError) as caught:
        connection.type_keys(b"x")
    assert caught.value.exit_code in (NO_TABLE, NO_ACCESS)


def test_a_closed_cable_writes_nothing(connection, port):
    connection.close()
    port.written = b""
    connection.write_due(5000)
    assert port.written == b""
