"""The screens in docs/screens are those of today, and no English word is left in German or Italian."""

import re

import pytest
from glowtable import games
from glowtable.messages import LANGUAGES
from glowtable.terminal.console import COMMAND_WORDS
from glowtable.terminal.localized_commands import COMMAND_MESSAGES

from tests.docs.captures import SCREENS, screens_of
from tests.games.shipped import SHIPPED

ENGLISH = {
    "the", "of", "and", "is", "are", "you", "your", "with", "for", "from", "card", "cards", "that", "this",
    "round", "turn", "what", "who", "one", "more", "lines", "press", "here", "asked", "hand", "goes", "leaves",
    "player", "players", "game",
}  # fmt: skip
TYPED = {*COMMAND_WORDS, *COMMAND_MESSAGES}  # each has a word of people's own
BORROWED = {"it": {"round", "game"}, "de": {"hand", "pause"}}  # words that these languages have, too


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
def test_the_screens_are_fresh(name, language):
    kept = (SCREENS / f"{name}.{language}.txt").read_text(encoding="utf-8")
    assert kept == screens_of(games.find(name), language), "run: python -m tests.docs.captures"


def english_words(name, language, text):
    """The English words of a text, but for names of cards."""
    text = re.sub(r"\n {0,2}", " ", text)
    for card in sorted(games.find(name).deck, key=len, reverse=True):
        for part in {card, re.sub(r" ?[a-z0-9]$", "", card)}:
            text = text.replace(part, " ") if len(part) > 3 else text
    words = {word for word in re.findall(r"[^\W\d_]+", text) if word.islower()}
    return (words & (ENGLISH | TYPED)) - BORROWED[language]


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("name", SHIPPED)
def test_no_english_word_is_left(name, language):
    assert english_words(name, language, (SCREENS / f"{name}.{language}.txt").read_text(encoding="utf-8")) == set()


def test_control_an_english_word_is_noticed():
    assert english_words("punto", "de", "Ann legt the R5 auf c3") == {"the"}
    assert english_words("punto", "it", "scrivi status per lo stato") == {"status"}
    assert english_words("alex_and_co", "de", "aufgedeckt: The Great Dalmuti") == set()
