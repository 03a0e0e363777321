"""What a person would give up is asked once before it is given up: by `pass`, and by the table's key `next`."""

import pytest
from glowtable import games
from glowtable.game import PUBLIC, Action, Surface
from glowtable.games.alex_and_co.state import Phase as AlexPhase
from glowtable.games.alter_ego.state import Phase as EgoPhase
from glowtable.games.spiel_des_jahres.state import Phase as Month
from glowtable.grid import TABLE_SEAT
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.presenter import current_prompt
from glowtable.match.session import NOT_NOW, Phase, Session
from glowtable.messages import BOARD
from glowtable.table import SEAT_KEYS, TABLE_KEYS, Card, Key, Row
from glowtable.terminal.translator import Translator
from glowtable.terminal.typed_line import KEY_WORDS, event_of

from tests.games import ego_positions as ego
from tests.games.alex_positions import GAME as ALEX
from tests.games.alex_positions import position as alex_position
from tests.games.spiel_positions import GAME, contract_of, do, position

PEOPLE = ("Ann", "Ben", "Cid")
NEXT = Key(TABLE_SEAT, "next")
ROLE_FAMILY = contract_of("role", "family")


def playing(state, game=GAME, bots=(), think=None):
    players = tuple(Player(name, "random" if seat in bots else "") for seat, name in enumerate(PEOPLE[: seats(state)]))
    arguments = (game, players, dict(state.terms.options), *((think,) if think else ()))
    session = Session(MatchState(*arguments), Phase.PLAYING)
    session.match_state.state = state
    return session


def seats(state):
    return state.terms.seats


def asked(session):
    return Translator("en", PEOPLE, game=session.game.name).text(current_prompt(session).message)


def filled_in(message):
    return Translator("en", PEOPLE).text(message)


def actions(reply):
    return [row.text for row in reply.rows if row.kind == "action"]


IDLE = "{} hasn't used this month's action."


def test_who_is_ready_without_having_acted_is_asked_once():
    session = playing(position())
    assert not actions(session.handle_event(Key(0, "pass"))) and session.state.ready == 0
    assert asked(session) == f"{IDLE.format('Ann')} Ann is done. Are you sure? Confirm: yes. Pass: no."
    assert session.handle_event(Key(1, "confirm")) == NOT_NOW._replace(rows=(Row("event", "key 1 confirm"),))
    assert actions(session.handle_event(Key(0, "confirm"))) == ["0 ready"] and session.question is None


def test_the_prompt_says_who_has_not_acted_this_month():
    session = playing(do(position(), "1 brainstorm", "chance draw Goat"))
    assert asked(session).endswith("Pass: done. Still playing: Ann, Ben, Cid. No action yet: Ann, Cid.")


def test_who_only_watches_reads_who_decides():
    session = playing(position())
    session.handle_event(Key(0, "pass"))
    told = Translator("en", PEOPLE, game=GAME.name).text(current_prompt(session).message.for_device(BOARD))
    assert told == f"{IDLE.format('Ann')} Ann decides."


def test_pass_once_more_is_not_yet():
    session = playing(position())
    session.handle_event(Key(0, "pass"))
    assert not actions(session.handle_event(Key(0, "pass"))) and session.state.ready == 0 and session.is_open


def test_who_has_acted_is_ready_at_once():
    state = do(
        position([["Goat", "Moon"]]), "0 tap Goat", "0 tap Moon", "0 publish", "1 brainstorm", "chance draw Teapot"
    )
    session = playing(state)
    for seat in (0, 1):
        assert actions(session.handle_event(Key(seat, "pass"))) == [f"{seat} ready"]


def test_nobody_is_asked_about_what_a_bot_gives_up():
    """Ann, a bot, is ready without having acted; Ben is a person."""
    session = playing(position(), bots=(0,), think=lambda state, seat: Action(seat, "ready"))
    session.handle_event(Key(1, "confirm"))
    session.handle_event(Card(1, "Goat"))  # the idea that Ben draws
    assert session.match_state.bots.wanted_action == Action(0, "ready")
    assert actions(session.handle_event(Key(0, "confirm"))) == ["0 ready"] and session.question is None


def test_next_asks_who_is_left_out_and_names_who_loses_what():
    session = playing(do(position(), "1 brainstorm", "chance draw Goat", "1 ready"))
    assert not actions(session.handle_event(NEXT)) and session.state.ready == 0b010
    lost = f"{IDLE.format('Ann')} {IDLE.format('Cid')}"
    each = "Ann is done. Cid is done. Everyone: confirm, or pass to wait. Waiting for"
    assert asked(session) == f"{lost} {each} Ann, Cid."
    assert session.handle_event(NEXT).refused and session.question, "the question stays"
    assert not actions(session.handle_event(Key(1, "confirm"))) and session.question, "Ben decides for nobody"
    assert not actions(session.handle_event(Key(0, "confirm"))) and session.state.ready == 0b010
    assert asked(session) == f"{lost} {each} Cid."
    assert actions(session.handle_event(Key(2, "confirm"))) == ["0 ready", "2 ready"]
    assert session.state.phase is Month.OFFERS


