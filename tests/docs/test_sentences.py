"""No sentence of a sheet without a row, no row without its rule, its test and its option: docs/rules/sentences."""

import re

import pytest
from glowtable import games

from tests.docs.sentences import (
    COLUMNS,
    DIGITS,
    FOLDER,
    HOUSE,
    SHEETS,
    WORDS,
    Row,
    digest_of,
    rows_of,
    sentences_of,
    unlike,
)
from tests.docs.test_rules_docs import PAGE_OF, sections

GAMES = {  # table -> the game whose sheet it is
    "alex-and-co.en": "alex_and_co",
    "alex-and-co.it": "alex_and_co",
    "alter-ego-v6.0.en": "alter_ego",
    "punto.de-en": "punto",
    "spiel-des-jahres.en": "spiel_des_jahres",
}
TABLES = {name: FOLDER / f"{name}.tsv" for name in GAMES}
TESTS = frozenset(
    name
    for path in (HOUSE / "tests" / "games").glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
)
CHOSEN = re.compile(r"\b(\w+)=(\w+)\b")
LEAST_WORDS = 3  # of a reason


def rules_in(row: Row) -> list[str]:
    return [] if row.rules == "-" else row.rules.split(",")


def fault_of(row: Row, game: str) -> str:
    """What is wrong with a row; empty if nothing is."""
    page, named = sections(PAGE_OF[game]), rules_in(row)
    if unknown := [number for number in named if number not in page]:
        return f"no such rule: {unknown}"
    if row.reading == "none":
        return "" if row.test == "-" and row.option.strip("-") else "a row without a rule has no test, and says why"
    if row.test not in TESTS:
        return "no such test"
    if not any(f"_{number.replace('-', '')}_" in row.test for number in named):
        return "the test is of another rule"
    decided = any("**Ruling:**" in page[number] or "* opt:" in page[number] for number in named)
    if row.reading == "ruling" and not decided:
        return "the page of the rules marks no ruling"
    return fault_of_option(row, game)


def fault_of_option(row: Row, game: str) -> str:
    """Each option there is, of one of these rules, with its default; or, of a ruling, why there is none."""
    options = {option.name: option for option in games.find(game).options}
    chosen = CHOSEN.findall(row.option)
    for name, default in chosen:
        if name not in options or str(options[name].default) != default or options[name].rule not in rules_in(row):
            return f"no such option of these rules: {name}={default}"
    if chosen or row.reading == "plain":
        return "" if chosen or row.option == "-" else "a plain sentence needs no reason"
    return "" if len(row.option.split()) >= LEAST_WORDS else "neither an option nor a reason why there is none"


@pytest.mark.parametrize("name", GAMES)
def test_each_row_has_its_rule_its_test_and_its_option(name):
    rows = rows_of(TABLES[name])
    assert not {row.nr: fault for row in rows if (fault := fault_of(row, GAMES[name]))}
    assert {row.reading for row in rows} == {"plain", "ruling", "none"}


@pytest.mark.parametrize("name", GAMES)
def test_the_rows_are_numbered_and_quote_no_more_than_first_words(name):
    rows = rows_of(TABLES[name])
    assert TABLES[name].read_text("utf-8").splitlines()[0].split("\t") == list(COLUMNS)
    assert [row.nr for row in rows] == [str(nr) for nr in range(1, len(rows) + 1)]
    assert all(re.fullmatch(f"[0-9a-f]{{{DIGITS}}}", row.digest) for row in rows)
    assert all(1 <= len(row.begins.split()) <= WORDS for row in rows)


@pytest.mark.parametrize("game", sorted(set(GAMES.values())))
def test_each_rule_that_quotes_a_sheet_and_each_option_has_a_sentence(game):
    rows = [row for name in GAMES if GAMES[name] == game for row in rows_of(TABLES[name])]
    numbers = {number for row in rows for number in rules_in(row)}
    assert not {number for number, text in sections(PAGE_OF[game]).items() if "\n> " in text} - numbers
    named = {name for row in rows for name, _ in CHOSEN.findall(row.option)}
    assert {option.name for option in games.find(game).options} == named


def test_no_sentence_of_a_sheet_is_without_a_row():
    """Where the sheets are: they are not part of this project. How they are compared is tried below in any case."""
    there = [name for name in GAMES if (SHEETS / f"{name}.txt").exists()]
    assert {path.stem for path in SHEETS.glob("*.txt")} == set(there)
    for name in there:
        text = (SHEETS / f"{name}.txt").read_text("utf-8")
        assert not unlike(rows_of(TABLES[name]), text)
        assert not elsewhere(rows_of(TABLES[name]), sentences_of(text), GAMES[name])


def elsewhere(rows: list[Row], said: list[str], game: str) -> list[str]:
    """The options whose words are on this sheet, but in no sentence that has them."""
    named = {name: "" for row in rows for name, _ in CHOSEN.findall(row.option)}
    for row, sentence in zip(rows, said, strict=True):
        for name, _ in CHOSEN.findall(row.option):
            named[name] += f"{sentence}\n"
    words = {option.name: option.words for option in games.find(game).options}
    return [name for name, texts in named.items() if words[name] in " ".join(said) and words[name] not in texts]


SHEET = "**Setup**\n\n· Deal 3 cards. Each may pass!\n1.  Who has most wins.\n"


def table(*sentences: str) -> list[Row]:
    said = enumerate(sentences, 1)
    return [Row(str(nr), digest_of(text), " ".join(text.split()[:WORDS]), "-", "none", "", "-") for nr, text in said]


def test_a_sentence_without_a_row_and_one_that_was_changed_are_found():
    whole = table("Setup", "Deal 3 cards.", "Each may pass!", "Who has most wins.")
    assert not unlike(whole, SHEET)
    assert unlike(whole[:3], SHEET) == ["4: Who has most wins."]
    changed = unlike(whole, SHEET.replace("3 cards", "4 cards"))
    assert sorted(changed) == ["2: Deal 3 cards.", "2: Deal 4 cards."]


ROW = Row("1", "0" * DIGITS, "All cards", "P-16", "ruling", "frame=fixed", "test_P16_the_fixed_frame_ends_at_the_edge")


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({}, ""),
        ({"rules": f"P-{99}"}, "no such rule"),
        ({"test": "test_P16_nothing"}, "no such test"),
        ({"test": "test_P17_there_is_no_passing"}, "another rule"),
        ({"rules": "P-17", "test": "test_P17_there_is_no_passing", "option": "-"}, "marks no ruling"),
        ({"option": "frame=floating"}, "no such option"),
        ({"option": "teams=no"}, "no such option"),
        ({"option": "-"}, "neither an option nor a reason"),
        ({"reading": "plain", "option": "because we say so"}, "needs no reason"),
        ({"reading": "none"}, "has no test"),
    ],
)
def test_a_bad_row_is_found(changed, fault):
    found = fault_of(ROW._replace(**changed), "punto")
    assert fault in found and bool(found) == bool(fault)
