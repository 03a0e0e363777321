"""What a person is asked about a table's parts: what cannot be is refused, and no table's LEDs may draw too much."""

import re
from itertools import permutations

import pytest
from glowpico import settings as settings_of
from glowtable.device.link import Board
from glowtable.maker.parts import BRANCH_MA, COLOURS, LEDS_MA, NO_COLOUR, ask_colours, ask_parts, led_budget, reordered
from glowtable.maker.wizard_screen import WIZARD_COMMANDS
from glowtable.messages import LANGUAGES
from glowtable.table import GREEN, Said
from glowtable.terminal.localized_commands import parse_localized_command
from glowtable.terminal.translator import Translator

from hardware.product.supply import LEDS_MA as BRANCH_LIMIT_MA
from hardware.product.supply import SUPPLIES

STARTER = Board("starter", "2c1041", "01", 0, 0)
BREADBOARD = Board("breadboard", "000000", "00", 0, 0)


@pytest.mark.parametrize(("language", "now"), [("en", "buttons"), ("de", "schalter"), ("it", "interruttori")])
def test_what_enter_leaves_is_told_in_words_that_can_be_typed(language, now):
    asked = next(ask_parts(settings_of.DEFAULTS))
    assert Translator(language).text(asked.message).endswith(f": {now})")


def parts(*lines, settings=settings_of.DEFAULTS, board=Board()):
    """What is asked, and the answers in the end."""
    return answered(ask_parts(settings, board), lines)


def answered(script, lines):
    wait = next(script)
    said = []
    try:
        for line in lines:
            wait = script.send(Said(line))
            said += [wait.said.text] if wait.said else []
    except StopIteration as stopped:
        return stopped.value, said
    raise AssertionError(f"more is asked: {wait.message.text}")


TABLE = {**settings_of.DEFAULTS, "branch_sense": 1, "branch_ma": 750, "budget_ma": 1950}
REFUSED = "The table must know its supply. Type the mA it gives, 3000 or more."


def test_enter_leaves_everything_as_it_is():
    found, said = parts("", "", "", "", "", settings={**TABLE, "pixels_per_cell": 2, "reader_gain": 38})
    assert said == []
    assert found == {
        "cell_kind": "buttons", "pixels_per_cell": 2, "pixels_per_seat": 4, "reader_gain": 38, "budget_ma": 1950,
        "branch_sense": 1, "branch_ma": 750,
    }  # fmt: skip


def test_answers_that_cannot_be_are_asked_for_again_and_answers_taken_back():
    found, said = parts("back", "feet", "nfc", "3", "1", "5", "back", "2", "3", "50", "43", "100", "phone")
    assert found == {
        "cell_kind": "nfc", "pixels_per_cell": 2, "pixels_per_seat": 3, "reader_gain": 43, "budget_ma": 1220,
        "branch_sense": 0,
    }  # fmt: skip
    assert len(said) == 5 and set(said) == {"Type one of these answers. Or Enter, back or q."}


def test_a_starter_is_asked_only_for_what_it_has():
    found, _ = parts("1", "48", "usb", board=STARTER)
    assert found == {"pixels_per_cell": 1, "reader_gain": 48, "budget_ma": 300, "branch_sense": 0}
    found, _ = answered(ask_parts(settings_of.DEFAULTS, STARTER, has_gain=False), ("1", "usb"))
    assert found == {"pixels_per_cell": 1, "budget_ma": 300, "branch_sense": 0}
    found, _ = parts("", "3000", board=BREADBOARD)
    assert found == {"pixels_per_cell": 4, "budget_ma": 1700, "branch_sense": 0}


def test_the_tables_figures_are_those_it_is_designed_with():
    assert {supply.gives_ma: supply.leds_ma for supply in SUPPLIES} == LEDS_MA
    assert BRANCH_MA == BRANCH_LIMIT_MA
    assert all(settings_of.is_allowed("budget_ma", budget_ma) for budget_ma in LEDS_MA.values())


@pytest.mark.parametrize(
    ("text", "ma"), [("3000", 1050), ("3999", 1050), ("4000", 1950), ("4999", 1950), ("5000", 2900), ("10000", 2900)]
)
def test_the_tables_leds_get_what_the_largest_supply_that_gives_no_more_allows(text, ma):
    found, said = parts("", "", "", "", text)
    assert (found["branch_sense"], found["branch_ma"], found["budget_ma"], said) == (1, 750, ma, [])


@pytest.mark.parametrize("text", ["phone", "2112", "2999", "0", "4 A", "²", "9" * 5000])
def test_a_supply_that_is_too_small_for_the_table_is_refused(text):
    found, said = parts("", "", "", "", text, "4000")
    assert (found["budget_ma"], said) == (1950, [REFUSED])


@pytest.mark.parametrize("change", [{"branch_sense": 0}, {"budget_ma": 1100}, {"budget_ma": 2000}])
def test_enter_keeps_no_budget_that_the_table_is_not_designed_with(change):
    found, said = parts("", "", "", "", "", "3000", settings=TABLE | change)
    assert (found["budget_ma"], said) == (1050, [REFUSED])


@pytest.mark.parametrize(("branch_ma", "left"), [(3000, 750), (750, 750), (600, 600)])
def test_no_branch_of_the_table_is_left_without_a_limit(branch_ma, left):
    found, said = parts("", "", "", "", "", settings={**TABLE, "branch_ma": branch_ma})
    assert (found["branch_sense"], found["branch_ma"], said) == (1, left, [])


def test_a_table_of_card_readers_has_no_switches_at_its_branches():
    found, _ = parts("nfc", "", "", "", "", settings=TABLE)
    assert (found["branch_sense"], found["branch_ma"]) == (0, 3000)


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
def test_of_any_other_supply_a_fifth_stays_in_reserve(text, ma):
    assert led_budget(text) == ma


# -- colours

NAMED = {"R": "red", "G": "green", "B": "blue"}


@pytest.mark.parametrize("true", ["".join(order) + white for order in permutations("RGB") for white in ("", "W")])
@pytest.mark.parametrize("set_now", ["GRB", "RGBW"])
def test_whatever_the_leds_are_what_people_see_gives_their_order(true, set_now):
    now, runs = set_now, 0
    while runs < 3:
        script, runs = ask_colours({"led_colours": now}), runs + 1
        if len(now) != len(true):
            found, _ = answered(script, ("mixed",))
        else:
            looks = [NAMED[true[now.index(sent)]] for sent in "RG"]
            found, _ = answered(script, looks)
        if found == now:
            break
        now = found
    assert now == true


def test_two_colours_that_look_the_same_are_asked_for_again():
    found, said = answered(ask_colours({"led_colours": "GRB"}), ("red", "red", "violet", "", ""))
    assert found == "GRB" and said[1].startswith("Type red")


def test_the_second_question_shows_the_second_colour():
    script = ask_colours({"led_colours": "GRB"})
    next(script)
    assert {light.colour for light in script.send(Said("")).picture.cells} == {GREEN}
    assert reordered("GRB", {"R": "G", "G": "R"}) == "RGB"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_colours_that_a_sentence_names_can_be_typed(language):
    translator = Translator(language)
    named = re.findall(r"\w+", translator.text(NO_COLOUR))
    assert {*COLOURS, "mixed"} <= {parse_localized_command(word, translator, words=WIZARD_COMMANDS) for word in named}
