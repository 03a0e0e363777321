"""What people are told at a table of Punto: what is asked, what was done, where a card belongs."""

import pytest
from glowtable.game import CHANCE, PUBLIC, Action, full_options
from glowtable.games.punto.letters import named_text
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.stacks import Mixed, Stacks
from glowtable.games.punto.state import Round
from glowtable.games.punto.surface import SURFACE as surface
from glowtable.grid import TABLE_SEAT
from glowtable.table import Card
from glowtable.terminal.translator import Translator

from tests.games.punto_positions import APART, GAME, ROW, begun, card, lay, place, position, stuck, turned

TONGUE = Translator("en", ["Ann", "Ben", "Cem", "Dora"])


def view(state):
    return rules.view(state, PUBLIC)


def text(message):
    return TONGUE.text(message)


def prompts(state):
    return [(prompt.seat, text(prompt.message)) for prompt in surface.prompts(view(state))]


def test_what_is_asked_in_a_turn():
    assert prompts(rules.setup(2, full_options(GAME, {}))) == [(TABLE_SEAT, "Youngest player: press confirm to start.")]
    assert prompts(rules.setup(2, full_options(GAME, {"first_player": "random"})))[0][0] == TABLE_SEAT
    assert prompts(begun(2)) == [(0, "Turn over your top card and show it to your reader.")]
    assert prompts(turned(begun(2), "R5")) == [(0, "Put R5 on a lit cell and press down.")]


def test_the_end_of_a_round_says_which_card_leaves_and_who_starts():
    state = lay(position({"a1": "R2", "b2": "R7", "c3": "R3"}), "R5@d4")
    assert prompts(state) == [
        (
            1,
            "Ann keeps R7 (from b2) as a trophy. Everyone takes back their other cards and shuffles them. "
            "Then press confirm: Ben starts round 2.",
        )
    ]


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("remove", "Put 2 yellow cards aside, face down, for good."),
        ("deal", "The last 2 yellow cards go round, one each, starting with Ben."),
    ],
)
def test_the_end_of_a_round_says_how_neutral_cards_are_shared(rest, words):
    neutrals = {"e1": "Y1", "e2": "Y2", "e3": "Y3", "e4": "Y4", "e5": "Y5"}
    state = lay(position({"a1": "R1", "b1": "R2", "c1": "R3", **neutrals}, seats=3, neutral_rest=rest), "R4@d1")
    asked = prompts(state)[0][1]
    assert f"Shuffle the 5 yellow cards played and give each player 1. {words} Leave the yellow" in asked
    assert "Leave the yellow cards that are still in the stacks." in asked


@pytest.mark.parametrize(
    ("rest", "words"),
    [("remove", "Put 1 yellow card aside, face down, for good."), ("deal", "Ben gets the last yellow card.")],
)
def test_of_a_single_card_it_is_said_in_the_singular(rest, words):
    state = lay(position({"a1": "R1", "b1": "R2", "c1": "R3", "e1": "Y1"}, seats=3, neutral_rest=rest), "R4@d1")
    assert words in prompts(state)[0][1]


def test_neutral_cards_that_can_be_shared_evenly_leave_no_rest():
    neutrals = {"e1": "Y1", "e2": "Y2", "e3": "Y3"}
    state = lay(position({"a1": "R1", "b1": "R2", "c1": "R3", **neutrals}, seats=3), "R4@d1")
    assert "give each player 1. Leave the yellow cards that are still in the stacks." in prompts(state)[0][1]


@pytest.mark.parametrize(
    ("neutrals", "shared"), [({}, ""), ({"e1": "Y1", "e2": "Y2"}, "Put 2 yellow cards aside, face down, for good.")]
)
def test_too_few_neutral_cards_to_share_are_not_shared(neutrals, shared):
    state = lay(position({"a1": "R1", "b1": "R2", "c1": "R3", **neutrals}, seats=3), "R4@d1")
    asked = prompts(state)[0][1]
    assert shared in asked and "each player" not in asked and " 0 " not in asked


