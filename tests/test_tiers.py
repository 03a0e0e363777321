"""Each test is in a tier: what lies outside a tier's folders has not its mark."""

import re
from pathlib import Path

import pytest

from tests.tiers import APART, TIERS

TESTS = Path(__file__).parent


def places(tier):
    """The folders and files that a tier looks at, all of them if it names none."""
    return [TESTS.parent / word for word in TIERS[tier].words if word.startswith("tests/")] or [TESTS]


@pytest.mark.parametrize("mark", sorted(set(APART) & set(TIERS)))
def test_what_has_a_tiers_mark_lies_where_that_tier_looks(mark):
    marked = [path for path in TESTS.rglob("test_*.py") if re.search(rf"mark\.{mark}\b", path.read_text("utf-8"))]
    assert marked
    assert [path for path in marked if not any(path.is_relative_to(place) for place in places(mark))] == []
