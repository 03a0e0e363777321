"""The simulated table: hands at one end, a port at the other, and everything that can go wrong between."""

from random import Random

import pytest
from glowpico import wire
from glowpico.settings import DEFAULTS
from glowpico.talk import RING
from glowtable.device.connection import Connection
from glowtable.device.link import Edge, Hello, Lost, Measured
from glowtable.device.twin import CATCH_UP_MS, CHIP_VERSION, HAND_MS, RAIL_MV, TAP_MS, Twin
from glowtable.device.twin_line import Faults, Unplugged
from glowtable.table import Audited, Found, Key, Light, Picture, Press, Release, Tag, Untag

from tests.support.campaign import share
from tests.support.credulous import Credulous

ANN, BEN = "04a1b2c3", "04a1b2c4"
GREEN, DARK = (0, 64, 14), (0, 0, 0)
STEP_MS = 5


class Rig:
    """A twin, and the host's side of its line; both go by the same clock."""

    def __init__(self, faults=Faults(), **twin):
        self.now_ms = 0
        self.twin = Twin(lambda: self.now_ms, faults, **twin)
        self.connection = Connection("twin:", self.twin.line.open)
        self.events, self.heard = [], []
        self.run(50)

    def run(self, ms):
        """Let time pass; the host commits whatever it hears. The events of this while."""
        before = len(self.events)
        for _ in range(0, ms, STEP_MS):
            self.now_ms += STEP_MS
            for heard in self.connection.exchange_bytes(self.now_ms):
                self.heard.append(heard)
                if isinstance(heard, Edge):
                    self.events.append(heard.event)
                    self.connection.link.acknowledge_through(heard.number)
        return self.events[before:]

    def run_until(self, happened, most_ms=120_000):
        for _ in range(0, most_ms, STEP_MS):
            if happened():
                return
            self.run(STEP_MS)
        raise AssertionError(f"not within {most_ms} ms")

    def is_quiet(self):
        """Nothing waits to be told at either end."""
        talk = self.twin.loop.talk
        return (
            self.connection.link.state == "up"
            and talk.session == self.connection.link.session
            and talk.oldest == talk.next_edge
        )


@pytest.fixture
def rig():
    return Rig()


# -- hands


def test_a_pressed_cell_is_an_event_after_one_tick(rig):
    rig.twin.press(21)
    assert rig.run(5) == [Press(21)]
    rig.twin.release(21)
    assert rig.run(50) == [Release(21)]


def test_a_tap_is_a_press_and_a_release_a_moment_later(rig):
    rig.twin.tap(21)
    assert rig.run(TAP_MS) == [Press(21)]
    assert rig.run(50) == [Release(21)]


def test_a_key_is_named_by_its_seat(rig):
    rig.twin.tap_key(8)
    assert rig.run(100) == [Key(2, "pass")]


LAID, BESIDE, LIFTED = (lambda twin: twin.lay(2, ANN)), (lambda twin: twin.lay(2, BEN)), (lambda twin: twin.lift(2))


@pytest.mark.parametrize(
    ("first", "then", "told"),
    [
        ([LAID], [LIFTED], [Tag(2, ANN), Untag(2)]),
        ([LAID], [BESIDE], [Tag(2, ANN), Untag(2), Tag(2, BEN)]),
        ([LAID], [LIFTED, LAID], [Tag(2, ANN), Untag(2), Tag(2, ANN)]),
        ([LAID, LIFTED], [], []),
    ],
    ids=["it goes", "another takes its place", "it is laid again", "lifted before it lay there"],
)
def test_a_card_comes_and_goes(rig, first, then, told):
    for hands in (first, then):
        for does in hands:
            does(rig.twin)
        rig.run(HAND_MS if hands is then else 100)
    rig.run(400)
    assert rig.events == told


def test_a_card_may_leave_before_the_cell_is_pressed(rig):
    rig.twin.lay(2, ANN, for_ms=60)
    assert rig.run(400) == [Tag(2, ANN), Untag(2)]
    rig.twin.tap(3)
    assert rig.run(100) == [Press(3), Release(3)]


