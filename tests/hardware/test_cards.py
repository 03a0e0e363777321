"""The card sheets: every card once, with its own QR code, and a list that becomes the book of tags."""

import re
import zlib
from base64 import a85decode
from collections import Counter
from contextlib import suppress
from html import unescape
from io import BytesIO
from itertools import product
from xml.sax.saxutils import escape

import pytest
from glowtable import games
from glowtable.device.tag_registry import TagRegistry
from glowtable.game import Band, CardFace
from glowtable.games.alex_and_co.dealing import SIZES_LEAVING, SPECIALS_LEAVING
from glowtable.terminal.printed_words import face_in
from glowtable.web.faces import face_drawing, sprite
from glowtable.web.scenes import BOARDS

from hardware.cards import __main__ as program
from hardware.cards import sheet
from hardware.cards.__main__ import main
from hardware.cards.choice import BACKS, DUPLEX, LANGUAGES, Choice, chosen
from hardware.cards.frame import card_drawing, deck_back
from hardware.cards.origins import FOLDER, card_id, files_of, games_with_cards, origin_of, tag_list
from hardware.cards.sheet import FORMATS, SQUARE
from hardware.cards.tables import SPARED, card_sheets
from hardware.made import stale
from tests.games.shipped import SHIPPED
from tests.hardware.mutations import refusal
from tests.support.campaign import third

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    from PIL import ImageChops, ImageOps
    from pypdfium2 import PdfDocument
    from zxingcpp import read_barcodes

    from hardware.cards import pdf

GAMES = [game for game in games_with_cards() if game.name in SHIPPED]
every_size = pytest.mark.parametrize("size", FORMATS.values(), ids=lambda size: size.name)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


# -- without the extra


def test_the_committed_sheets_are_fresh():
    assert stale(FOLDER, {name: origin_of(game) for game in GAMES for name in files_of(game)}) == []


def test_no_two_cards_share_an_id():
    ids = [card_id(game, card) for game in GAMES for card in game.deck]
    assert len(set(ids)) == len(ids) > 250


def told_in_full(on_page: str) -> str:
    """The page tells a path that comes again once; here each card has its own."""
    paths = dict(re.findall(r'<path id="(p\d+)" d="([^"]*)"/>', on_page))
    return re.sub(r'<use ([^<>]*?)href="#(p\d+)"', lambda use: f'<path {use[1]}d="{paths[use[2]]}"', on_page)


@every_game
@every_size
def test_paper_and_page_have_one_drawing_of_each_card(game, size):
    """What is printed is the inside of the page's symbol; a face that changes makes the committed sheets stale."""
    on_page = told_in_full(sprite(game).decode())
    for card in game.deck:
        face = game.card_face(card)
        assert f">{face_drawing(face)}</symbol>" in on_page
        assert f">{face_drawing(face)}</g>" in card_drawing(face, size)
    changed = game._replace(card_face=lambda card: game.card_face(card)._replace(title="another"))
    assert origin_of(changed) != origin_of(game)


@every_game
@every_size
def test_a_card_is_told_from_both_sides_and_says_its_name_once(game, size):
    """By two corners of its face, or by a sign at its top and its bottom; a pip card's name is a figure, an index."""
    for face in {game.card_face(card) for card in game.deck}:
        drawn, of_face = card_drawing(face, size), face_drawing(face)
        beside = drawn.replace(of_face, "", 1)
        assert "rotate(180" in (beside if "rotate(180" in beside else of_face)
        if "rotate(180" in beside:
            upright, turned = re.split(r'<g transform="rotate\(180 [^"]*">', beside.partition("</g>")[2])
            assert upright and (upright == turned.removesuffix("</g>") or face.bottom)
        said = " ".join(unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)<", drawn))
        rest = " ".join((*face.lines, face.top.word, face.bottom.word if face.bottom else ""))
        assert face.pips or said.count(face.title) == 1 + rest.count(face.title), face.title


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_two_games_on_cards_share_a_picture_and_each_picture_is_used(game):
    scenes = Counter(game.card_face(card).scene for card in game.deck if game.card_face(card).scene in BOARDS)
    assert set(scenes.values()) <= {1}
    assert game.name != "alex_and_co" or (set(scenes) == set(BOARDS) and len(scenes) == 60)
    assert len({BOARDS[scene]("#000000") for scene in scenes}) == len(scenes)


def test_fewest_tags_are_what_the_rules_leave_out():
    """ALEX & CO by three: a set of each size and two cards leave; Alter Ego without nemeses."""
    ego = games.find("alter_ego")
    assert SPARED["alex_and_co"][0] == sum(SIZES_LEAVING) + len(SPECIALS_LEAVING)
    assert SPARED["alter_ego"][0] == sum(ego.card_face(card).top.word == "nemesis" for card in ego.deck)
    assert "none" in next(option.choices for option in ego.options if option.name == "nemesis")
    assert "| 534 | 8.9 |" in card_sheets() and "| 77 (3 players) |" in card_sheets()


