"""How Punto lies on the table: what is read, what shines, what is said."""

from random import Random

import pytest
from glowtable.game import CHANCE, PUBLIC, Action, Refusal, full_options
from glowtable.games.punto import cells
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.surface import SURFACE as surface
from glowtable.grid import cell_of
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
    WHITE,
    YELLOW,
    Card,
    Key,
    Light,
    Press,
    Release,
    Said,
)
from glowtable.terminal.translator import Translator

from tests.games.punto_positions import GAME, begin, begun, card, lay, number, place, position, turned
from tests.support.campaign import IN_CAMPAIGN

TONGUE = Translator("en", ["Ann", "Ben", "Cem", "Dora"])


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
    assert refusal(Card(1, "R5a"), begun(2)) == ("not your turn", "It's Ann's turn.", "P-09")
    assert refusal(Card(0, "R5a"), lay(begun(2), "R5a@c3"))[1:] == ("It's Ben's turn.", "P-11")
    later = begin(lay(position({"a1": "R2", "b2": "R7", "c3": "R3"}), "R5@d4"))
    assert refusal(Card(0, "R1a"), later)[1:] == ("It's Ben's turn.", "P-32")


@pytest.mark.parametrize(
    ("name", "reason", "sentence", "rule"),
    [
        ("Z1", "unknown", "That card isn't in Punto.", "P-01"),
        ("G1a", "card not in this stack", "G1 isn't one of Ann's cards.", "P-03"),
        ("R5a", "card on the table", "R5 is already on the table. Turn over your top card.", "P-12"),
    ],
)
def test_a_card_that_cannot_be_is_refused(name, reason, sentence, rule):
    state = lay(begun(2), "R5a@c3", "G2@c4")
    assert refusal(Card(0, name), state) == (reason, sentence, rule)


def test_a_card_shown_twice_or_another_one_is_refused():
    state = turned(begun(2), "R5")
    for name in ("R5a", "R5"):
        assert refusal(Card(0, name), state)[:2] == ("read twice", "R5 is already face up. Play it.")
    assert refusal(Card(0, "R6a"), state)[:2] == ("first card stays", "You already turned over R5. Play that one.")


def test_a_press_lays_the_card_or_is_refused():
    state = turned(begun(2), "R5")
    assert surface.read(Press(14), state) == Action(0, "place", (14,))
    assert refusal(Press(0), state)[0] == "first card not in the middle"
    assert refusal(Press(14), begun(2))[:2] == ("no card turned up", "First Ann turns over the top card.")


def test_confirm_begins_and_other_keys_and_releases_mean_nothing():
    state = rules.setup(2, full_options(GAME, {}))
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
    for typed in ("hello", "R5@there", "starter x"):
        assert surface.read(Said(typed), state) is None
    drawn = rules.setup(2, full_options(GAME, {"first_player": "random"}))
    assert surface.read(Said("starter 2"), drawn) == Action(CHANCE, "starter", (1,))
    assert surface.dealt_by_software(view(drawn)) and not surface.dealt_by_software(view(state))


@pytest.mark.parametrize(
    ("frame", "typed"),
    [("fixed", "B1@a7"), ("fixed", "@g1"), ("fixed", "B1@h12"), ("floating", "B1@f12"), ("floating", "@l6")],
)
def test_P16_a_typed_cell_beyond_the_grid_is_refused(frame, typed):
    row = {"fixed": {"a6": "R9"}, "floating": {f"f{col + 6}": f"R{col + 4}" for col in range(6)}}[frame]
    state = turned(position(row, frame=frame), "B1")
    cell = typed.partition("@")[2]
    assert refusal(Said(typed), state) == ("outside the frame", f"{cell} is outside the 6x6 grid.", "P-16")
    assert refusal(Said(typed), position(row, frame=frame))[0] == "no card turned up"


def test_the_trophy_is_pressed_or_typed():
    state = lay(position({"a1": "R7", "b2": "R7", "c3": "R3"}), "R5@d4")
    assert surface.read(Press(7), state) == surface.read(Said("@b2"), state) == Action(0, "trophy", (7,))


