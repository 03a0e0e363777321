"""What people do for a table, at a terminal or on a page: learn how it is wired, try every part, enrol, update."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple

from glowpico.settings import DEFAULTS
from glowtable.commands import data_file, tellers, translator_for, user_config
from glowtable.commands.flash import update_table
from glowtable.device import discovery
from glowtable.device.build import shipped_build
from glowtable.device.clock import RushedClock, WallClock, now_us
from glowtable.device.line_watch import LineWatch
from glowtable.device.link import Board, Hello
from glowtable.device.tag_registry import TagRegistry
from glowtable.game import Game
from glowtable.grid import cell_name
from glowtable.maker import calibrate as wiring
from glowtable.maker.backups import read_copy
from glowtable.maker.bug_report import save_link
from glowtable.maker.diagnosis import led_count
from glowtable.maker.enrol import enrol_cards
from glowtable.maker.parts import ask_colours, ask_parts
from glowtable.maker.pico import wanted_pico
from glowtable.maker.selftest import FAIL, Facts, Finding, try_all_parts
from glowtable.maker.settings_store import PicoSettings, SettingsStore, TwinSettings
from glowtable.maker.wizard import Steps, Wait, Wizard
from glowtable.maker.wizard_screen import LEAVING, Left, Result, WizardPage, WizardScreen, is_somebody_there
from glowtable.messages import FAILED, INTERRUPTED, NO_TABLE, USAGE, Message, UserError, say
from glowtable.table import Clock
from glowtable.terminal.ending_signals import taken_as_interrupts
from glowtable.terminal.keyboard import PersonsTerminal, terminal_of_person
from glowtable.terminal.question import is_agreed
from glowtable.terminal.translator import Translator
from glowtable.web.page_words import PAGE_WORDS

if TYPE_CHECKING:
    from glowtable.web.server import Server

DONE = say("The table is calibrated. Try it: glowtable selftest")
UNCHANGED = say("The table's settings are unchanged.")
CALIBRATE_TITLE = say("Say how this table is wired. Type back for the previous step, q to change nothing.")


@taken_as_interrupts()
def calibrate(args: argparse.Namespace) -> int:
    """Ask, learn, write. If it is left before its end, nothing is changed."""
    translator = translator_for(args)
    clock = WallClock()
    store = open_store(args.port or user_config().port, clock)
    if not (is_somebody_there() or args.web):
        raise UserError(say("Calibrating asks questions. Run it in a terminal."), USAGE)
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
        twin = discovery.find_table(port, clock, clock).twin
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
    """The steps of calibrating at one table, each over a new connection: the table restarts in between."""

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
            board = self._look_at_board()
            chosen |= {} if board.seat_lights else {"pixels_per_seat": 0}
            now = {**DEFAULTS, **self.store.board_settings, **chosen}
            chosen |= self._run_steps(ask_parts(now, board, self.store.reader_type == "mfrc522"))
            if self._differs({**now, **chosen}):
                wrote = True
                self.store.write(wiring.settings_file(chosen))
            while (colours := self._run_steps(ask_colours({**now, **chosen}))) != {**now, **chosen}["led_colours"]:
                chosen, wrote = {**chosen, "led_colours": colours}, True
                self.store.write(wiring.settings_file(chosen))
            orders = self._run_steps(wiring.calibrate_wiring(wiring.Draft({**now, **chosen}["cell_kind"], board)))
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

    def _look_at_board(self) -> Board:
        """What the table says of its board."""
        connection = self.store.open_connection()
        connection.close()
        return connection.link.board

    def _differs(self, wanted: Mapping[str, Any]) -> bool:
        """Does the table drive other LEDs, or other cells?"""
        assert self.hello
        return (self.hello.pixels, self.hello.cells) != (led_count(wanted), wanted["cell_kind"])

    def _put_back(self, before: bytes | None) -> None:
        """Restore the settings; UserError if the person does not wait for it."""
        try:
            self.store.write(before)
        except KeyboardInterrupt:
            sentence = say(
                "You left while the table's settings were being restored, so they may have changed. Calibrate again."
            )
            raise UserError(sentence, INTERRUPTED) from None

    def _run_steps(self, steps: Steps[Result]) -> Result:
        connection = self.store.open_connection()
        self.hello = connection.link.hello
        try:
            return WizardScreen(
                connection, self.clock, self.translator, CALIBRATE_TITLE, self.terminal, self.store.twin, self.page
            ).run_steps(steps)
        finally:
            connection.close()


# -- trying every part

SELFTEST_TITLE = say("Try every part once. Type skip if it doesn't answer, q to leave.")


@taken_as_interrupts()
def selftest(args: argparse.Namespace) -> int:
    """Try all parts, then print a finding for each; FAILED if a part failed."""
    translator = translator_for(args)
    by_hand = (is_somebody_there() or args.web) and not args.no_hands
    wall = WallClock()
    clock = wall if by_hand else RushedClock()  # nobody watches: simulated time need not pass in real time
    missing = UserError(
        say("No table answers. Plug it in with a cable that carries data. The simulated one: --port twin:"), NO_TABLE
    )
    port = args.port or user_config().port
    table = discovery.find_table(port, wall, clock if port.startswith(discovery.TWIN) else missing)
    has_terminal = by_hand and is_somebody_there()
    with served_page(args, translator) as page, terminal_of_person() if has_terminal else nullcontext() as terminal:
        findings = try_table(
            table, clock if table.twin else wall, translator, terminal, page, by_hand=by_hand, only=args.only
        )
        if page:
            page.show_report(findings)
    print(_report_text(findings, translator, as_json=args.json))
    return FAILED if any(finding.verdict == FAIL for finding in findings) else 0


def try_table(
    table: discovery.FoundTable, clock: Clock, translator: Translator, terminal: PersonsTerminal | None,
    page: WizardPage | None, *, by_hand: bool = True, only: Collection[str] = (),
) -> list[Finding]:  # fmt: skip
    """Try all parts of this table and close it. Left if the person leaves."""
    connection = table.connection
    try:
        discovery.await_hello(connection, clock)  # which says what its board has
        link, kept = connection.link, read_copy(connection.name)
        facts = Facts(shipped_build(), kept, link.counts, by_hand, link.board, only)
        screen = WizardScreen(connection, clock, translator, SELFTEST_TITLE, terminal, table.twin, page)
        return screen.run_steps(try_all_parts(facts))
    finally:
        save_link(data_file("link.json"), connection.link)
        connection.close()


def _report_text(findings: Sequence[Finding], translator: Translator, *, as_json: bool) -> str:
    """A line each: part, verdict, sentence. JSON is always in English: programs read it."""
    if as_json:
        fields = [dict(zip(Finding._fields, map(Translator("en").text, finding), strict=True)) for finding in findings]
        return json.dumps(fields, indent=1)
    rows = [tuple(map(translator.text, finding)) for finding in findings]
    part, verdict = (max(len(row[column]) for row in rows) for column in range(2))
    return "\n".join(f"{row[0]:{part}}  {row[1]:{verdict}}  {row[2]}" for row in rows)


# -- on the host's page, between two matches

CALIBRATED = say("The table knows its wiring. Test it now.")
LEFT = say("You left before the end.")
NEWER = say("This table's settings are from a newer Glowtable. Update Glowtable on this computer.")
UPDATING = say("Updating the table … Leave it plugged in.")


class Care(NamedTuple):
    """What a job needs: the table (UserError if there is none), its port, the game whose cards are meant, the page."""

    find_table: Callable[[], discovery.FoundTable]
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
        care.page.show_done(UNCHANGED if job == "calibrate" else LEFT)
    except UserError as error:
        care.page.show_done(error.message)
        if error.exit_code == INTERRUPTED:  # a signal came while something was put back
            raise KeyboardInterrupt from None


def _test_on_page(care: Care) -> None:
    care.page.show_report(try_table(care.find_table(), care.clock, care.translator, None, care.page))


def _calibrate_on_page(care: Care) -> None:
    store = open_store(care.port, care.clock)
    before = store.read()
    if wiring.is_newer(before):
        raise UserError(NEWER)
    learned = Calibration(store, care.clock, care.translator, None, care.page).learn_settings(before)
    store.keep_copy(learned)
    care.page.show_done(CALIBRATED)


def _enrol_tags(care: Care) -> None:
    registry, table = TagRegistry(data_file("tags.csv")), care.find_table()
    try:
        steps = enrol_cards(registry, care.game, registry.missing_cards(care.game))
        screen = WizardScreen(
            table.connection, care.clock, care.translator, PAGE_WORDS["enrol"], None, table.twin, care.page
        )
        care.page.show_done(screen.run_steps(steps))
    finally:
        table.connection.close()


def _update_firmware(care: Care) -> None:
    care.page.show_done(UPDATING)
    care.page.show_done(update_table(wanted_pico(care.port), care.translator, care.clock))


UPDATE = "update"
JOBS: Mapping[str, Callable[[Care], None]] = {
    "selftest": _test_on_page, "calibrate": _calibrate_on_page, "enrol": _enrol_tags, UPDATE: _update_firmware,
}  # fmt: skip
ANYWHERE = ("selftest", "calibrate")  # at a simulated table, too


# -- on the maker's page: what the wizard asks goes out, what is tapped comes in as typed

BETWEEN_US = 100_000  # two moments of what the line alone has changed


@contextmanager
def served_page(args: argparse.Namespace, translator: Translator) -> Iterator[ServedPage | None]:
    """The maker's page as long as the job takes; None if no page is wanted."""
    if not args.web:
        yield None
        return
    from glowtable.web.faces import icon_sprite
    from glowtable.web.seats import Seats
    from glowtable.web.server import Server

    server = Server(Seats((), ()), tellers(), icon_sprite())
    server.start(args.port_http)
    print(translator.text(say("The maker's page in a browser: {address}", address=f"{server.addresses[0]}maker")))
    try:
        yield ServedPage(server)
    finally:
        server.stop()


