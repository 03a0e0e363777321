"""How Punto lies on the table: what is read, what shines, what is said."""

import pytest
from glowtable.game import CHANCE, PUBLIC, Action, Refusal, chosen
from glowtable.games.punto import rules, surface
from glowtable.games.punto.stacks import Mixed, Stacks
from glowtable.screen import Tongue
from glowtable.table import (
    BLINK,
    BLUE,
    BREATHE,
    COVER,
    DIM,
    GREEN,
    OFF,
    OPEN,
    PICK,
    RED,
    SKY,
    STEADY,
    TABLE,
    WHITE,
    YELLOW,
    Card,
    Key,
    Light,
    Press,
    Release,
    Said,
    cell_of,
)

from tests.games.punto_positions import GAME, begun, card, lay, place, position, turned

TONGUE = Tongue("en", ["Ann", "Ben", "Cem", "Dora"])


def view(state):
    return rules.view(state, PUBLIC)


def text(message):
    return TONGUE.text(message)


def refusal(event, state):
    meant = surface.read(event, state)
    assert isinstance(meant, Refusal), meant
    return meant.reason, text(meant.message), meant.rule


def lights(state, *cells):
    picture = surface.paint(view(state))
    return [picture.cells[cell_of(cell)] for cell in cells]


# -- what events mean


def test_a_card_shown_at_its_own_reader_is_turned_up():
    state = begun(2)
    assert surface.read(Card(0, "R5b"), state) == Action(CHANCE, "turn", (card("R5b"),))


def test_a_kind_means_the_copy_that_is_left():
    state = lay(begun(2), "R5a@c3", "G1@c4")
    assert surface.read(Card(0, "R5"), state) == Action(CHANCE, "turn", (card("R5b"),))


def test_a_card_at_another_reader_is_refused():
    assert refusal(Card(1, "R5a"), begun(2)) == ("not your turn", "it is the turn of Ann", "P-11")


@pytest.mark.parametrize(
    ("name", "reason", "sentence", "rule"),
    [
        ("Z1", "unknown", "Punto has no such card", "P-01"),
        ("G1a", "card not in this stack", "G1 cannot be in the stack of Ann", "P-03"),
        ("R5a", "card on the table", "R5 lies on the table already", "P-12"),
    ],
)
def test_a_card_that_cannot_be_is_refused(name, reason, sentence, rule):
    state = lay(begun(2), "R5a@c3", "G2@c4")
    assert refusal(Card(0, name), state) == (reason, sentence, rule)


def test_a_card_shown_twice_or_another_one_is_refused():
    state = turned(begun(2), "R5")
    for name in ("R5a", "R5"):
        assert refusal(Card(0, name), state)[:2] == ("read twice", "R5 is turned up already: lay it")
    assert refusal(Card(0, "R6a"), state)[:2] == ("first card stays", "the first card stays: R5 must be laid")


def test_a_press_lays_the_card_or_is_refused():
    state = turned(begun(2), "R5")
    assert surface.read(Press(14), state) == Action(0, "place", (14,))
    assert refusal(Press(0), state)[0] == "first card not in the middle"
    assert refusal(Press(14), begun(2))[:2] == (
        "no card turned up",
        "no card is turned up: Ann shows the top card first",
    )


def test_confirm_begins_and_other_keys_and_releases_mean_nothing():
    state = rules.setup(2, chosen(GAME, {}))
    assert surface.read(Key(1, "confirm"), state) == Action(1, "begin")
    assert surface.read(Key(1, "pass"), state) is None
    assert surface.read(Key(1, "confirm"), begun(2)) is None
    assert surface.read(Release(3), state) is None


def test_everything_can_be_typed_in_the_notation():
    state = begun(2)
    assert surface.read(Said("R5"), state) == Action(CHANCE, "turn", (card("R5a"),))
    state = turned(state, "R5")
    for typed in ("R5@c3", "R5a@c3", "@c3"):
        assert surface.read(Said(typed), state) == Action(0, "place", (14,))
    assert refusal(Said("R6@c3"), state)[0] == "first card stays"
    for typed in ("hello", "R5@g9", "starter x"):
        assert surface.read(Said(typed), state) is None
    drawn = rules.setup(2, chosen(GAME, {"first_player": "random"}))
    assert surface.read(Said("starter 1"), drawn) == Action(CHANCE, "starter", (1,))
    assert surface.unread(view(drawn)) and not surface.unread(view(state))


