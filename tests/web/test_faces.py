"""Every card of every game has a face, drawn without script and without a word unescaped."""

import json
from xml.etree import ElementTree

import pytest
from glowtable import games
from glowtable.game import Band, CardFace, Symbol
from glowtable.web.faces import ICONS, sprite
from glowtable.web.outgoing import kinds_of

GAMES = [games.find(name) for name in games.names()]
SVG = "{http://www.w3.org/2000/svg}"


def symbols(game):
    return {each.get("data-card"): each for each in ElementTree.fromstring(sprite(game)).iter(f"{SVG}symbol")}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_card_has_a_face_that_copies_share(game):
    drawn = symbols(game)
    assert set(kinds_of(game).values()) <= set(drawn)
    assert all(len(list(drawn[kind])) > 2 for kind in set(kinds_of(game).values()))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_icon_of_a_card_is_there(game):
    faces = [game.card_face(card) for card in game.deck]
    names = {symbol.icon for face in faces for symbol in face.symbols}
    bands = {band.icon for face in faces for band in (face.top, face.bottom) if band and not face.pips}
    assert names | bands - {""} <= set(ICONS) | {""}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_different_cards_look_different(game):
    drawn = [ElementTree.tostring(each) for each in symbols(game).values()]
    assert len(drawn) == len(set(drawn))


def test_nothing_on_a_card_is_markup():
    hostile = '<script>alert("1")</script>'
    face = CardFace(hostile, Band(hostile, 0), (hostile,), Band(hostile, 0xFFFFFF), 0, (Symbol("none", 0, "x"),), "$1")
    game = games.find("punto")._replace(card_face=lambda card: face)
    text = sprite(game).decode()
    assert "<script" not in text and not [e for e in ElementTree.fromstring(text).iter() if "script" in e.tag]


def test_faces_need_no_style_and_no_address():
    for game in GAMES:
        text = sprite(game).decode().replace("http://www.w3.org/2000/svg", "")
        assert "style=" not in text and "http" not in text and "<image" not in text


def test_all_faces_of_a_game_are_small_enough_for_a_first_load():
    import gzip

    assert all(len(gzip.compress(sprite(game))) < 60_000 for game in GAMES)


def test_a_back_marks_no_card():
    """It is the same under half a turn: every shape on it lies around the middle."""
    back = next(e for e in ElementTree.fromstring(sprite(GAMES[0])).iter(f"{SVG}symbol") if e.get("id") == "f-back")
    for shape in back:
        if shape.tag == f"{SVG}rect":
            left, width = float(shape.get("x", 0)), float(shape.get("width"))
            assert left * 2 + width == pytest.approx(57) and shape.get("width") == shape.get("height")
        else:
            assert (shape.get("cx"), shape.get("cy")) == ("28.5", "28.5")


def test_icons_are_paths_alone():
    assert all(set(path) <= set("MmLlHhVvCcSsQqTtAaZz0123456789.,- ") for path in ICONS.values())
    assert json.dumps(ICONS)
