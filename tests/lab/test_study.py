"""Many matches as something to ask: seats, starters, pairs, files that are gone on with, and what is refused."""

import json
import multiprocessing
import os
import re
import signal
from itertools import product
from pathlib import Path

import glowtable as gt
import pytest
from glowtable import games
from glowtable.game import Outcome
from glowtable.lab import simulate as engine
from glowtable.lab.figures import Interval
from glowtable.lab.records import FIELDS, match_fields, read_records, to_line
from glowtable.lab.study import Study, pair_seatings
from glowtable.lab.tally import Run, SimulatedMatch, match_score, seat_scores
from glowtable.messages import UserError

SHORT = {"rounds_to_win": 1, "max_rounds": 1}
RUN = Run("punto", 2, {}, 1)


def won_by(*winners, number=0, bots=("a", "b"), starter=0):
    outcome = Outcome("end", winners, (0,) * len(bots), ())
    return SimulatedMatch(number, bots, starter, outcome, 9, 1, 4, 8, (1.0,) * len(bots), b"")


def untimed(study):
    return study.run, [match._replace(ms_per_decision=()) for match in study.matches]


def text_of(study, test=None):
    return gt.report_text(study, test).splitlines()


# -- scores


def test_a_match_is_shared_out_among_its_winners_and_among_all_if_it_has_none():
    assert seat_scores(won_by(1)) == [0, 1] and seat_scores(won_by()) == [0.5, 0.5]
    assert seat_scores(won_by(0, 1, bots=("a", "b", "c"))) == [0.5, 0.5, 0]


def test_a_match_scores_for_a_bot_whatever_the_number_of_its_seats():
    assert match_score(won_by(0, bots=("a", "b", "b")), "a", "b") == 1
    assert match_score(won_by(1, 2, bots=("a", "b", "b")), "a", "b") == 0
    assert match_score(won_by(0, 1, bots=("a", "b", "b")), "a", "b") == 0.5
    assert match_score(won_by(2, bots=("a", "b", "c")), "a", "b") == 0.5


def test_who_began_is_told_apart_from_the_seat():
    study = Study(RUN, (won_by(1, starter=1), won_by(0, starter=0, number=1), won_by(0, starter=None, number=2)))
    assert study.place_score(0).value == 1 and study.place_score(0).n == 2
    assert study.seat_score(0) == Interval(2 / 3, *study.seat_score(0)[1:3], 3)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_bots_sit_in_every_seat_equally_often_and_against_each_other(players):
    seatings = pair_seatings("a", "b", players)
    for seat, bot in product(range(players), "ab"):
        assert sum(seating[seat] == bot for seating in seatings) * 2 == len(seatings)
    assert all(set(seating) == {"a", "b"} for seating in seatings)
    assert len(seatings) == (2 if players % 2 == 0 else 2 * players)


# -- played


def test_the_interface_plays_the_matches_of_the_command():
    study = gt.simulate("punto", ["greedy", "random"], games=6, seed=3, **SHORT)
    options = study.run.options
    result = engine.simulate_matches(gt.find("punto"), 2, options, 6, 3, ["greedy", "random"])
    assert [match.digest for match in study.matches] == [
        engine.simulate_match(gt.find("punto"), 2, options, 3, n, ["greedy", "random"]).digest for n in range(6)
    ]
    assert result.wins[0] == round(6 * study.seat_score(0).value) == study.wins[0]
    assert result.digest == study.digest


@pytest.mark.parametrize("how", [{"jobs": 2}, {"map": map}, {"map": lambda f, each: [f(one) for one in each]}])
def test_processes_and_other_maps_change_nothing(how):
    wanted = gt.simulate("punto", ["greedy", "random"], games=20, **SHORT)
    assert untimed(gt.simulate("punto", ["greedy", "random"], games=20, **SHORT, **how)) == untimed(wanted)


def first(view, legal, determinize, rng):
    return legal[0]


def test_a_function_of_a_module_plays_in_other_processes_and_one_of_nowhere_does_not():
    wanted = gt.simulate("punto", [first, "random"], games=9, **SHORT)
    assert untimed(gt.simulate("punto", [first, "random"], games=9, jobs=2, **SHORT)) == untimed(wanted)
    with pytest.raises(UserError, match=r"Can't send a bot to another process .*\. Define it with def in a module"):
        gt.simulate("punto", [lambda view, legal, determinize, rng: legal[0], "random"], games=9, jobs=2, **SHORT)