def test_a_turned_table_names_cells_as_the_people_see_them():
    rig = Rig(settings={**Twin().settings, "rotation": 3})
    rig.twin.tap(1)
    rig.connection.link.show_picture(Picture(cells=(Light(), Light("g")) + (Light(),) * 34))
    assert rig.run(100) == [Press(1), Release(1)]
    assert [cell for cell, rgb in enumerate(rig.twin.cells_shown) if rgb != DARK] == [1]


ORDERS = {"cell_order": [*range(35, -1, -1)], "led_order": [7, *range(7), *range(8, 36)]}


def presses_and_lights(rig):
    """What a tap of cell 1 is called, and which cells shine of a picture of cell 1."""
    rig.twin.tap(1)
    rig.connection.link.show_picture(Picture(cells=(Light(), Light("g")) + (Light(),) * 34))
    return rig.run(100), [cell for cell, rgb in enumerate(rig.twin.cells_shown) if rgb != DARK]


def test_wires_in_any_order_make_no_difference_to_people():
    rig = Rig(settings={**DEFAULTS, **ORDERS, "rotation": 1})
    assert presses_and_lights(rig) == ([Press(1), Release(1)], [1])


def test_raw_and_other_settings_leave_the_wires_where_they_are():
    rig = Rig(settings={**DEFAULTS, **ORDERS})
    raw = ([Press(34), Release(34)], [2])  # cell 1 is wired at 34, and cell 2's light at 1
    rig.connection.link.commands.queue_command("test", "raw", 1)
    rig.run(50)
    assert presses_and_lights(rig) == raw
    rig.connection.link.commands.queue_command("test", "raw", 0)
    rig.run(50)
    assert presses_and_lights(rig) == ([Press(1), Release(1)], [1])
    rig.twin.settings = DEFAULTS
    rig.twin.restart()
    rig.run(2500)
    assert presses_and_lights(rig) == raw


# -- cells that read tags


@pytest.fixture
def nfc():
    return Rig(settings={**DEFAULTS, **ORDERS, "cell_kind": "nfc"})


def test_it_says_that_its_cells_read_tags(nfc):
    assert nfc.connection.link.hello.cells == "nfc"


def test_a_tag_sought_is_a_press_of_the_cell_it_is_put_down_on(nfc):
    nfc.twin.put_down(4, BEN)
    nfc.connection.link.commands.queue_command("seek", ANN, "fffffffff")
    assert nfc.run(3000) == []
    nfc.twin.put_down(3, ANN)
    assert nfc.run(3000) == [Press(3)]


def test_an_audit_finds_every_tag_and_no_stack(nfc):
    nfc.twin.put_down(35, ANN)
    for uid in (ANN, BEN):
        nfc.twin.put_down(3, uid)
    nfc.connection.link.commands.queue_command("audit")
    assert nfc.run(3000) == [Found(35, ANN), Audited(1 << 3)]
    assert nfc.twin.pick_up(3) == BEN
    nfc.connection.link.commands.queue_command("audit")
    assert nfc.run(3000) == [Found(3, ANN), Found(35, ANN), Audited(0)]


def test_a_tag_under_another_is_not_found(nfc):
    for uid in (ANN, BEN):
        nfc.twin.put_down(3, uid)
    nfc.connection.link.commands.queue_command("seek", ANN, "fffffffff")
    assert nfc.run(3000) == []
    nfc.twin.pick_up(3)
    assert nfc.run(3000) == [Press(3)]


def test_chip_and_supply_are_measured(nfc):
    for part, number in (("chip", 9), ("supply", 0)):
        nfc.connection.link.commands.queue_command("test", part, number)
    heard = len(nfc.heard)
    nfc.run(50)
    assert nfc.heard[heard:] == [Measured("chip", 9, CHIP_VERSION), Measured("supply", 0, RAIL_MV)]


# -- light and sound


def test_a_picture_shines(rig):
    rig.connection.link.show_picture(Picture(cells=(Light("g"),) * 36, seats=(Light("g"),) + (Light(),) * 5))
    rig.run(50)
    assert rig.twin.cells_shown == (GREEN,) * 36
    assert rig.twin.seats_shown == (GREEN,) + (DARK,) * 5
    assert rig.twin.picture_letters == ("g" * 37 + "-" * 5, "s" * 42, 100)


def test_a_twin_that_never_ticked_is_dark():
    twin = Twin()
    assert set(twin.cells_shown + twin.seats_shown) == {DARK}