def test_a_neutral_card_without_a_cell_stays_with_its_holder():
    full = {f"{row}{col}": "G9" if (col + "abcdef".index(row)) % 2 else "R9" for row in "abcdef" for col in range(1, 7)}
    state = turned(position(full, seats=3, turn=2), "Y4")
    assert "Cem keeps Y4 in the stack. Leave the yellow cards that are still in the stacks." in prompts(state)[0][1]


def test_the_card_won_by_rows_lies_before_its_winner_not_before_who_could_not_play():
    state = stuck({"f1": "G4", "f2": "G3", "f3": "G1", **APART})
    assert prompts(state)[0][1].startswith("Ben keeps G4 (from f1) as a trophy. ")


def test_the_end_of_a_round_says_how_a_team_is_halved():
    state = lay(position({"b1": "R1", "b2": "R2", "b3": "R3", "b4": "R4"}, teams="yes"), "R6@b5")
    assert "Ann gets 17 cards. Ben gets 18 cards. Cem gets 18 cards. Dora gets 18 cards." in prompts(state)[0][1]


def test_after_a_draw_no_card_leaves():
    state = lay(position({"c3": "R1"}, empty=[0], turn=3), "Y2@c4")
    assert prompts(state)[0][1].startswith("No trophy this round. ")


def test_the_choice_of_a_trophy_names_its_cells():
    state = lay(position({"a1": "R7", "b2": "R7", "c3": "R3"}), "R5@d4")
    assert prompts(state) == [(0, "Press the card you keep as a trophy: a1, b2")]


@pytest.mark.parametrize(
    ("seats", "options", "first"),
    [
        (2, {}, "Ann: all red, blue cards, face down"),
        (3, {}, "Ann: all red cards and 6 random yellow ones, face down"),
        (4, {}, "Ann: all red cards, face down"),
        (4, {"teams": "yes"}, "Ann and Cem: shuffle all red, blue cards together, half each, face down"),
    ],
)
def test_what_is_laid_out(seats, options, first):
    said = [text(line) for line in surface.setup_instructions(view(begun(seats, **options)))]
    assert said[0] == first
    assert "Shuffle well. Don't look at your stack." in said and said[-1] == "Ages 7+ (English rulebook: 8+)"


def said(state, action):
    return [text(message) for message in surface.description(action, state, rules.apply(state, action))]


def test_what_an_action_did():
    state = begun(2)
    assert said(state, Action(CHANCE, "turn", (card("R5a"),))) == ["Ann turns over R5."]
    state = lay(state, "R5@c3")
    state = turned(state, "G9")
    assert said(state, place(state, "c4")) == ["Ben plays G9 on c4."]
    assert said(state, place(state, "c3")) == ["Ben covers R5 on c3 with G9."]
    asked = rules.setup(2, full_options(GAME, {}))
    assert said(asked, Action(1, "begin")) == ["Ben starts round 1."]
    drawn = rules.setup(2, full_options(GAME, {"first_player": "random"}))
    assert said(drawn, Action(CHANCE, "starter", (1,))) == ["Ben goes first."]


def test_a_round_won_by_a_line_is_told_with_its_reason():
    state = turned(position({"a1": "R2", "b2": "R7", "c3": "R3"}), "R5")
    assert said(state, place(state, "d4")) == [
        "Ann plays R5 on d4.",
        "Round 1: a line of 4 on a1 b2 c3 d4.",
        "Ann wins round 1.",
        "Ann keeps R7 (from b2) as a trophy.",
    ]


def test_both_lines_are_told():
    two = {"a3": "R9", "b3": "R4", "c3": "R2", "d4": "R7", "d5": "R3", "d6": "R6"}
    state = turned(position(two), "R5")
    told = ["a line of 4 on a3 b3 c3 d3", "a line of 4 on d3 d4 d5 d6"]
    line = said(state, place(state, "d3"))[1]
    assert line.startswith("Round 1: ") and line.endswith(".")
    assert sorted(line[len("Round 1: ") : -1].split(", ")) == told


def test_which_points_settle_a_tie_is_told():
    low = {"d1": "R9", "d2": "R2", "d3": "R8"}
    state = turned(position({**ROW, **low}, seats=4, turn=3, empty=[0], tie_points="lowest_single_row"), "Y2")
    told = said(state, place(state, "b4"))[2]
    assert "Rows of 3: 2 for Ann (the lowest: 9 points), none for Ben, none for Cem" in told