@every_game
def test_the_tag_list_filled_in_is_the_book(game, tmp_path):
    header, *rows = tag_list(game).splitlines()
    filled = [header, *(f"{n:014x}{row}" for n, row in enumerate(rows, 1))]
    (tmp_path / "tags.csv").write_text("\n".join(filled) + "\n", "utf-8")
    assert TagRegistry(tmp_path / "tags.csv").missing_cards(game) == []


@every_size
def test_a_card_lies_on_the_paper_with_its_bleed_and_crop_marks(size):
    printers_margin = 5
    marks = [each for line in size.crop_marks() for each in ((line.x1, line.y1), (line.x2, line.y2))]
    for side, paper in zip(zip(*marks, strict=True), sheet.PAPER, strict=True):
        assert printers_margin < min(side) < max(side) < paper - printers_margin
    cards = [size.place(number)[1] for number in range(size.per_page)]
    assert {round(card.width * card.height) for card in cards} == {round(size.width * size.height)}
    for one in cards:
        for other in cards:
            apart = max(abs(one.x - other.x) - one.width, abs(one.y - other.y) - one.height)
            assert one is other or apart >= 2 * sheet.BLEED - 1e-9
        assert all(not (one.x < x < one.x + one.width and one.y < y < one.y + one.height) for x, y in marks)


@every_size
def test_every_edge_of_a_card_has_its_crop_marks(size):
    marks = list(size.crop_marks())
    edges = (
        {round(line.x1, 6) for line in marks if line.x1 == line.x2},
        {round(line.y1, 6) for line in marks if line.y1 == line.y2},
    )
    cards = [size.place(number)[1] for number in range(size.per_page)]
    assert len(set(cards)) == size.per_page
    assert edges[0] == {round(x, 6) for card in cards for x in (card.x, card.x + card.width)}
    assert edges[1] == {round(y, 6) for card in cards for y in (card.y, card.y + card.height)}
    for card in cards:  # a blade finds both ends of each cut of each card, when its neighbours are cut off, too
        for x, y in product((card.x, card.x + card.width), (card.y, card.y + card.height)):
            near = [line for line in marks if x in (line.x1, line.x2) and min(abs(line.y1 - y), abs(line.y2 - y)) < 4]
            assert near, (x, y)


@every_size
def test_what_is_behind_a_card_is_behind_it(size):
    """Turned over on the long edge, the two sides of a card cover each other, and the grid covers itself."""
    cards = [size.place(number)[1] for number in range(size.per_page)]
    for card in cards:
        assert sheet.PAPER[0] - card.behind().x == pytest.approx(card.x + card.width)
        assert card.behind().behind() == pytest.approx(card)
        assert any(card.behind() == pytest.approx(other) for other in cards)


@every_size
def test_a_tag_covers_its_code_and_touches_no_edge(size):
    tag, code = size.in_middle(sheet.STICKER), size.in_middle(sheet.QR)
    assert (code.width**2 + code.height**2) ** 0.5 < tag.width < min(size.width, size.height) - 2 * sheet.INSET
    for box in (tag, code):
        assert box.x + box.width / 2 == size.width / 2 and box.y + box.height / 2 == size.height / 2
    assert size.name_box().y + size.name_box().height < tag.y


def test_the_usual_size_alone_fits_a_cell():
    """A plate of the table is 64.2 mm wide: its light must be seen around the card."""
    assert [size.name for size in FORMATS.values() if max(size.width, size.height) < 64.2 - 4] == ["square"]


@every_size
@every_game
def test_backs_say_the_game_and_nothing_of_a_card(game, size):
    back = deck_back(game.title, size)
    assert back.count(f">{escape(game.title)}<") == 2
    assert not any(f">{escape(game.card_face(card).title)}<" in back for card in game.deck)


# -- languages


def texts(face):
    bands = (face.top, *([face.bottom] if face.bottom else []))
    return (face.title, *(band.word for band in bands), *face.lines)


@every_game
@pytest.mark.parametrize("language", ["de", "it"])
def test_what_a_card_is_and_does_is_told_in_other_languages(game, language):
    """Titles may be names; what stands below them is words."""
    for card in game.deck:
        face = game.card_face(card)
        told = face_in(face, game, language)
        for ours, theirs in zip(texts(face)[1:], texts(told)[1:], strict=True):
            is_words = any(word != "nemesis" for word in re.findall(r"[a-z]{4,}", ours))
            is_of_names = bool(face.rank) and not ours.startswith("a set of")  # titles of games, and who made them
            assert theirs != ours or not is_words or is_of_names, (card, ours)
    assert face_in(game.card_face(game.deck[0]), game, "en") == game.card_face(game.deck[0])


