"""What a page of a game that all win together says first: which options, players and early cards decide."""

import glowtable as gt
import pytest
from glowtable.game import PUBLIC, Outcome, full_options
from glowtable.lab.figures import wilson
from glowtable.lab.replayed_match import ReplayedMatch, differences, labels_of, lessons
from glowtable.lab.study import option_text
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


def said_of(lines):
    return list(map(Translator("en", game="alter_ego").text, lines))


def said(study, *others, told=()):
    return list(map(Translator("en", game="alter_ego").text, lessons([study, *others], told)))


def test_options_and_players_are_compared_with_the_first_of_them(study):
    easy = of_matches(study, 90, 100, options={"level": "rookie"})
    alone, same = of_matches(study, 30, 100, players=1), of_matches(study, 55, 100, seed=9)
    lines = said(of_matches(study, 60, 100), easy, alone, same)
    assert lines[0].startswith("All win together: these bots win 60.0% [")
    assert lines[1].startswith("This changes how often all win, from 60.0% to 90.0% [") and "]: “Rookie” – " in lines[1]
    assert lines[2].startswith("This changes how often all win, from 60.0% to 30.0% [")
    assert lines[2].endswith("]: 1 player.") and lines[3] == "1 other setting doesn't clearly change how often all win."
    assert lines[4:] == ["On average a won match has 8 rounds, a lost one 6.",
                         "40 of 40 lost matches: over"]  # fmt: skip


def test_words_and_figures_of_a_difference_agree(study):
    """An interval beside 0 that only the correction makes chance says so; one that holds 0 needs no such words."""
    others = [of_matches(study, won, 100, players=players) for won, players in ((74, 1), (60, 3), (60, 4))]
    one, three, four = said_of(differences([of_matches(study, 60, 100), *others]))[1:]
    assert one.startswith("No clear difference, +14.0 [+1.0, +26.4] percentage points: 1 player.")
    assert one.endswith(" Of 3 comparisons, one can look like this by chance alone.")
    (_, hardly) = said_of(differences([of_matches(study, 60, 100), of_matches(study, 2399, 4000, players=1)]))
    assert hardly.startswith("No clear difference, +0.0 [-")
    assert three == "No clear difference, +0.0 [-13.3, +13.3] percentage points: 3 players." and "chance" not in four


def test_an_option_is_said_as_people_read_it():
    """Its answer, or what it is about and yes, no or a number; never its name in the code."""
    game = gt.find("alex_and_co")
    told = said_of([option_text(game, "swap_optional", "no"), option_text(game, "layout", "36+9")])
    assert told[0] == "whether you may decline a swap once the answer is yes: no"
    assert told[1].startswith("“36 cards, and 9 on the rim” – 36 cards on the cells and the rest in the draw pile")
    assert option_text(game, "of_old", 1) == "of_old 1"


def test_a_card_is_told_if_it_goes_with_winning_beyond_chance(study):
    main = of_matches(study, 100, 200)
    told = said(main, told=told_with(80, 100, 100, 200))[-1]
    assert told.startswith("They win 80.0% [") and "] of the matches in which somebody uses “Flood” in the" in told
    assert "and 20.0% [" in told
    assert said(main, told=told_with(55, 100, 100, 200))[-1].startswith("No card of the first 2 rounds alone decides.")
    assert "of 100 lost matches: " in said(main, told=told_with(10, 10, 100, 200))[-1]


def test_files_of_several_numbers_of_players_are_told_apart(study):
    assert said_of(labels_of([study, of_matches(study, 0, 1, players=3)])) == ["3 players"]


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
    assert lines[0].startswith("Starting makes no clear difference: the first player wins 50.0% [")
    assert lines[1].startswith("This changes how often the starting player wins, from 50.0% to 90.0% [")
    assert "]: “anywhere” – first card: " in lines[1] and "to 10.0% [" in lines[2] and "6 x 6 cells around" in lines[2]


def test_cards_are_told_that_decide_beyond_chance_and_at_most_three_from_either_end():
    even = told_of(of_starters(50, 100), matches=with_cards(100, R1=55, R2=45))
    assert even[-1] == "No card alone decides. Compared: 2 cards in 200 matches."
    lines = told_of(of_starters(50, 100), matches=with_cards(100, R9=90, R8=85, R7=80, R6=75, R1=10))
    found = [line.split()[3] for line in lines if line.startswith("Players who use")]
    assert found == ["“R9”", "“R8”", "“R7”", "“R1”"]


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
    assert told_of(of_bots(("greedy", "random"), 90))[0].startswith("seat 1 (greedy) wins 90.0% [")
    assert told_of(of_bots(("greedy", "random"), 10))[0].startswith("seat 2 (random) wins 90.0% [")
    assert told_of(of_bots(("greedy", "random"), 52))[0].startswith("No seat is clearly ahead.")


