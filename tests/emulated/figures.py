"""How good the table is, in emulated time: each figure with its goal. The same firmware gives the same figures."""

from ast import literal_eval
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

from glowpico.settings import DEFAULTS
from glowpico.strip import SLOT_BITS, SLOTS, Strip
from glowpico.talk import HEARTBEAT_MS
from glowpico.wire import CELLS, KEYS, SEATS
from glowtable.device.boards import read_board

from tests.emulated.apart import apart
from tests.emulated.moments import LAST_CELL, worst
from tests.emulated.pico import Silent
from tests.emulated.radio import SEAT_BANK, Chip
from tests.emulated.table import Heard, Table

LIGHTS = CELLS + SEATS
SMALL = {"pixels_per_cell": 1, "pixels_per_seat": 1}  # 36 + 6 LEDs
MIXED = ("ecpsdbkf" * 6)[:LIGHTS]  # every pattern: two of eight slots change nothing
GREEN, BLINKING = ("g" * LIGHTS, "s" * LIGHTS, 60), ("g" * LIGHTS, MIXED, 60)
ORANGE, ORANGE_BLINKING = ("o" * LIGHTS, "s" * LIGHTS, 60), ("o" * LIGHTS, MIXED, 60)
STARTER = read_board("starter")
UID = "04a1b2c3d4e5f6"
EVENTS = 10_000
ROUND_MS = 200  # in which every key is pressed and let go once: faster ones are muted where ticks are long
HANG_AT_MS = 400
REST_MS = 28  # between two ticks at rest
LIT_MS = 5  # later comes one before which the keys were looked at between the two chains, and
COLLECT_MOST_MS = 5000  # between two collections then: as glowpico.pico says, which only a Pico can import
PICTURE_MS = 1010  # between two pictures, each of which is followed by a collection
SEATED = 7  # readers of the seats and the dealer
CARDS_MS = 300  # after them each reader is asked as often as while they lie
MOST_FRAMES = 40  # of light, until a picture must be there
FILES, ONE_FILE = "files", "one file"  # how a Pico has its firmware
COLLECTED_MS = 60  # after the light of a picture, in which garbage is collected
COLLECTED_GAPS = 6  # the longest of them: that of the collection, and those of light

# boot.py by which every collection of garbage is measured
METERED = """
import array, gc, time
from glowpico import pico

class Meter:
    us = array.array("I", bytes(256))
    free = array.array("I", bytes(256))
    ticks = array.array("I", bytes(256))
    count = ticked = 0

    def collect(self):
        began_us = time.ticks_us()
        gc.collect()
        self.us[self.count] = time.ticks_diff(time.ticks_us(), began_us)
        self.free[self.count] = gc.mem_free()
        self.ticks[self.count] = self.ticked
        self.count += 1

    def __getattr__(self, name):
        return getattr(gc, name)

def tick(self, now_ms):
    meter.ticked += 1
    unmetered(self, now_ms)

pico.gc = meter = Meter()
unmetered, pico.Schedule.tick = pico.Schedule.tick, tick
"""

# boot.py of a table whose loop hangs once: it sleeps for ever in the middle of a tick
HANGS = """
import machine, time

def hang(timer):
    print("hangs")
    while True:
        time.sleep_ms(1000)

if machine.reset_cause() != machine.WDT_RESET:
    timer = machine.Timer(period={at_ms}, mode=machine.Timer.ONE_SHOT, callback=hang)
"""


class Figure(NamedTuple):
    """`measure` gives a value that may be at most `goal`, or must be at least that if `at_least`."""

    what: str
    goal: float
    unit: str
    measure: Callable[[], float]
    at_least: bool = False
    today: float = 0  # what the firmware's files reach where that misses the goal: to be worse than that is a fault
    of: str = ""  # FILES or ONE_FILE: measured of that alone

    def holds(self, value: float) -> bool:
        """It is met, or no worse than we say it is of files."""
        is_known = value >= self.today if self.at_least else value <= self.today
        return self.is_met(value) or bool(self.today and is_known)

    def is_met(self, value: float) -> bool:
        return value >= self.goal if self.at_least else value <= self.goal


