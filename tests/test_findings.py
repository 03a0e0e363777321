"""The page of findings says what the program answers today."""

from tests import findings


def test_the_page_of_findings_is_fresh():
    assert findings.PAGE.read_text("utf-8") == findings.page(), "python -m tests.findings writes it"


def test_what_hangs_on_a_secret_is_answered_alike():
    for finding in findings.FINDINGS[:4]:
        heard = {tuple(findings.transcript(make(), finding.typed)) for make in finding.tables.values()}
        assert len(finding.tables) == 2 and len(heard) == 1


def test_control_other_words_make_the_page_stale():
    one = findings.FINDINGS[0]
    assert findings.told_of(one) != findings.told_of(one._replace(typed=("Ann Moon",)))
