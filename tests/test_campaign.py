"""How much of a campaign each command plays is what the texts say."""

import pytest

from tests import campaign
from tests.hostile_commands import HOUSE


@pytest.mark.parametrize(
    ("in_campaign", "long", "shares"), [(False, False, (40, 2)), (True, False, (400, 100)), (True, True, (4000, 4000))]
)
def test_a_part_of_it_or_all(monkeypatch, in_campaign, long, shares):
    monkeypatch.setattr(campaign, "IN_CAMPAIGN", in_campaign)
    monkeypatch.setattr(campaign, "LONG", long)
    assert (campaign.share(4000), campaign.long_share(4000)) == shares
    assert campaign.share(3) >= 1 <= campaign.long_share(3)


def test_the_texts_say_so():
    measured, makefile = (HOUSE / "docs/MEASURED.md").read_text(), (HOUSE / "Makefile").read_text()
    assert "1 % of each campaign, of those that take hours a 2,000th" in measured
    assert "all quick tests and 1 % of the long runs, of those that take hours a 2,000th" in makefile
    for text in (measured, makefile):
        assert "a tenth of the long fault" in text and "a fortieth of those that take hours" in text
