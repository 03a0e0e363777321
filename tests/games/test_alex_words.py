"""What people hear and see at a table of ALEX & CO: cards turned up and back, answers, repairs, what is out."""

from random import Random

import pytest
from glowtable.game import PUBLIC
from glowtable.games.alex_and_co.cards import GAMES
from glowtable.games.alex_and_co.state import GAP, State
from glowtable.grid import cell_name, cell_of
from glowtable.kit.json_form import from_json, to_json
from glowtable.table import BLINK, BLUE, BREATHE, DIM, GREEN, ORANGE, PICK, STEADY, Key, Light, Press
from glowtable.terminal.translator import Translator

from tests.games.alex_positions import GAME, action, dealt, do, of_size, options_for, position, rules

SURFACE = GAME.surface
SPEAK = Translator("en", ("Ann", "Ben", "Cid", "Dan"), game=GAME.name)
SEEN = {"a1": "Goa", "a2": "Samurai", "a3": "Elfenland", "a4": "Sleuth"}
TEUBER, BURM = "Klaus Teuber", "Kris Burm"
CALL = ("name Klaus Teuber", "prove Catan")


def told(state, text):
    """What is said of an action, its own sentence and who is next left out."""
    what = action(state, text)
    said = [SPEAK.text(message) for message in SURFACE.description(what, state, do(state, text))[1:]]
    return [sentence for sentence in said if not sentence.startswith("Next: ")]


def put_back(state, text):
    """What hands put back after this action; None if nothing moved."""
    told = SURFACE.put_back([(state, action(state, text))], do(state, text))
    return " ".join(map(SPEAK.text, told)) or None


def asked(state):
    return SPEAK.text(SURFACE.prompts(rules.view(state, PUBLIC))[0].message)


def lights(state, *cells):
    picture = SURFACE.paint(rules.view(state, PUBLIC))
    return [picture.cells[cell] for cell in cells]


# -- the own hand


def own(state, seat):
    return [SPEAK.text(message) for message in SURFACE.private(rules.view(state, seat))]


def test_whose_read_card_another_shows_learns_it_from_the_own_hand_alone():
    """It may be a mistake, and only who holds the paper knows (A-38)."""
    calling = do(position([], ["Catan", "Goa"], ["Ra"], untracked={0: 3}), "call", "ask 2", "name Klaus Teuber")
    shown = do(calling, "prove Catan")
    assert own(calling, 1) == ["your hand: Catan, Goa"]
    assert own(shown, 1) == ["your hand: Goa", "cards in your hand the table doesn't know: 1"]
    assert own(shown, 0) == own(calling, 0) == ["The table doesn't know any of your cards."]
    assert own(position([], ["Catan"], ["Ra"]), 0) == ["Your hand is empty."]
    assert "Ben" not in repr(told(calling, "prove Catan"))


def test_a_title_that_ends_like_a_sentence_is_told_from_the_next_one():
    (hand,) = own(position(["Ghosts!", "Catan", "6 nimmt!"], ["Ra"]), 0)
    assert sorted(hand.removeprefix("your hand: ").split(", ")) == ["6 nimmt!", "Catan", "Ghosts!"]


# -- cards turned up, and turned back


def test_a_card_seen_before_is_turned_up_for_all_when_it_is_called():
    calling = do(position(["Catan"], ["Ra"], faces={"a1": "Goa"}), "call", "at a1", "name Klaus Teuber")
    assert told(calling, "prove Catan") == [
        "Turn over a1: it's Goa.",
        "Wrong: Klaus Teuber isn't on a1.",
        "Turn face down again: a1.",
    ]
    right = do(position(["Catan"], ["Ra"], faces={"a1": TEUBER}), "call", "at a1", "name Klaus Teuber")
    assert told(right, "prove Catan") == ["Turn over a1: it's Klaus Teuber.", "Right! Ann takes Klaus Teuber."]


def test_the_fourth_card_of_a_reveal_is_named_and_turned_back_though_seen_before():
    state = do(position(["Catan"], ["Ra"], faces=SEEN), "reveal", "at a1", "at a2", "at a3")
    assert told(state, "at a4") == ["Turn over a4: it's Sleuth.", "Turn face down again: a1, a2, a3, a4."]


