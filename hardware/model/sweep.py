"""How long it takes to look for a tag: the air, the bus and the waiting, summed up.

Source of the air times: ISO/IEC 14443-3 type A at 106 kbit/s; a byte is nine bits on the air.
"""

from __future__ import annotations

from glowpico.mfrc522 import CRYSTAL_US, GUARD_US
from glowpico.settings import with_defaults

BIT_US = 128 / 13.56
DELAY_US = 91  # a tag answers this long after a frame
SILENCE_US = 300  # until the chip's timer says that there is no answer
EXCHANGE_US = 60  # MicroPython, per exchange on the bus
EXCHANGE_BYTES = 6
SETTLE_EXCHANGES = 5  # wake, gain, field on, and off again
FRAME_EXCHANGES = 4  # begin, look, look again, fetch
WAKE_BITS, ATQA_BITS, SELECT_BITS, SAK_BITS = 7, 18, 83, 27
LEVELS = 2  # of a uid of seven bytes
LIMIT_MS, LEGAL_CELLS = 150, 12  # the time in which a placement must be found, and the number of legal cells


def begins_hz(cells: str) -> int:
    """The rate at which the firmware asks the readers of a table with such cells, `buttons` or `nfc`."""
    rate: int = with_defaults({"cell_kind": cells})["reader_hz"]
    return rate


def exchange_us() -> float:
    return EXCHANGE_US + EXCHANGE_BYTES * 8e6 / begins_hz("nfc")


def frame_us(out_bits: int, in_bits: int) -> float:
    """A frame and its answer; no bits of answer are a time-out."""
    answer = DELAY_US + in_bits * BIT_US if in_bits else SILENCE_US
    return out_bits * BIT_US + answer + FRAME_EXCHANGES * exchange_us()


def begin_us() -> float:
    return CRYSTAL_US + GUARD_US + SETTLE_EXCHANGES * exchange_us()


def empty_ms() -> float:
    """A cell with no tag."""
    return (begin_us() + frame_us(WAKE_BITS, 0)) / 1000


def miss_ms() -> float:
    """A cell whose tag is not the one sought: it does not answer the first select."""
    return (begin_us() + frame_us(WAKE_BITS, ATQA_BITS) + frame_us(SELECT_BITS, 0)) / 1000


def hit_ms() -> float:
    """The cell of the tag sought."""
    selects = LEVELS * frame_us(SELECT_BITS, SAK_BITS)
    return (begin_us() + frame_us(WAKE_BITS, ATQA_BITS) + selects) / 1000


def seek_ms(cells: int) -> float:
    """The tag that is sought is at the last of these cells, and another lies on each one before."""
    return (cells - 1) * miss_ms() + hit_ms()


def lines() -> list[tuple[str, float]]:
    return [
        ("empty cell", empty_ms()),
        ("cell with another tag", miss_ms()),
        ("cell with the tag sought", hit_ms()),
        (f"{LEGAL_CELLS} legal cells, found at the last", seek_ms(LEGAL_CELLS)),
        ("36 cells, found at the last", seek_ms(36)),
    ]
