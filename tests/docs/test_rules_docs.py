"""Every number of a rule that the project cites can be looked up in docs/rules, and so can every option."""

import re
from collections import Counter
from pathlib import Path

import pytest
from glowtable import games

HOUSE = Path(__file__).parents[2]
RULES = HOUSE / "docs" / "rules"
HEADING = re.compile(r"^### ([A-Z]-\d\d[a-z]?) \S", re.MULTILINE)
PAGE_OF = {  # a long one is two files: alter_ego.md, alter_ego_fight.md
    game: "\n".join(page.read_text("utf-8") for page in sorted(RULES.glob(f"{game}*.md")))
    for game in games.names()
    if (RULES / f"{game}.md").exists()
}
LETTERS = {game: HEADING.search(page)[1][0] for game, page in PAGE_OF.items()}  # as its first heading says
LETTER = f"[{''.join(LETTERS.values())}]"

FOLDERS = ("host", "firmware", "hardware", "tests", "docs")
KINDS = (".py", ".toml", ".json", ".jsonl", ".po", ".md", ".txt")
TEXTS = ("README.md", "CHANGELOG.md")

CITED = re.compile(rf"(?<![\w-]){LETTER}-\d\d[a-z]?(?!\w)")  # P-26a, as in a docstring or a refusal
TESTED = re.compile(rf"(?<=_)({LETTER})(\d\d[a-z]?)(?=_)")  # P26a, as in the name of a test
MOST_NAMED = 9  # of more choices only the first, the last and the default are named


def cited(text: str) -> set[str]:
    """The numbers a text cites, the names of its tests included."""
    tests = " ".join(re.findall(r"def (test_\w+)", text))
    return {*CITED.findall(text), *(f"{letter}-{number}" for letter, number in TESTED.findall(tests))}


def citations() -> dict[str, set[str]]:
    """Each file of the project with the numbers it cites."""
    inside = [path for folder in FOLDERS for path in (HOUSE / folder).rglob("*") if path.suffix in KINDS]
    files = [path for path in (*(HOUSE / name for name in TEXTS), *inside) if path.is_file()]
    return {str(path.relative_to(HOUSE)): cited(path.read_text("utf-8")) for path in files}


def sections(page: str) -> dict[str, str]:
    """Each number of a page with the text below its heading."""
    _, *parts = HEADING.split(page)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def without_heading(numbers: set[str], pages: str) -> list[str]:
    """The numbers that have no heading."""
    return sorted(numbers - set(HEADING.findall(pages)))


def repeated(pages: str) -> list[str]:
    """The numbers that have more than one heading."""
    return [number for number, times in Counter(HEADING.findall(pages)).items() if times > 1]


def is_complete(page: str) -> bool:
    """Whether a page has all numbers from 01 on, in order; P-26a goes with P-26."""
    found = list(dict.fromkeys(int(number[2:4]) for number in HEADING.findall(page)))
    return found == list(range(1, len(found) + 1))


def option_line(name: str, choices: tuple[str | int, ...], default: str | int) -> str:
    """How the line of an option begins: its choices in their order, the default in bold."""
    words = [f"**`{choice}`**" if choice == default else f"`{choice}`" for choice in choices]
    if len(choices) > MOST_NAMED:
        words = [f"`{choices[0]}` to `{choices[-1]}`, **`{default}`**"]
    return f"* opt: `{name}` = {' | '.join(words)}."


def lacks_option(page: str, rule: str, line: str) -> bool:
    """Whether no such line is in the section of this rule."""
    return not any(text.startswith(line) for text in sections(page).get(rule, "").splitlines())


PAGES = "\n".join(PAGE_OF.values())


def test_every_rule_the_code_cites_is_in_docs_rules():
    unknown = {path: found for path, numbers in citations().items() if (found := without_heading(numbers, PAGES))}
    assert not unknown


def test_every_number_is_cited_by_a_test():
    tests = [numbers for path, numbers in citations().items() if path.startswith(("tests/games/", "tests/golden/"))]
    assert not set(HEADING.findall(PAGES)).difference(*tests)


def test_no_two_games_share_a_letter():
    assert {"punto": "P", "alex_and_co": "A", "alter_ego": "E", "spiel_des_jahres": "S"}.items() <= LETTERS.items()
    assert len(set(LETTERS.values())) == len(LETTERS)


def test_every_number_has_one_heading():
    assert not repeated(PAGES)


@pytest.mark.parametrize("game", LETTERS)
def test_a_page_has_the_rules_of_its_game_in_order_without_a_gap(game):
    page = PAGE_OF[game]
    assert {number[0] for number in HEADING.findall(page)} == {LETTERS[game]}
    assert is_complete(page)
    assert all(text.strip() for text in sections(page).values())


@pytest.mark.parametrize("game", LETTERS)
def test_every_option_is_under_its_rule_with_its_choices_and_its_default(game):
    page, options = PAGE_OF[game], games.find(game).options
    lines = {option.name: option_line(option.name, option.choices, option.default) for option in options}
    assert not {
        option.name: lines[option.name] for option in options if lacks_option(page, option.rule, lines[option.name])
    }


@pytest.mark.parametrize("game", LETTERS)
def test_a_page_names_no_option_that_its_game_lacks(game):
    named = re.findall(r"^\* opt: `(\w+)`", PAGE_OF[game], re.MULTILINE)
    assert sorted(named) == sorted(option.name for option in games.find(game).options)


BAD = "### P-{0} One\n\nText.\n\n### P-{0} Two\n\n* opt: `frame` = `fixed` | **`floating`**.\n\n### P-{1} Three\n"


def test_a_bad_page_is_caught():
    """The numbers are put together here, so that this file itself cites none that has no heading."""
    page = BAD.format(97, 99)
    number, later = f"P-{97}", f"P-{99}"
    code = f"Source: ruling {number} to P-{98}b, not {later}x\ndef test_P{96}_says_so(): ..."
    assert cited(code) == {number, f"P-{98}b", f"{later}x", f"P-{96}"}
    assert without_heading(cited(code), page) == [f"P-{96}", f"P-{98}b", f"{later}x"]
    assert repeated(page) == [number]
    assert not is_complete(page)
    assert lacks_option(page, number, option_line("frame", ("fixed", "floating"), "fixed"))  # another default
    assert lacks_option(page, number, option_line("frame", ("fixed",), "fixed"))  # another choice
    assert lacks_option(page, later, option_line("frame", ("fixed", "floating"), "floating"))  # another rule
    assert not lacks_option(page, number, option_line("frame", ("fixed", "floating"), "floating"))
