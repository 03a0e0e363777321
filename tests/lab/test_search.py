"""The search bot of all games: it takes what wins, says why, and is the same again for the same playouts."""

from threading import Thread

import glowtable as gt
import pytest
from glowtable import games
from glowtable.game import Outcome, adviser_for, reason_of
from glowtable.kit import search as search_bot
from glowtable.kit.search import FEWEST_WORLDS, Candidate, Explanation, Search, read_search, worth_of
from glowtable.lab.one_match import bot_name
from glowtable.match.dealer import random_stream
from glowtable.messages import UserError

from tests.support.overridden import overridden

SHORT = {"rounds_to_win": 1, "max_rounds": 1}
TRUSTING = [name for name in games.names() if any(option.name == "knowledge" for option in games.find(name).options)]


def decided(walker, playouts, choose=None):
    """What a search does for the seat that may act, and the search."""
    seat, rng = walker.to_act[0], random_stream(1, "search")
    bot = choose or Search(walker.game, seat, 1, playouts)
    determinize = lambda: walker.game.rules.determinize(walker.state, seat, rng)  # noqa: E731
    return bot(walker.view(seat), walker.legal(seat), determinize, rng), bot


def walked(game, decisions, **options):
    """A match of the game's usual bot, up to where several actions are legal for the last of so many times, or less."""
    decisions_asked = decisions
    played = gt.play(game, seed=4, **options)
    walker = gt.match(game, seats=played.players, seed=4, **played.options)
    for action in played.actions:
        decisions -= action.seat >= 0 and len(walker.legal(walker.to_act[0])) > 1
        if not decisions:
            break
        if action.seat >= 0:
            walker.push(action)
    return walked(game, decisions_asked - 1, **options) if decisions else walker


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
    won = gt.play("punto", ["greedy", "random"], seed=2, **SHORT)
    walker = gt.match(blind, seats=2, seed=2, **won.options)
    for action in [each for each in won.actions if each.seat >= 0][:-1]:
        walker.push(action)
    action, bot = decided(walker, 0, Search(blind, walker.to_act[0], 1, 240))
    after = walker.copy()
    after.push(action)
    assert after.outcome and after.outcome.winners == won.outcome.winners
    assert bot.explanation.usual != action and "instead of" in str(bot.explanation)


def test_on_too_few_worlds_it_does_what_the_usual_bot_does():
    walker = walked("punto", 6, **SHORT)
    action, bot = decided(walker, 1)
    assert action == bot.explanation.usual and max(each.worlds for each in bot.explanation.candidates) < FEWEST_WORLDS
    assert "as the usual bot does" in str(bot.explanation)


@pytest.mark.slow
def test_the_same_number_of_playouts_brings_the_same_match():
    one, other = (gt.play("punto", ["search:2p", "greedy"], seed=3, **SHORT) for _ in range(2))
    assert one == other


class Lasting:
    """A game in which each action takes a millisecond, and the clock that says so."""

    def __init__(self, game):
        self.now_s, rules = 0.0, game.rules
        self.game = game._replace(rules=overridden(rules, apply=self._apply))
        self._rules_apply = rules.apply

    def _apply(self, state, action):
        self.now_s += 0.001
        return self._rules_apply(state, action)

    def clock(self):
        return self.now_s


@pytest.mark.parametrize("game", ["punto", "alter_ego"])
@pytest.mark.parametrize("ms", [1, 30, 1000])
def test_time_is_kept_in_the_middle_of_a_playout(game, ms):
    walker = walked(game, 6, **(SHORT if game == "punto" else {}))
    lasting = Lasting(walker.game)
    action, bot = decided(walker, 0, Search(lasting.game, walker.to_act[0], ms, clock=lasting.clock))
    assert action in walker.legal() and bot.explanation
    assert lasting.now_s <= (ms + 1) / 1000
    assert any(each.worlds for each in bot.explanation.candidates) or ms < 1000


def test_what_waits_costs_a_search_nothing_and_what_works_does():
    """On a busy machine a search waits for its core; its clock stands still then."""
    worked = []

    def work():
        before = search_bot.CORE()
        sum(range(3_000_000))
        worked.append(search_bot.CORE() - before)

    before, other = search_bot.CORE(), Thread(target=work)
    other.start()
    other.join()
    assert search_bot.CORE() - before < worked[0] / 2