# -- what shines


def test_legal_cells_glow_empty_and_cover_told_apart_and_other_cards_are_dim():
    state = turned(position({"c3": "R4", "c4": "B9"}), "R5")
    assert lights(state, "c3", "c4", "c2", "f6") == [Light(SKY, COVER), Light(BLUE, DIM), Light(GREEN, OPEN), OFF]


def test_the_seat_to_play_is_white_the_others_in_their_colour():
    lit = Light(RED, DIM), Light(WHITE, STEADY), Light(BLUE, DIM)
    assert surface.paint(view(begun(3, starter=1))).seats == (*lit, OFF, OFF, OFF)
    assert surface.paint(view(begun(4, teams="yes"))).seats[2] == Light(RED, DIM)


def test_all_seats_breathe_while_the_youngest_is_asked_for():
    seats = surface.paint(view(rules.setup(2, full_options(GAME, {})))).seats
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
    assert text(surface.face(view(state)).cells[7]) == "G1"
    assert lights(state, "b2") == [Light(RED, BLINK)]


def test_after_a_draw_nothing_breathes_and_the_board_alone_asks_nothing():
    state = lay(position({"c3": "R1"}, empty=[0], turn=3, max_rounds=1), "Y2@c4")
    assert lights(state, "c3", "c4") == [Light(RED, DIM), Light(YELLOW, DIM)]
    assert surface.paint(view(state)).seats[0] == Light(RED, DIM)
    assert surface.board(view(turned(begun(2), "R1"))).cells == (OFF,) * 36
    assert surface.board(view(state)).cells[14] == Light(RED, STEADY)


def test_cards_are_spelled_by_colour_and_value_only_those_still_possible():
    state = lay(begun(2), "R5a@c3", "G1@c4", "R5b@c5", "G2@d4")
    spelled = surface.entry_cells(view(state))
    assert set(spelled) == {0, 1, 2, 3, 5, 6, 7, 8, *range(18, 27)}
    assert spelled[0] == (Action(CHANCE, "turn", (card("R1a"),)), Light(RED, PICK))
    assert spelled[18] == (Action(CHANCE, "turn", (card("B1a"),)), Light(BLUE, PICK))


def test_the_neutral_colour_is_spelled_below_ones_own():
    spelled = surface.entry_cells(view(begun(3, starter=2)))
    assert spelled[8][1] == Light(BLUE, PICK)
    assert spelled[26] == (Action(CHANCE, "turn", (card("Y9a"),)), Light(YELLOW, PICK))


# -- the floating frame on the table


def test_the_window_of_the_floating_frame_follows_the_cards():
    state = turned(begun(2, frame="floating"), "R5")
    assert surface.read(Press(14), state) == place(state, "f6")
    state = lay(begun(2, frame="floating"), "R5@f6", "G1@g7", "R1@h8", "G1@i9")
    assert text(surface.face(view(state)).cells[cell_of("b2")]) == "R5"
    assert text(surface.face(view(state)).cells[cell_of("e5")]) == "G1"


def test_legal_cells_beyond_the_window_are_typed():
    state = lay(begun(2, frame="floating"), "R1@f6", "G1@f7", "R1@f8", "G1@f9", "R2@f10")
    state = turned(state, "G2")
    assert surface.read(Said("G2@f11"), state) == place(state, "f11")
    event = surface.gesture(place(state, "f5"), state)
    beyond = event if isinstance(event, Said) else surface.gesture(place(state, "f11"), state)
    assert isinstance(beyond, Said)
    asked = [text(prompt.message) for prompt in surface.prompts(view(state))]
    assert asked[0] == "Put G2 on a lit cell and press down."
    assert beyond.text.removeprefix("G2") in asked[1]


def test_the_window_stays_when_a_trophy_at_its_edge_is_taken():
    row = {"f6": "R9", "f7": "R1", "f8": "R2", "g9": "B1"}
    before = position(row, frame="floating")
    state = lay(before, "R3@f9")
    assert state.rounds[0].trophy == "R9a"
    picture = surface.paint(view(state))
    assert [light.pattern for light in picture.cells].count(BREATHE) == 3
    assert [light.pattern for light in picture.cells].count(BLINK) == 1


