"""Alter Ego at a simulated table: two people who type any legal line and a bot, hands that are read and not."""

from functools import partial
from random import Random

import pytest
from glowtable import games
from glowtable.game import full_options
from glowtable.games.alter_ego.cards import NAMES, names_of
from glowtable.games.alter_ego.state import Phase
from glowtable.grid import cell_of
from glowtable.match.presenter import current_picture
from glowtable.match.session import Phase as Standing
from glowtable.table import BLINK, BREATHE, CHOICE, DIM, WHITE, Card, Key, Light, Press, Said

from tests.games import at_table
from tests.games.at_table import eager_for, says
from tests.games.ego_positions import position
from tests.games.play import session_in
from tests.support.matches import Match

GAME = games.find("alter_ego")
RULES, SURFACE = GAME.rules, GAME.surface
HELPS = ("fight", "engage", "take", "fill", "choose", "trophy", "yes", "rescue", "token", "call", "cops")
begun = partial(at_table.begun, GAME)


def plays_on(match, rng, until, eager=0.7):
    at_table.plays_on(match, rng, until, eager_for(HELPS, eager))


@pytest.fixture
def match(tmp_path):
    return begun(tmp_path)


# -- whole matches


def test_a_match_of_one_is_played(tmp_path):
    match = Match(tmp_path, ("Ann",), seed=2, game=GAME, knowledge="full")
    match.until(lambda: match.session.phase is Standing.SETTING)
    match.types("ok")
    plays_on(match, Random(1), lambda session: False)
    assert match.session.outcome


# -- patrol


def at_patrol(match):
    """Everybody is ready until henchmen are chosen."""
    while match.session.state.phase is not Phase.CHOOSE:
        match.types("next", "ok Ann", "ok Ben")
        match.until(lambda: match.session.is_open and not match.session.match_state.chance.is_awaited)
    return match


def test_nothing_of_a_choice_is_shown_before_all_have_chosen(tmp_path):
    match = at_patrol(begun(tmp_path))
    cells = current_picture(match.session).cells
    assert {light.pattern for light in cells if light.colour != "-"} == {DIM}, "silence: the table is dim"
    ann = names_of(match.session.state.people[0].drawn)[0]
    match.pump.news.said.clear()
    says(match, f"Ann {ann}")
    assert match.session.state.people[0].chosen == NAMES.index(ann) and current_picture(match.session).cells == cells
    assert match.console.said == ["Ann has chosen a henchman."] and ann not in match.page()
    ben = names_of(match.session.state.people[1].drawn)[0]
    says(match, f"Ben {ben}")
    match.until(lambda: match.session.state.phase is not Phase.CHOOSE)
    places = {NAMES[each.card]: 6 + each.place for each in match.session.state.henchmen}
    lights = current_picture(match.session).cells
    assert all(name in match.page() for name in (ann, ben))
    assert lights[places[ann]].pattern == lights[places[ben]].pattern == BREATHE
    assert lights[places[ann]].colour == current_picture(match.session).seats[0].colour != lights[places[ben]].colour


def test_henchmen_drawn_are_seen_by_their_seat_alone(tmp_path):
    match = at_patrol(begun(tmp_path))
    drawn = names_of(match.session.state.people[0].drawn)
    match.pump.news.said.clear()
    assert not any(name in match.page() for name in drawn)
    match.says("hand Ben")
    match.until(lambda: match.pump.private.lines)
    assert not any(name in match.page() for name in drawn)
    match.says("hand Ann")
    match.until(lambda: match.pump.private.lines)
    assert all(name in match.page().replace("\n", " ") for name in drawn)


# -- bots, undo, keys


def takes_back(match):
    """Whoever decided last takes it back, the other one agrees, and hands put everything where it was."""
    names = {0: ("Ann", "Ben"), 1: ("Ben", "Ann")}
    one, other = names[match.session.match_state.last_decider]
    match.types(f"undo {one}", f"ok {other}")
    while match.session.repairs:
        match.types("ok")
    assert not match.session.question


@pytest.mark.slow
@pytest.mark.parametrize(("ann", "ben"), [(True, False), (False, True)])
def test_a_match_with_many_undos_goes_on(tmp_path, ann, ben):
    match = begun(tmp_path, ann, ben, seed=6)
    rng = Random(8)
    for decisions in range(60, 200, 7):
        plays_on(match, rng, lambda session, most=decisions: len(session.history) >= most)
        if match.session.phase is not Standing.OVER and match.session.match_state.last_decider is not None:
            takes_back(match)
    plays_on(match, rng, lambda session: session.state.round >= 4)
    assert match.journaled().state == match.session.state
    assert len([row for row in match.journal.good_rows(match.pump.recorder.match) if row[0] == "undo"]) > 10


def test_a_choice_is_taken_back_without_naming_it(tmp_path):
    match = at_patrol(begun(tmp_path))
    before = match.session.state
    ann = names_of(before.people[0].drawn)[0]
    match.pump.news.said.clear()
    match.session.match_state.dealt = False  # then hands put something back
    says(match, f"Ann {ann}")
    match.pump.news.said.clear()
    match.types("undo Ann", "ok Ben")
    assert ann not in match.page() and "Ann takes back the chosen henchman." in match.page().replace("\n", " ")
    match.types("ok")
    assert match.session.state == before