def test_what_is_settled_is_not_thought_about_any_longer(monkeypatch):
    walker = walked("punto", 6, **SHORT)
    monkeypatch.setattr(Search, "_playout_value", lambda self, world, action, seed, budget: float(action == usual))
    usual = Search(walker.game, walker.to_act[0], 1).policy[0](
        walker.view(walker.to_act[0]), walker.legal(), lambda: walker.state, random_stream(1, "search")
    )
    _, bot = decided(walker, 0, Search(walker.game, walker.to_act[0], 10_000, clock=lambda: 0.0))
    assert {each.worlds for each in bot.explanation.candidates} == {search_bot.SETTLED}


# -- it knows what its seat may know


class Spied:
    """Rules that note what is asked of the true state, by whatever function."""

    def __init__(self, game, true):
        self.asked, rules = [], game.rules
        noted = {
            name: self._noting(name, getattr(rules, name), true)
            for name in ("to_act", "legal", "apply", "view", "outcome", "chance", "glance", "round_number")
            if getattr(rules, name)
        }
        self.game = game._replace(rules=overridden(rules, **noted))

    def _noting(self, name, function, true):
        def noted(state, *rest):
            if state is true:
                self.asked.append(name)
            return function(state, *rest)

        return noted


def peeking(view, legal, determinize, rng):
    """A cheat: it plays out the state that its imagination hides."""
    state = determinize.true
    peeking.rules.apply(state, legal[0])
    return legal[0]


def asked_of_the_truth(game, choose_of):
    """What is asked of the true state while a bot decides in it."""
    walker = walked(game, 6, **(SHORT if game == "punto" else {}))
    spied, seat, rng = Spied(walker.game, walker.state), walker.to_act[0], random_stream(1, "search")
    legal, view = walker.legal(seat), walker.view(seat)

    def determinize():
        world = walker.game.rules.determinize(walker.state, seat, rng)
        return world._replace() if world is walker.state else world  # a copy: where nothing is hidden it is the same

    determinize.true = walker.state
    choose_of(spied.game, seat)(view, legal, determinize, rng)
    return spied.asked


@pytest.mark.parametrize("game", games.names())
def test_it_is_never_asked_of_the_true_state(game):
    assert asked_of_the_truth(game, lambda game, seat: Search(game, seat, 1, playouts=6)) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", games.names())
def test_nor_is_who_gives_a_hint(game):
    assert asked_of_the_truth(game, adviser_for) == []


def test_a_bot_that_looks_at_it_is_noticed():
    """The control."""

    def cheat(game, seat):
        peeking.rules = game.rules
        return peeking

    assert asked_of_the_truth("alex_and_co", cheat) == ["apply"]


@pytest.mark.parametrize("game", ["alex_and_co", "spiel_des_jahres"])
def test_two_states_that_a_seat_cannot_tell_apart_bring_the_same_choice(game):
    """With the same imagined worlds: what hides behind them weighs nothing."""
    walker = walked(game, 8)
    seat, rules = walker.to_act[0], walker.game.rules
    other = rules.determinize(walker.state, seat, random_stream(2, "other"))
    worlds = [rules.determinize(walker.state, seat, random_stream(n, "worlds")) for n in range(40)]
    found = []
    for state in (walker.state, other):
        left, bot = iter(worlds), Search(walker.game, seat, 1, playouts=8)
        bot(rules.view(state, seat), rules.legal(state, seat), lambda left=left: next(left), random_stream(3, "bot"))
        found.append(bot.explanation)
    assert found[0] == found[1] and other != walker.state


def test_a_bot_cannot_look_at_paper_nor_choose_where_one_action_is_legal():
    walker = gt.match("alex_and_co", seats=3, knowledge="trust", seed=1)
    seat, read = walker.to_act[0], []
    assert {each.kind for each in walker.legal(seat)} == {"full", "trust"}
    action, bot = decided(walker, 0, Search(walker.game, seat, 100, clock=lambda: read.append(1)))
    assert action.kind == "full" and not read and bot.own_reason() is None