def die(view, legal, determinize, rng):
    import os

    os._exit(1) if os.getpid() != HERE else None
    return legal[0]


HERE = __import__("os").getpid()


def die_at_times(view, legal, determinize, rng):
    """In another process, as often as the folder has files; each is deleted first."""
    is_here, die = multiprocessing.parent_process() is None, rng.random() < 0.1
    lives = [] if is_here or not die else [*Path(os.environ["KILLS"]).iterdir()]
    if lives:
        lives[0].unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return legal[0]


@pytest.mark.parametrize("kills", [1, 2])
def test_what_a_killed_process_had_is_played_again(kills, tmp_path, monkeypatch, capsys):
    """The study has the digest of each match, in order. A line says so of each time."""
    for number in range(kills):
        (tmp_path / str(number)).touch()
    monkeypatch.setenv("KILLS", str(tmp_path))
    wanted = gt.simulate("punto", [die_at_times, "random"], games=40, **SHORT)
    found = gt.simulate("punto", [die_at_times, "random"], games=40, jobs=2, **SHORT)
    assert [*tmp_path.iterdir()] == [] and untimed(found) == untimed(wanted)
    said = capsys.readouterr().err.splitlines()
    assert set(said) == {"A worker ended. Its matches are played again."} and len(said) <= kills


def test_processes_that_are_killed_time_and_again_are_one_sentence():
    with pytest.raises(UserError, match="A process playing matches was killed"):
        gt.simulate("punto", [die, "random"], games=9, jobs=2, **SHORT)


@pytest.mark.parametrize("game", [name for name in games.names() if len(games.find(name).bots) > 1])
def test_a_tournament_is_of_every_game(game):
    best, *_, last = gt.find(game).bots
    study = gt.tournament(game, [best, last], deals=2, **({"level": "rookie"} if game == "alter_ego" else {}))
    assert study.bots == tuple(sorted((best, last))) and {match.number for match in study.matches} == {0, 1}
    lines = text_of(study, (0.5, 0.55))
    assert any(line.startswith(f"{best}'s rating: ") for line in lines)
    assert any(" in 2 deals (0.5 is even)" in line for line in lines)
    assert set(study.ratings()) == {best, last}


def test_the_better_bot_is_rated_higher_in_whatever_order_they_are_named():
    one = gt.tournament("punto", ["greedy", "random"], deals=8, **SHORT)
    other = gt.tournament("punto", ["random", "greedy"], deals=8, **SHORT)
    assert list(one.ratings()) == list(other.ratings()) == ["greedy", "random"]
    assert one.pair_score("greedy", "random").value == other.pair_score("greedy", "random").value > 0.8
    assert one.ratings() == other.ratings()


def test_one_seat_alone_makes_no_tournament():
    solitaire = gt.find("alter_ego")._replace(cooperative=False)
    with pytest.raises(UserError, match="One bot alone plays against nobody"):
        gt.tournament(solitaire, ["vigilante", "random"], seats=1)


# -- reports


def test_seat_and_bot_that_cannot_be_told_apart_are_not_compared():
    lines = text_of(gt.simulate("punto", ["greedy", "random"], games=4, **SHORT))
    assert lines[-1].startswith("Each bot kept its seat, so bot and seat can't be separated.")
    assert not any(line.startswith("rating") for line in lines)


def test_lengths_and_places_are_said_as_people_count():
    """Whole where a figure is always the same, or large; one round is no figure; a place is one in turn order."""
    long = won_by(0, number=1)._replace(decisions=285, choices=2852, rounds=4)
    lines = text_of(Study(RUN, (won_by(0), long)))
    assert "In a match players choose 144 times, among 9.9 possible moves on average." in lines
    assert "A match has 2.5 rounds on average." in lines
    assert any(line.startswith("Number 2 in turn order wins 0.0% [") for line in lines)
    alone = text_of(Study(RUN, (won_by(0),)))
    assert "In a match players choose 4 times, among 2 possible moves on average." in alone
    assert not any("rounds on average" in line for line in alone)


