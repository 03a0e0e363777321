"""Lights on pages move as those of the table: each pattern of page.css beside the firmware's."""

import re
from pathlib import Path

import glowtable.web
import pytest
from glowpico.strip import SLOTS, SLOTS_OF
from glowpico.wire import PATTERNS

CSS = (Path(glowtable.web.__file__).parent / "static" / "page.css").read_text()
LEVELS = {".06": 0, ".36": 1, ".45": 1, ".68": 2, "1": 3}  # opacity -> level of the firmware
ANIMATED = dict(re.findall(r"\.pattern-(\w)\{animation-name:(\w+)\}", CSS))


@pytest.mark.parametrize("letter", ANIMATED)
def test_a_pattern_is_the_same_on_pages(letter):
    (frames,) = re.findall(rf"@keyframes {ANIMATED[letter]}\{{((?:[^{{}}]+\{{[^{{}}]*\}})+)\}}", CSS)
    opacities = {
        float(percent): LEVELS[opacity]
        for percents, opacity in re.findall(r"([\d.%,]+)\{opacity:([\d.]+)\}", frames)
        for percent in percents.rstrip("%").split("%,")
    }
    shown = [opacities[max(at for at in opacities if at <= 100 * slot / SLOTS)] for slot in range(SLOTS)]
    assert bytes(shown) == SLOTS_OF[PATTERNS.index(letter)]


def test_every_pattern_that_moves_is_drawn():
    assert set(ANIMATED) == {letter for letter, slots in zip(PATTERNS, SLOTS_OF, strict=True) if len(set(slots)) > 1}
