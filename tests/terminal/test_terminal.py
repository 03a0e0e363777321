"""The line being typed."""

from glowtable.terminal.keyboard import END_OF_INPUT, LineEditor


def test_a_line_is_finished_by_enter_and_trimmed():
    line = LineEditor()
    assert line.feed(" c3") == [] and line.typed == " c3"
    assert line.feed("\rok\n") == ["c3", "ok"] and line.typed == ""


def test_an_empty_line_is_a_line():
    assert LineEditor().feed("\n") == [""]


def test_backspace_and_clear_take_back():
    line = LineEditor()
    assert line.feed("c34\x7f\b3\n") == ["c3"]
    assert line.feed("rubbish\x15d4\n") == ["d4"]


def test_arrow_keys_and_control_characters_type_nothing():
    line = LineEditor()
    line.feed("a\x1b[A\x1b[3~\x1bOQ\x1b[13~\x01b")
    assert line.typed == "ab"


def test_end_of_input_counts_on_an_empty_line_only():
    line = LineEditor()
    assert line.feed("c\x04") == []
    assert line.feed("\x15\x04") == [END_OF_INPUT]


def test_a_click_of_the_left_button_is_the_line_it_stands_for():
    line = LineEditor()
    line.click = lambda column, row: f"{column} {row}" if row > 1 else ""
    assert line.feed("c\x1b[<0;12;5M\x1b[<0;12;5m") == ["12 5"] and line.typed == "c"
    assert line.feed("\x1b[<2;12;5M\x1b[<64;1;2M\x1b[<0;3;1M") == []
    assert LineEditor().feed("\x1b[<0;12;5M") == []