def test_the_trophy_is_pressed_or_typed():
    state = lay(position({"a1": "R7", "b2": "R7", "c3": "R3"}), "R5@d4")
    assert surface.read(Press(7), state) == surface.read(Said("@b2"), state) == Action(0, "trophy", (7,))


# -- what shines


def test_legal_cells_glow_empty_and_cover_told_apart_and_other_cards_are_dim():
    state = turned(position({"c3": "R4", "c4": "B9"}), "R5")
    assert lights(state, "c3", "c4", "c2", "f6") == [
        Light(SKY, COVER),
        Light(BLUE, DIM),
        Light(GREEN, OPEN),
        OFF,
    ]


def test_the_seat_to_play_is_white_the_others_in_their_colour():
    assert surface.paint(view(begun(3, starter=1))).seats == (
        Light(RED, DIM),
        Light(WHITE, STEADY),
        Light(BLUE, DIM),
        OFF,
        OFF,
        OFF,
    )
    assert surface.paint(view(begun(4, teams="yes"))).seats[2] == Light(RED, DIM)


def test_all_seats_breathe_while_the_youngest_is_asked_for():
    seats = surface.paint(view(rules.setup(2, chosen(GAME, {})))).seats
    assert seats[:3] == (Light(RED, BREATHE), Light(GREEN, BREATHE), OFF)


def test_a_line_breathes_its_trophy_blinks_and_the_next_starter_breathes_white():
    state = lay(position({"a1": "R2", "b2": "R7", "c3": "R3", "c4": "B2"}), "R5@d4")
    assert lights(state, "a1", "b2", "c4") == [Light(RED, BREATHE), Light(RED, BLINK), Light(BLUE, DIM)]
    assert surface.paint(view(state)).seats[1] == Light(WHITE, BREATHE)


def test_trophies_to_choose_from_are_to_be_picked():
    state = lay(position({"a1": "R7", "b2": "R7", "c3": "R3"}), "R5@d4")
    assert lights(state, "a1", "b2", "c3") == [Light(RED, PICK), Light(RED, PICK), Light(RED, BREATHE)]


def test_a_cover_of_the_trophy_shows_again_what_lay_under_it():
    state = lay(position({"a1": "R2", "b2": "G1 R7", "c3": "R3"}), "R5@d4")
    assert surface.face(view(state)).cells[7] == "G1"
    assert lights(state, "b2") == [Light(RED, BLINK)]


def test_after_a_draw_nothing_breathes_and_the_board_alone_asks_nothing():
    state = lay(position({"c3": "R1"}, empty=[0], turn=3, max_rounds=1), "Y2@c4")
    assert lights(state, "c3", "c4") == [Light(RED, DIM), Light(YELLOW, DIM)]
    assert surface.paint(view(state)).seats[0] == Light(RED, DIM)
    assert surface.board(view(turned(begun(2), "R1"))).cells == (OFF,) * 36
    assert surface.board(view(state)).cells[14] == Light(RED, STEADY)


def test_cards_are_spelled_by_colour_and_value_only_those_still_possible():
    state = lay(begun(2), "R5a@c3", "G1@c4", "R5b@c5", "G2@d4")
    spelled = surface.spell(view(state))
    assert set(spelled) == {0, 1, 2, 3, 5, 6, 7, 8, *range(18, 27)}
    assert spelled[0] == (Action(CHANCE, "turn", (card("R1a"),)), Light(RED, PICK))
    assert spelled[18] == (Action(CHANCE, "turn", (card("B1a"),)), Light(BLUE, PICK))


def test_the_neutral_colour_is_spelled_below_ones_own():
    spelled = surface.spell(view(begun(3, starter=2)))
    assert spelled[8][1] == Light(BLUE, PICK)
    assert spelled[26] == (Action(CHANCE, "turn", (card("Y9a"),)), Light(YELLOW, PICK))


