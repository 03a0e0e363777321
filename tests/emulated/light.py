"""A chain of WS2812 on a pin: the bytes that it shows, decoded from the edges, and when their last bit ended."""

from glowpico.board import NONE

from tests.emulated.emulator import RP2040, GPIOPinState

ONE_NS = 600  # a high of 800 ns is a one, of 400 ns a zero
LATCH_NS = 50_000  # a longer low ends a frame


class Chain:
    """`frames` counts what was sent; a chain that is being sent to counts already."""

    def __init__(self, gpio: int) -> None:
        self.gpio = gpio
        self.frames = 0
        self.bits: list[bool] = []
        self.before: list[bool] = []  # of the frame before
        self.rise_ns = self.fall_ns = -1e9

    def attach(self, mcu: RP2040) -> None:
        self.clock = mcu.clock
        if self.gpio != NONE:
            mcu.gpio[self.gpio].add_listener(self._edge)

    @property
    def is_latched(self) -> bool:
        """All that was begun is sent; in the first bit of a frame no fall tells of it yet."""
        return self.clock.nanos - max(self.rise_ns, self.fall_ns) > LATCH_NS

    @property
    def latched(self) -> int:
        """How many frames the LEDs have taken."""
        return self.frames - (not self.is_latched)

    @property
    def shown(self) -> bytes:
        """Green, red, blue of each LED, as they show it: a frame that is still being sent is not seen yet."""
        return whole(self.bits if self.is_latched else self.before)

    @property
    def ended_us(self) -> float:
        """When the last bit's high was over."""
        return self.fall_ns / 1000

    def _edge(self, new: GPIOPinState, old: GPIOPinState) -> None:
        now_ns = self.clock.nanos
        if new == GPIOPinState.HIGH:
            if now_ns - self.fall_ns > LATCH_NS:
                self.before, self.bits = self.bits, []
                self.frames += 1
            self.rise_ns = now_ns
        elif new == GPIOPinState.LOW and old == GPIOPinState.HIGH:
            self.fall_ns = now_ns
            self.bits.append(now_ns - self.rise_ns > ONE_NS)


def whole(bits: list[bool]) -> bytes:
    assert len(bits) % 8 == 0, f"{len(bits)} bits are not whole bytes"
    return bytes(sum(bit << 7 - i for i, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8))
