"""A bot at the table that fails: people are told in one sentence that quotes nothing it saw, and the match goes on."""

import time
from random import Random

import pytest
from glowtable import games
from glowtable.game import CHANCE, full_options
from glowtable.match import players
from glowtable.match.dealer import Dealer
from glowtable.match.players import Player, think_with
from glowtable.terminal import help

from tests.support.matches import Match

ALEX = games.find("alex_and_co")
SECRET = "the card in my hand"


def raises(view, legal, determinize, rng):
    raise KeyError(SECRET)


def cheats(view, legal, determinize, rng):
    return legal[0]._replace(kind=SECRET)


def hangs(view, legal, determinize, rng):
    time.sleep(60)


FAILURES = [(raises, "KeyError"), (cheats, "its answer isn't legal"), (hangs, "no answer in 0.05 s")]


def with_bot(game, choose):
    return game._replace(bots={"mine": choose, **game.bots})


@pytest.mark.parametrize(("choose", "cause"), FAILURES)
def test_a_lot_decides_for_a_bot_that_fails_and_all_are_told_why(choose, cause, tmp_path, monkeypatch):
    monkeypatch.setattr(players, "PATIENCE_S", 0.05)
    match = Match(tmp_path, ("bot:greedy", "bot:greedy"), rounds_to_win=1, max_rounds=1)
    game = with_bot(match.game, choose)
    seats = (Player("Moth", "mine"), Player("Ember", "greedy"))
    match.session.match_state.think = think_with(game, seats, Dealer(1, "bots"), match.pump.tell_people)
    match.until(lambda: match.session.outcome or len(match.session.history) > 12)
    said = [match.console.translator.text(message) for message in match.pump.news.said]
    assert f"Lantern failed ({cause}). A lot decides instead." in said
    assert SECRET not in " ".join(said) and len(match.session.history) > 3


@pytest.mark.parametrize(("choose", "cause"), FAILURES)
def test_the_lot_is_drawn_of_what_is_legal(choose, cause, monkeypatch):
    monkeypatch.setattr(players, "PATIENCE_S", 0.05)
    rules, state, told, rng = ALEX.rules, ALEX.rules.setup(3, full_options(ALEX, {})), [], Random(1)
    while (seat := rules.to_act(state)[0]) == CHANCE:
        state = rules.apply(state, rng.choice(rules.chance(state)))
    think = think_with(with_bot(ALEX, choose), [Player("Moth", "mine")] * 3, Dealer(1, "bots"), told.append)
    assert think(state, seat) in rules.legal(state, seat) and len(told) == 1


def test_an_adviser_that_fails_gives_no_tip_and_says_so(tmp_path, monkeypatch):
    match = Match(tmp_path, ("Ann", "Ben")).until_laid_out()
    match.types("ok")
    match.until(lambda: match.session.is_open and match.session.match_state.seats_to_act)
    seat = match.session.match_state.seats_to_act[0]
    monkeypatch.setattr(help, "adviser_for", lambda game, seat: raises)
    (said,) = help.hint_of(match.session, seat, Dealer(1, "bots"))
    assert match.console.translator.text(said) == "No tip: the bot that gives it failed (KeyError)."
