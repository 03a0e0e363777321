"""The table of a service: which one is there, where another may be, what can be done for it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial

from glowtable.commands.care import ANYWHERE, JOBS, UPDATE
from glowtable.device import discovery
from glowtable.device.connection import Connection, check_hello
from glowtable.device.discovery import FoundTable
from glowtable.device.link import Edge, Hello, Snapshot
from glowtable.device.usb_ports import pico_ports
from glowtable.match.preferences import Preferences
from glowtable.match.sounds import SILENCE
from glowtable.messages import NO_TABLE, UserError, say
from glowtable.table import Clock, Key, Picture
from glowtable.web.lobby_keys import Do, LobbyKeys

AWAY = say("The table is away. Plug it in, then start again.")


class ServiceTable:
    """The table at a port: `auto`, `twin:`, or a device."""

    def __init__(self, port: str, clock: Clock) -> None:
        self.port, self.clock = port, clock
        self.is_simulated, self._was_real = False, False

    def find_table(self) -> FoundTable:
        """UserError if it is not there. Once a real one was found, no simulated one takes its place."""
        table = discovery.find_table(self.port, self.clock, partial(discovery.simulated_table, self.clock))
        if table.twin and self._was_real:
            table.connection.close()
            raise UserError(AWAY, NO_TABLE)
        self.is_simulated = table.twin is not None
        self._was_real |= not self.is_simulated
        return table

    @property
    def ports(self) -> Sequence[str]:
        """Where a real table may be."""
        if self.port.startswith(discovery.TWIN):
            return ()
        return pico_ports() if self.port == discovery.AUTO else (self.port,) * os.path.exists(self.port)

    @property
    def jobs(self) -> Sequence[str]:
        """What can be done for the table there is; a Pico that does not answer as one can be updated all the same."""
        if not self.is_simulated:
            return tuple(JOBS)
        return (*ANYWHERE, UPDATE) if self.ports else ANYWHERE

    def port_for(self, job: str) -> str:
        """At which port this job is done."""
        return discovery.TWIN if self.is_simulated and job != UPDATE else self.port


# -- while its lobby is open its keys choose, its lights and sounds tell


class LobbyTable:
    """`step` takes what was pressed and shows what is chosen; it never waits."""

    def __init__(self, connection: Connection, keys: LobbyKeys, preferences: Preferences) -> None:
        self.connection, self.keys, self.preferences = connection, keys, preferences
        self._shown: Picture | None = None
        self._fresh_from = 0  # edges below this number happened while the table had no connection

    def step(self, now_ms: int, do: Do) -> None:
        """UserError if what answers now is no table of this program."""
        link, sound = self.connection.link, SILENCE
        for item in self.connection.exchange_bytes(now_ms):
            match item:
                case Edge(number, event):
                    link.acknowledge_through(number)
                    if isinstance(event, Key) and number >= self._fresh_from:
                        sound = self.keys.press_key(event.key, do)
                case Snapshot(next_edge=next_edge):
                    self._fresh_from = next_edge
                case Hello():
                    check_hello(link, self.connection.name)
                    self._shown = None  # it may have been off
        picture = self.keys.picture(self.preferences.brightness_pct)
        if picture != self._shown:
            self._shown = picture
            link.show_picture(picture)
        if sound and self.preferences.has_sound:
            link.queue_command("sound", sound)
        self.connection.write_due(now_ms)

    @property
    def is_there(self) -> bool:
        """Whether its port is open."""
        return self.connection.is_open

    @property
    def files(self) -> list[int]:
        """What can be waited for until a key is pressed."""
        return self.connection.files

    def close(self) -> None:
        self.connection.close()
