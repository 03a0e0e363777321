"""PN532 card readers on the pins. They need time to say what they are, so nothing is known of them at once."""

import time

from glowpico.banks import Banks
from glowpico.pn532 import Pn532
from glowpico.readers import READERS

MOST_HZ = 1_000_000  # the chip takes 5 MHz; this is what drivers at cables use
MEET_MS = 30  # so long the start waits for chips that say nothing
MEET_US = 500  # between two looks then
RESET_AFTER = 3  # lost questions; a chip may not even hear that it is to give up


class Banks532(Banks):
    """The same as Banks, for readers each of which has a line that selects it."""

    def __init__(self, matrix, board, reset, reset_us, count, hz, gain):
        super().__init__(matrix, board, reset, reset_us, count, min(hz, MOST_HZ), gain)

    def made(self, count, gain):
        return [Pn532(self) for _ in range(count)]

    def start(self, note):
        super().start(note)
        began_ms = time.ticks_ms()
        while self.present != self.wired and time.ticks_diff(time.ticks_ms(), began_ms) < MEET_MS:
            time.sleep_us(MEET_US)
            for reader in self.of(self.wired & ~self.present):
                self.look_at(reader)
        return self.of(self.present)

    def of(self, bits):
        return [reader for reader in range(READERS) if bits >> reader & 1]

    def probe(self, now_ms):
        """The same; a chip that has begun to say what it is goes on at each call."""
        if self.chips[self.probed].is_asked and not self.present >> self.probed & 1:
            self.look_at(self.probed)
        else:
            super().probe(now_ms)

    def noted(self, number, answer):
        """The same; a chip that is stuck is reset, with all others, if none of them works either."""
        answer = super().noted(number, answer)
        if self.chips[number].is_lost and self.losses[number] % RESET_AFTER == 0 and not any(self.is_sound):
            self.reset(0)
            self.reset(1)
        return answer
