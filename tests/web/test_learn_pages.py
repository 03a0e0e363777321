"""What is served to everybody: how to play, small, and every card in words; nothing of a match."""

import gzip
import json
import re

import httpx
import pytest
from glowtable import games
from glowtable.commands.past_matches import ShownCards, TaughtGames
from glowtable.game import CardFace, named_only
from glowtable.match.copies import kinds_of
from glowtable.messages import LANGUAGES, UserError
from glowtable.terminal.translator import Translator
from glowtable.web.faces import sprite
from glowtable.web.learn import card_page
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.seats import Seats
from glowtable.web.server import Server
from glowtable.web.text_pages import STATIC
from glowtable.web.translated import as_text

from tests.games.shipped import SHIPPED
from tests.support.patience import HANG_S
from tests.web.frames import url
from tests.web.test_page_types import misfits

FILES = ("learn.html", "learn.js", "page.js", "drawn_table.js", "motion.js", "page.css", "icon.svg")
FIRST_LOAD = 60_000  # bytes
TAUGHT = [name for name in games.names() if games.find(name).read_teaching]
TELL = {language: Translator(language).text for language in LANGUAGES}


@pytest.fixture
def server():
    made = Server(Seats((), ()), TELL, b"<svg/>", taught=TaughtGames(), cards=ShownCards())
    made.start(0)
    yield made
    made.stop()


def answer(server, path, headers=None, **asked):
    with httpx.Client(trust_env=False, timeout=HANG_S, verify=False) as client:
        return client.get(url(server, path), params=asked or None, headers=headers)


def shown(name, card, language="en"):
    return json.loads(ShownCards().show_card(name, card, language))


def test_a_server_without_games_teaches_none_and_has_no_cards():
    made = Server(Seats((), ()), TELL, b"<svg/>")
    made.start(0)
    try:
        assert answer(made, "learn/punto?lang=en").status_code == 404
        assert answer(made, "card", game="punto", card="R5").status_code == 404
    finally:
        made.stop()


# -- how to play


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
def test_each_game_can_be_learnt_in_each_language(server, name, language):
    page = answer(server, f"learn/{name}?lang={language}").json()
    steps = games.find(name).read_teaching().steps
    assert [step["head"] for step in page["steps"]] == [step.head[language] for step in steps]
    assert [step["text"] for step in page["steps"]] == [step.words[language] for step in steps]
    assert [game["name"] for game in page["games"]] == TAUGHT
    assert misfits(page, "Teaching") == []


@pytest.mark.parametrize("name", TAUGHT)
def test_the_cards_of_its_pictures_are_there_and_no_others(server, name):
    text = answer(server, f"learn/{name}?lang=en").text
    shown = {kind for kind in kinds_of(games.find(name)).values() if f'"card":{json.dumps(kind)}' in text}
    shown |= {card for cards in re.findall(r'"cards":\["([^"]+)"\]', text) for card in [cards]}
    drawn = answer(server, f"learn/{name}/faces").text
    assert drawn.count("data-card=") == len(shown) > 4


@pytest.mark.parametrize("name", TAUGHT)
def test_its_first_load_is_small(name):
    words = as_text({"words": PAGE_WORDS}, TELL["de"]).encode()
    parts = [(STATIC / file).read_bytes() for file in FILES]
    parts += [words, TaughtGames().show_steps(name, "de").encode(), TaughtGames().faces_of(name)]
    assert sum(len(gzip.compress(part)) for part in parts) < FIRST_LOAD


def test_the_page_is_for_everybody_and_nothing_else_is_there(server):
    assert 'data-page="learn"' in answer(server, "learn").text
    assert [answer(server, path).status_code for path in ("learn/chess", "learn/chess/faces")] == [404, 404]
    with pytest.raises(UserError, match="no pictures"):
        TaughtGames().show_steps("chess", "en")


def test_a_game_without_pictures_is_not_taught(monkeypatch):
    plain = games.find("punto")._replace(read_teaching=None)
    monkeypatch.setattr(games, "find", lambda name: plain)
    with pytest.raises(UserError):
        TaughtGames().faces_of("punto")


