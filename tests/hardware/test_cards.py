"""The card sheets: every card once, with its own QR code, and a list that becomes the book of tags."""

import re

import pytest
from glowtable import games
from glowtable.device.tag_registry import TagRegistry
from glowtable.game import Band, CardFace
from glowtable.web.faces import face_drawing, sprite

from hardware.cards import sheet
from hardware.cards.__main__ import main
from hardware.cards.naming import card_id, meant, tag_list
from hardware.cards.origins import FOLDER, files_of, games_with_cards, origin_of
from hardware.made import stale
from tests.hardware.sheets import codes, page_sizes

GAMES = games_with_cards()
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


# -- without the extra


def test_the_committed_sheets_are_fresh():
    assert stale(FOLDER, {name: origin_of(game) for game in GAMES for name in files_of(game)}) == []


def test_no_two_cards_share_an_id_and_each_is_understood():
    ids = [card_id(game, card) for game in GAMES for card in game.deck]
    assert len(set(ids)) == len(ids) > 250
    assert [meant(text) for text in ids] == [(game.name, card) for game in GAMES for card in game.deck]


@every_game
def test_paper_and_page_have_one_drawing_of_each_card(game):
    """What is printed is the inside of the page's symbol; a face that changes makes the committed sheets stale."""
    on_page = sprite(game).decode()
    for card in game.deck:
        assert f">{face_drawing(game.card_face(card))}</symbol>" in on_page
    changed = game._replace(card_face=lambda card: game.card_face(card)._replace(title="another"))
    assert origin_of(changed) != origin_of(game)


@every_game
def test_the_tag_list_filled_in_is_the_book(game, tmp_path):
    header, *rows = tag_list(game).splitlines()
    filled = [header, *(f"{n:014x}{row}" for n, row in enumerate(rows, 1))]
    (tmp_path / "tags.csv").write_text("\n".join(filled) + "\n", "utf-8")
    assert TagRegistry(tmp_path / "tags.csv").missing_cards(game) == []


def boxes(number):
    on_page = sheet.place(number)[1]
    return [box.moved(on_page) for box in (sheet.FACE, sheet.STICKER_BOX, sheet.QR_BOX)]


@pytest.mark.parametrize("number", range(sheet.PER_PAGE))
def test_a_card_lies_on_the_paper_with_room_for_its_sticker_and_crop_marks(number):
    printers_margin = 5
    _, card = sheet.place(number)
    assert card.x - sheet.CROP_GAP - sheet.CROP > printers_margin
    assert card.y - sheet.CROP_GAP - sheet.CROP > printers_margin
    assert card.x + card.width + sheet.CROP_GAP + sheet.CROP < sheet.PAPER[0] - printers_margin
    assert card.y + card.height + sheet.CROP_GAP + sheet.CROP < sheet.PAPER[1] - printers_margin
    for box in boxes(number):
        assert card.x < box.x < box.x + box.width < card.x + card.width
        assert card.y < box.y < box.y + box.height < card.y + card.height


def test_cards_of_a_sheet_lie_edge_to_edge_between_the_crop_marks():
    marks = list(sheet.crop_marks())
    edges = {line.x1 for line in marks if line.x1 == line.x2}, {line.y1 for line in marks if line.y1 == line.y2}
    cards = [sheet.place(number)[1] for number in range(sheet.PER_PAGE)]
    assert len(set(cards)) == sheet.PER_PAGE
    assert edges[0] == {x for card in cards for x in (card.x, card.x + card.width)}
    assert edges[1] == {y for card in cards for y in (card.y, card.y + card.height)}


def test_sheets_of_a_game_that_there_is_not_are_refused_by_its_name(capsys):
    assert main(["chess"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("cards: there is no game chess; known are: ")
    assert said.err.count("\n") == 1


# -- with it


@pytest.mark.hardware
@every_game
def test_made_again_the_sheets_are_the_same_bytes(game):
    from hardware.cards.__main__ import make

    assert {name: made.content for name, made in make(game).items()} == {
        name: (FOLDER / name).read_bytes() for name in files_of(game)
    }


@pytest.mark.hardware
@every_game
def test_every_qr_code_decodes_from_the_rendered_sheet_as_the_card_it_is_on(game):
    found = codes((FOLDER / f"{game.name}.pdf").read_bytes(), len(game.deck))
    assert found == [card_id(game, card) for card in game.deck]


@pytest.mark.hardware
def test_a_code_on_another_card_is_seen():
    swapped = games.find("punto")._replace(deck=("R1b", "R1a"))
    from hardware.cards.pdf import sheets

    assert codes(sheets(swapped), 2) == ["punto R1b", "punto R1a"]


@pytest.mark.hardware
@every_game
def test_pages_are_a4_and_the_last_one_shows_the_backs(game):
    sizes = page_sizes((FOLDER / f"{game.name}.pdf").read_bytes())
    assert len(sizes) == sheet.pages(len(game.deck)) + 1
    assert {tuple(map(round, size)) for size in sizes} == {(210, 297)}


@pytest.mark.hardware
@every_game
def test_the_list_of_tags_names_every_card(game):
    from pypdfium2 import PdfDocument

    pages = PdfDocument((FOLDER / f"{game.name}-tags.pdf").read_bytes())
    lines = [line.strip() for page in pages for line in page.get_textpage().get_text_range().splitlines()]
    assert [line for line in lines if line[:1].isdigit()] == [f"{n} {card}" for n, card in enumerate(game.deck, 1)]


@pytest.mark.hardware
@every_game
def test_every_word_of_a_face_is_on_its_card(game):
    """As the text of the sheets, in the order of the deck: nothing is left out, and nothing is drawn as a picture."""
    from pypdfium2 import PdfDocument

    sheets = list(PdfDocument((FOLDER / f"{game.name}.pdf").read_bytes()))[:-1]
    for page, sheet_of in enumerate(sheets):
        printed = squeezed(sheet_of.get_textpage().get_text_range())
        for card in game.deck[page * sheet.PER_PAGE : (page + 1) * sheet.PER_PAGE]:
            face = game.card_face(card)
            bands = [] if face.pips else [face.top.word, *([face.bottom.word] if face.bottom else [])]
            for words in (*face.title.split(), *bands, *" ".join(face.lines).split(), face.price, card):
                assert squeezed(words) in printed, (card, words)


def squeezed(text):
    return re.sub(r"[\s\x02\ufffe-]", "", text)  # a reader of PDFs takes a hyphen at the end of a line for none


@pytest.mark.hardware
@pytest.mark.parametrize(
    ("card", "sentence"),
    [("Łódź", "punto Łódź: no font here has Ł ź"), ("W" * 99, "punto WW.*: its text does not fit on the card")],
)
def test_a_card_that_cannot_be_printed_is_refused_by_its_name(card, sentence):
    from glowtable.messages import UserError
    from glowtable.terminal.translator import Translator

    from hardware.cards import pdf

    face = CardFace(card, Band("red", 0xCCCCCC))
    with pytest.raises(UserError) as error:
        pdf.sheets(games.find("punto")._replace(deck=(card,), card_face=lambda card: face))
    assert re.fullmatch(sentence, Translator("en").text(error.value.message))
