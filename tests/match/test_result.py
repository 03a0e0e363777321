"""The end of a match in sentences: who won, or that all lost together; why; and scores only where they count."""

import pytest
from glowtable import games
from glowtable.games.alex_and_co.state import End as AlexEnd
from glowtable.games.alter_ego.state import End as EgoEnd
from glowtable.games.punto.ledger import End as PuntoEnd
from glowtable.games.spiel_des_jahres.state import End as SpielEnd
from glowtable.match.result import counted_scores, ending_of, headline, headline_for, listed, result_lines, why_ended
from glowtable.messages import say
from glowtable.terminal.translator import Translator

from tests.support.endings import EGO, ENDED, NAMES, PUNTO, outcome_of, seats_of

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
    assert lines[1:5] == ["Ann: 1", "Ben: 0", "Cleo: 0", "Dora: 0"] and lines[5].startswith("  Ann +1: Round 1: a line")
    assert counted_scores(PUNTO, outcome) == outcome.scores


def test_a_tie_of_all_in_which_every_round_was_drawn_is_no_team():
    """Both teams share: no point belongs to all four."""
    outcome = outcome_of("tie")._replace(winners=(0, 1, 2, 3))
    assert ending_of(PUNTO, outcome) == "tie"
    assert TEXT(headline(PUNTO, outcome)) == "It's a tie between Ann, Ben, Cleo and Dora."


def test_why_is_a_sentence_of_the_game_or_else_the_outcomes_own_word():
    assert why_ended(EGO, outcome_of("lost together")) == say("A hostage was needed, and none was left.")
    unknown = outcome_of("won")._replace(reason="no stone is left")
    assert why_ended(PUNTO, unknown) == say("no stone is left")


@pytest.mark.parametrize("name", ENDS)
def test_every_way_to_end_a_game_has_its_sentence(name):
    assert set(games.find(name).endings) == set(map(str, ENDS[name]))
    assert all(
        sentence.text[0].isupper() and sentence.text[-1] == "." for sentence in games.find(name).endings.values()
    )


def test_names_are_listed_as_people_say_them():
    assert [TEXT(listed(tuple(range(n)))) for n in (1, 2, 3)] == ["Ann", "Ann and Ben", "Ann, Ben and Cleo"]
