"""An RP2040 starts at 125 MHz and may run at 200 MHz with its core at 1.15 V. Source: RP2040 datasheet, 2.15.3."""

import sys
import time

import machine

FULL_HZ = 200_000_000
REGULATOR = 0x40064000
VOLTAGE = 0xF0  # its bits in the regulator's register
AT_1V15 = 0xC0
SETTLE_US = 500


def set_clock_200_mhz():
    """Raise the voltage, then the speed. A chip that is as fast already, or another one, stays as it is."""
    if "RP2040" in sys.implementation._machine and machine.freq() < FULL_HZ:
        machine.mem32[REGULATOR] = machine.mem32[REGULATOR] & ~VOLTAGE | AT_1V15
        time.sleep_us(SETTLE_US)
        machine.freq(FULL_HZ)
