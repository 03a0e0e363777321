"""A table that comes back at another port is found by its USB serial number, and no other table is taken for it."""

from functools import partial
from threading import Event

import pytest
from glowtable.device import discovery
from glowtable.device.connection import Connection, run_now
from glowtable.device.discovery import connect_serial
from glowtable.device.link import Lost
from glowtable.device.usb_ports import UsbBoard, board_at, find_port, pico_ports, usb_ports
from hypothesis import given
from hypothesis import strategies as st

from tests.support.patience import HANG_S
from tests.support.usb import ListedPort, PluggedPort, UsbComputer, list_instead

MINE, OTHER = "e6614103e7452a2f", "e6614103e7452a30"
FIRST, SECOND, THIRD = NAMES = ("/dev/ttyACM0", "/dev/ttyACM1", "/dev/ttyACM2")
REOPEN_MS = 500


@pytest.fixture
def computer(monkeypatch):
    return watched(monkeypatch)


def watched(monkeypatch) -> UsbComputer:
    """The ports of this computer."""
    computer = UsbComputer()
    list_instead(monkeypatch, computer.listed)
    monkeypatch.setattr(discovery, "open_serial", computer.open_port)
    return computer


connect = partial(connect_serial, run=run_now)  # a look at the ports is over as soon as it is begun


def pass_time(connection: Connection, until_ms: int, from_ms: int = 0) -> list:
    heard = []
    for now_ms in range(from_ms, until_ms, 50):
        heard += connection.exchange_bytes(now_ms)
    return heard


def owner(connection: Connection) -> str | None:
    """The number of the board that the connection holds; empty if it holds none."""
    port = connection._port
    assert port is None or isinstance(port, PluggedPort)
    return port.serial_number if port else ""


# -- which board is where


@pytest.mark.parametrize("number", [None, "", "000000000000", "../x", "5&2b7d1c5&0&3"])
def test_what_is_no_number_of_its_own_makes_no_board(monkeypatch, number):
    list_instead(monkeypatch, lambda: [ListedPort(FIRST, number)])
    assert board_at(FIRST) is None and pico_ports() == [FIRST]
    assert find_port(FIRST, None) == FIRST, "then the name is all that counts"


def test_a_number_that_two_boards_have_tells_neither(monkeypatch):
    list_instead(monkeypatch, lambda: [ListedPort(FIRST, MINE), ListedPort(SECOND, MINE)])
    assert board_at(FIRST) is None
    assert find_port(FIRST, UsbBoard(0x2E8A, MINE)) is None


def test_the_same_number_of_another_vendor_is_another_board(monkeypatch):
    list_instead(monkeypatch, lambda: [ListedPort(FIRST, MINE, 0x239A), ListedPort(SECOND, MINE)])
    assert board_at(FIRST) != board_at(SECOND)
    assert find_port(FIRST, UsbBoard(0x2E8A, MINE)) == SECOND and pico_ports() == [SECOND]


def test_a_link_leads_to_its_board_and_stays_its_name_while_it_does(monkeypatch, tmp_path):
    link, port = tmp_path / "by-id", tmp_path / "ttyACM0"
    port.touch()
    link.symlink_to(port)
    list_instead(monkeypatch, lambda: [ListedPort(str(port), MINE)])
    board = board_at(str(link))
    assert board == UsbBoard(0x2E8A, MINE) and find_port(str(link), board) == str(link)
    link.unlink()
    assert find_port(str(link), board) == str(port)


@pytest.mark.parametrize(
    ("name", "listed"), [("/dev/tty.usbmodem1101", "/dev/cu.usbmodem1101"), ("com5", "COM5"), ("\\\\.\\COM5", "COM5")]
)
def test_a_port_may_be_spelled_in_other_ways(monkeypatch, name, listed):
    list_instead(monkeypatch, lambda: [ListedPort(listed, MINE)])
    assert board_at(name) == UsbBoard(0x2E8A, MINE) and find_port(name, board_at(name)) == name


