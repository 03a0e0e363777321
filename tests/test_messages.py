"""A sentence for each device, and how sentences and labels that fill others stand beside each other."""

from importlib.metadata import version

import pytest
from glowtable import messages
from glowtable.messages import BOARD, PHONE, SILENT, TERMINAL, UserError, filled, say, say_install
from glowtable.terminal.translator import Translator

ASKED = say("Put {card} on a lit cell and press down.").on(
    terminal=say("Where does {card} go? Type a lit cell."),
    phone=say("Tap a lit cell for {card}."),
    board=say("Choosing a cell for {card} …"),
)


@pytest.mark.parametrize(
    ("device", "text"),
    [
        ("", "Put R5 on a lit cell and press down."),
        (TERMINAL, "Where does R5 go? Type a lit cell."),
        (PHONE, "Tap a lit cell for R5."),
        (BOARD, "Choosing a cell for R5 …"),
    ],
)
def test_each_device_has_its_own_text_also_inside_another_sentence(device, text):
    message, translator = filled(ASKED, {"card": "R5"}), Translator("en", device=device)
    assert translator.text(message) == Translator("en").text(message.for_device(device)) == text
    assert translator.text(say("{seat}: {what}", seat="Ann", what=(message,))) == f"Ann: {text}"


@pytest.mark.parametrize(
    ("in_clone", "text"),
    [
        (True, "In Glowtable's folder: .venv/bin/pip install -e '.[lab]'"),
        (
            False,
            f"In the wheel's folder: .venv/bin/pip install 'glowtable-{version('glowtable')}-py3-none-any.whl[lab]'",
        ),
    ],
)
def test_an_extra_is_installed_the_way_the_program_was(monkeypatch, in_clone, text):
    monkeypatch.setattr(messages, "IN_CLONE", in_clone)
    assert (
        str(UserError(say("A page needs more. {install}", install=say_install("lab")))) == f"A page needs more. {text}"
    )


def test_these_tests_run_in_a_clone():
    assert messages.IN_CLONE


def test_a_text_of_a_device_is_translated():
    message = filled(ASKED, {"card": "R5"})
    assert Translator("de", game="punto", device=PHONE).text(message) == "Tippe ein leuchtendes Feld für R5 an."


def test_a_fact_that_one_device_alone_names_is_filled_in():
    asked = say("Press it.").on(terminal=say("Type {cell}."), phone=say("Tap it."))
    assert Translator("en", device=TERMINAL).text(filled(asked, {"cell": "c3", "card": "R5"})) == "Type c3."


def test_without_a_text_of_its_own_a_device_says_what_a_real_table_does():
    message = say("Drawing …").on(phone=say("Tap it."))
    assert {device: message.for_device(device).text for device in (TERMINAL, PHONE, BOARD)} == {
        TERMINAL: "Drawing …", PHONE: "Tap it.", BOARD: "Drawing …"
    }  # fmt: skip


def test_who_watches_beside_a_device_still_has_a_text():
    for device in ("", TERMINAL, PHONE):
        inside = say("{seat}: {what}", seat="Ann", what=filled(ASKED, {"card": "R5"})).for_device(device)
        assert Translator("en").text(inside.for_device(BOARD)) == "Ann: Choosing a cell for R5 …"
    assert Translator("en", device=BOARD).text(ASKED.on(board=SILENT)) == ""


def test_all_screens_can_have_one_text():
    message = say("Slide it over your reader.").on_screens(say("Drawing a card …"))
    assert {message.for_device(device).text for device in (TERMINAL, PHONE, BOARD)} == {"Drawing a card …"}
    assert message.text == "Slide it over your reader."


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((say("Ann is done."), say("Cid is done.")), "Ann is done. Cid is done."),
        (("c3", "d4"), "c3, d4"),
        (("Ghosts!", "Catan"), "Ghosts!, Catan"),
    ],
)
def test_sentences_stand_beside_each_other_and_labels_have_commas(parts, text):
    assert Translator("en").text(say("{parts}", parts=parts)) == text


def test_a_title_with_a_sign_of_its_own_needs_no_stop():
    assert (
        Translator("en").text(say("{seat} displays {card}.", seat="Eve", card="Mamma Mia!"))
        == "Eve displays Mamma Mia!"
    )
