"""Nothing of the public state is left out of a small terminal without a word: it is folded, and can be read whole."""

import re
from functools import cache
from random import Random

import pytest
from glowtable import games
from glowtable.game import full_options
from glowtable.match.players import Player
from glowtable.match.presenter import current_picture
from glowtable.messages import LANGUAGES, say
from glowtable.terminal.layout import Size, fold_lines, wrap_text, wrap_texts
from glowtable.terminal.lights import GRID_WIDTH, frame_of
from glowtable.terminal.screen import TOO_NARROW, page_lines, pager_lines, prompt_texts, state_texts
from glowtable.terminal.translator import Translator

from tests.games.shipped import SHIPPED
from tests.support.adversary import NAMES, Seats, play_match, session_at
from tests.support.campaign import IN_CAMPAIGN
from tests.support.matches import PUNTO, Match

SIZES = [Size(80, 24), Size(100, 30), Size(60, 16), Size(40, 10)]
LANGUAGE_OF = dict(zip(SIZES, [*LANGUAGES, "en"], strict=True))
SAID = ("the first sentence that was said", "and the last one, which is so long that it fills more than a line of few")
EVERY = 7 if IN_CAMPAIGN else 31  # so many actions lie between two moments; prime, so that no phase is always missed
MOST = 400
GOALS = {  # what people want in a game
    "en": r"(?i)\b(win|wins|score|defeat)\b",
    "de": r"(?i)\b(gewinne|gewinnt|sammle|besiegt)\b",
    "it": r"(?i)\b(vinci|vince|fai più punti|sconfiggete)\b",
}


@cache
def moments(name):
    """Sessions all along a match of as many people as the game takes."""
    game = games.find(name)
    seats = Seats(tuple(map(Player, NAMES[: max(game.seats)])), full_options(game, game.test_options))
    world = play_match(game, seats, Random(name), MOST)
    return [session_at(game, seats, world, at) for at in range(0, len(world.states) - 1, EVERY)]


def translator_of(session, language):
    return Translator(language, [player.name for player in session.players], game=session.game.name)


def shown(session, size, language):
    """The lines of the page."""
    translator = translator_of(session, language)
    page = page_lines(session, translator, title="Title", said=SAID, typed="c3", size=size)
    return [line.plain.rstrip() for line in page]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.columns}x{size.lines}")
@pytest.mark.parametrize("name", games.names())
def test_every_seat_s_light_is_drawn_whatever_the_size(name, size):
    for session in moments(name):
        page, picture = shown(session, size, "en"), current_picture(session)
        for seat in range(len(session.players)):
            row = next(
                line for line in page if line.startswith(f"{session.game.surface.face(session.view).rows[seat]} ")
            )
            assert row[GRID_WIDTH:].lstrip().startswith(f"{seat + 1}{frame_of(picture.seats[seat])[0]}")


def words(lines):
    return " ".join(" ".join(lines).split())


@pytest.mark.campaign
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.columns}x{size.lines}")
@pytest.mark.parametrize("name", games.names())
def test_every_moment_fits_and_says_what_is_folded(name, size):
    for session in moments(name):
        page = shown(session, size, LANGUAGE_OF[size])
        assert len(page) <= size.lines and max(map(len, page)) <= size.columns
        assert page[-1] == "» c3" and any(line.startswith("> ") for line in page)
        texts = state_texts(session, translator_of(session, LANGUAGE_OF[size]))
        assert not left_out(page, texts) or any("…" in line for line in page)


def left_out(page, texts):
    """The texts that are not on the page, wherever their words stand."""
    there = words(page).split()
    return [text for text in texts if any(there.count(word) < text.split().count(word) for word in text.split())]


@pytest.mark.parametrize("name", games.names())
def test_a_large_terminal_shows_all_of_it(name):
    for session in moments(name):
        page = shown(session, Size(120, 60), "en")
        assert not left_out(page, state_texts(session, translator_of(session, "en"))) and page[0] == "Title"
        assert not any("more lines" in line for line in page)


def test_control_a_line_that_is_missing_is_noticed():
    session = moments("alex_and_co")[0]
    texts = state_texts(session, translator_of(session, "en"))
    page = [line for line in shown(session, Size(120, 60), "en") if line not in texts[:1]]
    assert left_out(page, texts)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.columns}x{size.lines}")
@pytest.mark.parametrize("name", games.names())
def test_status_is_read_to_its_end(name, size):
    session = max(moments(name), key=lambda each: len("".join(state_texts(each, translator_of(each, "en")))))
    translator = translator_of(session, "en")
    texts = [*state_texts(session, translator), *prompt_texts(session, translator)]
    read, at, lines = [], 0, wrap_texts(texts, "", size.columns)
    while at < len(lines):
        leaf = pager_lines(texts, at, translator, "", size)
        assert len(leaf) <= size.lines
        read += leaf[:-1]
        at += size.lines - 3
    assert read == lines


# -- at a table


@pytest.fixture
def people(tmp_path):
    match = Match(tmp_path, ("Ann", "Ben"), seed=3).until_laid_out()
    match.types("ok Ann", "ok Ann")
    return match


def leaf(match, size=Size(40, 10)):
    return [str(line) for line in match.console.page_lines("", size)]


