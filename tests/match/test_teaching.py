"""How to play, in pictures: each demonstration is a match that can be played, and each step is short enough to read."""

import re

import pytest
from glowtable import games
from glowtable.game import CHANCE, full_options
from glowtable.match.copies import kinds_of
from glowtable.match.teaching import demo_players, demo_states, taught_steps
from glowtable.messages import LANGUAGES, UserError
from glowtable.table import COVER, OPEN
from glowtable.terminal.help import howto_texts
from glowtable.terminal.translator import Translator

TAUGHT = [game for game in map(games.find, games.names()) if game.read_teaching]
STEPS = [
    pytest.param(game, number, id=f"{game.name} {number + 1}")
    for game in TAUGHT
    for number in range(len(game.read_teaching().steps))
]
HEAD_WORDS, SENTENCE_WORDS, SENTENCES = 5, 12, 2
PUNTO = games.find("punto")


def sentences_of(text):
    return [part for part in re.split(r"(?<=[.!?])\s+", text) if part]


def test_every_game_of_the_house_is_taught():
    assert {"alex_and_co", "alter_ego", "punto", "spiel_des_jahres"} <= {game.name for game in TAUGHT}


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_each_demonstration_is_played_by_legal_actions(game):
    seats, options, actions = game.notation.read(game.read_teaching().demo)
    state = game.rules.setup(seats, full_options(game, options))
    for action in actions:
        assert action.seat in game.rules.to_act(state)
        if action.seat == CHANCE:
            assert action in [outcome for outcome, _ in game.rules.chance(state)]
        else:
            assert action in game.rules.legal(state, action.seat)
        state = game.rules.apply(state, action)
    assert state == demo_states(game, game.read_teaching())[-1]


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_there_are_5_to_7_steps_and_nothing_is_played_after_the_last_picture(game):
    teaching = game.read_teaching()
    assert 5 <= len(teaching.steps) <= 7
    assert max(step.after for step in teaching.steps) == len(game.notation.read(teaching.demo)[2])


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_a_step_is_short_in_each_language_and_tells_a_rule_of_the_sheet(game, number):
    step = game.read_teaching().steps[number]
    assert set(step.head) == set(step.words) == set(LANGUAGES) and step.rule in game.sheet
    for language in LANGUAGES:
        head, sentences = step.head[language], sentences_of(step.words[language])
        assert 0 < len(head.split()) <= HEAD_WORDS, head
        assert 1 <= len(sentences) <= SENTENCES, sentences
        assert all(len(sentence.split()) <= SENTENCE_WORDS for sentence in sentences), sentences
        assert all(sentence[-1] in ".!?" for sentence in sentences) and head[-1] not in "."


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_a_picture_shows_something_of_its_position(game, number):
    parts = taught_steps(game)[number].parts
    kinds = set(kinds_of(game).values()) | {""}
    assert parts
    for part in parts:
        assert bool(part.spots) + bool(part.items) + bool(part.lines) == 1
        assert {item.card for item in part.items if item.card is not None} <= kinds
        assert {spot.card for spot in part.spots if spot.card is not None} <= kinds


def test_pictures_of_punto_show_what_the_steps_say():
    line, _, beside, cover, *_ = taught_steps(PUNTO)
    (grid,) = line.parts
    assert sum(spot.light.pattern in "bp" for spot in grid.spots if (spot.card or "").startswith("R")) >= 4
    lit = {spot.light.pattern for spot in beside.parts[1].spots}
    assert OPEN in lit and COVER not in lit
    covered = {spot.card for spot in cover.parts[1].spots if spot.light.pattern == COVER}
    assert covered == {"G6", "B3"} and cover.parts[0].items[0].card == "R7"


def test_control_a_demonstration_that_breaks_a_rule_is_no_match():
    teaching = PUNTO.read_teaching()
    with pytest.raises(ValueError, match="expected a legal action"):
        demo_states(PUNTO, teaching._replace(demo=teaching.demo.replace("R7@c4", "R7@b4")))


def test_control_a_picture_of_nothing_known_is_noticed():
    teaching = PUNTO.read_teaching()
    wrong = teaching._replace(steps=(teaching.steps[0]._replace(shows=("moon",)),))
    with pytest.raises(UserError, match="damaged"):
        taught_steps(PUNTO._replace(read_teaching=lambda: wrong))


# -- in a terminal


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_a_terminal_shows_each_step_with_its_picture(game, language):
    texts = howto_texts(game, Translator(language, game=game.name))
    steps = game.read_teaching().steps
    for step in steps:
        at = texts.index(step.head[language])
        assert texts[at + 1] == step.words[language] and texts[at + 2].strip()
    grids = sum("grid" in step.shows for step in steps)
    assert sum(text.startswith("f ") for text in texts) == grids


def test_a_game_without_pictures_says_where_its_rules_are():
    plain = PUNTO._replace(read_teaching=None)
    assert howto_texts(plain, Translator("en")) == ["This game has no pictures. Type rules."]
    assert taught_steps(plain) == () and demo_players(plain) == ()


@pytest.mark.parametrize(
    "damage",
    [{"after": 9999}, {"after": -1}, {"shows": ("zone 9",)}, {"shows": ("zone x",)}, {"shows": ("hand",)},
     {"shows": ("pile z9",)}, {"shows": ("moon",)}, {"shows": (1,)}],
    ids=str,
)  # fmt: skip
def test_damaged_pictures_are_one_sentence(damage):
    teaching = PUNTO.read_teaching()
    damaged = teaching._replace(steps=(teaching.steps[0]._replace(**damage),))
    game = PUNTO._replace(read_teaching=lambda: damaged)
    with pytest.raises(UserError, match="The pictures of Punto are damaged"):
        taught_steps(game)
    assert howto_texts(game, Translator("de")) == [
        "Die Bilder von Punto sind beschädigt. Installiere seine Dateien noch einmal."
    ]
