"""A log has what people care to read later; what only leads on to the next sentence passes."""

import pytest
from glowtable import games
from glowtable.match.news import log_of
from glowtable.match.session import Phase
from glowtable.messages import say
from glowtable.terminal.translator import Translator
from glowtable.web.outgoing import public_page

from tests.support.matches import Match

TURNED, PLAYED = say("{seat} turns over {card}.", seat=0, card="R5"), say("{seat} plays {card}.", seat=0, card="R5")


def test_a_sentence_that_leads_on_to_the_next_one_stays_as_long_as_it_is_the_last():
    passing = {TURNED.text}
    assert log_of([PLAYED, TURNED], passing) == (PLAYED, TURNED)
    assert log_of([PLAYED, TURNED, PLAYED], passing) == (PLAYED, PLAYED)
    assert log_of([], passing) == ()


BOTS = {"punto": 3, "alex_and_co": 3, "spiel_des_jahres": 3, "alter_ego": 2}
PASSED = {
    "punto": ("turns over",),
    "alex_and_co": ("chooses", "ends the turn"),
    "spiel_des_jahres": ("is done", "draws an idea", "+\u20ac0 income, -\u20ac0 wages"),
    "alter_ego": ("is done", "draws a", "has chosen"),
}


@pytest.mark.parametrize("name", BOTS)
def test_the_log_of_a_match_is_shorter_and_the_journal_is_not(tmp_path, name):
    game = games.find(name)
    seats = (f"bot:{next(iter(game.bots))}",) * BOTS[name]
    match = Match(tmp_path, seats=seats, game=game, **game.test_options)
    match.until(lambda: len(match.session.history) >= 90 or match.session.phase is Phase.OVER)
    said, text = match.pump.news.said, Translator("en", [f"P{n}" for n in range(6)], game=name).text
    *log, _ = map(text, log_of(said, game.surface.passing))
    assert 10 < len(log) < len(said) * 0.8
    assert not [line for line in log for passed in PASSED[name] if passed in line]
    assert public_page(match.session, said)["news"] == log_of(said, game.surface.passing)[-40:]
    rows = [row for row in match.journal.good_rows(1) if row.kind == "action"]
    assert len(rows) == len(match.session.history)
