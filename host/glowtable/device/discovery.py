"""Which table to play on: the one that answers, the one named, or the simulated one."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from glowpico.board import TABLE
from glowtable.device.connection import (
    Connection,
    Job,
    PortSearch,
    check_hello,
    open_serial,
    run_in_background,
    silence_error,
)
from glowtable.device.link import Board, Hello
from glowtable.device.twin import Twin
from glowtable.device.twin_line import Faults
from glowtable.device.usb_ports import board_at, pico_ports
from glowtable.messages import MISMATCH, NO_TABLE, USAGE, Message, UserError, say
from glowtable.table import Clock

ANSWER_MS = 1500  # a Pico that just got power needs about a second to boot
AUTO, TWIN, BOARD = "auto", "twin:", "board="
SOFT_REBOOT = b"\r\x04"  # Ctrl-D on an empty line of MicroPython's prompt: main.py runs again


class FoundTable(NamedTuple):
    """A table to play at; `remark` is the first line people see."""

    connection: Connection
    remark: Message
    twin: Twin | None = None


# Asked with the device: may the program behind its MicroPython prompt be restarted? Where nobody can be asked, it is
# left alone: a maker may be working there
ConfirmRestart = Callable[[str], bool]


def find_table(
    wanted: str, clock: Clock, simulated: Clock | UserError, wake: ConfirmRestart | None = None
) -> FoundTable:
    """The table for --port: `auto`, `twin:`, or a device. UserError says why there is none.

    `simulated` is the clock of the simulated one, or why this job cannot do with it. It has faults, and may be wired
    as another board: `twin:board=starter,lost=0.01,seed=3`.
    """
    if wanted.startswith(TWIN):
        board, _, faults = wanted.removeprefix(TWIN).removeprefix(BOARD).partition(",")
        if wanted.startswith(TWIN + BOARD):
            from glowtable.device.boards import read_board  # its import takes its time

            return _simulate(simulated, faults_of(faults), read_board(board))
        return _simulate(simulated, faults_of(wanted.removeprefix(TWIN)))
    if wanted != AUTO:
        return real_table(open_table(wanted, clock, wake))
    tables = look_for_tables(clock, wake)
    return _the_one(tables) or _simulated_instead(_simulate(simulated, Faults()), tables)


def faults_of(text: str) -> Faults:
    """`lost=0.01,split=0.2,seed=3` as Faults; UserError lists the names there are."""
    given: dict[str, Any] = {}
    for wish in filter(None, text.split(",")):
        name, _, value = wish.partition("=")
        try:
            given[name] = int(value) if name == "seed" else float(value)
        except ValueError:
            given[""] = value
    known_names = set(given) <= set(Faults._fields)
    if not known_names or not all(0 <= chance <= 1 for chance in Faults(**given)[:-1]):
        known = ", ".join(Faults._fields)
        raise UserError(
            say("twin: can have name=chance (0 to 1) with {known}, not {given}.", known=known, given=text), USAGE
        )
    return Faults(**given)


def open_table(device: str, clock: Clock, wake: ConfirmRestart | None = None) -> Connection:
    """The table at this device; UserError if it cannot be opened, is no running table, or speaks another protocol."""
    connection = connect_serial(device)
    try:
        if not await_hello(connection, clock) and not (
            connection.link.at_repl and wake and wake(device) and _answers_rebooted(connection, clock)
        ):
            raise silence_error(connection)
        check_hello(connection.link, device)
    except UserError:
        connection.close()
        raise
    return connection


def connect_serial(device: str, run: Callable[[Job], None] = run_in_background) -> Connection:
    """A connection to this port; a board with a USB serial number is found again under any name, and no other."""
    connection = Connection(device, lambda: open_serial(device))
    connection.search = PortSearch(device, board_at(device), open_serial, run)
    return connection


def _answers_rebooted(connection: Connection, clock: Clock) -> bool:
    connection.type_keys(SOFT_REBOOT)
    return await_hello(connection, clock)


def await_hello(connection: Connection, clock: Clock) -> bool:
    """Does a table answer the greeting? What it said is put back for the next exchange."""
    until = clock.now_ms() + ANSWER_MS
    while clock.now_ms() < until:
        events = connection.exchange_bytes(clock.now_ms())
        if any(isinstance(item, Hello) for item in events):
            connection.put_back(events)
            return True
        clock.nap()
    return False


def real_table(connection: Connection) -> FoundTable:
    """A table that answered; the remark says what its board lacks, or that its firmware is not this program's."""
    from glowtable.device.build import shipped_build

    hello = connection.link.hello
    if hello and hello.build != shipped_build():
        remark = say("table at {port}, with other firmware than this program's", port=connection.name)
        return FoundTable(connection, remark)
    return FoundTable(connection, _remark_on(connection.link.board, say("table at {port}", port=connection.name)))


def _remark_on(board: Board, table: Message) -> Message:
    """What people must know of a table that does not have everything; `table` is what it is called."""
    if not int(board.keys, 16) and not int(board.readers, 16):
        return say("{table}: without keys, only its lights. Play on phones or by typing.", table=table)
    if board.is_shared:
        return say(
            "{table}: its keys and reader count for whoever's turn it is. Hands and keys of your own: on phones.",
            table=table,
        )
    return table


def simulated_table(clock: Clock, faults: Faults = Faults(), board: Mapping[str, Any] = TABLE) -> FoundTable:
    """The table without hardware; its time is this clock's."""
    twin = Twin(clock.now_ms, faults, board=board)
    return FoundTable(Connection(TWIN, twin.line.open), _remark_on(twin.board, say("simulated table")), twin)


def _simulate(simulated: Clock | UserError, faults: Faults, board: Mapping[str, Any] = TABLE) -> FoundTable:
    if isinstance(simulated, UserError):
        raise simulated
    return simulated_table(simulated, faults, board)


def look_for_tables(clock: Clock, wake: ConfirmRestart | None = None) -> dict[str, Connection | UserError]:
    """Every Pico that is plugged in: its open connection if a table answers there, else what is wrong with it."""
    tables: dict[str, Connection | UserError] = {}
    for device in pico_ports():
        try:
            tables[device] = open_table(device, clock, wake)
        except UserError as error:
            tables[device] = error
    return tables


def _the_one(candidates: Mapping[str, Connection | UserError]) -> FoundTable | None:
    """The one table that answers; None if none does; UserError if several do."""
    tables = [connection for connection in candidates.values() if isinstance(connection, Connection)]
    if len(tables) == 1:
        return real_table(tables[0])
    for connection in tables:
        connection.close()
    if tables:
        names = ", ".join(connection.name for connection in tables)
        raise UserError(say("Found several tables: {ports}. Choose one with --port.", ports=names), NO_TABLE)
    for error in candidates.values():
        if isinstance(error, UserError) and error.exit_code == MISMATCH:
            raise error  # a table is there: playing at the simulated one would hide that
    return None


def _simulated_instead(table: FoundTable, tables: Mapping[str, Connection | UserError]) -> FoundTable:
    """The simulated table; the remark names the Picos that are there but do not answer as a table."""
    if not tables:
        return table
    remark = say("simulated table (no answer at {ports}, see glowtable doctor)", ports=", ".join(tables))
    return table._replace(remark=remark)
