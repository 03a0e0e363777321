"""Who keeps a table's settings.json: a Pico in its flash, or the simulated table for as long as it runs.

Knows nothing of what the file says.
"""

from __future__ import annotations

from typing import Protocol

from glowpico.settings import read
from glowtable.device import discovery
from glowtable.device.build import shipped_build
from glowtable.device.connection import Connection
from glowtable.device.link import Hello
from glowtable.device.twin import Twin
from glowtable.maker.diagnosis import trouble_words, wrong_build
from glowtable.maker.flash import SETTINGS, await_table
from glowtable.maker.pico import Pico, kept_settings_path
from glowtable.messages import FAILED, MISMATCH, USAGE, UserError, say
from glowtable.table import Clock


class SettingsStore(Protocol):
    """Holds the file. Of None as its content there is no file."""

    @property
    def twin(self) -> Twin | None: ...

    def open_connection(self) -> Connection:
        """The running table, greeted; UserError if there is none."""

    def read(self) -> bytes | None: ...

    def write(self, raw: bytes | None) -> None:
        """The table restarts with it; UserError if it does not take it."""

    def keep_copy(self, raw: bytes) -> None:
        """On this computer, too, for flash, selftest and doctor, if it can be told from other tables."""


class PicoSettings:
    """The Pico at this device. It restarts whenever its file is read or written: a table cannot be asked for it."""

    twin = None

    def __init__(self, device: str, clock: Clock) -> None:
        self.device, self.clock = device, clock

    def open_connection(self) -> Connection:
        connection = discovery.open_table(self.device, self.clock)
        wrong = connection.link.hello and wrong_build(connection.link.hello, shipped_build())
        if wrong:
            connection.close()
            raise UserError(wrong, MISMATCH)
        return connection

    def read(self) -> bytes | None:
        self.open_connection().close()  # nothing is interrupted that is no table of this program's
        with Pico(self.device) as pico:
            raw = pico.read_file(SETTINGS)
            pico.restart()
        await_table(self.device, self.clock)
        return raw

    def write(self, raw: bytes | None) -> None:
        with Pico(self.device) as pico:
            if raw is None:
                pico.remove_file(SETTINGS)
            else:
                pico.write_file(SETTINGS, raw)
            pico.restart()
        check_taken(await_table(self.device, self.clock), raw)

    def keep_copy(self, raw: bytes) -> None:
        path = kept_settings_path(self.device)
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(raw)
        except OSError as error:
            raise UserError(say("{path} cannot be written ({cause})", path=str(path), cause=error.strerror)) from None


def kept_here(device: str) -> bytes | None:
    """The settings.json this computer keeps for the table at this device, if any. UserError if it cannot be read."""
    path = kept_settings_path(device)
    try:
        return path.read_bytes() if path and path.exists() else None
    except OSError as error:
        raise UserError(
            say("{path} cannot be read ({cause}): mend or remove it", path=str(path), cause=error.strerror)
        ) from None


def check_taken(hello: Hello, raw: bytes | None) -> None:
    """UserError unless the table thinks of this file what we do."""
    _, crc, thought = read(raw)
    thinks = [word for word in trouble_words(hello) if word.endswith("-settings")]
    if (hello.settings, thinks) != (crc, list(thought)):
        raise UserError(
            say("the table did not take its settings.json ({trouble}): run glowtable flash, then calibrate again",
                trouble=hello.trouble), FAILED)  # fmt: skip


class TwinSettings:
    """The simulated table; another run knows nothing of it."""

    def __init__(self, twin: Twin, clock: Clock) -> None:
        self.twin, self.clock = twin, clock
        self._raw: bytes | None = None

    def open_connection(self) -> Connection:
        connection = Connection(discovery.TWIN, self.twin.open)
        discovery.await_hello(connection, self.clock)
        return connection

    def read(self) -> bytes | None:
        return self._raw

    def write(self, raw: bytes | None) -> None:
        wanted = read(raw)[0]
        if wanted["cell_kind"] != self.twin.pico.cell_kind:
            raise UserError(
                say("the simulated table's cells are {kind}: answer that, or calibrate a real one with --port",
                    kind=self.twin.pico.cell_kind), USAGE)  # fmt: skip
        self._raw, self.twin.settings = raw, wanted
        self.twin.restart()

    def keep_copy(self, raw: bytes) -> None:
        """Nothing is kept."""