# -- the floating frame on the table


def test_the_window_of_the_floating_frame_follows_the_cards():
    state = turned(begun(2, frame="floating"), "R5")
    assert surface.read(Press(14), state) == place(state, "0,0")
    state = lay(begun(2, frame="floating"), "R5@0,0", "G1@1,1", "R1@2,2", "G1@3,3")
    assert surface.face(view(state)).cells[cell_of("b2")] == "R5"
    assert surface.face(view(state)).cells[cell_of("e5")] == "G1"


def test_legal_cells_beyond_the_window_are_typed():
    state = lay(begun(2, frame="floating"), "R1@0,0", "G1@0,1", "R1@0,2", "G1@0,3", "R2@0,4")
    state = turned(state, "G2")
    assert surface.read(Said("G2@0,5"), state) == place(state, "0,5")
    event = surface.gesture(place(state, "0,-1"), state)
    beyond = event if isinstance(event, Said) else surface.gesture(place(state, "0,5"), state)
    assert isinstance(beyond, Said)
    asked = [text(prompt.message) for prompt in surface.prompts(view(state))]
    assert asked[0] == "lay G2 on a lit cell and press it"
    assert beyond.text in asked[1]


def test_the_window_stays_when_a_trophy_at_its_edge_is_taken():
    row = {"0,0": "R9", "0,1": "R1", "0,2": "R2", "1,3": "B1"}
    before = position(row, frame="floating")
    state = lay(before, "R3@0,3")
    assert state.rounds[0].trophy == "R9a"
    picture = surface.paint(view(state))
    assert [light.pattern for light in picture.cells].count(BREATHE) == 3
    assert [light.pattern for light in picture.cells].count(BLINK) == 1


# -- what is said


def prompts(state):
    return [(prompt.seat, text(prompt.message)) for prompt in surface.prompts(view(state))]


def test_what_is_asked_in_a_turn():
    assert prompts(rules.setup(2, chosen(GAME, {}))) == [(TABLE, "who is youngest? That player confirms and begins")]
    assert prompts(rules.setup(2, chosen(GAME, {"first_player": "random"})))[0][0] == TABLE
    assert prompts(begun(2)) == [(0, "turn up the top card of your stack and show it at your reader")]
    assert prompts(turned(begun(2), "R5")) == [(0, "lay R5 on a lit cell and press it")]


def test_the_end_of_a_round_says_which_card_leaves_and_who_starts():
    state = lay(position({"a1": "R2", "b2": "R7", "c3": "R3"}), "R5@d4")
    assert prompts(state) == [
        (
            1,
            "R7 from b2 leaves the game and lies before Ann, all other cards go back to their owners and are "
            "shuffled; then Ben confirms and begins round 2",
        )
    ]


@pytest.mark.parametrize(
    ("rest", "words"),
    [("remove", "the other 2 leave the game unseen"), ("deal", "the other 2 go one each from Ben on")],
)
def test_the_end_of_a_round_says_how_neutral_cards_are_shared(rest, words):
    neutrals = {"e1": "Y1", "e2": "Y2", "e3": "Y3", "e4": "Y4", "e5": "Y5"}
    state = lay(position({"a1": "R1", "b1": "R2", "c1": "R3", **neutrals}, seats=3, neutral_rest=rest), "R4@d1")
    asked = prompts(state)[0][1]
    assert f"of the 5 yellow cards played each player gets 1 at random, {words}" in asked


def test_neutral_cards_that_can_be_shared_evenly_leave_no_rest():
    neutrals = {"e1": "Y1", "e2": "Y2", "e3": "Y3"}
    state = lay(position({"a1": "R1", "b1": "R2", "c1": "R3", **neutrals}, seats=3), "R4@d1")
    assert "each player gets 1 at random, all other cards" in prompts(state)[0][1]


def test_the_end_of_a_round_says_how_a_team_is_halved():
    state = lay(position({"b1": "R1", "b2": "R2", "b3": "R3", "b4": "R4"}, teams="yes"), "R6@b5")
    assert "Ann gets 17, Ben gets 18, Cem gets 18, Dora gets 18" in prompts(state)[0][1]


