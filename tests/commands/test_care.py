"""What the host's page does for the table: each job says on the page what came of it, and lets the table go."""

import pytest
from glowtable import games
from glowtable.commands import care
from glowtable.commands.care import Care, look_after
from glowtable.device import discovery
from glowtable.device.clock import RushedClock
from glowtable.device.discovery import simulated_table
from glowtable.messages import INTERRUPTED, UserError, say
from glowtable.terminal.translator import Translator

EN = Translator("en").text


class Page:
    """A page at which these lines are tapped, one at each look."""

    def __init__(self, *lines: str) -> None:
        self.lines, self.asked, self.done = list(lines), [], []

    def show_wait(self, wizard, message, title, is_twin) -> None:
        if EN(message) not in self.asked[-1:]:
            self.asked.append(EN(message))

    def finished_lines(self):
        return [self.lines.pop(0)] if self.lines else []

    def show_done(self, what) -> None:
        self.done.append(EN(what))


class Laying(RushedClock):
    """Time in which a person lays these cards, one after the other."""

    def __init__(self, uids) -> None:
        super().__init__()
        self.uids, self.naps, self.table = iter(uids), 0, discovery.simulated_table(self)

    def nap(self) -> None:
        super().nap()
        self.naps += 1
        if self.naps % 100 == 0 and (uid := next(self.uids, None)):
            self.table.twin.lay(0, uid)


def care_of(page: Page, clock: RushedClock, table=None, port: str = "twin:") -> Care:
    return Care(lambda: table, port, games.find("punto"), page, Translator("en"), clock)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    return tmp_path


def test_cards_are_enrolled_one_by_one_and_each_is_saved_at_once(home):
    page, clock = Page(), Laying(f"04a1{n:04x}" for n in range(72))
    look_after("enrol", care_of(page, clock, clock.table))
    assert page.asked[1:4] == [
        "Put R1a on any reader. 72 cards left.", "Reading the card …", "Put R1b on any reader. 71 cards left.",
    ]  # fmt: skip
    assert page.done == ["All cards of Punto have a tag."]
    assert len((home / "tags.csv").read_text().splitlines()) == 73 and not clock.table.twin.line.is_open


def test_where_all_cards_have_a_tag_there_is_nothing_to_do(home):
    page, clock = Page(), Laying(f"04a1{n:04x}" for n in range(72))
    look_after("enrol", care_of(page, clock, clock.table))
    look_after("enrol", care_of(page, clock, simulated_table(clock)))
    assert page.done == ["All cards of Punto have a tag."] * 2


def test_a_signal_while_something_is_put_back_ends_the_program(monkeypatch):
    def put_back(*_):
        raise UserError(say("left while it was restored"), INTERRUPTED)

    monkeypatch.setattr(care, "open_store", put_back)
    page = Page()
    with pytest.raises(KeyboardInterrupt):
        look_after("calibrate", care_of(page, RushedClock()))
    assert page.done == ["left while it was restored"]


def test_who_leaves_keeps_the_cards_enrolled_until_then(home):
    page, clock = Page(), Laying(["04a10000"])
    page.finished_lines = lambda: ["q"] if clock.naps > 300 else []
    look_after("enrol", care_of(page, clock, clock.table))
    assert page.done == ["You left before the end."]
    assert (home / "tags.csv").read_text().splitlines()[1:] == ["04a10000,punto,R1a"]


def test_a_card_that_is_skipped_is_named_at_the_end():
    page, clock = Page(*["skip"] * 72), Laying([])
    look_after("enrol", care_of(page, clock, clock.table))
    assert page.done[0].startswith("without a tag: R1a R1b")


def test_the_table_is_updated_and_says_which_build_it_runs(monkeypatch):
    monkeypatch.setattr(care, "wanted_pico", lambda port: f"/dev/{port}")
    monkeypatch.setattr(care, "update_table", lambda device, *_: say("The table at {port} runs", port=device))
    page = Page()
    look_after("update", care_of(page, RushedClock(), port="ttyACM0"))
    assert page.done == ["Updating the table … Leave it plugged in.", "The table at /dev/ttyACM0 runs"]


def test_why_a_job_is_impossible_is_said_on_the_page(monkeypatch):
    def is_away(*_):
        raise UserError(say("No table answers"))

    monkeypatch.setattr(care, "wanted_pico", is_away)
    page = Page()
    look_after("update", care_of(page, RushedClock()))
    assert page.done[-1] == "No table answers"


def test_settings_of_a_newer_program_stay_as_they_are(monkeypatch):
    class Newer:
        def read(self):
            return b'{"version": 99}'

    monkeypatch.setattr(care, "open_store", lambda *_: Newer())
    monkeypatch.setattr(care.wiring, "is_newer", lambda raw: raw == b'{"version": 99}')
    page = Page()
    look_after("calibrate", care_of(page, RushedClock()))
    assert page.done == ["This table's settings are from a newer Glowtable. Update Glowtable on this computer."]


def test_a_signal_ends_the_program_and_not_only_the_job(monkeypatch):
    page = Page()

    def interrupted():
        raise KeyboardInterrupt

    page.finished_lines = interrupted
    clock = Laying([])
    with pytest.raises(KeyboardInterrupt):
        look_after("enrol", care_of(page, clock, clock.table))
    assert page.done == [] and not clock.table.twin.line.is_open