def test_a_wish_is_typed_with_names(match):
    match.types("Ann ask Ben")
    assert "That belongs to another phase: Fight." in match.page().replace("\n", " ")
    match.session.match_state.state = match.session.state._replace(
        people=tuple(person._replace(money=1) for person in match.session.state.people)
    )
    row = match.session.state.row
    says(match, "Ann sweep")
    assert "Ann can't afford that." in match.page()
    says(match, f"Ann cycle {NAMES[row[1]]}")
    match.until(lambda: match.session.state.phase is Phase.INCOME)
    assert match.session.state.row[1] != row[1] and match.session.state.people[0].money == 0


SHOP = ["Case Files", "Tyre Iron", "Night Scope"]


def seated_at(state):
    """A session of people in this state."""
    return session_in(GAME, state, *("Ann", "Ben", "Cid", "Dan")[: state.terms.seats])


def cells_waiting(session):
    """The cells that blink because they wait for a key."""
    cells = current_picture(session).cells
    return [cell for cell, light in enumerate(cells) if light == Light(WHITE, BLINK)]


def pressed(session, *cells):
    """What is said of the last press; none of them does anything."""
    replies = [session.handle_event(Press(cell_of(cell))) for cell in cells]
    assert not any(reply.refused or session.history for reply in replies)
    return replies[-1].said[0].text


@pytest.mark.parametrize(
    ("cells", "done"), [(("a5",), "cycle"), (("a4", "a6", "a5"), "sweep"), (("a5", "a5"), "cycle")]
)
def test_E35_cards_of_the_supply_are_replaced_by_keys(cells, done):
    """The cells, then the confirm key of who pays."""
    session = seated_at(position({"money": 2}, {"money": 2}, phase=Phase.FIGHT, row=SHOP))
    assert "Whoever pays presses confirm." in pressed(session, *cells)
    assert cells_waiting(session) == sorted({cell_of(cell) for cell in cells})
    reply = session.handle_event(Key(1, "confirm"))
    assert [(step.action.seat, step.action.kind) for step in session.history] == [(1, done)]
    assert not reply.refused and session.state.people[1].money == (0 if done == "sweep" else 1)
    assert not cells_waiting(session)


@pytest.mark.parametrize(
    "between", [Key(1, "pass"), Said("1 fight"), Press(20), Card(1, "Family"), Key(1, "confirm")], ids=str
)
def test_E35_a_card_that_was_pressed_is_forgotten_when_something_else_is_done(between):
    session = seated_at(position({"money": 2}, {}, phase=Phase.INCOME, row=SHOP))
    pressed(session, "a4")
    session.handle_event(between)
    assert not cells_waiting(session)
    session.handle_event(Key(0, "confirm"))
    assert [step.action.kind for step in session.history if step.action.seat == 0] == ["ready"]


def test_pass_promises_no_lit_cells_where_there_are_none():
    """No card of Alter Ego is entered by a cell."""
    session = session_in(GAME, RULES.setup(1, full_options(GAME, {})), "Ann")
    assert session.match_state.chance.is_awaited
    (said,) = session.handle_event(Key(0, "pass")).said
    assert said.text == "Type the card's name." and not session.judge.by_hand


def test_a_team_is_asked_for_and_agreed_on(match):
    while match.session.state.phase is not Phase.FIGHT:
        people = RULES.to_act(match.session.state)
        if match.session.state.phase is Phase.CHOOSE:
            for seat, name in ((0, "Ann"), (1, "Ben")):
                if seat in people:
                    says(match, f"{name} {names_of(match.session.state.people[seat].drawn)[0]}")
        else:
            match.types("next", "ok Ann", "ok Ben")
        match.until(lambda: match.session.is_open and not match.session.match_state.chance.is_awaited)
    state = match.session.state
    match.session.match_state.state = state._replace(
        people=(state.people[0]._replace(tokens=1), *state.people[1:]), teamwork=19
    )
    says(match, "Ann ask Ben")
    assert match.session.state.phase is Phase.CONSENT and "Ben: Ann wants you on the team." in match.page()
    match.types("ok Ben")
    assert [person.team for person in match.session.state.people[:2]] == [0b11, 0b11]


def test_lights_of_choices_are_lit_for_people_and_found_with_the_pass_key(tmp_path):
    match = begun(tmp_path, seed=5)
    plays_on(match, Random(3), lambda session: session.state.phase is Phase.TARGET and session.state.seat != 2, 0.9)
    state, name = match.session.state, match.players[match.session.state.seat].name
    lit = [cell for cell, light in enumerate(current_picture(match.session).cells) if light.pattern in CHOICE]
    assert lit
    match.types(f"pass {name}", f"ok {name}")
    done = next(step.action for step in match.session.history if step.before is state)
    assert done.kind == "engage" and done.seat == state.seat