class Collection(NamedTuple):
    """Of garbage: how long it took, how many bytes were free then, how many ticks had been."""

    us: int
    free: int
    ticks: int


# -- tables


def lit(picture: tuple[str, str, int], settings: dict[str, Any], readers: int) -> Table:
    """A table that has shown this picture for a while."""
    return showing(Table(settings, readers=range(readers)), picture)


def showing(table: Table, picture: tuple[str, str, int]) -> Table:
    table.greet()
    table.say("lights", *picture)
    table.hears("ack")
    table.run_ms(300)
    table.take()
    return table


def small() -> Table:
    return lit(GREEN, SMALL, readers=0)


def starter() -> Table:
    """The table that is wired in an evening: its keys straight at the Pico, one reader, 36 LEDs."""
    return showing(Table({}, readers=range(1), board=STARTER), GREEN)


def large() -> Table:
    return lit(BLINKING, {}, readers=7)


# -- a press


def press_to_line(table: Table, cell: int = LAST_CELL) -> float:
    """ms from a press on the pin to the newline of its frame on USB."""
    table.take()
    begins_us = table.us
    table.press(cell)
    frame = table.hears("press")
    while frame.fields != (cell,):
        frame = table.hears("press")
    return (frame.us - begins_us) / 1000


def worst_press(table: Table) -> float:
    of_cells = max(apart(press_to_line, table, cell) for cell in range(0, CELLS, 5))
    return max(of_cells, worst(table, press_to_line))


def press_at_collection(table: Table) -> float:
    """The worst of a press before the longest gaps after a new picture, in one of which garbage is collected."""
    shown_anew(table)
    return worst(table, press_to_line, COLLECTED_GAPS, 0, COLLECTED_MS)


def shown_anew(table: Table) -> Table:
    """A new picture has just been sent, and the last collection was long enough ago for another."""
    table.run_ms(1000)
    table.say("lights", *ORANGE_BLINKING)
    table.next_frame()
    return table


def presses_at_once() -> float:
    """How many of 36 cells pressed together are lost, told twice or told though nobody pressed them."""
    table = large()
    for cell in range(CELLS):
        table.press(cell)
    told = []
    while len(told) < CELLS:
        frame = table.hears("press")
        told += [frame.fields[0]] * (frame.number == len(told) + 1)
        table.acknowledge(len(told))
    table.run_ms(200)
    more = [frame for frame in table.frames(("press", "release")) if (frame.number or 0) > CELLS]
    return len(set(range(CELLS)).symmetric_difference(told)) + len(more)


def delay_by_chatter() -> float:
    """ms by which a cell that chatters makes the worst press of another later."""
    table = small()
    calm = worst(table, press_to_line)
    chattering(table, 7)
    return worst(table, press_to_line) - calm


def chattering(table: Table, key: int, closed: float = 0.5) -> list[Heard]:
    """From now on this contact opens and closes by itself; the edges it told until it was muted, acknowledged."""
    table.take()
    table.keys.chatter(key, closed)
    told: dict[int, Heard] = {}
    while True:
        frame = table.hears("press", "release", "key", "trouble")
        if frame.word == "trouble" and f"noisy.c{key}" in str(frame.fields[1]):
            return list(told.values())
        if frame.number:
            told[frame.number] = frame
            table.acknowledge(frame.number)


# -- a picture


def light_to_led(table: Table, picture: tuple[str, str, int], settings: dict[str, Any]) -> float:
    """ms from the last byte of `lights` in the Pico to the end of the last bit of its first frame."""
    wanted = frames_of(picture, settings)
    table.say("lights", *picture)
    table.until(lambda: not table.usb.outbox, step_ms=0.05)
    begins_us = table.usb.delivered_us
    for _ in range(MOST_FRAMES):
        if table.next_frame() in wanted:
            break
    else:
        raise Silent(f"{picture} is not shown")
    return (table.last.ended_us - begins_us) / 1000