@pytest.mark.parametrize("error", [OSError(5, "gone"), TypeError("int() can't convert"), ValueError("invalid literal")])
def test_a_port_that_goes_away_while_ports_are_listed_is_no_fault(monkeypatch, error):
    def comports():
        raise error

    list_instead(monkeypatch, comports)
    assert usb_ports() == [] and board_at(FIRST) is None


# -- a table that comes back


@pytest.mark.parametrize(
    ("before", "after"),
    [(FIRST, SECOND), ("COM4", "COM5"), ("/dev/cu.usbmodem1101", "/dev/cu.usbmodem1201"), (FIRST, FIRST)],
)
def test_a_table_is_found_again_whatever_its_port_is_called(computer, before, after):
    computer.plug_in(before, MINE)
    connection = connect(before)
    computer.unplug(before)
    assert pass_time(connection, 3000) == [Lost("unplugged")]
    computer.plug_in(after, MINE)
    pass_time(connection, 4000, 3000)
    assert connection.is_open and connection.name == after and owner(connection) == MINE
    assert (connection.link.counts["reopened"], connection.link.counts["renamed"]) == (1, before != after)


def test_another_table_is_not_taken_even_at_the_old_name(computer):
    computer.plug_in(FIRST, MINE)
    connection = connect(FIRST)
    computer.unplug(FIRST)
    computer.plug_in(FIRST, OTHER)
    computer.plug_in(THIRD, None)
    pass_time(connection, 5000)
    assert not connection.is_open and set(computer.written) <= {MINE}


def test_two_tables_that_exchange_their_names_keep_their_matches(computer):
    computer.plug_in(FIRST, MINE)
    computer.plug_in(SECOND, OTHER)
    mine, other = connect(FIRST), connect(SECOND)
    computer.unplug(FIRST)
    computer.unplug(SECOND)
    for connection in (mine, other):
        pass_time(connection, 1000)
    computer.plug_in(SECOND, MINE)
    computer.plug_in(FIRST, OTHER)
    for connection in (mine, other):
        pass_time(connection, 2000, 1000)
    assert (owner(mine), mine.name, owner(other), other.name) == (MINE, SECOND, OTHER, FIRST)


def test_names_exchanged_between_the_list_and_the_opening_are_seen(computer):
    computer.plug_in(FIRST, MINE)
    connection = connect(FIRST)
    computer.unplug(FIRST)
    pass_time(connection, 200)
    computer.plug_in(SECOND, MINE)
    looks = iter([lambda: None, lambda: (computer.plug_in(SECOND, OTHER), computer.plug_in(FIRST, MINE))])
    computer.before_each = lambda: next(looks, lambda: None)()
    pass_time(connection, REOPEN_MS + 50, 200)
    assert not connection.is_open and set(computer.written) <= {MINE}
    pass_time(connection, 2000, REOPEN_MS + 50)
    assert (owner(connection), connection.name) == (MINE, FIRST)


@pytest.mark.parametrize("number", [None, "000000000000"])
def test_a_port_without_a_number_is_looked_for_by_its_name_alone(computer, number):
    computer.plug_in(FIRST, number)
    connection = connect(FIRST)
    computer.unplug(FIRST)
    computer.plug_in(SECOND, number)
    pass_time(connection, 2000)
    assert not connection.is_open
    computer.plug_in(FIRST, number)
    pass_time(connection, 3000, 2000)
    assert connection.is_open and connection.name == FIRST


# -- in the background


def test_a_list_that_takes_long_holds_up_nothing(monkeypatch, computer):
    """The pump goes round and round while the list of ports is still being made; then the table is there."""
    computer.plug_in(FIRST, MINE)
    connection = connect_serial(FIRST)
    computer.unplug(FIRST)
    computer.plug_in(SECOND, MINE)
    is_asked, may_answer, opened = Event(), Event(), Event()

    def comports():
        is_asked.set()
        assert may_answer.wait(HANG_S)
        return computer.listed()

    list_instead(monkeypatch, comports)
    pass_time(connection, 60_000)  # this would hang if the pump waited
    assert connection.search._look and not connection.is_open
    assert is_asked.wait(HANG_S)
    connection.search._look.add_done_callback(lambda look: opened.set())
    may_answer.set()
    assert opened.wait(HANG_S)
    connection.exchange_bytes(60_000)
    assert connection.is_open and connection.name == SECOND


