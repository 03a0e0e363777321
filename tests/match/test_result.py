"""The end of a match in sentences: who won, or that all lost together; why; and scores only where they count."""

import pytest
from glowtable import games
from glowtable.games.alex_and_co.ledger import decided as alex_decided
from glowtable.games.alex_and_co.state import End as AlexEnd
from glowtable.games.alter_ego.state import End as EgoEnd
from glowtable.games.punto.ledger import End as PuntoEnd
from glowtable.games.spiel_des_jahres import award
from glowtable.games.spiel_des_jahres.state import End as SpielEnd
from glowtable.match.result import counted_scores, ending_of, headline, headline_for, listed, result_lines, why_ended
from glowtable.messages import say
from glowtable.terminal.translator import Translator

from tests.games import spiel_positions
from tests.games.punto_positions import lay, past, position, stuck
from tests.support.endings import EGO, ENDED, LINE, NAMES, PAIR, PUNTO, SPIEL, lost_together, outcome_of, seats_of

TEXT = Translator("en", NAMES).text
TOLD = {  # kind, for all, for each seat, first line
    "won": ("won", "Ann won.", ["You won.", "Ann won."], "Ann won Punto! (enough rounds won)"),
    "team": (
        "won", "Ann and Cleo won together.",
        ["You and Cleo won.", "Ann and Cleo won together.", "You and Ann won."],
        "Ann and Cleo won Punto! (enough rounds won)",
    ),
    "tie": (
        "tie", "It's a tie between Ben and Cleo.",
        ["It's a tie between Ben and Cleo.", "You're tied with Cleo.", "You're tied with Ben."],
        "Punto: a tie between Ben and Cleo (the last round was played).",
    ),
    "nobody": ("nobody", "Nobody won.", ["Nobody won."] * 2, "Spiel des Jahres: nobody won (all are ruined)."),
    "won together": (
        "won-together", "All won together.", ["You won together."] * 2,
        "Alter Ego: everyone won (the villains in play are defeated).",
    ),
    "lost together": (
        "lost-together", "All lost together.", ["You lost together."] * 2,
        "Alter Ego: everyone lost (a hostage was missing).",
    ),
    "won alone": (
        "won-together", "Ann won.", ["You won."], "Ann won Alter Ego! (the villains in play are defeated)",
    ),
    "lost alone": ("lost-together", "Ann lost.", ["You lost."], "Alter Ego: lost (a hostage was missing)."),
}  # fmt: skip
ENDS = {"punto": PuntoEnd, "alex_and_co": AlexEnd, "alter_ego": EgoEnd, "spiel_des_jahres": SpielEnd}


@pytest.mark.parametrize("name", ENDED)
def test_each_end_is_told_to_all_to_each_seat_and_in_the_journal(name):
    game, outcome = ENDED[name][0], outcome_of(name)
    ending, for_all, for_seats, line = TOLD[name]
    assert ending_of(game, outcome) == ending and TEXT(headline(game, outcome)) == for_all
    told = [TEXT(headline_for(game, outcome, seat)) for seat in range(seats_of(name))]
    assert told[: len(for_seats)] == for_seats
    assert TEXT(result_lines(game, outcome)[0]) == line


def test_together_nobody_is_ahead_and_points_are_no_scores():
    won = list(map(TEXT, result_lines(EGO, outcome_of("won together"))))
    lost = list(map(TEXT, result_lines(EGO, outcome_of("lost together"))))
    assert won[1:] == lost[1:] == ["  Ann: trophy: Crowbar Twins (E-32)"]
    assert counted_scores(EGO, outcome_of("lost together")) == ()


def test_against_each_other_every_score_counts_and_every_point_has_its_reason():
    outcome = outcome_of("won")
    lines = list(map(TEXT, result_lines(PUNTO, outcome)))
    assert lines[1] == "  Ann completed a line of 5."
    assert lines[2:6] == ["Ann: 1", "Ben: 0", "Cleo: 0", "Dora: 0"] and lines[6].startswith("  Ann +1: Round 1: a line")
    assert counted_scores(PUNTO, outcome) == outcome.scores


def test_a_point_without_a_rule_has_no_brackets():
    outcome = outcome_of("won")
    plain = outcome._replace(ledger=(outcome.ledger[0]._replace(rule=""),))
    with_rule, without = (TEXT(result_lines(PUNTO, each)[6]) for each in (outcome, plain))
    assert with_rule == f"{without} ({outcome.ledger[0].rule})" and "(" not in without


def test_a_tie_of_all_in_which_every_round_was_drawn_is_no_team():
    """Both teams share: no point belongs to all four."""
    outcome = outcome_of("tie")._replace(winners=(0, 1, 2, 3))
    assert ending_of(PUNTO, outcome) == "tie"
    assert TEXT(headline(PUNTO, outcome)) == "It's a tie between Ann, Ben, Cleo and Dora."


def test_why_is_a_sentence_of_the_game_or_else_the_outcomes_own_word():
    assert why_ended(EGO, outcome_of("lost together")) == say("A hostage was needed, and none was left.")
    unknown = outcome_of("won")._replace(reason="no stone is left", decided=None)
    assert why_ended(PUNTO, unknown) == say("no stone is left")


