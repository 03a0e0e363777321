"""ALEX & CO at a simulated table: people and bots, hands that are read and hands that are not, and who sees what."""

from functools import partial

import pytest
from glowtable.game import PUBLIC
from glowtable.messages import say
from glowtable.table import BLUE, BREATHE, Card, Light

from tests.games import at_table
from tests.games.alex_positions import GAME, action, do, position, rules

begun = partial(at_table.begun, GAME)


def names_on(match):
    """The cards on the page, ESG and SAZ cards aside; whose sets left the match stands there for all (A-04)."""
    out, page = rules.view(match.session.state, PUBLIC).gone, match.page()
    return {name for name in GAME.deck if len(name) > 3 and name in page and name not in out}


def test_a_hand_is_shown_only_when_its_seat_asks_and_cleared_after(tmp_path):
    match = begun(tmp_path)
    hand = rules.view(match.session.state, 0).known[0]
    match.pump.news.said.clear()
    assert names_on(match) == set()
    match.console.handle_line("hand Ann")
    assert names_on(match) == set(), "others look on, so Ann is asked first"
    match.types("ok Ann")
    assert all(card in match.page().replace("\n", "") for card in hand)
    match.says("help")
    match.pump.news.said.clear()
    assert names_on(match) == set()


def test_nobody_is_shown_the_hand_of_a_bot(tmp_path):
    match = begun(tmp_path)
    match.says("hand Memory")
    match.wait()
    assert match.pump.private.lines == ()
    assert "Whose hand? Type hand and a name: Ann, Ben." in match.console.said


def test_of_a_hand_that_is_not_read_nothing_is_known(tmp_path):
    match = begun(tmp_path, ann=False)
    match.says("hand Ann")
    match.wait()
    assert match.pump.private.lines == (say("The table doesn't know any of your cards."),)


@pytest.mark.parametrize(("ann", "ben"), [(True, True), (False, True), (False, False)])
def test_a_journal_brings_both_kinds_of_hands_back(tmp_path, ann, ben):
    match = begun(tmp_path, ann, ben)
    state = match.session.state
    assert [bool(state.untracked >> seat & 1) for seat in range(3)] == [not ann, not ben, False]
    assert match.journaled().state == state


def test_a_card_that_no_cell_stands_for_is_typed(tmp_path):
    match = begun(tmp_path, ann=False, ben=False)
    match.simulated_players, match.pump.simulated_players, match.session.match_state.dealt = None, None, False
    for line in ("a3", "c3", "pass", "pass"):
        match.says(line)
        match.wait()
    assert match.console.said[-1] == "Type the card's name."
    card = next(GAME.deck[int(action.args[0])] for action, _ in rules.chance(match.session.state))
    match.says(card)
    match.wait()
    assert card in rules.view(match.session.state, 2).places


# -- cards that come and are turned back


def test_a_taken_pair_is_replaced_where_it_breathes_until_the_next_action():
    state = do(
        position(["Goa"], seats=3, faces={"c3": "Catan", "d4": "Klaus Teuber"}), "reveal", "at c3", "at d4", "take"
    )
    view = rules.view(state, PUBLIC)
    picture = GAME.surface.paint(view)
    assert [picture.cells[cell] == Light(BLUE, BREATHE) for cell in (14, 21, 22)] == [True, True, False]
    assert "c3" in repr(GAME.surface.prompts(view)[1]) and "d4" in repr(GAME.surface.prompts(view)[1])
    assert len(GAME.surface.prompts(rules.view(do(state, "end"), PUBLIC))) == 1


def test_cards_that_nobody_took_are_turned_back():
    seen = {"c3": "Catan", "d4": "Klaus Teuber", "e5": "Ra"}
    state = do(position(["Goa"], seats=3, faces=seen), "reveal", "at e5", "at c3", "at d4")
    told = {
        kind: repr(GAME.surface.description(action(state, kind), state, do(state, kind))) for kind in ("take", "leave")
    }
    assert "Turn face down again" in told["take"] and "e5" in told["take"] and "c3" not in told["take"]
    assert all(place in told["leave"] for place in seen)


# -- one of the ESG or SAZ cards


@pytest.mark.parametrize(
    ("hands", "moves", "reader", "meant"),
    [
        ((["ESG 2"], ["ESG 1"]), (), 0, "0 esg ESG 2"),  # what the hand holds
        ((["Ra"], ["ESG 1"]), ("reveal", "at c3"), 0, "chance turn ESG 2"),  # what nobody holds
        ((["ESG 4"], ["ESG 3"]), ("esg ESG 4", "ask 1"), 0, "chance draw ESG 3"),  # what the other one holds
    ],
)
def test_a_card_by_its_kind_is_a_copy_that_can_be_there(hands, moves, reader, meant):
    assert str_of(GAME.surface.read(Card(reader, "ESG"), do(position(*hands), *moves))) == meant


@pytest.mark.parametrize(("other", "meant"), [("ESG 1", "0 esg ESG 2"), ("Ra", "0 esg ESG 1")])
def test_of_a_hand_that_is_not_read_it_is_none_that_was_read_elsewhere(other, meant):
    state = position([], [other], untracked={0: 8})
    assert str_of(GAME.surface.read(Card(0, "ESG"), state._replace(untracked=1))) == meant


def str_of(meant):
    """An action with the name of its card."""
    who, kind, card = str(meant).split()
    return f"{who} {kind} {GAME.deck[int(card)]}"
