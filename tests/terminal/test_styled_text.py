"""Text of a page: as wide as terminals show it, cut and wrapped there, in the codes of what a terminal knows."""

import re

import pytest
from glowtable.terminal.keyboard import ALL, FEW, MANY, NEAREST, NONE, SHAPES, known_colours, styled
from glowtable.terminal.layout import UNKNOWN, Text, terminal_size
from glowtable.terminal.lights import STYLES
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import Color, ColorSystem
from wcwidth import wcswidth

SIGNS = st.text(st.sampled_from("ab\n \u00fc\u65e5\u672c\u25cb\u2026e\u0301\U0001f600"), max_size=60)


@given(SIGNS, st.integers(2, 30))
def test_wrapped_lines_fit_and_keep_every_word(text, columns):
    lines = Text(text, "dim").wrapped(columns)
    assert all(line.width <= columns for line in lines)
    assert "".join("".join(map(str, lines)).split()) == "".join(text.split())


def test_lines_are_wrapped_at_words_and_a_long_word_within():
    assert list(map(str, Text("one two three").wrapped(8))) == ["one two", "three"]
    assert list(map(str, Text("one abcdefghijk two").wrapped(5))) == ["one", "abcde", "fghij", "k two"]
    assert list(map(str, Text("").wrapped(5))) == [""]


def test_a_line_feed_ends_a_line():
    assert list(map(str, Text("one\ntwo three\n").wrapped(9))) == ["one", "two three"]
    assert list(map(str, Text("\n one").wrapped(9))) == ["", "one"]


PICTURES = (
    "\U0001f469\u200d\U0001f469\u200d\U0001f467", "\u2764\ufe0f", "\U0001f44d\ufe0f", "a\ufe0f", "\U0001f44d\U0001f3fd",
    "\U0001f1e9\U0001f1ea", "\U0001f1e9", "1\ufe0f\u20e3", "\U0001f937\U0001f3fd\u200d\u2640\ufe0f", "\xa9\ufe0f",
    "\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "e\u0301", "\u0e01\u0e33", "\u0645\u06cc\u200c\u062e", "\u65e5", "a\xadb", "\u25cb", "\u2026", "\xb7", "\u2640",
)  # fmt: skip


@given(st.lists(st.sampled_from(PICTURES), max_size=8).map(" ".join))
def test_a_text_is_as_wide_as_terminals_draw_it(text):
    assert Text(text).width == wcswidth(text)


@given(st.text(st.sampled_from("ab\u00fc\u65e5\u25cb\u2026\u0301\U0001f600"), max_size=20))
def test_signs_side_by_side_are_as_wide_as_others_count(text):
    assert Text(text).width == wcswidth(text) == cell_len(text)


@pytest.mark.parametrize("name", PICTURES)
def test_what_stands_behind_a_name_stays_in_its_column(name):
    lines = [f"{Text(each).cut(6).padded(8).plain}|" for each in (name, "Ann")]
    assert [wcswidth(line) for line in lines] == [9, 9]


@given(st.lists(st.sampled_from(PICTURES), max_size=8).map("".join), st.integers(2, 12))
def test_a_text_is_never_cut_wider_than_the_columns(text, columns):
    assert Text(text).cut(columns).width <= columns


def test_parts_keep_their_styles_when_they_are_cut():
    line = Text("abc", "dim") + Text("def", "bold")
    assert line.between(2, 4).parts == (("c", "dim"), ("d", "bold"))
    assert line.cut(4).parts == (("abc", "dim"), ("d", "bold"))
    assert line.padded(8).plain == "abcdef  " and line.cut(9) == line
    assert [part.parts for part in line.wrapped(4)] == [(("abc", "dim"), ("d", "bold")), (("ef", "bold"),)]


def test_no_two_colours_are_the_same_however_few_a_terminal_knows():
    for colours in (FEW, MANY, ALL):
        assert len({styled(Text("x", style), colours) for style in STYLES.values()}) == len(STYLES)
    plain = {re.sub(r"\x1b\[.*?m", "", styled(Text("x", style), NONE)) for style in STYLES.values()}
    assert plain == {"x"}


@pytest.mark.parametrize("colour", NEAREST)
def test_where_there_are_256_colours_the_nearest_is_taken(colour):
    nearest = Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).number
    assert styled(Text("x", colour), MANY) == f"\x1b[38;5;{nearest}mx\x1b[0m"
    red, green, blue = Color.parse(colour).triplet
    assert styled(Text("x", colour), ALL) == f"\x1b[38;2;{red};{green};{blue}mx\x1b[0m"


def test_shapes_need_no_colours():
    assert styled(Text("a") + Text("b", "bold white"), FEW) == "a\x1b[1;37mb\x1b[0m"
    assert styled(Text("a") + Text("b", "bold white"), NONE) == "a\x1b[1mb\x1b[0m"
    words = {word for style in STYLES.values() for word in style.split()}
    assert words <= {*SHAPES, *NEAREST}


@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        ({"TERM": "xterm-256color"}, MANY),
        ({"TERM": "xterm-kitty"}, MANY),
        ({"TERM": "xterm"}, FEW),
        ({"TERM": "linux"}, FEW),
        ({}, FEW),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, ALL),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, ALL),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, NONE),
    ],
)
def test_a_terminal_says_which_colours_it_knows(environment, colours):
    assert known_colours(environment) == colours


def test_a_terminal_without_a_size_has_the_usual_one(monkeypatch):
    for name in ("COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.get_terminal_size", lambda file: (0, 0))
    assert terminal_size() == UNKNOWN
    monkeypatch.setattr("os.get_terminal_size", lambda file: (120, 40))
    assert terminal_size() in ((120, 40), UNKNOWN)
    for told in ("66", " 66"):
        monkeypatch.setenv("COLUMNS", told)
        assert terminal_size().columns == 66
    for told in ("9" * 5000, "-3", "many"):
        monkeypatch.setenv("COLUMNS", told)
        assert terminal_size().columns in (120, 80)
