"""Help, hints and Tab: what is offered is taken, and nobody learns from it what is hidden."""

import re
from random import Random

import pytest
from glowtable import games
from glowtable.game import Action, full_options
from glowtable.match.dealer import Dealer
from glowtable.match.judge import plausible
from glowtable.match.players import Player
from glowtable.match.session import SHOW_HAND
from glowtable.messages import LANGUAGES, Message
from glowtable.table import Card, Key
from glowtable.terminal.console import COMMANDS
from glowtable.terminal.help import GENERAL_EXAMPLES, examples_of, help_messages, hint_of, lines_of
from glowtable.terminal.layout import Size
from glowtable.terminal.translator import Translator
from glowtable.terminal.typed_line import complete_line, completions, event_of

from tests.support.adversary import NAMES, Seats, play_match, session_at
from tests.support.campaign import IN_CAMPAIGN
from tests.support.matches import Match

EVERY = 1 if IN_CAMPAIGN else 7
MOST = 300


def moments(game, people):
    """Functions that make the session of a moment of a match, the same each time they are called."""
    count = max(2, min(game.seats))
    players = tuple(
        Player(name, "" if seat < people else next(iter(game.bots))) for seat, name in enumerate(NAMES[:count])
    )
    seats = Seats(players, full_options(game, game.test_options))
    world = play_match(game, seats, Random(f"{game.name}{people}"), MOST)
    every = min(EVERY, max(1, len(world.actions) // 10))  # of a short match more are looked at
    return [lambda at=at: session_at(game, seats, world, at) for at in range(0, len(world.actions), every)]


def refused(make, line):
    """Whether this line is no event at this moment, or is refused."""
    session = make()
    event = event_of(line, session)
    if isinstance(event, Message):
        return True
    return (session.judge_typed(event) or session.handle_event(event)).refused


@pytest.mark.campaign
@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("name", games.names())
def test_each_example_of_the_moment_is_taken(name, people):
    tried, made = 0, moments(games.find(name), people)
    for make in made:
        examples = examples_of(make())
        if make().match_state.seats_to_act:
            assert examples
        for line, _ in examples:
            if line.split()[0] in COMMANDS:
                continue
            assert not refused(make, line), line
            tried += 1
    assert tried > min(3, len(made) // 2)


def test_control_what_is_no_example_is_noticed():
    make = next(make for make in moments(games.find("punto"), 2) if make().lit_cells and make().history)
    dark = next(cell for cell in make().match_state.cell_names if cell not in {line for line, _ in examples_of(make())}
                and make().match_state.cell_names.index(cell) not in make().lit_cells)  # fmt: skip
    assert refused(make, dark) and refused(make, "nonsense")


@pytest.mark.campaign
@pytest.mark.parametrize("name", games.names())
def test_a_hint_is_taken_and_says_why(name):
    tried = 0
    for make in moments(games.find(name), 1):
        for seat in make().match_state.seats_to_act if make().match_state.people else ():
            hint, why = hint_of(make(), seat, Dealer(1, "hints"))
            assert why.text == "Why? {reason}"
            line = dict(hint.fill).get("line")
            if line:
                assert not refused(make, line), line
                tried += 1
    assert tried


@pytest.mark.slow
def test_of_several_people_s_cards_no_example_names_one():
    for name in ("alex_and_co", "alter_ego", "spiel_des_jahres"):
        for make in moments(games.find(name), 2):
            session = make()
            for line, _ in examples_of(session):
                event = event_of(line, session)
                held = {card for seat in session.people for card, _ in [session.game.surface.own_hand(
                    session.game.rules.view(session.state, seat))] for card in card}  # fmt: skip
                assert not (isinstance(event, Card) and event.card in held)


# -- at a table


def leaf(match, size=Size(80, 60)):
    return [line.plain for line in match.console.page_lines("", size)]


@pytest.fixture
def punto(tmp_path):
    return Match(tmp_path, ("Ann", "Ben"), seed=3).until_laid_out()


def test_help_is_of_this_moment(punto):
    punto.console.handle_line("help")
    assert leaf(punto)[0] == "Press Enter to start." and "  ok: done" in leaf(punto)
    punto.types("ok Ann", "ok Ann")
    punto.console.handle_line("?")
    assert leaf(punto)[0] == "Ann: Where does B5 go? Type a lit cell."
    assert "You can type:" in leaf(punto) and "  c3: Put B5 on c3." in leaf(punto)


def test_help_says_how_a_pause_and_a_question_end(punto):
    punto.types("ok Ann", "ok Ann", "c3", "pause")
    assert [line for line, _ in examples_of(punto.session)] == ["pause"]
    punto.types("pause", "undo Ann")
    assert [line for line, _ in examples_of(punto.session)] == ["ok Ben", "pass"]


def test_every_word_of_help_is_a_command_or_a_key(punto):
    for line, _ in GENERAL_EXAMPLES:
        for word in line.split(", "):
            assert (
                word.split()[0] in COMMANDS or word == "quit" or not isinstance(event_of(word, punto.session), Message)
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_in_every_language(punto, language):
    translator = Translator(language, NAMES, game="punto")
    told = [translator.text(message) for message in help_messages(punto.session)]
    assert all(told) and ("Any time" in " ".join(told)) is (language == "en")


def test_a_hint_without_secrets_is_shown_at_once_and_goes_with_the_next_line(punto):
    punto.types("ok Ann", "ok Ann")
    punto.console.handle_line("hint")
    hint, why, hides = leaf(punto)[-5:-2]
    assert hint.startswith("Tip: type ") and why.startswith("Why? ") and hides == "Enter: hide"
    assert not any(line.startswith("Tip") for line in punto.console.said)
    punto.console.handle_line("why c3")
    assert not any(line.startswith("Tip") for line in leaf(punto))


def test_a_hint_to_who_is_not_asked_says_so_until_something_is_done(punto):
    punto.types("ok Ann", "ok Ann")
    punto.console.handle_line("hint Ben")
    assert "Ben has nothing to do right now." in leaf(punto)
    punto.twin.tap(min(punto.session.lit_cells))
    punto.wait()
    assert "Ben has nothing to do right now." not in leaf(punto)


def test_where_hands_are_hidden_others_look_away_before_a_hint(tmp_path):
    match = Match(tmp_path, ("Ann", "Ben", "Cal"), game=games.find("alex_and_co"), seed=2).until_laid_out()
    match.types("ok Ann")
    match.until(lambda: match.session.match_state.seats_to_act or match.says("ok Ann"))
    match.console.handle_line("hint Ann")
    assert match.session.question.typed == SHOW_HAND and not match.pump.private.lines
    match.types("ok Ann")
    assert match.pump.private.lines


# -- Tab, and beginnings of names


def session_of(name, people=2):
    return moments(games.find(name), people)[-1]()


def test_tab_completes_what_can_only_be_one_thing(punto):
    assert punto.console.complete("hist") == "history " and punto.console.complete("hand B") == "hand Ben "
    assert punto.console.complete("rules p-26") == "rules P-26" and punto.console.complete("zzz") == "zzz"


def test_tab_goes_on_as_far_as_all_agree_and_shows_what_there_is(punto):
    assert punto.console.complete("h") == "h"
    typed = punto.console.page_lines("h", Size(80, 24))[-1].plain
    assert typed.startswith("» h   hand  help  hint  history")
    assert punto.console.page_lines("hi", Size(80, 24))[-1].plain == "» hi"


def test_tab_knows_cards_once_for_all_copies_and_whose_they_are():
    session = session_of("alter_ego")
    assert completions("fam", (), session) == ["Family"] and completions("Ann fam", (), session) == ["Ann Family"]
    assert completions("why c", (), session) == [f"why c{n}" for n in range(1, 7)]
    assert complete_line("lu", []) == "lu"


def test_tab_knows_what_a_player_may_do_in_other_languages(tmp_path):
    match = Match(tmp_path, ("Ann", "Ben"), game=games.find("spiel_des_jahres"))
    match.console.translator = Translator("de", ("Ann", "Ben"), game="spiel_des_jahres")
    assert match.console.complete("hande") == "handeln " and match.console.complete("Ann hande") == "Ann handeln "


def test_the_beginning_of_a_name_is_enough_even_of_copies_and_without_accents():
    session = session_of("alter_ego")
    assert event_of("Fami", session).card == "Family"
    assert event_of("Ann fami", session) == Card(0, "Family")


def test_lines_of_an_event_are_read_back_as_it():
    for name in games.names():
        for make in moments(games.find(name), 1):
            session = make()
            for seat in session.match_state.seats_to_act:
                for action in session.game.rules.legal(session.state, seat)[:3]:
                    gesture = session.game.surface.gesture(action, session.state)
                    meant = [plausible(session.judge.meaning_of(event)) for line in lines_of(session, gesture)
                             if not isinstance(event := event_of(line, session), Message)]  # fmt: skip
                    assert any(isinstance(each, Action) and each.kind == action.kind for each in meant)


# -- a name alone


def test_a_name_alone_answers_who_does_it():
    """Source: Punto EN, "The youngest player starts" (P-09)"""
    punto = games.find("punto")
    asked = Seats((Player("Ann"), Player("Ben")), full_options(punto, {"first_player": "youngest"}))
    world = play_match(punto, asked, Random(1), 4)
    assert event_of("ben", session_at(punto, asked, world, 0)) == Key(1, "confirm")
    assert event_of("Ben", session_at(punto, asked, world, 1)) != Key(1, "confirm"), "it is Ann's turn"


def test_a_name_alone_is_whom_one_asks_and_is_no_answer_of_ones_own():
    game, chosen = games.find("alex_and_co"), 0
    for make in moments(game, 3):
        session = make()
        for seat, player in enumerate(session.players):
            event = event_of(player.name, session)
            if event == Key(seat, "confirm"):
                meant = session.game.surface.read(event, session.match_state.public_state)
                assert meant.seat != seat or session.game.surface.asks_who(session.view)
                chosen += meant.seat != seat
    assert chosen > 3


# -- few words


@pytest.mark.campaign
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.names())
def test_no_refusal_is_longer_than_three_sentences(name, language):
    game, told = games.find(name), 0
    for make in moments(game, 2)[::2]:
        translator = Translator(language, NAMES, game=name)
        for line in ("a1", "f6", "ok Ann", "pass Ben", "next", "rubbish", "wrong", "Ann c3"):
            session = make()
            event = event_of(line, session)
            reply = None if isinstance(event, Message) else session.judge_typed(event) or session.handle_event(event)
            messages = [event] if reply is None else list(reply.said) if reply.refused else []
            for message in messages:
                told += 1
                assert sentences_in(translator.text(message)) <= 3, translator.text(message)
    assert told > 5


def sentences_in(text):
    """How many sentences: a quote of the sheet, in parentheses, is none of ours."""
    return len(re.findall(r"[.!?](?= [A-ZÄÖÜ])", re.sub(r"\(.*\)", "", text))) + 1


def test_control_a_fourth_sentence_is_noticed():
    assert sentences_in("No. It is not. Nor is this. Go on (P-01: One. Two. Three).") == 4


@pytest.fixture
def asked(tmp_path):
    """Three people at one keyboard, and Ann is asked."""
    match = Match(tmp_path, ("Ann", "Ben", "Cal"), game=games.find("alex_and_co"), seed=2).until_laid_out()
    match.types("ok Ann")
    match.until(lambda: match.session.match_state.seats_to_act or match.says("ok Ann"))
    return match


def test_a_wish_that_must_wait_changes_nothing_of_the_one_that_is_agreed_to(asked):
    asked.console.handle_line("hint Ann")
    asked.console.handle_line("hand Ben")
    asked.types("ok Ann")
    assert any(line.startswith("Tip: ") for line in leaf(asked))
    assert not any(line.startswith("your hand") for line in leaf(asked))


@pytest.mark.parametrize("wish", ["hand Ann", "hint Ann"])
def test_where_others_could_read_it_later_nothing_secret_is_written(asked, wish):
    asked.console.keeps_lines = True
    asked.console.handle_line(wish)
    assert asked.session.question is None
    assert asked.console.said[-1].startswith("Others could scroll back and read this.")