def test_where_nobody_starts_the_verdict_is_of_seats():
    main = of_bots(("greedy", "greedy"), 48)
    study = gt.Study(main.run, tuple(match._replace(starter=None) for match in main.matches))
    assert told_of(study)[0].startswith("No seat is clearly ahead. The best one, seat 2, wins 52.0% [")


def test_bots_in_changing_seats_are_named_and_not_the_seats():
    """In each deal the seat of greedy wins."""
    main = of_bots([("greedy", "random"), ("random", "greedy")], 50)
    ends = [match.outcome._replace(winners=(match.bots.index("greedy"),)) for match in main.matches]
    study = gt.Study(main.run, tuple(m._replace(outcome=end) for m, end in zip(main.matches, ends, strict=True)))
    lines = told_of(study)
    assert lines[0].startswith("greedy scores 1.000 [") and lines[1].startswith("Starting makes no clear")


def test_having_most_is_warned_of_where_bots_differ():
    wealth = [ReplayedMatch((0,), {}, {}, {"wins": (1, 0)}, {}) for _ in range(40)]
    warning = "The bots differ, so this may only show which one is better."
    (equal,) = [line for line in told_of(of_bots(("greedy", "greedy"), 50), matches=wealth) if "half-way" in line]
    (mixed,) = [line for line in told_of(of_bots(("greedy", "random"), 50), matches=wealth) if "half-way" in line]
    assert mixed == f"{equal} {warning}"


def test_figures_of_who_has_most_agree_with_the_words():
    def told(*won):
        study = gt.simulate("alex_and_co", ["random"], games=1, seats=3)
        rich = [ReplayedMatch((0 if place < won[field] else 1,), {}, {}, {}, {name: (2, 1, 1)})
                for field, name in enumerate(("shown", "sizes")) for place in range(100)]  # fmt: skip
        return [line for line in map(Translator("en").text, lessons([study], rich)) if "at the end" in line]

    clear, even = told(80, 35)
    assert clear.startswith("The player with most cards displayed at the end wins 80.0% [") and clear.endswith("fair).")
    assert even.endswith(" (33.3% is fair). That's no clear difference.")
    assert told(43, 43)[0].endswith("clear difference. Of 2 comparisons, one can look like this by chance alone.")


def test_cards_that_keep_their_seats_say_nothing_of_bots_that_keep_theirs():
    own = [ReplayedMatch((0,), {}, {"R1": frozenset((0,)), "G1": frozenset((1,))}, {}, {}) for _ in range(40)]
    told = "Each card stayed with one seat, so card and seat can't be separated."
    assert told_of(of_bots(("greedy", "random"), 100), matches=own)[-1] == told
    for bots in (("greedy", "greedy"), [("greedy", "random"), ("random", "greedy")]):
        assert told_of(of_bots(bots, 50), matches=own)[-1].startswith("No card alone decides.")
    once = [own[0]._replace(cards={"R1": frozenset((0, 1)), "G1": frozenset((1,))}), *own]
    assert told_of(of_bots(("greedy", "random"), 100), matches=once)[-1] == told


def test_cards_are_compared_with_what_their_bots_do_anyway():
    """Each card is with greedy in three of four matches, which wins always: no card is to be praised for it."""
    own, other = frozenset((0,)), frozenset((1,))
    wander = [
        ReplayedMatch((0,), {}, dict.fromkeys(("R1", "G1"), other if place % 4 == 0 else own), {}, {})
        for place in range(80)
    ]
    assert told_of(of_bots(("greedy", "random"), 100), matches=wander)[-1].startswith("No card alone decides.")
    helps = [each._replace(cards={**each.cards, "B1": own}, winners=(0,)) for each in wander]
    lacks = [each._replace(winners=(1,)) for each in wander]
    told = told_of(of_bots(("greedy", "random"), 100), matches=[*helps, *lacks])
    assert "Players who use “B1” win 100.0% [95.4–100.0%] of the matches (50.0% is usual for them)." in told


def test_who_always_starts_is_not_said_to_win_by_that():
    assert "Starting" not in " ".join(told_of(of_bots(("greedy", "random"), 90)))
    main = of_bots(("greedy", "random"), 90)
    mixed = [match._replace(starter=place % 2) for place, match in enumerate(main.matches)]
    assert told_of(gt.Study(main.run, mixed))[1].startswith("Starting makes no clear difference")