# -- every card in words


@pytest.mark.parametrize("name", SHIPPED)
def test_every_card_has_a_title_a_rule_of_the_sheet_and_something_to_read(name):
    game = games.find(name)
    for card in kinds_of(game):
        page = shown(name, card)
        assert page["title"] and (page["lines"] or page["signs"]), card
        assert page["rule"] in game.sheet and page["quote"] in str(dict(game.sheet[page["rule"]])).replace("\\'", "'")
        assert misfits(page, "CardInWords") == [], card


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
def test_the_route_says_it_in_each_language(server, name, language):
    card = kinds_of(games.find(name))[games.find(name).deck[0]]
    found = answer(server, "card", game=name, card=card, lang=language)
    assert found.status_code == 200 and found.json() == shown(name, card, language) and found.json()["quote"]


def test_it_is_in_the_readers_language():
    signs = [shown("alter_ego", "The Furnaceman", language)["signs"][-1] for language in LANGUAGES]
    assert len({sign["word"] for sign in signs}) == len({sign["use"] for sign in signs}) == len(LANGUAGES)
    assert shown("punto", "R5", "de")["quote"] == games.find("punto").sheet["P-14"]["de"]


def test_signs_are_counted_and_said_once():
    signs = shown("alter_ego", "Family 1")["signs"]
    assert [(sign["amount"], sign["word"]) for sign in signs] == [("2×", "Family"), ("", "Teamwork")]
    assert [(sign["amount"], sign["word"]) for sign in shown("punto", "B8")["signs"]] == [("8", "blue")]
    ideas = shown("spiel_des_jahres", "Yodelling")["signs"]
    assert [(sign["word"], sign["use"]) for sign in ideas] == [
        ("resource-gathering", "at the top"), ("cards", "at the bottom"),
    ]  # fmt: skip
    assert shown("alter_ego", "Weighted Gloves")["signs"][0]["amount"] == "$7"


@pytest.mark.parametrize(
    "asked",
    [{}, {"game": "punto"}, {"card": "R5"}, {"game": "punto", "card": "R10"}, {"game": "chess", "card": "R5"},
     {"game": "punto", "card": "R" * 5000}, {"game": "../punto", "card": "R5"}, {"game": "punto", "card": ""}],
)  # fmt: skip
def test_an_unknown_card_is_said_in_one_sentence(server, asked):
    found = [answer(server, "card", **asked, lang=language) for language in LANGUAGES]
    assert {each.status_code for each in found} == {404}
    assert found[0].text == "Glowtable doesn't know this card." and len({each.text for each in found}) == len(LANGUAGES)


def test_a_name_without_end_ends_the_request(server):
    try:
        status = answer(server, "card", game="punto", card="R" * 60_000).status_code
    except httpx.TransportError:
        status = 0
    assert status != 200 and answer(server, "card", game="punto", card="R5").status_code == 200


def test_a_foreign_host_learns_no_card(server):
    found = answer(server, "card", {"Host": "evil.example"}, game="punto", card="R5")
    assert found.status_code != 200 and "P-14" not in found.text
    assert (
        "access-control-allow-origin"
        not in answer(server, "card", {"Origin": "http://evil.example"}, game="punto").headers
    )


def test_of_a_card_without_a_face_there_is_its_name():
    game = games.find("punto")._replace(card_face=named_only)
    page = json.loads(as_text(card_page(game, game.card_face("R5")), TELL["de"]))
    assert page == {"title": "R5", "lines": [], "signs": [], "rule": "", "quote": ""}
    assert CardFace("R5", named_only("R5").top) == named_only("R5")


def test_the_faces_say_of_which_game_they_are():
    assert [re.search(r' data-game="(\w+)"', sprite(games.find(name)).decode())[1] for name in SHIPPED] == list(SHIPPED)


def test_control_an_unknown_card_is_an_error():
    with pytest.raises(UserError, match="doesn't know"):
        ShownCards().show_card("punto", "R10", "en")