def test_a_team_wins_it_together():
    state = turned(position({"b1": "R1", "b2": "R2", "b3": "R3", "b4": "R4"}, teams="yes"), "R6")
    assert "Ann and Cem win round 1." in said(state, place(state, "b5"))


def test_a_round_won_by_rows_is_told_with_rows_and_points():
    row = {"a1": "G1", "a2": "G2", "a3": "G3"}
    state = turned(position(row, empty=[0], turn=3, seats=4), "Y2")
    assert said(state, place(state, "b4")) == [
        "Dora plays Y2 on b4.",
        "Ann has no cards left and can't play.",
        "Round 1: Rows of 3: none for Ann, 1 for Ben (6 points), none for Cem, none for Dora.",
        "Ben wins round 1.",
        "Ben keeps G3 (from a3) as a trophy.",
    ]


def test_a_card_without_a_cell_is_told():
    full = {f"{row}{col}": "GYGYGYG"[(col + ord(row)) % 2] + "9" for row in "abcdef" for col in range(1, 7)}
    state = position(full)
    assert said(state, Action(CHANCE, "turn", (card("R5a"),))) == [
        "Ann turns over R5.",
        "Ann can't play R5: no cell is free for it.",
        "Round 1 is a tie. Rows of 3: none for Ann, 2 for Ben (54 points), none for Cem, 2 for Dora (54 points). "
        "Fewest points win.",
    ]


def test_a_chosen_trophy_is_told_once():
    state = turned(position({"a1": "R7", "b2": "R7", "c3": "R3"}), "R5")
    assert len(said(state, place(state, "d4"))) == 3
    state = rules.apply(state, place(state, "d4"))
    assert said(state, Action(0, "trophy", (7,))) == ["Ann keeps R7 (from b2) as a trophy."]
    state = rules.apply(state, Action(0, "trophy", (7,)))
    assert said(state, Action(1, "begin")) == ["Ben starts round 2."]


def test_what_hands_do():
    state = turned(position({"c3": "R4"}), "R5")
    assert text(surface.instruction(place(state, "c4"), state)) == "Put R5 on c4 and press down."
    assert text(surface.instruction(place(state, "c3"), state)) == "Put R5 on top of R4 on c3 and press down."
    for turn in (Action(CHANCE, "turn", (card("R5a"),)), Action(CHANCE, "shown", ("R5",))):
        assert text(surface.instruction(turn, begun(2))) == "Show R5 to Ann's reader."
        assert said(begun(2), turn) == ["Ann turns over R5."]
    state = lay(position({"a1": "R7", "b2": "R7", "c3": "R3"}), "R5@d4")
    trophy = Action(0, "trophy", (7,))
    assert text(surface.instruction(trophy, state)) == "Press b2 and take R7 off as the trophy."
    asked = rules.setup(2, full_options(GAME, {}))
    assert text(surface.instruction(Action(1, "begin"), asked)) == "Ben starts the first round."
    ended = rules.apply(state, trophy)
    assert text(surface.instruction(Action(1, "begin"), ended)) == prompts(ended)[0][1], (
        "of a bot, too, people hear all"
    )
    drawn = rules.setup(2, full_options(GAME, {"first_player": "random"}))
    assert text(surface.instruction(Action(CHANCE, "starter", (1,)), drawn)) == "Ben starts."


# -- what hands put back: where each card lies now and where it lay then, nothing in between


def turn(name):
    return Action(CHANCE, "turn", (card(name),))


def put_back(state, *actions):
    """What hands put back when these are taken back: actions, or cells on which the card turned up is laid."""
    taken = []
    for action in actions:
        action = place(state, action) if isinstance(action, str) else action
        assert rules.refuse(state, action) is None, action
        taken.append((state, action))
        state = rules.apply(state, action)
    return [text(message) for message in surface.put_back(taken, state)]


def test_a_card_turned_up_goes_back_on_its_stack():
    assert put_back(begun(2), turn("R5a")) == ["Put R5 back on Ann's stack, face down."]
    assert put_back(begun(2), Action(CHANCE, "shown", ("R5",))) == ["Put R5 back on Ann's stack, face down."]


