"""What a page of a game that all win together says first: which options, players and early cards decide."""

import glowtable as gt
import pytest
from glowtable.game import Outcome
from glowtable.lab.figures import is_above, wilson
from glowtable.lab.replayed_match import ReplayedMatch, labels_of, lessons
from glowtable.terminal.translator import Translator


@pytest.fixture(scope="module")
def study():
    return gt.simulate("alter_ego", ["random"], games=1, seats=2)


def of_matches(study, won, n, **run):
    """So many matches of which so many are won."""
    match = study.matches[0]
    ends = [Outcome("over", (0, 1) if place < won else (), (0, 0), ()) for place in range(n)]
    matches = tuple(match._replace(outcome=end, rounds=8 if end.winners else 6) for end in ends)
    options = {**study.run.options, **run.pop("options", {})}
    return gt.Study(study.run._replace(options=options, **run), matches)


def told_with(won_with, with_card, won, n):
    """Matches in so many of which a card came early, won so often with it and in all."""
    found = [(place < with_card, place < won_with or with_card <= place < with_card + won - won_with)
             for place in range(n)]  # fmt: skip
    return [
        ReplayedMatch((0, 1) if wins else (), {}, {}, {}, {}, frozenset({"Flood"} if has else ()))
        for has, wins in found
    ]


def said(study, *others, told=()):
    return list(map(Translator("en", game="alter_ego").text, lessons([study, *others], told)))


def test_options_and_players_are_compared_with_the_first_of_them(study):
    easy = of_matches(study, 90, 100, options={"level": "rookie"})
    alone, same = of_matches(study, 30, 100, players=1), of_matches(study, 55, 100, seed=9)
    lines = said(of_matches(study, 60, 100), easy, alone, same)
    assert lines[0].startswith("All win together: these bots win 0.600 ")
    assert [line.partition(":")[0] for line in lines[1:4]] == [
        "With level rookie they win more often", "With players 1 they win less often",
        "With seed 9 no difference shows",
    ]  # fmt: skip
    assert lines[4:] == ["A won match has 8.0 rounds, a lost one 6.0.",
                         "40 of 40 lost matches: over"]  # fmt: skip


def test_a_card_is_told_if_it_goes_with_winning_beyond_chance(study):
    main = of_matches(study, 100, 200)
    told = said(main, told=told_with(80, 100, 100, 200))[-1]
    assert told.startswith("Where Flood is dealt with in the first 2 rounds, they win 0.800 [") and "0.200 [" in told
    assert said(main, told=told_with(55, 100, 100, 200))[-1].startswith("Of 1 cards dealt with in the first 2 rounds")
    assert "of 100 lost matches: " in said(main, told=told_with(10, 10, 100, 200))[-1]


def test_files_of_several_numbers_of_players_are_told_apart(study):
    assert labels_of([study, of_matches(study, 0, 1, players=3)]) == ["players 2", "players 3"]


def test_one_share_is_above_another_if_their_difference_is_sure():
    assert is_above(wilson(149, 200), wilson(126, 200)) and not is_above(wilson(126, 200), wilson(149, 200))
    assert not is_above(wilson(141, 200), wilson(126, 200))
    assert wilson(60, 100, among=20).low < wilson(60, 100).low < 0.6 < wilson(60, 100).high < wilson(60, 100, 20).high
