"""The session, told as gestures: what people do, and what it answers, lights and"""

from functools import partial

import pytest
from glowtable import games
from glowtable.game import CHANCE, Action, DrawSource, full_options
from glowtable.games.spiel_des_jahres.state import Phase as Month
from glowtable.grid import CELLS, TABLE_SEAT, cell_of
from glowtable.match.dispute import judge_inventory
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player, no_bots
from glowtable.match.presenter import BY_KEYS, NFC_PROMPT, NIGHT_PCT, current_picture, current_prompt, current_prompts
from glowtable.match.public_texts import PublicTexts
from glowtable.match.session import Phase, Question, Session
from glowtable.match.undo import PlayedAction, card_of
from glowtable.messages import PHONE, say
from glowtable.table import (
    BLINK,
    BREATHE,
    CHOICE,
    SEAT_KEYS,
    TABLE_KEYS,
    Audited,
    Card,
    Key,
    Lying,
    Press,
    Release,
    Row,
    Said,
    Untag,
)
from glowtable.terminal.translator import Translator

from tests.games import alex_positions as alex
from tests.games.spiel_positions import do, position

PUNTO = games.find("punto")
FOUR = ("Ann", "Ben", "Cal", "Dot")  # red, green, blue, yellow
BESIDE_A_BOT = ("Ann", "bot:Greedy")


def session_of(*names, phase=Phase.PLAYING, think=None, **options):
    players = tuple(Player(name.partition(":")[2], "greedy") if ":" in name else Player(name) for name in names)
    wishes = {"first_player": "youngest", **options}
    arguments = (PUNTO, players, full_options(PUNTO, wishes), *((think,) if think else ()))
    session = Session(MatchState(*arguments))
    session.phase = phase
    return session


def begun(*names, **options):
    """A match in play, seat 0 to turn up its first card."""
    session = session_of(*(names or FOUR), **options)
    session.handle_event(Key(0, "confirm"))
    assert session.match_state.chance.is_awaited
    return session


def at(name):
    cell = cell_of(name)
    assert cell is not None
    return cell


def lay(session, card, cell):
    """Turn up this card at the reader of the seat that must, and press this cell."""
    seat = current_prompt(session).seat
    assert not session.handle_event(Card(seat, card)).refused
    return session.handle_event(Press(at(cell)))


def played(*cards, names=()):
    """A match in play in which these cards were laid, as `R5a@c3`; the last may be turned up only, as `R5a`."""
    session = begun(*names, think=first_legal)
    for card, _, cell in (each.partition("@") for each in cards):
        if cell:
            lay(session, card, cell)
        else:
            session.handle_event(Card(current_prompt(session).seat, card))
    return session


@pytest.fixture
def session():
    return begun()


def text_of(message):
    """A message's English words, its fillings too."""
    return Translator("en", game="punto").text(message)


def asked(session):
    return text_of(current_prompt(session).message)


def remembered(session):
    """The kinds of the cards that come again, in the order in which they were turned up."""
    return [
        card_of(session.game, step)[:2] for steps in session.match_state.drawn_before.kept.values() for step in steps
    ]


def lit(session):
    return {cell for cell, light in enumerate(current_picture(session).cells) if light.pattern in CHOICE}


# -- a placement


def test_a_card_at_the_reader_lights_where_it_may_lie(session):
    assert lit(session) == set()
    reply = session.handle_event(Card(0, "R5a"))
    assert [row.kind for row in reply.rows] == ["event", "action"]
    assert lit(session) == set(session.lit_cells) == {at("c3"), at("c4"), at("d3"), at("d4")}


def test_a_press_on_a_lit_cell_is_a_placement_and_passes_the_turn(session):
    reply = lay(session, "R5a", "c3")
    assert reply.rows == (Row("event", "press 14"), Row("action", "0 place 14"))
    assert current_prompt(session).seat == 1 and session.match_state.chance.is_awaited


def test_a_press_elsewhere_is_refused_with_rule_and_words_and_changes_nothing():
    session = played("R5a")
    before = session.state
    reply = session.handle_event(Press(at("a1")))
    assert reply.refused and reply.rows == (Row("event", "press 0"),)
    assert "P-10" in text_of(reply.said[0])
    words = dict(dict(reply.said[0].fill)["words"].fill)["words"]
    assert words == PUNTO.sheet["P-10"]
    assert session.state is before and lit(session)


def test_two_presses_at_once_the_first_wins():
    session = played("R5a")
    assert not session.handle_event(Press(at("c3"))).refused
    assert session.handle_event(Press(at("c4"))).refused
    assert len([step for step in session.history if step.action.kind == "place"]) == 1


def test_releases_and_leaving_tags_mean_nothing_but_are_recorded(session):
    assert session.handle_event(Release(3)).rows == (Row("event", "release 3"),)
    assert session.handle_event(Untag(0)).rows == (Row("event", "untag 0"),)


@pytest.mark.parametrize(
    ("make", "event"),
    [
        (begun, Press(at("c3"))),
        (partial(begun, "Ann", "Ben"), Key(4, "confirm")),
        (begun, Key(TABLE_SEAT, "next")),
        (partial(session_of, *FOUR), Key(0, "undo")),
    ],
    ids=["a press without a card", "an empty seat's key", "next before the end", "undo where nothing was decided"],
)
def test_what_cannot_be_is_refused(make, event):
    assert make().handle_event(event).refused


def test_a_key_that_means_nothing_now_says_so(session):
    reply = session.handle_event(Key(0, "confirm"))
    (idle,) = reply.said
    assert reply.refused and idle.text == "Right now {key} does nothing."
    assert idle.fill == (("key", say("the confirm key")),)
    assert idle.for_device(PHONE).text == "That does nothing right now."
    assert len(reply.rows) == 1


def test_a_placement_may_be_typed_in_the_games_notation():
    session = played("R5a")
    assert session.handle_event(Said("R5@c3")).rows[1] == Row("action", "0 place 14")


# -- the wrong card


def test_another_card_needs_another_players_agreement():
    session = played("R5a")
    assert session.handle_event(Card(0, "R6a")).refused
    assert "Wrong card? Someone else can confirm the swap: " in asked(session) and lit(session) == set()
    assert session.handle_event(Press(at("c3"))).refused
    assert session.handle_event(Key(0, "confirm")).refused
    reply = session.handle_event(Key(1, "confirm"))
    assert [row.kind for row in reply.rows] == ["event", "swap"]
    assert "R6" in asked(session)


def test_the_first_card_stays_when_somebody_passes():
    session = played("R5a")
    before = session.state
    session.handle_event(Card(0, "R6a"))
    session.handle_event(Key(2, "pass"))
    assert session.state is before and lit(session)