def test_next_may_be_called_off_and_nothing_is_lost():
    session = playing(position())
    session.handle_event(NEXT)
    session.handle_event(Key(2, "pass"))
    assert session.state.ready == 0 and session.question is None


def test_next_asks_too_where_nothing_is_lost():
    session = playing(position(phase=Month.OFFERS))
    session.handle_event(NEXT)
    done = "Ann is done. Ben is done. Cid is done."
    assert asked(session) == (
        f"Finish now without waiting? {done} Everyone: confirm, or pass to wait. Waiting for Ann, Ben, Cid."
    )


def test_a_bare_word_agrees_for_nobody_where_several_are_asked():
    """Typed at the one keyboard of a table: a plain Enter, and names."""
    session = playing(position())
    assert event_of("next", session) == NEXT and session.handle_event(NEXT)
    for line in ("", "ok"):
        assert filled_in(event_of(line, session)) == "Who? Type ok Ann, ok Ben, ok Cid."
    session.handle_event(event_of("ok Ann", session))
    assert filled_in(event_of("", session)) == "Who? Type ok Ben, ok Cid."
    session.handle_event(event_of("ok Ben", session))
    assert filled_in(event_of("", session)) == "Who? Type ok Cid.", "who pressed Enter once too often is not Cid"
    session.handle_event(event_of("pass", session))
    assert session.state.ready == 0 and session.question is None


def test_what_is_typed_for_a_player_is_asked_of_that_player_in_the_same_words():
    session = playing(position([["Moon"], ["Goat"]]))
    assert session.judge_typed(event_of("Ben tap Goat", session)).said == ()
    assert asked(session) == "Ben: tap Goat? Confirm: yes. Pass: no."


@pytest.mark.parametrize(
    ("language", "who", "what"),
    [
        ("de", "Wer? Tippe ja Ann, ja Ben, ja Cid.", "Ben: auflegen Goat? Bestätigen: ja. Passen: nein."),
        ("it", "Chi? Scrivi sì Ann, sì Ben, sì Cid.", "Ben: appoggia Goat? Conferma: sì. Passo: no."),
    ],
)
def test_what_can_be_typed_is_told_in_words_of_the_language(language, who, what):
    told = Translator(language, PEOPLE, game=GAME.name).text
    session = playing(position())
    assert session.handle_event(event_of("next", session))
    assert told(event_of("", session)) == who
    session = playing(position([["Moon"], ["Goat"]]))
    session.judge_typed(event_of("Ben tap Goat", session))
    assert told(current_prompt(session).message) == what


def test_who_is_alone_with_bots_answers_next_with_one_key():
    session = playing(position(), bots=(1, 2), think=lambda state, seat: Action(seat, "brainstorm"))
    session.handle_event(NEXT)
    assert asked(session).endswith("Ann is done. Are you sure? Confirm: yes. Pass: no.")
    assert actions(session.handle_event(event_of("", session))) == ["0 ready"]


def test_a_key_that_does_nothing_says_whose_turn_it_is():
    """Cid has not acted and is asked; Ann and Ben hear who is."""
    state = do(position(phase=Month.OFFERS, staff=[(ROLE_FAMILY, 0, 30)]), f"1 call {ROLE_FAMILY}")
    session = playing(state)
    session.match_state.state = state._replace(phase=Month.DRAW, seat=2, draws=1)
    told = filled_in(session.handle_event(Key(0, "confirm")).said[0])
    assert told == "Right now the confirm key does nothing. First it's Cid's turn."
    own = filled_in(session.handle_event(Key(2, "confirm")).said[0])
    assert own == "Right now the confirm key does nothing."


def test_pass_at_a_card_that_is_drawn_face_down_says_that_it_stays_so():
    session = playing(do(position(), "0 brainstorm"))
    assert filled_in(session.handle_event(Key(0, "pass")).said[0]).startswith(
        "Keep the card face down and slide it over the reader."
    )
    trend = playing(position(phase=Month.TREND))
    assert filled_in(trend.handle_event(Key(0, "pass")).said[0]) == "Type the card's name."


@pytest.mark.parametrize("words", ["bestätigen Ben", "conferma Ben", "ok Ben", "Ben bestätigen", "confirm Ben"])
def test_a_key_is_typed_in_any_language_that_sentences_name_it_in(words):
    assert event_of(words, playing(position())) == Key(1, "confirm")


def test_key_words_are_no_cards_and_mean_a_key():
    for game in map(games.find, games.names()):
        assert not {card.lower() for card in game.deck} & set(KEY_WORDS)
    assert set(KEY_WORDS.values()) <= {*SEAT_KEYS, *TABLE_KEYS}


def test_a_key_that_does_nothing_says_so():
    session = playing(position(phase=Month.OFFERS))
    reply = session.handle_event(Key(0, "confirm"))
    told = Translator("en", PEOPLE, game=GAME.name).text(reply.said[0])
    assert reply.refused and told == "Right now the confirm key does nothing."


