"""The README's picture is what the program shows today (python -m tests.picture draws it again)."""

from tests.picture import PICTURE, drawn


def test_the_picture_is_fresh():
    assert PICTURE.read_text(encoding="utf-8") == drawn()


def test_the_picture_shows_a_match():
    svg = PICTURE.read_text(encoding="utf-8")
    assert "Ann" in svg and "○" in svg and "http" not in svg.replace("http://www.w3.org/2000/svg", "")