def test_after_a_draw_no_card_leaves():
    state = lay(position({"c3": "R1"}, empty=[0], turn=3), "Y2@c4")
    assert prompts(state)[0][1].startswith("no card leaves the game, ")


def test_the_choice_of_a_trophy_names_its_cells():
    state = lay(position({"a1": "R7", "b2": "R7", "c3": "R3"}), "R5@d4")
    assert prompts(state) == [(0, "press the card that leaves the game: a1, b2")]


@pytest.mark.parametrize(
    ("seats", "options", "first"),
    [
        (2, {}, "Ann: all cards in red, blue, face down"),
        (3, {}, "Ann: all cards in red and six yellow ones drawn unseen, face down"),
        (4, {}, "Ann: all cards in red, face down"),
        (4, {"teams": "yes"}, "Ann, Cem: all cards in red, blue shuffled together, half of them each, face down"),
    ],
)
def test_what_is_laid_out(seats, options, first):
    said = [text(line) for line in surface.setting(view(begun(seats, **options)))]
    assert said[0] == first
    assert said[-1] == "shuffle well; nobody looks into a stack"


def said(state, action):
    return [text(message) for message in surface.done(action, state, rules.apply(state, action))]


def test_what_an_action_did():
    state = begun(2)
    assert said(state, Action(CHANCE, "turn", (card("R5a"),))) == ["Ann turns up R5"]
    state = lay(state, "R5@c3")
    state = turned(state, "G9")
    assert said(state, place(state, "c4")) == ["Ben lays G9 on c4"]
    assert said(state, place(state, "c3")) == ["Ben covers R5 on c3 with G9"]
    asked = rules.setup(2, chosen(GAME, {}))
    assert said(asked, Action(1, "begin")) == ["Ben begins round 1"]
    drawn = rules.setup(2, chosen(GAME, {"first_player": "random"}))
    assert said(drawn, Action(CHANCE, "starter", (1,))) == ["Ben is drawn and begins"]


def test_a_round_won_by_a_line_is_told_with_its_reason():
    state = turned(position({"a1": "R2", "b2": "R7", "c3": "R3"}), "R5")
    assert said(state, place(state, "d4")) == [
        "Ann lays R5 on d4",
        "round 1: a line of 4 on a1 b2 c3 d4",
        "Ann wins it",
        "R7 from b2 leaves the game and lies before Ann",
    ]


def test_a_team_wins_it_together():
    state = turned(position({"b1": "R1", "b2": "R2", "b3": "R3", "b4": "R4"}, teams="yes"), "R6")
    assert "Ann, Cem win it" in said(state, place(state, "b5"))


def test_a_round_won_by_rows_is_told_with_rows_and_points():
    row = {"a1": "G1", "a2": "G2", "a3": "G3"}
    state = turned(position(row, empty=[0], turn=3, seats=4), "Y2")
    assert said(state, place(state, "b4")) == [
        "Dora lays Y2 on b4",
        "Ann cannot play: the stack is empty",
        "round 1: rows of 3: Ann 0 (0 points), Ben 1 (6 points), Cem 0 (0 points), Dora 0 (0 points)",
        "Ben wins it",
        "G3 from a3 leaves the game and lies before Ben",
    ]


def test_a_card_without_a_cell_is_told():
    full = {f"{row}{col}": "GYGYGYG"[(col + ord(row)) % 2] + "9" for row in "abcdef" for col in range(1, 7)}
    state = position(full)
    assert said(state, Action(CHANCE, "turn", (card("R5a"),))) == [
        "Ann turns up R5",
        "Ann cannot play: no cell for R5",
        "round 1: a draw; rows of 3: Ann 0 (0 points), Ben 2 (54 points), Cem 0 (0 points), Dora 2 (54 points)",
    ]


def test_a_chosen_trophy_is_told_once():
    state = turned(position({"a1": "R7", "b2": "R7", "c3": "R3"}), "R5")
    assert len(said(state, place(state, "d4"))) == 3
    state = rules.apply(state, place(state, "d4"))
    assert said(state, Action(0, "trophy", (7,))) == ["R7 from b2 leaves the game and lies before Ann"]
    state = rules.apply(state, Action(0, "trophy", (7,)))
    assert said(state, Action(1, "begin")) == ["Ben begins round 2"]


