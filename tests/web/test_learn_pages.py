"""How to play on a page: for everybody, small, and of a demonstration alone."""

import gzip
import json
import re

import httpx
import pytest
from glowtable import games
from glowtable.commands.past_matches import TaughtGames
from glowtable.match.copies import kinds_of
from glowtable.messages import LANGUAGES, UserError
from glowtable.terminal.translator import Translator
from glowtable.web.page_words import PAGE_WORDS
from glowtable.web.seats import Seats
from glowtable.web.server import Server
from glowtable.web.text_pages import STATIC
from glowtable.web.translated import as_text

from tests.support.patience import HANG_S
from tests.web.test_page_types import misfits

FILES = ("learn.html", "learn.js", "page.js", "drawn_table.js", "motion.js", "page.css", "icon.svg")
FIRST_LOAD = 60_000  # bytes
TAUGHT = [name for name in games.names() if games.find(name).read_teaching]
TELL = {language: Translator(language).text for language in LANGUAGES}


@pytest.fixture
def server():
    made = Server(Seats((), ()), TELL, b"<svg/>", taught=TaughtGames())
    made.start(0)
    yield made
    made.stop()


def answer(server, path):
    with httpx.Client(trust_env=False, timeout=HANG_S) as client:
        return client.get(f"http://127.0.0.1:{server.port}/{path}")


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


def test_a_server_that_teaches_nothing_says_so():
    made = Server(Seats((), ()), TELL, b"<svg/>")
    made.start(0)
    try:
        assert answer(made, "learn/punto?lang=en").status_code == 404
    finally:
        made.stop()


def test_a_game_without_pictures_is_not_taught(monkeypatch):
    plain = games.find("punto")._replace(read_teaching=None)
    monkeypatch.setattr(games, "find", lambda name: plain)
    with pytest.raises(UserError):
        TaughtGames().faces_of("punto")
