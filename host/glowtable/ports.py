"""Which table to play on: the one that answers, the one named, or the simulated one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from glowtable.game import Message, say
from glowtable.link import Cable, Hello, open_serial, pico_ports, silent
from glowtable.table import Clock
from glowtable.trouble import NO_TABLE, Trouble
from glowtable.twin import Twin

ANSWER_MS = 1500  # a Pico that just got power needs about a second to boot
AUTO, TWIN = "auto", "twin:"


class Table(NamedTuple):
    """A table to play on; `remark` is the first line people see."""

    cable: Cable
    remark: Message
    twin: Twin | None = None


def find(wanted: str, clock: Clock, simulate: Callable[[], Table]) -> Table:
    """The table for --port: `auto`, `twin:`, or a device. Trouble says why there is none."""
    if wanted == TWIN:
        return simulate()
    if wanted != AUTO:
        return Table(opened(wanted, clock), say("table at {port}", port=wanted))
    return _auto(clock) or simulate()


def opened(device: str, clock: Clock) -> Cable:
    """The table at this device; Trouble if it cannot be opened or is no running table."""
    cable = Cable(device, lambda: open_serial(device))
    if not answers(cable, clock):
        cable.close()
        raise silent(cable)
    return cable


def answers(cable: Cable, clock: Clock) -> bool:
    """Does a table of ours answer the greeting? What it said is heard again at the next pump."""
    until = clock.now_ms() + ANSWER_MS
    while clock.now_ms() < until:
        heard = cable.pump(clock.now_ms())
        if any(isinstance(item, Hello) for item in heard):
            cable.unheard(heard)
            return True
        clock.nap()
    return False


def simulated(clock: Clock) -> Table:
    """The table without hardware; its time is this clock's."""
    twin = Twin(clock.now_ms)
    return Table(Cable(TWIN, twin.open), say("simulated table"), twin)


def look(clock: Clock) -> dict[str, Cable | Trouble]:
    """Every Pico that is plugged in: its open cable if a table answers there, else what is wrong with it."""
    found: dict[str, Cable | Trouble] = {}
    for device in pico_ports():
        try:
            found[device] = opened(device, clock)
        except Trouble as trouble:
            found[device] = trouble
    return found


def _auto(clock: Clock) -> Table | None:
    """The one table that answers; None without any Pico; Trouble if several answer or a Pico is there in vain."""
    found = look(clock)
    tables = [cable for cable in found.values() if isinstance(cable, Cable)]
    if len(tables) == 1:
        return Table(tables[0], say("table at {port}", port=tables[0].name))
    for cable in tables:
        cable.close()
    if tables:
        names = ", ".join(cable.name for cable in tables)
        raise Trouble(say("several tables answer: {ports}; choose one with --port", ports=names), NO_TABLE)
    return None
