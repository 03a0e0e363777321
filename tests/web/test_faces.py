"""Every card of every game has a face, drawn without script and without a word unescaped."""

import json
import re
from html import unescape
from xml.etree import ElementTree

import pytest
from glowtable import games
from glowtable.game import Band, CardFace, Symbol
from glowtable.match.copies import kinds_of
from glowtable.web.faces import DRAWN, FAMILIES, ICONS, LETTER_WIDTH, face_drawing, sprite
from glowtable.web.scenes import BACKDROPS, BOARDS

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


def test_a_path_is_told_once_and_looks_as_it_did():
    """Each of its places has its own look; put back there it is the same drawing."""
    heart = Symbol("heart", 0xFF0000, "family")
    game = games.find("punto")._replace(card_face=lambda card: CardFace(card, Band("", 0), symbols=(heart, heart)))
    drawn = ElementTree.fromstring(sprite(game))
    paths = {f"#{each.get('id')}": each.get("d") for each in drawn.find(f"{SVG}defs")}
    assert ICONS["heart"] in paths.values() and len(set(paths.values())) == len(paths)
    symbol = next(each for each in drawn.iter(f"{SVG}symbol") if each.get("data-card"))
    uses = [each for each in symbol.iter(f"{SVG}use") if paths[each.get("href")] == ICONS["heart"]]
    assert len(uses) == 2 and len({each.get("transform") for each in uses}) == 2
    text = ElementTree.tostring(symbol, encoding="unicode").replace("ns0:", "")
    again = re.sub(r'<use ([^<>]*?)href="(#\w+)"', lambda found: f'<path {found[1]}d="{paths[found[2]]}"', text)
    assert ICONS["heart"] in again and sorted(re.findall(r' d="[^"]+"', again)) == sorted(
        re.findall(r' d="[^"]+"', f"<g>{face_drawing(game.card_face('R1'))}</g>")
    )


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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_scene_and_shape_of_a_card_is_there(game):
    faces = [game.card_face(card) for card in game.deck]
    shapes = {sign.shape for face in faces for sign in (*face.symbols, *face.signs, *face.foot, *_picture(face))}
    assert {face.scene for face in faces} <= {"", *BACKDROPS, *BOARDS} and shapes <= set(FAMILIES)
    icons = {sign.icon for face in faces for sign in (*face.signs, *face.foot, *_picture(face))}
    assert icons <= set(DRAWN)


def _picture(face):
    return () if face.picture is None else (face.picture,)


@pytest.mark.parametrize("scene", [*BACKDROPS, *BOARDS])
def test_a_scene_stays_on_its_card(scene):
    """Paper cuts nothing off. Relative steps are bounded by what they add up to; no name is that of two."""
    assert (scene in BACKDROPS) != (scene in BOARDS)
    drawing = {**BACKDROPS, **BOARDS}[scene]("#000000")
    points = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", drawing)
    assert all(0 <= float(x) <= 57 and 0 <= float(y) <= 57 for x, y in points)
    assert re.fullmatch(r"(<(path|circle|rect) [^<>]+/>)+", drawing)


def test_a_card_with_two_bands_says_its_title_once_between_them():
    face = CardFace("Penguin", Band("puzzle", 0x0000FF, "puzzle-piece"), bottom=Band("cards", 0xFF0000, "cards"))
    drawn = face_drawing(face)
    assert drawn.count(">Penguin<") == 1 and ">puzzle<" in drawn and ">cards<" in drawn
    alone = face_drawing(face._replace(bottom=None, lines=("small",)))
    assert alone.count(">Penguin<") == 1 and ">small<" in alone


def test_a_title_is_as_wide_as_its_card_at_most():
    for game in GAMES:
        for text in re.findall(
            r'<text [^>]*font-size="([\d.]+)"[^>]*class="serif"[^>]*>([^<]+)<', sprite(game).decode()
        ):
            assert float(text[0]) * len(unescape(text[1])) * LETTER_WIDTH <= 53, text


def test_of_more_signs_than_fit_the_smallest_are_drawn():
    signs = tuple(Symbol("heart", 0xFF0000, "family", "disc") for _ in range(60))
    assert face_drawing(CardFace("Many", Band("", 0), symbols=signs)).count("<path") > 120


def test_signs_in_the_corners_of_a_picture():
    heart = Symbol("heart", 0xFF0000, "family")
    face = CardFace("Ann", Band("", 0), picture=heart)
    by_count = [face_drawing(face._replace(signs=(heart,) * count)).count(DRAWN["heart"]) for count in range(4)]
    assert by_count == [1, 3, 3, 4]
