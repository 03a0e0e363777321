"""Where settings.json is stored: in a Pico's flash, or in the simulated table for as long as it runs.

None as its content means that there is no file. `write` restarts the table with it; UserError if the table does not
accept it. What its board says instead of the defaults, `board_settings` and `reader_type`, is known once it was read.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Any

from glowpico.board import TABLE
from glowpico.board import read as read_board_file
from glowpico.settings import read
from glowtable.device import discovery
from glowtable.device.build import shipped_build
from glowtable.device.connection import Connection, port_error
from glowtable.device.link import Hello
from glowtable.device.troubles import trouble_words
from glowtable.device.twin import Twin
from glowtable.device.usb_ports import board_at, find_port
from glowtable.maker import backups
from glowtable.maker.backups import BOARD, SETTINGS
from glowtable.maker.diagnosis import wrong_build
from glowtable.maker.flash import await_table
from glowtable.maker.pico import Pico
from glowtable.messages import FAILED, MISMATCH, USAGE, UserError, say
from glowtable.table import Clock


class PicoSettings:
    """The Pico at this device. It restarts when its file is read or written, because a running table cannot send it."""

    twin = None

    def __init__(self, device: str, clock: Clock) -> None:
        self.name, self.board, self.clock = device, board_at(device), clock
        self.board_settings: Mapping[str, Any] = {}
        self.reader_type = TABLE["reader_type"]

    @property
    def device(self) -> str:
        """The port of this Pico now, under whatever name it came back; UserError if it is unplugged."""
        device = find_port(self.name, self.board)
        if device is None:
            raise port_error(self.name, OSError(errno.ENODEV, ""))
        return device

    def open_connection(self) -> Connection:
        connection = discovery.open_table(self.device, self.clock)
        wrong = connection.link.hello and wrong_build(connection.link.hello, shipped_build())
        if wrong:
            connection.close()
            raise UserError(wrong, MISMATCH)
        return connection

    def read(self) -> bytes | None:
        self.open_connection().close()  # only a table of this program is ever interrupted
        with Pico(self.device) as pico:
            raw, board = pico.read_file(SETTINGS), read_board_file(pico.read_file(BOARD))
            self.board_settings = board["settings"] if board else {}
            self.reader_type = (board or TABLE)["reader_type"]
            pico.restart()
        await_table(self.name, self.board, self.clock)
        return raw

    def write(self, raw: bytes | None) -> None:
        with Pico(self.device) as pico:
            if raw is None:
                pico.remove_file(SETTINGS)
            else:
                pico.write_file(SETTINGS, raw)
            pico.restart()
        check_taken(await_table(self.name, self.board, self.clock), raw)

    def keep_copy(self, raw: bytes) -> None:
        backups.keep_copy(SETTINGS, self.board, raw)


def check_taken(hello: Hello, raw: bytes | None) -> None:
    """UserError unless the table reads this file as we do."""
    _, crc, expected = read(raw)
    reported = [word for word in trouble_words(hello.trouble) if word.endswith("-settings")]
    if (hello.settings, reported) != (crc, list(expected)):
        raise UserError(
            say("The table didn't accept its settings.json ({trouble}). Run glowtable flash, and calibrate "
                "again.",
                trouble=hello.trouble), FAILED)  # fmt: skip


class TwinSettings:
    """The simulated table; the settings end with this run."""

    def __init__(self, twin: Twin, clock: Clock) -> None:
        self.twin, self.clock = twin, clock
        self.board_settings, self.reader_type = twin.board_settings, twin.reader_type
        self._raw: bytes | None = None

    def open_connection(self) -> Connection:
        connection = Connection(discovery.TWIN, self.twin.line.open)
        discovery.await_hello(connection, self.clock)
        return connection

    def read(self) -> bytes | None:
        return self._raw

    def write(self, raw: bytes | None) -> None:
        wanted = read(raw, self.board_settings)[0]
        if wanted["cell_kind"] != self.twin.pico.cell_kind:
            raise UserError(
                say("The simulated table's cells are {kind}. Answer that, or calibrate a real one with --port.",
                    kind=self.twin.pico.cell_kind), USAGE)  # fmt: skip
        self._raw, self.twin.settings = raw, wanted
        self.twin.restart()

    def keep_copy(self, raw: bytes) -> None:
        """No copy is kept."""


SettingsStore = PicoSettings | TwinSettings