def echo_to_led(table: Table, cell: int = LAST_CELL) -> float:
    """ms from a press on a lit cell to the end of the cells' last bit in which it shines brighter."""
    begins_us, size = table.us, len(table.cells.shown) // CELLS
    place = slice(cell * size, (cell + 1) * size)
    table.press(cell)
    for _ in range(MOST_FRAMES):
        if is_echo(table.next_of(table.cells)[place]):
            return (table.cells.ended_us - begins_us) / 1000
    raise Silent(f"cell {cell} does not answer")


def is_echo(pixels: bytes) -> bool:
    """No colour of these pictures is as bright in red as in blue; the white of an answer is."""
    _, red, blue = pixels[:3]
    return red >= blue > 0


def frames_of(picture: tuple[str, str, int], settings: dict[str, Any]) -> set[tuple[bytes, bytes]]:
    """What the two chains may carry while this picture shines."""
    strip = Strip(DEFAULTS | settings)
    strip.show(*picture)
    slots = range(0, SLOTS << SLOT_BITS, 1 << SLOT_BITS)
    return {(bytes(strip.cells), bytes(strip.seats)) for now_ms in slots if strip.render(now_ms)}


# -- work, memory


def busy_pct(table: Table) -> float:
    """How much of the time the core was not asleep, from one collection of garbage at rest to the next.

    To find room among garbage takes time, and a host's acknowledgement, each second, leaves the most of it.
    """
    cycles, begins_us = table.mcu.core.cycles, table.us
    for _ in range(COLLECT_MOST_MS // HEARTBEAT_MS):
        table.acknowledge(0)
        table.run_ms(HEARTBEAT_MS)
    return 100 * (table.mcu.core.cycles - cycles) / (table.us - begins_us) / (table.clock.hz / 1e6)


def boot_to_hello(compiled: bool) -> float:
    """ms from power on to the first hello, for a host that waits at the port."""
    return Table(SMALL, compiled=compiled).greet().us / 1000


def bare_to_hello() -> float:
    """The same of flash in which there is nothing but our UF2; the file system is made on the way."""
    return Table().greet().us / 1000


def all_readers() -> Table:
    """A reader under each cell, and those of seats and dealer: 43."""
    return Table({"cell_kind": "nfc"}, is_nfc=True)


def free_kb(table: Table) -> float:
    table.say("test", "stats", 0)
    return table.hears("stats").fields[0] / 1000


def free_after_events(events: int = EVENTS) -> float:
    """Free kB after so many presses, releases and keys, told and acknowledged."""
    table = large()
    told = 0
    while told < events:
        for act in (table.press, table.release):
            for key in range(CELLS + KEYS):
                act(key)
            told = drained(table, told, table.us + 500 * ROUND_MS)
    return free_kb(table)


def drained(table: Table, told: int, until_us: float) -> int:
    """Acknowledge until nothing is said any more, at least until then; the number of the last edge."""
    while table.us < until_us or table.heard():
        numbers = [frame.number or 0 for frame in table.frames()]
        if max(numbers, default=0) > told:
            told = max(numbers)
            table.acknowledge(told)
        table.run_ms(1)  # before the next tick, or that would find the window full
    return told


def metered(ticks: int = 1000, before: str = "") -> list[Collection]:
    """Every collection while a table at rest blinks and polls so long, but for the first: then all is made.

    `before` is run before main.py.
    """
    table = Table({}, others={"boot.py": (before + METERED).encode()})
    table.greet()
    for _ in range(ticks * (REST_MS + LIT_MS) // PICTURE_MS + 4):
        table.say("lights", *BLINKING)
        table.run_ms(PICTURE_MS)
    parts = (table.execute(f"print(list(meter.{part})[1:meter.count])") for part in Collection._fields)
    collections = [Collection(*noted) for noted in zip(*map(literal_eval, parts), strict=True)]
    assert collections[-1].ticks - collections[0].ticks >= ticks
    return collections


def kept_bytes() -> float:
    """How much less is free after 1,000 more idle ticks, each time after a collection."""
    return kept_of(metered())


def kept_of(collections: list[Collection]) -> int:
    return collections[0].free - collections[-1].free


def longest_collection() -> float:
    return longest_of(metered())


def longest_of(collections: list[Collection]) -> float:
    return max(collection.us for collection in collections) / 1000


# -- readers


class Polled(Chip):  # type: ignore[misc]
    """Notes when its field went on and off, in microseconds: all of a poll but the milliseconds in which it wakes."""

    def __init__(self) -> None:
        self.woken: list[float] = []
        self.rested: list[float] = []
        super().__init__()

    def field(self, on: bool) -> None:
        if on and self.field_us is None:
            self.woken.append(self.now_us)
        elif not on and self.field_us is not None:
            self.rested.append(self.now_us)
        super().field(on)


def empty_poll() -> float:
    """ms a poll of a reader without a tag takes, the longest of 19 in 20: in the others a frame of light is sent."""
    table = Table(SMALL, readers=range(0))
    chip = table.banks.plug(SEAT_BANK, 0, Polled())
    table.greet()
    table.run_ms(2000)
    polls = sorted(rested - woken for woken, rested in zip(chip.woken, chip.rested, strict=False))
    return polls[len(polls) * 19 // 20] / 1000


CELL_MS = 12  # of one NFC cell, and a part of a reader's poll between


def directed_poll(cells: int = 12) -> float:
    """ms in which so many NFC cells are asked for a tag that none of them has, the longest of some rounds."""
    table = all_readers()
    chip = table.banks.plug(0, 0, Polled())
    table.greet()
    table.say("seek", UID, f"{(1 << cells) - 1:09x}")
    table.hears("ack")
    chip.woken.clear()
    table.run_ms(2 * cells * CELL_MS + 500)
    return max(after - before for before, after in pairwise(chip.woken)) / 1000


def tag_seen(table: Table) -> float:
    """ms from a card laid on the last reader to the frame that tells it."""
    begins_us = table.us
    table.lay(SEATED - 1, UID)
    return (table.hears("tag").us - begins_us) / 1000


def with_cards(many: int) -> Table:
    """A table on which so many of the seven readers have had a card for a while."""
    table = large()
    for reader in range(many):
        table.put(f"{UID[:-1]}{reader}", SEAT_BANK, reader)
    for _ in range(many):
        table.acknowledge(table.hears("tag").number or 0)
    table.run_ms(CARDS_MS)
    table.take()
    return table


def worst_tag(others: int) -> float:
    return worst(with_cards(others), tag_seen)


# -- watchdog


def hanging(at_ms: int = HANG_AT_MS, greeted: bool = True, **settings: Any) -> Table:
    """A table whose loop hangs so long after power on."""
    boot = HANGS.format(at_ms=at_ms).encode()
    table = Table({"version": 1, **SMALL, **settings}, readers=range(2), others={"boot.py": boot})
    if greeted:
        table.greet()
    return table


def hang_to_reset() -> float:
    """s from the moment the loop hangs until the watchdog resets the table."""
    table = hanging()
    table.until(lambda: b"hangs" in table.heard())
    hung_us = table.said[-1].us
    table.until(lambda: table.resets, most_ms=20_000, step_ms=20)
    return (table.reset_us - hung_us) / 1e6


FIGURES = {
    "press": Figure("press to line, 36 steady LEDs, no reader", 3.5, "ms", lambda: worst_press(small())),
    "press-all": Figure(
        "press to line, 168 blinking LEDs, 7 readers", 6.5, "ms", lambda: worst_press(large()), today=7
    ),
    "press-collect": Figure(
        "press to line, as garbage is collected", 8, "ms", lambda: press_at_collection(large()), today=12
    ),
    "lights": Figure(
        "lights to last bit, 36 LEDs",
        7,
        "ms",
        lambda: worst(small(), lambda t: light_to_led(t, ORANGE, SMALL)),
        today=8,
    ),
    "lights-all": Figure(
        "lights to last bit, 168 LEDs, 7 readers",
        11.5,
        "ms",
        lambda: worst(large(), lambda t: light_to_led(t, ORANGE_BLINKING, {})),
        today=17,
    ),
    "echo": Figure("press to its echo's last bit, 36 LEDs", 12, "ms", lambda: worst(small(), echo_to_led)),
    "echo-all": Figure(
        "press to its echo's last bit, 168 LEDs, 7 readers", 12, "ms", lambda: worst(large(), echo_to_led)
    ),
    "busy": Figure("busy, 36 steady LEDs, no reader", 7, "%", lambda: busy_pct(small()), today=8),
    "busy-all": Figure("busy, 168 blinking LEDs, 7 readers", 25, "%", lambda: busy_pct(large()), today=27),
    "boot": Figure("power on to hello, .mpy", 200, "ms", lambda: boot_to_hello(True), today=330, of=FILES),
    "boot-source": Figure("power on to hello, source", 500, "ms", lambda: boot_to_hello(False), today=1900, of=FILES),
    "boot-uf2": Figure("power on to hello, one file, bare flash", 60, "ms", bare_to_hello, of=ONE_FILE),
    "boot-nfc": Figure("power on to hello, 43 readers", 340, "ms", lambda: all_readers().greet().us / 1000, today=380),
    "free": Figure("free heap after boot", 205, "kB", lambda: free_kb(large()), at_least=True, today=149),
    "free-events": Figure("free heap after 10,000 events", 180, "kB", free_after_events, True, today=149),
    "press-starter": Figure("press to line, starter", 3.6, "ms", lambda: worst_press(starter())),
    "lights-starter": Figure(
        "lights to last bit, starter",
        7.2,
        "ms",
        lambda: worst(starter(), lambda t: light_to_led(t, ORANGE, STARTER["settings"])),
        today=8,
    ),
    "boot-starter": Figure(
        "power on to hello, one file, starter",
        60,
        "ms",
        lambda: Table({}, readers=range(1), board=STARTER).greet().us / 1000,
        of=ONE_FILE,
    ),
    "free-starter": Figure("free heap after boot, starter", 205, "kB", lambda: free_kb(starter()), True, today=149),
    "busy-starter": Figure("busy, starter", 25, "%", lambda: busy_pct(starter())),
    "kept": Figure("kept of 1,000 idle ticks", 0, "B", kept_bytes),
    "collect": Figure("longest garbage collection", 4, "ms", longest_collection, today=9.5),
    "poll": Figure("poll of an empty reader", 8, "ms", empty_poll),
    "seek": Figure("directed poll of 12 cells", 150, "ms", directed_poll),
    "sweep": Figure("directed poll of all 36 cells, 7 readers beside", 450, "ms", lambda: directed_poll(CELLS)),
    "tag": Figure("tag laid to line, 7 readers", 100, "ms", lambda: worst_tag(0)),
    "tag-one": Figure("tag laid to line, another has one", 100, "ms", lambda: worst_tag(1)),
    "tag-all": Figure("tag laid to line, all others have one", 100, "ms", lambda: worst_tag(SEATED - 1)),
    "presses": Figure("of 36 presses at once lost or invented", 0, "", presses_at_once),
    "chatter": Figure("a chattering cell delays another by", 5, "ms", delay_by_chatter),
    "hang": Figure("hung loop to reset", 8, "s", hang_to_reset),
}