def test_a_number_of_a_card_is_written_as_the_language_does():
    game = games.find("spiel_des_jahres")
    card = next(card for card in game.deck if game.card_face(card).scene == "frame")
    assert any("30,000" in line for line in game.card_face(card).lines)
    assert any("30.000" in line for line in face_in(game.card_face(card), game, "de").lines)


# -- what is asked for


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("fr", "square", "tags"), "there is no language fr for cards; there are: en, de, it"),
        (("en", "tarot", "tags"), "there is no size tarot for cards; there are: square, poker"),
        (("en", "square", "none"), "there is no kind of backs none for cards; there are: tags, duplex"),
    ],
)
def test_what_cards_cannot_be_is_refused_with_what_they_can(asked, sentence, capsys):
    words = [word for option in zip(("--language", "--size", "--backs"), asked, strict=True) for word in option]
    assert main(["punto", *words]) == 2
    assert capsys.readouterr().err == f"cards: {sentence}\n"


def test_files_are_named_by_what_is_not_usual():
    names = {chosen(*each).suffix for each in product(LANGUAGES, FORMATS, BACKS)}
    assert len(names) == len(LANGUAGES) * len(FORMATS) * len(BACKS) and Choice().suffix == ""
    assert chosen("de", "poker", "duplex").suffix == "-de-poker-duplex"


