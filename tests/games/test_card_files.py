"""What no code reads of the card files is true as well: what is said twice agrees, and ids are in order."""

import ast
import hashlib
import re
import tomllib
from pathlib import Path

import pytest
from glowtable import games
from glowtable.games.alex_and_co.dealing import SIZES_LEAVING, SPECIALS_LEAVING

FOLDERS = [path.parent for path in sorted(Path(games.__file__).parent.glob("*/cards.toml"))]
FILES = {folder.name: tomllib.loads((folder / "cards.toml").read_text("utf-8")) for folder in FOLDERS}
every_file = pytest.mark.parametrize("name", FILES)

# Every file is asked for its form, its game and its ids; the rest has a test of its own below, or is read by a name
# that is put together, or by going through a table.
OF_EVERY_FILE = {"schema", "game", "id"}
NOT_NAMED_IN_CODE = {
    "alex_and_co": {"size", "three_player_removal", "sets_one_of_each_size"},
    "spiel_des_jahres": {"recommended", "10000", "20000", "50000", "100000"},
    "alter_ego": {"version", "p1", "p2", "p3", "p4"},
}

NUMBERS = {
    "alex_and_co": "734cad1e8810",
    "alter_ego": "cceb124d7966",
    "spiel_des_jahres": "aaef5e2d08f2",
}  # a digest of those of each file


def keys_in(value):
    """Every key of a file, however deep."""
    if isinstance(value, dict):
        return set(value).union(*map(keys_in, value.values()))
    return set().union(*map(keys_in, value)) if isinstance(value, list) else set()


def numbers_in(value):
    """Every number of a file in its order, with the key it stands under; years are facts and change no match."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        if isinstance(inner, int) and key != "year":
            yield key, inner
        yield from numbers_in(inner)


def texts_in(folder):
    """Every text that the code of a game holds."""
    trees = [ast.parse(path.read_text("utf-8")) for path in folder.glob("*.py")]
    return {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_field_is_read_by_the_game_or_has_a_test_here(folder):
    unread = keys_in(FILES[folder.name]) - texts_in(folder) - OF_EVERY_FILE
    assert unread == NOT_NAMED_IN_CODE.get(folder.name, set())


@every_file
def test_a_file_says_its_form_and_whose_it_is(name):
    assert (FILES[name]["schema"], FILES[name]["game"]) == (1, name)


@every_file
def test_the_numbers_of_a_file_are_those_that_matches_are_saved_with(name):
    """A journal names actions, not what a card says: with another cost or count it is another match, or none.

    Who changes a number on purpose writes the new digest here, and says so in CHANGELOG.md.
    """
    assert hashlib.sha256(repr(list(numbers_in(FILES[name]))).encode()).hexdigest()[:12] == NUMBERS[name]


@every_file
def test_no_id_stands_twice_and_numbers_have_no_gap(name):
    for group in (cards for cards in FILES[name].values() if isinstance(cards, list)):
        ids = [card["id"] for card in group]
        assert len(set(ids)) == len(ids)
        series = {}
        for found in filter(None, (re.fullmatch(r"(.*?)(\d+)", each) for each in ids)):
            series.setdefault(found[1], []).append(int(found[2]))
        for numbers in series.values():
            assert numbers == list(range(1, len(numbers) + 1)), ids


def test_A02_each_set_says_how_many_cards_it_has():
    assert [each["size"] for each in FILES["alex_and_co"]["set"]] == [
        1 + len(each["games"]) for each in FILES["alex_and_co"]["set"]
    ]


def test_A04_what_leaves_with_three_is_what_is_dealt_out():
    removal = dict(FILES["alex_and_co"]["setup"]["three_player_removal"])  # other tests read the file, too
    sizes = {each["size"] for each in FILES["alex_and_co"]["set"]}
    assert removal.pop("sets_one_of_each_size") is (sizes == {*SIZES_LEAVING} and len(sizes) == len(SIZES_LEAVING))
    assert removal == {kind.lower(): 1 for kind in SPECIALS_LEAVING}


def test_A02_a_year_is_one_in_which_games_were_published():
    years = [game["year"] for each in FILES["alex_and_co"]["set"] for game in each["games"]]
    assert all(1950 <= year <= 2026 for year in years)


def test_S01_the_six_symbols_have_the_words_of_the_sheet():
    words = ["role-playing", "puzzle", "family-friendly", "resource-gathering", "cards", "combat"]
    assert list(FILES["spiel_des_jahres"]["symbols"].values()) == words


def test_S02_every_sum_can_be_paid_in_coins():
    """Sums are read in thousands, and the smallest coin is of ten: what is less would be lost unnoticed."""
    file = FILES["spiel_des_jahres"]
    sums = [*map(int, file["bank"]), file["setup"]["start_money"], *(each["wage"] for each in file["contract"])]
    assert [each for each in sums if each % 10_000] == []


def test_S03_two_to_six_play_and_two_to_four_are_recommended():
    setup = FILES["spiel_des_jahres"]["setup"]
    assert (setup["players"], setup["recommended"]) == ([2, 6], [2, 4])


def test_E01_the_cards_are_those_of_version_6():
    assert FILES["alter_ego"]["version"] == "6.0"
