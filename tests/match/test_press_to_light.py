"""One press to one light, stage by stage (docs/PRESS.md)."""

import pytest
from glowpico import wire
from glowpico.readers import MADE_UP
from glowpico.strip import PALETTE
from glowtable import games
from glowtable.device.clock import RushedClock
from glowtable.device.connection import Connection
from glowtable.device.link import Link
from glowtable.device.tag_registry import simulated_registry
from glowtable.device.twin import Twin
from glowtable.game import Action, full_options
from glowtable.grid import TABLE_SEAT, cell_of
from glowtable.match.dealer import Dealer
from glowtable.match.journal import Header, Journal
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.presenter import current_picture
from glowtable.match.pump import PORT_REST_MS, REST_MS, SCAN_MS, Pump
from glowtable.match.recorder import Recorder
from glowtable.match.session import Phase, Question, Session
from glowtable.messages import say
from glowtable.table import COVER, GREEN, OPEN, SKY, WHITE, Card
from glowtable.terminal.console import Console
from glowtable.terminal.translator import Translator

PUNTO = games.find("punto")
NAMES = ("Ann", "Ben", "Cal", "Dot")
SHINING_GREEN, SHINING_SKY, SHINING_WHITE = (PALETTE[wire.COLOURS.index(letter)] for letter in (GREEN, SKY, WHITE))


class AtTable:
    """A match of four people at a twin, told as gestures."""

    def __init__(self, tmp_path):
        self.clock = RushedClock()
        self.twin = Twin(self.clock.now_ms)
        self.registry = simulated_registry(PUNTO)
        options = full_options(PUNTO, {})
        session = Session(MatchState(PUNTO, tuple(map(Player, NAMES)), options))
        self.journal = Journal(tmp_path / "journal.sqlite")
        recorder = Recorder(self.journal, Header("punto", NAMES, options, 1, ""))
        connection = Connection("twin:", self.twin.line.open, Link(session="beef"))
        translator = Translator("en", NAMES, game="punto")
        self.pump = Pump(session, connection, recorder, self.registry, Dealer(1), translator.text)
        self.console = Console(self.pump, translator)

    @property
    def session(self):
        return self.pump.session

    def wait(self, ms=300):
        for _ in range(ms // 5):
            self.clock.nap()
            self.pump.pump_once(self.clock.now_ms())

    def key(self, code):
        self.twin.tap_key(code)
        self.wait()

    def show(self, reader, card):
        self.twin.lay(reader, self.registry.tags_of("punto", card)[0])
        self.wait()

    def press(self, name):
        self.twin.tap(cell_of(name))
        self.wait()

    def light(self, name):
        return self.twin.cells_shown[cell_of(name)]


@pytest.fixture
def table(tmp_path):
    table = AtTable(tmp_path)
    table.wait()
    assert table.session.phase is Phase.SETTING
    table.key(0)  # all is laid out
    table.key(0)  # Ann is the youngest
    return table


def shines_like(light, colour):
    """The same hue, however dim."""
    top = max(light)
    return top > 0 and all(abs(light[i] / top - colour[i] / max(colour)) < 0.1 for i in range(3))


def test_press_reaches_light(table):
    table.show(0, "R5a")
    table.press("c3")
    table.show(1, "G6a")
    table.press("b2")
    table.show(2, "B7a")
    lights = {name: current_picture(table.session).cells[cell_of(name)] for name in ("c3", "b2", "a1")}
    assert lights == {"c3": (SKY, COVER), "b2": (WHITE, COVER), "a1": (GREEN, OPEN)}  # white: the last move
    shining = {"c3": SHINING_SKY, "b2": SHINING_WHITE, "a1": SHINING_GREEN}
    assert all(shines_like(table.light(name), colour) for name, colour in shining.items())


def test_an_illegal_press_flashes_and_leaves_the_other_lights(table):
    table.show(0, "R5a")
    before = table.twin.picture_letters
    table.press("a1")
    assert table.twin.picture_letters[0] == "r" + before[0][1:] and table.twin.picture_letters[1] == "f" + before[1][1:]
    assert "P-10" in table.console.said[-1]


def test_a_press_is_acknowledged_only_after_its_commit(table, monkeypatch):
    table.show(0, "R5a")
    order = []
    append, acknowledge = table.journal.append_rows, table.pump.connection.link.acknowledge_through

    def appended(match, rows):
        append(match, rows)
        order.append("saved")

    monkeypatch.setattr(table.journal, "append_rows", appended)
    monkeypatch.setattr(
        table.pump.connection.link,
        "acknowledge_through",
        lambda number: (order.append("acknowledged"), acknowledge(number)),
    )
    table.press("c3")
    assert order[:2] == ["saved", "acknowledged"]


def test_a_tag_that_left_before_the_press_still_counts(table):
    table.show(0, "R5a")
    table.twin.lift(0)
    table.wait()
    table.press("c3")
    assert table.session.history[-1].action == Action(0, "place", (14,))


def test_an_unknown_tag_is_told_and_changes_nothing(table):
    state = table.session.state
    table.twin.lay(0, "ffffffff")
    table.wait()
    assert table.session.state is state and "Unknown card." in table.console.said[-1]
    assert "ffffffff" not in str(table.journal.good_rows(1))


def test_a_phone_at_a_reader_is_nobodys_card(table):
    table.session.question = Question(TABLE_SEAT, frozenset(), held=(say("Look at this."),))
    said, rows = list(table.console.said), table.journal.good_rows(1)
    table.twin.lay(0, MADE_UP)
    table.wait()
    assert (table.console.said, table.journal.good_rows(1)) == (said, rows) and table.session.held
    table.show(0, "R5a")
    assert table.session.history


def test_what_begins_to_ail_the_table_is_said_once_and_kept_in_the_journal(table):
    table.twin.pico.trouble = ("reader.2",)
    table.wait()
    table.twin.pico.trouble = ("reader.2", "usb-power")
    table.wait()
    told = [line for line in table.console.said if "Reader 3 stopped working." in line]
    assert len(told) == 1
    notes = [row.text for row in table.journal.good_rows(1) if row.kind == "note" and row.text.startswith("trouble")]
    assert notes == ["trouble: reader.2", "trouble: usb-power"]


@pytest.mark.parametrize(("files", "rest_ms"), [([], REST_MS), ([3], PORT_REST_MS)])
def test_a_match_at_rest_waits_long_and_one_that_moves_does_not(table, monkeypatch, files, rest_ms):
    """Longer where a port wakes it: REST_MS is for what must be asked whether it has something to say."""
    assert REST_MS < PORT_REST_MS < 500
    monkeypatch.setattr(Connection, "files", files)
    for _ in range(10):
        table.wait()
    assert table.console.pump.rest_ms == rest_ms
    table.press("c3")
    assert table.console.pump.rest_ms == SCAN_MS


def test_a_loose_cell_is_muted_and_the_people_are_told(table):
    table.twin.chatter_cell(35)
    for _ in range(10):
        table.wait()
    assert any("Cell f6 is stuck, so it is ignored." in line for line in table.console.said)


def test_a_card_is_read_at_the_reader_of_its_seat(table):
    table.show(2, "B5a")
    assert not table.session.history[1:]
    assert table.registry.name_event(table_tag(table, "B5a"), "punto") == Card(2, "B5a")


def table_tag(table, card):
    from glowtable.table import Tag

    return Tag(2, table.registry.tags_of("punto", card)[0])