@pytest.mark.parametrize("display", ["yes", "no"])
def test_lights_show_what_to_turn_back_until_the_next_action(display):
    state = position(["Catan"], ["Ra"], faces={"d4": "Goa", "d5": "Samurai"}, display_after_reveal=display)
    left = do(state, "reveal", "at d4", "at d5", "stop")
    assert lights(left, 21, 22, 23) == [Light(ORANGE, BREATHE), Light(ORANGE, BREATHE), Light(BLUE, DIM)]
    taken = do(
        position(faces={"d4": "Goa", "d5": "Samurai", "d6": "Jambo"}), "reveal", "at d4", "at d5", "at d6", "take"
    )
    assert taken.back == (22,) and taken.filled == (21, 23)
    wrong = do(position(["Catan"], ["Ra"]), "call", "at d4", *CALL, "turn Goa")
    assert lights(wrong, 21, 22) == [Light(ORANGE, BREATHE), Light(BLUE, DIM)]
    assert do(wrong, "reveal").back == ()


# where nothing lies in its way the menu is on a1, a2, a3
MENUS = {
    "a wrong call": (["call", "at a2", *CALL, "turn Goa"], {"a2"}, "a1 Call, a3 Swap, a4 Reveal"),
    "a right call": (["call", "at a1", *CALL, f"turn {TEUBER}"], {"a1"}, "a2 Call"),
    "a reveal": (["reveal", "at a1", "at a3", "at a4", "stop"], {"a1", "a3", "a4"}, "a2 Call, a5 Swap, a6 Reveal"),
    "a reveal farther off": (["reveal", "at a4", "stop"], {"a4"}, "a1 Call, a2 Swap, a3 Reveal"),
}


@pytest.mark.parametrize("name", MENUS)
def test_the_menu_leaves_the_cells_that_show_what_to_turn_back_or_what_has_come(name):
    texts, marked, menu = MENUS[name]
    faces = SEEN if "reveal" in name else {}
    state = do(position(["Catan"], ["Ra"], faces=faces, display_after_reveal="no"), *texts)
    picture = SURFACE.paint(rules.view(state, PUBLIC))
    assert {cell_name(cell) for cell, light in enumerate(picture.cells) if light.pattern == BREATHE} == marked
    assert f" {menu}{' again' if name == 'a right call' else '. Or show cards'}" in asked(state)
    for each in menu.split(", "):
        cell, kind = cell_of(each[:2]), each[3:].lower()
        assert picture.cells[cell].pattern == PICK and SURFACE.read(Press(cell), state) == action(state, kind)
        assert SURFACE.gesture(action(state, kind), state) == Press(cell)
        assert SPEAK.text(SURFACE.instruction(action(state, kind), state)).endswith(f"chooses {each[3:]} ({each[:2]}).")


def test_where_nothing_can_be_chosen_no_menu_is_named():
    alone = position([], mode="played")
    assert asked(alone) == "Display or play cards. Nothing left to do? Press confirm."
    assert asked(alone._replace(mode="called")) == asked(alone._replace(mode="revealed"))


def seats(state):
    return SURFACE.paint(rules.view(state, PUBLIC)).seats


def test_who_has_handed_over_a_card_rightly_called_shines_until_the_next_action():
    handed = Light(GREEN, BREATHE)
    asked_ben = do(position(["Catan"], [TEUBER, "Ra"], ["Ra"]), "call", "ask 1", CALL[0])
    right = do(asked_ben, CALL[1])
    assert [light == handed for light in seats(right)] == [False, True, False, False, False, False]
    assert handed not in seats(asked_ben) and do(right, "call").gave == () and right.gave == (1,)
    assert handed not in seats(do(position(["Catan"], ["Ra"]), "call", "ask 1", *CALL))
    assert handed not in seats(do(position(["Catan"], ["Ra"]), "call", "at d4", *CALL, f"turn {TEUBER}"))
    saz = do(position(["SAZ 1"], [TEUBER], [BURM]), "saz SAZ 1", "ask 1", f"name {TEUBER}", "ask 2")
    assert [light == handed for light in seats(saz)] == [False, True, False, False, False, False]
    assert from_json(State, to_json(saz)) == saz


def test_of_the_cards_turned_up_only_the_pair_blinks():
    state = position(["Catan"], ["Ra"], faces={"a1": "Goa", "b2": "Samurai", "c3": "Jambo"})
    state = do(state, "reveal", "at a1", "at b2", "at c3")
    assert lights(state, 0, 7, 14) == [Light(ORANGE, BLINK), Light(ORANGE, STEADY), Light(ORANGE, BLINK)]


# -- answers


