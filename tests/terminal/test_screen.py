"""What eyes see in text: sentences in their language, cells by shape, the page."""

import pytest
from glowpico.wire import PATTERNS
from glowtable.grid import CELLS
from glowtable.match.match_state import MatchState
from glowtable.match.players import players_of
from glowtable.match.session import Phase, Session
from glowtable.messages import say, say_count
from glowtable.table import (
    BLINK,
    BREATHE,
    CHOICE,
    COVER,
    DARK,
    DIM,
    FLASH,
    GREEN,
    OFF,
    OPEN,
    PICK,
    RED,
    STEADY,
    WHITE,
    Face,
    Light,
    Picture,
    Press,
)
from glowtable.terminal.lights import FRAMES, STYLES, cell_text, grid_lines, lights_in_words, seat_text
from glowtable.terminal.screen import page_lines
from glowtable.terminal.translator import Translator

from tests.support.matches import PUNTO

NAMES = ("Ann", "Ben")


def translator(language="en"):
    return Translator(language, NAMES, game="punto")


# -- sentences


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Same as before the undo: Put R5 on c3 and press down."),
        ("de", "Wie vor dem Zurücknehmen: Leg R5 auf c3 und drück drauf."),
        ("it", "Come prima dell'annullamento: Metti R5 su c3 e premi."),
        ("fr", "Same as before the undo: Put R5 on c3 and press down."),
    ],
)
def test_a_sentence_within_a_sentence_is_translated_too(language, text):
    inner = say("Put {card} on {cell} and press down.", card="R5", cell="c3")
    assert translator(language).text(say("Same as before the undo: {what}", what=inner)) == text


def test_a_list_is_translated_item_by_item():
    colours = (say("red"), say("blue"))
    message = say("{seat}: all {colours} cards, face down", seat=(0, 1), colours=colours)
    assert translator("de").text(message) == "Ann, Ben: alle Karten in Rot, Blau, verdeckt"


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("0 players", "1 player", "2 players")),
        ("de", ("0 Spieler", "1 Spieler", "2 Spieler")),
        ("it", ("0 giocatori", "1 giocatore", "2 giocatori")),
    ],
)
def test_a_number_chooses_the_wording(language, texts):
    said = [translator(language).text(say_count("{n} player", "{n} players", n=n)) for n in range(3)]
    assert tuple(said) == texts


def test_only_seats_become_names():
    assert translator().text(say("{seat} gets {count}", seat=1, count=1)) == "Ben gets 1"
    assert translator().text(say("{seats} win the round.", seats=("Zoe",))) == "Zoe win the round."


@pytest.mark.parametrize(("language", "text"), [("en", "seat 3"), ("de", "Platz 3"), ("it", "posto 3")])
def test_a_seat_that_nobody_is_named_for_has_its_number(language, text):
    assert translator(language).name_seat(2) == text and translator(language).name_seat(0) == "Ann"


@pytest.mark.parametrize(
    ("words", "language", "text"),
    [
        ({"en": "first", "de": "zuerst"}, "de", "zuerst"),
        ({"en": "first", "de": "zuerst"}, "it", "first"),
        ({"de": "zuerst"}, "it", "zuerst"),
    ],
)
def test_of_words_in_several_languages_the_nearest_is_taken(words, language, text):
    assert translator(language).text(say("{words}", words=words)) == text


def test_braces_in_a_name_are_no_fields():
    assert Translator("de", ("{card}",), game="punto").text(say("{seat} starts.", seat=0)) == "{card} beginnt."


def test_an_empty_sentence_stays_empty():
    assert translator("de").text(say("")) == ""


# -- cells


@pytest.mark.parametrize(
    ("pattern", "empty", "card"),
    [
        (OPEN, "○", "(R5)"),
        (COVER, "◎", "[R5]"),
        (PICK, "◇", "<R5>"),
        (BLINK, "●", "*R5*"),
        (FLASH, "×", "×R5×"),
        (BREATHE, "≈", "~R5~"),
        (STEADY, "■", "|R5|"),
        (DIM, "▫", "R5"),
    ],
)
def test_each_pattern_has_its_shape(pattern, empty, card):
    assert (cell_text(Light(GREEN, pattern), ""), cell_text(Light(GREEN, pattern), "R5")) == (empty, card)


def test_no_two_patterns_look_alike_without_colour_and_none_looks_dark():
    for label in ("", "R5"):
        shapes = [cell_text(Light(GREEN, pattern), label) for pattern in FRAMES] + [cell_text(OFF, label)]
        assert len(set(shapes)) == len(FRAMES) + 1 == len(PATTERNS) + 1


@pytest.mark.parametrize(
    ("room", "text"), [(20, "2≈ Bartholomew"), (8, "2≈ Barth"), (4, "2≈ B"), (3, "2≈"), (2, "2≈"), (1, "")]
)
def test_a_seat_has_its_number_and_light_and_as_much_of_a_name_as_there_is_room(room, text):
    assert seat_text(Light(GREEN, BREATHE), 1, ("Ann", "Bartholomew"), room).plain == text