def test_a_card_laid_is_in_hand_again():
    assert put_back(turned(begun(2), "R5"), "c3") == ["Take R5 off c3 and keep it in your hand."]


def test_of_a_card_turned_up_and_laid_only_the_stack_is_told():
    state = turned(begun(3), "R5")
    assert put_back(state, "c3", turn("G2a"), "c4", turn("B9a"), "c3", turn("R1a")) == [
        "Put R1 back on Ann's stack, face down.",
        "Put B9 from c3 back on Cem's stack, face down.",
        "Put G2 from c4 back on Ben's stack, face down.",
        "Take R5 off c3 and keep it in your hand.",
    ]


def test_what_was_only_asked_needs_no_hands():
    for starter in ("youngest", "random"):
        asked = rules.setup(2, full_options(GAME, {"first_player": starter}))
        begins = Action(1, "begin") if starter == "youngest" else Action(CHANCE, "starter", (1,))
        assert put_back(asked, begins) == []
        assert put_back(asked, begins, turn("G5a")) == ["Put G5 back on Ben's stack, face down."]


def test_a_trophy_taken_at_once_is_put_back_first():
    state = turned(position({"a1": "R2", "b2": "R7", "c3": "R3"}), "R5")
    assert put_back(state, "d4") == ["Put R7 back on b2.", "Take R5 off d4 and keep it in your hand."]


def test_a_trophy_that_was_chosen_is_put_back():
    state = lay(position({"a1": "R7", "b2": "R7", "c3": "R3"}), "R5@d4")
    assert put_back(state, Action(0, "trophy", (7,))) == ["Put R7 back on b2."]


def test_a_card_that_was_laid_and_won_comes_from_its_winner():
    state = position({"a1": "R2", "b2": "R7", "c3": "R3"})
    assert put_back(turned(state, "R9"), "d4") == ["Take R9 back from the trophies. It's still in play."]
    assert put_back(state, turn("R9a"), "d4") == ["Put R9 back on Ann's stack, face down."]


def test_a_card_without_a_cell_goes_back_on_its_stack():
    full = {f"{row}{col}": "GYGYGYG"[(col + ord(row)) % 2] + "9" for row in "abcdef" for col in range(1, 7)}
    assert put_back(position(full), turn("R5a")) == ["Put R5 back on Ann's stack, face down."]


def test_of_rounds_begun_since_nothing_is_told_but_how_the_first_one_lay():
    state = turned(position({"a1": "R2", "b2": "R7", "c3": "R3"}, seats=3), "R5")
    since = ("d4", Action(1, "begin"), turn("G1a"), "c3")
    assert put_back(state, *since) == [
        "Put the cards of round 1 back where they were.",
        "Put R7 back on b2.",
        "Take R5 off d4 and keep it in your hand.",
    ]
    ended = lay(position({"a1": "R2", "b2": "R7", "c3": "R3"}, seats=3), "R5@d4")
    assert put_back(ended, *since[1:]) == ["Put the cards of round 1 back where they were."]


def test_what_must_lie_on_a_cell():
    state = position({"c3": "R4 G8"})
    assert text(surface.expected_at(view(state), 14)) == "On c3, from the bottom up: R4, G8."
    assert text(surface.expected_at(view(state), 0)) == "a1 should be empty."


@pytest.mark.parametrize(
    ("name", "sentence", "cell"),
    [
        ("R4a", "R4 belongs on c3.", 14),
        ("B2", "Ann turned over B2 and hasn't played it yet.", None),
        ("R9a", "R9 is Ann's trophy.", None),
        ("R1", "R1 is in Ann's stack.", None),
        ("Y3", "Y3 is in one of these stacks: Ann, Cem.", None),
        ("Y9", "Y9 is out of the game.", None),
        ("Y5", "Y5 is in Cem's stack. Or it's out of the game.", None),
        ("Y7", "Y7 is in one of these stacks: Ann, Ben. Or it's out of the game.", None),
        ("Q1", "That card isn't in Punto.", None),
    ],
)
def test_where_a_card_belongs(name, sentence, cell):
    won = Round("line", 0, 0, 0, ((0, 1, 2, 3),), trophy="R9a", cell=0, starter=0)
    state = turned(position({"c3": "R4 G8"}, seats=3, rounds=[won]), "B2")
    mixed = tuple(
        Mixed(sum(1 << card(each) for each in bag.split()), held)
        for bag, held in (
            ("Y3a Y4a Y4b", (1, 0, 2)),
            ("Y9a", (0, 0, 0)),
            ("Y5a Y6a", (0, 0, 1)),
            ("Y7a Y8a Y8b", (1, 1, 0)),
        )
    )
    state = state._replace(stacks=Stacks((1 << card("R1a"), 0, 0), mixed))
    message, found = surface.where_is(view(state), name)
    assert (text(message), found) == (sentence, cell)