def test_who_searches_says_why_it_did_something_else():
    walker = walked("punto", 6, **SHORT)
    _, bot = decided(walker, 2)
    usual, other = walker.legal()[:2]
    bot.explanation = Explanation(other, usual, (Candidate(other, 0.75, 20), Candidate(usual, 0.5, 20)))
    assert reason_of(bot, walker.game, walker.view(0), other).fill == (("n", 20), ("worth", 75), ("usual", 50))
    bot.explanation = Explanation(usual, usual, (Candidate(usual, 0.5, 20),))
    assert reason_of(bot, walker.game, walker.view(walker.to_act[0]), usual) == walker.game.reason(
        walker.view(walker.to_act[0]), usual
    )


@pytest.mark.parametrize("text", ["search:", "search:fast", "search:-1", "search:0p", "search:p"])
def test_a_budget_that_is_none_is_one_sentence(text):
    with pytest.raises(UserError, match=r"Write a search as search:200 \(200 ms a decision\) or search:40p"):
        gt.play("punto", [text, "greedy"])
    assert bot_name(read_search("search:200")) == "search:200" and bot_name(gt.search(playouts=7)) == "search:7p"


def test_fewer_playouts_than_none_are_refused_from_python_too():
    with pytest.raises(UserError, match="Write a search as"):
        gt.search(playouts=-1)
    with pytest.raises(UserError, match="search can take 1 to 60000 ms a decision, not 0"):
        gt.search(0)


def test_a_match_is_worth_its_win_and_a_little_its_points():
    def ended(winners, scores):
        return Outcome("end", winners, scores, ())

    assert worth_of(ended((0,), (9, 3)), 0) > worth_of(ended((0, 1), (3, 3)), 0) > worth_of(ended((1,), (2, 3)), 0) > 0
    assert worth_of(ended((1,), (2, 3)), 0) > worth_of(ended((1,), (0, 3)), 0)
    assert worth_of(ended((0,), (5,)), 0) > 0.85 > 0.15 >= worth_of(ended((), (0,)), 0)
    assert worth_of(ended((0, 1), (1, 1)), 1) > 0.9  # a game that all win together


@pytest.mark.parametrize(("saved", "odds"), [(True, 1.0), (False, 0.0)])
def test_a_match_that_goes_on_is_worth_what_its_odds_say_of_its_end(saved, odds):
    """Alter Ego: the same scale for a city that is saved and for one that is as good as saved."""
    alter_ego = gt.find("alter_ego")
    ended = Outcome("end", (0, 1) if saved else (), (5, 5), ())
    over = alter_ego._replace(rules=overridden(alter_ego.rules, to_act=lambda state: (), outcome=lambda state: ended))
    rounds = iter((1, 1 + search_bot.ROUNDS_AHEAD, 2 + search_bot.ROUNDS_AHEAD))
    goes_on = alter_ego._replace(
        worth=lambda state, seat: odds, rules=overridden(alter_ego.rules, round_number=lambda state: next(rounds))
    )
    found = []
    for game in (over, goes_on):
        walker = walked("alter_ego", 6)
        search = Search(game, 0, 1, playouts=1)
        found.append(
            search._playout_value(
                walker.state, walker.legal(walker.to_act[0])[0], 1, search_bot.Budget(1, 1, lambda: 0.0)
            )
        )
    assert found[0] == found[1] == pytest.approx(0.925 if saved else 0.075)


@pytest.mark.parametrize("name", TRUSTING)
def test_a_search_plays_hands_that_the_table_does_not_know(name):
    """Everybody keeps the cards of a hand untracked: the usual bot is asked for them too."""
    walker, asked, rng = gt.match(name, seed=1, knowledge="trust"), 0, random_stream(1, "search")
    usual = next(iter(walker.game.bots.values()))
    while walker.to_act and asked < 40:
        seat = walker.to_act[0]
        legal = walker.legal(seat)
        unread = next((each for each in legal if each.kind == "trust"), None)
        asked += unread is None and len(legal) > 1
        if unread is None and len(legal) > 1 and not asked % 20:
            action, bot = decided(walker, 2)
            assert action in legal and bot.explanation.candidates
        walker.push(unread or usual(walker.view(seat), legal, lambda: walker.state, rng))
    assert asked == 40
