"""House rules as people read them: words for each value, and the rulebook in one language at a time."""

import pytest
from glowtable import games
from glowtable.match.lobby import Lobby
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.session import Session
from glowtable.messages import LANGUAGES, Message
from glowtable.terminal.names import check_names
from glowtable.terminal.translator import Translator
from glowtable.web.lobby_page import lobby_page
from glowtable.web.outgoing import about_page

GAMES = [games.find(name) for name in games.names()]
GERMAN, ITALIAN = ("Der jüngste", "Die ", "Er nimmt", "legt sie", "Natürlich"), ("da prendere", "I giocatori")


def text(said, language, game=""):
    return Translator(language, game=game).text(said) if isinstance(said, Message) else said


def shown_options(game):
    lobby = Lobby([game], game.name, check_names)
    return lobby_page(lobby, (), is_simulated=False, people=())["options"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_value_has_words_in_each_language(game):
    for option in shown_options(game):
        assert option["value"] in option["choices"] and len(option["texts"]) == len(option["choices"])
        for choice, said in zip(option["choices"], option["texts"], strict=True):
            words = [text(said, language) for language in LANGUAGES]
            assert choice.isdigit() or words[0] != choice or len(set(words)) > 1, option
            assert not {"_", "="}.intersection("".join(words) + text(option["help"], "en"))
        texts = [text(said, "de") for said in option["texts"]]
        assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_is_quoted_in_the_pages_language_or_in_english(language):
    foreign = {"en": (*GERMAN, *ITALIAN), "de": ITALIAN, "it": GERMAN}[language]
    for game in GAMES:
        options = {option.name: option for option in game.options}
        shown = {option["name"]: text(option["words"], language) for option in shown_options(game)}
        assert not [words for words in shown.values() if words.startswith(foreign)]
        native = [name for name in shown if options[name].language == language and options[name].words]
        assert [shown[name] for name in native] == [options[name].words for name in native]


def test_the_page_of_a_match_says_in_words_how_it_is_played_and_leaves_out_what_it_cannot_quote():
    game = games.find("punto")
    options = {**{option.name: option.default for option in game.options}, "multi_line": "highest_of_all"}
    page = about_page(Session(MatchState(game, (Player("Ann"), Player("Ben")), options)))
    shown = {option["name"]: option for option in page["options"]}
    assert text(shown["multi_line"]["value"], "en", "punto") == "the highest card of all"
    assert text(shown["rounds_to_win"]["value"], "en") == "2"
    rules = {each["rule"]: each["quote"] for each in page["rules"]}
    assert [text(rules["P-11"], language) != "" for language in LANGUAGES] == [False, True, False]