def test_sheets_of_a_game_that_there_is_not_are_refused_by_its_name(capsys):
    assert main(["chess"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("cards: No game called chess. Choose one of ")


# -- with it: a sheet as a scanner sees it, rendered, and the codes on it read

DPI = 200
POINTS, MM = 72, 25.4  # in an inch
HALF = 8.0  # of the piece of a sheet, in mm, in which a code is looked for


def codes(content: bytes, cards: int, size=SQUARE) -> list[str]:
    """What the code behind each card says, in the order of the cards; empty where none is read."""
    pages = [page.render(scale=DPI / POINTS).to_pil() for page in list(PdfDocument(content))[1::2]]
    return [_code(pages, number, size) for number in range(cards)]


def _code(pages, number: int, size) -> str:
    """Seen through the paper: read at the middle of the card that the reader holds."""
    page, box = size.place(number)
    through = ImageOps.mirror(pages[page])
    x, y = box.x + box.width / 2, sheet.PAPER[1] - box.y - box.height / 2
    corners = [round(each / MM * DPI) for each in (x - HALF, y - HALF, x + HALF, y + HALF)]
    found = read_barcodes(ImageOps.mirror(through.crop(corners)))
    return found[0].text if found else ""


def page_sizes(content: bytes) -> list[tuple[float, float]]:
    """Width and height of each page, in mm."""
    return [tuple(points / POINTS * MM for points in page.get_size()) for page in PdfDocument(content)]


def plain(content: bytes) -> bytes:
    """A PDF with its streams as they are read, whatever zlib packed them, and without their lengths and places."""
    packed = re.compile(rb"(?<!end)stream\r?\n((?:(?!endstream).)*?)~>endstream", re.DOTALL)

    def unpacked(stream: re.Match[bytes]) -> bytes:
        return b"stream\n" + zlib.decompress(a85decode(stream[1].strip())) + b"\nendstream"

    return re.sub(rb"/Length \d+|\d{10} \d{5} n|startxref\s+\d+", b"", packed.sub(unpacked, content))


@pytest.mark.hardware
@every_game
def test_made_again_the_sheets_are_the_same_bytes(game):
    assert {name: plain(made.content) for name, made in program.make(game).items()} == {
        name: plain((FOLDER / name).read_bytes()) for name in files_of(game)
    }


@pytest.mark.hardware
@every_game
def test_every_qr_code_decodes_from_the_rendered_sheet_as_the_card_it_is_on(game):
    found = codes((FOLDER / f"{game.name}.pdf").read_bytes(), len(game.deck))
    assert found == [card_id(game, card) for card in game.deck]


@pytest.mark.hardware
@every_size
def test_a_code_on_another_card_is_seen(size):
    swapped = games.find("punto")._replace(deck=("R1b", "R1a"))
    assert codes(pdf.sheets(swapped, Choice(size=size)), 2, size) == ["punto R1b", "punto R1a"]


@pytest.mark.hardware
@every_game
def test_pages_are_a4_the_last_one_shows_the_backs_and_all_stay_small(game):
    content = (FOLDER / f"{game.name}.pdf").read_bytes()
    sizes = page_sizes(content)
    assert len(content) < 700_000
    assert len(sizes) == 2 * SQUARE.pages(len(game.deck)) + 1
    assert {tuple(map(round, size)) for size in sizes} == {(210, 297)}


@pytest.mark.hardware
@pytest.mark.parametrize(("game", "size"), third(product(GAMES, FORMATS.values())))
def test_all_backs_of_a_deck_are_one_drawing(game, size):
    """Every back is the same form of the file, moved and not changed: no back can be told from another."""
    for backs in BACKS:
        drawn = re.findall(rb"q\n([^qQ]*?)/([\w.]*back) Do", plain(pdf.sheets(game, Choice(size=size, backs=backs))))
        assert len(drawn) == (len(game.deck) if backs == DUPLEX else size.per_page)
        assert len({name for _, name in drawn}) == 1
        assert len({re.sub(rb"[-\d.]+ [-\d.]+ cm", b"", moved) for moved, _ in drawn}) == 1


@pytest.mark.hardware
@every_size
def test_a_back_is_the_same_turned_and_a_face_is_not(size):
    def differs(drawing):
        picture = rendered(drawing, size)
        return max(ImageChops.difference(picture, picture.rotate(180)).convert("L").histogram()[200:])

    assert differs(deck_back("Punto", size)) == 0
    assert differs(card_drawing(games.find("alter_ego").card_face("Strength 1"), size)) > 0


def rendered(drawing, size):
    canvas, kept = pdf._canvas("")
    pdf._define(canvas, "one", drawing, size)
    canvas.doForm("one")
    canvas.showPage()
    canvas.save()
    picture = PdfDocument(BytesIO(kept.getvalue()))[0].render(scale=3).to_pil()
    width, height = ((side + 2 * sheet.BLEED) / 25.4 * 72 * 3 for side in (size.width, size.height))
    return picture.crop((0, round(picture.height - height), round(width), picture.height))


@pytest.mark.hardware
@every_game
def test_every_font_of_the_sheets_is_in_them(game):
    for name in files_of(game)[:2]:
        content = (FOLDER / name).read_bytes()
        used = set(re.findall(rb"/BaseFont /(\S+)", content))
        assert used and all(re.fullmatch(rb"[A-Z]{6}\+Source(Sans|Serif)Pro-\w+", font) for font in used), used
        assert content.count(b"/FontFile2") >= len(used)


@pytest.mark.hardware
@every_game
def test_the_list_of_tags_names_every_card(game):
    pages = PdfDocument((FOLDER / f"{game.name}-tags.pdf").read_bytes())
    lines = [line.strip() for page in pages for line in page.get_textpage().get_text_range().splitlines()]
    assert [line for line in lines if line[:1].isdigit()] == [f"{n} {card}" for n, card in enumerate(game.deck, 1)]


@pytest.mark.hardware
@every_game
def test_every_word_of_a_face_is_on_its_card(game):
    """As the text of the sheets, in the order of the deck: nothing is left out, and nothing is drawn as a picture."""
    sheets = list(PdfDocument((FOLDER / f"{game.name}.pdf").read_bytes()))[:-1:2]
    for page, sheet_of in enumerate(sheets):
        printed = squeezed(sheet_of.get_textpage().get_text_range())
        for card in game.deck[page * SQUARE.per_page : (page + 1) * SQUARE.per_page]:
            face = game.card_face(card)
            bands = [] if face.pips else [face.top.word, *([face.bottom.word] if face.bottom else [])]
            for words in (*face.title.split(), *bands, *" ".join(face.lines).split(), face.price):
                assert squeezed(words) in printed, (card, words)


def squeezed(text):
    return re.sub(r"[\s\x02\ufffe-]", "", text)  # a reader of PDFs takes a hyphen at the end of a line for none


@pytest.mark.hardware
@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("卡牌", "punto 卡牌: no font here has 卡 牌"),
        ("", "punto : there is nothing on this card"),
        ("W" * 99, "punto WW.*: its text does not fit on the card"),
    ],
)
def test_a_card_that_cannot_be_printed_is_refused_by_its_name(card, sentence):
    face = CardFace(card, Band("red", 0xCCCCCC))
    game = games.find("punto")._replace(deck=(card,), card_face=lambda card: face)
    assert re.fullmatch(sentence, refusal(lambda: pdf.sheets(game, Choice())))


@pytest.mark.hardware
def test_of_games_with_a_card_without_a_face_nothing_is_written(monkeypatch, capsys, tmp_path):
    def no_face(card):
        raise KeyError(card)

    lacking = games.find("punto")._replace(card_face=no_face)
    monkeypatch.setattr(program, "games_with_cards", lambda: [games.find("punto"), lacking])
    monkeypatch.setattr(program, "ELSEWHERE", tmp_path / "cards")
    assert main(["--size", "poker"]) == 1
    assert capsys.readouterr() == ("", "cards: punto R1a: there is nothing on this card\n")
    assert list(tmp_path.iterdir()) == []