BY_ROWS = {"a1": "R1", "a2": "R2", "a3": "R3", "f4": "B1", "f5": "B2", "f6": "B4"}
DECIDED = {
    "line": (lay(position(LINE, rounds_to_win=1), "R6@b5"), "Ann completed a line of 5."),
    "more rounds": (
        stuck(PAIR, max_rounds=4, rounds=[past(2), past(1), past(2)]),
        "Cleo won 2 of 4 rounds, 1 more than Ben.",
    ),
    "a tie": (stuck(PAIR, max_rounds=3, rounds=[past(2), past(1)]), "Ben and Cleo won 1 of 3 rounds each."),
    "no round": (stuck(PAIR, max_rounds=1), "Rows and points are equal, so nobody won the round."),
    "none of two rounds": (stuck(PAIR, max_rounds=2, rounds=[past(-1)]), "Nobody won a round."),
    "most rows": (
        stuck({"a1": "R1", "a2": "R2", "a3": "R3"}, stalemate_wins="game"),
        "Most rows of 3 win: 1 for Ann, 0 for Ben, Cleo and Dora.",
    ),
    "fewest points": (
        stuck(BY_ROWS, stalemate_wins="game"),
        "Rows of 3 are tied. Fewest points win: 6 for Ann, 7 for Cleo.",
    ),
}


@pytest.mark.parametrize("name", DECIDED)
def test_punto_says_what_decided_and_that_fewest_points_win(name):
    state, sentence = DECIDED[name]
    assert TEXT(why_ended(PUNTO, PUNTO.rules.outcome(state))) == sentence


def test_the_line_of_a_round_says_that_fewest_points_win():
    (line,) = PUNTO.rules.outcome(stuck(BY_ROWS, stalemate_wins="game")).ledger
    assert TEXT(line.message).endswith("Fewest points win.")


@pytest.mark.parametrize(
    ("ranks", "sentence"),
    [
        ([(12, (5,)), (9, ()), (9, (2,))], "Most points win: Ann has 12, 3 more than Ben and Cleo."),
        ([(9, (3, 2)), (9, (4,)), (8, ())], "Ann and Ben have 9 points each. The larger sets win: Ben's."),
        ([(9, (4,)), (9, (4,)), (8, ())], "Ann and Ben share the win: 9 points each, and sets of the same sizes."),
    ],
)
def test_alex_and_co_says_who_is_how_far_ahead_and_what_broke_a_tie(ranks, sentence):
    assert TEXT(alex_decided(ranks)) == sentence


def award_ended(end, winners, games=(), money_k=(30, 10, 10)):
    state = spiel_positions.position(seats=3)._replace(money_k=money_k)
    for number, (owner, value_k) in enumerate(games):
        cards = spiel_positions.ideas_of("brain", "cards")[:2]
        state = spiel_positions.with_game(state, number, owner, cards, value_k)
    state = state._replace(contenders=tuple(range(len(games))))
    return SPIEL.rules.outcome(award.end_match(state, end, winners))


def test_spiel_des_jahres_names_the_game_that_won_or_who_has_more_money():
    won = TEXT(why_ended(SPIEL, award_ended(SpielEnd.AWARD, (1,), [(1, 50)])))
    assert won.startswith("Ben's game ") and won.endswith(" outlasted all others. It's worth €50k.")
    tied = award_ended(SpielEnd.STALEMATE, (0,), [(0, 50), (1, 50)])
    assert TEXT(why_ended(SPIEL, tied)) == (
        "The last games are tied. Most money wins: Ann has €30k, €20k more than the next."
    )
    own = award_ended(SpielEnd.STALEMATE, (1,), [(1, 50), (1, 50)])
    assert TEXT(why_ended(SPIEL, own)) == "The last games are tied. All of them are Ben's."
    shared = award_ended(SpielEnd.NO_GAMES, (0, 1), money_k=(30, 30, 0))
    assert TEXT(why_ended(SPIEL, shared)) == ("No game was published. Most money wins: Ann and Ben have €30k each.")
    assert TEXT(why_ended(SPIEL, award_ended(SpielEnd.LAST_ONE, (0,)))) == "All others are ruined."


def test_in_alter_ego_a_nemesis_that_was_not_met_is_a_loss_for_all():
    state = lost_together({}, {})._replace(end=str(EgoEnd.NEMESIS), personal=(0,))
    outcome = EGO.rules.outcome(state)
    assert TEXT(why_ended(EGO, outcome)) == ("All lose together. Ben didn't meet the nemesis.")
    assert TEXT(headline_for(EGO, outcome, 0)) == "You lost together."  # though Ann met hers


@pytest.mark.parametrize("name", ENDS)
def test_every_way_to_end_a_game_has_its_sentence(name):
    assert set(games.find(name).endings) == set(map(str, ENDS[name]))
    assert all(
        sentence.text[0].isupper() and sentence.text[-1] == "." for sentence in games.find(name).endings.values()
    )


def test_names_are_listed_as_people_say_them():
    assert [TEXT(listed(tuple(range(n)))) for n in (1, 2, 3)] == ["Ann", "Ann and Ben", "Ann, Ben and Cleo"]