def test_where_a_bot_acts_alone_a_key_that_does_nothing_says_its_turn():
    state = do(position(phase=Month.OFFERS), "0 ready", "2 ready")
    session = playing(state, bots=(1,), think=lambda state, seat: Action(seat, "ready"))
    reply = session.handle_event(Key(0, "undo"))
    assert reply.refused
    reply = session.handle_event(Key(0, "confirm"))
    told = Translator("en", PEOPLE, game=GAME.name).text(reply.said[0])
    assert told == "Right now the confirm key does nothing. First it's Ben's turn."


# -- what each game says is given up


def lost(game, state, action):
    return [
        Translator("en", PEOPLE, game=game.name).text(m)
        for m in game.surface.lost_options(game.rules.view(state, PUBLIC), action)
    ]


def test_spiel_a_choice_made_in_secret_and_not_done():
    state = position([["Goat", "Moon"]], actions="secret")._replace(sealed=("brainstorm", "publish", "nothing"))
    assert [lost(GAME, state, Action(seat, "ready")) for seat in range(3)] == [
        ["Ann chose to brainstorm but hasn't done it."],
        ["Ben chose to publish but hasn't done it."],
        [],
    ]


def test_spiel_in_secret_only_who_says_aloud_to_do_nothing_is_asked():
    """The question would show what was chosen."""
    state = position(phase=Month.SEAL, actions="secret")
    assert lost(GAME, state, Action(0, "pass")) == ["Ann won't brainstorm or publish this month."]
    assert lost(GAME, state, Action(0, "seal", ("nothing",))) == []


def test_spiel_a_second_game_that_is_tapped_and_not_published():
    hand = ["Goat", "Moon", "Teapot", "Star 1"]
    state = do(position([hand]), "0 tap Goat", "0 tap Moon", "0 publish", "0 tap Teapot")
    assert lost(GAME, state, Action(0, "ready")) == []
    assert lost(GAME, do(state, "0 tap Star 1"), Action(0, "ready")) == [
        "Ann takes Teapot Star back without publishing it."
    ]


@pytest.mark.parametrize(("money", "told"), [("open", ["Ann can't pay €60k and will be out."]), ("hidden", [])])
def test_spiel_in_the_last_call_who_will_be_ruined(money, told):
    state = position(phase=Month.LAST_CALL, staff=[(ROLE_FAMILY, 0, 60)], last_call="yes", money=money)
    assert lost(GAME, state, Action(0, "ready")) == told
    assert lost(GAME, state, Action(1, "ready")) == []


def test_spiel_nothing_is_lost_in_offers_auctions_trades_and_the_ceremony():
    offers = position(phase=Month.OFFERS, staff=[(ROLE_FAMILY, 0, 30)])
    assert (
        lost(GAME, offers, Action(1, "ready"))
        == lost(GAME, do(offers, f"1 call {ROLE_FAMILY}"), Action(0, "pass"))
        == []
    )
    assert lost(GAME, do(position(), "0 trade 1"), Action(0, "pass")) == []


TEAMWORK, BADGES, FISTS = (
    {"display": kinds} for kinds in (["Family"] * 5, ["Community"] * 5, ["Strength", "Smarts"] * 2)
)


@pytest.mark.parametrize(
    ("phase", "displayed", "told"),
    [
        (EgoPhase.SUPPORT, TEAMWORK, ["Ann could still take a teamwork token."]),
        (EgoPhase.PATROL, BADGES, []),  # the cops come afterwards, too
        (EgoPhase.AFTERMATH, BADGES, ["Ann could still call the cops."]),
        (EgoPhase.FIGHT, FISTS, ["Ann could still fight."]),
        (EgoPhase.RECOUP, FISTS, []),
    ],
)
def test_ego_a_teamwork_token_the_cops_and_a_fight(phase, displayed, told):
    state = ego.position(displayed, {}, phase=phase, henchmen=[("Alley Bruiser", {"kin": 1})])
    assert lost(games.find("alter_ego"), state, Action(0, "ready")) == told
    assert lost(games.find("alter_ego"), state, Action(1, "ready")) == []


@pytest.mark.parametrize("left", [0, 1, 2])
def test_alex_cards_left_in_the_last_step_count_nothing(left):
    """Whether one of them could be displayed nobody is told."""
    cards = ["Catan", "YINSH"][:left]
    state = alex_position(cards)._replace(phase=AlexPhase.FINAL, end="sixth set displayed")
    told = lost(ALEX, state, Action(0, "pass"))
    words = {1: "1 card. It won't score.", 2: "2 cards. They won't score."}
    assert told == ([f"Ann still holds {words[left]}"] if left else [])
    assert lost(ALEX, alex_position(cards), Action(0, "end")) == []


def test_a_game_need_not_say_anything():
    assert type(games.find("punto").surface).lost_options is Surface.lost_options
    assert Surface().lost_options(None, Action(0, "pass")) == ()