def test_what_hands_do():
    state = turned(position({"c3": "R4"}), "R5")
    assert text(surface.doing(place(state, "c4"), state)) == "lay R5 on c4 and press it"
    assert text(surface.doing(place(state, "c3"), state)) == "lay R5 on R4 on c3 and press it"
    assert text(surface.doing(Action(CHANCE, "turn", (card("R5a"),)), begun(2))) == "R5 is shown at the reader of Ann"
    state = lay(position({"a1": "R7", "b2": "R7", "c3": "R3"}), "R5@d4")
    trophy = Action(0, "trophy", (7,))
    assert text(surface.doing(trophy, state)) == "press b2 and take R7 off: it leaves the game"
    assert text(surface.undone(trophy, state)) == "put R7 back on b2"
    after = rules.apply(state, trophy)
    assert text(surface.doing(Action(1, "begin"), after)) == "Ben confirms and begins"
    assert text(surface.undone(Action(1, "begin"), after)) == "lay the cards of round 1 out again as they lay"
    drawn = rules.setup(2, chosen(GAME, {"first_player": "random"}))
    assert text(surface.doing(Action(CHANCE, "starter", (1,)), drawn)) == "Ben begins"
    assert text(surface.undone(Action(CHANCE, "starter", (1,)), drawn)) == "nobody has begun yet"


def test_what_hands_put_back():
    state = begun(2)
    turn = Action(CHANCE, "turn", (card("R5a"),))
    assert text(surface.undone(turn, state)) == "R5 goes back face down on the stack of Ann"
    state = rules.apply(state, turn)
    assert text(surface.undone(place(state, "c3"), state)) == "take R5 off c3: it is still to be laid"


def test_a_trophy_taken_at_once_is_put_back_first():
    state = turned(position({"a1": "R2", "b2": "R7", "c3": "R3"}), "R5")
    assert text(surface.undone(place(state, "d4"), state)) == (
        "put R7 back on b2, then take R5 off d4: it is still to be laid"
    )


def test_what_must_lie_on_a_cell():
    state = position({"c3": "R4 G8"})
    assert text(surface.reach(view(state), 14)) == "on c3 from below: R4, G8"
    assert text(surface.reach(view(state), 0)) == "nothing lies on a1"


@pytest.mark.parametrize(
    ("name", "sentence", "cell"),
    [
        ("R4a", "R4 belongs on c3", 14),
        ("B2", "B2 is turned up and not yet laid, by Ann", None),
        ("R9a", "R9 is out of the game and lies before Ann", None),
        ("R1", "R1 is in the stack of Ann", None),
        ("Y3", "Y3 is in one of the stacks of Ann, Cem", None),
        ("Y9", "Y9 is out of the game", None),
        ("Q1", "Punto has no such card", None),
    ],
)
def test_where_a_card_belongs(name, sentence, cell):
    won = ["line", 0, 0, 0, [[0, 1, 2, 3]], [], "", "R9a", 0, 0, 0]
    state = turned(position({"c3": "R4 G8"}, seats=3, rounds=[won]), "B2")
    mixed = (Mixed(1 << card("Y3a"), (1, 0, 2)), Mixed(1 << card("Y9a"), (0, 0, 0)))
    state = state._replace(stacks=Stacks((1 << card("R1a"), 0, 0), mixed))
    message, found = surface.home(view(state), name)
    assert (text(message), found) == (sentence, cell)


def test_the_face_shows_tops_and_the_score_of_each_side():
    won = ["line", 0, 0, 0, [[0, 1, 2, 3]], [], "", "R9a", 0, 0, 0]
    face = surface.face(view(position({"c3": "R4 G8"}, seats=2, rounds=[won], empty=[1])))
    assert face.cells[14] == "G8" and face.cells.count("") == 35
    assert [text(line) for line in face.lines] == [
        "Ann (red, blue): 1 of 2 rounds, 70 cards face down, won R9",
        "Ben (green, yellow): 0 of 2 rounds, 0 cards face down",
    ]