def test_a_sound_is_heard(rig):
    rig.connection.link.commands.queue_command("sound", 3)
    rig.run(50)
    assert rig.twin.pico.sounds == [3]


def test_stats_tell_how_long_a_tick_took(rig):
    rig.connection.link.commands.queue_command("test", "stats", 0)
    rig.run(50)
    assert rig.connection.link.stats and rig.connection.link.stats.tick_us > 0


# -- the port


def test_reading_never_waits_and_gives_no_more_than_asked(rig):
    assert rig.twin.line.read(100) == b""
    rig.twin.tap(3)
    rig.now_ms += 5
    waiting = rig.twin.line.in_waiting
    assert len(rig.twin.line.read(3)) == 3
    assert len(rig.twin.line.read(100)) == waiting - 3


def test_what_was_not_read_can_be_thrown_away(rig):
    rig.twin.tap(3)
    rig.now_ms += 5
    assert rig.twin.line.in_waiting
    rig.twin.line.reset_input_buffer()
    assert rig.twin.line.in_waiting == 0


def test_a_long_pause_of_the_host_is_not_caught_up(rig):
    before_ms = rig.twin.now_ms
    rig.now_ms += 3_600_000
    assert rig.twin.line.read(1) is not None
    assert rig.twin.now_ms - before_ms == CATCH_UP_MS


def test_a_closed_port_cannot_be_used_until_it_is_opened_again():
    twin = Twin()
    twin.line.close()
    for use in (lambda: twin.line.read(1), lambda: twin.line.write(b"x"), lambda: twin.line.in_waiting):
        with pytest.raises(Unplugged, match="twin: is closed"):
            use()
    assert twin.line.open().in_waiting == 0
    assert twin.line.write(b"x") == 1


def test_an_unplugged_port_is_an_os_error_as_with_pyserial():
    twin = Twin()
    twin.line.unplug()
    for use in (lambda: twin.line.read(1), lambda: twin.line.write(b"x"), lambda: twin.line.in_waiting, twin.line.open):
        with pytest.raises(OSError, match="twin: is unplugged"):
            use()
    twin.line.replug()
    assert twin.line.open().is_open


def test_an_unplugged_table_is_found_again_with_all_that_happened_meanwhile(rig):
    rig.twin.line.unplug()
    rig.run(100)
    assert isinstance(rig.heard[-1], Lost)
    rig.twin.tap(9)
    rig.twin.advance(200)
    rig.twin.line.replug()
    assert rig.run(2000) == [Press(9), Release(9)]


def test_a_restarted_table_is_greeted_anew(rig):
    session = rig.connection.link.session
    rig.twin.restart()
    rig.run(2500)
    assert rig.connection.link.session != session
    assert Lost("restart") in rig.heard
    assert sum(isinstance(heard, Hello) for heard in rig.heard) == 2
    rig.twin.tap(9)
    assert rig.run(100) == [Press(9), Release(9)]


# -- broken cells


def test_a_stuck_cell_is_one_press_and_hides_no_other(rig):
    rig.twin.stick_cell(8)
    rig.twin.tap(7)
    assert set(rig.run(1000)) == {Press(8), Press(7), Release(7)}
    rig.twin.mend_cell(8)
    assert rig.run(50) == [Release(8)]


def test_a_chattering_cell_neither_floods_nor_delays_its_neighbour(rig):
    rig.twin.chatter_cell(8)
    events = rig.run(20_000)
    assert len([event for event in events if event == Press(8)]) < 300
    rig.twin.tap(7)
    assert Press(7) in rig.run(5)
    rig.twin.mend_cell(8)
    rig.run(3000)
    assert rig.run(1000) == []
    assert rig.twin.loop.talk.lost == 0


# -- bad lines


BAD = {
    "lost": Faults(lost=0.01),
    "damaged": Faults(damaged=0.01),
    "duplicated": Faults(duplicated=0.01),
    "delayed": Faults(delayed=0.1),
    "split": Faults(split=0.5),
    "all": Faults(lost=0.003, damaged=0.003, duplicated=0.003, delayed=0.02, split=0.2),
}


def tap_some(rig, rng, count):
    """The events that so many taps must make, in order."""
    expected = []
    for cell in (rng.randrange(36) for _ in range(count)):
        rig.twin.tap(cell)
        rig.run(100)
        expected += [Press(cell), Release(cell)]
    return expected


