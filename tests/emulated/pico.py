"""A Raspberry Pi Pico on an emulated RP2040: boots the real MicroPython image, and its time is ours.

Emulated time moves only in `run_us` and what calls it, stopped at the exact moment, so the same calls give the same
cycles every time. Knows no table: what is wired to the pins are devices (keys.py, light.py, radio.py).
"""

from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

from tests.emulated import disk, image
from tests.emulated.clock import Clock
from tests.emulated.emulator import (
    BOOTROM_B1,
    FLASH_START_ADDRESS,
    RP2040,
    UF2_BLOCK_SIZE,
    ConsoleLogger,
    LogLevel,
    decode_block,
    execute_batch,
)
from tests.emulated.usb import UsbHost

WATCHDOG_CTRL = 0x00
CORE_1_STACK = 0x20040000  # memory that nobody uses: one core alone runs
SLEEP_FOR_EVER = 0xE7FDBF20  # wfe; b back to it
PATIENCE_MS = 5000
RAW_REPL = b"raw REPL; CTRL-B to exit\r\n>"


class Device(Protocol):
    def attach(self, mcu: RP2040) -> None: ...


class Said(NamedTuple):
    """A packet of the Pico, and when it had arrived."""

    us: float
    data: bytes


class Silent(AssertionError):
    """What was waited for did not happen; shows what the Pico said last."""


class Loop:
    """What the emulator asks for at every instruction: a slot is found faster than what lies in a dict."""

    __slots__ = ("clock", "rp2040", "stopped")

    def __init__(self, mcu: RP2040) -> None:
        self.rp2040, self.clock, self.stopped = mcu, mcu.clock, True

    def stop(self) -> None:
        self.stopped = True


class Pico:
    """Power it on with this file system; `said` keeps what it says until somebody takes it.

    Without an image it is a plain MicroPython; flash that nobody has written is 0xFF.
    """

    def __init__(self, file_system: bytes, devices: tuple[Device, ...] = (), image: Path | None = None) -> None:
        self.mcu = RP2040()
        self.clock = Clock(self.mcu)
        self.loop = Loop(self.mcu)
        self.pio = self.mcu.pio
        self.mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self.mcu.load_bootrom(BOOTROM_B1)
        for offset, payload in pieces(image) if image else micropython():
            self.mcu.flash[offset : offset + len(payload)] = payload
        self.mcu.flash[disk.START : disk.START + len(file_system)] = file_system
        self.said: deque[Said] = deque()
        self.resets = 0
        self.reset_us = 0.0  # the last one
        self.usb = UsbHost(self.mcu, self._hear)
        self.mcu.watchdog.on_watchdog_trigger = self._watchdog_bites
        for device in devices:
            device.attach(self.mcu)
        self._moment = self.mcu.clock.create_alarm(self.loop.stop)
        self.mcu.core.pc = FLASH_START_ADDRESS
        self.mcu.pio = ()  # no program of ours has any, and the loop would look at each after every instruction

    # -- time

    @property
    def us(self) -> float:
        """Microseconds since power on."""
        return self.mcu.clock.nanos / 1000

    def run_us(self, us: float) -> None:
        self._moment.schedule(us * 1000)
        self.loop.stopped = False
        self.clock.tell()
        while not self.loop.stopped:
            execute_batch(self.loop, 1)

    def run_ms(self, ms: float) -> None:
        self.run_us(1000 * ms)

    def until(self, happens: Callable[[], object], most_ms: float = PATIENCE_MS, step_ms: float = 1) -> None:
        """Run until this is so, looked at every step; Silent if it is not in time."""
        end_us = self.us + 1000 * most_ms
        while not happens():
            if self.us >= end_us:
                raise Silent(f"not within {most_ms} ms: {self.heard()[-400:]!r}")
            self.run_ms(step_ms)

    # -- the cable

    def write(self, data: bytes) -> None:
        self.usb.write(data)

    def take(self) -> bytes:
        """What it said since the last take."""
        taken = self.heard()
        self.said.clear()
        return taken

    def heard(self) -> bytes:
        """What it said and nobody took."""
        return b"".join(said.data for said in self.said)

    def _hear(self, data: bytes) -> None:
        self.said.append(Said(self.us, data))

    # -- power, reset, prompt

    def reset(self, from_watchdog: bool = False) -> None:
        """The reset button, or the watchdog: memory is lost, the flash stays."""
        self.resets += 1
        self.reset_us = self.us
        self.mcu.pio = self.pio
        self.mcu.enter_reset(from_watchdog=from_watchdog)
        self.mcu.pio = ()
        self.clock.reset()
        if not from_watchdog:
            self.mcu.watchdog.reset()
        self.mcu.watchdog.write_uint32(WATCHDOG_CTRL, 0)  # as silicon does; the emulator would leave it running
        self.mcu.leave_reset()

    def hang(self) -> None:
        """The core sleeps in an endless loop from here on, and nothing may wake it."""
        self.mcu.write_uint32(CORE_1_STACK, SLEEP_FOR_EVER)
        self.mcu.core.enabled_interrupts = 0
        self.mcu.core.pc = CORE_1_STACK

    def _watchdog_bites(self) -> None:
        self.reset(from_watchdog=True)

    def execute(self, code: str, most_ms: float = 60_000) -> str:
        """What this code prints, at the raw prompt; a running program is interrupted."""
        self.begin(code)
        return self.ended(most_ms)

    def begin(self, code: str) -> None:
        """Interrupt whatever runs and start this code at the raw prompt."""
        self.take()
        self.write(b"\r\x03\x03\x01")
        self.until(lambda: self.heard().endswith(RAW_REPL))
        self.take()
        self.write(code.encode() + b"\x04")
        self.until(lambda: self.heard().startswith(b"OK"))

    def ended(self, most_ms: float = 60_000) -> str:
        """Wait for the end of the code begun; what it printed and nobody took. It must not raise."""
        self.until(lambda: self.heard().endswith(b"\x04>"), most_ms)
        printed, error, _ = self.take().removeprefix(b"OK").split(b"\x04")
        assert not error, error.decode()
        return printed.decode().replace("\r\n", "\n")

    def restart_program(self) -> None:
        """Leave the raw prompt and restart main.py, as Ctrl-B, Ctrl-D do."""
        self.write(b"\x02\x04")


@cache
def micropython() -> tuple[tuple[int, bytes], ...]:
    """The image in pieces, each with its place in the flash."""
    return pieces(image.find())


def pieces(uf2: Path) -> tuple[tuple[int, bytes], ...]:
    raw = uf2.read_bytes()
    blocks = [decode_block(raw[at : at + UF2_BLOCK_SIZE]) for at in range(0, len(raw), UF2_BLOCK_SIZE)]
    return tuple((block.flash_address - FLASH_START_ADDRESS, block.payload) for block in blocks)
