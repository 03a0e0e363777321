"""The led first matches of the games that are played with hands of cards: each step can be done as it is said."""

import re
from itertools import product

import pytest
from glowtable import games
from glowtable.match.dealer import Dealer
from glowtable.match.lesson import LESSON_COMMANDS, MOVE
from glowtable.match.session import Phase
from glowtable.messages import LANGUAGES
from glowtable.terminal.help import hint_of, line_for
from glowtable.terminal.localized_commands import COMMAND_MESSAGES, localize_command

from tests.commands.test_learn import Learner
from tests.match.test_teaching import SENTENCE_WORDS, sentences_of
from tests.support.campaign import slow

LED = [game for game in map(games.find, games.names()) if game.read_lesson and game.name != "punto"]
MORE_LINES = 12  # typed after the last step
SENTENCES = 3


class LedByMoves(Learner):
    """A person who does what each step says, if it wants a move, too."""

    def is_asked(self):
        """Or whether one is sure: Enter says yes."""
        return bool(self.session.question) or super().is_asked()

    def line_for_step(self, step):
        if step.wants in LESSON_COMMANDS:
            return self.words_for_step(step)
        return self.line_of_kind(step.does) if step.wants == MOVE else ""

    def line_of_kind(self, kind):
        legal = [action for action in self.game.rules.legal(self.session.state, 0) if action.kind == kind]
        assert legal, f"no {kind} can be done"
        return line_for(self.session, legal[0])

    def follows_a_hint(self):
        self.waits_until_asked()
        if self.session.phase is Phase.OVER:
            return
        told = dict(hint_of(self.session, 0, Dealer(1, "hints"))[0].fill)
        self.types_line(told.get("line", ""))


@pytest.fixture(autouse=True)
def no_config(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWTABLE_CONFIG", str(tmp_path / "config.toml"))


def led(game, folder, language="en"):
    return LedByMoves(folder, game, game.read_lesson(), language)


EACH = list(product(range(len(LED)), range(len(LANGUAGES))))
IN_ONE_LANGUAGE = [(LED[n], LANGUAGES[at]) if n == at else slow(LED[n], LANGUAGES[at]) for n, at in EACH]


@pytest.mark.parametrize(
    ("game", "language"), IN_ONE_LANGUAGE, ids=[f"{LED[n].name}-{LANGUAGES[at]}" for n, at in EACH]
)
def test_who_does_what_is_said_gets_through_and_plays_on_with_hints(game, language, tmp_path):
    learner = led(game, tmp_path, language)
    for number, step in enumerate(learner.lesson.steps[:-1]):
        learner.waits_until_asked()
        assert learner.step_of_lesson == step
        learner.types_line(learner.line_for_step(step))
        assert learner.console.guide.at == number + 1, f"step {number + 1} is not done by doing what it says"
    assert learner.step_of_lesson.wants == "end"
    before = len(learner.session.history)
    for _ in range(MORE_LINES):
        learner.follows_a_hint()
    assert len(learner.session.history) > before + MORE_LINES / 2


@pytest.mark.parametrize("game", LED, ids=lambda game: game.name)
def test_each_step_is_short_in_each_language(game):
    for step in game.read_lesson().steps:
        assert set(step.words) == set(LANGUAGES)
        for words in step.words.values():
            assert len(sentences_of(words)) <= SENTENCES
            assert all(len(sentence.split()) <= SENTENCE_WORDS for sentence in sentences_of(words)), words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", LED, ids=lambda game: game.name)
def test_words_that_a_step_says_are_those_that_are_typed(game, language, tmp_path):
    translator = led(game, tmp_path, language).console.translator
    for step in game.read_lesson().steps:
        for word in ("pass", "hint", "howto", "quit"):
            if re.search(rf"\b{word}\b", step.words["en"]):
                assert f" {localize_command(word, translator, COMMAND_MESSAGES)}" in step.words[language]
