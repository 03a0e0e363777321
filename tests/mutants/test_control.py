"""The controls of `make mutants`: what can be noticed is killed, what cannot is told, a wrong list is refused."""

import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

pytestmark = pytest.mark.mutants

HOUSE = Path(__file__).parents[2]


def mutants(*words: str) -> tuple[int, str]:
    """Exit code and output of the command."""
    command = [sys.executable, "-m", "tests.mutants", *words]
    done = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


@pytest.fixture(scope="module")
def whole() -> tuple[int, str]:
    """Of a run that knows nothing from before."""
    shutil.rmtree(HOUSE / ".venv" / "mutants" / "control", ignore_errors=True)
    return mutants("control")


def test_survivors_without_a_reason_are_reported_with_their_place_and_fail(whole: tuple[int, str]):
    code, said = whole
    assert code == 1
    lines = said.splitlines()
    reported = [line for line in lines if line.startswith("survived: ")]
    assert reported == ["survived: tests/mutants/control/rules.py:30 in unlucky"] * 3
    assert "    now return card != 13" in lines


def test_all_others_are_killed_in_functions_tables_and_endless_loops(whole: tuple[int, str]):
    titles, figures = (line.split() for line in whole[1].splitlines()[-2:])
    told = dict(zip(titles, figures[1:], strict=False))
    assert told["mutants"] == told["tried"] == "29"
    assert (told["killed"], told["endless"], told["listed"], told["not"]) == ("23", "2", "1", "3")


def test_a_listed_survivor_is_no_longer_one_when_it_is_killed_or_gone(whole: tuple[int, str]):
    refused = [line for line in whole[1].splitlines() if line.startswith("not a survivor: ")]
    assert len(refused) == 2
    assert any("HAND = 4 (killed by " in line for line in refused)
    assert any("WORTH[3](card) (no such mutant)" in line for line in refused)
    assert ">= other" not in whole[1], "the one that nobody can notice has its reason"


def test_a_recorded_killer_is_tried_first_and_all_others_if_it_kills_no_more(whole: tuple[int, str]):
    assert "control: 24 killed by the test that is recorded" in whole[1], "of 25: one killer is wrong on purpose"


def test_what_is_known_is_not_tried_again(whole: tuple[int, str]):
    code, said = mutants("control")
    assert "29 mutants, 29 known from before" in said
    assert (code, said.splitlines()[1:]) == (whole[0], whole[1].splitlines()[3:])


def test_a_quick_run_believes_the_list_and_tells_so(whole: tuple[int, str]):
    code, said = mutants("control", "--quick")
    assert (code, said.splitlines()[-1]) == (1, "listed survivors were not tried")
    assert "27 mutants, 27 known from before" in said
    assert said.count("not a survivor: ") == 1 and "(no such mutant)" in said


def test_killers_are_read_as_they_were_recorded(tmp_path: Path):
    recorded, running = import_module("tests.mutants.recorded"), import_module("tests.mutants.running")
    key = import_module("tests.mutants.mutation").Key
    test, file = "tests/mutants/control/checks.py::test_it", tmp_path / "killers.json"
    keys = [key("rules.py", "", "1", str(now), 1) for now in range(5)]
    ends = ((running.KILLED, test), (running.ENDLESS, test), (running.SURVIVED, ""), (running.KILLED, "gone.py::test"))
    found = {key: running.Verdict(how, by, 0.0) for key, (how, by) in zip(keys, ends, strict=False)}
    assert recorded.recorded_killers(file, keys) == {}
    recorded.record_killers(file, found)
    assert recorded.recorded_killers(file, keys) == dict.fromkeys(keys[:2], test)
    recorded.record_killers(file, {keys[1]: running.Verdict(running.SURVIVED, "", 0.0)}, keys)
    assert recorded.recorded_killers(file, keys) == {keys[0]: test}, "what an earlier sample recorded stays"


def test_a_sample_is_the_same_for_the_same_seed_and_tells_how_sure_it_is(whole: tuple[int, str]):
    said = mutants("control", "--sample", "9", "--seed", "4")[1]
    assert said == mutants("control", "--sample", "9", "--seed", "4")[1]
    assert "9 mutants, 9 known from before" in said
    assert "% to " in said.splitlines()[-1]


