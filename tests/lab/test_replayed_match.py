"""Matches played once more for a page: cells, cards, who had most; only matches that are still the same ones."""

from types import SimpleNamespace

import glowtable as gt
import pytest
from glowtable import games
from glowtable.game import Asset, full_options
from glowtable.kit.cards import GRID
from glowtable.lab import replayed_match as rooms
from glowtable.lab.replayed_match import (
    ReplayedMatch,
    card_shares,
    cell_counts,
    keep_seats,
    replay_matches,
    richest_shares,
    wealth_of,
)
from glowtable.lab.simulate import simulate_match
from glowtable.lab.tally import Run
from glowtable.messages import say

from tests.docs.pages import HOUSE
from tests.games.shipped import SHIPPED

MONEY = Asset("money", say("money"))
SHORT = {"rounds_to_win": 1, "max_rounds": 1}


def match_of(winner, *, half=None, end=None, cards=None):
    return ReplayedMatch((winner,), {7: 2}, cards or {}, half or {}, end or {})


def test_every_match_is_found_again_with_its_cells_and_cards():
    study = gt.simulate("punto", ["greedy", "random"], games=6, **SHORT)
    found = replay_matches(study)
    assert [each.winners for each in found] == [match.outcome.winners for match in study.matches]
    placed = [sum(each.cells.values()) for each in found]
    assert placed == [match.actions // 2 for match in study.matches]  # a card is turned up, a cell is pressed
    assert all(set(seats) <= {0, 1} for each in found for seats in each.cards.values())
    assert {card for each in found for card in each.cards} <= {f"{c}{n}" for c in "RGBY" for n in range(1, 10)}


def test_a_card_that_ends_a_round_is_nobody_elses():
    """R1 finds no cell in this match: who acts next takes a trophy, or begins the next round."""
    game, options = gt.find("punto"), full_options(gt.find("punto"), gt.find("punto").test_options)
    match = simulate_match(game, 2, options, 9, 179, ("greedy", "casual"))
    (found,) = replay_matches(gt.Study(Run("punto", 2, options, 9), (match,)))
    assert found.cards["R1"] == {0} and keep_seats([found])


def test_a_match_that_is_another_one_now_is_left_out():
    study = gt.simulate("punto", ["greedy", "random"], games=3, **SHORT)
    changed = study.matches[1]._replace(digest=b"another")
    assert len(replay_matches(gt.Study(study.run, (study.matches[0], changed, study.matches[2])))) == 2


def test_bots_that_are_not_here_make_no_sample():
    study = gt.simulate("punto", games=1, **SHORT)
    assert replay_matches(gt.Study(study.run, (study.matches[0]._replace(bots=("genius", "genius")),))) == []


@pytest.mark.parametrize("bot", ["search:200", "mine:50"])
def test_bots_that_take_their_time_are_not_asked_again(monkeypatch, bot):
    monkeypatch.setattr(games, "_guest_bots", {})
    gt.bot("punto", "mine")(gt.BotFactory(lambda game, seat, budget_ms: gt.find("punto").bots["random"]))
    study = gt.simulate("punto", games=1, **SHORT)
    monkeypatch.setattr(rooms, "match_steps", None)
    assert replay_matches(gt.Study(study.run, (study.matches[0]._replace(bots=("greedy", bot)),))) == []


def test_a_match_that_goes_on_for_longer_is_left_where_it_does(monkeypatch):
    study, asked = gt.simulate("punto", ["random", "random"], games=1), []
    before = rooms.match_steps

    def counted(*given):
        for step in before(*given):
            asked.append(step)
            yield step

    monkeypatch.setattr(rooms, "match_steps", counted)
    assert replay_matches(gt.Study(study.run, (study.matches[0]._replace(actions=5),))) == []
    assert len(asked) == 6


@pytest.mark.parametrize("game", games.names())
def test_every_game_can_be_retold(game):
    (found,) = replay_matches(gt.simulate(game, games=1, **({"level": "rookie"} if game == "alter_ego" else {})))
    known = {*gt.find(game).deck, *gt.find(game).alike}
    assert bool(found.cards) == bool(gt.find(game).deck) and not set(found.cards) & set(GRID.names)
    assert found.cards or found.cells
    assert set(found.end) <= {asset.field for asset in gt.find(game).assets}
    assert found.end or gt.find(game).cooperative or game not in SHIPPED, "somebody has more of something"
    assert all(any(card in name for name in known) for card in found.cards)


def test_what_is_had_is_numbers_lists_and_what_has_an_owner(monkeypatch):
    monkeypatch.setattr(rooms, "to_json", lambda view: view)
    view = {"money": [3, 5], "hands": [["a"], []], "games": [{"owner": 1}, {"owner": 1}], "deck": 9, "name": ["x"]}
    rules = SimpleNamespace(view=lambda state, eyes: state)
    game = SimpleNamespace(rules=rules, assets=[Asset(name, say("things")) for name in view])
    assert wealth_of(game, view, 2) == {"money": (3, 5), "hands": (1, 0), "games": (0, 2)}
    assert wealth_of(SimpleNamespace(rules=rules, assets=game.assets[:1]), view, 2) == {"money": (3, 5)}


def test_the_richest_is_who_alone_has_most():
    matches = [
        match_of(0, half={"money": (5, 2)}),
        match_of(1, half={"money": (5, 2)}),
        match_of(0, half={"money": (4, 4)}),
    ]
    game = SimpleNamespace(assets=(MONEY,))
    (share,) = richest_shares(game, matches * 10, at_half=True).values()
    assert (share.value, share.n) == (0.5, 20)
    assert richest_shares(game, matches * 10, at_half=False) == {}


def test_what_decides_by_the_rules_is_told_half_way_alone():
    matches = [match_of(0, half={"money": (5, 2)}, end={"money": (5, 2)})] * 20
    told = [
        (len(richest_shares(SimpleNamespace(assets=(asset,)), matches, at_half=True)),
         len(richest_shares(SimpleNamespace(assets=(asset,)), matches, at_half=False)))
        for asset in (MONEY, MONEY._replace(decides=True))
    ]  # fmt: skip
    assert told == [(1, 1), (1, 0)]


def test_cards_that_few_dealt_with_are_left_out():
    matches = [match_of(0, cards={"R5": {0}, "B2": {0, 1}})] * 12
    assert {name: share.value for name, share in card_shares(matches).items()} == {"B2": 0.5}
    assert list(card_shares(matches, least=5)) == ["R5", "B2"]


def test_presses_are_counted_by_match():
    assert cell_counts([match_of(0), match_of(1)])[7] == 2 and sum(cell_counts([])) == 0


# -- the reports in docs


@pytest.mark.slow
@pytest.mark.parametrize("game", SHIPPED)
def test_the_reports_in_docs_are_of_matches_as_they_are_played_now(game):
    """After a change of rules or bots: make renew R=reports."""
    from docs.reports import reports

    plan = reports.PLANS[game]._replace(matches=3, others=())
    played = reports.studies(game, plan._replace(options=plan.options[:1]))[0].matches
    page = (HOUSE / "docs/reports" / f"{game}.html").read_text("utf-8")
    assert f'<meta name="matches" content="{" ".join(match.digest.hex() for match in played)}">' in page
    assert f"from {reports.PLANS[game].matches} matches, seed {reports.SEED}" in page
