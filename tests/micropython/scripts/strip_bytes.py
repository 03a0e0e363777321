"""Pictures of chance on tables of every wiring: the bytes of both chains through all eight slots, as CRCs."""

from binascii import crc32

from chance import Chance
from glowpico.settings import DEFAULTS
from glowpico.strip import LIGHTS, Strip, current_ma, units_within
from glowpico.wire import COLOURS, PATTERNS

chance = Chance(3)
for per_cell in (1, 2, 4):
    for rotation in range(4):
        order = list(range(35, -1, -1)) if rotation & 1 else list(range(36))
        wiring = {"pixels_per_cell": per_cell, "rotation": rotation, "led_order": order}
        for budget_ma, branch_ma in ((250, 750), (2500, 750), (10000, 500), (10000, 3000)):
            limits = {"budget_ma": budget_ma, "branch_ma": branch_ma}
            strip = Strip(dict(DEFAULTS, **limits, brightness_pct=1 + chance.below(100), **wiring))
            colours = "".join([COLOURS[chance.below(len(COLOURS))] for _ in range(LIGHTS)])
            patterns = "".join([PATTERNS[chance.below(len(PATTERNS))] for _ in range(LIGHTS)])
            strip.show(colours, patterns, chance.below(101))
            drawn = [strip.render(128 * slot) and crc32(strip.cells + strip.seats) for slot in range(9)]
            print(per_cell, rotation, budget_ma, branch_ma, strip.dimmed, list(strip.sums), strip.scale)
            print(strip.render(128 * 8 + 127), drawn)
    print([current_ma(144, units) for units in (0, 1, 255, 29700)], units_within(2330, 168), units_within(9, 168))