@pytest.mark.parametrize("card", ["R5a", "G5a"])
def test_the_same_card_again_and_one_that_cannot_be_in_the_stack_are_refused_without_a_question(card):
    session = played("R5a")
    assert session.handle_event(Card(0, card)).refused and session.question is None


def test_after_a_swap_alone_at_the_table_nobody_else_is_needed():
    session = played("R5a", names=BESIDE_A_BOT)
    session.handle_event(Card(0, "R6a"))
    assert not session.handle_event(Key(0, "confirm")).refused
    assert session.history[-1].action != session.history[-2].action


def alone_among_hands(game, state, bot):
    """Ann alone with bots whose hands are read."""
    players = (Player("Ann"), Player("Bob", bot), Player("Cy", bot))
    session = Session(
        MatchState(game, players, full_options(game, {}), lambda now, seat: game.rules.legal(now, seat)[0]),
        Phase.PLAYING,
    )
    session.match_state.state = state
    return session


@pytest.mark.parametrize("name", ["Catan", "Samurai", "Puerto Rico", "Dominion"])
def test_where_hands_are_hidden_nobody_agrees_alone_to_another_card(name):
    hands = ["Ra", "Goa"], ["Catan", "Jambo"], ["Samurai", "YINSH"]  # some of the names are in them
    session = alone_among_hands(games.find("alex_and_co"), alex.position(*hands, seats=3), "memory")
    for event in (Press(at("a3")), Press(at("c3")), Card(0, "TwixT")):
        assert not session.handle_event(event).refused
    turned = session.state
    reply = session.handle_event(Card(0, name))
    assert session.question is None and "The first card counts. Wrong? Undo." in reply.said[0].text
    assert reply.said == session.handle_event(Card(0, "Agricola")).said, "the same words for every card"
    assert session.handle_event(Key(0, "undo")).rows[-1].kind == "undo" and session.state is not turned


def test_the_question_is_of_whose_reader_the_card_was_shown_at():
    session = open_phase()
    session.match_state.state = position([["Goat"], ["Moon"], []])._replace(phase=Month.TREND)
    first, other = (SPIEL.deck[action.args[0]] for action, _ in session.match_state.chance.possible_draws[:2])
    session.handle_event(Card(0, first))
    assert session.handle_event(Card(1, other)).refused and session.question.seat == 1
    assert session.handle_event(Key(1, "confirm")).refused, "nobody agrees with oneself"
    assert session.handle_event(Key(0, "confirm")).rows[-1].kind == "swap"


# -- what people hear before a bot does it


