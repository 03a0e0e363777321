"""What a page of a game that all win together says first: which options, players and early cards decide."""

import glowtable as gt
import pytest
from glowtable.game import PUBLIC, Outcome, full_options
from glowtable.lab.figures import wilson
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


def test_intervals_looked_at_together_are_wider():
    assert wilson(60, 100, among=20).low < wilson(60, 100).low < 0.6 < wilson(60, 100).high < wilson(60, 100, 20).high


# -- of a game with one winner


def of_starters(won, n, **options):
    """So many matches of Punto in which so many were won by who began."""
    study = gt.simulate("punto", ["random"], games=1, seats=2, rounds_to_win=1, max_rounds=1)
    ends = [Outcome("rounds", (place >= won,), (0, 0), ()) for place in range(n)]
    matches = tuple(study.matches[0]._replace(starter=0, outcome=end) for end in ends)
    return gt.Study(study.run._replace(options={**study.run.options, **options}), matches)


def with_cards(n, **won_with):
    """Matches in which seat 0 has each of these cards, and won so many of them."""
    return [
        ReplayedMatch((place >= won_with[card],), {}, {card: frozenset((0,))}, {}, {})
        for card in won_with
        for place in range(n)
    ]


def told_of(*studies, matches=()):
    return list(map(Translator("en", game="punto").text, lessons(studies, matches)))


def test_starting_and_options_are_told_apart():
    lines = told_of(
        of_starters(50, 100), of_starters(90, 100, first_cell="any"), of_starters(10, 100, frame="floating")
    )
    assert lines[0].startswith("Nobody is clearly ahead by starting: 0.500")
    assert lines[1].startswith("With first_cell any the starting player wins more often: 0.900")
    assert lines[2].startswith("With frame floating the starting player wins less often: 0.100")


def test_cards_are_told_that_decide_beyond_chance_and_at_most_three_from_either_end():
    even = told_of(of_starters(50, 100), matches=with_cards(100, R1=55, R2=45))
    assert even[-1] == "Of 2 cards none alone decides, as far as 200 matches show."
    lines = told_of(of_starters(50, 100), matches=with_cards(100, R9=90, R8=85, R7=80, R6=75, R1=10))
    assert [line.split()[4] for line in lines if line.startswith("Seats that deal with")] == ["R9", "R8", "R7", "R1"]


def test_no_line_has_the_name_of_a_field():
    for name in ("punto", "alex_and_co", "spiel_des_jahres"):
        game = gt.find(name)
        fields = game.rules.view(game.rules.setup(min(game.seats), full_options(game, {})), PUBLIC)._fields
        told = [Translator("en", game=name).text(asset.about) for asset in game.assets]
        assert told and all("_" not in each for each in told) and {asset.field for asset in game.assets} <= set(fields)


# -- which bot, and which seat


def of_bots(bots, won, n=100):
    """So many matches of Punto in which seat 0 won so many; who sits there changes if the bots are of two seatings."""
    main, seatings = of_starters(won, n), [bots] if isinstance(bots[0], str) else bots
    return gt.Study(main.run, tuple(
        match._replace(number=place // len(seatings), bots=seatings[place % len(seatings)])
        for place, match in enumerate(main.matches)
    ))  # fmt: skip


def test_who_won_is_named_beyond_chance_alone():
    assert told_of(of_bots(("greedy", "random"), 90))[0].startswith("seat 1 (greedy) wins 0.900 [")
    assert told_of(of_bots(("greedy", "random"), 10))[0].startswith("seat 2 (random) wins 0.900 [")
    assert told_of(of_bots(("greedy", "random"), 52))[0].startswith("Nobody is clearly ahead")


def test_bots_in_changing_seats_are_named_and_not_the_seats():
    """In each deal the seat of greedy wins."""
    main = of_bots([("greedy", "random"), ("random", "greedy")], 50)
    ends = [match.outcome._replace(winners=(match.bots.index("greedy"),)) for match in main.matches]
    study = gt.Study(main.run, tuple(m._replace(outcome=end) for m, end in zip(main.matches, ends, strict=True)))
    lines = told_of(study)
    assert lines[0].startswith("greedy scores 1.000 [") and lines[1].startswith("Nobody is clearly ahead")


def test_having_most_is_warned_of_where_bots_differ():
    wealth = [ReplayedMatch((0,), {}, {}, {"wins": (1, 0)}, {}) for _ in range(40)]
    warning = "The bots differ, so this may only show which one is better."
    (equal,) = [line for line in told_of(of_bots(("greedy", "greedy"), 50), matches=wealth) if "half-way" in line]
    (mixed,) = [line for line in told_of(of_bots(("greedy", "random"), 50), matches=wealth) if "half-way" in line]
    assert mixed == f"{equal} {warning}"


def test_cards_that_keep_their_seats_say_nothing_of_bots_that_keep_theirs():
    own = [ReplayedMatch((0,), {}, {"R1": frozenset((0,)), "G1": frozenset((1,))}, {}, {}) for _ in range(40)]
    told = "Each card stayed with one seat, so card and seat can't be separated."
    assert told_of(of_bots(("greedy", "random"), 100), matches=own)[-1] == told
    for bots in (("greedy", "greedy"), [("greedy", "random"), ("random", "greedy")]):
        assert told_of(of_bots(bots, 50), matches=own)[-1].startswith("Seats that deal with G1 win 0.000")
    mixed = [own[0]._replace(cards={"R1": frozenset((0, 1)), "G1": frozenset((1,))}), *own]
    assert told_of(of_bots(("greedy", "random"), 100), matches=mixed)[-1] != told