def test_a_mean_of_enough_matches_has_its_range():
    matches = [won_by(0, number=n)._replace(decisions=100 + n % 3, rounds=2 + n % 2, ms_per_decision=(0.2, 0.1 + n % 2))
               for n in range(40)]  # fmt: skip
    lines = text_of(Study(RUN, matches))
    assert "In a match players choose 101 [101–101] times, among 0.08 possible moves on average." in lines
    assert "A match has 2.5 [2.3–2.7] rounds on average." in lines
    assert lines[-3:-1] == ["a takes 0.20 ms for a decision.", "b takes 0.60 [0.44–0.76] ms for a decision."]


def test_a_rating_at_the_edge_of_its_range_is_explained_and_nothing_is_less_than_0_by_0():
    both = [won_by(n % 2, number=n // 2, bots=("a", "b") if n % 4 < 2 else ("b", "a")) for n in range(160)]
    even, clear = text_of(Study(RUN, both)), gt.tournament("punto", ["casual", "random"], deals=20, **SHORT)
    edge = "A rating can be at the edge of its range: that allows for 2 more deals won and 2 lost."
    assert edge in text_of(clear) and edge not in even
    assert "b's rating: +0 [" in "".join(even) and not re.search(r"-0(\.0)?\b", "".join(even))


def test_only_options_that_are_not_as_usual_are_said_and_in_words():
    lines = text_of(gt.simulate("punto", ["random"], games=1, seats=2, rounds_to_win=1, max_rounds=20))
    told = [line for line in lines if line.startswith("Option: ")]
    assert told == ["Option: how many rounds win the match: 1"]  # that bots draw who begins was nobody's choice
    chosen = text_of(gt.simulate("punto", ["random"], games=1, seats=2, first_player="youngest"))
    assert [line for line in chosen if line.startswith("Option: ")] != []


def test_a_tournament_is_printed_as_its_pairs():
    study = gt.tournament("punto", ["greedy", "random", "casual"], deals=4, **SHORT)
    first, *pairs = str(study).splitlines()
    assert first == "Punto: 24 matches, players 2, seed 1" and repr(study) == str(study)
    score = study.pair_score("casual", "greedy")
    assert pairs[0] == f"casual scores {score} against greedy in 4 deals (0.5 is even)."
    assert len(pairs) == 3 and set(pairs[1:]) < set(text_of(study))


def test_matches_of_bots_that_kept_their_seats_are_printed_as_seats():
    study = gt.simulate("punto", ["greedy", "random"], games=4, **SHORT)
    first, *seats = str(study).splitlines()
    assert first == "Punto: 4 matches, players 2, seed 1"
    assert [line.split(" wins ")[0] for line in seats] == ["seat 1 (greedy)", "seat 2 (random)"]
    assert str(Study(RUN)) == "Punto: 0 matches, players 2, seed 1"


def test_a_team_is_printed_as_how_often_it_wins():
    team = gt.simulate("alter_ego", ["random"], games=2, seats=2, level="rookie")
    assert str(team).splitlines()[1].startswith("All win together: random in all seats wins ")


def test_what_was_given_up_is_said_and_counts_for_nothing():
    study = Study(RUN, (won_by(0), won_by(1, number=1)._replace(outcome=None)))
    assert study.seat_score(0).n == 1 and "1 of them ended. The others were given up." in text_of(study)


def test_a_test_is_decided_or_open():
    few, many = (Study(RUN, tuple(won_by(0, number=n) for n in range(length))) for length in (3, 60))
    assert text_of(few, (0.5, 0.55))[-1].startswith("The sequential test of a against b is open")
    assert text_of(many, (0.5, 0.55))[-1].startswith("The sequential test of a against b says 0.55 rather than 0.5")
    lost = Study(RUN, tuple(won_by(1, number=n) for n in range(60)))
    assert text_of(lost, (0.5, 0.55))[-1].startswith("The sequential test of a against b says 0.5 rather than 0.55")


# -- files


def test_a_study_is_saved_and_loaded(tmp_path):
    study = gt.simulate("alex_and_co", ["memory", "random", "random"], games=3)
    study.save(tmp_path / "matches.jsonl")
    again = gt.load_study(tmp_path / "matches.jsonl")
    assert (
        again.rows == study.rows == [json.loads(line) for line in (tmp_path / "matches.jsonl").read_text().splitlines()]
    )
    assert text_of(again) == text_of(study)


def test_every_field_of_a_line_is_one_that_is_read():
    assert list(match_fields(RUN, won_by(0))) == list(FIELDS)


def test_a_line_that_was_cut_short_is_left_out():
    lines = [to_line(RUN, won_by(0)), to_line(RUN, won_by(1, number=1))[:-9]]
    assert len(list(read_records(lines))) == 1


def test_nothing_is_read_after_a_line_of_others():
    lines = iter(["\n", GOOD])
    with pytest.raises(UserError, match="Line 1 isn't a match"):
        list(read_records(lines))
    assert list(lines) == [GOOD]


GOOD = to_line(RUN, won_by(0))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "This file has no matches"),
        ("1. e4 e5\n", "Line 1 isn't a match of glowtable simulate --out"),
        (GOOD + "[]\n", "Line 2 isn't a match of glowtable simulate --out"),
        (
            GOOD.replace('"version": 1', '"version": 7'),
            "Line 1 was written by another version of glowtable, in format 7",
        ),
        (GOOD.replace('"winners": [0]', '"winners": 0'), "Line 1: the field winners is missing or damaged."),
        (GOOD.replace('"digest"', '"digestion"'), "Line 1: the field digest is missing or damaged."),
        (
            GOOD + GOOD.replace('"seed": 1', '"seed": 2'),
            r"Matches 0 \(punto, seed 1\) and 0 \(punto, seed 2\) are of two",
        ),
    ],
)
def test_a_file_that_is_empty_mixed_or_of_others_is_one_sentence(tmp_path, text, why):
    (tmp_path / "file").write_text(text)
    with pytest.raises(UserError, match=why):
        gt.load_study(tmp_path / "file")