def bot_begins(*names):
    """Seat 0 has won a round; the bot in seat 1 begins the next."""
    session = begun(*names, think=first_legal, rounds_to_win=2)
    while session.game.rules.round_number(session.state) == 1 and not session.state.rounds:
        seat = session.state.seat
        card = next(name for name in PUNTO.deck if session.game.surface.read(Card(seat, name), session.state))
        row, turn = "cdef"[len(session.state.laid) // 4], len(session.state.laid) % 4
        assert not session.handle_event(Card(seat, f"{'RGBY'[turn]}{len(session.state.laid) // 4 + 1}a")).refused, card
        session.apply_action(Action(seat, "place", (at(f"{row}{turn + 3}"),)))
    return session


@pytest.mark.parametrize("who", [0, 1, 2])
def test_P23_P30_people_hear_what_goes_where_before_a_bot_begins_the_next_round(who):
    session = bot_begins("Ann", "bot:Greedy", "Cal", "Dot")
    assert session.match_state.bots.sole_action == session.match_state.bots.awaiting_confirm == Action(1, "begin")
    prompt = current_prompt(session)
    said = Translator("en", FOUR, game="punto").text(prompt.message)
    assert prompt.seat == TABLE_SEAT
    assert said.startswith("Ann keeps R4 (from f3) as a trophy. Everyone takes back their other cards")
    assert said.endswith("Then press confirm: Ben starts round 2.")
    assert not session.handle_event(Press(0)).rows[1:] and session.match_state.bots.awaiting_confirm
    assert session.handle_event(Key(who, "confirm")).rows[-1] == Row("action", "1 begin")
    assert session.match_state.bots.awaiting_confirm is None and session.match_state.chance.is_awaited


def test_bots_among_themselves_wait_for_nobody():
    session = bot_begins("bot:A", "bot:B", "bot:C", "bot:D")
    assert session.match_state.bots.sole_action and session.match_state.bots.awaiting_confirm is None


def test_P09_who_is_youngest_is_not_asked_of_one_person():
    session = session_of("bot:Greedy", "Ann", "bot:Bo", think=first_legal)
    prompt = current_prompt(session)
    assert (prompt.seat, Translator("en", ("Bot", "Ann"), game="punto").text(prompt.message)) == (
        1,
        "You go first. Press confirm.",
    )
    assert session.handle_event(Key(1, "confirm")).rows[-1] == Row("action", "1 begin")
    assert "Youngest player: " in asked(session_of("Ann", "Ben", "bot:Bo", think=first_legal))


# -- one name for each cell


def test_a_cell_has_the_name_that_stands_beside_it():
    assert begun().match_state.cell_names[14] == "c3"
    floating = begun(frame="floating")
    assert [floating.match_state.cell_names[cell] for cell in (14, 0, 35)] == ["f6", "d4", "i9"]
    floating.handle_event(Card(0, "R5a"))
    said = floating.handle_event(Key(0, "pass")).said[0]
    assert text_of(said).startswith("f6? Confirm: yes.")
    floating.handle_event(Key(0, "confirm"))
    assert "f6" in text_of(floating.game.surface.expected_at(floating.view, 14))
    (look, cell), *_ = judge_inventory(floating.match_state, {14: {"G1a"}}, 0).differences
    assert cell == 14 and text_of(look).startswith("f6 is wrong: On f6, from the bottom up: R5.")


# -- where the dealer deals


def dealt(*names, **options):
    """A match in play where no card lies on the table, before the first one comes."""
    session = begun(*names, **options)
    session.match_state.dealt = True
    return session


def dealt_card(session, card):
    """The dealer has drawn this card, and it is shown at the reader."""
    session.match_state.chance.stage_draw(Action(CHANCE, "turn", (PUNTO.deck.index(card),)))
    return session.handle_event(Card(session.state.seat, card))


def test_P12_where_the_dealer_deals_only_its_card_comes():
    session = dealt()
    before = session.state
    for event in (Card(0, "R5a"), Said("R5"), Key(0, "pass"), Press(at("b5"))):
        assert session.handle_event(event).refused and session.state is before
    assert session.lit_cells == () and not session.judge.entering and not session.judge.awaits_card
    session.match_state.chance.stage_draw(Action(CHANCE, "turn", (PUNTO.deck.index("R6a"),)))
    assert session.handle_event(Card(0, "R5a")).refused and session.state is before
    assert not session.handle_event(Card(0, "R6a")).refused and lit(session)


def test_P12_what_was_on_top_before_is_not_on_top_now():
    session = dealt()
    dealt_card(session, "R6a")
    session.handle_event(Press(at("c3")))
    session.match_state.state = session.state._replace(seat=0)
    assert session.handle_event(Card(0, "R6b")).refused, "drawn for another moment"


def test_P12_a_card_that_was_dealt_is_not_exchanged():
    for names in (FOUR, ("Ann", "bot:Greedy")):
        session = dealt(*names, think=first_legal)
        dealt_card(session, "R6a")
        reply = session.handle_event(Card(0, "R5a"))
        assert reply.refused and "You already turned over R6." in text_of(reply.said[0]) and session.question is None


def test_P12_people_hear_one_answer_while_the_dealers_card_is_awaited():
    session = dealt()
    early = (Card(0, "R5a"), Card(1, "Q1"), Press(0), Said("anything"), Key(0, "confirm"), Key(1, "pass"))
    answers = {session.judge_typed(event)._replace(rows=()) for event in early}
    assert len(answers) == 1 and "Wait for your card: the program deals." in answers.pop().said[0].text
    assert session.judge_typed(Press(0)).rows == (Row("event", "press 0"),)
    assert [session.judge_typed(event) for event in (Key(0, "undo"), Key(TABLE_SEAT, "pause"))] == [None, None]
    dealt_card(session, "R5a")
    assert session.judge_typed(Press(0)) is None


def test_what_software_draws_is_not_typed_even_where_cards_lie_on_the_table():
    session = session_of(*FOUR, first_player="random")
    assert session.wants_dealer and session.judge_typed(Said("starter 2")).refused
    assert session.handle_event(Said("starter 2")).refused and not session.history
    assert session.apply_action(Action(CHANCE, "starter", (1,))).rows[0].kind == "action"
    assert session.history and not session.wants_dealer and session.card_to_place is None


def test_the_next_match_is_dealt_as_this_one_was():
    assert dealt().next_match(no_bots).match_state.dealt and not begun().next_match(no_bots).match_state.dealt


# -- undo


def test_undo_needs_one_other_player_and_gives_the_card_back():
    session = played("R5a@c3")
    assert session.handle_event(Key(0, "undo")).rows == (Row("event", "key 0 undo"),)
    assert "Ann" not in asked(session) and session.question is not None
    assert session.handle_event(Key(0, "confirm")).refused
    reply = session.handle_event(Key(3, "confirm"))
    assert reply.rows[-1] == Row("undo", "1")
    assert session.repairs and "c3" in asked(session) and lit(session) == set()
    assert session.handle_event(Press(at("d4"))).refused
    session.handle_event(Key(0, "confirm"))
    assert lit(session) == {at("c3"), at("c4"), at("d3"), at("d4")}


def test_an_undo_takes_back_the_last_decision_of_a_person_not_a_bots():
    session = begun("Ann", "bot:Greedy", think=first_legal)
    assert session_of(*FOUR).match_state.last_decider is None
    lay(session, "R5a", "c3")
    session.handle_event(Card(1, "G4a"))
    session.handle_event(Press(session.lit_cells[0]))
    assert session.history[-1].action.seat == 1 and session.match_state.last_decider == 0
    assert session.handle_event(Key(0, "undo")).rows[-1].kind == "undo", "nobody else is asked"
    assert session.history[-1].action.kind == "turn" and remembered(session) == ["G4"]
    assert [text_of(repair) for repair in session.repairs][-1].startswith("Take R5 off c3")


def test_undo_can_be_declined():
    session = played("R5a@c3")
    before = session.state
    session.handle_event(Key(0, "undo"))
    assert session.handle_event(Press(0)).refused
    session.handle_event(Key(1, "pass"))
    assert session.question is None and session.state is before


def test_what_was_turned_up_comes_again_in_the_same_order():
    session = played("R5a@c3", "G2a@c4", "B9a")
    for _ in range(2):
        session.handle_event(Key(0, "undo"))
        session.handle_event(Key(1, "confirm"))
        while session.repairs:
            session.handle_event(Key(0, "confirm"))
    assert remembered(session) == ["B9", "G2"], "each of its own stack"
    session.handle_event(Press(at("d4")))
    assert "G2" in asked(session)
    assert session.handle_event(Card(1, "G7a")).refused
    assert not session.handle_event(Card(1, "G2a")).refused
    session.handle_event(Press(at("c4")))
    assert not session.handle_event(Card(2, "B9a")).refused
    assert session.match_state.drawn_before.kept == {}


def test_what_was_turned_up_of_one_stack_is_not_asked_of_another():
    session = played("R5a@c3", "G2a")
    session.match_state.drawn_before.kept = {
        DrawSource(2): (session.history[-1],)
    }  # as after an undo by which seats act otherwise
    assert session.match_state.chance.required_draw is None and "before the undo" not in asked(session)
    session.handle_event(Press(session.lit_cells[0]))
    assert session.match_state.chance.required_draw is None, "G2 is not of this stack"


def test_chance_does_not_bring_what_is_kept_elsewhere():
    session = played("R5a")
    session.take_back(1)
    (origin,) = session.match_state.drawn_before.kept
    assert session.match_state.chance.possible_draws == (
        (session.match_state.drawn_before.expected_draw(session.state), 1),
    )
    session.match_state.drawn_before.kept = {DrawSource("another stack"): session.match_state.drawn_before.kept[origin]}
    assert len(session.match_state.chance.possible_draws) == len(PUNTO.rules.chance(session.state)) - 1
    session.match_state.drawn_before.kept = {
        DrawSource("a lot", keeps=False): session.match_state.drawn_before.kept[DrawSource("another stack")]
    }
    assert session.match_state.chance.possible_draws == PUNTO.rules.chance(session.state)


def test_another_card_than_before_is_refused_only_where_hands_can_find_it_again():
    session = played("R5a")
    session.take_back(1)
    session.handle_event(Key(0, "confirm"))
    assert session.match_state.chance.required_draw is not None and session.handle_event(Card(0, "R6a")).refused


def test_the_repairs_after_an_undo_are_told_one_at_a_time_last_first():
    session = played("R5a@c3", "G2a")
    session.handle_event(Key(1, "undo"))
    session.handle_event(Key(0, "confirm"))
    assert len(session.repairs) == 2 and "G2" in asked(session)
    session.handle_event(Key(1, "confirm"))
    assert len(session.repairs) == 1 and "R5" in asked(session)


def test_a_second_undo_forgets_no_card_that_is_still_to_be_put_back():
    session = played("R5a@c3", "G4a", names=BESIDE_A_BOT)
    session.handle_event(Key(0, "undo"))
    first = [text_of(each) for each in session.repairs]
    session.handle_event(Key(0, "undo"))
    both = [text_of(each) for each in session.repairs]
    assert first and both[: len(first)] == first and both[len(first) :] == ["Put R5 back on seat 1's stack, face down."]


def test_what_is_taken_back_is_said():
    session = played("R5a@c3", "G4a", names=BESIDE_A_BOT)
    (said,) = session.handle_event(Key(0, "undo")).said
    assert Translator("en", ("Ann", "Bo"), game="punto").text(said) == "Undone: Ann plays R5 on c3."
    session.repairs = ()
    assert [text_of(each) for each in session.handle_event(Key(0, "undo")).said] == ["Undone: seat 1 starts round 1."]


def test_where_no_cards_lie_nothing_is_put_back():
    session = dealt("Ann", "bot:Greedy", think=first_legal)
    dealt_card(session, "R5a")
    session.handle_event(Press(at("c3")))
    dealt_card(session, "G4a")
    session.handle_event(Press(session.lit_cells[0]))
    dealt_card(session, "R1a")
    session.handle_event(Key(0, "undo"))
    assert session.repairs == () and lit(session) == {at("c3"), at("c4"), at("d3"), at("d4")}
    assert "Put R5 on a lit cell" in asked(session) and remembered(session) == ["R1", "G4"], (
        "and the same cards come again"
    )


def test_a_card_turned_up_and_laid_since_goes_back_in_one_step():
    session = played("R5a@c3", names=(*BESIDE_A_BOT, "bot:Bob"))
    for seat, name in ((1, "G4a"), (2, "B6a")):
        session.handle_event(Card(seat, name))
        session.handle_event(Press(session.lit_cells[0]))
    session.handle_event(Card(0, "R1a"))
    session.handle_event(Key(0, "undo"))
    kinds = [text_of(dict(message.fill)["card"]) for message in session.repairs]
    assert kinds == ["R1", "B6", "G4", "R5"], "four cards lie elsewhere, each is told once"


def test_cards_drawn_alike_are_put_back_as_often_as_they_were_drawn():
    game = games.find("alter_ego")
    draws = [PlayedAction(state, action) for state, action in draws_of(game)]
    state = draws[-1].before
    told = PublicTexts(game, state).repair_texts(draws, state)
    counts = [dict(message.fill)["n"] if message.many else 1 for message in told]
    assert sum(counts) == len(draws) and max(counts) > 1
    assert any("times: " in Translator("en", game="alter_ego").text(message) for message in told)


def draws_of(game):
    """The cards drawn unseen at the beginning of a match."""
    state = game.rules.setup(2, full_options(game, game.test_options))
    found = []
    while len(found) < 5:
        chances = game.rules.chance(state) or [(game.rules.legal(state, game.rules.to_act(state)[0])[0], 1)]
        found += [(state, chances[0][0])] if chances[0][0].kind == "draw" else []
        state = game.rules.apply(state, chances[0][0])
    return found


def test_what_names_nothing_is_said_once_however_often_it_was_done():
    game = games.find("spiel_des_jahres")
    state = position(seats=2, phase=Month.OFFERS)
    ready = [PlayedAction(state, Action(seat, "ready")) for seat in (0, 1)]
    (told,) = PublicTexts(game, state).repair_texts(ready, state)
    assert not told.many


def test_a_pair_turned_up_and_back_again_since_lies_as_it_lies():
    session = alone_among_hands(games.find("alex_and_co"), alex.position(["Ra"], ["Goa"], ["Jambo"], seats=3), "memory")

    def does(*texts):
        for text in texts:
            session.apply_action(alex.action(session.state, text))

    does("reveal", "at c3", "turn Catan")
    up = len(session.history)
    does("at d4", "turn TwixT", "stop", "end", "reveal", "at e5", "turn Agricola", "at f6", "turn Dominion", "stop")
    text = Translator("en", ("Ann", "Bob", "Cy"), game="alex_and_co").text
    everything = list(session.history)
    assert [text(each) for each in session.match_state.texts.repair_texts(everything, session.state)] == []
    assert [text(each) for each in session.match_state.texts.repair_texts(everything[up:], session.state)] == [
        "Turn face up again: c3."
    ]
    before_the_end = PublicTexts(session.game, everything[-1].before).repair_texts(
        everything[:-1], everything[-1].before
    )
    assert [text(each) for each in before_the_end] == ["Turn face down again: e5, f6."]


def test_a_pair_that_comes_back_is_turned_back_if_it_was_not_open():
    faces = {"c3": "Catan", "d4": "Klaus Teuber"}
    position_of_pair = alex.position(["Ra"], ["Goa"], ["Jambo"], seats=3, faces=faces)
    session = alone_among_hands(games.find("alex_and_co"), position_of_pair, "memory")
    for text in ("reveal", "at c3", "at d4", "take"):
        session.apply_action(alex.action(session.state, text))
    text = Translator("en", ("Ann", "Bob", "Cy"), game="alex_and_co").text
    back = [text(each) for each in session.match_state.texts.repair_texts(session.history, session.state)]
    assert back == [
        "Put the pair back in its places. Its replacements go back on the draw pile.",
        "Turn face down again: c3, d4.",
    ]
    assert [text(each) for each in session.match_state.texts.repair_texts(session.history[-1:], session.state)] == back[
        :1
    ]


def to_round_two(session):
    """Seat 0 wins the first round of a 4-player match with a column of red."""
    for n, row in enumerate("cdef"):
        lay(session, f"R{n + 1}a", f"{row}3")
        if n < 3:
            for card, column in (("G", 4), ("B", 5), ("Y", 6)):
                lay(session, f"{card}{n + 1}a", f"{row}{column}")
    return session


def test_going_back_into_the_round_before_needs_everybody():
    session = to_round_two(begun())
    starter = current_prompt(session).seat
    session.handle_event(Key(starter, "confirm"))
    assert PUNTO.rules.round_number(session.state) == 2
    session.handle_event(Key(0, "undo"))
    assert session.question.all_of_them
    for seat in (1, 2):
        assert len(session.handle_event(Key(seat, "confirm")).rows) == 1
    assert session.handle_event(Key(1, "confirm")).refused
    assert session.handle_event(Key(3, "confirm")).rows[-1].kind == "undo"
    assert PUNTO.rules.round_number(session.state) == 1


def test_a_new_round_forgets_what_would_have_come_again():
    session = to_round_two(begun())
    step = session.history[-1]
    session.match_state.drawn_before.kept = {DrawSource(0): (step,)}
    session.handle_event(Key(current_prompt(session).seat, "confirm"))
    assert session.match_state.drawn_before.kept == {}


# -- without a working cell or reader


def test_pass_steps_to_the_next_lit_cell_and_confirm_takes_it():
    session = played("R5a")
    seen = []
    for _ in range(5):
        session.handle_event(Key(0, "pass"))
        seen.append(session.cursor)
        assert current_picture(session).cells[session.cursor].pattern == BLINK
    assert seen == [at("c3"), at("c4"), at("d3"), at("d4"), at("c3")]
    assert session.handle_event(Key(0, "confirm")).rows[-1] == Row("action", "0 place 14")
    assert session.cursor is None


def test_without_a_card_pass_asks_for_it_on_lit_cells(session):
    session.handle_event(Key(0, "pass"))
    assert session.judge.by_hand and len(session.lit_cells) == 9
    assert [cell for cell, light in enumerate(current_picture(session).cells) if light.colour == "r"] == list(
        session.lit_cells
    )
    assert session.handle_event(Press(at("f6"))).refused
    reply = session.handle_event(Press(session.lit_cells[4]))
    assert reply.rows[-1] == Row("action", f"chance turn {PUNTO.deck.index('R5a')}")
    assert not session.judge.by_hand


def test_a_dead_reader_lights_the_cards_by_itself_and_others_go_on(session):
    session.judge.readers = 0b1110
    assert session.judge.by_hand
    lay_by_hand = session.handle_event(Press(session.lit_cells[0]))
    assert not lay_by_hand.refused
    session.handle_event(Press(at("c3")))
    assert current_prompt(session).seat == 1 and not session.judge.by_hand


def test_pass_with_nothing_lit_means_nothing():
    session = session_of(*FOUR)
    assert session.lit_cells == ()
    assert len(session.handle_event(Key(0, "pass")).rows) == 1


# -- bots


def first_legal(state, seat):
    return PUNTO.rules.legal(state, seat)[0]


def test_a_bots_move_is_an_instruction_and_its_cell_blinks():
    session = played("R5a@c3", "G4a", names=BESIDE_A_BOT)
    cell = session.lit_cells[0]
    assert current_picture(session).cells[cell].pattern == BLINK and "G4" in asked(session)
    assert current_prompt(session).seat == 1
    other = next(
        c for c in range(CELLS) if c != cell and Action(1, "place", (c,)) in PUNTO.rules.legal(session.state, 1)
    )
    assert session.handle_event(Press(other)).refused
    assert not session.handle_event(Press(cell)).refused


def test_pass_points_at_a_bots_cell_too():
    session = played("R5a@c3", "G4a", names=BESIDE_A_BOT)
    cell = session.lit_cells[0]
    session.handle_event(Key(0, "pass"))
    assert session.cursor == cell and not session.handle_event(Key(0, "confirm")).refused


def test_bots_wait_while_a_person_may_act():
    session = session_of("bot:Greedy", "Ann", think=first_legal)
    assert session.match_state.bots.wanted_action is None
    session.handle_event(Key(1, "confirm"))
    assert current_prompt(session).seat == 1


SPIEL = games.find("spiel_des_jahres")
OTTILIE = "Ottilie Würfelstein"


def brainstorms_then_is_ready(state, seat):
    wanted = Action(seat, "brainstorm")
    return wanted if wanted in SPIEL.rules.legal(state, seat) else SPIEL.rules.legal(state, seat)[-1]


def open_phase(*bots, people=2, think=brainstorms_then_is_ready, **options):
    """A month in which all may act, whose hands are on paper; the bots sit behind the people."""
    players = (*(Player(name) for name in FOUR[:people]), *(Player(bot, "publisher") for bot in bots))
    seats = len(players)
    session = Session(MatchState(SPIEL, players, full_options(SPIEL, options), think), Phase.PLAYING)
    session.match_state.state = position(
        seats=seats, hidden_count=dict.fromkeys(range(seats), 3), **{"knowledge": "trust", **options}
    )
    return session


def test_while_people_may_act_each_bot_acts_once_after_an_action_of_a_person():
    session = open_phase("Eve", "Fay")
    assert session.match_state.bots.wanted_action is None
    session.handle_event(Key(0, "confirm"))
    for bot in (2, 3):
        assert (
            session.match_state.bots.wanted_action == Action(bot, "brainstorm") and current_prompt(session).seat == bot
        )
        assert not session.handle_event(Key(bot, "confirm")).refused
    assert session.match_state.bots.wanted_action is None and current_prompt(session).seat == TABLE_SEAT
    session.handle_event(Key(0, "pass"))
    assert session.match_state.bots.wanted_action == Action(2, "ready"), "who has waited longest"


def test_the_claim_of_a_person_does_not_wait_for_a_bots_turn():
    session = open_phase("Eve")
    session.handle_event(Key(0, "confirm"))
    assert [prompt.seat for prompt in current_prompts(session)] == [2, TABLE_SEAT]
    assert not session.handle_event(Key(1, "confirm")).refused
    assert session.state.did[1] == "brainstorm" and session.match_state.bots.wanted_action == Action(2, "brainstorm")
    assert session.handle_event(Key(2, "pass")).refused, "it does not want that"
    session.handle_event(Key(2, "confirm"))
    assert session.match_state.bots.wanted_action is None, "once, though two people have acted"


def hires_ottilie(state, seat):
    wanted = Action(seat, "hire", (SPIEL.deck.index(OTTILIE),))
    legal = SPIEL.rules.legal(state, seat)
    return wanted if wanted in legal else legal[-1]


def wants_to_hire():
    """Ann and Ben may act, and Eve, a bot, wants to employ Ottilie, whose contract is in its hand."""
    session = open_phase("Eve", think=hires_ottilie)
    session.match_state.state = position([["Goat"], ["Moon"], [OTTILIE]], phase=Month.OFFERS)
    session.handle_event(Key(0, "pass"))
    assert session.match_state.bots.wanted_action.kind == "hire" and OTTILIE not in repr(session.view)
    return session


def test_while_people_may_act_nobody_hears_what_a_bot_is_about_to_do():
    session = wants_to_hire()
    told = [
        *current_prompts(session),
        *session.handle_event(Key(2, "pass")).said,
        *session.handle_event(Said("3 trade 1")).said,
    ]
    assert "Bot seat 3 is ready. Press seat 3's confirm" in asked(session) and current_prompt(session).seat == 2
    assert OTTILIE not in repr(told)


def test_who_lets_a_bot_act_presses_its_confirm_key():
    session = wants_to_hire()
    reply = session.handle_event(Key(2, "confirm"))
    assert not reply.refused and reply.rows[-1].text == f"2 hire {SPIEL.deck.index(OTTILIE)}"
    assert OTTILIE in repr(session.view)


def test_what_a_bot_alone_does_is_all_that_is_asked():
    session = open_phase("Eve")
    for seat in (0, 1):
        session.match_state.state = session.state._replace(ready=session.state.ready | 1 << seat)
    assert session.match_state.bots.sole_action and [prompt.seat for prompt in current_prompts(session)] == [2]
    assert "is ready." not in asked(session)


def test_no_cell_is_lit_for_what_only_a_bot_decides():
    session = open_phase("Eve", think=lambda state, seat: Action(seat, "brainstorm"))
    session.match_state.state = do(position([["Robot", "Pirate"], [], ["Goat", "Moon"]]), "2 tap Goat", "2 tap Moon")
    assert (
        session.match_state.bots.wanted_action is None
        and SPIEL.surface.paint(session.view).cells[at("c1")].pattern in CHOICE
    )
    assert session.lit_cells == () and lit(session) == set()
    assert session.handle_event(Press(at("c1"))).refused
    session.match_state.think = lambda state, seat: Action(seat, "publish")
    session.history.clear()
    session.handle_event(Card(0, "Robot"))
    assert session.match_state.bots.wanted_action == Action(2, "publish") and session.lit_cells == (at("c1"),)
    assert not session.handle_event(Press(at("c1"))).refused


def test_what_a_bot_does_in_secret_waits_for_all_people():
    session = open_phase("Eve", actions="secret", think=lambda state, seat: SPIEL.rules.legal(state, seat)[0])
    session.match_state.state = position(phase=Month.SEAL, actions="secret")
    session.handle_event(Press(at("a1")))
    assert session.match_state.bots.wanted_action is None
    session.handle_event(Press(at("b3")))
    assert session.match_state.bots.sole_action == Action(2, "seal", ("brainstorm",)) and session.lit_cells == (
        at("c1"),
    )


def test_bots_among_themselves_take_turns():
    session = open_phase("Eve", "Fay", "Gus", people=0)
    for expected in (0, 1, 2, 0, 1, 2):
        assert session.match_state.bots.wanted_action.seat == expected
        session.apply_action(session.match_state.bots.wanted_action)


def test_a_replay_comes_to_the_same_bots_turn():
    session, again = open_phase("Eve", "Fay"), open_phase("Eve", "Fay")
    rows = [row for key in (Key(0, "confirm"), Key(2, "confirm")) for row in session.handle_event(key).rows]
    again.match_state.replay_rows(rows)
    assert session.match_state.bots.wanted_action == again.match_state.bots.wanted_action == Action(3, "brainstorm")
    again.take_back(1)
    assert again.match_state.bots.wanted_action == Action(2, "brainstorm")


def test_pass_does_not_point_at_a_cell_that_a_key_does_as_well():
    session = open_phase()
    session.match_state.state = do(position([["Goat", "Moon"]]), "0 tap Goat", "0 tap Moon")
    assert session.lit_cells == (at("a1"),) and session.pointable_cells == ()
    session.nfc = True
    assert BY_KEYS not in [prompt.message for prompt in current_prompts(session)]
    session.handle_event(Key(0, "pass"))
    assert session.cursor is None and session.lit_cells == () and session.view.trays[0].cards == ("Goat",)
    session.handle_event(Card(0, "Moon"))
    session.handle_event(Press(at("a1")))
    assert [game.name for game in session.view.games] == ["Goat Moon"]


def test_a_bots_key_lights_no_cell():
    session = session_of("bot:Greedy", "bot:Greedy", think=first_legal)
    assert (
        session.match_state.bots.wanted_action == Action(0, "begin")
        and session.lit_cells == ()
        and lit(session) == set()
    )


def test_a_bot_thinks_once_about_a_state():
    thoughts = []

    def think(state, seat):
        thoughts.append(seat)
        return first_legal(state, seat)

    session = session_of("bot:Greedy", "bot:Greedy", think=think)
    for _ in range(3):
        assert current_picture(session) and current_prompt(session)
    assert thoughts == [0]


def test_a_seat_without_its_bot_is_a_bug_that_says_so():
    with pytest.raises(LookupError, match="seat 0"):
        _ = session_of("bot:Greedy", "bot:Greedy").match_state.bots.wanted_action


# -- the table comes and goes


def test_a_fresh_match_is_laid_out_first():
    session = session_of(*FOUR, phase=Phase.ASLEEP)
    assert "Can't find the table." in asked(session)
    assert session.handle_event(Press(3)).refused
    session.follow_link("hello")
    assert session.phase is Phase.GREETING and session.handle_event(Press(3)).refused
    session.follow_link("snapshot")
    assert session.phase is Phase.SETTING and len(current_prompts(session)) > 1
    assert {light.pattern for light in current_picture(session).seats[:4]} == {BREATHE}
    assert session.handle_event(Press(3)).refused
    session.handle_event(Key(2, "confirm"))
    assert session.phase is Phase.PLAYING


def test_a_table_that_comes_back_in_mid_match_is_asked_whether_it_lies_so():
    session = played("R5a@c3")
    state = session.state
    for what in ("lost", "hello", "snapshot"):
        assert not session.dispute.audit_due
        session.follow_link(what)
    assert session.phase is Phase.DISPUTED and session.lit_cells == () and session.dispute.audit_due
    session.handle_event(Key(1, "confirm"))
    assert session.phase is Phase.PLAYING and session.state is state


def test_a_table_that_comes_back_is_asked_nothing_where_the_program_deals():
    session = dealt()
    dealt_card(session, "R5a")
    session.handle_event(Press(at("c3")))
    state = session.state
    for what in ("lost", "hello", "snapshot"):
        session.follow_link(what)
    assert session.phase is Phase.PLAYING and session.state is state and not session.dispute.audit_due
    session.handle_event(Key(TABLE_SEAT, "wrong"))
    assert session.phase is Phase.DISPUTED, "who wants to look can"


def finished(**options):
    """A 4-player match won in its first round."""
    session = to_round_two(begun(rounds_to_win=1, **options))
    assert session.phase is Phase.OVER
    return session


def test_a_match_over_stays_over_whatever_happens_and_when_the_table_comes_back():
    session = finished()
    assert session.handle_event(Press(3)).refused
    for what in ("lost", "hello", "snapshot"):
        session.follow_link(what)
    assert session.phase is Phase.OVER


def test_the_end_can_be_taken_back():
    session = finished()
    session.handle_event(Key(0, "undo"))
    assert session.handle_event(Press(3)).refused
    session.handle_event(Key(1, "confirm"))
    assert session.phase is Phase.PLAYING and session.outcome is None


def test_next_begins_a_match_with_the_same_seats_and_options():
    session = finished()
    assert session.handle_event(Key(TABLE_SEAT, "next")).rows[-1] == Row("note", "next")
    again = session.next_match(no_bots)
    assert again.phase is Phase.SETTING and not again.history
    assert (again.players, again.options) == (session.players, session.options)


def test_the_next_match_keeps_the_kind_of_cells_dead_readers_and_the_night():
    session = finished()
    session.judge.readers, session.nfc = 0b1110, True
    session.handle_event(Key(TABLE_SEAT, "night"))
    again = session.next_match(no_bots)
    assert again.judge.readers == 0b1110 and again.nfc and again.night


# -- cells that read tags


def test_the_card_turned_up_is_sought_on_the_empty_cells_where_it_may_lie(session):
    assert session.card_to_place is None
    session.handle_event(Card(0, "R5a"))
    assert session.card_to_place == ("R5a", tuple(map(at, ("c3", "c4", "d3", "d4"))))
    session.handle_event(Press(at("c3")))
    session.handle_event(Card(1, "G6a"))
    card, cells = session.card_to_place
    assert card == "G6a" and at("c3") in session.lit_cells and at("c3") not in cells


def test_a_bots_card_is_sought_on_the_one_cell_it_wants():
    session = begun("Ann", "b:greedy", think=first_legal)
    lay(session, "R5a", "c3")
    assert session.card_to_place is None
    session.handle_event(Card(1, "G6a"))
    wanted = session.lit_cells
    assert len(wanted) == 1 and session.card_to_place == (None if wanted == (at("c3"),) else ("G6a", wanted))


def test_without_buttons_it_is_told_how_a_cell_is_taken():
    session = played("R5a")
    assert len(current_prompts(session)) == 1
    session.nfc = True
    assert [prompt.message for prompt in current_prompts(session)[1:]] == [NFC_PROMPT]
    session.handle_event(Press(at("c3")))
    assert len(current_prompts(session)) == 1
    session.handle_event(Key(1, "pass"))
    assert session.judge.by_hand and [prompt.message for prompt in current_prompts(session)[1:]] == [BY_KEYS]


def audited(*lying, unread=0):
    """A dispute over R5 on c3 and B2 on c4, and what an audit of it told."""
    session = played("R5a@c3", "G2a@c4")
    session.handle_event(Key(TABLE_SEAT, "wrong"))
    assert session.dispute.audit_due
    for cell, card in lying:
        assert session.handle_event(Lying(at(cell), card)).rows == (Row("event", f"lying {at(cell)} {card}"),)
    return session, session.handle_event(Audited(unread))


def test_an_audit_that_finds_every_card_in_its_place_ends_the_dispute():
    session, reply = audited(("c3", "R5a"), ("c4", "G2a"))
    assert session.phase is Phase.PLAYING
    assert reply.rows == (Row("event", "audited 0"), Row("note", "agreed"))
    assert text_of(reply.said[0]) == "All cards are in the right place."


def test_the_other_copy_of_a_card_is_no_difference():
    session, _ = audited(("c3", "R5b"), ("c4", "G2a"))
    assert session.phase is Phase.PLAYING


@pytest.mark.parametrize(
    ("lying", "cell", "words"),
    [
        ([("c3", "R5a")], "c4", "On c4, from the bottom up: G2."),  # a card is missing
        ([("c3", "G2a"), ("c4", "R5a")], "c3", "G2 belongs on c4."),
        ([("c3", "G2a"), ("c4", "R5a")], "c3", "On c3, from the bottom up: R5."),
        ([("c3", "R5a"), ("c4", "G2a"), ("a2", "Y9a")], "a2", "a2 should be empty."),
        ([("c3", "R5a"), ("c4", "?")], "c4", "The tag there isn't a card of this game."),
        ([("c3", "R5a"), ("c4", "G2a"), ("c4", "?")], "c4", "The tag there isn't a card of this game."),
    ],
)
def test_the_repair_begins_at_the_first_cell_that_differs(lying, cell, words):
    session, reply = audited(*lying)
    assert session.phase is Phase.DISPUTED and not any(row.kind == "note" for row in reply.rows)
    assert session.dispute.look[1] == at(cell)
    assert words in asked(session)


def test_cells_that_differ_are_put_right_one_by_one_and_then_asked_about():
    session, reply = audited(("c3", "G2a"), ("c4", "R5a"))
    assert dict(reply.said[0].fill) == {"n": 2}
    lights = []
    for _ in range(2):
        lights.append([cell for cell in range(CELLS) if current_picture(session).cells[cell].pattern == BLINK])
        session.handle_event(Key(2, "confirm"))
    assert lights == [[at("c3")], [at("c4")]]
    assert session.dispute.look is None and session.phase is Phase.DISPUTED
    session.handle_event(Key(2, "confirm"))
    assert session.phase is Phase.PLAYING


def test_what_cannot_be_judged_is_left_to_people():
    session, reply = audited(("c3", "R5a"), unread=1 << at("c4"))
    assert session.phase is Phase.DISPUTED and session.dispute.look is None
    assert dict(reply.said[0].fill) == {"cells": ("c4",)}
    stacked = disputed()
    stacked.handle_event(Audited(0))
    assert stacked.phase is Phase.DISPUTED and stacked.dispute.look is None


def test_an_inventory_changes_nothing_but_a_dispute():
    session = played("R5a")
    before = current_picture(session)
    assert session.handle_event(Lying(3, "Y9a")).rows == (Row("event", "lying 3 Y9a"),)
    assert session.handle_event(Audited(7)).rows == (Row("event", "audited 7"),)
    assert session.phase is Phase.PLAYING and current_picture(session) == before and not session.dispute.audit_due


def test_a_second_audit_judges_by_what_it_found_itself():
    session, _ = audited(("c3", "R5a"), ("c4", "?"))
    for lying in (Lying(at("c3"), "R5a"), Lying(at("c4"), "G2a"), Audited(0)):
        session.handle_event(lying)
    assert session.phase is Phase.PLAYING and session.dispute.look is None


def test_a_card_laid_in_the_very_moment_the_table_went_away_is_no_difference():
    session = played("R5a")
    for what in ("lost", "hello", "snapshot"):
        session.follow_link(what)
    session.handle_event(Lying(at("c3"), "R5a"))
    session.handle_event(Audited(0))
    assert session.phase is Phase.PLAYING and session.card_to_place


# -- a dispute


def disputed():
    session = played("R5a@c3", "G6a@c3")
    session.handle_event(Key(TABLE_SEAT, "wrong"))
    assert session.phase is Phase.DISPUTED
    return session


def test_a_dispute_shows_the_board_as_believed_and_nothing_to_choose():
    session = disputed()
    assert lit(session) == set() and current_picture(session).cells[at("c3")].colour == "g"


def test_a_pressed_cell_tells_what_must_lie_there():
    session = disputed()
    session.handle_event(Press(at("c3")))
    assert "R5" in asked(session) and "G6" in asked(session)
    assert current_picture(session).cells[at("c3")].pattern == BLINK
    session.handle_event(Key(0, "confirm"))
    assert session.phase is Phase.DISPUTED and session.dispute.look is None
    session.handle_event(Key(0, "confirm"))
    assert session.phase is Phase.PLAYING


def test_a_stray_card_is_told_its_place():
    session = disputed()
    session.handle_event(Card(4, "G6a"))
    assert "c3" in asked(session)
    session.handle_event(Card(4, "Y9a"))
    assert session.dispute.look is not None and session.dispute.look[1] is None


def test_the_card_that_was_turned_up_is_no_stray():
    session = played("R5a")
    session.handle_event(Key(TABLE_SEAT, "wrong"))
    (message,) = session.handle_event(Card(0, "R5a")).said
    assert "hasn't played it yet." in Translator("en").text(message) and session.dispute.look is None
    session.handle_event(Key(0, "confirm"))
    assert session.phase is Phase.PLAYING


def test_a_dispute_can_end_in_an_undo():
    session = disputed()
    session.handle_event(Key(0, "undo"))
    assert session.handle_event(Press(3)).refused
    session.handle_event(Key(1, "confirm"))
    assert session.phase is Phase.PLAYING and session.repairs


def test_other_events_do_not_settle_a_dispute():
    session = disputed()
    assert session.handle_event(Said("R5")).refused and session.phase is Phase.DISPUTED


def test_a_dispute_over_a_finished_match_or_before_the_first_card_ends_where_it_began():
    for session, phase in ((finished(), Phase.OVER), (session_of(*FOUR), Phase.PLAYING)):
        session.handle_event(Key(TABLE_SEAT, "wrong"))
        session.handle_event(Key(0, "confirm"))
        assert session.phase is phase


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("seat", [0, 5, TABLE_SEAT])
def test_every_key_in_every_phase_is_answered(phase, seat):
    for key in TABLE_KEYS if seat == TABLE_SEAT else SEAT_KEYS:
        for session in (session_of(*FOUR, phase=phase), begun(), disputed()):
            session.phase = phase
            for event in (Key(seat, key), Key(0, "confirm"), Press(14), Card(0, "R5a"), Key(1, "pass"), Key(2, "undo")):
                assert session.handle_event(event).rows and current_prompts(session) and current_picture(session)


def test_wrong_is_refused_where_nothing_lies_yet():
    session = session_of(*FOUR, phase=Phase.SETTING)
    assert session.handle_event(Key(TABLE_SEAT, "wrong")).refused


# -- the other keys of the table


def test_pause_stops_everything_until_pause():
    session = played("R5a")
    session.handle_event(Key(TABLE_SEAT, "pause"))
    assert lit(session) == set() and session.lit_cells == () and "Paused." in asked(session)
    assert session.card_to_place is None, "no cell that reads tags is asked for it"
    assert session.handle_event(Press(at("c3"))).refused
    session.handle_event(Key(TABLE_SEAT, "pause"))
    assert not session.handle_event(Press(at("c3"))).refused


def test_night_dims_the_table(session):
    session.handle_event(Key(TABLE_SEAT, "night"))
    assert current_picture(session).brightness_pct == NIGHT_PCT
    session.handle_event(Key(TABLE_SEAT, "night"))
    assert current_picture(session).brightness_pct == 100


@pytest.mark.parametrize("key", ["spare1", "spare2"])
def test_spare_keys_are_refused(key):
    assert begun().handle_event(Key(TABLE_SEAT, key)).refused


# -- resume


def rows_of(session, *events):
    return [row for event in events for row in session.handle_event(event).rows]


def test_the_same_rows_bring_back_the_same_match_and_pictures():
    session = session_of(*FOUR)
    rows = rows_of(
        session, Key(0, "confirm"), Card(0, "R5a"), Card(0, "R6a"), Key(1, "confirm"), Press(at("c3")),
        Card(1, "G2a"), Press(at("c4")), Card(2, "B9a"), Key(2, "undo"), Key(0, "confirm"), Key(0, "confirm"),
        Key(0, "confirm"),
    )  # fmt: skip
    again = session_of(*FOUR, phase=Phase.ASLEEP)
    again.match_state.replay_rows(rows)
    assert again.state == session.state and again.match_state.drawn_before.kept == session.match_state.drawn_before.kept
    for what in ("hello", "snapshot"):
        again.follow_link(what)
    again.handle_event(Key(0, "confirm"))
    assert current_picture(again) == current_picture(session) and current_prompts(again) == current_prompts(session)


@pytest.mark.parametrize(
    "row",
    [
        Row("action", "0 place 0"),
        Row("action", "nonsense"),
        Row("undo", "5"),
        Row("undo", "many"),
        Row("swap", "chance turn 71"),
    ],
)
def test_a_row_that_cannot_be_is_named(row):
    rows = rows_of(session_of(*FOUR), Key(0, "confirm"), Card(0, "R5a"))
    with pytest.raises(ValueError, match=r"row 5"):
        session_of(*FOUR, phase=Phase.ASLEEP).match_state.replay_rows([*rows, row])


def test_a_swap_before_anything_is_named():
    with pytest.raises(ValueError, match="row 1"):
        session_of(*FOUR, phase=Phase.ASLEEP).match_state.replay_rows([Row("swap", "chance turn 1")])


def test_all_others_are_asked_before_an_undo_leaves_the_round(session):
    session.question = Question(0, frozenset({1, 2, 3}), all_of_them=True)
    assert "previous round" in current_prompt(session).message.text


# -- what means nothing now


def test_a_word_that_means_nothing_is_passed_over_and_next_waits_for_an_open_question(session):
    assert session.handle_event(Said("nonsense")).rows == (Row("event", "said nonsense"),)
    lay(session, "R5a", "c3")
    session.handle_event(Key(0, "undo"))
    assert session.question and session.handle_event(Key(TABLE_SEAT, "next")).refused


def test_a_key_that_means_nothing_tells_that_a_bot_is_waited_for():
    session = played("R5a@c3", "G5a", names=BESIDE_A_BOT)
    assert session.match_state.bots.sole_action
    said = text_of(session.handle_event(Key(0, "confirm")).said[0])
    assert said.startswith("Right now the confirm key does nothing. First it's ")