def played(seed, seats, choose, **options):
    """The states of a match that is played at random; `choose` is a weight for a cell."""
    rng, state = (
        Random(seed),
        rules.setup(seats, full_options(GAME, {"first_player": "random", "max_rounds": 3, **options})),
    )
    while rules.to_act(state):
        yield state
        chances = [action for action, _ in rules.chance(state)]
        legal = rules.legal(state, state.seat)
        state = rules.apply(state, rng.choice(chances) if chances else max(legal, key=lambda each: choose(each, rng)))
    yield state


def anywhere(action, rng):
    return rng.random()


def downwards(action, rng):
    """The cards wander to the last rows and columns."""
    return action.args, rng.random()


def upwards(action, rng):
    return tuple(-arg for arg in action.args), rng.random()


@pytest.mark.campaign
@pytest.mark.parametrize("choose", [anywhere, downwards, upwards])
@pytest.mark.parametrize("frame", ["fixed", "floating"])
@pytest.mark.parametrize("seed", [1, 2, 3] if IN_CAMPAIGN else [1])
def test_the_two_maps_of_the_window_are_inverse_and_no_card_leaves_it(seed, frame, choose):
    settled = 0
    for state in played(seed, 3, choose, frame=frame):
        seen = view(state)
        side = cells.side_of(seen)
        shown = [cells.on_lattice(cell, seen) for cell in range(36)]
        assert len(set(shown)) == 36 and all(0 <= cell < side * side for cell in shown)
        assert [cells.on_table(cell, seen) for cell in shown] == list(range(36))
        assert all(cells.on_table(cell, seen) is None for cell in range(side * side) if cell not in shown)
        names = [row + column for row, columns in zip(*grid_of(seen), strict=True) for column in columns]
        assert names == list(surface.face(seen).names) == [cells.cell_label(cell, seen) for cell in shown]
        assert all(cell in shown for cell, _ in seen.piles), "every card is in view"
        if state.phase in ("begin", "over", "trophy"):
            ended = state.rounds[-1]
            assert all(cell in shown for cell in (*(cell for line in ended.lines for cell in line), *seen.cells))
            assert not ended.trophy or ended.cell in shown, "so is the cell of the trophy"
            settled += bool(ended.trophy)
    assert settled


def grid_of(seen):
    """The names of the rows, and for each of them those of the columns."""
    rows, columns = cells.headings(seen)
    return rows, [columns] * 6


@pytest.mark.parametrize(
    ("row", "corner"),
    [
        ("f6", "d4"), ("f6 f7", "d4"), ("f5 f6 f7", "d4"), ("f6 f7 f8 f9", "d5"), ("f6 f7 f8 f9 f10", "d6"),
        ("f6 f7 f8 f9 f10 f11", "d6"), ("f2 f3 f4 f5 f6", "d2"), ("f1 f2 f3 f4 f5 f6", "d1"), ("f6 g6", "d4"),
        ("f6 g6 h6 i6 j6", "f4"), ("b6 c6 d6 e6 f6", "b4"), ("", "d4"),
    ],
)  # fmt: skip
def test_the_cards_stand_in_the_middle_of_the_window(row, corner):
    seen = view(position(dict.fromkeys(row.split(), "R1"), frame="floating"))
    assert cells.cell_label(cells.on_lattice(0, seen), seen) == corner


def test_the_window_holds_the_cell_of_a_trophy_that_lay_alone_at_its_edge():
    state = lay(position({"f6": "R9", "f7": "R1", "f8": "R2", "g9": "B1", "f10": "B2"}, frame="floating"), "R3@f9")
    seen = view(state)
    assert state.rounds[0].cell == number(state, "f6") and dict(seen.piles).get(number(state, "f6")) is None
    assert cells.cell_label(cells.on_lattice(0, seen), seen) == "d6"
    assert begin(state).phase == "turn" and cells.on_table(number(state, "f6"), view(begin(state))) == 14