def test_a_file_that_is_not_there_is_one_sentence(tmp_path):
    with pytest.raises(UserError, match=r"Can't find .*file\. Name a file or folder that --out made\."):
        gt.load_study(tmp_path / "file")


@pytest.mark.parametrize(
    ("play", "named"),
    [
        (gt.simulate, {"games": 0}), (gt.simulate, {"games": 1.5}), (gt.simulate, {"jobs": 0}),
        (gt.simulate, {"jobs": -1}),
        (gt.tournament, {"deals": 0}), (gt.tournament, {"jobs": 0}),
    ],
)  # fmt: skip
def test_what_is_no_whole_number_from_1_is_refused(play, named):
    ((name, number),) = named.items()
    with pytest.raises(ValueError, match=f"^{name} must be a whole number from 1, got {number}$"):
        play("punto", ["greedy", "random"], **named)


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda study: study.pair_score("gredy", "a"), "bots must be different ones of a, b; got gredy, a"),
        (lambda study: study.pair_score("a", "a"), "bots must be different ones of a, b; got a, a"),
        (lambda study: study.verdict("x", "b", 0.5, 0.6), "bots must be different ones of a, b; got x, b"),
        (lambda study: study.win_rate("x"), "bots must be different ones of a, b; got x"),
        (lambda study: study.verdict("a", "b", 0.6, 0.5), "p0 and p1 must be above 0 and below 1, the lower one first"),
        (lambda study: study.verdict("a", "b", 2, 3), "; got 2 and 3"),
        (lambda study: study.verdict("a", "b", 0, 0), "; got 0 and 0"),
        (lambda study: study.seat_score(7), "seat must be 0..1, got 7"),
        (lambda study: study.place_score(-1), "seat must be 0..1, got -1"),
    ],
)
def test_what_a_study_has_not_is_no_number(ask, why):
    study = Study(RUN, (won_by(0), won_by(1, bots=("b", "a"))))
    assert study.pair_score("b", "a").value == 0 and study.verdict("a", "b", 0.5, 0.6).n == 2
    with pytest.raises(ValueError, match=why):
        ask(study)


@pytest.mark.parametrize("play", [gt.simulate, gt.tournament])
def test_more_matches_than_memory_holds_are_kept_elsewhere(play):
    number = {gt.simulate: "games", gt.tournament: "deals"}[play]
    with pytest.raises(ValueError, match=r"0 matches are too many for memory, which holds 200000: keep them with out="):
        play("punto", ["random", "beginner"], **{number: 10**20})


@pytest.mark.parametrize("play", [gt.simulate, gt.tournament, gt.play])
def test_bots_in_one_text_are_no_list(play):
    with pytest.raises(ValueError, match=r"^bots must be a list, such as \['greedy', 'random'\], got 'greedy,random'$"):
        play("punto", "greedy,random")
