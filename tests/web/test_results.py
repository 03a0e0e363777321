"""The end of a match on every page: how it ended, why, scores where they count, and a phone starts the next match."""

from random import Random

import pytest
from glowtable.match.session import Phase, Question
from glowtable.terminal.translator import Translator
from glowtable.web.companion import STALE
from glowtable.web.outgoing import public_page, seat_page
from glowtable.web.translated import translated

from tests.support.endings import ENDED, NAMES, session_over
from tests.support.matches import Match
from tests.web.company import Company
from tests.web.test_companion import play_by_taps

TOLD = {  # kind, on the table and the television, on the phone of seat 2 (or of the only one), why, scores
    "won": ("won", "Ann won.", "Ann won.", "Ann completed a line of 5.", [1, 0, 0, 0]),
    "team": (
        "won", "Ann and Cleo won together.", "Ann and Cleo won together.", "Ann and Cleo completed a line of 5.",
        [1, 0, 1, 0],
    ),
    "tie": (
        "tie", "It's a tie between Ben and Cleo.", "You're tied with Cleo.", "Ben and Cleo won 1 of 3 rounds each.",
        [0, 1, 1, 0],
    ),
    "nobody": ("nobody", "Nobody won.", "Nobody won.", "Everybody is ruined.", None),
    "won together": (
        "won-together", "All won together.", "You won together.", "The villains in play are defeated.", [],
    ),
    "lost together": (
        "lost-together", "All lost together.", "You lost together.", "A hostage was needed, and none was left.", [],
    ),
    "won alone": ("won-together", "Ann won.", "You won.", "The villains in play are defeated.", []),
    "lost alone": ("lost-together", "Ann lost.", "You lost.", "A hostage was needed, and none was left.", []),
}  # fmt: skip


def told(page, name):
    return translated(page, Translator("en", NAMES, game=ENDED[name][0].name).text)


@pytest.mark.parametrize("name", ENDED)
def test_each_page_says_how_it_ended_and_why(name):
    session = session_over(name)
    ending, for_all, for_one, why, scores = TOLD[name]
    public = told(public_page(session), name)
    own = told(seat_page(session, min(1, len(session.players) - 1)), name)
    result = public["result"]
    assert (result["ending"], result["headline"], result["why"], own["headline"]) == (ending, for_all, why, for_one)
    assert result["scores"] == (list(session.outcome.scores) if scores is None else scores)
    assert public["asked"] == [] and own["may_start_next"] is True


def test_what_was_won_is_told_with_its_reason_though_all_lost():
    (line,) = told(public_page(session_over("lost together")), "lost together")["result"]["ledger"]
    assert (line["seats"], line["text"], line["rule"]) == ([0], "trophy: Crowbar Twins", "E-32")


def test_while_the_match_goes_on_nothing_is_said_of_its_end(tmp_path):
    company = Company(Match(tmp_path, ("Ann", "Ben"), first_player="youngest"))
    own = company.shown.own[0]
    assert company.shown.public["result"] is None and company.shown.public["asked"]
    assert (own["headline"], own["may_start_next"]) == ("", False)


@pytest.mark.parametrize("change", [{"paused": True}, {"question": Question(0, frozenset({1}))}])
def test_what_is_asked_after_the_end_comes_before_the_result(change):
    session = session_over("won")
    for name, value in change.items():
        setattr(session, name, value)
    assert public_page(session)["asked"] and not seat_page(session, 0)["may_start_next"]


def ended(folder):
    company = Company(Match(folder, ("Ann", "bot:greedy"), max_rounds=1, first_player="youngest"))
    play_by_taps(company, Random(3))
    company.until_quiet()
    return company


def test_a_phone_starts_the_next_match_once(tmp_path):
    company = ended(tmp_path)
    at = company.shown.number
    company.taps("key", by=0, key="next")
    assert company.shown.public["phase"] == "setting" and company.shown.public["result"] is None
    assert company.match.pump.recorder.match == 2 and not company.notes
    company.taps("key", by=0, at=at, key="next")
    assert company.notes == [STALE] and company.match.pump.recorder.match == 2


def test_a_phone_cannot_end_a_match_by_starting_the_next(tmp_path):
    company = Company(Match(tmp_path, ("Ann", "Ben"), first_player="youngest"))
    company.taps("key", key="confirm", seat=0)
    assert company.match.session.phase is Phase.PLAYING
    before = company.match.journal.good_rows(1)
    company.taps("key", by=0, key="next")
    assert company.notes == [STALE] and company.match.session.question is None
    assert list(company.match.journal.good_rows(1)) == list(before) and company.match.pump.recorder.match == 1


def test_a_phone_has_no_other_key_of_the_table_after_the_end(tmp_path):
    company = ended(tmp_path)
    for key in ("pause", "wrong", "night"):
        company.taps("key", by=0, key=key)
    assert company.notes == [STALE] * 3 and company.match.session.phase is Phase.OVER


def test_at_the_end_every_page_says_how_the_evening_stands(tmp_path):
    company = Company(Match(tmp_path, ("Ann", "bot:greedy"), max_rounds=1, first_player="youngest"))
    assert company.shown.public["evening"] == ()
    play_by_taps(company, Random(3))
    company.until_quiet()
    (ann,) = company.shown.public["evening"]
    won = int(0 in company.match.session.outcome.winners)
    assert (ann["name"], ann["won"], ann["played"]) == ("Ann", won, 1)
    company.taps("key", key="next")
    assert company.shown.public["phase"] == "setting" and company.shown.public["evening"] == ()


def test_the_evening_is_that_of_the_end_also_of_a_match_that_began_days_before(tmp_path, monkeypatch):
    asked_at = []
    monkeypatch.setattr("glowtable.web.companion.evening_of", lambda journal, now, people: asked_at.append(now) or ())
    company = Company(Match(tmp_path, ("Ann", "bot:greedy"), max_rounds=1, first_player="youngest"))
    company.match.pump.recorder.clock = lambda: "2031-01-31 23:00:00"
    play_by_taps(company, Random(3))
    company.until_quiet()
    assert set(asked_at) == {"2031-01-31 23:00:00"}