def test_a_seat_nobody_sits_at_is_drawn_if_it_shines():
    assert seat_text(OFF, 5, ("Ann",), 20).plain == "" and seat_text(Light(RED, BLINK), 5, ("Ann",), 20).plain == "6●"
    assert seat_text(OFF, 0, ("Ann",), 20).plain == "1· Ann"


def test_all_lights_are_told_in_words_those_of_seats_too():
    picture = Picture.of({14: Light(GREEN, OPEN), 3: Light(GREEN, OPEN)}, {1: Light(WHITE, STEADY)})
    told = [translator().text(message) for message in lights_in_words(picture, Face.of({}).names, 2)]
    assert told == ["○ green, free cell: a4, c3", "■ white, lit: Ben"]
    assert [translator().text(message) for message in lights_in_words(Picture(), Face.of({}).names, 2)] == [
        "No light is on."
    ]


@pytest.mark.parametrize("label", ["", "R5"])
def test_a_cell_to_choose_is_told_from_any_other_without_colour(label):
    shapes = [cell_text(Light(GREEN, pattern), label) for pattern in CHOICE]
    resting = {cell_text(Light(GREEN, pattern), label) for pattern in (STEADY, DIM, BREATHE, BLINK, FLASH)}
    assert len(set(shapes)) == len(CHOICE) and not set(shapes) & resting


@pytest.mark.parametrize("pattern", [OPEN, COVER, PICK, BLINK])
def test_a_dark_cell_asks_nothing(pattern):
    assert cell_text(Light(DARK, pattern), "") == "·"


def test_every_colour_has_a_style():
    assert set(STYLES) == set("-wosgybrp") and len(set(STYLES.values())) == len(STYLES)


def test_the_grid_has_letters_numbers_and_cards_in_their_places():
    lights = [OFF] * CELLS
    lights[14] = Light(GREEN, OPEN)
    labels = [""] * CELLS
    labels[35] = "B9"
    head, *rows = grid_lines(Picture(cells=tuple(lights)), labels)
    assert head.plain.split() == list("123456")
    assert [row.plain.split() for row in rows] == [
        [letter, *("·○"[(letter, n) == ("c", 3)] if (letter, n) != ("f", 6) else "·B9·" for n in range(1, 7))]
        for letter in "abcdef"
    ]
    assert {len(line.plain) for line in (head, *rows)} == {38}
    assert STYLES[GREEN] in {style for _, style in rows[2].parts}


# -- the page


@pytest.fixture
def session():
    options = {option.name: option.default for option in PUNTO.options}
    return Session(MatchState(PUNTO, players_of(NAMES), options), Phase.SETTING)


def shown(session, language="en", said=(), typed=None):
    return [line.plain for line in page_lines(session, translator(language), title="Punto", said=said, typed=typed)]


def test_the_page_shows_title_grid_legend_score_and_the_instruction(session):
    lines = shown(session)
    assert lines[0] == "Punto" and "  " + translator().text(session.game.legend) in lines
    assert any(line.startswith("Ann (red, blue): 0 of 2 rounds, 36 cards left") for line in lines)
    assert [line for line in lines if line.startswith("> ")] == ["> Set up the table, then press confirm."]
    assert "  Ann: all red, blue cards, face down" in lines


def test_the_page_speaks_the_language(session):
    lines = shown(session, "it")
    assert "> Preparate il tavolo, poi premete conferma." in lines
    assert any(line.startswith("Ann (rosso, blu): 0 manche su 2, ancora 36 carte") for line in lines)


def test_the_page_names_who_is_asked(session):
    for event in (PUNTO.surface.gesture(action, session.state) for action in opening(session)):
        session.handle_event(event)
    assert shown(session)[-1] == "> Ann: Turn over your top card and show it to your reader."


def opening(session):
    """Ann is youngest: her confirm ends the setting, and begins."""
    begin = PUNTO.rules.legal(session.state, 0)[0]
    return begin, begin


def test_the_page_shows_what_was_said_and_what_is_typed(session):
    lines = shown(session, said=("OK, nothing changed.",), typed="c3")
    assert "OK, nothing changed." in lines and lines[-1] == "» c3"
    assert not any(line.startswith("»") for line in shown(session))


def test_the_page_shows_legal_cells_by_shape(session):
    for action in opening(session):
        session.handle_event(PUNTO.surface.gesture(action, session.state))
    session.handle_event(PUNTO.surface.gesture(session.game.rules.chance(session.state)[0][0], session.state))
    assert "".join(shown(session)[2:9]).count("○") == 4
    session.handle_event(Press(14))
    assert "○" not in "".join(shown(session)[2:9])
