"""Steps at a table: what they wait for is shown, what comes is sent to them; a table that was away gets it again."""

import pytest
from glowpico.settings import DEFAULTS
from glowtable.device import discovery
from glowtable.device.clock import RushedClock
from glowtable.device.link import Hello, Snapshot, Stats
from glowtable.grid import CELLS
from glowtable.maker.wizard import (
    MAX_RECONNECTS,
    Wait,
    WaitTimeout,
    Wizard,
    await_card,
    await_press,
    await_quiet,
    show_frames,
)
from glowtable.maker.wizard_screen import WizardScreen, make_typed_gesture, picture_shown
from glowtable.messages import FAILED, UserError, say
from glowtable.table import BLUE, DARK, Audited, Found, Key, Light, Picture, Press, Release, Said, Tag
from glowtable.terminal.translator import Translator

ONE = Picture((Light(BLUE), *Picture().cells[1:]))
DO = say("do it")


class Bench:
    """A twin under a wizard, in emulated time."""

    def __init__(self, steps):
        self.clock = RushedClock()
        table = discovery.simulated_table(self.clock)
        self.twin, self.connection = table.twin, table.connection
        self.wizard = Wizard(steps, self.connection)

    def run(self, ms):
        for _ in range(ms // 5):
            self.wizard.run_once(self.clock.now_ms())
            self.clock.nap()

    @property
    def lit(self):
        return [cell for cell, rgb in enumerate(self.twin.cells_shown) if any(rgb)]


def diary(*waits):
    """A steps that goes through these waits at each press, and returns all that came."""
    came = []
    for wait in waits:
        while not came or not isinstance(came[-1], Press):
            came.append((yield wait))
        came.append(None)
    return came


def test_a_wait_is_lit_asked_and_sent_what_comes():
    bench = Bench(diary(Wait(DO, ONE, ask=(("test", "stats", 0),))))
    bench.run(500)
    assert bench.lit == [0]
    bench.twin.tap(9)
    bench.run(500)
    assert bench.wizard.is_over
    kinds = [type(came) for came in bench.wizard.outcome]
    assert {Hello, Snapshot, Stats} <= set(kinds) and bench.wizard.outcome[-2] == Press(9)


def test_time_up_comes_after_its_time_and_again_if_the_wait_is_new():
    def twice():
        first = yield Wait(DO, for_ms=100)
        while not isinstance(first, WaitTimeout):
            first = yield Wait(DO, for_ms=100)
        while not isinstance((yield Wait(DO, for_ms=100)), WaitTimeout):
            pass
        return True

    bench = Bench(twice())
    bench.run(200)
    assert not bench.wizard.is_over
    bench.run(400)
    assert bench.wizard.outcome is True


def test_a_table_that_restarts_again_and_again_ends_the_job():
    bench = Bench(diary(Wait(DO, for_ms=60_000)))
    with pytest.raises(UserError, match="keeps restarting") as caught:
        for _ in range(MAX_RECONNECTS + 1):
            bench.twin.restart()
            bench.run(1500)
    assert caught.value.exit_code == FAILED


@pytest.mark.parametrize("how", ["unplugged", "restarted"])
def test_a_table_that_was_away_is_told_everything_again(how):
    bench = Bench(diary(Wait(DO, ONE, raw=True)))
    bench.run(500)
    if how == "unplugged":
        bench.twin.line.unplug()
        bench.run(1000)
        assert bench.wizard.is_away
        bench.twin.line.replug()
    else:
        bench.twin.restart()
    bench.run(4000)
    assert not bench.wizard.is_away and bench.lit == [0]
    bench.twin.tap(4)
    bench.run(500)
    assert bench.wizard.is_over


def test_a_guide_on_a_line_that_is_up_begins_at_once():
    bench = Bench(diary(Wait(DO)))
    bench.run(500)
    second = Wizard(diary(Wait(DO, ONE)), bench.connection)
    bench.wizard = second
    bench.run(500)
    assert bench.lit == [0]


def test_time_counts_while_the_table_is_away():
    bench = Bench(await_quiet(Wait(DO, for_ms=1000)))
    bench.run(500)
    bench.twin.line.unplug()
    bench.run(1500)
    assert bench.wizard.is_over and bench.wizard.outcome is None


def test_leaving_turns_the_lights_off():
    bench = Bench(diary(Wait(DO, ONE)))
    bench.run(500)
    bench.wizard.leave_table(bench.clock.now_ms())
    for _ in range(100):
        bench.connection.exchange_bytes(bench.clock.now_ms())
        bench.clock.nap()
    assert bench.lit == []


# -- parts of steps


def outcome(steps, *comes):
    """What the steps returns when these come."""
    next(steps)
    try:
        for came in comes:
            steps.send(came)
    except StopIteration as stopped:
        return stopped.value
    raise AssertionError("it did not end")


def test_a_press_counts_when_all_are_let_go():
    assert outcome(await_press(Wait(DO)), Press(3), Release(3)) == 3
    assert outcome(await_press(Wait(DO)), Press(3), Press(4), Release(3), Release(4)) is None
    assert outcome(await_press(Wait(DO), frozenset([3])), Press(3), Release(3), Press(4), Release(4)) == 4
    assert outcome(await_press(Wait(DO)), Press(3), Said(" Back ")) == "back"


AUDIT = Wait(DO, ask=(("audit",),))
CARD = "04a1b2c3"


def test_a_card_counts_where_it_comes_to_and_where_it_lay_once_it_was_lifted():
    assert outcome(await_card(AUDIT, {7}), Found(7, CARD), Audited(0), Found(7, CARD), Audited(0), Found(8, CARD)) == 8
    assert outcome(await_card(AUDIT, {7}), Audited(0), Audited(0), Found(7, CARD)) == 7
    assert outcome(await_card(AUDIT, {7}), Audited(0), Found(7, CARD), Said("Skip")) == "skip"


def test_a_card_is_looked_for_again_and_again():
    steps = await_card(AUDIT, set())
    assert next(steps) is AUDIT
    again = steps.send(Audited(0))
    assert again == AUDIT and again is not AUDIT


def test_a_press_from_before_the_table_was_away_does_not_count():
    hello = Hello(1, "0", "0" * 8, "buttons", "00", 60, "0" * 8, 1, "-")
    assert outcome(await_press(Wait(DO)), Press(3), hello, Press(4), Release(4)) == 4


def test_a_desk_leaves_the_table_dark_and_telling_cells():
    clock = RushedClock()
    table = discovery.simulated_table(clock)
    table.twin.settings = {**DEFAULTS, "rotation": 1}
    table.twin.restart()
    cells = bytes(table.twin.loop.wiring.places)
    there = WizardScreen(table.connection, clock, Translator("en"), DO, None, table.twin)
    there.run_steps(await_quiet(Wait(DO, ONE, for_ms=1000, raw=True)))
    assert (
        table.connection.link.is_idle
        and not any(map(any, table.twin.cells_shown))
        and table.twin.loop.wiring.places == cells
    )


def test_what_moves_untouched_is_named():
    assert outcome(await_quiet(Wait(DO, for_ms=9)), WaitTimeout()) == set()
    assert outcome(await_quiet(Wait(DO, for_ms=9)), WaitTimeout(is_away=True)) is None
    snapshot = Snapshot("000000003", "000000", "00", 1, 0)
    moved = outcome(await_quiet(Wait(DO, for_ms=9)), snapshot, Release(9), Key(0, "undo"), WaitTimeout())
    assert moved == {Press(0), Press(1), Press(9), Key(0, "undo")}


def test_a_noisy_cell_does_not_make_the_wait_longer():
    bench = Bench(await_quiet(Wait(DO, for_ms=1000)))
    bench.twin.chatter_cell(8)
    bench.run(1500)
    assert bench.wizard.outcome == {Press(8)}


@pytest.mark.parametrize(("word", "answer"), [("YES", True), ("nein", False), ("skip", "skip"), ("back", "back")])
def test_what_is_watched_is_judged(word, answer):
    assert outcome(show_frames(DO, [ONE], 9), WaitTimeout(), Said("perhaps"), Said(word)) == answer


# -- hands at the simulated table


class Typist:
    """A terminal at which these lines are typed, one at each look; what it was shown."""

    size = (80, 24)

    def __init__(self, *lines):
        self.due = list(lines)
        self.line = type("Line", (), {"typed": ""})
        self.pages = []

    def finished_lines(self):
        return [self.due.pop(0)] if self.due else []

    def draw_page(self, page):
        self.pages.append("\n".join(text.plain for text in page))


def screen_at(*lines, language="en"):
    clock = RushedClock()
    table = discovery.simulated_table(clock)
    return WizardScreen(table.connection, clock, Translator(language), say("a job"), Typist(*lines), table.twin)


@pytest.mark.parametrize("line", ["b4", ""])
def test_at_the_twin_what_is_typed_is_done_and_enter_does_what_is_wanted(line):
    assert Press(9) in screen_at(*[" "] * 100, line).run_steps(diary(Wait(DO, wanted=Press(9))))


def test_the_page_fits_a_small_terminal_and_shows_what_shines():
    led = screen_at(*[" "] * 100, "b4")
    led.run_steps(diary(Wait(DO, ONE, said=say("wrong"))))
    page = led.terminal.pages[-1]
    assert len(page.splitlines()) <= 24 and max(map(len, page.splitlines())) <= 80
    for words in ("a job", "a   ●", "wrong", "> do it", "» "):
        assert words in page


@pytest.mark.parametrize("word", ["q", "quit", "\x04"])
def test_leaving_is_an_interrupt(word):
    with pytest.raises(KeyboardInterrupt):
        screen_at(word).run_steps(diary(Wait(DO)))


@pytest.mark.parametrize(
    ("language", "typed", "answer"),
    [("de", "zurück", "back"), ("de", "Auslassen", "skip"), ("it", "salta", "skip"), ("it", "nein", False)],
)
def test_answers_are_typed_in_ones_own_language(language, typed, answer):
    led = screen_at(*[" "] * 100, typed, "q", language=language)
    assert led.run_steps(show_frames(DO, [ONE], 9)) == answer


def test_hands_do_every_gesture():
    twin = discovery.simulated_table(RushedClock()).twin
    assert make_typed_gesture(twin, "", Wait(DO, wanted=Key(0, "confirm")))
    assert make_typed_gesture(twin, "", Wait(DO, wanted=Tag(2, "04a1b2c3")))
    assert not make_typed_gesture(twin, "skip", Wait(DO, wanted=Press(1)))
    assert not make_typed_gesture(twin, "c3", Wait(DO, is_question=True))
    twin.advance(100)
    assert twin.pico.tags[2] == "04a1b2c3"


def test_what_shines_is_told_in_the_nearest_letter():
    bench = Bench(diary(Wait(DO, ONE)))
    bench.run(500)
    shown = picture_shown(bench.twin)
    assert shown.cells[0].colour == BLUE
    assert {light.colour for light in shown.cells[1:]} == {DARK} and len(shown.cells) == CELLS
