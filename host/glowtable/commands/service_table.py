"""The table of a service: which one is there, where another may be, what can be done for it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial

from glowtable.commands.care import ANYWHERE, JOBS, UPDATE
from glowtable.device import discovery
from glowtable.device.discovery import FoundTable
from glowtable.device.usb_ports import pico_ports
from glowtable.messages import NO_TABLE, UserError, say
from glowtable.table import Clock

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
