"""Keys that bounce, chatter and are held: every edge with the sample at which it was told."""

from chance import Chance
from glowpico.scanner import ROWS, Scanner

now = 0
scanner = Scanner(lambda key, is_down: print(now, key, is_down))
chance = Chance(1)
samples = bytearray(ROWS)
for now in range(3000):
    if chance.one_in(4):
        row = chance.below(ROWS)
        samples[row] ^= 1 << chance.below(6)
    if now < 1500:
        samples[3] ^= 1 << 4  # a loose wire
    scanner.scan(samples)
    if now % 500 == 0:
        print(now, scanner.noisy(), bytes(scanner.down))