def at_any_byte(rig, rng):
    """A tap, and a moment in which some of it, or nothing, is on its way; what must be heard."""
    cell = rng.randrange(36)
    rig.twin.tap(cell)
    rig.run(STEP_MS * rng.randrange(20))
    rig.twin.advance(STEP_MS * rng.randrange(3))
    return [Press(cell), Release(cell)]


def unplug_often(rig, times):
    """Pull the plug so often, and put it back; what must be heard."""
    rng, expected = Random(1), []
    for _ in range(times):
        expected += at_any_byte(rig, rng)
        rig.twin.line.unplug()
        rig.run(STEP_MS * rng.randrange(40))
        rig.twin.advance(100)
        rig.twin.line.replug()
        rig.run_until(rig.is_quiet)
    return expected


def restart_often(rig, times):
    """Reset the table so often, and tap again then; all that was done, and how often the second tap was not heard."""
    rng, made, unheard = Random(2), [], 0
    for _ in range(times):
        tapped = at_any_byte(rig, rng)
        rig.twin.restart()
        rig.run(100)
        rig.run_until(rig.is_quiet)
        rig.twin.tap(tapped[0].cell)
        unheard += rig.run(200) != tapped
        made += tapped * 2
    return made, unheard


def is_in_order(some, every):
    remaining = iter(every)
    return all(event in remaining for event in some)


def credulous_rig():
    rig = Rig(Faults(split=0.1))
    rig.connection.link = Credulous(session="beef")
    return rig


@pytest.mark.campaign
def test_unplugging_at_any_byte_loses_doubles_and_invents_nothing(record_property):
    rig, times = Rig(Faults(split=0.1)), share(500)
    expected = unplug_often(rig, times)
    assert rig.events == expected
    record_property("unplugged at any byte", f"{times} times, {len(expected)} edges: 0 lost, doubled or invented")


@pytest.mark.campaign
def test_a_restart_at_any_byte_loses_at_most_what_was_not_committed_and_invents_nothing(record_property):
    rig, times = Rig(Faults(split=0.1)), share(500)
    made, unheard = restart_often(rig, times)
    assert unheard == 0 and is_in_order(rig.events, made)
    unsent = len(made) - len(rig.events)
    record_property(
        "restarted at any byte", f"{times} times, {len(made)} edges, {unsent} unsent: 0 doubled or invented"
    )


@pytest.mark.slow
def test_control_at_any_byte_a_credulous_host_hears_what_was_not_done():
    unplugged, restarted = credulous_rig(), credulous_rig()
    expected = unplug_often(unplugged, 100)
    assert unplugged.events != expected
    made, unheard = restart_often(restarted, 100)
    assert unheard > 0 and not is_in_order(restarted.events, made)


@pytest.mark.parametrize("name", ["lost", "damaged", "duplicated", "all"])
def test_control_the_faults_do_reach_both_ends(rig, name):
    rig.twin.line.faults = BAD[name]
    assert rig.twin.line.faults == BAD[name] != Faults()
    for _ in range(30):
        rig.connection.link.commands.queue_command("sound", 1)
    tap_some(rig, Random(0), 40)
    assert sum(rig.connection.link.counts.values()) > 0
    assert rig.twin.loop.talk.bad_crc + rig.twin.loop.talk.noise > 0


def test_the_same_seed_makes_the_same_faults():
    def read(seed):
        twin = Twin(faults=BAD["all"]._replace(seed=seed))
        said = b""
        for number in range(200):
            twin.line.write(wire.encode(wire.HOST, "3f2a", None, "hi") if number < 5 else b"")
            twin.advance(5)
            said += twin.line.read(1000)
        return said

    assert read(7) == read(7)
    assert len({read(seed) for seed in range(5)}) > 1


def test_more_than_the_ring_holds_while_nobody_listens_is_counted_and_told(rig):
    rig.twin.line.unplug()
    for _ in range(RING):
        rig.twin.tap(9)
        rig.twin.advance(100)
    rig.twin.line.replug()
    rig.run_until(rig.is_quiet)
    assert len(rig.events) == RING
    rig.connection.link.commands.queue_command("snapshot")
    rig.run(50)
    assert rig.connection.link.snapshot and rig.connection.link.snapshot.lost == RING