def result_of(tried: int, killed: int, mutants: int):
    tool = import_module("tests.mutants.__main__")
    verdict = import_module("tests.mutants.running").Verdict
    found = {number: verdict("killed" if number < killed else "survived", "", 0.0) for number in range(tried)}
    return tool.Result(None, mutants, found, [], [])


def test_a_sample_fails_only_when_the_score_of_all_is_surely_too_low():
    low, high = result_of(50, 45, 1000).likely
    assert (round(low, 3), round(high, 3)) == (0.786, 0.957)
    assert result_of(50, 45, 1000).passed and not result_of(50, 44, 1000).passed
    assert result_of(100, 95, 100).passed and not result_of(100, 94, 100).passed


def test_each_operator_of_ours_does_what_its_examples_say():
    ours = import_module("tests.mutants.operators").OURS
    mutate_code = import_module("cosmic_ray.mutating").mutate_code
    examples = [(operator(), example) for operator in ours for example in operator.examples()]
    assert len(examples) == 10
    for operator, example in examples:
        made = mutate_code(example.pre_mutation_code, operator, example.occurrence)
        assert made.split() == example.post_mutation_code.split()


def test_each_of_several_exceptions_is_exchanged_and_comes_back():
    from tests.mutants.mutation import mutated_sources  # needs what only this tier installs

    text = "try:\n    play()\nexcept (KeyError, TypeError):\n    pass\n"
    mutants_made = {mutant for _, mutant in mutated_sources(text, [])}
    assert {text.replace(name, "CosmicRayTestingException") for name in ("KeyError", "TypeError")} == mutants_made


def test_a_constant_of_a_data_file_is_changed_by_one_and_words_years_and_comments_stay(tmp_path: Path):
    from tests.mutants.constants import constants_of

    cards = tmp_path / "cards.toml"
    cards.write_text(
        'schema = 1\n[bank]  # of 72\n"10000" = 20\ntitle = { name = "Route 66", year = 1962 }\nodds = [-1]\n'
    )
    made = constants_of(cards)
    assert [(mutant.key.scope, mutant.key.now) for mutant in made] == [
        ("bank", '"10000" = 21'),
        ("bank", '"10000" = 19'),
        ("bank", "odds = [0]"),
        ("bank", "odds = [-2]"),
    ]
    assert made[0].source == cards.read_text().replace("= 20", "= 21")


def test_the_operators_are_listed_first():
    code, said = mutants("--operators")
    lines = said.splitlines()
    assert code == 0 and len(lines) == 41
    assert {"SwapSeats", "DropCondition", "constants of cards.toml"} <= {line.partition(":")[0] for line in lines}


def test_what_is_fresh_is_neither_for_practice_nor_recorded_nor_listed():
    from tests.mutants.judging import PRACTICE, all_mutants, fresh_of, sample_of
    from tests.mutants.recorded import recorded_killers
    from tests.mutants.subjects import listed_survivors, subject_of

    punto = subject_of("punto")
    fresh = fresh_of(punto, 60)
    keys = {mutant.key for mutant in fresh}
    assert len(keys) == 60 and fresh == fresh_of(punto, 60)
    assert not recorded_killers(punto.recorded, list(keys)) and not keys & set(listed_survivors(punto.listed))
    mutants = all_mutants(punto)
    assert keys <= {mutant.key for mutant in mutants} - {
        mutant.key for mutant in sample_of(mutants, len(mutants) // 2, PRACTICE)
    }


READS_IT = """
from pathlib import Path
from tests.mutants.running import Job, import_mutant
from tests.mutants.subjects import GAMES
cards = GAMES / "spiel_des_jahres" / "cards.toml"
import_mutant(Job(cards, cards.read_text("utf-8").replace("start_hand = 3", "start_hand = 4"), [], {}))
from glowtable.games.spiel_des_jahres.state import HAND
print(HAND, "start_hand = 4" in cards.read_text("utf-8"))
"""


def test_a_mutant_of_data_is_what_the_game_and_the_tests_read():
    done = subprocess.run([sys.executable, "-c", READS_IT], cwd=HOUSE, capture_output=True, text=True, check=True)
    assert done.stdout == "4 True\n"
    assert "start_hand = 3" in (HOUSE / "host/glowtable/games/spiel_des_jahres/cards.toml").read_text("utf-8")
