"""Light and sound on the pins of the Pico.

The WS2812 bits are the bytes of strip.py, and those that Adafruit's library sends for the same picture.
"""

import os
import subprocess
import sys
from random import Random

import pytest
from glowpico.board import SOUNDS, TABLE
from glowpico.settings import DEFAULTS
from glowpico.strip import SLOT_BITS, Strip
from glowpico.wire import COLOURS, PATTERNS

from tests.emulated.emulator import GPIOPinState
from tests.emulated.figures import FIGURES, GREEN, LIGHTS, SMALL, frames_of, light_to_led
from tests.emulated.light import Chain
from tests.emulated.table import Table

pytestmark = [pytest.mark.emulated, pytest.mark.usefixtures("image_here")]

# What the library would put on a pin, for RGB pixels given in hex; in an interpreter of its own, as nothing of the
# library may be imported where the table is played
SENT_BY_NEOPIXEL = """
import sys
import board, neopixel

class Captured(neopixel.NeoPixel):
    def _transmit(self, buffer):
        print(bytes(buffer).hex())

colours = bytes.fromhex(sys.argv[1])
pixels = Captured(board.NEOPIXEL, len(colours) // 3, auto_write=False)
for at in range(0, len(colours), 3):
    pixels[at // 3] = tuple(colours[at : at + 3])
pixels.show()
"""


def picture(seed: int) -> tuple[str, str, int]:
    rng = Random(seed)
    return ("".join(rng.choices(COLOURS, k=LIGHTS)), "".join(rng.choices(PATTERNS, k=LIGHTS)), rng.randrange(20, 101))


def shown(table: Table, wanted: tuple[str, str, int]) -> None:
    table.say("lights", *wanted)
    table.hears("ack")
    table.run_ms(60)


@pytest.mark.parametrize("seed", range(4))
def test_the_bits_on_the_wire_are_the_bytes_of_the_strip(large, seed):
    wanted = picture(seed)
    shown(large, wanted)
    assert (large.cells.shown, large.seats.shown) in frames_of(wanted, {})


def test_patterns_play_by_themselves_in_their_order(small):
    wanted = ("g" * LIGHTS, "f" * LIGHTS, 100)
    shown(small, wanted)
    seen = [small.next_frame()[0] for _ in range(9)]
    strip = Strip(DEFAULTS | SMALL)
    strip.show(*wanted)
    slots = [bytes(strip.cells) for slot in range(17) if strip.render(slot << SLOT_BITS)]
    assert seen in [slots[at : at + 9] for at in range(8)]


def test_adafruits_neopixel_would_send_the_same_bytes(large):
    wanted = ("rgbwosyp-" * 5)[:LIGHTS], "s" * LIGHTS, 70
    shown(large, wanted)
    colours = b"".join(
        bytes((red, green, blue)) for green, red, blue in zip(*[iter(large.cells.shown)] * 3, strict=True)
    )
    sent = subprocess.run(
        [sys.executable, "-c", SENT_BY_NEOPIXEL, colours.hex()],
        env=os.environ | {"BLINKA_OS_AGNOSTIC": "1"}, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    assert any(colours)
    assert bytes.fromhex(sent) == large.cells.shown


class Moment:
    """A clock of a pin whose edges come when we say."""

    def __init__(self):
        self.nanos = 0
        self.clock = self
        self.gpio = {TABLE["seat_leds"]: self}
        self.add_listener = lambda edge: setattr(self, "edge", edge)

    def send(self, byte):
        """Rise and fall, bit after bit, from the highest on; after each edge nothing yet is seen of the byte."""
        for bit in f"{byte:08b}":
            for level, length_ns in ((GPIOPinState.HIGH, 800 if bit == "1" else 400), (GPIOPinState.LOW, 450)):
                self.edge(level, GPIOPinState.LOW if level == GPIOPinState.HIGH else GPIOPinState.HIGH)
                yield
                self.nanos += length_ns


def test_a_frame_is_seen_when_it_is_whole_and_never_before():
    moment, chain = Moment(), Chain(TABLE["seat_leds"])
    chain.attach(moment)
    seen = []
    for byte in (0xA5, 0x3C):
        seen += [(chain.latched, chain.shown) for _ in moment.send(byte)]
        moment.nanos += 60_000
        seen.append((chain.latched, chain.shown))
    assert seen == [(0, b"")] * 16 + [(1, b"\xa5")] * 17 + [(2, b"\x3c")]


def test_a_picture_shines_in_time(small, record_property):
    ms = light_to_led(small, ("o" * LIGHTS, "s" * LIGHTS, 60), SMALL)
    record_property("lights to last bit", f"{ms:.1f} ms")
    assert FIGURES["lights"].holds(ms)


def test_the_last_lights_go_out_when_the_loop_is_left(small):
    shown(small, GREEN)
    assert any(small.cells.shown)
    small.execute("pass")
    assert not any(small.cells.shown + small.seats.shown)


def test_a_cue_sounds_its_notes(small):
    small.say("sound", 3)
    heard = []
    for _ in range(40):
        small.run_ms(5)
        if small.tone_hz != (heard or [0])[-1]:
            heard.append(small.tone_hz)
    wanted = [hz for hz, _ in SOUNDS[3]]
    assert [round(hz / 10) for hz in heard] == [round(hz / 10) for hz in [*wanted, 0]]
