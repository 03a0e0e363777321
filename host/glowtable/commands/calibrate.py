"""Learn how a table is wired, by light and press, and write its settings.json."""

from __future__ import annotations

import argparse

from glowpico.settings import DEFAULTS
from glowtable.commands import settings, translator_for
from glowtable.device import discovery
from glowtable.device.clock import WallClock
from glowtable.device.link import Hello
from glowtable.maker import calibrate as wiring
from glowtable.maker import diagnosis
from glowtable.maker.calibrate import Draft
from glowtable.maker.pico import wanted_pico
from glowtable.maker.settings_store import PicoSettings, SettingsStore, TwinSettings
from glowtable.maker.wizard import YES, Script
from glowtable.maker.wizard_screen import Result, WizardScreen, is_somebody_there
from glowtable.messages import INTERRUPTED, USAGE, UserError, say
from glowtable.table import Clock
from glowtable.terminal.keyboard import Terminal
from glowtable.terminal.translator import Translator

TITLE = say("calibrate: how this table is wired (back: a step back, q: change nothing)")


def calibrate(args: argparse.Namespace) -> int:
    """Ask, learn, write. Left before its end, everything is as it was."""
    translator = translator_for(args)
    if not is_somebody_there():
        raise UserError(say("calibrate needs somebody at a terminal"), USAGE)
    clock = WallClock()
    keeper = _keeper(args.port or settings().port, clock)
    before = keeper.read()
    if wiring.is_newer(before) and not _may_overwrite(translator):
        return _unchanged(translator)
    try:
        with Terminal() as terminal:
            learned = Lesson(keeper, clock, translator, terminal).learned(before)
    except KeyboardInterrupt:
        return _unchanged(translator)
    keeper.keep(learned)
    print(translator.text(say("the table is calibrated; try it with: glowtable selftest")))
    return 0


def _keeper(port: str, clock: Clock) -> SettingsStore:
    if port.startswith(discovery.TWIN):
        twin = discovery.simulated(clock, discovery.faults_of(port.removeprefix(discovery.TWIN))).twin
        assert twin
        return TwinSettings(twin, clock)
    return PicoSettings(wanted_pico(port), clock)


def _may_overwrite(translator: Translator) -> bool:
    question = say("the table's settings.json is from a newer glowtable; write it anew? [y/N] ")
    return input(translator.text(question)).strip().lower() in YES


def _unchanged(translator: Translator) -> int:
    print(translator.text(say("the table's settings are as they were")))
    return INTERRUPTED


class Lesson:
    """The scripts of calibrate.py at one table, each on a cable of its own: the table restarts in between."""

    def __init__(self, keeper: SettingsStore, clock: Clock, translator: Translator, terminal: Terminal) -> None:
        self.keeper, self.clock, self.translator, self.terminal = keeper, clock, translator, terminal
        self.hello: Hello | None = None  # as heard by the script led last

    def learned(self, before: bytes | None) -> bytes:
        """The settings.json learned and written. KeyboardInterrupt if the person leaves: `before` is back then."""
        wrote = False
        try:
            chosen = wiring.kept_of(before)
            chosen |= self._lead(wiring.ask_parts({**DEFAULTS, **chosen}))
            assert self.hello
            if (self.hello.pixels, self.hello.cells) != (diagnosis.led_count(chosen), chosen["cell_kind"]):
                wrote = True
                self.keeper.write(wiring.settings_file(chosen))
            orders = self._lead(wiring.lesson(Draft(nfc=chosen["cell_kind"] == "nfc")))
            if orders is None:
                raise KeyboardInterrupt
            wrote = True
            raw = wiring.settings_file(wiring.with_orders(chosen, orders))
            self.keeper.write(raw)
        except (KeyboardInterrupt, UserError):
            if wrote:
                self._put_back(before)
            raise
        return raw

    def _put_back(self, before: bytes | None) -> None:
        """UserError if the person does not wait for it."""
        try:
            self.keeper.write(before)
        except KeyboardInterrupt:
            raise UserError(
                say("left while the table's settings were put back: they may not be as they were; calibrate again"),
                INTERRUPTED,
            ) from None

    def _lead(self, script: Script[Result]) -> Result:
        connection = self.keeper.open()
        self.hello = connection.link.hello
        try:
            return WizardScreen(connection, self.clock, self.translator, TITLE, self.terminal, self.keeper.twin).lead(
                script
            )
        finally:
            connection.close()