class ServedPage:
    """One wizard at the maker's page."""

    def __init__(self, server: Server, alone_us: int | None = None, title: Message | None = None) -> None:
        """With `alone_us` the job is left when nobody has looked at the page for so long; `title` replaces its own."""
        self.server, self.alone_us, self.title = server, alone_us, title
        self._looked_at_us = now_us()
        self.watch = LineWatch(now_us)
        self._shown: tuple[Wait, bool, int] | None = None
        self._shown_us = 0
        self._page: dict[str, Any] = {}

    def show_wait(self, wizard: Wizard[Any], message: Message, title: Message, is_twin: bool) -> None:
        """Show what is asked, at once; what only the line has changed a few times a second."""
        from glowtable.web.maker_page import maker_page, wizard_page

        connection, wait = wizard.connection, wizard.wait
        connection.look_on(self.watch)
        before, now = self._shown, self.watch.now_us()
        is_asked = before is not None and before[0] is wait and before[1] == wizard.is_away
        is_seen = before is not None and before[2] == self.watch.changes
        if is_asked and (is_seen or now - self._shown_us < BETWEEN_US):
            return
        self._shown, self._shown_us = (wait, wizard.is_away, self.watch.changes), now
        asked = wizard_page(message, wait.said, self.title or title, wait.is_question, is_twin)
        self._page = maker_page(self.watch, connection.link, connection.name)
        self.server.publish_maker({**self._page, "wizard": asked})

    def finished_lines(self) -> Iterable[str]:
        """What was tapped, as it could have been typed; what was tapped in the lobby waits until the job is done."""
        from glowtable.web.followers import AT_MAKER

        for _ in range(self.server.taps.qsize()):
            event = self.server.taps.get()
            tap = event.tap
            if event.is_late():
                event.refuse(PAGE_WORDS["late"])
                continue
            if tap.does not in AT_MAKER:  # a table's page that was left open taps, too
                event.refuse(PAGE_WORDS["cared"])
                continue
            event.confirm()
            yield tap.id if tap.does == "say" else cell_name(tap.cell)
        if self.alone_us is not None and self._is_deserted(self.alone_us):
            yield LEAVING[0]

    def _is_deserted(self, alone_us: int) -> bool:
        if self.server.is_maker_there:
            self._looked_at_us = now_us()
        return now_us() - self._looked_at_us > alone_us

    def show_report(self, findings: Sequence[Finding]) -> None:
        """How every part is."""
        lines = tuple({"part": one.part, "verdict": one.verdict, "text": one.said} for one in findings)
        self._publish_report(lines)

    def show_done(self, what: Message) -> None:
        """One sentence: what is being done, or at the end that it is done."""
        self._publish_report(({"part": None, "verdict": None, "text": what},))

    def _publish_report(self, lines: Sequence[Mapping[str, Message | None]]) -> None:
        self.server.publish_maker({**self._page, "report": lines, "has_lobby": self.alone_us is not None})
