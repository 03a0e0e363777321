"""The search bot of all games: it takes what wins, says why, and is the same again for the same playouts."""

import glowtable as gt
import pytest
from glowtable import games
from glowtable.game import Outcome
from glowtable.kit import search as search_bot
from glowtable.kit.search import FEWEST_WORLDS, Search, read_search, worth_of
from glowtable.lab.players import bot_name
from glowtable.match.dealer import random_stream
from glowtable.messages import UserError

SHORT = {"rounds_to_win": 1, "max_rounds": 1}


def decided(walker, playouts, choose=None):
    """What a search does for the seat that may act, and the search."""
    seat, rng = walker.to_act[0], random_stream(1, "search")
    bot = choose or Search(walker.game, seat, 1, playouts)
    determinize = lambda: walker.game.rules.determinize(walker.state, seat, rng)  # noqa: E731
    return bot(walker.view(seat), walker.legal(seat), determinize, rng), bot


def walked(game, decisions, **options):
    """A match of the game's best bot, up to where several actions are legal for the last of so many times."""
    played = gt.play(game, seed=4, **options)
    walker = gt.match(game, seats=played.players, seed=4, **played.options)
    for action in played.actions:
        decisions -= action.seat >= 0 and len(walker.legal(walker.to_act[0])) > 1
        if not decisions:
            break
        if action.seat >= 0:
            walker.push(action)
    return walker


@pytest.mark.parametrize("game", games.names())
def test_it_decides_in_every_game_and_says_why(game):
    walker = walked(game, 6, **(SHORT if game == "punto" else {}))
    action, bot = decided(walker, 2)
    assert action in walker.legal() and action == bot.explanation.chosen
    tried = bot.explanation.candidates
    assert {each.action for each in tried} <= set(walker.legal()) and bot.explanation.usual in {
        each.action for each in tried
    }
    assert all(0 <= each.worth <= 1 and each.worlds for each in tried)
    assert str(bot.explanation).splitlines()[0].startswith(f"{action}, ")


def test_a_clear_win_overrules_a_bot_that_does_not_see_it(monkeypatch):
    monkeypatch.setattr(search_bot, "MOST_CANDIDATES", 36)  # every legal action
    blind = gt.find("punto")._replace(bots={"last": lambda view, legal, determinize, rng: legal[-1]})
    won = gt.play("punto", ["greedy", "random"], seed=1, **SHORT)
    walker = gt.match(blind, seats=2, seed=1, **won.options)
    for action in [each for each in won.actions if each.seat >= 0][:-1]:
        walker.push(action)
    action, bot = decided(walker, 0, Search(blind, walker.to_act[0], 1, 240))
    after = walker.copy()
    after.push(action)
    assert after.outcome and after.outcome.winners == won.outcome.winners
    assert bot.explanation.usual != action and "instead of" in str(bot.explanation)


def test_on_too_few_worlds_it_does_what_the_best_bot_does():
    walker = walked("punto", 6, **SHORT)
    action, bot = decided(walker, 1)
    assert action == bot.explanation.usual and max(each.worlds for each in bot.explanation.candidates) < FEWEST_WORLDS
    assert "as the best bot does" in str(bot.explanation)


@pytest.mark.slow
def test_the_same_number_of_playouts_brings_the_same_match():
    one, other = (gt.play("punto", ["search:2p", "greedy"], seed=3, **SHORT) for _ in range(2))
    assert one == other


def test_a_budget_of_time_is_kept_roughly_and_any_budget_decides():
    walker = walked("punto", 6, **SHORT)
    for ms in (1, 30):
        action, bot = decided(walker, 0, Search(walker.game, walker.to_act[0], ms, 0))
        assert action in walker.legal() and bot.explanation


@pytest.mark.parametrize("text", ["search:", "search:0", "search:fast", "search:-1", "search:0p", "search:p"])
def test_a_budget_that_is_none_is_one_sentence(text):
    with pytest.raises(UserError, match="a search is written search:200 for 200 ms a decision"):
        gt.play("punto", [text, "greedy"])
    assert bot_name(read_search("search:200")) == "search:200" and bot_name(gt.search(playouts=7)) == "search:7p"


def test_a_match_is_worth_its_win_and_a_little_its_points():
    def ended(winners, scores):
        return Outcome("end", winners, scores, ())

    assert worth_of(ended((0,), (9, 3)), 0) > worth_of(ended((0, 1), (3, 3)), 0) > worth_of(ended((1,), (2, 3)), 0) > 0
    assert worth_of(ended((1,), (2, 3)), 0) > worth_of(ended((1,), (0, 3)), 0)
    assert worth_of(ended((0,), (5,)), 0) > 0.85 > 0.15 >= worth_of(ended((), (0,)), 0)
    assert worth_of(ended((0, 1), (1, 1)), 1) > 0.9  # a game that all win together
