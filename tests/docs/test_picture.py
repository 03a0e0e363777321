"""The pictures are what the program shows today (python -m tests.docs.picture draws them again)."""

import re

import pytest
from glowtable import games

from tests.docs.picture import DOCS, pictures
from tests.games.shipped import SHIPPED


@pytest.fixture(scope="module")
def drawn():
    return pictures()


def test_the_pictures_are_fresh(drawn):
    assert {name: (DOCS / name).read_text(encoding="utf-8") for name in drawn} == drawn


def test_each_game_is_shown_in_colour_with_its_seats(drawn):
    for name in SHIPPED:
        title = games.find(name).title.replace("&", "&amp;").replace(" ", "&#160;")
        one = drawn[f"play/{name}.svg"]
        assert title in one and "Ann" in one
        assert len(set(re.findall(r"fill: (#[0-9a-f]{6})", one))) >= 5
        assert f"({name}.svg)" in (DOCS / "play" / f"{name}.md").read_text("utf-8")


def test_no_picture_asks_another_computer(drawn):
    assert [name for name, svg in drawn.items() if "http" in svg.replace("http://www.w3.org/2000/svg", "")] == []