@pytest.mark.parametrize("is_late", [False, True])
def test_a_port_that_is_found_after_the_end_is_closed(monkeypatch, computer, is_late):
    """Else it would be busy for the next program, or the next step of calibrate."""
    computer.plug_in(FIRST, MINE)
    jobs, opened = [], []
    connection = connect_serial(FIRST, jobs.append)
    monkeypatch.setattr(
        connection.search, "_open_port", lambda name: opened.append(computer.open_port(name)) or opened[0]
    )
    computer.unplug(FIRST)
    pass_time(connection, 2000)
    computer.plug_in(SECOND, MINE)
    if is_late:
        connection.close()
    (job,) = jobs
    job()
    connection.close()
    assert [port.is_closed for port in opened] == [True]


# -- any order of things

MOVES = st.one_of(
    st.tuples(st.just("plug"), st.sampled_from([MINE, OTHER, None]), st.sampled_from(NAMES)),
    st.tuples(st.just("unplug"), st.just(None), st.sampled_from(NAMES)),
    st.tuples(st.just("permute"), st.just(None), st.permutations(NAMES).map(tuple)),
    st.tuples(st.just("wait"), st.just(None), st.sampled_from([50, 500, 2000])),
)


def make_move(computer: UsbComputer, what: str, number: str | None, where) -> None:
    """A board is at one port at a time; whoever is at the name already is unplugged first."""
    if what == "permute":
        boards = {
            after: computer.boards[name] for name, after in zip(NAMES, where, strict=True) if name in computer.boards
        }
        computer.boards = {}
        for name, board in boards.items():
            computer.plug_in(name, computer.numbers[board])
    elif what == "plug":
        there = [name for name, board in computer.boards.items() if number and computer.numbers[board] == number]
        for name in there:
            computer.unplug(name)
        computer.plug_in(where, number)
    elif what == "unplug":
        computer.unplug(where)


def play_moves(monkeypatch, moves, between, connect=connect) -> None:
    """Everything happens, some of it between any two looks at the ports; at the end only my table is plugged in."""
    computer = watched(monkeypatch)
    computer.plug_in(FIRST, MINE)
    connection, now_ms = connect(FIRST), 0
    computer.plug_in(SECOND, OTHER)
    rest = iter(between)

    def happen() -> None:
        move = next(rest, None)
        if move:
            make_move(computer, *move)

    computer.before_each = happen
    for what, number, where in moves:
        make_move(computer, what, number, where)
        wait_ms = where if what == "wait" else 50
        for _ in range(0, wait_ms, 50):
            connection.exchange_bytes(now_ms)
            now_ms += 50
            assert owner(connection) in ("", MINE)
    computer.before_each = lambda: None
    computer.boards = {}
    connection.exchange_bytes(now_ms)
    computer.plug_in(THIRD, MINE)
    pass_time(connection, now_ms + 2000, now_ms)
    assert owner(connection) == MINE and set(computer.written) == {MINE}


@given(moves=st.lists(MOVES, max_size=12), between=st.lists(st.one_of(st.none(), MOVES), max_size=12))
def test_a_connection_only_ever_writes_to_its_own_table(moves, between):
    with pytest.MonkeyPatch.context() as monkeypatch:
        play_moves(monkeypatch, moves, between)


def connect_by_name(name: str) -> Connection:
    """The control: as it was, the name alone counts."""
    return Connection(name, lambda: discovery.open_serial(name))


def test_such_moves_show_a_connection_that_goes_by_the_name(monkeypatch):
    swap = [("permute", None, (SECOND, FIRST, THIRD)), ("wait", None, 2000)]
    play_moves(monkeypatch, swap, [])
    with pytest.raises(AssertionError, match=OTHER):
        play_moves(monkeypatch, swap, [], connect_by_name)