def test_a_wrong_call_says_who_does_not_have_what():
    assert told(do(position(["Catan"], ["Ra"]), "call", "ask 1", CALL[0]), CALL[1]) == [
        "Wrong: Ben doesn't have Klaus Teuber."
    ]
    trusted = do(position(["Catan"], untracked={1: 2}), "call", "ask 1", *CALL)
    assert told(trusted, "no") == ["Wrong: Ben doesn't have Klaus Teuber."]
    assert told(trusted, "yes") == ["Right! Ann gets Klaus Teuber from Ben."]


def test_a_call_is_right_though_the_table_displays_the_card_at_once():
    designer, game = of_size(2)
    state = position([designer], ["Ra"], final_auto="yes", faces={"a1": game})
    last = state._replace(faces=(state.faces[0], *[GAP] * (len(state.faces) - 1)), pile=0)
    said = told(do(last, "call", "at a1", f"name {game}"), f"prove {designer}")
    assert said[1:3] == [f"Right! Ann takes {game}.", f"Ann displays {designer}, {game}."]


def test_each_question_of_a_SAZ_card_is_answered_aloud():
    full_first = do(position(["SAZ 1"], [TEUBER], untracked={2: 2}), "saz SAZ 1", "ask 1", f"name {TEUBER}")
    assert told(full_first, "ask 2") == ["Ben hands over Klaus Teuber."]
    assert told(do(full_first, "ask 2"), "no") == ["Cid doesn't have Klaus Teuber."]
    full_last = do(position(["SAZ 1"], [], [TEUBER], untracked={1: 2}), "saz SAZ 1", "ask 1", f"name {TEUBER}", "ask 2")
    assert told(full_last, "no") == ["Ben doesn't have Klaus Teuber.", "Cid hands over Klaus Teuber."]
    lacking = do(position(["SAZ 1"], [], ["Ra"], untracked={1: 2}), "saz SAZ 1", "ask 1", f"name {TEUBER}", "ask 2")
    assert told(lacking, "yes") == ["Ben hands over Klaus Teuber.", "Cid doesn't have Klaus Teuber."]
    both = do(position(["SAZ 1"], [TEUBER, "Kris Burm"]), "saz SAZ 1", "ask 1", f"name {TEUBER}", "ask 1")
    assert told(both, "name Kris Burm") == ["Ben hands over Klaus Teuber.", "Ben hands over Kris Burm."]
    assert told(full_first, "ask 1") == []


def test_what_the_table_displays_in_the_last_step_is_said():
    six = {0: [card for which in range(5) for card in of_size(2, which)]}
    state = position(of_size(2, 5), of_size(2, 6), seats=3, shown=six, final_auto="yes")
    last = do(state, f"lay {of_size(2, 5)[0]}")
    pair = ", ".join(of_size(2, 6))
    assert f"Ben displays {pair}." in told(last, f"lay {of_size(2, 5)[1]}")
    assert f"Put these from Ben's display back in the hand: {pair}." in put_back(last, f"lay {of_size(2, 5)[1]}")


# -- an ESG card


@pytest.mark.parametrize("card", ["Catan", TEUBER, "ESG 2"])
def test_nobody_else_hears_whether_a_card_drawn_is_a_game(card):
    state = do(position(["ESG 1"], ["Catan", TEUBER, "ESG 2"]), "esg ESG 1", "ask 1")
    drawn, other = do(state, f"draw {card}"), do(state, "draw Catan")
    assert rules.view(drawn, 2) == rules.view(other, 2) and asked(drawn) == asked(other)
    assert told(state, f"draw {card}") == told(state, "draw Catan") == []
    assert put_back(state, f"draw {card}") == "Put the drawn card back in Ben's hand."


def test_a_third_player_imagines_games_and_other_cards_drawn():
    state = do(position(["ESG 1"], ["Catan", TEUBER], ["Ra"]), "esg ESG 1", "ask 1", "draw Catan")
    held = {rules.determinize(state, 2, Random(seed)).held for seed in range(40)}
    assert {bool(GAMES >> card & 1) for card in held} == {True, False}
    assert rules.determinize(state, 0, Random(1)).held == state.held


def test_who_returned_a_card_takes_it_again_if_that_is_taken_back():
    state = do(position(["ESG 1"], ["Catan"]), "esg ESG 1", "ask 1", "draw Catan")
    assert put_back(state, "return") == "Give Ann the drawn card again." and put_back(state, "keep") is None


