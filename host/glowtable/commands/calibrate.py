"""Learn how a table is wired, by light and press, and write its settings.json."""

from __future__ import annotations

import argparse

from glowpico.settings import DEFAULTS
from glowtable import calibrate as wiring
from glowtable import health, ports
from glowtable.calibrate import Draft
from glowtable.commands import settings, tongue
from glowtable.game import say
from glowtable.guide import YES, Script
from glowtable.keeper import AtTwin, Keeper, OnPico
from glowtable.link import Hello
from glowtable.pico import wanted_pico
from glowtable.play import WallClock
from glowtable.screen import Tongue
from glowtable.service import Desk, Result, is_somebody_there
from glowtable.table import Clock
from glowtable.terminal import Terminal
from glowtable.trouble import INTERRUPTED, USAGE, Trouble

TITLE = say("calibrate: how this table is wired (back: a step back, q: change nothing)")


def calibrate(args: argparse.Namespace) -> int:
    """Ask, learn, write. Left before its end, everything is as it was."""
    speak = tongue(args)
    if not is_somebody_there():
        raise Trouble(say("calibrate needs somebody at a terminal"), USAGE)
    clock = WallClock()
    keeper = _keeper(args.port or settings().port, clock)
    before = keeper.read()
    if wiring.is_newer(before) and not _may_overwrite(speak):
        return _unchanged(speak)
    try:
        with Terminal() as terminal:
            learned = Lesson(keeper, clock, speak, terminal).learned(before)
    except KeyboardInterrupt:
        return _unchanged(speak)
    keeper.keep(learned)
    print(speak.text(say("the table is calibrated; try it with: glowtable selftest")))
    return 0


def _keeper(port: str, clock: Clock) -> Keeper:
    if port.startswith(ports.TWIN):
        twin = ports.simulated(clock, ports.faults_of(port.removeprefix(ports.TWIN))).twin
        assert twin
        return AtTwin(twin, clock)
    return OnPico(wanted_pico(port), clock)


def _may_overwrite(speak: Tongue) -> bool:
    question = say("the table's settings.json is from a newer glowtable; write it anew? [y/N] ")
    return input(speak.text(question)).strip().lower() in YES


def _unchanged(speak: Tongue) -> int:
    print(speak.text(say("the table's settings are as they were")))
    return INTERRUPTED


class Lesson:
    """The scripts of calibrate.py at one table, each on a cable of its own: the table restarts in between."""

    def __init__(self, keeper: Keeper, clock: Clock, speak: Tongue, terminal: Terminal) -> None:
        self.keeper, self.clock, self.speak, self.terminal = keeper, clock, speak, terminal
        self.hello: Hello | None = None  # as heard by the script led last

    def learned(self, before: bytes | None) -> bytes:
        """The settings.json learned and written. KeyboardInterrupt if the person leaves: `before` is back then."""
        wrote = False
        try:
            chosen = wiring.kept_of(before)
            chosen |= self._lead(wiring.ask_parts({**DEFAULTS, **chosen}))
            assert self.hello
            if (self.hello.pixels, self.hello.cells) != (health.led_count(chosen), chosen["cell_kind"]):
                wrote = True
                self.keeper.write(wiring.settings_file(chosen))
            orders = self._lead(wiring.lesson(Draft(nfc=chosen["cell_kind"] == "nfc")))
            if orders is None:
                raise KeyboardInterrupt
            wrote = True
            raw = wiring.settings_file(wiring.with_orders(chosen, orders))
            self.keeper.write(raw)
        except (KeyboardInterrupt, Trouble):
            if wrote:
                self._put_back(before)
            raise
        return raw

    def _put_back(self, before: bytes | None) -> None:
        """Trouble if the person does not wait for it."""
        try:
            self.keeper.write(before)
        except KeyboardInterrupt:
            raise Trouble(
                say("left while the table's settings were put back: they may not be as they were; calibrate again"),
                INTERRUPTED,
            ) from None

    def _lead(self, script: Script[Result]) -> Result:
        cable = self.keeper.open()
        self.hello = cable.link.hello
        try:
            return Desk(cable, self.clock, self.speak, TITLE, self.terminal, self.keeper.twin).lead(script)
        finally:
            cable.close()