def test_the_face_shows_tops_and_the_score_of_each_side():
    won = Round("line", 0, 0, 0, ((0, 1, 2, 3),), trophy="R9a", cell=0, starter=0)
    face = surface.face(view(position({"c3": "R4 G8"}, seats=2, rounds=[won], empty=[1])))
    assert text(face.cells[14]) == "G8" and face.cells.count("") == 35
    assert [text(line) for line in face.lines] == [
        "Ann (red, blue): 1 of 2 rounds, 70 cards left, trophies R9",
        "Ben (green, yellow): 0 of 2 rounds, 0 cards left",
        "5 of one colour in a line wins the round.",
    ]


@pytest.mark.parametrize(("seats", "need", "options"), [(2, 5, {}), (3, 4, {}), (4, 4, {}), (4, 5, {"teams": "yes"})])
@pytest.mark.parametrize(("goal", "worth"), [(1, "1 round"), (3, "3 rounds")])
def test_P08_P19_P23_the_goal_the_worth_of_a_line_and_the_neutral_colour_are_said(seats, need, options, goal, worth):
    seen = view(begun(seats, rounds_to_win=goal, **options))
    said = [text(line) for line in surface.setup_instructions(seen)]
    line = "A line runs across, down or diagonally, without gaps."
    assert f"Line up {need} cards of one of your colours to win a round. {line}" in said
    assert f"The winner keeps the line's highest card as a trophy. Win {worth} to win the match." in said
    shown = [text(line) for line in surface.face(seen).lines]
    assert f"{need} of one colour in a line wins the round." in shown
    for lines in (said, shown):
        assert ("The neutral colour is yellow. Its lines don't count." in lines) is (seats == 3)


# -- the player's own letters


@pytest.mark.parametrize(
    ("language", "texts"), [("en", "R5 G5 B5 Y5"), ("de", "R5 Gr5 B5 Ge5"), ("it", "R5 V5 B5 Gi5")]
)
def test_cards_have_the_letters_of_the_language(language, texts):
    translator = Translator(language, ["Ann", "Ben"], game="punto")
    assert " ".join(translator.text(named_text(f"{sign}5a")) for sign in "RGBY") == texts
    state = lay(begun(2), "R5@c3", "Y2@c4", "B1@d4")
    seen = turned(state, "G4")
    shown = set(map(translator.text, filter(None, surface.face(view(seen)).cells)))
    red, green, blue, yellow = (each[:-1] for each in texts.split())
    assert shown == {f"{red}5", f"{yellow}2", f"{blue}1"}
    asked = translator.text(surface.prompts(view(seen))[0].message)
    assert f"{green}4" in asked
    messages = [
        surface.expected_at(view(seen), 14), surface.where_is(view(seen), "R5a")[0],
        rules.refuse(seen, Action(CHANCE, "turn", (card("R5a"),))).message,
        surface.read(Card(0, "R5a"), seen._replace(phase="turn", seat=0)).message,
    ]  # fmt: skip
    assert all(f"{red}5" in translator.text(message) or f"{green}4" in translator.text(message) for message in messages)


def test_house_rules_say_in_plain_words_what_they_change():
    helps = {option.name: option.help for option in GAME.options}
    assert helps["frame"] == "where the 6 x 6 cells are: those of the table, or any 6 x 6 around the cards"
    assert helps["stalemate_wins"].startswith("somebody can't play: the most rows one card short of a line win ")