def test_drawn_before_all_eyes_the_card_is_named():
    state = do(position(["ESG 1"], ["Catan"], esg_show="public"), "esg ESG 1", "ask 1")
    assert SPEAK.text(SURFACE.instruction(action(state, "draw Catan"), state)) == "Catan is drawn."
    assert put_back(state, "draw Catan") == "Put Catan back in Ben's hand."


# -- what is asked


def test_with_three_it_is_asked_for_what_leaves_one_after_the_other():
    state = do(rules.setup(3, options_for()), "starter 0")
    for size in (6, 5, 4, 3, 2):
        assert f"a set of {size} cards" in asked(state)
        state = do(state, f"out {of_size(size)[0]}")
    assert "ESG" in asked(state) and "SAZ" in asked(do(state, "out ESG 1"))


def test_what_left_the_game_can_be_seen_a_set_by_its_designer():
    state = dealt(3)
    said = [SPEAK.text(line) for line in SURFACE.face(rules.view(state, PUBLIC)).lines]
    (out,) = [line for line in said if line.startswith("out of the game: ")]
    assert len(out.split(", ")) == 7 and out.endswith("ESG, SAZ")


def test_an_asker_who_draws_blind_draws_one_of_the_games_asked_for():
    state = position(["Kris Burm"], ["Catan"], swap_pick="asker_blind", swap_optional="no")
    drawing = do(state, "swap", "ask 1", f"name {TEUBER}")
    assert asked(drawing).startswith("Draw a game by Klaus Teuber from Ben's hand.")
    assert put_back(drawing, "draw Catan") == "Put the drawn card back in Ben's hand."


def test_a_hand_that_is_not_read_passes_where_it_lacks_a_proof():
    state = do(position([], ["Ra"], untracked={0: 3}), "call", "ask 1", f"name {TEUBER}")
    assert asked(state).endswith("Can't prove it? Pass.")
    assert SURFACE.read(Key(0, "pass"), state) == action(state, "back")
    assert asked(do(position(["Catan"], ["Ra"]), "call", "ask 1", f"name {TEUBER}")) == asked(state), "nor where it has"


# -- what is taken back


def test_cards_handed_over_go_back_to_whom_they_came_from():
    saz = do(position(["SAZ 1"], [TEUBER], ["Ra"]), "saz SAZ 1", "ask 1", f"name {TEUBER}")
    handed_back = "Put these back in Ben's hand: Klaus Teuber."
    assert put_back(saz, "ask 2") == put_back(do(saz, "ask 1"), "name Kris Burm") == handed_back
    call = do(position(["Catan"], [TEUBER]), "call", "ask 1", CALL[0])
    assert put_back(call, CALL[1]) == f"Give Ann the proof card back. {handed_back}"
    place = do(position(["Catan"], ["Ra"]), "call", "at d4", *CALL)
    assert put_back(place, f"turn {TEUBER}") == (
        "Put Klaus Teuber back on d4, face down. Its replacement goes back on the draw pile."
    )


def test_where_nothing_was_handed_over_nothing_is_taken_back():
    swap = do(position(["Kris Burm"], ["Goa"], untracked={1: 3}), "swap", "ask 1", f"name {TEUBER}")
    assert put_back(swap, "yes") is None
    call = do(position(["Catan"], ["Goa"]), "call", "ask 1", CALL[0])
    assert put_back(call, CALL[1]) == "Give Ann the proof card back."


def test_cards_of_a_reveal_lie_again_as_they_lay():
    state = do(position(["Catan"], ["Ra"], faces=SEEN), "reveal", "at a1", "at a2")
    assert put_back(state, "at a3") == "Turn face down again: a3."
    assert put_back(state, "stop") == "Turn face up again: a1, a2."
    assert put_back(do(state, "at a3"), "at a4") == "Turn face up again: a1, a2, a3."
    pair = do(position(["Catan"], ["Ra"], faces={**SEEN, "b1": "Jambo"}), "reveal", "at a2", "at a1", "at b1")
    assert put_back(pair, "leave") == "Turn face up again: a2, a1, b1."
    assert put_back(pair, "take").endswith("draw pile. Turn face up again: a2.")


def test_a_proof_with_the_very_card_that_is_called_brings_nothing():
    state = do(position([], ["Ra"], untracked={0: 3}), "call", "ask 1", "name Catan")
    assert put_back(state, "prove Catan") == "Give Ann the proof card back."
