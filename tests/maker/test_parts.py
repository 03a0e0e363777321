"""What a person is asked about a table's parts: what cannot be is refused, and no table's LEDs may draw too much."""

import pytest
from glowpico import settings as settings_of
from glowtable.maker.parts import SECOND_BRANCH_MA, SECOND_LEDS_MA, ask_parts, led_budget
from glowtable.table import Said
from glowtable.terminal.translator import Translator

from hardware.product.supply import LEDS_MA, SUPPLIES


@pytest.mark.parametrize(("language", "now"), [("en", "buttons"), ("de", "schalter"), ("it", "interruttori")])
def test_what_enter_leaves_is_told_in_words_that_can_be_typed(language, now):
    asked = next(ask_parts(settings_of.DEFAULTS))
    assert Translator(language).text(asked.message).endswith(f": {now})")


def parts(*lines, settings=settings_of.DEFAULTS):
    """What is asked, and the answers in the end."""
    script = ask_parts(settings)
    wait = next(script)
    said = []
    try:
        for line in lines:
            wait = script.send(Said(line))
            said += [wait.said.text] if wait.said else []
    except StopIteration as stopped:
        return stopped.value, said
    raise AssertionError("more is asked")


def test_enter_leaves_everything_as_it_is():
    kept = {**settings_of.DEFAULTS, "pixels_per_cell": 2, "budget_ma": 1000}
    found, _ = parts("", "", "", "", "", settings=kept)
    wanted = {"cell_kind": "buttons", "branch_sense": 0, "pixels_per_cell": 2, "pixels_per_seat": 4, "budget_ma": 1000}
    assert found == wanted


def test_answers_that_cannot_be_are_asked_for_again_and_answers_taken_back():
    found, said = parts("back", "feet", "nfc", "", "3", "1", "5", "back", "2", "3", "100", "phone")
    wanted = {"cell_kind": "nfc", "branch_sense": 0, "pixels_per_cell": 2, "pixels_per_seat": 3, "budget_ma": 1220}
    assert found == wanted
    assert len(said) == 4 and set(said) == {"Type one of these answers. Or Enter, back or q."}


SECOND = {**settings_of.DEFAULTS, "branch_sense": 1, "branch_ma": 750, "budget_ma": 1950}
ENTER = ("", "", "", "")  # at each question before the supply
REFUSED = "The second table must know its supply. Type the mA it gives, 3000 or more."


def test_the_second_tables_figures_are_those_it_is_designed_with():
    assert {supply.gives_ma: supply.leds_ma for supply in SUPPLIES} == SECOND_LEDS_MA
    assert SECOND_BRANCH_MA == LEDS_MA
    assert all(settings_of.is_allowed("budget_ma", budget_ma) for budget_ma in SECOND_LEDS_MA.values())


@pytest.mark.parametrize(
    ("text", "ma"), [("3000", 1050), ("3999", 1050), ("4000", 1950), ("4999", 1950), ("5000", 2900), ("10000", 2900)]
)
def test_the_second_tables_leds_get_what_the_largest_supply_that_gives_no_more_allows(text, ma):
    found, said = parts("", "2", "", "", text)
    assert (found["branch_sense"], found["branch_ma"], found["budget_ma"], said) == (1, 750, ma, [])


@pytest.mark.parametrize("text", ["phone", "2112", "2999", "0", "4 A", "²", "9" * 5000])
@pytest.mark.parametrize("now", [settings_of.DEFAULTS, SECOND])
def test_a_supply_that_is_too_small_for_the_second_table_is_refused(text, now):
    found, said = parts("", "2", "", "", text, "4000", settings=now)
    assert (found["budget_ma"], said) == (1950, [REFUSED])


@pytest.mark.parametrize(
    "now",
    [
        settings_of.DEFAULTS,
        {**settings_of.DEFAULTS, "budget_ma": 2900},  # the same number, of 4500 mA at a first table
        {**SECOND, "budget_ma": 1100},
        {**SECOND, "budget_ma": 2000},
        {**SECOND, "budget_ma": 2500},
    ],
)
def test_enter_keeps_no_budget_that_the_second_table_is_not_designed_with(now):
    found, said = parts("", "2", "", "", "", "3000", settings=now)
    assert (found["budget_ma"], said) == (1050, [REFUSED])


@pytest.mark.parametrize(("branch_ma", "left"), [(3000, 750), (750, 750), (600, 600)])
def test_enter_leaves_no_second_table_without_a_limit_of_its_branches(branch_ma, left):
    found, said = parts(*ENTER, "", settings={**SECOND, "branch_ma": branch_ma})
    assert (found["branch_sense"], found["branch_ma"], found["budget_ma"], said) == (1, left, 1950, [])


def test_a_table_that_is_the_first_again_has_no_limit_of_its_branches():
    assert parts("", "1", "", "", "", settings=SECOND)[0]["branch_ma"] == 3000
    assert "branch_ma" not in parts("", "1", "", "", "", settings={**settings_of.DEFAULTS, "branch_ma": 900})[0]


@pytest.mark.parametrize(
    ("now", "lines"),
    [
        (settings_of.DEFAULTS, ("nfc", "2", "back", "buttons", "2")),
        (SECOND, ("nfc", "", "back", "buttons", "")),
        ({**SECOND, "cell_kind": "nfc"}, ("", "", "back", "buttons", "")),
    ],
)
def test_the_second_table_has_no_card_readers_under_its_cells(now, lines):
    found, said = parts(*lines, "", "", "5000", settings=now)
    assert (found["cell_kind"], found["branch_sense"], found["budget_ma"]) == ("buttons", 1, 2900)
    assert said == ["The second table's cells are buttons, not card readers. Type 1, or back and answer that."]


@pytest.mark.parametrize(
    ("text", "ma"),
    [
        ("phone", 1220),
        ("4000", 2500),
        ("1187", None),
        ("1188", 250),
        ("13375", 10000),
        ("13377", None),
        ("4 A", None),
        ("²", None),
        ("9" * 5000, None),
    ],
)
def test_of_the_first_tables_supply_a_fifth_stays_in_reserve(text, ma):
    assert led_budget(text) == ma
