"""Plain one-track plans stay below their bounds, and the documents quote what they score."""

from pathlib import Path

import pytest
from glowtable.lab.figures import Interval

from tests.bench.probes import PROBES, SPIEL, head_of, holds, played
from tests.games.shipped import SHIPPED

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "play/spiel_des_jahres.md").read_text("utf-8")


def row_of(probe):
    """What docs/BOTS.md says: number, share, lower and upper end."""
    rest = (DOCS / "BOTS.md").read_text("utf-8").partition(head_of(probe))[2].partition("\n")[0]
    return [float(word.strip("[],|")) for word in rest.split() if word != "|"]


@pytest.mark.parametrize("probe", PROBES, ids=head_of)
def test_each_plan_has_its_row_within_its_bound(probe):
    count, share, low, high = row_of(probe)
    assert holds(probe, Interval(share, low, high, int(count)))


@pytest.mark.slow
@pytest.mark.parametrize("probe", PROBES, ids=head_of)
def test_a_plan_scores_what_its_row_says(probe, record_property):
    score = played(probe)
    record_property(head_of(probe), str(score))
    assert holds(probe, score) and [score.n, *map(float, map("{:.3f}".format, score[:3]))] == row_of(probe)


def test_a_plan_that_is_too_good_and_a_control_that_is_not_even_are_caught():
    control = next(probe for probe in PROBES if probe.game == SPIEL)
    assert holds(control, played(control, 30)) and not holds(control._replace(most=0.2), played(control, 30))
    assert not holds(control, Interval(0.6, 0.55, 0.65, 300))


def test_every_game_has_a_control_and_plans():
    for name in SHIPPED:
        bounds = [probe.most is None for probe in PROBES if probe.game == name]
        assert bounds.count(True) == 1 and len(bounds) >= 4


def test_the_guide_quotes_what_december_scores_with_and_without_the_house_rule():
    for probe in PROBES:
        if "December" in probe.name:
            assert f"{round(row_of(probe)[1] * 300)} of 300" in GUIDE, head_of(probe)
