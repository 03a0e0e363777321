"""What people do for the table on the host's page, between two matches: test it, learn its wiring, enrol, update."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from glowtable.commands import calibrate as calibration
from glowtable.commands import data_file
from glowtable.commands import selftest as trial
from glowtable.commands.flash import update_table
from glowtable.commands.wizard_page import ServedPage
from glowtable.device.discovery import FoundTable
from glowtable.device.tag_registry import TagRegistry
from glowtable.game import Game
from glowtable.maker import calibrate as wiring
from glowtable.maker.enrol import enrol_cards
from glowtable.maker.pico import wanted_pico
from glowtable.maker.wizard_screen import Left, WizardScreen
from glowtable.messages import INTERRUPTED, UserError, say
from glowtable.table import Clock
from glowtable.terminal.translator import Translator
from glowtable.web.page_words import PAGE_WORDS

CALIBRATED = say("The table knows its wiring. Test it now.")
LEFT = say("You left before the end.")
NEWER = say("This table's settings are from a newer Glowtable. Update Glowtable on this computer.")
UPDATING = say("Updating the table … Leave it plugged in.")


class Care(NamedTuple):
    """What a job needs: the table (UserError if there is none), its port, the game whose cards are meant, the page."""

    find_table: Callable[[], FoundTable]
    port: str
    game: Game
    page: ServedPage
    translator: Translator
    clock: Clock


def look_after(job: str, care: Care) -> None:
    """Do this job of JOBS; the page says what came of it."""
    try:
        JOBS[job](care)
    except Left:
        care.page.show_done(calibration.UNCHANGED if job == "calibrate" else LEFT)
    except UserError as error:
        care.page.show_done(error.message)
        if error.exit_code == INTERRUPTED:  # a signal came while something was put back
            raise KeyboardInterrupt from None


def _test(care: Care) -> None:
    care.page.show_report(trial.try_table(care.find_table(), care.clock, care.translator, None, care.page))


def _calibrate(care: Care) -> None:
    store = calibration.open_store(care.port, care.clock)
    before = store.read()
    if wiring.is_newer(before):
        raise UserError(NEWER)
    learned = calibration.Calibration(store, care.clock, care.translator, None, care.page).learn_settings(before)
    store.keep_copy(learned)
    care.page.show_done(CALIBRATED)


def _enrol(care: Care) -> None:
    registry, table = TagRegistry(data_file("tags.csv")), care.find_table()
    try:
        steps = enrol_cards(registry, care.game, registry.missing_cards(care.game))
        screen = WizardScreen(
            table.connection, care.clock, care.translator, PAGE_WORDS["enrol"], None, table.twin, care.page
        )
        care.page.show_done(screen.run_steps(steps))
    finally:
        table.connection.close()


def _update(care: Care) -> None:
    care.page.show_done(UPDATING)
    care.page.show_done(update_table(wanted_pico(care.port), care.translator, care.clock))


UPDATE = "update"
JOBS: Mapping[str, Callable[[Care], None]] = {
    "selftest": _test, "calibrate": _calibrate, "enrol": _enrol, UPDATE: _update,
}  # fmt: skip
ANYWHERE = ("selftest", "calibrate")  # at a simulated table, too
