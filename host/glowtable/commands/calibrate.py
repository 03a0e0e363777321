"""Learn how a table is wired, by lights and presses, and write its settings.json."""

from __future__ import annotations

import argparse
from contextlib import nullcontext

from glowpico.settings import DEFAULTS
from glowtable.commands import translator_for, user_config
from glowtable.commands.wizard_page import served_page
from glowtable.device import discovery
from glowtable.device.clock import WallClock
from glowtable.device.link import Hello
from glowtable.maker import calibrate as wiring
from glowtable.maker import diagnosis
from glowtable.maker.calibrate import Draft
from glowtable.maker.parts import ask_parts
from glowtable.maker.pico import wanted_pico
from glowtable.maker.settings_store import PicoSettings, SettingsStore, TwinSettings
from glowtable.maker.wizard import Steps
from glowtable.maker.wizard_screen import Left, Result, WizardPage, WizardScreen, is_somebody_there
from glowtable.messages import INTERRUPTED, USAGE, UserError, say
from glowtable.table import Clock
from glowtable.terminal.ending_signals import taken_as_interrupts
from glowtable.terminal.plain import PersonsTerminal, terminal_of_person
from glowtable.terminal.question import is_agreed
from glowtable.terminal.translator import Translator

DONE = say("The table is calibrated. Try it: glowtable selftest")
UNCHANGED = say("The table's settings are unchanged.")
TITLE = say("Say how this table is wired. Type back for the previous step, q to change nothing.")


@taken_as_interrupts()
def calibrate(args: argparse.Namespace) -> int:
    """Ask, learn, write. If it is left before its end, nothing is changed."""
    translator = translator_for(args)
    if not (is_somebody_there() or args.web):
        raise UserError(say("Calibrating asks questions. Run it in a terminal."), USAGE)
    clock = WallClock()
    store = open_store(args.port or user_config().port, clock)
    before = store.read()
    try:
        if wiring.is_newer(before) and not (is_somebody_there() and _may_overwrite(translator)):
            return _report_unchanged(translator)
        own = terminal_of_person() if is_somebody_there() else nullcontext()
        with served_page(args, translator) as page, own as terminal:
            learned = Calibration(store, clock, translator, terminal, page).learn_settings(before)
            if page:
                page.show_done(DONE)
    except KeyboardInterrupt:
        return _report_unchanged(translator)
    store.keep_copy(learned)
    print(translator.text(DONE))
    return 0


def open_store(port: str, clock: Clock) -> SettingsStore:
    """The settings of the table at this port; UserError if there is none."""
    if port.startswith(discovery.TWIN):
        twin = discovery.simulated_table(clock, discovery.faults_of(port.removeprefix(discovery.TWIN))).twin
        assert twin
        return TwinSettings(twin, clock)
    return PicoSettings(wanted_pico(port), clock)


def _may_overwrite(translator: Translator) -> bool:
    question = say("The table's settings.json is from a newer glowtable. Overwrite it? [y/N] ")
    return is_agreed(translator, question, if_empty=False)


def _report_unchanged(translator: Translator) -> int:
    print(translator.text(UNCHANGED))
    return INTERRUPTED


class Calibration:
    """The steps of calibrate.py at one table, each over a new connection: the table restarts in between."""

    def __init__(
        self, store: SettingsStore, clock: Clock, translator: Translator, terminal: PersonsTerminal | None,
        page: WizardPage | None = None,
    ) -> None:  # fmt: skip
        self.store, self.clock, self.translator, self.terminal, self.page = store, clock, translator, terminal, page
        self.hello: Hello | None = None  # of the connection used last

    def learn_settings(self, before: bytes | None) -> bytes:
        """Learn and write settings.json. KeyboardInterrupt if the person leaves: then `before` is restored."""
        wrote = False
        try:
            chosen = wiring.usable_settings(before)
            chosen |= self._run_steps(ask_parts({**DEFAULTS, **chosen}))
            assert self.hello
            if (self.hello.pixels, self.hello.cells) != (diagnosis.led_count(chosen), chosen["cell_kind"]):
                wrote = True
                self.store.write(wiring.settings_file(chosen))
            orders = self._run_steps(wiring.calibrate_wiring(Draft(nfc=chosen["cell_kind"] == "nfc")))
            if orders is None:
                raise Left
            wrote = True
            raw = wiring.settings_file(wiring.with_orders(chosen, orders))
            self.store.write(raw)
        except (KeyboardInterrupt, UserError):
            if wrote:
                self._put_back(before)
            raise
        return raw

    def _put_back(self, before: bytes | None) -> None:
        """Restore the settings; UserError if the person does not wait for it."""
        try:
            self.store.write(before)
        except KeyboardInterrupt:
            raise UserError(
                say(
                    "You left while the table's settings were being restored, so they may have changed. "
                    "Calibrate again."
                ),
                INTERRUPTED,
            ) from None

    def _run_steps(self, steps: Steps[Result]) -> Result:
        connection = self.store.open_connection()
        self.hello = connection.link.hello
        try:
            return WizardScreen(
                connection, self.clock, self.translator, TITLE, self.terminal, self.store.twin, self.page
            ).run_steps(steps)
        finally:
            connection.close()
