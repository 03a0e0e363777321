"""The clocks of the emulated Pico as its program sets them: rp2040py takes 125 MHz for granted.

How long a cycle takes is one number in the compiled loop of rp2040py, for which it has no setting: it is found there
and written before the loop runs. The moments in which the core waits for its new clock are not modelled.
"""

import ctypes
import struct
from functools import cache
from pathlib import Path

from tests.emulated.emulator import RP2040, BasePeripheral, native_loop

CRYSTAL_HZ = 12_000_000
USB_HZ = 48_000_000
POWER_ON_HZ = 125_000_000
CLOCKS, PLL_SYS = 0x40008, 0x40028
REFDIV, FEEDBACK, DIVIDERS = 0x00, 0x08, 0x0C
LOCKED = 1 << 31
PERI_CTRL = 0x48
PERI_OF_USB = 2  # clk_peri runs on the USB's PLL instead of the core's clock


class Clock(BasePeripheral):
    """The PLL of the core's clock, and what follows from it."""

    def __init__(self, mcu: RP2040) -> None:
        super().__init__(mcu, "PLL_SYS")
        mcu.peripherals[PLL_SYS] = self
        self.reset()

    def reset(self) -> None:
        self.registers: dict[int, int] = {REFDIV: 1}
        self.hz = POWER_ON_HZ

    def read_uint32(self, offset: int) -> int:
        return self.registers.get(offset, 0) | LOCKED * (offset == REFDIV)

    def write_uint32(self, offset: int, value: int) -> None:
        self.registers[offset] = value
        feedback, dividers = self.registers.get(FEEDBACK, 0), self.registers.get(DIVIDERS, 0)
        by = (dividers >> 16 & 7) * (dividers >> 12 & 7) * (self.registers[REFDIV] & 0x3F)
        if feedback and by:
            self.hz = CRYSTAL_HZ * feedback // by
            self.tell()

    def tell(self) -> None:
        """Everything that counts this clock's cycles; before each run, for tables side by side differ."""
        mcu = self.rp2040
        mcu.clk_sys = self.hz
        is_usb = mcu.peripherals[CLOCKS].peri_ctrl >> 5 & 7 == PERI_OF_USB
        mcu.clk_peri = USB_HZ if is_usb else self.hz
        if mcu.ppb.systick_timer.frequency != self.hz:
            mcu.ppb.systick_timer.frequency = self.hz
        cycle_ns().value = 1e9 / self.hz


@cache
def cycle_ns() -> ctypes.c_double:
    """The number in the loop's memory."""
    found = []
    wanted = struct.pack("d", 1e9 / POWER_ON_HZ)
    library = str(Path(native_loop.__file__).resolve())
    for line in Path("/proc/self/maps").read_text().splitlines():
        span, rights, *_, name = line.split(maxsplit=5)
        if name == library and "w" in rights:
            begin, end = (int(address, 16) for address in span.split("-"))
            memory = ctypes.string_at(begin, end - begin)
            found += [begin + at for at in range(0, len(memory), 8) if memory[at : at + 8] == wanted]
    (address,) = found
    return ctypes.c_double.from_address(address)