def test_status_takes_the_screen_until_it_is_read(people):
    assert leaf(people, Size(40, 8))[0].strip().startswith("1")
    state = people.session.state
    people.console.handle_line("status")
    assert leaf(people, Size(40, 8))[0].startswith("Ann (red, blue): 0 of 2 rounds")
    assert re.fullmatch(r"Enter: \d+ more lines?", leaf(people, Size(40, 8))[-1])
    while "Enter: back to the table" not in leaf(people, Size(40, 8)):
        people.console.handle_line("")
    people.console.handle_line("")
    assert leaf(people, Size(40, 8))[0].strip().startswith("1") and people.session.state is state


def test_anything_else_that_is_typed_goes_back_to_the_table_and_is_done(people):
    people.console.handle_line("history")
    assert leaf(people)[-1].startswith("Enter")
    people.console.handle_line("why c3")
    assert leaf(people)[0].strip().startswith("1") and people.console.said


def test_history_tells_the_latest_first_and_what_was_never_said(people):
    people.pump.news.said.clear()
    people.console.handle_line("history")
    assert leaf(people)[0] == "Nothing has happened yet."
    people.console.handle_line("why c3")
    people.console.handle_line("help")
    last = people.console.said[-1]
    people.console.handle_line("history")
    assert words(leaf(people, Size(80, 24))).startswith(words([last])[:60])


def test_rules_are_ten_sentences_and_the_sheet_s_words_for_who_wants_them(people):
    people.console.handle_line("rules")
    page = leaf(people, Size(80, 40))
    assert (
        page[0].startswith("1. Be the first to win two rounds")
        and len([line for line in page if line[:1].isdigit()]) == 10
    )
    assert "Rulebook text: type rules all, or rules P-01." in page
    people.console.handle_line("rules all")
    assert leaf(people, Size(80, 24))[0].startswith("P-01: 2 cards with 1 to 9 points per color")
    people.console.handle_line("rules p-26A")
    assert leaf(people, Size(80, 24))[0].startswith("P-26a: the player with the most rows")
    people.console.handle_line("rules x")
    assert people.console.said[-1] == "The rulebook doesn't cover x. Type rules all to read everything."


def test_a_game_without_short_rules_has_those_of_its_sheet(people):
    people.session.game = people.session.game._replace(short_rules=())
    people.console.handle_line("rules")
    assert leaf(people, Size(80, 24))[0].startswith("P-01: ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
def test_each_shipped_game_is_told_in_ten_sentences_the_goal_first(name, language):
    told = [sentence[language] for sentence in games.find(name).short_rules]
    assert len(told) == len(set(told)) == 10 and all(
        set(each) == set(LANGUAGES) for each in games.find(name).short_rules
    )
    assert re.search(GOALS[language], told[0])
    for sentence in told:
        assert sentence[0].isupper() and sentence.endswith(".") and not re.search(r"[.!?] [A-ZÄÖÜ]", sentence)
        assert len(sentence) < 200


def test_lights_are_read_in_words(people):
    people.types("c3", "ok Ann")
    people.console.handle_line("lights")
    text = words(leaf(people, Size(80, 24)))
    assert (
        text.startswith("○ free cell ◎ card to cover ◇ card to choose")
        and "■ white, lit: Ben" in text
        and "white, breathes: c3 " in text
    )


def test_show_tells_what_lies_on_a_cell(people):
    people.console.handle_line("show C3")
    assert people.console.said[-1] == "c3 should be empty."
    people.console.handle_line("show")
    assert people.console.said[-1] == "Which cell? Type show c3."


def test_without_a_window_long_lines_are_cut_at_their_words():
    assert [line.plain.rstrip() for line in wrap_text("one two three", "", 8)] == ["one two", "three"]
    assert [line.plain for line in wrap_text("", "", 8)] == [""]
    assert [line.plain for line in fold_lines(wrap_text("one two three", "", 8), 1, str)] == ["one t …"]


def test_a_hand_is_shown_whole_before_the_score(people):
    hand = tuple(say("{n} cards", n=number) for number in range(10))
    people.pump.private.lines = hand
    page = leaf(people, Size(80, 24))
    assert [line for line in page if line.endswith(" cards")] == [f"{number} cards" for number in range(10)]
    assert len(page) <= 24


def test_what_is_typed_is_seen_at_its_end(people):
    page = people.console.page_lines("x" * 60 + "y", Size(40, 12))
    assert page[-1].plain.endswith("xy") and page[-1].width <= 40 and people.game is PUNTO


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.columns}x{size.lines}")
def test_a_click_on_a_cell_is_that_cell_and_beside_the_grid_nothing(people, size):
    page = leaf(people, size)
    first = next(at for at, line in enumerate(page, 1) if line.startswith("a "))
    for cell, name in enumerate(people.session.match_state.cell_names):
        row, column = divmod(cell, 6)
        edges = {people.console.cell_clicked(3 + 6 * column + within, first + row) for within in (0, 5)}
        assert edges == {name}
    for column, line in ((2, first), (39, first), (3, first - 1), (3, first + 6), (1, 0)):
        assert people.console.cell_clicked(column, line) == ""
    people.console.handle_line("rules")
    leaf(people, size)
    assert people.console.cell_clicked(3, first) == ""


@pytest.mark.parametrize("columns", [12, 20, GRID_WIDTH - 1])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.names())
def test_where_the_grid_does_not_fit_no_line_is_wider_than_the_terminal(name, language, columns):
    for session in moments(name)[::3]:
        page = shown(session, Size(columns, 40), language)
        assert max(map(len, page)) <= columns and page[-1] == "» c3"
        sentence = translator_of(session, language).text(TOO_NARROW)
        assert f" {sentence} " in f" {words(page)} " and "40" in sentence
        assert sentence not in words(shown(session, Size(GRID_WIDTH, 40), language))
