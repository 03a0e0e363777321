"""The page of findings says what the program answers today, and what the one answered that the reviews listened to."""

import json

import pytest

from tests.docs import findings

TWO = [each for each in findings.FINDINGS if len(each.tables) == 2]
BEFORE = json.loads(findings.RECORD.read_text("utf-8"))


def test_the_page_of_findings_is_fresh():
    assert findings.PAGE.read_text("utf-8") == findings.page(), "python -m tests.docs.findings writes it"


@pytest.mark.parametrize("finding", TWO, ids=lambda finding: finding.title)
def test_what_hangs_on_a_secret_is_answered_alike(finding):
    assert len(set(findings.answers(finding).values())) == 1


def test_control_before_it_was_not():
    """All but the one where it was typing that decided, whatever the dealer had drawn."""
    assert [each.title for each in TWO if len(set(BEFORE[each.title].values())) == 1] == [
        "Who typed first decided what was turned up"
    ]


@pytest.mark.parametrize("finding", findings.FINDINGS, ids=lambda finding: finding.title)
def test_every_finding_is_answered_otherwise_today(finding):
    now = findings.answers(finding)
    assert now.keys() == BEFORE[finding.title].keys() and now != BEFORE[finding.title]


def test_control_other_words_make_the_page_stale():
    one = findings.FINDINGS[0]
    assert findings.answers(one) != findings.answers(one._replace(typed=("Ann Moon",)))
